"""The difference of two Informednesses of two classes, from the items that the systems judge differently.

Within each real class the systems differ on few items. If they are equally informed and could
change places on any item, each such item is a fair coin: the distribution of the difference is that
of two independent binomials, which makes an exact test (for one class alone it is McNemar's).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.comparisons.mcnemar import score, tango
from abovechance.inference.roots import bracketed_root
from abovechance.inference.significance.hypergeometric import at_most, half_binomial, more_than

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.comparisons.joint import Joint

_MOST_OUTCOMES = 2**22  # so many outcomes are enumerated one by one
_SAFE_PRODUCT = 2**61  # sums of products up to this stay within int64
_MOST_WIDE = 2**16
"""With more outcomes than this of either class the studentised difference is as good as normal; and so many
are looked at in Python's own integers, where products may leave int64."""
_RELATIVE_TOLERANCE = 1e-9  # statistics that differ by less than this share are the same but for rounding
_ZERO_TOLERANCE = 1e-12  # a statistic nearer to 0 than this is 0 but for rounding
# So many standard deviations from its mean, a binomial has no probability that a double can hold.
_MAX_DEVIATIONS = 40


@dataclass(frozen=True)
class Discordance:
    """Items of each real class that only the first system (raised) or the second (lowered) calls positive."""

    positives: int
    raised_positives: int
    lowered_positives: int
    negatives: int
    raised_negatives: int
    lowered_negatives: int

    @classmethod
    def of(cls, joint: Joint) -> Discordance:
        """Count them in a joint table of two systems and two classes, without weights."""
        positive = joint.labels.index(joint.positive)
        first, second = joint.predictions == positive
        counts = {}
        for name, chosen in {
            "positives": joint.truth == positive,
            "negatives": joint.truth != positive,
        }.items():
            counts[name] = int(joint.counts[chosen].sum())
            counts[f"raised_{name}"] = int(joint.counts[chosen & first & ~second].sum())
            counts[f"lowered_{name}"] = int(joint.counts[chosen & ~first & second].sum())
        return cls(**counts)

    @property
    def difference(self) -> float:
        """The Informedness of the first system less that of the second; NaN if a class is empty."""
        if not self.positives or not self.negatives:
            return math.nan
        return self._gain / (self.positives * self.negatives)

    @property
    def se(self) -> float:
        """The standard error of the difference, the rates of disagreement taken as observed."""
        parts = (
            (self.raised_positives, self.lowered_positives, self.positives),
            (self.raised_negatives, self.lowered_negatives, self.negatives),
        )
        if not self.positives or not self.negatives:
            return math.nan
        return math.sqrt(sum(((b + c) / n - ((b - c) / n) ** 2) / n for b, c, n in parts))

    @property
    def fewest(self) -> int:
        """How many items are discordant in the class that has fewer of them."""
        return min(
            self.raised_positives + self.lowered_positives, self.raised_negatives + self.lowered_negatives
        )

    @property
    def turned(self) -> Discordance:
        """The same with the other class as the positive one, and so the other labels raised."""
        return Discordance(
            self.negatives,
            self.lowered_negatives,
            self.raised_negatives,
            self.positives,
            self.lowered_positives,
            self.raised_positives,
        )

    @property
    def _gain(self) -> int:
        return (self.raised_positives - self.lowered_positives) * self.negatives - (
            self.raised_negatives - self.lowered_negatives
        ) * self.positives


def mover_tango(d: Discordance, level: float = 0.95) -> tuple[float, float]:
    """The interval of the difference: Tango's of each class, joined by the method of recovered variances."""
    if math.isnan(d.difference):
        return math.nan, math.nan
    b = np.array([d.raised_positives, d.raised_negatives])
    c = np.array([d.lowered_positives, d.lowered_negatives])
    n = np.array([d.positives, d.negatives])
    rates = (b - c) / n
    low, high = tango(b, c, n, level)
    # The lower bound of a difference has the lower one of the first rate and the upper one of the second.
    below = math.hypot(rates[0] - low[0], high[1] - rates[1])
    above = math.hypot(high[0] - rates[0], rates[1] - low[1])
    return d.difference - below, d.difference + above


