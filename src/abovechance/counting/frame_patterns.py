"""Rows that are alike in a lazy frame of ratings: which there are, and how many items have each.

Nothing else comes back from an engine than these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.frame_values import incomparable, labels_in, whole_numbers
from abovechance.counting.frames import fetched
from abovechance.errors import InputError
from abovechance.labels import is_missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.labels import Label

MOST_PATTERNS = 1_000_000
"""So many kinds of items may come back."""
MOST_CATEGORIES = 100
"""So many categories can be counted side by side."""
ITEM, NUMBER = "item", "n items"
_FIRST = "first item"
_NO_VALUES = 3
"""Null and NaN are two rows beside those of the categories, and one more tells that there are too many."""


@dataclass(frozen=True, eq=False)
class RatingPatterns:
    """Items that were rated alike, as an engine has counted them.

    Attributes
    ----------
    columns
        By rater, the rating in each pattern; null where there is none.
    times
        How many items have each pattern.
    items
        The first item of each pattern; None if items have no names.
    order
        The order of the categories that their column declares; None where the columns themselves tell.
    """

    columns: Mapping[Label, Any]
    times: NDArray[np.int64]
    items: list[Label] | None = None
    order: tuple[Label, ...] | None = None


@dataclass(frozen=True, eq=False)
class RatingTallies:
    """Items on which equally many raters gave each category, as an engine has counted them.

    Attributes
    ----------
    categories
        Those that occur.
    tallies
        Patterns × categories: how many raters gave each.
    times, items, order
        As of :class:`RatingPatterns`.
    """

    categories: tuple[Label, ...]
    tallies: NDArray[np.int64]
    times: NDArray[np.int64]
    items: list[Label] | None = None
    order: tuple[Label, ...] | None = None


def grouped(
    frame: nw.LazyFrame[Any], keys: Sequence[str], *, named: bool, sums: Sequence[str] = ()
) -> nw.DataFrame[Any] | None:
    """The distinct rows in some columns, with numbers, first items and sums; None if there are too many."""
    import narwhals.stable.v2 as nw

    asked = [nw.len().alias(NUMBER), *(nw.col(name).sum() for name in sums)]
    asked += [nw.col(ITEM).min().alias(_FIRST)] if named else []
    rows = fetched(frame.group_by(*keys).agg(*asked).head(MOST_PATTERNS + 1))
    return rows if len(rows) <= MOST_PATTERNS else None


def tallied(
    frame: nw.LazyFrame[Any],
    categories: tuple[Label, ...],
    order: tuple[Label, ...] | None,
    *,
    ratings: int,
    named: bool,
) -> RatingTallies:
    """The items of a frame with a column of counts for each category, counted; so many ratings in all."""
    if not categories:
        raise InputError("every rating is missing: there is nothing to compare")
    keys = [f"count {k}" for k in range(len(categories))]
    rows = grouped(frame, keys, named=named)
    if rows is None:
        raise InputError(
            f"items are rated in more than {MOST_PATTERNS:,} ways, too many to come back: rate fewer items, "
            "or merge categories"
        )
    tallies = np.column_stack([whole_numbers(rows[key]) for key in keys])
    times = whole_numbers(rows[NUMBER])
    if int(times @ tallies.sum(axis=1)) != ratings:
        raise incomparable("categories")
    return RatingTallies(categories, tallies, times, first_items(rows), order)


def category_numbers(frame: nw.LazyFrame[Any], key: str, name: str) -> dict[Label, int]:
    """The categories in a column, and how many ratings each has."""
    import narwhals.stable.v2 as nw

    rows = fetched(frame.group_by(key).agg(nw.len().alias(NUMBER)).head(MOST_CATEGORIES + _NO_VALUES))
    numbers: dict[Label, int] = {}
    for label, number in zip(labels_in(rows[key]), whole_numbers(rows[NUMBER]).tolist(), strict=True):
        if not is_missing(label):
            numbers[label] = numbers.get(label, 0) + number
    require_few(list(numbers), f"column {name!r} has")
    return numbers


def require_few(categories: Sequence[Any], what: str) -> None:
    """Refuse more categories than can be counted side by side."""
    if len(categories) > MOST_CATEGORIES:
        raise InputError(
            f"{what} more than {MOST_CATEGORIES} distinct values, too many to count by category: choose "
            "another column, or cut it into classes first"
        )


def first_items(rows: nw.DataFrame[Any]) -> list[Label] | None:
    """The first item of each row; None if items have no names."""
    return labels_in(rows[_FIRST]) if _FIRST in rows.columns else None
