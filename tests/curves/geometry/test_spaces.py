"""Every space is checked against the tables themselves, and against scikit-learn where it has the space."""

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import norm
from sklearn.metrics import det_curve, precision_recall_curve

import abovechance as ac
from abovechance.curves import Curve, against_threshold, in_space
from abovechance.curves.geometry.spaces import ALIASES, SPACES
from tests.curves.samples import columns, curves, items

TABLE_AXES = {
    "roc": ("fallout", "recall"),
    "pn": ("false_positives", "true_positives"),
    "pr": ("recall", "precision"),
    "gain": ("bias", "recall"),
    "lift": ("bias", "lift"),
    "kappa": ("fallout", "cohen_kappa"),
}
SMALL = Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])


@pytest.mark.parametrize(("space", "axes"), TABLE_AXES.items())
@given(curves())
def test_axes_are_measures_of_the_tables(space, axes, curve):
    path = in_space(curve, space)
    for values, name in zip((path.x, path.y), axes, strict=True):
        assert values == pytest.approx(curve.measure(name), abs=1e-12, nan_ok=True)
    assert np.array_equal(path.thresholds, curve.thresholds)


@given(items())
def test_det_is_that_of_scikit_learn_on_normal_axes(rows):
    truth, scores, _ = columns(rows)
    ranks = np.unique(scores, return_inverse=True)[1]
    path = in_space(Curve.from_scores(truth, ranks), "det")
    for fpr, fnr in zip(*det_curve(truth, ranks)[:2], strict=True):
        near = np.isclose(norm.cdf(path.x), fpr) & np.isclose(norm.cdf(path.y), fnr)
        assert near.any()


@given(items())
def test_precision_and_recall_are_those_of_scikit_learn(rows):
    truth, scores, _ = columns(rows)
    ranks = np.unique(scores, return_inverse=True)[1]
    path = in_space(Curve.from_scores(truth, ranks), "pr")
    precision, recall, _ = precision_recall_curve(truth, ranks)
    assert path.x[1:] == pytest.approx(recall[-2::-1])
    assert path.y[1:] == pytest.approx(precision[-2::-1])


@pytest.mark.parametrize("space", SPACES)
def test_chance_is_where_a_score_that_says_nothing_lies(space):
    # 60 positives and 40 negatives in each of ten tied scores: the curve is the chance line
    idle = Curve.from_counts(np.arange(10), positives=np.full(10, 60), negatives=np.full(10, 40))
    path = in_space(idle, space)
    inner = slice(1, -1)
    order = np.argsort(path.chance[0])
    line = np.interp(path.x[inner], path.chance[0][order], path.chance[1][order])
    assert path.y[inner] == pytest.approx(line, abs=1e-12)


@pytest.mark.parametrize("space", SPACES)
@given(curves())
def test_points_between_are_mixtures_of_neighbours(space, curve):
    plain, dense = in_space(curve, space), in_space(curve, space, between=3)
    assert np.array_equal(dense.x[::4], plain.x, equal_nan=True)
    assert np.array_equal(dense.thresholds[::4], plain.thresholds)
    assert np.isnan(dense.thresholds[2::4]).all()
    half_tp, half_fp = ((counts[1:] + counts[:-1]) / 2 for counts in (curve.tp, curve.fp))
    half = Curve(
        np.zeros(len(half_tp) + 1), np.append(half_tp, curve.positives), np.append(half_fp, curve.negatives)
    )
    assert dense.y[2::4] == pytest.approx(in_space(half, space).y[:-1], abs=1e-12, nan_ok=True)
    with np.errstate(invalid="ignore"):
        straight = (plain.y[1:] + plain.y[:-1]) / 2
    if plain.is_straight:
        assert dense.y[2::4] == pytest.approx(straight, abs=1e-12)


@pytest.mark.parametrize("space", ["pr", "det", "lift", "kappa"])
def test_some_spaces_bend_straight_lines(space):
    curve = Curve.from_counts([1, 2, 3], positives=[10, 30, 5], negatives=[60, 20, 1])
    plain, dense = in_space(curve, space), in_space(curve, space, between=1)
    assert not plain.is_straight
    # half way along the second edge, by the abscissa of that point
    line = np.interp(dense.x[3], np.sort(plain.x[1:3]), plain.y[1:3][np.argsort(plain.x[1:3])])
    assert abs(dense.y[3] - line) > 1e-3


@pytest.mark.parametrize("name", ["informedness", "mcc", "precision", "f1", "net_benefit"])
def test_any_measure_against_the_threshold(name):
    path = in_space(SMALL, name)
    assert path.y == pytest.approx(SMALL.measure(name), nan_ok=True)
    assert path.chance[1] == pytest.approx(ac.measure(name)(SMALL.tables.expected), nan_ok=True)
    assert path.space == name
    assert against_threshold(SMALL, "Youden's J").space == "informedness"


@pytest.mark.parametrize(("alias", "space"), ALIASES.items())
def test_other_names(alias, space):
    assert in_space(SMALL, alias.replace("_", "-").title()).space == space


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rok", "did you mean 'roc'"),
        ("precision recal", "did you mean 'pr'"),
        ("wxyz", r"there are 'roc', 'pn', .* no measure called 'wxyz'"),
        (3, "not int"),
    ],
)
def test_an_unknown_space_answers_with_the_nearest(name, message):
    with pytest.raises(ac.InputError, match=message):
        in_space(SMALL, name)


@pytest.mark.parametrize(("space", "between"), [("roc", -1), ("roc", 1.5), ("roc", True), ("mcc", 2)])
def test_points_between_must_make_sense(space, between):
    with pytest.raises(ac.InputError, match="between"):
        in_space(SMALL, space, between=between)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("truth", [[1, 1], [0, 0]])
def test_one_class_is_undefined_not_an_error(space, truth):
    path = in_space(Curve.from_scores(truth, [1, 2], positive=1), space, between=1)
    assert len(path.x) == len(path.y) == 5
    if space in ("roc", "kappa", "det"):
        assert np.isnan(path.x).all() or np.isnan(path.y).all()


def test_results_can_be_written_down():
    path = in_space(SMALL, "gain")
    assert path.to_dict()["y"] == [0, 0.5, 0.5, 1, 1]
    assert path.to_frame("pandas")["bias"].tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert "gain space" in repr(path)


def test_gains_are_those_of_the_module_that_has_their_area():
    path = in_space(SMALL, "precision-recall gain")
    expected = ac.curves.precision_recall_gain(SMALL)
    assert (path.space, path.x.tolist(), path.y.tolist()) == ("prg", expected.x.tolist(), expected.y.tolist())
