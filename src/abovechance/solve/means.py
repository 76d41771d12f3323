"""What Correlation and Kappa tell of Informedness, Markedness and the rates, in closed form.

With D = TP·TN − FP·FN, Kappa is the harmonic mean of D / (RP·PN) and D / (RN·PP), and Correlation is their
geometric mean. Informedness D / (RP·RN) and Markedness D / (PP·PN) lie between these two, and their product
is the square of Correlation. Where D is above 0, a rate is no less than Informedness or Markedness.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.measures.identities import GEOMETRIC_MEANS, HARMONIC_BOUND, SUMS_LESS_ONE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.solve.figures import Figure

_ROUNDING = 1e-12  # of a bound, by which it is moved outwards


def told_by_means(key: str, figures: Iterable[Figure]) -> tuple[float, float] | None:
    """Bounds of a measure by Correlation and Kappa, if they are given and have a sign."""
    given = {x.measure: (float(x.low), float(x.high)) for x in figures if not x.or_undefined}
    correlation = next((given[x] for x in GEOMETRIC_MEANS if x in given), (-1.0, 1.0))
    kappa = given.get(HARMONIC_BOUND, (-1.0, 1.0))
    rate = any(key in parts for parts in SUMS_LESS_ONE.values())
    if not (rate or key in SUMS_LESS_ONE):
        return None
    if max(correlation[0], kappa[0]) > 0:
        low, high = _size(correlation, kappa)
        return (low, 1.0) if rate else (low, high)
    if min(correlation[1], kappa[1]) < 0 and not rate:
        low, high = _size((-correlation[1], -correlation[0]), (-kappa[1], -kappa[0]))
        return -high, -low
    return None


def _size(correlation: tuple[float, float], kappa: tuple[float, float]) -> tuple[float, float]:
    """Bounds of Informedness and of Markedness, where both are above 0."""
    low, high = max(correlation[0], kappa[0], 0.0) ** 2, 1.0
    most = min(correlation[1], 1.0)
    if 0 < kappa[0] <= most:
        ratio = most / kappa[0]
        spread = math.sqrt(ratio**2 - 1)
        low, high = max(low, most * (ratio - spread)), min(high, most * (ratio + spread))
    return low - _ROUNDING, high + _ROUNDING
