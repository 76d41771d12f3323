"""Coefficients of any number of raters.

Those that do not ask who gave a rating are 1 - D/E, where D is the mean disagreement of two ratings of one
item and E that of chance. Items with two ratings or more give D; all items that were rated tell how often
each category is used. Where raters guess with habits of their own, it matters who gave a rating.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.raters.coefficients.registry import Estimate, coefficient_of
from abovechance.raters.ratings.category_distance import Squared

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
    """The disagreement that was observed, row by row."""

    units: Units
    n: float  # items with a rating
    paired: float  # items with two
    disagreement: float  # the mean over items with two ratings
    slope: Floats  # the derivative of that by the share of the items of each row
    share: Floats  # one rating's part of its row, 1 over their number; 0 where there is none


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

    ``slope`` is the derivative of the latter by the share of each row; ``by_item`` is added to it item by
    item.
    """
    reason = undefined if undefined is not None else _reason(seen, expected)
    level = expected if reason is None else np.nan
    ratio = seen.disagreement / level
    # The derivative of 1 − seen / expected by the share of each row.
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
    # T_w, the sum of the weights of agreement, is what the disagreements leave of q².
    scale = (size**2 - _all_differences(weights, size)) / (size * (size - 1))
    squares = float(used @ used)
    slope = 2 * scale * (seen.units.sums(used) * seen.share - squares)
    return corrected(seen, 1 - scale * (1 - squares), slope)


def _all_differences(weights: Weighting, size: int) -> float:
    """The sum of the disagreements of every two categories."""
    ones = np.ones(size)
    return float(ones @ weights.difference.spread(ones))


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
    # Alpha has N − 1 where the ratio has N: the factor is what that changes.
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
        ratings=float(totals.sum()), within=float(units.times @ within), overall=float(totals @ far),
        adds_ratings=given, adds_within=within, adds_overall=2 * units.sums(far),
    )  # fmt: skip


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


NOT_COMPLETE = "no item was rated by all raters"


@coefficient_of(
    "Conger's Kappa",
    chance_model="two raters each draw from how often they themselves use the categories",
    formula=r"p_e=\frac{2}{r(r-1)}\sum_{g<h}\sum_{kl}w_{kl}p_{gk}p_{hl}",
    source="Hubert 1977; Conger 1980",
    who=True,
    aliases=("conger", "Hubert's pairwise kappa", "exact kappa", "Davies-Fleiss", "multi-kappa"),
    by_agreement=True,
)
def conger_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement beyond that of raters who keep their own habits; of two raters, Cohen's Kappa."""
    seen = observed(ratings.units, weights.difference)
    codes, each = ratings.require_codes("Conger's Kappa"), rater_counts(ratings)
    rated = np.flatnonzero(each.any(axis=1))
    number = each[rated].sum(axis=1)
    used = each[rated] / number[:, None]
    pairs = max(len(rated) * (len(rated) - 1), 1)
    far = np.array([weights.difference.spread(row) for row in used]).reshape(used.shape)
    others = far.sum(axis=0) - far
    own = np.einsum("gk,gk->g", used, others)
    values = 2 / pairs * (seen.n / number)[:, None] * (others - own[:, None])
    return corrected(seen, float(own.sum() / pairs), by_item=looked_up(codes, rated, values))


@coefficient_of(
    "Hubert's Kappa",
    chance_model="all raters at once draw from how often they themselves use the categories",
    formula=r"p_a=\frac1n\#\{i:\text{all agree}\},\ p_e=\sum_k\prod_g p_{gk}",
    source="Hubert 1977; Moss 2024",
    weighted=False,
    who=True,
    aliases=("hubert", "m-wise kappa", "all-agree kappa"),
)
def hubert_kappa(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """Agreement of all raters at once beyond that of independent habits, of the items that all rated."""
    codes = ratings.require_codes("Hubert's Kappa")
    complete, equal = (codes >= 0).all(axis=1), (codes == codes[:, :1]).all(axis=1)
    frequencies = np.where(complete, ratings.frequencies, 0.0)
    n = float(frequencies.sum())
    if not n:
        nothing = np.zeros(len(codes))
        return Estimate(np.nan, np.nan, np.nan, nothing, 0.0, 0.0, NOT_COMPLETE)
    used = rater_counts(ratings, frequencies) / n
    agreed = float(frequencies @ equal / n)
    # Products without each rater are no quotients: a rater may never use a category.
    apart = np.array([np.delete(used, g, axis=0).prod(axis=0) for g in range(len(used))])
    chance = float(used.prod(axis=0).sum())
    moved = looked_up(codes, np.arange(len(used)), apart) - len(used) * chance
    room = 1 - chance if chance < 1 else np.nan
    value = (agreed - chance) / room
    influence = np.where(complete, (equal - agreed - (1 - value) * moved) / room, 0.0)
    reason = ONE_CATEGORY if np.isnan(room) else None
    return Estimate(value, agreed, chance, influence, n, n, reason)


def rater_counts(ratings: Ratings, frequencies: Floats | None = None) -> Floats:
    """Raters × categories: how often each rater used each category."""
    codes, size = ratings.require_codes("habits of raters"), len(ratings.categories)
    weights = ratings.times if frequencies is None else frequencies
    # A missing rating, −1, is counted at the first place, which is dropped.
    return np.array([np.bincount(column + 1, weights, size + 1)[1:] for column in codes.T], dtype=np.float64)


def looked_up(codes: NDArray[Any], raters: NDArray[np.intp], values: Floats) -> Floats:
    """Of each item, the sum over raters of a value of the category that they gave."""
    total = np.zeros(len(codes))
    for rater, row in zip(raters, values, strict=True):
        # The code −1 of a missing rating finds the 0 at the end.
        total += np.append(row, 0.0)[codes[:, rater]]
    return total
