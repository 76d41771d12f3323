"""All pairs of raters at once: raters are taken in blocks whose joint ratings are one number.

A histogram of the joint ratings of two blocks holds the tables of all pairs between them, and one table of
sums, looked up by the same number, adds up what all these pairs say of an item. With five categories three
raters make a block, so that ten raters need six passes rather than forty-five.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake.codes.coded import require_room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MOST_CELLS = 2**16
"""Joint ratings of two blocks, few enough for their table to stay in the processor's cache."""
_CELLS_PER_ITEM = 4  # tables with more cells than this cost more than they save
_ROWS_AT_ONCE = 2**18


@dataclass(frozen=True, eq=False)
class Blocks:
    """Raters in blocks, whose joint ratings of an item are one number.

    Its digits, to ``base`` one more than the number of categories, are the codes and 1: 0 is a missing
    rating.
    """

    members: list[range]  # the raters of each block
    joint: list[NDArray[Any]]
    base: int

    @classmethod
    def of(cls, codes: NDArray[Any], categories: int) -> Blocks:
        """The raters in blocks as large as the numbers of categories and of items allow."""
        base, raters = categories + 1, codes.shape[1]
        size = 1
        # A pass joins two blocks: the table of both is to stay in the cache, and to be worth its items.
        while base ** (2 * (size + 1)) <= min(_MOST_CELLS, _CELLS_PER_ITEM * len(codes)):
            size += 1
        members = [range(begin, min(begin + size, raters)) for begin in range(0, raters, size)]
        return cls(members, [_joined(codes[:, part.start : part.stop], base) for part in members], base)

    def pair_counts(self, frequencies: Floats | None = None) -> NDArray[Any]:
        """The table of every two raters, pairs × categories × categories, of the items that both rated."""
        raters = self.members[-1].stop
        size = self.base - 1
        places = {pair: i for i, pair in enumerate(itertools.combinations(range(raters), 2))}
        require_room((len(places), size, size))
        counts = np.zeros((len(places), size, size), dtype=np.int64 if frequencies is None else np.float64)
        for columns, keys, pairs in self._passes():
            joint = _histogram(keys, self.base ** len(columns), frequencies).reshape(
                (self.base,) * len(columns)
            )
            for g, h in pairs:
                others = tuple(i for i, rater in enumerate(columns) if rater not in (g, h))
                # Without the digit 0, which is a missing rating.
                counts[places[g, h]] = joint.sum(axis=others)[1:, 1:]
        return counts

    def sums_of_items(self, of_pairs: Floats, of_raters: Floats) -> Floats:
        """Of each item, the sum over raters of a value of their category, and over pairs of one of their two.

        ``of_pairs`` is pairs × categories × categories, ``of_raters`` raters × categories; who gave no rating
        adds nothing.
        """
        raters = self.members[-1].stop
        places = {pair: i for i, pair in enumerate(itertools.combinations(range(raters), 2))}
        total = np.zeros(len(self.joint[0]))
        left = set(range(raters))
        for columns, keys, pairs in self._passes():
            table = np.zeros((self.base,) * len(columns))
            for g, h in pairs:
                shape = [self.base if rater in (g, h) else 1 for rater in columns]
                table += np.pad(of_pairs[places[g, h]], ((1, 0), (1, 0))).reshape(shape)
            # What is of one rater is added in the first pass that has the rater.
            for g in left.intersection(columns):
                shape = [self.base if rater == g else 1 for rater in columns]
                table += np.pad(of_raters[g], (1, 0)).reshape(shape)
            left.difference_update(columns)
            flat = table.reshape(-1)
            for rows in _rows(len(total)):
                total[rows] += flat[keys[rows]]
        return total

    def _passes(self) -> Iterator[tuple[list[int], NDArray[Any], list[tuple[int, int]]]]:
        """Raters, their joint ratings, and the pairs among them that no other pass has."""
        if len(self.members) == 1:
            alone = list(self.members[0])
            yield alone, self.joint[0], list(itertools.combinations(alone, 2))
            return
        for one, other in itertools.combinations(range(len(self.members)), 2):
            first, second = self.members[one], self.members[other]
            keys = self.joint[one].astype(_word(self.base ** (len(first) + len(second))))
            keys *= self.base ** len(second)
            keys += self.joint[other].astype(keys.dtype, copy=False)
            pairs = list(itertools.product(first, second))
            # The pairs inside a block are taken with its first neighbour.
            if one == 0 and other == 1:
                pairs += itertools.combinations(first, 2)
            if one == 0:
                pairs += itertools.combinations(second, 2)
            yield [*first, *second], keys, pairs


def _joined(codes: NDArray[Any], base: int) -> NDArray[Any]:
    joint = np.zeros(len(codes), dtype=_word(base ** codes.shape[1]))
    for column in codes.T:
        joint *= joint.dtype.type(base)
        joint += (column + 1).astype(joint.dtype)
    return joint


def _word(limit: int) -> type[np.unsignedinteger[Any]]:
    return next(w for w in (np.uint16, np.uint32, np.uint64) if limit <= np.iinfo(w).max)


def _histogram(keys: NDArray[Any], cells: int, frequencies: Floats | None) -> NDArray[Any]:
    total = np.zeros(cells, dtype=np.int64 if frequencies is None else np.float64)
    for rows in _rows(len(keys), max(_ROWS_AT_ONCE, 4 * cells)):
        total += np.bincount(
            keys[rows].astype(np.intp), None if frequencies is None else frequencies[rows], cells
        )
    return total


def _rows(length: int, size: int = _ROWS_AT_ONCE) -> Iterator[slice]:
    for begin in range(0, length, size):
        yield slice(begin, begin + size)
