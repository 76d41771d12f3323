"""The tidy rows of an evaluation as records, CSV, Markdown and LaTeX, each with its own escapes."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

from abovechance.evaluation.reading import level_text
from abovechance.measures.registry import measure
from abovechance.report.words import NONE, group_text, number, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate

COLUMNS = (
    "measure", "class", "group", "estimate", "chance", "low", "high", "level", "se", "n", "method", "reason",
    "warning",
)  # fmt: skip
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "′": r"$'$",
    NONE: "--",
    "∞": r"$\infty$",
}
_MARKDOWN = "\\`*_{}[]()<>#+!|~&"


def records(rows: Iterable[Estimate], level: float | None) -> list[dict[str, Any]]:
    """The rows as dictionaries of plain values, in the order of the columns."""
    return [
        {
            "measure": row.measure,
            "class": None if row.label is None else str(row.label),
            "group": None if row.group is None else group_text(row.group),
            "estimate": row.estimate,
            "chance": row.chance,
            "low": row.low,
            "high": row.high,
            "level": None if row.low is None else level,
            "se": row.se,
            "n": row.n,
            "method": row.method,
            "reason": row.reason,
            "warning": row.warning,
        }
        for row in rows
    ]


def to_csv(rows: Iterable[Estimate], level: float | None) -> str:
    """All columns with all digits; what is undefined or absent is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in records(rows, level):
        writer.writerow([_plain(record[name]) for name in COLUMNS])
    return out.getvalue()


def to_markdown(rows: Sequence[Estimate], level: float | None) -> str:
    """A table to paste into a page: titles of measures, three decimals, columns that say nothing left out."""
    header, body = _cells(rows, level, "{} to {}")
    lines = [header, ["---" if i < _texts(header) else "---:" for i in range(len(header))]]
    lines += [[_markdown(cell) for cell in line] for line in body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def to_latex(rows: Sequence[Estimate], level: float | None) -> str:
    """The same as a LaTeX table with booktabs rules, intervals in brackets."""
    header, body = _cells(rows, level, "[{}, {}]")
    align = "".join("l" if i < _texts(header) else "r" for i in range(len(header)))
    lines = [
        f"\\begin{{tabular}}{{{align}}}",
        "\\toprule",
        " & ".join(map(_latex, header)) + " \\\\",
        "\\midrule",
        *(" & ".join(map(_latex, line)) + " \\\\" for line in body),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


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
    columns = {name: cells for name, cells in columns.items() if any(cells)}
    return list(columns), [list(line) for line in zip(*columns.values(), strict=True)]


def _texts(header: list[str]) -> int:
    """How many of the first columns hold text."""
    return header.index("Value")


def _plain(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return repr(value) if isinstance(value, float) else str(value)


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in text)


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text)
