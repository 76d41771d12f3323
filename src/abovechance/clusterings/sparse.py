"""The quantities of a table from its non-empty cells: every measure of partitions works on them unchanged.

A sum over all cells is that over the cells listed and, where an empty cell counts too, a remainder that
follows from the margins alone. Nothing is subtracted that would lose digits: each sum has terms of one sign.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import SAFE_PAIRS, SAFE_TOTAL, Array, add_up, deviance, narrow, surprisal

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SparseContingency(Contingency):
    """Cells of shape ``(*batch, cells)`` at fixed places, listed by rows; no row or column has none."""

    def __init__(self, counts: NDArray[Any], rows: NDArray[Any], columns: NDArray[Any]) -> None:
        whole = counts.dtype.kind in "iu"
        large = whole and int(add_up(counts).max(initial=0)) >= SAFE_TOTAL
        self._exact = counts.astype(object) if large else counts
        self.counts = narrow(counts)
        self._rows, self._columns = rows, columns
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
    def _exact_products(self) -> Any:
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
        total = self._margins[2]
        return narrow(total * total - add_up(self._exact_products))

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``."""
        return (add_up(self.residuals * self.deviations) + self._empty) / self.total / self.total

    @cached_property
    def information(self) -> Array:
        """Mutual information in nats."""
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
