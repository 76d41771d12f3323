"""Edges of the hull are the blocks of isotonic regression, and mixtures of their ends are on them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

import abovechance as ac
from abovechance.curves import Curve, hull_edges, hull_vertices, interpolate
from tests.curves.samples import columns, curves, items

FINITE = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 3.0])
STAIRS = Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.7, 0.8])


@given(items(FINITE))
def test_shares_are_those_of_isotonic_regression(rows):
    truth, scores, weights = columns(rows)
    fitted = IsotonicRegression().fit(scores, truth.astype(float), sample_weight=weights).predict(scores)
    found = hull_edges(Curve.from_scores(truth, scores, weights=weights))
    edge = np.searchsorted(-found.thresholds[1:], -scores)
    assert found.probabilities[edge] == pytest.approx(fitted, abs=1e-12)


@given(curves())
def test_slopes_fall_and_add_up(curve):
    found = hull_edges(curve)
    assert np.all(np.diff(found.probabilities) < 1e-12)
    assert found.positives.sum() == pytest.approx(curve.positives)
    assert found.negatives.sum() == pytest.approx(curve.negatives)
    odds = curve.prevalence / (1 - curve.prevalence)
    with np.errstate(divide="ignore"):
        assert found.likelihood_ratios * odds == pytest.approx(
            found.probabilities / (1 - found.probabilities)
        )


@given(curves(), st.floats(0.01, 0.99))
def test_a_vertex_costs_least_within_its_range(curve, pc):
    costs = (1 - curve.tpr) * pc + curve.fpr * (1 - pc)
    slope = (1 - pc) / pc
    chosen = [v for v in hull_vertices(curve) if v.low_slope <= slope <= v.high_slope]
    assert chosen
    for vertex in chosen:
        assert vertex.low_cost - 1e-12 <= pc <= vertex.high_cost + 1e-12
        assert (1 - vertex.tpr) * pc + vertex.fpr * (1 - pc) == pytest.approx(costs.min(), abs=1e-12)


def test_cost_ratios_follow_prevalence():
    # three positives and three negatives: (1/3 ÷ 1/3) is the slope between (0, 2/3) and (1/3, 1)
    first, second = hull_vertices(STAIRS)[1:3]
    assert first.cost_ratios(0.5) == (1, np.inf)
    assert second.cost_ratios(0.2) == pytest.approx((0, 0.25))
    assert second.cost_ratios(1)[1] == np.inf


@given(curves(), st.sampled_from(["fpr", "tpr", "bias"]), st.floats(0, 1))
def test_a_mixture_has_the_rate_asked_for_and_is_on_the_hull(curve, rate, wanted):
    mixture = interpolate(curve, **{rate: wanted})
    assert getattr(mixture, rate) == pytest.approx(wanted, abs=1e-12)
    hull = curve.hull()
    # the height of the hull at its abscissa: the highest of all chords that span it
    best = max(
        np.interp(mixture.fpr, [x0, x1], [y0, y1]) if x1 > x0 else max(y0, y1)
        for x0, y0, x1, y1 in zip(hull.fpr[:-1], hull.tpr[:-1], hull.fpr[1:], hull.tpr[1:], strict=True)
        if x0 - 1e-12 <= mixture.fpr <= x1 + 1e-12
    )
    assert mixture.tpr <= best + 1e-9
    if rate == "fpr":
        assert mixture.tpr == pytest.approx(best, abs=1e-9)


def test_recall_is_had_at_the_least_fallout():
    # recall 2/3 is reached by the first vertical edge, recall 1 by the second vertex at fallout 1/3
    assert interpolate(STAIRS, tpr=2 / 3).fpr == 0
    assert interpolate(STAIRS, tpr=1).fpr == pytest.approx(1 / 3)
    assert interpolate(STAIRS, fpr=0).tpr == pytest.approx(2 / 3)


def test_a_mixture_judges_items_by_either_threshold():
    rng = np.random.default_rng(1)
    truth = rng.random(20_000) < 0.4
    scores = np.round(truth + rng.normal(size=20_000), 1)
    curve = Curve.from_scores(truth, scores)
    mixture = interpolate(curve, fpr=0.123)
    called = mixture(scores, seed=3)
    assert np.array_equal(called, mixture(scores, seed=3))
    # of 12 000 negatives only those between the thresholds are left to chance: 4 standard errors
    assert called[~truth].mean() == pytest.approx(0.123, abs=0.012)
    assert called[truth].mean() == pytest.approx(mixture.tpr, abs=0.016)
    sure = (scores >= mixture.upper.threshold) | (scores < mixture.lower.threshold)
    assert np.array_equal(called[sure], scores[sure] >= mixture.upper.threshold)


def test_nothing_is_called_positive_at_the_origin_even_if_infinite():
    curve = Curve.from_scores([0, 1, 0, 1], [np.inf, np.inf, -np.inf, -np.inf])
    assert not interpolate(curve, fpr=0)([np.inf, 1.0, -np.inf], seed=0).any()
    assert interpolate(curve, fpr=1)([np.inf, 1.0, -np.inf], seed=0).all()


@pytest.mark.parametrize("scores", [[1, 2, 3], [1, 1, 1], [-np.inf, 0, np.inf]])
def test_one_class_has_no_slopes(scores):
    curve = Curve.from_scores([1, 1, 1], scores, positive=1)
    assert np.isnan(hull_edges(curve).likelihood_ratios).all()
    assert hull_edges(curve).probabilities.tolist() == [1.0]
    mixture = interpolate(curve, fpr=0.5)
    assert np.isnan(mixture.share)
    with pytest.raises(ac.InputError, match="one class"):
        mixture([1.0])


def test_equal_scores_are_the_chance_line():
    curve = Curve.from_scores([0, 1, 1], [2, 2, 2])
    assert hull_edges(curve).likelihood_ratios.tolist() == [1]
    mixture = interpolate(curve, bias=0.25)
    assert (mixture.fpr, mixture.tpr, mixture.share) == (0.25, 0.25, 0.25)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({}, "got none"),
        ({"fpr": 0.1, "tpr": 0.2}, "fpr, tpr"),
        ({"fpr": 1.5}, "from 0 to 1, got 1.5"),
        ({"bias": float("nan")}, "from 0 to 1, got nan"),
    ],
)
def test_a_rate_must_be_given_and_be_one(wanted, message):
    with pytest.raises(ac.InputError, match=message):
        interpolate(STAIRS, **wanted)


def test_rows_and_dictionaries_say_the_same():
    found = hull_edges(STAIRS)
    assert len(found) == 3
    assert repr(found).count("\n") == 3
    frame = found.to_frame("pandas")
    assert frame["lower_threshold"].tolist() == [0.7, 0.4, 0.1]
    assert frame["positives"].tolist() == [2, 1, 0]
    facts = interpolate(STAIRS, fpr=0.25).to_dict()
    assert facts["share"] == pytest.approx(0.75)
    assert facts["lower"]["threshold"] == 0.4
