"""Counts up to 10¹⁵: every test, interval and comparison is what it is at smaller ones, but sharper."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.stats import norm

import abovechance as ac
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.comparisons.discordance import (
    Discordance,
    cautious_p,
    exact_p,
    mover_tango,
    studentised_p,
)
from abovechance.inference.comparisons.paired import INTERVALS, TESTS
from abovechance.inference.intervals.methods import applicable
from abovechance.inference.significance.hypergeometric import at_most, half_binomial, more_than
from abovechance.inference.significance.methods import METHODS

LARGE = [10**9, 3 * 10**9, 10**12, 10**15]
NEED_RANDOM_TABLES = {"chi_squared_kbm", "chi_squared_xbm", "chi_squared_bm", "fisher", "fisher_mid_p"}
UNCONDITIONAL = {"boschloo", "barnard"}
PATTERNS = list(product((0, 1), repeat=3))


@pytest.mark.parametrize("n", LARGE)
@pytest.mark.parametrize("z", [0.2, 1.5, 6.0])
@pytest.mark.parametrize("name", mcnemar.TESTS)
def test_mcnemar_of_very_many_discordant_items_is_normal(n, z, name):
    fewer = n // 2 - round(z * math.sqrt(n) / 2)
    exact_z = (n - 2 * fewer) / math.sqrt(n)
    assert mcnemar.TESTS[name](fewer, n - fewer) == pytest.approx(
        2 * norm.sf(exact_z), rel=10 * z / math.sqrt(n) + 1e-7
    )


@pytest.mark.parametrize("n", LARGE)
def test_coins_add_up(n):
    """P(X ≤ k) − P(X ≤ k − 1) = P(X = k), of which there is one for each k; and so many tails as heads."""
    k = n // 2 + np.arange(-2000, 2000, 500)
    np.testing.assert_allclose(
        at_most(k + 250, n) - at_most(k - 250, n), 500 * half_binomial(k + 0.5, n), rtol=1e-2
    )
    np.testing.assert_allclose(at_most(k, n) + more_than(k, n), 1, rtol=1e-12)
    assert half_binomial(n // 2, n) == pytest.approx(math.sqrt(2 / (math.pi * n)), rel=1e-8)


def test_coins_at_the_ends():
    assert at_most(-1, 5) == more_than(5, 5) == 0
    assert at_most(5, 5) == more_than(-1, 5) == at_most(0, 0) == half_binomial(0, 0) == 1
    assert half_binomial([0, 5], 5) == pytest.approx(1 / 32)


@pytest.mark.parametrize("scale", [10**6, 10**9, 10**12, 10**14])
@pytest.mark.parametrize("few", [(2, 0), (3, 3)])
def test_one_class_may_have_few_discordant_items(scale, few):
    """The other class decides: a binomial of very many coins, of which McNemar's mid-p knows the tail."""
    excess = round(1.3 * math.sqrt(scale))
    d = Discordance(10 * scale, *few, 20 * scale, 7 * scale + excess, 7 * scale)
    alone = mcnemar.mid_p(7 * scale + excess, 7 * scale)
    for test in (exact_p, cautious_p, studentised_p):
        assert test(d) == pytest.approx(alone, abs=0.02)
    assert exact_p(d, mid=False) >= exact_p(d)


@pytest.mark.parametrize("scale", LARGE)
def test_the_cautious_test_agrees_with_the_interval(scale):
    d = Discordance(50 * scale, 9 * scale, 9 * scale - round(5 * math.sqrt(scale)), 50 * scale, 2, 3)
    p = cautious_p(d)
    assert 0.05 < p < 1
    assert mover_tango(d, 1 - p * 0.999)[0] < 0 < mover_tango(d, 1 - p * 1.001)[0]


@pytest.mark.parametrize("m", [10**9, 10**12])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", METHODS)
def test_tests_of_a_table_hold_at_large_counts(name, classes, m):
    """A departure of so many standard errors has the same p-value at 10⁹ and at 10¹⁵ items."""
    small, large = (_table(classes, scale) for scale in (10**7, m))
    try:
        expected, found = (ac.test(t, method=name) for t in (small, large))
    except ac.InputError as error:
        assert "two classes" in str(error) or "2×2" in str(error)  # noqa: PT017 - a test of the other tables
        return
    if math.isnan(found.p_value):
        assert name == "residual" or (name in NEED_RANDOM_TABLES and classes > 2) or name in UNCONDITIONAL
        assert found.reason is not None
    else:
        assert found.p_value == pytest.approx(expected.p_value, rel=2e-3)


