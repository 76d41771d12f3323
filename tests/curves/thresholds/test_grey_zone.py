"""Two cuts against every pair of cuts tried."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.thresholds.grey_zone import grey_zone
from tests.curves.samples import columns, items
from tests.curves.thresholds import slow

BOUNDS = st.sampled_from([0.5, 0.6, 0.8, 1.0])


@settings(max_examples=80)
@given(rows=items(), precision=BOUNDS, npv=BOUNDS)
def test_no_pair_of_cuts_leaves_fewer_items_open(rows, precision, npv):
    truth, scores, _ = columns(rows)
    points = slow.every_threshold(truth.tolist(), scores.tolist())
    between = [
        (wide[1] + wide[2]) - (high[1] + high[2])
        for i, high in enumerate(points)
        for wide in points[i:]
        if rules_in(high, precision) and rules_out(wide, npv)
    ]
    zone = grey_zone(
        ac.Curve.from_scores(truth, scores, positive=True),
        rule_in={"precision": f">= {precision}"},
        rule_out=f"npv >= {npv}",
    )
    if not between:
        assert zone.table is None
        assert math.isnan(zone.grey)
        assert zone.reason
        return
    assert zone.grey * len(truth) == pytest.approx(min(between))
    assert ac.precision(zone.rule_in.table) >= precision - 1e-12
    assert ac.measure("npv")(zone.rule_out.table) >= npv - 1e-12
    decided = np.where(scores >= zone.rule_in.threshold, 2, np.where(scores < zone.rule_out.threshold, 0, 1))
    if zone.rule_in.position == 0:
        decided[decided == 2] = 1
    counts = [[int(((truth == real) & (decided == k)).sum()) for k in range(3)] for real in (False, True)]
    assert zone.table.counts.tolist() == counts


def rules_in(point, bound):
    _, tp, fp, _, _ = point
    return tp + fp > 0 and tp >= bound * (tp + fp) - 1e-12


def rules_out(point, bound):
    _, tp, fp, p, n = point
    negatives = p - tp + n - fp
    return negatives > 0 and n - fp >= bound * negatives - 1e-12


def test_scores_that_part_the_classes_leave_no_zone():
    zone = grey_zone(
        ac.Curve.from_scores([0, 0, 1, 1], [1, 2, 3, 4]), rule_in="precision >= 1", rule_out="npv >= 1"
    )
    assert zone.grey == 0
    assert zone.rule_in.threshold == zone.rule_out.threshold == 3


def test_likelihood_ratios_and_another_prevalence():
    curve = ac.Curve.from_counts([5, 4, 3, 2, 1], positives=[40, 25, 20, 10, 5], negatives=[2, 8, 20, 30, 40])
    ratios = grey_zone(curve, rule_in="lr+ >= 8", rule_out="negative_likelihood_ratio <= 0.125")
    assert (ratios.rule_in.threshold, ratios.rule_out.threshold) == (5, 2)
    assert ratios.grey == (25 + 8 + 20 + 20 + 10 + 30) / 200
    rare = grey_zone(curve, rule_in="precision >= 0.5", rule_out="npv >= 0.98", prevalence=0.1)
    assert ac.precision(rare.rule_in.table.at_prevalence(0.1)) >= 0.5
    between = np.array(rare.table.counts[:, 1]) / rare.table.counts.sum(1)
    assert rare.grey == pytest.approx(0.9 * between[0] + 0.1 * between[1])


def test_what_is_out_of_reach_is_named():
    curve = ac.Curve.from_scores([1, 0, 1, 0], [1, 2, 3, 4])
    zone = grey_zone(curve, rule_in="precision >= 0.9", rule_out="npv >= 0.1")
    assert zone.reason == "no threshold has precision >= 0.9: precision is at most 0.5 (threshold 3)"
    assert repr(zone) == f"no grey zone: {zone.reason}"
    assert zone.rows() == []
    crossed = grey_zone(curve, rule_in="recall >= 1", rule_out="fallout <= 0")
    assert (
        crossed.reason
        == "every cut that may rule in is below every cut that may rule out, and none may do both"
    )
    with pytest.raises(ac.InputError, match="rule_in must say"):
        grey_zone(curve, rule_in="", rule_out="npv >= 0.1")


def test_a_zone_shows_itself():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])
    zone = grey_zone(curve, rule_in="precision >= 0.9", rule_out="npv >= 0.9")
    assert "50&nbsp;% of items" in zone._repr_html_()
    assert zone.to_dict()["table"]["predicted_labels"] == ["ruled out", "grey zone", "ruled in"]
    assert zone.to_frame("pandas")["count"].tolist() == [2, 2, 0, 0, 2, 2]
