"""Intervals of the AUC against pROC, published values, and where the classes do not overlap."""

import json
import math
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.uncertainty.auc_bounds import (
    FORMULAS,
    Area,
    hanley_mcneil_variance,
    newcombe,
    separation_bound,
)
from abovechance.curves.uncertainty.intervals import CONSTANT, METHODS, ONE_ITEM, WEIGHTS

ASAH = json.loads((Path(__file__).parents[2] / "golden" / "asah_proc.json").read_text(encoding="utf-8"))
PERFECT = [0] * 20 + [1] * 20, list(range(40))


@pytest.mark.parametrize("name", ["s100b", "ndka", "wfns"])
def test_delong_of_proc(name):
    recorded = ASAH["one"][name]
    for level, key in ((0.95, "ci"), (0.9, "ci90")):
        found = ac.curves.auc_interval(
            ASAH["outcome"], ASAH[name], positive="Poor", method="delong", level=level
        )
        assert [found.low, found.high] == pytest.approx(recorded[key], abs=1e-13)
    assert found.se**2 == pytest.approx(recorded["var"], rel=1e-12)
    assert found.n == 113


def test_one_sided_bounds_are_those_of_a_lower_level():
    curve = ac.Curve.from_scores(ASAH["outcome"], ASAH["ndka"], positive="Poor")
    one, two = (ac.curves.auc_interval(curve, sides=s, level=x) for s, x in ((1, 0.95), (2, 0.9)))
    assert (one.low, one.high) == (two.low, two.high)


def test_logit_by_hand():
    # placements of positives 2/3, 1, 1 and of negatives 1, 1, 2/3; variance of each (1/9·(4+1+1)/9)/2 = 1/27
    found = ac.curves.auc_interval([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], method="logit")
    se = math.sqrt(2 * (1 / 27) / 3)
    centre, half = math.log(8), 1.959963984540054 * se / (8 / 81)
    assert found.se == pytest.approx(se)
    assert found.low == pytest.approx(1 / (1 + math.exp(half - centre)))
    assert found.high == pytest.approx(1 / (1 + math.exp(-half - centre)))
    adjusted = ac.curves.auc_interval([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    assert adjusted.se**2 == pytest.approx(se**2 + 0.1 * (8 / 9 - 1 / 2) ** 2 * (1 / 9 + 1 / 9))


def test_hanley_and_mcneil_as_published():
    """Their table I: AUC 0.893, 51 abnormal and 58 normal images, Q1 and Q2 by their formula 2."""
    q1, q2 = 0.893 / (2 - 0.893), 2 * 0.893**2 / (1 + 0.893)
    variance = (0.893 * 0.107 + 50 * (q1 - 0.893**2) + 57 * (q2 - 0.893**2)) / (51 * 58)
    assert hanley_mcneil_variance(0.893, 51, 58) == pytest.approx(variance, rel=1e-12)


def test_newcombe_solves_his_equation():
    area = Area(0.8, math.nan, 30, 50, 0.95, 1.96)
    low, high, _ = newcombe(area)
    for bound in (low, high):
        shared = 1 + 39 * ((1 - bound) / (2 - bound) + bound / (1 + bound))  # (30 + 50)/2 - 1 = 39
        assert abs(0.8 - bound) == pytest.approx(1.96 * math.sqrt(bound * (1 - bound) * shared / 1500))


def test_separation_has_an_exact_bound():
    found = ac.curves.auc_interval(*PERFECT)
    assert found.low == pytest.approx(0.025 ** (1 / 20))
    assert (found.value, found.high) == (1.0, 1.0)
    opposite = ac.curves.auc_interval(PERFECT[0], PERFECT[1][::-1])
    assert (opposite.low, opposite.value) == (0.0, 0.0)
    assert opposite.high == pytest.approx(1 - found.low)


def test_the_bound_of_separation_is_attained():
    """If a share 1 - A of few positives lies below all negatives, P(separated) is A to their number."""
    rng = np.random.default_rng(4)
    auc, items = separation_bound(5, 0.95), 5
    separated = (rng.random((200_000, items)) < auc).all(1).mean()
    assert separated == pytest.approx(0.025, abs=0.002)


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"hanley_mcneil"}))
def test_opposite_scores_mirror_the_interval(method):
    """But for Hanley and McNeil's, whose exponential distributions are not alike."""
    truth, scores = [0] * 12 + [1] * 9, [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6]
    tolerance = 0.04 if method in ("bca", "percentile") else 1e-12  # other draws
    one = ac.curves.auc_interval(truth, scores, method=method, seed=1)
    other = ac.curves.auc_interval(truth, [-x for x in scores], method=method, seed=1)
    assert one.low == pytest.approx(1 - other.high, abs=tolerance)
    assert one.high == pytest.approx(1 - other.low, abs=tolerance)
    assert one.low < one.value < one.high


