"""Intervals of one proportion: a number of successes out of a number of trials.

Agresti and Coull's is the default: it always holds Wilson's, whose coverage is nearest to the level on
average but falls to 84 % where a success or a failure is expected less than once, and is wider by 1 to 4 %.
From 50 trials on it covers 93.5 % or more, whatever is true. Clopper and Pearson's never covers less than its
level and is wide for it.
Everything is elementwise over arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from collections.abc import Callable

Array = Any
Bounds = tuple[Array, Array]


def wilson(successes: Array, trials: Array, level: float = 0.95) -> Bounds:
    """The score interval (Wilson 1927): where ``|p̂ − p| ≤ z·√(p(1−p)/n)``.

    Examples
    --------
    >>> from abovechance.inference.intervals.proportion import wilson
    >>> low, high = wilson(81, 263)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.2553 to 0.3662
    """
    z = quantile(level)
    x, n = _numbers(successes, trials)
    centre = x + z * z / 2
    spread = z * np.sqrt(x * ((n - x) / n) + z * z / 4)
    low = np.where(x == 0, 0.0, (centre - spread) / (n + z * z))
    high = np.where(x == n, 1.0, (centre + spread) / (n + z * z))
    return _where_tried(n, low, high)


def clopper_pearson(successes: Array, trials: Array, level: float = 0.95) -> Bounds:
    """The exact interval (Clopper and Pearson 1934): never covers less than the level."""
    from scipy.special import betaincinv

    x, n = _numbers(successes, trials)
    tail = (1 - level) / 2
    low = np.where(x == 0, 0.0, betaincinv(np.maximum(x, 1e-9), n - x + 1, tail))
    high = np.where(x == n, 1.0, betaincinv(x + 1, np.maximum(n - x, 1e-9), 1 - tail))
    return _where_tried(n, low, high)


def mid_p(successes: Array, trials: Array, level: float = 0.95) -> Bounds:
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


def jeffreys(successes: Array, trials: Array, level: float = 0.95) -> Bounds:
    """The equal-tailed interval of the posterior Beta(x + ½, n − x + ½), up to 0 and 1 where x is 0 or n."""
    from scipy.special import betaincinv

    x, n = _numbers(successes, trials)
    tail = (1 - level) / 2
    low = np.where(x == 0, 0.0, betaincinv(x + 0.5, n - x + 0.5, tail))
    high = np.where(x == n, 1.0, betaincinv(x + 0.5, n - x + 0.5, 1 - tail))
    return _where_tried(n, low, high)


def agresti_coull(successes: Array, trials: Array, level: float = 0.95) -> Bounds:
    """Wald's interval after adding z²/2 successes and as many failures (Agresti and Coull 1998)."""
    z = quantile(level)
    x, n = _numbers(successes, trials)
    more = n + z * z
    p = (x + z * z / 2) / more
    spread = z * np.sqrt(p * (1 - p) / more)
    return _where_tried(n, np.maximum(p - spread, 0), np.minimum(p + spread, 1))


def _numbers(successes: Array, trials: Array) -> tuple[Array, Array]:
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


@dataclass(frozen=True)
class Proportion:
    """How a measure is a proportion: what it counts, out of what, and how its value follows.

    Attributes
    ----------
    successes, trials
        From a dichotomy or a table.
    given_class
        Whether it still is a proportion if the number of items of each real class is fixed: always, never,
        or only for two classes (where the negatives are one class, not a mixture).
    value
        The measure as a rising function of the proportion.
    """

    successes: Callable[[Any], Array]
    trials: Callable[[Any], Array]
    given_class: Literal["always", "two", "never"] = "never"
    value: Callable[[Array, int], Array] = lambda p, _: p


def _f1(p: Array, _: int) -> Array:
    """F1 of the Jaccard index: rising, so bounds go through."""
    return 2 * p / (1 + p)


def _beyond_even(p: Array, classes: int) -> Array:
    return (classes * p - 1) / (classes - 1 or np.nan)


PROPORTIONS: dict[str, Proportion] = {
    "recall": Proportion(lambda d: d.tp, lambda d: d.rp, "always"),
    "miss_rate": Proportion(lambda d: d.fn, lambda d: d.rp, "always"),
    "inverse_recall": Proportion(lambda d: d.tn, lambda d: d.rn, "two"),
    "fallout": Proportion(lambda d: d.fp, lambda d: d.rn, "two"),
    "precision": Proportion(lambda d: d.tp, lambda d: d.pp),
    "inverse_precision": Proportion(lambda d: d.tn, lambda d: d.pn),
    "false_discovery_rate": Proportion(lambda d: d.fp, lambda d: d.pp),
    "false_omission_rate": Proportion(lambda d: d.fn, lambda d: d.pn),
    "prevalence": Proportion(lambda d: d.rp, lambda d: d.n),
    "inverse_prevalence": Proportion(lambda d: d.rn, lambda d: d.n),
    "bias": Proportion(lambda d: d.pp, lambda d: d.n),
    "inverse_bias": Proportion(lambda d: d.pn, lambda d: d.n),
    "detection_rate": Proportion(lambda d: d.tp, lambda d: d.n),
    "class_accuracy": Proportion(lambda d: d.tp + d.tn, lambda d: d.n),
    # given that truth or prediction is positive, whether both are is one trial
    "jaccard": Proportion(lambda d: d.tp, lambda d: d.tp + d.fp + d.fn),
    "f1": Proportion(lambda d: d.tp, lambda d: d.tp + d.fp + d.fn, value=_f1),
    "accuracy": Proportion(lambda t: t.correct, lambda t: t.total),
    "error_rate": Proportion(lambda t: t.wrong, lambda t: t.total),
    "pabak": Proportion(lambda t: t.correct, lambda t: t.total, value=lambda p, _: 2 * p - 1),
    "bennett_s": Proportion(lambda t: t.correct, lambda t: t.total, value=_beyond_even),
}
"""The measures that are proportions, by key; a test checks each against the measure itself."""


def is_proportion(key: str, classes: int, sampling: str) -> bool:
    """Whether a measure is a proportion of independent trials under this sampling."""
    found = PROPORTIONS.get(key)
    if found is None:
        return False
    fixed_is_fine = ("always", "two") if classes == 2 else ("always",)
    return sampling == "items" or found.given_class in fixed_is_fine


def trials_of(key: str, quantities: Any) -> tuple[Array, Array]:
    """The successes and the trials of a measure that is a proportion."""
    found = PROPORTIONS[key]
    return found.successes(quantities), found.trials(quantities)


def proportion_bounds(key: str, quantities: Any, classes: int, method: str, level: float) -> Bounds:
    """The bounds of a measure that is a proportion."""
    found = PROPORTIONS[key]
    with np.errstate(all="ignore"):
        low, high = METHODS[method](*trials_of(key, quantities), level)
        return found.value(low, classes), found.value(high, classes)
