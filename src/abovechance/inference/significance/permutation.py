"""How probable a weighted sum of hits is among the tables with given margins, exactly or by sampling.

Informedness is such a sum: given both margins it is linear in the cells of the diagonal. Of several sums,
each less its mean and in standard deviations, the one farthest out counts. The columns are filled one after
another; a row whose own column is filled has no more part in the sums, so all such rows are one pool, and the
number of states falls with each column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.inference.resampling.margins import LARGEST_TOTAL, Draws, sampled_p
from abovechance.inference.significance.freeman_halton import (
    Filling,
    TooMuchWorkError,
    distinct,
    runs,
    sort_code,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.significance.outcome import Alternative

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

WORK = 1 << 18  # partial tables looked at before sampling takes over: it would be as fast by then
# Sums are the same if their mixture is.
_MIXING_WEIGHTS = np.array([1.0, 0.7548776662466927, 0.5698402909980532])
# Sums that differ by less than this share of the largest are the same but for rounding.
_ROUNDING_ERROR = 1e-9


class Plan(NamedTuple):
    """Which tables count as extreme, and how to draw random ones."""

    alternative: Alternative
    draws: Draws

    def extremity(self, deviation: Array) -> Array:
        """How far the farthest of some sums (last axis) lies in the direction of the alternative."""
        if self.alternative == "two-sided":
            return np.abs(deviation).max(-1)
        return (deviation if self.alternative == "greater" else -deviation).max(-1)


class Tail(NamedTuple):
    """A p-value, its Monte Carlo error (0 if exact), and if exact the least that the margins allow."""

    p_value: float
    error: float
    least: float


class Hits(NamedTuple):
    """Sums of weighted hits: weights ``(m, K)``, and mean and standard deviation of each sum, ``(m,)``."""

    weights: Floats
    expected: Floats
    deviation: Floats

    def standardised(self, sums: Array) -> Array:
        """The sums less their means, in standard deviations."""
        return (sums - self.expected) / self.deviation

    def ties(self, counts: NDArray[Any]) -> float:
        """Up to this, standardised sums are the same but for rounding."""
        most = self.weights @ np.minimum(counts.sum(1), counts.sum(0)).astype(float)
        return _ROUNDING_ERROR * float((most / self.deviation).max())


def exact_tail(counts: NDArray[Any], hits: Hits, plan: Plan, work: int = WORK) -> Tail:
    """How probable sums as extreme as those of this table are, by all tables with its margins.

    Raises TooMuchWorkError if more than ``work`` partial tables would have to be looked at.
    """
    sums, chance = exact_sums(counts, hits.weights, work)
    own = plan.extremity(hits.standardised(hits.weights @ np.diagonal(counts)))
    ties = hits.ties(counts)
    beyond = plan.extremity(hits.standardised(sums)) - own
    share = 0.5 if plan.draws.mid else 1.0
    p = chance[beyond > ties].sum() + share * chance[abs(beyond) <= ties].sum()
    least = share * chance[beyond >= beyond.max() - ties].sum()
    return Tail(min(float(p), 1.0), 0.0, float(least))


def permutation_tail(counts: NDArray[Any], hits: Hits, plan: Plan, position: int) -> Tail | None:
    """The same by random tables where all are too many; None for too many items to say."""
    try:
        return exact_tail(counts, hits, plan)
    except TooMuchWorkError:
        return _sampled(counts, hits, plan, position)


def exact_sums(counts: NDArray[Any], weights: NDArray[Any], work: int = WORK) -> tuple[Floats, Floats]:
    """Every value ``(…, m)`` of sums of hits of weights ``(m, K)`` given both margins, and its probability.

    Raises TooMuchWorkError if more than ``work`` partial tables would have to be looked at.
    """
    predicted = np.flatnonzero(counts.sum(0))
    order = predicted[np.argsort(-counts.sum(1)[predicted], kind="stable")]
    rows, columns = counts.sum(1)[order], counts.sum(0)[order]
    filling = Filling(int(counts.sum()), 0, work)
    filling.spend_product(rows[1:] + 1)
    nodes = np.append(rows, counts.sum() - rows.sum())[None, :].astype(np.int64)
    paths = np.zeros(1, dtype=np.int64), np.zeros((1, len(weights))), np.ones(1)
    for own, size in enumerate(columns):
        start, column, log_chance = filling.filled(nodes, int(size))
        rest = nodes[start] - column
        rest[:, -1] += rest[:, 0]
        radix = np.cumprod(np.append(1, rows[own + 1 :] + 1))
        nodes, target = distinct(rest[:, 1:], radix)
        gain = column[:, :1] * weights[:, order[own]]
        paths = _walked(filling, paths, _Steps(start, target, gain, np.exp(log_chance)))
    return paths[1], paths[2]


class _Steps(NamedTuple):
    """Ways to fill a column: from which node to which, what they add to the sums, how probable they are."""

    start: Ints
    target: Ints
    gain: Floats
    chance: Floats


def _walked(
    filling: Filling, paths: tuple[Ints, Floats, Floats], steps: _Steps
) -> tuple[Ints, Floats, Floats]:
    """Each path with each way to fill the next column, those of equal sums and node made one."""
    node, sums, chance = paths
    begin, end = (np.searchsorted(steps.start, node, side=side) for side in ("left", "right"))
    filling.spend((end - begin).sum())
    which, step = runs(end - begin)
    step += begin[which]
    node, sums = steps.target[step], sums[which] + steps.gain[step]
    chance = chance[which] * steps.chance[step]
    mixed = (sums / np.maximum(sums.max(0), 1.0)) @ _MIXING_WEIGHTS[: sums.shape[1]]
    code = sort_code(node, mixed)
    order = np.argsort(code)
    heads = np.flatnonzero(np.diff(code[order], prepend=-2) > 1)
    return node[order[heads]], sums[order[heads]], np.add.reduceat(chance[order], heads)


def _sampled(counts: NDArray[Any], hits: Hits, plan: Plan, position: int) -> Tail | None:
    if counts.sum() > LARGEST_TOTAL:
        return None
    real, predicted = counts.sum(1) > 0, counts.sum(0) > 0
    used = real | predicted
    both = np.flatnonzero((real & predicted)[used])
    weights = hits.weights[:, real & predicted].T

    def extremity(tables: Array) -> Array:
        return plan.extremity(hits.standardised(tables[..., both, both] @ weights))

    table = counts[np.ix_(used, used)]
    own = extremity(table)
    p, error = sampled_p(
        table, plan.draws, position, lambda tables: extremity(tables) - own, hits.ties(counts)
    )
    return Tail(p, error, 0.0)
