"""The jackknife: how the coefficient moves when items, or raters, are left out.

Left-out items tell how far the result depends on the items that were drawn. Left-out raters tell how far it
depends on who rated; where both are samples of more to come, their variances add (Gwet 2014, chapter 5).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.raters.uncertainty.bootstrap import each_left_out, patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.raters.coefficients.registry import Coefficient
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

MOST_PATTERNS = 4000
"""Beyond so many kinds of items, groups of items are left out instead of single ones."""
GROUPS = 200
_FEWEST_RATERS = 3


def jackknife_items(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> float:
    """The standard error from leaving out each item: ``√((n−1)/n · Σ(κ₍₋ᵢ₎ − mean)²)``.

    Items rated alike are computed once. Where there are more than 4000 kinds of items, they are left out in
    200 groups of equal size.
    """
    shapes = patterns(ratings, who=chosen.who)

    def value(fewer: Ratings) -> float:
        return chosen.function(fewer, weights).value

    found = each_left_out(shapes, value, MOST_PATTERNS)
    if found is None:
        found = _groups_left_out(ratings, chosen, weights)
    return _spread(*found)


def jackknife_raters(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> float:
    """The standard error from leaving out each rater who rated: ``√((r−1)/r · Σ(κ₍₋g₎ − mean)²)``."""
    codes = ratings.require_codes("raters that are left out")
    active = [name for name, column in zip(ratings.raters, codes.T, strict=True) if (column >= 0).any()]
    values = np.array(list(without_each_rater(ratings.take_raters(active), chosen, weights).values()))
    return _spread(values, np.ones(len(values)))


def without_each_rater(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> dict[object, float]:
    """The coefficient without each of the raters, by name."""
    codes = ratings.require_codes("raters that are left out")
    if len(ratings.raters) < _FEWEST_RATERS:
        raise InputError(
            f"leaving out raters needs three or more, and there are {len(ratings.raters)}: choose another "
            "method"
        )
    values = {}
    for place, name in enumerate(ratings.raters):
        rest = tuple(x for x in ratings.raters if x != name)
        fewer = replace(ratings, codes=np.delete(codes, place, axis=1), raters=rest)
        values[name] = chosen.function(fewer, weights).value
    return values


def _groups_left_out(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> tuple[Floats, Floats]:
    """The values without each of 200 groups of items; the same groups each time."""
    deal = _dealt_items if ratings.times is not None and ratings.are_whole else _dealt_rows
    values = [
        chosen.function(replace(ratings, times=ratings.frequencies - group), weights).value
        for group in deal(ratings, np.random.default_rng(0))
    ]
    return np.array(values), np.ones(GROUPS)


def _dealt_rows(ratings: Ratings, rng: np.random.Generator) -> Iterator[Floats]:
    """How many items of each row are in each group, where a row goes to one group."""
    order = rng.permutation(np.flatnonzero(ratings.ratings_of_items > 0))
    for place in range(GROUPS):
        group = np.zeros(ratings.n_items)
        rows = order[place::GROUPS]
        group[rows] = ratings.frequencies[rows]
        yield group


def _dealt_items(ratings: Ratings, rng: np.random.Generator) -> Iterator[Floats]:
    """How many items of each row are in each group, where each item goes to any group."""
    left = ratings.frequencies.astype(np.int64)
    for place in range(GROUPS):
        group = rng.binomial(left, 1 / (GROUPS - place))
        left = left - group
        yield group.astype(np.float64)


def _spread(values: Floats, times: Floats) -> float:
    """``√((n−1)/n · Σ t·(value − mean)²)``; NaN if a value is."""
    n = times.sum()
    mean = times @ values / n
    return float(np.sqrt((n - 1) / n * (times @ (values - mean) ** 2)))
