"""The score interval of any measure: from its least to its greatest on tables that the data allow.

The data allow the shares p if Pearson's distance of the table from them, Σ(n − Np)²/(Np), is at most z². Of a
proportion this is Wilson's interval. It knows what the standard error of few items does not: a class of which
nothing was missed may still be missed, since an empty cell may have a share of its own.

The search goes along the slopes of the measure at the table, then along those where that leads, and takes the
farthest value found. It stops at the same distances whatever the level, so that a higher level never narrows.

Two things go beyond the first order. Leaving each item out in turn (the jackknife) tells by how much the
slopes understate what one item of a small class moves, and z² grows by as much; and it tells the bias of the
value, which a bound takes in where it points outwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.derivatives.gradient import margin_slopes, spread_over_rows
from abovechance.inference.derivatives.nudged import Outline
from abovechance.inference.profile.cells import Grid, Occupied
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.inference.profile.cells import GridPath, OccupiedPath
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

_Z_OF_NEW_SLOPES = 1.96  # how far to go, as z, before the slopes are taken anew
_Z_VALUES = (1.0, 1.45, 1.8, 2.25, 3.0, 4.0)  # where to look, as z: each common level is in a gap
_ADDED_SHARE = 1e-9
_ROUNDING_ERROR = 1e-13  # leaving an item out moves the value by its slope; a smaller rest is rounding
_MOST_CLASSES = 60  # beyond, leaving each item out would take long, and a single item moves little
_BLOCK_SIZE = 2**20  # numbers that are held at a time
_MANY_CELLS = 2**14  # of larger tables only the occupied cells are looked at
MOST_OCCUPIED = 2**19  # with more occupied cells the search takes minutes
_SIDES = np.array([-1.0, 1.0])[:, None]


def profile_bounds(
    chosen: Sequence[Measure], tables: Tables, z: float, sampling: Sampling, parameters: Mapping[str, Any]
) -> dict[str, tuple[Array, Array]]:
    """The least and the greatest value of each measure on tables that the data allow."""
    counts = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    found: dict[str, tuple[Array, Array]] = {}
    for group in _searched_alike(chosen):
        parts = []
        for block in _blocks(counts, len(group), sampling):
            with np.errstate(all="ignore"):
                parts.append(_Search(group, block, sampling, parameters).bounds(z))
        whole = np.concatenate(parts, axis=-1) if parts else np.empty((len(group), 2, 0))
        bounds = whole.reshape(len(group), 2, *tables.batch_shape)
        found |= {m.key: (low, high) for m, (low, high) in zip(group, bounds, strict=True)}
    return found


def is_searched_by_occupied(cells: int, sampling: Sampling) -> bool:
    """Whether only the occupied cells of a table are looked at."""
    return cells > _MANY_CELLS and sampling == "items"


def _searched_alike(chosen: Sequence[Measure]) -> list[list[Measure]]:
    """Measures whose searches begin in the same way."""
    groups = [[m for m in chosen if not m.product_of]]
    return [group for group in (*groups, *([m] for m in chosen if m.product_of)) if group]


def _blocks(counts: Array, measures: int, sampling: Sampling) -> Iterator[Array]:
    """Some of the tables at a time."""
    cells = counts.shape[-1] ** 2
    length = max(_BLOCK_SIZE // (2 * measures * cells), 1)
    if is_searched_by_occupied(cells, sampling):
        length = 1
    for start in range(0, len(counts), length):
        yield counts[start : start + length]


class _Search:
    """The search for the bounds of measures on some tables; axes are measures, sides, tables."""

    def __init__(
        self, chosen: Sequence[Measure], counts: Array, sampling: Sampling, parameters: Mapping[str, Any]
    ) -> None:
        self._chosen, self._counts, self._parameters = chosen, counts, parameters
        by_occupied = is_searched_by_occupied(counts[0].size, sampling)
        self._cells = Occupied(counts) if by_occupied else Grid(counts.astype(float), sampling)
        self._start = self._of_sides(self._cells.start[None])
        self._value = self._value_at(self._cells.parts(self._start))
        self._inflation, self._bias = self._left_out()
        self._open_ended, self._first_items = _first_items(self._cells.parts(self._cells.start))

    def bounds(self, z: float) -> Array:
        """The least and the greatest value found, moved outwards by the bias."""
        paths = [self._path(x) for x in self._directions()]
        # The stops are the same for all levels: what a lower level has found, a higher one takes over.
        below = [stop for stop in _Z_VALUES if stop < z]
        above = [stop for stop in _Z_VALUES if stop >= z][:1]
        best = self._value
        for stop in below:
            best = self._farthest(best, paths, stop)
        found = self._farthest(best, paths, z)
        # A bound must not lie beyond that of the next stop, or a slightly higher level would be narrower.
        for stop in above:
            beyond = self._farthest(best, paths, stop)
            found = _SIDES * np.minimum(_SIDES * found, _SIDES * beyond)
        return found + _SIDES * np.maximum(-_SIDES * self._bias[:, None], 0)

    def _directions(self) -> list[Array]:
        """The slopes to go along, which do not depend on the level."""
        factors = self._chosen[0].product_of  # flat where both are 0: the search begins along their slopes
        if not factors:
            first = self._of_sides(self._slopes(self._chosen, self._cells.start[None]))
            return [first, self._slopes(self._chosen, self._turn(first))]
        slopes = [self._slopes([measure(name)], self._cells.start[None]) for name in factors]
        lengths = [self._cells.length(x) for x in slopes]
        slopes.append(
            sum(
                (x / np.where(length > 0, length, 1) for x, length in zip(slopes, lengths, strict=True)),
                start=np.zeros(()),
            )
        )
        slopes = [self._of_sides(x) for x in slopes]
        best, table = self._value, self._start
        for x in slopes[:]:
            found = self._turn(x)
            value = self._value_at(self._cells.parts(found))
            better = _SIDES * (value - best) > 0
            best, table = np.where(better, value, best), np.where(better[..., None], found, table)
        # Slopes of a product turn quickly near its zeros: two more turns follow them, further ones gain
        # nothing.
        for _ in range(2):
            slopes.append(self._slopes(self._chosen, table))
            table = self._turn(slopes[-1])
        return slopes

    def _of_sides(self, values: Array) -> Array:
        """The same for all measures and either side."""
        return np.broadcast_to(values[:, None], (len(self._chosen), 2, *values.shape[1:]))

    def _turn(self, slopes: Array) -> Array:
        return self._tables_at(self._path(slopes), _Z_OF_NEW_SLOPES)

    def _path(self, slopes: Array) -> GridPath | OccupiedPath:
        return self._cells.path(_SIDES[..., None] * slopes)

    def _tables_at(self, path: GridPath | OccupiedPath, z: float) -> Array:
        return path.at(np.broadcast_to(z * z * self._inflation[:, None], self._value.shape))

    def _farthest(self, best: Array, paths: Sequence[GridPath | OccupiedPath], z: float) -> Array:
        for path in paths:
            best = self._better(best, self._cells.parts(self._tables_at(path, z)))
        return best

    def _better(self, best: Array, parts: Array) -> Array:
        """The value at other tables where it is farther out.

        A label known from one side only has no rate on the other: its first item may be right or wrong.
        """
        best = np.where(np.isnan(self._value), np.nan, _farther(best, self._value_at(parts)))
        some = self._open_ended
        for first in self._first_items if some.any() else ():
            best[..., some] = _farther(best[..., some], self._value_at(parts[..., some, :] + first))
        return best

    def _value_at(self, parts: Array) -> Array:
        found = [
            m.function(Outline(*np.split(x, 3, axis=-1)), **self._parameters)
            for m, x in zip(self._chosen, parts, strict=True)
        ]
        return np.stack([np.asarray(x, dtype=float) for x in found])

    def _slopes(self, chosen: Sequence[Measure], tables: Array) -> Array:
        """Of each measure at its tables, or at the same for all."""
        filled = self._cells.filled(tables)
        filled = np.broadcast_to(filled, (len(chosen), *filled.shape[1:]))
        found = [self._by_margins(m, parts) for m, parts in zip(chosen, filled, strict=True)]
        return self._cells.slopes(np.stack(found), tables)

    def _by_margins(self, m: Measure, parts: Array) -> Array:
        parameters = self._parameters if m in self._chosen else {}
        found, _ = margin_slopes([m], Outline(*np.split(parts, 3, axis=-1)), parameters)
        assert found is not None  # margins tell all that a measure with a profile looks at
        return found.slopes[0]

    def _left_out(self) -> tuple[Array, Array]:
        """How many times the variance exceeds that of the slopes, and the bias, by the jackknife."""
        classes = self._counts.shape[-1]
        if classes > _MOST_CLASSES:
            shape = (len(self._chosen), len(self._counts))
            return np.ones(shape), np.zeros(shape)
        weights = self._cells.start
        # A cell that holds less than one item, as weighted tables may, can only lose what it has.
        amounts = np.minimum(weights, 1.0)
        parts = self._cells.parts(weights)
        slopes = np.stack([self._by_margins(m, parts) for m in self._chosen])
        slopes = spread_over_rows(slopes, (classes, classes), slice(classes)).reshape(-1, *weights.shape)
        moves = (self._value[:, 0, :, None] - self._values_without(amounts)) / amounts
        # Where both agree within rounding the difference is noise, which division by small amounts would
        # blow up.
        told = np.isfinite(moves) & (np.abs(moves - slopes) * amounts > _ROUNDING_ERROR)
        moves = np.where(told, moves, slopes)
        moves, slopes = (np.where((weights > 0) & np.isfinite(x), x, 0.0) for x in (moves, slopes))
        total = weights.sum(-1)
        mean = (weights * moves).sum(-1) / total
        variance = (weights * moves**2).sum(-1) - total * mean**2
        first_order = (weights * slopes**2).sum(-1) - (weights * slopes).sum(-1) ** 2 / total
        # The jackknife's variance beside that of the slopes: above 1 where single items move more than
        # slopes say.
        inflation = (total - 1) / total * variance / first_order
        # Quenouille's bias: items left out one by one, (N − 1) times the mean change.
        bias = -(total - 1) * mean
        return np.where(np.isfinite(inflation), np.maximum(inflation, 1.0), 1.0), np.nan_to_num(bias)

    def _values_without(self, amounts: Array) -> Array:
        """The values with an amount of each cell taken out in turn."""
        length = max(_BLOCK_SIZE // self._counts.shape[-1] ** 3, 1)
        values = []
        for start in range(0, len(amounts), length):
            some = slice(start, start + length)
            outline = Outline.of(self._counts[some]).without(amounts[some])
            values.append([m.function(outline, **self._parameters) for m in self._chosen])
        return np.concatenate(values, axis=1)


def _farther(best: Array, values: Array) -> Array:
    """The lesser on the first side, the greater on the second; NaN where both are."""
    return np.stack((np.fmin(best[:, 0], values[:, 0]), np.fmax(best[:, 1], values[:, 1])), axis=1)


def _first_items(parts: Array) -> tuple[Array, tuple[Array, Array]]:
    """Which tables have labels known from one side only, and next to no items of these.

    All of them are right, or all are wrong: given the most common of the other labels, or really of it.
    """
    real, predicted, _ = np.split(parts, 3, axis=-1)
    one_sided = (real > 0) != (predicted > 0)
    some = one_sided.any(-1)
    real, predicted, one_sided = real[some], predicted[some], one_sided[some]
    little = _ADDED_SHARE * real.sum(-1, keepdims=True)
    rows, their_columns = _at_most_common(one_sided & (real == 0), predicted)
    columns, their_rows = _at_most_common(one_sided & (predicted == 0), real)
    right = np.concatenate((one_sided, one_sided, one_sided), axis=-1)
    wrong = np.concatenate((rows + their_rows, columns + their_columns, np.zeros(rows.shape)), axis=-1)
    return some, (little * right, little * wrong)


def _at_most_common(which: Array, margin: Array) -> tuple[Array, Array]:
    """How many cells each of some labels has at the most common of the others, and these have with it."""
    top = margin.max(-1, keepdims=True)
    at_top = margin == top
    number = at_top.sum(-1, keepdims=True)
    next_to_top = np.where(at_top, -1, margin)
    at_next = next_to_top == next_to_top.max(-1, keepdims=True)
    alone = at_top & (number == 1)
    own = np.where(alone, (at_next & ~at_top).sum(-1, keepdims=True), number - at_top) * which
    others = which & ~alone
    met = at_top * (others.sum(-1, keepdims=True) - others)
    met = met + (at_next & ~at_top) * (which & alone).sum(-1, keepdims=True)
    return own, met
