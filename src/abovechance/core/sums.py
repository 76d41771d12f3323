"""Sums of products of counts that are too large for 64 bits, without rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BITS = 31
_LOW = 2**_BITS - 1
_BLOCK = 2**20
_ROOM = 2**63


def exact_dot(left: NDArray[Any], right: NDArray[Any]) -> Any:
    """The sum of the products of two columns of non-negative numbers: a whole number if both are counts.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.core.sums import exact_dot
    >>> exact_dot(np.array([10**18, 1]), np.array([10**18, 1])) == 10**36 + 1
    True
    """
    if not len(left):
        return 0
    if left.dtype.kind == "f" or right.dtype.kind == "f":
        return float(left @ right)
    if int(left.max()) * int(right.max()) * len(left) < _ROOM:
        return int(left @ right)
    if max(int(left.max()), int(right.max())) < 2**_BITS:
        return _in_blocks(left, right)
    low, high = (left & _LOW, right & _LOW), (left >> _BITS, right >> _BITS)
    middle = exact_dot(low[0], high[1]) + exact_dot(high[0], low[1])
    return exact_dot(*low) + (middle << _BITS) + (exact_dot(*high) << 2 * _BITS)


def exact_squares(numbers: NDArray[Any], values: NDArray[Any]) -> int:
    """The sum of the squares of whole numbers below 2⁶² that occur so many times each.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.core.sums import exact_squares
    >>> exact_squares(np.array([2, 1]), np.array([10**15, 3])) == 2 * 10**30 + 9
    True
    """
    low, high = values & _LOW, values >> _BITS
    total = exact_dot(numbers, low * low)
    if high.any():
        total += exact_dot(numbers, low * high) << _BITS + 1
        total += exact_dot(numbers, high * high) << 2 * _BITS
    return int(total)


def _in_blocks(left: NDArray[Any], right: NDArray[Any]) -> int:
    """Sum products below 2⁶² by their halves, so that a block of 2²⁰ of them has room in 64 bits."""
    total = 0
    for begin in range(0, len(left), _BLOCK):
        products = left[begin : begin + _BLOCK] * right[begin : begin + _BLOCK]
        total += int((products & _LOW).sum()) + (int((products >> _BITS).sum()) << _BITS)
    return total
