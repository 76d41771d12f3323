"""What answers to multiple-choice questions earn, how surely, and what guessing would earn.

A right answer to a question of K options earns 1, a wrong one loses 1/(K − 1): the Bookmaker's fair odds
where all options are equally likely, so that guessing earns nothing on average. The mean of n answers with
share p right is (K·p − 1)/(K − 1), which is 0 for guessing and 1 if everything is known.

All functions take how many questions of each kind, by number of options, a candidate answered, and how many
of these rightly: arrays of shape (candidates, kinds).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.intervals.proportion import METHODS

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Floats

_MOST_UNITS = 2**40  # so that the sum over any number of questions fits into 64 bits
interval_method = Names("interval", METHODS, {"exact": "clopper_pearson"})
"""The interval of a proportion of a name or an alias."""


def points(options: Array, answered: Array, right: Array) -> Floats:
    """What each candidate earns: right answers less 1/(K − 1) for each wrong one."""
    return np.asarray((right - (answered - right) / (options - 1)).sum(-1), dtype=float)


def bounds(options: Array, answered: Array, right: Array, level: float, method: str) -> tuple[Floats, Floats]:
    """The interval of what an answer earns on average.

    That of the proportion of right answers, mapped to points. Where questions differ in their options, the
    proportions of the kinds are independent and their intervals are joined (MOVER, Zou & Donner 2008):
    ``L = value − √Σ (w_k (p_k − l_k))²``, where w_k is what a right answer earns more than a wrong one times
    the share of questions of the kind.
    """
    # Who answered nothing earns 0/0 for an answer: NaN, as it should be.
    with np.errstate(invalid="ignore", divide="ignore"):
        total = answered.sum(-1, keepdims=True)
        value = points(options, answered, right) / total[:, 0]
        low, high = METHODS[interval_method(method)](right, answered, level)
        weight = answered / total * options / (options - 1)
        share = right / answered
        down, up = (np.where(answered > 0, weight * x, 0.0) for x in (share - low, high - share))
        return value - np.sqrt((down * down).sum(-1)), value + np.sqrt((up * up).sum(-1))


def tails(options: Array, answered: Array, right: Array) -> tuple[Floats, Floats]:
    """The exact probabilities that guessing earns as many points or more, and as many or fewer.

    With one kind of questions the points of a guesser are binomial. With several they are a sum of
    independent binomials with different weights, whose distribution is found for each pattern of answered
    questions.
    """
    found = np.full((2, len(right)), np.nan)
    steps = _steps(options)
    for pattern in np.unique(answered, axis=0):
        if not pattern.any():
            continue
        where = np.flatnonzero((answered == pattern).all(-1))
        values, chances = _guessed(options, steps, pattern)
        # Exact, as steps are whole numbers: what anybody earned is one of the values.
        place = np.searchsorted(values, right[where] @ steps)
        found[:, where] = np.cumsum(chances[::-1])[::-1][place], np.cumsum(chances)[place]
    # Sums of probabilities may exceed 1 by rounding.
    above, below = np.minimum(found, 1.0)
    return above, below


def _steps(options: Array) -> Array:
    """What a right answer gains over a wrong one, K/(K − 1), in whole numbers of a common unit."""
    unit = math.lcm(*(size - 1 for size in options.tolist()))
    if unit > _MOST_UNITS:
        raise InputError(
            "{argument} differ in too many ways for an exact test: mark questions of fewer kinds together",
            argument="options",
        )
    return np.array([unit // (size - 1) * size for size in options.tolist()], dtype=np.int64)


def _guessed(options: Array, steps: Array, answered: Array) -> tuple[Array, Floats]:
    """What guessers can gain over nothing but wrong answers, in order, and with which probability."""
    from scipy.stats import binom

    values: Array = np.zeros(1, dtype=np.int64)
    chances: Floats = np.ones(1)
    for size, step, number in zip(options.tolist(), steps.tolist(), answered.tolist(), strict=True):
        more = np.arange(number + 1)
        sums = np.add.outer(values, more * step).ravel()
        together = np.multiply.outer(chances, binom.pmf(more, number, 1 / size)).ravel()
        # Sums that come about in several ways are one outcome: this keeps the list short, kind after kind.
        values, place = np.unique(sums, return_inverse=True)
        chances = np.asarray(np.bincount(place, together), dtype=float)
    return values, chances


def p_values(above: Array, below: Array, alternative: str) -> Floats:
    """The p-values of points; two-sided ones are twice the smaller tail."""
    one_sided = {"greater": above, "less": below}
    return one_sided.get(alternative, np.minimum(2 * np.minimum(above, below), 1.0))
