"""Moments of weighted hits, against all tables with the same margins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import abovechance as ac
from abovechance.inference.guessing.weighted_hits import WEIGHTS, hit_weights, weighted_hits
from tests.enumeration import null_distribution

NAMES = tuple(WEIGHTS)
THREE = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]])

small = hnp.arrays(np.int64, (3, 3), elements=st.integers(0, 4)).filter(
    lambda t: t.sum() > 2 and np.count_nonzero(t.sum(1)) > 1 and np.count_nonzero(t.sum(0)) > 1
)


@settings(max_examples=60, deadline=None)
@given(small)
def test_moments_are_those_over_all_tables_with_these_margins(counts):
    sums = weighted_hits(ac.Tables.from_counts(counts).contingency, NAMES)
    tables, chance = null_distribution(counts)
    values = np.diagonal(tables, axis1=1, axis2=2) @ sums.weights.T
    mean = chance @ values
    np.testing.assert_allclose(sums.expected, mean, rtol=1e-12)
    off = values - mean
    covariance = (chance[:, None] * off).T @ off
    np.testing.assert_allclose(sums.deviation, np.sqrt(np.diagonal(covariance)), rtol=1e-9, atol=1e-9)
    if not sums.varies:
        return
    scale = sums.deviation[:, None] * sums.deviation
    np.testing.assert_allclose(sums.correlation * scale, covariance, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(sums.skewness * sums.deviation**3, chance @ off**3, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("name", ["informedness", "prevalence_weighted_informedness", "markedness"])
def test_hits_make_the_measure(name):
    sums = weighted_hits(THREE.contingency, [name])
    total = (np.diagonal(THREE.counts) @ sums.weights.T - sums.expected) / THREE.total
    assert total == pytest.approx(ac.measure(name)(THREE), rel=1e-12)


def test_hits_make_the_score():
    """Σ (Precision − Prevalence), over the labels that were predicted."""
    counts = np.array([[30, 5, 0], [4, 20, 0], [9, 4, 0]])
    sums = weighted_hits(ac.Tables.from_counts(counts).contingency, ["score"])
    total = (np.diagonal(counts) @ sums.weights.T - sums.expected) / counts.sum()
    score = 30 / 43 - 35 / 72 + 20 / 29 - 24 / 72
    assert total[0] == pytest.approx(score, rel=1e-12)


def test_the_score_is_the_derivative_of_the_likelihood():
    """By the share of informed decisions at none, with guesses as frequent as the labels were."""
    counts, n = THREE.counts, THREE.total
    real, guess = counts.sum(1) / n, counts.sum(0) / n

    def log_likelihood(share):
        return (counts * np.log(real[:, None] * (share * np.eye(3) + (1 - share) * guess))).sum()

    sums = weighted_hits(THREE.contingency, ["score"])
    score = np.diagonal(counts) @ sums.weights[0] - sums.expected[0]
    assert (log_likelihood(1e-6) - log_likelihood(0)) / 1e-6 == pytest.approx(score, rel=1e-4)


def test_classes_on_one_side_only_have_no_weight():
    t = ac.Tables.from_counts([[5, 2, 1, 0], [1, 6, 2, 0], [0, 0, 0, 0], [2, 1, 0, 0]])
    weights = hit_weights(t.contingency, NAMES)
    assert np.all(weights[:, :2] > 0)
    assert np.all(weights[:, 2:] == 0)


def test_margins_that_allow_one_value_do_not_vary():
    for counts in ([[0, 5, 0], [0, 3, 0], [0, 4, 0]], [[0, 0, 4], [0, 0, 3], [0, 0, 0]], np.zeros((3, 3))):
        assert not weighted_hits(ac.Tables.from_counts(counts).contingency, NAMES).varies


def test_many_items_and_many_classes_keep_their_digits():
    large = THREE.counts * 10**13
    some, more = (
        weighted_hits(ac.Tables.from_counts(counts).contingency, NAMES) for counts in (THREE.counts, large)
    )
    factor = np.sqrt((large.sum() - 1) / (THREE.total - 1))
    np.testing.assert_allclose(more.standardised, some.standardised * factor, rtol=1e-12)
    np.testing.assert_allclose(more.correlation, some.correlation, rtol=1e-12)
