"""The quantities of non-empty cells are those of the whole table."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

import abovechance as ac
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.sparse import LeftOut, SparseContingency
from tests.clusterings.partitions import partitions, related

MEASURES = [m for m in ac.measures() if m.rectangular and not m.ordered]
SMOOTH = [m for m in MEASURES if not m.kinked or m.given_margins == "information"]
ROOTS = {"cramer_v", "cramer_v_corrected", "tschuprow_t", "pearson_c", "pearson_c_adjusted"}
"""The root of a number that rounding keeps from being zero is much larger than the number."""


def sparse(cells):
    return SparseContingency(cells.counts, cells.rows, cells.columns)


@given(items=partitions)
def test_every_measure_of_partitions_is_the_same_on_both(items):
    a, b = zip(*items, strict=True)
    cells = Cells.from_labels(a, b)
    whole, listed = cells.tables(), sparse(cells)
    with np.errstate(all="ignore"):
        for m in MEASURES:
            near = 1e-7 if m.key in ROOTS else 1e-12
            np.testing.assert_allclose(m.function(listed), m(whole), rtol=1e-12, atol=near, err_msg=m.key)


def test_a_batch_is_a_loop():
    cells = Cells.from_labels(*related(1, 300, 7, 9))
    drawn = np.random.default_rng(2).multinomial(300, cells.counts / 300, size=5)
    together = SparseContingency(drawn, cells.rows, cells.columns)
    with np.errstate(all="ignore"):
        for m in MEASURES:
            values = np.broadcast_to(m.function(together), 5)
            for counts, value in zip(drawn, values, strict=True):
                dense = np.zeros(cells.shape, dtype=int)
                dense[cells.rows, cells.columns] = counts
                table = ac.Tables(dense, cells.tables().labels, cells.tables().predicted_labels)
                np.testing.assert_allclose(value, m(table), rtol=1e-11, atol=1e-12, err_msg=m.key)


@pytest.mark.parametrize("m", SMOOTH, ids=lambda m: m.key)
def test_one_item_left_out_is_the_table_without_it(m):
    cells = Cells.from_labels(*related(3, 60, 4, 5))
    with np.errstate(all="ignore"):
        values = m.function(LeftOut(cells, sparse(cells)))
    for i, (row, column) in enumerate(zip(cells.rows, cells.columns, strict=True)):
        less = cells.dense()
        less[row, column] -= 1
        expected = m(ac.Tables(less, cells.tables().labels, cells.tables().predicted_labels))
        assert np.broadcast_to(values, len(cells.rows))[i] == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_nothing_overflows():
    """The adjusted Rand index of 3·10¹⁵ items in rational arithmetic: products of pairs have 62 digits."""
    counts = np.array([10**15 + 7, 10**15 - 3, 10**15 + 1, 5])
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    r, c, n = [2 * 10**15 + 4, 10**15 + 6], [2 * 10**15 + 8, 10**15 + 2], 3 * 10**15 + 10

    def pairs(sizes):
        return sum(x * (x - 1) for x in sizes)

    both, chance = pairs(counts.tolist()), Fraction(pairs(r) * pairs(c), n * (n - 1))
    exact = (both - chance) / (Fraction(pairs(r) + pairs(c), 2) - chance)
    found = ac.measure("adjusted_rand").function(SparseContingency(counts, rows, columns))
    assert found == pytest.approx(float(exact), rel=1e-14)


def test_ten_thousand_groups_make_no_table():
    n = 200_000
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 10_000, n), rng.integers(0, 10_000, n)
    cells = Cells.from_labels(a, b)
    assert cells.shape == (10_000, 10_000)
    assert len(cells.counts) < 2 * n
    assert cells.total == n
    together = sum(math.comb(int(x), 2) for x in cells.counts)
    order = np.lexsort((b, a))
    same = (np.diff(a[order]) == 0) & (np.diff(b[order]) == 0)
    assert together >= same.sum() > 0
    assert sparse(cells).pairs.tp == 2 * together
