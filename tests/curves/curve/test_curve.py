"""A curve is checked against scikit-learn, pair by pair, and by what must not change it."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score, roc_curve

import abovechance as ac
from abovechance.curves import Curve, Curves

VALUES = st.sampled_from([-np.inf, -2.0, -0.5, 0.0, 0.25, 1.0, 1.5, 3.0, np.inf])
ITEMS = st.lists(st.tuples(st.booleans(), VALUES, st.integers(1, 4)), min_size=2, max_size=25).filter(
    lambda items: len({item[0] for item in items}) == 2
)


def columns(items):
    return tuple(np.array(column) for column in zip(*items, strict=True))


def area_by_pairs(truth, scores, weights):
    higher = (scores[truth][:, None] > scores[~truth]) + 0.5 * (scores[truth][:, None] == scores[~truth])
    return weights[truth] @ higher @ weights[~truth] / (weights[truth].sum() * weights[~truth].sum())


@given(ITEMS)
def test_area_is_the_share_of_pairs_in_the_right_order(items):
    truth, scores, weights = columns(items)
    ones = np.ones(len(truth))
    assert Curve.from_scores(truth, scores).auc == pytest.approx(
        area_by_pairs(truth, scores, ones), abs=1e-15
    )
    weighted = Curve.from_scores(truth, scores, weights=weights)
    assert weighted.auc == pytest.approx(area_by_pairs(truth, scores, weights), abs=1e-15)
    repeated = Curve.from_scores(truth.repeat(weights), scores.repeat(weights))
    assert repeated.auc == weighted.auc


@given(ITEMS)
def test_turning_scores_or_classes_round_turns_the_area_round(items):
    truth, scores, _ = columns(items)
    area = Curve.from_scores(truth, scores).auc
    assert Curve.from_scores(truth, -scores).auc == pytest.approx(1 - area, abs=1e-15)
    assert Curve.from_scores(truth, scores, positive=False).auc == pytest.approx(1 - area, abs=1e-15)
    assert Curve.from_scores(truth, np.arctan(scores)).auc == area


@given(ITEMS)
def test_every_threshold_counts_the_items_at_or_above_it(items):
    truth, scores, _ = columns(items)
    curve = Curve.from_scores(truth, scores)
    assert curve.thresholds[1:].tolist() == sorted(set(scores.tolist()), reverse=True)
    assert curve.tables.counts[0].tolist() == [[(~truth).sum(), 0], [truth.sum(), 0]]
    for i, threshold in enumerate(curve.thresholds[1:], start=1):
        expected = ac.Tables.from_labels(truth, scores >= threshold, labels=[False, True])
        assert curve.tables[i] == expected
        assert curve.position(threshold) == i


@given(ITEMS)
def test_the_hull_holds_the_best_informedness_and_no_less_area(items):
    truth, scores, _ = columns(items)
    curve = Curve.from_scores(truth, scores)
    assert curve.auch >= curve.auc
    assert curve.hull().measure("informedness").max() == curve.measure("informedness").max()
    assert curve.hull().auc == curve.auch == curve.hull().auch


def test_scikit_learn_draws_the_same_curve():
    rng = np.random.default_rng(5)
    truth = rng.random(3_000) < 0.2
    scores = np.round(rng.normal(size=3_000) + truth, 2)
    for weights in (None, rng.integers(1, 5, 3_000), rng.random(3_000)):
        curve = Curve.from_scores(truth, scores, weights=weights)
        fpr, tpr, thresholds = roc_curve(truth, scores, sample_weight=weights, drop_intermediate=False)
        np.testing.assert_array_equal(curve.thresholds, thresholds)
        np.testing.assert_allclose(curve.fpr, fpr, rtol=1e-12)
        np.testing.assert_allclose(curve.tpr, tpr, rtol=1e-12)
        assert curve.auc == pytest.approx(roc_auc_score(truth, scores, sample_weight=weights), abs=1e-12)


def test_any_cut_between_two_scores_decides_alike():
    curve = Curve.from_scores([0, 1, 1], [0.2, 0.4, 0.6])
    assert [curve.position(t) for t in (np.inf, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, -np.inf)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 3,
    ]  # fmt: skip
    assert curve.at(0.5).counts.tolist() == [[1, 0], [1, 1]]
    with pytest.raises(ac.InputError, match="NaN"):
        curve.position(np.nan)


def test_an_infinite_threshold_takes_items_of_infinite_score():
    curve = Curve.from_scores([0, 1, 1], [0.0, 1.0, np.inf])
    assert curve.tp.tolist() == [0, 1, 2, 2]
    assert curve.position(np.inf) == 1
    assert curve.auc == 1


def test_equal_scores_are_chance():
    curve = Curve.from_scores([0, 1, 1, 0], [7, 7, 7, 7])
    assert curve.auc == curve.auch == 0.5
    assert curve.gini == 0
    assert curve.thresholds.tolist() == [np.inf, 7]


@pytest.mark.parametrize("truth", [[True, True], [False, False]])
def test_one_class_has_no_area(truth):
    curve = Curve.from_scores(truth, [1, 2])
    assert np.isnan(curve.auc)
    assert np.isnan(curve.auch)
    assert np.isnan(curve.measure("informedness")).all()
    assert np.isnan(curve.fpr if truth[0] else curve.tpr).all()


def test_counts_too_large_for_products_of_64_bits():
    many = 3 * 10**17
    curve = Curve.from_counts([0, 1, 2], positives=[many, many, 2 * many], negatives=[2 * many, many, many])
    assert curve.auc == curve.auch == (2 * 3.5 + 2.5 + 1) / 16  # of 16 pairs of fourths of the classes


def test_counts_of_scores_in_any_order_and_more_than_once():
    curve = Curve.from_counts([1, 3, 2, 3], [1, 1, 1, 2], [4, 0, 2, 1])
    assert curve.thresholds.tolist() == [np.inf, 3, 2, 1]
    assert curve.tp.tolist() == [0, 3, 4, 5]
    assert curve.fp.tolist() == [0, 1, 3, 7]


@pytest.mark.parametrize(
    ("scores", "positives", "negatives", "message"),
    [
        ([1, 2], [1], [1, 1], "positives must be a number for each of 2 scores"),
        ([1, 2], [1, 1], ["a", "b"], "negatives must be a number"),
        ([1, 2], [1, 1], [-1, 1], "negatives must be finite and not negative"),
        ([1, np.nan], [1, 1], [1, 1], "1 of the scores are NaN"),
    ],
)
def test_counts_that_are_none_are_refused(scores, positives, negatives, message):
    with pytest.raises(ac.InputError, match=message):
        Curve.from_counts(scores, positives, negatives)


def test_several_systems_and_groups():
    truth, scores = [0, 1, 1, 0], [1, 2, 3, 4]
    systems = Curve.from_scores(truth, {"A": scores, "B": [4, 3, 2, 1]})
    assert isinstance(systems, Curves)
    assert [curve.auc for curve in systems.values()] == [0.5, 0.5]
    groups = Curve.from_scores(truth, scores, by=["x", "x", "y", "y"])
    assert {name: curve.auc for name, curve in groups.items()} == {"x": 1.0, "y": 0.0}
    assert "system 'A': Curve of 4 items" in repr(systems)
    with pytest.raises(ac.InputError, match="not both"):
        Curve.from_scores(truth, {"A": scores}, by=truth)
    with pytest.raises(ac.InputError, match="empty mapping"):
        Curve.from_scores(truth, {})


def test_a_curve_does_not_change():
    curve = Curve.from_scores([0, 1], [0, 1])
    with pytest.raises(ValueError, match="read-only"):
        curve.tp[0] = 3


def test_counts_that_have_no_room_are_refused():
    with pytest.raises(ac.InputError, match="positives counts 2⁶² items or more"):
        ac.Curve.from_counts([0.1, 0.2], [10**18, 9 * 10**18], [1, 1])
    with pytest.raises(ac.InputError, match="negatives counts 2⁶² items or more"):
        ac.Curve.from_counts([0.1, 0.2], [1, 1], np.array([2**63, 1], dtype=np.uint64))
    # half of the positive items are above all negative ones, and half tie with half of these
    most = ac.Curve.from_counts([0.1, 0.2, 0.3], [0, 2**60, 2**60], [2**60, 2**60, 0])
    assert most.auc == 1 / 2 + 1 / 2 * (1 / 2 + 1 / 4)


def test_several_curves_taken_for_one_are_told_how_to_take_one():
    several = ac.Curve.from_scores([0, 1, 1], {"A": [1, 2, 3], "B": [2, 1, 3]})
    for function in (ac.curves.summary, ac.curves.band, ac.curves.h_measure, ac.curves.decision_curve):
        with pytest.raises(
            ac.InputError, match=r"2 curves, one for each system: take one, such as curves\['A'\]"
        ):
            function(several)
    assert not hasattr(several, "nothing")
    assert {name: c.auc for name, c in pickle.loads(pickle.dumps(several)).items()} == {"A": 1, "B": 0.5}


def test_a_frame_has_a_row_for_each_threshold():
    curve = Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    frame = curve.to_frame("pandas", measures="informedness")
    assert frame["threshold"].tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]
    assert (frame["tp"] + frame["fn"] == 2).all()
    assert (frame["fp"] + frame["tn"] == 2).all()
    assert frame["informedness"].tolist() == [0, 0.5, 0, 0.5, 0]
    assert "informedness" not in curve.to_frame("polars").columns


def test_a_dictionary_makes_the_same_curve():
    curve = Curve.from_scores(["b", "a", "b"], [1, 2, 3])
    found = json.loads(json.dumps(curve.to_dict()))
    same = Curve(*(np.array(found[name]) for name in ("thresholds", "tp", "fp")), found["positive"])
    assert (same.auc, same.positive, found["auc"]) == (curve.auc, "b", 0.5)


def test_many_items_are_said_in_full():
    assert repr(Curve.from_counts([1, 2], [1_000_001, 0], [0, 2_000_000])).startswith(
        "Curve of 3000001 items, 1000001 positive (1)"
    )


@pytest.mark.parametrize("threshold", [[0.1, 0.2], "0.5", True, None])
def test_a_threshold_is_one_number(threshold):
    with pytest.raises(ac.InputError, match="threshold must be one number, got"):
        Curve.from_scores([0, 1], [0.1, 0.2]).at(threshold)
