"""Missing values of every library are one thing, and the caller says what becomes of it."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from abovechance import InputError
from abovechance.intake import count
from abovechance.intake.missing import Missing

NAN = float("nan")
TEXT = {
    "None": ["a", None, "b", None],
    "several NaN": ["a", NAN, "b", float("nan")],
    "mixed": ["a", pd.NA, "b", pd.NaT],
    "NumPy NaN": ["a", np.float32("nan"), "b", np.datetime64("NaT")],
    "objects": np.array(["a", None, "b", np.nan], dtype=object),
    "StringDType": np.array(["a", None, "b", None], dtype=np.dtypes.StringDType(na_object=None)),
    "masked": np.ma.array(["a", "x", "b", "y"], mask=[0, 1, 0, 1]),
    "pandas": pd.Series(["a", None, "b", None]),
    "pandas object": pd.Series(["a", None, "b", np.nan], dtype=object),
    "pandas string": pd.Series(["a", None, "b", None], dtype="string"),
    "pandas Arrow": pd.Series(["a", None, "b", None], dtype="string[pyarrow]"),
    "pandas category": pd.Series(["a", None, "b", None], dtype="category"),
    "polars": pl.Series(["a", None, "b", None]),
    "polars category": pl.Series(["a", None, "b", None], dtype=pl.Categorical),
    "polars enum": pl.Series(["a", None, "b", None], dtype=pl.Enum(["a", "b"])),
    "Arrow": pa.array(["a", None, "b", None]),
    "Arrow dictionary": pa.array(["a", None, "b", None]).dictionary_encode(),
    "Arrow null in the dictionary": pa.DictionaryArray.from_arrays([0, 1, 2, None], ["a", None, "b"]),
    "Arrow repeated dictionary": pa.DictionaryArray.from_arrays([0, None, 1, 2], ["a", "b", None, "a"]),
}
NUMBERS = {
    "list": [1, None, 2, NAN],
    "floats": np.array([1, np.nan, 2, -np.nan]),
    "masked": np.ma.array([1, 9, 2, 10**9], mask=[0, 1, 0, 1]),
    "masked column": np.ma.array([[1], [9], [2], [10**9]], mask=[[0], [1], [0], [1]]),
    "pandas": pd.Series([1, None, 2, None]),
    "pandas Int64": pd.Series([1, None, 2, None], dtype="Int64"),
    "pandas Arrow": pd.Series([1, None, 2, None], dtype="int64[pyarrow]"),
    "polars": pl.Series([1, None, 2, None]),
    "polars NaN": pl.Series([1.0, None, 2.0, NAN]),
    "Arrow": pa.array([1, None, 2, None]),
    "Arrow NaN": pa.chunked_array([[1.0, None], [2.0, NAN]]),
}
COLUMNS = [(column, ["a", "a", "b", "b"], "a", "b") for column in TEXT.values()]
COLUMNS += [(column, [1, 1, 2, 2], 1, 2) for column in NUMBERS.values()]
every_column = pytest.mark.parametrize(
    ("column", "prediction", "first", "second"), COLUMNS, ids=[*TEXT, *(f"number {kind}" for kind in NUMBERS)]
)


@every_column
def test_missing_values_are_refused_and_counted(column, prediction, first, second):
    with pytest.raises(
        InputError, match=r"^truth has 2 missing values: say on_missing='drop' .* on_missing='label'"
    ):
        count(column, prediction)
    with pytest.raises(InputError, match=r"^prediction has 2 missing values"):
        count(prediction, column)
    with pytest.raises(InputError, match=r"^truth has 2 and prediction has 2 and by has 2 missing values"):
        count(column, column, by=column)


@every_column
def test_items_with_missing_values_are_left_out(column, prediction, first, second):
    counted = count(column, prediction, missing=Missing(policy="drop"), weights=[1, 2, 4, 8])
    assert counted.labels == (first, second)
    assert counted.counts.tolist() == [[1, 0], [0, 4]]


@every_column
def test_missing_values_are_a_class_of_their_own(column, prediction, first, second):
    counted = count(prediction, column, missing=Missing(policy="label"))
    assert counted.labels == (first, second, None)
    assert counted.counts.tolist() == [[1, 0, 1], [0, 1, 1], [0, 0, 0]]


def test_missing_groups():
    truth, prediction = [0, 1, 1], [0, 0, 1]
    groups = {"site": ["x", None, "y"], "year": [2024, 2024, None]}
    with pytest.raises(InputError, match=r"by\['site'\] has 1 and by\['year'\] has 1 missing values"):
        count(truth, prediction, by=groups)
    assert count(truth, prediction, by=groups, missing=Missing(policy="drop")).groups == (("x", 2024),)
    labelled = count(truth, prediction, by=groups, missing=Missing(policy="label"))
    assert labelled.groups == (("x", 2024), ("y", None), (None, 2024))
    assert labelled.counts.tolist() == [[[1, 0], [0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0]]]


def test_labels_seen_only_in_dropped_items_are_dropped_too():
    assert count(["a", "b"], ["a", None], missing=Missing(policy="drop")).labels == ("a",)
    assert count([0, 7], [0, None], by=["x", "y"], missing=Missing(policy="drop")).groups == ("x",)


def test_nothing_may_be_left():
    with pytest.raises(InputError, match="every item has a missing value"):
        count(["a", None], [None, "b"], missing=Missing(policy="drop"))


def test_everything_may_be_missing():
    counted = count([None, None], pl.Series([None, None]), missing=Missing(policy="label"))
    assert counted.labels == (None,)
    assert counted.counts.tolist() == [[2]]


def test_missing_is_a_label_that_can_be_given():
    assert count(["a", None], ["a", "a"], labels=[np.nan, "a"], missing=Missing(policy="label")).labels == (
        None,
        "a",
    )
    with pytest.raises(InputError, match="None of 1 items is not among 'a'"):
        count(["a", None], ["a", "a"], labels=["a"], missing=Missing(policy="label"))


def test_an_unknown_choice():
    with pytest.raises(InputError, match="on_missing must be one of 'error', 'drop', 'label', not 'ignore'"):
        count([1], [1], missing=Missing.of((), "ignore"))
