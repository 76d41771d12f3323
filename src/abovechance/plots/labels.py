"""Texts in a plot: along reference lines, and beside points; those without room are left to the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import visible
from abovechance.plots.measured import inches, short
from abovechance.plots.obstacles import NONE, along, in_axes, inches_of, of_lines, of_references, of_systems
from abovechance.plots.style import SMALL, colour_of, text_style
from abovechance.plots.text_placement import Place, along_line, box_points, spots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from abovechance.pictures.picture import Line, Mark, Picture
    from abovechance.plots.obstacles import Points

_WIDEST = 0.8  # a text beside a point that is wider, as a share of the plot, stands in the key
_MOST_LETTERS_OF_NUMBERS = 6  # so short texts stand at their points, whatever they cover


def draw_labels(axes: Axes, picture: Picture) -> tuple[Points, list[Line]]:
    """Texts along reference lines: points where they stand, and the lines that the key is to name.

    The value of a dotted line that has no room is left out: others beside it tell it.
    """
    size = inches_of(axes)
    systems, written, left = of_systems(axes, picture), NONE, []
    for line in picture.lines:
        points = along(axes, line.x, line.y) if line.label else NONE
        if len(points) < 2:
            continue
        text = short(line.label)
        width = inches(text, SMALL)
        others = of_lines(axes, [x for x in picture.lines if x.system is None and x is not line])
        place = along_line(points, width, np.concatenate([systems, written]), others, size)
        if place is None or place.covered:
            left += [line] if line.stroke == "dashed" else []
            continue
        axes.annotate(
            text, (place.x, place.y), xycoords="axes fraction", ha="center", va="center",
            rotation=place.angle, rotation_mode="anchor", fontsize=SMALL, color=colour_of(line.system),
            zorder=4, path_effects=_halo(), **text_style(),
        )  # fmt: skip
        written = np.concatenate([written, box_points(place, width, size)])
    return written, left


def _halo() -> list[Any]:
    """A thin white rim by which text is read on lines and bands without a box that would hide them."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground="white")]


def draw_mark_texts(axes: Axes, picture: Picture, written: Points, *, own: bool) -> tuple[Points, list[Mark]]:
    """Texts beside points: points where they stand; or the marks that the key is to explain, all or none.

    On axes that are not ours the key can cover the plot, so that texts stand beside their points.
    """
    marks = picture.marks
    if not any(mark.text for mark in marks):
        return NONE, []
    size = inches_of(axes)
    at = [in_axes(axes, m.x, m.y)[0] for m in marks]
    texts = [visible(mark.text) for mark in marks]
    widths = [inches(text, SMALL) if text else 0.0 for text in texts]
    systems = np.concatenate([of_systems(axes, picture), written])
    places = spots(at, widths, systems, of_references(axes, picture), size)
    if own and any(
        len(text) > _MOST_LETTERS_OF_NUMBERS and (covered or width > _WIDEST * size[0])
        for text, width, (_, covered) in zip(texts, widths, places, strict=True)
    ):
        return NONE, [mark for mark in marks if mark.text]
    stand = [NONE]
    for mark, text, width, point, (place, _) in zip(marks, texts, widths, at, places, strict=True):
        if text:
            _draw_text(axes, mark, width / size[0], point, place)
            middle = Place(place[0] + width / size[0] / 2, place[1], 0.0, 0)
            stand.append(box_points(middle, width, size))
    return np.concatenate(stand), []


def _draw_text(axes: Axes, mark: Mark, across: float, point: Points, place: tuple[float, float]) -> None:
    # The line from the point meets its text where that is nearest.
    share = (point[0] - place[0]) / across
    axes.annotate(
        visible(mark.text), tuple(point), xycoords="axes fraction", xytext=place,
        textcoords="axes fraction", ha="left", va="center", fontsize=SMALL, color=colour_of(mark.system),
        arrowprops={"arrowstyle": "-", "color": colour_of(mark.system), "linewidth": 0.6, "shrinkB": 4,
                    "shrinkA": 1, "alpha": 0.7, "relpos": (min(max(share, 0.0), 1.0), 0.5)},
        zorder=6, path_effects=_halo(), **text_style(),
    )  # fmt: skip
