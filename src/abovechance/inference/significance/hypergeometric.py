"""The 2×2 tables that share their margins: how probable each is, and the tails beyond it.

All functions take counts of shape ``(*batch, 2, 2)`` and speak of the sum of the main diagonal: the
upper tail are the tables with at least as many items there. Nothing is lost at large counts: the
logarithm of the probability of a table is −G²/2 plus small terms (Stirling's formula taken apart,
after Loader 2000), and a tail is that of its first table times a sum of ratios.

The binomial distribution of fair coins, for any number of them: nothing is lost at 10¹⁵.

The logarithm of a probability is taken apart into a deviance and small terms (Stirling's formula, after
Loader 2000); a tail is an incomplete beta function.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.sums import deviance, widen

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Numbers
    from abovechance.inference.significance.outcome import Alternative


def half_binomial(k: Numbers, n: Numbers) -> Array:
    """The probability of ``k`` heads of ``n``."""
    k, n = np.broadcast_arrays(np.asarray(k), np.asarray(n))
    excess = np.asarray((2 * k - n) / np.maximum(n, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        # Logarithms of factorials would cancel for large n; these terms are small and never negative.
        half = n / 2 * (deviance(excess) + deviance(-excess))
    small = stirling(n) - stirling(k) - stirling(n - k)
    return np.exp(small - half)[()]


def at_most(k: Numbers, n: Numbers) -> Array:
    """The probability of ``k`` heads or fewer of ``n``."""
    from scipy.special import betainc

    k, n = (np.asarray(x, dtype=float) for x in np.broadcast_arrays(k, n))
    tail = betainc(np.maximum(n - k, 1.0), np.maximum(k, 0.0) + 1, 0.5)
    return np.where(k < 0, 0.0, np.where(k >= n, 1.0, tail))[()]


def more_than(k: Numbers, n: Numbers) -> Array:
    """The probability of more than ``k`` heads of ``n``: as coins are fair, of so many tails."""
    return at_most(np.asarray(n) - k - 1, n)


TIES = 1e-7  # tables whose probabilities differ by less than this share count as equally probable, as in R
_TIE_TOLERANCE = 1e-9  # statistics that differ by less than this share are equal
_TABLED_FACTORIALS = 16
_ROUNDING_ERROR = 1e-17
_FIRST_TERMS = 8
_MOST_TERMS = 1 << 14
_DIAGONAL_MOVE = np.array([[1, -1], [-1, 1]])  # what changes when one item more stands on the diagonal


def log_probability(counts: NDArray[Any]) -> Array:
    """The log probability of R×C tables among all with the same margins."""
    t = Contingency(counts)
    margins = stirling(t.real).sum(-1) + stirling(t.predicted).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        half_g_squared = np.where(t.total == 0, 0.0, t.total * t.information)
    return margins - stirling(t.total) - stirling(t.counts).sum((-2, -1)) - half_g_squared


def upper_tail(counts: NDArray[Any]) -> Array:
    """The probability of the tables with at least as many items on the diagonal."""
    a, b, c, d = _cells(counts)
    falling = b * c <= (a + 1) * (d + 1)
    # Below the mode, one minus the tables with fewer, which fall off from there.
    start = np.where(falling[..., None, None], counts, (counts - _DIAGONAL_MOVE)[..., ::-1])
    possible = start.min(axis=(-2, -1)) >= 0
    start = np.maximum(start, 0)
    tail = np.where(possible, np.exp(log_probability(start)) * _ratios(*_cells(start)), 0.0)
    return np.clip(np.where(falling, tail, 1 - tail), 0.0, 1.0)


def lower_tail(counts: NDArray[Any]) -> Array:
    """The probability of the tables with at most as many items on the diagonal."""
    return upper_tail(counts[..., ::-1])


def no_more_probable(counts: NDArray[Any]) -> Array:
    """The probability of the tables that are no more probable than this one: Fisher's two-sided p."""
    counts = _beyond_expected(counts)
    limit = log_probability(counts) + TIES
    low = -_room_below(counts)
    high = _to_mode(counts)
    # This table is itself a mode: every table is no more probable.
    certain = log_probability(_moved(counts, high)) <= limit
    none = log_probability(_moved(counts, low)) > limit
    while np.any(high - low > 1):
        middle = (low + high) // 2
        inside = log_probability(_moved(counts, middle)) <= limit
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    other = np.where(none, 0.0, lower_tail(_moved(counts, low)))
    return np.where(certain, 1.0, np.minimum(upper_tail(counts) + other, 1.0))


