"""Benchmarking: irrCAC's probabilities, and words at the ends."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.raters.benchmark import AUTHORS
from tests.raters.data import anaesthetists

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")

# irrCAC 0.4.4 (Python): Benchmark(coeff=0.67, se=0.15).altman(), .landis_koch(), .fleiss()
IRRCAC = {
    "altman": [0.18168, 0.67511, 0.96356, 0.99912, 1.0],
    "landis_koch": [0.18168, 0.67511, 0.96356, 0.99912, 1.0, 1.0],
    "fleiss": [0.28699, 0.96356, 1.0],
}


@pytest.mark.parametrize("scale", IRRCAC)
def test_as_irrcac(scale):
    found = ac.benchmark_agreement(0.67, se=0.15, scale=scale)
    assert [grade.cumulative for grade in found.grades] == pytest.approx(IRRCAC[scale], abs=5e-6)


def test_the_word_earned_is_below_the_word_touched():
    found = ac.benchmark_agreement(0.67, se=0.15)
    assert (found.word, found.naive) == ("moderate", "substantial")
    assert ac.benchmark_agreement(0.67, se=0.001).word == "substantial"
    assert ac.benchmark_agreement(0.67, se=0.15, level=0.5).word == "substantial"


@given(st.floats(-1, 1), st.floats(0.001, 5), st.sampled_from(sorted(AUTHORS)))
def test_probabilities_sum_to_one_and_words_follow_each_other(value, se, scale):
    found = ac.benchmark_agreement(value, se=se, scale=scale)
    assert sum(grade.probability for grade in found.grades) == pytest.approx(1)
    assert all(grade.probability >= 0 for grade in found.grades)
    assert [g.low for g in found.grades[:-1]] == [g.high for g in found.grades[1:]]
    assert (found.grades[0].high, found.grades[-1].low) == (1, -1)
    assert found.word is not None


def test_small_probabilities_are_not_lost():
    """The tail of a normal distribution 9 standard errors away, which 1 − Φ would round to 0."""
    found = ac.benchmark_agreement(0.9, se=0.1 / 9, scale="altman")
    assert found.grades[1].probability == pytest.approx(0.5 * math.erfc(9 / math.sqrt(2)), rel=1e-9)


def test_without_uncertainty_the_value_decides():
    found = ac.benchmark_agreement(1.0, se=0.0, scale="regier")
    assert found.word == found.naive == "excellent"
    assert [grade.probability for grade in found.grades] == [1, 0, 0, 0, 0]


def test_undefined_earns_no_word():
    found = ac.benchmark_agreement(math.nan, se=math.nan)
    assert found.word is None
    assert found.naive is None


def test_a_result_brings_its_own_standard_error():
    result = ac.agreement(anaesthetists(), "gwet_ac")
    found = ac.benchmark_agreement(result, scale="cicchetti")
    assert (found.value, found.se) == (result.value, result.se)
    assert found.to_frame("pandas")["word"].tolist() == ["excellent", "good", "fair", "poor"]
    assert found.to_dict()["scale"] == "cicchetti"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.5, None), "needs its standard error"),
        ((1.5, 0.1), "at most 1"),
        ((0.5, -0.1), "at most 1 and a standard error is 0 or more"),
    ],
)
def test_what_it_refuses(arguments, message):
    with pytest.raises(ac.InputError, match=message):
        ac.benchmark_agreement(arguments[0], se=arguments[1])


def test_an_unknown_scale_is_answered_with_the_nearest():
    with pytest.raises(
        ac.InputError, match="no scale of agreement called 'landis_cock'; did you mean 'landis_koch'"
    ):
        ac.benchmark_agreement(0.5, se=0.1, scale="landis_cock")
    assert np.isclose(ac.benchmark_agreement(0.5, se=0.1, scale="Landis").value, 0.5)


FEW = [[2, 2], [3, 3], [10, 10], [2, 3]]


@pytest.mark.parametrize("method", ["delta", "jackknife", "jackknife_raters", "unconditional"])
@pytest.mark.parametrize("name", ["krippendorff_alpha", "percent_agreement"])
def test_words_say_what_the_interval_says(name, method):
    """The bounds of the 90 % interval leave 5 % beyond them."""
    found = ac.agreement(anaesthetists(), name, method=method, level=0.9)
    assert found.confidence.below([found.low, found.high]) == pytest.approx([0.05, 0.95], abs=1e-9)


@pytest.mark.parametrize("method", ["delta", "wald", "gwet", "jackknife", "bootstrap", "bca"])
def test_probabilities_of_a_result_sum_to_one(method):
    found = ac.agreement(FEW, "alpha", weights="interval", method=method, replicates=50, seed=1)
    assert sum(g.probability for g in ac.benchmark_agreement(found).grades) == pytest.approx(1)


@pytest.mark.parametrize(("ratings", "end"), [([[1, 1], [2, 2], [1, 1]], 0), ([[1, 2]] * 9, 1)])
def test_all_or_none_agreeing_is_judged_by_the_bound(ratings, end):
    found = ac.agreement(ratings, "krippendorff_alpha", level=0.9)
    bound = (found.low, found.high)[end]
    assert found.confidence.below(bound) == pytest.approx((0.05, 0.95)[end])
    assert ac.benchmark_agreement(found).word == "poor"


def test_few_items_do_not_earn_the_best_word():
    found = ac.benchmark_agreement(ac.agreement(FEW, "alpha", weights="interval"))
    assert (found.naive, found.word) == ("almost perfect", "substantial")


@pytest.mark.parametrize(
    "name", ["percent_agreement", "informedness", "markedness", "correlation", "kappa_max"]
)
def test_words_are_for_kappas(name):
    found = ac.benchmark_agreement(ac.agreement(anaesthetists(), name))
    assert found.word is found.naive is None
    assert repr(found).startswith("no word by landis_koch: verbal scales were made for Kappas")


def test_a_result_takes_no_standard_error_and_several_are_too_many():
    several = ac.agreement(anaesthetists())
    with pytest.raises(ac.InputError, match="brings its own standard error"):
        ac.benchmark_agreement(several["fleiss_kappa"], se=0.5)
    with pytest.raises(ac.InputError, match=r"by one measure, such as found\['fleiss_kappa'\]"):
        ac.benchmark_agreement(several)
    with pytest.raises(ac.InputError, match="value must be a result of agreement by one measure or a number"):
        ac.benchmark_agreement("high", se=0.1)


def test_what_is_said_without_a_word_and_with_the_lowest():
    assert (
        repr(ac.benchmark_agreement(math.nan, se=0.1))
        == "no word by landis_koch: the coefficient is undefined"
    )
    assert repr(ac.benchmark_agreement(0.1, se=0.1)).startswith(
        "'poor' by landis_koch: 'slight' or better has a probability below 0.95 (the value alone would be 'slight')"
    )


def test_the_scales_listed_are_those_that_there_are():
    with pytest.raises(ac.InputError, match="there are 'landis_koch', 'altman'"):
        ac.benchmark_agreement(0.5, se=0.1, scale="qqq")
    with pytest.raises(ac.InputError, match="no scale of agreement called 'auto'"):
        ac.benchmark_agreement(0.5, se=0.1, scale="auto")
