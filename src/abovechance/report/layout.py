"""Tables that fit a terminal: columns that matter less are left out, numbers are never cut.

A value beside its chance level as a line of text: how much of the way is due to chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from abovechance.core.text import counted, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    Lines = Sequence[Sequence[str | Text]]
    """Cells of text, plain or with a style."""

SCALE = "0 ─── chance ┼ value ● ─ 1"
"""The head of a column of gauges."""
GAP = 2
WIDE = 1000
_OF_TEXT = ("", "class", SCALE)
"""Heads of columns that stand to the left."""


def fitted(heads: Sequence[str], lines: Lines, less: Iterable[str], columns: int) -> Table:
    """A table of lines, without the less important columns that would make it too wide."""
    heads, texts = narrowed(heads, lines, less, columns)
    table = open_table(heads)
    for line in texts:
        table.add_row(*line)
    return table


def narrowed(
    heads: Sequence[str], lines: Lines, less: Iterable[str], columns: int, first: int = WIDE
) -> tuple[list[str], list[list[Text]]]:
    """The heads and lines that fit; the first column may be wrapped to a width of ``first``."""
    texts = [[Text(cell) if isinstance(cell, str) else cell for cell in line] for line in lines]
    kept = list(range(len(heads)))
    for head in less:
        if needed([heads[i] for i in kept], [[line[i] for i in kept] for line in texts], first) <= columns:
            break
        kept = [i for i in kept if heads[i] != head]
    return [heads[i] for i in kept], [[line[i] for i in kept] for line in texts]


def needed(heads: Sequence[str], lines: Sequence[list[Text]], first: int = WIDE) -> int:
    """The columns of the terminal that a table takes."""
    cells = zip(heads, *([text.plain for text in line] for line in lines), strict=True)
    widths = [max(map(width, column)) for column in cells]
    return min(widths[0], first) + sum(widths[1:]) + GAP * (len(widths) - 1)


def with_more(table: Table, left: int, one: str, several: str | None = None, *, where: str) -> RenderableType:
    """A table, and how many rows of it are left out and where to find them."""
    if left <= 0:
        return table
    said = f"and {counted(left, f'more {one}', several and f'more {several}')}; {where} has all."
    return Group(table, Text(said, style="italic"))


def open_table(heads: Sequence[str], wrapped: int = 0) -> Table:
    """A table without rules: the title of its first column is the title of the section.

    Only one column may be wrapped: numbers are never cut.
    """
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for i, title in enumerate(heads):
        to_the_left = i == 0 or title in _OF_TEXT
        table.add_column(
            Text(title),
            justify="left" if to_the_left else "right",
            no_wrap=i != wrapped,
            overflow="fold",
        )
    return table


GAUGE_WIDTH = 26
_LINE, _GAIN, _CHANCE, _VALUE = "─", "━", "┼", "●"


def gauge(value: float | None, chance: float | None, width: int = GAUGE_WIDTH) -> Text:
    """The range from 0 to 1: thin up to the chance level, thick from there to the value.

    Values without a chance level, undefined ones and those outside the range have no gauge.
    """
    if value is None or chance is None or not (0 <= value <= 1 and 0 <= chance <= 1):
        return Text()
    at, start = round(value * (width - 1)), round(chance * (width - 1))
    line = [_LINE] * width
    first, last = sorted((at, start))
    line[first : last + 1] = [_GAIN] * (last - first + 1)
    line[start] = _CHANCE
    line[at] = _VALUE
    text = Text("".join(line), style="dim")
    text.stylize("not dim " + ("green" if value >= chance else "red"), first, last + 1)
    return text
