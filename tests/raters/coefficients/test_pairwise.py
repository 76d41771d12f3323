"""Means over pairs of raters: pairs that have no value do not vanish unnoticed."""

import math
import re

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import estimate

ALWAYS_A = [[x, x, "a"] for x in "abcabc"]
"""The third rater always says "a", so that Markedness and Correlation with the two others are 0/0."""


@pytest.mark.parametrize("name", ["markedness", "correlation"])
def test_no_mean_where_most_pairs_disagree_and_have_no_value(name):
    found = ac.agreement(ALWAYS_A * 5, name)
    assert math.isnan(found.value)
    assert found.reason.startswith(f"2 of 3 pairs of raters disagree but have no {name.title()}")
    assert (found.pairs, found.pairs_used) == (3, 1)


@pytest.mark.parametrize("name", ["markedness", "correlation"])
def test_a_mean_without_some_pairs_warns_and_has_no_bound_of_perfection(name):
    """Four raters agree on everything (6 pairs), the fifth always says "a" (4 pairs)."""
    found = ac.agreement([[row[0]] * 4 + row[2:] for row in ALWAYS_A * 5], name)
    assert found.value == pytest.approx(1)
    assert np.isnan([found.low, found.high]).all()
    assert found.warning.startswith(f"4 of 10 pairs of raters disagree but have no {name.title()}")
    assert found.warning in repr(found)


def test_pairs_that_agree_on_one_category_are_a_note():
    """The third and fourth rater only rated items on which everyone says "a": 0/0, but nobody disagrees."""
    rated = [["a", "a", "a", "a"], ["b", "b", None, None], ["a", "a", "a", "a"], ["b", "b", None, None]]
    found = ac.agreement(rated, "light_kappa")
    assert (found.value, found.pairs, found.pairs_used) == (1, 6, 5)
    assert "no pair of ratings disagrees" in found.warning
    assert "1 of 6 pairs of raters agree on a single category: they have no Light's Kappa" in found.notes


def test_pairs_without_a_common_item_are_a_note():
    rated = [[1, 1, None], [2, 1, None], [2, None, 2], [1, None, 2], [2, 2, None], [1, None, 1]]
    found = ac.agreement(rated, "light_kappa")
    assert "1 of 3 pairs of raters have no item in common and are left out" in found.notes
    assert (found.pairs, found.pairs_used) == (2, 2)


def test_a_value_above_the_observed_agreement_implies_no_level_of_chance():
    """Observed 26/36, and Informedness is 0.7356: the implied (a - v) / (1 - v) would be negative."""
    table = ac.Tables.from_counts([[10, 0, 0], [0, 10, 0], [5, 5, 6]])
    found = ac.agreement(table, "informedness")
    assert found.value == pytest.approx(ac.informedness(table))
    assert found.value > found.observed
    assert found.observed == pytest.approx(26 / 36)
    assert math.isnan(found.chance)
    assert any("implies no level of chance" in note for note in found.notes)


def test_one_category_is_the_reason_for_two_raters_too():
    found = ac.agreement([["a", "a"]] * 3, "cohen_kappa")
    assert found.reason == "all ratings are of one category, so that chance would agree as well"


def test_warnings_of_several_name_their_coefficients():
    found = ac.agreement([[row[0]] * 4 + row[2:] for row in ALWAYS_A * 5])
    assert "Markedness: 4 of 10 pairs" in repr(found)


def test_the_largest_kappa_has_a_level_of_chance_of_its_own():
    rated = [["a", "a", "a"], ["b", "b", "a"], ["c", "c", "b"], ["a", "a", "a"]]
    found = ac.agreement(rated, "kappa_max")
    assert found.value > ac.agreement(rated, "percent_agreement").value
    assert 0 < found.chance < 1
    assert not any("implies no level" in note for note in found.notes)


# Crowds: many raters, few of whom rated the same item -------------------------------------------

MEANS = ["light_kappa", "informedness", "markedness", "correlation"]
RATERS, EACH = 25, 4