@pytest.mark.parametrize("method", METHODS)
def test_monotone_transforms_change_nothing(method):
    truth, scores = np.arange(30) % 3 == 0, np.arange(30) ** 2 % 31
    plain = ac.curves.auc_interval(truth, scores, positive=True, method=method, seed=2)
    bent = ac.curves.auc_interval(truth, np.sqrt(scores) - 9, positive=True, method=method, seed=2)
    assert (plain.low, plain.high) == (bent.low, bent.high)


def test_more_of_the_same_narrows_by_the_root():
    truth, scores = np.arange(30) % 3 == 0, np.arange(30) ** 2 % 31
    once = ac.curves.auc_interval(np.repeat(truth, 100), np.repeat(scores, 100), positive=True)
    more = ac.curves.auc_interval(np.repeat(truth, 400), np.repeat(scores, 400), positive=True)
    assert once.se / more.se == pytest.approx(2, rel=1e-3)


def test_a_curve_and_its_columns_agree():
    curve = ac.Curve.from_scores(ASAH["outcome"], ASAH["wfns"], positive="Poor")
    for method in FORMULAS:
        of_curve = ac.curves.auc_interval(curve, method=method)
        of_columns = ac.curves.auc_interval(ASAH["outcome"], ASAH["wfns"], positive="Poor", method=method)
        assert of_curve.low == pytest.approx(of_columns.low, abs=1e-13)
        assert of_curve.high == pytest.approx(of_columns.high, abs=1e-13)


def test_bootstrap_agrees_with_delong():
    curve = ac.Curve.from_scores(ASAH["outcome"], ASAH["s100b"], positive="Poor")
    drawn = ac.curves.auc_interval(curve, method="bootstrap", replicates=4000, seed=3)
    formula = ac.curves.auc_interval(curve, method="logit")
    assert drawn.method == "bca"
    assert drawn.se == pytest.approx(formula.se, rel=0.05)
    assert drawn.low == pytest.approx(formula.low, abs=0.02)
    assert drawn.high == pytest.approx(formula.high, abs=0.02)


_ITEMS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=6, max_size=25).filter(
    lambda rows: 2 <= sum(real for real, _ in rows) <= len(rows) - 2
)


@settings(max_examples=60, deadline=None)
@given(_ITEMS, st.randoms(use_true_random=False))
def test_clusters_of_one_item_are_none(rows, random):
    """Obuchowski's variance is DeLong's, and so are the interval, the test and the difference of systems."""
    truth, scores = (np.array(x) for x in zip(*rows, strict=True))
    names = random.sample(range(1000), len(rows))
    for question in (ac.curves.auc_interval, ac.curves.auc_test):
        one, other = (question(truth, scores, positive=True, clusters=x) for x in (names, None))
        assert asdict(one) == asdict(other)
    both = {"A": scores, "B": np.roll(scores, 1)}
    one, other = (ac.curves.compare(truth, both, positive=True, clusters=x) for x in (names, None))
    assert (one.se, one.low, one.p_value) == pytest.approx((other.se, other.low, other.p_value), nan_ok=True)


@settings(max_examples=60, deadline=None)
@given(_ITEMS, st.integers(2, 5))
def test_items_repeated_within_their_clusters_tell_no_more(rows, times):
    """Each class has as many clusters as it had items, so that even the small-sample factors are the same."""
    truth, scores = (np.array(x) for x in zip(*rows, strict=True))
    often = {"clusters": np.repeat(np.arange(len(rows)), times)}
    once = ac.curves.auc_interval(truth, scores, positive=True)
    many = ac.curves.auc_interval(np.repeat(truth, times), np.repeat(scores, times), positive=True, **often)
    assert many.se == pytest.approx(once.se, abs=1e-9)
    plain = ac.curves.auc_interval(np.repeat(truth, times), np.repeat(scores, times), positive=True)
    assert many.high - many.low >= plain.high - plain.low - 1e-9


