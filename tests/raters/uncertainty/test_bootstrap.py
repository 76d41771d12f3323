"""The bootstrap over items: patterns stand for their items, and the spread is that of resampled items."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.resampling.bootstrap import CHUNK, acceleration
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import declared, estimate, is_usable, weights_for
from abovechance.raters.uncertainty.resampling import drawn_values, patterns
from tests.raters.data import RAW_4_RATERS, anaesthetists, fleiss_1971

GRADES = Ratings.from_wide(anaesthetists())
KEYS = [c.key for c in declared() if is_usable(GRADES, c, "identity")]


def drawn(ratings, key, replicates=200, seed=1):
    chosen = next(c for c in declared() if c.key == key)
    weights = weights_for(ratings, chosen, "identity")
    return drawn_values(ratings, chosen, weights, replicates=replicates, seed=seed)


@pytest.mark.parametrize("key", KEYS)
def test_patterns_have_the_value_of_their_items(key):
    chosen = next(c for c in declared() if c.key == key)
    shapes = patterns(GRADES, who=chosen.who)
    assert shapes.n_items < GRADES.n_items
    assert shapes.frequencies.sum() == GRADES.n_items
    weights = weights_for(GRADES, chosen, "identity")
    assert chosen.function(shapes, weights).value == pytest.approx(estimate(GRADES, key).value, rel=1e-12)


def test_unrated_items_are_no_part_of_the_sample():
    ratings = Ratings.from_wide([*RAW_4_RATERS, [None] * 4])
    for who in (True, False):
        assert patterns(ratings, who=who).frequencies.sum() == 12


def test_many_raters_and_categories_are_told_apart_too():
    """Rows that do not fit into one number: 3⁴⁰ is more than 2⁶²."""
    codes = np.zeros((5, 40), dtype=np.int8)
    codes[1, 39] = codes[3, 39] = 1
    shapes = patterns(Ratings(codes, ("a", "b"), range(5), tuple(range(40))), who=True)
    assert sorted(shapes.frequencies) == [2, 3]


def test_draws_are_samples_of_items_with_replacement():
    """The spread of the draws is that of estimates of resampled rows, within its Monte Carlo error."""
    rng = np.random.default_rng(2)
    rows = rng.integers(45, size=(400, 45))
    by_rows = [estimate(GRADES.take_items(row), "fleiss_kappa").value for row in rows]
    values = drawn(GRADES, "fleiss_kappa", 1000)
    assert values.mean() == pytest.approx(np.mean(by_rows), abs=4 * np.std(by_rows) / 20)
    assert values.std() == pytest.approx(np.std(by_rows), rel=0.15)


def test_the_same_seed_gives_the_same_draws_however_many_there_are():
    few, many = drawn(GRADES, "gwet_ac", 10), drawn(GRADES, "gwet_ac", CHUNK + 10)
    assert np.array_equal(few, many[:10])
    assert not np.array_equal(many[:10], many[CHUNK:])


@pytest.mark.parametrize("method", ["bootstrap", "bca"])
def test_bounds_lie_around_the_value(method):
    found = ac.agreement(GRADES, "krippendorff_alpha", method=method, replicates=400, seed=1)
    delta = ac.agreement(GRADES, "krippendorff_alpha")
    assert found.low < found.value < found.high
    assert found.se == pytest.approx(delta.se, rel=0.2)
    again = ac.agreement(GRADES, "krippendorff_alpha", method=method, replicates=400, seed=1)
    assert (found.low, found.high) == (again.low, again.high)


def test_acceleration_of_a_proportion():
    """For x of n agreeing pairs it is (1-2p)/(6·sqrt(n·p·(1-p))), as Efron (1987) has for a binomial."""
    ratings = Ratings.from_wide([[1, 1]] * 16 + [[1, 2]] * 4)
    p = 16 / 20
    expected = (1 - 2 * p) / (6 * np.sqrt(20 * p * (1 - p)))
    found = estimate(ratings, "percent_agreement")
    assert acceleration(-found.influence, ratings.frequencies) == pytest.approx(expected)


def test_counts_can_be_drawn():
    counts, names = fleiss_1971()
    found = ac.agreement(Ratings.from_counts(counts, categories=names), "fleiss_kappa", method="bca", seed=1)
    assert found.low < 0.4302 < found.high
