"""Weighted items: their scale never matters, equal weights are none, and intervals and tests are honest."""

import numpy as np
import polars as pl
import pytest

import abovechance as ac
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.intervals.dependent import cluster_interval
from abovechance.inference.intervals.effective_size import design_effect, effective_tables, mean_weights
from abovechance.inference.intervals.methods import applicable
from abovechance.inference.significance.chi_squared import PAPERS
from abovechance.inference.significance.methods import COUNTING, METHODS

RNG = np.random.default_rng(11)
SIZE = 150
TRUTH = {k: RNG.integers(0, k, SIZE) for k in (2, 3)}
ANSWERS = {
    k: {
        name: np.where(RNG.random(SIZE) < skill, TRUTH[k], RNG.integers(0, k, SIZE))
        for name, skill in (("A", 0.7), ("B", 0.4))
    }
    for k in (2, 3)
}
WEIGHTS = RNG.lognormal(size=SIZE)
SCALES = (1e-3, 1000.0, 3.7)


def tables(classes, weights=WEIGHTS, **options):
    return ac.Tables.from_labels(TRUTH[classes], ANSWERS[classes]["A"], weights=weights, **options)


def numbers(result, names=("value", "low", "high", "se", "n")):
    columns = [np.asarray(getattr(result, name), dtype=float) for name in names]
    return np.array(np.broadcast_arrays(*columns))


