"""Draw a picture with matplotlib."""

from __future__ import annotations

import math
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import visible
from abovechance.pictures.picture import Forest, Line, Picture
from abovechance.plots.forest import draw_forest
from abovechance.plots.heat_map import draw_heat_map
from abovechance.plots.style import (
    FIGURE,
    GREY,
    LONGEST,
    SIZE,
    SMALL,
    WIDE,
    colour_of,
    dash_of,
    new_axes,
    plain_frame,
    short,
    text_style,
    titled,
    without_glyph_warnings,
)
from abovechance.plots.text_placement import crowded, end_rows, free_corner, roomiest, spots, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.transforms import Transform
    from numpy.typing import ArrayLike

    from abovechance.pictures.picture import AnyPicture

_STROKES: dict[str, dict[str, Any]] = {
    "line": {"linewidth": 1.8, "zorder": 3},
    "thin": {"linewidth": 0.9, "zorder": 2.5, "alpha": 0.85},
    "dashed": {"linewidth": 1.0, "zorder": 2, "linestyle": (0, (4, 3))},
    "dotted": {"linewidth": 0.9, "zorder": 1.5, "linestyle": (0, (1, 2))},
    "dash-dotted": {"linewidth": 1.1, "zorder": 2, "linestyle": (0, (6, 2, 1.2, 2))},
}
_RATES_AT_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
_DOTS_OF_STROKE = {"line": 200, "thin": 60, "dashed": 40, "dotted": 20, "dash-dotted": 40}
_WEIGHT_OF_SYSTEMS = 20.0  # a key that covers a point of a system is as bad as over so many of other lines
_FEW_AREAS = 3
_HALF_WIDTH = 0.52  # how far from the middle of the plot a point is still in it, as a share of it
_MOST_COVERED = 12  # a key over more weight of points than this goes below the plot: over no system at all
_MAX_KEY_WIDTH = 0.85
_LEAST_ROOM = 0.025  # nearer to a system's line than this, as a share of the plot, no text stands
_LEVEL_TOLERANCE = 0.01  # a line that rises by less, as a share of the plot, is level


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
    for area in picture.areas:
        axes.fill_between(
            area.x, area.low, area.high,
            color=colour_of(area.system), alpha=0.16 if len(picture.areas) <= _FEW_AREAS else 0.09,
            linewidth=0, zorder=1,
        )  # fmt: skip
    artists = [_draw_line(axes, line) for line in picture.lines]
    _draw_limits(axes, picture)
    _settle(axes, own=ax is None)
    unplaced = _draw_labels(axes, picture)
    _draw_marks(axes, picture)
    if picture.key == "ends":
        _draw_ends(axes, picture, unplaced, own=ax is None)
    else:
        _draw_key(axes, picture, unplaced, own=ax is None)
    drawn = zip(picture.lines, artists, strict=True)
    return axes, [artist for line, artist in drawn if line.stroke == "line" and line.system is not None]


def _settle(axes: Any, *, own: bool) -> None:
    """Fix limits and layout, by which text is placed; a figure that is not ours is left as it is laid out."""
    axes.autoscale_view()
    if own:
        axes.figure.get_layout_engine().execute(axes.figure)
    axes.apply_aspect()


def _draw_frame(axes: Any, picture: Picture) -> None:
    titled(axes, picture.title, picture.x.title, picture.y.title, size=SIZE + 1)
    plain_frame(axes)
    for axis, scale in ((axes.xaxis, picture.x), (axes.yaxis, picture.y)):
        if scale.kind == "count":
            axis.get_major_locator().set_params(integer=True)
        if scale.kind == "deviate":
            from scipy.special import ndtri

            axis.set_ticks(
                ndtri(np.array(_RATES_AT_TICKS)), [f"{100 * rate:g} %" for rate in _RATES_AT_TICKS]
            )


