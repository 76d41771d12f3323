"""Where text goes: free corners, places along lines, and spots beside points.

Places are shares of the plot, which is so many inches wide and high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.plots.style import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Box = tuple[float, float, float, float]

LINE_HEIGHT = SMALL * 1.4 / 72  # inches
_DISTANCES_IN_INCHES = (0.16, 0.26, 0.4, 0.6, 0.9, 1.2, 1.6)
"""How far from a point its text may stand, in inches; the nearest free spot is taken."""
_SHARES_ALONG_A_LINE = np.arange(0.04, 0.97, 0.02)  # where along a line its text may stand, as shares of it
_GAP_IN_INCHES = 0.03  # between a line and the text along it
_BURDEN_OF_SYSTEMS = 50.0  # a text that covers a point of a system is as bad as over so many of other lines
_LEVEL = 0.01  # a line that rises and falls by less, as a share of the plot, is level
_RIGHT_ANGLE = 90
_DIRECTIONS = (-35, 0, 35, -70, 70, -110, 110, -145, 145, 180, -90, 90)
"""Directions in degrees, the best first: below to the right, where a ROC curve leaves room."""


def free_corner(points: NDArray[Any], size: tuple[float, float]) -> tuple[str, int]:
    """The corner whose box of that size covers the fewest points, and how many."""
    width, height = size
    x, y = points[:, 0], points[:, 1]
    covered = {
        f"{up} {side}": int(np.count_nonzero(across & along))
        for up, along in (("lower", y < height), ("upper", y > 1 - height))
        for side, across in (("right", x > 1 - width), ("left", x < width))
    }
    corner = min(covered, key=covered.__getitem__)
    return corner, covered[corner]


@dataclass(frozen=True)
class Place:
    """The middle of a text along a line, its angle in degrees, and how many points of systems it covers."""

    x: float
    y: float
    angle: float
    covered: int


def along_line(
    line: NDArray[Any], width: float, systems: NDArray[Any], others: NDArray[Any], inches: tuple[float, float]
) -> Place | None:
    """Where a text of that width in inches covers least beside a line; above the left end of a level one.

    ``line`` are points close together, which the text does not cover if it can; None if no place has room.
    """
    size = np.array(inches)
    points, dear, cheap = line * size, np.concatenate([systems, line]) * size, others * size
    level = float(np.ptp(line[:, 1])) < _LEVEL
    way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    wanted = min(width / 2 / (way[-1] or 1.0), 1.0) if level else 0.5
    half = np.array([width, LINE_HEIGHT]) / 2
    best, least = None, float("inf")
    # The wanted place first, as of equally good ones the first is kept.
    for share in (wanted, *_SHARES_ALONG_A_LINE):
        ends = [share * way[-1] + sign * width / 2 for sign in (-1, 1)]
        before, after = (np.array([np.interp(x, way, points[:, i]) for i in (0, 1)]) for x in ends)
        at = np.array([np.interp(share * way[-1], way, points[:, i]) for i in (0, 1)])
        angle = np.arctan2(*(after - before)[::-1])
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        # Above a level line; below a rising one, where a ROC curve leaves room.
        for side in (1, -1) if level else (-1, 1):
            middle = at + side * (half[1] + _GAP_IN_INCHES) * turn[1]
            corners = middle + np.array([[a, b] for a in (-1, 1) for b in (-1, 1)]) * half @ turn
            if (corners < 0).any() or (corners > size).any():
                continue
            covered = _within(dear, middle, turn, half)
            burden = _BURDEN_OF_SYSTEMS * covered + _within(cheap, middle, turn, half)
            burden += abs(share - wanted) + (side != (1 if level else -1))
            if burden < least:
                x, y = middle / size
                best, least = Place(float(x), float(y), float(np.rad2deg(angle)), covered), burden
    return best


def _within(points: NDArray[Any], middle: NDArray[Any], turn: NDArray[Any], half: NDArray[Any]) -> int:
    """How many points are in a turned box."""
    return int(np.count_nonzero((np.abs((points - middle) @ turn.T) < half).all(axis=1)))


def box_points(place: Place, width: float, inches: tuple[float, float]) -> NDArray[Any]:
    """Points close together where a text along a line stands, so that no other text covers it."""
    angle = np.deg2rad(place.angle)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 40), np.linspace(-0.5, 0.5, 5)), axis=-1)
    return (grid.reshape(-1, 2) * (width, LINE_HEIGHT)) @ turn / inches + (place.x, place.y)


def spots(
    points: Sequence[Any],
    widths: Sequence[float],
    systems: NDArray[Any],
    others: NDArray[Any],
    inches: tuple[float, float],
) -> list[tuple[tuple[float, float], int]]:
    """For each point the left middle of its text of so many inches, and how much of systems that covers.

    Spots near the point are tried in turn; one that leaves the plot or covers another text is not taken, and
    of the others the one that covers the fewest points of the lines. A text without width needs no spot.
    """
    width, height = inches
    # The points themselves, on which no text may stand.
    taken: list[Box] = [(x - 0.02, y - 0.02, x + 0.02, y + 0.02) for x, y in points]
    up = LINE_HEIGHT / height
    places = []
    for (x, y), wide in zip(points, widths, strict=True):
        if not wide:
            places.append(((x, y), 0))
            continue
        across = wide / width
        # Where no spot is free, beside the point, and counted as worse than any.
        best, least, covers = (min(x + 0.04, 1 - across), y - up), float("inf"), len(systems) + 1
        for rank, (left, middle) in enumerate(_candidates(x, y, across, inches)):
            box = (left, middle - up / 2, left + across, middle + up / 2)
            if min(box) < 0 or max(box) > 1 or any(_overlap(box, other) for other in taken):
                continue
            tie = _tie(x, y, box)
            # A tie begins in the box of its own point, which does not count.
            if any(_crosses(tie, other) for other in taken if not other[0] < x < other[2]):
                continue
            covered = _inside(systems, box)
            burden = _BURDEN_OF_SYSTEMS * covered + 3 * _inside(others, box) + rank
            if burden < least:
                best, least, covers = (left, middle), burden, covered
        taken.append((best[0], best[1] - up / 2, best[0] + across, best[1] + up / 2))
        systems = np.concatenate([systems, _tie(x, y, taken[-1])])  # no later text covers the line to this
        places.append((best, covers))
    return places


def _inside(points: NDArray[Any], box: Box) -> int:
    x, y = points.T
    return int(np.count_nonzero((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])))


def _tie(x: float, y: float, box: Box) -> NDArray[Any]:
    """Points along the line from a point to the nearest edge of its text."""
    end = (min(max(x, box[0]), box[2]), (box[1] + box[3]) / 2)
    share = np.linspace(0.1, 1.0, 12)
    return np.column_stack([x + share * (end[0] - x), y + share * (end[1] - y)])


def _crosses(points: NDArray[Any], box: Box) -> bool:
    return _inside(points, box) > 0


def _candidates(
    x: float, y: float, across: float, inches: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    for reach in _DISTANCES_IN_INCHES:
        for degrees in _DIRECTIONS:
            turn = np.deg2rad(degrees)
            left = x + reach * np.cos(turn) / inches[0]
            yield (
                (left - across if abs(degrees) > _RIGHT_ANGLE else left),
                y + reach * np.sin(turn) / inches[1],
            )


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
