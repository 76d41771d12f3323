"""Which methods there are for which measure."""

import pytest

import abovechance as ac
from abovechance import InputError
from abovechance.core.lookup import normalise
from abovechance.inference.intervals.methods import (
    ALIASES,
    NAMES,
    OF_MEASURES,
    applicable,
    method_for,
    method_name,
)


def recommended(key, classes=2, sampling="items"):
    return method_for(ac.measure(key), "auto", classes, sampling)


def test_the_recommended_methods():
    assert recommended("recall", 5) == "agresti_coull"
    assert recommended("accuracy", 5) == "agresti_coull"
    assert recommended("f1") == "agresti_coull"
    assert recommended("informedness") == "miettinen_nurminen"
    assert recommended("markedness") == "miettinen_nurminen"
    assert recommended("informedness", 3) == "profile"
    assert recommended("mcc") == "profile"
    assert recommended("cohen_kappa", 4) == "profile"
    assert recommended("correlation", 4) == "profile"
    assert recommended("macro_f1", 3) == "profile"
    assert recommended("quadratic_kappa", 3) == "delta"  # needs more than margins and diagonal
    assert recommended("odds_ratio") == "log_adjusted"
    assert recommended("tetrachoric_correlation") == "delta"
    assert recommended("no_information_rate", 3) == "bca"


def test_fixed_classes_change_what_is_a_sample():
    assert recommended("informedness", sampling="classes") == "miettinen_nurminen"
    assert recommended("markedness", sampling="classes") == "profile"
    assert recommended("precision", sampling="classes") == "delta"
    assert recommended("recall", 4, sampling="classes") == "agresti_coull"


def test_every_measure_has_methods_and_no_method_twice():
    for m in ac.measures():
        for classes in (2, 3):
            there_are = applicable(m, classes, "items")
            assert {"delta", "wald", "bca", "percentile", "posterior"} <= set(there_are)
            assert len(there_are) == len(set(there_are))
            assert set(there_are) <= set(NAMES)


def test_methods_of_single_measures_are_those_that_measures_name():
    assert {name for m in ac.measures() for name in m.intervals} == set(OF_MEASURES)


def test_names_may_be_written_in_several_ways():
    assert method_name("Miettinen-Nurminen") == "miettinen_nurminen"
    assert method_name("Clopper–Pearson") == "clopper_pearson"
    assert method_name(" mid p ") == "mid_p"
    assert method_name("bootstrap") == "bca"
    assert set(ALIASES.values()) <= set(NAMES)
    assert not {*map(normalise, ALIASES)} & {*map(normalise, NAMES)}


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(InputError, match=r"no interval method called 'wilsen'; did you mean 'wilson'"):
        method_name("wilsen")
    with pytest.raises(InputError, match=r"there are 'profile', 'delta', 'wald'"):
        method_name("zzzzzz")


def test_a_method_for_other_measures_is_refused_with_those_that_there_are():
    with pytest.raises(
        InputError, match=r"'wilson' does not apply to informedness of 2 classes.*'miettinen_nurminen'"
    ):
        method_for(ac.measure("informedness"), "wilson", 2, "items")
    with pytest.raises(InputError, match=r"'miettinen_nurminen' does not apply to informedness of 3 classes"):
        method_for(ac.measure("informedness"), "mn", 3, "items")
