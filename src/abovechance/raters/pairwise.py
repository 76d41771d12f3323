"""Coefficients of two raters, and their means over all pairs of raters.

Each pair is a table of the items that both rated. Pairs without a common item, and those whose coefficient is
undefined, are left out of the mean, which says so. If raters of such pairs disagree, leaving them out
flatters: that is a warning, and there is no mean if half of the pairs or more would be left out so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.gradient import gradient
from abovechance.measures.kappa import expected_from_kappa
from abovechance.measures.registry import measure
from abovechance.raters.chance import NO_PAIRS, ONE_CATEGORY, brennan_prediger
from abovechance.raters.registry import Estimate, coefficient_of
from abovechance.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.ratings import Ratings
    from abovechance.raters.weights import Weighting

    Floats = NDArray[np.float64]

_PAIR = 2
_CELLS = 2**18
"""Cells of tables that are differentiated at a time, which bounds the memory."""
UNDEFINED = "the coefficient is undefined for every pair of raters"
NO_LEVEL = "{} is higher than the observed agreement, so that it implies no level of chance"
DIRECTED = "of each two raters the earlier one is the norm"


@coefficient_of(
    "Cohen's Kappa",
    chance="the two raters each draw from how often they themselves use the categories",
    formula=r"p_e=\sum_{kl}w_{kl}p_{k+}p_{+l}",
    source="Cohen 1960, 1968",
    who=True,
    group="two",
    aliases=("cohen", "kappa", "weighted kappa"),
)
def cohen_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """Agreement of two raters beyond that of their own habits, of the items that both rated."""
    found = _mean_kappa(ratings, weights, "Cohen's Kappa")
    if not weights.is_identity:
        return found
    return replace(found, details={"kappa_max": measure("kappa_max")(_tables(ratings))[0].item()})


@coefficient_of(
    "Light's Kappa",
    chance="of each two raters as in Cohen's Kappa; the one given is implied by the mean",
    formula=r"\frac{2}{r(r-1)}\sum_{g<h}\kappa_{gh}",
    source="Light 1971",
    who=True,
    group="pairs",
    aliases=("light", "mean pairwise kappa"),
)
def light_kappa(ratings: Ratings, weights: Weighting) -> Estimate:
    """The mean of the Cohen's Kappa of all pairs of raters."""
    return _mean_kappa(ratings, weights, "Light's Kappa")


