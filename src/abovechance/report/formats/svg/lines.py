"""Lines, bands and marks on two axes; the key stands beneath the plot or at the ends of lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.report.formats.svg.axes import PADDING, Axis, draw_axes, left_margin, limits
from abovechance.report.formats.svg.markup import (
    LINE_HEIGHT,
    SIZE,
    cut,
    dash_class,
    element,
    escaped,
    key,
    paragraphs,
    px,
    svg,
    system_class,
    text,
    text_width,
    wrapped,
)
from abovechance.report.formats.svg.paths import path
from abovechance.report.formats.svg.placement import LABEL_HEIGHT, TEXT_WEIGHT, Room, apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.pictures.picture import Line, Mark, Picture

_WIDTH = 480.0
_WIDE_HEIGHT = 290.0  # of a plot that is not square
_TALLEST, _FLATTEST = 1.15, 0.35  # a plot's height in shares of its width
_LONGEST_END = 130.0  # pixels for names at the right ends of lines
_LONGEST_LABEL = 220.0
_SAMPLE_WIDTH = 24.0  # pixels of the sample of a line in the key
_TIE_WIDTH = 16.0  # pixels between the plot and names at the ends of lines
_STROKE_WEIGHTS = {"line": 2.0, "thin": 1.0, "dashed": 1.0, "dotted": 0.4, "dash-dotted": 1.0}
_MOST_COVERED = 6.0  # a label that would cover more goes to the key
_NO_LEADER_WITHIN = 15.0  # pixels: a label farther away is tied to its point by a line
_NO_LEADER_WITHIN_OF_MANY = 9.0  # and where there are other points
_POINT = 5.0  # pixels from the middle of a point that labels keep off


def picture_svg(picture: Picture, ident: str = "", most: float = _WIDTH) -> str:
    """A picture of lines as an element, not wider than so many pixels."""
    wide = min(_WIDTH, most)
    head, x, y, ends = _laid_out(picture, wide)
    room = Room(x.first - PADDING, y.last - PADDING, x.last + PADDING, y.first + PADDING)
    for line in picture.lines:
        room.add_line(_points(x, y, line.x, line.y), _STROKE_WEIGHTS[line.stroke])
    inside, labels, unplaced = _drawn(picture, x, y, room)
    left, upper = x.first - PADDING, y.last - PADDING
    width, height = x.last - x.first + 2 * PADDING, y.first - y.last + 2 * PADDING
    # an inner svg cuts off what leaves the plot without a clip path, which would need an id
    plot = element(
        "svg", inside, x=left, y=upper, width=width, height=height,
        viewBox=f"{px(left)} {px(upper)} {px(width)} {px(height)}",
    )  # fmt: skip
    end_texts = _end_texts(picture.lines, ends, x, y, wide)
    keyed = [] if ends else [line for line in picture.lines if line.name or line.note]
    below = y.first + PADDING + (42 if picture.x.title else 24)
    entries = [(_sample(line), _fitted(line, wide - 20 - _SAMPLE_WIDTH)) for line in keyed] + [
        (_sample(line), line.label) for line in unplaced
    ]
    names, below = key(entries, 10, below, wide - 20)
    notes, below = paragraphs(picture.notes, 10, below, "ac-note", wide - 20)
    body = (
        head + draw_axes(x, y, (picture.x.title, picture.y.title)) + plot + labels + end_texts + names + notes
    )
    kind = "ac-square" if picture.square else "ac-wide"
    return svg(kind, (wide, below + 6), picture.title, _description(picture), body, ident=ident)


def pixels(picture: Picture, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where points of a picture are drawn, for scripts that move a mark on it."""
    _, x, y, _ = _laid_out(picture)
    return [(x.at(across), y.at(up)) for across, up in points]


def plot_box(picture: Picture) -> tuple[float, float, float, float]:
    """The left, upper, right and lower edge of what is between the axes."""
    _, x, y, _ = _laid_out(picture)
    return x.first - PADDING, y.last - PADDING, x.last + PADDING, y.first + PADDING


def _laid_out(picture: Picture, wide: float = _WIDTH) -> tuple[str, Axis, Axis, list[float]]:
    """The title, the axes beneath it, and the heights of the names at the ends of lines."""
    head, top = paragraphs([picture.title], 4, 2, "ac-title", wide - 8)
    return head, *_axes(picture, top + 6, wide)


