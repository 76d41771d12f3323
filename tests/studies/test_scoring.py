"""How measures are judged: bias, spread, undefined shares and misleading rates, on numbers written out."""

import math

import numpy as np
import pytest

from abovechance.simulation.runner.run import added
from abovechance.studies.scoring import (
    deviation_sums,
    mean,
    percent,
    preference_sums,
    signed,
    statistics,
)

VALUES = np.array([[0.1, 0.3, math.nan, 0.8], [1.0, 1.0, 1.0, 1.0]])


def test_statistics_are_those_of_the_defined_values():
    found = statistics(deviation_sums(VALUES, np.array([0.25, 0.25])), 0, 0.25)
    known = [0.1, 0.3, 0.8]
    assert found["mean"] == pytest.approx(sum(known) / 3)
    assert found["bias"] == pytest.approx(sum(known) / 3 - 0.25)
    assert found["sd"] == pytest.approx(np.std(known, ddof=1))
    assert found["error"] == pytest.approx(np.std(known, ddof=1) / math.sqrt(3))
    assert found["rmse"] == pytest.approx(math.sqrt((0.15**2 + 0.05**2 + 0.55**2) / 3))
    assert found["undefined"] == 1 / 4
    assert math.isnan(found["misled"])


def test_sums_of_parts_add_up_to_those_of_the_whole():
    target = np.zeros(2)
    parts = added(deviation_sums(VALUES[:, :1], target), deviation_sums(VALUES[:, 1:], target))
    for name, value in deviation_sums(VALUES, target).items():
        np.testing.assert_allclose(parts[name], value)


def test_small_deviations_keep_their_digits():
    """From zero, the squares of 1 and of 1 + 1e-9 would be the same to sixteen digits."""
    values = 1 + 1e-9 * np.array([[-1.0, 0.0, 1.0]])
    assert statistics(deviation_sums(values, np.array([1.0])), 0, 1.0)["sd"] == pytest.approx(1e-9, rel=1e-6)


def test_nothing_defined_is_undefined():
    found = statistics(deviation_sums(np.full((1, 3), math.nan), np.zeros(1)), 0, 0.0)
    assert found["undefined"] == 1
    assert all(math.isnan(found[name]) for name in ("mean", "bias", "sd", "rmse", "error"))


def test_a_tie_is_half_a_mistake_and_an_undefined_pair_none():
    better = np.array([[0.5, 0.2, 0.3, math.nan, 0.1 + 0.2]])
    worse = np.array([[0.4, 0.4, 0.3, 0.1, 0.3]])
    found = preference_sums(better, worse)
    assert found["pairs"][0] == 4
    assert found["misled"][0] == 0 + 1 + 0.5 + 0.5  # 0.1 + 0.2 and 0.3 differ by rounding alone


def test_numbers_for_people():
    assert signed(-0.01) == "−0.010"
    assert signed(0.0004) == "0.000"
    assert signed(0.25, 2) == "+0.25"
    assert signed(math.nan) == percent(math.nan) == "–"
    assert percent(0.0625) == "6.2"
    assert mean([1.0, math.nan, 2.0]) == 1.5