def _table(classes, scale):
    counts = np.full((classes, classes), scale) + round(0.9 * math.sqrt(scale)) * np.eye(
        classes, dtype=np.int64
    )
    return ac.Tables.from_counts(counts)


OF_INTERVALS = [
    "accuracy",
    "recall",
    "informedness",
    "markedness",
    "mcc",
    "cohen_kappa",
    "odds_ratio",
    "macro_f1",
    "f1",
]


@pytest.mark.parametrize("scale", [10**6, 10**9, 10**12])
@pytest.mark.parametrize(
    ("key", "method"), [(key, x) for key in OF_INTERVALS for x in applicable(ac.measure(key), 2, "items")]
)
def test_intervals_shrink_with_the_root_of_n(key, method, scale):
    few, many = (
        ac.interval(ac.Tables.from_counts(np.array([[400, 100], [150, 350]]) * x), key, method=method, seed=1)
        for x in (1, scale)
    )
    assert (many.high - many.low) * math.sqrt(scale) == pytest.approx(few.high - few.low, rel=0.1)
    assert many.low < many.value < many.high


@pytest.mark.parametrize("scale", [10**6, 10**9, 10**12])
@pytest.mark.parametrize("measure", ["informedness", "accuracy", "recall", "cohen_kappa", "odds_ratio"])
@pytest.mark.parametrize("method", INTERVALS)
def test_intervals_of_differences_shrink_with_the_root_of_n(measure, method, scale):
    few, many = (_compared(measure, method, "delta", x) for x in (1, scale))
    if few is None:
        return
    assert (many.high - many.low) * math.sqrt(scale) == pytest.approx(few.high - few.low, rel=0.15)
    assert many.low < many.difference < many.high


@pytest.mark.parametrize("scale", [10**6, 10**9, 10**12])
@pytest.mark.parametrize("measure", ["informedness", "accuracy", "cohen_kappa", "odds_ratio"])
@pytest.mark.parametrize("test", TESTS)
def test_comparisons_find_a_clear_difference_at_large_counts(measure, test, scale):
    found = _compared(measure, "delta", test, scale)
    if found is not None:
        assert found.p_value <= 0.005
        assert found.reason is None


def _compared(measure, method, test, scale):
    """A pair, or None if the method is not for the measure."""
    truth, first, second = zip(*PATTERNS, strict=True)
    counts = [x * scale for x in (400, 30, 50, 120, 60, 140, 90, 310)]
    try:
        return ac.compare(
            truth,
            {"A": first, "B": second},
            measure,
            method=method,
            test=test,
            counts=counts,
            replicates=199,
            seed=1,
        ).pairs[0]
    except ac.InputError as error:
        assert "does not apply" in str(error)  # noqa: PT017 - of another measure
        return None


def test_a_verdict_of_very_many_items():
    truth, first, second = zip(*PATTERNS, strict=True)
    counts = [10**9 * x for x in (400, 30, 50, 120, 60, 140, 90, 310)]
    verdict = ac.compare(truth, {"A": first, "B": second}, "accuracy", counts=counts).verdict
    assert verdict.startswith("'B' is better than 'A'")


@pytest.mark.parametrize("scale", [10**9, 10**12])
@pytest.mark.parametrize("counts", [[[400, 100], [150, 350]], [[400, 60, 40], [50, 300, 70], [30, 90, 200]]])
def test_default_intervals_of_all_measures_shrink_with_the_root_of_n(counts, scale):
    """Of every measure that does not depend on the number of items; kinks and draws are given some room."""
    few, many = (
        ac.interval(ac.Tables.from_counts(np.array(counts) * x), replicates=200, seed=1) for x in (1, scale)
    )
    compared = 0
    for key, found in many.items():
        value, width = np.asarray(found.value, dtype=float), np.asarray(found.high) - np.asarray(found.low)
        before = np.asarray(few[key].value, dtype=float)
        own = np.asarray(few[key].high) - np.asarray(few[key].low)
        free = np.isclose(value, before, rtol=1e-9, atol=1e-12) & (own > 0) & np.isfinite(own)
        with np.errstate(all="ignore"):
            ratio = (width * math.sqrt(scale) / own)[free]
        assert ((ratio > 0.4) & (ratio < 2.5)).all(), (key, ratio)
        compared += bool(free.all())
    assert compared > 100
