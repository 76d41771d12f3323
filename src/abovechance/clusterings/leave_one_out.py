"""The quantities of a table with one item left out of each of its cells in turn, without a table for each.

Sums change by what one item adds to them, so all cells together cost no more than one pass over them. A
measure of these quantities gives the values that the jackknife is made of.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up

if TYPE_CHECKING:
    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.sparse import SparseContingency

Array = Any


class LeftOut:
    """Arrays over the cells; the attributes are those of ``Contingency`` that smooth measures ask for."""

    def __init__(self, cells: Cells, whole: SparseContingency) -> None:
        self._whole = whole
        self._rows, self._columns = cells.rows, cells.columns
        self._cell = whole.counts
        self._row, self._column = whole.real[cells.rows], whole.predicted[cells.columns]
        self.total = np.full(len(cells.counts), whole.total - 1.0)

    @cached_property
    def pairs(self) -> Dichotomy:
        """Ordered pairs of the items that are left."""
        pairs = self._whole.pairs
        both = pairs.tp - 2 * (self._cell - 1)
        missed = pairs.rp - 2 * (self._row - 1) - both
        false = pairs.pp - 2 * (self._column - 1) - both
        apart = self.total * (self.total - 1) - both - missed - false
        return Dichotomy(both, false, missed, apart)

    @cached_property
    def occupied(self) -> tuple[Array, Array]:
        """How many rows and columns still have items."""
        rows, columns = self._whole.occupied
        return rows - (self._row == 1), columns - (self._column == 1)

    @cached_property
    def real_room(self) -> Array:
        """``N² − Σr_k²``."""
        return self.total**2 - self._squares(self._whole.real, self._row)

    @cached_property
    def predicted_room(self) -> Array:
        """``N² − Σc_k²``."""
        return self.total**2 - self._squares(self._whole.predicted, self._column)

    @staticmethod
    def _squares(sizes: Array, own: Array) -> Array:
        return add_up(sizes * sizes) - 2 * own + 1

    @cached_property
    def real_entropy(self) -> Array:
        """Entropy of the rows in nats."""
        return self._entropy(self._whole.real, self._row)

    @cached_property
    def predicted_entropy(self) -> Array:
        """Entropy of the columns in nats."""
        return self._entropy(self._whole.predicted, self._column)

    @cached_property
    def _joint_entropy(self) -> Array:
        return self._entropy(self._cell, self._cell)

    def _entropy(self, sizes: Array, own: Array) -> Array:
        sums = add_up(_log_weight(sizes)) - _log_weight(own) + _log_weight(own - 1)
        return np.log(self.total) - sums / self.total

    @cached_property
    def information(self) -> Array:
        """Mutual information in nats."""
        return self.real_entropy + self.predicted_entropy - self._joint_entropy

    @cached_property
    def real_given_predicted(self) -> Array:
        """Entropy of the rows that is left when the column is known, in nats."""
        return self._joint_entropy - self.predicted_entropy

    @cached_property
    def predicted_given_real(self) -> Array:
        """Entropy of the columns that is left when the row is known, in nats."""
        return self._joint_entropy - self.real_entropy

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``."""
        cell, row, column = self._cell, self._row, self._column
        square = cell * cell
        by_row = np.bincount(self._rows, square / column)[self._rows]
        by_column = np.bincount(self._columns, square / row)[self._columns]
        kept = add_up(square / row / column) - by_row / row - by_column / column + square / row / column
        kept += _over(by_row - square / column, row - 1) + _over(by_column - square / row, column - 1)
        return kept + _over((cell - 1) ** 2, (row - 1) * (column - 1)) - 1

    @cached_property
    def real_gain(self) -> Array:
        """``Σ n_ij² / c_j − Σ r_i² / N``."""
        return self._gain(self._columns, self._column, self._squares(self._whole.real, self._row))

    @cached_property
    def predicted_gain(self) -> Array:
        """``Σ n_ij² / r_i − Σ c_j² / N``."""
        return self._gain(self._rows, self._row, self._squares(self._whole.predicted, self._column))

    def _gain(self, where: Array, size: Array, squares: Array) -> Array:
        square = self._cell * self._cell
        own = np.bincount(where, square)[where]
        kept = add_up(square / size) - own / size + _over(own - 2 * self._cell + 1, size - 1)
        return kept - squares / self.total


def _log_weight(x: Array) -> Array:
    return np.where(x > 0, x * np.log(np.maximum(x, 1e-300)), 0.0)


def _over(part: Array, whole: Array) -> Array:
    """A quotient that is 0 where there is nothing to divide."""
    return np.where(whole == 0, 0.0, part / np.where(whole == 0, 1.0, whole))
