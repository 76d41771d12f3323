"""Scores on Spark are counted where they are, one by one or in bins, and give what the same items give."""

import numpy as np
import pyarrow as pa
import pytest

import abovechance as ac


@pytest.fixture(scope="module")
def items():
    rng = np.random.default_rng(9)
    truth = rng.random(5000) < 0.3
    scores = np.round(rng.standard_cauchy(5000) + truth, 3)
    scores[:6] = [np.inf, -np.inf, 0.0, -0.0, 1e308, -1e308]
    return pa.table(
        {
            "y": truth,
            "p": scores,
            "p.f": scores.clip(-1e38, 1e38).astype(np.float32),
            "by": rng.integers(0, 3, 5000),
        }
    )


def assert_same(found, expected):
    for name in ("thresholds", "tp", "fp"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))


@pytest.mark.parametrize("score", ["p", "p.f"])
def test_every_score(session, items, score):
    frame = session.createDataFrame(items)
    expected = ac.Curve.from_scores(items["y"].to_numpy(), items[score].to_numpy())
    assert_same(ac.Curve.from_frame(frame, truth="y", score=score), expected)


def test_groups(session, items):
    found = ac.Curve.from_frame(session.createDataFrame(items), truth="y", score="p", by="by")
    expected = ac.Curve.from_scores(items["y"].to_numpy(), items["p"].to_numpy(), by=items["by"].to_pylist())
    assert list(found) == list(expected) == [0, 1, 2]
    for name, curve in expected.items():
        assert_same(found[name], curve)


def test_bins(session, items):
    frame = session.createDataFrame(items)
    found = ac.curves.curve_of_frame(frame, truth="y", score="p", most=100)
    expected = ac.Curve.from_scores(items["y"].to_numpy(), items["p"].to_numpy())
    places = [expected.position(threshold) for threshold in found.curve.thresholds[1:]]
    assert np.array_equal(found.curve.thresholds[1:], expected.thresholds[places])
    assert np.array_equal(found.curve.tp[1:], expected.tp[places])
    assert np.array_equal(found.curve.fp[1:], expected.fp[places])
    assert abs(found.auc - expected.auc) <= found.auc_within + 1e-15
    assert found.auc_within < 2.0**-15
