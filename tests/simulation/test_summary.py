import math

import pytest

from abovechance.simulation.conditions import Condition
from abovechance.simulation.coverage import Coverage, CoverageStudy, Effort, Rejection
from abovechance.simulation.summary import COVERAGE, broken, broken_tests, kept, mean, side

PLAIN = Condition(2, 100, 0.5, 0.0, "matched")


def covered(share, warned=0.0, condition=PLAIN, measure="mcc", n=10_000):
    return Coverage(condition, measure, "delta", 0.0, n, n, round(share * n), round(warned * n), 0, 0.1)


def rejected(share, n=10_000):
    return Rejection(PLAIN, n, n, round(share * n), 0)


def test_a_side_needs_more_than_two_standard_errors():
    error = math.sqrt(0.92 * 0.08 / 400)  # 0.0136
    assert side(0.92, error, COVERAGE) == "within"
    assert side(0.92, error / 10, COVERAGE) == "below"
    assert side(0.99, error / 10, COVERAGE) == "above"
    assert side(0.95, 0.0, COVERAGE) == "within"


def test_what_is_kept_and_what_is_not():
    study = CoverageStudy(
        (covered(0.95), covered(0.95, 0.9), covered(0.90), covered(0.91, 0.6), covered(0.99, 0.2)),
        (rejected(0.05), rejected(0.10)),
        Effort(),
        1,
    )
    (found,) = kept(study)
    assert (found.conditions, found.below, found.above, found.silent, found.needless) == (5, 2, 1, 2, 1)
    assert (found.least, found.greatest) == (0.90, 0.99)
    assert [x.coverage for x in broken(study)] == [0.90, 0.99, 0.91]  # those without a warning first
    assert [x.rate for x in broken_tests(study)] == [0.10]


def test_shares_and_their_errors():
    found = covered(0.9, 0.25, n=98)
    assert (found.coverage, found.warned_share) == (88 / 98, 24 / 98)
    assert found.error == pytest.approx((0.89 * 0.11 / 100) ** 0.5)  # one more of each
    assert covered(1.0, n=40).error > 0.02
    nothing = Coverage(PLAIN, "mcc", "delta", 0.0, 10, 0, 0, 0, 0, math.nan)
    assert math.isnan(nothing.coverage)
    assert math.isnan(nothing.error)
    assert side(nothing.coverage, nothing.error, COVERAGE) == "within"


def test_the_mean_of_what_is_defined():
    assert mean([1.0, math.nan, 3.0]) == 2.0
    assert math.isnan(mean([math.nan]))
