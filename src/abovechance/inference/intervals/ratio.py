"""Intervals of odds ratios, likelihood ratios and relative risks: symmetric on the logarithmic scale.

``log_adjusted`` adds half an item to each cell first (Haldane, Gart), so that no cell is empty;
``log`` does not, and has no finite bound where a cell is. Yule's Q and Y are rising functions of the
odds ratio and take their bounds from it; Bonett and Price's tetrachoric correlation likewise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.checks import quantile

if TYPE_CHECKING:
    from abovechance.inference.intervals.proportion import Bounds
    from abovechance.measures.facts import Ratio

Cells = tuple[Array, Array, Array, Array]

METHODS = {"log": 0.0, "log_adjusted": 0.5}
"""What each method adds to every cell."""


def ratio_bounds(found: Ratio, dichotomy: Any, method: str, level: float) -> Bounds:
    """The bounds of a measure that is a ratio; 0 or infinite where an empty cell leaves the end open."""
    a, b, c, d = (np.asarray(x, dtype=float) + METHODS[method] for x in found.counts(dichotomy))
    with np.errstate(all="ignore"):
        log_ratio, variance = _log_odds(a, b, c, d) if found.of == "odds" else _log_share(a, b, c, d)
        spread = quantile(level) * np.sqrt(variance)
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
    exponent = (1 - abs(prevalence - bias) / 5 - (0.5 - rarest) ** 2) / 2
    log_odds, variance = _log_odds(tp + 0.5, fn + 0.5, fp + 0.5, tn + 0.5)
    spread = quantile(level) * np.sqrt(variance)
    value, low, high = (
        np.cos(np.pi / (1 + np.exp(exponent * x))) for x in (log_odds, log_odds - spread, log_odds + spread)
    )
    return value, low, high
