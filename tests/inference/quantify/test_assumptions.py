"""Tests of equal rates and predictions in groups: against SciPy, their size, and what is said."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import abovechance as ac
from abovechance.inference.quantify.assumptions import assumption_tests, homogeneity, same_rates

FAIR = [[45, 5], [10, 40]]
KIND = [[20, 30], [2, 48]]


def tables(*counts):
    return ac.Tables.from_counts(list(counts), labels=["n", "p"])


def test_rates_of_a_class_are_tested_as_scipy_does():
    found = assumption_tests(tables(FAIR, KIND), np.array([[50.0, 60], [40, 90]]), "class")
    expected = chi2_contingency([FAIR[0], KIND[0]], correction=False).pvalue
    assert found[0].p_value == pytest.approx(expected)
    assert (found[0].label, found[0].group) == ("n", None)
    assert {x.about for x in found} == {"rates", "rates of a group"}


def test_predictions_of_groups_are_tested_of_one_population():
    loose = np.array([[55.0, 45], [0, 90]])
    found = assumption_tests(tables(FAIR, FAIR), loose, "population")
    shifts = [x for x in found if x.about == "predictions of a group"]
    assert [x.group for x in shifts] == [(0,), (1,)]
    assert shifts[0].p_value == pytest.approx(1)
    assert shifts[1].p_value == pytest.approx(chi2_contingency([[55, 45], [0, 90]], correction=False).pvalue)
    assert shifts[1].p_adjusted == pytest.approx(min(1, 2 * shifts[1].p_value))


def test_one_group_has_nothing_to_be_compared_with():
    assert assumption_tests(ac.Tables.from_counts(FAIR), np.array([5.0, 6]), "population") == ()
    assert np.isnan(homogeneity([np.array([[3.0, 4]])]))


def test_equal_rates_are_rejected_as_often_as_they_should():
    rng = np.random.default_rng(4)
    counts = np.stack([rng.multinomial(60, p, (1000, 4)) for p in ([0.8, 0.2], [0.3, 0.7])], -2)
    rejected = np.mean([same_rates(x) < 0.05 for x in counts.astype(float)])
    assert rejected == pytest.approx(0.05, abs=0.02)


def test_groups_in_which_the_predictor_errs_otherwise_are_said():
    loose = np.array([[50, 60], [40, 90], [50, 50]])
    found = ac.quantify(tables(FAIR, KIND, FAIR), loose)
    assert "The predictor's errors differ" in found.verdict
    assert "most of all in 1 " in found.verdict
    assert "one correction for all would favour some" in found.verdict
    same = ac.quantify(tables(FAIR, FAIR, FAIR), loose)
    assert "differ" not in same.verdict
    assert [x.low for x in same.shares if x.group == (0,)] == pytest.approx(
        [x.low for x in found.shares if x.group == (0,)]
    )  # the shares do not depend on the tests


def test_groups_of_another_population_are_said():
    found = ac.quantify(tables(FAIR, FAIR), [[550, 450], [10, 900]], design="population")
    assert "predicted differently in 1 " in found.verdict
