"""Long columns of text to codes: the column's own library codes blocks of it, in threads.

The blocks share one codebook, which only the calling thread adds to, in the order of the rows. Codes are as
narrow as labels are few: a hundred million texts need a tenth of a gigabyte beside themselves.

Text in columns of other libraries that is not what it says it is.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.intake.codes.codebook import Codebook

    Block = TypeVar("Block")
    Result = TypeVar("Result")

_ROWS = 2**18
_FEW = 2**12
"""With more labels, every block has so many of them that one dictionary of the whole column is quicker."""


def in_blocks(distinct: int, book: Codebook) -> bool:
    """Whether a column whose first rows have so many distinct values is one to be coded in blocks."""
    book.expect(distinct)
    return distinct <= _FEW


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
        return block.cast(pl.Enum([str(label or "") for label in book.labels]), strict=False).to_physical()

    def codes() -> Iterator[NDArray[Any]]:
        for block, found in zip(slices, _in_threads(encoded, slices), strict=True):
            known = not found.null_count()
            if not known:
                book.codes(block.filter(found.is_null()).unique().to_list())
            yield (found if known else encoded(block)).to_numpy()

    slices = _slices(series)
    book.codes(series.head(_FEW).unique().to_list())
    return _gathered(codes(), len(series))


def _slices(column: Any) -> list[Any]:
    return [column.slice(begin, _ROWS) for begin in range(0, len(column), _ROWS)]


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
