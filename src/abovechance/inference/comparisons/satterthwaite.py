"""The value of a measure on a table with a pseudo-item of each class, its variance, and how sure that is.

A variance that few items carry is itself hardly known. By the fourth powers of what the items add one can
tell how much it varies: as much as that of so many degrees of freedom (Satterthwaite 1946), so that Student's
distribution takes the place of the normal one. The variances of independent tables add up, and so does what
is known of how much they vary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.comparisons.influence import PSEUDO_ITEMS, pseudo_answers
from abovechance.inference.derivatives.gradient import gradient

if TYPE_CHECKING:
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

Array = Any


@dataclass(frozen=True)
class Smoothed:
    """A measure of the whole table, with a pseudo-item of each class; arrays over a batch.

    Attributes
    ----------
    value, variance
        The value, and its variance.
    unsureness
        The variance of the variance.
    squares
        What the items of each real class add to the variance, on a last axis.
    """

    value: Array
    variance: Array
    unsureness: Array
    squares: Array

    @classmethod
    def of(cls, m: Measure, tables: Tables) -> Smoothed:
        """The measure of the tables, by the delta method."""
        counts = tables.counts + PSEUDO_ITEMS * pseudo_answers(tables)
        smooth = replace(tables, counts=counts)
        slopes = np.where(counts > 0, gradient(smooth, m), 0.0)
        total = counts.sum((-2, -1))
        slopes = slopes - ((counts * slopes).sum((-2, -1)) / total)[..., None, None]
        squares = (counts * slopes**2).sum(-1)
        variance = squares.sum(-1)
        fourth = (counts * slopes**4).sum((-2, -1))
        return cls(np.asarray(m(smooth)), variance, np.maximum(fourth - variance**2 / total, 0), squares)


def degrees(first: Smoothed, second: Smoothed) -> Array:
    """The degrees of freedom of the sum of two variances; infinite where these are as good as known."""
    total = first.variance + second.variance
    unsure = first.unsureness + second.unsureness
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(unsure > 0, 2 * total**2 / unsure, np.inf)
