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

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.delta import occupied_cells
from abovechance.inference.gradient import table_slopes
from abovechance.inference.outlines import Outline
from abovechance.inference.tilting import Path
from abovechance.measures.registry import measure
from abovechance.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.inference.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables import Tables

Array = Any

_TURN = 1.96
"""How far to go, as z, before the slopes are taken anew."""
_STOPS = (1.0, 1.45, 1.8, 2.25, 3.0, 4.0)
"""Where to look on the way, as z: common levels lie between, each in a gap of its own."""
_LITTLE = 1e-9
_ROUNDING = 1e-13
"""Where leaving an item out moves the value by its slope but for so little, the rest is rounding."""
_MOST_CLASSES = 60
"""Beyond, leaving each item out would take long, and a single item moves little."""
_BLOCK = 2**20
"""Numbers that are held at a time."""
_FLAT_AT_CHANCE = {
    "correlation": ("informedness", "markedness"),
    "bookmark": ("informedness", "markedness"),
}
"""Products of measures that have no slope where both are 0: the search begins along the slopes of these."""


def profile_bounds(
    m: Measure, tables: Tables, z: Array, sampling: Sampling, parameters: Mapping[str, Any]
) -> tuple[Array, Array]:
    """The least and the greatest value on tables that the data allow."""
    classes = tables.counts.shape[-1]
    counts = tables.counts.reshape(-1, classes, classes).astype(float)
    length = max(_BLOCK // classes**2, 1)
    parts = []
    for start in range(0, len(counts), length):
        with np.errstate(all="ignore"):
            search = _Search(m, tables, counts[start : start + length], sampling, parameters)
            parts.append((search.bound(-1, z), search.bound(1, z)))
    low, high = (np.concatenate(x) if parts else np.empty(0) for x in zip(*parts, strict=True))
    return low.reshape(tables.batch_shape), high.reshape(tables.batch_shape)


class _Search:
    """The search for the bounds of a measure on some tables."""

    def __init__(
        self, m: Measure, tables: Tables, counts: Array, sampling: Sampling, parameters: Mapping[str, Any]
    ) -> None:
        self._measure, self._tables, self._counts = m, tables, counts
        self._sampling, self._parameters = sampling, parameters
        self._allowed = occupied_cells(counts)
        self._pseudo = self._allowed / np.maximum(self._allowed.sum((-2, -1), keepdims=True), 1)
        self._value = self._value_at(counts)
        self._inflation, self._bias = self._left_out()

    def bound(self, side: int, z: Array) -> Array:
        """The least (side −1) or the greatest (1) value found, moved outwards by the bias."""
        paths = [self._path(x, side) for x in self._directions(side)]
        below = [stop for stop in _STOPS if stop < z]
        above = [stop for stop in _STOPS if stop >= z][:1]
        best = self._value
        for stop in below:
            best = self._farthest(best, paths, stop, side)
        found = self._farthest(best, paths, z, side)
        for stop in above:
            beyond = self._farthest(best, paths, stop, side)
            found = side * np.minimum(side * found, side * beyond)
        return found + side * np.maximum(-side * self._bias, 0)

    def _directions(self, side: int) -> list[Array]:
        """The slopes to go along, which do not depend on the level."""
        factors = _FLAT_AT_CHANCE.get(self._measure.key)
        if not factors:
            first = self._slopes(self._measure, self._counts)
            return [first, self._slopes(self._measure, self._turn(first, side))]
        slopes = [self._slopes(measure(name), self._counts) for name in factors]
        errors = [np.sqrt((self._counts * x * x).sum((-2, -1), keepdims=True)) for x in slopes]
        slopes.append(sum(x / np.where(error > 0, error, 1) for x, error in zip(slopes, errors, strict=True)))
        best, table = self._value, self._counts
        for x in slopes[:]:
            found = self._turn(x, side)
            value = self._value_at(found)
            better = side * (value - best) > 0
            best, table = np.where(better, value, best), np.where(better[:, None, None], found, table)
        for _ in range(2):
            slopes.append(self._slopes(self._measure, table))
            table = self._turn(slopes[-1], side)
        return slopes

    def _turn(self, slopes: Array, side: int) -> Array:
        return self._tables_at(self._path(slopes, side), _TURN)

    def _path(self, slopes: Array, side: int) -> Path:
        flat = (len(self._counts), -1)
        return Path(self._counts.reshape(flat), side * slopes.reshape(flat), self._allowed.reshape(flat))

    def _tables_at(self, path: Path, z: Array) -> Array:
        found = path.at(z * z * self._inflation).reshape(self._counts.shape)
        if self._sampling == "classes":
            now, real = found.sum(-1, keepdims=True), self._counts.sum(-1, keepdims=True)
            found = found * np.where(now > 0, real / np.where(now > 0, now, 1), 0.0)
        return found

    def _farthest(self, best: Array, paths: Sequence[Path], z: Array, side: int) -> Array:
        for path in paths:
            best = self._better(best, self._tables_at(path, z), side)
        return best

    def _better(self, best: Array, counts: Array, side: int) -> Array:
        """The value at other tables where it is farther out.

        A label known from one side only has no rate on the other: its first item may be right or wrong.
        """
        pick = np.fmax if side > 0 else np.fmin
        best = np.where(np.isnan(self._value), np.nan, pick(best, self._value_at(counts)))
        real, predicted = self._counts.sum(-1) > 0, self._counts.sum(-2) > 0
        open_ended = (real != predicted).any(-1)
        if open_ended.any():
            for first in _first_items(self._counts[open_ended]):
                value = self._value_at(counts[open_ended] + first)
                best[open_ended] = pick(best[open_ended], value)
        return best

    def _value_at(self, counts: Array) -> Array:
        return np.asarray(self._measure.function(Outline.of(counts), **self._parameters), dtype=float)

    def _slopes(self, m: Measure, counts: Array) -> Array:
        """By the cells, with one pseudo-item so that known labels which never occur have slopes, too."""
        filled = counts + self._pseudo
        slopes = self._slopes_at(m, filled)
        slopes = np.where(self._allowed & np.isfinite(slopes), slopes, 0.0)
        if self._sampling == "classes":
            real = filled.sum(-1, keepdims=True)
            slopes = slopes - (filled * slopes).sum(-1, keepdims=True) / np.where(real > 0, real, 1)
        return slopes

    def _slopes_at(self, m: Measure, counts: Array) -> Array:
        parameters = self._parameters if m is self._measure else {}
        tables = replace(self._tables, counts=counts, axes=(Axis("table"),))
        return table_slopes([m], tables, parameters)[0][0].slopes[0]

    def _left_out(self) -> tuple[Array, Array]:
        """How many times the variance exceeds that of the slopes, and the bias, by the jackknife."""
        classes = self._counts.shape[-1]
        if classes > _MOST_CLASSES:
            return np.ones(len(self._counts)), np.zeros(len(self._counts))
        weights = self._counts.reshape(len(self._counts), -1)
        amounts = np.minimum(weights, 1.0)
        slopes = self._slopes_at(self._measure, self._counts).reshape(weights.shape)
        length = max(_BLOCK // classes**3, 1)
        values = [
            self._measure.function(Outline.of(part).without(less), **self._parameters)
            for part, less in (
                (self._counts[i : i + length], amounts[i : i + length])
                for i in range(0, len(weights), length)
            )
        ]
        moves = (self._value[:, None] - np.concatenate(values)) / amounts
        told = np.isfinite(moves) & (np.abs(moves - slopes) * amounts > _ROUNDING)
        moves = np.where(told, moves, slopes)
        moves, slopes = (np.where((weights > 0) & np.isfinite(x), x, 0.0) for x in (moves, slopes))
        total = weights.sum(-1)
        mean = (weights * moves).sum(-1) / total
        variance = (weights * moves**2).sum(-1) - total * mean**2
        first_order = (weights * slopes**2).sum(-1) - (weights * slopes).sum(-1) ** 2 / total
        inflation = (total - 1) / total * variance / first_order
        bias = -(total - 1) * mean
        return np.where(np.isfinite(inflation), np.maximum(inflation, 1.0), 1.0), np.nan_to_num(bias)


def _first_items(counts: Array) -> tuple[Array, Array]:
    """Next to no items of labels known from one side only, all of them right, or all of them wrong."""
    real, predicted = counts.sum(-1), counts.sum(-2)
    little = _LITTLE * counts.sum((-2, -1))[:, None, None]
    labels = np.arange(counts.shape[-1])
    one_sided = (real > 0) != (predicted > 0)
    right = (one_sided[:, :, None]) & (labels[:, None] == labels)
    others = ~np.eye(len(labels), dtype=bool)
    as_common = predicted[:, None, :] == np.where(others, predicted[:, None, :], -1).max(-1, keepdims=True)
    of_common = real[:, :, None] == np.where(others, real[:, :, None], -1).max(-2, keepdims=True)
    never_real, never_given = one_sided & (real == 0), one_sided & (predicted == 0)
    wrong = (never_real[:, :, None] & as_common) | (never_given[:, None, :] & of_common)
    return little * right, little * (wrong & others)
