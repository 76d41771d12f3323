"""Bands: what they are made of, written out, and that they hold the true curve as often as they say."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr, ndtri

import abovechance as ac
from abovechance.curves.uncertainty.roc_bands import METHODS, _thinned

band = ac.curves.band


@pytest.fixture(scope="module")
def curve():
    rng = np.random.default_rng(1)
    truth = np.arange(150) < 60
    return ac.Curve.from_scores(truth, rng.normal(size=150) + 1.2 * truth, positive=True)


@pytest.mark.parametrize("method", METHODS)
def test_a_band_holds_its_curve_and_stays_in_the_square(curve, method):
    found = band(curve, method=method, replicates=100, seed=1)
    assert (found.fpr[0], found.fpr[-1]) == (0, 1)
    assert ((found.low >= 0) & (found.high <= 1) & (found.low <= found.high)).all()
    assert (np.diff(found.low) >= 0).all()
    assert (np.diff(found.high) >= 0).all()
    if method != "working_hotelling":  # a smooth band need not hold every step
        low, high = found.at(curve.fpr)
        assert (low <= curve.tpr + 1e-12).all()
        assert (curve.tpr <= high + 1e-12).all()


@pytest.mark.parametrize("method", METHODS)
def test_more_confidence_is_a_wider_band(curve, method):
    widths = [band(curve, method=method, level=x, replicates=300, seed=1).width for x in (0.5, 0.9, 0.99)]
    assert widths == sorted(widths)
    assert widths[0] < widths[2]


def test_joint_regions_by_their_definition(curve):
    """The lowest and the highest point whose rectangle reaches a place."""
    found = band(curve, method="joint_regions")
    up, across = (stats.kstwo.ppf(math.sqrt(0.95), n) for n in (60, 90))
    for x, low, high in zip(found.fpr, found.low, found.high, strict=True):
        near = abs(curve.fpr - x) <= across + 1e-12
        assert low == pytest.approx(max(curve.tpr[near].min() - up, 0), abs=1e-12)
        assert high == pytest.approx(min(curve.tpr[near].max() + up, 1), abs=1e-12)


def test_working_and_hotelling_from_moments(curve):
    """Intercept and slope of normal scores, and the variances of both by the delta method."""
    scores = [np.repeat(curve.thresholds[1:], np.diff(x)) for x in (curve.tp, curve.fp)]
    a = (scores[0].mean() - scores[1].mean()) / scores[0].std()
    b = scores[1].std() / scores[0].std()
    z = ndtri(0.3)
    # a = (μ₁ - μ₀)/σ₁, b = σ₀/σ₁; var(μ) = σ²/n, var(σ) = σ²/2n
    gradient = np.array([[1, b, a], [0, 0, b]])  # by μ₁/σ₁, μ₀/σ₀, ln σ₁ (a sign does not matter)
    covariance = gradient @ np.diag([1 / 60, 1 / 90, 1 / 120]) @ gradient.T
    covariance[1, 1] += b**2 / 180  # ln σ₀
    wide = math.sqrt(2 * stats.f.ppf(0.95, 2, 148)) * math.sqrt(np.array([1, z]) @ covariance @ [1, z])
    low, high = band(curve, method="wh").at(0.3)
    place = np.searchsorted(band(curve, method="wh").fpr, 0.3)
    assert band(curve, method="wh").fpr[place] == pytest.approx(0.3)
    assert (low, high) == pytest.approx((ndtr(a + b * z - wide), ndtr(a + b * z + wide)), rel=1e-9)


def test_fixed_width_is_the_curve_moved(curve):
    """The band is one distance wide along the slope -√(N/P)."""
    found = band(curve, method="campbell", replicates=200, seed=3)
    x, y = 0.3, float(found.at(0.3)[1])
    down, right = 1 / math.sqrt(60), 1 / math.sqrt(90)
    # walk from the upper bound along the direction till the curve, and as far again till the lower bound
    steps = np.linspace(0, 4, 40001)
    points = x + steps * right, y - steps * down
    first = steps[np.argmax(points[1] <= np.interp(points[0], curve.fpr, curve.tpr))]
    second = steps[np.argmax(points[1] <= found.at(points[0])[0])]
    assert second == pytest.approx(2 * first, abs=0.2)


def test_the_true_curve_is_held():
    rng = np.random.default_rng(5)
    truth, held = np.arange(200) < 100, dict.fromkeys(METHODS, 0)
    for _ in range(40):
        drawn = ac.Curve.from_scores(truth, rng.normal(size=200) + truth, positive=True)
        for method in METHODS:
            found = band(drawn, method=method, replicates=40, seed=1)
            real = ndtr(1 + ndtri(found.fpr))
            held[method] += bool((found.low <= real).all() and (real <= found.high).all())
    # 95 % of 40 is 38; less than 33 happen once in 600 times
    assert min(held.values()) >= 33


def test_no_overlap_leaves_a_doubt():
    """A share of 3/20 of either class would be missed by twenty items in one of twenty samples, e⁻³."""
    found = band(ac.Curve.from_scores([0] * 20 + [1] * 20, range(40)), seed=1)
    assert found.method == "fixed_width"
    share = -math.log(0.05) / 20
    assert found.at(0.0)[0] == 0
    assert found.at(0.9)[0] == pytest.approx(1 - share)
    assert (found.high == 1).all()


def test_undefined_has_a_reason():
    assert band(ac.Curve.from_scores([1, 1], [1, 2], positive=1)).reason == "every item is really 1"
    constant = ac.Curve.from_scores([0, 1, 0, 1], [3, 3, 3, 3])
    assert "all scores are equal" in band(constant, method="binormal").reason
    assert "equal scores only" in band(ac.Curve.from_scores([0, 0, 1, 1], [1, 2, 3, 3]), method="wh").reason
    assert not np.isnan(band(constant).low).any()


def test_many_thresholds_are_thinned_to_exact_points():
    rng = np.random.default_rng(2)
    truth = rng.random(20_000) < 0.3
    full = ac.Curve.from_scores(truth, rng.normal(size=20_000) + truth, positive=True)
    thin = _thinned(full)
    assert len(thin.tp) <= 4096
    assert thin.auc == pytest.approx(full.auc, abs=1e-4)
    assert set(zip(thin.fp.tolist(), thin.tp.tolist(), strict=True)) <= set(
        zip(full.fp.tolist(), full.tp.tolist(), strict=True)
    )
    assert band(full, replicates=50, seed=1).width < 0.05


def test_rectangles_are_wilsons(curve):
    found = ac.curves.threshold_intervals(curve, level=0.9)
    z = ndtri((1 + math.sqrt(0.9)) / 2)
    for name, rate, n in (("tpr", curve.tpr, 60), ("fpr", curve.fpr, 90)):
        for edge in ("low", "high"):
            bound = getattr(found, f"{name}_{edge}")
            np.testing.assert_allclose(abs(rate - bound), z * np.sqrt(bound * (1 - bound) / n), atol=1e-12)
    assert found.to_frame("polars").shape == (len(curve.tp), 7)


def test_results_as_plain_data(curve):
    found = band(curve, method="ks")
    assert found.to_dict()["method"] == "kolmogorov_smirnov"
    assert found.to_frame("polars")["low"].to_list() == found.to_dict()["low"]
    assert repr(found).startswith("95 % band of a ROC curve (kolmogorov_smirnov), mean width 0.")


def test_unknown_bands_are_told_the_nearest(curve):
    with pytest.raises(ac.InputError, match="did you mean 'working_hotelling'"):
        band(curve, method="working_hoteling")


def test_a_band_ends_where_the_curve_does():
    found = ac.curves.band(ac.Curve.from_scores([0] * 20 + [1] * 20, range(40)), seed=1)
    for place in (2, [0.5, -0.1], float("nan")):
        with pytest.raises(ac.InputError, match="fpr must be from 0 to 1, got"):
            found.at(place)
