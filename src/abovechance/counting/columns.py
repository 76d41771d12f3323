"""Columns of pandas, polars, Arrow and whatever else narwhals knows: each coded by its own library.

Libraries are recognised by the name of the module that a column's class comes from, so none is
imported that the caller has not imported already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.arrays import encode_array
from abovechance.counting.codebook import Codebook
from abovechance.counting.coded import Coded
from abovechance.counting.texts import arrow_codes, in_blocks, polars_codes
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAD = 2**16
"""So many rows are looked at before a library is asked to find all distinct values of a column."""


def encode_column(column: Any, book: Codebook) -> Coded | None:
    """Code a column of another library, or a data frame of one column; None if it is neither."""
    if hasattr(type(column), "columns"):
        return encode_column(_only_column(column, book.name), book)
    if not hasattr(column, "__len__"):
        return None
    for parent in type(column).__mro__:
        library = _LIBRARIES.get(parent.__module__.partition(".")[0])
        if library is not None:
            return library(column, book)
    return _encode_foreign(column, book)


def _only_column(frame: Any, name: str) -> Any:
    import narwhals.stable.v2 as nw

    table = nw.from_native(frame, eager_only=True, pass_through=True)
    columns = table.columns if isinstance(table, nw.DataFrame) else ()
    if len(columns) != 1:
        raise InputError(
            f"{name} must be one column of labels, got {type(frame).__name__}: choose one of its columns"
        )
    return table[columns[0]].to_native()


def _encode_foreign(column: Any, book: Codebook) -> Coded | None:
    import narwhals.stable.v2 as nw

    series = nw.from_native(column, series_only=True, pass_through=True)
    return encode_array(series.to_numpy(), book) if isinstance(series, nw.Series) else None


def _encode_narwhals(series: Any, book: Codebook) -> Coded | None:
    return encode_column(series.to_native(), book)


def _encode_pandas(column: Any, book: Codebook) -> Coded:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufcO":
        return encode_array(column.to_numpy(), book)
    values = getattr(column, "array", column)
    if hasattr(column.dtype, "categories"):
        categories = values.categories.tolist()
        coded = Coded.from_categories(values.codes, [None, *categories], start=-1)
        return coded.in_order(categories) if column.dtype.ordered else coded
    if getattr(column.dtype, "storage", None) == "pyarrow" or hasattr(column.dtype, "pyarrow_dtype"):
        return _encode_arrow(values.__arrow_array__(), book)
    book.expect(len(values[:_HEAD].factorize()[1]))
    codes, labels = values.factorize()
    return Coded.from_categories(codes, [None, *labels.tolist()], start=-1)


def _encode_polars(series: Any, book: Codebook) -> Coded:
    import polars as pl

    if series.null_count():
        return _encode_polars(series.drop_nulls(), book).spread(series.is_not_null().to_numpy())
    if series.dtype == pl.String:
        if in_blocks(series.head(_HEAD).n_unique(), book) and book.limit is not None:
            return Coded.from_book(polars_codes(series, book), book)
        series = series.cast(pl.Categorical)
    if series.dtype == pl.Categorical:
        return _encode_polars_categories(series, book)
    if series.dtype == pl.Enum:
        categories = series.dtype.categories.to_list()
        return Coded.from_categories(series.to_physical().to_numpy(), categories).in_order(categories)
    if series.dtype == pl.Boolean or series.dtype.is_integer() or series.dtype.is_float():
        return encode_array(series.to_numpy(), book)
    return Coded.from_book(book.codes(series.to_list()), book)


def _encode_polars_categories(series: Any, book: Codebook) -> Coded:
    """Categories may be shared with other columns, so the codes that occur are asked for their text."""
    distinct = series.unique()
    labels = dict(zip(distinct.to_physical().to_list(), distinct.to_list(), strict=True))
    coded = encode_array(series.to_physical().to_numpy(), Codebook(book.name)).compact()
    return Coded.from_categories(coded.codes, [labels[code] for code in coded.labels], coded.start)


def _encode_arrow(column: Any, book: Codebook) -> Coded:
    from pyarrow.types import is_boolean, is_dictionary, is_floating, is_integer

    if is_integer(column.type) or is_floating(column.type) or is_boolean(column.type):
        return _with_nulls(encode_array(column.drop_null().to_numpy(zero_copy_only=False), book), column)
    if not is_dictionary(column.type):
        try:
            if in_blocks(len(column.slice(0, _HEAD).unique()), book):
                return Coded.from_book(arrow_codes(column, book), book)
            column = column.dictionary_encode()
        except NotImplementedError:  # nested types
            return Coded.from_book(book.codes(column.to_pylist()), book)
    # Chunks may have dictionaries of their own, and combining them does not keep their orders.
    chunks = getattr(column, "chunks", [column]) if column.type.ordered else []
    orders = [chunk.dictionary.to_pylist() for chunk in chunks]
    if hasattr(column, "combine_chunks"):
        column = column.combine_chunks()
    codes = column.indices.drop_null().to_numpy(zero_copy_only=False)
    coded = Coded.from_categories(codes, column.dictionary.to_pylist()).in_order(*orders)
    return _with_nulls(coded, column.indices)


def _with_nulls(coded: Coded, column: Any) -> Coded:
    return coded.spread(column.is_valid().to_numpy(zero_copy_only=False)) if column.null_count else coded


_LIBRARIES: dict[str, Callable[[Any, Codebook], Coded | None]] = {
    "narwhals": _encode_narwhals,
    "pandas": _encode_pandas,
    "polars": _encode_polars,
    "pyarrow": _encode_arrow,
}
