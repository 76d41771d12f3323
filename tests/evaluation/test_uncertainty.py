import math

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from abovechance import Axis, InputError, Tables
from abovechance.evaluation.uncertainty import WEIGHTS
from tests.strategies import tables

TWO = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = Tables.from_counts([[42, 1, 5], [0, 54, 5], [9, 7, 55]], labels=["a", "b", "c"])


def patients(rng, number=40, items=10):
    """A rater's decisions on each patient are good or bad together; three kinds of truth."""
    skill = rng.choice([0.0, 1.0], size=number)
    truth = rng.integers(0, 3, (number, items))
    guess = rng.integers(0, 3, (number, items))
    informed = rng.random((number, items)) < skill[:, None]
    patient = np.repeat(np.arange(number), items)
    return truth.ravel(), np.where(informed, truth, guess).ravel(), patient


# Items -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("t", [TWO, THREE])
def test_every_row_has_the_recommended_interval(t):
    for row in ac.evaluate(t).estimates:
        m, k = ac.measure(row.measure), () if row.label is None else t.labels.index(row.label)
        has_classes = row.label is None or (m.scope == "binary" and len(t.labels) > 2)
        found = ac.interval(t if has_classes else t.one_vs_rest(), m, seed=0)
        bounds = (np.asarray(x)[k] for x in (found.low, found.high, found.se))
        assert (row.low, row.high, row.se, row.method) == (*bounds, found.method)
        assert row.low < row.value < row.high


def test_groups_have_intervals_of_their_own():
    t = Tables.from_counts(np.stack([THREE.counts, 4 * THREE.counts]), axes=[Axis("site", ("A", "B"))])
    result = ac.evaluate(t)
    for site, k in (("A", 1), ("B", 4)):
        row = result.find("informedness", group=(site,))
        found = ac.interval(Tables.from_counts(k * THREE.counts), "informedness")
        assert (row.low, row.high) == pytest.approx((found.low, found.high))


def test_of_very_many_tables_none_is_drawn():
    t = Tables.from_counts(np.broadcast_to(THREE.counts, (223, 3, 3)), axes=["site"])
    result = ac.evaluate(t, measures=["no_information_rate"])
    assert 223 * 9 > 2000
    assert [row.method for row in result.estimates] == ["bca"] + 223 * ["delta"]
    assert ac.evaluate(t[:222], measures=["no_information_rate"]).estimates[1].method == "bca"
    t = t[:2]
    forced = ac.evaluate(t, measures=["no_information_rate"], method="percentile")
    assert {row.method for row in forced.estimates} == {"percentile"}


def test_a_higher_level_is_wider():
    widths = [
        [row.high - row.low for row in ac.evaluate(THREE, level=level).estimates]
        for level in (0.5, 0.8, 0.95, 0.99)
    ]
    assert (np.diff(widths, axis=0) > 0).all()


