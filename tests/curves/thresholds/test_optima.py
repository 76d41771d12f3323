"""Choosing in many rows at once equals choosing in each."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.curve.counts import Counts
from abovechance.curves.thresholds.criteria import best_of_each, optima
from abovechance.curves.thresholds.purposes import criterion_of
from abovechance.curves.thresholds.units import drawn, sample_of
from tests.curves.samples import columns, curves, items

NAMES = [
    "informedness",
    "cost",
    "closest",
    "equal_error_rate",
    "bias_equals_prevalence",
    "f1",
    "lr+",
    "negative_likelihood_ratio",
]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(rows=items(), seed=st.integers(0, 9))
def test_each_row_is_given_the_first_of_its_best_thresholds(name, rows, seed):
    truth, scores, _ = columns(rows)
    sample = sample_of(truth, scores, positive=True)
    draws = drawn(sample, np.random.default_rng(seed), 4, "items")
    counts, rule = sample.counts(draws), criterion_of(name)
    for position, row in zip(best_of_each(rule, counts), range(4), strict=True):
        alone = ac.Curve(sample.curve.thresholds, *(x[row].astype(np.int64) for x in (counts.tp, counts.fp)))
        wanted = optima(alone, rule)
        if position < 0:
            assert len(wanted) == 0
        else:
            # rounding may part thresholds that are equally good
            assert position in wanted


@given(
    curve=curves(),
    cost=st.sampled_from([0, 0.1, 1, 3, 10]),
    share=st.sampled_from([None, 0.0, 0.05, 0.5, 1.0]),
)
def test_the_hull_has_the_cheapest_thresholds(curve, cost, share):
    rule = criterion_of("cost", cost_positive=cost, prevalence=share)
    everywhere = optima(curve, rule, np.ones(len(curve.thresholds), dtype=bool))
    assert optima(curve, rule).tolist() == everywhere.tolist()


def test_an_infinite_loss_is_chosen_where_nothing_else_is_allowed():
    """The negative likelihood ratio is infinite where only positive items are called negative."""
    counts = Counts(np.array([[0.0, 0, 2]]), np.array([[0.0, 3, 3]]), np.array([[2.0]]), np.array([[3.0]]))
    rule = criterion_of("negative_likelihood_ratio")
    assert rule.loss(counts)[0].tolist()[:2] == [1, np.inf]
    allowed = np.array([[False, True, False]])
    assert best_of_each(rule, counts, allowed).tolist() == [1]
    assert best_of_each(rule, counts, np.zeros((1, 3), dtype=bool)).tolist() == [-1]


def test_scores_that_no_item_has_decide_as_the_next_higher_one():
    curve = ac.Curve.from_counts([4, 3, 2, 1, 0], positives=[0, 5, 0, 0, 1], negatives=[0, 1, 0, 0, 9])
    assert optima(curve, criterion_of()).tolist() == [2, 3, 4]
    assert optima(curve, criterion_of("fallout")).tolist() == [0, 1]
    assert optima(curve, criterion_of("cost", cost_positive=0)).tolist() == [0, 1]
