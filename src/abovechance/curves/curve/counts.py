"""Counts of thresholds, of one curve or of many at once, in which criteria and constraints are written.

Why a summary of a curve has no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Numbers
    from abovechance.curves.curve.curve import Curve
    from abovechance.measures.registry import Measure


@dataclass(frozen=True, eq=False)
class Counts:
    """Two-class counts of thresholds, on the last axis, and the totals of the classes, which broadcast."""

    tp: Array
    fp: Array
    positives: Numbers
    negatives: Numbers

    @classmethod
    def of(cls, curve: Curve, positions: Any = slice(None)) -> Counts:
        """The counts of a curve at some of its thresholds, as floating-point numbers."""
        tp, fp = (x[positions].astype(np.float64) for x in (curve.tp, curve.fp))
        return cls(tp, fp, float(curve.positives), float(curve.negatives))

    @classmethod
    def exact(cls, curve: Curve, positions: NDArray[Any]) -> Counts:
        """The same as Python's whole numbers, which do not overflow."""
        tp, fp = (x[positions].astype(object) for x in (curve.tp, curve.fp))
        return cls(tp, fp, curve.positives, curve.negatives)

    @classmethod
    def in_tables(cls, cells: Array) -> Counts:
        """The counts of two-class tables, rows truth, the positive class last."""
        return cls(cells[..., 1, 1], cells[..., 0, 1], cells[..., 1, :].sum(-1), cells[..., 0, :].sum(-1))

    @property
    def fn(self) -> Array:
        """False negatives."""
        return self.positives - self.tp

    @property
    def fpr(self) -> Array:
        """Fallout; NaN if there is no negative item."""
        return shares(self.fp, self.negatives)

    @property
    def fnr(self) -> Array:
        """The miss rate; NaN if there is no positive item."""
        return shares(self.fn, self.positives)

    @property
    def total(self) -> Numbers:
        """The number, or weight, of all items."""
        return self.positives + self.negatives

    def take(self, rows: Array, positions: Array) -> Counts:
        """One threshold of each row of a batch: the counts lose their last axis."""
        totals = [
            np.broadcast_to(x, (*self.tp.shape[:-1], 1))[rows, 0] for x in (self.positives, self.negatives)
        ]
        return Counts(self.tp[rows, positions], self.fp[rows, positions], *totals)

    def tables(self, prevalence: float | None = None, labels: tuple[Any, Any] = (0, 1)) -> Tables:
        """The same as tables, expected at another prevalence if one is given."""
        positives, negatives = (np.broadcast_to(x, self.tp.shape) for x in (self.positives, self.negatives))
        cells = np.stack([negatives - self.fp, self.fp, positives - self.tp, self.tp], axis=-1)
        counts = cells.reshape(*self.tp.shape, 2, 2).astype(np.float64)
        if prevalence is not None:
            with np.errstate(divide="ignore", invalid="ignore"):
                wanted = np.stack([(1 - prevalence) / negatives, prevalence / positives], axis=-1)
                counts *= (wanted * (positives + negatives)[..., None])[..., None]
        axes = tuple(Axis(f"axis{i}") for i in range(counts.ndim - 2))
        return Tables(counts, labels, axes=axes)

    def measured(self, m: Measure, prevalence: float | None = None, **parameters: Any) -> Array:
        """A measure of each table, expected at another prevalence if one is given.

        What does not depend on prevalence is that of the items, even where the prevalence leaves out a class.
        """
        if m.is_unchanged_by("prevalence", classes=2):
            prevalence = None
        return np.asarray(m(self.tables(prevalence), **parameters), dtype=np.float64)


def shares(part: Numbers, whole: Numbers) -> Array:
    """Part of a whole; NaN of nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.divide(part, whole)


def one_class(curve: Curve) -> str | None:
    """What to say of a curve that lacks a class, None if it has both."""
    return no_positives(curve) or (None if curve.negatives else f"every item is really {curve.positive!r}")


def no_positives(curve: Curve) -> str | None:
    """What to say of a curve that has no positive item, None if it has one."""
    return no_items(curve) or (None if curve.positives else f"no item is really {curve.positive!r}")


def no_items(curve: Curve) -> str | None:
    """What to say of a curve of no items, or whose items all have no weight, None of any other."""
    if curve.positives or curve.negatives:
        return None
    return "there are no items" if len(curve.thresholds) == 1 else "all weights are 0"