def test_the_same_tables_give_the_same_report():
    assert ac.evaluate(THREE).estimates == ac.evaluate(THREE).estimates
    drawn = [ac.evaluate(THREE, method="posterior", seed=seed)["macro_f1"].low for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_method_is_used_where_it_applies():
    result = ac.evaluate(TWO, method="clopper-pearson")
    assert result["recall"].method == result["accuracy"].method == "clopper_pearson"
    assert result["informedness"].method == "miettinen_nurminen"
    assert {row.method for row in ac.evaluate(TWO, method="posterior").estimates} == {"posterior"}


def test_a_method_for_nothing_is_refused():
    with pytest.raises(InputError, match="there is no interval method called 'wilsn'; did you mean 'wilson'"):
        ac.evaluate(TWO, method="wilsn")
    with pytest.raises(InputError, match="level must lie between 0 and 1"):
        ac.evaluate(TWO, level=95)


@settings(deadline=None, max_examples=20)
@given(tables())
def test_an_interval_holds_its_value_or_something_is_said(t):
    for row in ac.evaluate(t, measures="all", method="delta").estimates:
        if row.low is None:
            assert row.high is None
            assert row.se is None
            assert (row.reason is None) != (row.warning is None)
        else:
            assert row.low <= row.value <= row.high
            assert row.reason is None


@pytest.mark.parametrize("options", [{}, {"prevalence": 0.1}])
def test_weights_have_no_interval_and_say_why(options):
    result = ac.evaluate(Tables.from_counts([[28.5, 12.0], [30.0, 30.0]]), **options)
    assert {row.low for row in result.estimates} == {None}
    assert {row.warning for row in result.estimates} == {WEIGHTS}
    assert math.isnan(result.test.p_value)
    assert "interval" not in result.verdict
    assert "No interval: the table holds weights without their squares" in repr(result)


def test_weights_of_items_in_clusters_have_one():
    """Twice the weight of everything is no more data."""
    rng = np.random.default_rng(2)
    truth, prediction, item = rng.integers(0, 2, 60), rng.integers(0, 2, 60), np.arange(60)
    weights = rng.random(60)
    once, twice = (
        ac.evaluate(
            Tables.from_labels(truth, prediction, weights=k * weights, by={"item": item}), clusters="item"
        )["informedness"]
        for k in (100, 200)
    )
    assert once.se == pytest.approx(twice.se, rel=0.01)


# The test --------------------------------------------------------------------------------------


def test_the_test_is_that_of_informedness():
    result = ac.evaluate(TWO)
    assert result.test.p_value == ac.test(TWO).p_value
    assert result.verdict.splitlines()[2] == (
        "If the predictions were guesses, with each label predicted as often as here, a result at least this "
        "far from chance, better or worse, would have probability p = 0.048 "
        "(two-sided test of Informedness, normal)."
    )
    strong = ac.evaluate(Tables.from_cells(tp=90, fp=10, fn=10, tn=90))
    assert "p < 0.0001" in strong.verdict
    assert ac.evaluate(TWO, level=None).test is None


def test_small_tables_are_tested_exactly():
    assert "exact mid-p" in ac.evaluate(Tables.from_cells(tp=5, fp=1, fn=1, tn=5)).verdict


# Clusters --------------------------------------------------------------------------------------


@pytest.fixture
def clustered():
    truth, prediction, patient = patients(np.random.default_rng(1))
    return truth, prediction, patient


def test_clusters_widen_the_interval_and_leave_the_values(clustered):
    truth, prediction, patient = clustered
    plain = ac.evaluate(Tables.from_labels(truth, prediction))
    robust = ac.evaluate(Tables.from_labels(truth, prediction, by={"patient": patient}), clusters="patient")
    assert [row.value for row in robust.estimates] == pytest.approx([row.value for row in plain.estimates])
    assert not robust.tables.axes
    assert len(robust.clusters) == 40
    for name in ("informedness", "mcc", "accuracy"):
        wide, narrow = robust[name], plain[name]
        assert wide.method == "cluster_delta"
        assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)
    assert 0 < robust.test.statistic < plain.test.statistic
    assert "cumulants of clusters" in robust.verdict


def test_cluster_intervals_of_classes_are_those_of_their_tables(clustered):
    truth, prediction, patient = clustered
    groups = {"patient": patient}
    robust = ac.evaluate(Tables.from_labels(truth, prediction, by=groups), clusters="patient")
    for k in range(3):
        against_rest = Tables.from_labels(truth == k, prediction == k, by=patient)
        for name in ("recall", "informedness"):
            found = ac.cluster_interval(against_rest, name)
            row = robust[name, k]
            # the pseudo-item is spread over nine cells or over four
            assert (row.low, row.high) == pytest.approx((found.low, found.high), abs=2e-3)


def test_groups_have_their_own_clusters(clustered):
    truth, prediction, patient = clustered
    site = np.where(patient < 25, "A", "B")
    both = Tables.from_labels(truth, prediction, by={"site": site, "patient": patient})
    result = ac.evaluate(both, clusters="patient")
    assert result.tables.axes == (Axis("site", ("A", "B")),)
    assert len(result.clusters) == 40
    for name in ("A", "B"):
        here = site == name
        alone = Tables.from_labels(truth[here], prediction[here], by=patient[here], labels=[0, 1, 2])
        found, row = ac.cluster_interval(alone, "informedness"), result.find("informedness", group=(name,))
        assert (row.value, row.low, row.high) == pytest.approx((found.value, found.low, found.high))


def test_a_cluster_may_lie_in_several_groups(clustered):
    truth, prediction, patient = clustered
    fold = np.arange(len(truth)) % 2
    both = Tables.from_labels(truth, prediction, by={"fold": fold, "patient": patient})
    one = Tables.from_labels(truth, prediction, by={"patient": patient})
    result, alone = (ac.evaluate(t, clusters="patient")["informedness"] for t in (both, one))
    assert (result.low, result.high) == pytest.approx((alone.low, alone.high))


