"""NumPy arrays to codes: small integers are their own codes, the rest is looked up.

Values of fixed width (text, bytes, numbers) to codes: a cache of bit patterns before a codebook.

The bits of a value are hashed to a slot, the slot holds the code of a label, and the label's own
bits are compared with those of the value. Values that differ (new labels, collisions, a second NaN)
are looked up in the codebook. So the hash decides how fast a value is coded, never as what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.codes.coded import Coded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.intake.codes.coded import Codebook

_FEW_VALUES = 2**10  # so few values are looked up sooner than a cache is set up

# The first blocks are small: most labels are met there, and meeting one is slow.
_BLOCK_SIZES = 2**8, 2**11, 2**14

_CACHE_SLOTS = 2**16
_MAX_LABELS_CACHED = 2**13  # with more labels than this, collisions make the cache useless

_MAX_WORDS_COMPARED = 6  # patterns of more words are hashed and compared as a whole

_HASH_MULTIPLIERS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93
"""Odd numbers without pattern; the next is tried where labels share a slot under the one before."""


def pattern_codes(values: NDArray[Any], book: Codebook) -> NDArray[Any]:
    """The code of each value of an array; the values themselves decide, by Python equality."""
    if len(values) <= _FEW_VALUES:
        return book.codes(values.tolist())
    codes: NDArray[Any] = np.empty(len(values), dtype=np.uint16)
    cache = _Cache(book, _native(values[:1]))
    for rows in _growing_blocks(len(values)):
        found = cache.encode(_native(values[rows]))
        if found.itemsize > codes.itemsize:
            codes = codes.astype(found.dtype)
        codes[rows] = found
    return codes


def _native(values: NDArray[Any]) -> NDArray[Any]:
    """The values side by side, in the byte order of this machine; strings of any width where they are."""
    if values.dtype.kind == "T":
        return values
    return np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("="))


class _Cache:
    """The first pattern seen of each label, in the order of the codes, and where the hash puts it."""

    def __init__(self, book: Codebook, first: NDArray[Any]) -> None:
        self._book = book
        # A first label, as every guess must be the number of some pattern.
        self._book.codes(first.tolist())
        # A slot that no label has guesses the first one, which the comparison of patterns refutes.
        self._slots = np.zeros(_CACHE_SLOTS, dtype=np.uint16)
        self._arrange(first, _words(first))

    def encode(self, values: NDArray[Any]) -> NDArray[Any]:
        """The codes of a block."""
        if self._patterns.shape[1] > _MAX_LABELS_CACHED:
            return self._book.codes(values.tolist())
        words = _words(values)
        guess: NDArray[Any] = self._slots[_hash(words, self._multiplier)]
        missed = self._differ(guess, values, words)
        if not missed.any():
            return guess
        found = self._look_up(values[missed], words[:, missed])
        codes = guess.astype(np.promote_types(guess.dtype, found.dtype))
        codes[missed] = found
        return codes

    def _differ(self, guess: NDArray[Any], values: NDArray[Any], words: NDArray[Any]) -> NDArray[np.bool_]:
        """Where the bits are not those of the guess; of long text the characters, which says the same."""
        if len(words) > _MAX_WORDS_COMPARED:
            return np.not_equal(self._firsts.take(guess), values)
        missed = self._patterns[0].take(guess) != words[0]
        for pattern, word in zip(self._patterns[1:], words[1:], strict=True):
            missed |= pattern.take(guess) != word
        return missed

    def _look_up(self, values: NDArray[Any], words: NDArray[Any]) -> NDArray[Any]:
        found = self._book.codes(values.tolist())
        # A label may have several patterns (0.0 and −0.0): the first is kept, others are looked up each time.
        code, first = np.unique(found, return_index=True)
        new = first[code >= self._patterns.shape[1]]
        if len(new):
            firsts = np.concatenate([self._firsts, values[new]])
            self._arrange(firsts, np.concatenate([self._patterns, words[:, new]], axis=1))
        return found

    def _arrange(self, firsts: NDArray[Any], patterns: NDArray[Any]) -> None:
        self._firsts, self._patterns = firsts, np.ascontiguousarray(patterns)
        for self._multiplier in _HASH_MULTIPLIERS:
            slot = _hash(patterns, self._multiplier)
            if len(np.unique(slot)) == patterns.shape[1]:
                break
        # Where all multipliers collide, the last label of a slot has it, and the others are looked up each
        # time.
        self._slots[slot] = np.arange(patterns.shape[1])


def _hash(words: NDArray[Any], multiplier: int) -> NDArray[Any]:
    """The highest bits of a sum of products, modulo 2⁶⁴."""
    factors = np.full(len(words), multiplier, dtype=np.uint64).cumprod()
    if len(words) > _MAX_WORDS_COMPARED:
        total: NDArray[Any] = np.einsum("ji,j->i", words, factors)
    else:
        total = words[0] * factors[0]
        for word, factor in zip(words[1:], factors[1:], strict=True):
            total += word * factor
    return (total >> np.uint64(48)).view(np.int64)


def _words(values: NDArray[Any]) -> NDArray[Any]:
    """The bits of values as integers, as wide as divide them evenly: a row for each part of a value."""
    bits = np.ascontiguousarray(_Packed(values)) if values.dtype.kind == "T" else values
    width = next(size for size in (8, 4, 2, 1) if bits.itemsize % size == 0)
    return bits.view(f"u{width}").reshape(len(values), -1).T


class _Packed:
    """The bits by which an array keeps variable-width strings: in one array, equal bits are one string."""

    def __init__(self, values: NDArray[Any]) -> None:
        self.values = values
        self.__array_interface__ = {
            "data": (self.values.ctypes.data, True),
            "shape": self.values.shape,
            "strides": self.values.strides,
            "typestr": f"|V{self.values.itemsize}",
            "version": 3,
        }


def _growing_blocks(length: int) -> Iterator[slice]:
    begin = 0
    *small, size = _BLOCK_SIZES
    while begin < length:
        width = small.pop(0) if small else size
        yield slice(begin, begin + width)
        begin += width


_BLOCK_SIZE = 2**17
_SMALL_SPAN = 2**16
_MOST_INT64 = 2**63 - 1


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
    # Without bytes there are no patterns: no rows, or text of width 0.
    if kind in "iufmMUST" and array.nbytes:
        return Coded.from_book(pattern_codes(array, book), book)
    return Coded.from_book(_object_codes(array, book), book)


def one_column(array: NDArray[Any], name: str) -> NDArray[Any]:
    """The array as one column, if it is one."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 2:
        raise InputError(
            f"{name} must be one column of labels, got an array of shape {array.shape}: choose a column, or "
            "take argmax(axis=1) if it has a score for each class"
        )
    if array.ndim != 1:
        raise InputError(f"{name} must be one column of labels, got an array of {array.ndim} dimensions")
    return array


def _encode_integers(array: NDArray[Any], book: Codebook) -> Coded:
    low, high = _bounds(array)
    # Codes are looked up as signed integers of 64 bits, in which larger ones would be negative.
    if high - low < max(_SMALL_SPAN, len(array)) and high <= _MOST_INT64:
        return Coded(array, range(low, high + 1), start=low)
    return Coded.from_book(pattern_codes(array, book), book)


def _bounds(array: NDArray[Any]) -> tuple[int, int]:
    """The least and the greatest value, in one passage through memory."""
    if len(array) <= _BLOCK_SIZE:
        return int(array.min()), int(array.max())
    blocks = [array[begin : begin + _BLOCK_SIZE] for begin in range(0, len(array), _BLOCK_SIZE)]
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
    for begin in range(0, len(array), _BLOCK_SIZE):
        rows = slice(begin, begin + _BLOCK_SIZE)
        codes[rows] = book.codes(array[rows].tolist())
    return codes
