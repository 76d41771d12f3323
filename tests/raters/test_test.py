"""Tests of agreement against chance: R's irr, all permutations of a few items, and what they refuse."""

import itertools
import math
from contextlib import suppress

import numpy as np
import pytest
from scipy import stats

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import declared, estimate, is_usable
from abovechance.raters.test import METHODS
from abovechance.raters.uncertainty.intervals import standard_error
from tests.raters.data import RAW_4_RATERS, anaesthetists, fleiss_1971

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")


def diagnoses():
    counts, names = fleiss_1971()
    return Ratings.from_counts(counts, categories=names)


def test_as_irr():
    """R's irr 0.84: kappam.fleiss(diagnoses) gives Kappa 0.4302445 and z 17.65183."""
    found = ac.agreement_test(diagnoses())
    assert found.method == "fleiss_nee_landis"
    assert found.value == pytest.approx(0.4302445, abs=5e-8)
    assert found.statistic == pytest.approx(17.65183, abs=5e-6)
    assert found.p_value == pytest.approx(math.erfc(17.65183 / math.sqrt(2)), rel=1e-3)


def test_the_test_has_the_variance_of_no_agreement_and_the_interval_has_not():
    counted = diagnoses()
    assert ac.agreement_test(counted).se < 0.5 * ac.agreement(counted, "fleiss_kappa").se


def test_shuffling_goes_through_all_permutations():
    first, second = [1, 1, 2, 3, 3, 2], [1, 2, 2, 3, 1, 2]
    own = estimate(Ratings.from_wide({"a": first, "b": second}), "fleiss_kappa").value
    values = np.array(
        [
            estimate(Ratings.from_wide({"a": first, "b": list(order)}), "fleiss_kappa").value
            for order in itertools.permutations(second)
        ]
    )
    tails = {"greater": np.mean(values >= own - 1e-9), "less": np.mean(values <= own + 1e-9)}
    for alternative in ("two-sided", "greater", "less"):
        exact = tails.get(alternative, min(2 * min(tails.values()), 1))
        found = ac.agreement_test(
            {"a": first, "b": second},
            method="permutation",
            alternative=alternative,
            replicates=1000,
            seed=1,
        )
        assert found.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact / 1000) + 1e-3)
        assert found.chance == pytest.approx(values.mean(), abs=0.04)


def test_shuffling_keeps_what_each_rater_gave_and_left_out():
    from abovechance.raters.test import _shuffled

    ratings = Ratings.from_wide(RAW_4_RATERS)
    other = _shuffled(ratings, np.random.default_rng(1))
    assert np.array_equal(np.sort(ratings.codes, axis=0), np.sort(other.codes, axis=0))
    assert np.array_equal(ratings.codes < 0, other.codes < 0)
    assert not np.array_equal(ratings.codes, other.codes)


def test_shuffled_counts_keep_both_margins():
    from abovechance.raters.test import _shuffled

    counted = diagnoses()
    other = _shuffled(counted, np.random.default_rng(1))
    assert np.array_equal(counted.counts.sum(0), other.counts.sum(0))
    assert np.array_equal(counted.counts.sum(1), other.counts.sum(1))


def test_shuffling_and_the_normal_test_agree_on_the_variance():
    """Of many items the variance of Fleiss, Nee and Landis is that of shuffled counts."""
    rng = np.random.default_rng(5)
    counts = rng.multinomial(4, [0.5, 0.3, 0.2], size=300)
    ratings = Ratings.from_counts(counts)
    normal = ac.agreement_test(ratings)
    shuffled = ac.agreement_test(ratings, method="permutation", replicates=1000, seed=1)
    assert shuffled.se == pytest.approx(normal.se, rel=0.08)
    assert shuffled.chance == pytest.approx(0, abs=0.01)


def test_the_recommended_one():
    assert ac.agreement_test(RAW_4_RATERS, replicates=50, seed=1).method == "permutation"
    grades = anaesthetists()
    assert ac.agreement_test(grades, "gwet_ac", replicates=50, seed=1).method == "permutation"
    assert ac.agreement_test(grades).method == "fleiss_nee_landis"
    many = Ratings.from_wide(grades).take_items(np.tile(np.arange(45), 1000))
    assert ac.agreement_test(many, "gwet_ac").method == "normal"
    assert ac.agreement_test(many, "light_kappa").method == "wald"


