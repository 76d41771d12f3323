"""The coefficients of agreement: each family is a module, and this is where they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.errors import InputError
from abovechance.labels import quoted
from abovechance.measures.registry import normalise
from abovechance.raters import alpha, chance, own, pairwise  # noqa: F401  (they declare their coefficients)
from abovechance.raters.registry import Coefficient, Estimate, coefficient, declared
from abovechance.raters.weights import Weighting, kind_of, weighting

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from abovechance.raters.ratings import Ratings

__all__ = ["Coefficient", "Estimate", "coefficient", "declared", "estimate", "is_usable", "weights_for"]

_PAIR = 2
_MOST_CELLS = 2**21
"""Cells of the tables of all pairs of raters up to which these are computed without being asked for."""


def estimate(ratings: Ratings, key: str | Coefficient, weights: str | ArrayLike = "identity") -> Estimate:
    """The value of a coefficient, and the influence of each item on it.

    Parameters
    ----------
    ratings
        :class:`~abovechance.raters.Ratings`.
    key
        A coefficient.
    weights
        A kind of weights, or a matrix of agreements.

    Examples
    --------
    >>> from abovechance.raters import Ratings
    >>> from abovechance.raters.coefficients import estimate
    >>> ratings = Ratings.from_wide([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]])
    >>> found = estimate(ratings, "fleiss_kappa")
    >>> found.observed, round(found.expected, 4), round(found.value, 4)
    (0.75, 0.5312, 0.4667)
    """
    chosen = coefficient(key)
    require_usable(ratings, chosen)
    return chosen.function(ratings, weights_for(ratings, chosen, weights))


def require_usable(ratings: Ratings, chosen: Coefficient) -> None:
    """Refuse ratings that the coefficient is not made for."""
    if ratings.n_raters < _PAIR:
        alone = "is one" if ratings.n_raters else "are no ratings"
        if ratings.left_out:
            alone += f" ({quoted(ratings.left_out)} gave no rating)"
        raise InputError(
            f"agreement needs two raters or more, and there {alone}: give a column for each rater"
        )
    if chosen.who:
        ratings.require_codes(chosen.title)
    if chosen.group == "two" and ratings.n_raters != _PAIR:
        raise InputError(
            f"{chosen.key} is for two raters, and there are {ratings.n_raters}: take 'conger_kappa', "
            "'light_kappa' or 'fleiss_kappa', or two of the raters"
        )
    if chosen.categories is not None and len(ratings.categories) != chosen.categories:
        raise InputError(
            f"{chosen.key} is for {chosen.categories} categories, and there "
            f"{'is' if len(ratings.categories) == 1 else 'are'} {len(ratings.categories)}"
        )


def is_usable(
    ratings: Ratings, chosen: Coefficient, weights: str | ArrayLike, *, large: bool = False
) -> bool:
    """Whether a coefficient is made for such ratings and weights; tables of all pairs may be large or not."""
    size = len(ratings.categories)
    pairs = ratings.n_raters * (ratings.n_raters - 1) // 2
    if not large and chosen.group != "agreement" and pairs * size**2 > _MOST_CELLS:
        return False
    if isinstance(weights, str) and kind_of(weights).key == "krippendorff_ordinal":
        return chosen.key == "krippendorff_alpha"
    named = isinstance(weights, str) and kind_of(weights).key == "identity"
    return (
        not (chosen.who and ratings.codes is None)
        and not (chosen.group == "two" and ratings.n_raters != _PAIR)
        and chosen.categories in (None, size)
        and (named or chosen.weighted)
    )


def weights_for(ratings: Ratings, chosen: Coefficient, weights: str | ArrayLike) -> Weighting:
    """The weights as the coefficient takes them; Krippendorff's alpha has ordinal differences of its own."""
    if isinstance(weights, Weighting):
        return weights
    alphas = chosen.key == "krippendorff_alpha"
    ranked = alphas and isinstance(weights, str) and normalise(weights) == "ordinal"
    found = weighting("krippendorff_ordinal" if ranked else weights, ratings.categories)
    if found.by_rank and not alphas:
        raise InputError(f"krippendorff_ordinal is for krippendorff_alpha: take 'ordinal' for {chosen.key}")
    if not chosen.weighted and not found.is_identity:
        raise InputError(f"{chosen.key} has no weights: leave out weights={found.name!r}")
    return found if chosen.group in ("pairs", "two") else found.symmetric()
