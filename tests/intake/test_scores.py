"""Which class is positive is what tables say of the same column, and scores that cannot be ranked are refused."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import abovechance as ac
from abovechance.intake.scores import pair_scores

GRADES = ["low", "high"]


@pytest.mark.parametrize(
    "truth",
    [
        pd.Series(pd.Categorical(GRADES * 3, categories=GRADES, ordered=True)),
        pd.Series(pd.Categorical(GRADES * 3, categories=GRADES)),
        pl.Series(GRADES * 3, dtype=pl.Enum(GRADES)),
    ],
    ids=["ordered", "unordered", "polars"],
)
def test_the_larger_label_is_positive_whatever_order_is_declared_as_it_is_of_tables(truth):
    found = pair_scores(truth, range(6))
    assert (found.positive, found.negative) == ("low", "high")
    assert found.is_positive.tolist() == [True, False] * 3
    assert found.positive == ac.Tables.from_labels(truth, truth).positive
    assert pair_scores(truth, range(6), positive="high").is_positive.tolist() == [False, True] * 3


def test_a_class_of_a_declared_scale_need_not_occur():
    found = pair_scores(pd.Series(pd.Categorical(["low"] * 2, categories=GRADES, ordered=True)), [1, 2])
    assert (found.positive, found.negative, found.is_positive.all()) == ("low", "high", True)


def test_grades_that_nobody_used_do_not_count():
    scale = ["low", "middle", "high"]
    found = pair_scores(pd.Series(pd.Categorical(GRADES, categories=scale, ordered=True)), [1, 2])
    assert (found.positive, found.negative) == ("low", "high")
    with pytest.raises(ac.InputError, match="3 classes, 'low', 'middle', 'high'"):
        pair_scores(pd.Series(pd.Categorical(scale, categories=scale, ordered=True)), [1, 2, 3])


@pytest.mark.parametrize(
    "scores",
    [
        np.array([2**53, 2**53 + 1, 1]),
        np.array([2**64 - 1, 2**64 - 2, 1], dtype=np.uint64),
        [10**30, 10**30 + 1, 1],
    ],
)
def test_scores_that_differ_only_beyond_floating_point_are_refused(scores):
    with pytest.raises(ac.InputError, match=r"3 distinct numbers of which only 2 differ .* ranks"):
        ac.Curve.from_scores([0, 1, 1], scores)


def test_large_scores_that_differ_as_floating_point_numbers_are_ranked():
    for scores in ([2**60, 2**61, 2**61], [10**30, 10**31, 10**31], np.array([None, 2**60, 2**60])):
        curve = ac.Curve.from_scores([0, 1, 0], scores, on_missing="drop")
        assert len(curve.thresholds) == 1 + len(set(scores) - {None})


def test_numbers_that_no_float_holds_are_no_scores():
    with pytest.raises(ac.InputError, match="scores must be numbers"):
        ac.Curve.from_scores([0, 1], [10**400, 1])


@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_weights_whose_products_are_lost_are_refused(size):
    with pytest.raises(ac.InputError, match="divide all weights by their mean"):
        ac.Curve.from_scores([0, 1, 1], [1, 2, 3], weights=np.array([1, 2, 3]) * size)


@pytest.mark.parametrize("size", [1e69, 1e-69])
def test_weights_of_a_wide_range_change_nothing(size):
    truth, scores, weights = [0, 1, 0, 1], [1, 2, 3, 4], np.array([1.0, 2, 3, 4])
    curve, same = (ac.Curve.from_scores(truth, scores, weights=w) for w in (weights * size, weights))
    assert curve.auc == pytest.approx(same.auc)
    assert float(ac.curves.h_measure(curve)) == pytest.approx(float(ac.curves.h_measure(same)))
    closest = ac.curves.operating_point(curve, "closest")
    assert closest.threshold == ac.curves.operating_point(same, "closest").threshold


def test_a_set_has_no_order():
    with pytest.raises(ac.InputError, match="got a set"):
        ac.Curve.from_scores([0, 1], {1, 2})


def test_a_data_frame_of_several_columns_is_told_what_to_give():
    frame = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    with pytest.raises(ac.InputError, match="columns 'a', 'b': give one of them, or a mapping"):
        ac.Curve.from_scores([0, 1], frame)
    assert ac.Curve.from_scores([0, 1], frame[["a"]]).auc == 1
