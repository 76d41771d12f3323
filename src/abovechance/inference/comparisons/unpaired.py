"""Two independent tables: the difference of any measure, its interval, and a test of no difference.

The variances of independent tables add up. The interval joins the best known interval of each table (the
method of recovered variances of Zou and Donner 2008), so that it is as asymmetric as they are. Of more than
two classes, where few items of one class may carry most of the variance, measures of the whole table have
Student's interval of the delta method, with a pseudo-item of each class.

The method of recovered variances: the interval of a difference from those of its two independent terms.

How far a bound of the difference is from it, squared, is the sum of the squares of how far the bounds of the
terms are from these (Zou and Donner 2008). The p-value is one less the level at which this interval reaches
0: it does not depend on the level that was asked for, and is below one less that level exactly where the
interval excludes 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.comparisons.cautions import Smoothed, degrees
from abovechance.inference.intervals.delta import Linear, linearise, smoothed
from abovechance.inference.intervals.effective_size import effective_tables
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.methods import DRAWN, PROFILE, method_for
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Numbers, Seed
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

_ROUNDING_ERROR = 1e-12  # a bound that is no farther from 0 than this share of the difference is 0
_ROOT_TOLERANCE = 1e-12
_GUESS, _SLACK = 2.0, 0.05
_LEAST_DISTANCE = 1e-6
# Bounds of levels that a double can tell from 1; beyond, distances grow in proportion.
_GREATEST_DISTANCE = 8.0


@dataclass(frozen=True)
class Recovered:
    """A difference of two measures of independent tables, and how far its bounds are from it.

    ``bounds`` gives the intervals of the two terms for a normal quantile, up to ``farthest``.
    """

    difference: Array
    bounds: tuple[Callable[[float], Interval], Callable[[float], Interval]]
    farthest: float

    @classmethod
    def of(cls, m: Measure, first: Tables, second: Tables, replicates: int, seed: Any) -> Recovered:
        """The recommended interval of each table; of proportions Wilson's, as Newcombe's method 10 has it."""
        from scipy.special import ndtri

        wilson = m.proportion is not None
        drawn = method_for(m, "auto", len(first.labels), "items") in DRAWN
        options = {
            "method": "wilson" if wilson else "auto",
            "replicates": replicates,
            "seed": np.random.SeedSequence(seed).entropy,
        }
        with np.errstate(all="ignore"):
            difference = np.asarray(m(first)) - np.asarray(m(second))
        return cls(
            difference,
            (partial(_interval, m, first, options), partial(_interval, m, second, options)),
            -float(ndtri(1 / (replicates + 1))) if drawn else _GREATEST_DISTANCE,
        )

    def distances(self, z: float) -> tuple[Array, Array]:
        """How far below and above the difference the bounds are, of the quantile z."""
        near = min(z, self.farthest)
        first, second = (bounds(near) for bounds in self.bounds)
        with np.errstate(all="ignore"):
            below = np.hypot(first.value - first.low, second.high - second.value)
            above = np.hypot(first.high - first.value, second.value - second.low)
        return below * (z / near), above * (z / near)

    def at(self, z: float) -> tuple[Array, Array]:
        """The bounds of the quantile z."""
        below, above = self.distances(z)
        bounds = self.difference - below, self.difference + above
        low, high = (np.where(abs(x) <= _ROUNDING_ERROR * abs(self.difference), 0.0, x) for x in bounds)
        return low, high

    def p_value(self) -> Array:
        """One less the level at which the interval reaches 0, of each difference."""
        return two_sided_tail(abs(self.reach(0.0)))

    def reach(self, bound: float) -> Array:
        """The normal quantile at which the interval reaches a bound, positive where the bound is below."""
        found = np.zeros(self.difference.shape)
        for where in np.ndindex(found.shape):
            gain = float(self.difference[where]) - bound
            found[where] = np.sign(gain) * self._quantile(where, 0 if gain > 0 else 1, abs(gain))
        return found

    def _quantile(self, where: tuple[int, ...], side: int, size: float) -> float:
        """The quantile at which a bound is so far from the difference, on the lower side or the upper."""
        from scipy.optimize import brentq

        @cache
        def beyond(z: float) -> float:
            return float(self.distances(z)[side][where]) - size * (1 - _ROUNDING_ERROR)

        if size == 0 or not np.isfinite(size):
            return 0.0 if size == 0 else np.nan
        low, high = self._bracket(beyond, size)
        if np.isnan([beyond(low), beyond(high)]).any():
            return np.nan
        if beyond(low) >= 0:
            return 0.0
        if beyond(high) > 0:
            return float(brentq(beyond, low, high, xtol=_ROOT_TOLERANCE, rtol=_ROOT_TOLERANCE))
        with np.errstate(divide="ignore"):
            return float(high * np.divide(size, size + beyond(high)))

    def _bracket(self, beyond: Callable[[float], float], size: float) -> tuple[float, float]:
        """Two quantiles between which it is reached: where distances in proportion would reach it."""
        with np.errstate(divide="ignore", invalid="ignore"):
            near = float(_GUESS * np.divide(size, size + beyond(_GUESS)))
        low, high = (1 - _SLACK) * near, (1 + _SLACK) * near
        if low > _LEAST_DISTANCE and high < self.farthest and beyond(low) < 0 < beyond(high):
            return low, high
        return _LEAST_DISTANCE, self.farthest


def two_sided_tail(statistic: Numbers) -> Array:
    """The probability of a normal variable farther from 0 than the statistic, which is not negative."""
    from scipy.special import erfc

    return erfc(statistic / np.sqrt(2))


def _interval(m: Measure, tables: Tables, options: dict[str, Any], z: float) -> Interval:
    return interval(tables, m, level=float(1 - two_sided_tail(z)), **options)


METHODS = {
    "mover": "MOVER with the interval of each table",
    "delta": "delta method",
    "student": "Student's t with one pseudo-item of each class",
    "wald": "Wald",
}
"""What the methods are called, of interval and p-value alike."""
Tail = Callable[[float, int], "Array"]
_method = Names(
    "interval method", ("auto", *METHODS), {"normal": "wald", "newcombe": "mover", "satterthwaite": "student"}
)
_MOST_DEGREES = 1e12  # with more of them Student's distribution is the normal one


@dataclass(frozen=True)
class Unpaired:
    """The difference of a measure of two independent tables; arrays over a batch.

    ``tail(bound, 1)`` is the one-sided p-value of a difference of at most the bound, by the statistic that
    the interval inverts, and ``tail(bound, -1)`` that of at least the bound.
    """

    difference: Array
    low: Array
    high: Array
    se: Array
    p_value: Array
    method: str
    tail: Tail


def unpaired(
    name: str | Measure,
    first: Tables,
    second: Tables,
    *,
    level: float = 0.95,
    method: str = "auto",
    replicates: int = 2000,
    seed: Seed = None,
) -> Unpaired:
    """The difference of a measure of tables of different items, or of batches of one shape.

    ``"mover"`` joins the recommended interval of each table (of proportions Wilson's), ``"delta"`` is the
    delta method with one pseudo-item in each table, ``"student"`` with one of each class and Student's
    distribution, ``"wald"`` without pseudo-items; ``"auto"`` is ``"student"`` for more than two classes but
    of Correlation, proportions, means over classes and measures with kinks, else ``"mover"``.
    """
    m = measure(name)
    first, second = (t if t.squares is None else effective_tables(m, t) for t in (first, second))
    chosen = _method(method)
    chosen = _recommended(m, len(first.labels)) if chosen == "auto" else chosen
    level = two_sided(level, 2)
    base, slope = m.root(len(first.labels))
    if base is not m:
        options: dict[str, Any] = {"level": level, "method": method, "replicates": replicates, "seed": seed}
        return _scaled(m, first, second, unpaired(base, first, second, **options), slope)
    if chosen == "student":
        return _student(m, first, second, level)
    if chosen == "mover":
        return _mover(m, first, second, level, {"replicates": replicates, "seed": seed})
    lines = [_linear(m, tables, plain=chosen == "wald") for tables in (first, second)]
    with np.errstate(all="ignore"):
        centre, se = lines[0].value - lines[1].value, np.hypot(lines[0].se, lines[1].se)
        spread = quantile(level) * se
        p_value = two_sided_tail(_standardised(m, first, second, centre, se))
    found = centre - spread, centre + spread, se, p_value
    return _settled(m, first, second, found, method=chosen, tail=_tail_of(centre, se))


def _tail_of(centre: Array, se: Array, df: Array | float = np.inf) -> Tail:
    """Tails of the distance of a centre from a bound in standard errors."""
    from scipy.special import ndtr, stdtr

    def tail(bound: float, side: int) -> Array:
        with np.errstate(all="ignore"):
            statistic = -side * (centre - bound) / se
            return np.where(np.isinf(df), ndtr(statistic), stdtr(df, statistic))

    return tail


def _standardised(m: Measure, first: Tables, second: Tables, centre: Array, se: Array) -> Array:
    """How many standard errors a difference is from 0; none if that of the tables has another sign."""
    seen = np.asarray(m(first)) - np.asarray(m(second))
    return np.where(centre * seen <= 0, 0.0, abs(centre) / se)


def _scaled(m: Measure, first: Tables, second: Tables, found: Unpaired, slope: float) -> Unpaired:
    """The difference of a measure that is a linear function of the one that was compared."""
    bounds = slope * found.low, slope * found.high
    low, high = bounds if slope > 0 else bounds[::-1]

    def tail(bound: float, side: int) -> Array:
        return found.tail(bound / slope, side if slope > 0 else -side)

    return _settled(
        m, first, second, (low, high, abs(slope) * found.se, found.p_value), method=found.method, tail=tail
    )


def _settled(
    m: Measure, first: Tables, second: Tables, found: tuple[Array, ...], *, method: str, tail: Tail
) -> Unpaired:
    """Bounds, standard error and p-value, within the range, around the difference and where there is one."""
    with np.errstate(all="ignore"):
        values = np.asarray(m(first)) - np.asarray(m(second))
        widest, known = m.high - m.low, np.isfinite(values)
        low, high = np.maximum(found[0], -widest), np.minimum(found[1], widest)
        found = np.minimum(low, values), np.maximum(high, values), *found[2:]
    low, high, se, p_value = (np.where(known, x, np.nan)[()] for x in found)
    return Unpaired(values[()], low, high, se, p_value, method, tail)


def _recommended(m: Measure, classes: int) -> str:
    """The interval that was measured to hold its level."""
    # Of two classes and of proportions there are better intervals than Student's, and those are joined
    # instead.
    smooth = m.scope == "overall" and classes > 2 and m.key != "correlation" and not m.rare_class
    linear = method_for(m, "auto", classes, "items") in ("delta", PROFILE)
    return "student" if smooth and linear else "mover"


def _student(m: Measure, first: Tables, second: Tables, level: float) -> Unpaired:
    from scipy.special import stdtr, stdtrit

    if m.scope != "overall":
        raise InputError(
            f"student is for measures of the whole table, and {m.key} is of one class: use 'mover'"
        )
    with np.errstate(all="ignore"):
        parts = Smoothed.of(m, first), Smoothed.of(m, second)
        centre, se = parts[0].value - parts[1].value, np.sqrt(parts[0].variance + parts[1].variance)
        df = np.minimum(degrees(*parts), _MOST_DEGREES)
        spread = stdtrit(df, (1 + level) / 2) * se
        p_value = 2 * stdtr(df, -_standardised(m, first, second, centre, se))
    found = centre - spread, centre + spread, se, p_value
    return _settled(m, first, second, found, method="student", tail=_tail_of(centre, se, df))


def _mover(m: Measure, first: Tables, second: Tables, level: float, draws: dict[str, Any]) -> Unpaired:
    """The bounds of the two tables joined, and the level at which the joined interval reaches 0."""
    if first.axes:
        pairs = [(first[i], second[i]) for i in range(len(first.counts))]
        return _stacked([_mover(m, *pair, level, draws) for pair in pairs])
    lines = [_linear(m, tables, plain=False) for tables in (first, second)]
    joined = Recovered.of(m, first, second, **draws)
    with np.errstate(all="ignore"):
        se = np.hypot(lines[0].se, lines[1].se)
        bounds = joined.at(quantile(level))

    def tail(bound: float, side: int) -> Array:
        from scipy.special import ndtr

        return ndtr(-side * joined.reach(bound))

    return _settled(m, first, second, (*bounds, se, joined.p_value()), method="mover", tail=tail)


def _stacked(found: list[Unpaired]) -> Unpaired:
    """One after the other along a first axis."""
    numbers = {
        field.name: np.stack([getattr(x, field.name) for x in found])
        for field in fields(Unpaired)
        if field.name not in ("method", "tail")
    }

    def tail(bound: float, side: int) -> Array:
        return np.stack([x.tail(bound, side) for x in found])

    return Unpaired(**numbers, method="mover", tail=tail)


def _linear(m: Measure, tables: Tables, *, plain: bool) -> Linear:
    return linearise([m], tables if plain else smoothed(tables))[m.key]
