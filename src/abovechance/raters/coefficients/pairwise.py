"""Coefficients of two raters, and their means over all pairs of raters.

Each pair weighs as much as the number of items that both rated; where all raters rated all items, the mean is
the plain one. Pairs without a common item, and those whose coefficient is undefined, are left out of the
mean, which says so. If raters of such pairs disagree, leaving them out flatters: that is a warning, and there
is no mean if half of the pairs or more would be left out so.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.implied_kappa import expected_from_kappa
from abovechance.measures.registry import measure
from abovechance.raters.coefficients.many_raters import NO_PAIRS, ONE_CATEGORY, brennan_prediger
from abovechance.raters.coefficients.registry import Estimate, coefficient_of
from abovechance.raters.ratings.shared_items import (
    Costs,
    Pairs,
    correlation_costs,
    disagreement_costs,
    informedness_costs,
    kappa_costs,
    markedness_costs,
    pairs_of,
    used_categories,
)
from abovechance.raters.uncertainty.resampling import derivatives, left_out
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

UNDEFINED = "the coefficient is undefined for every pair of raters"
NO_LEVEL = "{} is higher than the observed agreement, so that it implies no level of chance"
DIRECTED = "of every two raters, the one that comes first is taken as the truth"
_IMPLIED_CHANCE = "none of its own: guessing is taken out of each pair, and the level given is implied"
_of_pairs = partial(coefficient_of, who=True, group="pairs", weighted=False, worded=False)


@coefficient_of(
    "Cohen's Kappa",
    chance_model="the two raters each draw from how often they themselves use the categories",
    formula=r"p_e=\sum_{kl}w_{kl}p_{k+}p_{+l}",
    source="Cohen 1960, 1968",
    who=True,
    group="two",
    aliases=("cohen", "kappa", "weighted kappa"),
    by_agreement=True,
)
def cohen_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement of two raters beyond that of their own habits, of the items that both rated."""
    found = _mean_kappa(ratings, weights, "Cohen's Kappa")
    if not weights.is_identity:
        return found
    return replace(found, details={"kappa_max": _largest(pairs_of(ratings)).item()})


@coefficient_of(
    "Light's Kappa",
    chance_model="of each two raters as in Cohen's Kappa; the one given is implied by the mean",
    formula=r"\frac{\sum_{g<h}n_{gh}\kappa_{gh}}{\sum_{g<h}n_{gh}}",
    source="Light 1971",
    who=True,
    group="pairs",
    aliases=("light", "mean pairwise kappa"),
)
def light_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """The mean of the Cohen's Kappa of all pairs of raters."""
    return _mean_kappa(ratings, weights, "Light's Kappa")


