"""Rows of results in every form: for a terminal, as CSV, Markdown and LaTeX, and as plain values for JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.table import Table
from rich.text import Text

from abovechance.report.escape import csv_text, latex_line, markdown_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import JustifyMethod

    Column = tuple[str, JustifyMethod]
    """The title of a column, and to which side it stands."""

Record = dict[str, Any]


def plain_table(*columns: Column) -> Table:
    """A table without rules; the title of its first column is the title of the section."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title, justify in columns:
        table.add_column(Text(title), justify=justify, no_wrap=True)
    return table


def plain_value(value: Any) -> Any:
    """A value for JSON: numbers and text as they are, infinities as text, NaN as null, labels as text."""
    if isinstance(value, dict):
        return {str(name): plain_value(x) for name, x in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(x) for x in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else f"{'-' if value < 0 else ''}Infinity"
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def to_csv(columns: Sequence[str], records: Iterable[Mapping[str, Any]]) -> str:
    """All digits; what is undefined or absent is an empty cell."""
    return csv_text([columns, *([_plain(record[name]) for name in columns] for record in records)])


def to_markdown(texts: int, header: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table to paste into a page; the first columns hold text, the others numbers."""
    rule = f"| {' | '.join('---' if i < texts else '---:' for i in range(len(header)))} |"
    return "\n".join([markdown_line(header), rule, *map(markdown_line, body)]) + "\n"


def to_latex(texts: int, header: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """The same as a LaTeX table with booktabs rules."""
    align = "".join("l" if i < texts else "r" for i in range(len(header)))
    lines = [
        f"\\begin{{tabular}}{{{align}}}",
        "\\toprule",
        latex_line(header),
        "\\midrule",
        *map(latex_line, body),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def without_empty(columns: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """The header and the lines of columns of text, without columns that are empty throughout."""
    there = {name: cells for name, cells in columns.items() if any(cells)}
    return list(there), [list(line) for line in zip(*there.values(), strict=True)]


def _plain(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return repr(value) if isinstance(value, float) else str(value)
