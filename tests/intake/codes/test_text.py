"""Text coded in blocks and threads against the codes it was made from, whatever the blocks have in common."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from abovechance import Accumulator, Curve, InputError, Tables, agreement, compare, concordance
from abovechance.intake import count
from abovechance.intake.codes import column as texts
from abovechance.intake.codes.coded import Codebook
from abovechance.intake.missing import Missing

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
    monkeypatch.setattr(texts, "_ROWS_AT_ONCE", ROWS)


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
        column(truth),
        column(words("few labels everywhere")),
        by=column(groups),
        missing=Missing(policy="label"),
    )
    expected = count(truth, words("few labels everywhere"), by=groups, missing=Missing(policy="label"))
    assert counted.labels == expected.labels
    assert counted.groups == expected.groups
    assert np.array_equal(counted.counts, expected.counts)


@pytest.mark.parametrize("column", [pa.array, pl.Series])
def test_too_many_labels_after_the_first_block(column):
    late = ["a"] * 70_000 + [f"b{i}" for i in range(6_000)]
    with pytest.raises(InputError, match="truth has more than 5000 distinct values"):
        count(column(late), column(late))


def misread(kind=pa.string(), offset=np.int32):  # noqa: B008 - a type is not changed
    """Four texts of one byte each, of which the second is not UTF-8."""
    buffers = [None, pa.py_buffer(np.arange(5, dtype=offset).tobytes()), pa.py_buffer(b"a\xffba")]
    return pa.Array.from_buffers(kind, 4, buffers)


MISREAD = {
    "string": misread,
    "large": lambda: misread(pa.large_string(), np.int64),
    "view": lambda: misread(pa.binary(), np.int32).cast(pa.binary_view()).view(pa.string_view()),
    "chunks": lambda: pa.chunked_array([misread()[:2], misread()[2:]]),
    "dictionary": lambda: pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), misread()),
    "scale": lambda: pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), misread(), ordered=True),
    "struct": lambda: pa.StructArray.from_arrays([misread()], ["x"]),
    "table": lambda: pa.table({"x": misread()}),
    "pandas": lambda: pd.Series(misread(), dtype=pd.ArrowDtype(pa.string())),
}
GOOD = ["a", "b", "b", "a"]
READERS = {
    "truth": lambda x: Tables.from_labels(x, GOOD),
    "prediction": lambda x: Tables.from_labels(GOOD, x),
    "groups": lambda x: Tables.from_labels(GOOD, GOOD, by=x),
    "growing": lambda x: Accumulator().update(x, GOOD),
    "curve": lambda x: Curve.from_scores(x, [0.1, 0.2, 0.3, 0.4]),
    "compare": lambda x: compare(GOOD, {"A": x, "B": GOOD}),
    "clusters": lambda x: compare(GOOD, {"A": GOOD, "B": GOOD}, clusters=x),
    "concordance": lambda x: concordance(x, GOOD),
    "ratings": lambda x: agreement({"A": x, "B": GOOD}),
    "scores": lambda x: Curve.from_scores([0, 1, 0, 1], x),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", MISREAD)
def test_text_that_is_not_utf_8_is_refused(kind, reader):
    with pytest.raises(InputError, match=r"has text that is not UTF-8: decode it|scores must be") as refusal:
        READERS[reader](MISREAD[kind]())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("kind", MISREAD)
def test_weights_that_are_no_text_either_are_refused(kind):
    with pytest.raises(InputError, match=r"weights (has text that is not UTF-8|must be a column of numbers)"):
        Tables.from_labels(GOOD, GOOD, weights=MISREAD[kind]())


def test_arrow_text_names_the_labels():
    assert Tables.from_labels(GOOD, GOOD, labels=pa.array(["b", "a"])).labels == ("b", "a")
    with pytest.raises(InputError, match="labels has text that is not UTF-8"):
        Tables.from_labels(GOOD, GOOD, labels=misread())


@pytest.mark.parametrize("make", [pa.array, lambda x: pa.chunked_array([x[:1], x[1:]])])
def test_arrow_scores_may_be_missing_or_booleans(make):
    found = Curve.from_scores([0, 1, 0, 1], make([0.1, None, 0.3, 0.2]), on_missing="drop")
    assert (found.tables.total[0], found.auc) == (3, 0.5)
    assert Curve.from_scores([0, 1, 0, 1], make([False, True, False, True])).auc == 1
