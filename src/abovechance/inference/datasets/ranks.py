"""Tests by ranks, for scores of several systems on data sets whose scores need not share a scale.

Friedman's test without approximation: all ways in which chance could have ranked the systems on each set.

By chance every order of a set's ranks is as likely, and the sums of ranks may change places: only their
sorted values are kept, set after set, with their probabilities.

Every two of several systems over data sets: who wins how often, and by which test they differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.comparisons.mcnemar import exact
from abovechance.inference.significance.multiplicity import adjust as adjusted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array

MOST_SYSTEMS = 7
MOST_WORK = 1 << 21  # so many sums of ranks are looked at; beyond that the approximation is good


def exact_p(placed: NDArray[np.float64]) -> float:
    """The probability of rank sums as far apart, of ranks of shape ``(sets, systems)``; NaN if too many."""
    doubled = np.rint(2 * placed).astype(np.int64)
    sets, systems = doubled.shape
    if systems > MOST_SYSTEMS:
        return math.nan
    base = int(doubled.max()) * sets + 1
    sums, chances, work = np.sort(doubled[:1]), np.ones(1), 0
    for row in doubled[1:]:
        orders = np.array(sorted(set(permutations(row.tolist()))))
        work += len(sums) * len(orders)
        if work > MOST_WORK:
            return math.nan
        sums, chances = _added(sums, chances, orders, base)
    squares, observed = (sums**2).sum(1), (doubled.sum(0) ** 2).sum()
    return min(1.0, float(chances[squares >= observed].sum()))


def _added(sums: Array, chances: Array, orders: Array, base: int) -> tuple[Array, Array]:
    """The sorted sums after one more set, each once, and their probabilities."""
    systems = sums.shape[1]
    after = np.sort((sums[:, None] + orders).reshape(-1, systems), axis=1)
    # the last sum follows from the others
    keys = after[:, :-1] @ (base ** np.arange(systems - 1))
    _, first, whose = np.unique(keys, return_index=True, return_inverse=True)
    return after[first], np.bincount(whose, np.repeat(chances, len(orders)) / len(orders))


_DIGITS_OF_TIES = 12  # equal differences agree to so many digits: in binary 0.3 − 0.2 is not 0.2 − 0.1
_MOST_EXACT = 200  # with more differences than this, their signed ranks are as good as normal


@dataclass(frozen=True)
class Friedman:
    """Friedman's χ² test that all systems rank alike, and its less cautious F (Iman and Davenport 1980).

    Where all sets rank alike, F is infinite, and its p-value the probability that they do so by chance. The
    exact p-value is over all ways in which chance could rank the systems; NaN where these are too many.
    """

    statistic: float
    df: int
    p_value: float
    f: float
    f_df: tuple[int, int]
    f_p_value: float
    exact_p_value: float

    @property
    def best_p_value(self) -> float:
        """The p-value to go by: the exact one where it is known, else that of F."""
        return self.f_p_value if math.isnan(self.exact_p_value) else self.exact_p_value


@dataclass(frozen=True)
class Quade:
    """Quade's test that all systems rank alike, in which sets where systems are far apart count more."""

    f: float
    df: tuple[int, int]
    p_value: float

    @property
    def best_p_value(self) -> float:
        """The p-value to go by: there is one."""
        return self.p_value


def ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks along the last axis, 1 for the highest score, equal scores sharing the mean of their ranks."""
    # Counting who is ahead gives ranks of ties their mean at once; systems are few, so that all pairs are,
    # too.
    order = scores[..., :, None] < scores[..., None, :]
    same = scores[..., :, None] == scores[..., None, :]
    return 1 + order.sum(-1) + (same.sum(-1) - 1) / 2


def friedman(scores: ArrayLike) -> Friedman:
    """Friedman's test with correction for ties, of scores of shape ``(data sets, systems)``."""
    from scipy.special import chdtrc, fdtrc

    placed = ranks(np.asarray(scores, dtype=float))
    sets, systems = placed.shape
    df = systems - 1
    between = sets * ((placed.mean(0) - (systems + 1) / 2) ** 2).sum()
    within = ((placed - (systems + 1) / 2) ** 2).sum() / (sets * df)
    statistic = between / within if within > 0 else 0.0
    f_df = df, df * (sets - 1)
    # All sets rank alike: Iman and Davenport's F is infinite, and the probability of that is known exactly.
    if sets * df - statistic <= _rounding(statistic):
        f, f_p = math.inf, _all_alike_p(placed)
    else:
        f = (sets - 1) * statistic / (sets * df - statistic)
        f_p = float(fdtrc(*f_df, f)) if sets > 1 else math.nan
    p = float(chdtrc(df, statistic))
    return Friedman(float(statistic), df, p, float(f), f_df, f_p, exact_p(placed))


def _all_alike_p(placed: NDArray[np.float64]) -> float:
    """The probability that chance ranks all sets as the first: one over the number of orders, for each."""
    sets, systems = placed.shape
    tied = np.unique(placed[0], return_counts=True)[1]
    log_orders = math.lgamma(systems + 1) - sum(math.lgamma(n + 1) for n in tied.tolist())
    return math.exp(-(sets - 1) * log_orders)


