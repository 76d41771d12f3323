"""Tables as pages show them: with bars beside intervals, and values to sort by."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import Markup

from abovechance.measures.registry import measures
from abovechance.report.document import TEXTS, Cell, bare
from abovechance.report.formats.cells import stands_left, texts_of
from abovechance.report.formats.html.bars import around_zero, axis_of, gauge, interval_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.report.document import Column, Table

_LEAST_TO_SORT = 3
_LEAST_TO_FIND = 20
_LONGEST = 2000
_DRAWN = {"gauge": "0 to 1, the line is chance", "bar": "0 to 1"}
_OF_INTERVALS = ("interval", "difference_interval")


@dataclass(frozen=True)
class CellView:
    """A cell: its text, what it looks like, and what it is sorted by."""

    text: str
    kind: str = ""
    mark: str = ""
    sort: str = ""
    bar: Markup | None = None
    measure: str = ""


@dataclass(frozen=True)
class HeadView:
    """The head of a column."""

    title: str
    kind: str
    sorts: bool = False


@dataclass(frozen=True)
class RowView:
    """A row, which a heading may stand before."""

    cells: tuple[CellView, ...]
    heading: str = ""
    is_total: bool = False


@dataclass(frozen=True)
class TableView:
    """A table for the template."""

    heads: tuple[HeadView, ...]
    rows: tuple[RowView, ...]
    notes: tuple[str, ...]
    is_long: bool
    stacks: bool = False  # whether the last column is sentences, which narrow screens show below the others
    template: ClassVar[str] = "table"


def table_view(table: Table, *, sorts: bool = True) -> TableView:
    """What the template shows of a table, with all its rows."""
    table = table if table.whole is None else table.whole()
    # Rows that are sorted would leave the headings that they stand under.
    sorts = sorts and len(table.rows) >= _LEAST_TO_SORT and not table.headings
    layout = _Layout(table)
    heads: list[HeadView] = []
    for i, column in enumerate(table.columns):
        title = _DRAWN.get(column.kind, column.title) or column.head
        # a column without a title has nothing that a button could say
        heads.append(HeadView(title, _kind_of(column), sorts and bool(title.strip())))
        if i in layout.axes:
            low, high = layout.axes[i]
            heads.append(HeadView(f"{low:.3g} to {high:.3g}".replace("-", "−"), "drawn"))
    rows = tuple(
        RowView(
            tuple(layout.cells(row, texts)), table.headings.get(i, ""), i >= len(table.rows) - table.totals
        )
        for i, (row, texts) in enumerate(zip(table.rows, texts_of(table, longest=_LONGEST), strict=True))
    )
    notes = (*([f"and {table.more}"] if table.more else []), *table.notes)
    kinds = [column.kind for column in table.columns]
    return TableView(
        tuple(heads), rows, notes, sorts and len(rows) >= _LEAST_TO_FIND,
        stacks=len(kinds) > 2 and kinds[-1] == "words" and "interval" in kinds,
    )  # fmt: skip


class _Layout:
    """Which columns have bars, on which axes."""

    def __init__(self, table: Table) -> None:
        self.table, self.columns = table, table.columns
        kinds = [column.kind for column in table.columns]
        self.gauge = kinds.index("gauge") if "gauge" in kinds else None
        self.axes: dict[int, tuple[float, float]] = {}
        drawn = [i for i, kind in enumerate(kinds) if kind in _OF_INTERVALS or kind == "estimate"]
        self.interval = drawn[0] if drawn else None
        for i in drawn if self.gauge is None else ():
            found = [_estimate(self.columns, row, i) for row in table.rows]
            numbers = [
                x for one in found if one is not None for x in one if x is not None and not math.isnan(x)
            ]
            # measures that go beyond 1 have nothing to do with the others on one axis
            if numbers and (kinds[i] == "difference_interval" or max(map(abs, numbers)) <= 1):
                self.axes[i] = around_zero(numbers) if kinds[i] == "difference_interval" else axis_of(numbers)

    def cells(self, row: Sequence[Any], texts: Sequence[str]) -> list[CellView]:
        found: list[CellView] = []
        for i, (column, cell, text) in enumerate(zip(self.columns, row, texts, strict=True)):
            key = measure_of(self.table, row) if i == 0 else ""
            found.append(self._cell(column, cell, text, row, key))
            if i in self.axes:
                one = _estimate(self.columns, row, i)
                bar = None if one is None else interval_bar(*one, self.axes[i])
                found.append(CellView("", "drawn", bar=bar))
        return found

    def _cell(self, column: Column, cell: object, text: str, row: Sequence[Any], key: str) -> CellView:
        value, kind = bare(cell), _kind_of(column)
        if column.kind in _DRAWN:
            bar, sort = self._drawn(column, value, row)
            return CellView("", kind, sort=sort, bar=bar)
        by = cell.sort if isinstance(cell, Cell) and cell.sort is not None else value
        sort = "" if isinstance(by, str) else _sort_key(by)
        text = on_page(column, text)
        if not isinstance(cell, Cell):
            return CellView(text, kind, sort=sort, measure=key)
        text = cell.page or text
        return CellView(text, f"{kind} {cell.style}".strip(), cell.mark, sort, measure=key)

    def _drawn(self, column: Column, value: Any, row: Sequence[Any]) -> tuple[Markup, str]:
        if column.kind == "bar":
            return gauge(value, 0.0), _sort_key(value)
        if value is None:
            return Markup(), ""
        one = None if self.interval is None else _estimate(self.columns, row, self.interval)
        reached, chance = value
        return gauge(reached, chance, None if one is None else one[1:]), _sort_key(value)


def on_page(column: Column, text: str) -> str:
    """The text of a cell, in which numbers have a real minus sign."""
    return text if column.kind in TEXTS else text.replace("-", "−")


def measure_of(table: Table, row: Sequence[Any]) -> str:
    """The key of the measure that a row is of, by its first cell: told there, or by the title that it has."""
    first = row[0] if row else None
    if isinstance(first, Cell) and first.measure:
        return first.measure
    is_words = table.columns[0].kind == "words" and isinstance(bare(first), str)
    return _keys().get(bare(first), "") if is_words else ""


@cache
def _keys() -> dict[str, str]:
    """The keys of measures by their titles."""
    return {m.title: m.key for m in measures()}


def _kind_of(column: Column) -> str:
    if column.kind in _DRAWN:
        return "drawn"
    return f"{'left' if stands_left(column) else 'right'} {'words' if column.kind == 'words' else 'plain'}"


def _estimate(
    columns: Sequence[Column], row: Sequence[Any], i: int
) -> tuple[float | None, float, float] | None:
    """The value that an interval is of, and its bounds."""
    found = bare(row[i])
    if found is None:
        return None
    if len(found) == 3:
        return found
    at = _value_column(columns, i)
    return (None if at is None else bare(row[at]), *found)


def _value_column(columns: Sequence[Column], i: int) -> int | None:
    """Where the values are that the intervals of a column are of: where it says so, or just before it."""
    if columns[i].of:
        return next(at for at, column in enumerate(columns) if column.title == columns[i].of)
    return i - 1 if i and columns[i - 1].kind in ("value", "number", "difference") else None


def _sort_key(value: Any) -> str:
    first = value[0] if isinstance(value, tuple) else value
    return "" if first is None or not isinstance(first, int | float) or math.isnan(first) else f"{first:.9g}"