def same(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("scale", SCALES)
def test_the_scale_of_weights_changes_no_value_and_no_interval(classes, scale):
    found, other = (ac.interval(tables(classes, factor * WEIGHTS), seed=1) for factor in (1.0, scale))
    for key, result in found.items():
        factor = 1.0
        if ac.measure(key).kind == "count" and "scale" not in ac.measure(key).invariant:
            factor = scale**2 if key == "mirkin" else scale
        same(
            numbers(result) * np.array([factor] * 4 + [1]).reshape(-1, *[1] * np.ndim(result.value)),
            numbers(other[key]),
        )
        assert np.array_equal(result.warning, other[key].warning), key


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("scale", [1.0, *SCALES])
def test_equal_weights_are_none(classes, scale):
    found = ac.interval(tables(classes, None), seed=1)
    other = ac.interval(tables(classes, np.full(SIZE, scale)), seed=1)
    for key, result in found.items():
        if ac.measure(key).kind != "count":
            same(numbers(result), numbers(other[key]))
            assert np.array_equal(result.warning, other[key].warning), key


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("sampling", ["items", "classes"])
@pytest.mark.parametrize("key", ["informedness", "accuracy", "recall", "f1", "odds_ratio", "tetrachoric"])
def test_the_scale_changes_no_method(key, sampling, scale):
    m = ac.measure(key)
    for method in applicable(m, 2, sampling):
        found, other = (
            ac.interval(
                tables(2, factor * WEIGHTS), m, method=method, sampling=sampling, seed=1, replicates=99
            )
            for factor in (1.0, scale)
        )
        same(numbers(found), numbers(other))


OF_TWO = {*mcnemar.TESTS, "boschloo", "barnard", "yates", *(x for x in PAPERS if "_plus_" in x)}


@pytest.mark.parametrize(
    ("method", "classes"), [(name, k) for name in METHODS for k in (2, 3) if k == 2 or name not in OF_TWO]
)
def test_the_scale_changes_no_test(method, classes):
    names = ("statistic", "p_value")
    found = numbers(ac.test(tables(classes), method=method, seed=1), names)
    for scale in SCALES:
        same(found, numbers(ac.test(tables(classes, scale * WEIGHTS), method=method, seed=1), names))
    plain = ac.test(tables(classes, None), method=method, seed=1)
    equal = ac.test(tables(classes, np.full(SIZE, 3.7)), method=method, seed=1)
    same(numbers(plain, names), numbers(equal, names))
    assert plain.reason == equal.reason
    if method in COUNTING:
        assert "weights" in ac.test(tables(classes), method=method).reason
    elif method != "residual" or classes > 2:
        assert np.isfinite(found).all()


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("key", ["informedness", "accuracy", "cohen_kappa", "balanced_accuracy", "mcc"])
def test_the_scale_changes_no_comparison(key, classes):
    names = ("difference", "low", "high", "p_value")

    def paired(weights):
        return ac.compare(TRUTH[classes], ANSWERS[classes], key, weights=weights, seed=1, replicates=199)

    def unpaired(weights):
        pair = [ac.Tables.from_labels(TRUTH[classes], x, weights=weights) for x in ANSWERS[classes].values()]
        return ac.compare_tables(*pair, key)

    for compared in (paired, unpaired):
        found = numbers(compared(WEIGHTS), names)
        assert np.isfinite(found).all()
        for scale in SCALES:
            same(found, numbers(compared(scale * WEIGHTS), names))
        plain = compared(None)
        equal = compared(np.full(SIZE, 3.7))
        same(numbers(plain, names), numbers(equal, names))
        assert plain.verdict == equal.verdict
        assert plain.pairs[0].method == equal.pairs[0].method


@pytest.mark.parametrize("key", ["informedness", "accuracy", "cohen_kappa"])
@pytest.mark.parametrize("method", ["cluster_delta", "cluster_bootstrap"])
def test_the_scale_changes_no_interval_of_clusters(key, method):
    def found(weights):
        clusters = tables(3, weights, by=np.arange(SIZE) % 30)
        return numbers(cluster_interval(clusters, key, method=method, seed=1, replicates=99))

    for scale in SCALES:
        same(found(WEIGHTS), found(scale * WEIGHTS))
    same(found(None), found(np.full(SIZE, 3.7)))


def test_the_scale_changes_no_reading():
    rows = [ac.evaluate(tables(3, scale * WEIGHTS)) for scale in (1.0, *SCALES)]
    for other in rows[1:]:
        assert other.verdict == rows[0].verdict
        assert [x.code for x in other.findings] == [x.code for x in rows[0].findings]
        for one, two in zip(rows[0].estimates, other.estimates, strict=True):
            same([one.value, one.low, one.high], [two.value, two.low, two.high])
    assert all(row.low is not None for row in rows[0].estimates if row.measure == "informedness")


def test_a_lazy_frame_gives_the_same_interval():
    items = {"y": TRUTH[2], "p": ANSWERS[2]["A"], "w": WEIGHTS}
    lazy = ac.Tables.from_frame(pl.LazyFrame(items), truth="y", prediction="p", weights="w")
    same(numbers(ac.interval(lazy, "informedness")), numbers(ac.interval(tables(2), "informedness")))


# What weights are worth -----------------------------------------------------------------------


def test_a_proportion_has_the_variance_of_a_weighted_mean():
    """Cochran's ratio estimator: Σw²(x − p)²/(Σw)², where cells have many items."""
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 20_000)
    right = rng.random(20_000) < 0.8
    weights = np.where(right, 1.0, 3.0) * rng.lognormal(size=20_000)
    t = ac.Tables.from_labels(truth, np.where(right, truth, 1 - truth), weights=weights)
    share = (weights * right).sum() / weights.sum()
    se = np.sqrt((weights**2 * (right - share) ** 2).sum()) / weights.sum()
    found = ac.interval(t, "accuracy")
    assert found.value == pytest.approx(share)
    assert found.se == pytest.approx(se, rel=0.02)
    assert found.high - found.low == pytest.approx(2 * 1.96 * se, rel=0.02)


@pytest.mark.parametrize("key", ["informedness", "recall", "odds_ratio", "fallout"])
def test_weights_by_class_change_nothing_that_ignores_prevalence(key):
    plain = tables(2, None)
    found = numbers(ac.interval(plain, key))
    for prevalence in (0.02, 0.5, 0.9):
        same(found[:4], numbers(ac.interval(plain.at_prevalence(prevalence), key))[:4])
    by_class = ac.interval(tables(2, np.where(TRUTH[2] == 1, 10.0, 1.0)), key)
    same(found[:4], numbers(by_class)[:4])


@pytest.mark.parametrize("key", ["markedness", "precision", "odds_ratio"])
def test_weights_by_label_change_nothing_that_ignores_bias(key):
    by_label = ac.interval(tables(2, np.where(ANSWERS[2]["A"] == 1, 10.0, 1.0)), key)
    same(numbers(ac.interval(tables(2, None), key))[:4], numbers(by_label)[:4])


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("method", ["pearson", "g_squared", "n_minus_1", "fisher"])
def test_weights_by_class_and_label_change_no_test_of_association(method, classes):
    weights = np.array([1.0, 4.0, 0.3])[TRUTH[classes]] * np.array([2.0, 1.0, 7.0])[ANSWERS[classes]["A"]]
    found, plain = (ac.test(tables(classes, w), method=method, seed=1).p_value for w in (weights, None))
    assert found == pytest.approx(plain, rel=1e-6)


