"""How measures are judged: bias, spread, undefined shares and misleading rates, on numbers written out."""

import math

import numpy as np
import pytest

from abovechance.studies.counting import (
    FIRST,
    counting,
    covers,
    deviations,
    merged,
    preferred_wrongly,
    share_rows,
    statistics,
    tallies,
)
from abovechance.studies.scoring import mean, percent, signed

VALUES = np.array([0.1, 0.3, math.nan, 0.8])


def counted(case=(), **seen):
    """What a study counts of arrays with a value for each replicate."""
    return counting(lambda *_: [(case, seen)])(None, 0, None)


def found_of(values, target):
    ((_, seen),) = tallies(counted(**deviations(np.array(values), target)))
    return statistics(seen, target)


def test_statistics_are_those_of_the_defined_values():
    found = found_of(VALUES, 0.25)
    known = [0.1, 0.3, 0.8]
    assert found["mean"] == pytest.approx(sum(known) / 3)
    assert found["bias"] == pytest.approx(sum(known) / 3 - 0.25)
    assert found["sd"] == pytest.approx(np.std(known, ddof=1))
    assert found["error"] == pytest.approx(np.std(known, ddof=1) / math.sqrt(3))
    assert found["rmse"] == pytest.approx(math.sqrt((0.15**2 + 0.05**2 + 0.55**2) / 3))
    assert found["undefined"] == 1 / 4
    assert math.isnan(found["misled"])


def test_sums_of_parts_add_up_to_those_of_the_whole():
    whole, one, other = (counted(**deviations(x, 0.0)) for x in (VALUES, VALUES[:1], VALUES[1:]))
    for name, value in merged(one, other).items():
        np.testing.assert_allclose(value, whole[name])


def test_single_runs_are_those_of_the_first_part():
    one, other = (counted(("mcc",), **{FIRST: x, "value": x}) for x in (VALUES[:1], VALUES[3:]))
    ((case, seen),) = tallies(merged(one, other))
    assert (case, seen[FIRST].tolist(), seen["value"].total) == (("mcc",), [0.1], 0.9)


def test_rows_of_shares_name_the_condition_and_the_case():
    sums = counted(("fisher", "greater"), rejected=np.array([True, False, False, True]))
    (row,) = share_rows(("real",), ("test", "side"))(3.0, sums)
    assert row == {"real": 3.0, "test": "fisher", "side": "greater", "replicates": 4, "rejected": 0.5}


def test_an_interval_covers_a_rounded_truth_and_none_does_not_count():
    low, high = np.array([0.3, 0.1, math.nan]), np.array([0.5, 0.2, math.nan])
    np.testing.assert_array_equal(covers(low, high, 0.1 + 0.2), [1, 0, math.nan])


def test_small_deviations_keep_their_digits():
    """From zero, the squares of 1 and of 1 + 1e-9 would be the same to sixteen digits."""
    assert found_of(1 + 1e-9 * np.array([-1.0, 0.0, 1.0]), 1.0)["sd"] == pytest.approx(1e-9, rel=1e-6)


def test_nothing_defined_is_undefined():
    found = found_of([math.nan] * 3, 0.0)
    assert found["undefined"] == 1
    assert all(math.isnan(found[name]) for name in ("mean", "bias", "sd", "rmse", "error"))


def test_a_tie_is_half_a_mistake_and_an_undefined_pair_none():
    better = np.array([0.5, 0.2, 0.3, math.nan, 0.1 + 0.2])
    worse = np.array([0.4, 0.4, 0.3, 0.1, 0.3])
    found = preferred_wrongly(better, worse)
    np.testing.assert_array_equal(
        found, [0, 1, 0.5, math.nan, 0.5]
    )  # 0.1 + 0.2 and 0.3 differ by rounding alone


def test_numbers_for_people():
    assert signed(-0.01) == "−0.010"
    assert signed(0.0004) == "0.000"
    assert signed(0.25, 2) == "+0.25"
    assert signed(math.nan) == percent(math.nan) == "–"
    assert percent(0.0625) == "6.2"
    assert mean([1.0, math.nan, 2.0]) == 1.5
