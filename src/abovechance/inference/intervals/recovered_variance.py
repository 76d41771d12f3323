"""The method of recovered variances: the interval of a difference from those of its two independent terms.

How far a bound of the difference is from it, squared, is the sum of the squares of how far the bounds of the
terms are from these (Zou and Donner 2008). The p-value is one less the level at which this interval reaches
0: it does not depend on the level that was asked for, and is below one less that level exactly where the
interval leaves out 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.methods import DRAWN, method_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

Array = Any

_ROUNDING = 1e-12
"""A bound that is no farther from 0 than this share of the difference is 0."""
_PRECISION = 1e-12
_GUESS, _SLACK = 2.0, 0.05
_NEAREST = 1e-6
_FARTHEST = 8.0
"""Bounds of levels that a double can tell from 1; beyond, distances grow in proportion."""


@dataclass(frozen=True)
class Recovered:
    """A difference of two measures of independent tables, and how far its bounds are from it.

    Attributes
    ----------
    difference
        The first value less the second.
    bounds
        The intervals of the two terms for a quantile of the normal distribution.
    farthest
        The quantile up to which these are known.
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
            -float(ndtri(1 / (replicates + 1))) if drawn else _FARTHEST,
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
        low, high = (np.where(abs(x) <= _ROUNDING * abs(self.difference), 0.0, x) for x in bounds)
        return low, high

    def p_value(self) -> Array:
        """One less the level at which the interval reaches 0, of each difference."""
        p = np.ones(self.difference.shape)
        for where in np.ndindex(p.shape):
            p[where] = self._p(where)
        return p

    def _p(self, where: tuple[int, ...]) -> float:
        from scipy.optimize import brentq

        difference = float(self.difference[where])
        side, size = (0 if difference > 0 else 1), abs(difference)

        @cache
        def beyond_zero(z: float) -> float:
            return float(self.distances(z)[side][where]) - size * (1 - _ROUNDING)

        if difference == 0 or not np.isfinite(difference):
            return 1.0 if difference == 0 else np.nan
        low, high = self._bracket(beyond_zero, size)
        if np.isnan([beyond_zero(low), beyond_zero(high)]).any():
            return np.nan
        if beyond_zero(low) >= 0:
            return 1.0
        if beyond_zero(high) > 0:
            return float(two_sided_tail(brentq(beyond_zero, low, high, xtol=_PRECISION, rtol=_PRECISION)))
        with np.errstate(divide="ignore"):
            return float(two_sided_tail(high * np.divide(size, size + beyond_zero(high))))

    def _bracket(self, beyond_zero: Callable[[float], float], size: float) -> tuple[float, float]:
        """Two quantiles between which 0 is reached: where distances in proportion would reach it."""
        with np.errstate(divide="ignore", invalid="ignore"):
            near = float(_GUESS * np.divide(size, size + beyond_zero(_GUESS)))
        low, high = (1 - _SLACK) * near, (1 + _SLACK) * near
        if low > _NEAREST and high < self.farthest and beyond_zero(low) < 0 < beyond_zero(high):
            return low, high
        return _NEAREST, self.farthest


def two_sided_tail(statistic: Array) -> Array:
    """The probability of a normal variable farther from 0 than the statistic, which is not negative."""
    from scipy.special import erfc

    return erfc(statistic / np.sqrt(2))


def _interval(m: Measure, tables: Tables, options: dict[str, Any], z: float) -> Interval:
    return interval(tables, m, level=float(1 - two_sided_tail(z)), **options)
