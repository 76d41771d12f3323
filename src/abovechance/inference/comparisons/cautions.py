"""Warnings of a difference that hangs on one item, or on a class that was perhaps not drawn at all.

The value of a measure on a table with a pseudo-item of each class, its variance, and how sure that is.

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
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.comparisons.influence import Influence
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Smoothed:
    """A measure of the whole table with a pseudo-item of each class; arrays over a batch.

    ``unsureness`` is the variance of the variance, ``squares`` what each real class adds to it (last axis).
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


MOST = 0.5  # a class of one item that carries a larger share of the variance is warned of
OFTEN = 0.05  # a label that never occurs and is given more often may be a class that was not drawn
_MAY_COVER_LESS = "the interval may cover less than its level"


def warning_of(influence: Influence) -> str | None:
    """What to beware of in the difference of two systems on the same items; None if nothing."""
    joint = influence.joint
    worst = _carrier(influence.class_squares(), _units(joint))
    if worst is None:
        return never_occurs(influence.measure, joint.tables)
    return _carried(repr(joint.labels[worst]), clustered=joint.clusters is not None)


def warning_of_tables(measure: Measure, tables: Tables) -> str | None:
    """The same of two systems on different items, from the table of each."""
    worst = _carrier(Smoothed.of(measure, tables).squares.ravel(), tables.counts.sum(-1).ravel())
    if worst is None:
        return never_occurs(measure, tables)
    system, label = divmod(worst, len(tables.labels))
    name = str((tables.axes[0].labels or ())[system])
    return _carried(f"{tables.labels[label]!r} in the table of {name!r}")


def _units(joint: Joint) -> NDArray[np.int64]:
    """How many items each class has; where items belong together, in how many clusters it occurs."""
    classes = len(joint.labels)
    if joint.clusters is None:
        return np.bincount(joint.truth, weights=joint.counts, minlength=classes).astype(np.int64)
    clusters = int(joint.clusters.max()) + 1
    pairs = np.unique(joint.truth * clusters + joint.clusters)
    return np.bincount(pairs // clusters, minlength=classes)


def _carrier(squares: NDArray[np.float64], units: NDArray[np.number[Any]]) -> int | None:
    """Which class carries most of the variance by one item; None if none does."""
    total = squares.sum()
    if not (np.isfinite(total) and total > 0):
        return None
    worst = int(np.argmax(squares))
    return worst if 0 < units[worst] <= 1 and squares[worst] > MOST * total else None


def _carried(label: str, *, clustered: bool = False) -> str:
    where = "which occurs in 1 cluster" if clustered else "of which there is 1 item"
    return f"most of the uncertainty comes from class {label}, {where}: {_MAY_COVER_LESS}"


def never_occurs(measure: Measure, tables: Tables) -> str | None:
    """A warning of a label that a system gives to many items where no item really has it."""
    if "informedness" not in (measure.key, *measure.product_of):
        return None  # only there the answers of a label that never occurs add nothing
    counts = np.asarray(tables.counts, dtype=float)
    shares = counts.sum(-2) / counts.sum((-2, -1))[:, None]
    shares = np.where(counts.any(axis=-1), 0.0, shares)
    system, label = np.unravel_index(int(np.argmax(shares)), shares.shape)
    share = shares[system, label]
    if not share > OFTEN:
        return None
    names = tables.axes[0].labels or ()
    return (
        f"{str(names[system])!r} answers {tables.labels[label]!r} to {100 * share:.0f} % of items and none "
        f"really is: these answers are counted as guesses, and {_MAY_COVER_LESS} if the class does occur"
    )
