import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from abovechance.inference.resampling.margins import Draws
from abovechance.inference.significance import permutation
from abovechance.inference.significance.freeman_halton import TooMuchWorkError
from abovechance.inference.significance.permutation import Hits, Plan, exact_sums, permutation_tail
from tests.enumeration import null_distribution

WEIGHTS = np.array([[0.7, 1.9, 3.3]])
SEVERAL = np.array([[0.7, 1.9, 3.3], [1.1, 1.0, 0.4], [0.2, 0.9, 5.0]])


def hits(counts, weights):
    """The sums of these weights; any scale will do for one, several need one each."""
    expected = weights @ (counts.sum(1) * counts.sum(0)) / counts.sum()
    return Hits(weights, expected, np.arange(1.0, len(weights) + 1))


def distribution(sums, chance):
    values, where = np.unique(np.round(sums, 9), axis=0, return_inverse=True)
    return values, np.bincount(where.ravel(), weights=chance)


@settings(max_examples=40, deadline=None)
@given(hnp.arrays(np.int64, (3, 3), elements=st.integers(0, 4)).filter(lambda t: t.any()))
def test_the_distribution_of_weighted_hits_is_that_over_all_tables(counts):
    for weights in (WEIGHTS, SEVERAL):
        _has_the_distribution_of_all_tables(counts.copy(), weights)


def _has_the_distribution_of_all_tables(counts, weights):
    counts[:, counts.sum(1) == 0] = 0
    if not counts.any():
        return
    tables, chance = null_distribution(counts)
    values, probability = distribution(np.diagonal(tables, axis1=1, axis2=2) @ weights.T, chance)
    ours = distribution(*exact_sums(counts, weights))
    np.testing.assert_allclose(ours[0], values, atol=1e-8)
    np.testing.assert_allclose(ours[1], probability, rtol=1e-9)


def test_four_classes_one_of_them_never_predicted():
    counts = np.array([[3, 1, 0, 0], [1, 2, 0, 1], [1, 1, 0, 1], [0, 1, 0, 2]])
    weights = np.array([[0.5, 1.5, 0.0, 2.25]])
    tables, chance = null_distribution(counts)
    values, probability = distribution(np.diagonal(tables, axis1=1, axis2=2) @ weights.T, chance)
    ours = distribution(*exact_sums(counts, weights))
    np.testing.assert_allclose(ours[0], values, atol=1e-8)
    np.testing.assert_allclose(ours[1], probability, rtol=1e-9)


@pytest.mark.parametrize("weights", [WEIGHTS, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("mid", [False, True])
def test_tails(alternative, mid, weights):
    """The farthest of several sums counts, each in its own unit."""
    counts = np.array([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
    tables, chance = null_distribution(counts)
    sums = hits(counts, weights)
    sign = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]

    def farthest(table):
        deviations = (np.diagonal(table, axis1=-2, axis2=-1) @ weights.T - sums.expected) / sums.deviation
        return sign(deviations).max(-1)

    beyond = farthest(tables) - farthest(counts)
    share = 0.5 if mid else 1
    p = chance[beyond > 1e-9].sum() + share * chance[abs(beyond) <= 1e-9].sum()
    tail = permutation_tail(counts, sums, Plan(alternative, Draws(mid=mid)), 0)
    assert tail.p_value == pytest.approx(p, rel=1e-9)
    assert tail.least == pytest.approx(share * chance[beyond >= beyond.max() - 1e-9].sum(), rel=1e-9)
    assert tail.error == 0


@pytest.mark.parametrize("weights", [WEIGHTS, SEVERAL], ids=["one", "several"])
def test_sampling_takes_over_where_there_is_too_much_work(monkeypatch, weights):
    counts = np.array([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
    plan = Plan("greater", Draws(20_000, seed=4))
    exact = permutation_tail(counts, hits(counts, weights), plan, 0)

    def give_up(counts, weights, work):
        raise TooMuchWorkError

    monkeypatch.setattr(permutation, "exact_sums", give_up)
    sampled = permutation_tail(counts, hits(counts, weights), plan, 0)
    assert sampled.error > 0
    assert abs(sampled.p_value - exact.p_value) < 4 * sampled.error
    monkeypatch.setattr(permutation, "LARGEST_TOTAL", 17)
    assert permutation_tail(counts, hits(counts, weights), plan, 0) is None


def test_work_is_bounded():
    with pytest.raises(TooMuchWorkError):
        exact_sums(np.full((6, 6), 6), np.ones((1, 6)))
