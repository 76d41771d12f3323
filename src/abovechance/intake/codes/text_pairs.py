"""Two long columns of text of one library: it groups them itself, and only the combinations are coded.

The libraries hash texts in all cores as they lie in memory, which no code for each text can beat. Rows are
taken in blocks, so that columns which turn out to have very many combinations are noticed in time.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column

    Pair = tuple[Any, Any, NDArray[np.int64]]

_MIN_LENGTH_TO_GROUP = 2**19  # shorter columns are coded before a library has started to group
_HEAD_ROWS = 2**14
_ROWS_AT_ONCE = 2**25
_MOST_COMBINATIONS = 2**12  # with more combinations, texts are coded sooner than grouped


def grouped_texts(truth: object, prediction: object) -> Pair | None:
    """The combinations of two columns of text and how many items have each; None if it is not worth it."""
    for native, grouped in ((_polars_text, _polars_groups), (_arrow_text, _arrow_groups)):
        columns = native(truth), native(prediction)
        if columns[0] is not None and columns[1] is not None:
            worth_it = _MIN_LENGTH_TO_GROUP <= len(columns[0]) == len(columns[1])
            return _in_blocks(columns, grouped) if worth_it else None
    return None


def _in_blocks(columns: tuple[Any, Any], grouped: Callable[[Any, Any], Pair]) -> Pair | None:
    parts = []
    for begin, rows in _blocks(len(columns[0])):
        part = grouped(*(column.slice(begin, rows) for column in columns))
        if len(part[2]) > _MOST_COMBINATIONS:
            return None
        parts.append(part)
    truth, prediction, counts = zip(*parts, strict=True)
    # Blocks may have combinations in common: they are added up when the combinations are counted.
    return list(chain(*truth)), list(chain(*prediction)), np.concatenate(counts)


def _blocks(length: int) -> Iterator[tuple[int, int]]:
    """Begin and number of rows of blocks, a small one first: it tells how many combinations to expect."""
    yield 0, _HEAD_ROWS
    for begin in range(_HEAD_ROWS, length, _ROWS_AT_ONCE):
        yield begin, _ROWS_AT_ONCE


def _library(column: object) -> str:
    return type(column).__module__.partition(".")[0]


def _polars_text(column: Any) -> Any:
    """A polars Series of text, None if it is something else."""
    column = column.to_native() if _library(column) == "narwhals" else column
    if _library(column) != "polars":
        return None
    import polars as pl

    return column if isinstance(column, pl.Series) and column.dtype == pl.String else None


def _polars_groups(truth: Column, prediction: Column) -> Pair:
    import polars as pl

    frame = pl.DataFrame({"truth": truth, "prediction": prediction}).lazy()
    found = frame.group_by("truth", "prediction").agg(pl.len()).collect(engine="streaming")
    counts = found["len"].to_numpy().astype(np.int64)
    return found["truth"].to_list(), found["prediction"].to_list(), counts


def _arrow_text(column: Any) -> Any:
    """An Arrow array of text, or that of a pandas Series; None if it is something else."""
    column = column.to_native() if _library(column) == "narwhals" else column
    if _library(column) == "pandas" and getattr(getattr(column, "dtype", None), "storage", None) == "pyarrow":
        column = getattr(column, "array", column).__arrow_array__()
    if _library(column) != "pyarrow" or not hasattr(column, "type"):
        return None
    from pyarrow.types import is_large_string, is_string

    return column if is_string(column.type) or is_large_string(column.type) else None


def _arrow_groups(truth: Column, prediction: Column) -> Pair:
    table = import_module("pyarrow").table({"truth": truth, "prediction": prediction})
    found = table.group_by(["truth", "prediction"]).aggregate([([], "count_all")])
    counts = np.asarray(found["count_all"].to_numpy(), dtype=np.int64)
    return found["truth"].to_pylist(), found["prediction"].to_pylist(), counts
