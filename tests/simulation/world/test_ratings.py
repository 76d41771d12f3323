import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.world.mixture import Mixture
from abovechance.simulation.world.ratings import simulate_ratings

MANY = 60_000


def tables(ratings):
    """Rows the first rater, columns each of the others."""
    codes, k = ratings.codes, len(ratings.categories)
    return [ac.Tables.from_labels(codes[:, 0], column, labels=range(k)) for column in codes[:, 1:].T]


@pytest.mark.parametrize("guess", ["matched", "mismatched", [0.1, 0.2, 0.7]])
def test_each_rater_is_a_mixture(guess):
    """The first knows all, so it is the truth; errors of shares are those of binomial counts."""
    informed, prevalence = [1, 0.8, 0.3, -0.5], (0.6, 0.3, 0.1)
    ratings = simulate_ratings(informed, prevalence, MANY, guess=guess, seed=1)
    for b, table in zip(informed[1:], tables(ratings), strict=True):
        shares = Mixture(b, prevalence, guess if isinstance(guess, str) else tuple(guess)).shares
        assert table.counts / MANY == pytest.approx(shares, abs=4.5 * 0.5 / np.sqrt(MANY))
        expected = b if b > 0 else b / 2
        assert ac.informedness(table) == pytest.approx(expected, abs=0.03)


def test_kappa_of_two_raters_with_matched_guesses_is_the_product_of_their_probabilities():
    """P(k, l) = Σ prev(c)·P(k | c)·P(l | c) = b₁b₂·prev(k)·[k = l] + (1 − b₁b₂)·prev(k)·prev(l)."""
    ratings = simulate_ratings([0.9, 0.7, 0.4], [0.5, 0.3, 0.2], MANY, seed=2)
    for pair, product in {
        ("rater1", "rater2"): 0.63,
        ("rater1", "rater3"): 0.36,
        ("rater2", "rater3"): 0.28,
    }.items():
        assert ac.agreement(ratings.take_raters(pair), "cohen_kappa").value == pytest.approx(
            product, abs=0.02
        )


def test_raters_guess_in_their_own_ways():
    guess = [[0.9, 0.1], [0.2, 0.8]]
    ratings = simulate_ratings([0, 0], [0.5, 0.5], MANY, guess=guess, seed=3)
    used = np.array([(ratings.codes == category).mean(0) for category in (0, 1)]).T
    assert used == pytest.approx(np.array(guess), abs=0.01)
    assert ac.agreement(ratings, "cohen_kappa").value == pytest.approx(0, abs=0.02)


def test_some_ratings_are_missing():
    ratings = simulate_ratings([0.5, 0.5, 0.5], [0.5, 0.5], MANY, missing=[0, 0.1, 0.5], seed=4)
    assert (ratings.codes < 0).mean(0) == pytest.approx([0, 0.1, 0.5], abs=0.01)
    assert ratings.codes.max() == 1


def test_names_and_many_categories():
    ratings = simulate_ratings(1.0, np.full(200, 1 / 200), 5000, raters=["ann"], seed=5)
    assert (ratings.codes.min(), ratings.codes.max()) == (0, 199)
    named = simulate_ratings([1, 1], [0.5, 0.5, 0.0], 50, categories="xyz", raters=["ann", "bob"], seed=5)
    assert (named.categories, named.raters, named.codes.max()) == (("x", "y", "z"), ("ann", "bob"), 1)
    again = simulate_ratings([1, 1], [0.5, 0.5, 0.0], 50, seed=5)
    assert np.array_equal(named.codes, again.codes)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"informed": [0.5, 1.5]}, "informed must be a probability from 0 to 1"),
        ({"informed": [[0.5, 0.5]]}, "informed must be one number for each rater"),
        ({"guess": [[0.5, 0.5]] * 3}, "informed must be one number for each rater"),
        ({"guess": [0.2, 0.3, 0.5]}, "prevalence has 2 classes and guess 3"),
        ({"prevalence": [[0.5, 0.5]]}, "prevalence must be one share for each category"),
        ({"missing": 2}, "missing must be a probability from 0 to 1, got 2"),
        ({"missing": [0, 0, 0]}, "missing must be one number or one for each of 2 raters"),
        ({"categories": "abc"}, "there are 2 categories and 2 raters, but 3 and 2 names"),
        ({"wrong": "odd"}, "wrong must be 'even' or 'prevalent'"),
        ({"n": 0}, "n is how many items there are"),
    ],
)
def test_what_is_no_panel_is_refused(arguments, words):
    with pytest.raises(ac.InputError, match=words):
        simulate_ratings(**({"informed": [0.5, 0.5], "prevalence": [0.5, 0.5], "n": 10} | arguments))
