"""CSV: the tidy rows with all digits; undefined and absent values are empty cells."""

from __future__ import annotations

import csv
import io
import math
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from abovechance.core.text import group_text, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.report.document import Document

_ACTING = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf)", re.ASCII)


def to_csv(document: Document) -> str:
    """The rows of a document."""
    return rows_to_csv(document.rows)


def to_safe_csv(document: Document) -> str:
    """The rows for a spreadsheet, which takes no cell of text for a formula."""
    return safe_csv(to_csv(document))


def rows_to_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> str:
    """Rows as CSV: the columns that are given, or all that occur."""
    names = list(dict.fromkeys(name for row in rows for name in row)) if columns is None else list(columns)
    return csv_text([names, *([_cell(row.get(name)) for name in names] for row in rows)])


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of cells as CSV, a line for each; a cell with an end of line of any system is quoted."""
    lines: list[str] = []
    # Only what is part of the end of a line is quoted, so the end is changed afterwards.
    csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n").writerows(rows)
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines)


def safe_csv(text: str) -> str:
    r"""CSV for a spreadsheet: an apostrophe before what it would take for a formula; nothing is invisible.

    Numbers stay numbers.

    Examples
    --------
    >>> safe_csv("=1+1,-0.5,-a,+1\n")
    "'=1+1,-0.5,'-a,+1\n"
    """
    return csv_text([_inert(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline="")))


def _inert(cell: str) -> str:
    acts = cell.startswith(_ACTING) and not _NUMBER.fullmatch(cell)
    return f"{chr(39) if acts else ''}{visible(cell)}"


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return group_text(value)
    return repr(float(value)) if isinstance(value, float) else str(value)
