"""How each rater goes with all others: means over the pairs that a rater is one of.

The values of pairs are those that the coefficients are means of, and weigh as much there: the number of items
that both rated. So the mean over raters, each as often as the others met him, is the coefficient again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.raters.ratings.shared_items import (
    disagreement_costs,
    informedness_costs,
    kappa_costs,
    markedness_costs,
    pairs_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.shared_items import Pairs
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WithOthers:
    """One value for each rater; NaN where it is undefined with every other.

    Attributes
    ----------
    agreement
        How often the rater and another give the same category.
    informedness, markedness
        What the rater knows of the others, and what they know of the rater.
    """

    agreement: Floats
    informedness: Floats
    markedness: Floats


def with_others(ratings: Ratings) -> WithOthers:
    """Agreement and Informedness, both ways, of each rater with all others."""
    pairs = pairs_of(ratings)
    same = np.einsum("pkk->p", pairs.tables)
    of_later, of_earlier = informedness_costs(pairs).values, markedness_costs(pairs).values
    raters = len(ratings.raters)
    return WithOthers(
        _means(pairs, raters, same, same),
        _means(pairs, raters, of_earlier, of_later),
        _means(pairs, raters, of_later, of_earlier),
    )


def kappas_with_others(ratings: Ratings, weights: Weighting) -> Floats:
    """Cohen's Kappa (1960, 1968) of each rater with all others."""
    pairs = pairs_of(ratings)
    values = kappa_costs(pairs, disagreement_costs(ratings, weights)).values
    return _means(pairs, len(ratings.raters), values, values)


def _means(pairs: Pairs, raters: int, of_first: Floats, of_second: Floats) -> Floats:
    """The mean over the pairs of each rater of a value that either of the two has."""
    total, number = np.zeros(raters), np.zeros(raters)
    for place, values in zip(np.triu_indices(raters, 1), (of_first, of_second), strict=True):
        there = np.isfinite(values) & (pairs.number > 0)
        times = np.where(there, pairs.number, 0.0)
        np.add.at(total, place, times * np.where(there, values, 0.0))
        np.add.at(number, place, times)
    with np.errstate(invalid="ignore"):
        return total / number
