"""Data frames of the three libraries from the same columns."""

import sys
from fractions import Fraction
from importlib import util

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from abovechance import InputError, Tables
from abovechance.core import frames
from abovechance.core.frames import to_frame, to_parquet

BACKENDS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.Table}
COLUMNS = {"label": ["a", "b"], "count": [3, 4], "rate": [0.5, 1]}


def rows(frame):
    if isinstance(frame, pd.DataFrame):
        return frame.to_dict("records")
    return frame.to_dicts() if isinstance(frame, pl.DataFrame) else frame.to_pylist()


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_library(backend):
    frame = to_frame(COLUMNS, backend)
    assert isinstance(frame, BACKENDS[backend])
    assert rows(frame) == [{"label": "a", "count": 3, "rate": 0.5}, {"label": "b", "count": 4, "rate": 1.0}]


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["a", 1], ["a", "1"]),
        ([1, "a", None], ["1", "a", None]),
        ([("a", 2024), ("b", 2025)], ["('a', 2024)", "('b', 2025)"]),
        ([Fraction(1, 2), "a"], ["1/2", "a"]),
        ([10**40, 1], [str(10**40), "1"]),
    ],
)
def test_labels_of_several_types(labels, text):
    assert to_frame({"label": labels}, "pandas")["label"].tolist() == labels
    assert to_frame({"label": labels}, "polars")["label"].to_list() == text
    assert to_frame({"label": labels}, "pyarrow")["label"].to_pylist() == text


@pytest.mark.parametrize("backend", BACKENDS)
def test_columns_without_values(backend):
    frame = to_frame({"label": [], "count": []}, backend)
    assert rows(frame) == []
    assert list(frame.columns if backend != "pyarrow" else frame.column_names) == ["label", "count"]


def test_the_library_already_imported_comes_first(monkeypatch):
    assert isinstance(to_frame(COLUMNS), pd.DataFrame)
    monkeypatch.delitem(sys.modules, "pandas")
    assert isinstance(to_frame(COLUMNS), pl.DataFrame)


def test_else_the_first_installed(monkeypatch):
    for name in BACKENDS:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(frames, "find_spec", lambda name: None if name == "pandas" else util.find_spec(name))
    assert frames._backend(None) == "polars"


def test_no_library(monkeypatch):
    for name in BACKENDS:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(
        InputError, match=r"needs pandas, polars or pyarrow: pip install 'abovechance\[polars\]'"
    ):
        to_frame(COLUMNS)
    with pytest.raises(InputError, match=r"of pyarrow needs pyarrow: pip install 'abovechance\[arrow\]'"):
        to_frame(COLUMNS, "pyarrow")


def test_an_unknown_library():
    with pytest.raises(
        InputError, match="no library of data frames called 'excel'; there are 'pandas', 'polars', 'pyarrow'"
    ):
        to_frame(COLUMNS, "excel")


def test_tables_as_a_frame():
    frame = Tables.from_labels(["a", "b"], ["a", "a"]).to_frame("polars")
    assert frame.rows() == [("a", "a", 1), ("a", "b", 0), ("b", "a", 1), ("b", "b", 0)]


def test_parquet_keeps_types_and_takes_undefined_for_null(tmp_path):
    file = tmp_path / "it's.parquet"
    file.write_text("what was there before")
    to_parquet(
        {
            "label": ["a", None],
            "count": [3, 4],
            "rate": [0.5, float("nan")],
            "shares": [[0.25, 0.75], [1.0]],
            "nothing": [None, None],
            "mixed": [1, 0.5],
        },
        file,
    )
    read = pl.read_parquet(file)
    assert read.to_dicts() == [
        {"label": "a", "count": 3, "rate": 0.5, "shares": [0.25, 0.75], "nothing": None, "mixed": 1.0},
        {"label": None, "count": 4, "rate": None, "shares": [1.0], "nothing": None, "mixed": 0.5},
    ]
    assert read["nothing"].dtype == pl.Float64
    assert [path.name for path in tmp_path.iterdir()] == ["it's.parquet"]


def test_parquet_where_nothing_can_be_written(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        to_parquet({"count": [1]}, tmp_path / "missing" / "x.parquet")


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_no_columns_are_an_empty_frame(backend):
    assert to_frame({}, backend).shape == (0, 0)