def quade(scores: ArrayLike) -> Quade:
    """Quade's test (1979), of scores of shape ``(data sets, systems)``.

    The ranks on each set, less their mean, are multiplied by the rank of the set by its range of scores. So
    the scores of different sets must share a scale, which Friedman's test does not ask for.
    """
    from scipy.special import fdtrc

    values = np.asarray(scores, dtype=float)
    sets, systems = values.shape
    placed = ranks(values)
    # Negated, as ranks gives 1 to the largest, and the set with the widest range must weigh most.
    weight = ranks(-rounded(np.ptp(values, axis=1), values))
    weighted = weight[:, None] * (placed - (systems + 1) / 2)
    total, between = (weighted**2).sum(), (weighted.sum(0) ** 2).sum() / sets
    df = systems - 1, (systems - 1) * (sets - 1)
    if total == 0:
        return Quade(0.0, df, 1.0)
    if total - between <= _rounding(total):
        return Quade(math.inf, df, _all_alike_p(placed))
    f = float((sets - 1) * between / (total - between))
    return Quade(f, df, float(fdtrc(*df, f)))


def rounded(differences: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Differences of scores on their scale, so that those that are equal but for rounding are equal."""
    return np.round(differences / max(float(abs(scores).max()), 1e-300), _DIGITS_OF_TIES)


def nemenyi_p(distances: ArrayLike, systems: int, sets: int) -> NDArray[np.float64]:
    """The probability, adjusted for all pairs, of any two mean ranks so far apart (Nemenyi 1963)."""
    from scipy.stats import studentized_range

    error = math.sqrt(systems * (systems + 1) / (12 * sets))
    return np.asarray(studentized_range.sf(np.asarray(distances, dtype=float) / error, systems, np.inf))


def nemenyi_distance(systems: int, sets: int, level: float = 0.95) -> float:
    """The critical difference of mean ranks of any two of several systems (Nemenyi 1963; Demšar 2006)."""
    from scipy.stats import studentized_range

    quantile = studentized_range.ppf(level, systems, np.inf) / math.sqrt(2)
    return float(quantile * math.sqrt(systems * (systems + 1) / (6 * sets)))


def signed_rank_p(differences: ArrayLike) -> float:
    """Wilcoxon's signed-rank test, two-sided: exact, also with ties; zero differences are left out."""
    values = np.asarray(differences, dtype=float)
    values = values[values != 0]
    if not len(values):
        return 1.0
    # Doubled, ties have whole ranks too, and the exact distribution is a walk over whole numbers.
    doubled = np.rint(2 * ranks(-abs(values))).astype(np.int64)
    positive = int(doubled[values > 0].sum())
    total = int(doubled.sum())
    if len(values) > _MOST_EXACT:
        sd = math.sqrt(float((doubled.astype(float) ** 2).sum())) / 2
        return math.erfc(abs(positive - total / 2) / sd / math.sqrt(2))
    sums = _subset_sums(doubled)
    distance = abs(2 * np.arange(total + 1) - total)
    return min(1.0, float(sums[distance >= abs(2 * positive - total)].sum()))


def sign_p(differences: ArrayLike) -> float:
    """The exact two-sided sign test; zero differences are left out."""
    values = np.asarray(differences, dtype=float)
    return float(exact((values > 0).sum(), (values < 0).sum()))


def _subset_sums(parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """The distribution of the sum of the parts, each taken with probability one half."""
    sums = np.ones(1)
    for part in parts:
        longer = np.zeros(len(sums) + part)
        longer[: len(sums)] = sums / 2
        longer[part:] += sums / 2
        sums = longer
    return sums


def _rounding(statistic: Any) -> float:
    return 1e-12 * abs(statistic)


PAIR_TESTS = ("wilcoxon", "sign", "nemenyi")
FEW_SETS = 6  # with fewer sets than this even six signed ranks of one sign could not be significant at 0.05


@dataclass(frozen=True)
class RankPair:
    """Two systems over all data sets: on how many the first wins, and whether they differ."""

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    median_difference: float
    p_value: float
    p_adjusted: float
    test: str


def rank_pairs(
    names: Sequence[str],
    values: NDArray[np.float64],
    oriented: NDArray[np.float64],
    test: str,
    adjust: str | None,
) -> tuple[RankPair, ...]:
    """All pairs of systems, of scores of shape ``(sets, systems)`` as they are, and as higher is better."""
    twos = list(combinations(range(len(names)), 2))
    differences = [rounded(oriented[:, i] - oriented[:, j], values) for i, j in twos]
    if test == "auto":
        test = "sign" if len(values) < FEW_SETS else "wilcoxon"
    if test == "nemenyi":
        means = ranks(oriented).mean(0)
        p_values = nemenyi_p([abs(means[i] - means[j]) for i, j in twos], len(names), len(values)).tolist()
        adjust = None
    else:
        p_value = sign_p if test == "sign" else signed_rank_p
        p_values = [p_value(better) for better in differences]
    medians = [float(np.median(values[:, i] - values[:, j])) for i, j in twos]
    pairs = [
        _pair((names[i], names[j]), better, median, p, test)
        for (i, j), better, median, p in zip(twos, differences, medians, p_values, strict=True)
    ]
    corrected = adjusted(p_values, adjust)
    return tuple(replace(pair, p_adjusted=float(p)) for pair, p in zip(pairs, corrected, strict=True))


def _pair(
    names: tuple[str, str], better: NDArray[np.float64], median: float, p_value: float, test: str
) -> RankPair:
    wins, losses = int((better > 0).sum()), int((better < 0).sum())
    return RankPair(*names, wins, losses, len(better) - wins - losses, median, p_value, p_value, test)
