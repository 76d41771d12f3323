"""The corrected resampled t-test, against its formula, SciPy's plain test and for its level."""

import math

import numpy as np
import pytest
from scipy import stats

from abovechance import InputError, corrected_t, correlated_t

FIRST = np.array([0.81, 0.79, 0.84, 0.82, 0.80, 0.78, 0.83, 0.80, 0.79, 0.85])
SECOND = np.array([0.78, 0.77, 0.80, 0.81, 0.77, 0.79, 0.80, 0.78, 0.80, 0.81])


@pytest.mark.parametrize(
    ("options", "ratio"), [({}, 1 / 9), ({"folds": 10}, 1 / 9), ({"folds": 5}, 1 / 4), ({"ratio": 0.5}, 0.5)]
)
def test_students_t_with_the_variance_widened_by_the_ratio(options, ratio):
    """Nadeau and Bengio 2003: t = mean / √((1/J + n_test/n_train)·s²), J − 1 degrees of freedom."""
    d = FIRST - SECOND
    se = math.sqrt((1 / 10 + ratio) * d.var(ddof=1))
    found = corrected_t(FIRST, SECOND, level=0.9, **options)
    assert (found.df, found.ratio) == (9, pytest.approx(ratio))
    assert found.statistic == pytest.approx(d.mean() / se)
    assert found.p_value == pytest.approx(2 * stats.t(9).sf(d.mean() / se))
    np.testing.assert_allclose((found.low, found.high), stats.t(9, d.mean(), se).interval(0.9))


def test_with_next_to_no_test_items_it_is_the_plain_paired_test():
    assert corrected_t(FIRST, SECOND, ratio=1e-12).p_value == pytest.approx(
        stats.ttest_rel(FIRST, SECOND).pvalue
    )


def test_the_posterior_of_the_bayesian_test_has_the_same_scale():
    found, bayesian = corrected_t(FIRST, SECOND, folds=5), correlated_t(FIRST, SECOND, folds=5, rope=0)
    assert found.se == pytest.approx(bayesian.scale)
    assert found.p_value / 2 == pytest.approx(bayesian.second_better)


def test_p_is_below_one_less_the_level_where_the_interval_leaves_out_0():
    p = corrected_t(FIRST, SECOND).p_value
    assert (
        corrected_t(FIRST, SECOND, level=1 - p * 1.01).low
        > 0
        > corrected_t(FIRST, SECOND, level=1 - p * 0.99).low
    )


def test_exchanging_the_systems_turns_the_sign():
    found, turned = corrected_t(FIRST, SECOND), corrected_t(SECOND, FIRST)
    assert (turned.statistic, turned.low, turned.high) == pytest.approx(
        (-found.statistic, -found.high, -found.low)
    )
    assert turned.p_value == pytest.approx(found.p_value)


@pytest.mark.parametrize(("shift", "statistic", "p"), [(0.5, math.inf, 0), (0.0, 0, 1), (-0.5, -math.inf, 0)])
def test_differences_without_spread(shift, statistic, p):
    found = corrected_t(np.array([1.0, 2.0, 3.0]) + shift, [1.0, 2.0, 3.0])
    assert (found.statistic, found.p_value) == (statistic, p)


def test_level_where_folds_are_correlated_by_their_share():
    """Ten differences with correlation 1/10 and mean 0: 5 % of 4000 tests, where the plain one has 14 %."""
    rng = np.random.default_rng(1)
    scores = math.sqrt(0.1) * rng.normal(size=(4000, 1)) + math.sqrt(0.9) * rng.normal(size=(4000, 10))
    p = np.array([corrected_t(row, np.zeros(10)).p_value for row in scores])
    assert (p < 0.05).mean() == pytest.approx(0.05, abs=0.014)
    assert (stats.ttest_1samp(scores, 0, axis=1).pvalue < 0.05).mean() > 0.12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"folds": 3}, "folds must divide the number of scores, 10"),
        ({"folds": 5, "ratio": 0.1}, "give folds= "),
        ({"ratio": 0}, "ratio must be"),
        ({"ratio": math.nan}, "ratio must be"),
        ({"level": 2}, "level"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        corrected_t(FIRST, SECOND, **options)