def studentised_p(d: Discordance) -> float:
    """The mid-p of the difference in units of its standard error, if systems could change places on any item.

    Unlike that of :func:`exact_p` it holds the level where equally informed systems differ in bias.
    """
    if math.isnan(d.difference):
        return math.nan
    coins = d.raised_positives + d.lowered_positives, d.raised_negatives + d.lowered_negatives
    if not any(coins):
        return 1.0
    n, m = coins
    if n > m:
        return studentised_p(d.turned)  # the class with fewer coins is the one to go through
    observed = abs(_studentised(d, d.raised_positives, d.raised_negatives))
    if len(_likely(n)) > _MOST_WIDE:
        return math.erfc(observed / math.sqrt(2))
    if len(_likely(n)) * len(_likely(m)) > _MOST_OUTCOMES:
        return _studentised_tails(d, observed, np.array(_likely(n)))
    # Outcomes more than forty deviations out have no probability in a double: they need not be looked at.
    i, j = np.array(_likely(n)), np.array(_likely(m))
    statistics = abs(_studentised(d, i[:, None], j))
    tied = abs(statistics - observed) <= _RELATIVE_TOLERANCE * observed
    # Half of the ties: an exact test of so few outcomes would be far below its level with all of them.
    share = np.where(tied, 0.5, statistics > observed)
    return min(1.0, float(half_binomial(i, n) @ share @ half_binomial(j, m)))


def _studentised_tails(d: Discordance, observed: float, i: NDArray[np.int64]) -> float:
    """The same for many coins of the negatives: for each i those of a larger difference are two tails.

    The studentised difference falls with j, so that halving finds where each tail ends.
    """
    n, m = d.raised_positives + d.lowered_positives, d.raised_negatives + d.lowered_negatives

    def first_below(limit: float) -> NDArray[np.int64]:
        low, high = np.zeros(len(i), dtype=np.int64), np.full(len(i), m + 1)
        while (unsure := low < high).any():
            middle = (low + high) // 2
            below = _studentised(d, i, np.minimum(middle, m)) < limit
            low = np.where(unsure & ~below, middle + 1, low)
            high = np.where(unsure & below, middle, high)
        return low

    slack = max(_RELATIVE_TOLERANCE * observed, _ZERO_TOLERANCE)
    tails = [
        np.minimum(at_most(first_below(limit) - 1, m) + more_than(first_below(-limit) - 1, m), 1.0)
        for limit in (observed - slack, observed + slack)
    ]
    return min(1.0, float(half_binomial(i, n) @ (tails[0] + tails[1]) / 2))


def cautious_p(d: Discordance) -> float:
    """The larger of the above and of one less the level at which :func:`mover_tango` excludes 0.

    Where a class has few discordant items or none, exchanging answers alone finds equally informed systems of
    different bias to differ far too often. Tango's interval allows for what was not seen.
    """
    if math.isnan(d.difference):
        return math.nan
    return 1.0 if d.difference == 0 else max(studentised_p(d), math.erfc(abs(reach(d)) / math.sqrt(2)))


def reach(d: Discordance, bound: float = 0.0) -> float:
    """The normal quantile at which :func:`mover_tango` reaches a bound, positive if the bound is below.

    It is as many standard errors away by the score of either class, at the rates that the bound leaves to it.
    """
    b, c = (
        np.array([d.raised_positives, d.raised_negatives]),
        np.array([d.lowered_positives, d.lowered_negatives]),
    )
    sign = 1.0 if d.difference >= bound else -1.0
    if sign < 0:
        b, c = c, b
    n = np.array([d.positives, d.negatives])
    rates = (b - c) / n
    gain = abs(d.difference - bound)
    if gain >= math.hypot(rates[0] + 1, 1 - rates[1]):
        return sign * math.inf  # no rates that the classes can have are so far away

    def to_positives(distance: Any) -> Any:
        return score(np.maximum(rates[0] - distance, -1.0), b[0], c[0], n[0])

    def to_negatives(distance: Any) -> Any:
        rest = np.sqrt(np.maximum(gain**2 - distance**2, 0.0))
        return score(np.minimum(rates[1] + rest, 1.0), b[1], c[1], n[1])

    distance = bracketed_root(lambda x: to_positives(x) + to_negatives(x), 0.0, gain)
    return sign * float(np.maximum(to_positives(distance), 0.0))


