"""Lines of equal value in ROC space that are curves with a known formula.

Each gives fpr and tpr by a parameter from 0 to 1, the value and the skew, the number of negative items for
each positive one. Markedness is equal along a parabola, the correlation along part of an ellipse, both
between the corners of the chance line; there the parameter is the share of items called positive. The others
are hyperbolas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.measures.facts import Isometric

Floats = NDArray[np.float64]
Line = tuple[Floats, Floats]


def parabola(share: Floats, value: float, skew: float) -> Line:
    """Of Markedness."""
    called = share * (1 + skew)
    rest = 1 + skew - called
    return called * (skew - value * rest) / (skew * (1 + skew)), called * (1 + value * rest) / (1 + skew)


def ellipse(share: Floats, value: float, skew: float) -> Line:
    """Of the correlation."""
    called = share * (1 + skew)
    apart = value * np.sqrt(called * (1 + skew - called) / skew)
    return (called - apart) / (1 + skew), (called + skew * apart) / (1 + skew)


def hyperbola(t: Floats, value: float, _skew: float) -> Line:
    """Of the geometric mean of Recall and Inverse Recall."""
    return 1 - value ** (2 * t), value ** (2 * (1 - t))


def of_odds(up: Callable[[float], float], down: Callable[[float], float] = lambda _: 1.0) -> Isometric:
    """Where the odds of Recall are those of Fallout times the square of ``up / down`` of the value."""

    def line(t: Floats, value: float, _skew: float) -> Line:
        more, less = up(value), down(value)
        with np.errstate(invalid="ignore"):
            return less * t / (less * t + more * (1 - t)), more * t / (more * t + less * (1 - t))

    return line