def test_one_cluster_has_no_interval():
    t = Tables.from_labels(list("aabb"), list("abab"), by={"patient": [1, 1, 1, 1]})
    row = ac.evaluate(t, clusters="patient")["informedness"]
    assert (row.low, row.warning) == (None, "no interval: there are fewer than two clusters")


def test_clusters_that_are_not_there_are_refused():
    with pytest.raises(InputError, match="clusters must name what the batch is grouped by; it has no groups"):
        ac.evaluate(TWO, clusters="patient")
    t = Tables.from_labels(list("aabb"), list("abab"), by={"site": [1, 1, 2, 2]})
    with pytest.raises(InputError, match="it has 'site', not 'patient'"):
        ac.evaluate(t, clusters="patient")


def test_reweighted_clusters_have_no_interval(clustered):
    truth, prediction, patient = clustered
    t = Tables.from_labels(truth, prediction, by={"patient": patient})
    row = ac.evaluate(t, clusters="patient", prevalence=[0.2, 0.3, 0.5])["informedness"]
    assert row.low is None
    assert "clusters whose classes are re-weighted" in row.warning


# Re-weighting ----------------------------------------------------------------------------------


def test_a_given_prevalence_is_not_left_to_the_sampling():
    """Recall and Inverse Recall vary independently; with r = 31/62 and so on for the pseudo-item."""
    t = Tables.from_cells(tp=300, fp=120, fn=300, tn=280)
    result = ac.evaluate(t, prevalence=0.02)
    of_recall, of_fallout = 0.5 * 0.5 / 600, 0.3 * 0.7 / 400
    assert result["recall"].se == pytest.approx(math.sqrt(of_recall), rel=2e-3)
    assert result["informedness"].se == pytest.approx(math.sqrt(of_recall + of_fallout), rel=2e-3)
    accuracy = math.sqrt(0.02**2 * of_recall + 0.98**2 * of_fallout)
    assert result["accuracy"].se == pytest.approx(accuracy, rel=2e-3)
    assert {row.method for row in result.estimates} == {"delta"}


def test_costs_leave_the_prevalence_to_the_sampling():
    """Of equal costs nothing is re-weighted, and the interval is that of the delta method."""
    plain = {row.measure: row for row in ac.evaluate(TWO, method="delta").estimates if row.label is None}
    for key, row in plain.items():
        same = ac.evaluate(TWO, costs=(2, 2))[key]
        assert (same.low, same.high, same.se) == pytest.approx((row.low, row.high, row.se)), key


def test_reweighted_intervals_cover():
    """Of 400 tables drawn with prevalence 0.5, the intervals at prevalence 0.1 hold the true Precision."""
    rng = np.random.default_rng(5)
    true = 0.1 * 0.8 / (0.1 * 0.8 + 0.9 * 0.3)
    drawn = rng.multinomial(200, [0.5 * 0.7, 0.5 * 0.3, 0.5 * 0.2, 0.5 * 0.8], size=400).reshape(-1, 2, 2)
    rows = ac.evaluate(Tables.from_counts(drawn), prevalence=0.1, measures=["precision"]).estimates[1:]
    covered = np.mean([row.low <= true <= row.high for row in rows])
    assert 0.92 < covered < 0.98, "0.95 with a standard error of 0.011"


def test_reweighted_classes_of_three_have_intervals():
    """At the prevalence observed, Recall is the same and Precision varies less than if prevalence did."""
    shares = THREE.counts.sum(1) / THREE.counts.sum()
    plain, fixed = ac.evaluate(THREE, method="delta"), ac.evaluate(THREE, prevalence=shares)
    for label in THREE.labels:
        assert fixed["recall", label].se == pytest.approx(plain["recall", label].se, rel=0.02)
        assert fixed["precision", label].se < plain["precision", label].se
        assert fixed["informedness", label].low < fixed["informedness", label].value


def test_what_depends_on_the_number_of_items_has_none():
    row = ac.evaluate(TWO, prevalence=0.1, measures=["chi_squared"]).estimates[0]
    assert row.low is None
    assert "re-weighting makes up" in row.warning


def test_reweighting_has_one_method():
    with pytest.raises(InputError, match="method 'bca' does not apply to re-weighted classes: use 'delta'"):
        ac.evaluate(TWO, prevalence=0.1, method="bca")
