"""Maximum likelihood of the mixture: a share of decisions is informed, the others are guesses.

With probability b a decision has the right label, otherwise label l with probability g_l, whatever the truth
(Powers 2012, section 1.7): ``P(l | c) = b·[l = c] + (1 − b)·g_l``. With a_l = (1 − b)·g_l the log-likelihood
of tables with given class sizes is ``Σ_l hits_l·log(b + a_l) + strays_l·log(a_l)``, where the strays of a
label are the items of other classes that were given it. It is concave on the simplex b + Σ a_l = 1, so that
the maximum is unique. Where b > 0, Lagrange's multiplier is N, and each a_l is the positive root of
``N·a² + (N·b − predicted_l)·a − strays_l·b = 0``. What is left is one convex equation, b + Σ a_l(b) = 1,
which always has the root 0: another one exists if and only if the Precisions of the labels predicted add up
to more than 1, which is the score for b at 0. Newton's steps from 1 go down to it without overshooting.

For given b the same holds with another multiplier, which is found by Newton's steps from above, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Booleans, Floats

_MOST_STEPS = 100
_PRECISION = 1e-13  # Newton's steps square the error: what is left after such a step is rounding


@dataclass(frozen=True)
class Counts:
    """What the likelihood looks at: for each label its hits and its strays, as shares of all items.

    ``hits`` and ``strays`` have the shape ``(tables, labels)``, ``total`` the shape ``(tables,)``.
    """

    hits: Floats
    strays: Floats
    total: Floats

    @classmethod
    def of(cls, cells: Array) -> Counts:
        """From tables of shape ``(tables, labels, labels)``."""
        total = np.asarray(cells.sum((-2, -1)), dtype=float)
        hits = np.diagonal(cells, axis1=-2, axis2=-1)
        shares = np.where(total > 0, total, 1.0)[:, None]
        return cls(hits / shares, (cells.sum(-2) - hits) / shares, total)

    def log_likelihood(self, informed: Floats, guessed: Floats) -> Floats:
        """Of the share informed b, ``(tables,)``, and the shares a_l guessed, given the class sizes."""
        from scipy.special import xlogy

        right = informed[:, None] + guessed
        return self.total * (xlogy(self.hits, right) + xlogy(self.strays, guessed)).sum(-1)


def fitted(counts: Counts) -> tuple[Floats, Floats]:
    """The share informed b ≥ 0 and the shares a_l guessed, which add up to 1 − b, of greatest likelihood."""
    predicted = counts.hits + counts.strays
    with np.errstate(all="ignore"):
        precision = np.where(predicted > 0, counts.hits / predicted, 0.0).sum(-1)
    # From above: the equation is convex, so that Newton's steps from 1 come down to the root and never pass
    # it.
    informed = np.where(precision > 1, 1.0, 0.0)
    moving = informed > 0
    for _ in range(_MOST_STEPS):
        if not moving.any():
            break
        b = informed[moving]
        guessed, root = _guessed(b, 1.0, predicted[moving], counts.strays[moving])
        with np.errstate(all="ignore"):
            slopes = np.where(root > 0, (counts.strays[moving] - guessed) / root, 0.0)
            step = (b + guessed.sum(-1) - 1) / (1 + slopes.sum(-1))
        step = np.where(np.isfinite(step), np.clip(step, 0.0, b), 0.0)
        informed[moving] = b - step
        moving[moving] = step > _PRECISION * b
    guessed = _guessed(informed, 1.0, predicted, counts.strays)[0]
    return informed, _adding_up_to(1 - informed, guessed)


def guessed_given(informed: Floats, counts: Counts) -> Floats:
    """The shares a_l guessed of greatest likelihood if the share informed is given, ``(tables,)``."""
    strays, predicted = counts.strays, counts.hits + counts.strays
    goal = 1 - informed
    with np.errstate(all="ignore"):
        # Each is an upper bound on the root, whichever of strays, labels and shares decides; the least is
        # the start.
        limits = goal / strays.sum(-1), 1 / predicted.max(-1), goal + predicted.shape[-1] * informed
        inverse = np.fmin(np.fmin(*limits[:2]), limits[2])  # the inverse of the multiplier, from above
        for _ in range(_MOST_STEPS):
            guessed, root = _guessed(informed, inverse, predicted, strays)
            slopes = np.where(root > 0, (predicted * guessed + strays * informed[:, None]) / root, 0.0)
            step = (guessed.sum(-1) - goal) / slopes.sum(-1)
            step = np.where(np.isfinite(step), np.clip(step, 0.0, inverse), 0.0)
            inverse = inverse - step
            if not (step > _PRECISION * inverse).any():
                break
    return _adding_up_to(goal, _guessed(informed, inverse, predicted, strays)[0])


def _guessed(
    informed: Floats, inverse: Floats | float, predicted: Floats, strays: Floats
) -> tuple[Floats, Floats]:
    """The positive roots of ``a² + (b − μ·predicted)·a − μ·strays·b = 0``, and that of the discriminant."""
    mu = np.broadcast_to(inverse, informed.shape)[:, None]
    x = mu * predicted - informed[:, None]
    product = mu * strays * informed[:, None]
    root = np.sqrt(x * x + 4 * product)
    with np.errstate(all="ignore"):  # of the two forms, the one in which nothing cancels
        below = np.where(root > x, 2 * product / (root - x), 0.0)
    # Where x is negative, x + root would be the difference of two nearly equal numbers.
    return np.where(x > 0, (x + root) / 2, below), root


def _adding_up_to(goal: Floats, guessed: Floats) -> Floats:
    """Without what rounding leaves over."""
    total = guessed.sum(-1)
    factor = np.divide(goal, total, out=np.ones_like(total), where=total > 0)
    return guessed * factor[:, None]


def below_chance(cells: Array, known: Booleans) -> tuple[Booleans, Array]:
    """Tables of two labels whose decisions are rather wrong than right, and all tables turned to be right.

    Of two labels the wrong one is the other one, so that being misinformed is being informed with the
    predicted labels exchanged.
    """
    two = known.sum(-1) == 2
    order = np.argsort(~known, axis=-1, kind="stable")
    i, j = order[:, 0], order[:, min(1, order.shape[1] - 1)]
    at = np.arange(len(cells))
    counts = cells.astype(float)
    hits = counts[at, i, i] * counts[at, j, j]
    below = two & (hits < counts[at, i, j] * counts[at, j, i])
    return below, exchanged(cells, known, below)


def exchanged(cells: Array, known: Booleans, where: Booleans) -> Array:
    """Tables, or shares of labels, with the two labels that occur exchanged in the last axis."""
    places = np.broadcast_to(np.arange(known.shape[-1]), known.shape).copy()
    first_two = np.argsort(~known[where], axis=-1, kind="stable")[:, :2]
    turned = places[where]
    np.put_along_axis(turned, first_two, first_two[:, ::-1], axis=-1)
    places[where] = turned
    extra = cells.ndim - places.ndim
    return np.take_along_axis(cells, places.reshape(len(places), *(1,) * extra, -1), axis=-1)