def _axes(picture: Picture, top: float, wide: float) -> tuple[Axis, Axis, list[float]]:
    """The two axes in their places, and the heights of the names at the ends of lines, if they have room."""
    across = [*(line.x for line in picture.lines), *(area.x for area in picture.areas)]
    low_x, high_x = limits(picture.x, [*across, *(np.array(mark.x) for mark in picture.marks)])
    low_y, high_y = limits(
        picture.y,
        [*(line.y for line in picture.lines), *(v for a in picture.areas for v in (a.low, a.high)),
         *(np.array([m.y, *(v for v in (m.low, m.high) if v is not None)]) for m in picture.marks)],
    )  # fmt: skip
    left = left_margin(picture.y, low_y, high_y, _WIDE_HEIGHT) + PADDING
    named = [line for line in picture.lines if line.name or line.note] if picture.key == "ends" else []
    margin = max((min(text_width(_named(line)), _LONGEST_END) + _TIE_WIDTH for line in named), default=0.0)
    # With names at the ends of the lines; if these have no room, without, and the plot is wider.
    for right in (wide - 8 - PADDING - margin, wide - 8 - PADDING):
        width, height = right - left, _WIDE_HEIGHT
        if picture.square:
            share = (high_y - low_y) / (high_x - low_x)
            width = max(width * min(_TALLEST / share, 1.0), width / 3)
            height = width * max(share, _FLATTEST)
        x = Axis(low_x, high_x, left, left + width, picture.x.kind)
        y = Axis(low_y, high_y, top + PADDING + height, top + PADDING, picture.y.kind)
        ends = _ends(named, y)
        if ends:
            break
    return x, y, ends


def _ends(named: Sequence[Line], y: Axis) -> list[float]:
    """The heights of names at the ends of lines; none if they would be too many or far from their lines."""
    heights = [_end_height(line, y) for line in named]
    if any(np.isnan(heights)):
        return []
    ends = apart(heights, LINE_HEIGHT - 2, y.last - PADDING, y.first + PADDING) or []
    moved = max((abs(a - b) for a, b in zip(ends, heights, strict=False)), default=0.0)
    return ends if moved <= 3 * LINE_HEIGHT else []


def _end_height(line: Line, y: Axis) -> float:
    finite = line.y[np.isfinite(line.y) & np.isfinite(line.x)]
    return float(np.clip(y.at(finite[-1]), y.last, y.first)) if len(finite) else float("nan")


def _end_texts(lines: Sequence[Line], ends: list[float], x: Axis, y: Axis, wide: float) -> str:
    """Names at the right ends of lines, each tied to its line by a piece of it."""
    if not ends:
        return ""
    named = [line for line in lines if line.name or line.note]
    heights = [_end_height(line, y) for line in named]
    at = x.last + PADDING + _TIE_WIDTH
    parts = []
    for line, end, height in zip(named, ends, heights, strict=True):
        tie = f"M{px(x.last + PADDING)} {px(height)}L{px(at - 3)} {px(end)}"
        parts.append(element("path", class_=f"ac-line ac-thin {system_class(line.system)}", d=tie))
        parts.append(text(_named(line), at, end + 4, longest=wide - at - 2))
    return "".join(parts)


