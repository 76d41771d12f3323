"""Polynomials of the four cells of a two-class table, with whole coefficients: exact at any table.

All are homogeneous. So they have the same sign at counts and at shares, and a bound on boxes of shares holds
for any number of items.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.core.arrays import Floats

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, int]
"""Coefficients by the exponents of TP, FP, FN and TN."""

CELLS = ("tp", "fp", "fn", "tn")
TP, FP, FN, TN = ({tuple(int(i == j) for j in range(4)): 1} for i in range(4))
ITEMS: Polynomial = TP | FP | FN | TN
"""The polynomials of the cells, and of their sum."""


@cache
def exponents(degree: int, variables: int = 4) -> tuple[Exponents, ...]:
    """The exponents of all monomials of a degree."""
    return tuple(e for e in product(range(degree + 1), repeat=variables) if sum(e) == degree)


def combined(*terms: tuple[int | Fraction, Mapping[Exponents, int]]) -> Polynomial:
    """A sum of multiples of polynomials of one degree, times what makes its coefficients whole."""
    found: dict[Exponents, Fraction] = {}
    for factor, polynomial in terms:
        for e, coefficient in polynomial.items():
            found[e] = found.get(e, Fraction(0)) + Fraction(factor) * coefficient
    return whole(found)


def whole(coefficients: Mapping[Exponents, Fraction]) -> Polynomial:
    """The polynomial with the smallest whole coefficients that is a positive multiple of this one."""
    kept = {e: c for e, c in coefficients.items() if c}
    scale = lcm(*(c.denominator for c in kept.values()))
    raised = {e: int(c * scale) for e, c in kept.items()}
    divisor = gcd(*raised.values()) or 1
    return {e: c // divisor for e, c in raised.items()}


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    found: Polynomial = {}
    for (e, a), (f, b) in product(one.items(), other.items()):
        key = tuple(i + j for i, j in zip(e, f, strict=True))
        found[key] = found.get(key, 0) + a * b
    return {e: c for e, c in found.items() if c}


def degree(polynomial: Polynomial) -> int:
    """The degree of a polynomial; of nothing it is 0."""
    return max((sum(e) for e in polynomial), default=0)


def evaluated(polynomial: Polynomial, cells: Iterable[Any]) -> Any:
    """The value at tables: exact where the cells are Python's whole numbers or fractions."""
    columns = list(cells)
    value = 0 * columns[0]
    for e, coefficient in polynomial.items():
        term: Any = coefficient
        for cell, power in zip(columns, e, strict=True):
            for _ in range(power):
                term = term * cell
        value = value + term
    return value


