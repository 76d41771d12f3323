"""Lines of equal value in ROC space by formulas: straight for ratios of counts, curved by a parameter.

With one positive item to ``c`` negative ones, every count is a linear function of the position (x, y), so a
measure that is a ratio of such counts is equal along straight lines (Flach 2003, The geometry of ROC space,
ICML; Fürnkranz & Flach 2005, Machine Learning 58:39).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.measures.facts import Isometric

    Floats = NDArray[np.float64]
    Line = tuple[Floats, Floats]
    Ratio = tuple[Floats, Floats]
    Surface = Callable[[Floats, Floats], Floats]

_SHORTEST = 1e-9
"""A line that has shrunk to a point is none."""
_ROUNDING = 1e-12
_HALVINGS = 60
_DIGITS = 14
"""Of a coefficient, so that those which are whole stay so."""
_PLACES = (0.125, 0.375, 0.625, 0.9375)


def ratio_of(surface: Surface) -> Ratio | None:
    """Numerator and denominator, as coefficients of 1, x and y, of a function that is such a ratio.

    They solve ``above·p − value·below·p = 0`` at points p, which leaves one direction. None if the function
    is constant, so that it has no lines.
    """
    x, y = np.meshgrid(_PLACES, _PLACES)
    places = np.stack([np.ones(x.size), x.ravel(), y.ravel()], axis=1)
    values = surface(x.ravel(), y.ravel())
    unit = np.max(np.abs(values)) or 1.0
    _, sizes, directions = np.linalg.svd(np.hstack([places, -places * (values / unit)[:, None]]))
    if sizes[-2] <= _ROUNDING * sizes[0]:
        return None
    found = directions[-1] * np.repeat([unit, 1.0], 3)
    above, below = np.round(found / np.max(np.abs(found)), _DIGITS).reshape(2, 3) + 0.0
    return above, below


def straight_line(surface: Surface, value: float) -> list[Line]:
    """The part of a straight isometric inside the unit square."""
    ratio = ratio_of(surface)
    if ratio is None:
        return []
    above, below = ratio
    shift, across, up = above - value * below
    if max(abs(across), abs(up)) <= _ROUNDING:
        return []
    steep = abs(across) > abs(up)
    first, second = (up, across) if steep else (across, up)
    # second·v = -(shift + first·u), with u the coordinate along which the line is longer
    ends = np.array([0.0, 1.0])
    if first:
        ends = np.clip(np.sort((-shift - second * ends) / first), 0, 1)
    others = -(shift + first * ends) / second
    outside = (others < -_ROUNDING) | (others > 1 + _ROUNDING)
    if outside.any() or (first and ends[1] - ends[0] <= _SHORTEST):
        return []
    others = np.clip(others, 0, 1)
    return [(others, ends) if steep else (ends, others)]


def curved_line(trace: Isometric, value: float, skew: float, points: int) -> list[Line]:
    """The parts of a curved isometric inside the unit square."""
    # a curve through a corner may leave the square right there, so corners themselves say nothing
    steps = np.clip(np.linspace(0, 1, points), _SHORTEST, 1 - _SHORTEST)
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
        if np.ptp(x) + np.ptp(y) > _SHORTEST:
            lines.append((np.clip(x, 0, 1), np.clip(y, 0, 1)))
    return lines


def _inside(x: Floats, y: Floats) -> NDArray[np.bool_]:
    low, high = -_ROUNDING, 1 + _ROUNDING
    return (x >= low) & (x <= high) & (y >= low) & (y <= high)


def _edge(trace: Isometric, value: float, skew: float, inner: float, outer: float) -> float:
    """The parameter of the last point inside the square, by halving."""
    for _ in range(_HALVINGS):
        middle = (inner + outer) / 2
        if _inside(*trace(np.array([middle]), value, skew))[0]:
            inner = middle
        else:
            outer = middle
    return inner
