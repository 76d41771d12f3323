"""Krippendorff's alpha: the disagreement within items over that of all ratings shuffled.

alpha = 1 - (N-1) A / B, with A = sum over items of the differences of their pairs of ratings, each item's
divided by its number of ratings less one, and B = the differences of all pairs of the N ratings. Items with
one rating do not enter. The influence of an item is, as Gwet has it, the derivative of -N A / B and of the
factor (N-1)/N, each with the other held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.raters.coefficients.registry import Estimate, coefficient_of
from abovechance.raters.coefficients.shared_habits import NO_PAIRS, ONE_CATEGORY
from abovechance.raters.ratings.category_distance import Squared

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.ratings.profiles import Units
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Sums:
    """N, A and B with what each row adds to them, the change of the differences included."""

    ratings: float
    within: float
    overall: float
    adds_ratings: Floats
    adds_within: Floats
    adds_overall: Floats


@coefficient_of(
    "Krippendorff's alpha",
    chance_model="two ratings drawn without replacement from the ratings of items rated twice or more",
    formula=r"\alpha=1-(N-1)\frac{\sum_{ck}o_{ck}\delta^2_{ck}}{\sum_{ck}n_cn_k\delta^2_{ck}}",
    source="Krippendorff 1970; 2004, section 11.3",
    aliases=("alpha", "krippendorff", "kripp.alpha"),
    by_agreement=True,
)
def krippendorff_alpha(ratings: Ratings, weights: Weighting) -> Estimate:
    """One minus the disagreement within items over that of all ratings shuffled."""
    units = ratings.units
    several = units.given >= 2
    n = float(units.times[several].sum())
    if not n:
        nothing = units.expand(np.where(several, np.nan, 0.0))
        return Estimate(np.nan, np.nan, np.nan, nothing, 0.0, 0.0, NO_PAIRS)
    sums = _by_rank(units, several) if weights.by_rank else _by_difference(units, several, weights)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _estimate(units, several, n, sums)


def _estimate(units: Units, several: NDArray[np.bool_], n: float, sums: _Sums) -> Estimate:
    total, within, overall = sums.ratings, np.float64(sums.within), np.float64(sums.overall)
    ratio = total * within / overall
    moved = sums.adds_ratings * within + total * sums.adds_within - ratio * sums.adds_overall
    factor = ratio * (n * sums.adds_ratings / total - 1) / total
    influence = np.where(several, -n * moved / overall - factor, 0.0)
    return Estimate(
        value=float(1 - (total - 1) * within / overall),
        observed=float(1 - within / total),
        chance=float(1 - overall / (total * (total - 1))),
        influence=units.expand(influence),
        n=n,
        paired=n,
        reason=None if overall > 0 else ONE_CATEGORY,
    )


def _by_difference(units: Units, several: NDArray[np.bool_], weights: Weighting) -> _Sums:
    difference = weights.difference
    given = units.given
    within = np.where(several, difference.within(units) / np.maximum(given - 1, 1), 0.0)
    totals = units.totals(several.astype(np.float64))
    far = difference.spread(totals)
    return _Sums(
        ratings=float(totals.sum()),
        within=float(units.times @ within),
        overall=float(totals @ far),
        adds_ratings=given,
        adds_within=within,
        adds_overall=2 * units.sums(far),
    )


def _by_rank(units: Units, several: NDArray[np.bool_]) -> _Sums:
    """Krippendorff's ordinal differences: the squared distance of the mean ranks of two categories.

    Each rating also moves the ranks of the categories above its own, by 1, and of its own, by a half.
    """
    totals = units.totals(several.astype(np.float64))
    ranks = np.cumsum(totals) - totals / 2
    width = float(np.ptp(ranks)) or 1.0
    values = (ranks - ranks.min()) / width
    difference = Squared(values)
    given, one_less = units.given, np.where(several, units.given - 1, 1.0)
    within = np.where(several, difference.within(units) / one_less, 0.0)
    far = difference.spread(totals)
    used = several / one_less
    slope_within = 4 * (values * units.totals(given * used) - units.totals(units.sums(values) * used))
    slope_overall = 4 * totals * (totals.sum() * values - totals @ values)
    return _Sums(
        ratings=float(totals.sum()),
        within=float(units.times @ within),
        overall=float(totals @ far),
        adds_ratings=given,
        adds_within=within + units.sums(_by_ratings(slope_within)) / width,
        adds_overall=2 * units.sums(far) + units.sums(_by_ratings(slope_overall)) / width,
    )


def _by_ratings(slope: Floats) -> Floats:
    """The derivative by the ratings of each category, from that by the mean ranks."""
    above: Floats = np.cumsum(slope[::-1])[::-1] - slope
    return above + slope / 2
