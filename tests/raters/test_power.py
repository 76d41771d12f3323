"""Planning: R's irr for two raters, the variance written out, and pilots."""

import math

import numpy as np
import pytest
from scipy import stats

import abovechance as ac
from abovechance.raters.power import least_for_width
from tests.raters.data import anaesthetists

# R's irr 0.84.1: N.cohen.kappa(rate1, rate2, kappa, hypokappa, power, alpha, twosided)
IRR = [
    ((0.85, 0.7), {"shares": 0.5, "sides": 1}, 116.353895111906),
    ((0.7, 0.85), {"shares": 0.5, "sides": 1}, 95.7159845278615),
    ((0.6, 0.4), {"shares": 0.3, "second_shares": 0.2, "sides": 1}, 146.559413906294),
    ((0.5, 0.0), {"shares": 0.1, "sides": 2, "power": 0.9}, 58.0559981234235),
]


RATED = [[1, 1, 2], [2, 2, 2], [1, 2, 1], [2, 2, 2], [1, 1, 1]]


@pytest.mark.parametrize(("kappas", "options", "items"), IRR)
def test_as_irr(kappas, options, items):
    assert ac.items_for_kappa(*kappas, **options) == math.ceil(items)


@pytest.mark.parametrize(("kappas", "options", "items"), IRR)
def test_power_is_reached_with_these_items_and_not_with_one_less(kappas, options, items):
    rest = {key: x for key, x in options.items() if key != "power"}
    power = options.get("power", 0.8)
    assert ac.power_for_kappa(math.ceil(items), *kappas, **rest) >= power
    assert ac.power_for_kappa(math.floor(items), *kappas, **rest) < power


def variance(table):
    """Fleiss, Cohen and Everitt (1969, eq. 9) for one item, written out."""
    rows, columns = table.sum(1), table.sum(0)
    observed, expected = np.trace(table), rows @ columns
    kappa = (observed - expected) / (1 - expected)
    total = 0.0
    for i, j in np.ndindex(table.shape):
        total += table[i, j] * ((i == j) - (1 - kappa) * (columns[i] + rows[j])) ** 2
    return (total - (observed - 2 * (1 - kappa) * expected) ** 2) / (1 - expected) ** 2


def test_three_categories_are_a_mixture_of_knowing_and_guessing():
    shares = np.array([0.5, 0.3, 0.2])
    taus = [math.sqrt(variance((1 - k) * np.outer(shares, shares) + k * np.diag(shares))) for k in (0.4, 0.6)]
    z = stats.norm.ppf([0.975, 0.8])
    items = ((z @ taus) / 0.2) ** 2
    assert ac.items_for_kappa(0.6, 0.4, shares=shares.tolist()) == math.ceil(items)


def test_two_shares_are_one_and_the_rest():
    one = ac.items_for_kappa(0.6, 0.4, shares=0.3, second_shares=0.2)
    assert ac.items_for_kappa(0.6, 0.4, shares=[0.3, 0.7], second_shares=[0.2, 0.8]) == one


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((0.5, 0.5), {}, "there is nothing to detect"),
        ((0.5, 0.5 + 1e-12), {}, "too close to be distinguished"),
        ((0.9, 0.1), {"shares": 0.2, "second_shares": 0.4}, "no table has a Kappa of 0.9"),
        ((0.6, 0.4), {"shares": 1.2}, "shares must be a number between 0 and 1"),
        ((0.6, 0.4), {"shares": [0.5, 0.2]}, "with sum 1"),
        ((0.6, 0.4), {"power": 1.0}, "power must lie between"),
        (
            (0.6, 0.4),
            {"shares": [0.5, 0.3, 0.2], "second_shares": [0.4, 0.4, 0.2]},
            "must have the same shares",
        ),
    ],
)
def test_what_it_refuses(arguments, options, message):
    with pytest.raises(ac.InputError, match=message):
        ac.items_for_kappa(*arguments, **options)


def test_power_of_no_items():
    with pytest.raises(ac.InputError, match="n must be a whole number of items, 2 or more"):
        ac.power_for_kappa(1, 0.6, 0.4)


def test_items_for_a_width_are_the_least():
    pilot = ac.agreement(anaesthetists(), "gwet_ac")
    n = ac.items_for_width(pilot, 0.05)
    half = [stats.t.ppf(0.975, m - 1) * pilot.se * math.sqrt(45 / m) for m in (n - 1, n)]
    assert half[0] > 0.05 >= half[1]


def test_a_pilot_of_the_right_width_needs_as_many_items():
    se = 0.1 / stats.t.ppf(0.975, 29)
    assert least_for_width(se, 30, 0.1) == 30


@pytest.mark.parametrize(
    ("se", "half_width", "message"),
    [(0.0, 0.1, "no variation"), (math.nan, 0.1, "is undefined")],
)
def test_pilots_that_say_nothing(se, half_width, message):
    with pytest.raises(ac.InputError, match=message):
        least_for_width(se, 30, half_width)


def test_a_width_must_be_one():
    with pytest.raises(ac.InputError, match="half_width must lie between 0 and 1"):
        ac.items_for_width(ac.agreement(anaesthetists(), "gwet_ac"), 0)


@pytest.mark.parametrize(
    ("pilot", "message"),
    [
        (0.7, "pilot must be a result of agreement by one measure, such as .*, got float"),
        (ac.agreement(RATED), r"by one measure, such as .*, got Agreements"),
        (ac.agreement(RATED, "alpha", method="jackknife_raters"), "lets the raters be a sample"),
        (ac.agreement(RATED, "alpha", method="unconditional"), "lets the raters be a sample"),
    ],
)
def test_what_is_no_pilot(pilot, message):
    with pytest.raises(ac.InputError, match=message):
        ac.items_for_width(pilot, 0.1)


def test_items_are_whole():
    with pytest.raises(ac.InputError, match=r"n must be a whole number of items, 2 or more, got 10\.5"):
        ac.power_for_kappa(10.5, 0.6)
