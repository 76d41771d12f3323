"""Where the test of guessing and the interval of Informedness disagree, and the sentence that says why."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.evaluation.headline import disagreement

ALIKE = [[20, 13, 13, 50, 74], [1, 11, 3, 20, 33], [2, 1, 7, 6, 18], [0, 0, 3, 5, 10], [2, 2, 1, 1, 4]]
"""A tenth of the decisions is informed; the rest are guesses, of rare classes most often."""


def said(counts, bounds, level=0.95, **options):
    t = ac.Tables.from_counts(counts)
    return disagreement(ac.test(t, **options), bounds, level, t)


def test_nothing_is_said_where_they_agree():
    assert said([[40, 5], [5, 40]], (0.6, 0.9)) is None
    assert said([[20, 20], [21, 19]], (-0.2, 0.2)) is None
    assert said(np.diag([30, 20, 10]) + 1, (0.6, 0.9)) is None


def test_a_clear_test_beside_an_interval_that_takes_in_0_names_what_it_goes_by():
    sentence = said(ALIKE, (-0.3, 0.2))
    assert ac.test(ac.Tables.from_counts(ALIKE)).p_value < 0.05
    assert sentence.startswith(
        "The test finds more than guessing, although the interval of Informedness contains 0"
    )
    assert "weighs each label by how often it was predicted" in sentence


def test_of_two_classes_it_says_what_is_compared_with_what():
    assert "guesses that give each label as often" in said([[28, 12], [30, 30]], (-0.01, 0.4))
    assert "excludes 0, although the test is not significant" in said([[20, 20], [21, 19]], (0.01, 0.2))


def test_opposite_directions_are_said():
    assert "opposite directions" in said(ALIKE, (-0.3, -0.1))


def test_one_sided_bounds_stand_beside_one_sided_tests():
    assert said([[40, 5], [5, 40]], (0.6, math.inf), alternative="greater") is None
    assert said([[28, 12], [30, 30]], (-0.01, math.inf), alternative="greater").startswith("The test finds")


def test_what_cannot_be_told_is_not_said():
    assert said([[5, 5], [0, 0]], (0.1, 0.2)) is None
    assert said([[40, 5], [5, 40]], (math.nan, math.nan)) is None


def test_the_report_says_it():
    result = ac.evaluate(ac.Tables.from_counts(ALIKE))
    assert result["informedness"].low < 0 < result["informedness"].high
    assert result.test.p_value < 0.01
    assert result.verdict.startswith(
        "By Informedness alone decisions are not shown to be better than guessing"
    )
    assert "The test finds more than guessing" in result.verdict


@pytest.mark.parametrize("clusters", [False, True])
def test_items_in_clusters_are_tested_too(clusters):
    rng = np.random.default_rng(1)
    truth, group = rng.integers(0, 3, 300), rng.integers(0, 30, 300)
    answer = np.where(rng.random(300) < 0.4, truth, rng.integers(0, 3, 300))
    t = ac.Tables.from_labels(truth, answer, by=group)
    result = ac.evaluate(t, clusters=t.axes[0].name if clusters else None)
    assert result.test.p_value < 0.001
    assert ("cumulants of clusters" in result.verdict) is clusters


@pytest.mark.parametrize(("positives", "negatives"), [(5, 12), (3, 20), (8, 8)])
def test_no_sparse_table_has_a_test_and_an_interval_that_disagree_without_a_word(positives, negatives):
    """The exact test and Miettinen and Nurminen's interval are of different kinds: where they differ it is said."""
    apart = 0
    for tp, fp in np.ndindex(positives + 1, negatives + 1):
        table = ac.Tables.from_cells(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
        test, bounds = ac.test(table), ac.interval(table, "informedness")
        differ = not np.isnan(test.p_value) and (test.p_value < 0.05) == (bounds.low <= 0 <= bounds.high)
        apart += differ
        said = disagreement(test, (bounds.low, bounds.high), 0.95, table)
        assert (said is not None) == differ
        if differ:
            assert said in ac.evaluate(table).verdict
    assert apart
