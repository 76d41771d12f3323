"""Draw a heat map with matplotlib: shares or coefficients as coloured cells; what is undefined is hatched."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import width as text_width
from abovechance.plots.style import (
    SIZE,
    SMALL,
    beneath,
    new_axes,
    short,
    text_style,
    titled,
    wrapped_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from abovechance.pictures.picture import HeatMap

_POSITIVE, _NEGATIVE = "#00508f", "#a33c00"
_DARK_SHARE = 0.6  # of the way to the end of the scale, colours are dark, so that white is read on them
_FAINT = 0.4  # how much colour is left to cells that rest on few items
_LONGEST_NAME = 22
_MOST_NAMES = 60
_CELL_INCHES, _LEAST_INCHES, _MOST_INCHES = 0.6, 1.9, 10.0
_SMALL_CELL_INCHES, _MOST_LARGE_CELLS = 0.3, 15
_LETTER_INCHES = 0.075
_SMALLEST_TEXT = 6.0


def draw_heat_map(heat_map: HeatMap, ax: Axes | None = None) -> Axes:
    """Draw a heat map on axes, new ones if none are given."""
    rows, columns = heat_map.values.shape
    names = [[short(name, _LONGEST_NAME) for name in side] for side in (heat_map.rows, heat_map.columns)]
    texts = max((len(line) for row in heat_map.texts for text in row for line in text.split("\n")), default=0)
    cell = _CELL_INCHES if max(rows, columns) <= _MOST_LARGE_CELLS else _SMALL_CELL_INCHES
    across = min(max(max(cell, 0.16 + _LETTER_INCHES * texts) * columns, _LEAST_INCHES), _MOST_INCHES)
    up = min(max(cell * rows, _LEAST_INCHES), _MOST_INCHES)
    beside, under = (_LETTER_INCHES * max(map(text_width, side), default=0) for side in names)
    turned = max(map(text_width, names[1]), default=0) * _LETTER_INCHES > across / columns - 0.05
    under = 0.72 * under if turned else 0.2
    size = (across + beside + 1.9, up + under + 1.25 + 0.17 * len(heat_map.notes))
    axes = new_axes(size) if ax is None else ax
    low = heat_map.low
    values = np.ma.masked_invalid(heat_map.values)
    alpha = 1.0 if heat_map.faint is None else np.where(heat_map.faint, _FAINT, 1.0)
    reach = max(-low, heat_map.high)
    limits = (-reach, reach) if low < 0 else (low, heat_map.high)
    image = axes.imshow(
        values, cmap=_colours(two_sided=low < 0), vmin=limits[0], vmax=limits[1], alpha=alpha,
        aspect="equal" if across / columns <= cell + 1e-9 or rows == columns else "auto",
    )  # fmt: skip
    _hatch(axes, heat_map)
    _name_cells(axes, names, turned=turned)
    if any(text for row in heat_map.texts for text in row):
        _write(axes, heat_map, limits, cell=across / columns, turned=turned)
    titled(axes, wrapped_title(axes, heat_map.title), heat_map.column_title, heat_map.row_title)
    _draw_scale(axes, image, heat_map, limits)
    beneath(
        axes, list(heat_map.notes), ticks=True,
        under=(under if turned else 0.0) + 0.05, titled=bool(heat_map.column_title),
    )  # fmt: skip
    return axes


@cache
def _colours(*, two_sided: bool) -> Colormap:
    from matplotlib.colors import LinearSegmentedColormap

    ends = (_NEGATIVE, "#ffffff", _POSITIVE) if two_sided else ("#ffffff", _POSITIVE)
    return LinearSegmentedColormap.from_list("abovechance", ends).with_extremes(bad="#f3f1ee")


def _hatch(axes: Axes, heat_map: HeatMap) -> None:
    """Lines through cells that are undefined, in one collection."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    missing = np.isnan(heat_map.values)
    if heat_map.blank_diagonal:
        np.fill_diagonal(missing, val=False)
    undefined = np.argwhere(missing)
    if len(undefined):
        cells = [Rectangle((x - 0.5, y - 0.5), 1, 1) for y, x in undefined.tolist()]
        axes.add_collection(
            PatchCollection(
                cells, facecolor="none", edgecolor="0.72", hatch="////", linewidth=0, match_original=False
            )
        )
    rows, columns = heat_map.values.shape
    if max(rows, columns) <= _MOST_NAMES:  # pale lines between cells, so that white ones are seen
        axes.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
        axes.grid(which="minor", color="0.87", linewidth=0.7)


def _name_cells(axes: Any, names: list[list[str]], *, turned: bool) -> None:
    for axis, labels in ((axes.yaxis, names[0]), (axes.xaxis, names[1])):
        places = range(0, len(labels), math.ceil(len(labels) / _MOST_NAMES))
        axis.set_ticks(list(places), [labels[i] for i in places], fontsize=SIZE, **text_style())
    if turned:
        for text in axes.get_xticklabels():
            text.set(rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(which="both", length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _write(axes: Axes, heat_map: HeatMap, limits: tuple[float, float], *, cell: float, turned: bool) -> None:
    """The texts of cells, as large as they fit."""
    del turned
    longest = max(len(line) for row in heat_map.texts for text in row for line in text.split("\n"))
    size = min(SIZE, SIZE * (cell - 0.04) / max(_LETTER_INCHES * longest, 0.01))
    if size < _SMALLEST_TEXT:
        return
    for (i, j), value in np.ndenumerate(heat_map.values):
        zero = 0.0 if limits[0] < 0 else limits[0]
        share = abs(value - zero) / ((limits[1] - zero) or 1.0)
        pale = heat_map.faint is not None and heat_map.faint[i, j]
        colour = "white" if share > _DARK_SHARE and not pale else "0.15"
        if not heat_map.texts[i][j]:
            continue
        axes.text(
            j, i, heat_map.texts[i][j], ha="center", va="center", fontsize=size, color=colour, **text_style()
        )


def _draw_scale(axes: Any, image: Any, heat_map: HeatMap, limits: tuple[float, float]) -> None:
    """What the colours mean."""
    low, high = limits
    number = max(len(heat_map.scale), 3)
    at = np.linspace(low, high, number)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.75, aspect=14, pad=0.03, ticks=at)
    bar.outline.set_visible(False)
    said = heat_map.scale or tuple(f"{x:g}".replace("-", "−") for x in at)
    bar.ax.set_yticklabels(said, fontsize=SMALL, **text_style())
    bar.ax.tick_params(length=0)
