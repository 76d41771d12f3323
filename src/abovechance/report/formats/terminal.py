"""The terminal: warnings, the verdict, tables that fit the width, and notes; labels are only ever plain text.

Where a table is too wide, titles are wrapped, names are shortened so that they still differ, and columns
that matter less are left out, which is said; what is still too wide goes on below. Numbers are never cut.
"""

from __future__ import annotations

import io
import math
import re
from dataclasses import dataclass, replace
from operator import add
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group
from rich.text import Text

from abovechance.core.text import shortened, shown, visible
from abovechance.report.document import Cell, Column, Matrix, Note, Paragraph, Table, bare
from abovechance.report.formats.cells import stands_left, texts_of
from abovechance.tables.text import aligned, grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from abovechance.report.document import Document, Kind, Written

WIDTH = 80
GAUGE = "0 ─── chance ┼ value ● ─ 1"  # the head of a column of gauges
GAUGE_WIDTH = 26
_BAR_WIDTH = 30
_WIDTH_OF_DRAWN = {"gauge": GAUGE_WIDTH, "bar": _BAR_WIDTH}
"""The kinds of columns that are drawn, and how wide they are."""
_KEPT_SPACE = "\N{NO-BREAK SPACE}"
_COLUMN_GAP = 2
_LONGEST_LINE = 110  # sentences are wrapped here, however wide the terminal is
_LONGEST_SENTENCE = 1000
_NAME_WIDTHS = (40, 24, 16, 12)
"""Names are shortened to these widths, one after the other, until a table fits."""
_FEWEST_WORDS = 24  # less room than this is too narrow for sentences
_LONGEST_WORD = 24  # what is longer may be a formula or a call
_FORMULA_BREAK = re.compile(r"(?<=[(,=)}])(?![_^])|(?<=\w)(?=\\)")
_LINE_STARTS = {
    "note": ("Note: ", "bold"),
    "passed": ("Gate passed: ", "green"),
    "failed": ("Gate failed: ", "bold red"),
    "undefined": ("Gate undefined: ", "bold yellow"),
}


def to_text(document: Document, width: int = WIDTH) -> str:
    """The report as plain text."""
    out = io.StringIO()
    # Labels are data: nothing of them is markup, the name of an emoji or a number to be coloured.
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
        [_marked("Warning: ", "bold red", text, width) for text in document.warned],
        [_sentences(document.verdict, width, "bold")],
        [_sentences("\n".join(document.about), width, "dim")] if document.about and not brief else [],
    ]
    sections = document.body if not brief else [document.headline] if document.headline else []
    parts += [_section(section, width, where) for section in sections]
    gates = ("passed", "failed", "undefined")
    parts.append([_note(note, width) for note in document.notes if not brief or note.severity in gates])
    there = [part for part in parts if part]
    return Group(*there[0], *(line for part in there[1:] for line in (Text(), *part)))


def _section(section: Written, width: int, where: str) -> list[RenderableType]:
    if isinstance(section, Paragraph):
        return [_sentences(section.text, width, section.style)]
    if isinstance(section, Matrix):
        lines = aligned(grid(section.tables, width))
        text = Text(lines[0] + "\n", style="bold", no_wrap=True)
        for line in lines[1:-1]:
            text.append(line + "\n", style="not bold")
        return [text.append(lines[-1], style="not bold dim")]
    fitted = _fitted(section, width)
    first, *others = fitted.drawn(width)
    parts: list[RenderableType] = [first]
    for other in others:
        parts += [Text("Further columns:", style="italic"), other]
    if section.more:
        parts.append(_sentences(f"and {section.more}; {where} all.", width, "italic"))
    if fitted.dropped:
        parts.append(
            _sentences(
                f"Left out, as the terminal is too narrow: {', '.join(fitted.dropped)}.", width, "italic"
            )
        )
    return parts + [_sentences(note, width, "dim") for note in section.notes]


def _note(note: Note, width: int) -> Text:
    if note.severity == "remark":
        return _sentences(note.text, width, "dim")
    return _marked(*_LINE_STARTS[note.severity], note.text, width)


def _marked(mark: str, style: str, text: str, width: int) -> Text:
    found = _sentences(mark + shown(text, _LONGEST_SENTENCE), width)
    found.stylize(style, 0, len(mark))
    return found


def _sentences(text: str, width: int, style: str = "") -> Text:
    room = min(width, _LONGEST_LINE)
    lines = (line for part in visible(text, kept="\n").split("\n") for line in _filled(part, room))
    return Text("\n".join(lines), style=style)


