"""``BatchResult``: an answer for one table or for each of a batch."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.result import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.core.result import Row
    from abovechance.tables.tables import Axis

_MAX_LINES = 10


class BatchResult(Result):
    """A result whose fields are numbers and text for one table, and arrays over the axes for a batch."""

    axes: tuple[Axis, ...]

    def rows(self) -> list[Row]:
        """One row for each value: of what it is, where it stands along the axes, and all else."""
        known = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "axes"}  # type: ignore[arg-type]
        arrays = {name: x if isinstance(x, np.ndarray) else _single(x) for name, x in known.items()}
        first = next(iter(arrays))
        shape = max((x.shape for x in arrays.values()), key=len)
        return [
            {first: known[first]} | self._at(where) | {name: _item(x, where) for name, x in arrays.items()}
            for where in np.ndindex(shape)
        ]

    def _at(self, where: tuple[int, ...]) -> Row:
        """What the axes call a position."""
        pairs = zip(self.axes, where, strict=True)
        return {axis.name: i if axis.labels is None else axis.labels[i] for axis, i in pairs}

    def __repr__(self) -> str:
        """A line for each value, up to ten."""
        rows = self.rows()
        at = (" ".join(f"{axis.name} {row[axis.name]!r}" for axis in self.axes) for row in rows)
        return "\n".join(lines_of(map(self._line, rows, at)))

    def _line(self, row: Row, at: str) -> str:
        """A row in words; ``at`` says where it stands along the axes."""
        raise NotImplementedError


def lines_of(lines: Iterable[str]) -> Iterator[str]:
    """The first ten lines, and how many more there are."""
    rest = iter(lines)
    yield from islice(rest, _MAX_LINES)
    if more := sum(1 for _ in rest):
        yield f"… {more} more"


def _single(value: object) -> np.ndarray[Any, Any]:
    """A value as an array without axes, whatever it is."""
    # NumPy would make an array of a tuple.
    array = np.empty((), dtype=object)
    array[()] = value
    return array


def _item(values: np.ndarray[Any, Any], where: tuple[int, ...]) -> object:
    """The value at a position; of a field that is the same along the last axes, without these."""
    found = values[where[: values.ndim]]
    return found.item() if isinstance(found, np.generic) else found


def scalar(values: Any) -> Any:
    """An array without axes as a plain number or text, and another as it is."""
    return np.asarray(values).item() if np.ndim(values) == 0 else values
