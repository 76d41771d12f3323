"""Areas are checked pair by pair, against scikit-learn, and against what pROC gives."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

import abovechance as ac
from abovechance.curves import Curve, auc_optimistic, auc_pessimistic, ks, partial_auc
from tests.curves.rankings import ranked, ranking
from tests.curves.samples import columns, curves, items

SHARES = st.floats(0, 1).map(lambda x: round(x, 3))

# pROC 1.18.0: auc(r, partial.auc=c(.9, .65), partial.auc.correct=TRUE), the same without correction;
# auc(r, partial.auc=c(.6, .95), partial.auc.focus="se", ...). It refuses to correct the curve below chance.
PROC = {
    "good": (0.7078200219855199, 0.1367802585193889, 0.6497479246427353, 0.1599882491186839),
    "rare": (0.5809996455157745, 0.08763736263736262, 0.6231303258953029, 0.1455482017982018),
    "weak": (0.5508064516129032, 0.07593749999999999, 0.4855990783410138, 0.0709375),
    "wrong": (None, 0.02198067632850241, 0.3794756487603612, 0.01336553945249597),
}


@given(items())
def test_bounds_settle_ties_for_and_against_the_positive_class(rows):
    truth, scores, weights = columns(rows)
    curve = Curve.from_scores(truth, scores, weights=weights)
    pairs = np.outer(weights[truth], weights[~truth]) / (weights[truth].sum() * weights[~truth].sum())
    above = scores[truth][:, None] > scores[~truth]
    level = scores[truth][:, None] == scores[~truth]
    assert auc_pessimistic(curve) == pytest.approx((pairs * above).sum(), abs=1e-12)
    assert auc_optimistic(curve) == pytest.approx((pairs * (above | level)).sum(), abs=1e-12)


@given(curves())
def test_the_area_is_half_way_between_its_bounds(curve):
    low, high = auc_pessimistic(curve), auc_optimistic(curve)
    assert low <= curve.auc + 1e-15
    assert curve.auc <= high + 1e-15
    assert (low + high) / 2 == pytest.approx(curve.auc, abs=1e-14)


def test_counts_beyond_64_bits_are_exact():
    curve = Curve.from_counts([1, 2], positives=[10**12, 3 * 10**12], negatives=[10**12, 10**12])
    assert (auc_pessimistic(curve), auc_optimistic(curve)) == (3 / 8, 7 / 8)


@given(curves(), SHARES, SHARES)
def test_parts_add_up_to_the_whole(curve, one, other):
    low, high = min(one, other), max(one, other)
    bounds = sorted({0.0, low, high, 1.0})
    ranges = list(pairwise(bounds))
    for axis in ("fpr", "tpr"):
        parts = [partial_auc(curve, **{axis: part}, corrected=False) for part in ranges]
        assert sum(parts) == pytest.approx(curve.auc, abs=1e-12)
        assert partial_auc(curve, **{axis: (0, 1)}) == pytest.approx(curve.auc, abs=1e-12)


@given(curves(), st.floats(0.01, 1))
def test_the_part_of_few_false_positives_is_that_of_scikit_learn(curve, highest):
    if highest == 1:
        expected = curve.auc
    else:
        scores = np.nan_to_num(curve.thresholds[1:], posinf=9, neginf=-9)
        truth, scores = np.repeat([1, 0], len(scores)), np.tile(scores, 2)
        weights = np.concatenate((np.diff(curve.tp), np.diff(curve.fp)))
        expected = roc_auc_score(truth, scores, sample_weight=weights, max_fpr=highest)
    assert partial_auc(curve, fpr=(0, highest)) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("name", PROC)
def test_parts_are_those_of_proc(name):
    curve = ranked(name)
    over, beside = {"fpr": (0.1, 0.35)}, {"tpr": (0.6, 0.95)}
    found = (
        partial_auc(curve, **over),
        partial_auc(curve, **over, corrected=False),
        partial_auc(curve, **beside),
        partial_auc(curve, **beside, corrected=False),
    )
    for mine, theirs in zip(found, PROC[name], strict=True):
        assert theirs is None or mine == pytest.approx(theirs, abs=1e-12)


@given(curves(), SHARES)
def test_a_part_under_a_diagonal_or_a_perfect_curve(curve, low):
    constant = Curve.from_counts([1.0], [curve.positives], [curve.negatives])
    perfect = Curve.from_counts([1.0, 0.0], [curve.positives, 0], [0, curve.negatives])
    part = (low * 0.9, 1)
    for axis in ("fpr", "tpr"):
        assert partial_auc(constant, **{axis: part}) == pytest.approx(0.5, abs=1e-12)
        assert partial_auc(perfect, **{axis: part}) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ({}, "either fpr"),
        ({"fpr": (0, 1), "tpr": (0, 1)}, "either fpr"),
        ({"fpr": (0.5, 0.5)}, "low below high, not (0.5, 0.5)"),
        ({"tpr": (-0.1, 0.5)}, "tpr must be a range within 0 and 1"),
        ({"fpr": (0, math.nan)}, "fpr must be a range within 0 and 1"),
        ({"fpr": 0.1}, "two numbers, (low, high), not 0.1"),
    ],
)
def test_ranges_must_be_ranges(ranges, said):
    with pytest.raises(ac.InputError) as caught:
        partial_auc(ranked("good"), **ranges)
    assert said in str(caught.value)


@given(items())
def test_the_greatest_distance_is_that_of_the_score_distributions(rows):
    truth, scores, _ = columns(rows)
    expected = max(abs((scores[truth] <= at).mean() - (scores[~truth] <= at).mean()) for at in scores)
    found = ks(Curve.from_scores(truth, scores))
    assert found == pytest.approx(expected, abs=1e-15)
    positives, negatives = truth.sum(), (~truth).sum()
    scale = math.sqrt(positives * negatives / (positives + negatives))
    assert ks(Curve.from_scores(truth, scores), standardised=True) == pytest.approx(scale * found)


@given(curves())
def test_the_greatest_distance_is_the_best_informedness_of_either_sign(curve):
    assert ks(curve) == pytest.approx(np.abs(curve.measure("informedness")).max(), abs=1e-15)


def test_areas_of_one_class_are_undefined():
    curve = Curve.from_scores([1, 1], [0.2, 0.4], positive=1)
    assert math.isnan(auc_optimistic(curve))
    assert math.isnan(auc_pessimistic(curve))
    assert math.isnan(partial_auc(curve, fpr=(0, 0.1)))
    assert math.isnan(ks(curve))


def test_rankings_have_ties():
    assert all(len(set(ranking(name)[1])) < len(ranking(name)[1]) for name in PROC)
