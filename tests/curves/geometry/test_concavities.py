"""Sections below the hull make up what the hull gains, and chance alone does not make them significant."""

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import roc_auc_score

import abovechance as ac
from abovechance.curves import Curve, concavities
from tests.curves.samples import columns, curves, items

# two positives on top, then two negatives above two positives, then two negatives
DIP = Curve.from_scores([0, 0, 1, 1, 0, 0, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])


def drawn(d, size, rng):
    """Scores of two normal classes, whose true curve is concave."""
    truth = np.arange(2 * size) < size
    return truth, rng.normal(size=2 * size) + d * truth


@given(curves())
def test_what_sections_lose_is_what_the_hull_gains(curve):
    found = concavities(curve)
    assert sum(s.area_lost for s in found) == pytest.approx(curve.auch - curve.auc, abs=1e-12)
    assert (found.auc, found.auch) == (curve.auc, curve.auch)


@given(items())
def test_local_areas_are_those_of_the_items_of_the_section(rows):
    truth, scores, weights = columns(rows)
    curve = Curve.from_scores(truth, scores, weights=weights)
    ranks = np.unique(scores, return_inverse=True)[1]
    for section in concavities(curve):
        mine = (scores >= section.low_score) & (scores <= section.high_score)
        assert weights[mine & truth].sum() == section.positives
        assert weights[mine & ~truth].sum() == section.negatives
        area = roc_auc_score(truth[mine], ranks[mine], sample_weight=weights[mine])
        assert section.local_auc == pytest.approx(area, abs=1e-12)
        across, up = section.negatives / curve.negatives, section.positives / curve.positives
        assert section.area_lost == pytest.approx(across * up * (0.5 - area), abs=1e-12)


@given(curves())
def test_depth_is_the_largest_distance_from_the_line_of_both_ends(curve):
    for section in concavities(curve):
        ends, inside = [section.start, section.stop], range(section.start + 1, section.stop)
        below = [np.interp(curve.fpr[i], curve.fpr[ends], curve.tpr[ends]) - curve.tpr[i] for i in inside]
        assert section.depth == pytest.approx(max(below), abs=1e-12)
        deepest = [d for i, d in zip(inside, below, strict=True) if curve.thresholds[i] == section.deepest]
        assert deepest == pytest.approx([max(below)], abs=1e-12)


def test_a_dip_by_hand():
    # four items of eight in the worst order: half of either class, all pairs wrong
    (section,) = concavities(DIP)
    assert (section.high_score, section.low_score) == (6, 3)
    assert (section.start, section.stop) == (2, 6)
    assert (section.positives, section.negatives) == (2, 2)
    assert section.local_auc == 0
    # at (1/2, 1/2) the line from (0, 1/2) to (1/2, 1) is at 1
    assert (section.depth, section.deepest) == (0.5, 5)
    assert section.area_lost == section.gain_by_tying == 1 / 2 * 1 / 2 * 1 / 2
    assert section.gain_by_inverting == 0.25
    # (1/2 - 0) ÷ √((2 + 2 + 1)/(12·2·2))
    assert section.deviation == pytest.approx(0.5 / np.sqrt(5 / 48))
    assert np.isnan(section.p_value)


def test_infinite_scores_can_be_in_a_section():
    (section,) = concavities(Curve.from_scores([1, 0, 1, 0], [-np.inf, np.inf, 1, 2]))
    assert (section.high_score, section.low_score) == (np.inf, -np.inf)
    assert section.local_auc == 0


def test_the_exact_chance_of_a_dip_of_two():
    # all four labels are dealt anew: 6 orders, of which only 0011 is as far below the line
    curve = Curve.from_scores([0, 0, 1, 1], [4, 3, 2, 1])
    (section,) = concavities(curve, replicates=3000, seed=1)
    assert section.p_value == pytest.approx(1 / 6, abs=4 * np.sqrt(5 / 36 / 3000))


def test_a_real_dip_is_told_from_noise():
    rng = np.random.default_rng(2)
    truth, scores = drawn(1.0, 150, rng)
    (first, *_) = sorted(
        concavities(Curve.from_scores(truth, scores), replicates=99, seed=1), key=lambda s: s.p_value
    )
    assert first.p_value > 0.1
    bad = np.where((scores > -0.5) & (scores < 1.5), 1.0 - scores, scores)
    found = concavities(Curve.from_scores(truth, bad), replicates=99, seed=1)
    assert min(s.p_value for s in found) == 0.01
    assert "p 0.01" in repr(found)


def test_p_values_of_concave_curves_are_not_small_too_often():
    rng = np.random.default_rng(3)
    least = []
    for _ in range(60):
        found = concavities(Curve.from_scores(*drawn(1.0, 40, rng)), replicates=19, seed=0)
        least.append(min(s.p_value for s in found))
    # uniform on 0.05 … 1: 12 of 60 expected at or below 0.2, standard deviation 3.1
    assert sum(p <= 0.2 for p in least) <= 12 + 3 * 3.1


def test_a_seed_repeats_and_draws_go_on():
    few, again, more = (concavities(DIP, replicates=n, seed=4) for n in (150, 150, 151))
    assert few[0].p_value == again[0].p_value
    assert abs(few[0].p_value * 151 - more[0].p_value * 152) <= 1 + 1e-9


def test_no_concavities():
    for truth, scores in (([0, 1], [1, 2]), ([0, 1, 1], [5, 5, 5]), ([1, 1], [1, 2])):
        found = concavities(Curve.from_scores(truth, scores, positive=1), replicates=5)
        assert len(found) == 0
        assert len(found.to_frame("pandas")) == 0


def test_points_on_the_line_are_no_dip():
    curve = Curve.from_counts([3, 2, 1], positives=[2, 4, 6], negatives=[1, 2, 3])
    assert len(concavities(curve)) == 0


def test_weights_have_no_p_value():
    curve = Curve.from_scores([1, 0, 1, 0], [1, 2, 3, 2.5], weights=[0.5, 1, 2, 1])
    assert len(concavities(curve)) == 1
    with pytest.raises(ac.InputError, match="replicates must be 0"):
        concavities(curve, replicates=10)


def test_results_can_be_written_down():
    found = concavities(DIP)
    assert found.to_dict()["sections"][0]["gain_by_inverting"] == 0.25
    assert found.to_frame("pandas")["low_score"].tolist() == [3]
    assert repr(found).startswith("1 concavity: AUC 0.75")
