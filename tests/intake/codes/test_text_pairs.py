"""Long columns of text that their own library groups."""

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.intake import count
from abovechance.intake.codes import text_pairs as grouped
from abovechance.intake.codes.text_pairs import grouped_texts
from abovechance.intake.missing import Missing

COLUMNS = {
    "polars": lambda x: pl.Series(x, dtype=pl.String),
    "polars in narwhals": lambda x: nw.from_native(pl.Series(x, dtype=pl.String), series_only=True),
    "Arrow": lambda x: pa.array(x, pa.string()),
    "Arrow, long": lambda x: pa.array(x, pa.large_string()),
    "Arrow, in chunks": lambda x: pa.chunked_array([x[:2], x[2:]], pa.string()),
    "pandas": lambda x: pd.Series(x, dtype="str"),
    "pandas, Arrow": lambda x: pd.Series(x, dtype="string[pyarrow]"),
}
columns = pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
TEXTS = st.sampled_from(["a", "b", "", "ä", "a\0", "zebra " * 5, None])


@pytest.fixture(autouse=True)
def _short_columns_are_long(monkeypatch):
    monkeypatch.setattr(grouped, "_MIN_LENGTH_TO_GROUP", 1)
    monkeypatch.setattr(grouped, "_HEAD_ROWS", 3)
    monkeypatch.setattr(grouped, "_ROWS_AT_ONCE", 4)


@columns
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=20))
def test_every_library_counts_as_lists_are_counted(make, pairs):
    truth, prediction = (list(column) for column in zip(*pairs, strict=True))
    found = count(make(truth), make(prediction), missing=Missing(policy="label"))
    expected = count(truth, prediction, missing=Missing(policy="label"))
    assert found.labels == expected.labels
    assert found.counts.tolist() == expected.counts.tolist()
    assert found.counts.dtype == expected.counts.dtype
    assert grouped_texts(make(truth), make(prediction)) is not None


@columns
def test_missing_values_are_refused_dropped_or_counted(make):
    truth, prediction = make(["a", None, "b", "b", None]), make(["a", "a", None, "b", None])
    with pytest.raises(InputError, match="truth has 2 and prediction has 2 missing values"):
        ac.Tables.from_labels(truth, prediction)
    assert ac.Tables.from_labels(truth, prediction, on_missing="drop").counts.tolist() == [[1, 0], [0, 1]]


def test_columns_of_other_lengths_and_libraries_are_left_to_those_who_complain():
    assert grouped_texts(pl.Series(["a"]), pl.Series(["a", "b"])) is None
    assert grouped_texts(pl.Series(["a"]), pa.array(["a"])) is None
    assert grouped_texts(pl.Series([1]), pl.Series([1])) is None
    assert grouped_texts(pa.array([1]), pa.array([1])) is None
    assert grouped_texts(["a"], np.array(["a"])) is None
    with pytest.raises(InputError, match="2"):
        ac.Tables.from_labels(pl.Series(["a"]), pl.Series(["a", "b"]))


@pytest.mark.parametrize("make", [pl.Series, pa.array])
def test_very_many_combinations_are_coded_instead(make, monkeypatch):
    texts = [str(i) for i in range(10)]
    assert grouped_texts(make(texts), make(texts[::-1])) is not None
    monkeypatch.setattr(grouped, "_MOST_COMBINATIONS", 3)
    assert grouped_texts(make(texts), make(texts[::-1])) is None
    assert ac.Tables.from_labels(make(texts), make(texts)).counts.trace() == 10


@pytest.mark.parametrize("make", [pl.Series, pa.array])
def test_identifiers_are_refused(make):
    texts = [str(i) for i in range(6000)]
    with pytest.raises(InputError, match="more than 5000 distinct values"):
        ac.Tables.from_labels(make(texts), make(texts))
