"""Draw a heat map with matplotlib: shares or coefficients as coloured cells; what is undefined is hatched."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import shortened
from abovechance.plots.key import say_below, title_above
from abovechance.plots.measured import inches
from abovechance.plots.style import SIZE, SMALL, new_axes, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from abovechance.pictures.picture import HeatMap

_POSITIVE, _NEGATIVE = "#00508f", "#a33c00"
_UNDEFINED = "#f3f1ee"  # under the hatching; what is merely empty has the colour of the page
_DARK_SHARE = 0.6  # of the way to the end of the scale, colours are dark, so that white is read on them
_FAINT = 0.4  # how much colour is left to cells that rest on few items
_LONGEST_NAME = 22
_MOST_NAMES = 60
_CELL_INCHES, _LEAST_INCHES, _MOST_INCHES = 0.6, 1.9, 10.0
_SMALL_CELL_INCHES, _MOST_LARGE_CELLS = 0.3, 15
_SMALLEST_TEXT = 6.0


def draw_heat_map(heat_map: HeatMap, ax: Axes | None = None) -> Axes:
    """Draw a heat map on axes, new ones if none are given."""
    rows, columns = heat_map.values.shape
    names = [shortened(side, _LONGEST_NAME) for side in (heat_map.rows, heat_map.columns)]
    texts = max((inches(text) for row in heat_map.texts for text in row), default=0.0)
    cell = _CELL_INCHES if max(rows, columns) <= _MOST_LARGE_CELLS else _SMALL_CELL_INCHES
    across = min(max(max(cell, 0.16 + texts) * columns, _LEAST_INCHES), _MOST_INCHES)
    up = min(max(cell * rows, _LEAST_INCHES), _MOST_INCHES)
    beside, under = (max(map(inches, side), default=0.0) for side in names)
    # Names that are wider than their column are turned by 45°, where they are some 0.7 times as high as long.
    turned = under > across / columns - 0.05
    under = 0.72 * under if turned else 0.2
    size = (across + beside + 1.9, up + under + 1.25)
    axes = new_axes(size) if ax is None else ax
    low = heat_map.low
    values = np.ma.masked_invalid(heat_map.values)
    alpha = 1.0 if heat_map.faint is None else np.where(heat_map.faint, _FAINT, 1.0)
    reach = max(-low, heat_map.high)
    # White has to stand for 0, in the middle of a scale of two sides.
    limits = (-reach, reach) if low < 0 else (low, heat_map.high)
    image = axes.imshow(
        values, cmap=_colours(two_sided=low < 0), vmin=limits[0], vmax=limits[1], alpha=alpha,
        aspect="equal" if across / columns <= cell + 1e-9 or rows == columns else "auto",
    )  # fmt: skip
    _hatch(axes, heat_map)
    _name_cells(axes, names, turned=turned)
    if any(text for row in heat_map.texts for text in row):
        _write(axes, heat_map, limits, size=min(SIZE, SIZE * (across / columns - 0.04) / max(texts, 0.01)))
    _draw_scale(axes, image, heat_map, limits)
    title_above(axes, heat_map.title, heat_map.column_title, heat_map.row_title, own=ax is None)
    say_below(axes, heat_map.notes, own=ax is None)
    return axes


@cache
def _colours(*, two_sided: bool) -> Colormap:
    from matplotlib.colors import LinearSegmentedColormap

    # Cells without a value are clear: they are hatched, or stay empty.
    ends = (_NEGATIVE, "#ffffff", _POSITIVE) if two_sided else ("#ffffff", _POSITIVE)
    return LinearSegmentedColormap.from_list("abovechance", ends).with_extremes(bad=(0, 0, 0, 0))


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
                cells, facecolor=_UNDEFINED, edgecolor="0.72", hatch="////", linewidth=0, match_original=False
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


def _write(axes: Axes, heat_map: HeatMap, limits: tuple[float, float], *, size: float) -> None:
    """The texts of cells, unless they would be too small to be read."""
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
