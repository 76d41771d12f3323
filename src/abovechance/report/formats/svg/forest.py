"""Values with their intervals beneath each other, beside their names and numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import number, shortened
from abovechance.report.formats.svg.axes import PADDING, Axis, limits
from abovechance.report.formats.svg.markup import (
    LINE_HEIGHT,
    SIZE,
    cut,
    element,
    escaped,
    key,
    paragraphs,
    px,
    svg,
    system_class,
    text,
    text_width,
)

if TYPE_CHECKING:
    from abovechance.pictures.picture import Forest, ForestRow

_WIDTH = 560.0  # and more by what long names need
_ROW_HEIGHT = 24.0
_USUAL_NAME, _LONGEST_NAME, _LONGEST_NOTE = 190.0, 280.0, 190.0  # pixels
_LONGEST_SHARE = 0.34  # of the width, for names and for notes where room is scarce
_LETTER_WIDTH = 7.0  # pixels of a letter of a name, about
_WIDTH_OF_BOLD = 1.08  # how much wider bold letters are
_ARROW_LENGTH = 5.0


def forest_svg(forest: Forest, ident: str = "", most: float = _WIDTH) -> str:
    """A forest plot as an element, not wider than so many pixels if there are fewer than usual."""
    room = math.inf if most >= _WIDTH else _LONGEST_SHARE * most
    longest, longest_note = min(_LONGEST_NAME, room), min(_LONGEST_NOTE, room)
    rows, indent = forest.rows, 8 if _indented(forest) else 0
    short = _names(forest, longest)
    names = min(max(map(text_width, short), default=0.0) + indent, longest)
    wide = min(_WIDTH, most) + max(names - _USUAL_NAME, 0.0)
    head, top = paragraphs([forest.title], 4, 2, "ac-title", wide - 8)
    top += 6 + (LINE_HEIGHT if forest.reference is not None and forest.reference_name else 0)
    notes = min(max((text_width(row_text(row)) for row in rows), default=0), longest_note)
    left, right = 8 + names + 10 + PADDING, wide - 8 - notes - 10 - PADDING
    low, high = limits(
        forest.x,
        [
            np.array([row.value, row.low, row.high, math.nan if row.chance is None else row.chance])
            for row in rows
        ],
    )
    x = Axis(low, high, left, right, forest.x.kind)
    parts, y = [], top + 4
    for row, name in zip(rows, short, strict=True):
        if row.heading:
            heading = (row.heading, 8, y + _ROW_HEIGHT / 2 + 6, "ac-heading")
            parts.append(text(*heading, longest=(wide - 16) / _WIDTH_OF_BOLD))
            y += _ROW_HEIGHT
        at = (8 + indent, y + _ROW_HEIGHT / 2 + SIZE / 3)
        parts.append(text(name, *at, longest=longest - indent, whole=row.name))
        parts.append(_draw_row(row, x, y + _ROW_HEIGHT / 2, wide, longest_note))
        y += _ROW_HEIGHT
    frame = _frame(forest, x, top, y + 4, wide)
    y += 4 + 22 + (18 if forest.x.title else 0)
    keyed, y = key(_key(forest), 8, y + 4, wide - 16)
    notes_left = [note for note in forest.notes if not note.startswith("mark across")]  # the key has it
    said, y = paragraphs(notes_left, 8, y, "ac-note", wide - 16)
    body = head + frame + "".join(parts) + keyed + said
    return svg("ac-forest", (wide, y + 6), forest.title, _description(forest), body, ident=ident)


def _indented(forest: Forest) -> bool:
    return any(row.heading for row in forest.rows)


def _names(forest: Forest, longest: float) -> list[str]:
    """The names of rows, of which those that are too long are shortened so that they still differ."""
    names = [row.name for row in forest.rows]
    if max(map(text_width, names), default=0.0) <= longest:
        return names
    return shortened(names, int(longest / _LETTER_WIDTH))


def row_text(row: ForestRow) -> str:
    """The number at the end of a row: its own note, or the value with its interval."""
    if row.note:
        return row.note
    interval = (
        ""
        if math.isnan(row.low) or math.isnan(row.high)
        else f" [{number(row.low, 2)}, {number(row.high, 2)}]"
    )
    return f"{number(row.value, 2)}{interval}".replace("-", "−")


def _frame(forest: Forest, x: Axis, top: float, bottom: float, wide: float) -> str:
    lines, texts = [], []
    for value, said in x.ticks():
        lines.append(f"M{px(x.at(value))} {px(top)}V{px(bottom)}")
        texts.append(text(said, x.at(value), bottom + 15, "ac-tick", anchor="middle"))
    if forest.x.title:
        texts.append(
            text(forest.x.title, (x.first + x.last) / 2, bottom + 33, anchor="middle", longest=wide / 2)
        )
    reference = ""
    if forest.reference is not None and x.low <= forest.reference <= x.high:
        at = x.at(forest.reference)
        reference = element("path", class_="ac-line ac-dashed ac-none", d=f"M{px(at)} {px(top)}V{px(bottom)}")
        half = text_width(forest.reference_name) / 2
        middle = min(max(at, half + 4), wide - half - 4)
        reference += (
            text(forest.reference_name, middle, top - 4, "ac-label ac-none", anchor="middle")
            if forest.reference_name
            else ""
        )
    borders = "".join(
        element("path", class_="ac-line ac-dotted ac-none", d=f"M{px(x.at(at))} {px(top)}V{px(bottom)}")
        for at in forest.borders
        if x.low <= at <= x.high
    )
    frame = element(
        "path", class_="ac-frame", d=f"M{px(x.first - PADDING)} {px(bottom)}H{px(x.last + PADDING)}"
    )
    return element("path", class_="ac-grid", d="".join(lines)) + frame + "".join(texts) + reference + borders


def _draw_row(row: ForestRow, x: Axis, y: float, wide: float, longest_note: float) -> str:
    said = row_text(row)
    parts = [text(said, wide - 8, y + SIZE / 3, "ac-number", anchor="end", longest=longest_note)]
    colour = system_class(row.system)
    if not (math.isnan(row.low) or math.isnan(row.high)):
        parts.append(element("path", class_=f"ac-bar {colour}", d=_interval(row, x, y)))
    if row.chance is not None and x.low <= row.chance <= x.high:
        title = element("title", escaped(f"chance {number(row.chance)}"))
        parts.append(element("path", title, class_="ac-chance", d=f"M{px(x.at(row.chance))} {px(y - 8)}v16"))
    if x.low <= row.value <= x.high:
        title = element("title", escaped(f"{row.name}: {said}"))
        parts.append(element("circle", title, class_=f"ac-mark {colour}", cx=x.at(row.value), cy=y, r=4.5))
    return "".join(parts)


def _interval(row: ForestRow, x: Axis, y: float) -> str:
    """A bar with ends; an arrow where the interval leaves the plot."""
    first, last = (
        float(v) for v in np.clip(x.pixels([row.low, row.high]), x.first - PADDING, x.last + PADDING)
    )
    parts = [f"M{px(first)} {px(y)}H{px(last)}"]
    for at, beyond, way in ((first, row.low < x.low, 1), (last, row.high > x.high, -1)):
        if beyond:
            tail = px(at + way * _ARROW_LENGTH)
            parts.append(f"M{tail} {px(y - 4)}L{px(at)} {px(y)}L{tail} {px(y + 4)}")
        else:
            parts.append(f"M{px(at)} {px(y - 4)}v8")
    return "".join(parts)


def _key(forest: Forest) -> list[tuple[str, str]]:
    entries = []
    if any(not math.isnan(row.low) for row in forest.rows):
        bar = element("path", class_="ac-bar ac-none", d="M0 6H18M0 2v8M18 2v8")
        entries.append(
            (bar + element("circle", class_="ac-mark ac-none", cx=9, cy=6, r=4), "value and interval")
        )
    if any(row.chance is not None for row in forest.rows):
        name = "what chance reaches" if forest.mark_name == "chance" else forest.mark_name
        entries.append((element("path", class_="ac-chance", d="M9 -1v14"), name))
    return entries


def _description(forest: Forest) -> str:
    rows = "; ".join(
        f"{cut(row.name, 400)} {row_text(row)}"
        + ("" if row.chance is None else f", chance {number(row.chance, 2)}")
        for row in forest.rows[:30]
    )
    more = f"; and {len(forest.rows) - 30} more" if len(forest.rows) > 30 else ""
    return " ".join([f"{rows}{more}.", *forest.notes])