@pytest.mark.parametrize("key", ["cohen_kappa", "fleiss_kappa", "gwet_ac", "krippendorff_alpha"])
@pytest.mark.parametrize("weights", ["identity", "linear"])
def test_the_moments_are_those_of_all_permutations(key, weights):
    first, second = [1, 1, 2, 3, 3, 2], [1, 2, 2, 3, 1, 2]
    values = [
        estimate(Ratings.from_wide({"a": first, "b": list(order)}), key, weights).value
        for order in itertools.permutations(second)
    ]
    found = ac.agreement_test({"a": first, "b": second}, key, weights=weights, method="normal")
    assert found.chance == pytest.approx(np.mean(values), abs=1e-12)
    assert found.se == pytest.approx(np.std(values), rel=1e-12)


def test_the_moments_of_three_raters_are_those_of_all_permutations():
    raters = [[1, 2, 2, 3], [1, 2, 3, 3], [2, 2, 3, 1]]
    values = [
        estimate(Ratings.from_wide(np.column_stack([raters[0], one, other])), "conger_kappa").value
        for one in itertools.permutations(raters[1])
        for other in itertools.permutations(raters[2])
    ]
    found = ac.agreement_test(np.column_stack(raters), "conger_kappa", method="normal")
    assert found.chance == pytest.approx(np.mean(values), abs=1e-12)
    assert found.se == pytest.approx(np.std(values), rel=1e-12)


def test_moments_and_the_null_variance_of_cohens_kappa():
    """Fleiss, Cohen and Everitt (1969): √(p_e + p_e² − Σ p·q·(p + q)) / ((1 − p_e)·√n), and here n − 1."""
    rng = np.random.default_rng(3)
    a, b = rng.integers(3, size=(2, 50))
    p, q = (np.bincount(x, minlength=3) / 50 for x in (a, b))
    chance = p @ q
    expected = math.sqrt((chance + chance**2 - (p * q) @ (p + q)) / 49) / (1 - chance)
    found = ac.agreement_test({"a": a, "b": b}, "cohen_kappa", method="normal")
    assert found.se == pytest.approx(expected)
    assert found.chance == pytest.approx(0, abs=1e-12)


def test_wald_divides_by_the_standard_error():
    ratings = Ratings.from_wide(RAW_4_RATERS)
    found = ac.agreement_test(ratings, "gwet_ac", method="wald", alternative="greater")
    value = estimate(ratings, "gwet_ac")
    assert found.statistic == pytest.approx(value.value / standard_error(ratings, value))
    assert found.df == value.n - 1
    assert found.p_value == pytest.approx(stats.t.sf(found.statistic, found.df))
    assert f"t({found.df:g}) = " in repr(found)


CORRECTED = [chosen for chosen in declared() if chosen.corrected and chosen.key != "kappa_max"]


@pytest.mark.parametrize("chosen", CORRECTED, ids=lambda c: c.key)
@pytest.mark.parametrize("weights", ["identity", "quadratic"])
def test_the_wald_test_rejects_what_the_wald_interval_leaves_out(chosen, weights):
    """Of few items, with and without gaps, of all that agree and of none that do, at every level."""
    raters = 2 if chosen.group == "two" else 3
    rng = np.random.default_rng(4)
    samples = [rng.integers(1, 3, (n, raters)).astype(float) for n in (3, 5, 10, 25)]
    samples += [np.where(rng.random((12, raters)) < 0.2, np.nan, rng.integers(1, 3, (12, raters)))]
    known = rng.integers(1, 3, (12, 1))
    samples += [np.repeat(known[:n], raters, axis=1) for n in (2, 4, 8, 12)]
    samples += [np.hstack([known, 3 - known])] if raters == 2 else []
    samples += [np.repeat([[1, 2, 1][:raters]], n, axis=0) for n in (2, 7)]
    checked = 0
    for rated in samples:
        ratings = Ratings.from_wide(rated, categories=[1, 2])
        if not is_usable(ratings, chosen, weights):
            continue
        p = ac.agreement_test(ratings, chosen.key, weights=weights, method="wald").p_value
        for level in (0.01, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999):
            found = ac.agreement(ratings, chosen.key, weights=weights, method="wald", level=level)
            assert math.isnan(found.low) == math.isnan(p)
            if not math.isnan(p):
                assert (p < 1 - level) == (found.low > 0 or found.high < 0), (rated, level)
                checked += 1
    assert checked > 20 or not is_usable(ratings, chosen, weights)


