"""Means over classes of which some are all right or all wrong."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.intervals.proportion import is_mean, joined, wilson

SOME_PERFECT = ac.Tables.from_counts([[20, 0, 0], [0, 0, 15], [0, 12, 0]])


def test_joined_bounds_are_those_of_the_classes():
    """Recalls 20/20, 0/15 and 0/12, joined by hand."""
    recalls, bounds = (
        np.array([1.0, 0.0, 0.0]),
        [wilson(20, 20, 0.95), wilson(0, 15, 0.95), wilson(0, 12, 0.95)],
    )
    low, high = np.array(bounds).T
    expected = (
        1 / 3 - np.sqrt(((recalls - low) ** 2).sum()) / 3,
        1 / 3 + np.sqrt(((high - recalls) ** 2).sum()) / 3,
    )
    np.testing.assert_allclose(
        joined(ac.measure("macro_recall"), SOME_PERFECT.contingency, 0.95), expected, rtol=1e-12
    )


@pytest.mark.parametrize("key", ["macro_recall", "balanced_accuracy", "macro_precision", "macro_f1"])
def test_classes_without_variance_have_width(key):
    found = ac.interval(SOME_PERFECT, key, seed=1)
    assert found.low <= 0.305
    assert found.high >= 0.43


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_ten_of_ten_right_in_each_class_is_no_proof(classes):
    perfect = ac.Tables.from_counts(10 * np.eye(classes, dtype=int))
    for key in (m.key for m in ac.measures() if is_mean(m)):
        found = ac.interval(perfect, key, seed=1)
        assert found.high - found.low > 0.05, key


def test_a_class_in_between_changes_nothing():
    t = ac.Tables.from_counts([[20, 3, 1], [2, 15, 4], [3, 2, 12]])
    plain = ac.interval(t, "macro_recall", method="delta")
    joined_low, _ = joined(ac.measure("macro_recall"), t.contingency, 0.95)
    assert plain.low != joined_low
    assert plain.low == pytest.approx(joined_low, abs=0.02)
