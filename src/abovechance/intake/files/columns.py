"""Which columns of a file hold the truth, the prediction, the groups, and weights or counts of items.

Which columns of a file hold the truth, the scores, the weights and the groups, and what was in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.files.faults import require_few_labels
from abovechance.intake.files.whole import are_marked, meant
from abovechance.intake.frames.names import columns_of, no_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TRUTH_NAMES = (
    ("truth", "true", "y_true", "ytrue", "actual", "gold", "reference", "target", "real", "observed"),
    ("y", "label"),
)
PREDICTION_NAMES = (
    ("prediction", "predicted", "predictions", "pred", "y_pred", "ypred", "y_hat", "yhat"),
    ("p",),
)
"""The usual names of columns; the second ones where none of the first is there."""


@dataclass(frozen=True)
class Wanted:
    """The columns that were asked for by name; None where they are to be found.

    ``systems`` is how many columns of predictions there are, the others being the first of the groups, and
    ``most_labels`` how many labels columns of classes may have.
    """

    truth: str | None = None
    prediction: str | None = None
    weight: str | None = None
    groups: tuple[str, ...] = ()
    systems: int = 1
    most_labels: int | None = None
    count: str | None = None


@dataclass(frozen=True)
class Chosen:
    """The columns to read, by name and position.

    ``found`` if truth or prediction were not named, ``guessed`` if they are but the first and the second of
    two columns.
    """

    truth: str
    prediction: str
    weight: str | None
    groups: tuple[str, ...]
    positions: tuple[int, ...]
    weight_position: int | None
    found: bool
    systems: int = 1
    most_labels: int | None = None
    guessed: bool = False
    count: str | None = None
    count_position: int | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns of labels, in the order of the positions."""
        return (self.truth, self.prediction, *self.groups)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the columns of weights and of counts, if there are such."""
        return tuple(name for name in (self.weight, self.count) if name is not None)

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns of classes: the truth and the predictions."""
        return self.labels[: 1 + self.systems]


def choose(header: Sequence[str], wanted: Wanted, name: str, own: int | None = None) -> Chosen:
    """Find the columns in a header, of which so many are the file's own.

    Columns that were not named are found by the usual names, or are the two that the file has.
    """
    if not any(column.strip() for column in header):
        raise InputError(f"{name} has no columns: its first line must name them")
    found = wanted.truth is None or wanted.prediction is None
    truth, prediction = _pair(header, wanted, name, own) if found else (wanted.truth, wanted.prediction)
    if truth is None or prediction is None:
        raise InputError(
            f"say which columns of {name} hold the truth and the prediction, with --truth and --prediction; "
            f"its columns are {columns_of(header)}"
        )
    if truth == prediction:
        raise InputError(f"--truth and --prediction both name the column {truth!r}")
    require_once(wanted.groups)
    labels = (truth, prediction, *wanted.groups)
    return Chosen(
        truth,
        prediction,
        wanted.weight,
        wanted.groups,
        tuple(position_of(header, column, name) for column in labels),
        None if wanted.weight is None else position_of(header, wanted.weight, name),
        found,
        wanted.systems,
        wanted.most_labels,
        guessed=found and not any((wanted.truth, wanted.prediction, *map(_kind, (truth, prediction)))),
        count=wanted.count,
        count_position=None if wanted.count is None else position_of(header, wanted.count, name),
    )


def _pair(header: Sequence[str], wanted: Wanted, name: str, own: int | None) -> tuple[str | None, str | None]:
    for column in (wanted.truth, wanted.prediction):
        if column is not None:
            position_of(header, column, name)
    others = [column for column in header if column not in (wanted.truth, wanted.prediction)]
    truth = wanted.truth or usual_name(others, TRUTH_NAMES)
    prediction = wanted.prediction or usual_name(others, PREDICTION_NAMES)
    if truth and prediction:
        return truth, prediction
    if len(header[:own]) != 2:
        return None, None
    first, second = header[:own]
    for one, other in ((first, second), (second, first)):
        if _fits(one, wanted.truth, "prediction") and _fits(other, wanted.prediction, "truth"):
            return one, other
    return None, None


def _fits(column: str, named: str | None, contrary: str) -> bool:
    """Whether a column can be the one that was named, or without a name, is not usually the contrary."""
    return _kind(column) != contrary if named is None else column == named


