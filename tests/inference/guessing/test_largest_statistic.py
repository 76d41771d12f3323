"""The largest of correlated, skewed statistics, against SciPy and against draws."""

import numpy as np
import pytest
from scipy import stats

from abovechance.inference.guessing.weighted_hits import beyond_any, normal_score

CORRELATIONS = {
    "independent": np.eye(3),
    "alike": np.array([[1, 0.97, 0.95], [0.97, 1, 0.98], [0.95, 0.98, 1]]),
    "two and one": np.array([[1, 0.9, 0.1], [0.9, 1, 0.3], [0.1, 0.3, 1]]),
    "opposed": np.array([[1, -0.4, -0.2], [-0.4, 1, 0.5], [-0.2, 0.5, 1]]),
}


def tail(limit, correlation, alternative, skewness=(0, 0, 0)):
    return float(beyond_any(np.array([limit]), np.array([skewness]), correlation[None], alternative)[0])


@pytest.mark.parametrize("limit", [0.5, 2.0, 3.5])
@pytest.mark.parametrize("name", CORRELATIONS)
def test_without_skewness_it_is_the_trivariate_normal(name, limit):
    r = CORRELATIONS[name]
    exact = {"abseps": 1e-9, "releps": 1e-9, "maxpts": 1_000_000}
    normal = stats.multivariate_normal
    two = 1 - normal.cdf([limit] * 3, np.zeros(3), r, lower_limit=[-limit] * 3, **exact)
    one = 1 - normal.cdf([limit] * 3, np.zeros(3), r, **exact)
    assert tail(limit, r, "two-sided") == pytest.approx(two, rel=2e-3, abs=1e-7)
    assert tail(limit, r, "greater") == pytest.approx(one, rel=2e-3, abs=1e-7)
    assert tail(limit, r, "less") == pytest.approx(one, rel=2e-3, abs=1e-7)


@pytest.mark.parametrize("limit", [0.0, 1.0, 6.0, 20.0, 37.0])
def test_statistics_that_are_one_count_once(limit):
    same = np.ones((3, 3))
    assert tail(limit, same, "greater") == pytest.approx(stats.norm.sf(limit), rel=1e-12)
    assert tail(limit, same, "two-sided") == pytest.approx(2 * stats.norm.sf(limit), rel=1e-12)


@pytest.mark.parametrize("limit", [1.0, 4.0, 15.0, 30.0])
def test_small_probabilities_keep_their_digits(limit):
    one = stats.norm.sf(limit)
    assert tail(limit, np.eye(3), "greater") == pytest.approx(3 * one - 3 * one**2 + one**3, rel=1e-9)


def test_one_statistic_of_a_skewed_kind_is_pearsons_type_iii():
    for skewness, limit in ((0.7, 2.1), (-0.6, 1.2), (0.05, 3.0), (2.0, 4.0), (0.0, 2.5)):
        found = beyond_any(np.array([limit]), np.array([[skewness]]), np.ones((1, 1, 1)), "greater")
        assert found[0] == pytest.approx(stats.pearson3.sf(limit, skewness), rel=1e-9)
        below = beyond_any(np.array([limit]), np.array([[-skewness]]), np.ones((1, 1, 1)), "less")
        assert below[0] == pytest.approx(found[0], rel=1e-12), "less is greater, mirrored"


def test_a_shortened_tail_does_not_end():
    """A gamma distribution of skewness −2 ends one deviation above its mean."""
    found = beyond_any(np.array([3.0]), np.array([[-2.0]]), np.ones((1, 1, 1)), "greater")
    assert 0 < found[0] < stats.norm.sf(3.0)


def test_skewed_statistics_together_against_draws():
    rng = np.random.default_rng(1)
    r, skewness = CORRELATIONS["two and one"], np.array([0.9, 0.4, -0.3])
    normal = rng.multivariate_normal(np.zeros(3), r, size=400_000)
    for limit in (1.5, 2.5):
        edges = normal_score(np.full(3, limit), skewness), normal_score(np.full(3, -limit), skewness)
        outside = ((normal > edges[0]) | (normal < edges[1])).any(1).mean()
        assert tail(limit, r, "two-sided", skewness) == pytest.approx(outside, rel=0.02)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_it_falls_with_the_limit_and_a_batch_is_its_members(alternative):
    limits = np.linspace(0, 8, 30_000)
    r = np.broadcast_to(CORRELATIONS["opposed"], (len(limits), 3, 3))
    skewness = np.broadcast_to([0.5, -0.2, 1.0], (len(limits), 3))
    whole = beyond_any(limits, skewness, r, alternative)
    assert np.all(np.diff(whole) < 1e-12)
    assert whole[12_345] == beyond_any(limits[12_345:12_346], skewness[:1], r[:1], alternative)[0]