def test_clusters_widen_the_interval():
    rng = np.random.default_rng(8)
    skill = rng.normal(scale=2, size=30)
    truth = np.tile([False, True, False, True], 30)
    scores = rng.normal(size=120) + truth * np.repeat(1 + skill, 4)
    naive = ac.curves.auc_interval(truth, scores, positive=True)
    robust = ac.curves.auc_interval(truth, scores, positive=True, clusters=np.repeat(np.arange(30), 4))
    drawn = ac.curves.auc_interval(
        truth, scores, positive=True, clusters=np.repeat(np.arange(30), 4), method="percentile", seed=1
    )
    assert robust.se > 1.2 * naive.se
    assert drawn.se == pytest.approx(robust.se, rel=0.1)


def test_what_to_beware_of_is_said():
    interval = ac.curves.auc_interval
    assert interval([0, 0, 1, 1], [1, 1, 1, 1]).warning == CONSTANT
    assert interval([0, 0, 1], [1, 2, 3]).warning == ONE_ITEM
    assert interval([0, 0, 1], [1, 2, 3]).method == "conservative"
    assert interval(ac.Curve.from_counts(range(40), [0, 1.1] * 20, [0.3, 0] * 20)).warning == WEIGHTS
    assert interval(ac.Curve.from_scores([0, 1] * 20, range(40), weights=[0.3, 1.1] * 20)).warning is None
    assert interval(ac.Curve.from_scores([0, 1] * 20, range(40), weights=[2, 1] * 20)).warning is None
    assert "fewer than 20 clusters" in interval([0, 1] * 20, range(40), clusters=[0, 1, 2, 3] * 10).warning
    assert interval(*PERFECT).warning is None


def test_undefined_has_a_reason():
    found = ac.curves.auc_interval([1, 1], [1, 2], positive=1)
    assert np.isnan([found.value, found.low, found.high, found.se]).all()
    assert found.reason == "every item is really 1"
    assert "needs two of each" in ac.curves.auc_interval([0, 0, 1], [1, 2, 3], method="delong").reason
    assert "same value" in ac.curves.auc_interval(*PERFECT, method="bca", seed=1).reason


def test_weights_that_do_not_add_up_exactly_still_separate():
    weights = [0.1, 0.2, 0.7, 0.3] * 5
    found = ac.curves.auc_interval([0] * 10 + [1] * 10, range(20), weights=weights)
    assert found.value == 1.0
    assert 0.5 < found.low < 0.8  # about seven items of either class by weight
    assert (
        ac.curves.auc_interval(ac.Curve.from_scores([0] * 10 + [1] * 10, range(20), weights=weights)).high
        == 1
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"method": "delongg"}, "did you mean 'delong'"),
        ({"level": 95}, "level must lie between"),
        ({"scores": [1, 2]}, "scores cannot be given with it"),
        ({"weights": [1, 2]}, "weights cannot be given with it"),
    ],
)
def test_bad_arguments_are_named(arguments, said):
    with pytest.raises(ac.InputError, match=said):
        ac.curves.auc_interval(ac.Curve.from_scores([0, 1], [1, 2]), **arguments)


def test_truth_alone_is_not_enough():
    with pytest.raises(ac.InputError, match="must be a Curve"):
        ac.curves.auc_interval([0, 1, 1])


@pytest.mark.parametrize("swapped", [0.5, 1, 2, 3])
def test_beside_the_ends_doubt_does_not_swallow_the_interval(swapped):
    """One item out of place among 20 and 20: hardly less is known than of none."""
    scores = np.arange(40.0)
    scores[19] = 19 + swapped if swapped > 0.5 else 20
    truth = np.arange(40) >= 20
    separated = ac.curves.auc_interval(truth, np.arange(40.0)).low
    found = ac.curves.auc_interval(truth, scores)
    assert 0.99 < found.value < 1
    assert separated - 0.02 < found.low < found.value <= found.high
    turned = ac.curves.auc_interval(truth, -scores)
    assert (turned.low, turned.high) == pytest.approx((1 - found.high, 1 - found.low))
