"""What WEKA, caret, yardstick and scores compute, written out from their formulas: docs/differences.md."""

import math

import numpy as np
import pytest

import abovechance as ac

THREE = np.array([[50, 5, 1], [20, 18, 2], [3, 4, 18]])


def each(counts):
    """TP, FP, FN, TN of each class, as arrays."""
    tp = np.diag(counts).astype(float)
    fn, fp = counts.sum(1) - tp, counts.sum(0) - tp
    return tp, fp, fn, counts.sum() - tp - fn - fp


# yardstick: an estimator averages the classes, or pools them -----------------------------------

TP, FP, FN, TN = each(THREE)
YARDSTICK = {
    "sens": (TP, TP + FN),
    "spec": (TN, TN + FP),
    "ppv": (TP, TP + FP),
    "npv": (TN, TN + FN),
    "fall_out": (FP, FP + TN),
    "miss_rate": (FN, FN + TP),
    "detection_prevalence": (TP + FP, TP + FP + FN + TN),
}


def estimates(numerator, denominator):
    prevalence = (TP + FN) / THREE.sum()
    return {
        "macro": np.mean(numerator / denominator),
        "macro_weighted": np.sum(prevalence * numerator / denominator),
        "micro": numerator.sum() / denominator.sum(),
    }


@pytest.mark.parametrize("estimator", ["macro", "macro_weighted", "micro"])
@pytest.mark.parametrize("metric", YARDSTICK)
def test_yardstick_s_rates_of_several_classes(metric, estimator):
    expected = estimates(*YARDSTICK[metric])[estimator]
    assert ac.measure(f"yardstick:{metric} {estimator}")(ac.Tables.from_counts(THREE)) == pytest.approx(
        expected
    )


@pytest.mark.parametrize("estimator", ["macro", "macro_weighted", "micro"])
@pytest.mark.parametrize(
    ("metric", "one", "other", "scale", "shift"),
    [
        ("j_index", "sens", "spec", 1, -1),
        ("markedness", "ppv", "npv", 1, -1),
        ("bal_accuracy", "sens", "spec", 0.5, 0),
    ],
)
def test_yardstick_s_sums_of_rates(metric, one, other, scale, shift, estimator):  # noqa: PLR0917
    first, second = (estimates(*YARDSTICK[name])[estimator] for name in (one, other))
    found = ac.measure(f"yardstick:{metric} {estimator}")(ac.Tables.from_counts(THREE))
    assert found == pytest.approx(scale * (first + second) + shift)


def test_yardstick_s_youden_index_of_several_classes_is_not_informedness():
    t = ac.Tables.from_counts(THREE)
    assert abs(ac.measure("yardstick:j_index macro")(t) - ac.informedness(t)) > 1e-3
    assert ac.measure("yardstick:markedness macro_weighted") is ac.markedness


def test_yardstick_keeps_sedi_away_from_its_limit():
    """It moves rates of 0 and 1 inwards by 1e-9, so that the value depends on the other rate."""
    h, f = 3 / 5, 1e-9
    clamped = (math.log(f) - math.log(h) - math.log(1 - f) + math.log(1 - h)) / (
        math.log(f) + math.log(h) + math.log(1 - f) + math.log(1 - h)
    )
    assert clamped == pytest.approx(0.954, abs=1e-3)
    assert ac.measure("yardstick:sedi")(ac.Tables.from_cells(tp=3, fp=0, fn=2, tn=4)) == 1


def test_f_of_a_class_that_is_never_predicted_is_zero():
    """caret and yardstick say NA, since Precision is undefined; but nothing of the class was found."""
    t = ac.Tables.from_cells(tp=0, fp=0, fn=3, tn=4)
    assert ac.f1(t) == 0
    assert np.isnan(ac.precision(t))


def test_precision_does_not_need_real_negatives():
    """caret and yardstick take it from sensitivity, specificity and prevalence; without negatives NA."""
    t = ac.Tables.from_cells(tp=3, fp=0, fn=2, tn=0)
    assert np.isnan(ac.inverse_recall(t))
    assert ac.measure("caret:Pos Pred Value")(t) == 1


def test_weka_s_kappa_of_a_single_class_is_undefined():
    """WEKA says 1."""
    assert np.isnan(ac.measure("weka:kappa")(ac.Tables.from_counts([[9, 0], [0, 0]])))


def test_weka_s_weighted_averages():
    t = ac.Tables.from_counts(THREE)
    weights = THREE.sum(1) / THREE.sum()
    mcc = (TP * TN - FP * FN) / np.sqrt((TP + FP) * (TP + FN) * (TN + FP) * (TN + FN))
    assert ac.measure("weka:weightedMatthewsCorrelation")(t) == pytest.approx(np.sum(weights * mcc))
    assert ac.measure("weka:weightedFMeasure")(t) == pytest.approx(
        np.sum(weights * 2 * TP / (2 * TP + FP + FN))
    )
    assert ac.measure("weka:weightedFalsePositiveRate")(t) == pytest.approx(np.sum(weights * FP / (FP + TN)))
    assert ac.measure("weka:weightedTruePositiveRate")(t) == pytest.approx(np.sum(weights * TP / (TP + FN)))
    assert ac.measure("weka:weightedFalseNegativeRate")(t) == pytest.approx(np.sum(weights * FN / (TP + FN)))


def test_scores_loses_the_odds_ratio_of_a_good_forecast():
    """It divides the hit rate by what is left of it to 1."""
    tp, fp, fn, tn = 10**15, 10, 3, 10
    hit, alarm = tp / (tp + fn), fp / (fp + tn)
    theirs = (hit / (1 - hit)) / (alarm / (1 - alarm))
    ours = ac.measure("scores:odds_ratio")(ac.Tables.from_cells(tp=tp, fp=fp, fn=fn, tn=tn))
    assert ours == pytest.approx(10**15 / 3, rel=1e-15)
    assert abs(theirs / ours - 1) > 5e-4


def test_rapidminer_s_weighted_means_are_unweighted_unless_weights_are_set():
    t = ac.Tables.from_counts(THREE)
    assert ac.measure("rapidminer:weighted_mean_recall")(t) == pytest.approx(np.mean(TP / (TP + FN)))
    assert ac.measure("rapidminer:weighted_mean_precision")(t) == pytest.approx(np.mean(TP / (TP + FP)))
    two = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    truth, prediction = np.repeat([1, 0, 1, 0], [30, 12, 30, 28]), np.repeat([1, 1, 0, 0], [30, 12, 30, 28])
    r = np.corrcoef(truth, prediction)[0, 1]
    assert ac.measure("rapidminer:correlation")(two) == pytest.approx(r)
    assert ac.measure("rapidminer:squared_correlation")(two) == pytest.approx(r * r)
