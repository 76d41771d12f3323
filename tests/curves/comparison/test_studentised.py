"""Differences of AUCs: test and interval are one, near DeLong's where that holds, sure where few items decide."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import ndtri

import abovechance as ac

compare, compare_curves = ac.curves.compare, ac.curves.compare_curves


def correlated(truth, aucs, correlation, rng):
    """Normal scores of two systems with these AUCs, correlated within the classes."""
    first, noise = rng.normal(size=(2, len(truth)))
    second = correlation * first + math.sqrt(1 - correlation**2) * noise
    return {
        name: x + math.sqrt(2) * ndtri(auc) * truth
        for name, x, auc in zip("AB", (first, second), aucs, strict=True)
    }


def curves_of(truth, systems):
    return {name: ac.Curve.from_scores(truth, x, positive=True) for name, x in systems.items()}


def agree(found):
    for pair in found.pairs:
        assert (pair.p_value < 1 - found.level) is not pair.contains_zero, pair


levels = st.floats(0.02, 0.995)
truths = st.lists(st.booleans(), min_size=4, max_size=40).filter(lambda x: 0 < sum(x) < len(x))


@settings(max_examples=100, deadline=None)
@given(st.data(), truths, levels, st.sampled_from(["auto", "delong", "delong_adjusted"]))
def test_p_is_below_one_less_the_level_where_the_interval_leaves_out_zero(data, truth, level, method):
    columns = st.lists(st.integers(0, 12), min_size=len(truth), max_size=len(truth))
    systems = {name: data.draw(columns) for name in "ABC"}
    found = compare(truth, systems, positive=True, level=level, method=method)
    apart = compare_curves(curves_of(truth, systems), level=level, method=method)
    for comparison in (found, apart):
        for pair in comparison.pairs:
            if math.isnan(pair.p_value):
                assert math.isnan(pair.low)
                assert pair.reason
            else:
                assert (pair.p_value < 1 - level) is not pair.contains_zero


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6),
    st.floats(0.2, 0.98),
    st.sampled_from(["auc", "average_precision", "auch", "ks", "gini", "h_measure"]),
    st.sampled_from(["bca", "percentile"]),
)
def test_the_bootstrap_agrees_with_its_interval(seed, level, summary, method):
    rng = np.random.default_rng(seed)
    truth = np.arange(40) < 18
    systems = correlated(truth, (0.85, 0.75), 0.8, rng)
    how = {"level": level, "method": method, "replicates": 100, "seed": 1}
    agree(compare(truth, systems, summary, positive=True, **how))
    agree(compare_curves(curves_of(truth, systems), summary, **how))


def test_a_test_chooses_the_interval_that_goes_with_it():
    truth = np.arange(60) < 30
    systems = correlated(truth, (0.9, 0.7), 0.5, np.random.default_rng(1))
    how = {"positive": True, "replicates": 100, "seed": 1}
    chosen = {test: compare(truth, systems, test=test, **how).method for test in ("delong", "bootstrap")}
    assert chosen == {"delong": "delong", "bootstrap": "bca"}
    tests = {m: compare(truth, systems, method=m, **how).test for m in ("delong", "percentile", "auto")}
    assert tests == {"delong": "delong", "percentile": "bootstrap", "auto": "delong_adjusted"}


def test_two_perfect_systems_may_differ_on_other_items():
    truth = np.arange(20) < 10
    systems = {"A": np.arange(20)[::-1], "B": np.roll(np.arange(10), 3).tolist() + [-1] * 10}
    found = compare(truth, systems, positive=True)
    assert (found.difference, found.p_value) == (0, 1)
    # both are 1/2 from an item ranked by chance, and nothing says that they would rank it alike
    assert found.se == pytest.approx(math.sqrt(2 * 0.5 * (0.5**2 + 0.5**2) / 10**2))
    assert "not shown to differ" in found.verdict
    alike = compare(truth, systems | {"B": 10 * systems["A"]}, positive=True)
    assert (alike.low, alike.high) == (0, 0)


@pytest.mark.parametrize("correlation", [0.9, 0.99, 0.999, 0.99999])
def test_a_new_version_of_a_system_is_judged_as_delong_does(correlation):
    """Interval and p-value are within some percent of DeLong's with a thousand items in a class."""
    truth = np.arange(2000) < 1000
    systems = correlated(truth, (0.81, 0.8), correlation, np.random.default_rng(4))
    ours, delong = (compare(truth, systems, positive=True, method=m) for m in ("auto", "delong"))
    assert (ours.low, ours.high) == pytest.approx(
        (delong.low, delong.high), abs=0.02 * (delong.high - delong.low)
    )
    agree(ours)
    if correlation > 0.99:
        assert ours.verdict.startswith("'A' is better than 'B'")


def test_the_interval_shrinks_with_the_correlation():
    truth = np.arange(400) < 200
    widths = []
    for correlation in (0, 0.9, 0.999):
        systems = correlated(truth, (0.9, 0.9), correlation, np.random.default_rng(2))
        found = compare(truth, systems, positive=True)
        widths.append(found.high - found.low)
    assert widths[0] > 2 * widths[1] > 10 * widths[2]


