"""The interval of the skill of each class: every skill that the profile likelihood leaves possible.

Let γ be how often guesses give the class's own label, and h the shares of all other labels among the other
guesses. A class of skill b is wrong with probability q = (1 − b)·(1 − γ), so that the log-likelihood is that
of a binomial of q, plus what all errors and the other classes tell of γ. The first is known in closed form;
the second is found for a given γ by expectation and maximisation over h and the other skills. The interval
holds each b for which some γ loses no more than half of the χ² quantile (Wilks 1938).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Booleans, Floats

_LARGEST_LOGIT = 25.0  # of γ, the share of a label among guesses: nearer to 0 or 1 it makes no difference
_HALVINGS = 16
_GRID_POINTS = 25  # for γ, between its least and its greatest
_MOST_STEPS = 400
_PRECISION = 1e-7
_MOST_WORK = 500_000  # cells of all tables, once for each of their classes
_NEARLY_NONE = 1e-12


def skill_interval(cells: Array, guess: Floats, level: float) -> tuple[Floats, Floats]:
    """The bounds of each skill, ``(tables, classes)``.

    ``guess`` is how often each label is guessed where the likelihood is greatest. Bounds are NaN for a class
    without items, and for all if there are too many tables and classes to compute them in good time.
    """
    tables, size = cells.shape[:2]
    real = cells.sum(-1) > 0
    low, high = np.full((2, tables, size), np.nan)
    if not real.any() or tables * size**3 > _MOST_WORK:
        return low, high
    table, own = np.nonzero(real)
    classes = _Classes.of(cells[table].astype(float), own)
    low[real], high[real] = classes.bounds(guess[table, own], quantile(level) ** 2 / 2)
    return low, high


@dataclass(frozen=True)
class _Classes:
    """Classes of which the interval is wanted, each with its table; axes are these, classes, labels."""

    cells: Floats
    is_own: Booleans
    wrong: Floats
    right: Floats

    @classmethod
    def of(cls, cells: Floats, own: Array) -> _Classes:
        at = np.arange(len(own))
        right = cells[at, own, own]
        return cls(cells, np.eye(cells.shape[-1], dtype=bool)[own], cells[at, own].sum(-1) - right, right)

    def bounds(self, guess: Floats, most_lost: float) -> tuple[Floats, Floats]:
        """The least and the greatest skill that lose no more than so much of the log-likelihood."""
        best = np.clip(_logit(guess), -_LARGEST_LOGIT, _LARGEST_LOGIT)
        top = self._greatest(best)
        first, last = (self._end(best, side * _LARGEST_LOGIT, top - most_lost) for side in (-1, 1))
        low, high = np.ones(len(best)), np.zeros(len(best))
        grid = np.concatenate([np.linspace(first, last, _GRID_POINTS), best[None]])
        for at in grid:
            left = np.minimum(most_lost - top + self._told(at) + self._of_errors(), most_lost)
            rest = 1 / (1 + np.exp(at))  # 1 − γ
            least, greatest = self._error_rates(np.maximum(left, 0.0))
            possible = (left >= 0) & (least <= rest)
            low = np.where(possible, np.minimum(low, np.maximum(1 - greatest / rest, 0.0)), low)
            high = np.where(possible, np.maximum(high, 1 - least / rest), high)
        return np.minimum(low, high), high

    def _end(self, best: Floats, end: float, least: Floats) -> Floats:
        """How far the logit of γ can go from the best towards an end, by halving."""
        near, far = best, np.full_like(best, end)
        near = np.where(self._greatest(far) >= least, far, near)
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            inside = self._greatest(middle) >= least
            near, far = np.where(inside, middle, near), np.where(inside, far, middle)
        return near

    def _greatest(self, logit: Floats) -> Floats:
        """The greatest log-likelihood for each γ; a class with more errors than guesses make has skill 0."""
        return self._told(logit) + self._of_errors(1 / (1 + np.exp(logit)))

    def _of_errors(self, most: Floats | float = 1.0) -> Floats:
        """The greatest log-likelihood of the number of errors of each class."""
        rate = self.wrong / (self.wrong + self.right)
        return self._binomial(np.where(rate < most, rate, most).astype(float))

    def _binomial(self, rate: Floats) -> Floats:
        from scipy.special import xlog1py, xlogy

        return np.asarray(xlogy(self.wrong, rate) + xlog1py(self.right, -rate), dtype=np.float64)

    def _error_rates(self, lost: Floats) -> tuple[Floats, Floats]:
        """The least and the greatest error rate that lose no more than so much."""
        best = self.wrong / (self.wrong + self.right)
        least = self._binomial(best) - lost

        def within(rate: Floats) -> Floats:
            return np.maximum(self._binomial(rate), -1e300) - least

        none, all_ = np.full_like(best, _NEARLY_NONE), np.full_like(best, 1 - _NEARLY_NONE)
        low = np.where(self.wrong > 0, bracketed_root(within, np.maximum(best, none), none), 0.0)
        high = np.where(self.right > 0, bracketed_root(within, np.minimum(best, all_), all_), 1.0)
        return np.where(within(none) >= 0, 0.0, low), np.where(within(all_) >= 0, 1.0, high)

    def _told(self, logit: Floats) -> Floats:
        """What errors and the other classes tell of γ: the greatest log-likelihood over all else."""
        from scipy.special import xlog1py, xlogy

        is_diagonal = np.eye(self.cells.shape[-1], dtype=bool)
        hits = np.where(self.is_own, 0.0, np.diagonal(self.cells, axis1=-2, axis2=-1))
        strays = np.where(is_diagonal, 0.0, self.cells)
        wrong, of_labels = strays.sum(-1), strays.sum(-2)
        real = hits + np.where(self.is_own, 0.0, wrong)
        own, rest = 1 / (1 + np.exp(-logit))[:, None], 1 / (1 + np.exp(logit))[:, None]
        start = np.where(self.is_own, 0.0, of_labels + 0.5)
        guess = np.where(self.is_own, own, rest * start / start.sum(-1, keepdims=True))
        for _ in range(_MOST_STEPS):
            right = self._right(guess, wrong, real)
            with np.errstate(all="ignore"):
                lucky = np.where(right > 0, hits * self._guessed(guess, right) / right, 0.0)
            found = np.where(self.is_own, 0.0, of_labels + lucky)
            total = found.sum(-1, keepdims=True)
            new = np.where(self.is_own, own, rest * found / np.where(total > 0, total, 1.0))
            new = np.where(total > 0, new, guess)
            moved = np.abs(new - guess).max()
            guess = new
            if moved < _PRECISION:
                break
        right = self._right(guess, wrong, real)
        others = np.where(is_diagonal, 0.0, guess[:, None, :]).sum(-1)
        with np.errstate(all="ignore"):
            label = np.where(strays > 0, guess[:, None, :] / others[..., None], 1.0)
        of_wrong = np.where(self.is_own, 0.0, xlogy(wrong, 1 - right) + xlog1py(hits, right - 1))
        return xlogy(strays, label).sum((-2, -1)) + of_wrong.sum(-1)

    @staticmethod
    def _right(guess: Floats, wrong: Floats, real: Floats) -> Floats:
        """How often each class is right at its best skill, which is at least as often as guesses are."""
        with np.errstate(all="ignore"):
            return np.maximum(np.where(real > 0, 1 - wrong / real, guess), guess)

    @staticmethod
    def _guessed(guess: Floats, right: Floats) -> Floats:
        """How often each class is right by a guess: (1 − b)·g, where 1 − b = (1 − right)/(1 − g)."""
        with np.errstate(all="ignore"):
            return np.where(guess < 1, guess * (1 - right) / (1 - guess), 0.0)


def _logit(share: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.log(share) - np.log1p(-share)
