"""Two columns of labels to a table: code them, settle what is missing, tabulate, align the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.core.labels import lacking, natural_order, quoted
from abovechance.intake import limits
from abovechance.intake.codes.coded import Codebook, require_room, tabulate
from abovechance.intake.codes.column import encode, text_of
from abovechance.intake.codes.text_pairs import grouped_texts
from abovechance.intake.decisions import decided
from abovechance.intake.items import (
    Masses,
    class_order,
    common_length,
    encode_groups,
    group_order,
    joined,
    other_order,
    settled,
)
from abovechance.intake.missing import REFUSED, Missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.errors import Argument, InputWarning
    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts with the names of their rows (truth), columns (prediction) and groups."""

    counts: NDArray[Any]  # shape (K, K), or (G, K, K) with groups
    labels: tuple[Label, ...]
    groups: tuple[Label, ...] | None  # tuples where several columns make a group
    group_name: str  # what the groups are groups of
    squares: NDArray[np.float64] | None = None  # with weights, the sums of their squares
    are_given: bool = False  # whether the caller gave the classes, and with them their order
    left_out: int = 0  # items that lack a value

    def findings(self, missing: Missing, cut: Argument = limits.CUT) -> list[InputWarning]:
        """Warnings of labels that are likely mistakes; none of classes that the caller gave.

        ``cut`` is what makes decisions of probabilities at this door.
        """
        if self.are_given:
            return []
        real, predicted = (
            self.counts.sum(axis=axis).reshape(-1, len(self.labels)).any(axis=0) for axis in (-1, -2)
        )
        only = [label for label, is_so in zip(self.labels, predicted & ~real, strict=True) if is_so]
        return [*limits.probabilities("prediction", only, cut), *missing.findings(self.labels)]


def count(
    truth: object,
    prediction: object,
    *,
    labels: Iterable[Label] | None = None,
    weights: object = None,
    counts: Column | None = None,
    by: Column | None = None,
    missing: Missing = REFUSED,
    squares: Column | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
) -> Counted:
    """Count pairs of real and predicted labels; ``True``, ``1`` and ``1.0`` are one label.

    Without ``labels``, the classes are all labels seen, in natural order or in that of an ordered categorical
    that has them all. ``counts`` says how many items each row stands for, each with the weight of its row;
    with ``squares`` the weights are sums over these items, and the squares sums of squared ones. Columns that
    look like measurements, declare different orders or write a label both as text and as a number are refused
    unless labels are given. A class of missing labels has the label None. With a ``threshold`` the
    predictions are numbers, and those that reach it are decisions for the ``positive`` class.

    >>> counted = count(["cat", "dog", "dog"], ["cat", "dog", "eel"], by=[2024, 2024, 2025])
    >>> counted.labels, counted.groups, counted.counts[1].tolist()
    (('cat', 'dog', 'eel'), (2024, 2025), [[0, 0, 0], [0, 0, 1], [0, 0, 0]])
    """
    wanted = None if labels is None else checked_labels(labels)
    limit = limits.MOST_LABELS + (0 if wanted is None else len(wanted))
    if threshold is not None:
        warn(other_order(truth, {"prediction": prediction}))
        truth, decisions = decided(
            truth, {"prediction": prediction}, threshold, positive=positive, missing=missing
        )
        prediction = decisions["prediction"]
    elif weights is None and counts is None and by is None:
        grouped = grouped_texts(truth, prediction)
        if grouped is not None:
            warn(other_order(truth, {"prediction": prediction}))
            truth, prediction, counts = grouped
    items = coded_items(
        truth, prediction, limit=limit, weights=weights, counts=counts, by=by, missing=missing,
        squares=squares,
    )  # fmt: skip
    items.masses.require_any()
    real, predicted, *group = items.columns.values()
    axis = joined(group) if group else None
    # Each group has a table: labels that do not occur would make every one of them larger.
    rows = [real, predicted] if axis is None else [axis, real.compact(), predicted.compact()]
    cells, squared, classes = align(rows, wanted, limit, items.masses)
    if wanted is None and weights is None and len(classes) > limits.MOST_OF_FEW_ITEMS:
        hits = np.trace(cells, axis1=-2, axis2=-1)
        limits.refuse_measurements(classes, int(cells.sum()), int(hits.sum()))
    known: dict[str, Any] = {"are_given": wanted is not None, "left_out": items.masses.left_out}
    if axis is None:
        return Counted(cells, classes, None, items.group_name, squared, **known)
    order = group_order(axis.labels, group)
    names = tuple(axis.labels[i] for i in order)
    squared = None if squared is None else squared[order]
    return Counted(cells[order], classes, names, items.group_name, squared, **known)


@dataclass(frozen=True, eq=False)
class Items:
    """The items to be counted."""

    columns: dict[str, Coded]  # by what messages call them: truth, prediction, then the groups
    group_name: str  # what the groups are groups of
    masses: Masses


