"""Precision–recall areas are checked against scikit-learn, and by the finest interpolation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.integrate import quad
from sklearn.metrics import average_precision_score

import abovechance as ac
from abovechance.curves import Curve, average_precision, pr_area, precision_at_recall
from tests.curves.samples import columns, curves, items


@given(items())
def test_average_precision_is_that_of_scikit_learn(rows):
    truth, scores, weights = columns(rows)
    finite = np.nan_to_num(scores, posinf=9, neginf=-9)
    assert average_precision(Curve.from_scores(truth, scores)) == pytest.approx(
        average_precision_score(truth, finite), abs=1e-12
    )
    assert average_precision(Curve.from_scores(truth, scores, weights=weights)) == pytest.approx(
        average_precision_score(truth, finite, sample_weight=weights), abs=1e-12
    )


@given(items())
def test_average_precision_is_the_mean_over_positive_items(rows):
    truth, scores, _ = columns(rows)
    each = [truth[scores >= score].mean() for score in scores[truth]]
    assert average_precision(Curve.from_scores(truth, scores)) == pytest.approx(np.mean(each), abs=1e-12)


@settings(max_examples=25)
@given(curves(most=15))
def test_the_area_is_the_integral_of_interpolated_precision(curve):
    total = 0.0
    for i in np.flatnonzero(np.diff(curve.tp)):
        (a, b), (p, q) = curve.tp[i : i + 2], curve.fp[i : i + 2]

        def precision(tp, a=a, b=b, p=p, q=q):
            return tp / (tp + p + (q - p) * (tp - a) / (b - a))

        total += quad(precision, a, b)[0] / curve.positives
    assert pr_area(curve) == pytest.approx(total, abs=1e-10)


def test_the_example_of_davis_and_goadrich():
    # Davis & Goadrich 2006, section 4: between A (TP 5, FP 5) and B (TP 10, FP 30) of 20 positive items, every
    # true positive comes with five false ones, and Precision falls as 6/(6+10), 7/(7+15), 8/(8+20), 9/(9+25).
    curve = Curve.from_counts([3, 2, 1], positives=[5, 5, 10], negatives=[5, 25, 1970])
    found = precision_at_recall(curve, [0.25, 0.3, 0.35, 0.4, 0.45, 0.5])
    assert found == pytest.approx([5 / 10, 6 / 16, 7 / 22, 8 / 28, 9 / 34, 10 / 40])
    assert np.round(found, 3).tolist() == [0.5, 0.375, 0.318, 0.286, 0.265, 0.25]


@given(curves())
def test_precision_at_the_recall_of_a_threshold_is_its_own_or_a_better_one(curve):
    found = precision_at_recall(curve, curve.tpr[1:])
    own = curve.measure("precision")[1:]
    best = [own[curve.tpr[1:] == share].max() if share > 0 else math.nan for share in curve.tpr[1:]]
    assert found == pytest.approx(np.array(best), abs=1e-12, nan_ok=True)


@given(curves())
def test_constant_scores_have_the_prevalence(curve):
    constant = Curve.from_counts([1.0], [curve.positives], [curve.negatives])
    assert average_precision(constant) == pytest.approx(curve.prevalence, abs=1e-15)
    assert pr_area(constant) == pytest.approx(curve.prevalence, abs=1e-15)


def test_a_curve_of_very_many_items_between_two_thresholds():
    # From (TP 0, FP 1) to (TP p, FP n): ∫ tp / (1 + n·tp/p + tp - tp/p) d tp / p, with s the rise of the called.
    p, n = 10**9, 10**9 + 1
    curve = Curve.from_counts([1, 2], positives=[p, 0], negatives=[n - 1, 1])
    s = p + n - 1
    expected = p / s * (1 - math.log1p(s) / s)
    assert pr_area(curve) == pytest.approx(expected, rel=1e-12)


def test_one_class():
    negative = Curve.from_scores([0, 0], [1, 2], positive=1)
    positive = Curve.from_scores([1, 1], [1, 2], positive=1)
    assert math.isnan(average_precision(negative))
    assert math.isnan(pr_area(negative))
    assert math.isnan(precision_at_recall(negative, 0.5))
    assert precision_at_recall(positive, 0.5) == 1
    assert (average_precision(positive), pr_area(positive)) == (1, 1)


def test_recall_must_be_a_share():
    with pytest.raises(ac.InputError, match=r"recall must lie between 0 and 1, got 1\.2"):
        precision_at_recall(Curve.from_scores([0, 1], [1, 2]), [0.5, 1.2])
