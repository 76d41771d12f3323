"""Ratings in a lazy frame: its engine counts the items that were rated alike; only these patterns come back.

Of one row for each rating the engine first makes a row for each item with a column for each rater. Where
there are too many raters or patterns for that, it counts how many raters gave each category, which is all
that most coefficients ask for.

Rows that are alike in a lazy frame of ratings: which there are, and how many items have each.

Nothing else comes back from an engine than these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_missing, natural_order, quoted
from abovechance.intake.frames.frame import fetched, in_order
from abovechance.intake.frames.names import own_names, require_columns
from abovechance.intake.frames.values import Kind, equals, incomparable, labels_in, mark, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

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


MOST_RATERS = 50
"""With more raters it is counted how many of them gave each category, and no longer who did."""
_TOLD = 5
_RATER, _CATEGORY, _ROWS, _EXTRA = "rater", "category", "n rows", "ratings too many"


# Wide -----------------------------------------------------------------------------------------


def wide_patterns(
    frame: nw.LazyFrame[Any], raters: Sequence[str], item: str | None = None
) -> RatingPatterns | RatingTallies:
    """The patterns of a lazy frame with a row for each item and a column for each rater.

    Parameters
    ----------
    frame
        As narwhals sees it.
    raters
        The columns of ratings.
    item
        The column that names the items, each of which has one row.
    """
    own = {f"rating {i}": name for i, name in enumerate(raters)}
    names = own | ({} if item is None else {ITEM: item})
    require_columns(frame, names.values())
    asked = own_names(frame, names)
    if item is not None:
        asked = asked.with_columns(Kind.of(asked, ITEM).asked(ITEM))
        _require_one_row(asked)
    rows = grouped(asked, list(own), named=item is not None)
    if rows is None:
        return _wide_tallies(asked, own, named=item is not None)
    schema = asked.collect_schema()
    columns: dict[Label, Any] = {name: in_order(rows[key], schema[key]) for key, name in own.items()}
    return RatingPatterns(columns, whole_numbers(rows[NUMBER]), first_items(rows))


def _require_one_row(frame: nw.LazyFrame[Any]) -> None:
    """Refuse items without a name, and items with two rows."""
    import narwhals.stable.v2 as nw

    wrong = (nw.col(NUMBER) > 1) | (Kind.of(frame, ITEM).lacking(ITEM) > 0)
    rows = fetched(frame.group_by(ITEM).agg(nw.len().alias(NUMBER)).filter(wrong).head(_TOLD))
    items = labels_in(rows[ITEM])
    if any(map(is_missing, items)):
        raise InputError("item has missing values: every item needs its name")
    if items:
        raise InputError(
            f"items such as {quoted(items)} have more than one row: give every item one row, or leave out "
            "names that name no items"
        )


def _wide_tallies(frame: nw.LazyFrame[Any], own: Mapping[str, str], *, named: bool) -> RatingTallies:
    """The items with equal numbers of raters for each category."""
    kinds = {key: Kind.of(frame, key) for key in own}
    plain = frame.with_columns(*(kind.asked(key) for key, kind in kinds.items()))
    seen = {key: category_numbers(plain, key, name) for key, name in own.items()}
    categories = natural_order({label for numbers in seen.values() for label in numbers})
    require_few(categories, "the columns of the raters have")
    counts = [
        reduce(add, [mark(equals(key, label, "categories")) for key in own if label in seen[key]])
        for label in categories
    ]
    order = next((kind.order for kind in kinds.values() if kind.order is not None), None)
    return tallied(
        plain.with_columns(*(count.alias(f"count {k}") for k, count in enumerate(counts))),
        categories,
        order,
        ratings=sum(sum(numbers.values()) for numbers in seen.values()),
        named=named,
    )


# Long -----------------------------------------------------------------------------------------


def long_patterns(
    frame: nw.LazyFrame[Any], item: str, rater: str, category: str
) -> RatingPatterns | RatingTallies:
    """The patterns of a lazy frame with a row for each rating.

    Parameters
    ----------
    frame
        As narwhals sees it.
    item, rater, category
        The names of its columns. A rater rates an item once; a category that is null is no rating.
    """
    names = {ITEM: item, _RATER: rater, _CATEGORY: category}
    require_columns(frame, names.values())
    asked = own_names(frame, names)
    kinds = {key: Kind.of(asked, key) for key in names}
    asked = asked.with_columns(*(kind.asked(key) for key, kind in kinds.items()))
    raters = _raters(asked, kinds)
    found = None if raters is None else _by_rater(asked, raters, kinds)
    return _long_tallies(asked, kinds, category) if found is None else found


def _raters(frame: nw.LazyFrame[Any], kinds: Mapping[str, Kind]) -> tuple[Label, ...] | None:
    """The raters, in natural order; None if there are many."""
    import narwhals.stable.v2 as nw

    lacking = kinds[ITEM].lacking(ITEM)
    rows = fetched(
        frame.with_columns(lacking.alias(_EXTRA))
        .group_by(_RATER)
        .agg(nw.col(_EXTRA).sum())
        .head(MOST_RATERS + 2)
    )
    names = labels_in(rows[_RATER])
    if not names:
        raise InputError("item is empty: there are no ratings")
    if any(map(is_missing, names)):
        raise _missing("rater")
    if whole_numbers(rows[_EXTRA]).any():
        raise _missing("item")
    return natural_order(names) if len(names) <= MOST_RATERS else None


def _by_rater(
    frame: nw.LazyFrame[Any], raters: Sequence[Any], kinds: Mapping[str, Kind]
) -> RatingPatterns | None:
    """A column for each rater and a row for each item, counted; None if there are too many patterns."""
    import narwhals.stable.v2 as nw

    own: dict[Any, str] = {name: f"rating {i}" for i, name in enumerate(raters)}
    his = {key: equals(_RATER, name, "raters") for name, key in own.items()}
    marked = frame.with_columns(
        *(nw.when(mask).then(nw.col(_CATEGORY)).alias(key) for key, mask in his.items()),
        *(mark(mask).alias(f"has {key}") for key, mask in his.items()),
    )
    each = marked.group_by(ITEM).agg(
        nw.len().alias(_ROWS),
        *(nw.col(key).max() for key in his),
        *(nw.col(f"has {key}").max() for key in his),
    )
    extra = nw.col(_ROWS) - reduce(add, [nw.col(f"has {key}") for key in his])
    rows = grouped(each.with_columns(extra.alias(_EXTRA)), list(his), named=True, sums=[_EXTRA])
    if rows is None:
        return None
    if whole_numbers(rows[_EXTRA]).any():
        _require_single(frame, kinds)
        raise incomparable("raters")
    columns = {name: rows[key].to_native() for name, key in own.items()}
    return RatingPatterns(columns, whole_numbers(rows[NUMBER]), first_items(rows), kinds[_CATEGORY].order)


def _long_tallies(frame: nw.LazyFrame[Any], kinds: Mapping[str, Kind], category: str) -> RatingTallies:
    """The items with equal numbers of raters for each category."""
    import narwhals.stable.v2 as nw

    seen = category_numbers(frame, _CATEGORY, category)
    categories = natural_order(seen)
    _require_single(frame, kinds)
    own = {label: f"count {k}" for k, label in enumerate(categories)}
    marked = frame.with_columns(
        *(mark(equals(_CATEGORY, label, "categories")).alias(key) for label, key in own.items())
    )
    each = marked.group_by(ITEM).agg(*(nw.col(key).sum() for key in own.values()))
    return tallied(each, categories, kinds[_CATEGORY].order, ratings=sum(seen.values()), named=True)


def _require_single(frame: nw.LazyFrame[Any], kinds: Mapping[str, Kind]) -> None:
    """Refuse ratings without item or rater, and two ratings of one item by one rater."""
    import narwhals.stable.v2 as nw

    pairs = frame.group_by(ITEM, _RATER).agg(nw.len().alias(_ROWS))
    flags = [kinds[key].lacking(key).alias(f"no {key}") for key in (ITEM, _RATER)]
    more = (nw.col(_ROWS) - 1).alias(_EXTRA)
    checked = fetched(
        pairs.with_columns(*flags, more).select(nw.col(f"no {ITEM}", f"no {_RATER}", _EXTRA).sum())
    )
    for key in (ITEM, _RATER):
        if whole_numbers(checked[f"no {key}"]).any():
            raise _missing(key)
    extra = int(whole_numbers(checked[_EXTRA]).sum())
    if extra:
        first = fetched(pairs.filter(nw.col(_ROWS) > 1).head(1))
        item, rater = (labels_in(first[key])[0] for key in (ITEM, _RATER))
        many = "1 rating" if extra == 1 else f"{extra} ratings"
        raise InputError(
            f"rater {rater!r} rated item {item!r} more than once ({many} too many): keep one rating of each "
            "item by each rater"
        )


def _missing(name: str) -> InputError:
    return InputError(f"{name} has missing values: every rating needs its item and its rater")
