"""What was settled without being asked for: categories, their order and spacing, who was left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from abovechance.labels import is_number, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.raters.ratings import Ratings
    from abovechance.raters.registry import Coefficient
    from abovechance.raters.weights import Weighting

_OF_NUMBER = ("brennan_prediger", "gwet_ac")
"""Coefficients whose value depends on how many categories there are."""
_SPACED = ("linear", "quadratic", "radical", "circular", "bipolar")
"""Weights that depend on how far apart the categories are, not on their order alone."""
_MANY = 20
"""More raters than this, and than items, are rather items; more numbers than this are rather measurements."""
_NUMBER = re.compile(r"\s*[+-]?\d+([.,]\d+)?([eE][+-]?\d{1,3})?\s*", re.ASCII)


def notes(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> Iterator[str]:
    """What to know of a coefficient of some ratings, a sentence each."""
    if chosen.key in _OF_NUMBER and not ratings.categories_declared:
        yield _occurring(ratings)
    yield from _weighted(ratings, weights)
    if weights.is_identity and _are_measured(ratings):
        yield (
            f"the ratings are {len(ratings.categories)} different numbers, and any two of them disagree "
            "alike: take weights='interval' or icc if they are measurements"
        )
    if ratings.n_raters > max(ratings.n_counted, _MANY):
        size = f"{ratings.n_raters} raters of {ratings.n_counted} items"
        yield f"there are {size}: rows must be items and columns raters"
    silent = ratings.left_out
    if silent:
        yield (
            f"{'rater' if len(silent) == 1 else 'raters'} {quoted(silent)} gave no rating and "
            f"{'is' if len(silent) == 1 else 'are'} left out"
        )


def _occurring(ratings: Ratings) -> str:
    names = quoted(ratings.categories)
    if len(ratings.categories) == 1:
        said = f"the only category is the one that occurs ({names})"
    else:
        said = f"the categories are the {len(ratings.categories)} that occur ({names})"
    return f"{said}: give categories if raters could choose others"


def _are_measured(ratings: Ratings) -> bool:
    return ratings.order == "numeric" and len(ratings.categories) > _MANY and not ratings.categories_declared


def _weighted(ratings: Ratings, weights: Weighting) -> Iterator[str]:
    """In which order the categories are, how far apart, and what the matrix of weights is taken for."""
    names = quoted(ratings.categories)
    if weights.ordered:
        order = {"given": "as given", "numeric": "by size"}.get(ratings.order, "in natural order")
        other = "; give categories if theirs is another order" if ratings.order == "natural" else ""
        yield f"the categories are ordered {order}{_spacing(ratings, weights)}: {names}{other}"
    if weights.name != "custom":
        return
    if not weights.labelled and not ratings.categories_declared:
        yield f"rows and columns of weights are taken for the categories in natural order: {names}"
    if weights.skewed:
        yield (
            "the weights are not symmetric: rows are the earlier of two raters, and where raters have no "
            "order the mean of both ways counts"
        )


def _spacing(ratings: Ratings, weights: Weighting) -> str:
    if not weights.by_place or weights.name not in _SPACED:
        return ""
    labels = ratings.categories
    others = [x for x in labels if not is_number(x) and not _NUMBER.fullmatch(str(x))]
    if not others:
        return " and spaced by their places, as they are text (make them numbers to space them by value)"
    if len(others) < len(labels):
        lone = "is no number" if len(others) == 1 else "are no numbers"
        return f" and spaced by their places, as {quoted(others)} {lone}"
    return " and spaced by their places"
