"""The Brier score is checked against scikit-learn, item by item, and by what its parts must add up to."""

import math

import numpy as np
import pytest
from hypothesis import given
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss
from sklearn.metrics import log_loss as sklearn_log_loss

import abovechance as ac
from abovechance.curves import Curve, brier, log_loss
from tests.curves.samples import PROBABILITIES, columns, curves, items


@given(items(PROBABILITIES))
def test_the_score_is_that_of_scikit_learn(rows):
    truth, scores, weights = columns(rows)
    assert brier(Curve.from_scores(truth, scores)).value == pytest.approx(
        brier_score_loss(truth, scores), abs=1e-14
    )
    weighted = Curve.from_scores(truth, scores, weights=weights)
    expected = brier_score_loss(truth, scores, sample_weight=weights)
    assert brier(weighted).value == pytest.approx(expected, abs=1e-14)


@given(curves(PROBABILITIES))
def test_the_parts_add_up(curve):
    found = brier(curve)
    murphy = found.reliability - found.resolution + found.uncertainty
    assert found.value == pytest.approx(murphy, abs=1e-14)
    assert found.value == pytest.approx(found.calibration_loss + found.refinement_loss, abs=1e-14)
    assert found.skill == pytest.approx(1 - found.value / found.uncertainty, abs=1e-12)


@given(curves(PROBABILITIES))
def test_ranking_alone_is_no_better_than_knowing_each_score(curve):
    found = brier(curve)
    assert found.calibration_loss <= found.reliability + 1e-14
    assert found.uncertainty - found.resolution <= found.refinement_loss + 1e-14
    assert found.calibration_loss >= -1e-14
    assert found.refinement_loss <= found.uncertainty + 1e-14


@given(items(PROBABILITIES))
def test_isotonic_regression_leaves_the_refinement_loss(rows):
    truth, scores, weights = columns(rows)
    fitted = IsotonicRegression().fit(scores, truth, sample_weight=weights).predict(scores)
    found = brier(Curve.from_scores(truth, scores, weights=weights))
    expected = brier_score_loss(truth, np.clip(fitted, 0, 1), sample_weight=weights)
    assert found.refinement_loss == pytest.approx(expected, abs=1e-12)


@given(items(PROBABILITIES))
def test_the_parts_by_their_definitions(rows):
    truth, scores, _ = columns(rows)
    found = brier(Curve.from_scores(truth, scores))
    shares = np.array([truth[scores == score].mean() for score in scores])
    assert found.reliability == pytest.approx(np.mean((scores - shares) ** 2), abs=1e-14)
    assert found.resolution == pytest.approx(np.mean((shares - truth.mean()) ** 2), abs=1e-14)
    assert found.uncertainty == pytest.approx(truth.var(), abs=1e-14)


@given(items(PROBABILITIES.filter(lambda x: 0 < x < 1)))
def test_log_loss_is_that_of_scikit_learn(rows):
    truth, scores, weights = columns(rows)
    found = log_loss(Curve.from_scores(truth, scores, weights=weights))
    assert found == pytest.approx(sklearn_log_loss(truth, scores, sample_weight=weights), abs=1e-12)


def test_log_loss_of_certainty():
    assert log_loss(Curve.from_scores([0, 1], [0.0, 1.0])) == 0
    assert str(log_loss(Curve.from_scores([0, 1], [0.0, 1.0]))) == "0.0"
    assert log_loss(Curve.from_scores([0, 1], [0.5, 0.0])) == math.inf


@pytest.mark.parametrize(
    ("scores", "said"), [([0.5, 1.5], "got 1.5"), ([-0.25, 0.5], "got -0.25"), ([0.5, math.inf], "got inf")]
)
@pytest.mark.parametrize("function", [brier, log_loss])
def test_scores_must_be_probabilities(scores, said, function):
    with pytest.raises(ac.InputError) as caught:
        function(Curve.from_scores([0, 1], scores))
    assert said in str(caught.value)
    assert "calibrate them" in str(caught.value)


def test_one_class_has_a_score_but_no_skill():
    found = brier(Curve.from_scores([1, 1], [0.5, 1.0], positive=1))
    assert (found.value, found.uncertainty, found.refinement_loss) == (0.125, 0, 0)
    assert math.isnan(found.skill)


def test_no_weight_at_all():
    empty = Curve.from_scores([0, 1], [0.5, 0.7], weights=[0, 0])
    assert math.isnan(brier(empty).value)
    assert math.isnan(log_loss(empty))


def test_items_without_weight_do_not_count():
    with_them = Curve.from_scores([0, 1, 1, 0], [0.2, 0.7, 0.9, 0.4], weights=[1, 1, 0, 0])
    without = Curve.from_scores([0, 1], [0.2, 0.7])
    assert brier(with_them) == brier(without)
    assert log_loss(with_them) == log_loss(without)


def test_as_plain_data():
    found = brier(Curve.from_scores([0, 1], [0.25, 0.75]))
    assert float(found) == found.value == 0.0625
    assert found.to_frame("pyarrow").to_pylist() == [found.to_dict()]
    assert repr(found).startswith("Brier score 0.0625 = 0.0625 reliability - 0.25 resolution + 0.25")
