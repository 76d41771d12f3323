"""The picture of a result, by its kind: what ``Result.plot`` draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.inference.datasets.compare import DatasetComparison
from abovechance.pictures.results import picture_of
from abovechance.plots.critical_difference import critical_difference_diagram
from abovechance.plots.draw import draw_any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from abovechance.core.result import Result


def plot(result: Result, ax: Axes | None = None, picture: str | None = None) -> Axes:
    """Draw a picture of a result on axes of Matplotlib, new ones if none are given, and return them."""
    if isinstance(result, DatasetComparison) and picture is None:
        return critical_difference_diagram(result, ax)
    return draw_any(picture_of(result, picture), ax)
