"""An order of the groups that does not depend on their names, so that renaming them changes no draw.

Groups are told apart by the sizes of their cells, then by the groups that they share these cells with, and so
on until no more of them differ (the refinement of colours of Weisfeiler and Leman 1968). Groups that stay
equal are, but for rare symmetries, interchangeable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.clusterings.assignment import Assignment
    from abovechance.clusterings.cells import Cells

_MOST_CELLS = 1 << 16
"""Larger tables stay as they are: nothing is drawn for them unless it is asked for."""


@dataclass(frozen=True, eq=False)
class Nameless:
    """A table in an order of its own.

    Attributes
    ----------
    cells
        The table with its groups in that order.
    rows, columns
        The places that the groups had before.
    """

    cells: Cells
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]

    @classmethod
    def of(cls, cells: Cells) -> Nameless:
        """The same table, whatever its groups are called and in whatever order they came."""
        if len(cells.counts) > _MOST_CELLS:
            return cls(cells, *(np.arange(size) for size in cells.shape))
        rows, columns = (np.argsort(rank, kind="stable") for rank in _ranks(cells))
        row, column = np.argsort(rows)[cells.rows], np.argsort(columns)[cells.columns]
        order = np.lexsort((column, row))
        moved = replace(
            cells,
            rows=row[order],
            columns=column[order],
            counts=cells.counts[order],
            squares=None if cells.squares is None else cells.squares[order],
            row_labels=tuple(cells.row_labels[i] for i in rows),
            column_labels=tuple(cells.column_labels[j] for j in columns),
        )
        return cls(moved, rows, columns)

    def restored(self, found: Assignment, cells: Cells) -> Assignment:
        """The assignment of these cells in the order that they had."""
        back = np.argsort(self.columns)
        partner = np.append(self.rows, -1)[found.partner][back]
        return replace(found, cells=cells, partner=partner, shared=found.shared[back])


def _ranks(cells: Cells) -> list[NDArray[Any]]:
    """The rank of each row and of each column; equal ones have the same."""
    places, counts = (cells.rows, cells.columns), cells.counts.tolist()
    ranks = [np.zeros(size, dtype=np.int64) for size in cells.shape]
    kinds = 0
    while (found := sum(int(rank.max()) + 1 for rank in ranks)) > kinds:
        kinds = found
        for own, other in ((0, 1), (1, 0)):
            seen: list[list[tuple[int, Any]]] = [[] for _ in ranks[own]]
            across = ranks[other][places[other]].tolist()
            for place, rank, count in zip(places[own].tolist(), across, counts, strict=True):
                seen[place].append((rank, count))
            keys = [(rank, *sorted(cell)) for rank, cell in zip(ranks[own].tolist(), seen, strict=True)]
            order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
            ranks[own] = np.array([order[key] for key in keys])
    return ranks
