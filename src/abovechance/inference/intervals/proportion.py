"""Intervals of one proportion: a number of successes out of a number of trials.

Agresti and Coull's is the default: it always holds Wilson's, whose coverage is nearest to the level on
average but falls to 84 % where a success or a failure is expected less than once, and is wider by 1 to 4 %.
From 50 trials on it covers 93.5 % or more, whatever is true. Clopper and Pearson's never covers less than its
level and is wide for it.
Everything is elementwise over arrays.

Bounds of unweighted means over classes where some class is all right or all wrong.

Such a class has no variance in the table, so neither the delta method nor tables drawn anew can vary it, and
their intervals are too narrow. Its own Wilson interval has a width, though, and MOVER (Zou & Donner 2008)
joins those of all classes: ``L = mean − √Σ(p_k − l_k)² / K``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.arrays import Array, Numbers
from abovechance.core.checks import quantile
from abovechance.core.errors import InputError
from abovechance.core.sums import add_up
from abovechance.inference.roots import bracketed_root
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.measures.facts import Proportion

Bounds = tuple[Array, Array]


def wilson(successes: Numbers, trials: Numbers, level: float = 0.95) -> Bounds:
    """The score interval (Wilson 1927): where ``|p̂ − p| ≤ z·√(p(1−p)/n)``."""
    z = quantile(level)
    x, n = _numbers(successes, trials)
    # Multiplied by n throughout, so that the bounds of no successes and of no failures are exact.
    centre = x + z * z / 2
    # x·(n − x)/n instead of n·p·(1 − p): exact at both ends, where 1 − p would lose digits.
    spread = z * np.sqrt(x * ((n - x) / n) + z * z / 4)
    low = np.where(x == 0, 0.0, (centre - spread) / (n + z * z))
    high = np.where(x == n, 1.0, (centre + spread) / (n + z * z))
    return _where_tried(n, low, high)


def clopper_pearson(successes: Numbers, trials: Numbers, level: float = 0.95) -> Bounds:
    """The exact interval (Clopper and Pearson 1934): never covers less than the level."""
    from scipy.special import betaincinv

    x, n = _numbers(successes, trials)
    tail = (1 - level) / 2
    # The quantile has no value at x = 0; whatever stands there instead is not used.
    low = np.where(x == 0, 0.0, betaincinv(np.maximum(x, 1e-9), n - x + 1, tail))
    high = np.where(x == n, 1.0, betaincinv(x + 1, np.maximum(n - x, 1e-9), 1 - tail))
    return _where_tried(n, low, high)


def mid_p(successes: Numbers, trials: Numbers, level: float = 0.95) -> Bounds:
    """The exact interval with half of the observed outcome in each tail (Lancaster 1961)."""
    from scipy.special import betainc

    x, n = _numbers(successes, trials)
    tail = (1 - level) / 2

    def upper_tail(p: Array) -> Array:
        at_least = np.where(x == 0, 1.0, betainc(np.maximum(x, 1e-9), n - x + 1, p))
        more = np.where(x == n, 0.0, betainc(x + 1, np.maximum(n - x, 1e-9), p))
        return (at_least + more) / 2

    zero, one = np.zeros(x.shape), np.ones(x.shape)
    low = np.where(x == 0, 0.0, bracketed_root(lambda p: upper_tail(p) - tail, zero, one))
    high = np.where(x == n, 1.0, bracketed_root(lambda p: upper_tail(p) - (1 - tail), zero, one))
    return _where_tried(n, low, high)


def jeffreys(successes: Numbers, trials: Numbers, level: float = 0.95) -> Bounds:
    """The equal-tailed interval of the posterior Beta(x + ½, n − x + ½), up to 0 and 1 where x is 0 or n."""
    from scipy.special import betaincinv

    x, n = _numbers(successes, trials)
    tail = (1 - level) / 2
    low = np.where(x == 0, 0.0, betaincinv(x + 0.5, n - x + 0.5, tail))
    high = np.where(x == n, 1.0, betaincinv(x + 0.5, n - x + 0.5, 1 - tail))
    return _where_tried(n, low, high)


def agresti_coull(successes: Numbers, trials: Numbers, level: float = 0.95) -> Bounds:
    """Wald's interval after adding z²/2 successes and as many failures (Agresti and Coull 1998)."""
    z = quantile(level)
    x, n = _numbers(successes, trials)
    more = n + z * z
    p = (x + z * z / 2) / more
    spread = z * np.sqrt(p * (1 - p) / more)
    return _where_tried(n, np.maximum(p - spread, 0), np.minimum(p + spread, 1))


