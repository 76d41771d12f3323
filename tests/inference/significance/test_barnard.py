"""Barnard's and Boschloo's tests, against all tables in exact fractions and, where it loses no ties, SciPy."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from abovechance.inference.significance.exact import barnard, boschloo

TABLES = [
    [[3, 4], [6, 1]],
    [[2, 1], [11, 1]],
    [[1, 0], [7, 3]],
    [[12, 1], [6, 1]],
    [[0, 5], [4, 4]],
    [[5, 5], [5, 5]],
    [[3, 10], [0, 14]],
    [[15, 25], [35, 25]],
]
SIDES = ("two-sided", "greater", "less")


def squared_score(i, j, n, m):
    """The pooled score statistic with its sign, squared, as a fraction."""
    s = i + j
    if s in (0, n + m):
        return Fraction(0)
    excess = i * m - j * n
    return Fraction(excess * abs(excess) * (n + m), n * m * s * (n + m - s))


def fisher_tail(i, j, n, m, *, upper):
    s = i + j
    chosen = range(i, min(n, s) + 1) if upper else range(max(0, s - m), i + 1)
    return sum(Fraction(comb(n, k) * comb(m, s - k), comb(n + m, s)) for k in chosen)


def greatest(extreme, n, m):
    """The maximum over π of the probability of a set of pairs (i, j), on a fine grid."""
    ways = np.zeros(n + m + 1)
    for i, j in extreme:
        ways[i + j] += comb(n, i) * comb(m, j)
    pi = np.sin(np.linspace(0, np.pi / 2, 20001))[:, None] ** 2
    s = np.arange(n + m + 1)
    return (ways * pi**s * (1 - pi) ** (n + m - s)).sum(1).max()


@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("side", SIDES)
def test_barnard_is_the_greatest_probability_of_scores_as_extreme(counts, side):
    (a, b), (c, d) = counts
    n, m = a + b, c + d
    of = {"two-sided": abs, "greater": lambda z: z, "less": lambda z: -z}[side]
    least = of(squared_score(a, c, n, m))
    extreme = [x for x in product(range(n + 1), range(m + 1)) if of(squared_score(*x, n, m)) >= least]
    statistic, p = barnard(np.array(counts), side)
    assert p == pytest.approx(min(greatest(extreme, n, m), 1.0), rel=1e-6)
    assert statistic * abs(statistic) == pytest.approx(float(squared_score(a, c, n, m)), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("side", SIDES[1:])
def test_boschloo_is_the_greatest_probability_of_fisher_p_values_as_small(counts, side):
    (a, b), (c, d) = counts
    n, m = a + b, c + d
    upper = side == "greater"
    most = fisher_tail(a, c, n, m, upper=upper)
    extreme = [x for x in product(range(n + 1), range(m + 1)) if fisher_tail(*x, n, m, upper=upper) <= most]
    statistic, p = boschloo(np.array(counts), side)
    assert statistic == pytest.approx(float(most), rel=1e-12)
    assert p == pytest.approx(min(greatest(extreme, n, m), 1.0), rel=1e-6)


@pytest.mark.parametrize("counts", TABLES)
def test_boschloo_two_sided_doubles_the_smaller(counts):
    sides = [boschloo(np.array(counts), side)[1] for side in SIDES[1:]]
    assert boschloo(np.array(counts), "two-sided")[1] == pytest.approx(min(1.0, 2 * min(sides)))


@pytest.mark.parametrize(
    ("ours", "theirs"), [(barnard, stats.barnard_exact), (boschloo, stats.boschloo_exact)]
)
@pytest.mark.parametrize("side", SIDES)
def test_scipy_never_finds_a_larger_probability(ours, theirs, side):
    rng = np.random.default_rng(5)
    for counts in rng.integers(1, 9, (12, 2, 2)):
        expected = theirs(counts.T, alternative=side)
        statistic, p = ours(counts, side)
        assert statistic == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
        assert p >= min(expected.pvalue, 1.0) * (1 - 1e-9)
