"""Sums, differences and logarithms of counts without loss of digits, and without overflow.

Integer counts are exact, floating-point counts (weights) are taken as they are, and complex
counts pass through unchanged, so that a formula can be differentiated by a complex step.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.tracing import Traced

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array


SAFE_TOTAL = 2**30  # below this total, four times a product of two margins fits into int64
SAFE_PAIRS = 2**16  # below this total, a product of two numbers of pairs fits into int64
_MANY_NUMBERS, _FEW_SLICES = 1000, 4  # from so many numbers on, so few slices are added one by one
_SERIES_LIMIT = 0.1  # below this, (1 + x)·ln(1 + x) − x is summed as a series
_LOW_BITS = 31
_LOW_MASK = 2**_LOW_BITS - 1
_BLOCK_SIZE = 2**20
_INTEGER_LIMIT = 2**63


def widen(counts: NDArray[Any]) -> NDArray[Any]:
    """Integers whose products cannot overflow: int64 if that is enough, else Python's own."""
    if counts.dtype.kind not in "iu":
        return counts
    if counts.size and int(add_up(add_up(counts)).max()) >= SAFE_TOTAL:
        return counts.astype(object)
    return counts


def narrow(values: Array) -> Array:
    """The floating-point values nearest to exact integers; other numbers unchanged."""
    values = as_array(values)
    return values.astype(np.float64) if values.dtype.kind in "iuO" else values


def as_array(values: object) -> Any:
    """Numbers as an array, which may be one that is traced."""
    return values if isinstance(values, Traced) else np.asarray(values)


def deviance(x: Array) -> Array:
    """``(1 + x)·ln(1 + x) − x``, never negative, with all its digits near 0; 1 at x = −1."""
    if isinstance(x, Traced):
        return x.through(deviance, np.log1p)
    values = np.where(x == -1, 1.0, (1 + x) * np.log1p(x) - x)
    near = abs(x) < _SERIES_LIMIT
    if near.any():
        # With y = x / (2 + x), ln(1 + x) is 2·artanh y, a series in odd powers of a number half as large.
        small = x[near]
        y = small / (2 + small)
        q = y * y
        tail = q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q / 13)))))
        values[near] = 2 * y * (y + tail * (1 + y)) / (1 - y)
    return values


def surprisal(part: Array, whole: Array) -> Array:
    """``part·ln(whole / part)`` with all its digits where the part is nearly the whole; 0 for no part."""
    # log1p of the rest, since ln(whole / part) loses its digits where the two are nearly equal.
    return np.where(part == 0, 0.0, part * np.log1p((whole - part) / part))


def divergence(of: Array, code: Array) -> Array:
    """``Σ of·ln(of / code)`` as a sum without negative terms, for two margins of one total."""
    # The totals are the same, so the linear terms that deviance takes off add up to 0.
    terms = np.where(of + code == 0, 0.0, code * deviance((of - code) / code))
    return add_up(np.where((code == 0) & (of != 0), np.inf, terms))


def log_ratio(difference: Array, numerator: Array, denominator: Array) -> Array:
    """``ln(numerator / denominator)`` with all its digits where the two are nearly equal."""
    above = difference.real >= 0
    # The smaller one divides, so that the argument of log1p is never near −1.
    sign = np.where(above, 1.0, -1.0)
    return sign * np.log1p(sign * difference / np.where(above, denominator, numerator))


def add_up(values: Array, axis: int = -1) -> Array:
    """The sum over an axis of classes."""
    return _fold(np.add, values, axis)


def largest(values: Array, axis: int = -1) -> Array:
    """The maximum over an axis of classes."""
    return _fold(np.maximum, values, axis)


def _fold(function: np.ufunc, values: Array, axis: int) -> Array:
    """A ufunc over an axis; of many tables, a few slices one by one, which is far faster than ``reduce``."""
    if values.size >= _MANY_NUMBERS and 0 < values.shape[axis] <= _FEW_SLICES:
        return reduce(function, np.moveaxis(values, axis, 0))
    return function.reduce(values, axis=axis)


def add_cells(values: Array) -> Array:
    """The sum over the last two axes, the cells of each table."""
    return add_up(add_up(values))


def exact_dot(left: NDArray[Any], right: NDArray[Any]) -> Any:
    """The sum of the products of two columns of non-negative numbers: a whole number if both are counts."""
    if not len(left):
        return 0
    if left.dtype.kind == "f" or right.dtype.kind == "f":
        return float(left @ right)
    # A bound of the whole sum: if it fits, the quick product of NumPy cannot overflow.
    if int(left.max()) * int(right.max()) * len(left) < _INTEGER_LIMIT:
        return int(left @ right)
    if max(int(left.max()), int(right.max())) < 2**_LOW_BITS:
        return _in_blocks(left, right)
    # Long multiplication by halves of 31 bits: each product of halves fits into 64 bits.
    low, high = (left & _LOW_MASK, right & _LOW_MASK), (left >> _LOW_BITS, right >> _LOW_BITS)
    middle = exact_dot(low[0], high[1]) + exact_dot(high[0], low[1])
    return exact_dot(*low) + (middle << _LOW_BITS) + (exact_dot(*high) << 2 * _LOW_BITS)


def exact_squares(numbers: NDArray[Any], values: NDArray[Any]) -> int:
    """The sum of the squares of whole numbers below 2⁶² that occur so many times each."""
    low, high = values & _LOW_MASK, values >> _LOW_BITS
    total = exact_dot(numbers, low * low)
    if high.any():
        total += exact_dot(numbers, low * high) << _LOW_BITS + 1
        total += exact_dot(numbers, high * high) << 2 * _LOW_BITS
    return int(total)


def _in_blocks(left: NDArray[Any], right: NDArray[Any]) -> int:
    """Sum products below 2⁶² by their halves, so that a block of 2²⁰ of them has room in 64 bits."""
    total = 0
    for begin in range(0, len(left), _BLOCK_SIZE):
        products = left[begin : begin + _BLOCK_SIZE] * right[begin : begin + _BLOCK_SIZE]
        total += int((products & _LOW_MASK).sum()) + (int((products >> _LOW_BITS).sum()) << _LOW_BITS)
    return total