def _points(x: Axis, y: Axis, across: NDArray[np.float64], up: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([x.pixels(across), y.pixels(up)])


def _drawn(picture: Picture, x: Axis, y: Axis, room: Room) -> tuple[str, str, list[Line]]:
    """What is drawn inside the plot, the labels over it, and the lines whose labels have no room there."""
    parts = []
    for area in picture.areas:
        edge = np.concatenate([_points(x, y, area.x, area.high), _points(x, y, area.x, area.low)[::-1]])
        if len(edge := edge[np.isfinite(edge).all(axis=1)]):
            parts.append(
                element("path", class_=f"ac-band {system_class(area.system)}", d=path(edge, closed=True))
            )
    # The lines of systems last, over all others.
    for line in sorted(picture.lines, key=lambda line: line.stroke == "line"):
        drawn = path(_points(x, y, line.x, line.y))
        title = element("title", escaped(_named(line) or line.label)) if line.name or line.label else ""
        if drawn:
            parts.append(element("path", title, class_=_line_class(line), d=drawn))
    marks = "".join(_draw_mark(mark, x, y) for mark in picture.marks)
    labels, unplaced = _line_labels(picture.lines, x, y, room)
    return "".join(parts), marks + labels + _mark_labels(picture.marks, x, y, room), unplaced


def _line_class(line: Line) -> str:
    if line.stroke == "line":
        return f"ac-line {system_class(line.system)}{dash_class(line.system)}"
    return f"ac-line ac-{line.stroke} {system_class(line.system)}"


def _line_labels(lines: Sequence[Line], x: Axis, y: Axis, room: Room) -> tuple[str, list[Line]]:
    parts: list[str] = []
    unplaced: list[Line] = []
    for line in lines:
        if not line.label:
            continue
        width = min(text_width(line.label), _LONGEST_LABEL)
        spot = room.along_line(_points(x, y, line.x, line.y), width)
        if spot is None or spot.burden > _MOST_COVERED:
            # pale dotted lines are many, and their values are told when pointed at
            unplaced += [line] if line.stroke != "dotted" else []
            continue
        room.take(spot, width)
        kind = f"ac-label {system_class(line.system)}"
        parts.append(_centred(line.label, spot.x, spot.y, kind, angle=spot.angle))
    return "".join(parts), unplaced


def _centred(content: str, x: float, y: float, kind: str, *, angle: float = 0.0) -> str:
    """A label around a point; its letters stand a third of their size below it."""
    turn = np.deg2rad(angle)
    drop = SIZE / 3
    return text(
        content, x - drop * float(np.sin(turn)), y + drop * float(np.cos(turn)), kind,
        anchor="middle", longest=_LONGEST_LABEL, angle=round(angle, 1),
    )  # fmt: skip


def _draw_mark(mark: Mark, x: Axis, y: Axis) -> str:
    if not np.isfinite([mark.x, mark.y]).all():
        return ""
    across, up = x.at(mark.x), y.at(mark.y)
    bar = ""
    if mark.low is not None and mark.high is not None and np.isfinite([mark.low, mark.high]).all():
        low, high = np.clip(y.pixels([mark.low, mark.high]), y.last, y.first)
        bar = element(
            "path", class_=f"ac-bar {system_class(mark.system)}", d=f"M{px(across)} {px(low)}V{px(high)}"
        )
    title = element("title", escaped(mark.text)) if mark.text else ""
    return bar + element(
        "circle", title, class_=f"ac-mark {system_class(mark.system)}", cx=across, cy=up, r=4.5
    )


def _mark_labels(marks: Sequence[Mark], x: Axis, y: Axis, room: Room) -> str:
    shown = [mark for mark in marks if mark.text and np.isfinite([mark.x, mark.y]).all()]
    for mark in shown:
        middle = np.array([x.at(mark.x), y.at(mark.y)])
        # A cross on each point, before any label is placed: none may cover another's point.
        for way in np.array([[_POINT, 0.0], [0.0, _POINT]]):
            room.add_line(np.array([middle - way, middle + way]), TEXT_WEIGHT)
    parts = []
    for mark in shown:
        across, up = x.at(mark.x), y.at(mark.y)
        lines = wrapped(mark.text, _LONGEST_LABEL)
        width = min(max(map(text_width, lines), default=0.0), _LONGEST_LABEL)
        height = len(lines) * LABEL_HEIGHT
        spot = room.beside(across, up, width, height)
        room.take(spot, width, height)
        near = min(max(across, spot.x - width / 2), spot.x + width / 2)
        far = np.hypot(near - across, max(abs(spot.y - up) - height / 2 + LABEL_HEIGHT / 2, 0.0))
        if far > (_NO_LEADER_WITHIN_OF_MANY if len(shown) > 1 else _NO_LEADER_WITHIN):
            half = height / 2 - 2
            edge = spot.y + (half if spot.y < up - half else -half if spot.y > up + half else 0)
            # Labels that come later keep off this line.
            room.add_line(np.array([[across, up], [near, edge]]), 3.0)
            parts.append(
                element(
                    "path",
                    class_=f"ac-leader {system_class(mark.system)}",
                    d=f"M{px(across)} {px(up)}L{px(near)} {px(edge)}",
                )
            )
        first = spot.y - (len(lines) - 1) * LABEL_HEIGHT / 2
        kind = f"ac-label {system_class(mark.system)}"
        parts += [_centred(said, spot.x, first + i * LABEL_HEIGHT, kind) for i, said in enumerate(lines)]
    return "".join(parts)


def _named(line: Line) -> str:
    return "  ".join(part for part in (line.name, line.note) if part)


def _fitted(line: Line, longest: float) -> str:
    """The name and the note of a line, of which a long name alone is cut."""
    room = longest - text_width(f"  {line.note}") - 1
    return _named(replace(line, name=cut(line.name, max(room, longest / 4))))


def _sample(line: Line) -> str:
    return element("path", class_=_line_class(line), d="M0 6H18")


def _description(picture: Picture) -> str:
    """What the picture shows in words: its axes, its lines, its marks and its notes."""
    said = [f"{picture.y.title} against {picture.x.title}."] if picture.x.title and picture.y.title else []
    names = [name for line in picture.lines if (name := _named(line))]
    said += [f"Lines: {'; '.join(names)}."] if names else []
    said += (
        [f"Marked: {'; '.join(mark.text for mark in picture.marks if mark.text)}."]
        if any(m.text for m in picture.marks)
        else []
    )
    return " ".join([*said, *picture.notes])
