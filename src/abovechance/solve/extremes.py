"""The least and the greatest value of a measure over shares under inequalities, enclosed from outside.

Branch and bound: boxes of shares that may hold a greater value than any found are halved until they cannot,
or not by more than a tolerance. What is returned is never short of a value that a table of the set has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.solve.polynomial import Bounds
from abovechance.solve.region import cut

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.solve.forms import Form
    from abovechance.solve.region import Region

_TOLERANCE = 1e-5  # relative: a bound may be so far beyond what is reached
_MOST_BOXES = 16_000
_BOXES_AT_ONCE = 128
_SMALLEST_WIDTH = 2.0**-22


def enclosed(region: Region, form: Form, low: float, high: float) -> tuple[float, float]:
    """Bounds that contain all values of a measure on a set, within those that are known."""
    values = _Values(form)
    greatest = _greatest(region, values, 1, high)
    least = -_greatest(region, values, -1, -low)
    return max(low, least), min(high, greatest)


class _Values:
    """The values of a measure on boxes of shares."""

    def __init__(self, form: Form) -> None:
        self._form = form
        top, bottom = form.quotient
        self._bounds = Bounds((top, bottom, form.top))
        self._ratio = self._bounds.scale[0] / self._bounds.scale[1]

    def at(self, points: Floats) -> Floats:
        """The values at points, without the number of items."""
        rest = 1 - points.sum(axis=1)
        return self._form.shares((*points.T, rest))

    def on(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """The least and the greatest value on each box."""
        reach = (high - low) / 2
        around = self._bounds.around((low + high) / 2)
        least, greatest = self._bounds.spread(around, reach)
        doubt = self._bounds.doubt
        middle = around[:, 0, 0] / np.maximum(around[:, 1, 0], doubt[1])
        # Top and bottom move together, as they are of the same shares: bounds of top − middle·bottom are far
        # narrower than a quotient of the bounds of each.
        change = around[:, :1] - middle[:, None, None] * around[:, 1:2]
        below, above = (x[:, 0] for x in self._bounds.spread(change, reach))
        bottom = least[:, 1] - doubt[1]
        known = bottom > 0
        bottom = np.where(known, bottom, 1.0)
        # What rounding leaves open of both, carried over to the quotient.
        slack = (doubt[0] + np.abs(middle) * doubt[1]) / bottom
        lowest = np.where(known, middle + np.minimum(below, 0) / bottom - slack, -np.inf) * self._ratio
        highest = np.where(known, middle + np.maximum(above, 0) / bottom + slack, np.inf) * self._ratio
        if self._form.kind == "ratio":
            return lowest, highest
        lowest, highest = np.sqrt(np.maximum(lowest, 0)), np.sqrt(np.maximum(highest, 0))
        if self._form.kind == "root":
            return lowest, highest
        positive, negative = least[:, 2] > doubt[2], greatest[:, 2] < -doubt[2]
        return (
            np.where(positive, lowest, -highest),
            np.where(negative, -lowest, highest),
        )


def _greatest(region: Region, values: _Values, sign: int, limit: float) -> float:
    """A bound that no value, times the sign, exceeds."""
    low, high, upper = np.zeros((1, 3)), np.ones((1, 3)), np.array([limit])
    reached, settled, seen = -np.inf, -np.inf, 0
    while len(low) and seen < _MOST_BOXES:
        # The boxes of the greatest bounds first: only they can lower the bound of all.
        order = np.argsort(-upper, kind="stable")
        first, rest = order[:_BOXES_AT_ONCE], order[_BOXES_AT_ONCE:]
        parts = cut(low[first], high[first])
        seen += len(parts[0])
        out, _ = region.judged(*parts)
        parts = parts[0][~out], parts[1][~out]
        least, greatest = values.on(*parts)
        bound = np.minimum(greatest if sign > 0 else -least, limit)
        # A value that a middle reaches is a floor, below which no box has to be halved.
        middles = (parts[0] + parts[1]) / 2
        _, feasible = region.judged(middles, middles)
        found = sign * values.at(middles[feasible])
        reached = max(reached, np.nanmax(found, initial=-np.inf))
        low, high = np.vstack([low[rest], parts[0]]), np.vstack([high[rest], parts[1]])
        upper = np.concatenate([upper[rest], bound])
        done = (
            (upper <= reached + _TOLERANCE * max(1.0, abs(reached)))
            if np.isfinite(reached)
            else upper < reached
        )
        done |= (high - low).max(axis=1) < _SMALLEST_WIDTH
        # A box that is not halved any more still bounds: what it may hold is part of the answer.
        settled = max(settled, upper[done].max(initial=-np.inf))
        low, high, upper = low[~done], high[~done], upper[~done]
    return float(max(settled, reached, upper.max(initial=-np.inf)))
