"""The envelope is the least of all lines, and areas under loss curves are the Brier score and the AUC."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

import abovechance as ac
from abovechance.curves import (
    Curve,
    at_prevalence,
    brier,
    brier_curve,
    cost_curve,
    expected_cost,
    operating_point,
    probability_cost,
    rate_driven_curve,
)
from tests.curves.samples import PROBABILITIES, columns, curves, items

GRID = np.linspace(0, 1, 201)
STAIRS = Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.7, 0.8])


@given(curves())
def test_the_envelope_is_the_least_of_all_thresholds(curve):
    lines = (1 - curve.tpr) * GRID[:, None] + curve.fpr * (1 - GRID[:, None])
    found = cost_curve(curve)
    assert found(GRID) == pytest.approx(lines.min(axis=1), abs=1e-12)
    assert found.probability_costs[[0, -1]].tolist() == [0, 1]
    assert np.all(np.diff(found.probability_costs) > 0)
    assert len(found.vertices) == len(found.costs) - 1 <= len(curve.hull_positions)


@given(st.data())
def test_the_envelope_of_several_systems_is_the_least_of_theirs(data):
    truth, first, _ = columns(data.draw(items()))
    second = data.draw(st.permutations(first.tolist()))
    both = Curve.from_scores(truth, {"first": first, "second": second})
    alone = [cost_curve(curve)(GRID) for curve in both.values()]
    assert cost_curve(both)(GRID) == pytest.approx(np.minimum(*alone), abs=1e-12)


@given(curves(), st.floats(0, 1), st.floats(0, 10), st.floats(0.1, 10))
def test_expected_cost_is_what_the_errors_cost(curve, prevalence, cp, cn):
    found = expected_cost(curve, cost_positive=cp, cost_negative=cn, prevalence=prevalence)
    assert found == pytest.approx(prevalence * cp * (1 - curve.tpr) + (1 - prevalence) * cn * curve.fpr)
    worst = prevalence * cp + (1 - prevalence) * cn
    if worst > 1e-6:
        pc = probability_cost(cost_positive=cp, cost_negative=cn, prevalence=prevalence)
        shares = expected_cost(
            curve, cost_positive=cp, cost_negative=cn, prevalence=prevalence, normalised=True
        )
        assert shares * worst == pytest.approx(found, abs=1e-12)
        assert shares.min() == pytest.approx(cost_curve(curve)(pc), abs=1e-9)


def test_expected_cost_is_the_measure_mean_cost():
    found = expected_cost(STAIRS, cost_positive=5, cost_negative=2)
    expected = ac.measure("mean_cost")(STAIRS.tables, costs=[[0, 2], [5, 0]])
    assert found == pytest.approx(expected)
    rare = expected_cost(STAIRS, cost_positive=5, cost_negative=2, prevalence=0.1)
    assert rare == pytest.approx(
        ac.measure("mean_cost")(STAIRS.tables.at_prevalence(0.1), costs=[[0, 2], [5, 0]])
    )


def test_corners_of_a_small_curve():
    # the hull is (0, 0), (0, 2/3), (1/3, 1), (1, 1): one corner, where (1/3)·PC = (1/3)·(1 - PC)
    found = cost_curve(STAIRS)
    assert found.probability_costs == pytest.approx([0, 1 / 2, 1])
    assert found.costs == pytest.approx([0, 1 / 6, 0])
    assert found.area == pytest.approx(1 / 12)
    assert [v.threshold for v in found.vertices] == [0.7, 0.4]
    assert found.operating_range == (0, 1)
    assert "2 classifiers" in repr(found)


def test_a_useless_score_has_the_costs_of_guessing():
    found = cost_curve(Curve.from_scores([0, 1, 0, 1], [1, 1, 1, 1]))
    assert found.probability_costs.tolist() == [0, 0.5, 1]
    assert found.costs.tolist() == [0, 0.5, 0]
    assert np.isnan(found.operating_range).all()


def test_a_perfect_score_costs_nothing():
    found = cost_curve(Curve.from_scores([0, 0, 1], [1, 2, 3]))
    assert found.costs.tolist() == [0, 0]
    assert found.area == 0
    assert found.vertices[0].threshold == 3


def test_a_range_of_use_ends_where_guessing_is_as_cheap():
    # (1/2, 3/4) alone: slopes 3/2 and 1/2, so of use from 1/(1 + 3/2) to 1/(1 + 1/2)
    found = cost_curve(Curve.from_counts([1, 2], positives=[1, 3], negatives=[2, 2]))
    assert found.operating_range == pytest.approx((0.4, 2 / 3))


def test_one_class_has_no_costs():
    found = cost_curve(Curve.from_scores([1, 1], [1, 2], positive=1))
    assert np.isnan(found.costs).all()
    assert np.isnan(found(0.3))


@given(items(PROBABILITIES))
def test_the_area_under_the_brier_curve_is_the_brier_score(rows):
    truth, scores, weights = columns(rows)
    found = brier_curve(Curve.from_scores(truth, scores, weights=weights))
    assert found.area == pytest.approx(brier_score_loss(truth, scores, sample_weight=weights), abs=1e-12)
    assert np.trapezoid(found.losses, found.cost_shares) == pytest.approx(found.area, abs=1e-12)


@given(items(PROBABILITIES))
def test_calibrated_scores_have_the_least_loss_at_every_cost(rows):
    truth, scores, _ = columns(rows)
    curve = Curve.from_scores(truth, scores)
    fitted = IsotonicRegression().fit(scores, truth.astype(float)).predict(scores)
    found = brier_curve(curve, calibrated=True)
    assert found.area == pytest.approx(((fitted - truth) ** 2).mean(), abs=1e-12)
    shares = np.linspace(0.003, 0.997, 60)
    every = [2 * (c * expected_cost(curve, cost_positive=1, cost_negative=(1 - c) / c)).min() for c in shares]
    # a corner of the envelope has one value from both sides, so that interpolation is safe
    assert np.interp(shares, found.cost_shares, found.losses) == pytest.approx(every, abs=1e-9)
    assert found.area <= brier_curve(curve).area + 1e-12


def test_brier_curve_at_one_cost_share():
    found = brier_curve(STAIRS)
    at = [
        i for i in range(0, len(found.losses), 2) if found.cost_shares[i] <= 0.65 <= found.cost_shares[i + 1]
    ]
    (i,) = at
    # t = 0.35: calls 0.4, 0.6, 0.7, 0.8 positive: no positive missed, 1 of 3 negatives called
    assert np.interp(0.65, found.cost_shares[i : i + 2], found.losses[i : i + 2]) == pytest.approx(
        2 * (1 - 0.65) * 0.5 * (1 / 3)
    )


@given(curves())
def test_the_area_under_the_rate_driven_curve_follows_from_auc(curve):
    share = curve.prevalence
    found = rate_driven_curve(curve)
    assert found.area == pytest.approx(share * (1 - share) * (1 - 2 * curve.auc) + 1 / 3, abs=1e-12)
    assert found.cost_shares[[0, -1]] == pytest.approx([0, 1])
    dense = rate_driven_curve(curve, between=99)
    assert np.trapezoid(dense.losses, dense.cost_shares) == pytest.approx(found.area, abs=1e-3)


def test_rate_driven_loss_by_hand():
    # half of six items called positive: 0.8, 0.7 and 0.6, of which the last is negative; one positive missed
    found = rate_driven_curve(STAIRS)
    assert found.losses[found.cost_shares == 0.5] == pytest.approx(2 * (0.5 * 0.5 / 3 + 0.5 * 0.5 / 3))


def test_losses_elsewhere_follow_from_the_prevalence_there():
    curve = Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    # (0.65² + 0.2²)/2 of the positives, (0.1² + 0.4²)/2 of the negatives
    assert brier_curve(at_prevalence(curve, 0.1)).area == pytest.approx(0.1 * 0.23125 + 0.9 * 0.085)


@pytest.mark.parametrize("scores", [[0.5, 1.5], [-0.1, 0.2], [-np.inf, 0.5], [0.5, np.inf]])
def test_scores_that_are_no_probabilities(scores):
    curve = Curve.from_scores([0, 1], scores)
    with pytest.raises(ac.InputError, match=r"from 0 to 1 here, got .*calibrator"):
        brier_curve(curve)
    assert brier_curve(curve, calibrated=True).area == 0


def test_a_class_without_items_has_no_part_in_the_loss():
    positive, negative = (Curve.from_scores([label] * 2, [0.2, 0.4], positive=1) for label in (1, 0))
    assert brier_curve(positive).area == pytest.approx((0.8**2 + 0.6**2) / 2)
    assert brier_curve(negative).area == pytest.approx((0.2**2 + 0.4**2) / 2)
    for curve in (positive, negative):
        assert brier_curve(curve).area == pytest.approx(brier(curve).value)
        assert brier_curve(curve, calibrated=True).area == brier(curve).refinement_loss == 0
        # Prev·(1 - Prev)·(1 - 2·AUC) + 1/3
        assert rate_driven_curve(curve).area == pytest.approx(1 / 3)
    assert np.isnan(brier_curve(Curve.from_scores([0, 1], [0.1, 0.2], weights=[0, 0])).area)


def test_a_class_without_items_costs_nothing_here_and_nobody_knows_what_elsewhere():
    curve = Curve.from_scores([1, 1], [0.2, 0.4], positive=1)
    assert expected_cost(curve, cost_positive=3).tolist() == [3, 1.5, 0]
    assert operating_point(curve, cost_positive=3).value == 0
    assert np.isnan(expected_cost(curve, prevalence=0.5)).all()


def test_scores_of_no_use_are_said_to_be_so():
    alike = cost_curve(Curve.from_scores([0, 1], [0.5, 0.5]))
    assert repr(alike) == (
        "CostCurve of 2 classifiers, nowhere better than the same call for every item, area 0.25"
    )
    assert "undefined without items of both classes" in repr(cost_curve(Curve.from_counts([1], [1], [0])))


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ({"cost_positive": -1}, "cost_positive is .* got -1"),
        ({"cost_negative": float("nan")}, "cost_negative is .* got nan"),
        ({"cost_negative": "2"}, "a finite number from 0 on"),
        ({"cost_positive": 0, "cost_negative": 0}, "both 0"),
        ({"prevalence": 1.2}, "prevalence must be a number from 0 to 1, got 1.2"),
    ],
)
def test_costs_that_are_none(costs, message):
    with pytest.raises(ac.InputError, match=message):
        expected_cost(STAIRS, **costs)


def test_a_probability_cost_is_a_share():
    with pytest.raises(ac.InputError, match="probability cost"):
        cost_curve(STAIRS)(1.5)
    assert cost_curve(STAIRS)(0.25) == pytest.approx(1 / 12)
    assert np.isnan(probability_cost(cost_positive=0, cost_negative=1, prevalence=1))


def test_results_can_be_written_down():
    found = cost_curve(STAIRS)
    assert found.to_dict()["area"] == pytest.approx(1 / 12)
    assert found.to_frame("pandas")["threshold"].tolist() == [0.7, 0.4]
    loss = rate_driven_curve(STAIRS)
    assert loss.to_frame("pandas")["loss"].tolist() == loss.to_dict()["losses"]
    assert "set by rate" in repr(loss)
