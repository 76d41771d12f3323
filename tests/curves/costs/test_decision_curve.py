"""Net benefit is checked against the package dcurves, against tables and by arithmetic."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves import Curve, decision_curve
from tests.curves.samples import PROBABILITIES, curves

TRUTH = [int(c) for c in "000100100001100000001101100000011101010110000010000010010000"]
SCORES = [
    0.16, 0.34, 0.21, 0.58, 0.06, 0.18, 0.51, 0.48, 0.53, 0.04, 0.14, 0.68, 0.15, 0.21, 0.28, 0.55, 0.44, 0.23, 0.23,
    0.25, 0.85, 0.46, 0.24, 0.62, 0.53, 0.26, 0.08, 0.3, 0.21, 0.53, 0.43, 0.55, 0.68, 0.48, 0.51, 0.55, 0.42, 0.29,
    0.37, 0.21, 0.14, 0.24, 0.12, 0.33, 0.75, 0.13, 0.43, 0.34, 0.4, 0.26, 0.26, 0.44, 0.65, 0.09, 0.28, 0.56, 0.09,
    0.35, 0.13, 0.49,
]  # fmt: skip
THRESHOLDS = [0.05, 0.2, 0.3, 0.45, 0.6, 0.9]
# dcurves 1.1.7 (Python): dca(data, outcome="y", modelnames=["m"], thresholds=THRESHOLDS[, prevalence=0.1])
DCURVES = {
    None: (
        [0.26403508771929823, 0.1375, 0.10476190476190475, 0.12121212121212122, 0.058333333333333334, 0.0],
        [0.2631578947368421, 0.125, 0.0, -0.27272727272727265, -0.75, -6.0],
        [0.01666666666666672, 0.05, 0.2444444444444444, 0.48148148148148145, 0.5388888888888889, 2 / 3],
    ),
    0.1: (
        [
            0.053759398496240604,
            -0.0771825396825397,
            -0.0875283446712018,
            -0.05050505050505048,
            -0.00436507936507936,
            0.0,
        ],
        [0.052631578947368425, -0.125, -0.2857142857142857, -0.6363636363636364, -1.25, -8.0],
        [
            0.0214285714285714,
            0.1912698412698412,
            0.4624338624338624,
            0.7160493827160495,
            0.8304232804232804,
            8 / 9,
        ],
    ),
}
CURVE = Curve.from_scores(TRUTH, SCORES)


@pytest.mark.parametrize("prevalence", DCURVES)
def test_values_of_dcurves(prevalence):
    benefit, treat_all, avoided = DCURVES[prevalence]
    found = decision_curve(CURVE, THRESHOLDS, prevalence=prevalence)
    assert found.net_benefit == pytest.approx(benefit, abs=1e-12)
    assert found.treat_all == pytest.approx(treat_all, abs=1e-12)
    assert found.interventions_avoided == pytest.approx(avoided, abs=1e-12)


@given(curves(PROBABILITIES), st.floats(0, 0.95), st.floats(0.01, 1))
def test_net_benefit_is_the_measure_of_the_table(curve, threshold, prevalence):
    found = decision_curve(curve, [threshold], prevalence=prevalence)
    tables = curve.at(threshold).at_prevalence(prevalence)
    odds = threshold / (1 - threshold)
    expected = ac.measure("net_benefit")(tables, w=odds)
    assert found.net_benefit[0] == pytest.approx(expected, abs=1e-9)
    assert found.standardised[0] == pytest.approx(expected / prevalence, abs=1e-9)


def test_by_hand():
    # acting from 0.5 on: 0.51, 0.58, ... and the prevalence is 18/60, so a perfect score would be worth 0.3
    found = decision_curve(CURVE, [0.5])
    acted = [truth for truth, score in zip(TRUTH, SCORES, strict=True) if score >= 0.5]
    assert found.net_benefit[0] == pytest.approx((sum(acted) - (len(acted) - sum(acted))) / 60)
    assert found.standardised[0] == pytest.approx(found.net_benefit[0] / 0.3)


def test_the_range_of_use():
    found = decision_curve(CURVE)
    assert len(found.thresholds) == 100
    assert np.isnan(found.interventions_avoided[0])
    assert found.net_benefit[0] == found.treat_all[0] == pytest.approx(0.3)
    assert not found.is_useful[0]
    assert found.is_useful[45]
    assert "of use between" in repr(found)
    worst = decision_curve(Curve.from_scores([0, 1], [0.9, 0.1]))
    assert "nowhere of use" in repr(worst)


def test_of_one_class_there_is_harm_or_benefit_alone():
    negative, positive = (Curve.from_scores([label] * 2, [0.2, 0.4], positive=1) for label in (0, 1))
    found = decision_curve(negative, [0.3])
    assert found.net_benefit[0] == pytest.approx(-1 / 2 * 3 / 7)
    assert found.standardised[0] == -np.inf
    assert decision_curve(positive, [0.3]).net_benefit[0] == 1 / 2
    assert np.isnan(decision_curve(positive, [0.3], prevalence=0.5).net_benefit[0])


def test_text_is_no_threshold():
    with pytest.raises(ac.InputError, match="thresholds must be probabilities, got 'a'"):
        decision_curve(CURVE, "a")


@pytest.mark.parametrize("thresholds", [[1.0], [-0.1], [float("nan")]])
def test_thresholds_are_probabilities_below_one(thresholds):
    with pytest.raises(ac.InputError, match="below 1, got"):
        decision_curve(CURVE, thresholds)


def test_scores_must_be_probabilities():
    with pytest.raises(ac.InputError, match="probabilities"):
        decision_curve(Curve.from_scores([0, 1], [-3, 4]))


def test_results_can_be_written_down():
    found = decision_curve(CURVE, [0.2, 0.5])
    assert found.to_frame("pandas")["threshold"].tolist() == [0.2, 0.5]
    assert found.to_dict()["net_benefit"] == found.net_benefit.tolist()
    assert found.to_dict()["prevalence"] == pytest.approx(0.3)
