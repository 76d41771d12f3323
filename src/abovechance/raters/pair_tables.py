"""All pairs of raters as one batch of tables, and any measure of two raters as a matrix of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.raters.coefficients.registry import coefficient, estimate
from abovechance.raters.ratings.reading import as_ratings
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.raters.coefficients.registry import Coefficient
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.reading import Reading
    from abovechance.raters.ratings.weights import Weighting


def pair_tables(ratings: object, **reading: Unpack[Reading]) -> Tables:
    """The table of every two raters: rows are the first rater, columns the second.

    Each table counts the items that both rated.

    Parameters
    ----------
    ratings
        Items × raters, as in :func:`~abovechance.agreement`.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as there.

    Returns
    -------
    Tables
        With one axis ``"pair"``, whose labels are pairs of raters.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.raters.pair_tables import pair_tables
    >>> tables = pair_tables({"ann": list("aabb"), "bob": list("abbb"), "eve": list("aab") + [None]})
    >>> tables.at(pair=("ann", "bob")).counts
    array([[1, 1],
           [0, 2]])
    >>> ac.cohen_kappa(tables).round(2)
    array([0.5, 1. , 0.4])
    """
    found = as_ratings(ratings, **reading)
    found.require_codes("pairs of raters")
    if len(found.raters) < 2:
        raise InputError(f"pairs need two raters who gave ratings, and there are {len(found.raters)}")
    names = tuple(itertools.combinations(found.raters, 2))
    counts = found.pair_counts
    # Items that count several times do so in floating-point numbers; whole counts are kept exact.
    whole = counts.astype(np.int64)
    return Tables(
        whole if np.array_equal(whole, counts) else counts, found.categories, axes=(Axis("pair", names),)
    )


def pairwise_agreement(
    ratings: object, measure: str | Measure = "cohen_kappa", **reading: Unpack[Reading]
) -> NDArray[np.float64]:
    """A measure of every rater (rows) with every other (columns); the diagonal is NaN.

    A measure that is not symmetric, such as Informedness, takes the rater of the row as the truth.

    Parameters
    ----------
    ratings
        Items × raters, as in :func:`~abovechance.agreement`.
    measure
        A measure of the whole table, or a coefficient of agreement such as ``"gwet_ac"``.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as there.

    Examples
    --------
    >>> from abovechance.raters.pair_tables import pairwise_agreement
    >>> ratings = {"ann": list("aabb"), "bob": list("abbb"), "eve": list("aaab")}
    >>> pairwise_agreement(ratings, "informedness").round(2)
    array([[ nan, 0.5 , 0.5 ],
           [0.67,  nan, 0.33],
           [0.67, 0.33,  nan]])
    """
    found = as_ratings(ratings, **reading)
    try:
        wanted = measure_called(measure)
    except UnknownMeasureError:
        chosen = _coefficient_called(measure)
        if chosen is None:
            raise
        return _matrix_of_coefficient(chosen, found)
    return matrix_of(wanted, pair_tables(found), found)


def _coefficient_called(name: Any) -> Coefficient | None:
    try:
        return coefficient(name)
    except InputError:
        return None


def _matrix_of_coefficient(chosen: Coefficient, ratings: Ratings) -> NDArray[np.float64]:
    """The coefficient of every two raters; whose order does not matter."""
    ratings.require_codes("pairs of raters")
    matrix = np.full((len(ratings.raters),) * 2, np.nan)
    for g, h in itertools.combinations(range(len(ratings.raters)), 2):
        two = ratings.take_raters([ratings.raters[g], ratings.raters[h]])
        matrix[g, h] = matrix[h, g] = estimate(two, chosen).value
    return matrix


def matrix_of(m: Measure, tables: Tables, ratings: Ratings) -> NDArray[np.float64]:
    """The measure of the tables of all pairs, and of their transposes below the diagonal."""
    size = len(ratings.categories)
    if m.scope == "binary" and size != 2:
        raise InputError(
            f"{m.key} is a measure of one class, and there are {size}: choose a measure of the whole table, "
            "such as 'cohen_kappa' or 'informedness'"
        )
    matrix = np.full((len(ratings.raters),) * 2, np.nan)
    rows, columns = np.triu_indices(len(ratings.raters), 1)
    matrix[rows, columns] = m(tables)
    matrix[columns, rows] = m(tables.dual)
    return matrix


def weighted_kappas(ratings: Ratings, weights: Weighting) -> NDArray[np.float64]:
    """Cohen's weighted Kappa of every two raters; the diagonal is NaN."""
    apart = weights.disagreements()
    tables = pair_tables(ratings)
    matrix = np.full((len(ratings.raters),) * 2, np.nan)
    rows, columns = np.triu_indices(len(ratings.raters), 1)
    matrix[rows, columns] = measure_called("weighted_kappa")(tables, weights=apart)
    matrix[columns, rows] = measure_called("weighted_kappa")(tables.dual, weights=apart)
    return matrix
