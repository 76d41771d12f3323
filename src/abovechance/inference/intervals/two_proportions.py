"""Intervals of the difference and of the ratio of two independent proportions.

Informedness of two classes is the share of positives called positive less the share of negatives called
positive: two independent proportions. Markedness is the same of the two predicted labels. Miettinen and
Nurminen's score interval is the default: it holds its level from ten items on and is defined for perfect
predictions. Everything is elementwise over arrays.

Odds ratios, likelihood ratios and relative risks have intervals that are symmetric on the logarithmic scale.
``log_adjusted`` adds half an item to each cell first (Haldane, Gart), so that no cell is empty; ``log`` does
not, and has no finite bound where a cell is. Yule's Q and Y and Bonett and Price's tetrachoric correlation
are rising functions of the odds ratio and take their bounds from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.intervals.proportion import Bounds, wilson
from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.inference.intervals.proportion import Bounds
    from abovechance.measures.facts import Difference, Ratio


@dataclass(frozen=True)
class Pair:
    """Two proportions, ``x1`` of ``n1`` and ``x2`` of ``n2``; NaN where there are no trials."""

    x1: Array
    n1: Array
    x2: Array
    n2: Array

    @classmethod
    def of(cls, x1: Array, n1: Array, x2: Array, n2: Array) -> Pair:
        """From numbers or arrays."""
        x1, n1, x2, n2 = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (x1, n1, x2, n2)))
        tried = (n1 > 0) & (n2 > 0)
        return cls(*(np.where(tried, x, np.nan) for x in (x1, n1, x2, n2)))

    @property
    def shares(self) -> tuple[Array, Array]:
        """The two proportions."""
        return self.x1 / self.n1, self.x2 / self.n2

    @property
    def difference(self) -> Array:
        """The first proportion less the second, exactly ±1 or 0 where it is."""
        return (self.x1 * self.n2 - self.x2 * self.n1) / (self.n1 * self.n2)


def miettinen_nurminen(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """The score interval with variance N/(N−1) times that under the null (Miettinen and Nurminen 1985)."""
    return _score_bounds(Pair.of(x1, n1, x2, n2), level, unbiased=True, skewness=False)


def mee(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """The score interval without the factor N/(N−1) (Mee 1984)."""
    return _score_bounds(Pair.of(x1, n1, x2, n2), level, unbiased=False, skewness=False)


def scas(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """The score interval corrected for skewness: errs equally often on both sides (Laud 2017)."""
    return _score_bounds(Pair.of(x1, n1, x2, n2), level, unbiased=True, skewness=True)


def newcombe(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """The closed form from two Wilson intervals (Newcombe 1998, method 10)."""
    pair = Pair.of(x1, n1, x2, n2)
    return _recovered(pair.shares, wilson(pair.x1, pair.n1, level), wilson(pair.x2, pair.n2, level))


def mover_jeffreys(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """The same from two Jeffreys intervals about their medians (MOVER-J, Laud 2017)."""
    from scipy.special import betaincinv

    pair = Pair.of(x1, n1, x2, n2)
    tail = (1 - level) / 2
    (p1, *bounds1), (p2, *bounds2) = (
        tuple(betaincinv(x + 0.5, n - x + 0.5, q) for q in (0.5, tail, 1 - tail))
        for x, n in ((pair.x1, pair.n1), (pair.x2, pair.n2))
    )
    return _recovered((p1, p2), (bounds1[0], bounds1[1]), (bounds2[0], bounds2[1]))


def agresti_caffo(x1: Array, n1: Array, x2: Array, n2: Array, level: float = 0.95) -> Bounds:
    """Wald's interval after adding a success and a failure to each (Agresti and Caffo 2000)."""
    pair = Pair.of(x1, n1, x2, n2)
    more = Pair(pair.x1 + 1, pair.n1 + 2, pair.x2 + 1, pair.n2 + 2)
    # The variance of the enlarged samples is never 0, also where all items of both groups are alike.
    spread = quantile(level) * np.sqrt(_variance(*more.shares, more))
    return np.maximum(more.difference - spread, -1)[()], np.minimum(more.difference + spread, 1)[()]


