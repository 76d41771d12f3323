"""The test of Accuracy against the no-information rate, by sums of binomial probabilities."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from pycm import ConfusionMatrix
from scipy.stats import norm

import abovechance as ac


def tail(right, n, rate):
    return float(sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(right, n + 1)))


@pytest.mark.parametrize("counts", [[[8, 2], [1, 3]], [[20, 4, 1], [3, 5, 2], [2, 2, 9]], [[0, 5], [3, 0]]])
def test_p_is_the_upper_tail_with_the_largest_class_as_rate(counts):
    counts = np.array(counts)
    n, right = int(counts.sum()), int(np.trace(counts))
    rate = Fraction(int(counts.sum(1).max()), n)
    table = ac.Tables.from_counts(counts)
    greater = ac.test(table, method="no_information_rate", alternative="greater")
    less = ac.test(table, method="P[Acc > NIR]", alternative="less")
    assert greater.p_value == pytest.approx(tail(right, n, rate))
    assert less.p_value == pytest.approx(1 - tail(right + 1, n, rate))
    assert greater.statistic == right / n


def test_pycm_and_caret_give_the_upper_tail():
    counts = [[20, 4, 1], [3, 5, 2], [2, 2, 9]]
    matrix = {str(i): {str(j): n for j, n in enumerate(row)} for i, row in enumerate(counts)}
    found = ac.test(ac.Tables.from_counts(counts), method="P-Value [Acc > NIR]", alternative="greater")
    assert found.p_value == pytest.approx(ConfusionMatrix(matrix=matrix).PValue)


def test_two_sided_takes_what_is_no_more_probable():
    n, right, rate = 14, 11, Fraction(10, 14)
    chance = [comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n + 1)]
    expected = float(sum(p for p in chance if p <= chance[right]))
    table = ac.Tables.from_cells(tp=8, fn=2, fp=1, tn=3)
    assert ac.test(table, method="nir").p_value == pytest.approx(expected)


def test_a_table_of_one_class_and_none():
    assert ac.test(ac.Tables.from_counts([[5, 2], [0, 0]]), method="nir", alternative="greater").p_value == 1
    assert ac.test(ac.Tables.from_counts([[0, 0], [0, 0]]), method="nir").reason == "there are no items"


@pytest.mark.parametrize("n", [10**9, 10**12])
def test_very_many_items(n):
    right = 6 * n + round(2 * np.sqrt(2.4 * n))
    table = ac.Tables.from_counts([[right - 3 * n, 9 * n - right], [n, 3 * n]])
    p = ac.test(table, method="no_information_rate", alternative="greater").p_value
    assert p == pytest.approx(norm.sf(2), rel=1e-3)
