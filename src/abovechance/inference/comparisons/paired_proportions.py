"""Closed intervals of the difference of two proportions of the same items: Newcombe; Bonett and Price.

Items are counted by both proportions, by the first alone, by the second alone, or by neither. Everything is
elementwise over arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.intervals.proportion import wilson

Array = Any


def newcombe(
    both: Array, first: Array, second: Array, neither: Array, level: float = 0.95
) -> tuple[Array, Array]:
    """Wilson's intervals of the two proportions, joined with their correlation (Newcombe 1998, method 10).

    The distances of the bounds are added as squares, less twice their product with the correlation of the two
    proportions; where that is positive it is corrected for continuity.

    Examples
    --------
    >>> from abovechance.inference.comparisons.paired_proportions import newcombe
    >>> low, high = newcombe(59, 6, 16, 80)  # Cavo et al. 2012; contingencytables: -0.1186 to -0.0046
    >>> round(float(low), 4), round(float(high), 4)
    (-0.1186, -0.0046)
    """
    a, b, c, d = (np.asarray(x, dtype=float) for x in (both, first, second, neither))
    n = a + b + c + d
    with np.errstate(divide="ignore", invalid="ignore"):
        (low1, high1), (low2, high2) = (wilson(x, n, level) for x in (a + b, a + c))
        p1, p2, difference = (a + b) / n, (a + c) / n, (b - c) / n
        correlation = _corrected_phi(a, b, c, d)
        below = _joined(p1 - low1, high2 - p2, correlation)
        above = _joined(high1 - p1, p2 - low2, correlation)
    return (difference - below)[()], (difference + above)[()]


def bonett_price(first: Array, second: Array, n: Array, level: float = 0.95) -> tuple[Array, Array]:
    """The normal interval with an item more for the first alone, and for the second (Bonett and Price 2012).

    Examples
    --------
    >>> from abovechance.inference.comparisons.paired_proportions import bonett_price
    >>> low, high = bonett_price(6, 16, 161)  # Cavo et al. 2012; contingencytables: -0.1195 to -0.0032
    >>> round(float(low), 4), round(float(high), 4)
    (-0.1195, -0.0032)
    """
    b, c, n = (np.asarray(x, dtype=float) for x in (first, second, n))
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    spread = quantile(level) * np.sqrt((p + q - (p - q) ** 2) / (n + 2))
    return np.maximum(p - q - spread, -1.0)[()], np.minimum(p - q + spread, 1.0)[()]


def _corrected_phi(a: Array, b: Array, c: Array, d: Array) -> Array:
    product = np.sqrt(a + b) * np.sqrt(c + d) * np.sqrt(a + c) * np.sqrt(b + d)
    excess = a * d - b * c
    excess = np.where(excess > 0, np.maximum(excess - (a + b + c + d) / 2, 0), excess)
    return np.where(product > 0, excess / product, 0.0)


def _joined(first: Array, second: Array, correlation: Array) -> Array:
    return np.sqrt(np.maximum(first**2 + second**2 - 2 * correlation * first * second, 0))