class Bounds:
    """Bounds of polynomials on boxes of the shares of TP, FP and FN; the share of TN is the rest.

    A polynomial is written around the middle of a box, exactly (Taylor's form). What each of its terms can be
    is then known from how far the box reaches, so that bounds become sharp as boxes shrink.
    """

    def __init__(self, polynomials: Iterable[Polynomial]) -> None:
        expanded = [of_three(p) for p in polynomials]
        self.scale = np.array([max(map(abs, p.values()), default=1) for p in expanded], dtype=float)
        """What the values below are to be multiplied by."""
        highest = max((max(map(sum, p), default=0) for p in expanded), default=0)
        self._monomials = [e for d in range(highest + 1) for e in exponents(d, 3)]
        place = {e: i for i, e in enumerate(self._monomials)}
        size = len(self._monomials)
        self._value = np.zeros((size, len(expanded)))
        self._shift = np.zeros((size, len(expanded), size))  # powers of the middle → coefficients around it
        for p, polynomial in enumerate(expanded):
            for e, coefficient in polynomial.items():
                self._value[place[e], p] = coefficient / self.scale[p]
                for f in product(*(range(power + 1) for power in e)):
                    rest = tuple(a - b for a, b in zip(e, f, strict=True))
                    ways = comb(e[0], f[0]) * comb(e[1], f[1]) * comb(e[2], f[2])
                    self._shift[place[rest], p, place[f]] += coefficient / self.scale[p] * ways
        self._even = np.array([all(power % 2 == 0 for power in e) for e in self._monomials])
        self._even[0] = False  # the constant
        degrees = [sum(e) for e in self._monomials]
        self._straight = [place[e] for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1)) if e in place]
        self.sloped = bool(self._straight)
        """Whether any is no constant."""
        self._bent = [i for i, own in enumerate(degrees) if own > 1]
        self.doubt = 1e-14 * np.abs(self._shift).sum(axis=(0, 2))
        """How far rounding can take a bound."""

    def __call__(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """The least and the greatest value on each box (rows) of each polynomial (columns), up to a factor.

        They contain all values but for ``doubt``.
        """
        return self.spread(self.around((low + high) / 2), (high - low) / 2)

    def around(self, middle: Floats) -> Floats:
        """The coefficients around points: by point, polynomial and monomial of the distance."""
        size = len(self._monomials)
        return (self._powers(middle) @ self._shift.reshape(size, -1)).reshape(
            len(middle), len(self.scale), size
        )

    def spread(self, around: Floats, reach: Floats) -> tuple[Floats, Floats]:
        """The least and the greatest value within a reach of points, from the coefficients around them."""
        terms = around * self._powers(reach)[:, None, :]
        even = terms[..., self._even]
        odd = np.abs(terms[..., 1:][..., ~self._even[1:]]).sum(axis=-1)
        base = around[..., 0]
        return (
            base - odd + np.minimum(even, 0).sum(axis=-1),
            base + odd + np.maximum(even, 0).sum(axis=-1),
        )

    def narrowed(self, middle: Floats, reach: Floats, places: Sequence[int]) -> tuple[Floats, Floats]:
        """Where, as distances from the middles of boxes, some of the polynomials can all be 0 or more.

        Of each the straight part is taken as it is, and the rest as the most that it can be.
        """
        terms = self.around(middle)[:, places]
        powers = self._powers(reach)[:, None, :]
        slopes = terms[..., self._straight]
        bent = (terms * powers)[..., self._bent]
        even = self._even[self._bent]
        most = np.where(even, np.maximum(bent, 0), np.abs(bent)).sum(axis=-1)
        sides = np.abs(slopes) * reach[:, None, :]
        most += terms[..., 0] + sides.sum(axis=-1) + 2 * self.doubt[places]
        with np.errstate(all="ignore"):
            ends = (sides - most[..., None]) / slopes
        first = np.where(slopes > 0, ends, -np.inf).max(axis=1)
        last = np.where(slopes < 0, ends, np.inf).min(axis=1)
        return np.clip(first, -reach, 2.0), np.clip(last, -2.0, reach)

    def at(self, points: Floats) -> Floats:
        """The value at each point (rows) of each polynomial (columns), up to a factor and ``doubt``."""
        return self._powers(points) @ self._value

    def _powers(self, points: Floats) -> Floats:
        """The monomials at points."""
        found = np.empty((len(points), len(self._monomials)))
        found[:, 0] = 1
        place = {e: i for i, e in enumerate(self._monomials)}
        for i, e in enumerate(self._monomials[1:], start=1):
            axis = next(a for a, power in enumerate(e) if power)
            before = tuple(power - (a == axis) for a, power in enumerate(e))
            found[:, i] = found[:, place[before]] * points[:, axis]
        return found


def of_three(polynomial: Polynomial) -> dict[Exponents, int]:
    """The polynomial with 1 − TP − FP − FN in the place of TN."""
    found: dict[Exponents, int] = {}
    for (*own, tn), coefficient in polynomial.items():
        for powers in (e for e in product(range(tn + 1), repeat=3) if sum(e) <= tn):
            left, ways = tn, 1
            for power in powers:
                ways *= comb(left, power) * (-1) ** power
                left -= power
            key = tuple(a + b for a, b in zip(own, powers, strict=True))
            found[key] = found.get(key, 0) + coefficient * ways
    return {e: c for e, c in found.items() if c}
