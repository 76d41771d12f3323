"""The least Informedness of given margins, against every table that has them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.optimize import linprog

import abovechance as ac
from tests.enumeration import all_tables


def least_by_enumeration(counts):
    real, predicted = counts.sum(1), counts.sum(0)
    every = np.array(list(all_tables(real.tolist(), predicted.tolist())))
    return np.min(ac.informedness(ac.Tables.from_counts(every)))


def least_by_linear_programming(counts):
    """Σ bias_k (n_kk / r_k − (c_k − n_kk) / (N − r_k)) over non-negative cells with these margins."""
    real, predicted, n, k = counts.sum(1), counts.sum(0), counts.sum(), len(counts)
    there = real > 0
    slope = np.zeros(k)
    slope[there] = predicted[there] / n * (1 / real[there] + 1 / (n - real[there]))
    constant = -np.sum((predicted**2 / n / (n - real))[there])
    rows, columns = np.kron(np.eye(k), np.ones(k)), np.kron(np.ones(k), np.eye(k))
    found = linprog(
        np.diag(slope).ravel(), A_eq=np.vstack([rows, columns]), b_eq=np.concatenate([real, predicted])
    )
    assert found.status == 0
    return found.fun + constant


def small(classes, most):
    return hnp.arrays(np.int64, (classes, classes), elements=st.integers(0, most))


@settings(max_examples=60, deadline=None)
@given(counts=st.one_of(small(2, 6), small(3, 2), small(4, 1)))
def test_no_table_with_these_margins_has_less_and_one_has_as_little(counts):
    t = ac.Tables.from_counts(counts)
    least = ac.least_informedness(t)
    if (counts.sum(1) > 0).sum() < 2:
        assert np.isnan(least)
    else:
        assert least == pytest.approx(least_by_enumeration(counts), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(counts=st.integers(2, 6).flatmap(lambda k: small(k, 50)), heavy=st.integers(0, 2000))
def test_larger_tables_by_linear_programming(counts, heavy):
    """With one cell that may hold most of the items, so that its class is right at times whatever is done."""
    counts[0, 0] += heavy
    if (counts.sum(1) > 0).sum() < 2:
        return
    least = ac.least_informedness(ac.Tables.from_counts(counts))
    assert least == pytest.approx(least_by_linear_programming(counts), abs=1e-9)
    assert least <= ac.informedness(ac.Tables.from_counts(counts)) + 1e-12


def test_hand_arithmetic():
    even = np.full((5, 5), 4) - 4 * np.eye(5, dtype=int)
    assert ac.least_informedness(ac.Tables.from_counts(even)) == pytest.approx(-1 / 4)
    assert ac.informedness(ac.Tables.from_counts(even)) == pytest.approx(-1 / 4)
    # two classes of 90 and 10, predicted 80 and 20: at least 70 of the first are right, tpr 70/90, fpr 1
    assert ac.least_informedness(ac.Tables.from_counts([[75, 15], [5, 5]])) == pytest.approx(70 / 90 - 1)
    # a label that never occurs adds nothing: of 10 and 10, given 0 and 10 and 10 times, all 10 of the
    # second are false, and the 10 stray ones of no class: 1/2 · (0 − 10/10)
    assert ac.least_informedness(ac.Tables.from_counts([[0, 10, 0], [0, 0, 10], [0, 0, 0]])) == -0.5


def test_a_thousand_classes_are_no_harder():
    rng = np.random.default_rng(3)
    t = ac.Tables.from_counts(rng.integers(0, 5, (1000, 1000)))
    assert -1 <= ac.least_informedness(t) < 0
