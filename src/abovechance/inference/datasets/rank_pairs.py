"""Every two of several systems over data sets: who wins how often, and by which test they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.datasets.ranks import nemenyi_p, ranks, rounded, sign_p, signed_rank_p
from abovechance.inference.significance.multiplicity import adjust as adjusted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PAIR_TESTS = ("wilcoxon", "sign", "nemenyi")
FEW_SETS = 6
"""With fewer sets than this even six signed ranks of one sign could not be significant at 0.05."""


@dataclass(frozen=True)
class RankPair:
    """Two systems over all data sets.

    Attributes
    ----------
    first, second
        The names of the systems.
    wins, losses, ties
        On how many sets the first is better, worse, equal.
    median_difference
        The median of the first's scores less the second's.
    p_value, p_adjusted, test
        The two-sided p-value, the same adjusted for the number of pairs, and by which test.
    """

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
    """All pairs of systems, of scores of shape ``(sets, systems)`` as they are, and as higher is better.

    Nemenyi's p-values look at all systems at once, and are adjusted for the number of pairs already.
    """
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
