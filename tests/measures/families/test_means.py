"""Means of rates: textbook formulas, relations between the means, and the classes that count."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from tests.measures.textbook import keys, margins, mp, one_vs_rest, reason, several, two_class
from tests.strategies import full_two_class_tables

FORMULAS = {
    "jaccard": lambda a, b, c, d: a / (a + b + c),
    "a_measure": lambda a, b, c, d: (a / (a + c) + a / (a + b)) / 2,
    "g_measure": lambda a, b, c, d: mp.sqrt(a / (a + c) * a / (a + b)),
    "f1": lambda a, b, c, d: 2 / ((a + c) / a + (a + b) / a),
    "f_beta": lambda a, b, c, d: 2 / ((a + c) / a + (a + b) / a),
    "f2": lambda a, b, c, d: 5 / (4 * (a + c) / a + (a + b) / a),
    "f_half": lambda a, b, c, d: mp.mpf("1.25") / ((a + c) / a / 4 + (a + b) / a),
    "tversky": lambda a, b, c, d: a / (a + c / 2 + b / 2),
    "g_mean": lambda a, b, c, d: mp.sqrt(a / (a + c) * d / (b + d)),
    "auc_of_one_point": lambda a, b, c, d: (1 + a / (a + c) - b / (b + d)) / 2,
}


def _balanced(t):
    return sum(row[k] / sum(row) for k, row in enumerate(t)) / len(t)


TABLE_FORMULAS = {
    "balanced_accuracy": _balanced,
    "adjusted_balanced_accuracy": lambda t: (len(t) * _balanced(t) - 1) / (len(t) - 1),
}

test_two_class_formulas = two_class(FORMULAS)
test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_mean_is_checked():
    assert FORMULAS.keys() | TABLE_FORMULAS.keys() == keys("means")


@settings(max_examples=50)
@given(full_two_class_tables)
def test_harmonic_geometric_and_arithmetic_mean(t):
    """F = G²/A (Powers 2007), and F ≤ G ≤ A."""
    f, g, a = ac.f1(t), ac.g_measure(t), ac.a_measure(t)
    assert f == pytest.approx(g * g / a)
    assert f <= g * (1 + 1e-12) <= a * (1 + 2e-12)
    assert ac.jaccard(t) == pytest.approx(f / (2 - f))
    assert ac.auc_of_one_point(t) == pytest.approx((ac.informedness(t) + 1) / 2)


@pytest.mark.parametrize("beta", [0.1, 0.5, 1, 2, 10])
def test_f_beta_weighs_recall_beta_squared_times(beta):
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    recall, precision = 30 / 60, 30 / 42
    expected = (1 + beta**2) / (beta**2 / recall + 1 / precision)
    assert ac.f_beta(t, beta=beta) == pytest.approx(expected)
    assert ac.f_beta(t.dual, beta=1 / beta) == pytest.approx(expected)


def test_f2_and_f_half_are_f_beta():
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert ac.f2(t) == ac.f_beta(t, beta=2)
    assert ac.f_half(t) == ac.f_beta(t, beta=0.5)


def test_tversky_holds_jaccard_f_recall_and_precision():
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert ac.tversky(t) == ac.f1(t)
    assert ac.tversky(t, alpha=1, beta=1) == ac.jaccard(t)
    assert ac.tversky(t, alpha=1, beta=0) == ac.recall(t)
    assert ac.tversky(t, alpha=0, beta=1) == ac.precision(t)


def test_f_is_zero_when_nothing_was_found_and_undefined_only_without_positives():
    assert ac.f1(ac.Tables.from_cells(tp=0, fp=0, fn=3, tn=4)) == 0
    assert ac.jaccard(ac.Tables.from_cells(tp=0, fp=2, fn=0, tn=4)) == 0
    assert np.isnan(ac.f1(ac.Tables.from_cells(tp=0, fp=0, fn=0, tn=4)))
    assert reason("f1", tp=0, fp=0, fn=0, tn=4) == "'positive' neither occurs nor was predicted"
    assert math.isnan(ac.g_measure(ac.Tables.from_cells(tp=0, fp=0, fn=3, tn=4)))


def test_balanced_accuracy_is_of_the_classes_that_occur():
    t = ac.Tables.from_counts([[3, 1, 0], [0, 2, 2], [0, 0, 0]])
    assert ac.balanced_accuracy(t) == (3 / 4 + 2 / 4) / 2
    assert np.isnan(ac.adjusted_balanced_accuracy(t))
    assert "predicted to be 2, but none really is" in ac.why_undefined(t, "adjusted_balanced_accuracy")


def test_an_absent_class_that_is_never_predicted_changes_nothing():
    t = ac.Tables.from_counts([[3, 1, 0], [2, 2, 0], [0, 0, 0]])
    assert ac.adjusted_balanced_accuracy(t) == pytest.approx(3 / 4 + 2 / 4 - 1)


def test_adjusted_balanced_accuracy_of_a_single_class_is_undefined():
    assert np.isnan(ac.adjusted_balanced_accuracy(ac.Tables.from_counts([[5, 0], [0, 0]])))


def test_one_vs_rest_helper_and_per_class_agree():
    rows = [[5, 1, 0], [2, 6, 1], [0, 1, 4]]
    expected = [2 * a / (2 * a + b + c) for a, b, c, d in one_vs_rest(rows)]
    np.testing.assert_allclose(ac.f1(ac.Tables.from_counts(rows)), expected)
    assert margins(rows)[2] == 20
