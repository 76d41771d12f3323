"""Draw a picture with matplotlib."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.pictures.picture import Forest, Picture
from abovechance.plots import obstacles
from abovechance.plots.forest import draw_forest
from abovechance.plots.heat_map import draw_heat_map
from abovechance.plots.key import EDGE, Entry, draw_key, settle
from abovechance.plots.labels import draw_labels, draw_mark_texts
from abovechance.plots.measured import broken
from abovechance.plots.style import (
    FIGURE,
    GREY,
    SIZE,
    WIDE,
    colour_of,
    dash_of,
    new_axes,
    plain_frame,
    shape_of,
    titled,
    without_glyph_warnings,
)
from abovechance.plots.text_placement import free_corner

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from abovechance.pictures.picture import AnyPicture, Area, Line, Mark

_STROKES: dict[str, dict[str, Any]] = {
    "line": {"linewidth": 1.8, "zorder": 3},
    "thin": {"linewidth": 0.9, "zorder": 2.5, "alpha": 0.85},
    "dashed": {"linewidth": 1.0, "zorder": 2, "linestyle": (0, (4, 3))},
    "dotted": {"linewidth": 0.9, "zorder": 1.5, "linestyle": (0, (1, 2))},
    "dash-dotted": {"linewidth": 1.1, "zorder": 2, "linestyle": (0, (6, 2, 1.2, 2))},
}
_RATES_AT_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
_FEW_AREAS = 3
_FULL, _THIN = 6.5, 8.0  # sizes of points, of shapes that fill their square and of those that do not


def draw_any(picture: AnyPicture, ax: Axes | None = None) -> Axes:
    """Draw any kind of picture on axes, new ones if none are given, and return them."""
    if isinstance(picture, Picture):
        return draw(picture, ax)[0]
    with without_glyph_warnings():
        return draw_forest(picture, ax) if isinstance(picture, Forest) else draw_heat_map(picture, ax)


def draw(picture: Picture, ax: Axes | None = None) -> tuple[Axes, list[Artist]]:
    """Draw on axes, new ones if none are given; return them and the lines of the systems."""
    with without_glyph_warnings():
        return _drawn(picture, ax)


def _drawn(picture: Picture, ax: Axes | None) -> tuple[Axes, list[Artist]]:
    axes = new_axes(FIGURE if picture.square else WIDE) if ax is None else ax
    _draw_frame(axes, picture)
    few = len(picture.areas) <= _FEW_AREAS
    for area in picture.areas:
        axes.fill_between(area.x, area.low, area.high, **_filling(area, few=few), zorder=1)
    artists = [_draw_line(axes, line) for line in picture.lines]
    for mark in picture.marks:
        _draw_mark(axes, mark)
    # Limits, title and layout come first: where texts have room is known only then.
    _draw_limits(axes, picture)
    axes.autoscale_view()
    _draw_title(axes, picture.title, own=ax is None)
    written, unplaced = draw_labels(axes, picture)
    texts, in_key = draw_mark_texts(axes, picture, written, own=ax is None)
    taken = np.concatenate(
        [
            obstacles.of_systems(axes, picture), obstacles.of_references(axes, picture),
            obstacles.of_areas(axes, picture.areas), written, texts,
        ]
    )  # fmt: skip

    def corner(size: tuple[float, float]) -> str | None:
        found, covered = free_corner(taken, size)
        return None if covered and ax is None else found

    draw_key(axes, _entries(picture, unplaced, in_key, few=few), picture.notes, corner, own=ax is None)
    drawn = zip(picture.lines, artists, strict=True)
    return axes, [artist for line, artist in drawn if line.stroke == "line" and line.system is not None]


def _draw_title(axes: Any, title: str, *, own: bool) -> None:
    """The title in lines that there is room for; where text stands is found after it."""
    if own:
        settle(axes)
    else:
        # The box of square axes is known only then.
        axes.apply_aspect()
    box, width = axes.get_position(), axes.figure.get_size_inches()[0]
    room = (1 - box.x0) * width - EDGE if own else box.width * width
    titled(axes, broken(title, room, SIZE + 2), size=SIZE + 1)
    if own:
        settle(axes)


def _draw_frame(axes: Any, picture: Picture) -> None:
    titled(axes, "", picture.x.title, picture.y.title, size=SIZE + 1)
    plain_frame(axes)
    for axis, scale in ((axes.xaxis, picture.x), (axes.yaxis, picture.y)):
        if scale.kind == "count":
            axis.get_major_locator().set_params(integer=True)
        if scale.kind == "deviate":
            from scipy.special import ndtri

            axis.set_ticks(
                ndtri(np.array(_RATES_AT_TICKS)), [f"{100 * rate:g} %" for rate in _RATES_AT_TICKS]
            )


def _filling(area: Area, *, few: bool) -> dict[str, Any]:
    return {"color": colour_of(area.system), "alpha": 0.16 if few else 0.09, "linewidth": 0}


def _stroke(line: Line) -> dict[str, Any]:
    style = dict(_STROKES[line.stroke])
    if line.stroke == "line":
        style["linestyle"] = dash_of(line.system)
    return style


def _draw_line(axes: Axes, line: Line) -> Artist:
    colour = colour_of(line.system) if line.stroke != "dotted" or line.system is not None else GREY
    # Matplotlib leaves labels with an underscore out of legends: the user's own would have those of our key.
    (artist,) = axes.plot(
        line.x, line.y, color=colour, solid_capstyle="round",
        solid_joinstyle="round", label=f"_{line.name}", **_stroke(line),
    )  # fmt: skip
    return artist


def _draw_mark(axes: Axes, mark: Mark) -> None:
    for x, y in obstacles.bars(mark):
        axes.plot(x, y, color=colour_of(mark.system), linewidth=1.2, alpha=0.6, zorder=2)
    axes.plot([mark.x], [mark.y], clip_on=False, zorder=5, **_point(mark.system))


def _point(system: int | None) -> dict[str, Any]:
    shape = shape_of(system)
    return {
        "marker": shape, "markersize": _FULL if shape in "os" else _THIN, "linestyle": "none",
        "markerfacecolor": colour_of(system), "markeredgecolor": "white", "markeredgewidth": 1.0,
    }  # fmt: skip


def _draw_limits(axes: Axes, picture: Picture) -> None:
    for scale, set_limits in ((picture.x, axes.set_xlim), (picture.y, axes.set_ylim)):
        low, high = scale.low, scale.high
        if low is not None and high is not None and scale.kind != "deviate":
            # Room for lines along the edge to be seen in their full width.
            margin = 0.015 * (high - low)
            low, high = low - margin, high + margin
        set_limits(low, high)
    if picture.square:
        axes.set_aspect("equal", adjustable="box")


def _entries(picture: Picture, unplaced: list[Line], marks: list[Mark], *, few: bool) -> list[Entry]:
    """What the key names: lines with the points of their systems, bands, and what had no room beside."""
    of_points = {mark.system for mark in picture.marks}
    named = [line for line in picture.lines if line.name or line.note]
    found = [
        Entry(partial(_sample, line, pointed=line.system in of_points), line.name, line.note)
        for line in (*named, *(replace(line, note=line.label) for line in unplaced))
    ]
    found += [Entry(partial(_patch, area, few=few), area.name) for area in picture.areas if area.name]
    return found + [Entry(partial(_dot, mark.system), "", mark.text) for mark in marks]


def _sample(line: Line, wide: float, *, pointed: bool) -> list[Artist]:
    """A piece of a line, with the point of its system, which is all that is drawn of some."""
    from matplotlib.lines import Line2D

    drawn = bool(np.isfinite(line.x).any())
    piece = [Line2D([0, wide], [3, 3], color=colour_of(line.system), **_stroke(line))] if drawn else []
    return [*piece, *(_dot(line.system, wide) if pointed and line.stroke == "line" else [])]


def _dot(system: int | None, wide: float) -> list[Artist]:
    from matplotlib.lines import Line2D

    return [Line2D([wide / 2], [3], **_point(system))]


def _patch(area: Area, wide: float, *, few: bool) -> list[Artist]:
    from matplotlib.patches import Rectangle

    return [Rectangle((0, 0), wide, 8, **_filling(area, few=few))]
