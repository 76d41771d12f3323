"""The one door of ratings: wide, long or counted, in memory or on an engine, to codes of the categories.

Each form gives the fields of ratings, and as ``findings`` the likely mistakes in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import distinct_labels, unmasked
from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import is_number, natural_order
from abovechance.core.text import number_of
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.ratings import (
    checked_categories,
    coded_matrix,
    lacking_names,
    rated_twice,
    require_once,
)
from abovechance.intake.frames.columns import no_column
from abovechance.intake.frames.frame import as_frame, distinct_rows
from abovechance.intake.items import checked_items
from abovechance.intake.missing import Missing
from abovechance.intake.mistakes import odd_categories, odd_columns, odd_counts, odd_shape

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.errors import InputWarning
    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded
    from abovechance.intake.codes.ratings import Read

Fields = dict[str, Any]
_MOST_CELLS = 2**32
_WRONG_SHAPE = (
    "ratings must be items × raters: a list of rows of equal length, None where there is no rating, or a "
    "mapping of the raters to their columns, such as {'ann': first, 'bob': second}"
)


@dataclass(frozen=True, eq=False)
class _Table:
    """Columns by their names, or those of a matrix by their numbers from 1 on; and the names of the rows."""

    columns: Mapping[Any, Any]
    matrix: NDArray[Any] | None = None
    items: Sequence[Label] | None = None

    @classmethod
    def of(cls, data: Any) -> _Table | None:
        """The table of a data frame in memory or a mapping; None if it is neither."""
        if isinstance(data, Mapping):
            return cls(dict(data))
        frame = _frame(data)
        if frame is None:
            return None
        index = getattr(data, "index", None)
        # An index of pandas that only counts the rows names no items.
        items = None if index is None or type(index).__name__ == "RangeIndex" else index.tolist()
        return cls({series.name: series.to_native() for series in frame.iter_columns()}, items=items)

    @classmethod
    def of_matrix(cls, matrix: NDArray[Any]) -> _Table:
        """The columns of an array."""
        return cls(dict(enumerate(matrix.T, 1)), matrix)

    def column(self, name: Label) -> Column:
        """The column of a name."""
        if name not in self.columns:
            raise no_column("the frame" if self.matrix is None else "the array", name, self.columns)
        return self.columns[name]

    def chosen(
        self, given: Iterable[Label] | None, besides: Iterable[Any], what: str
    ) -> tuple[Sequence[Label], tuple[Label, ...]]:
        """The columns that were asked for, all but some if none were, and what they are called."""
        own = [name for name in self.columns if name not in besides]
        if given is None:
            return own, tuple(own)
        labels = distinct_labels(given)
        if self.matrix is None or set(labels) <= set(own):
            return labels, labels
        if len(labels) != len(own):
            raise InputError(f"{what} names {len(labels)}, and there are {len(own)} columns")
        return own, labels

    def named_items(self, item: Label | None) -> Sequence[Label] | None:
        """The names of the items, each of which has one row; None without any."""
        items = self.items
        if item is not None:
            coded = _present(self.column(item), "item", "item")
            items = [coded.labels[code] for code in _positions(coded).tolist()]
        require_once([x for x, number in Counter(items or ()).items() if number > 1])
        return items


def _frame(data: object) -> Any:
    """A data frame as narwhals sees it; None if it is none."""
    return None if isinstance(data, Mapping) or not hasattr(type(data), "columns") else as_frame(data)


def _lazy(data: object) -> nw.LazyFrame[Any] | None:
    """A frame whose engine has yet to compute it; None if data are in memory."""
    frame = _frame(data)
    return frame if hasattr(frame, "collect") else None


# Wide -----------------------------------------------------------------------------------------


def wide(
    ratings: object,
    *,
    rater: Iterable[Label] | None = None,
    item: Any = None,
    counts: object = None,
    categories: Iterable[Label] | None = None,
    missing: object = (),
) -> Fields:
    """The fields of items × raters; the arguments are those of ``Ratings.from_wide``."""
    absent = Missing.of(missing)
    lazy = _lazy(ratings)
    if lazy is not None:
        from abovechance.intake.frames.ratings import fields, wide_kinds

        if counts is not None:
            raise InputError(
                "{argument} is for frames in memory: an engine counts equal rows itself", argument="counts"
            )
        names = lazy.collect_schema().names() if rater is None else distinct_labels(rater)
        kinds = wide_kinds(lazy, [name for name in names if name != item], item)
        found = fields(kinds, categories, absent)
        return found | {"findings": wide_findings(found, item, named=rater is not None)}
    table = _Table.of(ratings) or _Table.of_matrix(_matrix(ratings))
    items = table.named_items(item)
    by_name = counts if isinstance(counts, str) else None
    columns, names = table.chosen(rater, (item, by_name), "raters")
    taken: Any = [table.column(name) for name in columns]
    if table.matrix is not None:
        taken = table.matrix if len(columns) == len(table.columns) else np.stack(taken, axis=1)
    read = coded_matrix(taken, categories, absent)
    found = _fields(read, items or range(1, len(read.codes) + 1), names)
    findings = wide_findings(found, item, named=rater is not None)
    if counts is not None:
        times = checked_items(table.column(counts) if by_name else counts, len(read.codes))
        found |= {"times": times.astype(np.float64), "of_kinds": True}
    return found | {"findings": findings}


def _fields(read: Read, items: Sequence[Label], raters: Sequence[Label]) -> Fields:
    return {
        "codes": read.codes, "categories": read.categories, "items": items, "raters": tuple(raters),
        "categories_declared": read.declared, "order": read.order,
    }  # fmt: skip


def _of_categories(found: Fields) -> list[InputWarning]:
    return [] if found["categories_declared"] else list(odd_categories(found["categories"]))


def wide_findings(found: Fields, item: object, *, named: bool) -> tuple[InputWarning, ...]:
    """Findings on items × raters; of kinds of items, columns can be told only where each is one item."""
    codes, categories, times = found["codes"], found["categories"], found.get("times")
    findings = _of_categories(found)
    if codes is None:
        return tuple(findings)
    findings += odd_shape(codes, categories, len(codes) if times is None else round(float(times.sum())))
    if not named and (times is None or times.max(initial=0) <= 1):
        findings = [*odd_columns(codes, categories, found["raters"], item), *findings]
    return tuple(findings)


def _matrix(ratings: object) -> NDArray[Any]:
    """Items × raters as an array; lists may mix labels of any type."""
    if not isinstance(ratings, np.ndarray):
        ratings = np.asarray(ratings) if hasattr(ratings, "__array__") else _rows(ratings)
    if ratings.ndim == 1:
        raise InputError(_WRONG_SHAPE)
    if ratings.ndim != 2 or 0 in ratings.shape:
        raise InputError(
            f"ratings must be items × raters, at least one of each, got an array of shape {ratings.shape}"
        )
    return ratings


def _rows(ratings: object) -> NDArray[Any]:
    if isinstance(ratings, str | bytes) or not isinstance(ratings, Iterable):
        raise InputError(f"ratings must be items × raters, got {type(ratings).__name__}")
    rows = [
        list(row) if isinstance(row, Iterable) and not isinstance(row, str | bytes | Mapping) else []
        for row in ratings
    ]
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width for row in rows):
        raise InputError(_WRONG_SHAPE)
    # Filled row by row: of ratings that are tuples NumPy would make a third dimension.
    matrix: NDArray[Any] = np.empty((len(rows), width), dtype=object)
    for place, row in enumerate(rows):
        matrix[place, :] = row
    return matrix


# Long -----------------------------------------------------------------------------------------


def long(
    item: Any,
    rater: Any,
    category: Any,
    *,
    data: object = None,
    categories: Iterable[Label] | None = None,
    missing: object = (),
) -> Fields:
    """The fields of one row for each rating; the arguments are those of ``Ratings.from_long``."""
    absent = Missing.of(missing)
    lazy = _lazy(data)
    if lazy is not None:
        from abovechance.intake.frames.ratings import fields, long_kinds

        found = fields(long_kinds(lazy, item, rater, category), categories, absent)
        return found | {"findings": tuple(_of_categories(found))}
    if data is not None:
        table = _Table.of(data)
        if table is None:
            raise InputError(f"data must be a data frame or a mapping of columns, got {type(data).__name__}")
        item, rater, category = (table.column(name) for name in (item, rater, category))
    rows, columns = (_present(column, name, "rating") for column, name in ((item, "item"), (rater, "rater")))
    given = coded_matrix([category], categories, absent)
    lengths = len(rows.codes), len(columns.codes), len(given.codes)
    if len(set(lengths)) > 1:
        raise InputError(
            "the columns must be of the same length: item has {}, rater {} and category {}".format(*lengths)
        )
    read, names = _spread(rows, columns, given)
    found = _fields(read, tuple(rows.labels), names)
    return found | {"findings": tuple(_of_categories(found))}


def _spread(rows: Coded, columns: Coded, given: Read) -> tuple[Read, tuple[Label, ...]]:
    """Items × raters of a row for each rating, and the names of the raters."""
    order = natural_order(columns.labels)
    width = len(order)
    if len(rows.labels) * width > _MOST_CELLS:
        raise InputError(
            f"{len(rows.labels)} items × {width} raters do not fit into memory: give counts of items × "
            "categories"
        )
    place = np.array([order.index(name) for name in columns.labels])
    cells = _positions(rows) * width + place[_positions(columns)]
    _require_single(cells, rows.labels, order)
    codes = np.full(len(rows.labels) * width, -1, dtype=given.codes.dtype)
    codes[cells] = given.codes[:, 0]
    # Each rater in one piece of memory, as most work goes rater by rater.
    matrix = np.asfortranarray(codes.reshape(len(rows.labels), width))
    return type(given)(matrix, given.categories, given.declared, given.order), order


def _positions(column: Coded) -> NDArray[np.int64]:
    return column.codes.astype(np.int64) - column.start


def _present(column: object, name: str, each: str) -> Coded:
    """The codes of names, of which every row has one."""
    coded = encode(column, name).compact()
    if coded.missing is not None:
        raise lacking_names(name, each)
    if not len(coded.codes) and each == "rating":
        raise InputError(f"{name} is empty: there are no ratings")
    return coded


def _require_single(cells: NDArray[np.int64], items: Sequence[Label], raters: Sequence[Label]) -> None:
    """Refuse two ratings of one item by one rater."""
    last = np.empty(len(items) * len(raters), dtype=np.int64)
    # Of two ratings in one cell the last one stays, and the other does not find itself there.
    last[cells] = np.arange(len(cells))
    twice = np.flatnonzero(last[cells] != np.arange(len(cells)))
    if len(twice):
        row, column = divmod(int(cells[twice[0]]), len(raters))
        raise rated_twice(raters[column], items[row], len(twice))


# Counts ---------------------------------------------------------------------------------------


def counts_of(
    counts: object,
    *,
    categories: Iterable[Label] | None = None,
    items: Iterable[Label] | None = None,
    item: object = None,
) -> Fields:
    """The fields of items × categories; the arguments are those of ``Ratings.from_counts``."""
    lazy = _lazy(counts)
    if lazy is not None:
        from abovechance.intake.frames.ratings import MOST_PATTERNS, merged

        if items is not None or item is not None:
            raise InputError("items of a frame that an engine counts have no names: leave them out")
        found = distinct_rows(lazy, lazy.collect_schema().names(), most=MOST_PATTERNS)
        whole = counts_of(found.values, categories=categories)
        kinds, times, numbers = merged(whole["tallies"], found.times, None)
        return whole | {"tallies": kinds, "times": times, "items": numbers, "of_kinds": True}
    table = _Table.of(counts) or _Table.of_matrix(_square(counts))
    rows = table.named_items(item) if items is None else list(items)
    columns, names = table.chosen(
        None if categories is None else checked_categories(categories), (item,), "categories"
    )
    matrix = np.column_stack([_numbers_of_raters(table.column(name), name) for name in columns])
    rows = range(1, len(matrix) + 1) if rows is None else rows
    if len(rows) != len(matrix):
        raise InputError(f"items names {number_of(len(rows), 'item')}, and counts has {len(matrix)} rows")
    require_once([x for x, number in Counter(rows if items is not None else ()).items() if number > 1])
    return {
        "codes": None,
        "categories": tuple(names),
        "items": rows,
        "categories_declared": True,
        "tallies": matrix.astype(np.min_scalar_type(int(matrix.max(initial=0)))),
        "findings": tuple(odd_counts(matrix, names, item)) if categories is None else (),
    }


def _square(counts: object) -> NDArray[Any]:
    matrix = np.asarray(unmasked(counts, "counts"))
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise InputError(f"counts must be items × categories, got an array of shape {matrix.shape}")
    return matrix


def _numbers_of_raters(column: object, name: Label) -> NDArray[np.int64]:
    """A column of counts."""
    cells = np.asarray(column)
    if cells.dtype == object and all(map(is_number, cells)):  # sums of a database are decimals
        cells = cells.astype(np.float64)
    if cells.dtype.kind in "iub" or (
        cells.dtype.kind == "f" and np.isfinite(cells).all() and (cells == np.floor(cells)).all()
    ):
        wrong = cells[cells < 0][:1].tolist()
    else:
        wrong = [x for x in cells.tolist() if not is_number(x) or not float(x).is_integer() or x < 0][:1]
    if wrong:
        raise InputError(
            "{wrong!r} in column {name!r} is not a number of raters: name the column of items with {item}, "
            "or the categories with {categories}",
            wrong=wrong[0], name=name, item=Argument("item"), categories=Argument("categories"),
        )  # fmt: skip
    return cells.astype(np.int64)
