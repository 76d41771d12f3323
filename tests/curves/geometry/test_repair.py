"""A repaired scorer has the AUC that was promised, recomputed from its scores."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.isotonic import IsotonicRegression

import abovechance as ac
from abovechance.curves import Calibrator, Curve, Repair, at_prevalence, calibrator, concavities, repair
from tests.curves.samples import columns, curves, items

DIP = Curve.from_scores([0, 0, 1, 1, 0, 0, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])
FINITE = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 3.0])


def dipping(size, rng):
    """Scores of two normal classes, turned round in the middle."""
    truth = np.arange(2 * size) < size
    scores = rng.normal(size=2 * size) + truth
    return truth, np.where((scores > -0.5) & (scores < 1.5), 1.0 - scores, scores)


@given(items(), st.sampled_from(["invert", "tie"]))
def test_the_gain_is_that_of_the_repaired_scores(rows, method):
    truth, scores, weights = columns(rows)
    curve = Curve.from_scores(truth, scores, weights=weights)
    found = repair(curve, folds=None, method=method)
    repaired = Curve.from_scores(truth, found(scores), weights=weights)
    assert repaired.auc == pytest.approx(curve.auc + found.sample_gain, abs=1e-12)
    assert found.apply(curve).auc == pytest.approx(repaired.auc, abs=1e-12)
    if method == "tie":
        assert repaired.auc == pytest.approx(curve.auch, abs=1e-12)
    assert np.isnan(found.validated_gain)


@given(items())
def test_inverting_takes_each_point_to_its_mirror_image(rows):
    truth, scores, _ = columns(rows)
    curve = Curve.from_scores(truth, scores)
    repaired = repair(curve, folds=None).apply(curve)
    points = set(zip(repaired.fp.tolist(), repaired.tp.tolist(), strict=True))
    for s in concavities(curve):
        for i in range(s.start, s.stop + 1):
            x, y = (counts[s.start] + counts[s.stop] - counts[i] for counts in (curve.fp, curve.tp))
            assert (x, y) in points


@given(st.lists(st.floats(allow_nan=False), min_size=2, max_size=20, unique_by=lambda x: x + 0.0))
def test_no_two_scores_become_equal_and_ends_change_places(values):
    scores = np.sort(np.array(values))
    scorer = Repair(((scores[0], scores[-1]),), "invert", "sample", 0, 0.0, 0.0)
    mirrored = scorer(scores)
    assert np.all(np.diff(mirrored) < 0)
    assert mirrored[0] == scores[-1]
    assert mirrored[-1] == scores[0]
    assert np.array_equal(scorer(mirrored), scores)


def test_other_scores_stay_and_nan_stays():
    scorer = repair(DIP, folds=None)
    assert scorer.sections == ((3.0, 6.0),)
    found = scorer([2.9, 3.0, 6.0, 6.1, np.inf, -np.inf, np.nan])
    assert found.tolist()[:6] == [2.9, 6.0, 3.0, 6.1, np.inf, -np.inf]
    assert np.isnan(found[6])
    # 4.5 is still between what 4 and 5 became
    four, half, five = scorer([4.0, 4.5, 5.0])
    assert 6 > four > half > five > 3
    assert repair(DIP, folds=None, method="tie")([3, 5, 6, 7]).tolist() == [3, 3, 3, 7]


def test_validation_keeps_what_it_finds_again():
    same = repair(DIP, validation=DIP, level=None)
    assert same.validated_gain == same.sample_gain == 0.25
    # where the section ranks well, nothing is repaired
    good = Curve.from_scores([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])
    kept = repair(DIP, validation=good, level=None)
    assert (kept.sections, kept.rejected, kept.validated_gain) == ((), 1, 0)
    assert np.array_equal(kept([1, 5]), [1, 5])


def test_validation_must_show_more_than_chance():
    # of the section 2 of 2 positives are below both negatives: local AUC 0, by 0.5 ÷ √(5/48) = 1.549 standard errors
    assert repair(DIP, validation=DIP, level=0.95).rejected == 1
    assert repair(DIP, validation=DIP, level=0.93).rejected == 0
    # Φ(1.549) is between both
    assert 0.93 < norm.cdf(0.5 / np.sqrt(5 / 48)) < 0.95


def test_concave_curves_are_left_alone():
    rng = np.random.default_rng(5)
    truth = np.arange(600) < 300
    fresh = Curve.from_scores(
        np.arange(20_000) < 10_000, rng.normal(size=20_000) + (np.arange(20_000) < 10_000)
    )
    losses = {0.95: [], None: []}
    for seed in range(8):
        curve = Curve.from_scores(truth, rng.normal(size=600) + truth)
        for level, found in losses.items():
            found.append(fresh.auc - repair(curve, level=level, seed=seed).apply(fresh).auc)
    # what gains at all is mostly noise, and costs more on fresh data than what is shown to gain
    assert np.mean(losses[0.95]) < np.mean(losses[None])
    assert np.mean(losses[0.95]) < 0.001


@given(st.data())
def test_the_validated_gain_is_that_of_the_repaired_validation_scores(data):
    curve, other = data.draw(curves()), data.draw(curves())
    method = data.draw(st.sampled_from(["invert", "tie"]))
    found = repair(curve, validation=other, method=method, level=None)
    assert found.apply(other).auc == pytest.approx(other.auc + found.validated_gain, abs=1e-12)
    assert found.validated_gain >= 0


def test_folds_keep_a_real_dip_and_leave_noise():
    rng = np.random.default_rng(1)
    truth, scores = dipping(400, rng)
    curve = Curve.from_scores(truth, scores)
    found = repair(curve, seed=2)
    assert found == repair(curve, seed=2)
    assert found.chosen_on == "folds"
    assert any(low < 0.5 < high for low, high in found.sections)
    assert found.rejected > 0
    fresh_truth, fresh = dipping(4000, rng)
    fresh_curve = Curve.from_scores(fresh_truth, fresh)
    gain = found.apply(fresh_curve).auc - fresh_curve.auc
    # what the folds promise is nearer to what fresh data show than what the sample promises
    assert gain > 0.03
    assert abs(found.validated_gain - gain) < 0.03
    everything = repair(curve, folds=None)
    assert everything.sample_gain > found.sample_gain > gain


def test_without_concavities_nothing_is_changed():
    for truth, scores in (([0, 1], [1, 2]), ([0, 1, 1], [5, 5, 5]), ([1, 1], [1, 2])):
        found = repair(Curve.from_scores(truth, scores, positive=1), seed=1)
        assert (found.sections, found.sample_gain) == ((), 0)
        assert "nothing" in repr(found)


def test_scorers_can_be_stored():
    scorer = repair(DIP, validation=DIP, level=None)
    probabilities = calibrator(DIP)
    scores = np.linspace(-1, 9, 31)
    for one, kind in ((scorer, Repair), (probabilities, Calibrator)):
        again = kind.from_dict(json.loads(json.dumps(one.to_dict())))
        for copy in (again, pickle.loads(pickle.dumps(one))):
            assert np.array_equal(copy(scores), one(scores))
    assert repr(scorer).startswith(
        "Repair that inverts 3 to 6 (0 concavities left): AUC +0.2500 on the sample"
    )
    assert repr(probabilities) == "Calibrator of 3 steps, probabilities 0 to 1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "flip"}, "method must be"),
        ({"folds": 1}, "folds is .* got 1"),
        ({"folds": 2.5}, "folds is .* got 2.5"),
        ({"validation": [1, 2]}, "validation must be a Curve .* got list"),
        ({"seed": -1}, "seed must be"),
        ({"level": 1.0}, "level must be .* got 1.0"),
        ({"level": 0.1}, "level must be .* got 0.1"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ac.InputError, match=message):
        repair(DIP, **options)


def test_weights_cannot_be_dealt_into_folds():
    curve = Curve.from_scores([1, 0, 1, 0], [1, 2, 3, 2.5], weights=[0.5, 1, 2, 1])
    with pytest.raises(ac.InputError, match="give validation="):
        repair(curve)
    with pytest.raises(ac.InputError, match="use level=None"):
        repair(curve, validation=curve)
    assert repair(curve, validation=curve, level=None).sections == ((1.0, 2.5),)


@given(items(FINITE))
def test_calibration_is_isotonic_regression(rows):
    truth, scores, weights = columns(rows)
    found = calibrator(Curve.from_scores(truth, scores, weights=weights))
    fitted = IsotonicRegression().fit(scores, truth.astype(float), sample_weight=weights).predict(scores)
    assert found(scores) == pytest.approx(fitted, abs=1e-12)


@given(items(), st.floats(0.05, 0.95))
def test_calibration_at_another_prevalence_shifts_the_odds(rows, prevalence):
    truth, scores, _ = columns(rows)
    curve = Curve.from_scores(truth, scores)
    here, there = calibrator(curve)(scores), calibrator(curve, prevalence=prevalence)(scores)
    shift = prevalence / (1 - prevalence) * (1 - curve.prevalence) / curve.prevalence
    expected = here * shift / (here * shift + 1 - here)
    assert there == pytest.approx(expected, abs=1e-9)
    moved = at_prevalence(curve, prevalence)
    assert ac.curves.brier_curve(moved, calibrated=True).area >= 0


def test_scores_between_and_beyond():
    found = calibrator(Curve.from_scores([0, 0, 1, 0, 1, 1], [-np.inf, -1, -2, 2, 4, np.inf]))
    # steps: from 4 on 2 of 2, from -2 on 1 of 3, below it 0 of 1
    assert found([np.inf, 4, 3.9, -2, -2.1, -np.inf]) == pytest.approx([1, 1, 1 / 3, 1 / 3, 0, 0])
    assert np.isnan(found([np.nan])[0])
