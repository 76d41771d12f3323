"""Means over the pairs of a rater: written out, and as parts of the coefficients that are means over all pairs."""

import itertools

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import estimate
from abovechance.raters.ratings.shared_items import kappas_with_others
from abovechance.raters.ratings.weights import weighting


def sparse(seed, raters=12, items=60, most=4):
    """Each item is rated by two raters to four of many, right with a probability of 0.6."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 4, items)
    codes = np.where(rng.random((items, raters)) < 0.6, truth[:, None], rng.integers(1, 4, (items, raters)))
    given = np.array([rng.permutation(raters) < k for k in rng.integers(2, most + 1, items)])
    return np.where(given, codes.astype(float), np.nan)


def met(codes):
    """How many ratings of others each rater's ratings are met by."""
    there = ~np.isnan(codes)
    return (there * (there.sum(axis=1, keepdims=True) - 1)).sum(axis=0)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
@pytest.mark.parametrize("seed", range(4))
def test_the_mean_over_raters_is_lights_kappa(seed, weights):
    codes = sparse(seed)
    ratings = Ratings.from_wide(codes)
    kappas = kappas_with_others(ratings, weighting(weights, ratings.categories))
    expected = estimate(ratings, "light_kappa", weights).value
    assert np.average(kappas, weights=met(codes)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_the_mean_over_raters_is_that_of_informedness_and_markedness(seed):
    """Each two raters are the truth in turn: so is the mean of both coefficients."""
    codes = sparse(seed)
    found = ac.diagnose_agreement(codes, "krippendorff_alpha")
    both = [ac.agreement(codes, name).value for name in ("informedness", "markedness")]
    for name in ("informedness", "markedness"):
        values = [getattr(row, name) for row in found.raters]
        assert np.average(values, weights=met(codes)) == pytest.approx(np.mean(both), rel=1e-12)
    agreed = np.average([row.agreement for row in found.raters], weights=met(codes))
    assert agreed == pytest.approx(estimate(Ratings.from_wide(codes), "light_kappa").observed, rel=1e-12)


def test_kappa_written_out():
    codes = sparse(7)
    found = ac.diagnose_agreement(codes)
    use = [np.array([np.mean(x[~np.isnan(x)] == k) for k in (1, 2, 3)]) for x in codes.T]
    lost, shared = np.zeros(codes.shape[1]), np.zeros(codes.shape[1])
    for g, h in itertools.permutations(range(codes.shape[1]), 2):
        both = ~np.isnan(codes[:, g] + codes[:, h])
        lost[g] += np.sum(codes[both, g] != codes[both, h]) / (1 - use[g] @ use[h])
        shared[g] += both.sum()
    assert [row.kappa for row in found.raters] == pytest.approx(1 - lost / shared, rel=1e-12)


def test_informedness_has_the_others_as_the_truth():
    """One rater knows nothing else than a single category: he is informed of nothing, and as truth undefined."""
    found = ac.diagnose_agreement({"ann": [1, 2, 1, 2], "bob": [1, 1, 1, 1], "eve": [1, 2, 2, 2]})
    ann, bob, eve = found.raters
    assert (bob.informedness, bob.kappa) == (0, 0)
    assert np.isnan(bob.markedness)
    assert ann.informedness == pytest.approx(ac.informedness([1, 2, 2, 2], [1, 2, 1, 2]))
    assert eve.markedness == pytest.approx((ac.informedness([1, 2, 2, 2], [1, 2, 1, 2])) / 2)


def test_who_shares_no_item_has_no_mean():
    found = ac.diagnose_agreement([[1, 1, None], [2, 1, None], [2, 2, None], [None, None, 1]])
    alone = found.raters[2]
    assert np.isnan([alone.agreement, alone.kappa, alone.informedness, alone.markedness]).all()
