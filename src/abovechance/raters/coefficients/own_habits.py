"""Coefficients of many raters who each guess with habits of their own: it matters who gave a rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.raters.coefficients.registry import Estimate, coefficient_of
from abovechance.raters.coefficients.shared_habits import ONE_CATEGORY, corrected, observed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

NOT_COMPLETE = "no item was rated by all raters"


@coefficient_of(
    "Conger's Kappa",
    chance_model="two raters each draw from how often they themselves use the categories",
    formula=r"p_e=\frac{2}{r(r-1)}\sum_{g<h}\sum_{kl}w_{kl}p_{gk}p_{hl}",
    source="Hubert 1977; Conger 1980",
    who=True,
    aliases=(
        "conger",
        "Hubert's pairwise kappa",
        "exact kappa",
        "Davies-Fleiss",
        "multi-kappa",
    ),
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
    return np.array([np.bincount(column + 1, weights, size + 1)[1:] for column in codes.T], dtype=np.float64)


def looked_up(codes: NDArray[Any], raters: NDArray[np.intp], values: Floats) -> Floats:
    """Of each item, the sum over raters of a value of the category that they gave."""
    total = np.zeros(len(codes))
    for rater, row in zip(raters, values, strict=True):
        total += np.append(row, 0.0)[codes[:, rater]]
    return total
