"""How a coefficient of agreement is declared and found, and what it gives.

The coefficients of agreement: each family is a module, and this is where they are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Registry, normalise
from abovechance.raters.ratings.weights import Weighting, kind_of, weighting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from abovechance.raters.ratings.ratings import Ratings

    Floats = NDArray[np.float64]
    Function = Callable[[Ratings, Weighting], "Estimate"]
    from numpy.typing import ArrayLike

Group = Literal["agreement", "pairs", "two"]


@dataclass(frozen=True, eq=False)
class Estimate:
    """A coefficient of some ratings: ``value = (observed - chance) / (1 - chance)``; NaN if undefined.

    ``influence`` is the derivative of the value by the share of each item. It sums to 0 over the items, each
    as many times as it counts, and is 0 of items that do not enter. The variance of the value is ``(influence
    ** 2).sum() / (n * (n - 1))``.
    """

    value: float
    observed: float
    chance: float
    influence: Floats
    n: float  # items that enter
    paired: float  # those of them with two ratings or more
    reason: str | None = None  # why the value is undefined
    notes: tuple[str, ...] = ()
    details: Mapping[str, float] = field(default_factory=dict)  # further numbers that belong to it, by name
    pairs: int | None = None  # of a mean over pairs of raters: those that have an item in common
    pairs_used: int | None = None  # those of them that have a value
    warning: str | None = None  # what makes the value doubtful
    shared: float | None = None  # of a mean over pairs who rated different items: the mean number shared


@dataclass(frozen=True, eq=False, repr=False)
class Coefficient:
    """A coefficient of agreement and what is known of it."""

    key: str
    title: str
    meaning: str
    chance_model: str  # what it takes for chance, in words
    formula: str  # of the chance agreement or the coefficient, in LaTeX
    source: str
    function: Function
    weighted: bool = True
    who: bool = False  # whether it asks who gave a rating, so that counts do not suffice
    group: Group = "agreement"  # for any number of raters, for means over pairs, or for two raters only
    categories: int | None = None  # how many it is for; None for any number
    corrected: bool = True
    worded: bool = True  # whether verbal scales, which were made for Kappas, are for its values
    by_agreement: bool = False  # shuffling complete ratings changes it through the observed agreement alone
    aliases: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        """The name and the meaning."""
        return f"<coefficient {self.key}: {self.meaning}>"


_COEFFICIENTS: Registry[Coefficient] = Registry("coefficient of agreement")


def coefficient_of(title: str, **facts: Any) -> Callable[[Function], Function]:
    """Declare a coefficient; the facts are the attributes of :class:`Coefficient`."""

    def register(function: Function) -> Function:
        meaning = " ".join((function.__doc__ or "").split())
        found = Coefficient(key=function.__name__, title=title, meaning=meaning, function=function, **facts)
        _COEFFICIENTS.enter(found, title)
        return function

    return register


def declared() -> tuple[Coefficient, ...]:
    """All coefficients, in the order in which they were declared."""
    return tuple(_COEFFICIENTS.values())


def coefficient(name: str | Coefficient) -> Coefficient:
    """Find a coefficient by its name or an alias."""
    return name if isinstance(name, Coefficient) else _COEFFICIENTS.named(name)


__all__ = ["Coefficient", "Estimate", "coefficient", "declared", "estimate", "is_usable", "weights_for"]

_MOST_CELLS = 2**21
"""Cells of the tables of all pairs of raters up to which these are computed without being asked for."""


def estimate(ratings: Ratings, key: str | Coefficient, weights: str | ArrayLike = "identity") -> Estimate:
    """The value of a coefficient, and the influence of each item on it."""
    chosen = coefficient(key)
    require_usable(ratings, chosen)
    return chosen.function(ratings, weights_for(ratings, chosen, weights))


def require_usable(ratings: Ratings, chosen: Coefficient) -> None:
    """Refuse ratings that the coefficient is not made for."""
    if ratings.n_raters < 2:
        alone = "is one" if ratings.n_raters else "are no ratings"
        if ratings.left_out:
            alone += f" ({quoted(ratings.left_out)} gave no rating)"
        raise InputError(
            f"agreement needs two raters or more, and there {alone}: give a column for each rater"
        )
    if chosen.who:
        ratings.require_codes(chosen.title)
    if chosen.group == "two" and ratings.n_raters != 2:
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
        and not (chosen.group == "two" and ratings.n_raters != 2)
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
    # Only pairs of raters have a first and a second: elsewhere the mean of both ways of a matrix counts.
    return found if chosen.group in ("pairs", "two") else found.symmetric()