def _draw_line(axes: Axes, line: Line) -> Artist:
    style = dict(_STROKES[line.stroke])
    if line.stroke == "line":
        style["linestyle"] = dash_of(line.system)
    colour = colour_of(line.system) if line.stroke != "dotted" or line.system is not None else GREY
    (artist,) = axes.plot(
        line.x, line.y, color=colour, solid_capstyle="round",
        solid_joinstyle="round", label=f"_{line.name}", **style,
    )  # fmt: skip
    return artist


def _draw_limits(axes: Axes, picture: Picture) -> None:
    for scale, set_limits in ((picture.x, axes.set_xlim), (picture.y, axes.set_ylim)):
        low, high = scale.low, scale.high
        if low is not None and high is not None and scale.kind != "deviate":
            margin = 0.015 * (high - low)
            low, high = low - margin, high + margin
        set_limits(low, high)
    if picture.square:
        axes.set_aspect("equal", adjustable="box")


def _in_axes(axes: Axes, x: ArrayLike, y: ArrayLike) -> np.ndarray[Any, Any]:
    """Points as shares of the width and height of the plot."""
    shown = axes.transData.transform(np.column_stack([np.atleast_1d(x), np.atleast_1d(y)]))
    return np.asarray(axes.transAxes.inverted().transform(shown))


def _system_points(axes: Axes, picture: Picture) -> np.ndarray[Any, Any]:
    """Points along the lines, close enough together to see what they cover; fewer on what matters less."""
    found = [np.empty((0, 2))]
    for line in picture.lines:
        number = _DOTS_OF_STROKE[line.stroke]
        points = _in_axes(axes, line.x, line.y)
        points = points[np.isfinite(points).all(axis=1)]
        if len(points) > 1:
            way = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
            steps = np.linspace(0, way[-1], number)
            found.append(np.column_stack([np.interp(steps, way, points[:, i]) for i in (0, 1)]))
    return np.concatenate(found)


def _inches(axes: Any) -> tuple[float, float]:
    box = axes.get_position()
    width, height = axes.figure.get_size_inches()
    return max(box.width * width, 0.5), max(box.height * height, 0.5)


def _draw_labels(axes: Axes, picture: Picture) -> list[Line]:
    """Texts along reference lines: above the left end of a level one, below a rising one where room is.

    The dashed lines that have no room for their text are returned, for the key to name.
    """
    left: list[Line] = []
    width, height = _inches(axes)
    of_systems = tuple(line for line in picture.lines if line.system is not None)
    systems = _system_points(axes, replace(picture, lines=of_systems))
    for line in picture.lines:
        points = _close(_in_axes(axes, line.x, line.y)) if line.label else np.empty((0, 2))
        inside = points[(np.abs(points - 0.5) <= _HALF_WIDTH).all(axis=1)]
        if len(inside) < 2:
            continue
        level = abs(inside[-1, 1] - inside[0, 1]) < _LEVEL_TOLERANCE
        at, ahead, room = (inside[0], inside[-1], 1.0) if level else roomiest(inside, systems)
        if room < _LEAST_ROOM and line.stroke == "dashed":
            left.append(replace(line, name=line.label))
            continue
        angle = math.degrees(math.atan2((ahead[1] - at[1]) * height, (ahead[0] - at[0]) * width))
        axes.annotate(
            short(line.label), (at[0], at[1]), xycoords="axes fraction", xytext=(4, 3) if level else (4, -4),
            textcoords="offset points", ha="left" if level else "center", va="bottom" if level else "top",
            rotation=0 if level else angle, rotation_mode="anchor", fontsize=SMALL,
            color=colour_of(line.system), zorder=4, path_effects=_halo(), **text_style(),
        )  # fmt: skip
    return left


