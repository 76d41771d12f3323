"""Operating points against every threshold tried in fractions, pROC, and theorems."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.thresholds.operating import equal_error_rate, middle, operating_point
from tests.curves.samples import columns, items
from tests.curves.thresholds import slow

CRITERIA = {
    "informedness": (slow.informedness, {}),
    "closest": (slow.closest, {}),
    "equal_error_rate": (slow.equal_errors, {}),
    "bias_equals_prevalence": (slow.no_bias(), {}),
    "no bias at a third": (
        slow.no_bias("1/3"),
        {"optimise": "bias_equals_prevalence", "prevalence": Fraction(1, 3)},
    ),
    "no bias at 0.2": (slow.no_bias("0.2"), {"optimise": "bias_equals_prevalence", "prevalence": 0.2}),
    "cost": (slow.cost(1, 1), {}),
    "cost 5 to 1": (slow.cost(5, 1), {"optimise": "cost", "cost_positive": 5}),
    "cost 0.1 to 0.3": (
        slow.cost("0.1", "0.3"),
        {"optimise": None, "cost_positive": 0.1, "cost_negative": 0.3},
    ),
    "cost at 0.1": (
        slow.cost(3, 1, "0.1"),
        {"optimise": "cost", "cost_positive": 3, "cost_negative": 1, "prevalence": 0.1},
    ),
    "only misses cost": (slow.cost(1, 0), {"optimise": "cost", "cost_negative": 0}),
    "only alarms cost": (slow.cost(0, 1, "0.4"), {"optimise": "cost", "cost_positive": 0, "prevalence": 0.4}),
}


def ask(curve, name):
    options = {"optimise": name} | CRITERIA[name][1]
    return operating_point(curve, options.pop("optimise"), **options)


@pytest.mark.parametrize("name", CRITERIA)
@settings(max_examples=50)
@given(rows=items())
def test_all_best_thresholds_are_those_found_by_trying_every_one_in_fractions(name, rows):
    truth, scores, _ = columns(rows)
    points = slow.every_threshold(truth.tolist(), scores.tolist())
    wanted = slow.best(points, CRITERIA[name][0])
    found = ask(ac.Curve.from_scores(truth, scores, positive=True), name)
    assert found.tied.tolist() == wanted
    assert found.position == wanted[0]
    assert found.threshold == points[wanted[0]][0]
    assert found.table.counts[1, 1] == points[wanted[0]][1]
    assert found.table.counts[0, 1] == points[wanted[0]][2]


@pytest.mark.parametrize("name", CRITERIA)
@settings(max_examples=50)
@given(rows=items(most=15), heavy=st.sampled_from([1, 0.37]))
def test_weights_are_as_good_as_repeated_items(name, rows, heavy):
    truth, scores, weights = columns(rows)
    repeated = ac.Curve.from_scores(np.repeat(truth, weights), np.repeat(scores, weights), positive=True)
    weighted = ac.Curve.from_scores(truth, scores, positive=True, weights=heavy * weights)
    one, other = ask(repeated, name), ask(weighted, name)
    assert one.tied.tolist() == other.tied.tolist()
    assert one.value == pytest.approx(other.value, abs=1e-12)


@given(rows=items())
def test_the_values_are_those_of_the_definitions(rows):
    truth, scores, _ = columns(rows)
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    point = operating_point(curve)
    assert point.value == ac.informedness(point.table)
    assert (point.fpr, point.tpr) == (curve.fpr[point.position], curve.tpr[point.position])
    cost = operating_point(curve, cost_positive=3, cost_negative=2, prevalence=0.25)
    assert cost.value == pytest.approx(3 * 0.25 * (1 - cost.tpr) + 2 * 0.75 * cost.fpr)
    balance = operating_point(curve, "unbiased")
    assert balance.value == pytest.approx(ac.bias(balance.table) - ac.prevalence(balance.table), abs=1e-15)
    near = operating_point(curve, "closest")
    assert near.value == pytest.approx(math.hypot(near.fpr, 1 - near.tpr))
    errors = operating_point(curve, "EER")
    assert errors.value == pytest.approx((errors.fpr + 1 - errors.tpr) / 2)


MEASURES = [
    "mcc",
    "f1",
    "cohen_kappa",
    "markedness",
    "error_rate",
    "frequency_bias",
    "lr+",
    "precision",
    "miss_rate",
]


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=40)
@given(rows=items(most=20))
def test_any_measure_is_best_where_no_threshold_has_a_better_value(name, rows):
    truth, scores, _ = columns(rows)
    m = ac.measure(name)
    _, tp, fp, p, n = (
        np.array(x) for x in zip(*slow.every_threshold(truth.tolist(), scores.tolist()), strict=True)
    )
    values = m(ac.Tables.from_cells(tp=tp, fp=fp, fn=p - tp, tn=n - fp))
    distance = {0.0: np.abs(values), 1.0: np.abs(np.array(values) - 1), np.inf: -np.array(values)}[m.best]
    point = operating_point(ac.Curve.from_scores(truth, scores, positive=True), name)
    if np.isnan(distance).all():
        assert point.position is None
        assert point.reason
        return
    least = np.nanmin(distance)
    wanted = np.flatnonzero((distance <= least + 1e-14) if np.isfinite(least) else (distance == least))
    if (
        isinstance(m.chance, float)
        and m.best == 1
        and least > 1 - m.chance + 1e-14
        and np.isnan(distance).any()
    ):
        # all that have a value are worse than chance: not to use the scores is better
        wanted = np.flatnonzero(np.isnan(distance) & np.isin(tp + fp, (0, p[0] + n[0])))
    assert point.tied.tolist() == wanted.tolist()
    assert point.value == pytest.approx(values[wanted[0]], nan_ok=True)


NEGATIVE = [1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9]
POSITIVE = [2, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10]
"""Scores of 40 items, with ties."""

PROC = [
    ({}, [(6.5, 10, 5), (5.5, 12, 8), (4.5, 14, 11)]),
    ({"optimise": "closest"}, [(5.5, 12, 8)]),
    ({"cost_positive": 1, "prevalence": 0.1}, [(9.5, 2, 0)]),
    ({"cost_positive": 5, "prevalence": 0.1}, [(6.5, 10, 5)]),
    ({"cost_positive": 1, "prevalence": 0.5}, [(6.5, 10, 5), (5.5, 12, 8), (4.5, 14, 11)]),
    ({"cost_positive": 2, "prevalence": 0.4}, [(4.5, 14, 11)]),
    ({"cost_positive": Fraction(1, 3), "prevalence": 0.25}, [(9.5, 2, 0)]),
    ({"cost_positive": 10, "prevalence": 0.05}, [(6.5, 10, 5)]),
]
"""Cut, true and false positives of the best thresholds, by R 4.2.2 with pROC 1.18.0: ``coords(roc(truth, scores,
direction="<"), "best", best.method=…, best.weights=c(cost, prevalence), ret=c("threshold", "tp", "fp"))``."""


@pytest.mark.parametrize(("options", "wanted"), PROC)
def test_best_thresholds_and_ties_are_those_of_proc(options, wanted):
    truth = [0] * len(NEGATIVE) + [1] * len(POSITIVE)
    curve = ac.Curve.from_scores(truth, NEGATIVE + POSITIVE)
    point = operating_point(curve, **options)
    cells = point.tied_tables.counts
    cuts = [middle(curve.thresholds[i], curve.thresholds[i + 1]) for i in point.tied]
    assert list(zip(cuts, cells[:, 1, 1], cells[:, 0, 1], strict=True)) == wanted
    assert point.cut == wanted[0][0]


@pytest.mark.parametrize(("missed", "alarm"), [(1, 1), (4, 1), (1, 9), (3, 7), (7, 3)])
def test_on_calibrated_scores_the_cut_is_that_of_elkan(missed, alarm):
    """t* = C_FP / (C_FP + C_FN) (Elkan 2001, eq. 2): a score of exactly t* may go either way."""
    tenths = np.arange(11)
    curve = ac.Curve.from_counts(tenths / 10, positives=100 * tenths, negatives=100 * (10 - tenths))
    point = operating_point(curve, cost_positive=missed, cost_negative=alarm)
    boundary = Fraction(alarm, alarm + missed)
    wanted = [t for t in tenths if Fraction(int(t), 10) > boundary][:1]
    wanted += [t for t in tenths if Fraction(int(t), 10) == boundary]
    assert point.tied_thresholds.tolist() == [t / 10 for t in wanted]


@pytest.mark.parametrize("prevalence", [0.1, 0.3, 0.8])
def test_another_prevalence_moves_the_cut_by_the_ratio_of_odds(prevalence):
    """odds* = (C_FP / C_FN)·(π / (1 - π))·((1 - π') / π'), π the prevalence of the calibrated scores."""
    grid = np.arange(1, 1000)
    curve = ac.Curve.from_counts(grid / 1000, positives=grid, negatives=2 * (1000 - grid))
    # with twice the negatives, P(positive | score) = s / (s + 2 (1 - s)) at prevalence 1/3
    point = operating_point(curve, cost_positive=2, cost_negative=1, prevalence=prevalence)
    odds = (1 / 2) * (curve.prevalence / (1 - curve.prevalence)) * ((1 - prevalence) / prevalence)
    chance = point.threshold / (point.threshold + 2 * (1 - point.threshold))
    next_lower = point.lower / (point.lower + 2 * (1 - point.lower))
    assert next_lower / (1 - next_lower) <= odds <= chance / (1 - chance)


def test_counts_beyond_64_bits_are_told_apart():
    """Two thresholds whose Informedness differs by one part in 10³³."""
    big = 3 * 10**16
    curve = ac.Curve.from_counts([3, 2, 1], positives=[big, 1, big], negatives=[0, 1, 2 * big + 1])
    gain = Fraction(1, 2 * big + 1) - Fraction(1, 2 * big + 2)
    assert 0 < gain < Fraction(1, 10**33)
    assert operating_point(curve).tied.tolist() == [2]
    assert operating_point(curve, "closest").tied.tolist() == [2]


def test_every_threshold_on_an_edge_of_the_slope_of_the_costs_is_best():
    curve = ac.Curve.from_counts([4, 3, 2, 1], positives=[3, 2, 2, 1], negatives=[0, 1, 1, 6])
    point = operating_point(curve, cost_positive=1, cost_negative=2)
    assert point.tied_thresholds.tolist() == [4, 3, 2]
    assert len(curve.hull_positions) == 4


@pytest.mark.parametrize("scores", [[0.5] * 4, [np.inf] * 4, [-np.inf] * 4])
def test_equal_scores_are_called_all_or_none(scores):
    point = operating_point(ac.Curve.from_scores([0, 0, 1, 1], scores))
    assert (point.value, point.tied.tolist(), point.threshold) == (0, [0, 1], np.inf)
    assert operating_point(ac.Curve.from_scores([0, 0, 1, 1], scores), "recall").threshold == scores[0]


@pytest.mark.parametrize("name", ["informedness", "closest", "eer"])
def test_one_class_has_no_best_threshold(name):
    point = operating_point(ac.Curve.from_scores([1, 1, 1], [1, 2, 3], positive=1), name)
    assert point.position is None
    assert point.table is None
    assert math.isnan(point.threshold)
    assert point.reason == f"{point.criterion} needs both classes: every item is really 1"
    assert point.to_dict()["reason"] == point.reason
    with pytest.raises(ac.InputError, match="no operating point"):
        point.interval()


def test_one_class_has_a_cheapest_threshold_at_its_own_prevalence():
    only_positive = ac.Curve.from_scores([1, 1, 1], [1, 2, 3], positive=1)
    assert operating_point(only_positive, "cost").threshold == 1
    assert operating_point(only_positive, "unbiased").threshold == 1
    assert operating_point(only_positive, "accuracy").threshold == 1
    assert operating_point(only_positive, "cost", prevalence=0.5).reason is not None
    weightless = ac.Curve.from_scores([0, 1], [1, 2], weights=[0, 0])
    assert operating_point(weightless).reason == "all weights are 0"


def test_a_measure_that_is_never_defined_says_why():
    only_positive = ac.Curve.from_scores([1, 1, 1], [1, 2, 3], positive=1)
    elsewhere = operating_point(only_positive, "accuracy", prevalence=0.5)
    assert elsewhere.reason == "accuracy is undefined at the prevalence given"
    point = operating_point(ac.Curve.from_scores([0, 0], [1, 2], positive=1), "recall")
    assert point.reason == "recall is undefined: no item is really 1"


def test_infinite_scores_keep_their_places():
    curve = ac.Curve.from_scores([0, 0, 1, 1], [-np.inf, 0.0, 1.0, np.inf])
    point = operating_point(curve)
    assert (point.threshold, point.lower, point.cut) == (1, 0, 0.5)
    high = operating_point(curve, threshold=np.inf)
    assert (high.position, high.table.counts[1, 1], high.cut) == (1, 1, np.inf)
    nothing = operating_point(curve, "fallout")
    assert nothing.position == 0
    assert math.isnan(nothing.cut)


def test_any_cut_of_the_range_decides_alike_and_the_middle_is_one():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    for position in range(1, 6):
        point = operating_point(curve, threshold=curve.thresholds[position])
        for cut in (point.threshold, point.cut, np.nextafter(point.lower, 1)):
            assert curve.position(cut) == position
        assert curve.position(point.lower) == position + 1
    assert operating_point(curve, threshold=0.05).cut == -np.inf
    assert operating_point(curve, threshold=2.0).cut == np.inf


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (1.0, np.nextafter(1.0, 0)),
        (5e-324, 0.0),
        (1e308, -1e308),
        (1.7e308, 1.6e308),
        (np.inf, 1),
        (1, -np.inf),
    ],
)
def test_the_middle_is_above_the_lower_score_and_not_above_the_upper(upper, lower):
    assert lower < middle(upper, lower) <= upper


def test_a_fixed_threshold_has_the_interval_of_its_table():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1] * 10, [0.1, 0.3, 0.4, 0.5, 0.7, 0.9] * 10)
    point = operating_point(curve, threshold=0.45)
    assert not point.is_chosen
    assert point.tied.tolist() == [3]
    plain = ac.interval(point.table, "informedness")
    assert (point.interval().low, point.interval().high, point.interval().warning) == (
        plain.low,
        plain.high,
        plain.warning,
    )
    assert point.intervals()["recall"].low == ac.interval(point.table, "recall").low


def test_a_chosen_threshold_warns_of_its_optimism():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1] * 10, [0.1, 0.3, 0.4, 0.5, 0.7, 0.9] * 10)
    point = operating_point(curve)
    assert "select_threshold" in point.interval().warning
    assert all("chosen" in found.warning for found in point.intervals().values())


def test_intervals_of_costs_and_at_another_prevalence_are_drawn():
    """The cost is a sum of two independent proportions: its standard error is known."""
    curve = ac.Curve.from_counts([2, 1], positives=[300, 100], negatives=[100, 500])
    point = operating_point(curve, "cost", threshold=2, cost_positive=2, prevalence=0.3)
    found = point.interval(seed=1)
    fnr, fpr = 100 / 400, 100 / 600
    variance = (2 * 0.3) ** 2 * fnr * (1 - fnr) / 400 + 0.7**2 * fpr * (1 - fpr) / 600
    assert found.value == pytest.approx(2 * 0.3 * fnr + 0.7 * fpr)
    assert found.se == pytest.approx(math.sqrt(variance), rel=0.06)
    assert found.high - found.low == pytest.approx(2 * 1.96 * math.sqrt(variance), rel=0.08)
    precision = point.interval("precision", seed=1)
    assert precision.value == pytest.approx(0.3 * 0.75 / (0.3 * 0.75 + 0.7 * fpr))
    assert precision.low < precision.value < precision.high
    with pytest.raises(ac.InputError, match="'percentile'"):
        point.interval(method="wilson")


def test_prevalence_changes_which_threshold_a_measure_prefers():
    curve = ac.Curve.from_scores([0] * len(NEGATIVE) + [1] * len(POSITIVE), NEGATIVE + POSITIVE)
    rare = operating_point(curve, "f1", prevalence=0.05)
    values = ac.f1(curve.tables.at_prevalence(0.05))
    assert rare.position == np.nanargmax(values)
    assert rare.value == pytest.approx(np.nanmax(values))
    assert rare.threshold > operating_point(curve, "f1").threshold


def test_parameters_of_a_measure_are_passed_on():
    curve = ac.Curve.from_scores([0] * len(NEGATIVE) + [1] * len(POSITIVE), NEGATIVE + POSITIVE)
    point = operating_point(curve, "f_beta", beta=3)
    values = [ac.f_beta(table, beta=3) for table in curve.tables]
    assert point.value == pytest.approx(np.nanmax(values))
    assert point.interval().value == pytest.approx(np.nanmax(values))


@given(rows=items())
def test_at_the_equal_error_rate_the_curve_crosses_the_line_of_equal_errors(rows):
    truth, scores, _ = columns(rows)
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    rate = equal_error_rate(curve)
    excess = curve.fpr - (1 - curve.tpr)
    after = int(np.argmax(excess >= 0))
    share = -excess[after - 1] / (excess[after] - excess[after - 1])
    tpr = curve.tpr[after - 1] + share * (curve.tpr[after] - curve.tpr[after - 1])
    assert rate == pytest.approx(1 - tpr, abs=1e-12)


def test_the_equal_error_rate_of_one_class_is_undefined():
    assert math.isnan(equal_error_rate(ac.Curve.from_scores([1, 1], [1, 2], positive=1)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"optimise": "lift"}, "lift has no best value"),
        ({"optimise": 0.5}, "threshold="),
        ({"optimise": "mcc", "cost_positive": 2}, "only with optimise='cost'"),
        ({"cost_positive": -1}, "cost_positive is the cost of an error, a finite number from 0 on, got -1"),
        ({"cost_positive": "much"}, "a finite number from 0 on, got 'much'"),
        ({"cost_positive": 0, "cost_negative": 0}, "both 0"),
        ({"prevalence": 1.5}, "prevalence must be a number from 0 to 1, got 1.5"),
        ({"prevalence": "low"}, "prevalence must be a number"),
        ({"beta": 2}, "informedness has no parameter 'beta'"),
        ({"optimise": "closest", "beta": 2}, "closest has no parameter 'beta'"),
        ({"threshold": "high"}, "threshold must be one number, got 'high'"),
        ({"threshold": np.nan}, "NaN"),
        ({"threshold": 0.5, "at_least": {"recall": 0.5}}, "not both"),
    ],
)
def test_wrong_arguments_are_named(options, said):
    curve = ac.Curve.from_scores([0, 1], [0.2, 0.7])
    with pytest.raises(ac.InputError, match=said.replace("(", r"\(")):
        operating_point(curve, **options)


def test_unknown_criteria_are_answered_with_those_there_are():
    curve = ac.Curve.from_scores([0, 1], [0.2, 0.7])
    with pytest.raises(ac.UnknownMeasureError, match="'closest'"):
        operating_point(curve, "closets")
    with pytest.raises(ac.UnknownMeasureError, match="did you mean 'informedness'"):
        operating_point(curve, "infomedness")
    with pytest.raises(ac.InputError, match="must be a Curve"):
        operating_point([0, 1])
    with pytest.raises(
        ac.InputError, match=r"2 curves, one for each system: take one, such as curves\['A'\]"
    ):
        operating_point(ac.Curve.from_scores([0, 1], {"A": [0.2, 0.7], "B": [1, 2]}))


def test_a_point_shows_itself_in_words_rows_and_frames():
    curve = ac.Curve.from_scores([0] * len(NEGATIVE) + [1] * len(POSITIVE), NEGATIVE + POSITIVE)
    point = operating_point(curve)
    assert repr(point).endswith("as good: 6, 5")
    assert "threshold 7" in point._repr_html_()
    frame = point.to_frame("pandas")
    assert frame["threshold"].tolist() == [7, 6, 5]
    assert (frame["tp"] + frame["fn"]).tolist() == [16, 16, 16]
    assert frame["value"].tolist() == pytest.approx([10 / 16 - 5 / 24] * 3)
    assert point.to_dict()["tied_thresholds"] == [7, 6, 5]
    assert pickle.loads(pickle.dumps(point)).interval().value == point.value
    assert repr(operating_point(curve, at_least={"precision": 2})).startswith(
        "no threshold by informedness: "
    )


def test_many_ties_are_counted_rather_than_listed():
    point = operating_point(ac.Curve.from_scores([0] + [1] * 9, range(10)), "fallout")
    assert repr(point).endswith("as good: 9, 8, 7, 6, 5 and 4 more")


@pytest.mark.parametrize(("name", "advice"), [("AUC", "auc_of_one_point"), ("average precision", "summary")])
def test_what_sums_up_a_curve_is_no_criterion(name, advice):
    curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    with pytest.raises(ac.InputError, match=rf"sums up the thresholds of a curve .*{advice}"):
        ac.curves.operating_point(curve, name)
    assert ac.curves.operating_point(curve, "auc_of_one_point").value == 0.75


UPSIDE_DOWN = ac.Curve.from_scores([1] * 5 + [0] * 5, range(10))


@pytest.mark.parametrize("name", ["mcc", "markedness", "correlation", "informedness", "kappa"])
def test_scores_upside_down_are_not_used(name):
    """Calling all items alike is chance, also where a measure is undefined there."""
    point = ac.curves.operating_point(UPSIDE_DOWN, name)
    assert point.threshold == np.inf
    assert point.tied_thresholds.tolist() == [np.inf, 0]
    if np.isnan(point.value):
        assert point.reason == f"{name} is undefined: only one label was ever predicted"
    chosen = ac.curves.select_threshold([1] * 20 + [0] * 20, range(40), optimise=name, replicates=50, seed=1)
    assert set(np.abs(chosen.cuts)) == {np.inf}


@given(st.lists(st.booleans(), min_size=3, max_size=12).filter(lambda x: 0 < sum(x) < len(x)), st.data())
def test_no_threshold_worse_than_chance_is_recommended(truth, data):
    scores = data.draw(st.lists(st.integers(0, 6), min_size=len(truth), max_size=len(truth)))
    curve = ac.Curve.from_scores(truth, scores, positive=True)
    for name in ("mcc", "markedness", "kappa", "informedness"):
        point = ac.curves.operating_point(curve, name)
        assert np.isnan(point.value) or point.value >= 0


def test_constant_scores_have_no_best_threshold_by_an_undefined_measure():
    point = ac.curves.operating_point(ac.Curve.from_scores([0, 1, 1], [3, 3, 3]), "mcc")
    assert point.position is None
