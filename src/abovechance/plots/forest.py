"""Draw a forest with matplotlib: values with their intervals beneath each other, named and in numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.core.text import number
from abovechance.plots.key import say_below, title_above
from abovechance.plots.measured import fitted, inches, short
from abovechance.plots.style import (
    GREY,
    SIZE,
    SMALL,
    colour_of,
    new_axes,
    plain_frame,
    text_style,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from abovechance.pictures.picture import Forest, ForestRow

_ROW_INCHES = 0.28
_WIDTH, _FIXED_HEIGHT = 6.8, 1.0
_LONGEST_NOTE = 40
_WIDEST_HEADING = 2.4  # inches
_PAD = 4  # points between names and the plot
_INDENT = "   "
_ARROW_INSET = 0.01  # how far inside the ends of the axis an arrow stands, as a share of its width


def draw_forest(forest: Forest, ax: Axes | None = None) -> Axes:
    """Draw a forest on axes, new ones if none are given."""
    places = _places(forest)
    depth = max(places, default=0) + 1
    height = _FIXED_HEIGHT + _ROW_INCHES * depth + 0.2 * bool(forest.x.title)
    axes = new_axes((_WIDTH, height)) if ax is None else ax
    plain_frame(axes)
    axes.grid(visible=False, axis="y")
    for row, y in zip(forest.rows, places, strict=True):
        _draw_row(axes, row, y)
    _draw_limits(axes, forest, depth)
    _draw_reference(axes, forest)
    _name_rows(axes, forest, places)
    across = forest.x.title if forest.x.title != forest.title else ""
    named = forest.reference is not None and bool(forest.reference_name)
    title_above(axes, forest.title, across, own=ax is None, pad=20 if named else 8)
    say_below(axes, _said_below(forest), own=ax is None)
    return axes


def _places(forest: Forest) -> list[float]:
    """The line of each row; a heading has one of its own before its first row."""
    places, at = [], -1
    for row in forest.rows:
        at += 2 if row.heading else 1
        places.append(float(at))
    return places


def _said_below(forest: Forest) -> list[str]:
    """What marks mean, and the notes."""
    marked = any(row.chance is not None for row in forest.rows)
    told = any(x.startswith("mark across") for x in forest.notes)
    return [*([f"mark across: {forest.mark_name}"] if marked and not told else []), *forest.notes]


def _draw_row(axes: Axes, row: ForestRow, y: float) -> None:
    colour = colour_of(row.system)
    if not (math.isnan(row.low) or math.isnan(row.high)):
        axes.plot(
            [row.low, row.high], [y, y], color=colour, linewidth=1.8, solid_capstyle="butt", zorder=2,
            alpha=0.75,
        )  # fmt: skip
        for bound in (row.low, row.high):
            axes.plot([bound, bound], [y - 0.17, y + 0.17], color=colour, linewidth=1.4, alpha=0.75, zorder=2)
    if row.chance is not None:
        axes.plot([row.chance] * 2, [y - 0.34, y + 0.34], color="0.15", linewidth=1.4, zorder=2.5)
    axes.plot(
        [row.value], [y], marker="o", markersize=6, color=colour, markeredgecolor="white",
        markeredgewidth=1.0, linestyle="none", zorder=3, clip_on=True,
    )  # fmt: skip


def _draw_limits(axes: Any, forest: Forest, depth: float) -> None:
    low, high = forest.x.low, forest.x.high
    axes.autoscale_view()
    if low is not None and high is not None:
        room = 0.025 * (high - low)
        axes.set_xlim(low - room, high + room)
    # Downwards, so that the first row is at the top.
    axes.set_ylim(depth - 0.4, -0.7)
    if forest.x.kind == "count":
        axes.xaxis.get_major_locator().set_params(integer=True)
    left, right = axes.get_xlim()
    for row, y in zip(forest.rows, _places(forest), strict=True):
        for is_beyond, sign, share in (
            (row.low < left, "<", _ARROW_INSET),
            (row.high > right, ">", 1 - _ARROW_INSET),
        ):
            if is_beyond:
                axes.plot(
                    [left + share * (right - left)], [y], marker=sign, markersize=5,
                    color=colour_of(row.system), linestyle="none", zorder=3,
                )  # fmt: skip


def _draw_reference(axes: Axes, forest: Forest) -> None:
    for border in forest.borders:
        axes.axvline(border, color=GREY, linewidth=1.1, linestyle=(0, (1, 2)), zorder=1)
    if forest.reference is None:
        return
    left, right = axes.get_xlim()
    if not left <= forest.reference <= right:
        return
    axes.axvline(forest.reference, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
    if forest.reference_name:
        share = (forest.reference - left) / (right - left)
        # Near an end of the axis the text stands on the inner side.
        side = "left" if share < 0.1 else "right" if share > 0.9 else "center"
        axes.annotate(
            forest.reference_name, (forest.reference, 1), xycoords=axes.get_xaxis_transform(),
            xytext=(0, 2), textcoords="offset points", ha=side, va="bottom", fontsize=SMALL, color=GREY,
            annotation_clip=False, **text_style(),
        )  # fmt: skip


def _name_rows(axes: Any, forest: Forest, places: list[float]) -> None:
    """Names on the left, numbers on the right, and headings in lines of their own."""
    heads = [(y - 1, row.heading) for row, y in zip(forest.rows, places, strict=True) if row.heading]
    names = [(_INDENT if heads else "") + short(row.name) for row in forest.rows]
    axes.set_yticks(places, names, fontsize=SIZE, **text_style())
    axes.tick_params(axis="y", length=0, labelcolor="0.15")
    axes.spines["left"].set_visible(False)
    if heads:
        _head(axes, heads, max(map(inches, names)))
    for row, y in zip(forest.rows, places, strict=True):
        axes.annotate(
            short(row_text(row), _LONGEST_NOTE), (1, y), xycoords=axes.get_yaxis_transform(), xytext=(6, 0),
            textcoords="offset points", ha="left", va="center", fontsize=SMALL, color="0.15",
            annotation_clip=False, **text_style(),
        )  # fmt: skip


def _head(axes: Any, heads: list[tuple[float, str]], names: float) -> None:
    """Headings above the names, which stand flush with them, so that no heading is written over the plot."""
    texts = [(y, fitted(heading, _WIDEST_HEADING, SIZE, "bold")) for y, heading in heads]
    # 72 points to an inch, in which pads are given.
    wide = 72 * max(names, *(inches(text, SIZE, "bold") for _, text in texts)) + _PAD
    axes.tick_params(axis="y", pad=wide)
    for label in axes.get_yticklabels():
        label.set_ha("left")
    for y, text in texts:
        axes.annotate(
            text, (0, y), xycoords=axes.get_yaxis_transform(), xytext=(-wide, 0), textcoords="offset points",
            ha="left", va="center", fontsize=SIZE, color="0.15", annotation_clip=False,
            **text_style(fontweight="bold"),
        )  # fmt: skip


def row_text(row: ForestRow) -> str:
    """The number at the end of a row: its own note, or the value with its interval."""
    if row.note:
        return row.note
    if math.isnan(row.value):
        return "undefined"
    known = not (math.isnan(row.low) or math.isnan(row.high))
    interval = f" [{number(row.low, 2)}, {number(row.high, 2)}]" if known else ""
    return f"{number(row.value, 2)}{interval}".replace("-", "−")
