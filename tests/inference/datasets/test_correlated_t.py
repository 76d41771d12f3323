"""The correlated t-test, against the distribution it is defined by."""

import numpy as np
import pytest
from scipy import stats

from abovechance import InputError, correlated_t

FIRST = np.array([0.81, 0.79, 0.84, 0.82, 0.80, 0.78, 0.83, 0.80, 0.79, 0.85])
SECOND = np.array([0.78, 0.77, 0.80, 0.81, 0.77, 0.79, 0.80, 0.78, 0.80, 0.81])


def test_the_posterior_is_students_with_the_variance_widened_for_ten_folds():
    """Corani and Benavoli 2015, eq. 7: scale² = (1/n + ρ/(1−ρ))·s², ρ = 1/10."""
    d = FIRST - SECOND
    posterior = stats.t(9, d.mean(), np.sqrt((1 / 10 + (1 / 10) / (9 / 10)) * d.var(ddof=1)))
    found = correlated_t(FIRST, SECOND, rope=0.005)
    assert found.first_better == pytest.approx(posterior.sf(0.005))
    assert found.second_better == pytest.approx(posterior.cdf(-0.005))
    assert found.first_better + found.equivalent + found.second_better == pytest.approx(1)
    assert (found.df, found.correlation) == (9, 0.1)


def test_without_correlation_and_rope_it_is_the_one_sided_t_test():
    found = correlated_t(FIRST, SECOND, correlation=0, rope=0)
    assert found.second_better == pytest.approx(stats.ttest_rel(FIRST, SECOND, alternative="greater").pvalue)
    assert found.equivalent == 0


def test_repetitions_share_the_correlation_of_their_folds():
    assert correlated_t(FIRST, SECOND, folds=5).correlation == 1 / 5


def test_exchanging_the_systems_exchanges_the_probabilities():
    found, turned = correlated_t(FIRST, SECOND), correlated_t(SECOND, FIRST)
    assert turned.first_better == pytest.approx(found.second_better)
    assert turned.difference == pytest.approx(-found.difference)


@pytest.mark.parametrize(("shift", "expected"), [(0.5, (1, 0, 0)), (0.0, (0, 1, 0)), (-0.5, (0, 0, 1))])
def test_differences_without_spread_are_certain(shift, expected):
    found = correlated_t(np.array([1.0, 2.0, 3.0]) + shift, [1.0, 2.0, 3.0])
    assert (found.first_better, found.equivalent, found.second_better) == expected


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([1], [2]), {}, "two or more"),
        (([1, 2], [2]), {}, "the same folds"),
        (([1, np.nan], [2, 3]), {}, "finite score"),
        ((FIRST, SECOND), {"rope": -1}, "rope must be"),
        ((FIRST, SECOND), {"correlation": 1}, "below 1"),
        ((FIRST, SECOND), {"folds": 3}, "folds must divide the number of scores, 10"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, options, message):
    with pytest.raises(InputError, match=message):
        correlated_t(*arguments, **options)
