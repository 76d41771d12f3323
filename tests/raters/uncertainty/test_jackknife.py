"""The jackknife: left-out items and raters, one by one, as its definition has it."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import coefficient, estimate, weights_for
from abovechance.raters.uncertainty import resampling as jackknife
from tests.raters.data import RAW_4_RATERS, anaesthetists

GRADES = Ratings.from_wide(anaesthetists())
KEYS = ("fleiss_kappa", "gwet_ac", "conger_kappa", "light_kappa", "krippendorff_alpha")


def spread(values):
    n = len(values)
    return math.sqrt((n - 1) / n * np.sum((np.array(values) - np.mean(values)) ** 2))


@pytest.mark.parametrize("key", KEYS)
def test_items_one_by_one(key):
    ratings = Ratings.from_wide(RAW_4_RATERS)
    values = [estimate(ratings.take_items(np.arange(12) != i), key).value for i in range(12)]
    assert ac.agreement(ratings, key, method="jackknife").se == pytest.approx(spread(values), rel=1e-12)


@pytest.mark.parametrize("key", KEYS)
def test_raters_one_by_one(key):
    values = [
        estimate(GRADES.take_raters(r for r in GRADES.raters if r != g), key).value for g in GRADES.raters
    ]
    found = ac.agreement(GRADES, key, method="jackknife_raters")
    assert found.se == pytest.approx(spread(values), rel=1e-12)


def test_both_variances_add_up():
    items = ac.agreement(GRADES, "gwet_ac").se
    raters = ac.agreement(GRADES, "gwet_ac", method="jackknife_raters").se
    found = ac.agreement(GRADES, "gwet_ac", method="unconditional")
    assert found.se == pytest.approx(math.sqrt(items**2 + raters**2))
    assert found.high - found.low > ac.agreement(GRADES, "gwet_ac").high - ac.agreement(GRADES, "gwet_ac").low


def test_groups_stand_for_items_where_these_are_many(monkeypatch):
    """With as many groups as items it is the same jackknife; weights make no difference to that."""
    chosen = coefficient("conger_kappa")
    weights = weights_for(GRADES, chosen, "quadratic")
    each = jackknife.jackknife_items(GRADES, chosen, weights)
    monkeypatch.setattr(jackknife, "MOST_PATTERNS", 1)
    monkeypatch.setattr(jackknife, "GROUPS", 45)
    assert jackknife.jackknife_items(GRADES, chosen, weights) == pytest.approx(each, rel=1e-12)
    monkeypatch.setattr(jackknife, "GROUPS", 15)
    assert jackknife.jackknife_items(GRADES, chosen, weights) == pytest.approx(each, rel=0.4)


@pytest.mark.parametrize("key", ["fleiss_kappa", "cohen_kappa"])
def test_two_raters_cannot_be_left_out(key):
    with pytest.raises(ac.InputError, match="leaving out raters needs three or more, and there are 2"):
        ac.agreement([row[:2] for row in RAW_4_RATERS], key, method="jackknife_raters")


def test_a_rater_who_rated_nothing_is_no_rater():
    silent = anaesthetists() | {"6": [None] * 45}
    found = ac.agreement(silent, "gwet_ac", method="jackknife_raters")
    assert found.se == ac.agreement(GRADES, "gwet_ac", method="jackknife_raters").se
