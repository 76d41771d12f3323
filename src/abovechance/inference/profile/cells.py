"""The cells that the search for a profile moves items between: all, or the occupied ones of a large table.

Of a table with thousands of classes nearly all cells are empty. Items leave occupied cells only, and move
into an empty one only where its slope is the greatest of all: the others need not be looked at one by one,
since slopes are sums of one number for the row, one for the column and, on the diagonal, a third.

Of all shares that the data allow, those that are farthest along given slopes.

The data allow shares p if Pearson's distance of the table from them, Σ(n − Np)²/(Np), is at most some goal.
The farthest have a closed form but for one number t: ``p ∝ n/√(t − h)`` for the slopes h. Where an empty cell
has the greatest slope, t ends there, and what is left of the goal goes to that cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.derivatives.gradient import spread_over_rows
from abovechance.inference.derivatives.nudged import Outline
from abovechance.inference.intervals.delta import occupied_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling

TIED = 1e-10
_FIRST_STEPS = 12
_LATER_STEPS = 6
_LOWEST_LOGARITHM = -60.0


class Path:
    """The farthest tables along slopes, at one distance after another; tables lie flat in rows."""

    def __init__(self, counts: Array, slopes: Array, allowed: Array) -> None:
        with np.errstate(all="ignore"):
            self._total = counts.sum(-1)
            self._there = counts > 0
            self._share = counts / self._total[:, None]
            top = np.where(allowed | self._there, slopes, -np.inf).max(-1)
            # Slopes matter only up to shift and scale: the distances below are measured in their range.
            spread = top - np.where(self._there, slopes, np.inf).min(-1)
            self._flat = ~(spread > TIED * np.abs(top)) | ~np.isfinite(spread)
            below = (top[:, None] - slopes) / np.where(self._flat, 1.0, spread)[:, None]
            # Slopes that rounding has set apart must count as one, or items would go to just one of them.
            below = np.where(below < TIED, 0.0, below)
            empty = allowed & ~self._there & (below == 0)
            self._empty = empty / np.maximum(empty.sum(-1, keepdims=True), 1)
            self._below = np.where(self._there & ~self._flat[:, None], below, 1.0)
            self._farthest_within_occupied()
        self._u: Array | None = None

    def _farthest_within_occupied(self) -> None:
        """How distant the table is that t at the greatest slope leads to; infinitely, if that is occupied."""
        # If an occupied cell has the greatest slope, all items may go there, and the distance has no limit.
        at_top = (self._share * (self._below == 0)).sum(-1)
        root = np.sqrt(self._below)
        inverse = np.where(root > 0, self._share / np.where(root > 0, root, 1), 0.0)
        self._limit = np.where(at_top > 0, np.inf, (self._share * root).sum(-1) * inverse.sum(-1) - 1)
        self._at_top = at_top

    def at(self, goal: Array) -> Array:
        """The tables at a distance."""
        with np.errstate(all="ignore"):
            goal = goal / self._total
            beyond = self._limit < goal
            s = np.where(beyond, 0.0, np.exp(self._root(goal)))
            weight = np.where(self._there, self._share / np.sqrt(self._below + s[:, None]), 0.0)
            weight /= weight.sum(-1, keepdims=True)
            # Beyond the farthest table of the occupied cells, the rest of the way leads into empty cells.
            kept = np.where(beyond, (1 + self._limit) / (1 + goal), 1.0)
            moved = kept[:, None] * weight + (1 - kept)[:, None] * self._empty
            return self._total[:, None] * np.where(self._flat[:, None], self._share, moved)

    def _root(self, goal: Array) -> Array:
        """The logarithm of s = (t − max h)/range at which the distance is the goal.

        Newton's steps, halving where they leave the bracket; the last root is the start of the next.
        """
        # The logarithm of s is searched, since s spans many powers of ten.
        low, high = np.full(goal.shape, _LOWEST_LOGARITHM), np.log(np.sqrt(1 / goal) + 1)
        # Later distances are near the last one, so the search starts there and needs fewer steps.
        steps = _FIRST_STEPS if self._u is None else _LATER_STEPS
        u = np.clip(self._start(goal) if self._u is None else self._u, low, high)
        for _ in range(steps):
            distance, slope = self._distance(np.exp(u))
            error = np.log(distance / goal)
            low, high = np.where(error > 0, u, low), np.where(error > 0, high, u)
            step = u - error / slope
            # A step of Newton that leaves the bracket is replaced by a halving, which cannot fail.
            u = np.where((step >= low) & (step <= high), step, (low + high) / 2)
        self._u = u
        return u

    def _start(self, goal: Array) -> Array:
        mean = (self._share * self._below).sum(-1)
        variance = (self._share * self._below**2).sum(-1) - mean * mean
        # A small share at the top draws the root towards 0 like its square: start no lower than that.
        least = 1e-3 * np.maximum(self._at_top, 1e-3) ** 2
        return np.log(np.maximum(np.sqrt(variance / (4 * goal)) - mean, 0) + least)

    def _distance(self, s: Array) -> tuple[Array, Array]:
        """Mean of √(x + s) times mean of 1/√(x + s), less 1, and the slope of its logarithm by log s.

        The difference is written as a sum of squares, so that nothing is lost by subtraction.
        """
        root = np.sqrt(self._below + s[:, None])
        inverse = 1 / root
        up, down, cubed = (_mean(self._share, x) for x in (root, inverse, inverse**3))
        # √(x + s) − √s without cancellation where x is small against s.
        above = self._below / (root + np.sqrt(s)[:, None])
        above = above - _mean(self._share, above)[:, None]
        distance = _mean(self._share, above * above * inverse) / up
        return distance, s / 2 * (down * down - up * cubed) / distance


def _mean(shares: Array, values: Array) -> Array:
    return np.einsum("bc,bc->b", shares, values)


_MOST_TIED = 2**20  # of more empty cells with the greatest slope, so many are as good as all of them


class Grid:
    """All cells of small tables, which lie flat on a last axis."""

    def __init__(self, counts: Array, sampling: Sampling) -> None:
        self._shape, self._sampling = counts.shape, sampling
        self.start = counts.reshape(len(counts), -1)
        self._allowed = occupied_cells(counts).reshape(self.start.shape)
        self._pseudo = self._allowed / np.maximum(self._allowed.sum(-1, keepdims=True), 1)
        self._real = counts.sum(-1, keepdims=True)

    def parts(self, cells: Array) -> Array:
        """Row totals, column totals and the diagonal of tables, side by side."""
        return np.concatenate(Outline.of(self._square(cells)).parts, axis=-1)

    def filled(self, cells: Array) -> Array:
        """The same with one pseudo-item more, so that known labels which never occur have slopes."""
        return self.parts(cells + self._pseudo)

    def slopes(self, by_margins: Array, cells: Array) -> Array:
        """By the cells; of fixed classes without what moves all items of a class alike."""
        classes = self._shape[-1]
        slopes = spread_over_rows(by_margins, (classes, classes), slice(classes))
        slopes = slopes.reshape(*slopes.shape[:-2], -1)
        slopes = np.where(self._allowed & np.isfinite(slopes), slopes, 0.0)
        if self._sampling == "classes":
            filled, square = self._square(cells + self._pseudo), self._square(slopes)
            real = filled.sum(-1, keepdims=True)
            mean = (filled * square).sum(-1, keepdims=True) / np.where(real > 0, real, 1)
            slopes = (square - mean).reshape(slopes.shape)
        return slopes

    def length(self, slopes: Array) -> Array:
        """The root of the sum of squared slopes of all items."""
        return np.sqrt((self.start * slopes * slopes).sum(-1, keepdims=True))

    def path(self, slopes: Array) -> GridPath:
        """The way along slopes."""
        flat = (-1, slopes.shape[-1])
        start, allowed = (np.broadcast_to(x, slopes.shape).reshape(flat) for x in (self.start, self._allowed))
        return GridPath(Path(start, slopes.reshape(flat), allowed), self)

    def kept(self, cells: Array) -> Array:
        """Tables that were moved, with as many items of each class as before if these are fixed."""
        if self._sampling == "items":
            return cells
        square = self._square(cells)
        now = square.sum(-1, keepdims=True)
        return (square * np.where(now > 0, self._real / np.where(now > 0, now, 1), 0.0)).reshape(cells.shape)

    def _square(self, cells: Array) -> Array:
        return cells.reshape(*cells.shape[:-1], *self._shape[-2:])


class GridPath:
    """The farthest tables along slopes, one for each set of slopes."""

    def __init__(self, path: Path, grid: Grid) -> None:
        self._path, self._grid = path, grid

    def at(self, goal: Array) -> Array:
        """The tables at a distance, ``goal`` in the shape of the sets of slopes."""
        found = self._path.at(goal.reshape(-1))
        return self._grid.kept(found.reshape(*goal.shape, -1))


class Occupied:
    """The occupied cells of one large table of items; tables are known by margins and diagonal alone."""

    def __init__(self, counts: Array) -> None:
        self._classes = counts.shape[-1]
        cells = np.flatnonzero(counts[0])
        self._rows, self._columns = np.divmod(cells if len(cells) else np.array([0]), self._classes)
        self._counts = counts[0][self._rows, self._columns].astype(float)
        self.start = self._outline(self._rows, self._columns, self._counts)[None]
        known = (self.start[0, : self._classes] > 0) | (self.start[0, self._classes : 2 * self._classes] > 0)
        self._known = np.flatnonzero(known)
        # One item spread over m² cells: each label has 1/m of it in row and column, 1/m² on the diagonal.
        each = known / max(len(self._known), 1)
        self._pseudo = np.concatenate((each, each, each / max(len(self._known), 1)))

    def parts(self, table: Array) -> Array:
        """Row totals, column totals and the diagonal of tables, side by side."""
        return table

    def filled(self, table: Array) -> Array:
        """The same with one pseudo-item more, so that known labels which never occur have slopes."""
        return table + self._pseudo

    def slopes(self, by_margins: Array, _: Array) -> Array:
        """By margins and the diagonal, those of labels that never occur left out."""
        return by_margins

    def length(self, slopes: Array) -> Array:
        """The root of the sum of squared slopes of all items."""
        found = [self._at(x, self._rows, self._columns) for x in slopes.reshape(-1, slopes.shape[-1])]
        sums = [(self._counts * x * x).sum() for x in found]
        return np.sqrt(sums).reshape(*slopes.shape[:-1], 1)

    def path(self, slopes: Array) -> OccupiedPath:
        """The way along slopes."""
        return OccupiedPath([self._one_path(x) for x in slopes.reshape(-1, slopes.shape[-1])])

    def _one_path(self, slopes: Array) -> tuple[Path, Callable[[Array], Array]]:
        steep = self._at(slopes, self._rows, self._columns)
        rows, columns = self._steepest_empty(slopes, steep.min(initial=np.inf))
        rows, columns = np.append(self._rows, rows), np.append(self._columns, columns)
        counts = np.zeros(len(rows))
        counts[: len(self._counts)] = self._counts
        steep = self._at(slopes, rows, columns)
        path = Path(counts[None], steep[None], np.ones((1, len(rows)), dtype=bool))
        return path, lambda cells: self._outline(rows, columns, cells)

    def _at(self, slopes: Array, rows: Array, columns: Array) -> Array:
        of_rows, of_columns, of_hits = np.split(slopes, 3)
        found = of_rows[rows] + of_columns[columns] + np.where(rows == columns, of_hits[rows], 0.0)
        return np.where(np.isfinite(found), found, 0.0)

    def _steepest_empty(self, slopes: Array, least: float) -> tuple[Array, Array]:
        """Empty cells of labels that occur, where no cell is steeper."""
        slopes = np.where(np.isfinite(slopes), slopes, -np.inf)
        of_rows, of_columns, of_hits = (x[self._known] for x in np.split(slopes, 3))
        off_diagonal = of_rows + _greatest_of_others(of_columns)
        steepest = np.maximum(off_diagonal, of_rows + of_columns + of_hits)
        top = steepest.max(initial=-np.inf)
        found = []
        for k in np.flatnonzero(steepest >= top - TIED * (top - least)):
            row = of_rows[k] + of_columns
            row[k] += of_hits[k]
            columns = self._known[row >= top - TIED * (top - least)]
            found.append(self._known[k] * self._classes + columns)
        # Occupied cells are in the path already; twice in it, they would be drawn to with double weight.
        cells = np.setdiff1d(np.concatenate([[], *found]), self._rows * self._classes + self._columns)
        return np.divmod(cells[:: len(cells) // _MOST_TIED + 1].astype(np.intp), self._classes)

    def _outline(self, rows: Array, columns: Array, cells: Array) -> Array:
        hits = np.where(rows == columns, cells, 0.0)
        parts = ((rows, cells), (columns, cells), (rows, hits))
        return np.concatenate([np.bincount(at, x, minlength=self._classes) for at, x in parts])


def _greatest_of_others(values: Array) -> Array:
    """The greatest of all values but each in turn."""
    if len(values) < 2:
        return np.full(len(values), -np.inf)
    # The greatest and the next are all that is needed: every other cell has the greatest beside it.
    second, first = np.partition(values, -2)[-2:]
    return np.where(values == first, second, first)


class OccupiedPath:
    """The farthest tables along slopes, one for each set of slopes."""

    def __init__(self, paths: Sequence[tuple[Path, Callable[[Array], Array]]]) -> None:
        self._paths = paths

    def at(self, goal: Array) -> Array:
        """The tables at a distance, ``goal`` in the shape of the sets of slopes."""
        both = zip(self._paths, goal.reshape(-1, 1), strict=True)
        found = [outline(path.at(x)[0]) for (path, outline), x in both]
        return np.stack(found).reshape(*goal.shape, -1)
