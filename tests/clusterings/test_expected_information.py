"""Expected information against scikit-learn, all permutations, and rational and long arithmetic."""

import math
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from mpmath import binomial, log, mp, mpf
from scipy.sparse import csr_matrix
from sklearn.metrics import mutual_info_score
from sklearn.metrics.cluster import expected_mutual_information

from abovechance.clusterings import expected as module
from abovechance.clusterings.expected import (
    expected_information,
    expected_of_cells,
    left_out_information,
)
from tests.clusterings.partitions import related


def sizes(*groups):
    return np.array(groups)


def by_sums(a, b):
    """Vinh et al. 2010, eq. 24a, in 40 digits."""
    return _by_sums(tuple(map(int, a)), tuple(map(int, b)))


@cache
def _by_sums(a, b):
    mp.dps = 40
    n = sum(a)
    total = mpf(0)
    for x in a:
        for y in b:
            for k in range(max(1, x + y - n), min(x, y) + 1):
                chance = binomial(x, k) * binomial(n - x, y - k) / binomial(n, y)
                total += mpf(k) / n * log(mpf(n) * k / (x * y)) * chance
    return float(total)


@pytest.mark.parametrize(
    ("a", "b"),
    [([1, 0, 0, 1, 2], [0, 1, 1, 2, 2]), ([0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1]), ([0] * 4, [0, 0, 1, 1])],
)
def test_the_mean_over_all_permutations(a, b):
    mean = np.mean([mutual_info_score(a, order) for order in permutations(b)])
    assert expected_information(np.bincount(a), np.bincount(b)) == pytest.approx(mean, abs=1e-14)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (sizes(1, 1, 1, 1), sizes(2, 2)),
        (sizes(40, 3, 1), sizes(20, 20, 4)),
        (sizes(150, 90, 10), sizes(200, 50)),
        (sizes(249, 1), sizes(1, 249)),
        (np.ones(30, dtype=int), np.ones(30, dtype=int)),
        (sizes(113, 287), sizes(113, 287)),  # on this side of 32 expected items
        (sizes(114, 286), sizes(114, 286)),  # and on the other
        (sizes(64, 64), sizes(64, 64)),  # 32 in each cell
        (sizes(40, 40, 120), sizes(160, 40)),  # 32 in some, less in others, more in the rest
        (sizes(5, 295), sizes(290, 10)),
    ],
)
def test_agreement_with_long_arithmetic(a, b):
    assert expected_information(a, b) == pytest.approx(by_sums(a, b), rel=2e-12, abs=0)


@pytest.mark.parametrize("seed", range(6))
def test_agreement_with_sklearn(seed):
    a, b = related(seed, 40 * 4**seed, 3 + 9 * seed, 2 + 5 * seed)
    counts = np.zeros((a.max() + 1, b.max() + 1), dtype=int)
    np.add.at(counts, (a, b), 1)
    theirs = expected_mutual_information(csr_matrix(counts), len(a))
    assert expected_information(counts.sum(1), counts.sum(0)) == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("n", [2**18 * 4 - 1000, 2**18 * 4, 2**18 * 4 + 1000])
def test_moments_take_over_without_a_seam(n):
    """Two even halves expect a quarter of all items in a cell; both ways give the values beside the seam."""
    half = n // 2
    found = expected_of_cells(sizes(half), sizes(half), n)[0, 0]
    # E[(1 + x) ln(1 + x) − x] by the second and fourth moments; odd ones are zero by symmetry
    mean = n / 4
    second = mean * 0.25 * n / (n - 1)
    fourth = 3 * second**2 * (1 - 2 / n)
    expected = (second / (2 * mean**2) + fourth / (12 * mean**4)) * mean / n
    assert found == pytest.approx(expected, rel=1e-11, abs=0)


UNEVEN = sizes(200, 90, 40, 7, 2, 1), sizes(150, 110, 60, 17, 2, 1)


@pytest.mark.parametrize("block", [1, 7, 100, 1000])
def test_cells_are_worked_on_in_blocks_of_any_size(monkeypatch, block):
    monkeypatch.setattr(module, "_BLOCK_SIZE", block)
    a, b = UNEVEN
    assert expected_information(a, b) == pytest.approx(by_sums(a, b), rel=2e-12, abs=0)


@pytest.mark.parametrize(("few", "many"), [(1.0, 30.0), (8.0, 1e9), (1e9, 1e9)])
def test_the_ways_to_sum_agree_wherever_one_takes_over(monkeypatch, few, many):
    """Counting up from the least value, going out from the mode, and for the largest cells moments."""
    a, b = UNEVEN
    monkeypatch.setattr(module, "_FEW_EXPECTED", few)
    monkeypatch.setattr(module, "_MANY_EXPECTED", many)
    assert expected_information(a, b) == pytest.approx(
        by_sums(a, b), rel=2e-12 if many > 1e6 else 1e-4, abs=0
    )


def test_all_apart_and_all_together():
    apart = np.ones(7, dtype=int)
    assert expected_information(apart, apart) == pytest.approx(math.log(7), rel=1e-14)
    assert expected_information(sizes(7), apart) == 0
    assert expected_information(sizes(1), sizes(1)) == 0


def test_so_many_items_that_no_factorial_would_do():
    """To first order (R − 1)(C − 1) / 2N."""
    a = sizes(4 * 10**14, 6 * 10**14)
    assert expected_information(a, a) == pytest.approx(1 / (2 * 10**15), rel=1e-12, abs=0)


def test_with_one_item_left_out_as_computed_anew():
    a, b = sizes(5, 3, 3, 1), sizes(6, 4, 2)
    rows, columns, matrix = left_out_information(a, b)
    for i in range(4):
        for j in range(3):
            less_a, less_b = a.copy(), b.copy()
            less_a[i] -= 1
            less_b[j] -= 1
            anew = expected_information(less_a[less_a > 0], less_b[less_b > 0])
            assert matrix[rows[i], columns[j]] == pytest.approx(anew, abs=1e-14)
