"""Intervals of a proportion against published values, SciPy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, binom, binomtest
from statsmodels.stats.proportion import proportion_confint

import abovechance as ac
from abovechance.inference.intervals.proportion import METHODS, proportion_bounds
from tests.strategies import full_tables, tables

SAMPLES = [(81, 263), (15, 148), (1, 29), (5, 56), (10, 20), (19, 20)]
every_method = pytest.mark.parametrize("name", METHODS)


PROPORTIONS = [m.key for m in ac.measures() if m.proportion]


def test_the_published_examples_of_wilson():
    """Newcombe 1998, Statistics in Medicine 17:857, Table I, method 3: the score interval."""
    low, high = METHODS["wilson"]([81, 15, 0, 1], [263, 148, 20, 29], 0.95)
    np.testing.assert_allclose(low, [0.2553, 0.0624, 0.0, 0.0061], atol=5e-5)
    np.testing.assert_allclose(high, [0.3662, 0.1605, 0.1611, 0.1718], atol=5e-5)


def test_the_published_examples_of_the_exact_interval_and_its_mid_p():
    """The same table, methods 5 (Clopper and Pearson) and 6 (mid-p)."""
    low, high = METHODS["clopper_pearson"]([81, 15, 0, 1], [263, 148, 20, 29], 0.95)
    np.testing.assert_allclose(low, [0.2527, 0.0578, 0.0, 0.0009], atol=5e-5)
    np.testing.assert_allclose(high, [0.3676, 0.1617, 0.1684, 0.1776], atol=5e-5)
    low, high = METHODS["mid_p"]([81, 15, 0, 1], [263, 148, 20, 29], 0.95)
    np.testing.assert_allclose(low, [0.2544, 0.0601, 0.0, 0.0017], atol=5e-5)
    np.testing.assert_allclose(high, [0.3658, 0.1581, 0.1391, 0.1585], atol=5e-5)


@pytest.mark.parametrize(("x", "n"), SAMPLES)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_agreement_with_statsmodels(x, n, level):
    ours = {
        "wilson": "wilson",
        "clopper_pearson": "beta",
        "jeffreys": "jeffreys",
        "agresti_coull": "agresti_coull",
    }
    for name, theirs in ours.items():
        expected = proportion_confint(x, n, alpha=1 - level, method=theirs)
        np.testing.assert_allclose(METHODS[name](x, n, level), expected, rtol=1e-10)


@pytest.mark.parametrize(("x", "n"), [*SAMPLES, (0, 7), (7, 7)])
def test_agreement_with_scipy(x, n):
    for name, theirs in {"wilson": "wilson", "clopper_pearson": "exact"}.items():
        expected = binomtest(x, n).proportion_ci(0.95, method=theirs)
        np.testing.assert_allclose(METHODS[name](x, n, 0.95), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("x", "n"), [(1, 29), (5, 56), (19, 20)])
def test_mid_p_bounds_leave_two_and_a_half_percent_with_half_of_the_outcome_itself(x, n):
    low, high = METHODS["mid_p"](x, n, 0.95)
    assert binom.sf(x, n, low) + binom.pmf(x, n, low) / 2 == pytest.approx(0.025)
    assert binom.cdf(x - 1, n, high) + binom.pmf(x, n, high) / 2 == pytest.approx(0.025)


def test_jeffreys_bounds_are_quantiles_of_the_posterior_but_reach_the_ends():
    low, high = METHODS["jeffreys"]([0, 3, 9], 9, 0.9)
    np.testing.assert_allclose(low, [0, beta.ppf(0.05, 3.5, 6.5), beta.ppf(0.05, 9.5, 0.5)])
    np.testing.assert_allclose(high, [beta.ppf(0.95, 0.5, 9.5), beta.ppf(0.95, 3.5, 6.5), 1])


@every_method
@settings(max_examples=25, deadline=None)
@given(n=st.integers(1, 300), share=st.floats(0, 1), level=st.floats(0.5, 0.99))
def test_bounds_hold_the_proportion_and_mirror_each_other(name, n, share, level):
    x = round(share * n)
    low, high = METHODS[name](x, n, level)
    assert 0 <= low <= x / n + 1e-12
    assert x / n - 1e-12 <= high <= 1
    mirrored = METHODS[name](n - x, n, level)
    np.testing.assert_allclose((1 - high, 1 - low), mirrored, atol=1e-9)
    wider = METHODS[name](x, n, (1 + level) / 2)
    assert wider[0] <= low + 1e-12
    assert wider[1] >= high - 1e-12


@every_method
def test_no_trials_have_no_bounds(name):
    low, high = METHODS[name]([0, 3], [0, 5], 0.95)
    assert np.isnan(low[0])
    assert np.isnan(high[0])
    assert np.isfinite([low[1], high[1]]).all()


@every_method
def test_more_trials_narrow_the_interval(name):
    low, high = METHODS[name](np.array([3, 30, 300]), np.array([10, 100, 1000]), 0.95)
    assert np.all(np.diff(high - low) < 0)


@pytest.mark.parametrize("name", ["wilson", "mid_p", "jeffreys"])
def test_exact_coverage_stays_near_the_level(name):
    """Enumerated over all outcomes of 40 trials, for proportions from 5 to 95 %."""
    x = np.arange(41)
    low, high = METHODS[name](x, 40, 0.95)
    truth = np.linspace(0.05, 0.95, 91)[:, None]
    coverage = (binom.pmf(x, 40, truth) * ((low <= truth) & (truth <= high))).sum(-1)
    assert abs(coverage.mean() - 0.95) < 0.01
    assert coverage.min() > 0.88


@pytest.mark.parametrize("key", PROPORTIONS)
@settings(max_examples=8, deadline=None)
@given(t=full_tables)
def test_each_declared_proportion_is_the_measure(key, t):
    m = ac.measure(key)
    found = m.proportion
    quantities = t.dichotomy if m.scope == "binary" else t.contingency
    successes, trials = found.counts(quantities)
    np.testing.assert_allclose(
        found.measured(successes / trials, len(t.labels)), m(t), rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("key", PROPORTIONS)
@settings(max_examples=8, deadline=None)
@given(t=tables())
def test_bounds_are_undefined_where_the_measure_is(key, t):
    m = ac.measure(key)
    quantities = t.dichotomy if m.scope == "binary" else t.contingency
    low, _ = proportion_bounds(m.proportion, quantities, len(t.labels), "wilson", 0.95)
    np.testing.assert_array_equal(np.isnan(low), np.isnan(m(t)))


def test_with_fixed_classes_only_rates_of_one_class_are_binomial():
    assert ac.measure("recall").proportion.holds("classes", 5)
    assert ac.measure("fallout").proportion.holds("classes", 2)
    assert not ac.measure("fallout").proportion.holds("classes", 3)
    assert not ac.measure("precision").proportion.holds("classes", 2)
    assert not ac.measure("accuracy").proportion.holds("classes", 2)
    assert ac.measure("informedness").proportion is None
