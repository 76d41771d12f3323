"""Sums of differences, each taken in its own quick way, are those of the matrix of all differences."""

import itertools

import numpy as np
import pytest

from abovechance import Ratings
from abovechance.raters.ratings.category_distance import Kernel
from abovechance.raters.ratings.profiles import Looked
from abovechance.raters.ratings.weights import KINDS, weighting

NAMES = [key for key in KINDS if key != "krippendorff_ordinal"]


def some_ratings(rng, categories, items=40, raters=4):
    values = rng.choice(categories, (items, raters)).astype(object)
    values[rng.random(values.shape) < 0.2] = None
    return Ratings.from_wide(values, categories=categories)


@pytest.mark.parametrize("name", NAMES)
def test_both_ways_of_seeing_items_give_the_sums_over_pairs(name):
    rng = np.random.default_rng(8)
    ratings = some_ratings(rng, [0, 1, 2, 5, 9])
    weights = weighting(name, ratings.categories)
    cost = weights.disagreements()
    by_hand = [sum(cost[k, m] for k, m in itertools.permutations(row[row >= 0], 2)) for row in ratings.codes]
    looked = Looked(ratings.codes, len(ratings.categories), ratings.frequencies)
    profiles = ratings.units
    assert len(profiles.times) < ratings.n_items
    for units in (profiles, looked):
        np.testing.assert_allclose(units.expand(weights.difference.within(units)), by_hand, atol=1e-12)
        np.testing.assert_allclose(units.expand(units.given), ratings.ratings_of_items)
        np.testing.assert_allclose(units.totals(units.given), ratings.ratings_of_items @ ratings.counts)
    totals = rng.integers(0, 50, 5).astype(float)
    np.testing.assert_allclose(weights.difference.spread(totals), cost @ totals, rtol=1e-12)


def test_rows_of_full_agreement_have_no_differences_at_all():
    ratings = Ratings.from_wide(np.repeat(np.random.default_rng(1).random((90, 1)), 3, axis=1))
    assert isinstance(ratings.units, Looked)
    for name in ("identity", "linear", "ratio"):
        assert not weighting(name, ratings.categories).difference.within(ratings.units).any()
    assert weighting("interval", ratings.categories).difference.within(ratings.units).max() < 1e-30


@pytest.mark.parametrize(
    "values",
    [
        lambda rng: rng.lognormal(0, 3, 3000),
        lambda rng: 100 + 1e-3 * rng.random(3000),
        lambda rng: np.append(0.0, rng.integers(1, 10**6, 4000)),
        lambda rng: rng.lognormal(0, 100, 1500),
    ],
    ids=["wide", "narrow", "with 0", "enormous"],
)
def test_ratio_differences_of_many_values_are_exact(values):
    rng = np.random.default_rng(2)
    found = weighting("ratio", np.unique(values(rng)).tolist()).difference
    totals = rng.integers(0, 9, len(found.values)).astype(float)
    quick, slow = found.spread(totals), Kernel.spread(found, totals)
    assert quick @ totals == pytest.approx(slow @ totals, rel=1e-13)
    np.testing.assert_allclose(quick, slow, atol=1e-13 * slow.max())


def test_ratio_differences_at_the_nodes_themselves():
    # 1001 equal values but for one: both ends of the only box are met
    found = weighting("ratio", np.linspace(1, np.e, 1001).tolist()).difference
    totals = np.ones(1001)
    np.testing.assert_allclose(found.spread(totals), Kernel.spread(found, totals), rtol=1e-12)
