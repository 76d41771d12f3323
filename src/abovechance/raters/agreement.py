"""``agreement``: how far raters agree beyond chance, by any coefficient, with its interval.

>>> import abovechance as ac
>>> ac.agreement([[1, 1], [2, 2], [1, 2], [2, 2], [1, 1], [2, 1], [1, 1], [2, 2]], "fleiss_kappa")
fleiss_kappa 0.5000, 95 % interval -0.4484 to 0.9188 (delta, standard error 0.3273, 8 items, 2 raters)

What was settled without being asked for: categories, their order and spacing, who was left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, quoted
from abovechance.inference.arguments import checked_seed
from abovechance.raters.coefficients.registry import coefficient as named
from abovechance.raters.coefficients.registry import declared, is_usable, require_usable, weights_for
from abovechance.raters.ratings.reading import as_ratings, whole_number
from abovechance.raters.result import Agreement, Agreements
from abovechance.raters.uncertainty.intervals import bounds, method_named
from abovechance.raters.uncertainty.resampling import Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import ArrayLike

    from abovechance.core.labels import Label
    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

_OF_NUMBER = ("brennan_prediger", "gwet_ac")
"""Coefficients whose value depends on how many categories there are."""
_SPACED = ("linear", "quadratic", "radical", "circular", "bipolar")
"""Weights that depend on how far apart the categories are, not on their order alone."""
_MANY = 20
"""More numbers than this are rather measurements."""
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


_FEW = 5
"""Pairs of raters that share fewer items than this on average have a warning."""


def agreement(
    ratings: Any,
    measure: str | Iterable[str] | None = None,
    *,
    weights: str | ArrayLike = "identity",
    categories: Iterable[Label] | None = None,
    missing: Any = (),
    item: Any = None,
    rater: Any = None,
    category: Any = None,
    counted: bool = False,
    counts: Any = None,
    level: float = 0.95,
    method: str = "delta",
    replicates: int = 2000,
    seed: int | np.random.Generator | None = None,
) -> Any:
    """How far raters agree beyond chance.

    Parameters
    ----------
    ratings
        Items × raters: a two-dimensional array, a list of rows, a data frame or a mapping with a column for
        each rater; or one row for each rating, if ``item``, ``rater`` and ``category`` name its columns; or
        :class:`~abovechance.Ratings`; or the :class:`~abovechance.Tables` of two raters; or the path of a
        file. A data frame may be lazy: its engine then counts the items that were rated alike. None, NaN,
        null and an empty text are no rating. What is hardly meant, such as a column that names the items
        among those of the raters, or rows that are raters, is warned of (``InputWarning``).
    measure
        A coefficient by name, such as ``"krippendorff_alpha"`` or an alias, or several; all that apply if not
        given.
    weights
        ``"identity"``, ``"linear"``, ``"quadratic"``, ``"ordinal"``, ``"radical"``, ``"ratio"``,
        ``"circular"``, ``"bipolar"``, ``"interval"``, or a matrix of agreements between 0 and 1.
        Krippendorff's alpha takes ``"ordinal"`` for his own ordinal difference (``"gwet_ordinal"`` is
        Gwet's).
    categories
        All categories that raters could choose, in their order. Without it those that occur, and the result
        says so.
    missing
        A further value, or several, that mean that there is no rating.
    item, rater, category
        The names of the columns of ``ratings`` if it has one row for each rating. Without ``category``,
        ``item`` is the column that names the items, and ``rater`` a list of the columns of the raters.
    counted
        Whether columns are categories, and cells how many raters gave them.
    counts
        How many items each row of items × raters stands for: a column, or its name.
    level
        The confidence.
    method
        ``"delta"`` (the influence of each item, on Fisher's scale), ``"wald"``, ``"gwet"``, ``"jackknife"``,
        ``"jackknife_raters"``, ``"unconditional"`` (raters are a sample too), ``"bootstrap"`` or ``"bca"``.
    replicates, seed
        How many samples the bootstrap draws; a number for the same draws again.

    Returns
    -------
    Agreement or Agreements
        Of one coefficient, with ``value``, ``se``, ``low``, ``high``, ``observed``, ``chance`` and more; of
        several, all of these by name, and why they differ.

    Examples
    --------
    >>> import abovechance as ac
    >>> rated = [["no", "no", "no"], ["no", "yes", "no"], ["yes", "yes", None], ["no", "no", "no"]]
    >>> found = ac.agreement(rated, ["gwet_ac1", "krippendorff_alpha"], categories=["no", "yes"])
    >>> round(found["alpha"].value, 4), round(found["AC1"].chance, 4)
    (0.5833, 0.4444)
    """
    columns = {"item": item, "rater": rater, "category": category, "counted": counted, "counts": counts}
    given = as_ratings(ratings, categories=categories, missing=missing, **columns)
    used = method_named(method)
    two_sided(level, 2)
    ways = Ways(
        used,
        level,
        whole_number(replicates, "replicates", "how many samples to draw", least=2),
        checked_seed(seed),
    )
    if isinstance(measure, str):
        return _one(given, named(measure), weights, ways)
    if measure is None:
        chosen = [c for c in declared() if is_usable(given, c, weights)]
        large = [c.title for c in declared() if c not in chosen and is_usable(given, c, weights, large=True)]
    elif isinstance(measure, Iterable):
        chosen = list(dict.fromkeys(named(name) for name in measure))
        large = []
    else:
        raise InputError(f"measure must be a name or several names, got {measure!r}")
    if not chosen:
        raise InputError("measure is empty: give at least one name, or leave it out for all")
    return Agreements(tuple(_one(given, c, weights, ways) for c in chosen), tuple(large))


def _one(ratings: Ratings, chosen: Coefficient, weights: str | ArrayLike, ways: Ways) -> Agreement:
    require_usable(ratings, chosen)
    weighting = weights_for(ratings, chosen, weights)
    found = chosen.function(ratings, weighting)
    around = bounds(ratings, chosen, weighting, found, ways)
    return Agreement(
        measure=chosen.key,
        title=chosen.title,
        value=found.value,
        se=around.se,
        low=around.low,
        high=around.high,
        observed=found.observed,
        chance=found.chance,
        level=ways.level,
        method=ways.method,
        weights=weighting.name,
        chance_model=chosen.chance_model,
        n=int(found.n) if found.n == int(found.n) else found.n,
        warning=found.warning or around.warning or _few_shared(found),
        reason=around.reason,
        notes=(*found.notes, *notes(ratings, chosen, weighting)),
        details=found.details,
        influence=found.influence,
        ratings=ratings,
        pairs=found.pairs,
        pairs_used=found.pairs_used,
        confidence=around.confidence,
    )


def _few_shared(found: Estimate) -> str | None:
    """What to say where pairs of raters hardly share an item."""
    if found.reason is not None or found.shared is None or found.shared >= _FEW:
        return None
    return (
        f"two raters share {found.shared:.1f} items on average: chance is taken from all that each of them "
        "rated, and the mean over pairs says more than any of them"
    )
