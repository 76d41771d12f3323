"""Means over pairs of raters: pairs that have no value do not vanish unnoticed."""

import math

import numpy as np
import pytest

import abovechance as ac

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
    """The third rater rated only items on which everyone says "a": 0/0, but nobody disagrees."""
    rated = [["a", "a", "a"], ["b", "b", None], ["a", "a", "a"], ["b", "b", None]]
    found = ac.agreement(rated, "light_kappa")
    assert (found.value, found.pairs, found.pairs_used) == (1, 3, 1)
    assert "no pair of ratings disagrees" in found.warning
    assert "2 of 3 pairs of raters agree on a single category: they have no Light's Kappa" in found.notes


def test_pairs_without_a_common_item_are_a_note():
    rated = [[1, 1, None], [2, 1, None], [2, None, 2], [1, None, 2], [2, 2, None], [1, None, 1]]
    found = ac.agreement(rated, "light_kappa")
    assert "1 of 3 pairs of raters have no item in common and are left out" in found.notes
    assert (found.pairs, found.pairs_used, found.warning) == (2, 2, None)


def test_a_value_above_the_observed_agreement_implies_no_level_of_chance():
    """Observed 26/36, and Informedness is 0.7356: the implied (a - v) / (1 - v) would be negative."""
    table = ac.Tables.from_counts([[10, 0, 0], [0, 10, 0], [5, 5, 6]])
    found = ac.agreement(table, "informedness")
    assert found.value == pytest.approx(ac.informedness(table))
    assert found.value > found.observed
    assert found.observed == pytest.approx(26 / 36)
    assert math.isnan(found.expected)
    assert any("implies no level of chance" in note for note in found.notes)


def test_one_category_is_the_reason_for_two_raters_too():
    found = ac.agreement([["a", "a"]] * 3, "cohen_kappa")
    assert found.reason == "all ratings are of one category, so that chance would agree as well"


def test_warnings_of_several_name_their_coefficients():
    found = ac.agreement([[row[0]] * 4 + row[2:] for row in ALWAYS_A * 5])
    assert any(text.startswith("Markedness: 4 of 10 pairs") for text in found.warnings)
    assert found.warnings[0] in repr(found)


def test_the_largest_kappa_has_a_level_of_chance_of_its_own():
    rated = [["a", "a", "a"], ["b", "b", "a"], ["c", "c", "b"], ["a", "a", "a"]]
    found = ac.agreement(rated, "kappa_max")
    assert found.value > ac.agreement(rated, "percent_agreement").value
    assert 0 < found.expected < 1
    assert not any("implies no level" in note for note in found.notes)
