"""Informedness and its kin: the relations of the papers, in exact arithmetic and on degenerate tables."""

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from tests.measures.textbook import keys, margins, mp, one_vs_rest, several, trace, two_class
from tests.strategies import full_tables, full_two_class_tables


def _det(a, b, c, d):
    return a * d - b * c


def _b(a, b, c, d):
    return a / (a + c) - b / (b + d)


def _m(a, b, c, d):
    return a / (a + b) - c / (c + d)


def _shares(t):
    real, predicted, n = margins(t)
    return [r / n for r in real], [p / n for p in predicted]


def _bookmaker(t):
    """Eq. 41 of Powers 2007, as a sum over the cells."""
    real, predicted, n = margins(t)
    total = mp.mpf(0)
    for label, column in enumerate(zip(*t, strict=True)):
        bias = predicted[label] / n
        for c, count in enumerate(column):
            if predicted[label]:
                odds = bias / (real[label] / n - (c != label))
                total += bias * count / predicted[label] * odds
    return total


def _evenness(shares):
    return len(shares) / sum(1 / p + 1 / (1 - p) for p in shares)


def _transposed(t):
    return [list(column) for column in zip(*t, strict=True)]


def _weighted(weights, values):
    return sum(w * v for w, v in zip(weights, values, strict=True))


def _least(t):
    """Σ bias_k (n_kk / r_k − (c_k − n_kk) / (N − r_k)) with as few right decisions as the margins allow."""
    real, predicted, n = margins(t)
    right = [max(0, r + c - n) for r, c in zip(real, predicted, strict=True)]
    rates = [x / r - (c - x) / (n - r) for x, r, c in zip(right, real, predicted, strict=True)]
    return _weighted(_shares(t)[1], rates)


TABLE_FORMULAS = {
    "informedness": _bookmaker,
    "least_informedness": _least,
    "markedness": lambda t: _bookmaker(_transposed(t)),
    "mcc": lambda t: (
        (margins(t)[2] * trace(t) - _weighted(*margins(t)[:2]))
        / mp.sqrt(margins(t)[2] ** 2 - _weighted(margins(t)[0], margins(t)[0]))
        / mp.sqrt(margins(t)[2] ** 2 - _weighted(margins(t)[1], margins(t)[1]))
    ),
    "bookmark": lambda t: _bookmaker(t) * _bookmaker(_transposed(t)),
    "prevalence_weighted_informedness": lambda t: _weighted(_shares(t)[0], [_b(*k) for k in one_vs_rest(t)]),
    "bias_weighted_markedness": lambda t: _weighted(_shares(t)[1], [_m(*k) for k in one_vs_rest(t)]),
    "macro_informedness": lambda t: sum(_b(*k) for k in one_vs_rest(t)) / len(t),
    "macro_markedness": lambda t: sum(_m(*k) for k in one_vs_rest(t)) / len(t),
    "evenness_of_prevalence": lambda t: _evenness(_shares(t)[0]),
    "evenness_of_bias": lambda t: _evenness(_shares(t)[1]),
    "evenness": lambda t: mp.sqrt(_evenness(_shares(t)[0]) * _evenness(_shares(t)[1])),
}
FORMULAS = {
    "correlation": lambda a, b, c, d: (
        _det(a, b, c, d) / mp.sqrt((a + c) * (b + d)) / mp.sqrt((a + b) * (c + d))
    ),
    "wracc": lambda a, b, c, d: 4 * _det(a, b, c, d) / (a + b + c + d) ** 2,
    "determinant": lambda a, b, c, d: _det(a, b, c, d) / (a + b + c + d) ** 2,
}

test_two_class_formulas = two_class(FORMULAS)
test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_measure_is_checked():
    assert FORMULAS.keys() | TABLE_FORMULAS.keys() == keys("informedness")


