"""Coefficients that compare pairs of ratings of an item, and do not ask who gave which.

All are 1 - D/E, where D is the mean disagreement of two ratings of one item and E that of chance. Items with
two ratings or more give D; all items that were rated tell how often each category is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.raters.coefficients.registry import Estimate, coefficient_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.ratings.category_distance import CategoryDistance
    from abovechance.raters.ratings.profiles import Units
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

ONE_CATEGORY = "all ratings are of one category, so that chance would agree as well"
NO_PAIRS = "no item has two ratings"
ONE_DECLARED = "there is only one category: declare all categories that raters could choose"


@dataclass(frozen=True, eq=False)
class Observed:
    """The disagreement that was observed, row by row.

    Attributes
    ----------
    n, paired
        How many items have a rating, and how many have two.
    disagreement
        The mean over items with two ratings.
    slope
        The derivative of that by the share of the items of each row.
    share
        One rating's part of its row, 1 over their number; 0 where there is none.
    """

    units: Units
    n: float
    paired: float
    disagreement: float
    slope: Floats
    share: Floats


def observed(units: Units, difference: CategoryDistance) -> Observed:
    """The mean disagreement of two ratings of an item, each item having the same weight."""
    given, times = units.given, units.times
    several = given >= 2
    n, paired = float(times[given > 0].sum()), float(times[several].sum())
    pairs = np.where(several, given * (given - 1), 1.0)
    each = np.where(several, difference.within(units) / pairs, 0.0)
    mean = float(times @ each / paired) if paired else np.nan
    slope = np.where(several, (each - mean) * (n / paired if paired else np.nan), 0.0)
    return Observed(units, n, paired, mean, slope, np.where(given > 0, 1 / np.maximum(given, 1), 0.0))


def usage(seen: Observed) -> Floats:
    """How often each category is used: the mean over items of the share of their ratings."""
    shares = seen.units.totals(seen.share)
    total = shares.sum()
    return shares / total if total else shares


def corrected(
    seen: Observed,
    expected: float,
    slope: Floats | float = 0.0,
    *,
    by_item: Floats | float = 0.0,
    undefined: str | None = None,
) -> Estimate:
    """The coefficient of an observed and an expected disagreement.

    ``slope`` is the derivative of the expected one by the share of each row, ``by_item`` what there is to add
    to it item by item.
    """
    reason = undefined if undefined is not None else _reason(seen, expected)
    level = expected if reason is None else np.nan
    ratio = seen.disagreement / level
    influence = np.where(seen.share > 0, (ratio * slope - seen.slope) / level, 0.0)
    return Estimate(
        value=1 - ratio,
        observed=1 - seen.disagreement,
        chance=float(1 - expected),
        influence=seen.units.expand(influence) + ratio / level * by_item,
        n=seen.n,
        paired=seen.paired,
        reason=reason,
    )


def _reason(seen: Observed, expected: float) -> str | None:
    if not seen.paired:
        return NO_PAIRS
    return None if expected > 0 else ONE_CATEGORY


@coefficient_of(
    "Percent agreement",
    chance_model="none is taken out",
    formula=r"p_a=\frac1{n'}\sum_{i:r_i\ge2}\sum_k\frac{r_{ik}(r^*_{ik}-1)}{r_i(r_i-1)}",
    source="Gwet 2014",
    corrected=False,
    worded=False,
    aliases=("observed agreement", "raw agreement", "pa"),
)
def percent_agreement(ratings: Ratings, weights: Weighting) -> Estimate:
    """How often two raters agree on an item."""
    return corrected(observed(ratings.units, weights.difference), 1.0)


@coefficient_of(
    "Fleiss' Kappa",
    chance_model="both ratings drawn from how often the categories are used by all raters together",
    formula=r"p_e=\sum_{kl}w_{kl}\pi_k\pi_l,\ \pi_k=\frac1n\sum_i\frac{r_{ik}}{r_i}",
    source="Scott 1955; Fleiss 1971",
    aliases=("Scott's Pi", "scott", "fleiss", "multi-pi", "gwet pi"),
    by_agreement=True,
)
def fleiss_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement beyond that of raters who all draw from one distribution; of two raters, Scott's Pi."""
    seen = observed(ratings.units, weights.difference)
    used = usage(seen)
    far = weights.difference.spread(used)
    expected = float(used @ far)
    return corrected(seen, expected, 2 * (seen.units.sums(far) * seen.share - expected))


@coefficient_of(
    "Brennan–Prediger",
    chance_model="every category is as likely as any other, used or not",
    formula=r"p_e=T_w/q^2,\ T_w=\sum_{kl}w_{kl}",
    source="Bennett, Alpert & Goldstein 1954; Brennan & Prediger 1981; Randolph 2005",
    aliases=(
        "Bennett's S",
        "bennett_s",
        "bennett",
        "S",
        "Randolph's kappa",
        "randolph",
        "free-marginal kappa",
        "bp",
        "brennan prediger",
        "janson vegelius",
        "kappa_n",
    ),
    by_agreement=True,
)
def brennan_prediger(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement beyond that of raters who choose blindly among all categories."""
    seen = observed(ratings.units, weights.difference)
    size = len(ratings.categories)
    expected = _all_differences(weights, size) / size**2
    return corrected(seen, expected, undefined=ONE_DECLARED if size == 1 else None)


@coefficient_of(
    "Gwet's AC",
    chance_model="raters guess evenly, and only on hard items, the fewer the more uneven the categories",
    formula=r"p_e=\frac{T_w}{q(q-1)}\sum_k\pi_k(1-\pi_k)",
    source="Gwet 2008",
    aliases=("gwet", "gwet_ac1", "gwet_ac2", "AC1", "AC2", "gwet gamma", "gwet's ac1", "gwet's ac2"),
    by_agreement=True,
)
def gwet_ac(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement beyond that of guesses on hard items: AC1, and with weights AC2."""
    seen = observed(ratings.units, weights.difference)
    size, used = len(ratings.categories), usage(seen)
    if size == 1:
        return corrected(seen, np.nan, undefined=ONE_DECLARED)
    scale = (size**2 - _all_differences(weights, size)) / (size * (size - 1))
    squares = float(used @ used)
    slope = 2 * scale * (seen.units.sums(used) * seen.share - squares)
    return corrected(seen, 1 - scale * (1 - squares), slope)


def _all_differences(weights: Weighting, size: int) -> float:
    """The sum of the disagreements of every two categories."""
    ones = np.ones(size)
    return float(ones @ weights.difference.spread(ones))
