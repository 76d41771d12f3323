"""Counts come back as they were given, and costs are sums over the cells."""

import numpy as np
import pytest

import abovechance as ac
from abovechance import InputError
from tests.measures.textbook import keys, margins, several, trace, two_class

FORMULAS = {
    "true_positives": lambda a, b, c, d: a,
    "false_positives": lambda a, b, c, d: b,
    "false_negatives": lambda a, b, c, d: c,
    "true_negatives": lambda a, b, c, d: d,
    "support": lambda a, b, c, d: a + c,
    "real_negatives": lambda a, b, c, d: b + d,
    "predicted_positives": lambda a, b, c, d: a + b,
    "predicted_negatives": lambda a, b, c, d: c + d,
}
TABLE_FORMULAS = {
    "items": lambda t: margins(t)[2],
    "correct": trace,
    "wrong": lambda t: margins(t)[2] - trace(t),
    "total_cost": lambda t: margins(t)[2] - trace(t),
    "mean_cost": lambda t: 1 - trace(t) / margins(t)[2],
}

test_two_class_formulas = two_class(FORMULAS)
test_formulas_of_tables = several(TABLE_FORMULAS)


def test_every_count_is_checked():
    assert FORMULAS.keys() | TABLE_FORMULAS.keys() == keys("counts")


def test_counts_of_several_classes():
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    np.testing.assert_array_equal(ac.support(t), [6, 9, 5])
    np.testing.assert_array_equal(ac.predicted_positives(t), [7, 8, 5])
    np.testing.assert_array_equal(ac.false_positives(t), [2, 2, 1])
    np.testing.assert_array_equal(ac.true_negatives(t), [20 - 6 - 2, 20 - 9 - 2, 20 - 5 - 1])
    assert ac.items(t) == 20
    assert ac.correct(t) == 15


def test_counts_of_no_items_are_zero():
    t = ac.Tables.from_cells(tp=0, fp=0, fn=0, tn=0)
    assert all(m(t) == 0 for m in ac.measures(kind="count", family="counts"))


def test_costs_weigh_the_cells():
    t = ac.Tables.from_counts([[28, 12], [30, 30]])
    costs = [[0, 1], [5, -2]]
    assert ac.total_cost(t, costs=costs) == 12 * 1 + 30 * 5 - 30 * 2
    assert ac.mean_cost(t, costs=costs) == (12 + 150 - 60) / 100


def test_costs_of_a_batch():
    t = ac.Tables.from_cells(tp=[1, 2], fp=[3, 4], fn=[5, 6], tn=[7, 8])
    np.testing.assert_array_equal(ac.total_cost(t, costs=[[0, 10], [1, 0]]), [30 + 5, 40 + 6])


def test_costs_of_the_wrong_shape_are_refused():
    with pytest.raises(InputError, match=r"costs must be a 2×2 matrix.*shape \(2,\)"):
        ac.mean_cost(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), costs=[1, 2])
