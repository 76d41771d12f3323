"""The running figures of a stream: one line of text, or a document."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.text import counted, number
from abovechance.inference.intervals.interval import interval
from abovechance.measures.compute import compute
from abovechance.measures.headlines import OF_EACH_GROUP
from abovechance.report.document import Column, Document, Table, interval_column
from abovechance.report.formats.terminal import GAUGE

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Figures:
    """What is shown of a stream while it runs."""

    items: int  # how many have come
    rate: float  # how many come in a second
    values: dict[str, float]  # by key, NaN where undefined; empty as long as there is no table
    chance: float = math.nan  # the accuracy that guessing would reach
    bounds: tuple[float, float] | None = None  # the interval of Informedness
    level: float | None = None


def figures(items: int, rate: float, table: Tables | None, level: float | None) -> Figures:
    """The figures of a table, Informedness with an interval of this level if there is to be one."""
    if table is None:
        return Figures(items, rate, {})
    values = compute(table, OF_EACH_GROUP)
    chance = compute(table.expected, "accuracy")
    if level is None or math.isnan(values["informedness"]):
        return Figures(items, rate, values, chance)
    found = interval(table, "informedness", level=level)
    return Figures(items, rate, values, chance, (found.low, found.high), level)


def so_many(items: int) -> str:
    """A number of items in words."""
    return counted(f"{items:,}", "item")


def line(shown: Figures) -> str:
    """All in one line."""
    parts = [f"{title} {number(shown.values[key])}{_beside(key, shown)}" for key, title in _shown(shown)]
    return f"{_counted(shown)}: {', '.join(parts)}" if parts else _counted(shown)


def document(shown: Figures) -> Document:
    """A line for each measure, beside its chance level."""
    rows = [
        {
            "measure": key,
            "value": shown.values[key],
            "bounds": shown.bounds if key == "informedness" else None,
            "chance": shown.chance if key == "accuracy" else 0.0,
        }
        for key, _ in _shown(shown)
    ]
    columns = (
        Column("Measure", "text"), Column("value"), interval_column(shown.level, drop=3),
        Column("chance", drop=2), Column(GAUGE, "gauge", drop=1),
    )  # fmt: skip
    cells = [
        [title, row["value"], row["bounds"], row["chance"], (row["value"], row["chance"])]
        for row, (_, title) in zip(rows, _shown(shown), strict=True)
    ]
    table = Table(columns, cells).without_empty
    return Document("rows", _counted(shown), rows, table, headline=table if rows else None)


def _shown(shown: Figures) -> list[tuple[str, str]]:
    return [(key, key.capitalize()) for key in OF_EACH_GROUP] if shown.values else []


def _counted(shown: Figures) -> str:
    return f"{so_many(shown.items)}, {shown.rate:,.0f} a second"


def _beside(key: str, shown: Figures) -> str:
    if key == "accuracy":
        return f" (chance {number(shown.chance)})"
    if key != "informedness" or shown.bounds is None:
        return ""
    low, high = shown.bounds
    return f" ({number(low)} to {number(high)})"