def as_far_from_expected(counts: NDArray[Any]) -> tuple[Array, Array]:
    """The probability of the tables as far from independence or farther, and of those exactly as far."""
    counts = _beyond_expected(counts)
    exact = widen(counts)
    n = exact.sum((-2, -1))
    twice = 2 * _determinant(exact)
    # Whole numbers throughout: whether a table is exactly as far is a tie that floats would miss.
    steps = -(-twice // np.maximum(n, 1))
    mirror = np.asarray(-steps, dtype=np.int64)
    possible = mirror >= -_room_below(counts)
    there = _moved(counts, np.where(possible, mirror, 0))
    tie = possible & np.asarray(steps * n == twice, dtype=bool) & (mirror < 0)
    at = np.exp(log_probability(counts))
    equal = at + np.where(tie, np.exp(log_probability(there)), 0.0)
    p = upper_tail(counts) + np.where(possible, lower_tail(there), 0.0)
    return np.minimum(p, 1.0), np.minimum(equal, 1.0)


def as_extreme(counts: NDArray[Any], statistic: Callable[[NDArray[Any]], Array]) -> Array:
    """The probability of the tables whose statistic is at least as great as that of this one.

    The statistic must be least where margins are independent, and grow to either side.
    """
    flipped = np.asarray(_determinant(widen(counts)) < 0)
    oriented = np.where(flipped[..., None, None], counts[..., ::-1], counts)
    exact = widen(oriented)
    own, towards = statistic(counts), np.where(flipped, -1, 1)

    def is_beyond(items: Array) -> Array:
        return statistic(_moved(counts, towards * items)) >= own * (1 - _TIE_TOLERANCE)

    low = -_room_below(oriented)
    across = -np.asarray(-(-_determinant(exact) // np.maximum(exact.sum((-2, -1)), 1)), dtype=np.int64)
    none = (across < low) | ~is_beyond(low)
    high = np.maximum(across, low) + 1
    while np.any(high - low > 1):
        middle = (low + high) // 2
        inside = is_beyond(middle)
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    other = np.where(none, 0.0, lower_tail(_moved(oriented, low)))
    return np.where(own > 0, np.minimum(upper_tail(oriented) + other, 1.0), 1.0)


def least_tail(counts: NDArray[Any], alternative: Alternative) -> Array:
    """The probability of the most extreme tables that the margins allow: the least that any tail can be."""
    up, down = _room_below(counts[..., ::-1]), -_room_below(counts)
    at_up, at_down = (np.exp(log_probability(_moved(counts, end))) for end in (up, down))
    if alternative != "two-sided":
        return at_up if alternative == "greater" else at_down
    exact = widen(counts)
    either_way = _room_below(exact[..., ::-1]) - _room_below(exact)
    farther = np.asarray(either_way * exact.sum((-2, -1)) + 2 * _determinant(exact))
    both = np.minimum(at_up + at_down, 1.0)
    return np.where(farther > 0, at_up, np.where(farther < 0, at_down, both))


def _cells(counts: NDArray[Any]) -> tuple[Array, Array, Array, Array]:
    cells = counts.astype(np.float64)
    return cells[..., 0, 0], cells[..., 0, 1], cells[..., 1, 0], cells[..., 1, 1]


def _determinant(exact: NDArray[Any]) -> Array:
    """``a·d − b·c``: N times what the first cell has beyond the expected."""
    return exact[..., 0, 0] * exact[..., 1, 1] - exact[..., 0, 1] * exact[..., 1, 0]


def _moved(counts: NDArray[Any], items: Array) -> NDArray[Any]:
    """The tables with so many items more on the diagonal."""
    return counts + np.asarray(items)[..., None, None] * _DIAGONAL_MOVE


def _room_below(counts: NDArray[Any]) -> Array:
    """How many items can leave the diagonal."""
    return np.minimum(counts[..., 0, 0], counts[..., 1, 1])


def _beyond_expected(counts: NDArray[Any]) -> NDArray[Any]:
    """The tables with their columns exchanged where the diagonal has less than expected."""
    return np.where(np.asarray(_determinant(widen(counts)) < 0)[..., None, None], counts[..., ::-1], counts)


def _to_mode(counts: NDArray[Any]) -> Array:
    """How many items more on the diagonal make the most probable table: none or fewer, where it has many."""
    exact = widen(counts)
    row, column, n = exact[..., 0, :].sum(-1), exact[..., 0].sum(-1), exact.sum((-2, -1))
    return np.asarray((row + 1) * (column + 1) // (n + 2) - exact[..., 0, 0], dtype=np.int64)


def _ratios(a: Array, b: Array, c: Array, d: Array) -> Array:
    """The sum of the probabilities of a table and all beyond it, over that of the table.

    One item more on the diagonal multiplies the probability by ``b·c / (a+1)(d+1)``; these ratios fall.
    """
    shape = np.shape(a)
    cells = np.stack((a, b, c, d)).reshape(4, -1)
    total, term = np.ones(cells.shape[1]), np.ones(cells.shape[1])
    active, done, size = np.arange(cells.shape[1]), 0.0, _FIRST_TERMS
    while len(active):
        a, b, c, d = (cell[:, None] for cell in cells[:, active])
        step = done + np.arange(size)
        ratio = np.maximum(b - step, 0) * np.maximum(c - step, 0) / ((a + 1 + step) * (d + 1 + step))
        terms = term[active, None] * np.cumprod(ratio, axis=1)
        total[active] += terms.sum(1)
        term[active] = terms[:, -1]
        # Ratios fall from term to term, so a geometric series bounds the rest.
        to_come = terms[:, -1] * ratio[:, -1] / np.maximum(1 - ratio[:, -1], _ROUNDING_ERROR)
        active = active[to_come > _ROUNDING_ERROR * total[active]]
        # Few terms suffice for most tables; those that need more get twice as many each time.
        done, size = done + size, min(2 * size, _MOST_TERMS)
    return total.reshape(shape)


def stirling(n: Array) -> Array:
    """``ln n! − n ln n + n``: small, and exact to the last digits for any n."""
    table = np.array(
        [math.lgamma(i + 1) - (i * math.log(i) if i else 0) + i for i in range(_TABLED_FACTORIALS)]
    )
    # The series is exact to the last digit only from here on; smaller factorials are looked up.
    large = np.maximum(np.asarray(n, dtype=float), _TABLED_FACTORIALS)
    q = 1 / (large * large)
    series = (1 / 12 - q * (1 / 360 - q * (1 / 1260 - q * (1 / 1680 - q / 1188)))) / large
    values = 0.5 * np.log(2 * math.pi * large) + series
    return np.where(
        n < _TABLED_FACTORIALS, table[np.minimum(n, _TABLED_FACTORIALS - 1).astype(np.int64)], values
    )
