"""CSV: the tidy rows with all digits; undefined and absent values are empty cells."""

from __future__ import annotations

import csv
import math
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from abovechance.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.report.document import Document

# What spreadsheets may take for the start of a formula, by the list of OWASP.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf)", re.ASCII)


def to_csv(document: Document) -> str:
    """The rows of a document."""
    return rows_to_csv(document.rows)


def to_safe_csv(document: Document) -> str:
    """The rows for a spreadsheet, which takes no cell of text for a formula; nothing is invisible."""
    return rows_to_csv(document.rows, write=inert)


def rows_to_csv(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None, write: Callable[[str], str] = str
) -> str:
    """Rows as CSV: the columns that are given, or all that occur; ``write`` may change the text of a cell."""
    names = list(dict.fromkeys(name for row in rows for name in row)) if columns is None else list(columns)
    lines = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
    return csv_text([write(cell) for cell in line] for line in lines)


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of cells as CSV, a line for each; a cell with an end of line of any system is quoted."""
    lines: list[str] = []
    # Only what is part of the end of a line is quoted, so the end is changed afterwards.
    csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n").writerows(rows)
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines)


def inert(cell: str) -> str:
    """A cell with an apostrophe before what a spreadsheet would take for a formula; numbers stay numbers.

    Examples
    --------
    >>> [inert(cell) for cell in ("=1+1", "-0.5", "-a", "+1")]
    ["'=1+1", '-0.5', "'-a", '+1']
    """
    acts = cell.startswith(_FORMULA_STARTS) and not _PLAIN_NUMBER.fullmatch(cell)
    return f"{chr(39) if acts else ''}{visible(cell)}"


def _cell(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    # A float of NumPy is a float, too, and its repr would name its type.
    return repr(float(value)) if isinstance(value, float) else str(value)
