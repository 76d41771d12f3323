"""Bounds of unweighted means over classes where some class is all right or all wrong.

Such a class has no variance in the table, so neither the delta method nor tables drawn anew can vary it, and
their intervals are too narrow. Its own Wilson interval has a width, though, and MOVER (Zou & Donner 2008)
joins those of all classes: ``L = mean − √Σ(p_k − l_k)² / K``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.sums import add_up
from abovechance.inference.intervals.proportion import PROPORTIONS, proportion_bounds

if TYPE_CHECKING:
    from abovechance.core.contingency import Contingency

Array = Any

MEAN_OF = {
    "balanced_accuracy": "recall",
    "macro_recall": "recall",
    "macro_miss_rate": "miss_rate",
    "macro_precision": "precision",
    "macro_false_discovery_rate": "false_discovery_rate",
    "macro_f1": "f1",
    "macro_jaccard": "jaccard",
}
"""The means of proportions, and what they are means of."""


def widened(key: str, t: Contingency, level: float, low: Array, high: Array) -> tuple[Array, Array]:
    """Bounds of a mean, at least as wide as those joined from its classes where one is all right or wrong."""
    value = _terms(key, t)
    at_end = np.any((value == 0) | (value == 1), axis=-1)
    joined_low, joined_high = joined(key, t, level)
    return (
        np.where(at_end, np.fmin(low, joined_low), low),
        np.where(at_end, np.fmax(high, joined_high), high),
    )


def joined(key: str, t: Contingency, level: float) -> tuple[Array, Array]:
    """The bounds of a mean from those of its classes; a class without trials is left out."""
    value = _terms(key, t)
    low, high = proportion_bounds(MEAN_OF[key], t.each, t.classes, "wilson", level)
    there = ~np.isnan(value)
    number = add_up(there.astype(float))
    with np.errstate(invalid="ignore"):
        mean = add_up(np.where(there, value, 0.0)) / number
        down = np.sqrt(add_up(np.where(there, np.square(value - low), 0.0))) / number
        up = np.sqrt(add_up(np.where(there, np.square(high - value), 0.0))) / number
    return mean - down, mean + up


def _terms(key: str, t: Contingency) -> Array:
    found = PROPORTIONS[MEAN_OF[key]]
    with np.errstate(all="ignore"):
        return found.value(found.successes(t.each) / found.trials(t.each), t.classes)
