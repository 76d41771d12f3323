"""Constraints against a filter over all thresholds, and what is said when they cannot be met."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.thresholds.operating import operating_point
from abovechance.curves.thresholds.purposes import constraints_of
from tests.curves.samples import columns, items
from tests.curves.thresholds import slow


@given(
    rows=items(), recall=st.sampled_from([0.0, 0.5, 0.95, 1.0]), precision=st.sampled_from([0.0, 0.5, 0.8])
)
def test_the_best_of_those_that_meet_the_constraints(rows, recall, precision):
    truth, scores, _ = columns(rows)
    points = slow.every_threshold(truth.tolist(), scores.tolist())
    meets = [
        i
        for i, (_, tp, fp, p, _) in enumerate(points)
        if tp >= recall * p - 1e-9 and tp + fp and tp >= precision * (tp + fp) - 1e-9
    ]
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    point = operating_point(curve, where=f"recall >= {recall}, precision >= {precision}")
    if not meets:
        assert point.position is None
        assert point.reason.startswith(
            f"no threshold has recall >= {recall:g} and precision >= {precision:g}: "
        )
        return
    losses = [slow.informedness(*points[i][1:]) for i in meets]
    assert point.tied.tolist() == [i for i, x in zip(meets, losses, strict=True) if x == min(losses)]


def test_the_same_constraint_in_all_its_forms():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    forms = [
        {"where": "recall >= 0.95"},
        {"where": "sensitivity ≥ 95 %"},
        {"where": {"recall": ">= 0.95"}},
        {"at_least": {"tpr": 0.95}},
        {"at_most": {"miss_rate": 0.05}},
        {"where": "miss_rate < 0.06"},
    ]
    assert {operating_point(curve, **form).threshold for form in forms} == {0.4}


def test_strict_bounds_leave_out_what_is_on_them():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    two_thirds = 2 / 3
    assert operating_point(curve, "precision", at_least={"recall": two_thirds}).threshold == 0.7
    assert operating_point(curve, "precision", where=f"recall > {two_thirds!r}").threshold == 0.4


def test_a_bound_that_rounding_alone_misses_is_met():
    """1 - 0.9 is a little less than 0.1: false negatives one in ten."""
    curve = ac.Curve.from_counts([2, 1], positives=[9, 1], negatives=[0, 5])
    assert ac.miss_rate(curve.at(2)) <= 0.1 + 1e-16
    assert operating_point(curve, at_most={"miss_rate": 1 - 0.9}).threshold == 2


def test_a_bound_may_be_infinite():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    assert operating_point(curve, where="lr+ >= inf").threshold == 0.7
    assert operating_point(curve, where="lr+ > inf").position is None
    assert operating_point(curve, where="lr+ < inf").threshold == 0.4


def test_the_best_within_reach_is_named():
    curve = ac.Curve.from_scores([1, 0, 1, 0], [0.1, 0.2, 0.3, 0.4])
    point = operating_point(curve, at_least={"precision": 0.9})
    assert point.reason == "no threshold has precision >= 0.9: precision is at most 0.5 (threshold 0.3)"
    point = operating_point(curve, at_most={"fallout": -1})
    assert point.reason == "no threshold has fallout <= -1: fallout is at least 0 (threshold inf)"
    both = operating_point(curve, at_least={"recall": 1}, at_most={"fallout": 0.5})
    assert both.reason == (
        "no threshold has recall >= 1 and fallout <= 0.5: with fallout <= 0.5, recall is at most 0.5 "
        "(threshold 0.3); with recall >= 1, fallout is at least 1 (threshold 0.1)"
    )
    hopeless = operating_point(curve, where="precision >= 0.9, recall > 1")
    assert hopeless.reason.endswith(
        "precision is at most 0.5 (threshold 0.3); recall is at most 1 (threshold 0.1)"
    )
    undefined = operating_point(
        ac.Curve.from_scores([0, 0], [1, 2], positive=1), "accuracy", at_least={"recall": 0}
    )
    assert undefined.reason == "no threshold has recall >= 0: recall is undefined at every threshold"


def test_constraints_hold_at_the_prevalence_given():
    curve = ac.Curve.from_counts([4, 3, 2, 1], positives=[40, 30, 20, 10], negatives=[1, 4, 20, 75])
    here = operating_point(curve, at_least={"precision": 0.9})
    rare = operating_point(curve, at_least={"precision": 0.9}, prevalence=0.2)
    assert ac.precision(here.table) >= 0.9
    assert ac.precision(rare.table.at_prevalence(0.2)) >= 0.9
    assert ac.precision(here.table.at_prevalence(0.2)) < 0.9
    assert rare.threshold > here.threshold


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"where": "recall 0.95"}, "write it as 'recall >= 0.95'"),
        ({"where": ">= 0.95"}, "write it as 'recall >= 0.95'"),
        ({"where": "recall >= much"}, "must be a number, got 'much'"),
        ({"where": 0.95}, "where must be text"),
        ({"at_least": 0.95}, "at_least must be a mapping"),
        ({"at_most": {"recall": np.nan}}, "must be a number, got nan"),
    ],
)
def test_unreadable_constraints_are_refused(options, said):
    with pytest.raises(ac.InputError, match=said):
        constraints_of(**options)


def test_constraints_may_be_joined_by_and():
    assert [str(c) for c in constraints_of("recall >= 0.9 and fallout < 0.1; npv > 0.5")] == [
        "recall >= 0.9",
        "fallout < 0.1",
        "inverse_precision > 0.5",
    ]
