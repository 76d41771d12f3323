r"""Bounds of measures of K classes where up to m true labels are wrong.

Flips move items within a column, from row k to row j of column l. Accuracy is linear in them. Kappa is a
quotient of linear functions, so the method of Dinkelbach (1967) finds its extreme by a few linear problems,
and each of these is solved by taking the flips of greatest gain first.

Informedness and Markedness are sums over classes of functions of the right decisions n_k and the real items
r_k, :math:`f = \sum_k f_k(n_k, r_k)`. A search goes from linear problem to linear problem (Frank and Wolfe
1956), from several starts, and in the end exchanges flips one by one. What it finds exists; that there is
nothing beyond is not proved. See ``docs/imperfect_truth.md`` for how it did against full enumeration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array

    Floats = NDArray[np.float64]

_MOST_STEPS = 60
_LEAST_GAIN = 1e-12
_MANY_CLASSES = 12  # beyond, the search starts once
_FEW_CLASSES = 5  # up to so many, flips are exchanged one by one in the end
_SHARES = np.linspace(0, 1, 65)  # of the way from one table to the next


def extreme_table(counts: Array, flips: float, key: str, sign: int) -> Array:
    """The table of greatest (``sign=1``) or least (``-1``) value that so many flips can reach."""
    problem = _Problem(counts, flips)
    if key == "accuracy":
        return problem.moved(problem.greatest(sign * np.eye(len(counts))))
    if key == "cohen_kappa":
        return _dinkelbach(problem, sign)
    return _frank_wolfe(problem, _SUMS[key](counts), key, sign)


@dataclass(frozen=True)
class _Problem:
    """A table and how many of its items may be flipped; flips are by (from row, to row, column)."""

    counts: Array
    flips: float

    def greatest(self, worth: Floats) -> Floats:
        """The flips of greatest total gain, where an item in a cell is worth so much."""
        classes = len(self.counts)
        target = np.argmax(worth, axis=0)
        gain = worth.max(axis=0)[None, :] - worth
        flips = np.zeros((classes,) * 3)
        left = self.flips
        for place in np.argsort(-gain, axis=None, kind="stable"):
            row, column = divmod(int(place), classes)
            if left <= 0 or gain[row, column] <= _LEAST_GAIN:
                break
            size = min(left, self.counts[row, column])
            flips[row, target[column], column] = size
            left -= size
        return flips

    def moved(self, flips: Floats) -> Array:
        """The table after flips, in whole numbers if it was."""
        found = self.counts - flips.sum(-2) + flips.sum(-3)
        return np.rint(found).astype(self.counts.dtype) if self.counts.dtype.kind == "i" else found

    def between(self, one: Floats, two: Floats) -> Floats:
        """Flips on the way from one to the other, on a first axis; whole numbers if items are counted."""
        way = one + _SHARES[:, None, None, None] * (two - one)
        if self.counts.dtype.kind != "i":
            return way
        # Items flip whole: what rounding down leaves over goes to the largest remainders.
        kept = np.floor(way + 1e-9)
        spare = np.floor(way.sum((1, 2, 3)) + 1e-9 - kept.sum((1, 2, 3)))
        rest = (way - kept).reshape(len(way), -1)
        rank = np.argsort(np.argsort(-rest, axis=1, kind="stable"), axis=1)
        rounded = kept + (rank < spare[:, None]).reshape(kept.shape)
        fits = (rounded.sum(-2) <= self.counts).all((-2, -1))
        return np.where(fits[:, None, None, None], rounded, kept)


def _value(tables: Array, key: str) -> Floats:
    with np.errstate(all="ignore"):
        found: Floats = measure(key).function(Contingency(tables))
    return found


def _dinkelbach(problem: _Problem, sign: int) -> Array:
    counts = problem.counts.astype(float)
    total, predicted = counts.sum(), counts.sum(0)
    table, value = problem.counts, float(_value(problem.counts, "cohen_kappa"))
    for _ in range(_MOST_STEPS):
        at = 0.0 if np.isnan(value) else value
        # Dinkelbach's linear problem: the numerator less the present value times the denominator, N·hits
        # and margins.
        worth = sign * (total * np.eye(len(counts)) - (1 - at) * predicted[:, None])
        found = problem.moved(problem.greatest(worth))
        new = float(_value(found, "cohen_kappa"))
        if np.isnan(new) or (not np.isnan(value) and sign * (new - value) <= _LEAST_GAIN):
            break
        table, value = found, new
    return table


class _Informedness:
    """``f_k = (c/N)·(n/r − (c − n)/(N − r))``; a class without items adds nothing."""

    def __init__(self, counts: Array) -> None:
        self.given, self.total = counts.sum(0).astype(float), float(counts.sum())

    def slopes(self, right: Floats, real: Floats) -> tuple[Floats, Floats]:
        share, rest = self.given / self.total, np.maximum(self.total - real, 1.0)
        real = np.maximum(real, 1.0)
        alpha = share * (1 / real + 1 / rest)
        return alpha, -share * (right / real**2 + (self.given - right) / rest**2)


class _Markedness:
    """``f_k = r·(N·n − r·c) / (N·c·(N − c))``; a label that is not given adds nothing."""

    def __init__(self, counts: Array) -> None:
        self.given, self.total = counts.sum(0).astype(float), float(counts.sum())
        # Predicted labels do not change when truths are flipped, so that the scale of each class is fixed.
        room = self.given * (self.total - self.given)
        self.scale = np.divide(1.0, room, out=np.zeros(room.shape), where=room > 0)

    def slopes(self, right: Floats, real: Floats) -> tuple[Floats, Floats]:
        return real * self.scale, (right - 2 * real * self.given / self.total) * self.scale


_SUMS: dict[str, type[_Informedness | _Markedness]] = {
    "informedness": _Informedness,
    "markedness": _Markedness,
}


def _frank_wolfe(problem: _Problem, sums: _Informedness | _Markedness, key: str, sign: int) -> Array:
    """A search from linear problem to linear problem from several starts."""
    found = [_climbed(problem, sums, key, sign, start) for start in _starts(problem, sign)]
    best, flips = max(found, key=lambda x: x[0])
    if best == -np.inf:
        return problem.counts
    return problem.moved(_exchanged(problem, key, sign, flips, best))


def _starts(problem: _Problem, sign: int) -> Iterator[Floats]:
    """No flips; and of not too many classes, flips that make decisions right or wrong and one class rare."""
    classes = len(problem.counts)
    yield np.zeros((classes,) * 3)
    if classes <= _MANY_CLASSES:
        for k in range(classes):
            for side in (-1.0, 1.0):
                worth = sign * np.eye(classes)
                worth[k] += 2 * side
                yield problem.greatest(worth)


def _climbed(
    problem: _Problem, sums: _Informedness | _Markedness, key: str, sign: int, flips: Floats
) -> tuple[float, Floats]:
    """The flips that steps towards the solutions of linear problems end at, and their value."""
    best = _known(sign * float(_value(problem.moved(flips), key)))
    for _ in range(_MOST_STEPS):
        worth = _worth(sums, problem.moved(flips), sign)
        way = problem.between(flips, problem.greatest(worth))
        values = sign * _value(np.stack([problem.moved(x) for x in way]), key)
        place = int(np.argmax(np.where(np.isnan(values), -np.inf, values)))
        if not values[place] > best + _LEAST_GAIN:
            break
        best, flips = float(values[place]), way[place]
    return best, flips


def _known(value: float) -> float:
    return -np.inf if np.isnan(value) else value


def _worth(sums: _Informedness | _Markedness, table: Array, sign: int) -> Floats:
    """What an item in each cell adds, to first order."""
    alpha, beta = sums.slopes(np.diagonal(table).astype(float), table.sum(1).astype(float))
    return sign * (np.diag(alpha) + beta[:, None])


def _exchanged(problem: _Problem, key: str, sign: int, flips: Floats, best: float) -> Floats:
    """The best that taking back one flip and making another can reach, step by step."""
    classes = len(problem.counts)
    # Exchanging flips one by one tries K⁶ pairs a step, too many beyond a few classes.
    if problem.counts.dtype.kind != "i" or classes > _FEW_CLASSES:
        return flips
    sides = np.eye(classes)
    step = sides[None, :, :] - sides[:, None, :]  # what a flip from one row to another adds to its column
    moves = (step[:, :, None, :, None] * sides[None, None, :, None, :]).reshape(-1, classes, classes)
    moves = np.concatenate((moves, np.zeros((1, classes, classes))))
    for _ in range(_MOST_STEPS):
        made = np.append(flips.ravel(), 1.0)
        back, out = np.nonzero(made > 0)[0], np.arange(len(moves))
        tables = problem.moved(flips) + moves[None, out] - moves[back, None]
        used = flips.sum() + (out < flips.size)[None, :] - (back < flips.size)[:, None]
        left = problem.counts - flips.sum(-2)
        room = np.append((left[:, None, :] + 0 * flips).ravel(), 1.0)
        same_cell = room[None, :] + (_cell(back, classes)[:, None] == _cell(out, classes)[None, :])
        allowed = (used <= problem.flips) & (same_cell >= 1) & (tables >= 0).all((-2, -1))
        values = np.where(allowed, sign * _value(tables, key), -np.inf)
        place = np.unravel_index(np.argmax(np.where(np.isnan(values), -np.inf, values)), values.shape)
        if not values[place] > best + _LEAST_GAIN:
            break
        changed = made.copy()
        changed[back[place[0]]] -= 1
        changed[place[1]] += 1
        best, flips = float(values[place]), changed[:-1].reshape(flips.shape)
    return flips


def _cell(flip: NDArray[np.int64], classes: int) -> NDArray[np.int64]:
    """The cell that a flip takes an item from; a number of its own where nothing is flipped."""
    row, column = flip // classes**2, flip % classes
    return np.where(flip < classes**3, row * classes + column, -1)
