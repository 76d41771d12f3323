"""Label the clusters, then evaluate: the one-to-one assignment of groups that most items agree with.

Groups are first put into an order that does not depend on their names, so that renaming them changes no draw.
They are told apart by the sizes of their cells, then by the groups that they share these cells with, and so
on until no more of them differ (the refinement of colours of Weisfeiler and Leman 1968). Groups that stay
equal are, but for rare symmetries, interchangeable.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.result import Result
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.core.result import Row

    Places = tuple[NDArray[Any], NDArray[Any]]

_MAX_DENSE_CELLS = 1 << 20  # up to so many cells the whole table is assigned, beyond only what is not empty
MOST_LINKED = 30_000
"""More rows than this that are linked by common columns are not assigned: it takes the square of them."""
MOST_CLASSES = 1_000
"""More classes than this make a table of right and wrong that is too large to be laid out."""


@dataclass(frozen=True, eq=False, repr=False)
class Assignment(Result):
    """Pairs of groups, each group in one pair at most, that share as many items as possible."""

    cells: Cells = field(repr=False)
    partner: NDArray[np.int64] = field(repr=False)  # the row that is assigned to each column, or −1
    shared: NDArray[Any] = field(repr=False)  # the items that each column shares with it

    _derived = ("groups",)

    @property
    def groups(self) -> list[Row]:
        """For each group of b its partner in a or None, its items, and those it shares with the partner."""
        names = *self.cells.row_labels, None
        columns = self.cells.column_labels, self.partner.tolist(), self.cells.margins[1].tolist()
        return [
            {"b": label, "a": names[i], "n": size, "shared": shared}
            for label, i, size, shared in zip(*columns, self.shared.tolist(), strict=True)
        ]

    @property
    def total(self) -> float:
        """The items in all pairs."""
        return self.shared.sum().item()

    def rows(self) -> list[Row]:
        """One row for each group of b."""
        return self.groups

    def __repr__(self) -> str:
        """A line for each group of b."""
        return "\n".join(
            f"{x['b']!r} stands for {x['a']!r}: {x['shared']} of {x['n']} items" for x in self.groups
        )

    def labelled(self) -> Tables:
        """The table of right and wrong once each column stands for a row.

        A column that has no partner, since there are more columns than rows, stands for the row that is most
        frequent in it: so every label is one of a class that occurs.
        """
        counts = self.cells.dense()
        meant = np.where(self.partner < 0, counts.argmax(axis=0), self.partner)
        square = np.zeros((len(counts), len(counts)), dtype=counts.dtype)
        # Several columns may stand for one row, where += would add one of them alone.
        np.add.at(square.T, meant, counts.T)
        return Tables(square, self.cells.row_labels)


def best_assignment(cells: Cells) -> Assignment | None:
    """Find the assignment; None if so many groups are linked with each other that it would take too long."""
    if cells.size <= _MAX_DENSE_CELLS:
        return whole_assignment(cells)
    found = _by_parts(cells)
    return None if found is None else _made(cells, *found)


def whole_assignment(cells: Cells) -> Assignment:
    """The same by the whole table, which must be small."""
    from scipy.optimize import linear_sum_assignment

    return _made(cells, *linear_sum_assignment(cells.dense(), maximize=True))


def _made(cells: Cells, rows: NDArray[Any], columns: NDArray[Any]) -> Assignment:
    partner = np.full(cells.shape[1], -1, dtype=np.int64)
    partner[columns] = rows
    shared = np.zeros(cells.shape[1], dtype=cells.counts.dtype)
    agreeing = partner[cells.columns] == cells.rows
    shared[cells.columns[agreeing]] = cells.counts[agreeing]
    return Assignment(cells, partner, shared)


def most_shared(counts: NDArray[Any]) -> float:
    """The number of items that the best assignment of one whole table agrees with."""
    from scipy.optimize import linear_sum_assignment

    return counts[linear_sum_assignment(counts, maximize=True)].sum()


def _by_parts(cells: Cells) -> Places | None:
    """The assignments of all parts of the table.

    Groups that share no items, directly or through others, are of different parts and do not compete. The
    best of a part with a single row or a single column is its largest cell.
    """
    part = _parts(cells)
    heights, widths = (
        np.bincount(part[np.unique(which, return_index=True)[1]], minlength=part.max() + 1)
        for which in (cells.rows, cells.columns)
    )
    if np.any((heights > MOST_LINKED) & (widths > 1)):
        return None
    # By part, and the largest cell of a part first: that is the assignment of a simple part.
    order = np.lexsort((-cells.counts, part))
    begins = np.flatnonzero(np.diff(part[order], prepend=-1))
    simple = (heights == 1) | (widths == 1)
    best = order[begins[simple]]
    found = [(cells.rows[best], cells.columns[best])]
    ends = np.append(begins[1:], len(order))
    for begin, end in zip(begins[~simple].tolist(), ends[~simple].tolist(), strict=True):
        found.append(_linked(cells, order[begin:end]))
    return np.concatenate([rows for rows, _ in found]), np.concatenate([columns for _, columns in found])


def _parts(cells: Cells) -> NDArray[Any]:
    """The part of the table that each cell belongs to."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    # Rows and columns are nodes of one graph, in which the columns follow the rows.
    height, width = cells.shape
    links = np.ones(len(cells.rows), dtype=np.int8), (cells.rows, cells.columns + height)
    graph = csr_array(links, shape=(height + width, height + width))
    part: NDArray[Any] = connected_components(graph, directed=False)[1][cells.rows]
    return part


def _linked(cells: Cells, which: NDArray[Any]) -> Places:
    """The assignment of one part: by its whole table if that is small, else along its non-empty cells."""
    from scipy.optimize import linear_sum_assignment

    (rows, row), (columns, column) = (
        np.unique(x[which], return_inverse=True) for x in (cells.rows, cells.columns)
    )
    counts = cells.counts[which]
    if len(rows) * len(columns) <= _MAX_DENSE_CELLS:
        table = np.zeros((len(rows), len(columns)), dtype=counts.dtype)
        table[row, column] = counts
        found = linear_sum_assignment(table, maximize=True)
    else:
        found = _along_cells(row, column, counts)
    return rows[found[0]], columns[found[1]]


def _along_cells(row: NDArray[Any], column: NDArray[Any], counts: NDArray[Any]) -> Places:
    """A matching along non-empty cells; each row may also keep to itself, which is worth nothing."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    height, width = int(row.max()) + 1, int(column.max()) + 1
    own = np.arange(height)
    # the algorithm leaves out weights of zero, and one more for every row changes nothing
    weights = np.concatenate([counts + 1.0, np.ones(height)])
    places = np.concatenate([row, own]), np.concatenate([column, width + own])
    graph = csr_array((weights, places), shape=(height, width + height))
    rows, columns = min_weight_full_bipartite_matching(graph, maximize=True)
    matched = columns < width
    return rows[matched], columns[matched]


_MOST_CELLS = 1 << 16  # larger tables stay as they are: nothing is drawn for them unless it is asked for


@dataclass(frozen=True, eq=False)
class Nameless:
    """A table in an order of its own, with the places that its rows and columns had before."""

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
    # Until no rank is split any more: groups are told apart by what they share, and with whom.
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
