"""Tables nudged along the imaginary axis, with no more numbers than a formula asks for.

Nudging each cell of a K×K table in turn makes K⁴ numbers. Few formulas need them: those of margins
and the diagonal get 3K nudged margins, and sums over cells (χ², entropies) are differentiated term by
term. Only what is left (orders, determinants, pairs) has the tables laid out in full.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up, deviance, surprisal

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array
    from abovechance.measures.registry import Measure

STEP = 1e-30  # the nudge: its square is nothing beside 1, so that the derivative is exact


class CellsNeededError(Exception):
    """A formula looks at cells, where only margins or the four cells of a dichotomy are nudged."""


def _nudge(positions: ArrayLike, length: int) -> NDArray[np.complex128]:
    """A row for each position, with ``i·h`` there and 0 elsewhere."""
    return (np.asarray(positions)[:, None] == np.arange(length)) * (1j * STEP)


def nudged_dichotomy(dichotomy: Dichotomy, axis: int) -> Dichotomy:
    """The dichotomies with one of tp, fp, fn, tn nudged: a new axis of four directions."""
    cells = [np.expand_dims(x, axis) for x in (dichotomy.tp, dichotomy.fp, dichotomy.fn, dichotomy.tn)]
    shape = [1] * cells[0].ndim
    shape[axis] = len(cells)
    tp, fp, fn, tn = (cell + _nudge([i], len(cells)).reshape(shape) for i, cell in enumerate(cells))
    others = dichotomy.others
    return Dichotomy(tp, fp, fn, tn, others=others, spread=_no_cells if others > 1 else None)


def _no_cells(_: Array) -> Array:
    raise CellsNeededError


class WithoutCells(Contingency):
    """Tables of which the margins and the diagonal are known: what asks for cells is refused."""

    @property
    def _spread(self) -> Callable[[Array], Array]:
        """Asked for by few measures of a class."""
        return _no_cells

    def __getattr__(self, name: str) -> Any:
        """There are no cells here."""
        if name in ("counts", "_exact"):
            raise CellsNeededError
        raise AttributeError(name)


class NudgedMargins(WithoutCells):
    """Tables with a row total, column total or diagonal cell nudged (in this order), on a new axis."""

    def __init__(self, real: Array, predicted: Array, hits: Array, directions: range) -> None:
        direction, parts, self.classes = np.asarray(directions), [], real.shape[-1]
        for part in (real, predicted, hits):
            parts.append(part[..., None, :] + _nudge(direction, part.shape[-1]))
            # Directions count on from part to part: what is out of the range of one nudges none of it.
            direction = direction - part.shape[-1]
        self._margins = parts[0], parts[1], parts[0].sum(-1)
        self._hits = parts[2]


class NudgedTerms(WithoutCells):
    """Tables with one of the given cells nudged, a new axis of as many directions, without the cells.

    Sums over all cells are taken apart into terms of one cell, its row and column totals, and the total.
    """

    def __init__(self, counts: NDArray[np.float64], cells: range) -> None:
        rows, columns = counts.shape[-2:]
        row, column = np.divmod(np.asarray(cells), columns)
        self._plain = counts
        self._cells = cells
        self.classes = rows
        real = counts.sum(-1)[..., None, :] + _nudge(row, rows)
        self._margins = real, counts.sum(-2)[..., None, :] + _nudge(column, columns), real.sum(-1)
        diagonal = np.diagonal(counts, axis1=-2, axis2=-1)[..., None, :]
        self._hits = diagonal + _nudge(np.where(row == column, row, -1), diagonal.shape[-1])

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``."""
        return self._sum_of_terms(lambda t: t.residuals * t.deviations) / self.total / self.total

    @cached_property
    def information(self) -> Array:
        """Mutual information in nats."""
        return self._sum_of_terms(lambda t: t.products * deviance(t.deviations)) / self.total / self.total

    @cached_property
    def real_given_predicted(self) -> Array:
        """Entropy of the truth given the prediction in nats."""
        return self._sum_of_terms(lambda t: surprisal(t.counts, t.predicted[..., None, :])) / self.total

    @cached_property
    def predicted_given_real(self) -> Array:
        """Entropy of the prediction given the truth in nats."""
        return self._sum_of_terms(lambda t: surprisal(t.counts, t.real[..., :, None])) / self.total

    def _sum_of_terms(self, term: Callable[[Contingency], Array]) -> Array:
        """The sum over all cells of terms of n, r, c and N, each cell's own, for each nudged cell."""
        # A nudge of a cell moves its own term, those of its row and of its column, and all by the total: by
        # four slopes of each term K² derivatives are sums, without K² tables of K² cells.
        terms = term(_Arguments(self._plain))
        by_cell, by_row, by_column, by_total = np.moveaxis(terms.imag, -3, 0)
        slopes = (
            by_cell
            + by_row.sum(-1, keepdims=True)
            + by_column.sum(-2, keepdims=True)
            + by_total.sum((-2, -1), keepdims=True)
        )
        slopes = slopes.reshape(*slopes.shape[:-2], -1)[..., self._cells.start : self._cells.stop]
        return terms[..., 0, :, :].real.sum((-2, -1))[..., None] + 1j * slopes


