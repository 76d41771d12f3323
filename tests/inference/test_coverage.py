"""Do the default intervals hold their level? A small version of the study, with fixed seeds.

Decisions are informed with probability b and guessed otherwise. What is promised is that no more than 6.5 % of
all tables have an interval that misses the true value and says nothing: 8.1 % as seen in 1500 tables, with two
and a half standard errors.
"""

import numpy as np
import pytest

import abovechance as ac

REPETITIONS = 1500
KEYS = [
    "informedness",
    "markedness",
    "mcc",
    "cohen_kappa",
    "accuracy",
    "recall",
    "precision",
    "f1",
    "balanced_accuracy",
]
PREVALENCES = {
    "balanced": lambda k: np.full(k, 1 / k),
    "uneven": lambda k: np.arange(1, k + 1) / (k * (k + 1) / 2),
    "rare": lambda k: np.append(np.full(k - 1, 0.95 / (k - 1)), 0.05),
}


def simulated(k, n, prevalence, informed, seed=20071115):
    shares = informed * np.diag(prevalence) + (1 - informed) * np.outer(prevalence, prevalence)
    counts = np.random.default_rng(seed).multinomial(n, shares.ravel(), size=REPETITIONS)
    return ac.Tables.from_counts(counts.reshape(-1, k, k)), ac.Tables.from_counts(shares * 1e9)


def covered(found, truth):
    """The share of intervals that hold the truth, that carry a warning, and of tables that miss silently."""
    value, low, high = (np.asarray(x) for x in (truth, found.low, found.high))
    warned = np.asarray(found.warning, dtype=object) != None  # noqa: E711
    if low.ndim > 1:
        low, high, warned, value = low[:, -1], high[:, -1], warned[:, -1], value[-1]
    known = ~np.isnan(low)
    inside = (low <= value + 1e-9) & (value <= high + 1e-9)
    return inside[known].mean(), warned[known].mean(), (known & ~inside & ~warned).mean()


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("prevalence", PREVALENCES)
@pytest.mark.parametrize("informed", [0.0, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("n", [100, 1000])
def test_default_intervals_cover_as_often_as_they_promise_or_warn(k, prevalence, informed, n):
    tables, truth = simulated(k, n, PREVALENCES[prevalence](k), informed)
    for key, found in ac.interval(tables, KEYS).items():
        coverage, _, silent = covered(found, ac.measure(key)(truth))
        assert silent < 0.081, (key, silent)
        assert coverage > 0.88, (key, coverage)


@pytest.mark.parametrize("informed", [0.0, 0.5])
def test_few_items_do_not_break_the_headline(informed):
    """Thirty items of two classes: the score interval holds its level even there."""
    tables, truth = simulated(2, 30, PREVALENCES["uneven"](2), informed)
    coverage, *_ = covered(ac.interval(tables, "informedness"), ac.informedness(truth))
    assert 0.93 < coverage < 0.985


def test_the_papers_interval_does_not_hold_its_level_and_says_so():
    tables, truth = simulated(2, 200, PREVALENCES["rare"](2), 0.5)
    found = ac.interval(tables, "informedness", method="powers")
    coverage, warned, _ = covered(found, ac.informedness(truth))
    assert coverage < 0.75
    assert warned == 1


@pytest.mark.parametrize("method", ["bca", "percentile", "posterior"])
def test_drawn_tables_give_intervals_of_the_same_coverage(method):
    """150 tables of 300 items of three uneven classes."""
    tables, truth = simulated(3, 300, PREVALENCES["uneven"](3), 0.6)
    found = ac.interval(tables[:150], "macro_f1", method=method, seed=1, replicates=400)
    coverage, *_ = covered(found, ac.macro_f1(truth))
    assert coverage > 0.89
