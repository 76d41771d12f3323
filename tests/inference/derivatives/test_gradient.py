"""Gradients of every measure against central differences, and the nudged tables behind them."""

import numpy as np
import pytest
from mpmath import mp, mpf

import abovechance as ac
from abovechance.core.contingency import Contingency
from abovechance.inference.derivatives import gradient as module
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.derivatives.nudged import STEP, NudgedMargins, NudgedTerms, Outline

ALL = ac.measures()
every = pytest.mark.parametrize("m", ALL, ids=lambda m: m.key)

INTERIOR = [
    [[37, 11], [5, 48]],
    [[9, 31], [26, 17]],
    [[41, 7, 3], [12, 29, 5], [6, 8, 53]],
    [[23, 4, 9, 2], [6, 31, 5, 11], [3, 8, 19, 7], [10, 1, 12, 44]],
]
"""Tables without empty cells and without ties that a kink would sit on."""

TIED = [
    [[40, 10], [10, 40]],
    [[30, 10], [10, 50]],
    [[40, 10], [20, 30]],
    [[40, 20], [10, 30]],
    [[30, 5, 5], [5, 30, 5], [5, 5, 30]],
    [[30, 5, 8], [5, 20, 7], [8, 7, 40]],
    [[30, 5, 5], [10, 20, 10], [5, 15, 20]],
    [[20, 20, 5], [20, 10, 15], [5, 15, 15]],
]
"""Tables with equal margins, equal errors, equal maxima: where kinks are."""


def central_differences(m, counts, step):
    counts = np.asarray(counts, dtype=float)
    nudges = step * np.eye(counts.size).reshape(-1, *counts.shape)
    above, below = (np.asarray(m(ac.Tables.from_counts(counts + sign * nudges))) for sign in (1, -1))
    slopes = np.moveaxis((above - below) / (2 * step), 0, -1)
    return slopes.reshape(*slopes.shape[:-1], *counts.shape)


@every
def test_the_gradient_agrees_with_central_differences(m):
    for counts in INTERIOR:
        exact = gradient(ac.Tables.from_counts(counts), m)
        coarse, fine = (central_differences(m, counts, step) for step in (2e-3, 1e-3))
        expected = (4 * fine - coarse) / 3  # Richardson: the error of order h² cancels
        defined = np.isfinite(expected)
        scale = np.abs(expected[defined]).max(initial=0)
        np.testing.assert_allclose(exact[defined], expected[defined], rtol=1e-6, atol=1e-7 * scale + 1e-12)


@every
def test_a_kink_is_where_it_is_said_to_be_and_nowhere_else(m):
    """At a kink the slope to one side differs from that to the other."""
    rng, step, kinked = np.random.default_rng(5), 1e-5, False
    for counts in TIED:
        for direction in rng.normal(size=(4, *np.shape(counts))):
            batch = np.array(counts) + step * np.array([-1, 0, 1]).reshape(3, 1, 1) * direction
            below, at, above = np.asarray(m(ac.Tables.from_counts(batch)))
            left, right = (at - below) / step, (above - at) / step
            kinked |= bool(np.any(np.abs(left - right) > 0.01 * (np.abs(left) + np.abs(right) + 1e-2)))
    assert kinked == m.kinked, "declare it as kinked, or do not"


def test_a_gradient_is_exact_to_the_last_digits():
    """Matthews correlation with 50 digits, differentiated numerically with a tiny step."""
    mp.dps = 50
    cells = [37, 11, 5, 48]

    def mcc(tn, fp, fn, tp):
        product = (tn + fp) * (fn + tp) * (tn + fn) * (fp + tp)
        return (tp * tn - fp * fn) / mp.sqrt(product)

    step = mpf(10) ** -20
    expected = []
    for i in range(4):
        more, less = ([mpf(x) + sign * step * (i == j) for j, x in enumerate(cells)] for sign in (1, -1))
        expected.append(float((mcc(*more) - mcc(*less)) / (2 * step)))
    np.testing.assert_allclose(
        gradient(ac.Tables.from_counts([[37, 11], [5, 48]]), "mcc").ravel(), expected, rtol=1e-13
    )


