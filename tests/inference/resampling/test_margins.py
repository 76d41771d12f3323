import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Tables
from abovechance.inference.resampling.margins import (
    Draws,
    degrees_of_freedom,
    least_expected,
    random_tables,
    sampled_p,
    trimmed,
)
from tests.enumeration import null_distribution

COUNTS = np.array([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
PADDED = np.array([[4, 0, 1], [0, 0, 0], [2, 0, 3]])


def test_trimmed():
    np.testing.assert_array_equal(trimmed(PADDED), [[4, 1], [2, 3]])


def test_empty_rows_and_columns_do_not_count():
    t = Tables.from_counts([COUNTS, PADDED, np.zeros((3, 3), dtype=int)]).contingency
    np.testing.assert_array_equal(degrees_of_freedom(t), [4, 1, 0])
    np.testing.assert_allclose(least_expected(t), [5 * 5 / 18, 5 * 4 / 10, 0])


def test_random_tables_have_the_margins_and_the_right_mean():
    tables = np.concatenate(list(random_tables(COUNTS, Draws(4000, seed=1))))
    assert tables.shape == (4000, 3, 3)
    assert (tables.sum(1) == COUNTS.sum(0)).all()
    assert (tables.sum(2) == COUNTS.sum(1)).all()
    expected = np.outer(COUNTS.sum(1), COUNTS.sum(0)) / COUNTS.sum()
    assert abs(tables.mean(0) - expected).max() < 5 * tables.std(0).max() / np.sqrt(4000)


def test_seeds():
    def first(seed, position=0):
        return next(random_tables(COUNTS, Draws(50, seed), position))

    np.testing.assert_array_equal(first(7), first(7))
    assert (first(7) != first(8)).any()
    assert (first(7) != first(7, position=1)).any()


@pytest.mark.parametrize("mid", [False, True])
def test_a_sampled_p_value_is_within_its_error_of_the_exact_one(mid):
    tables, chance = null_distribution(COUNTS)
    hits, own = np.trace(tables, axis1=1, axis2=2), np.trace(COUNTS)
    exact = chance[hits > own].sum() + (0.5 if mid else 1) * chance[hits == own].sum()
    p, error = sampled_p(COUNTS, Draws(20_000, 5, mid), 0, lambda t: np.trace(t, axis1=1, axis2=2) - own, 0.0)
    assert abs(p - exact) < 4 * error
    assert error == pytest.approx(np.sqrt(p * (1 - p) / 20_001))


def test_a_sampled_p_value_is_never_zero():
    assert sampled_p(COUNTS, Draws(99, 1), 0, lambda t: np.full(len(t), -1.0), 0.0)[0] == 1 / 100
    assert sampled_p(COUNTS, Draws(99, 1), 0, lambda t: np.ones(len(t)), 0.0)[0] == 1


tables_of_counts = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(0, 30)).flatmap(
    lambda shape: st.lists(
        st.tuples(st.integers(0, shape[0] - 1), st.integers(0, shape[1] - 1)),
        min_size=shape[2],
        max_size=shape[2],
    ).map(lambda items: _counted(items, shape[:2]))
)


def _counted(items, shape):
    counts = np.zeros(shape, dtype=np.int64)
    for place in items:
        counts[place] += 1
    return counts


@given(counts=tables_of_counts, seed=st.integers(0, 99))
def test_every_random_table_is_one_with_these_margins(counts, seed):
    tables = np.concatenate(list(random_tables(counts, Draws(7, seed))))
    assert tables.shape == (7, *counts.shape)
    assert (tables >= 0).all()
    assert (tables.sum(1) == counts.sum(0)).all()
    assert (tables.sum(2) == counts.sum(1)).all()


@pytest.mark.parametrize(
    "counts",
    [[[3, 7]], [[3], [7]], [[10]], [[0, 0], [3, 7]], [[3, 0], [7, 0]], [[1]] * 5, [[500, 0, 500]], [[0, 0]]],
)
def test_a_single_row_or_column_leaves_no_choice(counts):
    for tables in random_tables(np.array(counts), Draws(20, seed=1)):
        assert (tables == counts).all()


@given(counts=tables_of_counts, seed=st.integers(0, 99))
def test_names_of_rows_and_columns_change_no_random_table(counts, seed):
    """The cells of a random table, sizes of their row and column beside them, are the same in any order."""
    rng = np.random.default_rng(seed)
    rows, columns = rng.permutation(counts.shape[0]), rng.permutation(counts.shape[1])

    def drawn(table):
        (tables,) = random_tables(table, Draws(5, seed))
        return [sorted(zip(one.sum(1).tolist(), map(sorted, one.tolist()), strict=True)) for one in tables]

    assert drawn(counts) == drawn(counts[np.ix_(rows, columns)])


@pytest.mark.parametrize("seed", range(20))
def test_renaming_classes_renames_them_in_random_tables(seed):
    """Classes that are equally frequent in the truth stay with their predictions."""
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(30, np.full(16, 1 / 16)).reshape(4, 4)
    counts[1] = counts[0][[1, 0, 2, 3]]
    order = rng.permutation(4)

    def hits(table):
        (tables,) = random_tables(table, Draws(50, seed))
        return np.trace(tables, axis1=1, axis2=2)

    np.testing.assert_array_equal(hits(counts), hits(counts[np.ix_(order, order)]))


@pytest.mark.parametrize("name", ["fisher", "chi_squared_bm"])
def test_names_of_classes_change_no_monte_carlo_test(name):
    """The same seed gives the same p-value, in any order and beside a class that never occurs."""
    counts = np.random.default_rng(0).poisson(0.4, (12, 12)) + np.eye(12, dtype=int)
    order = np.random.default_rng(1).permutation(12)
    wider = np.insert(np.insert(counts, 5, 0, axis=0), 5, 0, axis=1)
    found = [
        ac.test(Tables.from_counts(table), method=name, seed=3, replicates=499)
        for table in (counts, counts[np.ix_(order, order)], wider)
    ]
    assert "Monte Carlo" in str(found[0].reference)
    assert found[0].p_value == found[1].p_value == found[2].p_value
