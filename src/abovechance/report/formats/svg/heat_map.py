"""Shares or coefficients of rows by columns as coloured cells; what is undefined is hatched."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from abovechance.report.formats.svg.axes import round_step, tick_text
from abovechance.report.formats.svg.markup import (
    LINE_HEIGHT,
    SIZE,
    element,
    escaped,
    paragraphs,
    px,
    svg,
    text,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.pictures.picture import HeatMap

_WIDTH = 480.0
_SHADES_ON_A_SIDE = 10  # as many as the style sheet has classes for
_UNDEFINED = 99
_LARGEST_CELL = 84.0  # the width of a cell
_FLATTEST_CELL, _TALLEST_CELL = 30.0, 52.0  # the height of one where there are few, so that texts have room
_FEW = 12
_LONGEST_NAME = 120.0
_MOST_CELLS_OF_THEIR_OWN = 625  # a larger map has one path for each shade of a row
_MOST_TITLES = 2500  # so many of its cells say what they are when pointed at
_HATCH = 7.0  # pixels between the lines of undefined cells
_TITLE_ROOM = 60.0
_FAINT = " ac-faint"  # the class of cells that rest on few items


def heat_map_svg(heat_map: HeatMap, ident: str = "") -> str:
    """A heat map as an element."""
    head, top = paragraphs([heat_map.title], 4, 2, "ac-title", _WIDTH - 8)
    rows, columns = heat_map.values.shape
    left = 26 + min(max(map(text_width, heat_map.rows), default=0), _LONGEST_NAME) + 8
    width = min((_WIDTH - 8 - left) / columns, _LARGEST_CELL)
    few = max(rows, columns) <= _FEW
    height = min(max(width, _FLATTEST_CELL), _TALLEST_CELL) if few else width
    upright = any(text_width(name) > width - 6 for name in heat_map.columns)
    names = min(max(map(text_width, heat_map.columns), default=0), _LONGEST_NAME)
    top += 4 + LINE_HEIGHT + (names + 8 if upright else LINE_HEIGHT + 2)
    layout = _Layout(left, top, width, height, upright=upright)
    cells = (
        _cells(heat_map, layout)
        if rows * columns <= _MOST_CELLS_OF_THEIR_OWN
        else _many_cells(heat_map, layout)
    )
    below = top + rows * height + 10
    scale, below = _scale(heat_map, left, below)
    notes, below = paragraphs(heat_map.notes, 8, below, "ac-note", _WIDTH - 16)
    body = head + _names(heat_map, layout) + cells + scale + notes
    return svg("ac-map", (_WIDTH, below + 6), heat_map.title, _description(heat_map), body, ident=ident)


class _Layout:
    def __init__(self, left: float, top: float, width: float, height: float, *, upright: bool) -> None:
        self.left, self.top, self.width, self.height, self.upright = left, top, width, height, upright

    def x(self, column: float) -> float:
        return self.left + column * self.width

    def y(self, row: float) -> float:
        return self.top + row * self.height


def shade(value: float, low: float, high: float) -> int:
    """The shade of a value from 0 to 10, and from 0 to -10 on the other side of a scale of two sides."""
    if low < 0:
        reach = max(-low, high)
        return round(_SHADES_ON_A_SIDE * min(max(value / reach, -1.0), 1.0))
    return round(_SHADES_ON_A_SIDE * min(max((value - low) / ((high - low) or 1.0), 0.0), 1.0))


def _shade_class(step: int) -> str:
    return f"ac-p{step}" if step >= 0 else f"ac-m{-step}"


def _shown_names(size: float, number: int) -> range:
    """Which names have room: all, or every second, fifth, ..."""
    step = 1 if size >= SIZE else int(round_step(SIZE / size, whole=True))
    return range(0, number, step)


def _names(heat_map: HeatMap, at: _Layout) -> str:
    rows, columns = heat_map.values.shape
    middle = (at.y(0) + at.y(rows)) / 2
    longest = max(rows * at.height, _TITLE_ROOM)
    parts = [
        text(heat_map.column_title, at.left, at.top - _names_height(heat_map, at) - 8),
        text(heat_map.row_title, 13, middle, anchor="middle", angle=-90, longest=longest),
    ]
    parts += [
        text(heat_map.rows[i], at.left - 6, at.y(i + 0.5) + 4, "ac-tick", anchor="end", longest=_LONGEST_NAME)
        for i in _shown_names(at.height, rows)
    ]
    for j in _shown_names(at.width, columns):
        name, x = heat_map.columns[j], at.x(j + 0.5)
        if at.upright:
            parts.append(text(name, x + 4, at.top - 6, "ac-tick", angle=-90, longest=_LONGEST_NAME))
        else:
            parts.append(text(name, x, at.top - 6, "ac-tick", anchor="middle"))
    return "".join(parts)


def _names_height(heat_map: HeatMap, at: _Layout) -> float:
    """The height of the names of columns."""
    if not at.upright:
        return LINE_HEIGHT
    return min(max(map(text_width, heat_map.columns), default=0), _LONGEST_NAME) + 6


def _title(heat_map: HeatMap, i: int, j: int) -> str:
    value = heat_map.values[i, j]
    said = heat_map.texts[i][j] or ("undefined" if math.isnan(value) else f"{value:.3g}")
    return element("title", escaped(f"{heat_map.rows[i]} × {heat_map.columns[j]}: {said}"))


def _is_faint(heat_map: HeatMap, i: int, j: int) -> bool:
    """Whether a cell rests on few items."""
    return heat_map.faint is not None and bool(heat_map.faint[i, j])


def _cells(heat_map: HeatMap, at: _Layout) -> str:
    """Each cell with its title, and its text if that has room."""
    parts = []
    for i, j in np.ndindex(*heat_map.values.shape):
        if heat_map.blank_diagonal and i == j:
            continue
        value, said = float(heat_map.values[i, j]), heat_map.texts[i][j]
        x, y = at.x(j), at.y(i)
        lines = said.split("\n")
        if math.isnan(value):
            cell, step = _hatched(x, y, at.width, at.height), 0
        else:
            step = shade(value, heat_map.low, heat_map.high)
            cell = element(
                "rect",
                class_=f"ac-cell {_shade_class(step)}{_FAINT if _is_faint(heat_map, i, j) else ''}",
                x=x + 0.5,
                y=y + 0.5,
                width=at.width - 1,
                height=at.height - 1,
            )
        room = max(map(text_width, lines)) <= at.width - 3 and len(lines) * LINE_HEIGHT <= at.height + 2
        if said and room:
            first = y + at.height / 2 + 4 - (len(lines) - 1) * LINE_HEIGHT / 2
            plain = math.isnan(value) or _is_faint(heat_map, i, j)
            kind = "ac-value" if plain else f"ac-value ac-on{abs(step)}"
            cell += "".join(
                text(
                    line,
                    x + at.width / 2,
                    first + k * LINE_HEIGHT,
                    kind if not k else f"{kind} ac-second",
                    anchor="middle",
                )
                for k, line in enumerate(lines)
            )
        parts.append(element("g", _title(heat_map, i, j) + cell))
    return "".join(parts)


def _hatched(x: float, y: float, width: float, height: float) -> str:
    lines = []
    # Line by line: a pattern would need an id, and a page holds several pictures.
    for c in np.arange(_HATCH / 2, width + height, _HATCH):
        start = f"M{px(x + max(c - height, 0))} {px(y + min(c, height))}"
        lines.append(f"{start}L{px(x + min(c, width))} {px(y + max(c - width, 0))}")
    return element(
        "rect", class_="ac-undefined", x=x + 0.5, y=y + 0.5, width=width - 1, height=height - 1
    ) + element("path", class_="ac-hatch", d="".join(lines))


def _many_cells(heat_map: HeatMap, at: _Layout) -> str:
    """A path for each shade of each row, and titles of their own for the cells that matter most."""
    values = heat_map.values
    rows, columns = values.shape
    steps = np.array(
        [
            [_UNDEFINED if math.isnan(v) else shade(v, heat_map.low, heat_map.high) for v in row]
            for row in values
        ]
    )
    if heat_map.blank_diagonal:
        np.fill_diagonal(steps, 0)
    faint = np.zeros_like(steps) if heat_map.faint is None else heat_map.faint.astype(int)
    parts = [element("rect", class_="ac-ground", x=0, y=0, width=columns, height=rows)]
    for i in range(rows):
        paths: dict[tuple[int, int], list[str]] = {}
        # One number for shade and faintness, so that a change of either ends a run.
        for first, last in _equal_runs(2 * steps[i] + faint[i]):
            if steps[i, first]:
                kind = (int(steps[i, first]), int(faint[i, first]))
                paths.setdefault(kind, []).append(f"M{first} {i}h{last - first}v1h{first - last}z")
        drawn = "".join(
            element(
                "path",
                class_="ac-undefined ac-solid"
                if step == _UNDEFINED
                else _shade_class(step) + _FAINT * is_faint,
                d="".join(d),
            )
            for (step, is_faint), d in sorted(paths.items())
        )
        if drawn:
            parts.append(element("g", element("title", escaped(heat_map.rows[i])) + drawn))
    weights = np.nan_to_num(np.abs(values - (0.0 if heat_map.low < 0 else heat_map.low)))
    # The diagonal has its titles first, then what is farthest from white.
    np.fill_diagonal(weights, 0.0 if heat_map.blank_diagonal else np.inf)
    chosen = np.argsort(-weights, axis=None, kind="stable")[:_MOST_TITLES]
    cells = sorted(divmod(int(k), columns) for k in chosen if weights.flat[k] > 0)
    hits = (element("path", _title(heat_map, i, j), d=f"M{j} {i}h1v1h-1z") for i, j in cells)
    parts.append(element("g", "".join(hits), class_="ac-hits"))
    return element(
        "svg", "".join(parts), x=at.left, y=at.top, width=columns * at.width, height=rows * at.height,
        # In units of cells, stretched to the size of the map: so paths are short, of whole numbers.
        viewBox=f"0 0 {columns} {rows}", preserveAspectRatio="none",
    )  # fmt: skip


def _equal_runs(steps: NDArray[np.int_]) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.concatenate(([True], steps[1:] != steps[:-1], [True])))
    for first, last in pairwise(edges):
        yield int(first), int(last)


def _scale(heat_map: HeatMap, x: float, y: float) -> tuple[str, float]:
    """What the colours mean: from the low end to the high one, and how undefined looks."""
    two_sided = heat_map.low < 0
    reach = max(-heat_map.low, heat_map.high)
    steps = range(-_SHADES_ON_A_SIDE if two_sided else 0, _SHADES_ON_A_SIDE + 1)
    size = 8.0
    parts = [
        element("rect", class_=f"ac-cell {_shade_class(step)}", x=x + k * size, y=y, width=size, height=9)
        for k, step in enumerate(steps)
    ]
    low, high = (-reach, reach) if two_sided else (heat_map.low, heat_map.high)
    unit = round_step((high - low) / 10)
    end = x + len(steps) * size
    first, middle, last = tick_text(low, unit), "0" if two_sided else "", tick_text(high, unit)
    if len(heat_map.scale) % 2:
        first, middle, last = (heat_map.scale[i] for i in (0, len(heat_map.scale) // 2, -1))
    parts.append(text(first, x, y + 23, "ac-tick"))
    parts.append(text(last, end, y + 23, "ac-tick", anchor="end"))
    if middle and text_width(first + middle + last) + 16 < end - x:
        parts.append(text(middle, (x + end) / 2, y + 23, "ac-tick", anchor="middle"))
    undefined = np.isnan(heat_map.values)
    if heat_map.blank_diagonal:
        np.fill_diagonal(undefined, val=False)
    if undefined.any():
        parts.append(_hatched(end + 24, y - 1, 20, 12))
        parts.append(text("undefined", end + 50, y + 9, "ac-tick"))
    return "".join(parts), y + 32


def _description(heat_map: HeatMap) -> str:
    rows, columns = heat_map.values.shape
    said = (
        f"{rows} by {columns} cells: {heat_map.row_title or 'rows'} by {heat_map.column_title or 'columns'}."
    )
    return " ".join([said, *heat_map.notes])
