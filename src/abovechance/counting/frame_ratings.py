"""Ratings in a lazy frame: its engine counts the items that were rated alike; only these patterns come back.

Of one row for each rating the engine first makes a row for each item with a column for each rater. Where
there are too many raters or patterns for that, it counts how many raters gave each category, which is all
that most coefficients ask for.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from abovechance.counting.frame_names import own_names, require_columns
from abovechance.counting.frame_patterns import (
    ITEM,
    NUMBER,
    RatingPatterns,
    RatingTallies,
    category_numbers,
    first_items,
    grouped,
    require_few,
    tallied,
)
from abovechance.counting.frame_values import Kind, equals, incomparable, labels_in, mark, whole_numbers
from abovechance.counting.frames import fetched, in_order
from abovechance.errors import InputError
from abovechance.labels import is_missing, natural_order, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals.stable.v2 as nw

    from abovechance.labels import Label

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
