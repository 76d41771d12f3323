"""The terminal: warnings, the verdict, tables that fit the width, and notes; labels are only ever plain text.

Where a table is too wide, titles are wrapped, names are shortened so that they still differ, and columns
that matter less are left out, which is said; what is still too wide goes on below. Numbers are never cut.
"""

from __future__ import annotations

import io
import textwrap
from dataclasses import dataclass, replace
from operator import add
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console, Group
from rich.table import Table as Grid
from rich.text import Text

from abovechance.core.text import shortened, shown
from abovechance.report.document import Cell, Column, Matrix, Note, Paragraph, Table, bare
from abovechance.report.formats.cells import stands_left, texts_of
from abovechance.tables.text import aligned, grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from abovechance.report.document import Document, Section

WIDTH = 80
GAUGE = "0 ─── chance ┼ value ● ─ 1"
"""The head of a column of gauges."""
GAUGE_WIDTH = 26
_BAR_WIDTH = 30
_GAP = 2
_LONGEST_LINE = 110
"""Sentences are wrapped here, however wide the terminal is."""
_LONGEST_SENTENCE = 1000
_NAME_WIDTHS = (40, 24, 16, 12)
"""Names are shortened to these widths, one after the other, until a table fits."""
_FEWEST_WORDS = 24
"""Less room than this is too narrow for sentences."""
_MARKS = {
    "note": ("Note: ", "bold"),
    "warning": ("Warning: ", "bold yellow"),
    "passed": ("Gate passed: ", "green"),
    "failed": ("Gate failed: ", "bold red"),
    "undefined": ("Gate undefined: ", "bold yellow"),
}


