"""The AUC of a curve of which thresholds were given up, and what that adds to its interval."""

from dataclasses import asdict, replace

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.curve.streamed import Streamed, stream
from abovechance.evaluation.scores import Purpose, rank_streamed, rank_systems

RNG = np.random.default_rng(4)
TRUTH = RNG.random(300) < 0.4
SCORES = RNG.normal(size=300) + TRUTH
FIXED = Purpose(threshold=0.5)


def area(found):
    return rank_streamed(found, "score", purpose=FIXED).systems[0].auc


def test_a_curve_of_all_thresholds_is_ranked_as_its_items():
    order = np.argsort(-SCORES)
    found = area(stream([(SCORES[order], TRUTH[order])], items=300))
    expected = rank_systems(TRUTH, {"score": SCORES}, purpose=FIXED).systems[0].auc
    assert asdict(found) == asdict(expected)


def test_the_interval_is_wider_by_how_far_the_area_may_be_off():
    curve = ac.Curve.from_scores(TRUTH, SCORES)
    exact = Streamed(curve, curve.auc, 0.0, None)
    narrow, wide = area(exact), area(replace(exact, auc_within=0.01))
    assert (narrow.low - wide.low, wide.high - narrow.high) == pytest.approx((0.01, 0.01))
    assert (wide.value, wide.se) == (narrow.value, narrow.se)
    everything = area(replace(exact, auc_within=0.9))
    assert (everything.low, everything.high) == (0, 1)


def test_few_thresholds_do_not_move_the_interval_away_from_the_area():
    order = np.argsort(-SCORES)
    whole = ac.curves.auc_interval(TRUTH, SCORES)
    few = stream([(SCORES[order], TRUTH[order])], items=300, most=5)
    found = area(few)
    assert few.curve.auc != few.auc == whole.value == found.value
    assert (found.low, found.high) == pytest.approx((whole.low, whole.high), abs=0.1 * whole.se)
    assert abs(few.curve.auc - few.auc) > 0.5 * whole.se


def test_one_class_has_no_area():
    found = area(stream([(np.array([2.0, 1.0]), np.array([True, True]))], items=2))
    assert np.isnan([found.value, found.low, found.high]).all()
