"""Pictures as SVG for pages, with the colours of ``svg.css``: no style attribute and no script."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from abovechance.pictures.picture import Forest, HeatMap
from abovechance.report.formats.svg.forest import forest_svg
from abovechance.report.formats.svg.heat_map import heat_map_svg
from abovechance.report.formats.svg.lines import picture_svg

if TYPE_CHECKING:
    from abovechance.pictures.picture import AnyPicture

__all__ = ["stylesheet", "to_svg"]


def to_svg(picture: AnyPicture, ident: str = "", most: float = math.inf) -> str:
    """A picture as one ``<svg>`` element, as wide as what contains it; ``ident`` becomes its id.

    It is scaled to what contains it, with its letters: so a narrow page says as ``most`` how many pixels
    there are, and lines and forests are laid out for these.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.pictures.picture import Line, Picture, Scale
    >>> line = Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), "chance", stroke="dashed")
    >>> to_svg(Picture("ROC", Scale("Fallout"), Scale("Recall"), (line,)))[:37]
    '<svg class="ac-chart ac-wide" role="i'
    """
    if isinstance(picture, Forest):
        return forest_svg(picture, ident, most)
    if isinstance(picture, HeatMap):
        return heat_map_svg(picture, ident)
    return picture_svg(picture, ident, most)


@cache
def stylesheet() -> str:
    """The style sheet that pages with pictures include once."""
    return (files(__name__) / "svg.css").read_text(encoding="utf-8")
