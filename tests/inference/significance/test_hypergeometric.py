import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from abovechance.inference.significance import hypergeometric
from tests.enumeration import null_distribution

RNG = np.random.default_rng(3)
TABLES = np.concatenate([RNG.integers(0, top, (60, 2, 2)) for top in (3, 12, 200)])
TABLES = TABLES[TABLES.sum((1, 2)) > 0]
MILLION = 10**6


def support(table):
    (row, _), (column, _), n = table.sum(1), table.sum(0), table.sum()
    x = np.arange(max(0, row + column - n), min(row, column) + 1)
    return x, stats.hypergeom.pmf(x, n, row, column)


def exact_log_probability(table):
    table = [[int(x) for x in row] for row in table]
    with mpmath.workdps(40):
        margins = [*map(sum, table), *map(sum, zip(*table, strict=True))]
        cells = [x for row in table for x in row]
        log_factorial = [mpmath.loggamma(x + 1) for x in (*margins, *cells, sum(cells))]
        return mpmath.fsum(log_factorial[:4]) - mpmath.fsum(log_factorial[4:])


def exact_upper_tail(table):
    (a, b), (c, d) = ((int(x) for x in row) for row in table)
    with mpmath.workdps(40):
        total = term = mpmath.mpf(1)
        while b and c and term > total * mpmath.mpf(10) ** -30:
            term *= mpmath.mpf(b * c) / ((a + 1) * (d + 1))
            a, b, c, d = a + 1, b - 1, c - 1, d + 1
            total += term
        return total * mpmath.exp(exact_log_probability(table))


def test_probability_of_every_table_of_some_margins():
    tables, chance = null_distribution([[3, 1, 2], [0, 4, 1], [2, 2, 2]])
    np.testing.assert_allclose(np.exp(hypergeometric.log_probability(tables)), chance, rtol=1e-13)
    assert chance.sum() == pytest.approx(1, rel=1e-12)


def test_tails_are_those_of_the_hypergeometric_distribution():
    upper, lower = hypergeometric.upper_tail(TABLES), hypergeometric.lower_tail(TABLES)
    for table, above, below in zip(TABLES, upper, lower, strict=True):
        x, chance = support(table)
        assert above == pytest.approx(chance[x >= table[0, 0]].sum(), rel=1e-11)
        assert below == pytest.approx(chance[x <= table[0, 0]].sum(), rel=1e-11)


def test_two_sided_tails_by_probability_and_by_distance():
    by_probability = hypergeometric.no_more_probable(TABLES)
    by_distance, equal = hypergeometric.as_far_from_expected(TABLES)
    for i, table in enumerate(TABLES):
        x, chance = support(table)
        own = chance[x == table[0, 0]]
        assert by_probability[i] == pytest.approx(chance[chance <= own * (1 + 1e-7)].sum(), rel=1e-11)
        distance = abs(x * table.sum() - table[0].sum() * table[:, 0].sum())
        own = distance[x == table[0, 0]]
        assert by_distance[i] == pytest.approx(chance[distance >= own].sum(), rel=1e-11)
        assert equal[i] == pytest.approx(chance[distance == own].sum(), rel=1e-11)


@pytest.mark.parametrize(
    "table",
    [
        [[MILLION, MILLION - 1000], [MILLION - 1500, MILLION + 1000]],
        [[MILLION, MILLION - 2000], [MILLION, MILLION]],
        [[3 * MILLION, 4 * MILLION], [4 * MILLION, 6 * MILLION]],
        [[10**12, 10**12], [5, 20]],
        [[40, MILLION], [MILLION, 10**10]],
    ],
)
def test_nothing_is_lost_at_large_counts(table):
    table = np.array(table)
    assert float(hypergeometric.log_probability(table)) == pytest.approx(
        float(exact_log_probability(table)), rel=1e-13
    )
    assert float(hypergeometric.upper_tail(table)) == pytest.approx(float(exact_upper_tail(table)), rel=1e-11)


@given(st.lists(st.integers(0, 60), min_size=4, max_size=4))
def test_the_two_tails_overlap_in_the_table_itself(cells):
    table = np.array(cells).reshape(2, 2)
    both = hypergeometric.upper_tail(table) + hypergeometric.lower_tail(table)
    assert both == pytest.approx(1 + np.exp(hypergeometric.log_probability(table)), rel=1e-12)


def test_a_batch_is_its_tables():
    batch = TABLES[:6].reshape(2, 3, 2, 2)
    for function in (
        hypergeometric.upper_tail,
        hypergeometric.no_more_probable,
        hypergeometric.log_probability,
    ):
        values = function(batch)
        assert values.shape == (2, 3)
        for where in np.ndindex(2, 3):
            assert values[where] == function(batch[where])
    assert hypergeometric.no_more_probable(np.zeros((0, 2, 2), dtype=int)).shape == (0,)


def test_a_table_that_the_margins_force_is_certain():
    table = np.array([[3, 0], [4, 0]])
    assert hypergeometric.upper_tail(table) == hypergeometric.lower_tail(table) == 1
    assert hypergeometric.no_more_probable(table) == 1
    assert hypergeometric.least_tail(table, "two-sided") == 1


def test_the_least_tail_is_the_least_of_all_tails():
    for table in TABLES[(TABLES.sum(1) > 0).all(1) & (TABLES.sum(2) > 0).all(1)]:
        x, chance = support(table)
        distance = abs(x * table.sum() - table[0].sum() * table[:, 0].sum())
        least = chance[distance == distance.max()].sum()
        assert hypergeometric.least_tail(table, "two-sided") == pytest.approx(least, rel=1e-10)
        assert hypergeometric.least_tail(table, "greater") == pytest.approx(chance[-1], rel=1e-10)
        assert hypergeometric.least_tail(table, "less") == pytest.approx(chance[0], rel=1e-10)
