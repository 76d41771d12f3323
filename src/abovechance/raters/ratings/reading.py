"""Whatever stands for ratings, as ratings: the keywords that every function of them has."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from abovechance.core.errors import InputError
from abovechance.raters.ratings.from_file import needs_all
from abovechance.raters.ratings.ratings import Ratings
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.labels import Label


class Reading(TypedDict, total=False):
    """How ratings are read: the keywords that every function of ratings has, as of ``agreement``."""

    categories: Iterable[Label] | None
    missing: Any
    item: Any
    rater: Any
    category: Any
    counted: bool
    counts: Any


def as_ratings(
    ratings: Any,
    *,
    categories: Iterable[Label] | None = None,
    missing: Any = (),
    item: Any = None,
    rater: Any = None,
    category: Any = None,
    counted: bool = False,
    counts: Any = None,
) -> Ratings:
    """Ratings as they are, or made of whatever stands for them; files by their paths.

    Raters without any rating are taken out. The arguments are those of :func:`~abovechance.agreement`.
    """
    given = {"categories": categories, "item": item, "rater": rater, "category": category, "counts": counts}
    named = [name for name, value in given.items() if value is not None]
    named += [name for name, asked in (("missing", np.size(missing)), ("counted", counted)) if asked]
    if isinstance(ratings, Ratings | Tables):
        if named:
            raise InputError(
                f"{' and '.join(named)} cannot be given beside {type(ratings).__name__}, which are read "
                "already: leave them out"
            )
        found = Ratings.from_table(ratings) if isinstance(ratings, Tables) else ratings
    elif isinstance(ratings, str | PathLike):
        found = Ratings.from_file(ratings, missing=missing, counted=counted, **given)
    elif counted:
        if rater is not None or category is not None or counts is not None:
            raise InputError(
                "rater, category and counts have no use with counted=True: columns are categories"
            )
        found = Ratings.from_counts(ratings, categories=categories, item=item)
    elif category is None and not isinstance(rater, str):
        how = {"raters": rater, "item": item, "counts": counts}
        found = Ratings.from_wide(ratings, categories=categories, missing=missing, **how)
    elif item is None or rater is None or category is None or counts is not None:
        raise needs_all()
    else:
        found = Ratings.from_long(item, rater, category, data=ratings, categories=categories, missing=missing)
    return found.without_silent()


def whole_number(number: Any, name: str, what: str, least: int = 1) -> int:
    """An argument that counts something."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise InputError(f"{name} is {what}, a whole number from {least} on, got {number!r}")
    return int(number)
