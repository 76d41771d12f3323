"""Rank tests, against SciPy and Demšar's published table."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from abovechance.inference.datasets.ranks import friedman, nemenyi_distance, ranks, sign_p, signed_rank_p

DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)
"""Demšar 2006, table 6: AUC of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf on 14 sets; he ranks the two 0.975 apart."""


def test_demsars_mean_ranks():
    np.testing.assert_allclose(ranks(DEMSAR).mean(0), [3.143, 2.000, 2.893, 1.964], atol=5e-4)


def test_demsars_friedman_statistic_is_that_without_correction_for_ties():
    """He prints 9.28 and F 3.69; ties (three sets) make it 10.23, which is what SciPy and R give."""
    mean_ranks = ranks(DEMSAR).mean(0)
    uncorrected = 12 * 14 / (4 * 5) * ((mean_ranks**2).sum() - 4 * 5**2 / 4)
    assert uncorrected == pytest.approx(9.28, abs=5e-3)
    assert 13 * uncorrected / (14 * 3 - uncorrected) == pytest.approx(3.69, abs=5e-3)
    found = friedman(DEMSAR)
    assert found.statistic == pytest.approx(10.23, abs=5e-3)
    assert found.f == pytest.approx(13 * found.statistic / (14 * 3 - found.statistic))
    assert found.f_df == (3, 39)


def test_critical_values_of_demsars_table_five():
    """q at 0.05 and 0.10, times √(k(k+1)/6n)."""
    for level, values in (
        (0.95, {2: 1.960, 3: 2.343, 4: 2.569, 10: 3.164}),
        (0.90, {2: 1.645, 4: 2.291, 10: 2.920}),
    ):
        for systems, q in values.items():
            expected = q * np.sqrt(systems * (systems + 1) / (6 * 14))
            assert nemenyi_distance(systems, 14, level) == pytest.approx(expected, abs=1e-3)


scores = hnp.arrays(np.int64, st.tuples(st.integers(2, 8), st.integers(3, 6)), elements=st.integers(0, 5))


@given(scores)
@settings(deadline=None)
def test_friedman_agrees_with_scipy(values):
    found = friedman(values)
    if (ranks(values) == (values.shape[1] + 1) / 2).all():
        assert (found.statistic, found.p_value, found.f, found.f_p_value) == (0, 1, 0, 1)
        return
    expected = stats.friedmanchisquare(*values.T)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    if np.isfinite(found.f):
        assert found.f_p_value == pytest.approx(stats.f.sf(found.f, *found.f_df), rel=1e-9)


def test_systems_that_always_rank_alike_have_an_infinite_f():
    found = friedman([[3, 2, 1]] * 5)
    assert found.statistic == pytest.approx(10)
    assert found.f == np.inf
    assert found.f_p_value == pytest.approx(1 / 6**4)
    assert found.exact_p_value == pytest.approx(1 / 6**4)
    tied = friedman([[3, 2, 2], [1, 0, 0], [5, 4, 4]])
    assert tied.f_p_value == pytest.approx(1 / 3**2)


def test_two_sets_prove_nothing():
    """Two systems, two sets: by chance the same one wins both times in half of all cases."""
    found = friedman([[0.1, 0.2], [0.2, 0.3]])
    assert (found.f_p_value, found.exact_p_value, found.best_p_value) == pytest.approx((0.5, 0.5, 0.5))


@given(hnp.arrays(np.int64, st.tuples(st.integers(2, 4), st.integers(2, 4)), elements=st.integers(0, 3)))
@settings(deadline=None, max_examples=40)
def test_the_exact_p_value_is_the_share_of_all_orders_tried(values):
    placed = ranks(values)
    target = (placed.sum(0) ** 2).sum()
    orders = product(*(list(permutations(row)) for row in placed[1:].tolist()))
    spread = [(np.sum([placed[0], *rows], axis=0) ** 2).sum() for rows in orders]
    assert friedman(values).exact_p_value == pytest.approx(np.mean(np.array(spread) >= target - 1e-9))


def test_critical_values_of_the_exact_test():
    """Friedman 1937, table VI: three systems on five sets, 8.4 has p = 0.0085; 6.4 has 0.039."""
    agree = np.array([[1.0, 2, 3]] * 5)
    agree[4] = [1, 3, 2]
    assert friedman(-agree).statistic == pytest.approx(8.4)
    assert friedman(-agree).exact_p_value == pytest.approx(0.0085, abs=5e-5)
    agree[3] = [1, 3, 2]
    agree[4] = [2, 1, 3]
    assert friedman(-agree).statistic == pytest.approx(6.4)
    assert friedman(-agree).exact_p_value == pytest.approx(0.039, abs=5e-4)


def test_many_systems_and_sets_are_left_to_the_approximation():
    found = friedman(np.random.default_rng(1).random((60, 8)))
    assert np.isnan(found.exact_p_value)
    assert found.best_p_value == found.f_p_value


def test_ranks_share_their_mean_where_scores_are_equal():
    np.testing.assert_array_equal(ranks(np.array([5, 7, 5, 9])), [3.5, 2, 3.5, 1])


@pytest.mark.parametrize("n", [4, 7, 12, 40])
def test_signed_ranks_agree_with_scipy_where_no_ranks_are_shared(n):
    values = np.random.default_rng(n).normal(0.3, 1, n)
    assert signed_rank_p(values) == pytest.approx(stats.wilcoxon(values, method="exact").pvalue, rel=1e-10)


@given(st.lists(st.integers(-4, 6), min_size=2, max_size=9).filter(lambda v: sum(map(bool, v)) > 1))
@settings(deadline=None, max_examples=40)
def test_signed_ranks_with_ties_agree_with_all_signs_tried(values):
    nonzero = [v for v in values if v]
    expected = stats.wilcoxon(nonzero, method=stats.PermutationMethod(n_resamples=2**12)).pvalue
    assert signed_rank_p(values) == pytest.approx(expected, rel=1e-9)


def test_many_signed_ranks_are_normal():
    values = np.random.default_rng(1).normal(0.1, 1, 400)
    expected = stats.wilcoxon(values, method="asymptotic", correction=False).pvalue
    assert signed_rank_p(values) == pytest.approx(expected, rel=1e-9)


def test_the_sign_test_is_binomial():
    assert sign_p([1, 2, 0, -1, 3, 4]) == pytest.approx(stats.binomtest(4, 5).pvalue)
    assert sign_p([0, 0]) == signed_rank_p([0, 0]) == 1
