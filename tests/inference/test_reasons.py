"""Whatever has no value says why: no sentence ends in "None"."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import abovechance as ac
from abovechance.inference.significance.methods import METHODS

KEYS = [m.key for m in ac.measures()]
SPARSE = st.sampled_from([0, 0, 0, 1, 2, 3])


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from(KEYS), st.integers(2, 3))
def test_comparisons_of_tables(data, key, classes):
    tables = [
        ac.Tables.from_counts(data.draw(arrays(np.int64, (classes, classes), elements=SPARSE)))
        for _ in range(2)
    ]
    try:
        found = ac.compare_tables(*tables, key, replicates=20, seed=1)
    except ac.InputError:
        return
    assert "None" not in found.verdict
    assert not math.isnan(found.p_value) or found.pairs[0].reason


@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(KEYS), st.integers(2, 3), st.integers(1, 8))
def test_comparisons_on_the_same_items(data, key, classes, items):
    truth, first, second = (
        data.draw(arrays(np.int64, items, elements=st.integers(0, classes - 1))) for _ in "123"
    )
    labels = list(range(classes))
    try:
        found = ac.compare(truth, {"A": first, "B": second}, key, labels=labels, replicates=20, seed=1)
    except ac.InputError:
        return
    assert "None" not in found.verdict
    assert not math.isnan(found.p_value) or found.pairs[0].reason


@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize("name", METHODS)
@given(st.data(), st.integers(2, 3))
def test_tests_of_tables(name, data, classes):
    table = ac.Tables.from_counts(data.draw(arrays(np.int64, (classes, classes), elements=SPARSE)))
    try:
        found = ac.test(table, method=name, replicates=19, seed=1)
    except ac.InputError:
        return
    assert "None" not in repr(found)


@pytest.mark.parametrize("key", ["joint_entropy", "balanced_accuracy"])
def test_two_tables_whose_difference_has_no_standard_error(key):
    first, second = ac.Tables.from_counts([[0, 0], [1, 0]]), ac.Tables.from_counts([[0, 0], [0, 2]])
    verdict = ac.compare_tables(first, second, key).verdict
    assert "None" not in verdict
