"""``Accumulator``: a table that grows batch by batch, on one machine or on many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from abovechance.counting.align import checked_labels
from abovechance.errors import InputError
from abovechance.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.labels import Label


class Accumulator:
    """Counts of all batches so far.

    A table adds, so parts of a stream may be counted apart and merged in any order. Only the
    table is kept (and pickled), never the items.

    Parameters
    ----------
    labels
        All classes, in the order wanted. Without it, new labels may appear over time.
    missing
        As in :meth:`Tables.from_labels`.

    Examples
    --------
    >>> from abovechance.accumulate import Accumulator
    >>> monday = Accumulator().update(["a", "b"], ["a", "a"])
    >>> tuesday = Accumulator().update(["c"], ["c"]).update(["b"], ["b"])
    >>> (monday + tuesday).tables.counts
    array([[1, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    """

    def __init__(
        self,
        labels: Iterable[Label] | None = None,
        missing: Literal["error", "drop", "label"] = "error",
    ) -> None:
        self._labels = None if labels is None else checked_labels(labels)
        self._missing = missing
        self._tables: Tables | None = None

    @property
    def tables(self) -> Tables:
        """The table of all items so far."""
        if self._tables is None:
            raise InputError("nothing has been counted yet: call update first")
        return self._tables

    def update(self, truth: Any, prediction: Any, weights: Any = None) -> Self:
        """Count another batch."""
        batch = Tables.from_labels(
            truth, prediction, labels=self._labels, weights=weights, missing=self._missing
        )
        self._tables = batch if self._tables is None else self._tables + batch
        return self

    def merge(self, other: Accumulator) -> Self:
        """Add what another accumulator has counted."""
        if self._labels != other._labels or self._missing != other._missing:
            raise InputError(
                "accumulators can be merged only if they have the same labels and treatment of missing"
            )
        if other._tables is not None:
            self._tables = other._tables if self._tables is None else self._tables + other._tables
        return self

    def __repr__(self) -> str:
        """The table of all items so far, as text."""
        return (
            "Accumulator: nothing counted yet" if self._tables is None else f"Accumulator:\n{self._tables!r}"
        )

    def __add__(self, other: object) -> Accumulator:
        """The merger of two accumulators, both left as they are."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        return Accumulator(self._labels, self._missing).merge(self).merge(other)
