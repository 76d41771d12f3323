import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from abovechance.measures import compute as module
from abovechance.measures.registry import measure, measures
from tests.strategies import tables


@settings(deadline=None, max_examples=25)
@given(tables())
def test_one_table_equals_calling_each_measure(t):
    for key, value in ac.compute(t).items():
        np.testing.assert_array_equal(value, np.asarray(measure(key)(t)), err_msg=key)


@pytest.mark.parametrize("classes", [2, 3])
def test_blocks_give_what_one_piece_gives(monkeypatch, classes):
    counts = np.random.default_rng(1).integers(0, 40, (7, 5, classes, classes))
    counts[0] = 0
    t = ac.Tables.from_counts(counts, axes=["site", "fold"])
    whole = ac.compute(t)
    monkeypatch.setattr(module, "_BLOCK_CELLS", 4 * classes**2)
    parts = ac.compute(t)
    assert list(parts) == list(whole) == [m.key for m in measures()]
    for key, value in parts.items():
        assert value.shape == whole[key].shape
        np.testing.assert_allclose(value, whole[key], rtol=1e-14, atol=0, err_msg=key)


def test_shapes_follow_the_batch_and_the_classes():
    two = ac.compute(ac.Tables.from_counts(np.ones((4, 2, 2), dtype=int)), ["accuracy", "recall"])
    three = ac.compute(ac.Tables.from_counts(np.ones((4, 3, 3), dtype=int)), ["accuracy", "recall"])
    assert [value.shape for value in two.values()] == [(4,), (4,)]
    assert [value.shape for value in three.values()] == [(4,), (4, 3)]


def test_names_and_objects_choose_measures():
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert ac.compute(t, "BM") == ac.compute(t, ["BM"])["informedness"] == ac.informedness(t)
    assert list(ac.compute(t, [measure("mcc"), "TPR"])) == ["mcc", "recall"]
    assert ac.compute(t, []) == {}


def test_one_table_has_floats_and_a_batch_has_arrays():
    one = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    several = ac.Tables.from_cells(tp=[30, 4], fp=[12, 3], fn=[30, 2], tn=[28, 1])
    assert {type(value) for value in (ac.compute(one, "mcc"), *ac.compute(one).values())} == {float}
    assert ac.compute(several, "mcc").shape == (2,)
    assert {value.shape for value in ac.compute(several).values()} == {(2,)}
    assert ac.compute(ac.Tables.from_counts([[3, 1, 0], [1, 3, 1], [0, 0, 4]]), "recall").shape == (3,)


def test_an_empty_batch_has_empty_values():
    t = ac.Tables.from_counts(np.zeros((0, 2, 2), dtype=int))
    assert {value.shape for value in ac.compute(t).values()} == {(0,)}


def test_no_measures_of_many_tables_are_nothing(monkeypatch):
    monkeypatch.setattr(module, "_BLOCK_CELLS", 8)
    assert ac.compute(ac.Tables.from_cells(tp=[3] * 9, fp=[1] * 9, fn=[2] * 9, tn=[4] * 9), []) == {}


def test_rectangular_tables_have_only_the_measures_that_apply():
    t = ac.Tables.from_counts([[1, 2, 3], [4, 5, 6]], labels=["a", "b"], predicted_labels=["x", "y", "z"])
    keys = set(ac.compute(t))
    assert keys == {m.key for m in measures() if m.rectangular}
    with pytest.raises(ac.InputError, match="rows and columns"):
        ac.compute(t, ["accuracy"])


def test_what_measures_share_is_freed_as_soon_as_it_is_used():
    """Without waiting for circles to be found: otherwise many batches in turn would pile up."""
    gc.collect()
    gc.disable()
    try:
        three = ac.Tables.from_counts(np.arange(9).reshape(3, 3) + 1)
        shared = weakref.ref(three.contingency)
        ac.compute(three)
        del three
        assert shared() is None
    finally:
        gc.enable()