def _kind(column: str) -> str | None:
    """What a column usually holds that has such a name."""
    kinds = {"truth": TRUTH_NAMES, "prediction": PREDICTION_NAMES}
    name = column.strip().casefold()
    return next((kind for kind, names in kinds.items() if any(name in usual for usual in names)), None)


def usual_name(header: Sequence[str], names: Sequence[Sequence[str]]) -> str | None:
    """The only one of the usual names that there is; that several columns have it is found out later."""
    for usual in names:
        matches = {column for column in header if column.strip().casefold() in usual}
        if matches:
            return matches.pop() if len(matches) == 1 else None
    return None


def require_once(groups: Sequence[str]) -> None:
    """Refuse columns of groups that are named twice."""
    for i, column in enumerate(groups):
        if column in groups[:i]:
            raise InputError(f"the column {column!r} is named twice: name it once")


def position_of(header: Sequence[str], column: str, name: str) -> int:
    """Where the one column of that name is."""
    places = [i for i, title in enumerate(header) if title == column]
    if len(places) == 1:
        return places[0]
    if places:
        raise InputError(f"{name} has {len(places)} columns called {column!r}: rename one of them")
    several = any(part.strip() in header for part in column.split(",")[1:])
    raise no_column(name, column, header, "of several columns each needs the option again; " * several)


@dataclass(frozen=True)
class Columns:
    """The columns of labels, the truth first, and those of numbers."""

    labels: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns that name the same classes: no two of them do."""
        return ()


@dataclass(frozen=True, eq=False)
class Items:
    """What was read.

    Attributes
    ----------
    labels
        For each column, the positions of the items' labels among its texts, -1 for none; and the texts.
    numbers
        The columns of numbers, NaN for none.
    """

    labels: list[tuple[NDArray[np.intp], list[str]]]
    numbers: list[NDArray[np.float64]]


@dataclass(frozen=True)
class WantedColumns:
    """The columns asked for, the truth None if it is to be found."""

    truth: str | None
    groups: tuple[str, ...]
    numbers: tuple[str, ...]

    def choose(self, header: Sequence[str], name: str, own: int) -> Columns:  # noqa: ARG002 - as others choose
        """Find the columns in a header; the name is that of the file."""
        truth = self.truth or usual_name(header, TRUTH_NAMES)
        if truth is None:
            raise InputError(
                f"say which column of {name} holds the truth, with --truth; "
                f"its columns are {columns_of(header)}"
            )
        for i, column in enumerate(self.numbers):
            if column == truth:
                raise InputError(f"--truth and --score both name the column {column!r}")
            if column in self.numbers[:i]:
                raise InputError(f"the column {column!r} is named twice, by --score or --weight")
        require_once(self.groups)
        columns = Columns((truth, *self.groups), self.numbers)
        for column in (*columns.labels, *columns.numbers):
            position_of(header, column, name)
        return columns


def label_places(codes: NDArray[Any], texts: Sequence[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Codes of texts, of which several may be equal, as positions of distinct ones; -1 for an empty text."""
    distinct = list(dict.fromkeys(text for text in texts if text))
    place = {text: i for i, text in enumerate(distinct)}
    return np.array([place.get(text, -1) for text in texts] + [-1], dtype=np.intp)[codes], distinct


def joined(parts: Sequence[Items], columns: Columns) -> Items:
    """The items of parts, one after the other, and their labels as they are meant."""
    if len(parts) == 1:
        return _settled(parts[0], columns)
    labels = []
    for i, name in enumerate(columns.labels):
        texts = list(dict.fromkeys(text for part in parts for text in part.labels[i][1]))
        require_few_labels(name, len(texts), limits.MOST_LABELS)
        place = {text: code for code, text in enumerate(texts)}
        codes = [
            np.array([*(place[text] for text in own), -1], dtype=np.intp)[found]
            for found, own in (part.labels[i] for part in parts)
        ]
        labels.append((np.concatenate(codes), texts))
    items = Items(
        labels,
        [np.concatenate([part.numbers[i] for part in parts]) for i in range(len(columns.numbers))],
    )
    return _settled(items, columns)


def _settled(items: Items, columns: Columns) -> Items:
    """The items with labels as they are meant, now that all are known."""
    kept = [texts for _, texts in items.labels]
    if not are_marked(kept):
        return items
    labels = meant(kept, columns)
    return Items(
        [
            label_places(places, [meaning[text] for text in texts])
            for (places, texts), meaning in zip(items.labels, labels, strict=True)
        ],
        items.numbers,
    )
