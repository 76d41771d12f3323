"""Tables of ratings as people have them (wide, long, counted) to codes of the categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import distinct_labels, unmasked
from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, natural_order, quoted
from abovechance.core.text import number_of
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.ratings import Read, checked_categories, coded_matrix
from abovechance.intake.frames.names import no_column

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded

_MOST_CELLS = 2**32


def lazy_frame(data: Any) -> nw.LazyFrame[Any] | None:
    """A frame whose engine has yet to compute it, as narwhals sees it; None if data are in memory."""
    if isinstance(data, Mapping) or not hasattr(type(data), "columns"):
        return None
    import narwhals.stable.v2 as nw
    from narwhals.stable.v2.dependencies import is_pandas_like_dataframe

    if is_pandas_like_dataframe(nw.to_native(data, pass_through=True)):
        return None
    frame = nw.from_native(data, pass_through=True)
    return frame if isinstance(frame, nw.LazyFrame) else None


# Wide -----------------------------------------------------------------------------------------


def wide_columns(
    ratings: Any, raters: Iterable[Label] | None, item: Label | None
) -> tuple[list[Any], tuple[Label, ...], Sequence[Label] | None]:
    """The columns of ratings (or all of them in one, row after row), and the names of raters and items."""
    frame = _named_columns(ratings)
    if frame is None:
        if item is not None:
            raise InputError(f"item={item!r} names a column of a data frame, and ratings is none")
        matrix = _matrix(ratings)
        names = tuple(range(1, matrix.shape[1] + 1)) if raters is None else distinct_labels(raters)
        if len(names) != matrix.shape[1]:
            raise InputError(
                f"raters names {number_of(len(names), 'rater')}, and ratings has {matrix.shape[1]} columns"
            )
        return [matrix.reshape(-1)], names, None
    columns, items = frame
    if item is not None:
        items = _labels(_column(columns, item))
    _require_once(items)
    names = tuple(name for name in columns if name != item) if raters is None else distinct_labels(raters)
    return [_column(columns, name) for name in names], names, items


def _require_once(items: Sequence[Label] | None) -> None:
    """Refuse two rows of one item."""
    if items is None or len(set(items)) == len(items):
        return
    twice = [item for item, number in Counter(items).items() if number > 1]
    has = f"item {twice[0]!r} has" if len(twice) == 1 else f"items {quoted(twice)} have"
    raise InputError(
        f"{has} more than one row: give every item one row, or leave out names that name no items"
    )


def _named_columns(ratings: Any) -> tuple[dict[Label, Any], Sequence[Label] | None] | None:
    """The columns of a data frame or mapping by name, and the names of the rows if it has some."""
    if isinstance(ratings, Mapping):
        return dict(ratings), None
    if not hasattr(type(ratings), "columns"):
        return None
    import narwhals.stable.v2 as nw

    names = list(ratings.columns) if hasattr(ratings, "index") else []
    if len(set(names)) < len(names):
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        raise InputError(f"two columns are called {quoted(twice)}: every column needs a name of its own")
    table = nw.from_native(ratings, eager_only=True, pass_through=True)
    if not isinstance(table, nw.DataFrame):
        raise InputError(f"ratings must be items × raters, got {type(ratings).__name__}")
    index = getattr(ratings, "index", None)
    items = None if index is None or type(index).__name__ == "RangeIndex" else index.tolist()
    return {series.name: series.to_native() for series in table.iter_columns()}, items


def _column(columns: Mapping[Label, Any], name: Label) -> Any:
    if name not in columns:
        raise no_column("the frame", name, columns)
    return columns[name]


def _matrix(ratings: Any) -> NDArray[Any]:
    """Items × raters as an array; lists may mix labels of any type."""
    if not isinstance(ratings, np.ndarray):
        ratings = np.asarray(ratings) if hasattr(ratings, "__array__") else _rows(ratings)
    if ratings.ndim != 2 or 0 in ratings.shape:
        raise InputError(
            f"ratings must be items × raters, at least one of each, got an array of shape {ratings.shape}"
        )
    return ratings


def _rows(ratings: Any) -> NDArray[Any]:
    if isinstance(ratings, str | bytes) or not isinstance(ratings, Iterable):
        raise InputError(f"ratings must be items × raters, got {type(ratings).__name__}")
    rows = [_row(row) for row in ratings]
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width for row in rows):
        raise InputError(
            "ratings must be items × raters: a list of rows of equal length, None where there is no rating"
        )
    matrix: NDArray[Any] = np.empty((len(rows), width), dtype=object)
    for place, row in enumerate(rows):
        matrix[place, :] = row
    return matrix


def _row(row: Any) -> list[Any]:
    """The ratings of an item; none if it is no row."""
    return list(row) if isinstance(row, Iterable) and not isinstance(row, str | bytes | Mapping) else []


# Long -----------------------------------------------------------------------------------------


def long_columns(item: Any, rater: Any, category: Any, data: Any) -> list[Any]:
    """The three columns, taken from the data if they are names."""
    if data is None:
        return [item, rater, category]
    frame = _named_columns(data)
    if frame is None:
        raise InputError(f"data must be a data frame or a mapping of columns, got {type(data).__name__}")
    return [_column(frame[0], name) for name in (item, rater, category)]


def coded_long(
    item: Any, rater: Any, category: Any, categories: Iterable[Label] | None, missing: Any
) -> tuple[Read, tuple[Label, ...], tuple[Label, ...]]:
    """Items × raters of one row for each rating, and the names of items and raters."""
    rows, columns = _present(item, "item"), _present(rater, "rater")
    given = coded_matrix([category], 1, categories, missing)
    lengths = len(rows.codes), len(columns.codes), len(given.codes)
    if len(set(lengths)) > 1:
        raise InputError(
            "the columns must be of the same length: item has {}, rater {} and category {}".format(*lengths)
        )
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
    matrix = np.asfortranarray(codes.reshape(len(rows.labels), width))
    return (
        Read(matrix, given.categories, given.declared, given.order),
        tuple(rows.labels),
        order,
    )


def _positions(column: Coded) -> NDArray[np.int64]:
    return column.codes.astype(np.int64) - column.start


def _present(column: Any, name: str) -> Coded:
    coded = encode(column, name).compact()
    if coded.missing is not None:
        raise InputError(f"{name} has missing values: every rating needs its item and its rater")
    if not len(coded.codes):
        raise InputError(f"{name} is empty: there are no ratings")
    return coded


def _require_single(cells: NDArray[np.int64], items: Sequence[Label], raters: Sequence[Label]) -> None:
    """Refuse two ratings of one item by one rater."""
    last = np.empty(len(items) * len(raters), dtype=np.int64)
    last[cells] = np.arange(len(cells))
    twice = np.flatnonzero(last[cells] != np.arange(len(cells)))
    if len(twice):
        row, column = divmod(int(cells[twice[0]]), len(raters))
        many = number_of(len(twice), "rating")
        raise InputError(
            f"rater {raters[column]!r} rated item {items[row]!r} more than once ({many} too many): keep one "
            "rating of each item by each rater"
        )


def _labels(column: Any) -> tuple[Label, ...]:
    coded = encode(column, "item")
    if coded.missing is not None and (_positions(coded) == coded.missing).any():
        raise InputError("item has missing values: every item needs its name")
    return tuple(coded.labels[code] for code in _positions(coded).tolist())


# Counts ---------------------------------------------------------------------------------------


def counted(
    counts: Any, categories: Iterable[Label] | None, items: Iterable[Label] | None
) -> tuple[NDArray[Any], tuple[Label, ...], Sequence[Label]]:
    """Items × categories, checked, and the names of both."""
    frame = _named_columns(counts)
    names: tuple[Label, ...] | None = None
    rows: Sequence[Label] | None = None
    if frame is None:
        matrix = np.asarray(unmasked(counts, "counts"))
    else:
        names, rows = tuple(frame[0]), frame[1]
        matrix = np.column_stack([np.asarray(column) for column in frame[0].values()])
    if matrix.dtype == object and all(map(is_number, matrix.flat)):  # sums of a database are decimals
        matrix = matrix.astype(np.float64)
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise InputError(f"counts must be items × categories, got an array of shape {matrix.shape}")
    if matrix.dtype.kind not in "iufb" or not _are_whole(matrix):
        raise InputError("counts must be whole numbers of raters from 0 on, none missing")
    if categories is not None:
        names = checked_categories(categories)
    names = tuple(range(1, matrix.shape[1] + 1)) if names is None else names
    if len(names) != matrix.shape[1]:
        raise InputError(f"counts has {matrix.shape[1]} columns, and there are {len(names)} categories")
    rows = list(items) if items is not None else rows or range(len(matrix))
    if len(rows) != len(matrix):
        raise InputError(f"items names {number_of(len(rows), 'item')}, and counts has {len(matrix)} rows")
    _require_once(None if isinstance(rows, range) else rows)
    return matrix.astype(np.min_scalar_type(int(matrix.max()))), names, rows


def _are_whole(matrix: NDArray[Any]) -> bool:
    return bool(np.all(np.isfinite(matrix) & (matrix >= 0) & (matrix == np.floor(matrix))))
