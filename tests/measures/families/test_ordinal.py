"""Ordered classes: pair by pair in exact arithmetic, and against SciPy and scikit-learn."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats
from sklearn.metrics import cohen_kappa_score

import abovechance as ac
from tests.measures.textbook import keys, margins, mp, several
from tests.strategies import full_two_class_tables


def _pairs(t):
    """Concordant and discordant pairs, cell by cell."""
    cells = [(i, j, n) for i, row in enumerate(t) for j, n in enumerate(row)]
    same = opposite = mp.mpf(0)
    for (i, j, n), (k, m, other) in itertools.combinations(cells, 2):
        order = (i - k) * (j - m)
        same += n * other if order > 0 else 0
        opposite += n * other if order < 0 else 0
    return same, opposite


def _excess_pairs(t):
    same, opposite = _pairs(t)
    return same - opposite


def _untied(margin):
    return (sum(margin) ** 2 - sum(x**2 for x in margin)) / 2


def _midranks(margin):
    before = list(itertools.accumulate(margin, initial=mp.mpf(0)))
    return [b + (x + 1) / 2 for b, x in zip(before, margin, strict=False)]


def _spearman(t):
    real, predicted, n = margins(t)
    rows, columns, mean = _midranks(real), _midranks(predicted), (n + 1) / 2
    covariance = sum(
        n_ij * (rows[i] - mean) * (columns[j] - mean) for i, row in enumerate(t) for j, n_ij in enumerate(row)
    )
    spread = [
        sum(x * (rank - mean) ** 2 for x, rank in zip(margin, ranks, strict=True))
        for margin, ranks in ((real, rows), (predicted, columns))
    ]
    return covariance / mp.sqrt(spread[0] * spread[1])


def _weighted_kappa(power):
    def kappa(t):
        real, predicted, n = margins(t)
        cells = [(i, j) for i in range(len(t)) for j in range(len(t))]
        observed = sum(abs(i - j) ** power * t[i][j] for i, j in cells)
        expected = sum(abs(i - j) ** power * real[i] * predicted[j] for i, j in cells) / n
        return 1 - observed / expected

    return kappa


def _gerrity(t):
    """The scoring matrix of Gerrity 1992, from the cumulated frequencies of the classes."""
    real, _, n = margins(t)
    k = len(t)
    cumulated = list(itertools.accumulate(real))
    odds = [(n - c) / c for c in cumulated[:-1]]
    score = mp.mpf(0)
    for i, row in enumerate(t):
        for j, n_ij in enumerate(row):
            low, high = sorted((i, j))
            s = sum(1 / a for a in odds[:low]) - (high - low) + sum(odds[high:])
            score += n_ij * s / (k - 1) / n
    return score


TABLE_FORMULAS = {
    "kendall_tau_b": lambda t: (
        _excess_pairs(t) / mp.sqrt(_untied(margins(t)[0])) / mp.sqrt(_untied(margins(t)[1]))
    ),
    "kendall_tau_c": lambda t: 2 * len(t) * _excess_pairs(t) / (len(t) - 1) / margins(t)[2] ** 2,
    "gamma": lambda t: _excess_pairs(t) / sum(_pairs(t)),
    "somers_d": lambda t: _excess_pairs(t) / _untied(margins(t)[0]),
    "somers_d_of_truth": lambda t: _excess_pairs(t) / _untied(margins(t)[1]),
    "spearman_rho": _spearman,
    "mean_absolute_rank_error": lambda t: (
        sum(abs(i - j) * n for i, row in enumerate(t) for j, n in enumerate(row)) / margins(t)[2]
    ),
    "linear_kappa": _weighted_kappa(1),
    "quadratic_kappa": _weighted_kappa(2),
    "gerrity_score": _gerrity,
}

test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_measure_is_checked():
    assert TABLE_FORMULAS.keys() == keys("ordinal")


@pytest.fixture(params=[2, 3, 7])
def table(request):
    counts = np.random.default_rng(request.param).integers(0, 20, (request.param, request.param))
    return ac.Tables.from_counts(counts)


def _items(counts):
    rows, columns = np.indices(counts.shape).reshape(2, -1)
    return np.repeat(rows, counts.ravel()), np.repeat(columns, counts.ravel())


def test_scipy_agrees(table):
    truth, prediction = _items(table.counts)
    expected = {
        "kendall_tau_b": stats.kendalltau(truth, prediction, variant="b").statistic,
        "kendall_tau_c": stats.kendalltau(truth, prediction, variant="c").statistic,
        "spearman_rho": stats.spearmanr(truth, prediction).statistic,
        "somers_d": stats.somersd(truth, prediction).statistic,
        "somers_d_of_truth": stats.somersd(prediction, truth).statistic,
    }
    for key, value in expected.items():
        assert ac.measure(key)(table) == pytest.approx(value, abs=1e-12), key


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_scikit_learn_agrees(table, weights):
    expected = cohen_kappa_score(*_items(table.counts), weights=weights)
    assert ac.measure(f"{weights}_kappa")(table) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=30)
@given(full_two_class_tables)
def test_two_classes_are_old_acquaintances(t):
    for ordinal, known in {
        "kendall_tau_b": "correlation",
        "kendall_tau_c": "wracc",
        "spearman_rho": "mcc",
        "gamma": "yule_q",
        "somers_d": "informedness",
        "somers_d_of_truth": "markedness",
        "gerrity_score": "informedness",
        "linear_kappa": "cohen_kappa",
        "quadratic_kappa": "cohen_kappa",
        "mean_absolute_rank_error": "error_rate",
    }.items():
        assert ac.measure(ordinal)(t) == pytest.approx(ac.measure(known)(t), abs=1e-12)


def test_classes_that_do_not_occur_leave_rank_correlations_alone():
    """SciPy's tau-c takes the number of distinct values, not of declared classes."""
    counts = np.array([[5, 1, 0, 0], [2, 6, 0, 0], [0, 0, 0, 0], [1, 2, 0, 4]])
    kept = counts[np.ix_([0, 1, 3], [0, 1, 3])]
    for key in ("kendall_tau_b", "kendall_tau_c", "gamma", "somers_d", "spearman_rho"):
        assert ac.measure(key)(ac.Tables.from_counts(counts)) == pytest.approx(
            ac.measure(key)(ac.Tables.from_counts(kept)), rel=1e-14
        )