def near(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@settings(max_examples=50)
@given(full_two_class_tables)
def test_the_relations_of_the_papers(t):
    """Powers 2007, eqs. 20, 21, 28, 29 and section 3."""
    b, m, c = ac.informedness(t), ac.markedness(t), ac.correlation(t)
    prev, bias = ac.prevalence(t), ac.bias(t)
    near(ac.recall(t), b * (1 - prev) + bias)
    near(ac.precision(t), m * (1 - bias) + prev)
    near(b, ac.determinant(t) / (prev * (1 - prev)))
    near(m, ac.determinant(t) / (bias * (1 - bias)))
    near(c * c, b * m)
    near(c, ac.mcc(t))
    near(ac.accuracy(t), 2 * (b * prev * (1 - prev) + bias * prev) + 1 - (bias + prev))
    near(ac.evenness_of_prevalence(t), prev * (1 - prev))
    near(ac.wracc(t), 4 * (ac.recall(t) - bias) * prev)


@settings(max_examples=50)
@given(full_two_class_tables)
def test_the_four_kinds_of_multi_class_informedness_are_one_for_two_classes(t):
    names = ("prevalence_weighted_informedness", "macro_informedness", "peirce_multiclass", "gerrity_score")
    for name in (*names, "adjusted_balanced_accuracy", "somers_d"):
        near(ac.measure(name)(t), ac.informedness(t))


@settings(max_examples=50)
@given(full_tables)
def test_matthews_correlation_is_between_peirce_and_clayton(t):
    """R_K is their geometric mean for any number of classes."""
    near(ac.mcc(t) ** 2, ac.peirce_multiclass(t) * ac.clayton_multiclass(t))


def test_other_multi_class_forms_differ():
    t = ac.Tables.from_counts([[50, 5, 1], [20, 8, 2], [3, 3, 8]])
    names = ("informedness", "prevalence_weighted_informedness", "macro_informedness", "peirce_multiclass")
    values = [ac.measure(name)(t) for name in names]
    assert np.min(np.diff(np.sort(values))) > 5e-4


@pytest.mark.parametrize(
    "name", ["TSS", "peirce_skill_score", "Youden's J", "youden_j", "hanssen_kuipers", "peirce"]
)
def test_two_class_names_find_informedness(name):
    assert ac.measure(name) is ac.informedness


def test_the_k_class_peirce_score_has_its_own_name():
    assert ac.measure("peirce_multiclass") is not ac.informedness
    assert ac.measure("xskillscore:peirce_score") is ac.peirce_multiclass


def test_a_constant_prediction_is_uninformed_but_cannot_be_marked():
    t = ac.Tables.from_counts([[0, 4], [0, 6]])
    assert ac.informedness(t) == 0
    assert np.isnan(ac.markedness(t))
    assert ac.markedness(t, undefined="limit") == 0
    assert ac.why_undefined(t, "markedness") == "only one label was ever predicted"
    assert ac.why_undefined(t, "informedness") is None


def test_a_class_that_never_occurs_and_is_never_predicted_changes_nothing():
    with_empty = ac.Tables.from_counts([[30, 12, 0], [30, 28, 0], [0, 0, 0]])
    without = ac.Tables.from_counts([[30, 12], [30, 28]])
    assert ac.informedness(with_empty) == ac.informedness(without)
    assert ac.markedness(with_empty) == ac.markedness(without)


STRAY = [[140, 9, 1], [12, 138, 0], [0, 0, 0]]
"""One of 300 items was answered with a label that never occurs."""


def test_a_stray_label_adds_nothing_but_is_a_miss_of_its_class():
    """Powers 2007, eq. 41: the terms of the two classes that occur, by hand."""
    terms = [152 / 300 * (140 / 150 - 12 / 150), 147 / 300 * (138 / 150 - 9 / 150)]
    assert ac.informedness(ac.Tables.from_counts(STRAY)) == pytest.approx(sum(terms), rel=1e-14)
    assert ac.markedness(ac.Tables.from_counts(STRAY).dual) == pytest.approx(sum(terms), rel=1e-14)


def test_two_classes_that_occur_are_enough():
    only = ac.Tables.from_counts([[0, 0, 5], [0, 0, 5], [0, 0, 0]])
    assert ac.informedness(only) == 0, "every answer is a label that never occurs: nothing is told apart"
    assert np.isnan(ac.informedness(ac.Tables.from_counts([[0, 3, 5], [0, 0, 0], [0, 0, 0]])))


def test_correlation_is_0_where_informedness_and_markedness_differ_in_sign():
    t = ac.Tables.from_counts([[10, 2, 19], [33, 24, 2], [26, 13, 9]])
    assert ac.informedness(t) * ac.markedness(t) < 0
    assert ac.correlation(t) == 0
    assert ac.why_undefined(t, "correlation") is None
