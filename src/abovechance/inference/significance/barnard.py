"""Exact tests of a 2×2 table that take only the numbers of each class as given: Barnard's and Boschloo's.

If decisions do not depend on the class, one label is given with some probability π that is not known. For
each number s of items with that label, a share h(s) of the tables is as extreme as the one observed or more
so, and Σ h(s)·Binomial(s; N, π) is the probability of all of them. The p-value is its maximum over π.

Which tables are as extreme is decided with a relative tolerance, since equal statistics of different tables
are rounded differently; so the p-value does not change when classes or labels change places.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.significance.hypergeometric import TIES, log_probability

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.significance.outcome import Alternative

_PER_DEVIATION = 8
"""Points looked at for each standard deviation of a binomial: its maxima are not nearer to each other."""
_NEAR_BEST = 0.95
"""Of the maxima among these points, those are looked at more closely that may be the greatest."""
_GOLDEN = (math.sqrt(5) - 1) / 2
_STEPS = 28
_REACH = 40.0
"""So many standard deviations from its mean, and some more, a binomial has no probability left."""
_CHUNK = 64


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
        points = np.linspace(0, 1, math.ceil(_PER_DEVIATION * math.pi * math.sqrt(self._n)) + 1)
        found = np.concatenate([self._expected(share, part) for part in _parts(points)])
        around = np.pad(found, 1, constant_values=-np.inf)
        peaks = (found >= around[:-2]) & (found >= around[2:]) & (found >= _NEAR_BEST * found.max())
        step = points[1]
        best = [self._climbed(share, max(x - step, 0.0), min(x + step, 1.0)) for x in points[peaks]]
        return min(max(*best, float(found.max())), 1.0)

    def _climbed(self, share: Array, low: float, high: float) -> float:
        """The greatest value between two points with one maximum, by the golden section."""
        best = 0.0
        for _ in range(_STEPS):
            inner = np.array([high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)])
            left, right = self._expected(share, inner).tolist()
            best = max(best, left, right)
            low, high = (low, float(inner[1])) if left >= right else (float(inner[0]), high)
        return best

    def _expected(self, share: Array, points: Array) -> Array:
        """Σ h(s)·Binomial(s; N, π) where π is sin²(x·90°): on this scale all binomials are as wide."""
        from scipy.special import gammaln, xlogy

        pi, rest = np.sin(points * (math.pi / 2)) ** 2, np.sin((1 - points) * (math.pi / 2)) ** 2
        low, high = (int(edge) for edge in _reach(self._n, float(pi.min()), float(pi.max())))
        s = self._s[low : high + 1].astype(float)
        ways = gammaln(self._n + 1.0) - gammaln(s + 1) - gammaln(self._n - s + 1)
        logs = ways + xlogy(s, pi[:, None]) + xlogy(self._n - s, rest[:, None])
        return np.exp(logs) @ share[low : high + 1]

    def _given_s(self) -> Array:
        i, j = np.broadcast_arrays(self._i, self._j)
        i, j = i[self._possible], j[self._possible]
        tables = np.stack([np.stack([i, self._fewer - i], -1), np.stack([j, self._more - j], -1)], -2)
        found = np.zeros(self._possible.shape)
        found[self._possible] = np.exp(log_probability(tables))
        return found


def _parts(points: Array) -> list[Array]:
    return np.array_split(points, math.ceil(len(points) / _CHUNK))


def _reach(n: int, least: float, most: float) -> tuple[float, float]:
    """The numbers of successes that are possible in floating point, with probabilities in this range."""
    spread = _REACH * (
        math.sqrt(n * max(p * (1 - p) for p in (least, most, min(max(0.5, least), most)))) + 10
    )
    return max(0.0, n * least - spread), min(float(n), math.ceil(n * most + spread))
