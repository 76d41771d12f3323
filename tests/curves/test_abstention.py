"""Refusing the least confident: each point against the table made by hand, laws, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves import decisions


def sample(seed=0, size=200, classes=2, skill=1.0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, size)
    scores = rng.normal(size=(size, classes))
    scores[np.arange(size), truth] += skill
    shares = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    return truth, shares


@given(st.integers(0, 1000))
@settings(max_examples=15)
def test_points_of_two_classes_are_tables_with_refusals(seed):
    truth, shares = sample(seed, 40)
    scores = np.round(shares[:, 1], 1)
    curve = ac.abstention_curve(truth, scores, replicates=2)
    for i, confidence in enumerate(curve.confidence):
        kept = np.abs(scores - 0.5) >= confidence
        said = np.where(kept, (scores >= 0.5).astype(int), -1)
        found = (
            ac.abstentions(truth.tolist(), said.tolist(), abstain=-1, level=None) if not kept.all() else None
        )
        assert curve.answered[i] == pytest.approx(kept.mean())
        if found is not None:
            assert curve.with_guesses[i] == pytest.approx(
                found.find("informedness", "guess").value, nan_ok=True
            )
        alone = ac.Tables.from_labels(truth[kept], said[kept], labels=[0, 1])
        assert curve.informedness[i] == pytest.approx(ac.informedness(alone), nan_ok=True)


def test_points_of_more_classes_are_tables_with_refusals():
    truth, shares = sample(1, 150, 3)
    curve = ac.abstention_curve(truth, shares, replicates=2)
    for share in (0.3, 0.7, 1.0):
        point = curve.at(answered=share)
        kept = shares.max(1) >= point.confidence
        assert kept.mean() == pytest.approx(point.answered)
        assert point.answered >= share
        alone = ac.Tables.from_labels(truth[kept], shares.argmax(1)[kept], labels=[0, 1, 2])
        assert point.informedness == pytest.approx(ac.informedness(alone))
        assert point.low == pytest.approx(ac.interval(alone, "informedness").low)
        assert ac.abstentions(point.tables).answered.value == pytest.approx(point.answered)


def test_two_columns_of_probabilities_are_as_one_score():
    truth, shares = sample(2)
    one, two = ac.abstention_curve(truth, shares[:, 1]), ac.abstention_curve(truth, shares)
    assert one.informedness == pytest.approx(two.informedness, nan_ok=True)
    assert (one.area, one.gain_low) == pytest.approx((two.area, two.gain_low))


def test_operating_points():
    truth, shares = sample(3, 400, 2, 2.0)
    curve = ac.abstention_curve(truth, shares[:, 1], informedness=0.9)
    point = curve.point
    assert point.informedness >= 0.9
    assert np.all(~(curve.informedness[curve.answered > point.answered] >= 0.9))
    assert "For Informedness of at least 0.9, answer where the confidence is at least" in curve.verdict
    assert curve.at(informedness=1.1) is None
    none = ac.abstention_curve(truth, shares[:, 1], informedness=1.1)
    assert "There is no Informedness of at least 1.1 with a tenth or more" in none.verdict
    with pytest.raises(ac.InputError, match="ask for a share answered or for an Informedness"):
        curve.at()


def test_confidence_that_helps_is_shown_and_one_that_does_not_is_not():
    truth, shares = sample(4, 1000)
    helping = ac.abstention_curve(truth, shares[:, 1])
    assert 0 < helping.gain_low < helping.gain < helping.gain_high
    assert "raises it" in helping.verdict
    rng = np.random.default_rng(0)
    said = np.where(rng.random(1000) < 0.7, truth, 1 - truth)
    unrelated = ac.abstention_curve(truth, 0.5 + (said - 0.5) * rng.random(1000))
    assert unrelated.gain_low < 0 < unrelated.gain_high
    assert "not shown to change it" in unrelated.verdict
    worse = ac.abstention_curve(truth, np.where(shares[:, 1] >= 0.5, 1.5, 0.5) - shares[:, 1])
    assert worse.gain_high < 0
    assert "confident answers are the worse ones" in worse.verdict


def test_many_confidences_are_put_together(monkeypatch):
    truth, shares = sample(5, 500, 3)
    exact = ac.abstention_curve(truth, shares, replicates=2)
    monkeypatch.setattr(decisions, "_MOST_POINTS", 50)
    rough = ac.abstention_curve(truth, shares, replicates=2)
    assert len(rough.answered) <= 50
    assert np.isin(rough.confidence, -np.unique(-shares.max(1))).all()
    assert rough.area == pytest.approx(exact.area, abs=0.02)
    assert rough.informedness[-1] == exact.informedness[-1]


def test_counts_are_repeated_items_and_the_scale_of_weights_does_not_matter():
    truth, shares = sample(6, 60)
    times = np.random.default_rng(1).integers(1, 4, 60)
    counted = ac.abstention_curve(truth, shares[:, 1], counts=times)
    repeated = ac.abstention_curve(np.repeat(truth, times), np.repeat(shares[:, 1], times))
    assert counted == repeated
    one, two = (ac.abstention_curve(truth, shares[:, 1], weights=w) for w in (times / 7, times * 3.0))
    assert one.informedness == pytest.approx(counted.informedness, nan_ok=True)
    assert one.low == pytest.approx(two.low, nan_ok=True)
    assert one.at(answered=0.5).low == pytest.approx(two.at(answered=0.5).low)


def test_one_class_and_one_score():
    alone = ac.abstention_curve([1, 1, 1], [0.2, 0.7, 0.9], positive=1)
    assert np.isnan(alone.informedness).all()
    assert np.isnan(alone.gain)
    same = ac.abstention_curve([0, 1, 0, 1], [0.7] * 4)
    assert same.answered.tolist() == [1.0]
    assert (same.area, same.gain) == (0, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"answered": 0.5, "informedness": 0.5}, "not for both"),
        ({"answered": 0.0}, "answered is a share above 0"),
        ({"classes": [0, 1]}, "classes is for a column of scores for each class"),
    ],
)
def test_what_cannot_be_meant(options, message):
    with pytest.raises(ac.InputError, match=message):
        ac.abstention_curve([0, 1], [0.1, 0.9], **options)


def test_it_is_drawn():
    truth, shares = sample(7, 80)
    axes = ac.abstention_curve(truth, shares[:, 1], answered=0.5).plot()
    assert axes.get_xlabel() == "Share of items answered"


def test_a_point_and_its_row_have_one_interval():
    truth, shares = sample(8, 60)
    for weights in (None, np.full(60, 0.7)):
        curve = ac.abstention_curve(truth, shares[:, 1], answered=0.3, weights=weights)
        (row,) = [x for x in curve.rows() if x["answered"] == curve.point.answered]
        assert (row["low"], row["high"]) == (curve.point.low, curve.point.high)
