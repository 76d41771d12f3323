import math

import pytest

from abovechance.studies.coverage.conditions import Condition
from abovechance.studies.coverage.summary import COVERAGE, broken, broken_tests, kept, mean, short, side
from abovechance.studies.coverage.trials import Coverage, CoverageStudy, Effort, Rejection

PLAIN = Condition(2, 100, 0.5, 0.0, "matched")


def covered(share, warned=0.0, condition=PLAIN, measure="mcc", n=10_000):
    """As many of those with a warning cover as of those without."""
    unwarned = round(share * (1 - warned) * n)
    return Coverage(
        condition, measure, "delta", 0.0, n, n, round(share * n), round(warned * n), unwarned, 0.1
    )


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
    assert (found.conditions, found.broken, found.below, found.above) == (5, 1, 2, 1)
    assert (found.least, found.greatest) == (0.90, 0.99)
    assert found.silent == pytest.approx(0.10)
    assert found.warned == pytest.approx((0.9 + 0.6 + 0.2) / 5)
    assert found.needless == pytest.approx((0 + 0.9 + 0.2) / 3)  # of those that cover
    assert [x.coverage for x in broken(study)] == [0.90]  # 91 % with 60 % warned are 3.6 % silent misses
    assert [x.coverage for x in short(study)] == [0.90, 0.91]
    assert [x.rate for x in broken_tests(study)] == [0.10]


def test_a_promise_is_broken_beyond_noise_only():
    """7 % of 1000 tables are 6.5 % by noise, of 100 000 they are not."""
    few, many = (CoverageStudy((covered(0.93, n=n),), (), Effort(), 1) for n in (1000, 100_000))
    assert (len(broken(few)), len(broken(many))) == (0, 1)


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
