"""Codes to counts: one histogram over the cells of the joint table, a block of rows at a time.

Rows are taken in blocks that stay in the processor's cache. The cell of a row is computed in the
narrowest unsigned integers that can name every cell: since the result is known to be below 2ᵇ,
arithmetic modulo 2ᵇ is exact, whatever the codes started from.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_BYTE = 2**8
_FEW_CELLS = 2**16
_BLOCK = 2**16
_MOST_UINT32 = 2**32 - 1
_PAIRED_BLOCK = 2**18
_MOST_CELLS = 2**29
"""Four gigabytes: enough for a square table of 23 000 classes."""


class Codes(Protocol):
    """A column of codes, ``start`` the lowest, one for each of ``labels``."""

    @property
    def codes(self) -> NDArray[Any]:
        """An integer for each item."""

    @property
    def labels(self) -> Sequence[Any]:
        """What the codes stand for, in their order."""

    @property
    def start(self) -> int:
        """The code of the first label."""


def tabulate(columns: Sequence[Codes], weights: NDArray[Any] | None = None) -> NDArray[Any]:
    """Count the combinations of codes, or add up the weights of their items.

    Returns
    -------
    ndarray of int64, or of the type of the weights
        One axis for each column, as long as its labels.
    """
    shape = tuple(len(column.labels) for column in columns)
    require_room(shape)
    if weights is None and len(shape) == 2 and max(shape) <= 2:
        return _two_by_two(*columns)[: shape[0], : shape[1]]
    cells = math.prod(shape)
    if weights is None and cells <= _FEW_CELLS:
        return _histogram(columns, cells).reshape(shape)
    return _scattered(columns, cells, weights).reshape(shape)


def require_room(shape: tuple[int, ...]) -> None:
    """Refuse a table that would not fit into memory."""
    if math.prod(shape) > _MOST_CELLS:
        raise InputError(
            f"a table of {' × '.join(map(str, shape))} cells is too large: count fewer groups or labels"
        )


def _two_by_two(truth: Codes, prediction: Codes) -> NDArray[np.int64]:
    """Three counts of true values settle four cells, and are the fastest that NumPy counts."""
    real = predicted = both = 0
    for rows in _blocks(len(truth.codes), 2 * _BLOCK):
        second, named_second = _is_second(truth, rows), _is_second(prediction, rows)
        real += int(np.count_nonzero(second))
        predicted += int(np.count_nonzero(named_second))
        both += int(np.count_nonzero(second & named_second))
    neither = len(truth.codes) - real - predicted + both
    return np.array([[neither, predicted - both], [real - both, both]], dtype=np.int64)


def _is_second(column: Codes, rows: slice) -> NDArray[np.bool_]:
    codes = column.codes[rows]
    # Bytes of 0 and 1 are truth values already.
    return codes.view(np.bool_) if codes.itemsize == 1 and column.start == 0 else codes != column.start


def _histogram(columns: Sequence[Codes], cells: int) -> NDArray[np.int64]:
    length = len(columns[0].codes)
    word = np.dtype(np.uint8 if cells <= _BYTE else np.uint16)
    paired = length - length % _PAIRED_BLOCK if word.itemsize == 1 else 0
    counts = _counted_by_twos(columns, paired)[:cells] if paired else np.zeros(cells, dtype=np.int64)
    for rows in _blocks(length, max(_BLOCK, 4 * cells), paired):
        counts += np.bincount(_cells(columns, rows, word), minlength=cells)
    return counts


def _counted_by_twos(columns: Sequence[Codes], length: int) -> NDArray[np.int64]:
    """Two neighbouring rows of one byte are one number of two bytes: half as many steps to count."""
    pairs = np.zeros(_BYTE * _BYTE, dtype=np.int64)
    for rows in _blocks(length, _PAIRED_BLOCK):
        two = _cells(columns, rows, np.dtype(np.uint8)).view(np.uint16)
        pairs += np.bincount(two, minlength=len(pairs))
    square = pairs.reshape(_BYTE, _BYTE)
    counts: NDArray[np.int64] = square.sum(axis=0) + square.sum(axis=1)
    return counts


def _scattered(columns: Sequence[Codes], cells: int, weights: NDArray[Any] | None) -> NDArray[Any]:
    """Add to a table too large to be made anew for each block."""
    length = len(columns[0].codes)
    # No cell counts more than all rows, and a table of half the size has twice the luck with the cache.
    counter = np.uint32 if length < _MOST_UINT32 else np.int64
    table: NDArray[Any] = np.zeros(cells, dtype=counter if weights is None else weights.dtype)
    one = table.dtype.type(1)
    for rows in _blocks(length, _BLOCK):
        index = _cells(columns, rows, np.dtype(np.uint64)).view(np.int64)
        np.add.at(table, index, one if weights is None else weights[rows])
    return table.astype(np.int64, copy=False) if weights is None else table


def _cells(columns: Sequence[Codes], rows: slice, word: np.dtype[Any]) -> NDArray[Any]:
    """The number of each row's cell, counted along the last column first."""
    modulus = 2 ** (8 * word.itemsize)
    first, *others = columns
    cell: NDArray[Any] = first.codes[rows].astype(word)
    origin = first.start
    for column in others:
        size = len(column.labels)
        cell *= word.type(size % modulus)
        cell += column.codes[rows].astype(word, copy=False)
        origin = origin * size + column.start
    if origin:
        cell -= word.type(origin % modulus)
    return cell


def _blocks(stop: int, size: int, start: int = 0) -> Iterator[slice]:
    for begin in range(start, stop, size):
        yield slice(begin, min(begin + size, stop))
