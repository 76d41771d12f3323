"""Scores that doubles cannot tell apart, and thresholds of scores that are stored more coarsely."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac

LONG = np.array([1, 1, 0, 0], dtype=np.longdouble) + np.array([0, 1, 0, 0]) * np.longdouble(1e-19)
TRUTH = np.array([0, 1, 0, 1])
NARROW = np.array([0.1, 0.9, 0.5, 0.9], dtype=np.float32)


@given(
    st.lists(st.floats(-10, 10, width=32), min_size=2, max_size=20),
    st.one_of(st.floats(-11, 11), st.sampled_from([0.1, 0.3, 0.7, 0.9])),
    st.sampled_from(["float16", "float32", "float64"]),
)
def test_thresholds_call_the_items_positive_that_numpy_does(scores, threshold, kind):
    column = np.array([*scores, 0.1, 0.3, 0.7, 0.9]).astype(kind)
    truth = np.arange(len(column)) % 2
    curve = ac.Curve.from_scores(truth, column)
    for number in (threshold, np.float64(threshold), np.float32(threshold)):
        called = column >= number
        assert curve.at(number).counts.tolist() == [
            [int((~called & (truth == 0)).sum()), int((called & (truth == 0)).sum())],
            [int((~called & (truth == 1)).sum()), int((called & (truth == 1)).sum())],
        ]
        point = ac.curves.operating_point(curve, threshold=number)
        assert point.table.counts.tolist() == curve.at(number).counts.tolist()


FORMS = {
    "list": list,
    "pandas": pd.Series,
    "polars": pl.Series,
    "arrow": pa.array,
    "pandas of arrow": lambda x: pd.Series(pa.array(x), dtype=pd.ArrowDtype(pa.float32())),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_column_of_coarse_numbers_is_one(form):
    assert ac.Curve.from_scores(TRUTH, FORMS[form](NARROW)).position(0.9) == 1


@pytest.mark.parametrize("frame", [pl.DataFrame, pl.LazyFrame])
def test_columns_of_frames_keep_their_precision(frame):
    curve = ac.Curve.from_frame(frame({"y": TRUTH, "s": NARROW}), truth="y", score="s")
    assert curve.position(0.9) == 1
    assert curve.position(np.float64(0.9)) == 0


def test_curves_of_groups_counts_and_classes_keep_their_precision():
    assert ac.Curve.from_scores(TRUTH, NARROW, by=list("aabb"))["a"].position(0.9) == 1
    assert ac.Curve.from_counts(NARROW[1:3], [1, 2], [2, 1]).position(0.9) == 1
    columns = np.stack((NARROW, 1 - NARROW), axis=1)
    for scores in (columns, {0: columns[:, 0], 1: columns[:, 1]}):
        assert ac.curves.multiclass(TRUTH, scores).curves[0].precision == "float32"


def test_a_cut_decides_alike_if_it_is_stored_as_the_scores_are():
    low = np.float32(0.5)
    high = np.nextafter(low, np.float32(1))
    column = np.array([low, high])
    point = ac.curves.operating_point(ac.Curve.from_scores([0, 1], column))
    assert (column >= point.cut).tolist() == [False, True]


def test_scores_with_more_digits_than_doubles_have_are_refused():
    with pytest.raises(ac.InputError, match="3 distinct numbers of which only 2 differ as floating-point"):
        ac.Curve.from_scores(TRUTH, LONG)
    with pytest.raises(ac.InputError, match=r"scores\['A'\] has 3 distinct numbers"):
        ac.curves.compare(TRUTH, {"A": LONG, "B": [1, 2, 3, 4]})
    tenths = np.array([1, 2, 3, 4], dtype=np.longdouble) / 10
    assert ac.Curve.from_scores(TRUTH, tenths).auc == 0.75
    with pytest.raises(ac.InputError, match="distinct numbers"):
        ac.curves.multiclass([0, 1, 1, 0], np.stack((LONG, LONG), axis=1))


def test_masked_scores_are_checked_before_they_are_rounded():
    large = np.ma.array([2**53, 2**53 + 1, 3, 4], mask=[False, False, True, False])
    with pytest.raises(ac.InputError, match="3 distinct numbers of which only 2 differ"):
        ac.Curve.from_scores(TRUTH, large, on_missing="drop")
    small = np.ma.array([1, 2, 9, 4], mask=[False, False, True, False])
    curve = ac.Curve.from_scores(TRUTH, small, on_missing="drop")
    assert (curve.positives, curve.negatives, curve.auc) == (2, 1, 1)
