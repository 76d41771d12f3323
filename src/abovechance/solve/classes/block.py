"""One class: all pairs of right decisions and predictions that its printed figures leave."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Floats
    from abovechance.solve.classes.figures import Row

    Whole = NDArray[np.int64]
    Term = Callable[[Floats, Floats, int, int], Floats]
    """A quantity of a class, by its right decisions, its predictions, its support and the number of items.

    For given predictions it is linear in the right decisions.
    """

_MOST_POINTS_LISTED = 64
_MOST_COLUMNS = 4_000_000
_LARGEST = 2**61


class Block:
    """The pairs of a class that satisfy inequalities: by the number of predictions, from least to most right.

    Few pairs are listed, and a choice among them is a choice of one. Many are a polygon, on which a quantity
    is written as a linear one and bounds of the rest.
    """

    def __init__(self, rows: Sequence[Row], support: int, n: int) -> None:
        self.support, self.n = support, n
        self.rows = [*rows, (1, 0, 0), (-1, 0, support), (-1, 1, 0), (1, -1, n - support)]
        first, last = self._span()
        if last - first > _MOST_COLUMNS:
            raise InputError("there are too many items to be looked at for several classes")
        predicted = np.arange(first, last + 1)
        low, high = self._right(predicted)
        kept = low <= high
        self.predicted, self.low, self.high = predicted[kept], low[kept], high[kept]

    def _span(self) -> tuple[int, int]:
        """Bounds of the predictions: each inequality is used on bounds of the other quantity, in turn."""
        right, predicted = [0, self.support], [0, self.n]
        # Bounds need not be the narrowest: what they let through is looked at exactly afterwards.
        for _ in range(4):
            for a, b, c in self.rows:
                _tighten(right, a, c + max(b * predicted[0], b * predicted[1]))
                _tighten(predicted, b, c + max(a * right[0], a * right[1]))
        return predicted[0], predicted[1]

    def _right(self, predicted: Whole) -> tuple[Whole, Whole]:
        largest = max(abs(a) + abs(b) for a, b, _ in self.rows) * max(self.n, 1)
        # Products that 64 bits cannot hold are left to Python's whole numbers.
        whole = predicted if largest < _LARGEST else predicted.astype(object)
        low, high = np.zeros_like(whole), np.full_like(whole, self.support)
        for a, b, c in self.rows:
            rest = b * whole + c
            if a > 0:
                # a·d + rest >= 0 asks for −rest / a rounded up, which this is.
                low = np.maximum(low, -(rest // a))
            elif a < 0:
                high = np.minimum(high, rest // -a)
            else:
                high = np.where(rest >= 0, high, -1)
        return low.astype(np.int64), high.astype(np.int64)

    @cached_property
    def number(self) -> int:
        """How many pairs there are."""
        return int((self.high - self.low + 1).sum())

    @cached_property
    def listed(self) -> tuple[Whole, Whole] | None:
        """All pairs, right decisions and predictions; None where there are many."""
        if self.number > _MOST_POINTS_LISTED:
            return None
        pairs = [
            (right, predicted)
            for predicted, low, high in zip(self.predicted, self.low, self.high, strict=True)
            for right in range(low, high + 1)
        ]
        right, predicted = np.array(pairs, dtype=np.int64).T
        return right, predicted

    @cached_property
    def corners(self) -> tuple[Whole, Whole]:
        """For each number of predictions the least and the most right decisions: extremes are among them."""
        return np.concatenate([self.low, self.high]), np.concatenate([self.predicted, self.predicted])

    @property
    def size(self) -> int:
        """How many variables the class has in a program."""
        return 2 if self.listed is None else len(self.listed[0])

    def written(self, term: Term) -> tuple[Floats, float, float]:
        """A quantity as coefficients of the variables, and the least and the greatest rest."""
        right, predicted = self.corners if self.listed is None else self.listed
        values = term(right.astype(float), predicted.astype(float), self.support, self.n)
        if self.listed is not None:
            return values, 0.0, 0.0
        straight = self._straight(term, right, predicted, values)
        if straight is not None:
            return straight
        # A plane through the corners by least squares. What it misses there bounds what it misses anywhere,
        # as the quantity is linear in the right decisions.
        middle = right.mean(), predicted.mean()
        sides = np.stack([right - middle[0], predicted - middle[1]], axis=1)
        slopes, *_ = np.linalg.lstsq(sides, values - values.mean())
        rest = values - sides @ slopes
        constant = float(slopes @ middle)
        # More than rounding can move a value of this size.
        slack = 1e-13 * max(1.0, float(np.abs(values).max()))
        return slopes, float(rest.min()) - constant - slack, float(rest.max()) - constant + slack

    def _straight(
        self, term: Term, right: Whole, predicted: Whole, values: Floats
    ) -> tuple[Floats, float, float] | None:
        """The same of a quantity that is linear itself, without rounding; None of others."""
        at = term(np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0]), self.support, self.n)
        constant, slopes = float(at[0]), at[1:] - at[0]
        if not np.array_equal(constant + slopes[0] * right + slopes[1] * predicted, values):
            return None
        return slopes, constant, constant


def _tighten(bounds: list[int], a: int, rest: int) -> None:
    """The bounds of x where a·x + rest >= 0."""
    if a > 0:
        bounds[0] = max(bounds[0], -(rest // a))
    elif a < 0:
        bounds[1] = min(bounds[1], rest // -a)
