"""Averages over classes: each is the mean it says, and undefined classes are the caller's choice."""

import math

import numpy as np
import pytest

import abovechance as ac
from tests.measures.families import test_means, test_rates
from tests.measures.textbook import keys, margins, mp, one_vs_rest, several, trace


def _mcc(a, b, c, d):
    return (a * d - b * c) / mp.sqrt((a + c) * (b + d)) / mp.sqrt((a + b) * (c + d))


OF_A_CLASS = {**test_rates.FORMULAS, **test_means.FORMULAS, "mcc": _mcc}


def _macro(formula):
    return lambda t: sum(formula(*k) for k in one_vs_rest(t)) / len(t)


def _weighted(formula):
    return lambda t: sum(
        r / margins(t)[2] * formula(*k) for r, k in zip(margins(t)[0], one_vs_rest(t), strict=True)
    )


AVERAGES = {"macro": _macro, "weighted": _weighted}


def _formula(key):
    average, of = key.split("_", 1)
    return AVERAGES[average](OF_A_CLASS[of])


def _each(t):
    """The prevalence of each class, with its cells against the rest."""
    return [(r / margins(t)[2], k) for r, k in zip(margins(t)[0], one_vs_rest(t), strict=True)]


OTHERS = {
    "harmonic_f1": lambda t: 1 / sum(r / test_means.FORMULAS["f1"](*k) for r, k in _each(t)),
    "geometric_g_measure": lambda t: mp.exp(
        sum(r * mp.log(test_means.FORMULAS["g_measure"](*k)) for r, k in _each(t))
    ),
    "micro_jaccard": lambda t: trace(t) / (2 * margins(t)[2] - trace(t)),
    "micro_inverse_recall": lambda t: (
        sum(d for _, _, _, d in one_vs_rest(t)) / sum(b + d for _, b, _, d in one_vs_rest(t))
    ),
    "micro_fallout": lambda t: (
        sum(b for _, b, _, _ in one_vs_rest(t)) / sum(b + d for _, b, _, d in one_vs_rest(t))
    ),
    "micro_auc_of_one_point": lambda t: (
        (
            trace(t) / margins(t)[2]
            + sum(d for _, _, _, d in one_vs_rest(t)) / sum(b + d for _, b, _, d in one_vs_rest(t))
        )
        / 2
    ),
}
FORMULAS = {key: _formula(key) for key in sorted(keys("averages") - OTHERS.keys())} | OTHERS

test_formulas_of_tables = several(FORMULAS)


def test_an_average_says_what_it_is_of():
    assert ac.macro_recall.title == "Macro Recall"
    assert ac.macro_recall.meaning.startswith("The macro mean over the classes of Recall: the share of")
    assert ac.macro_recall.dual == "macro_precision"
    assert "prevalence" in ac.macro_recall.invariant
    assert "prevalence" not in ac.weighted_precision.invariant


def test_hand_arithmetic():
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    assert ac.macro_recall(t) == pytest.approx((5 / 6 + 6 / 9 + 4 / 5) / 3)
    assert ac.weighted_precision(t) == pytest.approx((6 * 5 / 7 + 9 * 6 / 8 + 5 * 4 / 5) / 20)
    assert ac.macro_f1(t) == pytest.approx((10 / 13 + 12 / 17 + 8 / 10) / 3)
    assert ac.micro_jaccard(t) == 15 / 25
    assert ac.micro_fallout(t) == 5 / 40


def test_prevalence_weighted_recall_and_bias_weighted_precision_are_accuracy():
    """Powers 2012, erratum 22: the weights are those of the conditioning margin."""
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    weighted_recall = np.sum(ac.prevalence(t) * ac.recall(t))
    weighted_precision = np.sum(ac.bias(t) * ac.precision(t))
    assert weighted_recall == pytest.approx(ac.accuracy(t))
    assert weighted_precision == pytest.approx(ac.accuracy(t))


def test_micro_informedness_and_markedness_are_bennett_s():
    """Which is why their names in yardstick find it."""
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    assert pytest.approx(ac.measure("yardstick:j_index micro")(t)) == 15 / 20 + (40 - 5) / 40 - 1


WITHOUT_A_CLASS = [[3, 1, 0], [2, 4, 1], [0, 0, 0]]


def test_a_class_without_a_value_makes_the_mean_undefined():
    t = ac.Tables.from_counts(WITHOUT_A_CLASS, labels=["a", "b", "c"])
    assert np.isnan(ac.macro_recall(t))
    assert ac.why_undefined(t, "macro_recall") == "no item is really 'c'"


@pytest.mark.parametrize(
    ("choice", "expected"),
    [(0, (3 / 4 + 4 / 7 + 0) / 3), (1, (3 / 4 + 4 / 7 + 1) / 3), (math.nan, (3 / 4 + 4 / 7) / 2)],
)
def test_zero_division_of_a_macro_average(choice, expected):
    t = ac.Tables.from_counts(WITHOUT_A_CLASS)
    assert ac.macro_recall(t, zero_division=choice) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [(0, 4 / 10 * 1), (1, 4 / 10 * 1 + 6 / 10), (math.nan, 1.0)],
)
def test_zero_division_of_a_weighted_average(choice, expected):
    t = ac.Tables.from_counts([[4, 0, 0], [0, 0, 0], [0, 6, 0]])  # class 2 is never predicted
    assert np.isnan(ac.weighted_precision(t))
    assert ac.weighted_precision(t, zero_division=choice) == pytest.approx(expected)


def test_a_class_of_weight_zero_does_not_matter_to_a_weighted_average():
    t = ac.Tables.from_counts([[3, 1, 0], [2, 4, 0], [0, 0, 0]])
    assert ac.weighted_precision(t) == pytest.approx((4 * 3 / 5 + 6 * 4 / 5) / 10)


def test_if_all_classes_are_left_out_nothing_is_left():
    assert np.isnan(ac.macro_recall(ac.Tables.from_counts([[0, 0], [0, 0]]), zero_division=math.nan))


def test_the_means_of_the_papers_script_by_hand():
    """bookmaker.m: Fall is harmonic and Gall geometric, both weighted by prevalence."""
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    f = [2 * 5 / (6 + 7), 2 * 6 / (9 + 8), 2 * 4 / (5 + 5)]
    g = [5 / np.sqrt(6 * 7), 6 / np.sqrt(9 * 8), 4 / np.sqrt(5 * 5)]
    shares = np.array([6, 9, 5]) / 20
    assert ac.harmonic_f1(t) == pytest.approx(1 / (shares / f).sum())
    assert ac.geometric_g_measure(t) == pytest.approx(np.prod(g**shares))
    assert ac.measure("Fall") is ac.harmonic_f1
    never_hit = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [1, 1, 0]])
    assert ac.harmonic_f1(never_hit) == ac.geometric_g_measure(never_hit) == 0
    stray = ac.Tables.from_counts([[5, 1, 1], [2, 6, 1], [0, 0, 0]])
    assert ac.harmonic_f1(stray) == pytest.approx(1 / (7 / 16 / (10 / 14) + 9 / 16 / (12 / 16)))
