"""The quantities of a table from its non-empty cells, and with one item left out of each cell in turn.

Every measure of partitions works on them unchanged. A sum over all cells is that over the cells listed and,
where an empty cell counts too, a remainder that follows from the margins alone. Nothing is subtracted that
would lose digits: each sum has terms of one sign. With an item left out sums change by what it adds to them,
so all cells together cost no more than one pass over them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import SAFE_PAIRS, SAFE_TOTAL, add_up, deviance, narrow, surprisal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.core.arrays import Array


class SparseContingency(Contingency):
    """Cells of shape ``(*batch, cells)`` at fixed places, listed by rows; no row or column has none."""

    def __init__(self, counts: NDArray[Any], rows: NDArray[Any], columns: NDArray[Any]) -> None:
        whole = counts.dtype.kind in "iu"
        large = whole and int(add_up(counts).max(initial=0)) >= SAFE_TOTAL
        self._exact = counts.astype(object) if large else counts
        self.counts = narrow(counts)
        self._rows, self._columns = rows, columns
        # Cells are listed by rows; the columns need an order of their own before `reduceat` can sum them.
        self._by_column = np.argsort(columns, kind="stable")
        self._row_starts = np.flatnonzero(np.diff(rows, prepend=-1))
        self._column_starts = np.flatnonzero(np.diff(columns[self._by_column], prepend=-1))

    def _over_rows(self, function: np.ufunc, values: Array) -> Array:
        return function.reduceat(values, self._row_starts, axis=-1)

    def _over_columns(self, function: np.ufunc, values: Array) -> Array:
        return function.reduceat(values[..., self._by_column], self._column_starts, axis=-1)

    @cached_property
    def _margins(self) -> tuple[Any, Any, Any]:
        real = self._over_rows(np.add, self._exact)
        return real, self._over_columns(np.add, self._exact), add_up(real)

    @cached_property
    def classes(self) -> int:
        """The number of rows."""
        return len(self._row_starts)

    @cached_property
    def _exact_products(self) -> Array:
        real, predicted, _ = self._margins
        return real[..., self._rows] * predicted[..., self._columns]

    @cached_property
    def products(self) -> Array:
        """``r_i·c_j`` of the cells listed."""
        return narrow(self._exact_products)

    @cached_property
    def residuals(self) -> Array:
        """``N·n_ij − r_i·c_j`` of the cells listed."""
        return narrow(np.asarray(self._margins[2])[..., None] * self._exact - self._exact_products)

    @cached_property
    def _empty(self) -> Array:
        """``Σ r_i·c_j`` over the empty cells."""
        # All products add up to N², so those of the empty cells need not be visited.
        total = self._margins[2]
        return narrow(total * total - add_up(self._exact_products))

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``."""
        # An empty cell deviates by −1, and its term is just the product of its margins.
        return (add_up(self.residuals * self.deviations) + self._empty) / self.total / self.total

    @cached_property
    def information(self) -> Array:
        """Mutual information in nats."""
        # The deviance of an empty cell is 1.
        listed = add_up(self.products * deviance(self.deviations))
        return (listed + self._empty) / self.total / self.total

    @cached_property
    def real_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / c_j``."""
        return self._gain(self.real[..., self._rows], self.predicted[..., self._columns], self.real)

    @cached_property
    def predicted_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / r_i``."""
        return self._gain(self.predicted[..., self._columns], self.real[..., self._rows], self.predicted)

    def _gain(self, own: Array, other: Array, margin: Array) -> Array:
        listed = add_up(np.where(other == 0, 0.0, self.residuals * self.residuals / other))
        empty = self.total * add_up(margin * margin) - add_up(own * own * other)
        # Without empty cells their sum is 0, but subtracting two large sums would leave rounding.
        full = len(self._rows) == len(self._row_starts) * len(self._column_starts)
        return (listed + (0.0 if full else empty)) / self.total / self.total

    @cached_property
    def real_given_predicted(self) -> Array:
        """Entropy of the rows that is left when the column is known, in nats."""
        return add_up(surprisal(self.counts, self.predicted[..., self._columns])) / self.total

    @cached_property
    def predicted_given_real(self) -> Array:
        """Entropy of the columns that is left when the row is known, in nats."""
        return add_up(surprisal(self.counts, self.real[..., self._rows])) / self.total

    @cached_property
    def best_of_real(self) -> Array:
        """The largest cell of each row."""
        return self._over_rows(np.maximum, self.counts)

    @cached_property
    def best_of_predicted(self) -> Array:
        """The largest cell of each column."""
        return self._over_columns(np.maximum, self.counts)

    @cached_property
    def best_f_of_real(self) -> Array:
        """The largest F₁ that each row reaches with any column."""
        sums = self.real[..., self._rows] + self.predicted[..., self._columns]
        return self._over_rows(np.maximum, np.where(sums == 0, 0.0, 2 * self.counts / sums))

    @cached_property
    def pairs(self) -> Dichotomy:
        """Ordered pairs of items: together in the rows or not, against together in the columns or not."""
        real, predicted, total = self._margins
        both = add_up(self._exact * (self._exact - 1))
        missed = add_up(real * (real - 1)) - both
        false = add_up(predicted * (predicted - 1)) - both
        cells = both, false, missed, total * (total - 1) - both - missed - false
        if self._exact.dtype.kind in "iuO" and np.max(total, initial=0) >= SAFE_PAIRS:
            return Dichotomy(*(np.asarray(cell).astype(object) for cell in cells))
        return Dichotomy(*map(np.asarray, cells))


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
        # An item makes two ordered pairs with each other item of its cell, row or column.
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
        # (own − 1)² in the place of own².
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
        # Only the term of the group that loses the item changes.
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
        # Leaving an item out changes the terms of its row and of its column, which share the cell itself.
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
    # Both branches are computed: the floor keeps the one that is not taken from the logarithm of 0.
    return np.where(x > 0, x * np.log(np.maximum(x, 1e-300)), 0.0)


def _over(part: Array, whole: Array) -> Array:
    """A quotient that is 0 where there is nothing to divide."""
    return np.where(whole == 0, 0.0, part / np.where(whole == 0, 1.0, whole))
