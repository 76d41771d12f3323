"""Formulas for the bounds of one AUC, and what each of them needs to know."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

_ROUNDING_ERROR = 1e-12
DOUBT = 0.1
"""How much of an item that is ranked by chance to add to either class; see ``docs/curve_inference.md``."""


@dataclass(frozen=True)
class Area:
    """An AUC and what its bounds follow from: its variance, DeLong's or for clusters Obuchowski's, or NaN.

    ``positives`` and ``negatives`` are the independent items, or clusters, of each class; ``z`` is the
    quantile for the level of both bounds together, normal, or Student's for few clusters.
    """

    auc: float
    variance: float
    positives: float
    negatives: float
    level: float
    z: float

    @property
    def fewer(self) -> float:
        """The number of items of the smaller class."""
        return min(self.positives, self.negatives)

    @property
    def doubtful_variance(self) -> float:
        """The variance with a tenth of an item in either class ranked by chance, which a sample may lack."""
        doubt = (self.auc - 0.5) ** 2 * (1 / self.positives**2 + 1 / self.negatives**2)
        return self.variance + DOUBT * doubt


Found = tuple[float, float, float]  # low and high bound, standard error


def delong(area: Area) -> Found:
    """Symmetric bounds, cut at 0 and 1; a point at the ends."""
    return wald_bounds(area.auc, math.sqrt(area.variance), area.z)


def logit(area: Area) -> Found:
    """Symmetric bounds for the log odds (Pepe 2003, p. 107); exact ones where the classes do not overlap."""
    return _on_logit(area, area.variance)


def logit_adjusted(area: Area) -> Found:
    """The same with a variance that allows for items that the sample lacks, within the conservative bounds.

    Beside 0 and 1 the scale of the log odds stretches the doubt without limit, and the largest variance that
    any distributions have is the better guide.
    """
    low, high, se = _on_logit(area, area.doubtful_variance)
    if area.auc in (0, 1):
        return low, high, se
    least, most, _ = conservative(area)
    return max(low, least), min(high, most), se


def hanley_mcneil(area: Area) -> Found:
    """Symmetric bounds with the variance if the scores were exponential (Hanley & McNeil 1982)."""
    variance = hanley_mcneil_variance(area.auc, area.positives, area.negatives)
    return wald_bounds(area.auc, math.sqrt(variance), area.z)


def newcombe(area: Area) -> Found:
    """Score bounds, where ``|Â - A| = z·√var(A)`` with the variance at A (Newcombe 2006, method 5)."""
    low = 1 - _score_bound(area, 1 - area.auc)
    return low, _score_bound(area, area.auc), math.sqrt(_newcombe_variance(area, area.auc))


def conservative(area: Area) -> Found:
    """Wilson's bounds for as many trials as the smaller class has items.

    Whatever the distributions, ``var(Â) ≤ A(1 - A)/min(P, N)`` (van Dantzig 1951; Birnbaum & Klose 1957).
    """
    from abovechance.inference.intervals.proportion import wilson

    low, high = wilson(area.auc * area.fewer, area.fewer, area.level)
    return float(low), float(high), math.sqrt(area.auc * (1 - area.auc) / area.fewer)


def p_of_chance(area: Area, df: float) -> float:
    """One less the level of the default interval that ends at 1/2, Student's quantile with so many df.

    That interval is one for the log odds within the conservative one, or the exact bound of separate classes.
    """
    from abovechance.inference.comparisons.pair_difference import two_sided_p

    if area.auc in (0, 1):
        return min(2 * 0.5**area.fewer, 1.0)
    found = two_sided_p((2 * area.auc - 1) * math.sqrt(area.fewer))
    if not area.doubtful_variance > 0:
        return found
    log_odds = math.log(area.auc) - math.log1p(-area.auc)
    steep = area.auc * (1 - area.auc) / math.sqrt(area.doubtful_variance)
    return min(found, two_sided_p(log_odds * steep, max(df, 1.0)))


FORMULAS: dict[str, Callable[[Area], Found]] = {
    "logit_adjusted": logit_adjusted, "logit": logit, "delong": delong, "newcombe": newcombe,
    "hanley_mcneil": hanley_mcneil, "conservative": conservative,
}  # fmt: skip


def separation_bound(items: float, level: float) -> float:
    """The least AUC of which a sample without overlap is no surprise, whatever the distributions.

    Classes are separated only if disjoint pairs of a positive and a negative item are all in order, and there
    are as many of those as the smaller class has items n: ``P(separated) ≤ Aⁿ``, with equality if a share
    ``1 - A`` of that class lies beyond the other. So ``A ≥ ((1 - level)/2)^(1/n)``.
    """
    return ((1 - level) / 2) ** (1 / items)


def hanley_mcneil_variance(auc: float, positives: float, negatives: float) -> float:
    """``A(1-A)(1 + (P-1)(1-A)/(2-A) + (N-1)·A/(1+A)) / PN`` (Hanley & McNeil 1982, eq. 2 as one fraction)."""
    shared = 1 + (positives - 1) * (1 - auc) / (2 - auc) + (negatives - 1) * auc / (1 + auc)
    return auc * (1 - auc) * shared / (positives * negatives)


def at_the_ends(auc: float) -> float:
    """An area without what rounding of weights and sums takes from 1 or adds to 0."""
    return float(round(auc)) if abs(auc - 0.5) > 0.5 - _ROUNDING_ERROR else auc


def wald_bounds(auc: float, se: float, z: float) -> Found:
    """Symmetric bounds, cut at 0 and 1."""
    return max(auc - z * se, 0.0), min(auc + z * se, 1.0), se


def expit_bounds(auc: float, se: float, z: float) -> Found:
    """Symmetric bounds for the log odds of an area between 0 and 1."""
    from scipy.special import expit

    # The standard error of the log odds by the delta method.
    shift = z * se / (auc * (1 - auc))
    centre = math.log(auc) - math.log1p(-auc)
    return float(expit(centre - shift)), float(expit(centre + shift)), se


def _on_logit(area: Area, variance: float) -> Found:
    se = math.sqrt(variance)
    if area.auc in (0, 1):
        bound = separation_bound(area.fewer, area.level)
        return (bound, 1.0, se) if area.auc == 1 else (0.0, 1 - bound, se)
    return expit_bounds(area.auc, se, area.z)


def _newcombe_variance(area: Area, auc: float) -> float:
    # Within the formula both classes have their mean size, which tells method 5 from Hanley and McNeil's.
    middle = (area.positives + area.negatives) / 2
    return hanley_mcneil_variance(auc, middle, middle) * middle**2 / (area.positives * area.negatives)


def _score_bound(area: Area, auc: float) -> float:
    """The upper bound; the lower one is that of the opposite scores."""
    from abovechance.inference.roots import bracketed_root

    def beyond(candidate: NDArray[np.float64]) -> NDArray[np.float64]:
        return candidate - auc - area.z * math.sqrt(max(_newcombe_variance(area, float(candidate)), 0.0))

    return 1.0 if auc == 1 else float(bracketed_root(beyond, auc, 1.0))
