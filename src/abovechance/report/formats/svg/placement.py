"""Where labels go: beside points and along lines, off other lines and off each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

_STEP = 5.0  # pixels between the points by which lines and texts are known
LABEL_HEIGHT = 14.0  # of a line of a label
_DISTANCES = (13.0, 18.0, 26.0, 40.0, 60.0, 90.0)  # pixels; the handle of a slider covers no letter
_DIRECTIONS = np.deg2rad([35, 0, -35, 70, -70, 110, -110, 145, -145, 180, 90, -90])  # right and below first
_SHARES = np.array([0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.88, 0.12])
TEXT_WEIGHT = 20.0  # to cover a text is so much worse than to cover a point of a line
_RANK_WEIGHT = 0.15
_STEEPEST = 75.0


class Spot(NamedTuple):
    """The middle of a label, its angle in degrees, and how much it covers."""

    x: float
    y: float
    angle: float
    burden: float


class Room:
    """The rectangle of a plot with what is drawn in it already."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.box = (left, top, right, bottom)
        self._points: Points = np.empty((0, 2))
        self._weights: NDArray[np.float64] = np.empty(0)

    def add_line(self, points: Points, weight: float) -> None:
        """Keep labels off a line."""
        self._add(along(points), weight)

    def _add(self, points: Points, weight: float) -> None:
        points = self._inside(points)
        self._points = np.concatenate([self._points, points])
        self._weights = np.concatenate([self._weights, np.full(len(points), weight)])

    def _inside(self, points: Points) -> Points:
        left, top, right, bottom = self.box
        across, up = points.T
        return np.asarray(points[(across >= left) & (across <= right) & (up >= top) & (up <= bottom)])

    def take(self, spot: Spot, width: float, height: float = LABEL_HEIGHT) -> None:
        """Keep other labels off a label."""
        across = np.arange(-width / 2, width / 2 + _STEP, _STEP)
        rows = np.linspace(-height / 2, height / 2, 3 if height == LABEL_HEIGHT else 5)
        u, v = (part.ravel() for part in np.meshgrid(across, rows))
        turn = math.radians(spot.angle)
        x = spot.x + u * math.cos(turn) - v * math.sin(turn)
        self._add(np.column_stack([x, spot.y + u * math.sin(turn) + v * math.cos(turn)]), TEXT_WEIGHT)

    def beside(self, x: float, y: float, width: float, height: float = LABEL_HEIGHT) -> Spot:
        """The best place for a label near a point; the nearer the better."""
        best = Spot(x, y, 0.0, math.inf)
        for i, reach in enumerate(_DISTANCES):
            edge_x, edge_y = x + reach * np.cos(_DIRECTIONS), y + reach * np.sin(_DIRECTIONS)
            # Rounded, as the sine of 180° is not quite 0 in floats, and its sign would move the label.
            centre_y = edge_y + np.round(np.sin(_DIRECTIONS), 9) * (height - LABEL_HEIGHT) / 2
            middles = edge_x + np.sign(np.round(np.cos(_DIRECTIONS), 9)) * width / 2
            rank = (i * len(_DIRECTIONS) + np.arange(len(_DIRECTIONS))) * _RANK_WEIGHT
            length = np.full(len(_DIRECTIONS), max(reach - 12, 0))
            turn = np.degrees(_DIRECTIONS)
            # the line that ties the label to its point goes through no other label and no other point
            tie = self._burdens(
                (edge_x + x) / 2, (edge_y + y) / 2, length, turn, height=3.0, texts_only=True
            )  # fmt: skip
            spot = self._best((middles, centre_y), np.zeros(len(rank)), (width, height), rank + tie)
            best = spot if spot.burden < best.burden else best
            if best.burden < (i + 1) * len(_DIRECTIONS) * _RANK_WEIGHT:
                break  # none that is farther away is better
        return best

    def along_line(self, points: Points, width: float) -> Spot | None:
        """The best place for a label just above or below a line, turned with it; none on very short lines."""
        line = self._inside(along(points))
        if len(line) < 2:
            return None
        way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
        if way[-1] < width:
            return None
        at = np.repeat(_SHARES * way[-1], 2)
        ends = [
            np.stack([np.interp(at + d, way, line[:, i]) for i in (0, 1)]) for d in (-width / 2, width / 2)
        ]
        (dx, dy), middle = ends[1] - ends[0], (ends[0] + ends[1]) / 2
        angle = np.degrees(np.arctan2(dy, dx))
        # No text stands on its head.
        angle = np.where(angle > 90, angle - 180, np.where(angle < -90, angle + 180, angle))
        side = np.tile([-1.0, 1.0], len(_SHARES)) * (LABEL_HEIGHT / 2 + 2)  # above, then below
        turn = np.deg2rad(angle)
        rank = np.arange(len(at)) * _RANK_WEIGHT + 50.0 * (np.abs(angle) > _STEEPEST)
        places = (middle[0] - side * np.sin(turn), middle[1] + side * np.cos(turn))
        return self._best(places, angle, (width, LABEL_HEIGHT), rank)

    def _best(
        self, places: tuple[Points, Points], angle: Points, size: tuple[float, float], more: Points
    ) -> Spot:
        (x, y), (width, height) = places, size
        burdens = (
            self._burdens(x, y, np.full(len(x), width + 4), angle, height)
            + more
            + self._outside(x, y, angle, size)
        )
        i = int(np.argmin(burdens))
        left, top, right, bottom = self.box
        reach = abs(math.cos(math.radians(angle[i]))) * width / 2
        middle = min(max(float(x[i]), left + reach), max(right - reach, left + reach))
        return Spot(
            middle,
            min(max(float(y[i]), top + height / 2), bottom - height / 2),
            float(angle[i]),
            float(burdens[i]),
        )

    def _outside(self, x: Points, y: Points, angle: Points, size: tuple[float, float]) -> Points:
        width, height = size
        left, top, right, bottom = self.box
        turn = np.deg2rad(angle)
        half = np.abs(np.cos(turn)) * width / 2
        rise = np.abs(np.sin(turn)) * width / 2 + height / 2
        out = np.maximum.reduce(
            [left - x + half, x + half - right, top - y + rise, y + rise - bottom, np.zeros(len(x))]
        )
        # To leave the plot is as bad as to cover several points of text, and worse the farther out.
        return np.asarray(100.0 * (out > 0) + out)

    def _burdens(
        self, x: Points, y: Points, width: Points, angle: Points, height: float, *, texts_only: bool = False
    ) -> Points:
        """The weights of the points that each of several turned boxes covers."""
        known = self._weights >= TEXT_WEIGHT if texts_only else slice(None)
        points, weights = self._points[known], self._weights[known]
        dx, dy = points[:, 0] - x[:, None], points[:, 1] - y[:, None]
        turn = np.deg2rad(angle)[:, None]
        u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        inside = (np.abs(u) < width[:, None] / 2) & (np.abs(v) < height / 2)
        return np.asarray(inside @ weights)


def along(points: Points) -> Points:
    """Points close together on a line that may have gaps."""
    starts, ends = points[:-1], points[1:]
    whole = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[whole], ends[whole]
    pieces = np.minimum(np.hypot(*(ends - starts).T) // _STEP + 1, 500).astype(int)
    which = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / pieces[which]
    found = starts[which] + share[:, None] * (ends - starts)[which]
    return np.asarray(found)


def apart(heights: list[float], row: float, low: float, high: float) -> list[float] | None:
    """Heights at least a row apart, each as near to the given one as may be; None where they are too many."""
    if len(heights) * row > high - low:
        return None
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [0.0] * len(heights)
    # From the low end each is pushed off the one before; then back, what was pushed beyond the high end.
    last = -math.inf
    for i in order:
        last = max(heights[i], last + row, low)
        found[i] = last
    last = high + row
    for i in reversed(order):
        last = min(found[i], last - row)
        found[i] = last
    return found
