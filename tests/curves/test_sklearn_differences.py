"""What docs/differences.md says of scikit-learn's curves: its value, ours, and why ours."""

import math
import warnings

import numpy as np
import pytest

import abovechance as ac
from sklearn import metrics

TRUTH, SCORES = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]


def test_every_distinct_score_is_a_threshold():
    truth = [0] * 5 + [1] * 5
    fpr, _, _ = metrics.roc_curve(truth, range(10))
    curve = ac.Curve.from_scores(truth, range(10))
    assert len(fpr) < len(curve.thresholds) == 11
    # of the perfect curve three points are vertices, and scikit-learn keeps more than these
    assert len(curve.hull_positions) == 3 < len(fpr)


def test_infinite_scores_are_scores():
    scores = [-math.inf, 0.4, 0.35, math.inf]
    with np.errstate(invalid="ignore"), pytest.raises(ValueError, match="infinity"):
        metrics.roc_auc_score(TRUTH, scores)
    assert ac.Curve.from_scores(TRUTH, scores).auc == metrics.roc_auc_score(TRUTH, SCORES)


def test_one_class_has_no_area():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert math.isnan(metrics.roc_auc_score([1, 1], [0.1, 0.2]))
        assert metrics.average_precision_score([0, 0], [0.1, 0.2]) == 0
    nothing = ac.Curve.from_scores([0, 0], [0.1, 0.2], positive=1)
    assert math.isnan(nothing.auc)
    assert math.isnan(ac.curves.average_precision(nothing))


def test_nothing_called_positive_has_no_precision():
    precision, _, _ = metrics.precision_recall_curve(TRUTH, SCORES)
    assert precision[-1] == 1
    assert math.isnan(ac.Curve.from_scores(TRUTH, SCORES).measure("precision")[0])


def test_trapezoids_under_precision_and_recall_promise_too_much():
    # ten positive and ninety negative items share the one lower score: in between, Precision falls at once
    truth = [1] + [1] * 9 + [0] * 90
    scores = [2] + [1] * 99
    precision, recall, _ = metrics.precision_recall_curve(truth, scores)
    curve = ac.Curve.from_scores(truth, scores)
    # steps of one item, as Davis and Goadrich interpolate
    tp = np.linspace(1, 10, 100_001)
    fp = 90 * (tp - 1) / 9
    steps = 0.1 + np.trapezoid(tp / (tp + fp), tp / 10)
    assert ac.curves.pr_area(curve) == pytest.approx(steps, abs=1e-6)
    assert metrics.auc(recall, precision) > steps + 0.2


def test_scores_for_classes_need_not_sum_to_one():
    truth = ["a", "b", "c", "a", "b", "c"]
    scores = np.array([[3, 1, 1], [1, 2, 1], [0, 1, 2], [1, 2, 0], [0, 3, 1], [1, 1, 1]], dtype=float)
    with pytest.raises(ValueError, match="sum up to 1"):
        metrics.roc_auc_score(truth, scores, multi_class="ovo")
    # Hand & Till by every pair of items
    pairs = []
    for i, first in enumerate("abc"):
        for second in "abc":
            if first != second:
                mine = [s[i] for t, s in zip(truth, scores, strict=True) if t == first]
                other = [s[i] for t, s in zip(truth, scores, strict=True) if t == second]
                pairs.append(np.mean([(x > y) + (x == y) / 2 for x in mine for y in other]))
    assert ac.curves.multiclass(truth, scores)["hand_till"] == pytest.approx(np.mean(pairs))
