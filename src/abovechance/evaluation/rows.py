"""Tidy rows: one for each measure, class and group, its interval, its chance level, why undefined.

What an evaluation reports: the measures of the table, and those of each class.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.measures.compute import compute_arrays, why_undefined, why_undefined_per_class
from abovechance.measures.headlines import (
    HEADLINE,
    OF_EACH_CLASS,
    OF_EACH_OF_MORE,
    OF_MORE_CLASSES,
    OF_TWO_CLASSES,
)
from abovechance.measures.registry import Measure, resolve
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Bounds:
    """The intervals of one request over a batch, with a last axis over the classes it is of."""

    method: str
    low: Array
    high: Array
    se: Array
    warning: Array

    @classmethod
    def none(cls, shape: tuple[int, ...], why: str) -> Bounds:
        """No interval anywhere, for the same reason."""
        nan = np.full(shape, np.nan)
        return cls("", nan, nan, nan, np.full(shape, why, dtype=object))

    @classmethod
    def of(cls, found: Interval, *, each_class: bool) -> Bounds:
        """From an interval over a batch, whose last axis is over the classes if it is of each of them."""
        numbers = (np.asarray(x) for x in (found.low, found.high, found.se))
        said, reason = (np.asarray(x, dtype=object) for x in (found.warning, found.reason))
        said = np.where(said == None, reason, said)  # noqa: E711 - element by element
        return cls(found.method, *(x if each_class else x[..., None] for x in (*numbers, said)))


@dataclass(frozen=True)
class Request:
    """A measure to report: of the table (or its positive class), or of each class against the rest."""

    measure: Measure
    each_class: bool = False


def requests(names: Iterable[str | Measure] | str | None, tables: Tables) -> tuple[Request, ...]:
    """What to report for these names: a selection for None, everything for ``"all"``."""
    chosen: tuple[Request, ...] = ()
    if names is None or names == "all":
        chosen += _selection(tables)
    if names is not None:
        chosen += tuple(Request(m, _of_each(m, tables)) for m in resolve(None if names == "all" else names))
    # Each class of two includes the positive one.
    of_each = {r.measure for r in chosen if r.each_class and r.measure.scope == "binary"}
    return tuple(dict.fromkeys(r for r in chosen if r.each_class or r.measure not in of_each))


def _selection(tables: Tables) -> tuple[Request, ...]:
    two = len(tables.labels) == 2
    whole = (*HEADLINE, *(OF_TWO_CLASSES if two else OF_MORE_CLASSES))
    classes = OF_EACH_CLASS if two else OF_EACH_CLASS + OF_EACH_OF_MORE
    return (*(Request(m) for m in resolve(whole)), *(Request(m, each_class=True) for m in resolve(classes)))


def _of_each(m: Measure, tables: Tables) -> bool:
    return m.scope == "binary" and len(tables.labels) != 2


def request_values(tables: Tables, wanted: Iterable[Request]) -> dict[Request, Any]:
    """The values of each request, with a last axis over the classes it is of."""
    wanted = tuple(wanted)
    whole = compute_arrays(tables, [r.measure for r in wanted if not r.each_class])
    return {
        r: r.measure.per_class(tables) if r.each_class else whole[r.measure.key][..., None] for r in wanted
    }


Group = tuple["Label", ...]  # the position of a table in a batch: a label for each batch axis

NO_INTERVAL = "no interval: the standard error is undefined on this table"


@dataclass(frozen=True)
class Estimate:
    """The value of one measure on one table; the interval is None where there is none."""

    measure: str  # its key
    label: Label | None  # the class; None for the whole table
    group: Group | None  # a label for each axis of the batch; None for all items
    value: float  # NaN where it is undefined
    chance: float | None  # by chance alone with this prevalence and bias, if that applies
    n: float  # the number of items, or their weight
    low: float | None = None
    high: float | None = None
    se: float | None = None
    method: str | None = None
    reason: str | None = None  # why the measure is undefined, and what value was put in its place
    warning: str | None = None  # why not to trust the interval, or why a defined value has none


def estimates(
    tables: Tables,
    wanted: Iterable[Request],
    bounds: Mapping[Request, Bounds],
    undefined: float | Literal["limit"] = math.nan,
) -> Iterator[Estimate]:
    """The rows of every table of a batch, in the order of the tables, then of the requests."""
    wanted = tuple(wanted)
    values = request_values(tables, wanted)
    # The chance level of such a measure is its value on the table that the margins alone would make.
    chances = request_values(tables.expected, tuple(r for r in wanted if r.measure.chance == "margins"))
    blocks = [_Block(r, tables, values[r], chances.get(r), bounds.get(r)) for r in wanted]
    totals = np.asarray(tables.total)
    for position in np.ndindex(tables.batch_shape):
        group = group_at(tables, position)
        for block in blocks:
            for row in block.rows(position, group, totals[position].item()):
                yield row if row.reason is None else _settled(row, block.request.measure, undefined)


class _Block:
    """One request over a whole batch."""

    def __init__(
        self, request: Request, tables: Tables, values: Any, chances: Any, bounds: Bounds | None
    ) -> None:
        self.request = request
        self.values = values
        self.chances = chances
        self.bounds = bounds
        m = request.measure
        undefined = np.isnan(values).any()
        if request.each_class:
            self.labels: tuple[Label | None, ...] = tables.labels
            self.reasons = _class_reasons(m, tables) if undefined else None
        else:
            self.labels = (tables.positive if m.scope == "binary" else None,)
            self.reasons = (
                np.asarray(why_undefined(tables, m), dtype=object)[..., None] if undefined else None
            )

    def rows(self, position: tuple[int, ...], group: Group | None, n: float) -> Iterator[Estimate]:
        """The rows of the table at one position of the batch."""
        m = self.request.measure
        for k, label in enumerate(self.labels):
            where = (*position, k)
            chance = m.chance if self.chances is None else float(self.chances[where])
            reason = None if self.reasons is None else self.reasons[where]
            row = Estimate(m.key, label, group, float(self.values[where]), _number(chance), n, reason=reason)
            yield row if self.bounds is None or reason is not None else _with_bounds(row, self.bounds, where)


def _with_bounds(row: Estimate, bounds: Bounds, where: tuple[int, ...]) -> Estimate:
    warning, low = bounds.warning[where], _number(bounds.low[where])
    if low is None:
        return replace(row, warning=warning or NO_INTERVAL)
    high, se = _number(bounds.high[where]), _number(bounds.se[where])
    return replace(row, low=low, high=high, se=se, method=bounds.method, warning=warning)


def _class_reasons(m: Measure, tables: Tables) -> Array:
    """Reasons for each class; those of a measure of the whole table speak of the class and the rest."""
    reasons = why_undefined_per_class(tables, m)
    if m.scope == "overall":
        for where in np.ndindex(reasons.shape):
            if reasons[where] is not None:
                reasons[where] = f"{tables.labels[where[-1]]!r} against the rest: {reasons[where]}"
    return reasons


def _settled(row: Estimate, m: Measure, undefined: float | Literal["limit"]) -> Estimate:
    """The row with the value that is to stand in the place of an undefined one, and saying so."""
    value = m.limit if undefined == "limit" else undefined
    if value is None or math.isnan(value):
        return row
    return replace(row, value=float(value), reason=f"{row.reason}; {value:g} was put in its place")


def _number(value: Any) -> float | None:
    return None if value is None or math.isnan(value) else float(value)
