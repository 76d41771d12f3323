"""Text coded in blocks and threads against the codes it was made from, whatever the blocks have in common."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from abovechance import InputError
from abovechance.counting import count, texts
from abovechance.counting.codebook import Codebook

ROWS = 64
LENGTH = 10 * ROWS + 7

ARROW = {
    "string": lambda x: pa.array(x, pa.string()),
    "large": lambda x: pa.array(x, pa.large_string()),
    "view": lambda x: pa.array(x, pa.string_view()),
    "chunks": lambda x: pa.chunked_array([x[:100], x[100:101], [], x[101:]], type=pa.string()),
    "pandas": lambda x: pd.Series(x, dtype="str").array.__arrow_array__(),
}
PATTERNS = {
    "few labels everywhere": lambda i: i * 7 % 5,
    "sorted, new labels in every block": lambda i: i // 40,
    "more labels than a byte numbers": lambda i: i,
    "one block with labels of its own": lambda i: i if 300 < i < 400 else 0,
}


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(texts, "_ROWS", ROWS)


def words(pattern):
    return [f"word {PATTERNS[pattern](i)}" for i in range(LENGTH)]


def decoded(codes, book):
    return [book.labels[code] for code in codes.tolist()]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("kind", ARROW)
def test_arrow(kind, pattern):
    book = Codebook("truth", 5_000)
    codes = texts.arrow_codes(ARROW[kind](words(pattern)), book)
    assert decoded(codes, book) == words(pattern)
    assert codes.itemsize == (1 if len(book.labels) <= 256 else 4)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_polars(pattern):
    book = Codebook("truth", 5_000)
    series = pl.Series(words(pattern))
    assert decoded(texts.polars_codes(series, book), book) == words(pattern)


def test_labels_are_numbered_in_the_order_of_rows():
    book = Codebook("truth", 5_000)
    texts.arrow_codes(pa.array(words("sorted, new labels in every block")), book)
    assert book.labels == list(dict.fromkeys(words("sorted, new labels in every block")))


@pytest.mark.parametrize("column", [pa.array, pl.Series, lambda x: pd.Series(x, dtype="str")])
def test_missing_values_and_groups(column):
    truth: list[str | None] = [*words("few labels everywhere")]
    truth[::50] = [None] * len(truth[::50])
    groups = words("sorted, new labels in every block")
    counted = count(
        column(truth), column(words("few labels everywhere")), groups=column(groups), missing="label"
    )
    expected = count(truth, words("few labels everywhere"), groups=groups, missing="label")
    assert counted.labels == expected.labels
    assert counted.groups == expected.groups
    assert np.array_equal(counted.counts, expected.counts)


@pytest.mark.parametrize("column", [pa.array, pl.Series])
def test_too_many_labels_after_the_first_block(column):
    late = ["a"] * 70_000 + [f"b{i}" for i in range(6_000)]
    with pytest.raises(InputError, match="truth has more than 5000 distinct values"):
        count(column(late), column(late))
