"""The mixture with a skill of its own for each class, and what can be said of it with two classes.

``P(l | c) = b_c·[l = c] + (1 − b_c)·g_l``. Given how many items of each class are wrong, the labels that they
were given tell the guesses: l ≠ c with probability g_l / (1 − g_c), which is quasi-independence (Goodman
1968). The share wrong of a class then tells its skill: ``(1 − b_c)·(1 − g_c)``. A class with more errors than
guessing makes has the skill 0, and all of its items tell the guesses. In log g the log-likelihood is concave
with a continuous slope, so that Newton's steps with halving find its maximum.

With two classes an error has one label only, and the guesses are not known. Each g between the false positive
and the true positive rate is possible, and with it another share of informed decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Booleans, Floats

_MOST_STEPS = 60
_HALVINGS = 30
_PRECISION = 1e-10
_SINGULAR = 1e-9  # an eigenvalue of so small a share of the greatest is rounding
NOT_TOLD = "the errors do not tell which labels are guessed how often, and so not how skilled each class is"


@dataclass(frozen=True)
class Skills:
    """Skills of classes and shares of guesses, ``(tables, labels)``; NaN for classes without items."""

    skill: Floats
    guess: Floats
    identified: Booleans
    covariance: Floats  # of log g by the errors alone; a common shift of log g is nothing


def fitted_skills(cells: Array) -> Skills:
    """The skills b_c ≥ 0 and guesses of greatest likelihood."""
    problem = _Problem(cells)
    log_guess = problem.start()
    value = problem.log_likelihood(log_guess)
    moving = np.ones(len(cells), dtype=bool)
    for _ in range(_MOST_STEPS):
        if not moving.any():
            break
        some = problem.part(moving)
        slope, hessian = some.derivatives(log_guess[moving])
        step: Floats = np.linalg.solve(hessian, slope[..., None])[..., 0].astype(float)
        found, reached = _climbed(some, log_guess[moving], value[moving], step, (step * slope).sum(-1))
        moved = reached > value[moving]
        log_guess[moving], value[moving] = found, reached
        moving[moving] = moved & (np.abs(step).max(-1) > _PRECISION)
    return problem.skills(log_guess)


def _climbed(
    problem: _Problem, start: Floats, value: Floats, step: Floats, gain: Floats
) -> tuple[Floats, Floats]:
    """Where a step, halved until it climbs enough, leads; nowhere if it does not."""
    share = np.ones(len(start))
    for _ in range(_HALVINGS):
        found = start + share[:, None] * step
        reached = problem.log_likelihood(found)
        short = ~(reached >= value + 1e-4 * share * gain)
        if not short.any():
            break
        share = np.where(short, share / 2, share)
    stays = ~(reached > value)
    return np.where(stays[:, None], start, found), np.where(stays, value, reached)


class _Problem:
    """Tables of which skills are to be found; axes are tables, classes, labels."""

    def __init__(self, cells: Array) -> None:
        self.cells = cells.astype(float)
        self._own = np.eye(cells.shape[-1], dtype=bool)
        self._hits = np.diagonal(self.cells, axis1=-2, axis2=-1)
        self._off = np.where(self._own, 0.0, self.cells)
        self._real, self._wrong = self.cells.sum(-1), self._off.sum(-1)
        self._strays = self._off.sum(-2)
        self._guessed = self._strays > 0  # all other labels are never guessed

    def part(self, which: Booleans) -> _Problem:
        return self if which.all() else _Problem(self.cells[which])

    def start(self) -> Floats:
        with np.errstate(all="ignore"):
            shares = self._strays / self._strays.sum(-1, keepdims=True)
        return np.where(self._guessed, np.log(np.where(self._guessed, shares, 1.0)), 0.0)

    def guesses(self, log_guess: Floats) -> Floats:
        top = np.where(self._guessed, log_guess, -np.inf).max(-1, keepdims=True)
        found = np.where(self._guessed, np.exp(log_guess - np.where(np.isfinite(top), top, 0.0)), 0.0)
        total = found.sum(-1, keepdims=True)
        return found / np.where(total > 0, total, 1.0)

    def _others(self, guess: Floats) -> Floats:
        """The share of guesses of other labels than each, added up and not subtracted."""
        return np.where(self._own, 0.0, guess[:, None, :]).sum(-1)

    def _is_free(self, others: Floats) -> Booleans:
        """Whether a class has no more errors than guessing makes."""
        return self._wrong <= self._real * others

    def log_likelihood(self, log_guess: Floats) -> Floats:
        """The greatest over the skills."""
        from scipy.special import xlog1py, xlogy

        guess = self.guesses(log_guess)
        others = self._others(guess)
        labels = xlogy(self._off, guess[:, None, :]).sum(-1)
        with np.errstate(all="ignore"):
            wrong = np.where(self._real > 0, self._wrong / self._real, 0.0)
            free = xlogy(self._wrong, wrong) + xlog1py(self._hits, -wrong) - xlogy(self._wrong, others)
            bound = xlogy(self._hits, guess)
        return (labels + np.where(self._is_free(others), free, bound)).sum(-1)

    def derivatives(self, log_guess: Floats) -> tuple[Floats, Floats]:
        """The slope by log g, and the negative second derivative, made regular along what does nothing."""
        guess = self.guesses(log_guess)
        free = self._is_free(self._others(guess))
        shares, weight = self._told(guess, free)
        counted = np.where(self._own & free[..., None], 0.0, self.cells)
        slope = (counted - weight[..., None] * shares).sum(-2)
        return np.where(self._guessed, slope, 0.0), self._information(guess, free)

    def _information(self, guess: Floats, free: Booleans) -> Floats:
        shares, weight = self._told(guess, free)
        weighted = weight[..., None] * shares
        found = self._own * weighted.sum(-2)[:, None, :] - np.swapaxes(weighted, -1, -2) @ shares
        return self._regular(found)

    def _told(self, guess: Floats, free: Booleans) -> tuple[Floats, Floats]:
        """The labels expected of the items of each class that tell the guesses, and how many these are."""
        others = self._others(guess)
        with np.errstate(all="ignore"):
            of_errors = np.where(self._own, 0.0, guess[:, None, :] / others[..., None])
        of_errors = np.where(others[..., None] > 0, of_errors, 0.0)
        shares = np.where(free[..., None], of_errors, guess[:, None, :])
        return shares, np.where(free, self._wrong, self._real)

    def _regular(self, hessian: Floats) -> Floats:
        both = self._guessed[:, :, None] & self._guessed[:, None, :]
        scale = np.maximum(np.trace(hessian, axis1=-2, axis2=-1), 1.0)[:, None, None]
        size = self._guessed.shape[-1]
        ridge = 1e-12 * scale * self._own
        return np.where(both, hessian + scale / size, scale * self._own) + ridge

    def skills(self, log_guess: Floats) -> Skills:
        """What was found, and whether it is the only one."""
        guess = self.guesses(log_guess)
        others = self._others(guess)
        with np.errstate(all="ignore"):
            wrong = self._wrong / self._real
            lost = np.where(self._wrong > 0, wrong / others, 0.0)
        skill = np.where(self._real > 0, np.clip(1 - lost, 0.0, 1.0), np.nan)
        values = np.linalg.eigvalsh(self.derivatives(log_guess)[1])
        erring = (self._wrong > 0).sum(-1)  # one erring class leaves open how often its own label is guessed
        told = (values[:, 0] > _SINGULAR * values[:, -1]) & (self._guessed.sum(-1) > 1) & (erring > 1)
        of_errors = np.linalg.inv(self._information(guess, np.ones_like(wrong, dtype=bool))).astype(float)
        return Skills(skill, guess, told | (erring == 0), of_errors)


def share_interval(
    cells: Array, found: Skills, prevalence: Floats, level: float
) -> tuple[Floats, Floats, Floats]:
    """The share of informed decisions Σ prev_c·b_c, and its bounds by the delta method, given class sizes.

    Errors of each class and the labels of errors are independent; half an error more on either side keeps
    the variance of a class without errors above 0. A skill of 0, at the end of its range, is as uncertain as
    if it were not.
    """
    cells = cells.astype(float)
    real, hits = cells.sum(-1), np.diagonal(cells, axis1=-2, axis2=-1)
    with np.errstate(all="ignore"):
        rate = (real - hits + 0.5) / (real + 1)
        others = 1 - found.guess
        by_rate = np.where(others > 0, prevalence / others, 0.0)
        lost = np.nan_to_num(by_rate * (1 - found.skill))
        by_guess = found.guess * (lost - (lost * found.guess).sum(-1, keepdims=True))
        variance = (by_rate**2 * rate * (1 - rate) / np.maximum(real, 1)).sum(-1)
        variance += np.einsum("tl,tlm,tm->t", by_guess, found.covariance, by_guess)
        value = np.nansum(prevalence * found.skill, axis=-1)
    spread = quantile(level) * np.sqrt(variance)
    value = np.where(found.identified, value, np.nan)
    return value, np.clip(value - spread, 0.0, 1.0), np.clip(value + spread, 0.0, 1.0)


@dataclass(frozen=True)
class _Rates:
    """True and false positive rates of two classes, and the prevalence of the positive one."""

    hit: Floats
    alarm: Floats
    prevalence: Floats

    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest share of informed decisions, over all guesses that are possible.

        For the share g of the positive label among guesses it is
        ``prev·(hit − g)/(1 − g) + (1 − prev)·(1 − alarm/g)``, which is concave in g.
        """
        none = self.alarm > self.hit
        with np.errstate(all="ignore"):
            ends = np.fmin(self._share(self.alarm), self._share(self.hit))
            ratio = np.sqrt((1 - self.prevalence) * self.alarm / (self.prevalence * (1 - self.hit)))
            best = np.where(np.isfinite(ratio), ratio / (1 + ratio), 1.0)
            greatest = self._share(np.where(none, 0.0, np.clip(best, self.alarm, self.hit)))
        return np.where(none, 0.0, ends), np.where(none, 0.0, np.fmax(greatest, ends))

    def _share(self, g: Floats) -> Floats:
        with np.errstate(all="ignore"):
            positive = np.where(g < 1, (self.hit - g) / (1 - g), np.where(self.hit < 1, 0.0, 1.0))
            negative = np.where(g > 0, 1 - self.alarm / g, np.where(self.alarm > 0, 0.0, 1.0))
        return self.prevalence * positive + (1 - self.prevalence) * negative


