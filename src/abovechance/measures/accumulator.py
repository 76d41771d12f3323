"""``Accumulator``: a table that grows batch by batch, on one machine or on many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from abovechance.core.errors import Argument, InputError, keeping_warnings, warn
from abovechance.intake import limits
from abovechance.intake.class_scores import highest
from abovechance.intake.codes.column import as_array
from abovechance.intake.codes.grow import Growing
from abovechance.intake.count import checked_labels, coded_items
from abovechance.intake.missing import Missing
from abovechance.measures.compute import compute_arrays
from abovechance.measures.registry import Measure, measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label

_DEFAULT_MEASURES = ("informedness", "markedness", "correlation")

_CUT = Argument("threshold", 0.5, spoken="prediction >= 0.5")  # batches are of labels


class Accumulator:
    """Counts of all batches so far.

    A table adds, so parts of a stream may be counted apart and merged in any order, and threads may share
    one accumulator. Only the table is kept (and pickled), never the items. Columns are lists, arrays,
    columns of data frames, or the tensors of any library: those are detached from their gradients and
    brought to main memory.

    Parameters
    ----------
    labels
        All classes, in the order wanted: the table then has the same shape from the start. Without it, new
        labels may appear over time.
    missing, on_missing
        As in :meth:`Tables.from_labels`.
    positive
        The positive class of two; by default the last label. Until it has occurred there is
        no table, unless labels are given.

    Examples
    --------
    >>> import abovechance as ac
    >>> monday = ac.Accumulator().update(["a", "b"], ["a", "a"])
    >>> tuesday = ac.Accumulator().update(["c"], ["c"]).update(["b"], ["b"])
    >>> (monday + tuesday).tables.counts
    array([[1, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    """

    def __init__(
        self,
        labels: Iterable[Label] | None = None,
        *,
        missing: object = (),
        on_missing: str = "error",
        positive: Label | None = None,
    ) -> None:
        self._labels = None if labels is None else checked_labels(labels)
        self._missing = Missing.of(missing, on_missing)
        self._positive = positive
        self._counted = Growing(self._labels)
        # So that a positive class that is none of the labels is refused at once.
        if self._labels is not None:
            self._tables()

    @property
    def tables(self) -> Tables:
        """The table of all items so far, or the tables of their groups; it does not change any more.

        With labels given it is there from the start, so that parts of a program which have seen nothing
        add nothing.
        """
        if not self._counted.scales and self._labels is None:
            raise InputError("nothing has been counted yet: call update first")
        return self._tables()

    @keeping_warnings
    def _tables(self) -> Tables:
        counted = self._counted.laid_out()
        warn(counted.findings(self._missing, _CUT))
        return Tables.from_counted(counted, self._positive)

    def update(
        self,
        truth: Column,
        prediction: Column,
        weights: Column | None = None,
        by: Column | None = None,
        counts: Column | None = None,
    ) -> Self:
        """Count another batch; one that is refused changes nothing, an empty one neither.

        Parameters
        ----------
        truth, prediction, weights, by, counts
            As in :meth:`Tables.from_labels`. All batches have groups of the same names, or none has; new
            groups may appear over time.

        Examples
        --------
        >>> import abovechance as ac
        >>> sites = ac.Accumulator()
        >>> sites.update([0, 1], [0, 1], by=["B", "B"]).update([1], [0], by=["A"]).tables.axes
        (Axis(name='group', labels=('A', 'B')),)
        """
        truth, prediction = _in_memory(truth, "truth"), _in_memory(prediction, "prediction")
        plain = weights is None and by is None and counts is None and not self._missing.codes
        if plain and self._counted.add_integers(truth, prediction):
            return self
        limit = limits.MOST_LABELS + len(self._labels or ())
        items = coded_items(
            truth,
            prediction,
            limit=limit,
            weights=weights,
            counts=counts,
            by=by,
            missing=self._missing,
            may_be_empty=True,
        )
        if len(items.columns["truth"].codes):
            self._counted.add(items)
        return self

    __call__ = update

    def update_scores(
        self,
        truth: Column,
        scores: Column,
        weights: Column | None = None,
        by: Column | None = None,
        counts: Column | None = None,
    ) -> Self:
        """Count a batch whose predictions are the classes of the highest scores.

        Parameters
        ----------
        truth, weights, by, counts
            As in :meth:`update`.
        scores
            A row for each item and a column for each of the ``labels``, in their order or, in a data frame
            or a mapping, under their names: logits, probabilities or votes, the higher the likelier. Of
            equal scores the first is taken.

        Examples
        --------
        >>> import abovechance as ac
        >>> step = ac.Accumulator(labels=["cat", "dog"])
        >>> step.update_scores(["cat", "dog"], [[2.5, -1.0], [0.3, 0.2]]).tables.counts
        array([[1, 0],
               [1, 0]])
        """
        if self._labels is None:
            raise InputError("scores need to know their classes: give labels, in the order of the columns")
        best = highest(scores, self._labels)
        # Labels 0, 1, … are their own positions, and stay an array.
        whole = self._labels == tuple(range(len(self._labels)))
        named = best if whole else [self._labels[i] for i in best.tolist()]
        return self.update(truth, named, weights=weights, by=by, counts=counts)

    def figures(self, measures: Iterable[str | Measure] = _DEFAULT_MEASURES) -> dict[str, float]:
        """Values of measures by name, for whatever logs names and numbers.

        A measure of each class, or of each group, has an entry ``name/label`` for each. An undefined value
        is NaN; :func:`why_undefined` says why.

        Examples
        --------
        >>> import abovechance as ac
        >>> seen = ac.Accumulator().update([0, 0, 1, 1], [0, 1, 1, 1])
        >>> seen.figures(["informedness", "MCC"])
        {'informedness': 0.5, 'MCC': 0.577...}
        """
        if isinstance(measures, str | Measure):
            raise InputError(f"give a list of measures, such as [{_name(measures)!r}]")
        names = list(dict.fromkeys(map(_name, measures)))
        tables = self.tables
        values = compute_arrays(tables, names)
        figures: dict[str, float] = {}
        for name in names:
            for ending, value in _named(values[measure(name).key], tables):
                if name + ending in figures:
                    raise InputError(
                        f"two figures would be called {name + ending!r}: labels must differ as text"
                    )
                figures[name + ending] = value
        return figures

    def merge(self, other: Accumulator) -> Self:
        """Add what another accumulator has counted."""
        if not isinstance(other, Accumulator):
            raise InputError(f"only an Accumulator can be merged, got {type(other).__name__}")
        if self._settings != other._settings:
            raise InputError(
                "accumulators can be merged only if they have the same labels, positive class and treatment "
                "of missing"
            )
        self._counted.merge(other._counted)
        return self

    @property
    def _settings(self) -> tuple[tuple[Label, ...] | None, Missing, Label | None]:
        return self._labels, self._missing, self._positive

    def reset(self) -> Self:
        """Forget all items, and all labels that were not given: the start of another epoch."""
        self._counted = Growing(self._labels)
        return self

    def copy(self) -> Accumulator:
        """Another accumulator that has counted the same so far."""
        codes, policy = self._missing.codes, self._missing.policy
        another = Accumulator(self._labels, missing=codes, on_missing=policy, positive=self._positive)
        return another.merge(self)

    __copy__ = copy

    def __repr__(self) -> str:
        """The table of all items so far, as text."""
        return (
            f"Accumulator:\n{self.tables!r}" if self._counted.scales else "Accumulator: nothing counted yet"
        )

    def __add__(self, other: object) -> Accumulator:
        """The merger of two accumulators, both left as they are."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        return self.copy().merge(other)

    def __radd__(self, other: object) -> Accumulator:
        """A copy, where a ``sum`` begins with 0."""
        return self.copy() if isinstance(other, int) and other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether two have the same labels, positive class and treatment of missing, and the same counts."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        if self._settings != other._settings:
            return False
        if self._counted.scales and other._counted.scales:
            return self.tables == other.tables
        return not self._counted.scales and not other._counted.scales

    __hash__ = None  # type: ignore[assignment]


def _in_memory(column: Column, name: str) -> Column:
    """A tensor as an array, before anything slower finds out what it is."""
    return as_array(column, name) if hasattr(column, "detach") else column


def _name(wanted: str | Measure) -> str:
    return wanted if isinstance(wanted, str) else measure(wanted).key


def _named(values: NDArray[np.float64], tables: Tables) -> list[tuple[str, float]]:
    """Each value with what its name ends in: its group and its class."""
    names = [*(axis.labels or range(n) for axis, n in zip(tables.axes, tables.batch_shape, strict=True))]
    if values.ndim > len(names):
        names.append(tables.labels)
    return [
        ("".join(f"/{names[axis][i]}" for axis, i in enumerate(place)), value.item())
        for place, value in np.ndenumerate(values)
    ]
