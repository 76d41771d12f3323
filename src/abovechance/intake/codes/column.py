"""A column of any kind to codes: lists and arrays here, those of pandas, polars or Arrow by their library.

Libraries are recognised by the name of the module that a column's class comes from, so none is imported that
the caller has not imported already. Long columns of text are coded in blocks, in threads, which share one
codebook: only the calling thread adds to it, in the order of the rows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.codes.array import encode_array
from abovechance.intake.codes.coded import Codebook, Coded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Block = TypeVar("Block")
    Result = TypeVar("Result")


_DENSE_CELLS = 2**22
# So many rows are looked at before a library is asked to find all distinct values of a column.
_HEAD_ROWS = 2**16
_ROWS_AT_ONCE = 2**18
_FEW_LABELS = 2**12  # with more labels, one dictionary of the whole column is quicker than one for each block
_CONVERSION_ERRORS = (TypeError, ValueError, RuntimeError, BufferError)


def encode(column: object, name: str, limit: int | None = None, codes: Sequence[Any] = ()) -> Coded:
    """Code a column of any kind: an iterable, an array, or one of a library that narwhals knows.

    ``name`` is what messages call it; ``codes`` are labels that stand for a missing value.
    """
    book = Codebook(name, limit)
    try:
        with text_of(name):
            coded = _encode(column, book)
    except OverflowError as error:
        raise InputError(f"{name} has dates outside Python's range ({error}): convert them to text") from None
    if codes:
        coded = coded.lacking(codes)
    # Integers far apart and categories without items would make a table of mostly empty cells: then labels
    # count only if they occur.
    square = len(coded.labels) ** 2
    if square > min(max(4 * len(coded.codes), 2**12), _DENSE_CELLS):
        coded = coded.compact()
        book.expect(len(coded.labels) - (coded.missing is not None))
    return coded


def _encode(column: object, book: Codebook) -> Coded:
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


def encode_column(column: object, book: Codebook) -> Coded | None:
    """Code a column of another library, or a data frame of one column; None if it is neither."""
    if hasattr(type(column), "columns"):
        return encode_column(_only_column(column, book.name), book)
    if not hasattr(column, "__len__"):
        return None
    # By all parents, so that what another package derives from a column of pandas is read like it.
    for parent in type(column).__mro__:
        library = _ENCODER_OF_LIBRARY.get(parent.__module__.partition(".")[0])
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


def _encode_foreign(column: object, book: Codebook) -> Coded | None:
    import narwhals.stable.v2 as nw

    series = nw.from_native(column, series_only=True, pass_through=True)
    return encode_array(series.to_numpy(), book) if isinstance(series, nw.Series) else None


def _encode_pandas(column: Any, book: Codebook) -> Coded:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufcO":
        return encode_array(column.to_numpy(), book)
    values = getattr(column, "array", column)
    if hasattr(column.dtype, "categories"):
        # The code −1 of pandas is a missing value, and so the first label.
        categories = values.categories.tolist()
        coded = Coded.from_categories(values.codes, [None, *categories], start=-1)
        return coded.in_order(categories) if column.dtype.ordered else coded
    if getattr(column.dtype, "storage", None) == "pyarrow" or hasattr(column.dtype, "pyarrow_dtype"):
        return _encode_arrow(values.__arrow_array__(), book)
    # Too many labels are found sooner among the first rows than among all.
    book.expect(len(values[:_HEAD_ROWS].factorize()[1]))
    codes, labels = values.factorize()
    return Coded.from_categories(codes, [None, *labels.tolist()], start=-1)


def _encode_polars(series: Any, book: Codebook) -> Coded:
    import polars as pl

    # NumPy would be given integers with nulls as floating-point numbers.
    if series.null_count():
        return _encode_polars(series.drop_nulls(), book).spread(series.is_not_null().to_numpy())
    if series.dtype == pl.String:
        if in_blocks(series.head(_HEAD_ROWS).n_unique(), book) and book.limit is not None:
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
            if in_blocks(len(column.slice(0, _HEAD_ROWS).unique()), book):
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


_ENCODER_OF_LIBRARY: dict[str, Callable[[Any, Codebook], Coded | None]] = {
    "narwhals": lambda series, book: encode_column(series.to_native(), book),
    "pandas": _encode_pandas,
    "polars": _encode_polars,
    "pyarrow": _encode_arrow,
}


def in_blocks(distinct: int, book: Codebook) -> bool:
    """Whether a column whose first rows have so many distinct values is one to be coded in blocks."""
    book.expect(distinct)
    return distinct <= _FEW_LABELS


def arrow_codes(column: Any, book: Codebook) -> NDArray[Any]:
    """The codes of an Arrow array or chunked array; nulls are missing values."""

    def encoded(block: Any) -> tuple[NDArray[Any], list[Any]]:
        dictionary = block.dictionary_encode(null_encoding="encode")
        if hasattr(dictionary, "combine_chunks"):
            dictionary = dictionary.combine_chunks()
        return dictionary.indices.to_numpy(zero_copy_only=False), dictionary.dictionary.to_pylist()

    blocks = _in_threads(encoded, _slices(column))
    return _gathered((book.codes(labels)[indices] for indices, labels in blocks), len(column))


def polars_codes(series: Any, book: Codebook) -> NDArray[Any]:
    """The codes of a polars Series of text without nulls, for a new codebook whose labels are limited.

    A block is cast to an enumeration of the labels met so far, which is null where it has others.
    """
    import polars as pl

    def encoded(block: Any) -> Any:
        # The label None of missing values is the empty text here, as this series has no nulls.
        return block.cast(pl.Enum([str(label or "") for label in book.labels]), strict=False).to_physical()

    def codes() -> Iterator[NDArray[Any]]:
        for block, found in zip(slices, _in_threads(encoded, slices), strict=True):
            known = not found.null_count()
            if not known:
                book.codes(block.filter(found.is_null()).unique().to_list())
            yield (found if known else encoded(block)).to_numpy()

    slices = _slices(series)
    # The labels of the first rows: most blocks then know all of theirs, and are cast once.
    book.codes(series.head(_FEW_LABELS).unique().to_list())
    return _gathered(codes(), len(series))


def _slices(column: Any) -> list[Any]:
    return [column.slice(begin, _ROWS_AT_ONCE) for begin in range(0, len(column), _ROWS_AT_ONCE)]


def _in_threads(work: Callable[[Block], Result], blocks: Sequence[Block]) -> Iterator[Result]:
    if len(blocks) == 1:
        yield work(blocks[0])
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(work, blocks)


def _gathered(blocks: Iterable[NDArray[Any]], length: int) -> NDArray[Any]:
    """One array of codes, as wide as the widest of its blocks."""
    codes: NDArray[Any] = np.empty(length, dtype=np.uint8)
    begin = 0
    for block in blocks:
        if block.itemsize > codes.itemsize:
            codes = codes.astype(block.dtype)
        codes[begin : begin + len(block)] = block
        begin += len(block)
    return codes


@contextmanager
def text_of(name: str) -> Iterator[None]:
    """Refuse text of a column that is not UTF-8, which Arrow finds out about no sooner than it is read."""
    try:
        yield
    except Exception as error:
        # Arrow that makes an array of such text has its own word for it, "Wrapping … failed".
        if not isinstance(error, UnicodeDecodeError) and type(error).__name__ != "ArrowException":
            raise
        raise InputError(
            f"{name} has text that is not UTF-8: decode it with the encoding that it was written in"
        ) from None


def is_tensor(value: object) -> bool:
    """Whether a value gives its numbers as an array, which has no integers of 128 bits as polars has them."""
    return (hasattr(value, "__array__") or hasattr(value, "__dlpack__")) and not is_wide(value)


def is_wide(column: object) -> bool:
    """Whether a column has integers of 128 bits."""
    return str(getattr(column, "dtype", "")) in ("Int128", "UInt128")


def as_array(tensor: object, name: str) -> NDArray[Any]:
    """The numbers of a tensor in main memory; those unknown to NumPy (bfloat16) in single precision."""
    # PyTorch gives no array of a tensor that is part of a gradient, or that is on a graphics card.
    for step in ("detach", "cpu"):
        if hasattr(tensor, step):
            tensor = getattr(tensor, step)()
    for attribute, way in _CONVERTER_OF_LIBRARY.items():
        if hasattr(tensor, attribute):
            try:
                return way(tensor)
            except _CONVERSION_ERRORS:
                continue
    raise InputError(
        f"{name} is a {type(tensor).__name__} that cannot be read as it is: give it as a NumPy array"
    )


_CONVERTER_OF_LIBRARY: dict[str, Callable[[Any], NDArray[Any]]] = {
    "__array__": np.asarray,
    "__dlpack__": np.from_dlpack,
    "float": lambda tensor: np.asarray(tensor.float()),
}
