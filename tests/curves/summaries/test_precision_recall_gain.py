"""Gains are checked against the authors' package and by the theorem that links their area to F-scores."""

import math

import numpy as np
import pytest
from hypothesis import assume, given

from abovechance.curves import Curve, auprg, precision_recall_gain
from tests.curves.rankings import ranked
from tests.curves.samples import curves

# prg 0.1.1b7: calc_auprg(create_prg_curve(truth, scores)).
PRG = {
    "good": 0.5196028186208438,
    "rare": 0.5148431530586621,
    "weak": -0.10371603748881288,
    "wrong": -0.3694159140236647,
}


@pytest.mark.parametrize("name", PRG)
def test_the_area_is_that_of_the_package(name):
    assert auprg(ranked(name)) == pytest.approx(PRG[name], abs=1e-12)


@given(curves())
def test_gains_are_harmonic_distances_from_the_baseline(curve):
    path = precision_recall_gain(curve)
    prevalence = curve.prevalence
    own = ~np.isnan(path.thresholds)
    at = np.array([curve.position(t) for t in path.thresholds[own]], dtype=int)
    precision, recall = curve.measure("precision")[at], curve.tpr[at]
    assert path.y[own] == pytest.approx((precision - prevalence) / ((1 - prevalence) * precision), abs=1e-9)
    assert path.x[own] == pytest.approx((recall - prevalence) / ((1 - prevalence) * recall), abs=1e-9)
    assert (path.x[0], path.x[-1], path.y[-1]) == (0, 1, 0)
    assert path.is_straight
    assert path.x_name == "recall gain"


@given(curves())
def test_the_area_gives_the_expected_f_score(curve):
    # Flach & Kull 2015, theorem 2: with Δ = recG/π - precG/(1-π) uniform along the curve, the gain of F is on
    # average (AUPRG/2 + 1/4 - π(1-y₀²)/4) / (1 - π(1-y₀)), where y₀ is the precision gain at a recall gain of 0.
    path, prevalence = precision_recall_gain(curve), curve.prevalence
    assume(path.y[0] > 1 - 1 / prevalence + 1e-6)  # else Δ is the same at both ends
    delta = path.x / prevalence - path.y / (1 - prevalence)
    f_gain = (path.x + path.y) / 2
    mean = np.diff(delta) @ (f_gain[1:] + f_gain[:-1]) / 2 / (delta[-1] - delta[0])
    start = path.y[0]
    expected = (auprg(curve) / 2 + 1 / 4 - prevalence * (1 - start**2) / 4) / (1 - prevalence * (1 - start))
    assert mean == pytest.approx(expected, abs=1e-8)


@given(curves())
def test_bounds(curve):
    assert -curve.negatives / curve.positives / 2 - 1e-12 <= auprg(curve) <= 1 + 1e-12
    constant = Curve.from_counts([1.0], [curve.positives], [curve.negatives])
    perfect = Curve.from_counts([1.0, 0.0], [curve.positives, 0], [0, curve.negatives])
    worst = Curve.from_counts([1.0, 0.0], [0, curve.positives], [curve.negatives, 0])
    assert auprg(constant) == pytest.approx(0, abs=1e-12)
    assert auprg(perfect) == pytest.approx(1, abs=1e-12)
    assert auprg(worst) == pytest.approx(-curve.negatives / curve.positives / 2, abs=1e-12)


def test_where_recall_equals_the_prevalence_between_thresholds():
    # P = 1, N = 3, π = 1/4; one threshold takes all positive and one negative item: fpr = 1/3 at tpr = 1.
    # At tpr = 1/4 the line from the origin has fpr = 1/12, so precG = 1 - (1/12)/(1/4) = 2/3 throughout.
    path = precision_recall_gain(Curve.from_scores([1, 0, 0, 0], [2, 2, 1, 1]))
    assert path.x == pytest.approx([0, 1, 1])
    assert path.y == pytest.approx([2 / 3, 2 / 3, 0])
    assert math.isnan(path.thresholds[0])
    assert path.thresholds[1:].tolist() == [2, 1]


def test_one_class_has_no_points():
    curve = Curve.from_scores([0, 0], [1, 2], positive=1)
    assert math.isnan(auprg(curve))
    assert len(precision_recall_gain(curve).x) == 0
