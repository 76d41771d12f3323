"""Intervals of odds ratios, likelihood ratios and relative risks: symmetric on the logarithmic scale.

``log_adjusted`` adds half an item to each cell first (Haldane, Gart), so that no cell is empty;
``log`` does not, and has no finite bound where a cell is. Yule's Q and Y are rising functions of the
odds ratio and take their bounds from it; Bonett and Price's tetrachoric correlation likewise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.inference.intervals.proportion import Bounds

Array = Any
Cells = tuple[Array, Array, Array, Array]

METHODS = {"log": 0.0, "log_adjusted": 0.5}
"""What each method adds to every cell."""


@dataclass(frozen=True)
class Ratio:
    """A measure that is a ratio of odds or of proportions, after ``value`` (a rising function).

    Attributes
    ----------
    of
        ``"odds"``; or ``"classes"`` or ``"labels"``: the ratio of two proportions, one of each.
    cells
        ``a, b, c, d`` of the ratio ``(a/b)/(c/d)`` of odds, or ``(a/(a+b))/(c/(c+d))`` of proportions.
    """

    of: Literal["odds", "classes", "labels"]
    cells: Callable[[Any], Cells]
    value: Callable[[Array], Array] = lambda ratio: ratio


def _odds(d: Any) -> Cells:
    return d.tp, d.fn, d.fp, d.tn


def _yule_q(ratio: Array) -> Array:
    return 1 - 2 / (ratio + 1)


def _yule_y(ratio: Array) -> Array:
    return 1 - 2 / (np.sqrt(ratio) + 1)


RATIOS: dict[str, Ratio] = {
    "odds_ratio": Ratio("odds", _odds),
    "log_odds_ratio": Ratio("odds", _odds, np.log),
    "discriminant_power": Ratio("odds", _odds, lambda ratio: np.sqrt(3) / np.pi * np.log(ratio)),
    "discriminant_power_log10": Ratio("odds", _odds, lambda ratio: np.sqrt(3) / np.pi * np.log10(ratio)),
    "yule_q": Ratio("odds", _odds, _yule_q),
    "yule_y": Ratio("odds", _odds, _yule_y),
    "positive_likelihood_ratio": Ratio("classes", lambda d: (d.tp, d.fn, d.fp, d.tn)),
    "negative_likelihood_ratio": Ratio("classes", lambda d: (d.fn, d.tp, d.tn, d.fp)),
    "relative_risk": Ratio("labels", lambda d: (d.tp, d.fp, d.fn, d.tn)),
}
"""The measures that are such ratios, by key; a test checks each against the measure itself."""


def is_ratio(key: str, classes: int, sampling: str) -> bool:
    """Whether a measure is a ratio of independent odds or proportions under this sampling."""
    found = RATIOS.get(key)
    if found is None:
        return False
    return sampling == "items" or (found.of in ("odds", "classes") and classes == 2)


def ratio_bounds(key: str, dichotomy: Any, method: str, level: float) -> Bounds:
    """The bounds of a measure that is a ratio; 0 or infinite where an empty cell leaves the end open."""
    found = RATIOS[key]
    a, b, c, d = (np.asarray(x, dtype=float) + METHODS[method] for x in found.cells(dichotomy))
    with np.errstate(all="ignore"):
        log_ratio, variance = _log_odds(a, b, c, d) if found.of == "odds" else _log_share(a, b, c, d)
        spread = quantile(level) * np.sqrt(variance)
        open_ended = ~np.isfinite(spread)
        low = np.where(open_ended, 0.0, np.exp(log_ratio - spread))
        high = np.where(open_ended, np.inf, np.exp(log_ratio + spread))
        return found.value(low), found.value(high)


def _log_odds(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array]:
    """Woolf 1955."""
    return np.log(a / b) - np.log(c / d), 1 / a + 1 / b + 1 / c + 1 / d


def _log_share(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array]:
    """Katz et al. 1978; of likelihood ratios Simel et al. 1991."""
    return np.log(a / (a + b)) - np.log(c / (c + d)), b / (a * (a + b)) + d / (c * (c + d))


def bonett_price(dichotomy: Any, level: float = 0.95) -> tuple[Array, Array, Array]:
    """An approximation to the tetrachoric correlation, and its bounds (Bonett and Price 2005).

    ``cos(π / (1 + ω^c))`` of the odds ratio ω with half an item added to each cell, and an exponent c
    that follows from the margins; the bounds are those of ω.
    """
    d = dichotomy
    tp, fp, fn, tn = (np.asarray(x, dtype=float) for x in (d.tp, d.fp, d.fn, d.tn))
    n = tp + fp + fn + tn
    prevalence, bias = (tp + fn + 1) / (n + 2), (tp + fp + 1) / (n + 2)
    rarest = np.minimum(np.minimum(prevalence, 1 - prevalence), np.minimum(bias, 1 - bias))
    exponent = (1 - abs(prevalence - bias) / 5 - (0.5 - rarest) ** 2) / 2
    log_odds, variance = _log_odds(tp + 0.5, fn + 0.5, fp + 0.5, tn + 0.5)
    spread = quantile(level) * np.sqrt(variance)
    value, low, high = (
        np.cos(np.pi / (1 + np.exp(exponent * x))) for x in (log_odds, log_odds - spread, log_odds + spread)
    )
    return value, low, high
