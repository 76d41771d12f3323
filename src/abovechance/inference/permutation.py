"""The sum of weighted hits when labels are dealt out at random: exactly for small tables, else by sampling.

Informedness is such a sum: given both margins it is linear in the cells of the diagonal. The columns
are filled one after another; a row whose own column is filled has no more part in the sum, so all
such rows are one pool, and the number of states falls with each column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.inference.filling import Filling, TooMuchWorkError, distinct, runs, sort_code
from abovechance.inference.margins import LARGEST_TOTAL, Draws, sampled_p

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.outcome import Alternative

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

WORK = 1 << 18
"""How many partial tables may be looked at before sampling takes over: it would be as fast by then."""
_ROUNDING = 1e-9
"""Sums that differ by less than this share of the largest are the same but for rounding."""


class Plan(NamedTuple):
    """Which tables count as extreme, and how to draw random ones."""

    alternative: Alternative
    draws: Draws

    def extremity(self, deviation: Any) -> Any:
        """How far a sum lies in the direction of the alternative."""
        if self.alternative == "two-sided":
            return np.abs(deviation)
        return deviation if self.alternative == "greater" else -deviation


class Tail(NamedTuple):
    """A p-value, its Monte Carlo error (0 if exact), and if exact the least that the margins allow."""

    p_value: float
    error: float
    least: float


def permutation_tail(counts: NDArray[Any], weights: NDArray[Any], plan: Plan, position: int) -> Tail | None:
    """How probable a sum of ``weights`` times hits as extreme as this is; None for too many items to say."""
    real, predicted = counts.sum(1), counts.sum(0)
    expected = float((real.astype(float) * predicted) @ weights / counts.sum())
    own = plan.extremity(float(np.diagonal(counts) @ weights) - expected)
    ties = _ROUNDING * float(np.minimum(real, predicted) @ weights)
    try:
        sums, chance = exact_sums(counts, weights)
    except TooMuchWorkError:
        return _sampled(counts, weights, plan, position, ties)
    beyond = plan.extremity(sums - expected) - own
    share = 0.5 if plan.draws.mid else 1.0
    p = chance[beyond > ties].sum() + share * chance[abs(beyond) <= ties].sum()
    least = share * chance[beyond >= beyond.max() - ties].sum()
    return Tail(min(float(p), 1.0), 0.0, float(least))


def exact_sums(counts: NDArray[Any], weights: NDArray[Any], work: int = WORK) -> tuple[Floats, Floats]:
    """Every value that the sum of weighted hits can take, given both margins, and its probability.

    Raises
    ------
    TooMuchWorkError
        If more than ``work`` partial tables would have to be looked at.

    Examples
    --------
    >>> import numpy as np
    >>> sums, chance = exact_sums(np.array([[3, 1], [1, 3]]), np.ones(2))
    >>> sums, chance.round(4)
    (array([0., 2., 4., 6., 8.]), array([0.0143, 0.2286, 0.5143, 0.2286, 0.0143]))
    """
    predicted = np.flatnonzero(counts.sum(0))
    order = predicted[np.argsort(-counts.sum(1)[predicted], kind="stable")]
    rows, columns = counts.sum(1)[order], counts.sum(0)[order]
    filling = Filling(int(counts.sum()), 0, work)
    filling.spend_product(rows[1:] + 1)
    nodes = np.append(rows, counts.sum() - rows.sum())[None, :].astype(np.int64)
    paths = np.zeros(1, dtype=np.int64), np.zeros(1), np.ones(1)
    for own, size in enumerate(columns):
        start, column, log_chance = filling.filled(nodes, int(size))
        rest = nodes[start] - column
        rest[:, -1] += rest[:, 0]
        radix = np.cumprod(np.append(1, rows[own + 1 :] + 1))
        nodes, target = distinct(rest[:, 1:], radix)
        gain = column[:, 0] * weights[order[own]]
        paths = _walked(filling, paths, _Steps(start, target, gain, np.exp(log_chance)))
    return paths[1], paths[2]


class _Steps(NamedTuple):
    """Ways to fill a column: from which node to which, what they add to the sum, how probable they are."""

    start: Ints
    target: Ints
    gain: Floats
    chance: Floats


def _walked(
    filling: Filling, paths: tuple[Ints, Floats, Floats], steps: _Steps
) -> tuple[Ints, Floats, Floats]:
    """Each path with each way to fill the next column, those of equal sum and node made one."""
    node, sums, chance = paths
    begin, end = (np.searchsorted(steps.start, node, side=side) for side in ("left", "right"))
    filling.spend((end - begin).sum())
    which, step = runs(end - begin)
    step += begin[which]
    node, sums = steps.target[step], sums[which] + steps.gain[step]
    chance = chance[which] * steps.chance[step]
    code = sort_code(node, sums / max(float(sums.max()), 1.0))
    order = np.argsort(code)
    heads = np.flatnonzero(np.diff(code[order], prepend=-2) > 1)
    return node[order[heads]], sums[order[heads]], np.add.reduceat(chance[order], heads)


def _sampled(
    counts: NDArray[Any], weights: NDArray[Any], plan: Plan, position: int, ties: float
) -> Tail | None:
    if counts.sum() > LARGEST_TOTAL:
        return None
    occupied = np.ix_(counts.sum(1) > 0, counts.sum(0) > 0)
    table, of_cell = counts[occupied], np.diag(weights)[occupied]
    expected = np.outer(table.sum(1), table.sum(0) / table.sum())

    def extremity(tables: NDArray[Any]) -> Any:
        return plan.extremity(((tables - expected) * of_cell).sum((-2, -1)))

    own = extremity(table)
    p, error = sampled_p(table, plan.draws, position, lambda tables: extremity(tables) - own, ties)
    return Tail(p, error, 0.0)
