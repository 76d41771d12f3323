"""Which columns of a file hold the truth, the scores, the weights and the groups, and what was in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting import limits
from abovechance.counting.files.choose import TRUTH_NAMES, position_of, require_once, usual_name
from abovechance.counting.files.faults import require_few_labels
from abovechance.counting.files.whole import are_marked, meant
from abovechance.counting.names import columns_of
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


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
