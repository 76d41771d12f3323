"""NumPy arrays to codes: small integers are their own codes, the rest is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.coded import Coded
from abovechance.counting.patterns import pattern_codes
from abovechance.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.counting.codebook import Codebook

_BLOCK = 2**17
_SMALL_SPAN = 2**16
_MOST_INT64 = 2**63 - 1
_TWO = 2


def encode_array(array: NDArray[Any], book: Codebook) -> Coded:
    """Codes for an array of any type, of shape ``(n,)`` or ``(n, 1)``."""
    if isinstance(array, np.ma.MaskedArray):
        present = ~np.ma.getmaskarray(array)
        return encode_array(array.data[present], book).spread(one_column(present, book.name))
    array = one_column(np.asarray(array), book.name)
    kind = array.dtype.kind
    if kind == "b":
        return Coded(array.view(np.uint8), [False, True])
    if kind in "iu" and len(array):
        return _encode_integers(array, book)
    if kind in "fmM":
        array = _comparable(array, book.name)
    if kind in "iufmMUST" and array.nbytes:
        return Coded.from_book(pattern_codes(array, book), book)
    return Coded.from_book(_object_codes(array, book), book)


def one_column(array: NDArray[Any], name: str) -> NDArray[Any]:
    """The array as one column, if it is one."""
    if array.ndim == _TWO and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == _TWO:
        raise InputError(
            f"{name} must be one column of labels, got an array of shape {array.shape}: choose a column, or "
            "take argmax(axis=1) if it has a score for each class"
        )
    if array.ndim != 1:
        raise InputError(f"{name} must be one column of labels, got an array of {array.ndim} dimensions")
    return array


def _encode_integers(array: NDArray[Any], book: Codebook) -> Coded:
    low, high = _bounds(array)
    if high - low < max(_SMALL_SPAN, len(array)) and high <= _MOST_INT64:
        return Coded(array, range(low, high + 1), start=low)
    return Coded.from_book(pattern_codes(array, book), book)


def _bounds(array: NDArray[Any]) -> tuple[int, int]:
    """The least and the greatest value, in one passage through memory."""
    if len(array) <= _BLOCK:
        return int(array.min()), int(array.max())
    blocks = [array[begin : begin + _BLOCK] for begin in range(0, len(array), _BLOCK)]
    bounds = [(block.min(), block.max()) for block in blocks]
    return int(min(low for low, _ in bounds)), int(max(high for _, high in bounds))


def _comparable(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Floating-point numbers and times of a kind that Python has too."""
    if array.dtype.kind == "f":
        return array.astype(np.float64) if array.itemsize > np.float64().itemsize else array
    times = array.astype(f"{array.dtype.kind}8[us]")
    if np.any((times != array) & ~np.isnat(array)):
        raise InputError(f"{name} has times finer than a microsecond: give them as text or integers")
    return times


def _object_codes(array: NDArray[Any], book: Codebook) -> NDArray[np.int32]:
    codes = np.empty(len(array), dtype=np.int32)
    for begin in range(0, len(array), _BLOCK):
        rows = slice(begin, begin + _BLOCK)
        codes[rows] = book.codes(array[rows].tolist())
    return codes
