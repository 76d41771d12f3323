"""Data frames of any library or engine that narwhals knows: one GROUP BY runs there, only counts come back.

A frame in memory gives its columns as they are. Of a lazy or remote one (polars, DuckDB, Dask, Ibis, Spark,
Spark Connect) the engine is asked for the combinations of values that occur and how many items each has. What
is asked is one expression of elementary aggregations, which all engines share; everything after it is done
here, so that no engine's arithmetic, text of numbers or treatment of missing values can make a difference.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.intake import limits
from abovechance.intake.codes.coded import Codebook
from abovechance.intake.count import Counted, count
from abovechance.intake.frames.columns import called_alike, names_of, own_names, require_columns
from abovechance.intake.items import checked_items, checked_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing

    Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]

_ITEMS, _WEIGHT, _SQUARES, _TIMES = "n items", "weight of items", "squares of weights", "times"
_UNFIT, _UNFIT_TIMES = "unfit weights", "unfit counts"
_TOO_MANY = 2.0**62


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of a frame, or what an engine has counted in them."""

    values: Mapping[str, Any]  # by the name of the column
    times: Any  # items of each row; None if each row is an item
    weights: Any  # of each item of the row; their sum if there are squares
    squares: NDArray[np.float64] | None = None  # sums over a row's items


def count_frame(
    frame: object,
    truth: str,
    prediction: str,
    *,
    by: str | Sequence[str] | None = None,
    weights: str | None = None,
    counts: str | None = None,
    labels: Iterable[Label] | None = None,
    missing: Missing,
    threshold: float | None = None,
    positive: Label | None = None,
) -> Counted:
    """Count pairs of labels in two columns of a frame, wherever it is; see :meth:`Tables.from_frame`."""
    groups = names_of(by) or []
    found = frame_columns(frame, [truth, prediction, *groups], weights, counts)
    return count(
        found.values[truth],
        found.values[prediction],
        labels=labels,
        weights=found.weights,
        counts=found.times,
        by={name: found.values[name] for name in groups} or None,
        missing=missing,
        squares=found.squares,
        threshold=threshold,
        positive=positive,
    )


def frame_columns(
    frame: object,
    names: Sequence[str],
    weight: str | None = None,
    count: str | None = None,
    *,
    most: int = limits.MOST_COMBINATIONS,
) -> Columns:
    """The columns of these names, or the distinct rows of a lazy frame in them, counted by its engine.

    Of a lazy frame the sums of weights come back, and those of their squares; more than ``most`` distinct
    rows are refused, as no table can be made of them.
    """
    import narwhals.stable.v2 as nw

    table = frame if isinstance(frame, Mapping) else as_frame(frame)
    require_columns(table, [*names, *(name for name in (weight, count) if name is not None)])
    if isinstance(table, Mapping):
        heavy, times = (None if name is None else table[name] for name in (weight, count))
        return Columns({name: table[name] for name in names}, times, heavy)
    if isinstance(table, nw.DataFrame):
        heavy, times = (None if name is None else table[name].to_native() for name in (weight, count))
        return Columns({name: table[name].to_native() for name in names}, times, heavy)
    return distinct_rows(table, names, weight, count, most=most)


def as_frame(frame: Any) -> Frame:
    """The frame as narwhals sees it."""
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import DuplicateError

    try:
        table = nw.from_native(frame, pass_through=True)
    except DuplicateError:
        names = list(frame.columns)
        raise called_alike(name for name in dict.fromkeys(names) if names.count(name) > 1) from None
    if isinstance(table, nw.DataFrame | nw.LazyFrame):
        return table
    if hasattr(frame, "__arrow_c_stream__"):  # such as batches of Arrow, and what reads them
        with suppress(TypeError, ValueError):
            return nw.from_native(importlib.import_module("pyarrow").table(frame))
    raise InputError(
        f"frame must be a data frame of pandas, polars, Arrow, DuckDB, Dask, Ibis, Spark or another library "
        f"that narwhals knows, got {type(frame).__name__}"
    )


def distinct_rows(
    frame: nw.LazyFrame[Any],
    names: Sequence[str],
    weight: str | None = None,
    count: str | None = None,
    *,
    most: int,
) -> Columns:
    """The distinct rows in these columns with their numbers of items, counted by the engine of the frame."""
    found = some_rows(frame, names, weight, count, limit=most + 1)
    if found.times is not None and len(found.times) > most:
        raise _too_many(found.values, most)
    return found


