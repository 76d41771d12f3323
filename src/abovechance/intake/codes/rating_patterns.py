"""Ratings that an engine has counted to codes of the categories, each pattern with how often it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import InputError
from abovechance.intake.codes.ratings import absent_values, coded_matrix
from abovechance.intake.frames.frame import distinct_rows
from abovechance.intake.frames.ratings import (
    MOST_PATTERNS,
    RatingPatterns,
    RatingTallies,
    long_patterns,
    wide_patterns,
)
from abovechance.intake.ratings import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label


def wide_fields(
    frame: nw.LazyFrame[Any],
    raters: Iterable[Label] | None,
    item: Any,
    categories: Iterable[Label] | None,
    missing: Any,
) -> dict[str, Any]:
    """The fields of the ratings in a lazy frame with a column for each rater."""
    columns = frame.collect_schema().names()
    names: Sequence[Any] = (
        [name for name in columns if name != item] if raters is None else distinct_labels(raters)
    )
    if not names:
        raise InputError("the frame has no column of ratings: give one for each rater")
    return fields(wide_patterns(frame, names, item), categories, missing)


def long_fields(
    frame: nw.LazyFrame[Any],
    columns: Sequence[Any],
    categories: Iterable[Label] | None,
    missing: Any,
) -> dict[str, Any]:
    """The fields of the ratings in a lazy frame with a row for each rating."""
    return fields(long_patterns(frame, *columns), categories, missing)


def counted_fields(
    frame: nw.LazyFrame[Any], categories: Iterable[Label] | None, items: Iterable[Label] | None
) -> dict[str, Any]:
    """The fields of the ratings in a lazy frame with a column of counts for each category."""
    if items is not None:
        raise InputError("items of a frame that an engine counts have no names: leave items out")
    found = distinct_rows(frame, frame.collect_schema().names(), most=MOST_PATTERNS)
    tallies, names, _ = counted(found.values, categories, None)
    rows, times, numbers = _merged(tallies, found.times, None)
    return {
        "codes": None,
        "categories": names,
        "items": numbers,
        "categories_declared": True,
        "tallies": rows,
        "times": times,
        "of_kinds": True,
    }


def fields(
    found: RatingPatterns | RatingTallies, categories: Iterable[Label] | None, missing: Any
) -> dict[str, Any]:
    """The fields of the ratings that an engine has counted, with patterns in an order of their own.

    Engines give them in any order, and tell some values apart that are one: null and NaN, 0 and -0.
    """
    if categories is None and found.order is not None:
        absent = absent_values(missing)
        categories = [label for label in found.order if label not in absent]
    if isinstance(found, RatingTallies):
        read = coded_matrix([list(found.categories)], 1, categories, missing)
        rows = np.zeros((len(found.times), len(read.categories)), dtype=np.int64)
        for place, code in enumerate(read.codes[:, 0].tolist()):
            if code >= 0:
                rows[:, code] += found.tallies[:, place]
    else:
        read = coded_matrix(list(found.columns.values()), len(found.columns), categories, missing)
        rows = read.codes
    rows, times, items = _merged(rows, found.times, found.items)
    known: dict[str, Any] = {
        "categories": read.categories,
        "items": items,
        "categories_declared": read.declared,
        "order": read.order,
        "times": times,
        "of_kinds": True,
    }
    if isinstance(found, RatingTallies):
        return known | {"codes": None, "tallies": rows}
    return known | {"codes": np.asfortranarray(rows), "raters": tuple(found.columns)}


def _merged(
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
