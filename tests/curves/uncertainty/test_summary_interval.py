"""Any summary of a curve has an interval."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.summaries.summary import NAMES, statistic_of
from abovechance.curves.uncertainty.resampling import bootstrap_values

interval = ac.curves.interval


@pytest.fixture(scope="module")
def curve():
    rng = np.random.default_rng(1)
    truth = np.arange(120) < 50
    return ac.Curve.from_scores(truth, rng.normal(size=120) + truth, positive=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_summary_has_one(curve, name):
    parameters = {"fpr": (0, 0.3)} if name == "partial_auc" else {}
    found = interval(curve, name, replicates=150, seed=1, **parameters)
    assert found.measure == name
    assert found.low < found.value < found.high
    assert found.reason is None


def test_the_auc_goes_to_its_own(curve):
    assert interval(curve, "AUROC").to_dict() == ac.curves.auc_interval(curve).to_dict()


def test_names_functions_and_parameters(curve):
    named = interval(curve, "partial_auc", fpr=(0, 0.3), replicates=50, seed=1, method="bca")
    given = interval(curve, ac.curves.partial_auc, fpr=(0, 0.3), replicates=50, seed=1)
    assert (named.value, named.low, named.measure) == (given.value, given.low, given.measure)
    assert (
        interval(curve, "h", prior=(2, 2), replicates=50, seed=1).value
        == ac.curves.h_measure(curve, (2, 2)).value
    )


def test_corrected_bounds_take_the_bias_off_on_their_scale(curve):
    statistic = statistic_of("best_informedness")[1]
    drawn = bootstrap_values(curve, statistic, replicates=300, seed=1)
    on_scale, centre = np.arcsin(np.sqrt(drawn)), np.arcsin(np.sqrt(statistic(curve)))
    bias = on_scale.mean() - centre
    half = 1.959963984540054 * np.hypot(on_scale.std(ddof=1), bias)
    found = interval(curve, "best_informedness", replicates=300, seed=1)
    assert bias > 0
    assert found.method == "corrected"
    assert (found.low, found.high) == pytest.approx(
        (np.sin(centre - bias - half) ** 2, np.sin(centre - bias + half) ** 2)
    )
    drawn = bootstrap_values(curve, statistic_of("auch")[1], replicates=300, seed=1)
    on_scale, centre = np.log(drawn / (1 - drawn)), np.log(curve.auch / (1 - curve.auch))
    middle, half = 2 * centre - on_scale.mean(), 1.959963984540054 * on_scale.std(ddof=1)
    found = interval(curve, "auch", replicates=300, seed=1)
    assert found.low == pytest.approx(1 / (1 + np.exp(half - middle)))


def test_columns_and_clusters():
    rng = np.random.default_rng(4)
    truth = np.tile([True, False], 100)
    patient = np.repeat(np.arange(40), 5)
    scores = rng.normal(size=200) + truth * rng.normal(1, 2, size=40)[patient]
    plain = interval(truth, scores, "best_informedness", positive=True, replicates=400, seed=1)
    whole = interval(
        truth, scores, "best_informedness", positive=True, clusters=patient, replicates=400, seed=1
    )
    assert plain.value == whole.value
    assert whole.se > plain.se
    assert plain.n == 200


def test_undefined_has_a_reason():
    found = interval(ac.Curve.from_scores([1, 1], [1, 2], positive=1), "auch", replicates=10)
    assert math.isnan(found.low)
    assert found.reason == "every item is really 1"
    assert "same value" in interval([0, 0, 1, 1], [1, 2, 3, 4], "auch", replicates=10).reason


def test_hull_summaries_are_corrected_for_their_bias():
    """The hull of a sample is above that of the population; BCa bounds are lower than percentiles."""
    rng = np.random.default_rng(6)
    truth = np.arange(60) < 30
    sample = ac.Curve.from_scores(truth, rng.normal(size=60) + truth, positive=True)
    corrected, plain = (interval(sample, "auch", method=m, seed=1) for m in ("bca", "percentile"))
    assert corrected.low < plain.low
    assert corrected.high < plain.high


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("auk", [0, 1], [1, 2], "logit"), "there is no interval of auk called 'logit'"),
        (("auk", [0, 1], [1, 2], "corrected"), "is for shares, not for auk"),
        (("aukk", [0, 1], [1, 2], "auto"), "did you mean 'auk'"),
        (("auk", [0, 1], None, "auto"), "must be a Curve"),
    ],
)
def test_bad_arguments_are_named(arguments, said):
    summary, truth, scores, method = arguments
    with pytest.raises(ac.InputError, match=said):
        interval(truth, scores, summary, method=method)


def test_unknown_parameters_are_refused():
    with pytest.raises(ac.InputError, match="auch has no parameter 'prior'"):
        statistic_of("auch", prior=1)


def test_every_number_of_a_summary_has_an_interval():
    curve = ac.Curve.from_scores([0, 1] * 30, [(x * x % 17 + 5 * (x % 2)) / 25 for x in range(60)])
    for measure in ac.curves.curve_measures():
        found = ac.curves.interval(curve, measure.key, replicates=100, seed=1)
        assert found.measure == measure.key
        assert found.value == pytest.approx(measure(curve))
        assert found.low <= found.high


@pytest.mark.parametrize("method", ["auto", "delong", "percentile"])
def test_the_gini_coefficient_says_what_the_area_says(method):
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1] * 10, [0.1, 0.3, 0.4, 0.5, 0.7, 0.9] * 10)
    area, gini = (ac.curves.interval(curve, name, method=method, seed=1) for name in ("auc", "gini"))
    assert (gini.measure, gini.method, gini.se) == ("gini", area.method, 2 * area.se)
    assert [gini.low, gini.value, gini.high] == [2 * x - 1 for x in (area.low, area.value, area.high)]
