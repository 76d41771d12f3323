"""What chance would give: labels dealt out at random to the items, the sizes of all groups kept.

Measures that are linear in the pairs, the information or the squared cells have an expected value in closed
form: their value on the expected quantities. The others are computed on random tables.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.expected_information import expected_information
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up

if TYPE_CHECKING:
    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.sparse import SparseContingency

Array = Any


class Expected:
    """Expected quantities; the attributes are those of ``Contingency`` that linear measures are written in.

    ``shift`` moves the number of pairs together in both partitions away from its expectation.
    """

    def __init__(self, cells: Cells, whole: SparseContingency, shift: float = 0.0) -> None:
        self._cells, self._shift = cells, shift
        self.total, self.occupied = whole.total, whole.occupied
        self.real, self.predicted = whole.real, whole.predicted
        self.real_entropy, self.predicted_entropy = whole.real_entropy, whole.predicted_entropy
        self.real_room, self.predicted_room = whole.real_room, whole.predicted_room

    @cached_property
    def pairs(self) -> Dichotomy:
        """Ordered pairs, in exact fractions."""
        real, predicted, all_pairs = self._sums(2)
        both = Fraction(real * predicted, all_pairs) if all_pairs else Fraction(0)
        both += Fraction(self._shift)
        cells = both, predicted - both, real - both, all_pairs - real - predicted + both
        return Dichotomy(*(np.array(cell, dtype=object) for cell in cells))

    def _sums(self, order: int) -> tuple[int, int, int]:
        """How many ordered pairs, triples, … of different items are in one group, and how many there are."""
        real, predicted = (
            sum(math.perm(x, order) * times for x, times in zip(*sizes, strict=True)) for sizes in self._sizes
        )
        return real, predicted, math.perm(self._cells.total, order)

    @cached_property
    def _sizes(self) -> tuple[tuple[list[int], list[int]], ...]:
        """The different sizes of groups, and how many groups have each, in either partition."""
        found = (np.unique(margin, return_counts=True) for margin in self._cells.margins)
        return tuple((sizes.tolist(), times.tolist()) for sizes, times in found)

    @cached_property
    def pairs_deviation(self) -> float:
        """The standard deviation of the number of ordered pairs together in both partitions.

        The second moment is a sum over two pairs that are the same, share an item or share none (Hubert and
        Arabie 1985 after Mantel 1967).
        """
        twos, threes, fours = self._sums(2), self._sums(3), math.perm(self._cells.total, 4)
        if not twos[2]:
            return 0.0
        second = Fraction(2 * twos[0] * twos[1], twos[2])
        if threes[2]:
            second += Fraction(4 * threes[0] * threes[1], threes[2])
        if fours:
            apart = [two * two - 4 * three - 2 * two for two, three in zip(twos[:2], threes[:2], strict=True)]
            second += Fraction(apart[0] * apart[1], fours)
        return math.sqrt(second - Fraction(twos[0] * twos[1], twos[2]) ** 2)

    @cached_property
    def information(self) -> Array:
        """Mutual information in nats."""
        return np.float64(expected_information(*self._cells.margins))

    @cached_property
    def real_given_predicted(self) -> Array:
        """Entropy of the rows that is left when the column is known, in nats."""
        return self.real_entropy - self.information

    @cached_property
    def predicted_given_real(self) -> Array:
        """Entropy of the columns that is left when the row is known, in nats."""
        return self.predicted_entropy - self.information

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``."""
        rows, columns = self.occupied
        return (rows - 1) * (columns - 1) / (self.total - 1)

    @cached_property
    def real_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / c_j``."""
        return self._gain(self.real / self.total, self.occupied[1])

    @cached_property
    def predicted_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / r_i``."""
        return self._gain(self.predicted / self.total, self.occupied[0])

    def _gain(self, shares: Array, others: Array) -> Array:
        return add_up(shares * (1 - shares)) * self.total * (others - 1) / (self.total - 1)
