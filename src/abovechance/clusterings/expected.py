"""What chance would give: labels dealt out at random to the items, the sizes of all groups kept.

Measures that are linear in the pairs, the information or the squared cells have an expected value in closed
form: their value on the expected quantities. The others are computed on random tables.

The expected mutual information is exact. If the labels of one partition are dealt out at random, each cell is
hypergeometric, and its share of the expected information is a sum over the values that it can take (Vinh,
Epps & Bailey 2010, eq. 24a). Only values of a probability that matters are visited, from the most probable
one on: each is the one before times a quotient of small numbers, so that no factorial is needed. Equal sizes
are one case. Where a cell is expected to hold very many items, the sum is that of the moments of the
distribution.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up, deviance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.sparse import SparseContingency
    from abovechance.core.arrays import Array

    Floats = NDArray[np.float64]


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
        # Exact, since the adjusted index subtracts this from a number that may be nearly the same.
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
        # Two pairs share both items, one item or none; each case has its own expectation.
        second = Fraction(2 * twos[0] * twos[1], twos[2])
        if threes[2]:
            second += Fraction(4 * threes[0] * threes[1], threes[2])
        if fours:
            apart = [two * two - 4 * three - 2 * two for two, three in zip(twos[:2], threes[:2], strict=True)]
            second += Fraction(apart[0] * apart[1], fours)
        return math.sqrt(second - Fraction(twos[0] * twos[1], twos[2]) ** 2)

    @cached_property
    def information(self) -> float:
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


_FEW_EXPECTED = 32.0  # up to so many expected items, all values from the least on are visited
_NEWTON_STEPS = 8
_MANY_EXPECTED = float(1 << 18)
"""From so many expected items on, six moments give all digits: the error is of the order of their cube."""
_NEGLIGIBLE_EXPONENT = 45.0  # tails of a probability below e to the power of minus this do not matter
_BLOCK_SIZE = 1 << 17  # values in a block: small enough for the processor's cache


def expected_information(real: NDArray[Any], predicted: NDArray[Any]) -> float:
    """The expected mutual information, in nats, of random partitions with groups of these whole sizes."""
    # Cells of groups of the same sizes expect the same: each pair of sizes is computed once.
    rows, times = np.unique(real, return_counts=True)
    columns, other_times = np.unique(predicted, return_counts=True)
    return float(times @ expected_of_cells(rows, columns, int(np.sum(real))) @ other_times)


def left_out_information(
    real: NDArray[Any], predicted: NDArray[Any]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """The same with one item left out of a row and a column, for all sizes of the two.

    The first two arrays say which row and column of the matrix of information stands for each group.
    """
    rows, row_case, times = np.unique(real, return_inverse=True, return_counts=True)
    columns, column_case, other_times = np.unique(predicted, return_inverse=True, return_counts=True)
    n = int(np.sum(real)) - 1
    whole = expected_of_cells(rows, columns, n)
    less_row, less_column = expected_of_cells(rows - 1, columns, n), expected_of_cells(rows, columns - 1, n)
    change_of_row = (less_row - whole) @ other_times
    change_of_column = times @ (less_column - whole)
    # The cell of the item itself was changed by its row and by its column, and is corrected for both.
    cross = whole - less_row - less_column + expected_of_cells(rows - 1, columns - 1, n)
    total = float(times @ whole @ other_times)
    return row_case, column_case, total + change_of_row[:, None] + change_of_column[None, :] + cross


def expected_of_cells(rows: NDArray[Any], columns: NDArray[Any], n: int) -> Floats:
    """What a cell of a row and a column of these sizes adds to the expected information, in nats."""
    a, b = (x.ravel() for x in np.meshgrid(rows.astype(float), columns.astype(float), indexing="ij"))
    found = np.zeros(len(a))
    mean = a * (b / n) if n > 0 else np.zeros(len(a))
    # A group of all items leaves its cell no freedom, and so no information.
    varied = (a < n) & (b < n) & (mean > 0)
    ways = (
        (mean <= _FEW_EXPECTED, _by_counting_up, _highest),
        ((mean > _FEW_EXPECTED) & (mean <= _MANY_EXPECTED), _by_values, _reach),
        (mean > _MANY_EXPECTED, _by_moments, lambda a, _b, _n: np.ones(len(a), dtype=np.int64)),
    )
    for applies, way, width_of in ways:
        which = np.flatnonzero(varied & applies)
        width = width_of(a[which], b[which], float(n))
        # Cells that take about as many values go together, so that few are computed in vain.
        order = np.argsort(width)
        which, width = which[order], width[order]
        start = 0
        while start < len(which):
            stop = start + _fitting(width[start:])
            part = which[start:stop]
            found[part] = way(a[part], b[part], float(n), int(width[stop - 1]))
            start = stop
    return found.reshape(len(rows), len(columns))


def _fitting(width: NDArray[np.int64]) -> int:
    """How many cells, sorted by how many values each of them takes, make a block."""
    sizes = width[: _BLOCK_SIZE + 1] * np.arange(1, min(len(width), _BLOCK_SIZE + 1) + 1)
    return max(int(np.searchsorted(sizes, _BLOCK_SIZE)), 1)


def _reach(a: Floats, b: Floats, n: float) -> NDArray[np.int64]:
    """How far from the mode a value can be that matters, by Bernstein's inequality."""
    variance = a * (b / n) * np.minimum(1 - a / n, 1 - b / n)
    tail = _NEGLIGIBLE_EXPONENT / 3
    # The root of Bernstein's bound, quadratic in the distance: beyond it the tail is below e⁻⁴⁵.
    reach = tail + np.sqrt(tail * tail + 2 * _NEGLIGIBLE_EXPONENT * variance) + 1
    return np.ceil(np.minimum(reach, np.minimum(a, b))).astype(np.int64)