def _numbers(successes: Numbers, trials: Numbers) -> tuple[Array, Array]:
    """Both as arrays of one shape; no trials become NaN, and so do their bounds."""
    x, n = np.broadcast_arrays(np.asarray(successes, dtype=float), np.asarray(trials, dtype=float))
    return x, np.where(n > 0, n, np.nan)


def _where_tried(n: Array, low: Array, high: Array) -> Bounds:
    missing = np.isnan(n)
    return np.where(missing, np.nan, low)[()], np.where(missing, np.nan, high)[()]


METHODS: dict[str, Callable[[Array, Array, float], Bounds]] = {
    "agresti_coull": agresti_coull,
    "wilson": wilson,
    "clopper_pearson": clopper_pearson,
    "mid_p": mid_p,
    "jeffreys": jeffreys,
}


def proportion_bounds(
    found: Proportion, quantities: Contingency | Dichotomy, classes: int, method: str, level: float
) -> Bounds:
    """The bounds of a measure that is a proportion."""
    with np.errstate(all="ignore"):
        low, high = METHODS[method](*found.counts(quantities), level)
        return found.measured(low, classes), found.measured(high, classes)


def is_mean(m: Measure) -> bool:
    """Whether a measure is a mean over classes of a proportion that a rare class may decide."""
    return m.rare_class and m.mean_of is not None and measure(m.mean_of).proportion is not None


def widened(m: Measure, t: Contingency, level: float, low: Array, high: Array) -> tuple[Array, Array]:
    """Bounds of a mean, at least as wide as those joined from its classes where one is all right or wrong."""
    value = _terms(m, t)
    at_end = np.any((value == 0) | (value == 1), axis=-1)
    joined_low, joined_high = joined(m, t, level)
    return (
        np.where(at_end, np.fmin(low, joined_low), low),
        np.where(at_end, np.fmax(high, joined_high), high),
    )


def joined(m: Measure, t: Contingency, level: float) -> tuple[Array, Array]:
    """The bounds of a mean from those of its classes; a class without trials is left out."""
    value = _terms(m, t)
    low, high = proportion_bounds(_proportion(m), t.each, t.classes, "wilson", level)
    # A class that does not occur has no rate: the mean is of the others, as that of the measure is.
    there = ~np.isnan(value)
    number = add_up(there.astype(float))
    with np.errstate(invalid="ignore"):
        mean = add_up(np.where(there, value, 0.0)) / number
        # MOVER: distances to the bounds stand for the standard errors, each side for itself, as they are
        # not symmetric.
        down = np.sqrt(add_up(np.where(there, np.square(value - low), 0.0))) / number
        up = np.sqrt(add_up(np.where(there, np.square(high - value), 0.0))) / number
    return mean - down, mean + up


def _terms(m: Measure, t: Contingency) -> Array:
    found = _proportion(m)
    successes, trials = found.counts(t.each)
    with np.errstate(all="ignore"):
        return found.measured(successes / trials, t.classes)


def _proportion(m: Measure) -> Proportion:
    found = m.mean_of and measure(m.mean_of).proportion
    if not found:
        raise InputError(f"{m.key} is no mean of proportions over classes")
    return found
