"""Units: what the coefficients that do not ask who gave a rating see of the items.

Items with the same counts of categories are one row that counts so many times: ten raters and five categories
allow 3003 such rows, whatever the number of items. Where there are so many categories that rows would hardly
be equal, each item is a row of its own and its categories are looked up.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MAX_KEY = 2**62
_FEW_KEYS = 2**22
_BLOCK_SIZE = 2**16


class Units(Protocol):
    """Rows of ratings, each counted so many times."""

    @property
    def times(self) -> Floats:
        """How many items each row stands for."""

    @property
    def given(self) -> Floats:
        """How many ratings each row has."""

    def sums(self, values: Floats) -> Floats:
        """Of each row, the sum over its ratings of a value of their category."""

    def totals(self, shares: Floats) -> Floats:
        """Of each category, the sum over its ratings of a value of their row, as often as the row counts."""

    def within(self, difference: Callable[[Any, Any], Floats]) -> Floats:
        """Of each row, the sum over all ordered pairs of its ratings of a difference of two categories."""

    def equal(self) -> Floats:
        """Of each row, how many ordered pairs of its ratings are equal, each with itself among them."""

    def scatter(self, values: Floats) -> Floats:
        """Of each row, the sum over its ratings of the squared distance from their mean value."""

    def expand(self, values: Floats) -> Floats:
        """A value of each row as a value of each item."""


@dataclass(frozen=True, eq=False)
class Profiles:
    """The distinct rows of counts, rows × categories."""

    counts: Floats
    times: Floats  # how many items have these counts
    index: NDArray[Any]  # the row of each item

    @cached_property
    def given(self) -> Floats:
        """How many ratings each row has."""
        given: Floats = self.counts.sum(axis=1)
        return given

    def sums(self, values: Floats) -> Floats:
        """The sum over the ratings of a row."""
        return self.counts @ values

    def totals(self, shares: Floats) -> Floats:
        """The sum over the ratings of a category."""
        return (self.times * shares) @ self.counts

    def within(self, difference: Callable[[Any, Any], Floats]) -> Floats:
        """The sum over pairs of ratings of a row, from the matrix of all differences."""
        place = np.arange(self.counts.shape[1])
        matrix = difference(place[:, None], place[None, :])
        return np.einsum("ik,ik->i", self.counts @ matrix, self.counts)

    def equal(self) -> Floats:
        """The squares of the counts."""
        return np.einsum("ik,ik->i", self.counts, self.counts)

    def scatter(self, values: Floats) -> Floats:
        """The squared distances from the mean of the row."""
        # By distances from the mean: a difference of sums of squares would cancel.
        around = values - _mean(self.sums(values), self.given)[:, None]
        return np.einsum("ik,ik,ik->i", self.counts, around, around)

    def expand(self, values: Floats) -> Floats:
        """A value of each item."""
        return values[self.index]


@dataclass(frozen=True, eq=False)
class Looked:
    """Each item is a row, and its codes are looked up."""

    codes: NDArray[Any]
    categories: int
    times: Floats

    @cached_property
    def given(self) -> Floats:
        """How many ratings each row has."""
        return self.sums(np.ones(self.categories))

    def sums(self, values: Floats) -> Floats:
        """The sum over the ratings of a row."""
        table = np.append(values, 0.0)  # for the code -1 of a missing rating
        total = np.zeros(len(self.codes))
        for column in self.codes.T:
            total += table[column]
        return total

    def totals(self, shares: Floats) -> Floats:
        """The sum over the ratings of a category."""
        total = np.zeros(self.categories + 1)
        for column in self.codes.T:
            total += np.bincount(column + 1, self.times * shares, self.categories + 1)
        return total[1:]

    def within(self, difference: Callable[[Any, Any], Floats]) -> Floats:
        """The sum over pairs of ratings of a row, pair by pair."""
        total = np.zeros(len(self.codes))
        for rows in _blocks(len(self.codes)):
            block = self.codes[rows]
            for g, h in itertools.combinations(range(block.shape[1]), 2):
                one, other = block[:, g], block[:, h]
                # Both orders of a pair at once, as differences are symmetric.
                total[rows] += np.where((one >= 0) & (other >= 0), 2 * difference(one, other), 0.0)
        return total

    def equal(self) -> Floats:
        """Each rating with itself, and the others pair by pair."""
        unequal = self.within(lambda one, other: (one != other).astype(np.float64))
        return self.given * self.given - unequal

    def scatter(self, values: Floats) -> Floats:
        """The squared distances from the mean of the row."""
        mean = _mean(self.sums(values), self.given)
        total = np.zeros(len(self.codes))
        for column in self.codes.T:
            total += np.where(column >= 0, (values[column] - mean) ** 2, 0.0)
        return total

    def expand(self, values: Floats) -> Floats:
        """A value of each item."""
        return values


def profiles_of_counts(counts: NDArray[Any], frequencies: Floats) -> Profiles:
    """The distinct rows of items × categories: the counts are the digits of one number."""
    categories, base = counts.shape[1], int(counts.max(initial=0)) + 1
    # Python's whole numbers: the power is compared before it could overflow.
    if base**categories > _MAX_KEY:
        distinct, index = np.unique(counts, axis=0, return_inverse=True)
        return _profiles(distinct, index.reshape(-1), frequencies)
    keys = np.zeros(len(counts), dtype=np.int64)
    for rows in _blocks(len(counts)):
        for column in counts.T:
            keys[rows] *= base
            keys[rows] += column[rows]
    found, index = _distinct(keys, base**categories)
    digit = base ** np.arange(categories - 1, -1, -1, dtype=np.int64)
    return _profiles(found[:, None] // digit % base, index, frequencies)


def _profiles(counts: NDArray[Any], index: NDArray[Any], frequencies: Floats) -> Profiles:
    times = np.bincount(index, frequencies, len(counts)).astype(np.float64)
    return Profiles(counts.astype(np.float64), times, index)


def counts_of_codes(codes: NDArray[Any], categories: int) -> NDArray[Any]:
    """Items × categories: how many raters gave each item each category."""
    # No count exceeds the number of raters. Each category is filled in one go, and so lies in one piece.
    counts = np.zeros((len(codes), categories), dtype=np.min_scalar_type(codes.shape[1]), order="F")
    for rows in _blocks(len(codes)):
        for column in codes[rows].T:
            for category in range(categories):
                counts[rows, category] += column == category
    return counts


def _mean(total: Floats, number: Floats) -> Floats:
    return total / np.maximum(number, 1)


def _distinct(keys: NDArray[np.int64], limit: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The distinct keys in order, and the position of each key among them."""
    if limit > _FEW_KEYS:
        distinct, index = np.unique(keys, return_inverse=True)
        return distinct, index
    # Where few keys are possible, marking those that occur is quicker than sorting.
    present = np.zeros(limit, dtype=bool)
    present[keys] = True
    place = np.cumsum(present, dtype=np.int32) - 1
    return np.flatnonzero(present), place[keys]


def _blocks(length: int) -> Iterator[slice]:
    for begin in range(0, length, _BLOCK_SIZE):
        yield slice(begin, begin + _BLOCK_SIZE)
