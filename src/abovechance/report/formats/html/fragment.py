"""The report as a part of a page for a notebook: it has a style sheet of its own, and no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from abovechance.core.text import visible
from abovechance.report.document import Cell, Matrix, Paragraph, bare
from abovechance.report.formats.cells import stands_left, texts_of
from abovechance.tables.text import table_html

if TYPE_CHECKING:
    from abovechance.report.document import Column, Document, Table, Written

_STYLE_SHEET = """
.abovechance { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem }
.abovechance .verdict { font-size: 1.2em; font-weight: 600; margin-bottom: .3em }
.abovechance .warning { border-left: .3em solid #c60; padding-left: .7em }
.abovechance .dim { opacity: .7 }
.abovechance .wide { overflow-x: auto; max-width: 100% }
.abovechance p { overflow-wrap: anywhere }
.abovechance table { border-collapse: collapse; margin: 1.2em 0 .3em }
.abovechance th, .abovechance td { padding: .15em 1.2em .15em 0; text-align: right; white-space: nowrap }
.abovechance td { vertical-align: top; font-variant-numeric: tabular-nums }
.abovechance thead th { border-bottom: 1px solid currentColor; vertical-align: bottom }
.abovechance tbody th, .abovechance .left, .abovechance th:first-child { text-align: left }
.abovechance td.left { white-space: normal }
.abovechance .bold { font-weight: 600 }
.abovechance .red { color: #c33 }
.abovechance .yellow { color: #a70 }
.abovechance .green { color: #283 }
.abovechance .scale { display: inline-block; position: relative; width: 11em; height: .7em;
  background: #8883 }
.abovechance .scale span { position: absolute; top: 0; bottom: 0; background: #38a }
.abovechance .scale .below { background: #c33 }
.abovechance .scale .chance { width: 2px; margin-left: -1px; top: -.2em; bottom: -.2em;
  background: currentColor }
.abovechance thead th { white-space: normal; min-width: 4em }
@media (max-width: 640px) {
  .abovechance .scale { width: 5em }
  .abovechance th, .abovechance td { padding-right: .7em }
}
/* The edge that more lies beyond fades, on any ground; where a table fits, its time line does nothing. */
@property --abovechance-left { syntax: "<length>"; inherits: false; initial-value: 0px }
@property --abovechance-right { syntax: "<length>"; inherits: false; initial-value: 0px }
@keyframes abovechance-edges {
  0% { --abovechance-left: 0px; --abovechance-right: 2.5em }
  10%, 90% { --abovechance-left: 2.5em; --abovechance-right: 2.5em }
  100% { --abovechance-left: 2.5em; --abovechance-right: 0px }
}
@supports (animation-timeline: scroll(self inline)) {
  .abovechance .wide { animation: abovechance-edges linear both; animation-timeline: scroll(self inline);
    mask-image: linear-gradient(to right, #0003, #000 var(--abovechance-left),
      #000 calc(100% - var(--abovechance-right)), #0003) }
}
""".strip()
_TITLES_OF_DRAWN = {
    "gauge": "0 to 1, the line is chance",
    "bar": "0 to 1",
}  # the titles of columns that are drawn


def to_fragment(document: Document) -> str:
    """The report as an element."""
    verdict, _, rest = document.verdict.partition("\n")
    parts = [
        f"<style>{_STYLE_SHEET}</style>",
        *(_paragraph(f"Warning: {text}", "warning") for text in document.warned),
        _paragraph(verdict, "verdict"),
        *([_paragraph(rest)] if rest else []),
        *([_paragraph("\n".join(document.about), "dim")] if document.about else []),
        *(_section(section) for section in document.body),
        *(_paragraph(_marked(note.severity, note.text), "dim" if note.severity == "remark" else "")
          for note in document.notes),
    ]  # fmt: skip
    return "\n".join(['<div class="abovechance">', *parts, "</div>"]) + "\n"


def _marked(severity: str, text: str) -> str:
    if severity == "remark":
        return text
    mark = severity.capitalize() if severity == "note" else f"Gate {severity}"
    return f"{mark}: {text}"


def _section(section: Written) -> str:
    if isinstance(section, Paragraph):
        return _paragraph(section.text, section.style)
    drawn = table_html(section.tables) if isinstance(section, Matrix) else _table(section)
    return f'<div class="wide">{drawn}</div>'


def _table(table: Table) -> str:
    sides = ["left" if stands_left(column) else "" for column in table.columns]
    lines = []
    for i, (row, texts) in enumerate(zip(table.rows, texts_of(table), strict=True)):
        if i in table.headings:
            lines.append(
                f'<tr><th class="left" colspan="{len(sides)}">{_escaped(table.headings[i])}</th></tr>'
            )
        lines.append(f"<tr>{''.join(map(_cell, table.columns, row, texts, sides))}</tr>")
    head = "".join(
        f"<th{_class(side)}>{_escaped(_TITLES_OF_DRAWN.get(column.kind, column.title))}</th>"
        for column, side in zip(table.columns, sides, strict=True)
    )
    body = "\n".join(lines)
    after = [f"and {table.more}"] if table.more else []
    notes = "".join(f"\n{_paragraph(note, 'dim')}" for note in [*after, *table.notes])
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>{notes}"


def _cell(column: Column, cell: object, text: str, side: str) -> str:
    if column.kind in _TITLES_OF_DRAWN:
        return f"<td{_class(side)}>{_scale(column, bare(cell))}</td>"
    style, mark = (cell.style, cell.mark) if isinstance(cell, Cell) else ("", "")
    sup = f"<sup>{_escaped(mark)}</sup>" if mark else ""
    return f"<td{_class(side, style)}>{_escaped(text)}{sup}</td>"


def _scale(column: Column, value: Any) -> str:
    """The range from 0 to 1 with a bar to the value, from the chance level or 0; empty outside the range."""
    value, chance = (None, None) if value is None else value if column.kind == "gauge" else (value, 0.0)
    if value is None or chance is None or not (0 <= value <= 1 and 0 <= chance <= 1):
        return ""
    first, last = sorted((value, chance))
    below = _class("below") if value < chance else ""
    bar = f'<span{below} style="left: {first:.1%}; width: {last - first:.1%}"></span>'
    line = f'<span class="chance" style="left: {chance:.1%}"></span>' if column.kind == "gauge" else ""
    return f'<span class="scale">{bar}{line}</span>'


def _class(*names: str) -> str:
    there = " ".join(filter(None, names))
    return f' class="{there}"' if there else ""


def _paragraph(text: str, *names: str) -> str:
    lines = text.split("\n")
    # No line ends between a number and its percent sign.
    return f"<p{_class(*names)}>{'<br>'.join(map(_escaped, lines)).replace(' %', '&nbsp;%')}</p>"


def _escaped(text: str) -> str:
    return escape(visible(text))
