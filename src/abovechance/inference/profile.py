"""The score interval of any measure: from its least to its greatest on tables that the data allow.

The data allow the shares p if Pearson's distance of the table from them, Σ(n − Np)²/(Np), is at most z². Of a
proportion this is Wilson's interval. It knows what the standard error of few items does not: a class of which
nothing was missed may still be missed, since an empty cell may have a share of its own.

Among the shares at the greatest distance the one that is farthest along the slopes h of a measure has a
closed form but for one number t, ``p ∝ n/√(t − h)``; what is left goes to an empty cell if that has the
greatest slope. The slopes are taken anew where that leads, and the farthest value found is the bound.

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
from abovechance.measures.registry import measure
from abovechance.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.inference.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables import Tables

Array = Any

STEPS = 2
"""How often the slopes are taken: more change no bound by a hundredth of its width."""
_ROOT_STEPS = 12
_TIED = 1e-10
_LITTLE = 1e-9
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
        goal = z * z * self._inflation
        best, table = self._value, self._counts
        names = _FLAT_AT_CHANCE.get(self._measure.key)
        if names:
            best, table = self._first(names, side, goal)
        for _ in range(STEPS):
            table = self._farthest(self._slopes(self._measure, table), side, goal)
            best = self._better(best, table, side)
        return best + side * np.maximum(-side * self._bias, 0)

    def _first(self, names: Sequence[str], side: int, goal: Array) -> tuple[Array, Array]:
        """The best of going along one of two slopes, or along both in proportion to their errors."""
        slopes = [self._slopes(measure(name), self._counts) for name in names]
        errors = [np.sqrt((self._counts * x * x).sum((-2, -1), keepdims=True)) for x in slopes]
        both = sum(x / np.where(error > 0, error, 1) for x, error in zip(slopes, errors, strict=True))
        best, table = self._value, self._counts
        for direction in (*slopes, both):
            found = self._farthest(direction, side, goal)
            value = self._value_at(found)
            better = side * (value - best) > 0
            best = np.where(better, value, best)
            table = np.where(better[:, None, None], found, table)
        return best, table

    def _better(self, best: Array, counts: Array, side: int) -> Array:
        """The value at other tables where it is farther out.

        A label known from one side only has no rate on the other: its first item may be right or wrong.
        """
        pick = np.fmax if side > 0 else np.fmin
        best = np.where(np.isnan(best), best, pick(best, self._value_at(counts)))
        real, predicted = self._counts.sum(-1) > 0, self._counts.sum(-2) > 0
        open_ended = (real != predicted).any(-1)
        if open_ended.any():
            for first in _first_items(self._counts[open_ended]):
                value = self._value_at(counts[open_ended] + first)
                best[open_ended] = np.where(np.isnan(best[open_ended]), np.nan, pick(best[open_ended], value))
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

    def _farthest(self, slopes: Array, side: int, goal: Array) -> Array:
        shape = self._counts.shape
        counts, along, allowed = (
            x.reshape(shape[0], -1) for x in (self._counts, side * slopes, self._allowed)
        )
        found = tilted(counts, along, allowed, goal).reshape(shape)
        if self._sampling == "classes":
            now, real = found.sum(-1, keepdims=True), self._counts.sum(-1, keepdims=True)
            found = found * np.where(now > 0, real / np.where(now > 0, now, 1), 0.0)
        return found

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
        moves = np.where(np.isfinite(moves), moves, slopes)
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


def tilted(counts: Array, slopes: Array, allowed: Array, goal: Array) -> Array:
    """The shares, times the number of items, that are farthest along the slopes at a distance of ``goal``.

    Tables lie flat in rows. With ``x = (max h − h)/range`` the distance is N·(mean of √(x + s) times mean of
    1/√(x + s) − 1), which falls with s.
    """
    with np.errstate(all="ignore"):
        return _tilted(counts, slopes, allowed, goal)


def _tilted(counts: Array, slopes: Array, allowed: Array, goal: Array) -> Array:
    total = counts.sum(-1)
    there = counts > 0
    top = np.where(allowed | there, slopes, -np.inf).max(-1)
    spread = top - np.where(there, slopes, np.inf).min(-1)
    flat = ~(spread > _TIED * np.abs(top)) | ~np.isfinite(spread)
    x = (top[:, None] - slopes) / np.where(flat, 1.0, spread)[:, None]
    x = np.where(there & ~flat[:, None], np.where(x < _TIED, 0.0, x), 1.0)
    share = counts / total[:, None]
    goal = goal / total
    at_top = (share * (x == 0)).sum(-1)
    root = np.sqrt(x)
    least = (share * root).sum(-1) * np.where(share > 0, share / np.where(root > 0, root, 1), 0).sum(-1) - 1
    beyond = (at_top == 0) & (least < goal)
    s = np.where(beyond, 0.0, _tilt(share, x, goal, at_top))
    weight = np.where(there, share / np.sqrt(np.where(there, x + s[:, None], 1.0)), 0.0)
    weight /= weight.sum(-1, keepdims=True)
    kept = np.where(beyond, (1 + least) / (1 + goal), 1.0)
    empty = allowed & ~there & (top[:, None] - slopes <= _TIED * np.where(flat, 1.0, spread)[:, None])
    empty = empty / np.maximum(empty.sum(-1, keepdims=True), 1)
    moved = kept[:, None] * weight + (1 - kept)[:, None] * empty
    return total[:, None] * np.where(flat[:, None], share, moved)


def _tilt(share: Array, x: Array, goal: Array, at_top: Array) -> Array:
    """The s at which the distance, mean of √(x + s) times mean of 1/√(x + s) − 1, is the goal.

    Newton's steps on a logarithmic scale, halving where they leave the bracket.
    """
    mean = (share * x).sum(-1)
    variance = (share * x * x).sum(-1) - mean * mean
    low, high = np.full(goal.shape, -60.0), np.log(np.sqrt(1 / goal) + 1)
    start = np.maximum(np.sqrt(variance / (4 * goal)) - mean, 0) + 1e-3 * np.maximum(at_top, 1e-3) ** 2
    u = np.clip(np.log(start), low, high)
    for _ in range(_ROOT_STEPS):
        s = np.exp(u)
        root = np.sqrt(x + s[:, None])
        inverse = 1 / root
        up, down, cubed = (np.einsum("bc,bc->b", share, y) for y in (root, inverse, inverse**3))
        distance = _distance(share, x, s, root, up)
        error = np.log(distance / goal)
        low, high = np.where(error > 0, u, low), np.where(error > 0, high, u)
        slope = s / 2 * (down * down - up * cubed) / distance
        step = u - error / slope
        u = np.where((step >= low) & (step <= high), step, (low + high) / 2)
    return np.exp(u)


def _distance(share: Array, x: Array, s: Array, root: Array, mean: Array) -> Array:
    """Mean of the roots times mean of their inverses, less 1, without loss by subtraction."""
    above = x / (root + np.sqrt(s)[:, None])
    above = above - np.einsum("bc,bc->b", share, above)[:, None]
    return np.einsum("bc,bc->b", share, above * above / root) / mean