def crowd(rng, n, *, prevalence=(0.8, 0.2), skill=(0.3, 0.7), raters=RATERS):
    """Raters who know some items and guess the others, each with a bias of their own.

    Returns the chance of each rater to give a category to an item of a class, and the ratings of n items,
    each by four of the raters.
    """
    size = len(prevalence)
    knows = rng.uniform(*skill, raters)[:, None, None]
    gives = knows * np.eye(size) + (1 - knows) * rng.dirichlet(10 * np.array(prevalence), raters)[:, None, :]

    def rated():
        real = rng.choice(size, n, p=prevalence)
        codes = (rng.random((n, raters, 1)) > gives[:, real].swapaxes(0, 1).cumsum(axis=2)).sum(axis=2)
        asked = np.argsort(rng.random((n, raters)), axis=1) < EACH
        return Ratings(
            np.where(asked, codes, -1).astype(np.int8), tuple("abcde"[:size]), range(n), tuple(range(raters))
        )

    return gives, rated


def true_means(gives, prevalence):
    """The means over all pairs of raters of the measures of their tables, had they rated everything."""
    tables = np.einsum("t,gtk,htl->ghkl", prevalence, gives, gives)[np.triu_indices(len(gives), 1)]
    tables = ac.Tables.from_counts(tables)
    return {key: float(np.mean(ac.measure(key.replace("light", "cohen"))(tables))) for key in MEANS}


def test_pairs_that_share_two_items_are_right_on_average():
    """100 items: two raters share two of them on average. 0.13 of 0.28 would be lost with their margins."""
    rng = np.random.default_rng(7)
    gives, rated = crowd(rng, 100)
    found = [ac.agreement(rated(), MEANS) for _ in range(24)]
    covered = []
    for key, value in true_means(gives, (0.8, 0.2)).items():
        values = np.array([x[key].value for x in found])
        assert values.mean() == pytest.approx(value, abs=4 * values.std() / math.sqrt(len(found)))
        covered += [x[key].low <= value <= x[key].high for x in found]
    assert np.mean(covered) > 0.9
    assert all(re.match(r"two raters share 2\.\d items on average", x.warning) for x in found[0])


@pytest.mark.parametrize("key", MEANS)
@pytest.mark.parametrize("prevalence", [(0.7, 0.3), (0.6, 0.3, 0.1)])
def test_the_influence_in_a_crowd_is_what_leaving_out_the_item_changes(key, prevalence):
    _, rated = crowd(np.random.default_rng(len(prevalence)), 30, prevalence=prevalence, raters=9)
    ratings = rated()
    found = estimate(ratings, key)
    values = np.array([estimate(ratings.take_items(np.arange(30) != i), key).value for i in range(30)])
    np.testing.assert_allclose(found.influence, 29 * (values.mean() - values), atol=1e-12)
    jackknife = ac.agreement(ratings, key, method="jackknife")
    assert ac.agreement(ratings, key).se == pytest.approx(jackknife.se, rel=1e-9)


def test_a_crowd_that_agrees_has_a_mean_of_one_and_a_bound():
    _, rated = crowd(np.random.default_rng(3), 60, skill=(1, 1))
    for x in ac.agreement(rated(), MEANS):
        assert (x.value, x.se, x.high) == (1, 0, 1)
        assert 0 < x.low < 1
        assert "no pair of ratings disagrees" in x.warning


@pytest.mark.parametrize("key", MEANS)
def test_only_pairs_that_share_few_items_are_warned_of(key):
    _, rated = crowd(np.random.default_rng(5), 400, skill=(0.6, 0.9))
    assert ac.agreement(rated(), key).warning is None  # eight items
    whole = np.random.default_rng(5).integers(0, 2, (4, 3))
    assert ac.agreement(whole, key).warning is None  # all four


def test_two_raters_have_the_same_mean_whatever_others_one_of_them_rated_alone():
    both = [[1, 1], [2, 1], [2, 2], [1, 1], [2, 2]]
    alone = [[None, 2], [None, 2], [1, None]]
    for key in MEANS:
        assert ac.agreement(both + alone, key).value == ac.agreement(both, key).value
