"""Label the clusters, then evaluate: the one-to-one assignment of groups that most items agree with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.labels import Label

_DENSE = 1 << 20
"""Up to so many cells the whole table is assigned, beyond only what is not empty."""
MOST_CLASSES = 1_000
"""More classes than this make a table of right and wrong that is too large to be laid out."""


@dataclass(frozen=True, eq=False)
class Assignment:
    """Pairs of groups, each group in one pair at most, that share as many items as possible.

    Attributes
    ----------
    cells
        The table.
    partner
        The row that is assigned to each column, or −1.
    shared
        The items that each column shares with its partner.
    """

    cells: Cells
    partner: NDArray[np.int64]
    shared: NDArray[Any]

    @property
    def total(self) -> Any:
        """The items in all pairs."""
        return self.shared.sum().item()

    def rows(self) -> Iterator[tuple[Label, Label | None, Any, Any]]:
        """Each group of b, its partner in a or None, the items of the group, and those it shares."""
        sizes = self.cells.margins[1]
        for j, label in enumerate(self.cells.column_labels):
            i = int(self.partner[j])
            yield label, None if i < 0 else self.cells.row_labels[i], sizes[j].item(), self.shared[j].item()

    def labelled(self) -> Tables:
        """The table of right and wrong once each column stands for a row.

        A column that has no partner, since there are more columns than rows, stands for the row that is most
        frequent in it: so every label is one of a class that occurs.
        """
        counts = self.cells.dense()
        meant = np.where(self.partner < 0, counts.argmax(axis=0), self.partner)
        square = np.zeros((len(counts), len(counts)), dtype=counts.dtype)
        np.add.at(square.T, meant, counts.T)
        return Tables(square, self.cells.row_labels)


def best_assignment(cells: Cells) -> Assignment:
    """Find the assignment: by the whole table if it is small, else along its non-empty cells."""
    rows, columns = (_dense if cells.size <= _DENSE else _sparse)(cells)
    partner = np.full(cells.shape[1], -1, dtype=np.int64)
    partner[columns] = rows
    shared = np.zeros(cells.shape[1], dtype=cells.counts.dtype)
    agreeing = partner[cells.columns] == cells.rows
    shared[cells.columns[agreeing]] = cells.counts[agreeing]
    return Assignment(cells, partner, shared)


def most_shared(counts: NDArray[Any]) -> Any:
    """The number of items that the best assignment of one whole table agrees with."""
    from scipy.optimize import linear_sum_assignment

    return counts[linear_sum_assignment(counts, maximize=True)].sum()


def _dense(cells: Cells) -> tuple[NDArray[Any], NDArray[Any]]:
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(cells.dense(), maximize=True)
    return rows, columns


def _sparse(cells: Cells) -> tuple[NDArray[Any], NDArray[Any]]:
    """A matching along non-empty cells; each row may also keep to itself, which is worth nothing."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    height, width = cells.shape
    own = np.arange(height)
    # the algorithm leaves out weights of zero, and one more for every row changes nothing
    weights = np.concatenate([cells.counts + 1.0, np.ones(height)])
    places = np.concatenate([cells.rows, own]), np.concatenate([cells.columns, width + own])
    graph = csr_array((weights, places), shape=(height, width + height))
    rows, columns = min_weight_full_bipartite_matching(graph, maximize=True)
    matched = columns < width
    return rows[matched], columns[matched]
