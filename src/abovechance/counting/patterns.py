"""Values of fixed width (text, bytes, numbers) to codes: a cache of bit patterns before a codebook.

The bits of a value are hashed to a slot, the slot holds the code of a label, and the label's own
bits are compared with those of the value. Values that differ (new labels, collisions, a second NaN)
are looked up in the codebook. So the hash decides how fast a value is coded, never as what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.counting.codebook import Codebook

_FEW = 2**10
"""So few values are looked up sooner than a cache is set up."""

_BLOCKS = 2**8, 2**11, 2**14
"""The first blocks are small: most labels are met there, and meeting one is slow."""

_SLOTS = 2**16
_WORTHWHILE = 2**13
"""With more labels than this, collisions make the cache useless."""

_MULTIPLIERS = 0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F
"""Odd numbers without pattern; the next is tried where labels share a slot under the one before."""


def pattern_codes(values: NDArray[Any], book: Codebook) -> NDArray[Any]:
    """The code of each value of an array; the values themselves decide, by Python equality."""
    if len(values) <= _FEW:
        return book.codes(values.tolist())
    codes = np.empty(len(values), dtype=np.int32)
    native = values.dtype.newbyteorder("=")
    cache = _Cache(book, np.ascontiguousarray(values[:1], dtype=native))
    for rows in _growing_blocks(len(values)):
        cache.encode(np.ascontiguousarray(values[rows], dtype=native), codes[rows])
    return codes


class _Cache:
    """The first pattern seen of each label, in the order of the codes, and where the hash puts it."""

    def __init__(self, book: Codebook, first: NDArray[Any]) -> None:
        self._book = book
        self._book.codes(first.tolist())
        self._slots = np.zeros(_SLOTS, dtype=np.uint16)
        self._arrange(first)

    def encode(self, block: NDArray[Any], codes: NDArray[np.int32]) -> None:
        """Write the codes of a block."""
        if len(self._patterns) > _WORTHWHILE:
            codes[:] = self._book.codes(block.tolist())
            return
        guess = self._slots[_hash(block, self._constants)]
        codes[:] = guess
        missed = np.flatnonzero(_bits(self._patterns.take(guess)) != _bits(block))
        if len(missed):
            codes[missed] = self._look_up(block[missed])

    def _look_up(self, values: NDArray[Any]) -> NDArray[Any]:
        found = self._book.codes(values.tolist())
        code, first = np.unique(found, return_index=True)
        new = first[code >= len(self._patterns)]
        if len(new):
            self._arrange(np.concatenate([self._patterns, values[new]]))
        return found

    def _arrange(self, patterns: NDArray[Any]) -> None:
        self._patterns = patterns
        for multiplier in _MULTIPLIERS:
            self._constants = np.full(patterns.itemsize, multiplier, dtype=np.uint32).cumprod(dtype=np.uint32)
            slot = _hash(patterns, self._constants)
            if len(np.unique(slot)) == len(patterns):
                break
        self._slots[slot] = np.arange(len(patterns))


def _hash(values: NDArray[Any], constants: NDArray[np.uint32]) -> NDArray[np.uint32]:
    words = _words(values)
    product: NDArray[np.uint32] = np.einsum("ij,j->i", words, constants[: words.shape[1]])
    return np.right_shift(product, 16)


def _words(values: NDArray[Any]) -> NDArray[Any]:
    word = next(size for size in (4, 2, 1) if values.itemsize % size == 0)
    return values.view(f"u{word}").reshape(len(values), -1)


def _bits(values: NDArray[Any]) -> NDArray[Any]:
    """The values in a form whose equality is equality of bits."""
    return values if values.dtype.kind in "US" else values.view(f"u{values.itemsize}")


def _growing_blocks(length: int) -> Iterator[slice]:
    begin = 0
    *small, size = _BLOCKS
    while begin < length:
        width = small.pop(0) if small else size
        yield slice(begin, begin + width)
        begin += width