def test_what_does_not_change_with_scale_has_a_gradient_across_it():
    """Euler's theorem: Σ n·∂f/∂n = 0 for a function of shares."""
    t = ac.Tables.from_counts(INTERIOR[2])
    for m in (m for m in ALL if "scale" in m.invariant):
        weighted = t.counts * gradient(t, m)
        defined = ~np.isnan(weighted).any((-2, -1))
        size = np.abs(weighted).sum((-2, -1))[defined].max(initial=0)
        assert np.abs(weighted.sum((-2, -1))[defined]).max(initial=0) <= 1e-12 * (size + 1), m


@pytest.mark.parametrize("key", ["informedness", "recall", "mutual_information", "confusion_entropy"])
def test_a_batch_is_a_loop(key):
    rng = np.random.default_rng(3)
    counts = rng.integers(1, 50, (2, 3, 4, 4))
    together = gradient(ac.Tables.from_counts(counts), key)
    for where in np.ndindex(2, 3):
        np.testing.assert_allclose(
            together[where], gradient(ac.Tables.from_counts(counts[where]), key), rtol=1e-12
        )


def test_parameters_of_the_formula_are_passed_on():
    t = ac.Tables.from_counts(INTERIOR[0])
    np.testing.assert_allclose(gradient(t, "f_beta", beta=2), gradient(t, "f2"))
    assert not np.allclose(gradient(t, "f_beta", beta=2), gradient(t, "f1"))


def test_another_positive_class_has_another_gradient():
    t = ac.Tables.from_counts(INTERIOR[0])
    np.testing.assert_allclose(gradient(t.inverse, "recall"), gradient(t, "inverse_recall"))


def test_large_tables_are_done_in_blocks(monkeypatch):
    t = ac.Tables.from_counts(INTERIOR[3])
    whole = gradient(t, "mutual_information")
    monkeypatch.setattr(module, "_BLOCK_SIZE", 3 * t.counts.size)
    np.testing.assert_allclose(gradient(t, "mutual_information"), whole, rtol=1e-12)
    ordinal = gradient(t, "quadratic_kappa")
    monkeypatch.undo()
    np.testing.assert_allclose(ordinal, gradient(t, "quadratic_kappa"), rtol=1e-12)


def test_rectangular_tables_have_gradients():
    t = ac.Tables.from_counts([[12, 3, 7], [4, 9, 5]], labels=["a", "b"], predicted_labels=["x", "y", "z"])
    for key in ("mutual_information", "cramer_v", "adjusted_rand"):
        expected = central_differences_of(key, t)
        np.testing.assert_allclose(gradient(t, key), expected, rtol=1e-5, atol=1e-8)


def central_differences_of(key, t, step=1e-4):
    slopes = np.empty(t.counts.shape)
    for where in np.ndindex(t.counts.shape):
        values = []
        for sign in (1, -1):
            counts = t.counts.astype(float)
            counts[where] += sign * step
            values.append(
                ac.measure(key)(ac.Tables.from_counts(counts, t.labels, predicted_labels=t.predicted_labels))
            )
        slopes[where] = (values[0] - values[1]) / (2 * step)
    return slopes


SHARED = [
    "phi_squared",
    "information",
    "real_given_predicted",
    "predicted_given_real",
    "excess",
    "pooled_room",
]


@pytest.mark.parametrize("quantity", SHARED)
def test_quantities_taken_apart_term_by_term_equal_those_of_nudged_tables(quantity):
    counts = np.array(INTERIOR[3], dtype=float)
    nudges = 1j * STEP * np.eye(16).reshape(16, 4, 4)
    in_full, in_parts = Contingency(counts + nudges), NudgedTerms(counts, range(16))
    expected, found = getattr(in_full, quantity), getattr(in_parts, quantity)
    np.testing.assert_allclose(found.real, expected.real, rtol=1e-13)
    np.testing.assert_allclose(
        found.imag / STEP, expected.imag / STEP, rtol=1e-10, atol=1e-12 * abs(expected.imag / STEP).max()
    )


def test_margins_are_nudged_without_laying_out_the_cells():
    counts = np.arange(1.0, 10.0).reshape(3, 3)
    nudged = NudgedMargins(*Outline.of(counts).parts, range(9))
    assert nudged.real.shape == (9, 3)
    assert nudged.real[1].imag.tolist() == [0, STEP, 0]
    assert nudged.hits[8].imag.tolist() == [0, 0, STEP]
    assert nudged.total.imag.tolist() == [STEP] * 3 + [0] * 6
