"""How many whole-number tables satisfy linear inequalities, in closed form: nothing is listed.

The tables are cut into slices along one cell. In a slice they are the points of a polygon: for each x
there are ``floor(upper) - ceil(lower) + 1`` values of y, and a sum of floors along a line is known by
Euclid's algorithm (Graham, Knuth and Patashnik 1994, section 3.5).
"""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Whole = NDArray[Any]  # int64, or Python's whole numbers where products do not fit

_SLICES_AT_ONCE = 2**17
_LARGEST = 2**61


def count(inequalities: Sequence[tuple[int, int, int, int]], n: int) -> int:
    """How many (x, y, z), whole from 0 to n, have ``a·x + b·y + c·z + d >= 0`` for all (a, b, c, d)."""
    limits = [row for axis in range(3) for row in _limits(axis, n)]
    rows = [*inequalities, *limits]
    largest = max(abs(value) for row in rows for value in row[:3])
    kind = (
        np.int64
        if 16 * largest**2 * (n + 1) + max(abs(row[3]) for row in rows) * largest < _LARGEST
        else object
    )
    order = min(permutations(range(3)), key=lambda axes: _cost(rows, axes))
    ordered = [(*(row[axis] for axis in order), row[3]) for row in rows]
    total = 0
    for start in range(0, n + 1, _SLICES_AT_ONCE):
        slices = np.arange(start, min(start + _SLICES_AT_ONCE, n + 1)).astype(kind)
        total += _in_slices(ordered, slices)
    return total


def _limits(axis: int, n: int) -> list[tuple[int, int, int, int]]:
    one = [int(axis == other) for other in range(3)]
    return [(one[0], one[1], one[2], 0), (-one[0], -one[1], -one[2], n)]


def _cost(rows: Sequence[Sequence[int]], axes: Sequence[int]) -> int:
    """How many lines bound a slice from above and from below, squared."""
    of_y = [row[axes[2]] for row in rows]
    return sum(c > 0 for c in of_y) ** 2 + sum(c < 0 for c in of_y) ** 2


def _in_slices(rows: Sequence[Sequence[int]], z: Whole) -> int:
    """The number of points of all slices; a row is (of the slice, of x, of y, constant)."""
    lines = [(a, c, e * z + d) for e, a, c, d in rows]
    walls = [(a, d) for a, c, d in lines if not c]
    floors = [(a, c, d) for a, c, d in lines if c > 0]
    roofs = [(a, -c, d) for a, c, d in lines if c < 0]
    pairs = product(floors, roofs)  # the floor is below the roof
    walls += [(a * q + b * p, d * q + f * p) for (a, p, d), (b, q, f) in pairs]
    first, last = np.zeros_like(z), np.full_like(z, np.iinfo(np.int64).max // 4)
    possible = np.ones(z.shape, dtype=bool)
    for a, d in walls:
        if a > 0:
            first = np.maximum(first, -(d // a))
        elif a < 0:
            last = np.minimum(last, d // -a)
        else:
            possible &= d >= 0
    kept = (possible & (first <= last)).nonzero()[0]
    if not len(kept):
        return 0
    first, last = first[kept], last[kept]
    above = _envelope([(a, c, d[kept]) for a, c, d in roofs], first, last)
    below = _envelope([(a, c, d[kept]) for a, c, d in floors], first, last)
    return int((above + below + last - first + 1).sum())


def _envelope(lines: Sequence[tuple[int, int, Whole]], first: Whole, last: Whole) -> Whole:
    """The sum over x of the least ``floor((a·x + d) / c)`` of all lines, from the first x to the last."""
    ends = [first - 1, last]
    for (a, p, d), (b, q, f) in combinations(lines, 2):
        slope = a * q - b * p
        if slope:
            crossing = (f * p - d * q) // slope
            ends.append(np.clip(crossing, first - 1, last))
    edges = np.sort(np.stack(ends), axis=0)
    total = np.zeros_like(first)
    for before, end in pairwise(edges):
        some = (end > before).nonzero()[0]
        if not len(some):
            continue
        start = before[some] + 1
        best: tuple[Whole, Whole, Whole] | None = None
        for a, c, d in lines:
            top = a * start + d[some]
            slope, under = np.full_like(top, a), np.full_like(top, c)
            if best is None:
                best = top, slope, under
                continue
            # Of lines that meet at the start, the one that is lower afterwards.
            here, there = top * best[2], best[0] * under
            lower = (here < there) | ((here == there) & (slope * best[2] < best[1] * under))
            best = (
                np.where(lower, top, best[0]),
                np.where(lower, slope, best[1]),
                np.where(lower, under, best[2]),
            )
        if best is not None:
            total[some] += floor_sum(end[some] - before[some], best[2], best[1], best[0])
    return total


def floor_sum(n: Whole, m: Whole, a: Whole, b: Whole) -> Whole:
    """``Σ floor((a·i + b) / m)`` for i from 0 to n − 1, with m above 0.

    Examples
    --------
    >>> floor_sum(np.array([4]), np.array([10]), np.array([6]), np.array([3]))
    array([3])
    """
    total = np.zeros_like(n)
    place = np.arange(len(n))
    while len(place):
        total[place] += n * (n - 1) // 2 * (a // m) + n * (b // m)
        a, b = a % m, b % m
        top = a * n + b
        more = (top >= m).nonzero()[0]
        place, top, m, a = place[more], top[more], m[more], a[more]
        n, b, m, a = top // m, top % m, a, m
    return total
