"""Pairs of raters: each table is the table of these two alone."""

import itertools

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import UnknownMeasureError
from abovechance.raters import Ratings
from tests.raters.data import RAW_4_RATERS, anaesthetists


def test_each_table_is_that_of_the_two_raters_alone():
    grades = anaesthetists()
    tables = ac.pair_tables(grades)
    for pair in itertools.combinations(grades, 2):
        alone = ac.Tables.from_labels(grades[pair[0]], grades[pair[1]], labels=[1, 2, 3, 4])
        assert np.array_equal(tables.at(pair=pair).counts, alone.counts)


def test_items_that_only_one_of_them_rated_do_not_count():
    tables = ac.pair_tables(RAW_4_RATERS)
    # raters 1 and 4 both rated items 1 to 9
    assert tables.at(pair=(1, 4)).total == 9
    assert tables.at(pair=(3, 4)).total == 10


@pytest.mark.parametrize("name", ["informedness", "cohen_kappa", "correlation"])
def test_the_matrix_has_the_truth_in_the_rows(name):
    grades = anaesthetists()
    matrix = ac.pairwise_agreement(grades, name)
    for (i, one), (j, other) in itertools.permutations(enumerate(grades), 2):
        assert matrix[i, j] == pytest.approx(ac.measure(name)(grades[one], grades[other]), abs=1e-14)
    assert np.isnan(matrix.diagonal()).all()


def test_counts_do_not_tell_who_is_who():
    with pytest.raises(ac.InputError, match="for pairs of raters it must be known who gave which rating"):
        ac.pair_tables(Ratings.from_counts([[1, 2], [3, 0]]))


@pytest.mark.parametrize("function", [ac.pairwise_agreement, ac.agreement_heatmap])
def test_measures_of_one_class_are_for_two_categories(function):
    with pytest.raises(ac.InputError, match="recall is a measure of one class, and there are 3"):
        function([["a", "b"], ["b", "b"], ["c", "a"]], "recall")
    assert ac.pairwise_agreement([["a", "b"], ["b", "b"]], "recall").shape == (2, 2)


@pytest.mark.parametrize("name", ["gwet_ac", "krippendorff_alpha", "AC1"])
def test_coefficients_of_every_two_raters(name):
    grades = anaesthetists()
    found = ac.pairwise_agreement(grades, name)
    for (g, one), (h, two) in itertools.combinations(enumerate(grades), 2):
        pair = Ratings.from_wide({one: grades[one], two: grades[two]}, categories=[1, 2, 3, 4])
        assert found[g, h] == found[h, g] == pytest.approx(ac.agreement(pair, name).value)
    assert np.isnan(found.diagonal()).all()


def test_an_unknown_measure_is_answered_with_the_nearest():
    with pytest.raises(UnknownMeasureError, match="did you mean 'informedness'"):
        ac.pairwise_agreement(anaesthetists(), "informednes")
