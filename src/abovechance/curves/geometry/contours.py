"""Lines of equal value: straight ones and those of a formula, or found on a grid."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.measures.facts import Isometric

    Floats = NDArray[np.float64]
    Line = tuple[Floats, Floats]
    Surface = Callable[[Floats, Floats], Floats]
    Ratio = tuple[Floats, Floats]
    Edge = tuple[int, int, int]
    Point = tuple[float, float]


# Measures are undefined in corners of the square, so the grid begins this far from its sides.
_GRID_INSET = 1e-9
_MOST_STEPS = 60
_FLAT = 1e-12  # of the values: what differs by less is the same but for the last digits
_ROOT_TOLERANCE = 2.0**-50  # of a root, as a share of the side of a cell
_JUMP_TOLERANCE = 1e-6
"""A function that differs from the level by more than this, on either side of a root, jumps over it."""


class Grid:
    """A function evaluated once on a grid, to draw any number of levels from."""

    def __init__(self, surface: Surface, resolution: int) -> None:
        """Evaluate the function; one side has a cell more, so that the diagonal misses the inner nodes."""
        self.surface = surface
        self.x = np.clip(np.linspace(0, 1, resolution + 1), _GRID_INSET, 1 - _GRID_INSET)
        self.y = np.clip(np.linspace(0, 1, resolution + 2), _GRID_INSET, 1 - _GRID_INSET)
        self.values = surface(*np.meshgrid(self.x, self.y))

    @property
    def is_flat(self) -> bool:
        """Whether the function has one value everywhere: then it has no lines, but for noise."""
        finite = self.values[np.isfinite(self.values)]
        return bool(len(finite)) and np.ptp(finite) <= _FLAT * np.abs(finite).max()

    def level(self, value: float) -> list[Line]:
        """The polylines along which the function has a value."""
        return self.levels([value])[0]

    def levels(self, values: Sequence[float]) -> list[list[Line]]:
        """The polylines of each of several values; the roots of all are found together."""
        lines = []
        for value, points in zip(values, self._roots(values), strict=True):
            links = self._links(value, points)
            lines.append([_line(chain, points) for chain in _chains(links)])
        return lines

    def _roots(self, values: Sequence[float]) -> list[dict[Edge, Point]]:
        """The points on grid lines, by direction, row and column of the node to their left or below."""
        sides = [side for number, value in enumerate(values) for side in self._crossed(number, value)]
        if not sides:
            return [{} for _ in values]
        number, direction, rows, columns = np.concatenate(sides, axis=1)
        down, right = direction, 1 - direction
        begin = np.stack((self.x[columns], self.y[rows]))
        end = np.stack((self.x[columns + right], self.y[rows + down]))
        ends = self.values[rows, columns], self.values[rows + down, columns + right]
        found, is_root = self._between(begin, end, ends, np.asarray(values, dtype=float)[number])
        points: list[dict[Edge, Point]] = [{} for _ in values]
        for i in np.flatnonzero(is_root).tolist():
            edge = (int(direction[i]), int(rows[i]), int(columns[i]))
            points[number[i]][edge] = (float(found[0, i]), float(found[1, i]))
        return points

    def _crossed(self, number: int, value: float) -> Iterator[NDArray[np.intp]]:
        """The sides of cells that a level crosses: its number, and the direction, row and column."""
        above = self.values >= value
        known = ~np.isnan(self.values)
        for direction, (down, right) in enumerate(((0, 1), (1, 0))):
            near = np.s_[: above.shape[0] - down, : above.shape[1] - right]
            far = np.s_[down:, right:]
            rows, columns = np.nonzero((above[near] != above[far]) & known[near] & known[far])
            yield np.stack((np.full_like(rows, number), np.full_like(rows, direction), rows, columns))

    def _between(
        self, begin: Floats, end: Floats, ends: tuple[Floats, Floats], values: Floats
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """The roots between pairs of points, and whether they are roots and not jumps.

        By inverse quadratic interpolation where that is safe, else by halving (Chandrupatla 1997).
        """
        a, b = np.zeros(begin.shape[1]), np.ones(begin.shape[1])
        fa, fb = ends[0] - values, ends[1] - values
        t = np.full(begin.shape[1], 0.5)
        left = np.arange(begin.shape[1])
        for _ in range(_MOST_STEPS):
            near, far, at_near, at_far = a[left], b[left], fa[left], fb[left]
            x = near + t * (far - near)
            fx = self.surface(*(begin[:, left] + x * (end - begin)[:, left])) - values[left]
            same = (fx >= 0) == (at_near >= 0)
            last, at_last = np.where(same, near, far), np.where(same, at_near, at_far)
            far, at_far = np.where(same, far, near), np.where(same, at_far, at_near)
            a[left], b[left], fa[left], fb[left] = x, far, fx, at_far
            open_ = abs(far - x) > 2 * _ROOT_TOLERANCE
            left = left[open_]
            if not len(left):
                break
            t = _next_share(*((at[open_], f[open_]) for at, f in ((x, fx), (far, at_far), (last, at_last))))
        off = np.maximum(abs(fa), abs(fb))
        return begin + a * (end - begin), off <= _JUMP_TOLERANCE * np.maximum(1.0, abs(values))

    def _links(self, value: float, points: dict[Edge, Point]) -> dict[Any, list[Any]]:
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


def _next_share(near: Line, far: Line, last: Line) -> Floats:
    """How far on from near to far, between which the root lies, the next point is; last came before near.

    Each is a place and the function there.
    """
    (a, fa), (b, fb), (c, fc) = near, far, last
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
        share = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        safe = (phi**2 < xi) & ((1 - phi) ** 2 < 1 - xi) & np.isfinite(share) & (fa != 0)
        least = _ROOT_TOLERANCE / abs(b - a)
    return np.where(safe, np.clip(share, least, 1 - least), 0.5)


def _cells(edge: Edge) -> list[tuple[int, int]]:
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


def _line(chain: list[Any], points: dict[Edge, Point]) -> Line:
    x, y = np.array([points[key] for key in chain]).T
    return (x, y) if (x[0], y[0]) <= (x[-1], y[-1]) else (x[::-1], y[::-1])


_SHORTEST_LINE = 1e-9  # a line that has shrunk to a point is none
_ROUNDING_ERROR = 1e-12
_LINE_HALVINGS = 60
_COEFFICIENT_DIGITS = 14  # of a coefficient, so that those which are whole stay so
_SAMPLE_PLACES = (0.125, 0.375, 0.625, 0.9375)


def ratio_of(surface: Surface) -> Ratio | None:
    """Numerator and denominator, as coefficients of 1, x and y, of a function that is such a ratio.

    They solve ``above·p − value·below·p = 0`` at points p, which leaves one direction. None if the function
    is constant, so that it has no lines.
    """
    x, y = np.meshgrid(_SAMPLE_PLACES, _SAMPLE_PLACES)
    places = np.stack([np.ones(x.size), x.ravel(), y.ravel()], axis=1)
    values = surface(x.ravel(), y.ravel())
    unit = np.max(np.abs(values)) or 1.0
    _, sizes, directions = np.linalg.svd(np.hstack([places, -places * (values / unit)[:, None]]))
    if sizes[-2] <= _ROUNDING_ERROR * sizes[0]:
        return None
    found = directions[-1] * np.repeat([unit, 1.0], 3)
    above, below = np.round(found / np.max(np.abs(found)), _COEFFICIENT_DIGITS).reshape(2, 3) + 0.0
    return above, below


def straight_line(ratio: Ratio | None, value: float) -> list[Line]:
    """The part of a straight isometric of a ratio inside the unit square."""
    if ratio is None:
        return []
    above, below = ratio
    shift, across, up = above - value * below
    if max(abs(across), abs(up)) <= _ROUNDING_ERROR:
        return []
    steep = abs(across) > abs(up)
    first, second = (up, across) if steep else (across, up)
    # second·v = -(shift + first·u), with u the coordinate along which the line is longer
    ends = np.array([0.0, 1.0])
    if first:
        ends = np.clip(np.sort((-shift - second * ends) / first), 0, 1)
    others = -(shift + first * ends) / second
    outside = (others < -_ROUNDING_ERROR) | (others > 1 + _ROUNDING_ERROR)
    if outside.any() or (first and ends[1] - ends[0] <= _SHORTEST_LINE):
        return []
    others = np.clip(others, 0, 1)
    return [(others, ends) if steep else (ends, others)]


def curved_line(trace: Isometric, value: float, skew: float, points: int) -> list[Line]:
    """The parts of a curved isometric inside the unit square."""
    # a curve through a corner may leave the square right there, so corners themselves say nothing
    steps = np.clip(np.linspace(0, 1, points), _SHORTEST_LINE, 1 - _SHORTEST_LINE)
    inside = _inside(*trace(steps, value, skew))
    # the ends of a part are where the curve leaves the square
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], inside, [False])).astype(int)))
    lines = []
    for first, last in zip(bounds[::2], bounds[1::2] - 1, strict=True):
        ts = steps[first : last + 1]
        if first > 0:
            ts = np.append(_edge(trace, value, skew, steps[first], steps[first - 1]), ts)
        if last < points - 1:
            ts = np.append(ts, _edge(trace, value, skew, steps[last], steps[last + 1]))
        x, y = trace(ts, value, skew)
        if np.ptp(x) + np.ptp(y) > _SHORTEST_LINE:
            lines.append((np.clip(x, 0, 1), np.clip(y, 0, 1)))
    return lines


def _inside(x: Floats, y: Floats) -> NDArray[np.bool_]:
    low, high = -_ROUNDING_ERROR, 1 + _ROUNDING_ERROR
    return (x >= low) & (x <= high) & (y >= low) & (y <= high)


def _edge(trace: Isometric, value: float, skew: float, inner: float, outer: float) -> float:
    """The parameter of the last point inside the square, by halving."""
    for _ in range(_LINE_HALVINGS):
        middle = (inner + outer) / 2
        if _inside(*trace(np.array([middle]), value, skew))[0]:
            inner = middle
        else:
            outer = middle
    return inner
