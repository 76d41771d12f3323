"""The papers' own interval: X·(1 − |B|)/√(N − 1) on both sides (Powers 2008), kept for reproduction.

Its width does not know how many items of each class there are, so its coverage is anything from
10 to 90 % where 95 % is promised, and more items do not help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile

if TYPE_CHECKING:
    from abovechance.core.arrays import Array

WARNING = (
    "the papers' rule of thumb: it does not know how many items each class has and covers less than its level"
)


def powers(value: Array, n: Array, level: float = 0.95) -> tuple[Array, Array, Array]:
    """The bounds of Informedness, Markedness or Correlation, and the standard error behind them."""
    value, n = np.asarray(value, dtype=float), np.asarray(n, dtype=float)
    with np.errstate(all="ignore"):
        se = np.where(n > 1, (1 - abs(value)) / np.sqrt(n - 1), np.nan)
    spread = quantile(level) * se
    return np.maximum(value - spread, -1)[()], np.minimum(value + spread, 1)[()], se[()]
