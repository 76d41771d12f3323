"""Exact tests: Fisher, his mid-p, Freeman and Halton's for R×C tables, Boschloo and Barnard.

Fisher's test and its generalisation take both margins as given. For 2×2 tables every tail is
hypergeometric; for larger ones a network is walked, and where that is too much work, random tables
with the given margins stand for all, and the error that this brings is reported.

Boschloo and Barnard take only the numbers of each class as given. If decisions do not depend on the class,
one label is given with some unknown probability π. For each number s of items with that label, a share h(s)
of the tables is as extreme as the one observed or more so, and Σ h(s)·Binomial(s; N, π) is the probability of
all of them. The p-value is its maximum over π. Equal statistics of different tables are rounded differently:
a relative tolerance keeps the p-value the same when classes or labels change places.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.resampling.margins import (
    LARGEST_TOTAL,
    REPLICATES,
    Draws,
    none_as_extreme,
    sampled_p,
    trimmed,
)
from abovechance.inference.significance import hypergeometric
from abovechance.inference.significance.freeman_halton import WORK, TooMuchWorkError, freeman_halton
from abovechance.inference.significance.hypergeometric import TIES, log_probability
from abovechance.inference.significance.outcome import ONE_TABLE, Outcome, said_where, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.significance.outcome import Alternative
    from abovechance.tables.tables import Tables

_Test = Callable[["NDArray[Any]", "Alternative"], tuple[float, float]]

LARGEST_GRID = 1 << 20
LARGEST_SAMPLE = 1 << 14  # unconditional tests look at every pair of counts; more of them take long
_TWO_SIDED = (
    "{name} of a table larger than 2×2 has no direction: alternative must be 'two-sided', not {given!r}"
)


def fisher_test(
    tables: Tables,
    *,
    alternative: Alternative = "two-sided",
    mid: bool = False,
    replicates: int = REPLICATES,
    seed: int | None = None,
    work: int = WORK,
) -> Outcome:
    """Fisher's exact test, for more than two rows or columns that of Freeman and Halton.

    The two-sided p-value is of all tables with these margins that are no more probable than the one observed,
    whose probability is the statistic. ``mid`` takes off half of it (Lancaster's mid-p): nearer to the level,
    but not guaranteed to keep it. Beyond ``work`` partial tables, random tables are drawn instead.
    """
    counts = tables.counts
    if counts.shape[-2:] == (2, 2):
        return _two_by_two(counts, alternative, mid=mid)
    if alternative != "two-sided":
        raise InputError(_TWO_SIDED.format(name="Fisher's test", given=alternative))
    flat = counts.reshape(-1, *counts.shape[-2:])
    draws = Draws(replicates, seed, mid)
    each = [_larger(table, position, draws, work) for position, table in enumerate(flat)]
    return stacked(each, tables.batch_shape)


def boschloo_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """Boschloo's unconditional exact test of 2×2 tables: never less powerful than Fisher's."""
    return _unconditional(tables, boschloo, alternative, "Boschloo's test")


def barnard_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """Barnard's unconditional exact test of 2×2 tables, by the pooled score statistic."""
    return _unconditional(tables, barnard, alternative, "Barnard's test")


def _two_by_two(counts: NDArray[Any], alternative: Alternative, *, mid: bool) -> Outcome:
    tail = {
        "two-sided": hypergeometric.no_more_probable,
        "greater": hypergeometric.upper_tail,
        "less": hypergeometric.lower_tail,
    }[alternative]
    at = np.exp(hypergeometric.log_probability(counts))
    p = np.asarray(tail(counts) - at / 2 if mid else tail(counts))
    fixed = (counts.sum(-1) == 0).any(-1) | (counts.sum(-2) == 0).any(-1)
    # Margins that allow one table only make it certain, and certain is as extreme as itself.
    p = np.where(fixed, 1.0, p)
    reference = "exact mid-p" if mid else "exact"
    outcome = Outcome(at, np.nan, p, reference, warning=said_where(fixed, ONE_TABLE)).broadcast(p.shape)
    return outcome.undefined_where(counts.sum((-2, -1)) == 0, "there are no items")


def _larger(counts: NDArray[Any], position: int, draws: Draws, work: int) -> Outcome:
    """Freeman and Halton's test of one table, exact if it is not too much work."""
    kept = trimmed(counts)
    if not kept.size:
        return _none("there are no items")
    at = float(np.exp(hypergeometric.log_probability(kept)))
    # One row or one column: the margins leave a single table, and there is nothing to walk or to draw.
    if 1 in kept.shape:
        return Outcome(at, np.nan, 1.0, "exact", warning=ONE_TABLE)
    try:
        p = freeman_halton(kept, work)
    except TooMuchWorkError:
        return _by_sampling(kept, at, position, draws)
    return Outcome(at, np.nan, p - at / 2 if draws.mid else p, "exact mid-p" if draws.mid else "exact")


def _by_sampling(counts: NDArray[Any], at: float, position: int, draws: Draws) -> Outcome:
    from scipy.special import gammaln

    if counts.sum() > LARGEST_TOTAL:
        return _none(f"tables of more than {LARGEST_TOTAL} items can be neither enumerated nor sampled")
    observed = gammaln(counts + 1.0).sum()

    def beyond(tables: NDArray[Any]) -> Array:
        return gammaln(tables + 1.0).sum((1, 2)) - observed

    p, error = sampled_p(counts, draws, position, beyond, TIES)
    reference = "Monte Carlo mid-p" if draws.mid else "Monte Carlo"
    return Outcome(at, np.nan, p, reference, error, warning=none_as_extreme(p, draws))


def _none(reason: str) -> Outcome:
    return Outcome(np.nan, np.nan, np.nan, None, np.nan, reason=reason)


def _unconditional(tables: Tables, test: _Test, alternative: Alternative, name: str) -> Outcome:
    if tables.counts.shape[-2:] != (2, 2):
        raise InputError(f"{name} is for 2×2 tables: use 'fisher' for larger ones")
    flat = tables.counts.reshape(-1, 2, 2)
    return stacked([_one_unconditional(table, test, alternative) for table in flat], tables.batch_shape)


def _one_unconditional(counts: NDArray[Any], test: _Test, alternative: Alternative) -> Outcome:
    rows, columns = counts.sum(1), counts.sum(0)
    if not counts.sum():
        return _none("there are no items")
    if 0 in rows:
        return _none("only one class occurs in the truth")
    if 0 in columns:
        return Outcome(np.nan, np.nan, 1.0, "exact", warning="only one label was ever predicted")
    # In floating point, as the product of two large classes would overflow and look small.
    if np.prod(rows + 1.0) > LARGEST_GRID or rows.sum() > LARGEST_SAMPLE:
        return _none(
            f"more than {LARGEST_GRID} pairs of counts, or {LARGEST_SAMPLE} items, are too many to look at: "
            "use 'fisher_mid_p'"
        )
    statistic, p = test(counts, alternative)
    return Outcome(statistic, np.nan, p, "exact")


def no_information_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """The exact binomial test of Accuracy against the share of the largest class, taken as known.

    The alternative ``"greater"`` is ``P[Acc > NIR]`` of caret's ``confusionMatrix``.
    """
    tables.require_square()
    classes = tables.counts.shape[-1]
    flat = tables.counts.reshape(-1, classes, classes)
    return stacked([_one(counts, alternative) for counts in flat], tables.batch_shape)


def _one(counts: NDArray[Any], alternative: Alternative) -> Outcome:
    from scipy.stats import binomtest

    n, right = int(counts.sum()), int(np.trace(counts))
    if not n:
        return _none("there are no items")
    rate = float(counts.sum(1).max() / n)
    p = binomtest(right, n, rate, alternative=alternative).pvalue
    return Outcome(right / n, np.nan, float(p), "exact")


_PER_DEVIATION = 8  # points for each standard deviation of a binomial: its maxima are not nearer
_NEAR_BEST = 0.95  # the maxima among these points that may be the greatest are looked at more closely
_GOLDEN_RATIO = (math.sqrt(5) - 1) / 2
_GOLDEN_STEPS = 28
# So many standard deviations from its mean, and some more, a binomial has no probability left.
_MAX_DEVIATIONS = 40.0
_CHUNK_SIZE = 64


def barnard(counts: NDArray[Any], alternative: Alternative) -> tuple[float, float]:
    """Barnard's test (1945, 1947) by the pooled score of Suissa and Shuster (1985), and its p-value."""
    space = _Space(counts)
    z = space.scores()
    observed = space.at(z)
    side = {"two-sided": np.sign(observed), "greater": 1.0, "less": -1.0}[alternative]
    beyond = abs(z) if alternative == "two-sided" else side * z
    return observed, space.greatest(_as_extreme(beyond, side * observed))


def boschloo(counts: NDArray[Any], alternative: Alternative) -> tuple[float, float]:
    """Boschloo's test (1970), whose statistic is the one-sided p-value of Fisher's: it, and the p-value.

    The two-sided p-value is twice the smaller of the one-sided ones, as in SciPy.
    """
    if alternative == "two-sided":
        # Doubling treats both directions alike; one two-sided ordering by Fisher's p would not be what
        # SciPy has.
        fisher, p = min((boschloo(counts, side) for side in ("greater", "less")), key=lambda found: found[1])
        return fisher, min(2 * p, 1.0)
    space = _Space(counts)
    tails = space.tails(alternative)
    observed = space.at(tails)
    return observed, space.greatest(_as_extreme(-tails, -observed))


def _as_extreme(values: Array, observed: float) -> Array:
    return values >= observed - TIES * abs(observed)


class _Space:
    """All tables with so many items of each class: a row for each number s of items with the first label.

    A column stands for the number i of these that are of the class with fewer items.
    """

    def __init__(self, counts: NDArray[Any]) -> None:
        rows = counts.sum(1)
        # The class with fewer items makes the columns, so that the array of all tables is as narrow as it
        # can be.
        self._turned = bool(rows[0] > rows[1])
        first, second = counts[::-1] if self._turned else counts
        self._fewer, self._more = int(first.sum()), int(second.sum())
        self._n = self._fewer + self._more
        self._here = int(first[0] + second[0]), int(first[0])
        self._i = np.arange(self._fewer + 1)
        self._s = np.arange(self._n + 1)
        self._j = self._s[:, None] - self._i
        self._possible = (self._j >= 0) & (self._j <= self._more)
        self._probability = self._given_s()

    def at(self, values: Array) -> float:
        """The value at the table observed."""
        return float(values[self._here])

    def scores(self) -> Array:
        """The difference of the shares of the first label, over its standard error if they are the same."""
        excess = self._i * self._more - self._j * self._fewer
        product = self._s * (self._n - self._s.astype(float)) * self._fewer * self._more / self._n
        z = excess / np.sqrt(np.where(product > 0, product, 1.0))[:, None]
        return -z if self._turned else z

    def tails(self, side: Alternative) -> Array:
        """The probability, given s, of as many items of the first class with the first label, or of more."""
        if (side == "greater") != self._turned:
            return np.cumsum(self._probability[:, ::-1], axis=1)[:, ::-1]
        return np.cumsum(self._probability, axis=1)

    def greatest(self, extreme: Array) -> float:
        """The greatest probability of a set of tables, over all probabilities of the first label."""
        share = np.where(extreme, self._probability, 0.0).sum(1)
        # On the scale of the arcsine a binomial is about as wide everywhere, so that even steps miss no
        # maximum.
        points = np.linspace(0, 1, math.ceil(_PER_DEVIATION * math.pi * math.sqrt(self._n)) + 1)
        parts = np.array_split(points, math.ceil(len(points) / _CHUNK_SIZE))
        found = np.concatenate([self._expected(share, part) for part in parts])
        # The ends may be maxima as well, so beyond them stands what is lower than anything.
        around = np.pad(found, 1, constant_values=-np.inf)
        peaks = (found >= around[:-2]) & (found >= around[2:]) & (found >= _NEAR_BEST * found.max())
        step = points[1]
        best = [self._climbed(share, max(x - step, 0.0), min(x + step, 1.0)) for x in points[peaks]]
        return min(max(*best, float(found.max())), 1.0)

    def _climbed(self, share: Array, low: float, high: float) -> float:
        """The greatest value between two points with one maximum, by the golden section."""
        best = 0.0
        for _ in range(_GOLDEN_STEPS):
            inner = np.array([high - _GOLDEN_RATIO * (high - low), low + _GOLDEN_RATIO * (high - low)])
            left, right = self._expected(share, inner).tolist()
            best = max(best, left, right)
            low, high = (low, float(inner[1])) if left >= right else (float(inner[0]), high)
        return best

    def _expected(self, share: Array, points: Array) -> Array:
        """Σ h(s)·Binomial(s; N, π) where π is sin²(x·90°): on this scale all binomials are as wide."""
        from scipy.special import gammaln, xlogy

        pi, rest = np.sin(points * (math.pi / 2)) ** 2, np.sin((1 - points) * (math.pi / 2)) ** 2
        # Only numbers of successes that have a probability in floating point: of large samples they are
        # few.
        low, high = (int(edge) for edge in _reach(self._n, float(pi.min()), float(pi.max())))
        s = self._s[low : high + 1].astype(float)
        ways = gammaln(self._n + 1.0) - gammaln(s + 1) - gammaln(self._n - s + 1)
        # Logarithms, since binomial coefficients of a thousand items leave the range of a double; xlogy
        # takes 0·ln 0.
        logs = ways + xlogy(s, pi[:, None]) + xlogy(self._n - s, rest[:, None])
        return np.exp(logs) @ share[low : high + 1]

    def _given_s(self) -> Array:
        i, j = np.broadcast_arrays(self._i, self._j)
        i, j = i[self._possible], j[self._possible]
        tables = np.stack([np.stack([i, self._fewer - i], -1), np.stack([j, self._more - j], -1)], -2)
        found = np.zeros(self._possible.shape)
        found[self._possible] = np.exp(log_probability(tables))
        return found


def _reach(n: int, least: float, most: float) -> tuple[float, float]:
    """The numbers of successes that are possible in floating point, with probabilities in this range."""
    spread = _MAX_DEVIATIONS * (
        math.sqrt(n * max(p * (1 - p) for p in (least, most, min(max(0.5, least), most)))) + 10
    )
    return max(0.0, n * least - spread), min(float(n), math.ceil(n * most + spread))
