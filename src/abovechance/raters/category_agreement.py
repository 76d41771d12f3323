"""How raters agree on each category: specific agreement, and Kappa against all others.

Each category is seen through the items that have it, so that thousands of them cost no more than a few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.raters.coefficients.registry import coefficient, weights_for
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.uncertainty.intervals import standard_error
from abovechance.raters.uncertainty.resampling import patterns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

    Floats = NDArray[np.float64]

MOST_CATEGORIES = 1000  # of more categories than this, the most used are diagnosed


@dataclass(frozen=True)
class CategoryDiagnosis:
    """How raters agree on one category, which has a ``share`` of all ratings."""

    category: Label
    ratings: float
    share: float
    agreement: float  # specific: if one rating of an item is of the category, how often another one is too
    kappa: float  # Fleiss' Kappa of the category against all others
    se: float


def by_category(ratings: Ratings, most: int = MOST_CATEGORIES) -> tuple[CategoryDiagnosis, ...]:
    """How raters agree on each category; of very many, on those that are used most."""
    used = _Used.of(patterns(ratings, who=False))
    totals = np.bincount(used.category, used.times * used.number, len(ratings.categories))
    # The most used of them, back in the order of the categories.
    kept = np.sort(np.argsort(-totals, kind="stable")[:most])
    return tuple(
        CategoryDiagnosis(
            ratings.categories[place],
            float(totals[place]),
            float(totals[place] / totals.sum()),
            *used.of_category(place),
        )
        for place in kept.tolist()
    )


def categories_left_out(ratings: Ratings, most: int = MOST_CATEGORIES) -> tuple[str, ...]:
    """A note of the categories that are not diagnosed, if there are any."""
    size = len(ratings.categories)
    return (f"there are {size} categories: the {most} that are used most are diagnosed",) * (size > most)


@dataclass(frozen=True, eq=False)
class _Used:
    """Which categories items have, sorted by category: an entry for each item and category that it has."""

    category: NDArray[Any]
    number: Floats  # how many ratings of the item are of the category
    given: Floats  # how many ratings the item has
    times: Floats  # how many times the item counts
    begins: NDArray[Any]  # where each category begins, and the end
    kinds: Floats  # the different numbers of ratings that items have
    all_times: Floats  # how many items have each of these numbers

    @classmethod
    def of(cls, shapes: Ratings) -> _Used:
        """The categories of some items, none of which is without a rating."""
        size = len(shapes.categories)
        if shapes.codes is None:
            item, category = np.nonzero(shapes.counts)
            number = shapes.counts[item, category]
        else:
            item, rater = np.nonzero(shapes.codes >= 0)
            keys = item * size + shapes.codes[item, rater]
            keys, number = np.unique(keys, return_counts=True)
            item, category = np.divmod(keys, size)
        order = np.argsort(category, kind="stable")
        item, category, number = item[order], category[order], number[order].astype(np.float64)
        given = shapes.ratings_of_items.astype(np.float64)
        kinds, kind = np.unique(given, return_inverse=True)
        return cls(
            category,
            number,
            given[item],
            shapes.frequencies[item],
            np.searchsorted(category, np.arange(size + 1)),
            kinds,
            np.bincount(kind, shapes.frequencies, len(kinds)).astype(np.float64),
        )

    def of_category(self, place: int) -> tuple[float, float, float]:
        """Specific agreement, and Fleiss' Kappa of the category and all others with its standard error."""
        own = slice(*self.begins[place : place + 2])
        number, given, times = self.number[own], self.given[own], self.times[own]
        several = given >= 2
        paired = float((times * number)[several].sum())
        both = float((times * number * (number - 1))[several] @ (1 / (given[several] - 1)))
        # Items without the category are alike if they have as many ratings: they are counted and not listed.
        rest = self.all_times - np.bincount(np.searchsorted(self.kinds, given), times, len(self.kinds))
        counts = np.concatenate([number, np.zeros(len(rest))])
        of_all = np.concatenate([given, self.kinds])
        kappa, se = _of_two(np.column_stack((of_all - counts, counts)), np.concatenate([times, rest]))
        return both / paired if paired else math.nan, kappa, se


def _of_two(tallies: Floats, times: Floats) -> tuple[float, float]:
    """Fleiss' Kappa of two categories, and its standard error."""
    binary = Ratings(
        None, (False, True), range(len(times)), categories_declared=True, tallies=tallies.astype(np.int64),
        # A difference of sums of weights may be rounded below 0.
        times=np.maximum(times, 0.0),
    )  # fmt: skip
    fleiss = coefficient("fleiss_kappa")
    found = fleiss.function(binary, weights_for(binary, fleiss, "identity"))
    return found.value, standard_error(binary, found)