@coefficient_of(
    "Informedness",
    chance="none of its own: guessing is taken out of each pair, and the level given is implied",
    formula=r"\frac{2}{r(r-1)}\sum_{g<h}B_{gh}",
    source="Powers 2003; 2012, section 1.5",
    weighted=False,
    who=True,
    group="pairs",
    worded=False,
    aliases=("pairwise informedness", "mean informedness", "bookmaker"),
)
def informedness(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of what the later rater knows of the earlier one's ratings, guessing taken out."""
    return _mean_measure(ratings, "informedness", DIRECTED)


@coefficient_of(
    "Markedness",
    chance="none of its own: guessing is taken out of each pair, and the level given is implied",
    formula=r"\frac{2}{r(r-1)}\sum_{g<h}M_{gh}",
    source="Powers 2011",
    weighted=False,
    who=True,
    group="pairs",
    worded=False,
    aliases=("pairwise markedness", "mean markedness"),
)
def markedness(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of what the earlier rater knows of the later one's ratings, guessing taken out."""
    return _mean_measure(ratings, "markedness", DIRECTED)


@coefficient_of(
    "Correlation",
    chance="none of its own: the geometric mean of Informedness and Markedness; the level given is implied",
    formula=r"\frac{2}{r(r-1)}\sum_{g<h}\pm\sqrt{B_{gh}M_{gh}}",
    source="Powers 2011",
    weighted=False,
    who=True,
    group="pairs",
    worded=False,
    aliases=("pairwise correlation", "mean correlation"),
)
def correlation(ratings: Ratings, weights: Weighting) -> Estimate:  # noqa: ARG001
    """The mean over pairs of the correlation of two raters of whom neither is the norm."""
    return _mean_measure(ratings, "correlation")


@coefficient_of(
    "Prevalence- and bias-adjusted Kappa",
    chance="one half",
    formula=r"2p_a-1",
    source="Maxwell 1977; Byrt, Bishop & Carlin 1993",
    weighted=False,
    categories=2,
    aliases=("PABAK", "Maxwell's RE", "Maxwell RE", "random error coefficient"),
)
def pabak(ratings: Ratings, weights: Weighting) -> Estimate:
    """Twice the agreement less one: Cohen's Kappa had both categories and both errors been as frequent."""
    found = brennan_prediger(ratings, weights)
    if ratings.codes is None or ratings.n_raters != _PAIR:
        return found
    tables = Tables(ratings.pair_counts, ratings.categories, axes=(Axis("pair"),))
    indices = ("prevalence_index", "bias_index", "kappa_max")
    return replace(found, details={name: measure(name)(tables)[0].item() for name in indices})


@coefficient_of(
    "Maximum Kappa",
    chance="as of Cohen's Kappa",
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
    found = _mean_measure(ratings, "kappa_max")
    by_chance = measure("expected_accuracy")(_tables(ratings))
    expected = float(np.mean(by_chance[by_chance < 1])) if found.reason is None else np.nan
    most = expected + found.value * (1 - expected)
    kept = tuple(note for note in found.notes if note != NO_LEVEL.format("Maximum Kappa"))
    nowhere = np.full(ratings.n_items, np.nan)
    return replace(found, observed=most, expected=expected, influence=nowhere, notes=kept)


def _used(ratings: Ratings) -> NDArray[np.intp]:
    """The categories that occur where two raters rated an item; the first if there are none."""
    counts = ratings.pair_counts
    used = np.flatnonzero(counts.any(axis=(0, 2)) | counts.any(axis=(0, 1)))
    return used if len(used) else np.zeros(1, dtype=np.intp)


def _tables(ratings: Ratings) -> Tables:
    """The tables of all pairs; a category that none of them has is left out, as it changes no measure."""
    used = _used(ratings)
    counts = ratings.pair_counts[:, used[:, None], used[None, :]]
    return Tables(counts, tuple(ratings.categories[k] for k in used), axes=(Axis("pair"),))


def _mean_kappa(ratings: Ratings, weights: Weighting, title: str) -> Estimate:
    counts, cost = ratings.pair_counts, weights.disagreements()
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = counts / counts.sum(axis=(-2, -1), keepdims=True)
        rows, columns = shares.sum(axis=-1), shares.sum(axis=-2)
        far_rows, far_columns = columns @ cost.T, rows @ cost
        seen = np.einsum("pkl,kl->p", shares, cost)
        expected = np.einsum("pk,pk->p", rows, far_rows)
        ratio = np.where(expected > 0, seen / expected, np.nan)[:, None, None]
        moved = far_rows[:, :, None] + far_columns[:, None, :] - 2 * expected[:, None, None]
        slopes = (ratio * moved - (cost - seen[:, None, None])) / expected[:, None, None]
    return _mean(ratings, title, 1 - ratio[:, 0, 0], slopes, (1 - seen, 1 - expected))


def _mean_measure(ratings: Ratings, name: str, *notes: str) -> Estimate:
    tables = _tables(ratings)
    found, used = measure(name), _used(ratings)
    slopes = np.zeros(ratings.pair_counts.shape)
    step = max(_CELLS // len(used) ** 2, 1)
    for begin in range(0, len(slopes), step):
        some = tables[begin : begin + step]
        slopes[begin : begin + step, used[:, None], used[None, :]] = (
            gradient(found, some) * some.total[:, None, None]
        )
    levels = measure("accuracy")(tables), measure("expected_accuracy")(tables)
    return _mean(ratings, found.title, found(tables), slopes, levels, *notes)


def _mean(
    ratings: Ratings,
    title: str,
    values: Floats,
    slopes: Floats,
    levels: tuple[Floats, Floats],
    *notes: str,
) -> Estimate:
    """The mean over the pairs that have a value.

    Slopes are derivatives by the shares of the cells, levels the observed agreement and that of independent
    raters. What a mean takes for chance is implied by it, unless all agree: then it is the latter.
    """
    several = ratings.ratings_of_items >= _PAIR
    n = float(ratings.frequencies[several].sum())
    common = ratings.pair_counts.sum(axis=(-2, -1))
    met, defined = common > 0, np.isfinite(values)
    pairs, number = int(met.sum()), int(defined.sum())
    if pairs < len(values):
        apart = len(values) - pairs
        notes = (*notes, f"{apart} of {len(values)} pairs of raters have no item in common and are left out")
    lost = int((met & ~defined & (levels[0] < 1)).sum())
    if number <= lost or not number:
        nothing = np.where(several, np.nan, 0.0)
        agreed = float(np.mean(levels[0][met])) if pairs else np.nan
        reason = _why_none(ratings, title, pairs, number, lost)
        return Estimate(np.nan, agreed, np.nan, nothing, n, n, reason, notes, pairs=pairs, pairs_used=number)
    scale = np.where(defined, n / np.maximum(common, 1) / number, 0.0)[:, None, None]
    counted = (ratings.pair_counts > 0) & defined[:, None, None]
    influence = ratings.blocks.pair_sums(np.where(counted, slopes, 0.0) * scale)
    value, agreed, independent = (float(np.mean(x[defined])) for x in (values, *levels))
    expected = independent if value == 1 else expected_from_kappa(agreed, value)
    if expected < 0:
        expected, notes = np.nan, (*notes, NO_LEVEL.format(title))
    if number + lost < pairs:
        alike = pairs - number - lost
        notes = (
            *notes,
            f"{alike} of {pairs} pairs of raters agree on a single category: they have no {title}",
        )
    warning = _few(title, pairs, lost) if lost else None
    return Estimate(
        value, agreed, expected, influence, n, n, None, notes, pairs=pairs, pairs_used=number, warning=warning
    )


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
    return ONE_CATEGORY if len(_used(ratings)) == 1 else UNDEFINED
