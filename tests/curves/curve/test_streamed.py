"""A curve made from blocks is the curve of all items, however they are cut."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.curves import Curve
from abovechance.curves.curve.streamed import stream
from abovechance.curves.uncertainty.delong import auc_variance

ITEMS = st.lists(st.tuples(st.integers(-3, 3).map(float), st.booleans()), min_size=1, max_size=40)


def in_blocks(scores, truth, cuts):
    order = np.argsort(-scores, kind="stable")
    return list(zip(np.split(scores[order], cuts), np.split(truth[order], cuts), strict=True))


@given(ITEMS, st.lists(st.integers(0, 40), max_size=6))
def test_blocks_of_any_size_give_the_same_curve(items, cuts):
    scores, truth = (np.array(column) for column in zip(*items, strict=True))
    whole = Curve.from_scores(truth, scores, positive=True)
    streamed = stream(in_blocks(scores, truth, sorted(cuts)), items=len(scores))
    np.testing.assert_array_equal(streamed.curve.thresholds, whole.thresholds)
    np.testing.assert_array_equal(streamed.curve.tp, whole.tp)
    np.testing.assert_array_equal(streamed.curve.fp, whole.fp)
    assert streamed.distinct == len(whole.thresholds) - 1
    assert streamed.auc == whole.auc or np.isnan([streamed.auc, whole.auc]).all()
    assert streamed.auc_variance == pytest.approx(auc_variance(whole), rel=1e-12, abs=1e-18, nan_ok=True)


def test_few_thresholds_are_kept_and_the_hull_and_the_area_stay_exact():
    rng = np.random.default_rng(2)
    truth = rng.random(100_000) < 0.3
    scores = np.round(rng.normal(size=100_000) + truth, 4)
    whole = Curve.from_scores(truth, scores)
    streamed = stream(in_blocks(scores, truth, range(0, 100_000, 7_001)), items=100_000, most=500)
    assert len(streamed.curve.thresholds) < 700
    assert streamed.auc == whole.auc
    assert streamed.curve.auch == whole.auch
    for threshold, tp, fp in zip(
        streamed.curve.thresholds, streamed.curve.tp, streamed.curve.fp, strict=True
    ):
        assert (tp, fp) == ((scores[truth] >= threshold).sum(), (scores[~truth] >= threshold).sum())
    assert 0 < abs(streamed.curve.auc - whole.auc) <= streamed.auc_error < 1e-3


def test_the_error_is_reached_by_the_worst_order():
    """All positive items before all negative ones between two thresholds that are kept."""
    truth = np.array([True] * 4 + [False] * 4)
    streamed = stream([(np.arange(8.0)[::-1], truth)], items=8, most=1)
    assert streamed.auc == 1
    assert streamed.auc_error == 0  # the hull keeps the corner
    streamed = stream([(np.arange(8.0)[::-1], ~truth)], items=8, most=1)
    assert streamed.auc == 0
    assert streamed.curve.auc - streamed.auc == streamed.auc_error == 0.5


def test_nothing_at_all():
    assert np.isnan(stream([], items=0).auc)
