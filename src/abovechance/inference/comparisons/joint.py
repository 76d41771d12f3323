"""``Joint``: several systems on the same items, as the distinct patterns of truth and answers.

Whatever compares the systems depends on the patterns, not on the items: a million items of three
classes judged by two systems are at most 27 patterns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, InputWarning, keeping_warnings, warn
from abovechance.core.labels import Label, is_guess, larger_of, offered, quoted, rest_of
from abovechance.intake import limits
from abovechance.intake.codes.column import encode
from abovechance.intake.items import (
    checked_items,
    checked_weights,
    common_length,
    named_columns,
    other_order,
    taken,
)
from abovechance.intake.joint_columns import (
    DENSE_KEYS,
    checked_numbers,
    classes,
    cluster_codes,
    complete,
    counted_first,
    frame_answers,
    positions,
)
from abovechance.intake.missing import REFUSED, Missing
from abovechance.intake.scores import split_by
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.intake.codes.coded import Coded

    Codes = NDArray[np.int64]

_MOST_KEYS = 2**62
_ROUNDING_ERROR = 1e-12


@dataclass(frozen=True, eq=False)
class Joint:
    """The patterns of truth and of each system's answer, and how many items show each.

    Attributes
    ----------
    truth : ndarray of shape ``(P,)``
        The real class of each pattern, a position in ``labels``.
    predictions : ndarray of shape ``(S, P)``
        The answer of each system.
    counts : ndarray of int64, shape ``(P,)``
        How many items show the pattern.
    labels : tuple
        The classes, shared by truth and all systems.
    systems : tuple of str
        The names of the systems.
    weights : ndarray of shape ``(P,)``, or None
        The weight of each item of the pattern; items of different weight are different patterns.
    clusters : ndarray of shape ``(P,)``, or None
        The cluster (subject, document) of the pattern, a number from 0.
    positive : label or None
        The positive class of two.
    positive_guessed : bool
        Whether it was not named, see :class:`Tables`.
    left_out, warnings
        Items that lack a value, and likely mistakes in the input, see :class:`Tables`.

    Examples
    --------
    >>> from abovechance.inference.comparisons.joint import Joint
    >>> joint = Joint.from_labels([1, 0, 1, 1], {"A": [1, 0, 0, 0], "B": [1, 1, 0, 0]})
    >>> joint.counts, joint.items
    (array([1, 2, 1]), 4)
    >>> joint.tables.at(system="A").counts
    array([[1, 0],
           [2, 1]])
    """

    truth: Codes
    predictions: Codes
    counts: NDArray[np.int64]
    labels: tuple[Label, ...]
    systems: tuple[str, ...]
    weights: NDArray[np.float64] | None = None
    clusters: Codes | None = None
    positive: Label | None = None
    positive_guessed: bool = False
    left_out: int = 0
    warnings: tuple[InputWarning, ...] = ()

    def __post_init__(self) -> None:
        """Take the last of two classes as the positive one, unless another was named."""
        if self.positive is None and len(self.labels) == 2:
            object.__setattr__(self, "positive", self.labels[1])
            object.__setattr__(self, "positive_guessed", is_guess(self.labels))

    @classmethod
    @keeping_warnings
    def from_labels(
        cls,
        truth: Any,
        predictions: object,
        *,
        labels: Sequence[Label] | None = None,
        counts: Column | None = None,
        weights: object = None,
        clusters: Column | Coded | None = None,
        missing: Missing = REFUSED,
        positive: Label | None = None,
        left_out: int = 0,
    ) -> Joint:
        """Find the patterns of a column of truth and a column of answers for each system.

        Parameters
        ----------
        truth
            The real labels.
        predictions
            A mapping of the systems' names to their columns, or a data frame with a column for each.
        labels
            The classes in the order wanted; without it all that occur in any column, in natural order.
        counts
            How many items each row stands for, where rows are patterns that were counted before.
        weights
            A weight for each item, such as the inverse of its chance to be drawn; only their
            proportions matter.
        clusters
            A column that says which items belong together (the same subject, document or session).
        missing
            What is missing, and what to do about it; an item that is left out is so for all systems.
        positive
            The positive class of two, by default the last label. Of more than two, this
            class is set against all others.
        left_out
            How many items the reader of the columns left out before, as they lack a value.
        """
        named = named_columns(predictions, "predictions", "labels")
        given = {"truth": truth} | {f"predictions[{name!r}]": column for name, column in named.items()}
        warn(other_order(truth, given))
        columns = {x: encode(column, x, limits.MOST_LABELS, missing.codes) for x, column in given.items()}
        if clusters is not None:
            columns["clusters"] = encode(clusters, "clusters", codes=missing.codes)
        numbers = checked_numbers(counts, weights, common_length(columns))
        coded, numbers, lost = complete(columns, numbers, missing)
        if weights is None:
            # Few distinct rows are left, and all that follows handles those instead of items.
            coded, numbers = counted_first(coded, numbers)
        names = classes(dict(zip(columns, coded[: len(named) + 1], strict=False)), labels)
        codes = [positions(column, names) for column in coded[: len(named) + 1]]
        if labels is None and weights is None:
            hits = numbers[np.logical_or.reduce([codes[0] == answers for answers in codes[1:]]), 0].sum()
            limits.refuse_measurements(names, int(numbers[:, 0].sum()), int(hits))
        if labels is None:
            warn(missing.findings(names))
            for name, column in zip(named, coded[1:], strict=False):
                warn(limits.probabilities(f"the column {name!r}", {*column.labels} - {*coded[0].labels}))
        joint = _merged(
            codes,
            numbers[:, 0],
            weights=None if weights is None else numbers[:, 1],
            clusters=None if clusters is None else cluster_codes(coded[-1]),
        )
        larger = larger_of(names) if labels is None else None
        joint = replace(joint, labels=names, systems=tuple(map(str, named)), positive=larger)
        guess = len(names) == 2 and is_guess(names)
        joint = replace(joint, positive_guessed=guess, left_out=left_out + lost)
        return joint if positive is None else joint.with_positive(positive)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        truth: str,
        predictions: Sequence[str],
        *,
        counts: str | None = None,
        weights: str | None = None,
        clusters: str | None = None,
        **options: Any,
    ) -> Joint:
        """Find the patterns in columns of a frame; of a lazy or remote one, its engine counts them.

        Parameters
        ----------
        frame
            Any frame that narwhals knows.
        truth, predictions, counts, weights, clusters
            The names of the columns.
        options
            As in :meth:`from_labels`.
        """
        named: dict[str, Any] = {"counts": counts, "weights": weights, "clusters": clusters}
        return cls.from_labels(**frame_answers(frame, truth, predictions, **named), **options)

    @classmethod
    def by_group(
        cls, by: object, *, positive: Label | None, missing: Missing, **columns: Any
    ) -> dict[Label, Joint]:
        """The patterns of each group of items, with the classes of all; columns as in :meth:`from_labels`."""
        # The classes of all items, so that every group has tables of one shape and one positive class.
        whole = cls.from_labels(missing=missing, **columns)
        answers = named_columns(columns["predictions"], "predictions", "labels")
        given = [columns["truth"], columns["clusters"], *answers.values()]
        coded = [None if x is None else encode(x, "column", codes=missing.codes) for x in given]
        length = len(coded[-1].codes)  # type: ignore[union-attr]
        counts = None if columns["counts"] is None else checked_items(columns["counts"], length)
        weights = None if columns["weights"] is None else checked_weights(columns["weights"], length)
        found: dict[Label, Joint] = {}
        for name, rows in split_by(by, np.ones(length, dtype=bool), missing):
            truth, clusters, *mine = (None if x is None else x.only(rows) for x in coded)
            try:
                joint = cls.from_labels(
                    truth,
                    dict(zip(answers, mine, strict=True)),
                    labels=whole.labels,
                    counts=taken(counts, rows),
                    weights=taken(weights, rows),
                    clusters=clusters,
                    missing=missing,
                )
            except InputError as error:
                raise error.and_also(" (in the group {group!r})", group=name) from None
            joint = replace(joint, positive=whole.positive, positive_guessed=whole.positive_guessed)
            found[name] = joint if positive is None else joint.with_positive(positive)
        return found

    @property
    def items(self) -> int:
        """How many items there are."""
        return int(self.counts.sum())

    @cached_property
    def effective(self) -> Joint:
        """The same items with weights whose mean is 1; without any if all weigh the same."""
        if self.weights is None:
            return self
        # Equal weights are no weights: the exact methods for counts then apply.
        if np.ptp(self.weights) <= _ROUNDING_ERROR * self.weights.max():
            return self._merged(self.systems, weights=None)
        return replace(self, weights=self.weights * (self.items / self.masses.sum()))

    def _merged(self, systems: tuple[str, ...], weights: NDArray[np.float64] | None) -> Joint:
        """The items as some of the systems and such weights tell them apart."""
        codes = [self.truth, *self.predictions[[self.position(name) for name in systems]]]
        joint = _merged(codes, self.counts, weights=weights, clusters=self.clusters)
        return replace(joint, labels=self.labels, systems=systems, positive=self.positive)

    @cached_property
    def masses(self) -> NDArray[Any]:
        """The weight of all items of each pattern; their number where items have no weights."""
        return self.counts if self.weights is None else self.counts * self.weights

    @cached_property
    def cells(self) -> Codes:
        """The cell of its table that each system puts each pattern into, row by row, ``(S, P)``."""
        return self.truth * len(self.labels) + self.predictions

    @cached_property
    def tables(self) -> Tables:
        """The table of each system: a batch with the axis ``"system"``."""
        classes = len(self.labels)
        shape = (len(self.systems), classes, classes)
        squares = None if self.weights is None else self._in_cells(self.masses * self.weights).reshape(shape)
        return Tables(
            self._in_cells(self.masses).reshape(shape),
            self.labels,
            positive=self.positive,
            axes=(Axis("system", self.systems),),
            squares=squares,
            positive_guessed=self.positive_guessed,
            warnings=self.warnings,
        )

    def _in_cells(self, amounts: NDArray[Any]) -> NDArray[Any]:
        """The sums of what patterns stand for in the cells of each system's table."""
        sums = np.zeros((len(self.systems), len(self.labels) ** 2), dtype=amounts.dtype)
        for table, cells in zip(sums, self.cells, strict=True):
            # Several patterns fall into one cell; plain indexing would add only the last of them.
            np.add.at(table, cells, amounts)
        return sums

    def position(self, system: str) -> int:
        """Where a system stands among the systems."""
        if system not in self.systems:
            raise InputError(f"there is no system {system!r}; there are {quoted(self.systems)}")
        return self.systems.index(system)

    def pair(self, first: str, second: str) -> Joint:
        """Two of the systems alone."""
        if self.systems == (first, second):
            return self
        return self._merged((first, second), self.weights)

    def without_empty(self) -> Joint:
        """The same items without the classes that neither occur nor are predicted, but with two at least."""
        occurs = np.zeros(len(self.labels), dtype=bool)
        occurs[self.truth] = occurs[self.predictions] = True
        # Measures need two classes, even if one of them is empty.
        if occurs.all() or occurs.sum() < 2:
            return self
        codes = occurs.cumsum() - 1
        labels = tuple(label for label, found in zip(self.labels, occurs, strict=True) if found)
        return replace(self, truth=codes[self.truth], predictions=codes[self.predictions], labels=labels)

    def with_positive(self, label: Label) -> Joint:
        """The same items with another positive class; of more than two, that class against the rest."""
        if label not in self.labels:
            raise InputError(
                f"positive class {label!r} is not among the labels {offered(label, self.labels)}"
            )
        position = self.labels.index(label)
        if len(self.labels) == 2:
            return replace(self, positive=self.labels[position], positive_guessed=False)
        return replace(
            self,
            truth=(self.truth == position).astype(np.int64),
            predictions=(self.predictions == position).astype(np.int64),
            labels=(rest_of(self.labels, label), self.labels[position]),
            positive=self.labels[position],
        )


