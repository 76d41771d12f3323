"""The running figures of a stream: one line of text, or a small table for a terminal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from abovechance.core.text import counted, number
from abovechance.inference.intervals.interval import interval
from abovechance.measures.compute import compute
from abovechance.measures.headlines import OF_EACH_GROUP
from abovechance.report.formats.terminal import GAUGE_WIDTH, gauge

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables

_TEXT = 42  # the columns that the longest name, a value and its interval take


@dataclass(frozen=True)
class Figures:
    """What is shown of a stream while it runs."""

    items: int  # how many have come
    rate: float  # how many come in a second
    values: dict[str, float]  # by key, NaN where undefined; empty as long as there is no table
    chance: float = math.nan  # the accuracy that guessing would reach
    bounds: tuple[float, float] | None = None  # the interval of Informedness


def figures(items: int, rate: float, table: Tables | None, level: float | None) -> Figures:
    """The figures of a table, Informedness with an interval of this level if there is to be one."""
    if table is None:
        return Figures(items, rate, {})
    values = compute(table, OF_EACH_GROUP)
    chance = compute(table.expected, "accuracy")
    if level is None or math.isnan(values["informedness"]):
        return Figures(items, rate, values, chance)
    found = interval(table, "informedness", level=level)
    return Figures(items, rate, values, chance, (found.low, found.high))


def so_many(items: int) -> str:
    """A number of items in words."""
    return counted(f"{items:,}", "item")


def line(shown: Figures) -> str:
    """All in one line."""
    parts = [f"{title} {number(shown.values[key])}{_beside(key, shown)}" for key, title in _shown(shown)]
    return f"{_counted(shown)}: {', '.join(parts)}" if parts else _counted(shown)


def table(shown: Figures, columns: int) -> Group:
    """A measure on each line, beside its chance level where there is room for it."""
    grid = Table.grid(padding=(0, 2))
    for key, title in _shown(shown):
        value, chance = shown.values[key], shown.chance if key == "accuracy" else 0.0
        cells = [Text(title), Text(number(value)), Text(_beside(key, shown).strip())]
        grid.add_row(*cells, *([gauge(value, chance)] if columns >= _TEXT + GAUGE_WIDTH else []))
    heading = Text(_counted(shown), style="bold")
    return Group(heading, grid) if shown.values else Group(heading)


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
