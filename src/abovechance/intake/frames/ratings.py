"""Ratings in a lazy frame: its engine counts the items that were rated alike; only these kinds come back.

Of one row for each rating the engine first makes a row for each item with a column for each rater. Where
there are too many raters or kinds for that, it counts how many raters gave each category, which is all
that most coefficients ask for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_missing, natural_order
from abovechance.intake.codes.ratings import coded_matrix, lacking_names, rated_twice, require_once
from abovechance.intake.frames.columns import (
    Kind,
    equals,
    incomparable,
    labels_in,
    mark,
    own_names,
    require_columns,
    whole_numbers,
)
from abovechance.intake.frames.frame import fetched, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing

MOST_PATTERNS = 1_000_000  # so many kinds of items may come back
MOST_CATEGORIES = 100  # so many categories can be counted side by side
MOST_RATERS = 50  # with more raters it is counted how many of them gave each category, and no longer who did
_MAX_ITEMS_NAMED = 5
_ITEM, _RATER, _CATEGORY = "item", "rater", "category"
_NUMBER, _FIRST, _ROWS, _EXTRA = "n items", "first item", "n rows", "ratings too many"
_NO_VALUES = 3  # null and NaN are rows beside those of the categories, and one more tells of too many


@dataclass(frozen=True, eq=False)
class Kinds:
    """Items that were rated alike, as an engine has counted them."""

    columns: Mapping[Label, Any]  # ratings by rater, null for none; or tallies by category
    times: NDArray[np.int64]  # items of each kind
    items: list[Label] | None = None  # the first of each kind; None if items have no names
    order: tuple[Label, ...] | None = None  # of the categories, as their column declares it
    are_tallies: bool = False  # only how many raters gave each category is known


def fields(found: Kinds, categories: Iterable[Label] | None, missing: Missing) -> dict[str, Any]:
    """The fields of the ratings that an engine has counted, with kinds in an order of their own.

    Engines give them in any order, and tell some values apart that are one: null and NaN, 0 and -0.
    """
    if categories is None and found.order is not None:
        categories = [label for label in found.order if label not in missing.codes]
    if found.are_tallies:
        read = coded_matrix([list(found.columns)], categories, missing)
        rows = np.zeros((len(found.times), len(read.categories)), dtype=np.int64)
        for code, tally in zip(read.codes[:, 0].tolist(), found.columns.values(), strict=True):
            if code >= 0:
                rows[:, code] += tally
    else:
        read = coded_matrix(list(found.columns.values()), categories, missing)
        rows = read.codes
    rows, times, items = merged(rows, found.times, found.items)
    return {
        "codes": None if found.are_tallies else np.asfortranarray(rows),
        "tallies": rows if found.are_tallies else None,
        "categories": read.categories,
        "items": items,
        "raters": () if found.are_tallies else tuple(found.columns),
        "categories_declared": read.declared,
        "order": read.order,
        "times": times,
        "of_kinds": True,
    }


def merged(
    rows: NDArray[Any], times: NDArray[np.int64] | None, items: Sequence[Label] | None
) -> tuple[NDArray[Any], NDArray[np.float64], Sequence[Label]]:
    """The distinct rows in order, how many items each has, and the first of these."""
    distinct, index = np.unique(rows, axis=0, return_inverse=True)
    index = index.reshape(-1)
    number = np.bincount(index, times, len(distinct)).astype(np.float64)
    if items is None:
        return distinct, number, range(len(distinct))
    first: dict[int, Any] = {}
    for row, item in zip(index.tolist(), items, strict=True):
        first[row] = min(first.get(row, item), item)
    return distinct, number, [first[row] for row in range(len(distinct))]


def _grouped(
    frame: nw.LazyFrame[Any], keys: Sequence[str], *, named: bool, sums: Sequence[str] = ()
) -> nw.DataFrame[Any] | None:
    """The distinct rows in some columns, with numbers, first items and sums; None if there are too many."""
    import narwhals.stable.v2 as nw

    asked = [nw.len().alias(_NUMBER), *(nw.col(name).sum() for name in sums)]
    asked += [nw.col(_ITEM).min().alias(_FIRST)] if named else []
    rows = fetched(frame.group_by(*keys).agg(*asked).head(MOST_PATTERNS + 1))
    return rows if len(rows) <= MOST_PATTERNS else None


def _kinds(rows: nw.DataFrame[Any], columns: Mapping[Label, Any], **more: Any) -> Kinds:
    items = labels_in(rows[_FIRST]) if _FIRST in rows.columns else None
    return Kinds(columns, whole_numbers(rows[_NUMBER]), items, **more)


def _tallied(
    frame: nw.LazyFrame[Any],
    categories: tuple[Label, ...],
    order: tuple[Label, ...] | None,
    *,
    ratings: int,
    named: bool,
) -> Kinds:
    """The items of a frame with a column of counts for each category, counted; so many ratings in all."""
    if not categories:
        raise InputError("every rating is missing: there is nothing to compare")
    keys = [f"count {k}" for k in range(len(categories))]
    rows = _grouped(frame, keys, named=named)
    if rows is None:
        raise InputError(
            f"items are rated in more than {MOST_PATTERNS:,} ways, too many to come back: rate fewer items, "
            "or merge categories"
        )
    columns = {label: whole_numbers(rows[key]) for label, key in zip(categories, keys, strict=True)}
    found = _kinds(rows, columns, order=order, are_tallies=True)
    # Ratings that are counted nowhere: the engine has not found a category that it has given.
    if int(found.times @ sum(columns.values())) != ratings:
        raise incomparable("categories")
    return found


def _category_numbers(frame: nw.LazyFrame[Any], key: str, name: str) -> dict[Label, int]:
    """The categories in a column, and how many ratings each has."""
    import narwhals.stable.v2 as nw

    rows = fetched(frame.group_by(key).agg(nw.len().alias(_NUMBER)).head(MOST_CATEGORIES + _NO_VALUES))
    numbers: dict[Label, int] = {}
    for label, number in zip(labels_in(rows[key]), whole_numbers(rows[_NUMBER]).tolist(), strict=True):
        if not is_missing(label):
            numbers[label] = numbers.get(label, 0) + number
    _require_few(numbers, f"column {name!r} has")
    return numbers


def _require_few(categories: Iterable[Label], what: str) -> None:
    """Refuse more categories than can be counted side by side."""
    if len(list(categories)) > MOST_CATEGORIES:
        raise InputError(
            f"{what} more than {MOST_CATEGORIES} distinct values, too many to count by category: choose "
            "another column, or cut it into classes first"
        )


# Wide -----------------------------------------------------------------------------------------


def wide_kinds(frame: nw.LazyFrame[Any], raters: Sequence[Any], item: str | None = None) -> Kinds:
    """The kinds of items of a frame with a column for each rater, and a row for each item."""
    if not raters:
        raise InputError("the frame has no column of ratings: give one for each rater")
    own = {f"rating {i}": name for i, name in enumerate(raters)}
    names = own | ({} if item is None else {_ITEM: item})
    require_columns(frame, names.values())
    asked = own_names(frame, names)
    if item is not None:
        asked = asked.with_columns(Kind.of(asked, _ITEM).asked(_ITEM))
        _require_one_row(asked)
    rows = _grouped(asked, list(own), named=item is not None)
    if rows is None:
        return _wide_tallies(asked, own, named=item is not None)
    schema = asked.collect_schema()
    return _kinds(rows, {name: in_order(rows[key], schema[key]) for key, name in own.items()})


def _require_one_row(frame: nw.LazyFrame[Any]) -> None:
    """Refuse items without a name, and items with two rows."""
    import narwhals.stable.v2 as nw

    wrong = (nw.col(_NUMBER) > 1) | (Kind.of(frame, _ITEM).lacking(_ITEM) > 0)
    rows = fetched(frame.group_by(_ITEM).agg(nw.len().alias(_NUMBER)).filter(wrong).head(_MAX_ITEMS_NAMED))
    items = labels_in(rows[_ITEM])
    if any(map(is_missing, items)):
        raise lacking_names("item", "item")
    require_once(items)


def _wide_tallies(frame: nw.LazyFrame[Any], own: Mapping[str, str], *, named: bool) -> Kinds:
    """The items with equal numbers of raters for each category."""
    kinds = {key: Kind.of(frame, key) for key in own}
    plain = frame.with_columns(*(kind.asked(key) for key, kind in kinds.items()))
    seen = {key: _category_numbers(plain, key, name) for key, name in own.items()}
    categories = natural_order({label for numbers in seen.values() for label in numbers})
    _require_few(categories, "the columns of the raters have")
    counts = [
        reduce(add, [mark(equals(key, label, "categories")) for key in own if label in seen[key]])
        for label in categories
    ]
    order = next((kind.order for kind in kinds.values() if kind.order is not None), None)
    ratings = sum(sum(numbers.values()) for numbers in seen.values())
    plain = plain.with_columns(*(count.alias(f"count {k}") for k, count in enumerate(counts)))
    return _tallied(plain, categories, order, ratings=ratings, named=named)


# Long -----------------------------------------------------------------------------------------


def long_kinds(frame: nw.LazyFrame[Any], item: str, rater: str, category: str) -> Kinds:
    """The kinds of items of a frame with a row for each rating; a category that is null is none."""
    names = {_ITEM: item, _RATER: rater, _CATEGORY: category}
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

    lacking = frame.with_columns(kinds[_ITEM].lacking(_ITEM).alias(_EXTRA))
    rows = fetched(lacking.group_by(_RATER).agg(nw.col(_EXTRA).sum()).head(MOST_RATERS + 2))
    names = labels_in(rows[_RATER])
    if not names:
        raise InputError("item is empty: there are no ratings")
    if any(map(is_missing, names)):
        raise lacking_names(_RATER, "rating")
    if whole_numbers(rows[_EXTRA]).any():
        raise lacking_names(_ITEM, "rating")
    return natural_order(names) if len(names) <= MOST_RATERS else None


def _by_rater(frame: nw.LazyFrame[Any], raters: Sequence[Any], kinds: Mapping[str, Kind]) -> Kinds | None:
    """A column for each rater and a row for each item, counted; None if there are too many kinds."""
    import narwhals.stable.v2 as nw

    own: dict[Any, str] = {name: f"rating {i}" for i, name in enumerate(raters)}
    his = {key: equals(_RATER, name, "raters") for name, key in own.items()}
    marked = frame.with_columns(
        *(nw.when(mask).then(nw.col(_CATEGORY)).alias(key) for key, mask in his.items()),
        *(mark(mask).alias(f"has {key}") for key, mask in his.items()),
    )
    # One row of an item at most has a rater's category: max finds it among the nulls.
    each = marked.group_by(_ITEM).agg(
        nw.len().alias(_ROWS),
        *(nw.col(key).max() for key in his),
        *(nw.col(f"has {key}").max() for key in his),
    )
    # An item with more rows than raters has a rater twice.
    extra = nw.col(_ROWS) - reduce(add, [nw.col(f"has {key}") for key in his])
    rows = _grouped(each.with_columns(extra.alias(_EXTRA)), list(his), named=True, sums=[_EXTRA])
    if rows is None:
        return None
    if whole_numbers(rows[_EXTRA]).any():
        _require_single(frame, kinds)
        # Nobody is there twice: the engine has not found a rater that it has named.
        raise incomparable("raters")
    columns = {name: rows[key].to_native() for name, key in own.items()}
    return _kinds(rows, columns, order=kinds[_CATEGORY].order)


def _long_tallies(frame: nw.LazyFrame[Any], kinds: Mapping[str, Kind], category: str) -> Kinds:
    """The items with equal numbers of raters for each category."""
    import narwhals.stable.v2 as nw

    seen = _category_numbers(frame, _CATEGORY, category)
    categories = natural_order(seen)
    _require_single(frame, kinds)
    own = {label: f"count {k}" for k, label in enumerate(categories)}
    marked = frame.with_columns(
        *(mark(equals(_CATEGORY, label, "categories")).alias(key) for label, key in own.items())
    )
    each = marked.group_by(_ITEM).agg(*(nw.col(key).sum() for key in own.values()))
    return _tallied(each, categories, kinds[_CATEGORY].order, ratings=sum(seen.values()), named=True)


def _require_single(frame: nw.LazyFrame[Any], kinds: Mapping[str, Kind]) -> None:
    """Refuse ratings without item or rater, and two ratings of one item by one rater."""
    import narwhals.stable.v2 as nw

    pairs = frame.group_by(_ITEM, _RATER).agg(nw.len().alias(_ROWS))
    flags = [kinds[key].lacking(key).alias(f"no {key}") for key in (_ITEM, _RATER)]
    more = (nw.col(_ROWS) - 1).alias(_EXTRA)
    checked = fetched(
        pairs.with_columns(*flags, more).select(nw.col(f"no {_ITEM}", f"no {_RATER}", _EXTRA).sum())
    )
    for key in (_ITEM, _RATER):
        if whole_numbers(checked[f"no {key}"]).any():
            raise lacking_names(key, "rating")
    extra = int(whole_numbers(checked[_EXTRA]).sum())
    if extra:
        first = fetched(pairs.filter(nw.col(_ROWS) > 1).head(1))
        item, rater = (labels_in(first[key])[0] for key in (_ITEM, _RATER))
        raise rated_twice(rater, item, extra)
