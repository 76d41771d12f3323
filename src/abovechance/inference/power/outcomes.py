"""Evaluations still to be made: the tables that may come of them, how likely, and which would convince.

For two classes all tables are listed that are not too unlikely, so that the power of a test is known but
for a millionth; for more classes, or where the list would be too long, tables are drawn at random, always the
same ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import beyond_any, weighted_hits
from abovechance.inference.significance.freeman_halton import runs
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling

MOST_LISTED = 50_000
"""So many tables of two classes are listed at most."""
DRAWN = 10_000
"""So many are drawn otherwise: the standard error of a power of 0.8 is then 0.004."""
_FAR = 12.0
"""Beyond so many standard deviations no test of a level that anybody asks for has its limit."""
_UNLIKELY = 1e-7


def outcomes(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Tables, Array]:
    """Tables that ``n`` items may give if the cells have these shares, and their probabilities."""
    found = _listed(n, shares, sampling) if len(shares) == 2 else None
    counts, chances = _drawn(n, shares, sampling) if found is None else found
    return Tables(counts, tuple(range(len(shares))), axes=(Axis("outcome"),)), chances


def convincing(tables: Tables, against: float, level: float, *, more: bool) -> Array:
    """Which tables show Informedness to be more (or less) than a number, at a two-sided level.

    Against chance by the default test, of more than two classes with one limit for all; else by the interval.
    """
    from abovechance.inference.intervals.interval import interval
    from abovechance.inference.significance.test import test

    if against != 0:
        bounds = interval(tables, "informedness", level=level)
        return bounds.low > against if more else bounds.high < against
    if len(tables.labels) > 2:
        return _farther_out(tables, level, more=more)
    found = test(tables)
    return (found.p_value < 1 - level) & ((found.statistic > 0) == more)


def _farther_out(tables: Tables, level: float, *, more: bool) -> Array:
    """Which tables the combined test finds better (or worse) than guessing, by the expected margins."""
    from scipy.optimize import brentq

    usual = weighted_hits(Contingency(tables.counts.mean(0, keepdims=True)), COMBINED)

    def excess(limit: float) -> float:
        p = beyond_any(np.array([limit]), usual.skewness, usual.correlation, "two-sided")
        return float(p[0]) - (1 - level)

    limit = brentq(excess, 0.0, _FAR)
    z = weighted_hits(tables.contingency, COMBINED).standardised
    z = np.nan_to_num(z if more else -z)
    return (z.max(-1) > limit) & (z.max(-1) >= -z.min(-1))


def _listed(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Array, Array] | None:
    """All tables of two classes but the most unlikely; None if they are too many."""
    real = shares.sum(1)
    positive, chances = _likely(np.array([n]), real[1])[1:]
    if sampling == "classes":
        positive, chances = _class_sizes(n, real)[1:], np.ones(1)
    recall, fallout = shares[1, 1] / real[1], shares[0, 1] / real[0]
    middle = positive[len(positive) // 2]
    if len(positive) * _width(middle, recall) * _width(n - middle, fallout) > MOST_LISTED:
        return None
    whose, tp, chance = _likely(positive, recall)
    positive, chances = positive[whose], chances[whose] * chance
    whose, fp, chance = _likely(n - positive, fallout)
    tp, positive, chances = tp[whose], positive[whose], chances[whose] * chance
    cells = (n - positive - fp, fp, positive - tp, tp)
    return np.stack(cells, axis=-1).reshape(-1, 2, 2).astype(np.int64), chances


def _width(trials: int, share: float) -> int:
    return len(_likely(np.array([trials]), share)[1])


def _likely(trials: Array, share: float) -> tuple[Array, Array, Array]:
    """The likely numbers of successes: of which series of trials, how many, with what probability."""
    from scipy.stats import binom

    least, most = (
        np.asarray(binom.ppf(x, trials, share), dtype=np.int64) for x in (_UNLIKELY, 1 - _UNLIKELY)
    )
    least = np.maximum(least, 0)
    whose, above = runs(most - least + 1)
    number = least[whose] + above
    return whose, number, np.asarray(binom.pmf(number, trials[whose], share))


def _drawn(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Array, Array]:
    rng = np.random.default_rng(n)
    if sampling == "items":
        counts = rng.multinomial(n, shares.ravel(), size=DRAWN).reshape(DRAWN, *shares.shape)
    else:
        real = shares.sum(1)
        rows = zip(_class_sizes(n, real), shares / real[:, None], strict=True)
        counts = np.stack([rng.multinomial(size, row, size=DRAWN) for size, row in rows], axis=1)
    return counts.astype(np.int64), np.full(DRAWN, 1 / DRAWN)


def _class_sizes(n: int, real: NDArray[np.float64]) -> NDArray[np.int64]:
    """As many items of each class as its share comes to, rounded so that they are ``n`` in all."""
    return np.diff(np.rint(np.append(0, np.cumsum(real)) * n).astype(np.int64))