def to_text(document: Document, width: int = WIDTH) -> str:
    """The report as plain text."""
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False, emoji=False, markup=False)
    console.print(to_terminal(document, width, where="rows() has"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def to_terminal(
    document: Document, width: int, *, brief: bool = False, where: str = "--csv or --json has"
) -> Group:
    """The report.

    Parameters
    ----------
    document
        What to report.
    width
        The columns of the terminal.
    brief
        Only warnings, the verdict, the headline and the outcome of gates.
    where
        Where all rows are found, if some are left out.
    """
    parts: list[Sequence[RenderableType]] = [
        [_marked("Warning: ", "bold red", str(text)) for text in document.warnings],
        [_sentences(document.verdict, width, "bold")],
        [_sentences("\n".join(document.about), width, "dim")] if document.about and not brief else [],
    ]
    sections = document.body if not brief else [document.headline] if document.headline else []
    parts += [_section(section, width, where) for section in sections]
    gates = ("passed", "failed", "undefined")
    parts.append([_note(note, width) for note in document.notes if not brief or note.severity in gates])
    there = [part for part in parts if part]
    return Group(*there[0], *(line for part in there[1:] for line in (Text(), *part)))


def _section(section: Section, width: int, where: str) -> list[RenderableType]:
    if isinstance(section, Paragraph):
        return [_sentences(section.text, width, section.style)]
    if isinstance(section, Matrix):
        lines = aligned(grid(section.tables, width))
        text = Text(lines[0] + "\n", style="bold", no_wrap=True)
        for line in lines[1:-1]:
            text.append(line + "\n", style="not bold")
        return [text.append(lines[-1], style="not bold dim")]
    fitted = _fitted(section, width)
    first, *others = (part.drawn(width) for part in fitted.parts(width))
    parts: list[RenderableType] = [first]
    for other in others:
        parts += [Text("Further columns:", style="italic"), other]
    if section.more:
        parts.append(Text(f"and {section.more}; {where} all.", style="italic"))
    if fitted.dropped:
        parts.append(Text(f"Left out for want of room: {', '.join(fitted.dropped)}.", style="italic"))
    return parts + [_sentences(note, width, "dim") for note in section.notes]


def _note(note: Note, width: int) -> Text:
    if note.severity == "remark":
        return _sentences(note.text, width, "dim")
    return _marked(*_MARKS[note.severity], note.text)


def _marked(mark: str, style: str, text: str) -> Text:
    return Text.assemble((mark, style), shown(text, _LONGEST_SENTENCE))


def _sentences(text: str, width: int, style: str = "") -> Text:
    """Lines broken at spaces, but for those before a percent sign and within a p-value."""
    for kept in (" %", "p = ", "p < "):
        text = text.replace(kept, kept.replace(" ", "\xa0"))
    lines = (
        textwrap.fill(line, min(width, _LONGEST_LINE), break_on_hyphens=False) for line in text.splitlines()
    )
    return Text("\n".join(lines).replace("\xa0", " "), style=style)


@dataclass(frozen=True)
class _Fitted:
    """A table with the text of its cells, the columns that are kept, and what was left out."""

    table: Table
    texts: Sequence[Sequence[str]]
    titles: tuple[str, ...]
    kept: tuple[int, ...]

    @property
    def dropped(self) -> list[str]:
        """The titles of columns that are left out; a gauge shows nothing that numbers do not."""
        gone = (column for i, column in enumerate(self.table.columns) if i not in self.kept)
        return [column.title for column in gone if column.kind not in ("gauge", "bar") and column.title]

    def width_of(self, i: int) -> int:
        """The columns of the terminal that a column takes at the least."""
        column = self.table.columns[i]
        if column.kind in ("gauge", "bar"):
            return GAUGE_WIDTH if column.kind == "gauge" else _BAR_WIDTH
        cells = max((cell_len(line[i]) for line in self.texts), default=0)
        cells = min(cells, _FEWEST_WORDS) if column.kind == "words" else cells
        return max(cells, *map(cell_len, self.titles[i].split("\n")))

    @property
    def width(self) -> int:
        """The columns of the terminal that the table takes at the least."""
        return sum(map(self.width_of, self.kept)) + _GAP * (len(self.kept) - 1)

    def parts(self, width: int) -> Iterator[_Fitted]:
        """The table, or where it is still too wide, parts of it that each have its first column."""
        first, *others = self.kept
        part = replace(self, kept=(first,))
        for i in others:
            wider = replace(self, kept=(*part.kept, i))
            if wider.width > width and len(part.kept) > 1:
                yield part
                wider = replace(self, kept=(first, i))
            part = wider
        yield part

    def drawn(self, width: int) -> Grid:
        """The table for a terminal."""
        drawn = Grid(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
        for i in self.kept:
            column = self.table.columns[i]
            side = "left" if stands_left(column) else "right"
            drawn.add_column(
                Text(self.titles[i]), justify=side, no_wrap=column.kind != "words", overflow="fold",
                vertical="top", max_width=width if column.kind == "words" else None,
            )  # fmt: skip
        for position, (row, line) in enumerate(zip(self.table.rows, self.texts, strict=True)):
            if position in self.table.headings:
                drawn.add_row(Text(f"\n{self.table.headings[position]}", style="bold"))
            drawn.add_row(*(_drawn(self.table.columns[i], row[i], line[i]) for i in self.kept))
        return drawn


def _fitted(table: Table, width: int) -> _Fitted:
    """A table that fits a width: shorter titles first, then shorter names, then fewer columns."""
    marks = [[cell.mark if isinstance(cell, Cell) else "" for cell in row] for row in table.rows]
    texts = [list(map(add, line, own)) for line, own in zip(texts_of(table), marks, strict=True)]
    titles = tuple(column.title for column in table.columns)
    found = _named(_Fitted(table, texts, titles, tuple(range(len(titles)))), _NAME_WIDTHS[0])
    if found.width > width:
        found = replace(
            found, titles=tuple(map(_wrapped, table.columns, range(len(titles)), zip(*texts, strict=True)))
        )
    found = _shortened(found, texts, _NAME_WIDTHS[1:2], width)
    for i in sorted(range(len(titles)), key=lambda i: table.columns[i].drop):
        if found.width > width and table.columns[i].drop:
            found = replace(found, kept=tuple(k for k in found.kept if k != i))
    return _shortened(found, texts, _NAME_WIDTHS[2:], width)


def _shortened(found: _Fitted, texts: Sequence[Sequence[str]], lengths: Iterable[int], width: int) -> _Fitted:
    """The same with shorter names, if it is too wide."""
    for longest in lengths:
        if found.width > width:
            found = _named(replace(found, texts=texts), longest)
    return found


def _named(found: _Fitted, longest: int) -> _Fitted:
    """The same with names that are no longer than this, and still differ."""
    columns = [list(column) for column in zip(*found.texts, strict=True)]
    for i, column in enumerate(found.table.columns):
        if column.kind == "name" and columns:
            columns[i] = shortened(columns[i], longest)
    return replace(found, texts=list(zip(*columns, strict=True)))


def _wrapped(column: Column, position: int, cells: Iterable[str]) -> str:
    """The title of a column of numbers on several lines, none wider than it must be."""
    if position == 0 or column.kind in ("gauge", "bar", "words"):
        return column.title
    words = column.title.split(" ")
    room = max(map(cell_len, [*words, *cells]))
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        lines[-1:] = [longer] if cell_len(longer) <= room else [lines[-1], word]
    return "\n".join(lines)


def _drawn(column: Column, cell: Any, text: str) -> Text:
    style = cell.style if isinstance(cell, Cell) else ""
    value = bare(cell)
    if column.kind == "gauge":
        return gauge(*value) if value is not None else Text()
    if column.kind == "bar":
        return Text("━" * round(value * _BAR_WIDTH), style=style)
    return Text(text, style=style)


def gauge(value: float | None, chance: float | None, width: int = GAUGE_WIDTH) -> Text:
    """The range from 0 to 1: thin up to the chance level, thick from there to the value.

    Values without a chance level, undefined ones and those outside the range have no gauge.
    """
    if value is None or chance is None or not (0 <= value <= 1 and 0 <= chance <= 1):
        return Text()
    at, start = round(value * (width - 1)), round(chance * (width - 1))
    line = ["─"] * width
    first, last = sorted((at, start))
    line[first : last + 1] = ["━"] * (last - first + 1)
    line[start] = "┼"
    line[at] = "●"
    text = Text("".join(line), style="dim")
    text.stylize("not dim " + ("green" if value >= chance else "red"), first, last + 1)
    return text
