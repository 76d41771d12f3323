"""Intervals of ratios, and of what follows from them."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats.contingency import odds_ratio, relative_risk
from statsmodels.stats.contingency_tables import Table2x2

import abovechance as ac
from abovechance.inference.intervals.two_proportions import RATIO_METHODS, bonett_price
from abovechance.inference.intervals.two_proportions import ratio_bounds as bounds_of_ratio
from tests.strategies import full_two_class_tables, two_class_tables

TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
ROWS = [[30, 30], [12, 28]]


RATIOS = [m.key for m in ac.measures() if m.ratio]


def ratio_bounds(key, *options):
    return bounds_of_ratio(ac.measure(key).ratio, *options)


def test_the_odds_ratio_of_a_table_agrees_with_statsmodels_and_scipy():
    low, high = ratio_bounds("odds_ratio", TABLE.dichotomy, "log", 0.95)
    np.testing.assert_allclose((low, high), Table2x2(ROWS).oddsratio_confint(0.05), rtol=1e-10)
    scipy = odds_ratio(ROWS, kind="sample").confidence_interval(0.95)
    np.testing.assert_allclose((low, high), (scipy.low, scipy.high), rtol=1e-9)


def test_the_likelihood_ratio_is_a_relative_risk_of_the_classes():
    low, high = ratio_bounds("positive_likelihood_ratio", TABLE.dichotomy, "log", 0.9)
    scipy = relative_risk(30, 60, 12, 40).confidence_interval(0.9)
    np.testing.assert_allclose((low, high), (scipy.low, scipy.high), rtol=1e-9)


def test_the_relative_risk_is_that_of_the_labels():
    low, high = ratio_bounds("relative_risk", TABLE.dichotomy, "log", 0.95)
    scipy = relative_risk(30, 42, 30, 58).confidence_interval(0.95)
    np.testing.assert_allclose((low, high), (scipy.low, scipy.high), rtol=1e-9)


def test_half_an_item_is_added_to_each_cell():
    more = ac.Tables.from_cells(tp=30.5, fp=12.5, fn=30.5, tn=28.5)
    adjusted = ratio_bounds("odds_ratio", TABLE.dichotomy, "log_adjusted", 0.95)
    np.testing.assert_allclose(adjusted, ratio_bounds("odds_ratio", more.dichotomy, "log", 0.95))


def test_functions_of_the_odds_ratio_take_its_bounds():
    low, high = ratio_bounds("odds_ratio", TABLE.dichotomy, "log", 0.95)
    assert ratio_bounds("yule_q", TABLE.dichotomy, "log", 0.95) == pytest.approx(
        ((low - 1) / (low + 1), (high - 1) / (high + 1))
    )
    assert ratio_bounds("log_odds_ratio", TABLE.dichotomy, "log", 0.95) == pytest.approx(
        (np.log(low), np.log(high))
    )


@pytest.mark.parametrize("key", RATIOS)
@settings(max_examples=10, deadline=None)
@given(t=full_two_class_tables)
def test_each_declared_ratio_is_the_measure(key, t):
    found = ac.measure(key).ratio
    a, b, c, d = found.counts(t.dichotomy)
    ratio = (a / b) / (c / d) if found.of == "odds" else (a / (a + b)) / (c / (c + d))
    assert found.measured(ratio) == pytest.approx(ac.measure(key)(t), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("key", RATIOS)
@pytest.mark.parametrize("method", RATIO_METHODS)
@settings(max_examples=8, deadline=None)
@given(t=two_class_tables)
def test_bounds_are_in_order_and_never_missing(key, method, t):
    low, high = ratio_bounds(key, t.dichotomy, method, 0.95)
    assert low <= high


def test_an_empty_cell_leaves_the_plain_interval_open_and_the_adjusted_one_finite():
    t = ac.Tables.from_cells(tp=9, fp=0, fn=3, tn=8)
    assert ratio_bounds("odds_ratio", t.dichotomy, "log", 0.95) == (0, np.inf)
    low, high = ratio_bounds("odds_ratio", t.dichotomy, "log_adjusted", 0.95)
    assert 0 < low < high < np.inf


@settings(max_examples=10, deadline=None)
@given(t=full_two_class_tables)
def test_the_inverse_problem_inverts_likelihood_ratios(t):
    low, high = ratio_bounds("positive_likelihood_ratio", t.dichotomy, "log_adjusted", 0.95)
    inverse = ratio_bounds("negative_likelihood_ratio", t.inverse.dichotomy, "log_adjusted", 0.95)
    np.testing.assert_allclose((1 / high, 1 / low), inverse, rtol=1e-9)


def test_the_tetrachoric_approximation_as_statpsych_computes_it():
    """R package statpsych, ci.tetra(.05, 46, 15, 54, 85), from its reference page (which takes π for 3.14159)."""
    t = ac.Tables.from_cells(tp=85, fp=15, fn=54, tn=46)
    np.testing.assert_allclose(bonett_price(t.dichotomy, 0.95), (0.5135167, 0.3102345, 0.6748546), atol=3e-6)


def test_where_ratios_are_of_independent_samples():
    assert ac.measure("odds_ratio").ratio.holds("classes", 2)
    assert ac.measure("relative_risk").ratio.holds("items", 3)
    assert not ac.measure("relative_risk").ratio.holds("classes", 2)
    assert not ac.measure("positive_likelihood_ratio").ratio.holds("classes", 3)
    assert ac.measure("lift").ratio is None
