"""The tidy rows of an evaluation as CSV, Markdown and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import group_text, number, shown
from abovechance.evaluation.headline import level_text
from abovechance.evaluation.result import COLUMNS, records
from abovechance.measures.registry import measure
from abovechance.report import tabular

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate


def as_csv(rows: Iterable[Estimate], level: float | None) -> str:
    """All columns with all digits; what is undefined or absent is an empty cell."""
    return tabular.to_csv(COLUMNS, records(rows, level))


def as_markdown(rows: Sequence[Estimate], level: float | None) -> str:
    """A table to paste into a page: titles of measures, three decimals, columns that say nothing left out."""
    header, body = _cells(rows, level, "{} to {}")
    return tabular.to_markdown(header.index("Value"), header, body)


def as_latex(rows: Sequence[Estimate], level: float | None) -> str:
    """The same as a LaTeX table with booktabs rules, intervals in brackets."""
    header, body = _cells(rows, level, "[{}, {}]")
    return tabular.to_latex(header.index("Value"), header, body)


def _cells(rows: Sequence[Estimate], level: float | None, interval: str) -> tuple[list[str], list[list[str]]]:
    """The header and the cells of a table for people, without columns that are empty throughout."""
    columns: dict[str, list[str]] = {
        "Measure": [measure(row.measure).title for row in rows],
        "Class": ["" if row.label is None else shown(row.label) for row in rows],
        "Group": ["" if row.group is None else shown(group_text(row.group)) for row in rows],
        "Value": [number(row.estimate) for row in rows],
        "" if level is None else f"{level_text(level)} interval": [
            "" if row.low is None else interval.format(number(row.low), number(row.high)) for row in rows
        ],
        "Chance": [number(row.chance) for row in rows],
        "n": [f"{row.n:g}" if isinstance(row.n, float) else str(row.n) for row in rows],
    }
    return tabular.without_empty(columns)
