"""Rows of results in every form: for a terminal, as CSV, Markdown and LaTeX, and as plain values for JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.table import Table
from rich.text import Text

from abovechance.core.text import group_text
from abovechance.core.version import __version__
from abovechance.report.escape import csv_text, latex_line, markdown_line, safe_csv

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import JustifyMethod

    Column = tuple[str, JustifyMethod]
    """The title of a column, and to which side it stands."""
    Line = Sequence[str | Text]
    """Cells of text, plain or with a style."""

Record = dict[str, Any]
Cell = str | tuple[str, str]
"""A text, or the two ends of an interval."""
Cells = tuple[int, list[str], list[list[Cell]]]
"""How many columns are text, the header, and the lines."""


def plain_table(columns: Iterable[Column], rows: Iterable[Line] = ()) -> Table:
    """A table without rules; the title of its first column is the title of the section."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title, justify in columns:
        table.add_column(Text(title), justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
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


def to_markdown(texts: int, header: Sequence[str], body: Iterable[Sequence[Cell]]) -> str:
    """A table to paste into a page; the first columns hold text, the others numbers."""
    rule = f"| {' | '.join('---' if i < texts else '---:' for i in range(len(header)))} |"
    lines = ([x if isinstance(x, str) else " to ".join(x) for x in line] for line in body)
    return "\n".join([markdown_line(header), rule, *map(markdown_line, lines)]) + "\n"


def to_latex(texts: int, header: Sequence[str], body: Iterable[Sequence[Cell]]) -> str:
    """The same as a LaTeX table with booktabs rules, intervals in brackets."""
    align = "".join("l" if i < texts else "r" for i in range(len(header)))
    cells = ([x if isinstance(x, str) else f"[{', '.join(x)}]" for x in line] for line in body)
    lines = [
        f"\\begin{{tabular}}{{{align}}}",
        "\\toprule",
        latex_line(header),
        "\\midrule",
        *map(latex_line, cells),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def in_form(form: str, report: Any, result: Any) -> str:
    """A result as CSV, CSV for a spreadsheet, Markdown or LaTeX.

    The module that reports its kind has the ``COLUMNS`` and ``records`` of all its numbers, and the ``cells``
    of a table for people.
    """
    if form in ("csv", "safe_csv"):
        text = to_csv(report.COLUMNS, report.records(result))
        return text if form == "csv" else safe_csv(text)
    return {"markdown": to_markdown, "latex": to_latex}[form](*report.cells(result))


def cells_of(columns: Mapping[str, Sequence[Cell]], first_number: str) -> Cells:
    """Columns of a table for people, without those that are empty throughout; text stands before numbers."""
    there = {name: cells for name, cells in columns.items() if any(cells)}
    body = [list(line) for line in zip(*there.values(), strict=True)]
    return list(there).index(first_number), list(there), body


def document_of(schema: str, **members: Any) -> dict[str, Any]:
    """A JSON document as plain values: its schema, the version that made it, and what it holds."""
    plain: dict[str, Any] = plain_value({"schema": schema, "version": __version__, **members})
    return plain


def _plain(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return group_text(value)
    return repr(value) if isinstance(value, float) else str(value)