class _Arguments(Contingency):
    """Tables with all cells, all row totals, all column totals, or the total nudged: four directions."""

    def __init__(self, counts: NDArray[np.float64]) -> None:
        by_cell, by_row, by_column, by_total = _nudge(range(4), 4)
        self.counts = self._exact = counts[..., None, :, :] + by_cell[:, None, None]
        real, predicted = counts.sum(-1)[..., None, :], counts.sum(-2)[..., None, :]
        self._margins = real + by_row[:, None], predicted + by_column[:, None], real.sum(-1) + by_total


def nudged_cells(counts: NDArray[np.float64], cells: range) -> Contingency:
    """Tables with one of the given cells nudged, laid out in full."""
    rows, columns = counts.shape[-2:]
    return Contingency(counts[..., None, :, :] + _nudge(cells, rows * columns).reshape(-1, rows, columns))


def nudged_along(counts: NDArray[np.float64], directions: NDArray[np.float64]) -> Contingency:
    """Tables with all cells nudged at once, along each of several directions."""
    return Contingency(counts[..., None, :, :] + (1j * STEP) * directions)


class Outline(WithoutCells):
    """The margins and the diagonal of tables: all that most measures of a table look at."""

    def __init__(self, real: Array, predicted: Array, hits: Array) -> None:
        self.classes = real.shape[-1]
        self._margins = real, predicted, add_up(real)
        self._hits = hits

    @classmethod
    def of(cls, counts: ArrayLike) -> Outline:
        """That of tables."""
        cells = np.asarray(counts, dtype=float)
        return cls(cells.sum(-1), cells.sum(-2), np.diagonal(cells, axis1=-2, axis2=-1))

    @property
    def parts(self) -> tuple[Array, Array, Array]:
        """Row totals, column totals and the diagonal."""
        real, predicted, _ = self._margins
        return real, predicted, self._hits

    def without(self, amounts: Array) -> Outline:
        """With an amount of each cell taken out in turn: amounts and a new axis of K² cells."""
        rows, columns = np.divmod(np.arange(self.classes**2), self.classes)
        labels = np.arange(self.classes)
        of_rows, of_columns = rows[:, None] == labels, columns[:, None] == labels
        amounts = amounts[..., None]
        taken = (of_rows, of_columns, of_rows & of_columns)
        return Outline(
            *(part[..., None, :] - amounts * of for part, of in zip(self.parts, taken, strict=True))
        )


@cache
def needs_outline_only(m: Measure) -> bool:
    """Whether margins and the diagonal tell all that a measure looks at."""
    if m.scope != "overall" or m.rectangular or "weights" in m.parameters:
        return False
    try:
        with np.errstate(all="ignore"):
            m.function(Outline.of([[3, 1, 1], [1, 2, 1], [2, 1, 4]]))
    except CellsNeededError:
        return False
    return True