def _merged(
    codes: Sequence[Codes],
    counts: NDArray[Any],
    *,
    weights: NDArray[np.float64] | None,
    clusters: Codes | None,
) -> Joint:
    """The distinct rows of truth, answers and, if there are such, clusters and weights."""
    columns = [*codes, *(() if clusters is None else (clusters,))]
    values = np.ones(1)
    if weights is not None:
        values, weight_codes = np.unique(weights, return_inverse=True)
        columns.append(weight_codes)
    patterns, merged = _distinct(columns, counts)
    weights = None if weights is None else values[patterns.pop()]
    clusters = None if clusters is None else patterns.pop()
    return Joint(patterns[0], np.stack(patterns[1:]), merged, (), (), weights, clusters)


def _distinct(columns: list[Codes], numbers: NDArray[Any]) -> tuple[list[Codes], NDArray[np.int64]]:
    """The distinct rows of several columns of codes, and how often each occurs."""
    widths = [int(column.max()) + 1 for column in columns]
    keys, size = columns[0], widths[0]
    for column, width in zip(columns[1:], widths[1:], strict=True):
        # Keys are renumbered by those that occur before they would leave 64 bits.
        if size * width > _MOST_KEYS:
            _, keys = np.unique(keys, return_inverse=True)
            size = int(keys.max()) + 1
        keys = keys * width + column
        size *= width
    if size <= DENSE_KEYS:
        # While few keys are possible, counting all of them is faster than sorting those that occur.
        totals = np.bincount(keys, weights=numbers)
        found = np.flatnonzero(totals)
        return list(map(np.asarray, np.unravel_index(found, widths))), totals[found].astype(np.int64)
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return [column[first] for column in columns], np.bincount(inverse, weights=numbers).astype(np.int64)