def test_few_items_take_the_weight_that_is_usual():
    """A miss that would weigh much is reckoned with though none was seen."""
    counts, squares = np.array([[8.0, 0.0], [80.0, 10.0]]), np.array([[8.0, 0.0], [80.0, 100.0]])
    found = mean_weights(counts, squares)
    assert found[0, 1] == pytest.approx(10, rel=1e-3)
    assert found[0, 0] == pytest.approx(1, rel=1e-3)
    t = ac.Tables.from_counts(counts, squares=squares)
    light = ac.Tables.from_counts(counts, squares=counts)
    assert ac.interval(t, "inverse_recall").low < ac.interval(light, "inverse_recall").low - 0.2


def test_design_effects_of_equal_weights_are_one():
    t = tables(3, np.full(SIZE, 2.0))
    for key in ("informedness", "accuracy", "cohen_kappa"):
        assert design_effect(ac.measure(key), t) == pytest.approx(2.0)
        assert effective_tables(ac.measure(key), t).counts.tolist() == tables(3, None).counts.tolist()


def test_tables_of_weights_without_squares_say_so():
    lost = ac.Tables.from_counts([[10.5, 3], [2, 9]])
    assert "without their squares" in ac.interval(lost, "informedness").warning
    assert "without their squares" in ac.test(lost).reason
    assert "without their squares" in ac.compare_tables(lost, lost).verdict
    assert "without their squares" in ac.evaluate(lost).estimates[0].warning


def test_errors_that_weigh_alike_both_ways_are_tested_by_the_variance_of_their_weights():
    counts, squares = np.array([[50.0, 30.0], [12.0, 40.0]]), np.array([[90.0, 80.0], [40.0, 70.0]])
    found = ac.test(ac.Tables.from_counts(counts, squares=squares), method="mcnemar")
    assert found.statistic == pytest.approx((30 - 12) ** 2 / (80 + 40), rel=0.05)


SAMPLES = 400


def drawn(rng, weigh, informed, size=150):
    truth = rng.integers(0, 2, (SAMPLES, size))
    answers = np.where(rng.random(truth.shape) < informed, truth, rng.integers(0, 2, truth.shape))
    weights = weigh(rng, truth)
    cells = 4 * np.arange(SAMPLES)[:, None] + 2 * truth + answers
    counts, squares = (
        np.bincount(cells.ravel(), x.ravel(), 4 * SAMPLES).reshape(-1, 2, 2) for x in (weights, weights**2)
    )
    return ac.Tables.from_counts(counts, squares=squares)


WEIGHINGS = {
    "at random": lambda rng, truth: rng.lognormal(size=truth.shape),
    "by class": lambda rng, truth: np.where(truth == 1, 10.0, 1.0) * rng.lognormal(0, 0.5, truth.shape),
}


@pytest.mark.parametrize("weighing", WEIGHINGS)
def test_intervals_of_weighted_items_hold_their_level(weighing):
    t = drawn(np.random.default_rng(1), WEIGHINGS[weighing], 0.6)
    for key, truth in (("informedness", 0.6), ("recall", 0.8), ("accuracy", 0.8)):
        found = ac.interval(t, key)
        share = ((found.low <= truth) & (truth <= found.high)).mean()
        assert 0.92 < share < 0.99, key
    unaware = ac.interval(ac.Tables(t.counts * 150 / t.total.mean(), t.labels, axes=t.axes), "recall")
    assert ((unaware.low <= 0.8) & (unaware.high >= 0.8)).mean() < 0.92


@pytest.mark.parametrize("weighing", WEIGHINGS)
def test_tests_of_weighted_items_hold_their_level(weighing):
    t = drawn(np.random.default_rng(2), WEIGHINGS[weighing], 0.0)
    assert 0.02 < (ac.test(t).p_value < 0.05).mean() < 0.08
