"""The area under the Kappa curve is checked against numerical integration and where theory knows it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.integrate import quad

from abovechance.curves import Curve, auk
from tests.curves.samples import curves


def kappa(tpr, fpr, prevalence):
    accuracy = prevalence * tpr + (1 - prevalence) * (1 - fpr)
    bias = prevalence * tpr + (1 - prevalence) * fpr
    chance = prevalence * bias + (1 - prevalence) * (1 - bias)
    return (accuracy - chance) / (1 - chance)


@settings(max_examples=25)
@given(curves(most=15))
def test_the_area_is_the_integral_of_kappa(curve):
    x, y, prevalence = curve.fpr, curve.tpr, curve.prevalence
    total = 0.0
    for x0, x1, y0, y1 in zip(x, x[1:], y, y[1:], strict=False):
        if x1 > x0:
            slope = (y1 - y0) / (x1 - x0)
            total += quad(lambda at: kappa(y0 + slope * (at - x0), at, prevalence), x0, x1)[0]  # noqa: B023
    assert auk(curve) == pytest.approx(total, abs=1e-12)


@given(curves())
def test_of_balanced_classes_it_is_the_area_above_chance(curve):
    tp, fp = np.diff(curve.tp) * curve.negatives, np.diff(curve.fp) * curve.positives
    balanced = Curve.from_counts(curve.thresholds[1:], tp, fp)
    assert auk(balanced) == pytest.approx(curve.auc - 0.5, abs=1e-12)


@given(curves())
def test_it_is_between_that_of_the_worst_and_of_perfect_scores(curve):
    totals = (curve.positives, 0), (0, curve.negatives)
    perfect, constant, worst = (
        auk(Curve.from_counts(scores, *totals)) for scores in ([1.0, 0.0], [0.0, 0.0], [0.0, 1.0])
    )
    assert worst - 1e-12 <= auk(curve) <= perfect + 1e-12
    assert constant == pytest.approx(0, abs=1e-15)
    assert perfect < 2 * (1 - math.log(2))  # the limit of many positive items


@pytest.mark.parametrize("prevalence", [1e-9, 1e-6, 0.3, 0.5, 0.5 + 1e-12, 0.999999])
def test_perfect_scores_at_any_prevalence(prevalence):
    # κ = 2π(1-π)(1-x) / (π + (1-2π)(π + (1-π)x)), whose integral from 0 to 1 has this closed form.
    p, n = prevalence, 1 - prevalence
    top, low, change = 2 * p * n, 2 * p * n, (1 - 2 * p) * n
    r = change / low
    log_part = math.log1p(r) / r if abs(r) > 1e-6 else 1 - r / 2
    expected = top / low * (log_part - (1 - log_part) / r if abs(r) > 1e-6 else 0.5 - r / 6)
    curve = Curve.from_counts([1.0, 0.0], [p, 0.0], [0.0, n])
    assert auk(curve) == pytest.approx(expected, rel=1e-7)


def test_many_thresholds_lose_no_digits():
    n = 10**5
    scores, ones = np.arange(2 * n), np.zeros(2 * n, dtype=int)
    ones[::2] = 1
    curve = Curve.from_counts(scores, ones, 1 - ones)
    assert auk(curve) == pytest.approx(curve.auc - 0.5, abs=1e-12)


def test_one_class_has_no_area():
    assert math.isnan(auk(Curve.from_scores([1, 1], [1, 2], positive=1)))