def _close(points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Points close together along a line, so that some are on the plot wherever the line crosses it."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points
    way = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    steps = np.union1d(way, np.linspace(0, way[-1], 100))
    return np.column_stack([np.interp(steps, way, points[:, i]) for i in (0, 1)])


def _halo() -> list[Any]:
    """A thin white rim by which text is read on lines and bands without a box that would hide them."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground="white")]


def _draw_marks(axes: Axes, picture: Picture) -> None:
    if not picture.marks:
        return
    width, height = _inches(axes)
    at = [_in_axes(axes, m.x, m.y)[0] for m in picture.marks]
    texts = [short(m.text, 70) for m in picture.marks]
    curves = np.concatenate([_system_points(axes, picture), *_labels_placed(axes)])
    places = spots(at, texts, curves, (width, height))
    for mark, text, (x, y), place in zip(picture.marks, texts, at, places, strict=True):
        if mark.low is not None and mark.high is not None:
            colour = colour_of(mark.system)
            axes.plot([mark.x] * 2, [mark.low, mark.high], color=colour, linewidth=1.2, alpha=0.6, zorder=2)
        axes.plot(
            [mark.x], [mark.y], marker="o", markersize=6.5,
            markerfacecolor=colour_of(mark.system), markeredgecolor="white", markeredgewidth=1.2,
            linestyle="none", zorder=5, clip_on=False,
        )  # fmt: skip
        if not text:
            continue
        across = (x - place[0]) / text_width(text, width)
        axes.annotate(
            text, (x, y), xycoords="axes fraction", xytext=place, textcoords="axes fraction", ha="left",
            va="center", fontsize=SMALL, color=colour_of(mark.system), zorder=6,
            arrowprops={"arrowstyle": "-", "color": colour_of(mark.system), "linewidth": 0.6, "shrinkB": 4,
                        "shrinkA": 1, "alpha": 0.7, "relpos": (min(max(across, 0.0), 1.0), 0.5)},
            path_effects=_halo(), **text_style(),
        )  # fmt: skip


def _labels_placed(axes: Axes) -> list[np.ndarray[Any, Any]]:
    """Points where texts along lines stand, many for each, so that no other text covers them."""
    around = np.linspace(-0.04, 0.04, 9)
    return [
        np.column_stack([text.xy[0] + around, np.full(len(around), text.xy[1] - 0.02)]).repeat(3, axis=0)
        for text in axes.texts
        if hasattr(text, "xy") and text.get_text()
    ]


def _keyed(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.name or line.note]


def _draw_key(axes: Any, picture: Picture, unplaced: Sequence[Line], *, own: bool) -> None:
    """Names with a sample of their lines, in the corner that the lines leave free, else below the plot."""
    from matplotlib.lines import Line2D
    from matplotlib.offsetbox import AnchoredOffsetbox, DrawingArea, HPacker, TextArea, VPacker

    rows: list[Any] = []
    width, height = _inches(axes)
    keyed = [*_keyed(picture.lines), *unplaced]
    most = max(int((axes.figure.get_size_inches()[0] - 0.75) * 72 / (0.55 * SIZE)), 30)
    names = [short(line.name, min(LONGEST, max(most - len(line.note), 12))) for line in keyed]
    said = ["  ".join(filter(None, (name, line.note))) for name, line in zip(names, keyed, strict=True)]
    for line, text in zip(keyed, said, strict=True):
        sample = DrawingArea(20, 8)
        style = dict(_STROKES[line.stroke])
        if line.stroke == "line":
            style["linestyle"] = dash_of(line.system)
        sample.add_artist(Line2D([0, 20], [3, 3], color=colour_of(line.system), **style))
        area = TextArea(text, textprops={"size": SIZE, "color": "0.15", **text_style()})
        rows.append(HPacker(children=[sample, area], pad=0, sep=6, align="center"))
    letters = max(int(axes.figure.get_size_inches()[0] * 0.85 * 72 / (0.55 * SMALL)), 30)
    notes = [line for note in picture.notes for line in wrap(visible(note), letters)]
    rows += [TextArea(note, textprops={"size": SMALL, "color": GREY, **text_style()}) for note in notes]
    if not rows:
        return
    longest = max(
        *map(len, said),
        *(len(note) * SMALL / SIZE for note in notes),
        0,
        0,
    )
    size = ((0.42 + longest * SIZE * 0.55 / 72) / width, (len(rows) * SIZE * 1.55 + 8) / 72 / height)
    texts = [child for child in axes.texts if child.get_text()]
    taken, weights = _taken(axes, picture, texts)
    corner, covered = free_corner(taken, size, weights)
    below = own and (covered > _MOST_COVERED or size[0] > _MAX_KEY_WIDTH)
    packed = VPacker(children=rows, pad=0, sep=3, align="left")
    place: dict[str, Any] = {"loc": corner}
    if below:
        place = {"loc": "upper left", "bbox_to_anchor": (0, 0), "bbox_transform": _below_axis(axes)}
        width_inches, height_inches = axes.figure.get_size_inches()
        axes.figure.set_size_inches(width_inches, height_inches + size[1] * height + 0.2)
        axes.set_anchor("N")
    box = AnchoredOffsetbox(**place, child=packed, pad=0.4, borderpad=0.4 if not below else 0, frameon=True)
    box.patch.set(facecolor="white", edgecolor="none", alpha=0.8)
    box.set_zorder(4.5)
    axes.add_artist(box)


def _taken(
    axes: Axes, picture: Picture, texts: Sequence[Any]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What a key should not cover: points of lines, bands, marks and texts, with their weights."""
    own = [line for line in picture.lines if line.system is not None]
    others = [line for line in picture.lines if line.system is None]
    edges = [
        Line(area.x, edge, system=area.system) for area in picture.areas for edge in (area.low, area.high)
    ]
    systems = _system_points(axes, replace(picture, lines=(*own, *edges)))
    references = _system_points(axes, replace(picture, lines=tuple(others)))
    marks = [_in_axes(axes, mark.x, mark.y) for mark in picture.marks]
    placed = [np.atleast_2d(t.get_position() if t.xyann is None else t.xyann) for t in texts]
    placed = [x + np.array([dx, 0.0]) for x in placed for dx in (0.0, 0.1, 0.2)]
    heavy = np.concatenate([systems, *marks, *placed])
    weights = np.concatenate([np.full(len(heavy), _WEIGHT_OF_SYSTEMS), np.ones(len(references))])
    return np.concatenate([heavy, references]), weights


def _below_axis(axes: Axes) -> Transform:
    """Where the plot begins, moved down by the height of the ticks and the title of the axis."""
    from matplotlib.transforms import ScaledTranslation

    return axes.transAxes + ScaledTranslation(-0.08, -0.5, axes.figure.dpi_scale_trans)


def _draw_ends(axes: Axes, picture: Picture, unplaced: Sequence[Line], *, own: bool) -> None:
    """Names at the right ends of lines, moved apart; in a corner if they would be too many."""
    lines = _keyed(picture.lines)
    _, height = _inches(axes)
    row = SIZE * 1.35 / 72 / height
    ends = []
    for line in lines:
        points = _in_axes(axes, line.x, line.y)
        points = points[np.isfinite(points).all(axis=1)]
        ends.append(float(np.clip(points[-1, 1], 0, 1)) if len(points) else math.nan)
    if crowded(ends, row) or any(map(math.isnan, ends)):
        _draw_key(axes, picture, unplaced, own=own)
        return
    for line, y in zip(lines, end_rows(ends, row), strict=True):
        text = "  ".join(part for part in (short(line.name), line.note) if part)
        axes.annotate(
            text, (1, y), xycoords="axes fraction", xytext=(6, 0), textcoords="offset points",
            ha="left", va="center", fontsize=SIZE, color=colour_of(line.system), **text_style(),
        )  # fmt: skip