@_of_pairs(
    "Informedness",
    chance_model=_IMPLIED_CHANCE,
    formula=r"\frac{\sum_{g<h}n_{gh}B_{gh}}{\sum_{g<h}n_{gh}}",
    source="Powers 2003; 2012, section 1.5",
    aliases=("pairwise informedness", "mean informedness", "bookmaker"),
)
def informedness(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of what the later rater knows of the earlier one's ratings, guessing taken out."""
    return _mean_measure(ratings, "Informedness", informedness_costs, DIRECTED)


@_of_pairs(
    "Markedness",
    chance_model=_IMPLIED_CHANCE,
    formula=r"\frac{\sum_{g<h}n_{gh}M_{gh}}{\sum_{g<h}n_{gh}}",
    source="Powers 2011",
    aliases=("pairwise markedness", "mean markedness"),
)
def markedness(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of what the earlier rater knows of the later one's ratings, guessing taken out."""
    return _mean_measure(ratings, "Markedness", markedness_costs, DIRECTED)


@_of_pairs(
    "Correlation",
    chance_model="none of its own: the geometric mean of Informedness and Markedness; the level is implied",
    formula=r"\frac{\sum_{g<h}\pm n_{gh}\sqrt{B_{gh}M_{gh}}}{\sum_{g<h}n_{gh}}",
    source="Powers 2011",
    aliases=("pairwise correlation", "mean correlation"),
)
def correlation(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of the correlation of two raters of whom neither is the norm."""
    return _mean_measure(ratings, "Correlation", correlation_costs)


@coefficient_of(
    "Prevalence- and bias-adjusted Kappa",
    chance_model="one half",
    formula=r"2p_a-1",
    source="Maxwell 1977; Byrt, Bishop & Carlin 1993",
    weighted=False,
    categories=2,
    aliases=("PABAK", "Maxwell's RE", "Maxwell RE", "random error coefficient"),
    by_agreement=True,
)
def pabak(ratings: Ratings, weights: Weighting) -> Estimate:
    """Twice the agreement less one: Cohen's Kappa had both categories and both errors been as frequent."""
    found = brennan_prediger(ratings, weights)
    if ratings.codes is None or ratings.n_raters != 2:
        return found
    tables = Tables(ratings.pair_counts, ratings.categories, axes=(Axis("pair"),))
    indices = ("prevalence_index", "bias_index", "kappa_max")
    return replace(found, details={name: np.asarray(measure(name)(tables)).item(0) for name in indices})


@coefficient_of(
    "Maximum Kappa",
    chance_model="as of Cohen's Kappa",
    formula=r"\frac{\sum_k\min(p_{k+},p_{+k})-p_e}{1-p_e}",
    source="Cohen 1960",
    weighted=False,
    who=True,
    group="pairs",
    corrected=False,
    worded=False,
    aliases=("kappa maximum", "maximum attainable kappa"),
)
def kappa_max(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of the largest Cohen's Kappa that the habits of two raters allow."""
    # A kink, where two raters use a category equally often, has no derivative: there is no influence.
    pairs = pairs_of(ratings)
    found = _mean_measure(ratings, "Maximum Kappa", _constant)
    by_chance = _agreed_by_chance(pairs)
    there = (pairs.number > 0) & (by_chance < 1)
    expected = _average(by_chance, there, pairs) if there.any() else np.nan
    most = expected + found.value * (1 - expected)
    kept = tuple(note for note in found.notes if note != NO_LEVEL.format("Maximum Kappa"))
    nowhere = np.full(ratings.n_items, np.nan)
    return replace(found, observed=most, chance=expected, influence=nowhere, notes=kept)


def _agreed_by_chance(pairs: Pairs) -> Floats:
    return np.einsum("pk,pk->p", pairs.first, pairs.second)


def _largest(pairs: Pairs) -> Floats:
    """The largest Kappa that the habits of each two raters allow."""
    # The largest Kappa depends on the margins alone: any table that has them will do.
    independent = pairs.first[:, :, None] * pairs.second[:, None, :] * pairs.number[:, None, None]
    tables = Tables(independent, tuple(range(pairs.first.shape[1])), axes=(Axis("pair"),))
    return np.asarray(measure("kappa_max")(tables))


def _constant(pairs: Pairs) -> Costs:
    """The largest Kappa, as if items made no difference to it."""
    flat = np.zeros_like(pairs.first)
    return Costs(_largest(pairs), np.zeros_like(pairs.tables), flat, flat)


def _mean_kappa(ratings: Ratings, weights: Weighting, title: str) -> Estimate:
    cost = disagreement_costs(ratings, weights)
    pairs = pairs_of(ratings)
    seen = 1 - np.einsum("pkl,kl->p", pairs.tables, cost)
    expected = 1 - np.einsum("pk,kl,pl->p", pairs.first, cost, pairs.second)
    return _mean(ratings, title, pairs, partial(kappa_costs, cost=cost), (seen, expected))


def _mean_measure(ratings: Ratings, title: str, costs: Callable[[Pairs], Costs], *notes: str) -> Estimate:
    pairs = pairs_of(ratings)
    levels = np.einsum("pkk->p", pairs.tables), _agreed_by_chance(pairs)
    return _mean(ratings, title, pairs, costs, levels, *notes)


def _mean(
    ratings: Ratings,
    title: str,
    of: Pairs,
    measured: Callable[[Pairs], Costs],
    levels: tuple[Floats, Floats],
    *notes: str,
) -> Estimate:
    """The mean over the pairs that have a value, each as often as it has items.

    Levels are the observed agreement and that of independent raters. What a mean takes for chance is implied
    by it, unless all agree: then it is the latter.
    """
    several = ratings.ratings_of_items >= 2
    n = float(ratings.frequencies[several].sum())
    costs = measured(of)
    met, defined = of.number > 0, np.isfinite(costs.values) & (of.number > 0)
    pairs, number = int(met.sum()), int(defined.sum())
    lost = int((met & ~defined & (levels[0] < 1)).sum())
    if pairs < len(met):
        apart = len(met) - pairs
        notes = (*notes, f"{apart} of {len(met)} pairs of raters have no item in common and are left out")
    # Pairs that disagree and yet have no value may be unlike the others: a mean without most of them would
    # say little.
    if number <= lost or not number:
        nothing = np.where(several, np.nan, 0.0)
        agreed = _average(levels[0], met, of) if pairs else np.nan
        reason = _why_none(ratings, title, pairs, number, lost)
        return Estimate(np.nan, agreed, np.nan, nothing, n, n, reason, notes, pairs=pairs, pairs_used=number)
    value, agreed, independent = (_average(x, defined, of) for x in (costs.values, *levels))
    # A mean of Kappas has no chance level of its own: the one given is what a single Kappa of this agreement
    # and value would have.
    expected = independent if value == 1 else float(expected_from_kappa(agreed, value))
    if expected < 0:
        expected, notes = np.nan, (*notes, NO_LEVEL.format(title))
    if number + lost < pairs:
        single = f"{pairs - number - lost} of {pairs} pairs of raters agree on a single category"
        notes = (*notes, f"{single}: they have no {title}")
    alike = bool(of.same[defined].all())
    return Estimate(
        value,
        agreed,
        expected,
        derivatives(ratings, of, costs) if alike else left_out(ratings, of, measured),
        n,
        n,
        notes=notes,
        pairs=pairs,
        pairs_used=number,
        warning=_few(title, pairs, lost) if lost else None,
        shared=None if alike else float(of.number[defined].mean()),
    )


def _average(values: Floats, which: NDArray[np.bool_], of: Pairs) -> float:
    return float(np.average(values[which], weights=of.number[which]))


def _few(title: str, pairs: int, lost: int) -> str:
    lack = "disagrees but has" if lost == 1 else "disagree but have"
    return f"{lost} of {pairs} pairs of raters {lack} no {title}: the value is the mean of the others alone"


def _why_none(ratings: Ratings, title: str, pairs: int, number: int, lost: int) -> str:
    """Why there is no mean over pairs."""
    if not pairs:
        return NO_PAIRS
    if number:
        return (
            f"{lost} of {pairs} pairs of raters disagree but have no {title}: the others do not speak for all"
        )
    return ONE_CATEGORY if len(used_categories(ratings)) == 1 else UNDEFINED