def _filled(text: str, room: int) -> list[str]:
    """Lines broken at spaces, but for those before a percent sign and within a p-value.

    Examples
    --------
    >>> _filled("about 95 % (p = 0.02)", 8)
    ['about', '95 %', '(p = 0.02)']
    """
    for kept in (" %", "p = ", "p < "):
        text = text.replace(kept, kept.replace(" ", _KEPT_SPACE))
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and cell_len(longer) <= room:
            lines[-1] = longer
        else:
            lines += _broken(word, room)
    return [line.replace(_KEPT_SPACE, " ").rstrip() for line in lines]


def _broken(word: str, room: int) -> list[str]:
    """A word, which is whole; formulas and calls that are too long are broken at brackets and commas.

    Examples
    --------
    >>> _broken("ac.Tables.from_counts(counts,labels)", 30)
    ['ac.Tables.from_counts(counts,', 'labels)']
    """
    if cell_len(word) <= max(room, _LONGEST_WORD):
        return [word]
    first, *others = filter(None, _FORMULA_BREAK.split(word))
    lines = [first]
    for part in others:
        longer = lines[-1] + part
        lines[-1:] = [longer] if cell_len(longer) <= room else [lines[-1], part]
    return lines


@dataclass(frozen=True)
class _Fitted:
    """A table with the text of its cells, the columns that are kept, and what was left out."""

    table: Table
    texts: Sequence[Sequence[str]]
    titles: tuple[str, ...]
    kept: tuple[int, ...]
    wrapped: tuple[Kind, ...] = ("words",)  # the kinds of columns whose cells may take several lines

    @property
    def dropped(self) -> list[str]:
        """The titles of columns that are left out; a gauge shows nothing that numbers do not."""
        gone = (column for i, column in enumerate(self.table.columns) if i not in self.kept)
        return [
            visible(column.title) for column in gone if column.kind not in _WIDTH_OF_DRAWN and column.title
        ]

    def least_width(self, i: int) -> int:
        """The columns of the terminal that a column takes at the least."""
        full = self.full_width(i)
        if self.table.columns[i].kind not in self.wrapped:
            return full
        words = (cell_len(word) for line in self.texts for word in _filled(line[i], 1))
        title = max(map(cell_len, self.titles[i].split("\n")))
        return max(title, min(full, _FEWEST_WORDS), *words)

    def full_width(self, i: int) -> int:
        """The columns of the terminal that a column takes if no cell is wrapped."""
        column = self.table.columns[i]
        if column.kind in _WIDTH_OF_DRAWN:
            return _WIDTH_OF_DRAWN[column.kind]
        return max(cell_len(x) for x in (*self.titles[i].split("\n"), *(line[i] for line in self.texts)))

    @property
    def width(self) -> int:
        """The columns of the terminal that the table takes at the least."""
        return sum(map(self.least_width, self.kept)) + _COLUMN_GAP * (len(self.kept) - 1)

    def widths(self, width: int) -> list[int]:
        """The width of each column that is kept: what room there is goes to those that would be wrapped."""
        found = [self.least_width(i) for i in self.kept]
        room = width - sum(found) - _COLUMN_GAP * (len(found) - 1)
        wanting = [at for at, i in enumerate(self.kept) if self.full_width(i) > found[at]]
        for position, at in enumerate(wanting):
            more = min(room // (len(wanting) - position), self.full_width(self.kept[at]) - found[at])
            found[at] += more
            room -= more
        return found

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

    def drawn(self, width: int) -> list[Text]:
        """The table for a terminal, in parts if it is too wide, and as lines if any part is."""
        parts = list(self.parts(width))
        too_wide = any(part.width > width for part in parts)
        return [self._as_lines(width)] if too_wide else [part.as_table(width) for part in parts]

    def as_table(self, width: int) -> Text:
        """The table, which fits."""
        widths = self.widths(width)
        heads = [[Text(x, "bold") for x in self.titles[i].split("\n")] for i in self.kept]
        lines = self._line(heads, widths) if any(self.titles) else []
        for position, (row, texts) in enumerate(zip(self.table.rows, self.texts, strict=True)):
            if position in self.table.headings:
                lines += [Text(), _sentences(visible(self.table.headings[position]), width, "bold")]
            cells = [
                _drawn(self.table.columns[i], row[i], texts[i], room)
                for i, room in zip(self.kept, widths, strict=True)
            ]
            lines += self._line(cells, widths)
        return Text("\n").join(lines)

    def _line(self, cells: Sequence[Sequence[Text]], widths: Sequence[int]) -> list[Text]:
        """The lines of a row whose cells are lines."""
        lines = []
        for at in range(max(map(len, cells), default=0)):
            line = Text()
            for i, parts, room in zip(self.kept, cells, widths, strict=True):
                part = parts[at] if at < len(parts) else Text()
                space = " " * (room - cell_len(part.plain))
                left = stands_left(self.table.columns[i])
                line += Text.assemble(*((part, space) if left else (space, part)), " " * _COLUMN_GAP)
            line.rstrip()
            lines.append(line)
        return lines

    def _as_lines(self, width: int) -> Text:
        """Each row as lines of titles and values."""
        blocks = []
        for position, texts in enumerate(texts_of(self.table)):
            lines = [_sentences(visible(self.table.headings.get(position, "")), width, "bold")]
            lines += [
                _sentences(f"{visible(column.title)}: {text}" if column.title else text, width)
                for i, (column, text) in enumerate(zip(self.table.columns, texts, strict=True))
                if text and i in self.kept and column.kind not in _WIDTH_OF_DRAWN
            ]
            blocks.append(Text("\n").join(line for line in lines if line))
        return Text("\n\n").join(blocks)


def _fitted(table: Table, width: int) -> _Fitted:
    """A table that fits a width if it can.

    Titles are wrapped, then names shortened, then columns left out, then names shortened further, then text
    is wrapped.
    """
    marks = [[cell.mark if isinstance(cell, Cell) else "" for cell in row] for row in table.rows]
    texts = [list(map(add, line, own)) for line, own in zip(texts_of(table), marks, strict=True)]
    titles = tuple(visible(column.title) for column in table.columns)
    found = _named(_Fitted(table, texts, titles, tuple(range(len(titles)))), _NAME_WIDTHS[0])
    if found.width > width:
        found = replace(found, titles=tuple(_title(found, i) for i in range(len(titles))))
    found = _shortened(found, texts, _NAME_WIDTHS[1:2], width)
    for i in sorted(range(len(titles)), key=lambda i: table.columns[i].drop):
        if found.width > width and table.columns[i].drop and len(found.kept) > 1:
            found = replace(found, kept=tuple(k for k in found.kept if k != i))
    found = _shortened(found, texts, _NAME_WIDTHS[2:], width)
    return found if found.width <= width else replace(found, wrapped=("words", "text"))


def _shortened(found: _Fitted, texts: Sequence[Sequence[str]], lengths: Iterable[int], width: int) -> _Fitted:
    """The same with shorter names, if it is too wide."""
    for longest in lengths:
        if found.width > width:
            # From the whole names again: names that are cut already might not differ any more.
            found = _named(replace(found, texts=texts), longest)
    return found


def _named(found: _Fitted, longest: int) -> _Fitted:
    """The same with names that are no longer than this, and still differ."""
    texts = [list(line) for line in found.texts]
    for i, column in enumerate(found.table.columns):
        if column.kind == "name":
            for line, name in zip(texts, shortened([line[i] for line in texts], longest), strict=True):
                line[i] = name
    return replace(found, texts=texts)


def _title(found: _Fitted, i: int) -> str:
    """The title of a column on several lines, none wider than it must be."""
    title = found.titles[i]
    if i == 0 or found.table.columns[i].kind in _WIDTH_OF_DRAWN:
        return title
    room = max(map(cell_len, (*_filled(title, 1), *(line[i] for line in found.texts))))
    return "\n".join(_filled(title, room))


def _drawn(column: Column, cell: object, text: str, room: int) -> list[Text]:
    style = cell.style if isinstance(cell, Cell) else ""
    value = bare(cell)
    if column.kind == "gauge":
        return [Text() if value is None else gauge(*value)]
    if column.kind == "bar":
        share = 0.0 if value is None or math.isnan(value) else min(max(value, 0.0), 1.0)
        return [Text("━" * round(share * _BAR_WIDTH), style)]
    return [Text(line, style) for line in _filled(text, room)]


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
    # The value last: where both are at one place, it is the one to be seen.
    line[start] = "┼"
    line[at] = "●"
    text = Text("".join(line), style="dim")
    text.stylize("not dim " + ("green" if value >= chance else "red"), first, last + 1)
    return text
