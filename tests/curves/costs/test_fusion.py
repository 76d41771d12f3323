"""The joint hull is checked against Qhull and against the best of all systems at every cost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

import abovechance as ac
from abovechance.curves import Curve, fuse
from tests.curves.samples import columns, items

TRUTH = [1, 1, 1, 1, 0, 0, 0, 0]
CAREFUL, KEEN, POOR = [9, 8, 3, 2, 7, 6, 5, 4], [7, 6, 5, 4, 9, 8, 3, 2], [8, 6, 4, 2, 7, 5, 3, 1]
THREE = Curve.from_scores(TRUTH, {"careful": CAREFUL, "keen": KEEN, "poor": POOR})


@st.composite
def systems(draw):
    truth, first, weights = columns(draw(items()))
    others = [draw(st.permutations(first.tolist())) for _ in range(draw(st.integers(0, 3)))]
    heavy = draw(st.sampled_from([None, 1, 0.37]))
    scores = {f"s{i}": column for i, column in enumerate([first, *others])}
    return Curve.from_scores(truth, scores, weights=None if heavy is None else heavy * weights)


@given(systems())
def test_the_area_is_that_of_the_hull_of_all_points(curves):
    points = np.concatenate([np.column_stack((c.fpr, c.tpr)) for c in curves.values()])
    # the corner (1, 0) closes the hull below
    volume = ConvexHull(np.vstack((points, [[1, 0]]))).volume
    assert fuse(curves).auch == pytest.approx(volume, abs=1e-12)


@given(systems(), st.floats(0, 1), st.floats(0.1, 10))
def test_the_best_is_the_best_of_all_systems_and_thresholds(curves, prevalence, cn):
    def cost(fpr, tpr):
        return prevalence * (1 - tpr) + (1 - prevalence) * cn * fpr

    found = fuse(curves).best(cost_positive=1, cost_negative=cn, prevalence=prevalence)
    everything = min(cost(c.fpr, c.tpr).min() for c in curves.values())
    assert cost(found.fpr, found.tpr) == pytest.approx(everything, abs=1e-12)
    chosen = curves[found.system]
    i = 0 if found.fpr == found.tpr == 0 else chosen.position(found.threshold)
    assert (chosen.fpr[i], chosen.tpr[i]) == (found.fpr, found.tpr)


@given(systems())
def test_a_system_that_is_never_best_can_go(curves):
    found = fuse(curves)
    left = {name: curve for name, curve in curves.items() if name not in found.never_best}
    if left:
        assert fuse(left).auch == pytest.approx(found.auch, abs=1e-12)
    for name in {vertex.system for vertex in found.vertices[1:-1]}:
        assert name in left


@given(systems(), st.floats(0, 1))
def test_mixtures_across_systems_reach_the_joint_hull(curves, fpr):
    found = fuse(curves)
    mixture = found.interpolate(fpr=fpr)
    assert mixture.fpr == pytest.approx(fpr, abs=1e-12)
    for curve in curves.values():
        assert mixture.tpr >= ac.curves.interpolate(curve, fpr=fpr).tpr - 1e-9


def test_two_systems_that_take_turns():
    # 'careful' is at (0, 1/2), 'keen' at (1/2, 1), and between them the slope is 1
    found = fuse(THREE)
    assert [(v.system, v.threshold) for v in found.vertices[1:-1]] == [("careful", 8), ("keen", 4)]
    assert found.never_best == ("poor",)
    assert found.auch == 1 / 2 * 3 / 4 + 1 / 2
    assert found.areas["careful"] == pytest.approx(0.75)
    assert found.best(cost_positive=1, cost_negative=3).system == "careful"
    assert found.best(cost_positive=3, cost_negative=1).system == "keen"
    assert found.best(cost_positive=3, cost_negative=1, prevalence=0.1).system == "careful"


def test_a_mixture_asks_each_system_for_its_scores():
    mixture = fuse(THREE).interpolate(fpr=0.25)
    assert (mixture.upper.system, mixture.lower.system, mixture.share, mixture.tpr) == (
        "careful",
        "keen",
        0.5,
        0.75,
    )
    scores = {"careful": np.array(CAREFUL), "keen": np.array(KEEN)}
    called = mixture(scores, seed=5)
    either = np.stack((scores["careful"] >= 8, scores["keen"] >= 4))
    assert np.all((called == either[0]) | (called == either[1]))
    with pytest.raises(ac.InputError, match="scores of system 'careful'"):
        mixture(CAREFUL)


def test_equal_systems_are_both_the_best_and_the_first_stands_for_them():
    twins = Curve.from_scores(TRUTH, {"a": CAREFUL, "b": CAREFUL})
    found = fuse(twins)
    assert found.never_best == ()
    assert {v.system for v in found.vertices} == {"a"}
    assert found.auch == twins["a"].auch


def test_systems_on_different_items_are_compared_by_rates():
    found = fuse({"a": THREE["careful"], "b": Curve.from_scores([1, 0, 0], [1, 1, 0])})
    # (0, 1/2) of the one and (1/2, 1) of the other
    assert found.auch == pytest.approx(0.875)
    assert np.isnan(found.prevalence)
    with pytest.raises(ac.InputError, match="prevalence="):
        found.best()
    assert found.best(prevalence=0.5, cost_negative=3).system == "a"


def test_only_systems_can_be_fused():
    groups = Curve.from_scores(TRUTH, CAREFUL, by=[0, 1] * 4)
    with pytest.raises(ac.InputError, match="curves of each group"):
        fuse(groups)
    for wrong in ({}, {"a": 3}, THREE["poor"]):
        with pytest.raises(ac.InputError, match="mapping of the names"):
            fuse(wrong)


def test_one_class_is_undefined():
    found = fuse(Curve.from_scores([1, 1], {"a": [1, 2], "b": [2, 1]}, positive=1))
    assert np.isnan(found.auch)
    assert np.isnan(found.interpolate(fpr=0.5).share)


def test_results_can_be_written_down():
    found = fuse(THREE)
    assert found.to_frame("pandas")["system"].tolist()[1:3] == ["careful", "keen"]
    assert found.to_dict()["never_best"] == ["poor"]


def test_systems_below_chance_are_not_said_to_be_the_best():
    found = fuse(Curve.from_scores([1, 1, 0, 0], {"p": [1, 2, 3, 4], "q": [1, 3, 3, 4]}))
    assert found.never_best == ("p", "q")
    assert all(vertex.is_trivial for vertex in found.vertices)
    assert repr(found).splitlines()[1:] == [
        "  probability cost 0.000 to 0.500: call nothing positive",
        "  probability cost 0.500 to 1.000: call everything positive",
        "  never best: 'p', 'q'",
    ]


def test_a_corner_of_noise_is_told_to_be_one():
    """Noise has corners, too, on the items that they were chosen on."""
    rng = np.random.default_rng(5)
    truth = np.arange(60) < 30
    systems = {"good": rng.normal(size=60) + 1.5 * truth, "noise": rng.normal(size=60) + 0.0 * truth}
    systems["noise"][:4] = 9  # the best of all at the very top, by luck
    found = ac.curves.fuse(ac.Curve.from_scores(truth, systems, positive=True))
    assert any(vertex.system == "noise" and not vertex.is_trivial for vertex in found.vertices)
    assert found.doubtful == ("noise",)
    assert repr(found).endswith("not shown to rank better than chance: 'noise'")
    assert found.to_dict()["doubtful"] == ["noise"]