def _studentised(d: Discordance, i: Any, j: Any) -> Any:
    """The difference over its standard error, if i positives and j negatives are raised by the first system.

    One pseudo-item in each class, on which the systems differ half the time, keeps the error above zero.
    """
    n, m = d.raised_positives + d.lowered_positives, d.raised_negatives + d.lowered_negatives
    variance: Any = 0.0
    for raised, coins, items in ((i, n, d.positives), (j, m, d.negatives)):
        rate = (2 * raised - coins) / (items + 1)
        variance = variance + ((coins + 0.5) / (items + 1) - rate**2) / (items + 1)
    difference = (2 * i - n) / d.positives - (2 * j - m) / d.negatives
    return difference / np.sqrt(variance)


def exact_p(d: Discordance, *, mid: bool = True) -> float:
    """The probability of a difference this large if every discordant item is a fair coin.

    ``mid`` counts half of the outcomes exactly as large; without it the test is mostly far below its level.
    """
    if math.isnan(d.difference):
        return math.nan
    coins = d.raised_positives + d.lowered_positives, d.raised_negatives + d.lowered_negatives
    if not any(coins):
        return 1.0
    if coins[0] > coins[1]:
        return exact_p(d.turned, mid=mid)  # the class with fewer coins is the one to go through
    # Gains are compared as whole numbers, so that ties are ties; beyond 2⁶¹ in Python's own.
    widest = max(coins[0] * d.negatives, coins[1] * d.positives)
    if len(_likely(coins[0])) > (_MOST_OUTCOMES if widest < _SAFE_PRODUCT else _MOST_WIDE):
        sd = math.sqrt(coins[0] / d.positives**2 + coins[1] / d.negatives**2)
        return math.erfc(abs(d.difference) / sd / math.sqrt(2))
    i = np.array(_likely(coins[0]), dtype=np.int64 if widest < _SAFE_PRODUCT else object)
    beyond, tied = _tails(d, coins, i)
    return min(1.0, beyond + (tied / 2 if mid else tied))


def _tails(d: Discordance, coins: tuple[int, int], i: NDArray[Any]) -> tuple[float, float]:
    """The probabilities of a larger gain ``(2i − n)·RN − (2j − m)·RP`` and of an equal one, i and j binomial.

    For each i, the j of a larger gain are two tails; whole numbers decide what is equal.
    """
    (n, m), gain = coins, abs(d._gain)  # noqa: SLF001 - the same module
    start = (2 * i - n) * d.negatives + m * d.positives
    step = 2 * d.positives
    larger_to, larger_rest = (start - gain) // step, (start - gain) % step
    smaller_from, smaller_rest = (start + gain) // step, (start + gain) % step
    low = np.where(larger_rest == 0, larger_to - 1, larger_to)
    more = at_most(low, m)
    less = more_than(smaller_from, m)
    equal = _at(larger_to, larger_rest, m)
    if gain:
        equal = equal + _at(smaller_from, smaller_rest, m)
    probability = half_binomial(i.astype(np.int64), n)
    return float((probability * (more + less)).sum()), float((probability * equal).sum())


def _likely(n: int) -> range:
    """The outcomes of n fair coins that are not impossible in floating point."""
    reach = math.ceil(_MAX_DEVIATIONS * math.sqrt(n) / 2)
    return range(max(0, n // 2 - reach), min(n, (n + 1) // 2 + reach) + 1)


def _at(j: Array, rest: Array, m: int) -> Array:
    within = (rest == 0) & (j >= 0) & (j <= m)
    return np.where(within, half_binomial(np.where(within, j, 0).astype(np.int64), m), 0.0)
