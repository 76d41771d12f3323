"""How far apart two categories are: the disagreement 1 - w of every kind of weights.

All coefficients need two sums of it, over the pairs of ratings within an item and over the pairs of all
ratings. Each kind of difference takes them in the quickest way it allows, so that a matrix of categories ×
categories is made only where there are few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.raters.ratings.profiles import Units

    Floats = NDArray[np.float64]

_BLOCK_SIZE = 2**20  # differences computed at a time, which bounds the memory


_MOST_COMPARED_PAIRWISE = 1000  # up to so many values every two are compared
_PLAIN_LOGARITHM_RATIO = 1e9  # values so many times the least one are told apart by plain logarithms
_NODES_PER_BOX = 20
_ANGLES = np.pi * (np.arange(_NODES_PER_BOX) + 0.5) / _NODES_PER_BOX
_UNIT_NODES = (1 - np.cos(_ANGLES)) / 2  # Chebyshev's nodes between 0 and 1
_BARYCENTRIC = np.sin(_ANGLES) * (-1.0) ** np.arange(_NODES_PER_BOX)


class CategoryDistance(Protocol):
    """Disagreement of two categories: 0 of one with itself, at most 1, symmetric."""

    def within(self, units: Units) -> Floats:
        """Of each row, the sum over ordered pairs of its ratings."""

    def spread(self, totals: Floats) -> Floats:
        """Of each category, the sum over all categories of the difference from it, so many times each."""


@dataclass(frozen=True, eq=False)
class Unequal:
    """Any two different categories disagree fully."""

    def within(self, units: Units) -> Floats:
        """Pairs of unequal ratings."""
        return units.given * units.given - units.equal()

    def spread(self, totals: Floats) -> Floats:
        """All but those of the category itself."""
        others: Floats = totals.sum() - totals
        # Of a single category the rest is nothing, whatever rounding leaves.
        return np.where(np.count_nonzero(totals) == 1, np.where(totals > 0, 0.0, totals.sum()), others)


@dataclass(frozen=True, eq=False)
class Squared:
    """The square of the distance of two values, in units of the whole range."""

    values: Floats

    def within(self, units: Units) -> Floats:
        """The distances from the mean suffice."""
        return 2 * units.given * units.scatter(_scaled(self.values))

    def spread(self, totals: Floats) -> Floats:
        """Three sums suffice."""
        values = _scaled(self.values)
        total = totals.sum()
        if not total:
            return np.zeros(len(values))
        used = np.flatnonzero(totals)
        # The mean of a single category is that category, whatever rounding makes of it.
        mean = values[used[0]] if len(used) == 1 else totals @ values / total
        around = values - mean
        return total * around * around + totals @ (around * around)


@dataclass(frozen=True, eq=False)
class Kernel:
    """Any function of two values."""

    values: Floats
    function: Callable[[Any, Any], Floats]

    def within(self, units: Units) -> Floats:
        """Pair by pair."""
        return units.within(lambda one, other: self.function(self.values[one], self.values[other]))

    def spread(self, totals: Floats) -> Floats:
        """A block of categories at a time."""
        used = np.flatnonzero(totals)
        result = np.empty(len(self.values))
        length = max(_BLOCK_SIZE // max(len(used), 1), 1)
        for begin in range(0, len(result), length):
            rows = slice(begin, begin + length)
            result[rows] = self.function(self.values[rows, None], self.values[None, used]) @ totals[used]
        return result


@dataclass(frozen=True, eq=False)
class Distance(Kernel):
    """The distance of two values, in units of the whole range."""

    def spread(self, totals: Floats) -> Floats:
        """Sums of what is below and above each value, in their order."""
        order = np.argsort(self.values)
        values, numbers = _scaled(self.values)[order], totals[order]
        below, sums = np.cumsum(numbers), np.cumsum(numbers * values)
        result = np.empty(len(values))
        # Values below count as v − x, those above as x − v: both sums are differences of running totals.
        result[order] = values * (2 * below - below[-1]) + sums[-1] - 2 * sums
        # What should be 0 may be rounded below it.
        return np.maximum(result, 0.0)


@dataclass(frozen=True, eq=False)
class Relative(Kernel):
    """The square of the difference of two numbers from 0 on over their sum, in units of the largest.

    It is tanh² of half the difference of their logarithms, a function so smooth that between values within a
    factor of e it is a polynomial of degree 19, as exactly as floating-point numbers tell. So the totals of
    many values are moved to 20 nodes for each factor of e, the sums taken there, and moved back.
    """

    largest: float = 1.0

    def spread(self, totals: Floats) -> Floats:
        """Node by node if there are many values, else value by value."""
        positive = np.flatnonzero(self.values > 0)
        if len(positive) <= _MOST_COMPARED_PAIRWISE or np.count_nonzero(totals) == 1:
            return super().spread(totals)
        places = _logarithms(self.values[positive])
        width = min(float(places.max()), 1.0) or 1.0
        boxes, box = np.unique(np.floor(places / width), return_inverse=True)
        if len(positive) <= 2 * _NODES_PER_BOX * len(boxes):
            return super().spread(totals)
        basis = _lagrange(places / width - boxes[box])
        moved = np.zeros((len(boxes), _NODES_PER_BOX))
        np.add.at(moved, box, basis * totals[positive, None])
        nodes = width * (boxes[:, None] + _UNIT_NODES).reshape(-1)
        sums = np.tanh((nodes[:, None] - nodes[None, :]) / 2) ** 2 @ moved.reshape(-1)
        # 0 is at the distance 1 from every positive number, and at none from itself.
        result = np.full(len(totals), totals[positive].sum())
        result[positive] = np.einsum("in,in->i", basis, sums.reshape(len(boxes), _NODES_PER_BOX)[box])
        result[positive] += totals.sum() - totals[positive].sum()
        return result / self.largest**2


@dataclass(frozen=True, eq=False)
class Table:
    """A matrix of differences, one for every two categories."""

    matrix: Floats

    def within(self, units: Units) -> Floats:
        """Looked up pair by pair."""
        symmetric = (self.matrix + self.matrix.T) / 2
        return units.within(lambda one, other: symmetric[one, other])

    def spread(self, totals: Floats) -> Floats:
        """A product with the matrix."""
        return (self.matrix @ totals + totals @ self.matrix) / 2


def _logarithms(values: Floats) -> Floats:
    """Logarithms of values over the least of them, exact also where they hardly differ."""
    least = values.min()
    if least < values.max() / _PLAIN_LOGARITHM_RATIO:
        return np.log(values) - np.log(least)
    return np.log1p((values - least) / least)


def _lagrange(places: Floats) -> Floats:
    """Of each place between 0 and 1, the polynomials that are 1 at one node and 0 at the others."""
    apart = places[:, None] - _UNIT_NODES
    # At a node its own term would be infinite: there it is 1, and the others are 0.
    hit = apart == 0
    terms = _BARYCENTRIC / np.where(hit, 1.0, apart)
    terms = np.where(hit.any(axis=1, keepdims=True), hit, terms)
    return terms / terms.sum(axis=1, keepdims=True)


def _scaled(values: Floats) -> Floats:
    """The values from 0 to 1."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros(len(values))