def _variance(p1: Array, p2: Array, pair: Pair) -> Array:
    return p1 * (1 - p1) / pair.n1 + p2 * (1 - p2) / pair.n2


def _recovered(shares: tuple[Array, Array], first: Bounds, second: Bounds) -> Bounds:
    """Method of variance estimates recovery: the distances to the four bounds, squared and added."""
    (p1, p2), (low1, high1), (low2, high2) = shares, first, second
    low = p1 - p2 - np.hypot(p1 - low1, high2 - p2)
    high = p1 - p2 + np.hypot(high1 - p1, p2 - low2)
    return np.maximum(low, -1)[()], np.minimum(high, 1)[()]


def _score_bounds(pair: Pair, level: float, *, unbiased: bool, skewness: bool) -> Bounds:
    """Where the score statistic of the difference crosses ±z, by z/√(1 + z²), which is never infinite."""
    z = quantile(level)
    # The statistic itself goes to infinity at ±1; its sine is bounded, so that bisection meets no
    # infinities.
    goal = z / np.hypot(1, z)
    centre = pair.difference

    def sine(difference: Array) -> Array:
        with np.errstate(all="ignore"):
            return _score_sine(pair, difference, unbiased=unbiased, skewness=skewness)

    ends = np.full(centre.shape, -1.0), np.full(centre.shape, 1.0)
    if skewness:  # the skewed statistic is not 0 at the estimate: search the whole range
        low = bracketed_root(lambda x: sine(x) - goal, *ends)
        high = bracketed_root(lambda x: sine(x) + goal, *ends)
    else:
        # The statistic is 0 at the estimate and falls throughout, so each bound is bracketed by it and an
        # end.
        low = bracketed_root(lambda x: sine(x) - goal, ends[0], centre)
        high = bracketed_root(lambda x: sine(x) + goal, centre, ends[1])
    low, high = np.where(centre == -1, -1.0, low), np.where(centre == 1, 1.0, high)
    missing = np.isnan(centre)
    return np.where(missing, np.nan, low)[()], np.where(missing, np.nan, high)[()]


def _score_sine(pair: Pair, difference: Array, *, unbiased: bool, skewness: bool) -> Array:
    """The score statistic z as z/√(1 + z²): falls from 1 at −1 to −1 at 1."""
    p1, p2 = restricted_shares(pair, difference)
    total = pair.n1 + pair.n2
    variance = _variance(p1, p2, pair) * (total / (total - 1) if unbiased else 1.0)
    distance = pair.difference - difference
    if not skewness:
        return np.where(distance == 0, 0.0, distance / np.hypot(np.sqrt(variance), distance))
    # The third moment of the difference of two binomials, by which Laud (2017) bends the statistic.
    third = p1 * (1 - p1) * (1 - 2 * p1) / pair.n1**2 - p2 * (1 - p2) * (1 - 2 * p2) / pair.n2**2
    score = distance / np.sqrt(variance)
    bend = third / (6 * variance**1.5)
    # The root of the quadratic in the form that does not cancel where the skewness is small.
    root = np.sqrt(np.maximum(1 + 4 * bend * (bend + score), 0))
    score = np.where(np.isfinite(bend), 2 * (bend + score) / (1 + root), score)
    sine = np.where(np.isinf(score), np.sign(score), score / np.hypot(1, score))
    return np.where(variance == 0, np.sign(-difference), sine)


def restricted_shares(pair: Pair, difference: Array) -> tuple[Array, Array]:
    """The most likely proportions of a given difference, a cubic's root (Farrington and Manning 1990)."""
    total = pair.n1 + pair.n2
    first = pair.n1 / total
    x1, x2 = pair.x1 / total, pair.x2 / total
    a = (2 - first) * difference - 1 - x1 - x2
    b = ((1 - first) * difference - 1 - 2 * x2) * difference + x1 + x2
    c = x2 * difference * (1 - difference)
    q = a**3 / 27 - a * b / 6 + c / 2
    p = np.copysign(np.sqrt(np.maximum(a * a / 9 - b / 3, 0)), q)
    # Rounding may carry the cosine just beyond 1, where arccos would be NaN.
    cosine = np.clip(np.where(p == 0, 0.0, q / np.where(p == 0, 1.0, p) ** 3), -1, 1)
    p2 = 2 * p * np.cos((np.pi + np.arccos(cosine)) / 3) - a / 3
    # The cubic's root is right within rounding only, and shares must stay such that both are possible.
    p2 = np.clip(p2, np.maximum(0, -difference), np.minimum(1, 1 - difference))
    return np.clip(p2 + difference, 0, 1), p2


