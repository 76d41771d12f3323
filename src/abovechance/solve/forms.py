"""The algebraic form of a measure of two classes, found from its values and then proven on tables.

Three non-redundant ratios and a count determine a table (Powers 2007, section 2.2). To work backwards from
any measure of the catalogue its formula must be known exactly. Nearly all are quotients of polynomials of the
cells, or of a polynomial and the root of another: their coefficients are small whole numbers, and the values
at a few hundred tables tell them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.measures.compute import compute_arrays
from abovechance.solve.polynomial import (
    Polynomial,
    combined,
    degree,
    evaluated,
    exponents,
    times,
    whole,
)
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Floats

_SAMPLES = 160
_LARGEST_DENOMINATOR = 64

Kind = Literal["ratio", "over_root", "root"]
Clause = tuple[tuple[Polynomial, bool], ...]
"""Polynomials of which one at least is not negative, or positive where the second member says so."""


@dataclass(frozen=True, eq=False)
class Form:
    """The formula of a measure, exactly.

    Attributes
    ----------
    kind
        ``ratio`` is top / bottom, ``over_root`` top / √bottom, and ``root`` √(top / bottom).
    top, bottom
        Polynomials of the cells; the measure is defined where ``bottom`` is above 0.
    scaled
        Whether the value is this times the number of items, as for counts.
    """

    kind: Kind
    top: Polynomial
    bottom: Polynomial
    scaled: bool = False

    @property
    def linear(self) -> bool:
        """Whether bounds on the value are linear inequalities of the cells."""
        return self.kind == "ratio" and degree(self.top) <= 1 and degree(self.bottom) == 1

    @property
    def defined(self) -> Clause:
        """What holds of the tables on which the measure is defined."""
        return ((self.bottom, True),)

    @property
    def mirrored(self) -> Form:
        """The formula of the other class: positives and negatives change places, in truth and prediction."""
        top, bottom = ({exponents[::-1]: c for exponents, c in p.items()} for p in (self.top, self.bottom))
        return replace(self, top=top, bottom=bottom)

    @property
    def quotient(self) -> tuple[Polynomial, Polynomial]:
        """Two polynomials whose quotient is the value, or its square where there is a root."""
        top = times(self.top, self.top) if self.kind == "over_root" else self.top
        return top, self.bottom

    def at_least(self, bound: Fraction, *, strict: bool) -> list[Clause]:
        """What holds of the tables whose value is at least a bound, or above it."""
        top, bottom = self.quotient
        if self.kind == "ratio":
            return [((combined((1, top), (-bound, bottom)), strict),)]
        beyond = combined((1, top), (-(bound**2), bottom))
        if self.kind == "root":
            return [((beyond, strict),)] if bound > 0 or (strict and bound == 0) else []
        # Both sides may be squared where neither is negative. Below a negative bound are only tables whose
        # top is negative and whose square is beyond that of the bound.
        if bound >= 0:
            return [((beyond, strict),), ((self.top, strict and bound == 0),)]
        return [((combined((-1, beyond)), strict), (self.top, False))]

    def at_most(self, bound: Fraction, *, strict: bool) -> list[Clause]:
        """What holds of the tables whose value is at most a bound, or below it."""
        if self.kind == "root":
            top, bottom = self.quotient
            if bound < 0:
                return [(({}, True),)]
            return [((combined((bound**2, bottom), (-1, top)), strict),)]
        mirrored = Form(self.kind, {e: -c for e, c in self.top.items()}, self.bottom)
        return mirrored.at_least(-bound, strict=strict)

    def value(self, cells: tuple[Array, ...]) -> Floats:
        """The values at tables, NaN where undefined."""
        found = self.shares(cells)
        return found * sum(cells) if self.scaled else found

    def shares(self, cells: tuple[Array, ...]) -> Floats:
        """The values at shares or tables, not yet times the number of items."""
        top, bottom = (evaluated(p, cells) for p in (self.top, self.bottom))
        with np.errstate(all="ignore"):
            found = top / (np.sqrt(bottom) if self.kind == "over_root" else bottom)
            found = np.sqrt(found) if self.kind == "root" else found
            return np.where(bottom > 0, found, np.nan)


@cache
def form_of(key: str) -> Form | None:
    """The algebraic form of a measure, or None where it has none that small polynomials could write."""
    # Small formulas first: a larger one with a common factor above and below would fit as well.
    for scaled in (False, True):
        for kind, highest in _TRIED:
            found = _fitted(key, kind, highest, scaled=scaled)
            if found is not None and _proven(key, found):
                return found
    return None


_TRIED: tuple[tuple[Kind, int], ...] = (
    ("ratio", 1),
    ("ratio", 2),
    ("over_root", 2),
    ("root", 2),
    ("over_root", 4),
    ("ratio", 3),
    ("ratio", 4),
)


def _fitted(key: str, kind: Kind, size: int, *, scaled: bool) -> Form | None:
    """The form of a kind whose polynomials of a degree have the values of the measure at the samples."""
    cells = _samples()
    value = _sampled(key) / (cells.sum(axis=0) if scaled else 1.0)
    if not np.isfinite(value).all() or not value.any():
        return None
    names, monomials = exponents(size), _monomials(size)
    # value·bottom = top at every sample is linear in the coefficients: they are a vector that all rows send
    # to 0.
    quotient = value if kind == "ratio" else value**2
    columns = np.vstack([monomials, -quotient * monomials]).T
    # Columns of equal length: else high powers alone would decide which vector is nearest to 0.
    lengths = np.linalg.norm(columns, axis=0)
    _, sizes, vectors = np.linalg.svd(np.linalg.qr(columns / lengths, mode="r"))
    # No vector: there is no form of this kind. Two: there is one whose polynomials have a common factor.
    if sizes[-1] > 1e-12 * sizes[0] or sizes[-2] < 1e-9 * sizes[0]:
        return None
    rational = _rational(vectors[-1] / lengths)
    if rational is None:
        return None
    scale = lcm(*(x.denominator for x in rational))
    coefficients = [int(x * scale) for x in rational]
    top, bottom = (
        {e: c for e, c in zip(names, part, strict=True) if c}
        for part in (coefficients[: len(names)], coefficients[len(names) :])
    )
    # Of the two signs of a quotient, that of a positive bottom lets inequalities keep their direction.
    if evaluated(bottom, cells)[0] < 0:
        top, bottom = ({e: -c for e, c in p.items()} for p in (top, bottom))
    if kind == "over_root":
        found = _root_of(top, bottom, value, cells)
        return None if found is None else replace(found, scaled=scaled)
    return Form(kind, top, bottom, scaled)


def _rational(vector: Floats) -> list[Fraction] | None:
    """The vector times what makes its entries simple fractions; None where nothing does."""
    size = np.abs(vector)
    vector = np.where(size < 1e-7 * size.max(), 0.0, vector)
    # Formulas have small whole coefficients: in units of the least one all are simple fractions.
    vector = vector / size[vector != 0].min()
    found = [Fraction(float(x)).limit_denominator(_LARGEST_DENOMINATOR) for x in vector]
    near = all(abs(float(f) - x) <= 1e-6 * max(1.0, abs(x)) for f, x in zip(found, vector, strict=True))
    return found if near else None


def _root_of(top: Polynomial, bottom: Polynomial, value: Floats, cells: Floats) -> Form | None:
    """The form whose square is top / bottom and whose sign is that of the value, if top is a square."""
    size = degree(top) // 2
    if degree(top) % 2:
        return None
    names = exponents(size)
    monomials = np.array([_monomial(e, cells) for e in names]).T
    wanted = value * np.sqrt(evaluated(bottom, cells))
    scale = 1 / np.abs(wanted).max()
    root, *_ = np.linalg.lstsq(monomials * scale, wanted * scale)
    rational = _rational(root)
    if rational is None:
        return None
    base = whole(dict(zip(names, rational, strict=True)))
    square = times(base, base)
    factor = Fraction(next(iter(top.values())), square.get(next(iter(top)), 0) or 1)
    if combined((factor, square)) != combined((1, top)) or factor <= 0:
        return None
    p, q = factor.numerator, factor.denominator
    return Form("over_root", {e: p * c for e, c in base.items()}, {e: p * q * c for e, c in bottom.items()})


def _monomial(powers: tuple[int, ...], cells: Floats) -> Floats:
    return np.prod([cell**power for cell, power in zip(cells, powers, strict=True)], axis=0)


def _proven(key: str, form: Form) -> bool:
    """Whether the measure has the values of the form at other tables, wherever that is defined.

    Where a margin is empty, some measures have a value by convention: nobody publishes such a table.
    """
    cells = _others()
    wanted, found = values_at(key, cells), form.value(tuple(cells))
    defined = np.isfinite(found)
    return bool(
        np.allclose(wanted[defined], found[defined], rtol=1e-9, atol=1e-11)
        and (evaluated(form.bottom, cells) >= 0).all()
    )


def values_at(key: str, cells: Array) -> Floats:
    """The values of a measure at tables, whose cells TP, FP, FN and TN are the rows."""
    return compute_arrays(Tables.from_cells(*cells), (key,))[key]


def image(key: str, of: str, low: float, high: float) -> tuple[float, float] | None:
    """Where a measure lies if another does, for a function (a·x + b) / (c·x + d) of it."""
    x, y = _sampled(of), _sampled(key)
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return None
    # y·(c·x + d) = a·x + b, again a vector that all samples send to 0.
    columns = np.stack([x, np.ones_like(x), -x * y, -y], axis=1)
    _, sizes, vectors = np.linalg.svd(np.linalg.qr(columns, mode="r"))
    if sizes[-1] > 1e-12 * sizes[0] or sizes[-2] < 1e-9 * sizes[0]:
        return None
    a, b, c, d = vectors[-1]
    ends = c * low + d, c * high + d
    # The function has a pole between the ends: what it reaches is no single range.
    if ends[0] * ends[1] <= 0:
        return None
    found = sorted(((a * low + b) / ends[0], (a * high + b) / ends[1]))
    return found[0] - 1e-12, found[1] + 1e-12


@cache
def _samples() -> Floats:
    return np.random.default_rng(1).integers(1, 40, (4, _SAMPLES)).astype(float)


@cache
def _sampled(key: str) -> Floats:
    return values_at(key, _samples())


@cache
def _monomials(size: int) -> Floats:
    found = np.array([_monomial(e, _samples()) for e in exponents(size)])
    return found / found.max(axis=0)


@cache
def _others() -> Floats:
    """Tables of all sizes and skews, and all of up to five items."""
    rng = np.random.default_rng(2)
    wide = np.exp(rng.uniform(0, 8, (4, 300))).astype(int)
    small = [cells for cells in product(range(6), repeat=4) if 0 < sum(cells) <= 5]
    return np.hstack([wide, np.array(small).T]).astype(float)
