"""A column of any kind to codes: lists and arrays here, the columns of other libraries by their own means.

Columns of pandas, polars, Arrow and whatever else narwhals knows: each coded by its own library.

Libraries are recognised by the name of the module that a column's class comes from, so none is
imported that the caller has not imported already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.codes.array import encode_array
from abovechance.intake.codes.codebook import Codebook
from abovechance.intake.codes.coded import Coded
from abovechance.intake.codes.tensor import as_array, is_tensor, is_wide
from abovechance.intake.codes.text import arrow_codes, in_blocks, polars_codes, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

_DENSE_CELLS = 2**22


def encode(column: Any, name: str, limit: int | None = None, codes: Sequence[Any] = ()) -> Coded:
    """Code a column.

    Parameters
    ----------
    column
        A list, tuple or other iterable, a NumPy array, or a column of pandas, polars, Arrow or any
        library that narwhals knows; or a column that is coded already.
    name
        What messages call it.
    limit
        How many distinct labels it may have.
    codes
        Labels that stand for a missing value.
    """
    book = Codebook(name, limit)
    try:
        with text_of(name):
            coded = _encode(column, book)
    except OverflowError as error:
        raise InputError(f"{name} has dates that Python has not ({error}): make them text") from None
    if codes:
        coded = coded.lacking(codes)
    square = len(coded.labels) ** 2
    if square > min(max(4 * len(coded.codes), 2**12), _DENSE_CELLS):
        coded = coded.compact()
        book.expect(len(coded.labels) - (coded.missing is not None))
    return coded


def _encode(column: Any, book: Codebook) -> Coded:
    if isinstance(column, Coded):
        return column
    if isinstance(column, np.ndarray):
        return encode_array(column, book)
    if isinstance(column, Sequence) and not isinstance(column, str | bytes):
        return Coded.from_book(book.codes(column), book)
    if not isinstance(column, str | bytes | Mapping | AbstractSet):
        coded = encode_column(column, book)
        if coded is not None:
            return coded
        if is_tensor(column):
            return encode_array(as_array(column, book.name), book)
        if isinstance(column, Iterable):
            return Coded.from_book(book.codes(list(column)), book)
    raise InputError(f"{book.name} must be a column of labels, got {type(column).__name__}")


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
    numeric = series.dtype == pl.Boolean or series.dtype.is_integer() or series.dtype.is_float()
    if numeric and not is_wide(series):
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
