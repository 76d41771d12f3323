"""Comparing coefficients: paired and Welch's t of percent agreement, Hotelling's T², the jackknife."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multivariate import test_mvmean as hotelling

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import estimate
from tests.raters.data import RAW_4_RATERS, anaesthetists

GRADES = Ratings.from_wide(anaesthetists())
GROUPS = {"first": ["1a", "1b", "1c"], "others": ["2", "3"], "rest": ["4", "5"]}


def by_item(raters):
    """The share of pairs of raters that agree on each item."""
    codes = GRADES.take_raters(raters).codes
    pairs = [(g, h) for g in range(codes.shape[1]) for h in range(g)]
    return np.mean([codes[:, g] == codes[:, h] for g, h in pairs], axis=0)


def results(name, groups=GROUPS):
    return {key: ac.agreement(GRADES.take_raters(raters), name) for key, raters in groups.items()}


def test_two_groups_of_raters_by_percent_agreement_are_a_paired_t_test():
    two = {key: GROUPS[key] for key in ("first", "others")}
    found = ac.compare_agreement(results("percent_agreement", two))
    expected = stats.ttest_rel(by_item(two["first"]), by_item(two["others"]))
    interval = expected.confidence_interval()
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.pairs[0].p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.statistic == pytest.approx(expected.statistic**2)


def test_different_items_are_a_welch_test():
    halves = [GRADES.take_items(np.arange(45) % 3 == 0), GRADES.take_items(np.arange(45) % 3 > 0)]
    found = ac.compare_agreement(
        [ac.agreement(half, "percent_agreement") for half in halves], items="different"
    )
    share = by_item(GRADES.raters)
    expected = stats.ttest_ind(share[::3], share[np.arange(45) % 3 > 0], equal_var=False)
    interval = expected.confidence_interval()
    assert found.pairs[0].p_value == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.systems == ("percent_agreement 1", "percent_agreement 2")
    assert "not shown to differ" in found.verdict


def test_three_groups_are_hotellings_test():
    found = ac.compare_agreement(results("percent_agreement"))
    shares = np.column_stack([by_item(raters) for raters in GROUPS.values()])
    expected = hotelling(shares[:, 1:] - shares[:, :1])
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.df == (2, 43)
    assert found["first", "rest"].difference == -found["rest", "first"].difference


@pytest.mark.parametrize("pair", [("gwet_ac", "fleiss_kappa"), ("krippendorff_alpha", "percent_agreement")])
def test_two_coefficients_vary_together(pair):
    """The standard error of the difference is that of the jackknife; the sum of variances is far larger."""
    found = ac.compare_agreement([ac.agreement(GRADES, name) for name in pair])
    left = [
        estimate(fewer, pair[0]).value - estimate(fewer, pair[1]).value
        for fewer in (GRADES.take_items(np.arange(45) != i) for i in range(45))
    ]
    jackknife = math.sqrt(44 / 45 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert found.se == pytest.approx(jackknife, rel=0.15)
    assert found.se < 0.5 * math.hypot(*(ac.agreement(GRADES, name).se for name in pair))


def test_items_that_enter_one_coefficient_alone():
    """The last item of Gwet's data has one rating: it has no part in alpha, and one in Fleiss' Kappa."""
    ratings = Ratings.from_wide(RAW_4_RATERS)
    found = ac.compare_agreement([ac.agreement(ratings, name) for name in ("alpha", "fleiss")])
    left = [
        estimate(fewer, "alpha").value - estimate(fewer, "fleiss").value
        for fewer in (ratings.take_items(np.arange(12) != i) for i in range(12))
    ]
    jackknife = math.sqrt(11 / 12 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert found.se == pytest.approx(jackknife, rel=0.3)


def test_a_coefficient_does_not_differ_from_itself():
    found = ac.compare_agreement([ac.agreement(GRADES, "gwet_ac")] * 2)
    assert found.difference == found.se == found.low == found.high == 0
    assert math.isnan(found.p_value)
    assert found.pairs[0].reason == "the difference does not vary from item to item"
    assert "not shown to differ" in found.verdict


def test_what_is_shown_to_differ_is_said():
    rng = np.random.default_rng(4)
    truth = rng.integers(3, size=300)
    good, fair, poor = (
        [np.where(rng.random(300) < k, truth, rng.integers(3, size=300)) for _ in range(2)]
        for k in (0.95, 0.6, 0.1)
    )
    found = {
        name: ac.agreement(np.column_stack(raters), "fleiss_kappa")
        for name, raters in {"good": good, "fair": fair, "poor": poor}.items()
    }
    assert ac.compare_agreement({k: found[k] for k in ("poor", "good")}).verdict.startswith(
        "'good' is higher than 'poor': "
    )
    verdict = ac.compare_agreement(found).verdict
    assert verdict.startswith(
        "Shown to differ: 'good' is higher than 'fair', 'good' is higher than 'poor', 'fair' is"
    )


def test_undefined_coefficients_cannot_be_compared():
    alike = ac.agreement([[1, 1]] * 45, "fleiss_kappa")
    found = ac.compare_agreement({"a": alike, "b": ac.agreement(GRADES, "fleiss_kappa")})
    assert found.verdict == "'a' and 'b' cannot be compared: a coefficient is undefined."


def test_p_values_of_pairs_are_adjusted():
    found = ac.compare_agreement(results("gwet_ac"), adjust="bonferroni")
    for pair in found.pairs:
        assert pair.p_adjusted == pytest.approx(min(3 * pair.p_value, 1))
    plain = ac.compare_agreement(results("gwet_ac"), adjust=None)
    assert [pair.p_adjusted for pair in plain.pairs] == [pair.p_value for pair in plain.pairs]


def test_several_different_items_are_tested_by_chi_squared():
    thirds = {f"{i}": ac.agreement(GRADES.take_items(np.arange(45) % 3 == i), "gwet_ac") for i in range(3)}
    found = ac.compare_agreement(thirds, items="different")
    weights = np.array([1 / result.se**2 for result in thirds.values()])
    values = np.array([result.value for result in thirds.values()])
    spread = weights @ (values - weights @ values / weights.sum()) ** 2
    assert found.statistic == pytest.approx(spread)
    assert found.p_value == pytest.approx(stats.chi2.sf(spread, 2))
    assert "No two of the 3 coefficients are shown to differ" in repr(found)


def test_what_it_refuses():
    one, other = ac.agreement(GRADES, "gwet_ac"), ac.agreement(RAW_4_RATERS, "gwet_ac")
    with pytest.raises(ac.InputError, match="needs two results"):
        ac.compare_agreement([one])
    with pytest.raises(ac.InputError, match=r"'gwet_ac 1' has 45, 'gwet_ac 2' has 12: give the same items"):
        ac.compare_agreement([one, other])
    with pytest.raises(ac.InputError, match="items must be 'same' or 'different'"):
        ac.compare_agreement([one, one], items="equal")
    with pytest.raises(ac.InputError, match="count the same number of times"):
        ac.compare_agreement([one, ac.agreement(GRADES.weighted(np.full(45, 2.0)), "gwet_ac")])
    three = ac.compare_agreement(results("gwet_ac"))
    with pytest.raises(ac.InputError, match="3 were compared: ask for two of them"):
        _ = three.difference
    with pytest.raises(ac.InputError, match="there is no pair"):
        _ = three["first", "nobody"]


def test_forms():
    found = ac.compare_agreement(results("gwet_ac"))
    assert found.to_frame("pandas").shape[0] == 3
    assert found.to_dict()["systems"] == list(GROUPS)


def frame(raters, order=None, names=None):
    import pandas as pd

    grades = anaesthetists()
    whole = pd.DataFrame({"patient": names or [f"p{i}" for i in range(45)]} | {g: grades[g] for g in raters})
    return whole if order is None else whole.iloc[order]


def test_named_items_are_found_in_any_order():
    order = np.random.default_rng(1).permutation(45)
    one = ac.agreement(frame(GROUPS["first"]), "alpha", item="patient")
    two, mixed = (ac.agreement(frame(GROUPS["others"], o), "alpha", item="patient") for o in (None, order))
    found, expected = ac.compare_agreement([one, mixed]), ac.compare_agreement([one, two])
    assert (found.se, found.p_value) == pytest.approx((expected.se, expected.p_value))
    rows = ac.compare_agreement([ac.agreement(x.ratings.codes, "alpha") for x in (one, mixed)])
    assert rows.se != pytest.approx(found.se)


def test_other_named_items_are_not_the_same():
    one = ac.agreement(frame(GROUPS["first"]), "alpha", item="patient")
    other = ac.agreement(frame(GROUPS["others"], names=[f"q{i}" for i in range(45)]), "alpha", item="patient")
    with pytest.raises(ac.InputError, match="are not of the same items"):
        ac.compare_agreement([one, other])
    with pytest.raises(ac.InputError, match="'alpha of rows' have no names and others do"):
        ac.compare_agreement({"named": one, "alpha of rows": ac.agreement(GRADES, "alpha")})


@pytest.mark.parametrize("results", [[0.5, 0.6], {"a": 0.5, "b": 0.6}, 0.5, "ab"])
def test_only_results_are_compared(results):
    with pytest.raises(ac.InputError, match="results must be those of agreement"):
        ac.compare_agreement(results)


@pytest.mark.parametrize("method", ["jackknife_raters", "unconditional"])
def test_raters_as_a_sample_are_not_compared_by_items(method):
    found = ac.agreement(GRADES, "alpha", method=method)
    with pytest.raises(ac.InputError, match="lets the raters be a sample"):
        ac.compare_agreement([found, ac.agreement(GRADES, "fleiss_kappa")], items="different")