def coded_items(
    truth: object,
    prediction: object,
    *,
    limit: int,
    weights: object,
    by: Column | None,
    missing: Missing,
    counts: Column | None = None,
    squares: Column | None = None,
    may_be_empty: bool = False,
) -> Items:
    """Code the columns, check that they fit each other, and settle what is missing."""
    warn(other_order(truth, {"prediction": prediction}))
    given = {"truth": truth, "prediction": prediction}
    columns = {name: encode(column, name, limit, missing.codes) for name, column in given.items()}
    name, groups = ("group", {}) if by is None else encode_groups(by, missing)
    columns |= groups
    length = common_length(columns)
    if not length and not may_be_empty:
        raise InputError("truth and prediction are empty: there is nothing to count")
    masses = Masses.of(counts, weights, length, squares)
    kept, masses = settled(columns, missing, masses, may_be_empty=may_be_empty)
    return Items(dict(zip(columns, kept, strict=True)), name, masses)


def align(
    columns: Sequence[Coded], wanted: tuple[Label, ...] | None, limit: int, masses: Masses | None = None
) -> tuple[NDArray[Any], NDArray[np.float64] | None, tuple[Label, ...]]:
    """Tabulate, the last two columns being truth and prediction, and give both the same classes.

    Gives counts, their squares (None without weights) and the classes. ``masses`` is what the rows stand for,
    where they are not items without weights.
    """
    *batch, real, predicted = columns
    rows = masses or Masses()
    items = tabulate(columns, rows.items)
    counts = items if rows.weights is None else tabulate(columns, rows.weights)
    seen = _Seen.of(items.sum(axis=0) if batch else items, real.labels, predicted.labels)
    if wanted is None:
        labels = class_order(
            dict.fromkeys([*seen.real, *seen.predicted]), {"truth": real, "prediction": predicted}
        )
        Codebook("truth together with prediction", limit).expect(len(labels))
    else:
        labels = wanted
        seen.require_among(labels)
    squares = None if rows.squares is None else seen.laid_out(tabulate(columns, rows.squares), labels)
    return seen.laid_out(counts, labels), squares, labels


@dataclass(frozen=True, eq=False)
class _Seen:
    """Which rows and columns of a table have items, how many, and what they stand for."""

    items: NDArray[np.int64]
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    real: list[Label]
    predicted: list[Label]

    @classmethod
    def of(cls, items: NDArray[np.int64], real: Sequence[Label], predicted: Sequence[Label]) -> _Seen:
        rows, columns = np.flatnonzero(items.any(axis=1)), np.flatnonzero(items.any(axis=0))
        return cls(
            items, rows, columns, [real[i] for i in rows.tolist()], [predicted[i] for i in columns.tolist()]
        )

    def require_among(self, labels: tuple[Label, ...]) -> None:
        """Refuse labels that are not among those given."""
        known = set(labels)
        unknown = [label for label in dict.fromkeys([*self.real, *self.predicted]) if label not in known]
        if unknown:
            rows = [i for i, label in zip(self.rows, self.real, strict=True) if label in known]
            columns = [i for i, label in zip(self.columns, self.predicted, strict=True) if label in known]
            number = self.items.sum() - self.items[np.ix_(rows, columns)].sum()
            unknown = list(natural_order(unknown))
            raise InputError(
                f"labels must name every class: {quoted(unknown)} of {number} items "
                f"{'is' if len(unknown) == 1 else 'are'} not among {lacking(unknown[0], labels)}"
                f"{'; None is a missing value: add it to labels to count it' if None in unknown else ''}"
            )

    def laid_out(self, counts: NDArray[Any], labels: tuple[Label, ...]) -> NDArray[Any]:
        """The counts with one row and one column for each of the labels."""
        position = {label: i for i, label in enumerate(labels)}
        rows = [position[label] for label in self.real]
        columns = [position[label] for label in self.predicted]
        shape = (*counts.shape[:-2], len(labels), len(labels))
        if counts.shape == shape and rows == columns == list(range(len(labels))):
            return counts
        require_room(shape)
        row, column = np.zeros(counts.shape[-2], dtype=np.intp), np.zeros(counts.shape[-1], dtype=np.intp)
        row[self.rows], column[self.columns] = rows, columns
        table = np.zeros(shape, dtype=counts.dtype)
        *batch, real, predicted = counts.nonzero()
        table[*batch, row[real], column[predicted]] = counts[*batch, real, predicted]
        return table


def checked_labels(labels: Iterable[Any], argument: str = "labels") -> tuple[Label, ...]:
    """The labels given, as plain Python objects, each once."""
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise InputError(
            "{argument} must be a list of labels, got {labels!r}", argument=argument, labels=labels
        )
    book = Codebook(argument)
    with text_of(argument):
        times = Counter(book.codes(list(labels)).tolist())
    if not times:
        raise InputError(
            "{argument} is empty: give at least one label, or leave {argument} out", argument=argument
        )
    twice = quoted(book.labels[code] for code, number in times.items() if number > 1)
    if twice:
        raise InputError(
            "{argument} must differ from each other: {twice} is given twice", argument=argument, twice=twice
        )
    return tuple(book.labels)
