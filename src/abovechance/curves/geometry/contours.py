"""Lines of equal value of any function on the unit square: marching squares with exact roots on the grid."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Line = tuple[Floats, Floats]
    Surface = Callable[[Floats, Floats], Floats]

_INSET = 1e-9
"""Measures are undefined in corners of the square, so the grid begins this far from its sides."""
_HALVINGS = 50
_JUMP = 1e-6
"""A function that differs from the level by more than this, on either side of a root, jumps over it."""


class Grid:
    """A function evaluated once on a grid, to draw any number of levels from."""

    def __init__(self, surface: Surface, resolution: int) -> None:
        """Evaluate the function; one side has a cell more, so that the diagonal misses the inner nodes."""
        self.surface = surface
        self.x = np.clip(np.linspace(0, 1, resolution + 1), _INSET, 1 - _INSET)
        self.y = np.clip(np.linspace(0, 1, resolution + 2), _INSET, 1 - _INSET)
        self.values = surface(*np.meshgrid(self.x, self.y))

    def level(self, value: float) -> list[Line]:
        """The polylines along which the function has a value."""
        points = self._roots(value)
        links = self._links(value, points)
        return [_line(chain, points) for chain in _chains(links)]

    def _roots(self, value: float) -> dict[tuple[int, int, int], tuple[float, float]]:
        """The points on grid lines, by direction, row and column of the node to their left or below."""
        above = self.values >= value
        known = ~np.isnan(self.values)
        points = {}
        for direction, (down, right) in enumerate(((0, 1), (1, 0))):
            near = np.s_[: above.shape[0] - down, : above.shape[1] - right]
            far = np.s_[down:, right:]
            crossed = (above[near] != above[far]) & known[near] & known[far]
            rows, columns = np.nonzero(crossed)
            begin = np.stack((self.x[columns], self.y[rows]))
            end = np.stack((self.x[columns + right], self.y[rows + down]))
            found, is_root = self._halved(begin, end, above[rows, columns], value)
            for i in np.flatnonzero(is_root):
                points[direction, int(rows[i]), int(columns[i])] = (float(found[0, i]), float(found[1, i]))
        return points

    def _halved(
        self, begin: Floats, end: Floats, begins_above: NDArray[np.bool_], value: float
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """The roots between pairs of points, and whether they are roots and not jumps."""
        for _ in range(_HALVINGS):
            middle = (begin + end) / 2
            same = (self.surface(*middle) >= value) == begins_above
            begin, end = np.where(same, middle, begin), np.where(same, end, middle)
        off = np.maximum(abs(self.surface(*begin) - value), abs(self.surface(*end) - value))
        return (begin + end) / 2, off <= _JUMP * max(1.0, abs(value))

    def _links(self, value: float, points: dict[tuple[int, int, int], Any]) -> dict[Any, list[Any]]:
        """Which points follow each other, cell by cell."""
        links: dict[Any, list[Any]] = defaultdict(list)
        for row, column in {cell for edge in points for cell in _cells(edge)}:
            below, left = (0, row, column), (1, row, column)
            sides = [below, (1, row, column + 1), (0, row + 1, column), left]
            met = [side for side in sides if side in points]
            if len(met) == len(sides):
                met = self._saddle(value, row, column, sides)
            for one, other in zip(met[::2], met[1::2], strict=False):
                links[one].append(other)
                links[other].append(one)
        return links

    def _saddle(self, value: float, row: int, column: int, sides: list[Any]) -> list[Any]:
        """The four sides of a cell in pairs, by the height of its saddle (Nielson & Hamann 1991)."""
        (low_left, low_right), (top_left, top_right) = self.values[row : row + 2, column : column + 2]
        with np.errstate(invalid="ignore"):
            height = low_left * top_right - low_right * top_left
            height /= low_left + top_right - low_right - top_left
        below, right, top, left = sides
        joined = (height >= value) == (low_left >= value)
        return [below, right, top, left] if joined else [below, left, right, top]


def _cells(edge: tuple[int, int, int]) -> list[tuple[int, int]]:
    """The cells on both sides of a grid line."""
    direction, row, column = edge
    return [(row, column), (row - 1, column) if direction == 0 else (row, column - 1)]


def _chains(links: dict[Any, list[Any]]) -> list[list[Any]]:
    """Points that follow each other, from an end if there is one."""
    ends = [point for point, others in links.items() if len(others) == 1]
    left = dict.fromkeys([*ends, *links])
    chains = []
    while left:
        point = next(iter(left))
        chain = [point]
        del left[point]
        while following := [other for other in links[chain[-1]] if other in left]:
            chain.append(following[0])
            del left[following[0]]
        if len(chain) > 2 and chain[0] in links[chain[-1]]:
            chain.append(chain[0])
        chains.append(chain)
    return chains


def _line(chain: list[Any], points: dict[tuple[int, int, int], tuple[float, float]]) -> Line:
    x, y = np.array([points[key] for key in chain]).T
    return (x, y) if (x[0], y[0]) <= (x[-1], y[-1]) else (x[::-1], y[::-1])