def test_rectangular_tables_have_rank_correlations():
    counts = np.array([[5, 1, 0], [2, 6, 7]])
    t = ac.Tables.from_counts(counts, ["no", "yes"], predicted_labels=["low", "middle", "high"])
    assert ac.kendall_tau_b(t) == pytest.approx(stats.kendalltau(*_items(counts)).statistic, abs=1e-12)
    assert ac.spearman_rho(t) == pytest.approx(stats.spearmanr(*_items(counts)).statistic, abs=1e-12)


def test_reversing_the_order_of_the_labels_negates_rank_correlations(table):
    reversed_labels = ac.Tables.from_counts(table.counts[:, ::-1])
    for key in ("kendall_tau_b", "kendall_tau_c", "gamma", "somers_d", "spearman_rho"):
        assert ac.measure(key)(reversed_labels) == pytest.approx(-ac.measure(key)(table), abs=1e-12)


def test_gerrity_needs_the_outer_classes():
    t = ac.Tables.from_counts([[0, 0, 0], [1, 2, 3], [1, 0, 5]])
    assert np.isnan(ac.gerrity_score(t))
    assert ac.why_undefined(t, "gerrity_score") == "the first or the last class does not occur"
    inner = ac.Tables.from_counts([[1, 2, 3], [0, 0, 0], [1, 0, 5]])
    assert np.isfinite(ac.gerrity_score(inner))


def test_a_batch_of_large_tables_is_exact_too():
    counts = np.array([[[10**15, 1], [2, 3]], [[1, 2], [3, 4]]])
    together = ac.kendall_tau_b(ac.Tables.from_counts(counts))
    alone = [ac.kendall_tau_b(ac.Tables.from_counts(c)) for c in counts]
    np.testing.assert_array_equal(together, alone)
