"""Tables that differ in FP alone, TN being the rest: where polynomials are not negative, in closed form.

With TP and FN fixed nearly all measures are quotients of polynomials of degree 2 at most in FP, or roots of
them, so that a column of tables is not searched: the roots of quadratics bound what belongs to the set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.solve.polynomial import of_three

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Floats
    from abovechance.solve.polynomial import Exponents, Polynomial

    Truth = NDArray[np.bool_]

_ROOT_ERROR = 1e-9
"""How far rounding may take a root, as a share of the items."""
_DOUBT = 1e-14
_NEARLY_TOUCHING = 1e-10
"""A discriminant this small, against what it is a difference of, may have either sign."""


class Columns:
    """Bounds of FP, as shares, at given shares of TP and FN."""

    def __init__(self, polynomials: Sequence[Polynomial], clauses: Sequence[Sequence[int]]) -> None:
        expanded = [of_three(p) for p in polynomials]
        self.possible = all(e[1] <= 2 for p in expanded for e in p)
        """Whether no polynomial has a higher degree in FP."""
        curved = [any(e[1] > 1 for e in p) for p in expanded]
        steps = [[c for c in clauses if any(curved[i] for i in c) is kind] for kind in (False, True)]
        self._steps = [_Step(expanded, some, curved=kind) for kind, some in enumerate(steps) if some]
        """Clauses of straight lines first, which cost less and leave fewer columns."""

    def between(self, tp: Floats, fn: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats, Truth]:
        """The least and the greatest FP that may belong to the set in each column, between bounds.

        The third says where some between them may not belong: each is to be looked at.
        """
        first, last, split = low.copy(), high.copy(), np.zeros(len(tp), dtype=bool)
        left = np.arange(len(tp))
        for step in self._steps:
            first[left], last[left], holes = step.narrowed(tp[left], fn[left], first[left], last[left])
            split[left] |= holes
            left = left[first[left] <= last[left]]
        return first, last, split


class _Step:
    """Some of the clauses, all of straight lines or with parabolas among them."""

    def __init__(
        self,
        expanded: Sequence[dict[Exponents, int]],
        clauses: Sequence[Sequence[int]],
        *,
        curved: bool | int,
    ) -> None:
        used = sorted({i for clause in clauses for i in clause})
        self._clauses = [[used.index(i) for i in clause] for clause in clauses]
        self._curved = bool(curved)
        powers = sorted({(e[0], e[2]) for i in used for e in expanded[i]})
        self._powers = powers
        self._coefficients = np.zeros((len(powers), 3, len(used)))
        for place, i in enumerate(used):
            size = max(map(abs, expanded[i].values()), default=1)
            for (tp, fp, fn), coefficient in expanded[i].items():
                if fp <= 2:
                    self._coefficients[powers.index((tp, fn)), fp, place] = coefficient / size
        self._doubt = _DOUBT * np.abs(self._coefficients).sum(axis=(0, 1))
        """How far rounding may take a polynomial at shares."""

    def narrowed(self, tp: Floats, fn: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats, Truth]:
        """Bounds of FP within others, and where there may be holes between them."""
        made = np.stack([tp**i * fn**j for i, j in self._powers], axis=1)
        found = (made @ self._coefficients.reshape(len(self._powers), -1)).reshape(
            len(tp), 3, self._coefficients.shape[2]
        )
        c, b, a = found[:, 0], found[:, 1], found[:, 2]
        c = c + self._doubt  # so that rounding takes nothing away: ends are looked at afterwards
        if self._curved:
            lows, highs, holes = _of_parabolas(a, b, c, (low[:, None], high[:, None]), self._doubt)
        else:
            lows, highs = _of_lines(b, c, low[:, None], high[:, None])
            holes = np.zeros(lows.shape, dtype=bool)
        first, last, split = low, high, np.zeros(len(tp), dtype=bool)
        for places in self._clauses:
            least, greatest = lows[:, places], highs[:, places]
            split |= holes[:, places].any(axis=1)
            if len(places) > 1:  # a union: there may be a gap between its parts
                there = least <= greatest
                meet = np.where(there, greatest, np.inf).min(axis=1) - 4 * _ROOT_ERROR
                split |= np.where(there, least, -np.inf).max(axis=1) > meet
            first, last = np.maximum(first, least.min(axis=1)), np.minimum(last, greatest.max(axis=1))
        return first, last, split


def _of_lines(b: Floats, c: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The ends of where b·y + c >= 0 between bounds; the first is above the second where there is nothing."""
    level = b == 0
    root = -c / np.where(level, 1.0, b)
    first = np.where(b > 0, np.maximum(low, root - _ROOT_ERROR), low)
    last = np.where(b < 0, np.minimum(high, root + _ROOT_ERROR), high)
    nothing = (first > last) | (level & (c < 0))
    return np.where(nothing, np.inf, first), np.where(nothing, -np.inf, last)


def _of_parabolas(
    a: Floats, b: Floats, c: Floats, ends: tuple[Floats, Floats], doubt: Floats
) -> tuple[Floats, Floats, Truth]:
    """The same of a·y² + b·y + c, and whether there may be a hole between the ends.

    What is given is no less than the polynomial, and no more by twice the doubt.
    """
    low, high = ends
    square, product = b * b, 4 * a * c
    discriminant = square - product
    room = _NEARLY_TOUCHING * (square + np.abs(product)) + 8 * doubt * (np.abs(a) + np.abs(b) + np.abs(c))
    touching = np.abs(discriminant) <= room
    hollow = a > 0  # not negative outside the roots, else between them
    wide = np.where(touching & ~hollow, discriminant + room, discriminant)
    middle = -(b + np.copysign(np.sqrt(np.maximum(wide, 0)), b)) / 2
    with np.errstate(all="ignore"):
        one, other = middle / a, c / middle
    one, other = (np.where(np.isnan(x), 0.0 if x is other else np.inf, x) for x in (one, other))
    below, above = np.minimum(one, other), np.maximum(one, other)
    everything = hollow & ((discriminant < 0) | touching)
    left, right = below + _ROOT_ERROR >= low, above - _ROOT_ERROR <= high
    first = np.where(
        hollow,
        np.where(left, low, np.maximum(low, above - _ROOT_ERROR)),
        np.maximum(low, below - _ROOT_ERROR),
    )
    last = np.where(
        hollow,
        np.where(right, high, np.minimum(high, below + _ROOT_ERROR)),
        np.minimum(high, above + _ROOT_ERROR),
    )
    nothing = np.where(hollow, ~everything & ~(left | right), (discriminant < 0) & ~touching)
    first, last = np.where(everything, low, first), np.where(everything, high, last)
    straight = a == 0
    if straight.any():
        lines = _of_lines(b, c, low, high)
        first, last = (np.where(straight, line, x) for line, x in zip(lines, (first, last), strict=True))
        nothing &= ~straight
    nothing |= first > last
    hole = hollow & ((left & right) | touching)
    return np.where(nothing, np.inf, first), np.where(nothing, -np.inf, last), hole & ~nothing