def _highest(a: Floats, b: Floats, n: float) -> NDArray[np.int64]:
    """How many values from the least on matter, by Chernoff's inequality: k·ln(k/mean) − k + mean."""
    mean = a * (b / n)
    k = mean + _NEGLIGIBLE_EXPONENT
    for _ in range(_NEWTON_STEPS):  # Newton's method from above, for a convex function
        k -= (k * np.log(k / mean) - k + mean - _NEGLIGIBLE_EXPONENT) / np.log(k / mean)
    least = np.maximum(a + b - n, 0)
    return np.ceil(np.minimum(k + 1, np.minimum(a, b)) - least).astype(np.int64)


def _by_counting_up(a: Floats, b: Floats, n: float, width: int) -> Floats:
    """The sum over the values from the least on, of weights relative to it: all logs are of whole numbers."""
    mean = a * (b / n)
    k = np.maximum(a + b - n, 0)
    rest = n - a - b
    weight, all_weights = np.ones(len(a)), np.ones(len(a))
    gain = np.where(k > 0, k * np.log(np.maximum(k, 1)), 0.0)
    # One table of logarithms for all cells: computing them is what takes the time.
    logs = np.log(np.arange(1.0, float(k.max()) + width + 1))
    for _ in range(width):
        weight *= (a - k) * (b - k)
        k += 1
        weight /= k * (rest + k)
        all_weights += weight
        gain += weight * (k * logs[k.astype(np.int64) - 1])
    return (gain / all_weights - mean * np.log(mean)) / n


def _by_values(a: Floats, b: Floats, n: float, width: int) -> Floats:
    """The sum over the values that matter, upwards and downwards from the mode, of weights relative to it."""
    a, b = a[:, None], b[:, None]
    rest = n - a - b
    # From the mode on, the products below only fall, and cannot overflow.
    mode = np.clip(np.floor((a + 1) * ((b + 1) / (n + 2))), np.maximum(-rest, 0), np.minimum(a, b))
    mean = a * (b / n)
    steps = np.arange(1.0, width + 1)
    above = mode + steps
    up = np.cumprod((a - above + 1) * (b - above + 1) / (above * (rest + above)), axis=1)
    below = mode - steps
    down = np.cumprod((below + 1) * (rest + below + 1) / ((a - below) * (b - below)), axis=1)
    # Weights of impossible values are 0, but their logarithms must still be numbers.
    below = np.maximum(below, 0)
    with np.errstate(all="ignore"):
        at_mode = deviance((mode - mean) / mean)[:, 0]
        gain = at_mode + (up * deviance((above - mean) / mean)).sum(1)
        gain += (down * deviance((below - mean) / mean)).sum(1)
    return mean[:, 0] / n * gain / (1 + up.sum(1) + down.sum(1))


def _by_moments(a: Floats, b: Floats, n: float, _width: int) -> Floats:
    """The expectation of (1 + x)·ln(1 + x) − x by the moments of x, the relative deviation of the cell."""
    mean = a * (b / n)
    p, q = a / n, b / n
    second = mean * (1 - p) * (1 - q) * (n / (n - 1))
    third = second * (1 - 2 * p) * (1 - 2 * q) * (n / (n - 2))
    spread, other = p * (1 - p), q * (1 - q)
    excess = ((n - 1) / n) * ((n + 1) / n - 6 * spread - 6 * other) / (n * spread * other)
    excess += 6 * (5 - 6 / n) / n
    fourth = second * second * (3 + excess * (n / (n - 2)) * (n / (n - 3)))
    # Their leading terms suffice: they are divided by the fifth and the sixth power of a large mean.
    fifth, sixth = 10 * second * third, 15 * second**3
    terms = np.stack([second / 2, -third / 6, fourth / 12, -fifth / 20, sixth / 30])
    powers = np.arange(1, len(terms) + 1)[:, None]
    return (terms / mean**powers).sum(0) / n