def test_the_wald_test_of_ten_items_rejects_less_than_by_the_normal_distribution():
    rng = np.random.default_rng(11)
    found = [ac.agreement_test(rng.integers(0, 2, (10, 3)), method="wald") for _ in range(600)]
    rejected = np.mean([x.p_value < 0.05 for x in found])
    normal = np.mean([2 * stats.norm.sf(abs(x.statistic)) < 0.05 for x in found])
    assert rejected < 0.11
    assert normal > 0.15


SCARCE = {
    "one category": [[1, 1], [1, 1], [1, 1]],
    "one item": [[1, 2]],
    "one item, one category": [[1, 1]],
    "no pair": [[1, None], [None, 2], [1, None]],
    "a rater who says the same": {"a": [1] * 7, "b": [1, 2, 3, 1, 1, 2, 3]},
    "raters who say the same": {"a": [1] * 7, "b": [2] * 7},
    "all agree": [[1, 1], [2, 2], [3, 3], [1, 1]],
    "some agree": [[1, 1], [2, 1], [3, 3], [1, 1]],
}


@pytest.mark.parametrize("name", SCARCE)
@pytest.mark.parametrize("method", METHODS)
def test_a_p_value_or_the_reason_why_there_is_none(name, method):
    ratings, checked = Ratings.from_wide(SCARCE[name]), 0
    for chosen in CORRECTED:
        with suppress(ac.InputError):  # the method is not for this coefficient
            found = ac.agreement_test(ratings, chosen.key, method=method, replicates=20, seed=1)
            assert math.isnan(found.p_value) == (found.reason is not None)
            assert "nan)" not in repr(found)
            assert found.reason is None or f"no p-value: {found.reason} (" in repr(found)
            assert found.to_dict()["reason"] == found.to_frame("pandas")["reason"][0] == found.reason
            assert found.value != 0 or not found.p_value < 1
            checked += 1
    assert checked or (name == "no pair" and method in ("normal", "fleiss_nee_landis"))


@pytest.mark.parametrize("method", METHODS)
def test_ratings_of_one_category_have_a_reason(method):
    found = ac.agreement_test(SCARCE["one category"], "fleiss_kappa", method=method, replicates=5)
    assert math.isnan(found.p_value)
    assert found.reason == ac.agreement(SCARCE["one category"], "fleiss_kappa").reason


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"measure": "percent_agreement"}, "has no chance taken out"),
        ({"method": "fleiss_nee_landis", "measure": "gwet_ac"}, "fleiss_nee_landis is for fleiss_kappa"),
        ({"method": "fnl"}, "items with equally many ratings"),
        ({"method": "normal"}, "normal is for complete ratings and brennan_prediger"),
        ({"method": "premutation"}, "did you mean 'permutation'"),
        ({"alternative": "more"}, "no alternative called 'more'"),
        ({"replicates": 0}, "replicates is how often to shuffle"),
    ],
)
def test_what_it_refuses(options, message):
    with pytest.raises(ac.InputError, match=message):
        ac.agreement_test(RAW_4_RATERS, **options)


def test_items_that_count_several_times_are_shuffled_one_by_one():
    ratings = Ratings.from_wide(RAW_4_RATERS).weighted(np.full(12, 2.0))
    options = {"method": "permutation", "replicates": 50, "seed": 1}
    found = ac.agreement_test(ratings, **options)
    repeated = ac.agreement_test(
        Ratings.from_wide(RAW_4_RATERS).take_items(np.repeat(np.arange(12), 2)), **options
    )
    assert (found.value, found.chance, found.p_value) == pytest.approx(
        (repeated.value, repeated.chance, repeated.p_value)
    )
    assert found.method == ac.agreement_test(ratings, replicates=50).method


@pytest.mark.parametrize("times", [1.5, 2.0**30])
def test_items_that_cannot_be_told_one_by_one_are_not_shuffled(times):
    ratings = Ratings.from_wide(RAW_4_RATERS).weighted(np.full(12, times))
    with pytest.raises(ac.InputError, match="a whole number of times and are at most 100,000,000"):
        ac.agreement_test(ratings, method="permutation")
    assert ac.agreement_test(ratings).method == "wald"


def test_forms():
    found = ac.agreement_test(diagnoses())
    assert found.to_frame("pandas")["method"].tolist() == ["fleiss_nee_landis"]
    assert found.to_dict()["measure"] == "fleiss_kappa"
    assert repr(found).startswith("fleiss_kappa 0.4302, p = ")
