"""Rates are quotients of counts; each is checked against its textbook formula and named by its needs."""

import numpy as np
import pytest

import abovechance as ac
from tests.measures.textbook import keys, margins, reason, several, trace, two_class

FORMULAS = {
    "recall": lambda a, b, c, d: a / (a + c),
    "precision": lambda a, b, c, d: a / (a + b),
    "inverse_recall": lambda a, b, c, d: d / (b + d),
    "inverse_precision": lambda a, b, c, d: d / (c + d),
    "fallout": lambda a, b, c, d: b / (b + d),
    "miss_rate": lambda a, b, c, d: c / (a + c),
    "false_discovery_rate": lambda a, b, c, d: b / (a + b),
    "false_omission_rate": lambda a, b, c, d: c / (c + d),
    "prevalence": lambda a, b, c, d: (a + c) / (a + b + c + d),
    "inverse_prevalence": lambda a, b, c, d: (b + d) / (a + b + c + d),
    "bias": lambda a, b, c, d: (a + b) / (a + b + c + d),
    "inverse_bias": lambda a, b, c, d: (c + d) / (a + b + c + d),
    "class_accuracy": lambda a, b, c, d: (a + d) / (a + b + c + d),
    "detection_rate": lambda a, b, c, d: a / (a + b + c + d),
}
TABLE_FORMULAS = {
    "accuracy": lambda t: trace(t) / margins(t)[2],
    "error_rate": lambda t: 1 - trace(t) / margins(t)[2],
    "no_information_rate": lambda t: max(margins(t)[0]) / margins(t)[2],
}

test_two_class_formulas = two_class(FORMULAS)
test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_rate_is_checked():
    assert FORMULAS.keys() | TABLE_FORMULAS.keys() == keys("rates")


def test_the_documented_example_of_caret():
    """confusionMatrix of 231, 32, 27, 54 with "abnormal" positive: Sensitivity 0.8953 and so on."""
    t = ac.Tables.from_counts(
        [[231, 32], [27, 54]], ["abnormal", "normal"], rows="prediction", positive="abnormal"
    )
    assert ac.measure("caret:Sensitivity")(t) == 231 / 258
    assert ac.measure("caret:Specificity")(t) == 54 / 86
    assert ac.measure("caret:Pos Pred Value")(t) == 231 / 263
    assert ac.measure("caret:Neg Pred Value")(t) == 54 / 81
    assert ac.measure("caret:Prevalence")(t) == 258 / 344
    assert ac.measure("caret:Detection Rate")(t) == 231 / 344
    assert ac.measure("caret:Detection Prevalence")(t) == 263 / 344
    assert ac.measure("caret:No Information Rate")(t) == 258 / 344
    assert ac.measure("caret:Balanced Accuracy")(t) == pytest.approx((231 / 258 + 54 / 86) / 2)


@pytest.mark.parametrize(
    ("key", "cells", "why"),
    [
        ("recall", {"tp": 0, "fp": 3, "fn": 0, "tn": 4}, "no item is really 'positive'"),
        ("miss_rate", {"tp": 0, "fp": 3, "fn": 0, "tn": 4}, "no item is really 'positive'"),
        ("inverse_recall", {"tp": 1, "fp": 0, "fn": 2, "tn": 0}, "every item is really 'positive'"),
        ("fallout", {"tp": 1, "fp": 0, "fn": 2, "tn": 0}, "every item is really 'positive'"),
        ("precision", {"tp": 0, "fp": 0, "fn": 2, "tn": 5}, "'positive' was never predicted"),
        ("inverse_precision", {"tp": 2, "fp": 5, "fn": 0, "tn": 0}, "'positive' was always predicted"),
        ("prevalence", {"tp": 0, "fp": 0, "fn": 0, "tn": 0}, "there are no items"),
    ],
)
def test_a_rate_of_nothing_is_undefined_and_says_why(key, cells, why):
    assert np.isnan(ac.measure(key)(ac.Tables.from_cells(**cells)))
    assert reason(key, **cells) == why


def test_rates_of_several_classes_are_one_for_each():
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    np.testing.assert_allclose(ac.recall(t), [5 / 6, 6 / 9, 4 / 5])
    np.testing.assert_allclose(ac.precision(t), [5 / 7, 6 / 8, 4 / 5])


@pytest.mark.parametrize("name", ["micro recall", "micro precision", "micro F1", "weighted recall"])
def test_averages_that_are_accuracy_find_it(name):
    assert ac.measure(name) is ac.accuracy
