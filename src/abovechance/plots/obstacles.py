"""What text should not cover: points along lines, in bands, and where other text stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from abovechance.pictures.picture import Area, Line, Mark, Picture

    Points = NDArray[np.float64]

_STEP_IN_INCHES = 0.03  # between points along a line, less than any letter is wide
_MOST_POINTS = 4000
_MARGIN = 0.02  # lines at the edge of the plot stand a little beyond it
_ACROSS_BAND = np.linspace(0, 1, 6)
_TURNS = np.linspace(0, 2 * np.pi, 9)
_RING = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_DISC = np.concatenate([0 * _RING, 0.03 * _RING, 0.06 * _RING])
"""Points within a mark, in inches around its middle."""
NONE: Points = np.empty((0, 2))


def inches_of(axes: Any) -> tuple[float, float]:
    """The width and the height of the plot."""
    box = axes.get_position()
    width, height = axes.figure.get_size_inches()
    # Never 0, as lengths are divided by it.
    return max(box.width * width, 0.5), max(box.height * height, 0.5)


def in_axes(axes: Axes, x: ArrayLike, y: ArrayLike) -> Points:
    """Points as shares of the width and height of the plot."""
    shown = axes.transData.transform(np.column_stack([np.atleast_1d(x), np.atleast_1d(y)]))
    return np.asarray(axes.transAxes.inverted().transform(shown))


def along(axes: Axes, x: ArrayLike, y: ArrayLike) -> Points:
    """Points close together along a line, those that are on the plot."""
    points = in_axes(axes, x, y)
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) > 1:
        steps = np.hypot(*(np.diff(points, axis=0) * inches_of(axes)).T)
        way = np.concatenate(([0], np.cumsum(steps)))
        number = int(min(way[-1] / _STEP_IN_INCHES + 2, _MOST_POINTS))
        at = np.linspace(0, way[-1], number)
        points = np.column_stack([np.interp(at, way, points[:, i]) for i in (0, 1)])
    return points[(np.abs(points - 0.5) <= 0.5 + _MARGIN).all(axis=1)]


def of_lines(axes: Axes, lines: Iterable[Line]) -> Points:
    """Points along lines."""
    return np.concatenate([NONE, *(along(axes, line.x, line.y) for line in lines)])


def of_areas(axes: Axes, areas: Iterable[Area]) -> Points:
    """Points within bands."""
    found = [
        along(axes, area.x, np.asarray(area.low) + share * (np.asarray(area.high) - np.asarray(area.low)))
        for area in areas
        for share in _ACROSS_BAND
    ]
    return np.concatenate([NONE, *found])


def of_marks(axes: Axes, marks: Iterable[Mark]) -> Points:
    """Marks, and points along their bars."""
    found = [NONE]
    for mark in marks:
        found.append(in_axes(axes, mark.x, mark.y) + _DISC / inches_of(axes))
        found += [along(axes, x, y) for x, y in bars(mark)]
    return np.concatenate(found)


def bars(mark: Mark) -> list[tuple[list[float], list[float]]]:
    """The intervals of a mark up and across, those that it has, as lines."""
    found = []
    if mark.low is not None and mark.high is not None:
        found.append(([mark.x, mark.x], [mark.low, mark.high]))
    if mark.left is not None and mark.right is not None:
        found.append(([mark.left, mark.right], [mark.y, mark.y]))
    return found


def of_systems(axes: Axes, picture: Picture) -> Points:
    """What is drawn of systems, as lines and marks."""
    own = [line for line in picture.lines if line.system is not None]
    return np.concatenate([of_lines(axes, own), of_marks(axes, picture.marks)])


def of_references(axes: Axes, picture: Picture) -> Points:
    """Lines of no system."""
    return of_lines(axes, [line for line in picture.lines if line.system is None])
