"""Bounds of unweighted means over classes where some class is all right or all wrong.

Such a class has no variance in the table, so neither the delta method nor tables drawn anew can vary it, and
their intervals are too narrow. Its own Wilson interval has a width, though, and MOVER (Zou & Donner 2008)
joins those of all classes: ``L = mean − √Σ(p_k − l_k)² / K``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.sums import add_up
from abovechance.inference.intervals.proportion import proportion_bounds
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from abovechance.core.contingency import Contingency
    from abovechance.measures.facts import Proportion

Array = Any


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
    there = ~np.isnan(value)
    number = add_up(there.astype(float))
    with np.errstate(invalid="ignore"):
        mean = add_up(np.where(there, value, 0.0)) / number
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
