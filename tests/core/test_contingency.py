"""Exact sums at every size: where 64 bits no longer hold a product, Python's own numbers take over in time."""

from fractions import Fraction

import numpy as np
import pytest

import abovechance as ac
from abovechance.clusterings.sparse import SparseContingency
from abovechance.core.contingency import Contingency

SUMS = [
    *("coincidence", "excess", "gwet_excess", "pooled_residuals", "pooled_room", "predicted_room"),
    *("real_room", "residuals", "room", "scott_excess"),
]
SHARES = {
    "even": [[30, 20], [10, 40]],
    "one cell": [[97, 1], [1, 1]],
    "reversed": [[1, 49], [50, 0]],
    "six classes": np.full((6, 6), 2) + 5 * np.eye(6, dtype=int),
    "six classes, nearly perfect": np.ones((6, 6), dtype=int) + 50 * np.eye(6, dtype=int),
}


def of_total(shares, n):
    """A table of n items, nearly in these shares."""
    shares = np.array(shares)
    counts = shares * (n // shares.sum())
    counts[0, 0] += n - counts.sum()
    return counts


def sparse_of(counts):
    rows, columns = np.nonzero(counts)
    return SparseContingency(counts[rows, columns], rows, columns)


def sums_of(table, names=SUMS):
    pairs = {"determinant of pairs": np.asarray(table.pairs.determinant)}
    return {name: np.asarray(getattr(table, name)) for name in names} | pairs


@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("power", range(12, 34))
def test_sums_of_any_number_of_items_are_those_of_unlimited_numbers(shares, power):
    for n in (2**power - 1, 2**power, 2**power + 2 ** (power - 1)):
        counts = of_total(SHARES[shares], n)
        found, of_cells = (
            sums_of(Contingency(counts)),
            sums_of(sparse_of(counts), ["real_room", "predicted_room"]),
        )
        exact = sums_of(Contingency(counts.astype(object)))
        for name, value in exact.items():
            np.testing.assert_array_equal(found[name], value, err_msg=f"{name} of {n} items")
            if name in of_cells:
                np.testing.assert_array_equal(of_cells[name], value, err_msg=f"{name} of {n} items, sparse")


@pytest.mark.parametrize("n", [2**16, 100_000, 800_000, 2**20, 2**24])
def test_adjusted_rand_of_many_items(n):
    """Hubert & Arabie's index in fractions; the products of numbers of pairs are beyond 64 bits."""
    counts = of_total([[30, 10], [5, 55]], n)

    def pairs(values):
        return sum(Fraction(int(x) * (int(x) - 1), 2) for x in np.ravel(values))

    both, real, predicted = pairs(counts), pairs(counts.sum(1)), pairs(counts.sum(0))
    chance = real * predicted / pairs(n)
    expected = float((both - chance) / ((real + predicted) / 2 - chance))
    assert 0.4 < expected < 0.6
    assert ac.adjusted_rand(ac.Tables.from_counts(counts)) == pytest.approx(expected, rel=1e-14)
    assert ac.measure("adjusted_rand").function(sparse_of(counts)) == pytest.approx(expected, rel=1e-14)
