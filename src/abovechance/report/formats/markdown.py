"""Markdown: the table of a document, to paste into a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from abovechance.core.text import visible
from abovechance.report.document import Cell
from abovechance.report.formats.cells import stands_left, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.report.document import Document, Table

# A colon before "//" and a point after "www" would make a link of an address.
_SPECIAL_SIGNS = re.compile(r"[\\`*_{}\[\]<>#+!|~&$]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def to_markdown(document: Document) -> str:
    """The table of a document."""
    return table_to_markdown(document.paper_table)


def table_to_markdown(table: Table) -> str:
    """A table; columns of text stand to the left, numbers to the right."""
    rule = f"| {' | '.join('---' if stands_left(column) else '---:' for column in table.columns)} |"
    lines = [_line(map(_styled, row, texts)) for row, texts in zip(table.rows, texts_of(table), strict=True)]
    notes = [f"\n{_escaped(note)}" for note in table.notes]
    return "\n".join([_line(_escaped(column.title) for column in table.columns), rule, *lines, *notes]) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _styled(cell: object, text: str) -> str:
    escaped = _escaped(text)
    if not isinstance(cell, Cell):
        return escaped
    escaped = f"**{escaped}**" if cell.style == "bold" and text.strip() else escaped
    return escaped + _escaped(cell.mark)


def _escaped(text: str) -> str:
    r"""A text without emphasis, code, HTML, mathematics, links, or mentions of people.

    A mention is made of the text that a page shows, so that only an element can part it.

    Examples
    --------
    >>> [_escaped(text) for text in ("a|b", "$x$", "https://x.org", "@ann")]
    ['a\\|b', '\\$x\\$', 'https\\://x.org', '<span>@</span>ann']
    """
    return _SPECIAL_SIGNS.sub(r"\\\g<0>", visible(text)).replace("@", "<span>@</span>")
