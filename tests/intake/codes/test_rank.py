"""Ranking by score is checked against counting each threshold on its own."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance import InputError
from abovechance.intake.codes.rank import checked_scores, rank, rank_weighted
from abovechance.intake.items import Masses
from abovechance.intake.missing import Missing
from abovechance.intake.scores import pair_scores, split_by

SCORES = st.sampled_from([-np.inf, -1.5, -0.0, 0.0, 5e-324, 0.25, 1.0, 1.0 + 2**-52, 3.0, np.inf])
ITEMS = st.lists(st.tuples(SCORES, st.booleans(), st.integers(0, 5)), min_size=1, max_size=30)


def counted_one_by_one(scores, is_positive, weights):
    distinct = [np.inf, *sorted(set(scores.tolist()), reverse=True)]
    positives = [0] + [weights[is_positive & (scores >= t)].sum() for t in distinct[1:]]
    negatives = [0] + [weights[~is_positive & (scores >= t)].sum() for t in distinct[1:]]
    return distinct, positives, negatives


@given(ITEMS)
def test_counts_of_each_class_at_or_above_each_score(items):
    scores, is_positive, weights = (np.array(column) for column in zip(*items, strict=True))
    expected = counted_one_by_one(scores, is_positive, np.ones(len(scores), dtype=int))
    ranked = rank(scores, is_positive)
    assert ranked.thresholds.tolist() == expected[0]
    assert ranked.positives.tolist() == expected[1]
    assert ranked.negatives.tolist() == expected[2]
    assert ranked.positives.dtype == np.int64
    heavy = rank_weighted(scores, is_positive, Masses.of(None, weights, len(weights)))
    squares = counted_one_by_one(scores, is_positive, weights**2)
    assert heavy.positive_squares.tolist() == squares[1]
    assert heavy.negative_squares.tolist() == squares[2]
    expected = counted_one_by_one(scores, is_positive, weights)
    assert heavy.thresholds.tolist() == expected[0]
    assert heavy.positives.tolist() == expected[1]
    assert heavy.negatives.tolist() == expected[2]


def test_many_items_are_ranked_by_threads_alike():
    rng = np.random.default_rng(1)
    is_positive = rng.random(300_000) < 0.4
    scores = np.round(rng.normal(size=300_000) + is_positive, 3)
    values, position = np.unique(scores, return_inverse=True)
    positives = np.bincount(position, is_positive)[::-1].cumsum()
    everything = np.bincount(position)[::-1].cumsum()
    ranked = rank(scores, is_positive)
    np.testing.assert_array_equal(ranked.thresholds[1:], values[::-1])
    np.testing.assert_array_equal(ranked.positives[1:], positives)
    np.testing.assert_array_equal(ranked.negatives[1:], everything - positives)


def test_scores_given_are_left_as_they_are():
    scores = np.array([0.3, 0.1, 0.2])
    rank(scores, np.array([True, False, True]))
    assert scores.tolist() == [0.3, 0.1, 0.2]


@pytest.mark.parametrize("is_positive", [[True, False, True], [True, True, True], [False] * 3])
def test_nan_is_an_error_that_counts(is_positive):
    scores = np.array([np.nan, 0.5, np.nan])
    for weights in (None, np.ones(3)):
        with pytest.raises(InputError, match=r"^scores has 2 missing values"):
            pair_scores(is_positive, scores, weights=weights)


def test_whole_numbers_are_ranked_as_far_as_floats_can_tell_them_apart():
    ranked = rank(checked_scores(np.array([2**53 - 1, 2**53])), np.array([False, True]))
    assert ranked.positives.tolist() == [0, 1, 1]
    assert ranked.thresholds.tolist() == [np.inf, 2**53, 2**53 - 1]
    with pytest.raises(InputError, match="only 1 differ as floating-point numbers"):
        checked_scores(np.array([2**53, 2**53 + 1]))


@pytest.mark.parametrize(
    "column",
    [
        [1, 2.5, 3],
        (1, 2.5, 3),
        np.array([[1], [2.5], [3]]),
        pd.Series([1, 2.5, 3], index=[7, 7, 7]),
        pl.Series([1.0, 2.5, 3.0]),
        pa.chunked_array([[1.0, 2.5], [3.0]]),
        np.array([1, 2.5, 3], dtype=np.float16),
        np.array([1, 2.5, 3], dtype=object),
        np.ma.array([1, 2.5, 3]),
        iter([1, 2.5, 3]),
    ],
    ids=lambda column: type(column).__name__,
)
def test_columns_of_any_library(column):
    assert checked_scores(column).tolist() == [1, 2.5, 3]


def test_missing_scores_of_other_libraries_are_nan():
    for column in ([None, 1.0], pl.Series([None, 1.0]), np.ma.array([0.0, 1.0], mask=[True, False])):
        assert np.isnan(checked_scores(column)).tolist() == [True, False]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["a", "b"], "must be numbers"),
        (np.array([1 + 2j]), "must be numbers"),
        ("0.5", "column of numbers"),
        (0.5, "column of numbers"),
        ([[1, 2], [3, 4]], "shape"),
        ([[1, 2], [3]], "different lengths"),
        ([None, "x"], "must be numbers"),
    ],
)
def test_what_is_not_a_column_of_numbers_is_refused(column, message):
    with pytest.raises(InputError, match=message):
        checked_scores(column)


def test_the_last_of_two_labels_is_positive_unless_another_is_named():
    items = pair_scores(["no", "yes"], [1, 2])
    assert (items.positive, items.negative, items.is_positive.tolist()) == ("yes", "no", [False, True])
    items = pair_scores(["no", "yes"], [1, 2], positive="no")
    assert (items.positive, items.negative, items.is_positive.tolist()) == ("no", "yes", [True, False])


def test_one_named_class_of_many_against_all_others():
    items = pair_scores(["a", "c", "b"], [1, 2, 3], positive="b")
    assert (items.positive, items.negative) == ("b", ("a", "c"))
    assert items.is_positive.tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("labels", "positive", "expected"),
    [([True, True], None, [True] * 2), ([False], None, [False]), ([0, 0], 1, [False] * 2), ([1], 1, [True])],
)
def test_one_class_only_if_the_positive_one_is_known(labels, positive, expected):
    assert pair_scores(labels, np.ones(len(labels)), positive=positive).is_positive.tolist() == expected


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0, 0], [1, 2]), {}, "only one class, 0"),
        (([0, 1, 2], [1, 2, 3]), {}, "3 classes"),
        (([0, 1], [1, 2]), {"positive": 2}, "not in truth"),
        (([0, 1], [1, 2, 3]), {}, "truth has 2, scores has 3"),
        (([], []), {}, "empty"),
        (([0, None, None], [1, 2, 3]), {"positive": 1}, "truth has 2 missing values"),
        (([None, 1], [1, np.nan]), {"missing": Missing(policy="drop")}, "nothing left"),
        (([0, 1], [1, 2]), {"weights": [1, -1]}, "not negative"),
    ],
)
def test_bad_input_gets_one_clear_error(arguments, options, message):
    with pytest.raises(InputError, match=message):
        pair_scores(*arguments, **options)


def test_items_without_label_or_score_can_be_left_out():
    items = pair_scores(
        [0, None, 1, 1], [0.5, 0.6, np.nan, 0.7], weights=[1, 2, 3, 4], missing=Missing(policy="drop")
    )
    assert items.scores.tolist() == [0.5, 0.7]
    assert items.weights.tolist() == [1, 4]
    assert items.kept.tolist() == [True, False, False, True]


def test_groups_come_in_natural_order_with_the_rows_of_all_items():
    groups = ["c10", "c2", "c10", "c2"]
    items = pair_scores([0, 1, 1, None], [1, 2, 3, 4], missing=Missing(policy="drop"))
    parts = {name: items.only(rows).scores.tolist() for name, rows in split_by(groups, items.kept, Missing())}
    assert parts == {"c2": [2], "c10": [1, 3]}
    assert list(parts) == ["c2", "c10"]


def test_groups_of_another_length_are_refused():
    with pytest.raises(InputError, match="truth has 2, by has 1"):
        list(split_by(["a"], np.ones(2, dtype=bool), Missing()))
