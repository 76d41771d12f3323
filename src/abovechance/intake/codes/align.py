"""From codes to classes: rows and columns of the table get the same labels in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import lacking, natural_order, quoted
from abovechance.intake.codes.codebook import Codebook
from abovechance.intake.codes.scale import class_order
from abovechance.intake.codes.tabulate import require_room, tabulate
from abovechance.intake.codes.text import text_of
from abovechance.intake.items import Masses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded


def align(
    columns: Sequence[Coded],
    wanted: tuple[Label, ...] | None,
    limit: int,
    masses: Masses | None = None,
) -> tuple[NDArray[Any], NDArray[np.float64] | None, tuple[Label, ...]]:
    """Tabulate, the last two columns being truth and prediction, and give both the same classes.

    ``masses`` is what the rows stand for, where they are not items without weights.

    Returns
    -------
    counts : ndarray of shape ``(K, K)``, or ``(G, K, K)`` for three columns
    squares : ndarray of the same shape, or None without weights
    labels : tuple
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
