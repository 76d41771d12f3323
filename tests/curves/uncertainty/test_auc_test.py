"""The Mann–Whitney test: exact against all choices and SciPy, normal against SciPy."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import abovechance as ac

auc_test = ac.curves.auc_test


def by_counting(truth, scores):
    """The share of all choices of as many positive items whose AUC is as far from 1/2."""
    ranks = stats.rankdata(scores)
    positives = int(np.sum(truth))
    mean = positives * (len(ranks) + 1) / 2
    observed = abs(ranks[np.flatnonzero(truth)].sum() - mean)
    sums = [abs(ranks[list(c)].sum() - mean) for c in combinations(range(len(ranks)), positives)]
    return np.mean(np.array(sums) >= observed - 1e-9)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=11))
def test_few_items_are_counted(rows):
    truth, scores = (np.array(x) for x in zip(*rows, strict=True))
    found = auc_test(truth, scores, positive=True)
    if truth.all() or not truth.any():
        assert np.isnan(found.p_value)
        assert found.reason
    else:
        assert found.method == "exact"
        assert found.p_value == pytest.approx(by_counting(truth, scores))


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 7)), min_size=4, max_size=40))
def test_of_clusters_the_test_is_the_interval_that_ends_at_one_half(rows):
    truth, scores, clusters = (np.array(x) for x in zip(*rows, strict=True))
    columns = {"positive": True, "clusters": clusters}
    found = auc_test(truth, scores, **columns)
    if found.method != "clusters" or not 1e-6 < found.p_value < 1 - 1e-3:
        return
    wide, narrow = (
        ac.curves.auc_interval(truth, scores, level=1 - found.p_value * x, **columns) for x in (0.999, 1.001)
    )
    assert wide.low <= 0.5 <= wide.high
    assert not narrow.low <= 0.5 <= narrow.high


def test_five_against_five_are_told_apart():
    assert auc_test([0] * 5 + [1] * 5, range(10)).p_value == pytest.approx(2 / 252)
    assert auc_test([1] * 5 + [0] * 5, range(10)).p_value == pytest.approx(2 / 252)
    assert auc_test([0, 1] * 5, [3] * 10).p_value == 1


@pytest.mark.parametrize(("positives", "negatives"), [(50, 50), (7, 30), (300, 8)])
def test_without_ties_the_exact_test_is_scipys(positives, negatives):
    rng = np.random.default_rng(1)
    truth = np.arange(positives + negatives) < positives
    scores = rng.normal(size=len(truth)) + 0.4 * truth
    found = auc_test(truth, scores, positive=True)
    expected = stats.mannwhitneyu(scores[truth], scores[~truth], method="exact").pvalue
    assert (found.method, found.p_value) == ("exact", pytest.approx(expected))


@pytest.mark.parametrize("ties", [False, True])
def test_many_items_are_normal_as_in_scipy(ties):
    rng = np.random.default_rng(2)
    truth = np.arange(300) < 120
    scores = rng.normal(size=300) + 0.2 * truth
    scores = np.round(scores) if ties else scores
    found = auc_test(truth, scores, positive=True)
    expected = stats.mannwhitneyu(scores[truth], scores[~truth], method="asymptotic").pvalue
    assert (found.method, found.p_value) == ("normal", pytest.approx(expected))


def test_the_scale_of_weights_does_not_matter():
    rng = np.random.default_rng(3)
    truth = np.arange(60) < 30
    scores, weights = rng.normal(size=60) + 0.5 * truth, rng.exponential(size=60)
    found = [auc_test(truth, scores, weights=scale * weights).p_value for scale in (1e-3, 1, 1e3)]
    assert found == pytest.approx([found[0]] * 3)
    equal = [auc_test(truth, scores, weights=np.full(60, scale)).p_value for scale in (1e-3, 1e3)]
    expected = stats.mannwhitneyu(scores[truth], scores[~truth], method="exact").pvalue
    assert equal == pytest.approx([expected] * 2)
