"""Batches counted apart and merged equal one count of everything."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abovechance import InputError, Tables
from abovechance.accumulate import Accumulator

items = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("bcd")), min_size=1, max_size=8)


def columns(rows):
    return map(list, zip(*rows, strict=True))


def equal(one, other):
    return one.labels == other.labels and np.array_equal(one.counts, other.counts)


@settings(deadline=None)
@given(st.lists(items, min_size=3, max_size=3))
def test_batches_add_up_in_any_arrangement(batches):
    whole = Tables.from_labels(*columns([row for rows in batches for row in rows]))
    stream = Accumulator()
    for rows in batches:
        stream.update(*columns(rows))
    a, b, c = (Accumulator().update(*columns(rows)) for rows in batches)
    for tables in (stream.tables, ((a + b) + c).tables, (a + (b + c)).tables, (c + a).merge(b).tables):
        assert equal(tables, whole)
    assert equal(a.tables, Tables.from_labels(*columns(batches[0])))


def test_given_labels_stay():
    stream = Accumulator(labels=["b", "a"]).update(["a"], ["a"]).update(["b"], ["a"])
    assert stream.tables.labels == ("b", "a")
    assert stream.tables.counts.tolist() == [[0, 1], [0, 1]]
    with pytest.raises(InputError, match="'c' of 1 items is not among 'b', 'a'"):
        stream.update(["c"], ["a"])
    assert stream.tables.total == 2


def test_weights_and_missing_values():
    stream = Accumulator(missing="drop").update(["a", None], ["a", "a"], weights=[0.5, 9])
    assert stream.update(["a"], ["a"]).tables.counts.tolist() == [[1.5]]


def test_nothing_counted_yet():
    with pytest.raises(InputError, match="nothing has been counted yet"):
        _ = Accumulator().tables
    with pytest.raises(InputError, match="nothing has been counted yet"):
        _ = (Accumulator() + Accumulator()).tables
    counted = Accumulator().update([1], [1])
    assert equal((Accumulator() + counted).tables, counted.tables)


def test_text():
    stream = Accumulator(labels=["b", "a"])
    assert repr(stream) == "Accumulator: nothing counted yet"
    stream.update(["a"], ["b"])
    assert repr(stream) == f"Accumulator:\n{stream.tables!r}"


def test_a_declared_order_stays():
    scale = pd.CategoricalDtype(["low", "medium", "high"], ordered=True)
    stream = Accumulator()
    for grade in ("high", "low"):
        stream.update(pd.Series([grade], dtype=scale), [grade])
    assert stream.tables.labels == ("low", "medium", "high")
    assert stream.tables.counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]


def test_only_alike_accumulators_merge():
    with pytest.raises(InputError, match="same labels"):
        Accumulator(labels=["a", "b"]) + Accumulator()
    with pytest.raises(InputError, match="treatment of missing"):
        Accumulator(missing="drop").merge(Accumulator())
    with pytest.raises(TypeError):
        Accumulator() + 1


def test_only_the_table_is_pickled():
    truth = np.arange(100_000) % 3
    stream = Accumulator().update(truth, truth)
    pickled = pickle.dumps(stream)
    assert len(pickled) < 1_000
    assert equal(pickle.loads(pickled).tables, stream.tables)
