"""Another prevalence changes what depends on prevalence, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves import Curve, at_prevalence, probability_cost
from tests.curves.samples import curves


@given(curves(), st.floats(0.01, 0.99))
def test_rates_stay_and_tables_are_those_at_that_prevalence(curve, prevalence):
    moved = at_prevalence(curve, prevalence)
    assert moved.prevalence == pytest.approx(prevalence)
    assert moved.auc == pytest.approx(curve.auc, abs=1e-12)
    assert moved.tpr == pytest.approx(curve.tpr, abs=1e-12)
    assert moved.fpr == pytest.approx(curve.fpr, abs=1e-12)
    assert moved.tables.counts == pytest.approx(curve.tables.at_prevalence(prevalence).counts, abs=1e-9)


def test_probability_cost_by_hand():
    # one in ten positive, missing one costs 9 times a false alarm: 0.9 against 0.9
    assert probability_cost(cost_positive=9, cost_negative=1, prevalence=0.1) == pytest.approx(0.5)
    assert probability_cost(cost_positive=1, cost_negative=1, prevalence=0.2) == pytest.approx(0.2)


@pytest.mark.parametrize("prevalence", [-0.1, 1.1, "half", True, None, np.nan])
def test_a_prevalence_is_a_share(prevalence):
    with pytest.raises(ac.InputError, match="prevalence must be a number from 0 to 1"):
        at_prevalence(Curve.from_scores([0, 1], [0, 1]), prevalence)


def test_a_class_without_items_has_no_rates_to_take_elsewhere():
    for label, reason in ((1, "every item is really 1"), (0, "no item is really 1")):
        curve = Curve.from_scores([label] * 2, [0.2, 0.4], positive=1)
        with pytest.raises(ac.InputError, match=f"prevalence 0.3 needs items of both classes: {reason}"):
            at_prevalence(curve, 0.3)
        assert at_prevalence(curve, label).tp.tolist() == curve.tp.tolist()
        assert at_prevalence(curve, label).fp.tolist() == curve.fp.tolist()
