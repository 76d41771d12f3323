"""Scores of forecast verification on Finley's tornado forecasts of 1884, and at their limits."""

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from tests.measures.textbook import keys, margins, mp, reason, several, trace, two_class
from tests.strategies import full_two_class_tables


def _ets(a, b, c, d):
    chance = (a + c) * (a + b) / (a + b + c + d)
    return (a - chance) / (a + b + c - chance)


def _edi(a, b, c, d):
    f, h = mp.log(b / (b + d)), mp.log(a / (a + c))
    return (f - h) / (f + h)


def _sedi(a, b, c, d):
    f, h, not_f, not_h = (mp.log(x) for x in (b / (b + d), a / (a + c), d / (b + d), c / (a + c)))
    return (f - h - not_f + not_h) / (f + h + not_f + not_h)


def _seds(a, b, c, d):
    n = a + b + c + d
    return (mp.log((a + b) / n) + mp.log((a + c) / n)) / mp.log(a / n) - 1


FORMULAS = {
    "equitable_threat_score": _ets,
    "frequency_bias": lambda a, b, c, d: (a + b) / (a + c),
    "extreme_dependency_score": lambda a, b, c, d: (
        2 * mp.log((a + c) / (a + b + c + d)) / mp.log(a / (a + b + c + d)) - 1
    ),
    "symmetric_extreme_dependency_score": _seds,
    "extremal_dependence_index": _edi,
    "symmetric_extremal_dependence_index": _sedi,
}


def _excess(t):
    real, predicted, n = margins(t)
    return trace(t) / n - sum(r * p for r, p in zip(real, predicted, strict=True)) / n**2


TABLE_FORMULAS = {
    "peirce_multiclass": lambda t: _excess(t) / (1 - sum(r**2 for r in margins(t)[0]) / margins(t)[2] ** 2),
    "clayton_multiclass": lambda t: _excess(t) / (1 - sum(p**2 for p in margins(t)[1]) / margins(t)[2] ** 2),
}

test_two_class_formulas = two_class(FORMULAS)
test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_score_is_checked():
    assert FORMULAS.keys() | TABLE_FORMULAS.keys() == keys("forecast")


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("fraction_correct", 0.966),
        ("no information rate", 0.982),
        ("threat_score", 0.228),
        ("gilberts_skill_score", 0.216),
        ("heidke_skill_score", 0.355),
        ("peirce_skill_score", 0.523),
        ("Clayton skill score", 0.271),
        ("false_alarm_ratio", 0.720),
        ("probability_of_detection", 0.549),
        ("false_alarm_rate", 0.026),
        ("bias_score", 1.96),
        ("odds_ratio", 45.3),
        ("odds_ratio_skill_score", 0.957),
    ],
)
def test_finley_s_tornado_forecasts(name, published):
    """28 hits, 72 false alarms, 23 misses, 2680 correct rejections (Murphy 1996, Stephenson 2000)."""
    t = ac.Tables.from_cells(tp=28, fp=72, fn=23, tn=2680)
    decimals = len(str(published).split(".")[1])
    assert round(ac.measure(name)(t), decimals) == published


@settings(max_examples=50)
@given(full_two_class_tables)
def test_the_equitable_threat_score_is_a_function_of_kappa(t):
    kappa = ac.cohen_kappa(t)
    assert ac.equitable_threat_score(t) == pytest.approx(kappa / (2 - kappa), abs=1e-12)


@pytest.mark.parametrize("key", ["extremal_dependence_index", "symmetric_extremal_dependence_index"])
@pytest.mark.parametrize(("cell", "limit"), [("fp", 1), ("fn", 1), ("tp", -1), ("tn", -1)])
def test_scores_of_logarithms_have_the_limit_of_an_empty_cell(key, cell, limit):
    cells = {"tp": 3, "fp": 4, "fn": 5, "tn": 6} | {cell: 0}
    assert ac.measure(key)(ac.Tables.from_cells(**cells)) == pytest.approx(limit, rel=1e-15)
    nearly = {name: float(count) for name, count in cells.items()} | {cell: 1e-300}
    assert ac.measure(key)(ac.Tables.from_cells(**nearly)) == pytest.approx(limit, abs=0.02)


@pytest.mark.parametrize("key", ["extreme_dependency_score", "symmetric_extreme_dependency_score"])
def test_dependency_scores_are_least_without_hits_and_best_when_perfect(key):
    assert ac.measure(key)(ac.Tables.from_cells(tp=0, fp=3, fn=4, tn=5)) == -1
    assert ac.measure(key)(ac.Tables.from_cells(tp=3, fp=0, fn=0, tn=5)) == pytest.approx(1)
    assert np.isnan(ac.measure(key)(ac.Tables.from_cells(tp=3, fp=0, fn=0, tn=0)))
    assert reason(key, tp=3, fp=0, fn=0, tn=0) == "every item is rightly predicted 'positive'"


def test_sedi_stays_informative_for_rare_events():
    """Ferro & Stephenson 2011: with H = p^κ and F = p the index tends to a constant, informedness to 0."""
    rarer = [10**3, 10**6, 10**9]
    values = [
        ac.symmetric_extremal_dependence_index(
            ac.Tables.from_rates(recall=p**0.25, inverse_recall=1 - p, prevalence=0.5)
        )
        for p in (1 / n for n in rarer)
    ]
    assert values[-1] == pytest.approx((1 - 0.25) / (1 + 0.25), abs=0.01)
    assert np.ptp(values) < 0.05


def test_the_equitable_threat_score_needs_something_to_disagree_on():
    assert np.isnan(ac.equitable_threat_score(ac.Tables.from_cells(tp=0, fp=0, fn=0, tn=9)))
    assert (
        reason("equitable_threat_score", tp=0, fp=0, fn=0, tn=9)
        == "every item is 'positive' in truth and prediction, or none is"
    )
    assert ac.equitable_threat_score(ac.Tables.from_cells(tp=0, fp=5, fn=5, tn=0)) == -1 / 3


def test_frequency_bias_of_an_event_that_never_came():
    assert ac.frequency_bias(ac.Tables.from_cells(tp=0, fp=5, fn=0, tn=4)) == np.inf
    assert np.isnan(ac.frequency_bias(ac.Tables.from_cells(tp=0, fp=0, fn=0, tn=4)))
