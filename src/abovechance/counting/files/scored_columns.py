"""Which columns of a file hold the truth, the scores, the weights and the groups, and what was in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.choose import TRUTH_NAMES, columns_of, position_of, usual_name
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MOST_LABELS = 5_000
"""More labels than a column of classes or groups has: it is an identifier."""


@dataclass(frozen=True)
class Columns:
    """The columns of labels, the truth first, and those of numbers."""

    labels: tuple[str, ...]
    numbers: tuple[str, ...]


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
    """The columns asked for, the truth None if it is to be found, and how messages call the file."""

    truth: str | None
    groups: tuple[str, ...]
    numbers: tuple[str, ...]
    name: str

    def choose(self, header: Sequence[str]) -> Columns:
        """Find the columns in a header."""
        truth = self.truth or usual_name(header, TRUTH_NAMES)
        if truth is None:
            raise InputError(
                f"say which column of {self.name} holds the truth, with --truth; "
                f"its columns are {columns_of(header)}"
            )
        for i, name in enumerate(self.numbers):
            if name == truth:
                raise InputError(f"--truth and --score both name the column {name!r}")
            if name in self.numbers[:i]:
                raise InputError(f"the column {name!r} is named twice, by --score or --weight")
        columns = Columns((truth, *self.groups), self.numbers)
        for name in (*columns.labels, *columns.numbers):
            position_of(header, name, self.name)
        return columns


def label_places(codes: NDArray[Any], texts: Sequence[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Codes of texts, of which several may be equal, as positions of distinct ones; -1 for an empty text."""
    import numpy as np

    distinct = list(dict.fromkeys(text for text in texts if text))
    place = {text: i for i, text in enumerate(distinct)}
    return np.array([place.get(text, -1) for text in texts] + [-1], dtype=np.intp)[codes], distinct
