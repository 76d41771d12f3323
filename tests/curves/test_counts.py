"""Rows that stand for several items: the same as repeating them, wherever scores are taken."""

import inspect
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import abovechance as ac
from abovechance.curves.classes.interval import COEFFICIENTS
from abovechance.curves.thresholds.selection import METHODS

cs = ac.curves
RNG = np.random.default_rng(3)
TRUTH = RNG.integers(2, size=40)
SCORES = np.round(RNG.normal(size=40) + TRUTH, 1)
HEAVY = RNG.lognormal(size=40)
TIMES = RNG.integers(0, 5, size=40)


def repeated(times, *columns):
    return [None if x is None else np.repeat(x, times, axis=0) for x in columns]


@st.composite
def counted_rows(draw, classes):
    """Classes, scores for each of three, weights or none, and how many items a row stands for; some for none."""
    n = draw(st.integers(3, 25))
    truth = draw(hnp.arrays(np.int64, n, elements=st.integers(0, classes - 1)))
    scores = draw(hnp.arrays(np.int64, (n, 3), elements=st.integers(0, 6))).astype(float)
    times = draw(hnp.arrays(np.int64, n, elements=st.integers(0, 4)).filter(np.any))
    weights = hnp.arrays(np.float64, n, elements=st.sampled_from([0.5, 1.0, 3.0]))
    return truth, scores, draw(st.none() | weights), times


FUNCTIONS = [f for f in (getattr(cs, name) for name in cs.__all__) if inspect.isfunction(f)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_counts_can_be_given_wherever_weights_can(function):
    names = inspect.signature(function).parameters
    assert ("weights" in names) <= ("counts" in names)


@given(counted_rows(2))
def test_the_rank_test_of_counts_is_that_of_repeated_rows(rows):
    truth, scores, weights, times = rows
    found = cs.auc_test(truth, scores[:, 0], positive=1, weights=weights, counts=times)
    real, column, heavy = repeated(times, truth, scores[:, 0], weights)
    expected = cs.auc_test(real, column, positive=1, weights=heavy) if (real == 1).any() else None
    if expected is None:
        assert math.isnan(found.p_value)
        return
    assert (found.method, found.reason) == (expected.method, expected.reason)
    np.testing.assert_allclose([found.auc, found.p_value], [expected.auc, expected.p_value], rtol=1e-9)


@given(counted_rows(3))
def test_averages_of_counts_are_those_of_repeated_rows(rows):
    truth, scores, weights, times = rows
    found = cs.multiclass(truth, scores, classes=[0, 1, 2], weights=weights, counts=times)
    real, columns, heavy = repeated(times, truth, scores, weights)
    expected = cs.multiclass(real, columns, classes=[0, 1, 2], weights=heavy)
    for name in ("prevalence", "bias", "pairs"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose([*found.averages.values()], [*expected.averages.values()], rtol=1e-12)
    assert found.reasons == expected.reasons
    for one, other in zip(found.curves.values(), expected.curves.values(), strict=True):
        np.testing.assert_array_equal(one.thresholds, other.thresholds)
        np.testing.assert_allclose([one.tp, one.fp], [other.tp, other.fp], rtol=1e-12)
        assert one.is_weighted == other.is_weighted


@pytest.mark.parametrize("average", COEFFICIENTS)
@pytest.mark.parametrize("method", ["logit_adjusted", "logit", "delong"])
@given(rows=counted_rows(3))
def test_intervals_of_counts_are_those_of_repeated_rows(average, method, rows):
    truth, scores, weights, times = rows
    how = {"measure": average, "method": method, "classes": [0, 1, 2]}
    found = cs.multiclass_interval(truth, scores, **how, weights=weights, counts=times)
    real, columns, heavy = repeated(times, truth, scores, weights)
    expected = cs.multiclass_interval(real, columns, **how, weights=heavy)
    numbers = [(x.value, x.low, x.high, x.se) for x in (found, expected)]
    np.testing.assert_allclose(*numbers, rtol=1e-7, atol=1e-7)
    assert (found.n, found.warning, found.reason) == (expected.n, expected.warning, expected.reason)


def chosen(method, times=None, weights=None, **columns):
    truth, scores, weights = (
        (TRUTH, SCORES, weights) if times is None else repeated(times, TRUTH, SCORES, weights)
    )
    return cs.select_threshold(
        truth, scores, method=method, weights=weights, seed=1, replicates=60, repeats=3, **columns
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("weights", [None, HEAVY], ids=["counted", "weighed"])
def test_thresholds_of_counts_are_chosen_as_of_repeated_rows(method, weights):
    found, expected = chosen(method, weights=weights, counts=TIMES), chosen(method, TIMES, weights=weights)
    np.testing.assert_array_equal(found.cuts, expected.cuts)
    assert found.point.to_dict() == expected.point.to_dict()
    # what a resample leaves of rows that are alike is expected, not drawn
    near = {"rel": 1e-9} if weights is None or method != "bootstrap" else {"abs": 0.02}
    for one, other in zip(found.estimates, expected.estimates, strict=True):
        assert one.apparent == pytest.approx(other.apparent, rel=1e-12)
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), **near)


@pytest.mark.parametrize("method", METHODS)
def test_counts_may_be_very_large(method):
    """No row is written out as many times as it counts."""
    found = chosen(method, weights=HEAVY, counts=TIMES * 10**12)
    assert found.estimate.value == pytest.approx(found.estimate.apparent, abs=1e-3)


@pytest.mark.parametrize(
    "ask",
    [
        lambda **more: cs.auc_test([0, 1, 1], [1, 2, 3], **more),
        lambda **more: cs.select_threshold([0, 1, 1], [1, 2, 3], **more),
        lambda **more: cs.multiclass([0, 1, 1], [[1, 2], [2, 3], [1, 1]], **more),
        lambda **more: cs.multiclass_interval([0, 1, 1], [[1, 2], [2, 3], [1, 1]], **more),
    ],
)
def test_counts_that_are_none_are_refused(ask):
    with pytest.raises(
        ac.InputError, match="counts must be whole numbers of items: give anything else as weights"
    ):
        ask(counts=[1, 2, 1.5])
    with pytest.raises(ac.InputError, match="counts must be finite and not negative"):
        ask(counts=[1, 2, -1])
    with pytest.raises(ac.InputError, match="all counts are 0: there is nothing to rank"):
        ask(counts=[0, 0, 0])
    with pytest.raises(ac.InputError, match="counts must be one number for each of 3 items"):
        ask(counts=[1, 2])


@pytest.mark.parametrize("columns", [{"counts": [1] * 4}, {"weights": [1.0] * 4}, {"positive": 1}])
def test_a_curve_has_been_counted_already(columns):
    curve = ac.Curve.from_scores([0, 1, 0, 1], [1, 2, 3, 4])
    with pytest.raises(ac.InputError, match=f"{next(iter(columns))} cannot be given with it"):
        cs.auc_test(curve, **columns)
    with pytest.raises(ac.InputError, match="cannot be given with it"):
        cs.select_threshold(curve, **columns)
