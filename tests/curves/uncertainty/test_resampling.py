"""Curves drawn anew are those of items drawn anew, and do not depend on how the work is divided."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.uncertainty import resampling
from abovechance.curves.uncertainty.delong import auc_variance, placements
from abovechance.curves.uncertainty.resampling import (
    Order,
    bootstrap_p,
    bootstrap_values,
    bounds_of,
    drawn_curves,
    drawn_masses,
    fewer_values,
)
from abovechance.inference.resampling.bootstrap import acceleration
from abovechance.intake.score_columns import judged

TRUTH = np.arange(40) % 3 == 0
SCORES = np.arange(40) ** 2 % 23 + 3.0 * TRUTH


def auc(curve):
    return curve.auc


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("thresholds", "tp", "fp")
    )


def test_a_draw_is_the_curve_of_the_rows_taken():
    items = judged(TRUTH, {"A": SCORES}, positive=True)
    order = Order.of(items)
    assert same(order.curve, ac.Curve.from_scores(TRUTH, SCORES, positive=True))
    for taken in drawn_masses(items, 5, seed=1):
        assert taken[TRUTH].sum() == TRUTH.sum()
        assert taken[~TRUTH].sum() == (~TRUTH).sum()
        repeated = ac.Curve.from_scores(np.repeat(TRUTH, taken), np.repeat(SCORES, taken), positive=True)
        assert same(order.drawn(taken), repeated)


def test_a_drawn_curve_has_scores_of_items_only():
    curve = ac.Curve.from_scores(TRUTH, SCORES, positive=True)
    for drawn in drawn_curves(curve, 5, seed=1):
        assert set(drawn.thresholds) <= set(curve.thresholds)
        assert (np.diff(drawn.tp) + np.diff(drawn.fp) > 0).all()
        assert (drawn.positives, drawn.negatives) == (curve.positives, curve.negatives)


@pytest.mark.parametrize("worth", [0, 10**9])
def test_items_are_drawn_evenly_by_score_or_one_by_one(monkeypatch, worth):
    """The mean of the drawn counts is the count, and their variance that of a binomial."""
    monkeypatch.setattr(resampling, "_WORTH_BINOMIALS", worth)
    curve = ac.Curve.from_counts([1, 2, 3], positives=[10, 20, 30], negatives=[5, 5, 5])
    drawn = np.array([c.tp[1:3] for c in drawn_curves(curve, 4000, seed=2) if len(c.tp) == 4])
    assert drawn.mean(0) == pytest.approx([30, 50], abs=0.3)
    assert drawn.var(0) == pytest.approx([60 * 0.5 * 0.5, 60 * (5 / 6) * (1 / 6)], rel=0.1)


def test_the_first_draws_do_not_depend_on_how_many_follow():
    curve = ac.Curve.from_scores(TRUTH, SCORES, positive=True)
    few, many = (bootstrap_values(curve, auc, replicates=n, seed=5) for n in (70, 200))
    np.testing.assert_array_equal(few, many[:70])
    assert not np.array_equal(few, bootstrap_values(curve, auc, replicates=70, seed=6))


def test_the_spread_is_that_of_delong():
    rng = np.random.default_rng(3)
    truth = rng.random(400) < 0.3
    scores = rng.normal(size=400) + truth
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    assert bootstrap_values(curve, auc, replicates=2000, seed=1).std() == pytest.approx(
        auc_variance(curve) ** 0.5, rel=0.05
    )
    clusters = np.arange(400) // 5
    items = judged(truth, {"A": scores}, clusters=clusters, positive=True)
    assert bootstrap_values(items, auc, replicates=2000, seed=1).std() == pytest.approx(
        placements(items).covariance[0, 0] ** 0.5, rel=0.06
    )
    weighted = judged(truth, {"A": scores}, weights=rng.integers(1, 6, 400), positive=True)
    assert bootstrap_values(weighted, auc, replicates=2000, seed=1).std() == pytest.approx(
        placements(weighted).covariance[0, 0] ** 0.5, rel=0.06
    )


def test_counts_are_drawn_as_repeated_rows():
    times = np.arange(40) % 4 + 1
    counted = judged(TRUTH, {"A": SCORES}, counts=times, positive=True)
    repeated = ac.Curve.from_scores(np.repeat(TRUTH, times), np.repeat(SCORES, times), positive=True)
    assert bootstrap_values(counted, auc, replicates=2000, seed=1).std() == pytest.approx(
        bootstrap_values(repeated, auc, replicates=2000, seed=1).std(), rel=0.06
    )


def test_leaving_items_out_one_by_one():
    values = fewer_values(ac.Curve.from_scores(TRUTH, SCORES, positive=True), auc)
    expected = [
        ac.Curve.from_scores(np.delete(TRUTH, i), np.delete(SCORES, i), positive=True).auc for i in range(40)
    ]
    np.testing.assert_allclose(sorted(values), sorted(expected), rtol=1e-13)
    of_rows = fewer_values(judged(TRUTH, {"A": SCORES}, positive=True), auc)
    np.testing.assert_allclose(of_rows, expected, rtol=1e-13)


def test_groups_stand_for_items_where_there_are_many():
    rng = np.random.default_rng(3)
    truth = rng.random(3000) < 0.1
    scores = rng.exponential(size=3000) + truth
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    placed = placements(judged(truth, {"A": scores}, positive=True))
    added = np.concatenate([side.influence(placed.auc)[0] for side in (placed.positive, placed.negative)])
    exact = (added**3).sum() / (6 * (added**2).sum() ** 1.5)
    assert acceleration(fewer_values(curve, auc, seed=1)) == pytest.approx(exact, abs=0.01)


def test_percentile_and_bca_bounds_of_a_normal_sample():
    drawn = np.random.default_rng(1).normal(size=20_000)
    assert bounds_of(drawn, 0.0, 0.95) == pytest.approx((-1.96, 1.96, 1), abs=0.05)
    # without acceleration the bias moves both percentiles by twice itself
    low, high, _ = bounds_of(drawn, 0.2, 0.95, lambda: np.zeros(3))
    assert (low, high) == pytest.approx((-1.96 + 0.4, 1.96 + 0.4), abs=0.07)


def test_p_is_the_level_at_which_a_bound_reaches_zero():
    drawn = np.random.default_rng(1).normal(loc=0.4, scale=0.3, size=5000)
    skewed = np.random.default_rng(2).exponential(size=60)
    for fewer in (None, lambda: skewed):
        p = bootstrap_p(drawn, 0.45, fewer)
        low, high, _ = bounds_of(drawn, 0.45, 1 - p, fewer)
        assert min(abs(low), abs(high)) < 0.01


def test_draws_that_tell_nothing_give_no_bounds():
    assert np.isnan(bounds_of(np.full(50, 0.3), 0.3, 0.95)).all()
    assert np.isnan(bounds_of(np.array([np.nan] * 40 + [0.1] * 10), 0.3, 0.95)).all()
    assert np.isnan(bootstrap_p(np.array([np.nan] * 40 + [0.1] * 10), 0.3))
    assert bootstrap_p(np.zeros(50), 0.0) == 1.0


def test_curves_of_equal_weights_are_drawn_as_those_of_items():
    plain = ac.Curve.from_scores(TRUTH, SCORES, positive=True)
    equal = ac.Curve.from_scores(TRUTH, SCORES, weights=np.full(40, 2.0), positive=True)
    pairs = zip(drawn_curves(plain, 5, seed=1), drawn_curves(equal, 5, seed=1), strict=True)
    assert all(one.tp.tolist() == two.tp.tolist() for one, two in pairs)


def test_weighted_curves_are_drawn_as_uncertain_as_they_are():
    """Ten heavy items among many light ones: the share above a score varies as that of few items."""
    scores, real = np.arange(400), np.ones(400, dtype=bool)
    weights = np.where(scores % 40 == 0, 50.0, 1.0)
    curve = ac.Curve.from_scores(np.append(real, False), np.append(scores, 0), weights=np.append(weights, 1))
    shares = [c.tp[c.position(200)] / c.positives for c in drawn_curves(curve, 500, seed=1)]
    above = scores >= 200
    share = weights[above].sum() / weights.sum()
    expected = np.sqrt((weights**2 * (above - share) ** 2).sum()) / weights.sum()
    assert np.mean(shares) == pytest.approx(share, abs=0.03)
    assert np.std(shares) == pytest.approx(expected, rel=0.15)