DIFFERENCE_METHODS: dict[str, Callable[[Array, Array, Array, Array, float], Bounds]] = {
    "miettinen_nurminen": miettinen_nurminen,
    "mee": mee,
    "scas": scas,
    "newcombe": newcombe,
    "mover_jeffreys": mover_jeffreys,
    "agresti_caffo": agresti_caffo,
}


def difference_bounds(found: Difference, dichotomy: Dichotomy, method: str, level: float) -> Bounds:
    """The bounds of a measure that is a difference of two proportions."""
    d = dichotomy
    cells = (d.tp, d.rp, d.fp, d.rn) if found.between == "classes" else (d.tp, d.pp, d.fn, d.pn)
    low, high = DIFFERENCE_METHODS[method](*cells, level)
    return found.measured(low), found.measured(high)


RATIO_METHODS = {"log": 0.0, "log_adjusted": 0.5}  # what each method adds to every cell


def ratio_bounds(found: Ratio, dichotomy: Dichotomy, method: str, level: float) -> Bounds:
    """The bounds of a measure that is a ratio; 0 or infinite where an empty cell leaves the end open."""
    a, b, c, d = (np.asarray(x, dtype=float) + RATIO_METHODS[method] for x in found.counts(dichotomy))
    with np.errstate(all="ignore"):
        log_ratio, variance = _log_odds(a, b, c, d) if found.of == "odds" else _log_share(a, b, c, d)
        spread = quantile(level) * np.sqrt(variance)
        # An empty cell leaves the logarithm without a variance: the data then exclude nothing on either
        # side.
        open_ended = ~np.isfinite(spread)
        low = np.where(open_ended, 0.0, np.exp(log_ratio - spread))
        high = np.where(open_ended, np.inf, np.exp(log_ratio + spread))
        return found.measured(low), found.measured(high)


def _log_odds(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array]:
    """Woolf 1955."""
    return np.log(a / b) - np.log(c / d), 1 / a + 1 / b + 1 / c + 1 / d


def _log_share(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array]:
    """Katz et al. 1978; of likelihood ratios Simel et al. 1991."""
    return np.log(a / (a + b)) - np.log(c / (c + d)), b / (a * (a + b)) + d / (c * (c + d))


def bonett_price(dichotomy: Any, level: float = 0.95) -> tuple[Array, Array, Array]:
    """The tetrachoric correlation as ``cos(π / (1 + ω^c))``, and its bounds (Bonett and Price 2005).

    ω is the odds ratio with half an item added to each cell; the exponent c follows from the margins.
    """
    d = dichotomy
    tp, fp, fn, tn = (np.asarray(x, dtype=float) for x in (d.tp, d.fp, d.fn, d.tn))
    n = tp + fp + fn + tn
    prevalence, bias = (tp + fn + 1) / (n + 2), (tp + fp + 1) / (n + 2)
    rarest = np.minimum(np.minimum(prevalence, 1 - prevalence), np.minimum(bias, 1 - bias))
    # The exponent of Bonett and Price, which fits the cosine to the true correlation.
    exponent = (1 - abs(prevalence - bias) / 5 - (0.5 - rarest) ** 2) / 2
    log_odds, variance = _log_odds(tp + 0.5, fn + 0.5, fp + 0.5, tn + 0.5)
    spread = quantile(level) * np.sqrt(variance)
    value, low, high = (
        np.cos(np.pi / (1 + np.exp(exponent * x))) for x in (log_odds, log_odds - spread, log_odds + spread)
    )
    return value, low, high