def test_one_difference_by_hand():
    """Half an item by chance in each class, and Satterthwaite's degrees of freedom from fourth moments."""
    truth = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0])
    a, b = np.array([9, 8, 7, 3, 1, 2, 4, 5, 6]), np.array([9, 4, 7, 5, 3, 1, 2, 8, 6])
    found = compare(truth, {"A": a, "B": b})
    variance = noise = 0.0
    aucs = [np.mean([x > y for x in s[:4] for y in s[4:]]) for s in (a, b)]
    far = np.array(aucs) - 0.5
    for n, place in ((4, lambda s, i: np.mean(s[i] > s[4:])), (5, lambda s, i: np.mean(s[4 + i] < s[:4]))):
        placed = np.array([[place(s, i) for i in range(n)] for s in (a, b)])
        added = (placed[0] - placed[1] - (aucs[0] - aucs[1])) / n * math.sqrt(n / (n - 1))
        doubt = far @ (np.corrcoef(placed) * [[1, -1], [-1, 1]]) @ far / n**2
        part = (added**2).sum() + doubt / 2
        fourth = (added**4).sum() + doubt**2 / 2 - (added**2).sum() ** 2 / n
        variance, noise = variance + part, noise + max(fourth, 2 * part**2 / (n - 1))
    df = max(2 * variance**2 / noise, 3)
    assert found.se == pytest.approx(math.sqrt(variance))
    assert found.p_value == pytest.approx(2 * stats.t.sf((aucs[0] - aucs[1]) / math.sqrt(variance), df))


@pytest.mark.parametrize(
    ("positives", "negatives", "aucs", "correlation"),
    [
        (10, 10, (0.8, 0.8), 0.0),
        (10, 10, (0.99, 0.95), 0.9),
        (20, 20, (0.95, 0.8), 0.9),
        (20, 20, (0.99, 0.95), 0.5),
        (10, 2000, (0.95, 0.8), 0.999),
        (10, 2000, (0.99, 0.95), 0.9),
        (50, 2000, (0.8, 0.8), 0.999),
        (50, 50, (0.99, 0.95), 0.99),
    ],
)
def test_intervals_hold_the_difference_and_equal_systems_pass(positives, negatives, aucs, correlation):
    """Of 300 samples 95 % are 285; fewer than 270 would be 4.0 standard errors off."""
    rng = np.random.default_rng(1)
    truth = np.arange(positives + negatives) < positives
    held = 0
    for _ in range(300):
        found = compare(truth, correlated(truth, aucs, correlation, rng), positive=True)
        held += found.low <= aucs[0] - aucs[1] <= found.high
    assert held >= 270


def test_equal_systems_of_any_number_are_seldom_shown_to_differ():
    """At the 5 % level 15 of 300 are expected; Wald's χ² shows 45 of them."""
    rng = np.random.default_rng(2)
    truth = np.arange(30) < 10
    wrong = 0
    for _ in range(300):
        shared = rng.normal(size=30)
        systems = {str(i): shared + rng.normal(size=30) + 1.5 * truth for i in range(5)}
        wrong += compare(truth, systems, positive=True).joint.p_value < 0.05
    assert wrong <= 25


def test_counts_and_weights_are_compared_as_the_items_they_stand_for():
    rng = np.random.default_rng(3)
    truth = np.arange(40) < 15
    systems = {name: rng.integers(8, size=40) + 2 * truth for name in "AB"}
    counts = rng.integers(1, 4, size=40)
    repeated = {name: np.repeat(x, counts) for name, x in systems.items()}
    one = compare(truth, systems, positive=True, counts=counts)
    two = compare(np.repeat(truth, counts), repeated, positive=True)
    assert (one.low, one.high, one.p_value) == pytest.approx((two.low, two.high, two.p_value))
    for scale in (1e-3, 1.0, 1e3):
        heavy = compare(truth, systems, positive=True, weights=np.full(40, scale))
        plain = compare(truth, systems, positive=True)
        assert (heavy.low, heavy.high, heavy.p_value) == pytest.approx((plain.low, plain.high, plain.p_value))


def test_weighted_curves_are_compared_as_the_items_behind_them():
    """A curve that knows the squares of its weights is as good as the columns it was counted from."""
    rng = np.random.default_rng(6)
    truth = np.arange(60) < 25
    columns = {name: rng.normal(size=60) + truth for name in "AB"}
    weights = rng.exponential(size=60)
    found = []
    for scale in (1e-3, 1.0, 1e3):
        curves = {
            name: ac.Curve.from_scores(truth, x, positive=True, weights=scale * weights)
            for name, x in columns.items()
        }
        found.append(compare_curves(curves))
    for other in found[1:]:
        assert (other.low, other.high, other.p_value) == pytest.approx(
            (found[0].low, found[0].high, found[0].p_value)
        )
    # of different items the variances of the two differences from a constant system add up
    constant = {"C": np.zeros(60)}
    apart = [compare(truth, {k: x} | constant, positive=True, weights=weights) for k, x in columns.items()]
    assert found[0].se ** 2 == pytest.approx(sum(x.se**2 for x in apart))