def some_rows(
    frame: nw.LazyFrame[Any],
    names: Sequence[str],
    weight: str | None = None,
    count: str | None = None,
    *,
    limit: int,
    said: Mapping[str, str] | None = None,
) -> Columns:
    """As :func:`distinct_rows`, of which no more than so many come back.

    ``said`` is what errors call the columns of weights and counts, if they were renamed.
    """
    import narwhals.stable.v2 as nw

    keys = [f"key {i}" for i in range(len(dict.fromkeys(names)))]
    own = dict(zip(keys, dict.fromkeys(names), strict=True))
    numbers = {own: name for own, name in ((_TIMES, count), (_WEIGHT, weight)) if name is not None}
    called = {own: (said or {}).get(name, name) for own, name in numbers.items()}
    asked = own_names(frame, own | numbers)
    sums = [nw.len().alias(_ITEMS) if count is None else nw.col(_TIMES).sum().alias(_ITEMS)]
    if numbers:
        _require_numbers(asked, called)
        asked = asked.with_columns(*_weighed(called))
        asked = asked.with_columns(*_repeated(called)) if weight is not None else asked
        added = [x for x in (_WEIGHT, _SQUARES, _UNFIT, _UNFIT_TIMES) if x in asked.collect_schema().names()]
        sums += [nw.col(name).sum() for name in added]
    rows = fetched(asked.group_by(*keys).agg(*sums).head(limit))
    _require_fit(rows, called)
    # Rows that stand for no item would leave labels that do not occur.
    if count is not None:
        rows = rows.filter(nw.col(_ITEMS) > 0)
    items = rows[_ITEMS].to_numpy()
    schema = asked.collect_schema()
    return Columns(
        {name: in_order(rows[key], schema[key]) for key, name in own.items()},
        np.asarray(items, dtype=np.int64) if count is None else checked_items(items, len(rows)),
        *(
            None if weight is None else checked_weights(rows[x].to_numpy(), len(rows))
            for x in (_WEIGHT, _SQUARES)
        ),
    )


def fetched(frame: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    """What an engine has computed; polars in blocks, so that its memory is bounded."""
    import narwhals.stable.v2 as nw

    if frame.implementation is nw.Implementation.POLARS:
        return frame.collect(engine="streaming")
    try:
        return frame.collect()
    except ModuleNotFoundError as error:
        raise InputError(
            f"results of an engine come back through Arrow, and there is no {error.name}: "
            "pip install 'abovechance[arrow]'"
        ) from None


def in_order(column: nw.Series[Any], asked: nw.dtypes.DType) -> Any:
    """A column that an engine has answered, with the order of categories that the one asked for declares."""
    import narwhals.stable.v2 as nw

    native = column.to_native()
    if asked != nw.Enum or not column.implementation.is_pyarrow():
        return native
    coded, arrow = native.combine_chunks(), importlib.import_module("pyarrow")
    return arrow.chunked_array([type(coded).from_arrays(coded.indices, coded.dictionary, ordered=True)])


_KINDS = {_WEIGHT: "weights", _TIMES: "counts"}


def _require_numbers(frame: nw.LazyFrame[Any], called: Mapping[str, str]) -> None:
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    for own, name in called.items():
        if not (schema[own].is_numeric() or schema[own] == nw.Boolean):
            raise InputError(f"the {_KINDS[own]} in {name!r} must be numbers, and they are {schema[own]}")


def _weighed(called: Iterable[str]) -> list[Any]:
    """The columns of weights and counts as numbers, and whether one cannot be such."""
    import narwhals.stable.v2 as nw

    columns = []
    for own in called:
        number = nw.col(own).cast(nw.Float64)
        fit = (number >= 0) & (number < float("inf"))
        if own == _TIMES:
            # Only what fits is cast: what engines make of the rest is their own.
            within = fit & (number < _TOO_MANY)
            whole = nw.when(within).then(nw.col(own)).otherwise(nw.lit(0)).cast(nw.Int64)
            fit = fit & (whole.cast(nw.Float64) == number)
            columns.append(whole.alias(own))
        else:
            columns.append(number.alias(own))
        unfit = _UNFIT if own == _WEIGHT else _UNFIT_TIMES
        columns.append((number.is_null() | ~fit).cast(nw.Int64).alias(unfit))
    return columns


def _repeated(called: Iterable[str]) -> list[Any]:
    """What the items of a row weigh together, and their squared weights."""
    import narwhals.stable.v2 as nw

    weight, times = nw.col(_WEIGHT), nw.col(_TIMES) if _TIMES in called else 1
    return [(weight * times).alias(_WEIGHT), (weight * weight * times).alias(_SQUARES)]


def _require_fit(rows: nw.DataFrame[Any], called: Mapping[str, str]) -> None:
    for own, name in called.items():
        marks = rows[_UNFIT if own == _WEIGHT else _UNFIT_TIMES].to_list()
        unfit = int(sum(int(number or 0) for number in marks))
        wanted = "finite and not negative" if own == _WEIGHT else "whole numbers from 0 on"
        if unfit:
            raise InputError(
                f"the {_KINDS[own]} in {name!r} must be {wanted}: {unfit} are not, or are missing"
            )


def _too_many(values: Mapping[str, Any], most: int) -> InputError:
    """An error that names the column that looks like an identifier, if one does."""
    import narwhals.stable.v2 as nw

    columns = {name: nw.from_native(column, series_only=True) for name, column in values.items()}
    distinct = {name: column.n_unique() for name, column in columns.items()}
    name = max(distinct, key=lambda name: distinct[name])
    if distinct[name] > limits.MOST_LABELS:
        return Codebook(f"column {name!r}", limits.MOST_LABELS).too_many()
    return InputError(
        f"the columns {quoted(list(values))} have more than {most:,} combinations of values: count fewer "
        "columns at once"
    )
