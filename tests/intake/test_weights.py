"""Weights are finite, non-negative numbers, one for each item."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from abovechance import InputError, Tables
from abovechance.intake import count
from abovechance.intake.missing import Missing


@pytest.mark.parametrize(
    "weights",
    [
        [0.5, 2],
        (Fraction(1, 2), 2),
        [Decimal("0.5"), 2.0],
        iter([0.5, 2]),
        np.array([0.5, 2], dtype=np.float32),
        np.array([[0.5], [2]]),
        np.ma.array([0.5, 2]),
        pd.Series([0.5, 2], index=[7, 3]),
        pd.Series([0.5, 2], dtype="Float64"),
        pl.Series([0.5, 2]),
        pa.array([0.5, 2]),
        pa.chunked_array([[0.5], [2.0]]),
    ],
)
def test_weights_of_every_kind(weights):
    assert count(["a", "b"], ["a", "a"], weights=weights).counts.tolist() == [[0.5, 0], [2, 0]]


def test_booleans_choose_items():
    assert count(["a", "b"], ["a", "a"], weights=[False, True]).counts.tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1], r"one number for each of 2 items, got shape \(1,\)"),
        ([1, -2], "not negative: 1 are not, the first is -2.0 for item 2"),
        ([np.nan, 1], "finite and not negative: 1 are not, the first is nan for item 1"),
        ([np.inf, 1], "the first is inf"),
        (
            [1e308, 1e308],
            r"weights add up to more than 1e\+75, too much to be multiplied: divide all weights by their mean",
        ),
        (np.ma.array([1, 1], mask=[0, 1]), "the first is nan for item 2"),
        (pl.Series([1, None]), "the first is nan for item 2"),
        ([1, None], "the first is nan for item 2"),
        (pd.Series([1, pd.NA], dtype=object), "weights must be a column of numbers"),
        (["x", "y"], "weights must be a column of numbers"),
        (["1", "2"], "weights must be numbers"),
        (np.array(["1", 2], dtype=object), "weights must be numbers"),
        (np.array([1, 2], dtype="M8[D]"), "weights must be numbers"),
        (3, "weights must be a column of numbers"),
        (np.float64(3), r"got shape \(\)"),
        ([[1, 2], [3]], "weights must be a column of numbers"),
        (np.eye(2), r"got shape \(2, 2\)"),
    ],
)
def test_weights_that_are_none(weights, message):
    with pytest.raises(InputError, match=message):
        count(["a", "b"], ["a", "a"], weights=weights)


DROP = Missing(policy="drop")


@pytest.mark.parametrize("name", ["counts", "weights"])
@pytest.mark.parametrize("options", [{}, {"labels": ["a", "b"]}, {"by": [1, 2, 2]}, {"missing": DROP}])
def test_rows_that_all_stand_for_nothing(name, options):
    prediction = ["a", "a", None] if "missing" in options else ["a", "a", "b"]
    numbers = [0, 0, 1 if "missing" in options else 0]
    with pytest.raises(InputError, match=f"^all {name} are 0: there is nothing to count$"):
        count(["a", "b", "b"], prediction, **{name: numbers}, **options)
    frame = pl.DataFrame({"y": ["a", "b"], "p": ["a", "a"], "n": [0, 0]})
    with pytest.raises(InputError, match=f"^all {name} are 0"):
        Tables.from_frame(frame, truth="y", prediction="p", **{name: "n"})
