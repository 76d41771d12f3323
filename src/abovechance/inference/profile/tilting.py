"""Of all shares that the data allow, those that are farthest along given slopes.

The data allow shares p if Pearson's distance of the table from them, Σ(n − Np)²/(Np), is at most some goal.
The farthest have a closed form but for one number t: ``p ∝ n/√(t − h)`` for the slopes h. Where an empty cell
has the greatest slope, t ends there, and what is left of the goal goes to that cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any

TIED = 1e-10
_FIRST_STEPS = 12
_STEPS = 6
_LEAST = -60.0


class Path:
    """The farthest tables along slopes, at one distance after another; tables lie flat in rows."""

    def __init__(self, counts: Array, slopes: Array, allowed: Array) -> None:
        with np.errstate(all="ignore"):
            self._total = counts.sum(-1)
            self._there = counts > 0
            self._share = counts / self._total[:, None]
            top = np.where(allowed | self._there, slopes, -np.inf).max(-1)
            spread = top - np.where(self._there, slopes, np.inf).min(-1)
            self._flat = ~(spread > TIED * np.abs(top)) | ~np.isfinite(spread)
            below = (top[:, None] - slopes) / np.where(self._flat, 1.0, spread)[:, None]
            below = np.where(below < TIED, 0.0, below)
            empty = allowed & ~self._there & (below == 0)
            self._empty = empty / np.maximum(empty.sum(-1, keepdims=True), 1)
            self._below = np.where(self._there & ~self._flat[:, None], below, 1.0)
            self._farthest_within_occupied()
        self._u: Array | None = None

    def _farthest_within_occupied(self) -> None:
        """How distant the table is that t at the greatest slope leads to; infinitely, if that is occupied."""
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
            kept = np.where(beyond, (1 + self._limit) / (1 + goal), 1.0)
            moved = kept[:, None] * weight + (1 - kept)[:, None] * self._empty
            return self._total[:, None] * np.where(self._flat[:, None], self._share, moved)

    def _root(self, goal: Array) -> Array:
        """The logarithm of s = (t − max h)/range at which the distance is the goal.

        Newton's steps, halving where they leave the bracket; the last root is the start of the next.
        """
        low, high = np.full(goal.shape, _LEAST), np.log(np.sqrt(1 / goal) + 1)
        steps = _FIRST_STEPS if self._u is None else _STEPS
        u = np.clip(self._start(goal) if self._u is None else self._u, low, high)
        for _ in range(steps):
            distance, slope = self._distance(np.exp(u))
            error = np.log(distance / goal)
            low, high = np.where(error > 0, u, low), np.where(error > 0, high, u)
            step = u - error / slope
            u = np.where((step >= low) & (step <= high), step, (low + high) / 2)
        self._u = u
        return u

    def _start(self, goal: Array) -> Array:
        mean = (self._share * self._below).sum(-1)
        variance = (self._share * self._below**2).sum(-1) - mean * mean
        least = 1e-3 * np.maximum(self._at_top, 1e-3) ** 2
        return np.log(np.maximum(np.sqrt(variance / (4 * goal)) - mean, 0) + least)

    def _distance(self, s: Array) -> tuple[Array, Array]:
        """Mean of √(x + s) times mean of 1/√(x + s), less 1, and the slope of its logarithm by log s.

        The difference is written as a sum of squares, so that nothing is lost by subtraction.
        """
        root = np.sqrt(self._below + s[:, None])
        inverse = 1 / root
        up, down, cubed = (_mean(self._share, x) for x in (root, inverse, inverse**3))
        above = self._below / (root + np.sqrt(s)[:, None])
        above = above - _mean(self._share, above)[:, None]
        distance = _mean(self._share, above * above * inverse) / up
        return distance, s / 2 * (down * down - up * cubed) / distance


def _mean(shares: Array, values: Array) -> Array:
    return np.einsum("bc,bc->b", shares, values)
