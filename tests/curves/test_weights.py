"""Curves of weighted items: the scale of weights never matters, and equal weights are none."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.uncertainty.delong import auc_variance
from abovechance.curves.uncertainty.intervals import METHODS
from abovechance.curves.uncertainty.roc_bands import METHODS as BANDS
from abovechance.evaluation.scores.systems import BOUNDED

RNG = np.random.default_rng(4)
SIZE = 90
TRUTH = RNG.integers(0, 2, SIZE)
SCORES = np.round(RNG.normal(size=SIZE) + TRUTH, 1)
WEIGHTS = RNG.lognormal(size=SIZE)
SCALES = (1e-3, 1000.0, 3.7)


def curve(weights=WEIGHTS):
    return ac.Curve.from_scores(TRUTH, SCORES, weights=weights)


def numbers(result):
    return np.array([result.value, result.low, result.high, result.se, result.n], dtype=float)


def same(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("of", ["curve", "items"])
def test_the_scale_changes_no_interval_of_the_auc(method, of):
    def found(weights):
        options = {"method": method, "seed": 1, "replicates": 99}
        if of == "curve":
            return ac.curves.auc_interval(curve(weights), **options)
        return ac.curves.auc_interval(TRUTH, SCORES, weights=weights, **options)

    for scale in SCALES:
        same(numbers(found(WEIGHTS)), numbers(found(scale * WEIGHTS)))
    plain, equal = found(None), found(np.full(SIZE, 1000.0))
    assert plain.n == equal.n == SIZE
    assert plain.warning == equal.warning
    if of == "curve" or method not in ("bca", "percentile"):
        same(numbers(plain), numbers(equal))


def test_a_curve_and_its_items_have_nearly_the_same_interval():
    """Only the number of items, which the curve does not know, corrects the bias of the variance."""
    for method in ("logit_adjusted", "delong", "newcombe", "conservative"):
        of_curve = numbers(ac.curves.auc_interval(curve(), method=method))[:4]
        of_items = numbers(ac.curves.auc_interval(TRUTH, SCORES, weights=WEIGHTS, method=method))[:4]
        np.testing.assert_allclose(of_curve, of_items, rtol=0.02)


def test_the_variance_is_the_sum_of_squared_influences():
    """One item at a time: its weight's share times how far its placement is from the AUC."""
    positive, negative = (np.flatnonzero(k == TRUTH) for k in (1, 0))
    above = (SCORES[positive][:, None] > SCORES[negative]) + 0.5 * (
        SCORES[positive][:, None] == SCORES[negative]
    )
    p, n = WEIGHTS[positive], WEIGHTS[negative]
    auc = p @ above @ n / (p.sum() * n.sum())
    expected = 0.0
    for weights, placed in ((p, above @ n / n.sum()), (n, p @ above / p.sum())):
        worth = weights.sum() ** 2 / (weights**2).sum()
        expected += (weights**2 * (placed - auc) ** 2).sum() / weights.sum() ** 2 * worth / (worth - 1)
    assert curve().auc == pytest.approx(auc)
    assert auc_variance(curve()) == pytest.approx(expected)


@pytest.mark.parametrize("name", BOUNDED)
def test_the_scale_changes_no_interval_of_a_summary(name):
    def found(weights):
        return numbers(ac.curves.interval(curve(weights), name, seed=1, replicates=60))

    for scale in SCALES:
        same(found(WEIGHTS), found(scale * WEIGHTS))
    same(found(None), found(np.full(SIZE, 3.7)))


def test_the_scale_changes_no_interval_of_thresholds():
    names = ("tpr_low", "tpr_high", "fpr_low", "fpr_high")

    def found(weights):
        intervals = ac.curves.threshold_intervals(curve(weights))
        return np.array([getattr(intervals, name) for name in names])

    for scale in SCALES:
        same(found(WEIGHTS), found(scale * WEIGHTS))
    same(found(None), found(np.full(SIZE, 1000.0)))
    assert (found(WEIGHTS)[1] - found(WEIGHTS)[0]).mean() > (found(None)[1] - found(None)[0]).mean()


@pytest.mark.parametrize("method", BANDS)
def test_the_scale_changes_no_band(method):
    def found(weights):
        band = ac.curves.band(curve(weights), method=method, seed=1, replicates=60)
        return np.array([band.low, band.high])

    for scale in SCALES:
        same(found(WEIGHTS), found(scale * WEIGHTS))
    same(found(None), found(np.full(SIZE, 3.7)))


@pytest.mark.parametrize("criterion", ["informedness", "mcc", "accuracy", "cost"])
def test_the_scale_changes_no_operating_point(criterion):
    def found(weights, prevalence=None):
        point = ac.curves.operating_point(curve(weights), criterion, prevalence=prevalence)
        bounds = point.intervals(level=0.9, seed=1)
        return np.array([[x.value, x.low, x.high] for x in bounds.values()]), point.threshold

    for prevalence in (None, 0.1):
        values, threshold = found(WEIGHTS, prevalence)
        for scale in SCALES:
            others, there = found(scale * WEIGHTS, prevalence)
            same(values, others)
            assert there == threshold
        same(found(None, prevalence)[0], found(np.full(SIZE, 1000.0), prevalence)[0])


def test_weighted_areas_are_covered():
    rng = np.random.default_rng(6)
    truth = rng.normal(size=200_000)
    area = (truth[:100_000] + 1 > truth[100_000:]).mean()
    held = []
    for _ in range(300):
        real = rng.integers(0, 2, 120)
        found = ac.Curve.from_scores(real, rng.normal(size=120) + real, weights=rng.lognormal(size=120))
        bounds = ac.curves.auc_interval(found)
        held.append(bounds.low <= area <= bounds.high)
    assert 0.91 < np.mean(held) < 0.99