def two_class_bounds(
    cells: Array, prevalence: Floats, level: float, may_be_below: Booleans
) -> tuple[Floats, Floats, Floats, Floats]:
    """The least and greatest share informed of 2×2 tables, and an interval that holds both.

    The interval goes from below the least to above the greatest: each moves with both rates in one direction,
    and what their Wilson limits move it by is added as squares (MOVER, Zou and Donner 2008). Where decisions
    may as well be rather wrong than right, it goes down to the greatest share misinformed, as a negative one.
    """
    rates = _Limited.of(cells, level)
    least, greatest = rates.within(prevalence).bounds()
    low = np.maximum(least - rates.moved(prevalence, 0), 0.0)
    high = np.minimum(greatest + rates.moved(prevalence, 1), 1.0)
    wrong = _Limited.of(cells[:, :, ::-1], level)
    misinformed = wrong.within(prevalence).bounds()[1]
    lowest = -np.minimum(misinformed + wrong.moved(prevalence, 1), 1.0)
    least = np.where(
        rates.hit == rates.alarm, -misinformed, least
    )  # neither: if labels are all the same, both
    return least, greatest, np.where(may_be_below, lowest, low), high


@dataclass(frozen=True)
class _Limited:
    """True and false positive rates with their limits."""

    hit: Floats
    alarm: Floats
    hit_limits: tuple[Floats, Floats]
    alarm_limits: tuple[Floats, Floats]

    @classmethod
    def of(cls, cells: Array, level: float) -> _Limited:
        from abovechance.inference.intervals.proportion import wilson

        right, real = cells[:, :, 1].astype(float), cells.sum(-1).astype(float)
        (hit, alarm) = (right[:, k] / real[:, k] for k in (1, 0))
        return cls(hit, alarm, *(wilson(right[:, k], real[:, k], level) for k in (1, 0)))

    def within(self, prevalence: Floats) -> _Rates:
        return _Rates(self.hit, self.alarm, prevalence)

    def moved(self, prevalence: Floats, side: int) -> Floats:
        """How far the limits of both rates move the least share down (0) or the greatest up (1)."""
        start = self.within(prevalence).bounds()[side]
        others = (
            _Rates(self.hit_limits[side], self.alarm, prevalence),
            _Rates(self.hit, self.alarm_limits[1 - side], prevalence),
        )
        return np.sqrt(sum(np.square(x.bounds()[side] - start) for x in others))
