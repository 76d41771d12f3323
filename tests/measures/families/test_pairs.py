"""Pairs of items against scikit-learn, counting by hand, and exact integers."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import abovechance as ac
from sklearn import metrics as sk


def tables(counts):
    rows, columns = np.shape(counts)
    predicted = range(rows) if rows == columns else [f"group {j}" for j in range(columns)]
    return ac.Tables.from_counts(counts, labels=range(rows), predicted_labels=predicted)


def items(counts):
    rows, columns = np.indices(counts.shape)
    return np.repeat(rows.ravel(), counts.ravel()), np.repeat(columns.ravel(), counts.ravel())


@pytest.fixture(params=range(6))
def counts(request):
    rng = np.random.default_rng(request.param)
    shape = [(2, 2), (3, 3), (10, 10), (2, 5), (4, 3), (3, 6)][request.param]
    return rng.integers(0, 9, shape) + 2 * np.eye(*shape, dtype=int)


@pytest.mark.parametrize(
    ("key", "function"),
    [
        ("rand_index", sk.rand_score),
        ("adjusted_rand", sk.adjusted_rand_score),
        ("fowlkes_mallows_pairs", sk.fowlkes_mallows_score),
    ],
)
def test_agreement_with_sklearn(counts, key, function):
    assert ac.measure(key)(tables(counts)) == pytest.approx(function(*items(counts)), rel=1e-12)


def test_the_dichotomy_of_pairs_is_sklearns(counts):
    pairs = tables(counts).contingency.pairs
    expected = sk.cluster.pair_confusion_matrix(*items(counts))
    assert [[pairs.tn, pairs.fp], [pairs.fn, pairs.tp]] == expected.tolist()


def test_counting_pairs_by_hand():
    truth, prediction = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]
    together = [(truth[i] == truth[j], prediction[i] == prediction[j]) for i, j in combinations(range(6), 2)]
    a, b = together.count((True, True)), together.count((True, False))
    c, d = together.count((False, True)), together.count((False, False))
    assert (a, b, c, d) == (1, 3, 2, 9)
    t = ac.Tables.from_labels(truth, prediction)
    assert ac.rand_index(t) == pytest.approx(10 / 15)
    assert ac.jaccard_pairs(t) == pytest.approx(1 / 6)
    assert ac.wallace_truth(t) == pytest.approx(1 / 4)
    assert ac.wallace_prediction(t) == pytest.approx(1 / 3)
    assert ac.mirkin(t) == 2 * (3 + 2)
    assert ac.pair_informedness(t) == pytest.approx(1 / 4 - 2 / 11)
    assert ac.pair_markedness(t) == pytest.approx(1 / 3 - 3 / 12)
    assert ac.pair_correlation(t) == pytest.approx((1 * 9 - 3 * 2) / (4 * 11 * 3 * 12) ** 0.5)


def test_the_adjusted_rand_index_is_kappa_of_the_pairs(counts):
    pairs = tables(counts).contingency.pairs
    as_table = ac.Tables.from_cells(tp=pairs.tp, fp=pairs.fp, fn=pairs.fn, tn=pairs.tn)
    assert ac.adjusted_rand(tables(counts)) == pytest.approx(ac.cohen_kappa(as_table), rel=1e-12)


def test_mirkins_metric_by_squares(counts):
    squares = (counts.sum(1) ** 2).sum() + (counts.sum(0) ** 2).sum() - 2 * (counts**2).sum()
    assert ac.mirkin(tables(counts)) == squares


def test_chance_is_the_mean_over_random_partitions():
    rng = np.random.default_rng(3)
    truth, prediction = np.repeat([0, 1, 2], [20, 15, 5]), np.repeat([0, 1], [25, 15])
    shuffled = [ac.Tables.from_labels(truth, rng.permutation(prediction)).counts for _ in range(4000)]
    t = ac.Tables.from_counts(np.stack(shuffled))
    for key in ("adjusted_rand", "pair_informedness", "pair_markedness", "pair_correlation"):
        values = ac.measure(key)(t)
        assert abs(values.mean()) < 4 * values.std() / 4000**0.5, key


@pytest.mark.parametrize("scale", [1, 1000, 10**6, 10**9, 10**14])
def test_numbers_of_pairs_are_exact(scale):
    """From 10⁵ items on, products of numbers of pairs no longer fit into 64 bits."""
    counts = [[3 * scale + 1, scale], [scale, 3 * scale - 1], [scale + 2, scale]]

    def pairs(n):
        return Fraction(n * (n - 1), 2)

    a = sum(pairs(n) for row in counts for n in row)
    p = sum(pairs(sum(row)) for row in counts)
    q = sum(pairs(sum(row[j] for row in counts)) for j in range(2))
    chance = p * q / pairs(sum(map(sum, counts)))
    value = ac.adjusted_rand(tables(counts))
    assert value == pytest.approx(float((a - chance) / ((p + q) / 2 - chance)), rel=1e-14, abs=0)


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        ([[1]], {"rand_index": None, "mirkin": 0, "wallace_truth": None}),
        ([[4]], {"rand_index": 1, "adjusted_rand": None, "jaccard_pairs": 1, "pair_informedness": None}),
        ([[1, 0], [0, 1]], {"rand_index": 1, "adjusted_rand": None, "jaccard_pairs": None}),
        (
            [[0, 1], [0, 1]],
            {"rand_index": 0, "adjusted_rand": 0, "wallace_prediction": 0, "wallace_truth": None},
        ),
        ([[0, 0], [0, 0]], {"rand_index": None, "mirkin": None}),
    ],
)
def test_degenerate_tables(counts, values):
    for key, value in values.items():
        result = ac.measure(key)(ac.Tables.from_counts(counts))
        assert result == pytest.approx(np.nan if value is None else value, nan_ok=True), key
