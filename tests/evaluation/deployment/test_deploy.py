"""Deployment: Bayes in closed form, re-weighted tables, exact coverage, and what solutions of figures allow."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import abovechance as ac
from abovechance.evaluation.deployment.errors import bounds_of_two
from abovechance.evaluation.deployment.prevalence import binomial_quantiles, expected_prevalence
from abovechance.evaluation.deployment.published import Published
from abovechance.evaluation.deployment.rates import Wanted, deployed_tables, rates_of
from abovechance.evaluation.rows import Request
from abovechance.measures.registry import measure
from tests.solve.test_solve import all_tables, printed

TABLE = ac.Tables.from_cells(tp=90, fn=10, fp=10, tn=90)
THREE = ac.Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]], labels=["a", "b", "c"], rows="truth")
CELLS = st.tuples(*[st.integers(1, 60)] * 4)
SHARES = st.integers(1, 99).map(lambda x: x / 100)


@given(CELLS, SHARES)
def test_values_are_those_of_bayes(cells, share):
    tp, fp, fn, tn = cells
    found = ac.deploy(ac.Tables.from_cells(*cells), share, costs=(3, 2))
    tpr, fpr = tp / (tp + fn), fp / (fp + tn)
    alarms = share * tpr + (1 - share) * fpr
    closed = {
        "precision": share * tpr / alarms,
        "inverse_precision": (1 - share) * (1 - fpr) / (1 - alarms),
        "accuracy": share * tpr + (1 - share) * (1 - fpr),
        "f1": 2 * share * tpr / (alarms + share),
        "cohen_kappa": 2 * share * (1 - share) * (tpr - fpr) / (share + alarms - 2 * share * alarms),
        "informedness": tpr - fpr,
        "bias": alarms,
        "alarms_per_true_alarm": alarms / (share * tpr),
        "alarms_per_thousand": 1000 * alarms,
        "missed_per_thousand": 1000 * share * (1 - tpr),
        "cost_per_item": 3 * share * (1 - tpr) + 2 * (1 - share) * fpr,
    }
    for name, value in closed.items():
        one = found.find(name)
        assert one.value == pytest.approx(value), name
        assert one.low <= one.value <= one.high
    assert found.cost_of_guessing == pytest.approx(min(3 * share, 2 * (1 - share)))


@given(st.lists(st.integers(1, 40), min_size=9, max_size=9))
def test_at_the_tables_own_prevalence_values_are_its_own(cells):
    table = ac.Tables.from_counts(np.reshape(cells, (3, 3)), labels=list("abc"), rows="truth")
    own = dict(zip("abc", (table.counts.sum(1) / table.total).tolist(), strict=True))
    for x in ac.deploy(table, own, level=None).values:
        assert x.value == pytest.approx(x.observed, nan_ok=True), x.measure


def test_more_classes_are_re_weighted_tables():
    shares = {"a": 0.9, "b": 0.08, "c": 0.02}
    there = THREE.at_prevalence(shares)
    found = ac.deploy(THREE, shares, measures=["informedness", "macro_f1", "precision"])
    assert found.find("macro_f1").value == pytest.approx(ac.macro_f1(there))
    for k, label in enumerate("abc"):
        assert found.find("precision", label).value == pytest.approx(ac.precision(there)[k])
    assert found == ac.deploy(THREE, shares, measures=["informedness", "macro_f1", "precision"])
    other = ac.deploy(THREE, shares, measures=["macro_f1"], seed=1).find("macro_f1")
    assert other.low != found.find("macro_f1").low
    assert other.low == pytest.approx(found.find("macro_f1").low, abs=0.03)


def test_the_positive_class_may_stand_anywhere():
    inverse = ac.Tables.from_counts(
        [[90, 10], [10, 90]], labels=["sick", "well"], positive="sick", rows="truth"
    )
    one, other = ac.deploy(inverse, 0.02), ac.deploy(TABLE, 0.02)
    for name in ("precision", "inverse_precision", "informedness"):
        assert [getattr(one.find(name), x) for x in ("value", "low", "high")] == pytest.approx(
            [getattr(other.find(name), x) for x in ("value", "low", "high")]
        )


# Intervals -------------------------------------------------------------------------------------------

SIZE = 14


@pytest.mark.parametrize("share", [0.02, 0.3])
def test_intervals_cover_exactly_as_often_as_they_say(share):
    """The chance of every table is known, so that coverage is a sum and no simulation."""
    wanted = Wanted(
        tuple(Request(measure(key)) for key in ("precision", "mcc", "cohen_kappa", "informedness"))
    )
    bounds = np.empty((SIZE + 1, SIZE + 1, 2, 4))
    for tp, fp in product(range(SIZE + 1), repeat=2):
        table = ac.Tables.from_cells(tp, fp, SIZE - tp, SIZE - fp)
        there = expected_prevalence(table.labels, table.positive, share, None, None)
        rates = rates_of(table, np.array(there.shares))
        bounds[tp, fp] = bounds_of_two(table, rates, there, wanted, 0.95)
    low, high = bounds[..., 0, :], bounds[..., 1, :]
    coverages = []
    for tpr, fpr in product(np.arange(0.1, 0.99, 0.04), np.arange(0.02, 0.9, 0.04)):
        cells = share * tpr, (1 - share) * fpr, share * (1 - tpr), (1 - share) * (1 - fpr)
        value = wanted.values(ac.Tables.from_cells(*cells)).ravel()
        hits, alarms = (binom.pmf(np.arange(SIZE + 1), SIZE, rate) for rate in (tpr, fpr))
        # Where nothing was called positive, Precision has no value and no interval.
        inside = np.isnan(low) | ((low <= value + 1e-9) & (value - 1e-9 <= high))
        coverages.append((np.outer(hits, alarms)[..., None] * inside).sum((0, 1)))
    coverages = np.array(coverages)
    assert coverages.min() > 0.88
    assert (coverages.mean(axis=0) > 0.945).all()
    assert (coverages.mean(axis=0) < 0.98).all()


def test_bounds_of_a_proportion_are_jeffreys_own():
    found = binomial_quantiles(7, 20, np.array([-1.959964, 0.0, 1.959964]))
    interval = ac.interval(ac.Tables.from_cells(tp=7, fn=13, fp=0, tn=1), "recall", method="jeffreys")
    assert found == pytest.approx([interval.low, 0.35, interval.high], rel=1e-6)
    # With none of 20, the bound at z is that with which 20 failures are as rare as beyond z.
    assert binomial_quantiles(0, 20, np.array([1.959964])) == pytest.approx(1 - 0.025 ** (1 / 20), rel=1e-6)


def test_the_interval_of_a_rate_is_that_of_the_rate():
    found = ac.deploy(TABLE, 0.02).find("recall")
    interval = ac.interval(TABLE, "recall", method="jeffreys")
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-6)


def test_an_uncertain_prevalence_widens_what_depends_on_it():
    known = ac.deploy(TABLE, 0.02)
    between = ac.deploy(TABLE, 0.02, prevalence_interval=(0.01, 0.04))
    counted = ac.deploy(TABLE, prevalence_counts=(12, 600))
    for other in (between, counted):
        for name in ("precision", "cohen_kappa", "alarms_per_thousand"):
            one, wider = known.find(name), other.find(name)
            assert wider.value == pytest.approx(one.value)
            assert wider.low < one.low
            assert wider.high > one.high
        assert other.find("informedness").low == pytest.approx(known.find("informedness").low, abs=2e-3)
    many = ac.deploy(TABLE, prevalence_counts=(12 * 10**6, 600 * 10**6)).find("precision")
    assert (many.low, many.high) == pytest.approx(
        (known.find("precision").low, known.find("precision").high), abs=2e-3
    )
    sure = ac.Tables.from_cells(tp=90 * 10**7, fn=10**8, fp=10**8, tn=90 * 10**7)
    edges = ac.deploy(sure, 0.02, prevalence_interval=(0.01, 0.04)).find("precision")
    assert [edges.low, edges.high] == pytest.approx([0.09 / (0.09 + 0.99), 0.36 / (0.36 + 0.96)], rel=2e-2)
    middle = ac.deploy(TABLE, prevalence_interval=(0.2, 0.8)).prevalence
    assert middle.of_positive == pytest.approx(0.5)


def test_a_prevalence_of_more_classes_may_be_counted():
    shares = {"a": 0.9, "b": 0.05, "c": 0.05}
    one = ac.deploy(THREE, shares).find("precision", "b")
    other = ac.deploy(THREE, prevalence_counts={"a": 18, "b": 1, "c": 1}).find("precision", "b")
    assert other.value == pytest.approx(one.value)
    assert other.high - other.low > one.high - one.low


def test_weights_are_worth_the_items_that_they_have():
    truth, answers = [1] * 30 + [0] * 50, [1] * 25 + [0] * 5 + [1] * 5 + [0] * 45
    plain = ac.deploy(truth, answers, 0.1)
    weighted = ac.deploy(truth, answers, 0.1, weights=[2.0] * 80)
    assert weighted.find("precision").low == pytest.approx(plain.find("precision").low)
    uneven = ac.deploy(truth, answers, 0.1, weights=[0.1, 4.0] * 40).find("recall")
    assert uneven.high - uneven.low > plain.find("recall").high - plain.find("recall").low


# Curves ----------------------------------------------------------------------------------------------


def test_the_curve_goes_through_what_is_reported():
    found = ac.deploy(TABLE, 0.02, costs=(10, 1))
    curve = found.curve([0.5, 0.02, 0.02])
    for x in found.values:
        own = curve.of(x.measure)
        assert own.prevalence.tolist() == [0.02, 0.5]
        assert [own.value[0], own.low[0], own.high[0]] == pytest.approx([x.value, x.low, x.high])
        assert own.value[1] == pytest.approx(x.observed)  # the table has as many positives as negatives
    assert len(found.curve().to_frame()) == 105 * len(found.values)


def test_the_curve_of_more_classes_varies_each_of_them():
    found = ac.deploy(THREE, {"a": 0.5, "b": 0.4, "c": 0.1})
    curve = found.curve([0.2])
    assert sorted(set(curve.varied)) == ["a", "b", "c"]
    for varied, shares in {"a": [0.2, 0.64, 0.16], "c": [0.8 * 5 / 9, 0.8 * 4 / 9, 0.2]}.items():
        kappa = curve.value[(curve.varied == varied) & (curve.measure == "cohen_kappa")]
        assert kappa == pytest.approx([ac.kappa(THREE.at_prevalence(shares))])


# Solutions -------------------------------------------------------------------------------------------

FIGURES = ("precision", "recall", "accuracy")


def test_ranges_over_few_tables_are_those_of_every_table():
    solution = ac.solve(n=24, precision="0.8", recall="0.7", accuracy="0.8")
    found = ac.deploy(solution, 0.05, costs=(5, 1))
    cells = [c for c in all_tables(24).T.tolist() if c in solution and c[0] + c[2] and c[1] + c[3]]
    assert len(cells) > 1
    every = [ac.deploy(ac.Tables.from_cells(*c), 0.05, costs=(5, 1), level=None) for c in cells]
    for x in found.values:
        values = [one.find(x.measure).value for one in every]
        assert (x.low, x.high) == pytest.approx((min(values), max(values))), x.measure


@settings(max_examples=15)
@given(CELLS, st.sampled_from([0.01, 0.2, 0.75]))
def test_no_table_lies_outside_the_range(cells, share):
    given_ = {name: printed(name, cells, 3) for name in FIGURES}
    solution = ac.solve(n=sum(cells), **given_)
    truth = ac.deploy(ac.Tables.from_cells(*cells), share, level=None, measures=["precision", "cohen_kappa"])
    for x in ac.deploy(solution, share, measures=["precision", "cohen_kappa"]).values:
        assert x.low - 1e-9 <= truth.find(x.measure).value <= x.high + 1e-9


def test_enclosed_ranges_hold_those_of_listed_tables(monkeypatch):
    figures = {"recall": "0.79", "inverse_recall": "0.93", "prevalence": "0.2"}
    keys, listed = ["precision", "cohen_kappa", "f1", "informedness"], Published(ac.solve(n=300, **figures))
    assert listed.tables is not None
    monkeypatch.setattr("abovechance.evaluation.deployment.published.MOST_LISTED", 0)
    wide = Published(ac.solve(n=300, **figures))
    assert wide.tables is None
    ranges = zip(listed.ranges(keys, 0.02), wide.ranges(keys, 0.02), strict=True)
    for (few_low, few_high), (low, high) in ranges:
        assert low - 1e-6 <= few_low <= few_high <= high + 1e-6
        assert high - low < few_high - few_low + 0.05
    costs = ac.deploy(TABLE, 0.02, costs=(2.5, 1))._wanted.amounts
    ranges = zip(listed.amounts(costs, 0.02), wide.amounts(costs, 0.02), strict=True)
    for (few_low, few_high), (low, high) in ranges:
        assert low * (1 - 1e-6) <= few_low <= few_high <= high * (1 + 1e-6)
        assert high < 1.1 * few_high


@pytest.mark.parametrize(
    ("given", "ends"),
    [({"prevalence_interval": (0.01, 0.04)}, (0.01, 0.04)),
     ({"prevalence_counts": (12, 600)}, binomial_quantiles(12, 600, 1.959964 * np.array([-1, 1])))],
)  # fmt: skip
def test_a_solution_ranges_over_its_tables_and_an_uncertain_prevalence(given, ends):
    solution = ac.solve(n=100, precision="0.8", recall="0.7", accuracy="0.8")
    found, middle = ac.deploy(solution, **given), ac.deploy(solution, 0.02)
    at = [ac.deploy(solution, float(x)) for x in ends]
    for name in ("precision", "f1", "alarms_per_true_alarm", "bias"):
        one = found.find(name)
        assert one.low == pytest.approx(min(x.find(name).low for x in at))
        assert one.high == pytest.approx(max(x.find(name).high for x in at))
        assert one.low < middle.find(name).low < middle.find(name).high < one.high
    assert found.find("informedness").low == pytest.approx(middle.find("informedness").low)
    assert found.level == 0.95
    assert ("0.01 to 0.04" if "prevalence_interval" in given else "12 of 600 items") in found.verdict


@pytest.mark.parametrize("share", [0, 1])
def test_rates_carry_over_where_a_class_does_not_occur(share, monkeypatch):
    """However the prevalence is said, and whether a table is known or its figures: one rule."""
    figures = {"recall": "0.9", "inverse_recall": "0.9", "prevalence": "0.5"}
    monkeypatch.setattr("abovechance.evaluation.deployment.published.MOST_LISTED", 0)
    enclosed = ac.deploy(ac.solve(n=200, **figures), share)
    monkeypatch.undo()
    for found in (
        ac.deploy(TABLE, share),
        ac.deploy(TABLE, prevalence_counts=(600 * share, 600)),
        ac.deploy(ac.solve(n=200, **figures), share),
        enclosed,
    ):
        for name in ("informedness", "recall", "inverse_recall"):
            one = found.find(name)
            assert one.low <= {"informedness": 0.8}.get(name, 0.9) <= one.high
            assert one.high - one.low < 0.25
        assert np.isnan(found.find("correlation").value)
        assert np.isnan(found.find("correlation").high)
        assert ("no alarm is true" in found.verdict) == (share == 0)
    curve = ac.deploy(TABLE, 0.5).curve([0, 0.5, 1]).of("informedness")
    assert curve.value == pytest.approx([0.8] * 3)
    assert curve.low == pytest.approx([curve.low[1]] * 3)


def test_costs_of_any_unit_and_many_alarms_are_readable():
    """Of 10⁷ on a miss and 1000 on an alarm an item costs 10⁷ · 0.1 π + 1000 · 0.1 (1 − π)."""
    found = ac.deploy(TABLE, 0.02, costs=(1e7, 1000), level=None)
    assert "An item costs 20,098; calling all alike costs 980.000" in found.verdict
    assert "An item costs 2.01e-05;" in ac.deploy(TABLE, 0.02, costs=(0.01, 1e-6), level=None).verdict
    assert ": 111,112 alarms for each true one" in ac.deploy(TABLE, 1e-6, level=None).verdict


def test_a_class_of_more_that_does_not_occur_keeps_its_recall():
    found = ac.deploy(THREE, [0, 0.4, 0.6])
    assert found.find("recall", "a").value == pytest.approx(0.8)
    assert np.isnan(ac.deploy(ac.Tables.from_cells(3, 0, 2, 0), 1).find("inverse_recall").value)


def test_a_solution_has_a_verdict_and_a_curve():
    found = ac.deploy(ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%"), 0.02, costs=(10, 1))
    assert found.verdict == (
        "At a prevalence of 0.02 Precision will be 0.033, not 0.714 as published: 30.4 alarms for each true one. "
        "Informedness stays as it is: 0.200. An item costs 0.394; calling all alike costs 0.200: decisions are "
        "not worth it there."
    )
    curve = found.curve([0.02, 0.6]).of("precision")
    assert curve.low == pytest.approx(curve.high)
    assert curve.low == pytest.approx([0.02 * 0.5 / (0.02 * 0.5 + 0.98 * 0.3), 30 / 42])


# Groups, empty classes, bad input --------------------------------------------------------------------


def test_groups_have_values_of_their_own():
    both = ac.Tables.from_counts([[[9, 1], [2, 8]], [[5, 5], [0, 0]]], labels=["n", "y"], rows="truth")
    found = ac.deploy(both, 0.1)
    assert found.find("precision", group=0).value == pytest.approx(0.08 / (0.08 + 0.09))
    assert np.isnan(found.find("precision", group=1).value)  # it has no positives
    assert found.find("recall").value == pytest.approx(0.8)


def test_deployed_tables_have_the_rates_and_shares():
    rates = rates_of(THREE, np.array([0.2, 0.3, 0.5]))
    table = deployed_tables(THREE, rates, np.array([0.2, 0.3, 0.5]))
    assert table.counts == pytest.approx(THREE.at_prevalence([0.2, 0.3, 0.5]).counts)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ac.deploy(TABLE), "say with prevalence what share"),
        (lambda: ac.deploy(TABLE, 1.2), "between 0 and 1"),
        (lambda: ac.deploy(THREE, 0.2), "give 3 prevalences"),
        (lambda: ac.deploy(TABLE, 0.2, prevalence_counts=(1, 9)), "leave out prevalence"),
        (lambda: ac.deploy(TABLE, prevalence_counts=(10, 9)), "10 is more than 9"),
        (lambda: ac.deploy(TABLE, prevalence_counts=(-1, 9)), "none negative"),
        (lambda: ac.deploy(TABLE, prevalence_counts=7), "how many items of how many"),
        (lambda: ac.deploy(THREE, prevalence_counts={"a": 1}), "'a', 'b', 'c'"),
        (lambda: ac.deploy(TABLE, prevalence_interval=(0.2, 0.1)), "the lower first"),
        (lambda: ac.deploy(TABLE, 0.5, prevalence_interval=(0.1, 0.2)), "which lies outside"),
        (lambda: ac.deploy(THREE, prevalence_interval=(0.1, 0.2)), "works with two classes only"),
        (lambda: ac.deploy(TABLE, 0.1, costs=3), "two numbers"),
        (lambda: ac.deploy(THREE, [0.2, 0.3, 0.5], costs=(1, 2)), "apply to two classes; these tables have 3"),
        (lambda: ac.deploy(TABLE, 0.1).curve([2]), "from 0 to 1"),
        (lambda: ac.deploy(TABLE, 0.1).curve([0.5]).of("x"), "there is no curve of 'x'"),
        (lambda: ac.deploy(TABLE, 0.1).find("precision", "x"), "there is no 'precision'"),
        (lambda: ac.deploy(ac.Tables.from_cells(3, 0, 2, 0), 0.1), "'negative' has no items"),
        (lambda: ac.deploy(ac.Tables.from_counts([[1.5, 2], [3, 4]]), 0.1), "sums of weights do not say"),
        (lambda: ac.deploy(ac.solve(n=250, precision="0.81", recall="0.79", accuracy="0.2"), 0.1), "nothing to deploy"),
        (lambda: ac.deploy(ac.solve(n=9, recall="0.5"), prevalence_counts=(1, 9), level=None), "is uncertain"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_sentence(call, said):
    with pytest.raises(ac.InputError, match=said):
        call()


def test_the_verdict_of_more_classes_is_of_the_whole_table():
    found = ac.deploy(THREE, [0.9, 0.05, 0.05], level=None)
    assert found.verdict == (
        "With shares of 'a' 0.9, 'b' 0.05, 'c' 0.05 there will be Informedness 0.689, not 0.682 as observed; "
        "Rand Accuracy 0.795, not 0.783 as observed; Cohen's Kappa 0.380, not 0.669 as observed."
    )


def test_items_left_out_are_told():
    found = ac.deploy([1, 1, 0, 0, None], [1, 0, 0, 1, 1], 0.1, on_missing="drop", positive=1)
    assert found.left_out == 1
    assert found.to_dict()["source"] == {"left_out": 1}


def test_reports_are_deployed_with_the_names_of_their_classes():
    report = ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%")
    named = replace(report, labels=("well", "sick"))
    assert ac.deploy(named, {"well": 0.98, "sick": 0.02}).prevalence.positive == "sick"
    assert set(ac.deploy(named, 0.02).curve([0.1]).varied) == {"sick"}
    printed = """Confusion Matrix and Statistics

          Reference
Prediction  a  b  c
         a 20  4  1
         b  3 15  2
         c  2  6 30
"""
    three = ac.solve(report=printed)
    found = ac.deploy(three, {"a": 0.9, "b": 0.05, "c": 0.05}, level=None)
    assert found.find("recall", "a").value == pytest.approx(20 / 25)
