"""Two columns of groups to the cells that have items, whatever the labels."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.clusterings import cells as module
from abovechance.clusterings.cells import Cells
from abovechance.intake.missing import Missing


def test_each_side_has_labels_of_its_own():
    cells = Cells.from_labels(["c10", "c2", "c2", "c2"], [True, False, True, True])
    assert cells.row_labels == ("c2", "c10")
    assert cells.column_labels == (False, True)
    assert cells.dense().tolist() == [[1, 2], [0, 1]]
    assert not cells.tables().is_square


def test_equal_labels_on_both_sides_do_not_mean_the_same():
    assert not Cells.from_labels([0, 1, 1], [0, 1, 0]).tables().is_square


@pytest.mark.parametrize("weights", [None, np.arange(1.0, 5001.0)])
def test_sorting_counts_as_a_table_does(monkeypatch, weights):
    rng = np.random.default_rng(1)
    a, b = rng.integers(-5, 60, 5000) * 1000, rng.integers(0, 70, 5000)
    counted = Cells.from_labels(a, b, weights=weights)
    monkeypatch.setattr(module, "_FEW_CELLS", 0)
    monkeypatch.setattr(module, "_CELLS_PER_ITEM", 0)
    sorted_ = Cells.from_labels(a, b, weights=weights)
    assert sorted_.row_labels == counted.row_labels
    np.testing.assert_array_equal(sorted_.dense(), counted.dense())
    assert counted.is_weighted == (weights is not None)


def test_missing_labels():
    a, b = ["x", None, "y", "y"], [1, 1, None, 2]
    with pytest.raises(ac.InputError, match="a has 1 and b has 1 missing values"):
        Cells.from_labels(a, b)
    dropped = Cells.from_labels(a, b, missing=Missing(policy="drop"))
    assert (dropped.total, dropped.left_out) == (2, 2)
    kept = Cells.from_labels(a, b, missing=Missing(policy="label"))
    assert kept.row_labels == ("x", "y", None)
    assert kept.total == 4


def test_empty_groups_of_a_table_are_left_out():
    table = ac.Tables.from_counts([[3, 0, 1], [0, 0, 0], [0, 0, 2]], labels="abc", predicted_labels="xyz")
    cells = Cells.from_tables(table)
    assert (cells.row_labels, cells.column_labels) == (("a", "c"), ("x", "z"))
    assert cells.dense().tolist() == [[3, 1], [0, 2]]


def test_identity_is_that_of_the_groups():
    assert Cells.from_labels([1, 1, 2], ["b", "b", "a"]).are_identical
    assert not Cells.from_labels([1, 1, 2], ["b", "a", "a"]).are_identical


@pytest.mark.parametrize(
    ("a", "b", "options", "words"),
    [
        ([1, 2], [1], {}, "a has 2, b has 1"),
        ([], [], {}, "empty"),
        ([1, 2], [1, 2], {"weights": [1, -1]}, "not negative"),
        ("ab", [1, 2], {}, "a must be a column of labels, got str"),
    ],
)
def test_bad_input(a, b, options, words):
    with pytest.raises(ac.InputError, match=words):
        Cells.from_labels(a, b, **options)
