import math

import numpy as np
import pytest

from abovechance.studies.counting import smoothed_error
from abovechance.studies.coverage.claims import (
    broken,
    broken_tests,
    findings,
    promised,
    sections,
    short,
)
from abovechance.studies.coverage.run import Condition, rows
from abovechance.studies.scoring import COVERAGE, mean, side

PLAIN = Condition(2, 100, 0.5, 0.0, "matched")


def covered(share, warned=0.0, n=10_000):
    """As many of those with a warning cover as of those without."""
    right, told, unwarned = round(share * n), round(warned * n), round(share * (1 - warned) * n)
    counts = {
        "rate": (n, right), "warned": (n, told), "rate_warned": (told, right - unwarned),
        "rate_unwarned": (n - told, unwarned), "silent_misses": (n, n - told - unwarned), "width": (n, 0.1 * n),
    }  # fmt: skip
    return rows(PLAIN, {f"interval/mcc/{name}": np.array([n, *x]) for name, x in counts.items()})


def rejected(share, n=10_000):
    counts = {"rate": round(share * n), "warned": 0}
    return rows(PLAIN, {f"test/informedness/{name}": np.array([n, n, x]) for name, x in counts.items()})


def test_a_side_needs_more_than_two_standard_errors():
    error = math.sqrt(0.92 * 0.08 / 400)  # 0.0136
    assert side(0.92, error, COVERAGE) == "within"
    assert side(0.92, error / 10, COVERAGE) == "below"
    assert side(0.99, error / 10, COVERAGE) == "above"
    assert side(0.95, 0.0, COVERAGE) == "within"


def test_what_is_kept_and_what_is_not():
    found = [*covered(0.95), *covered(0.95, 0.9), *covered(0.90), *covered(0.91, 0.6), *covered(0.99, 0.2)]
    found += rejected(0.05) + rejected(0.10)
    (line,) = sections(found)[0].body
    # conditions, broken, the most silent misses, below, above, least, greatest
    assert line[1:8] == ("5", "1", "10.0", "2", "1", "90.0", "99.0")
    assert line[8] == f"{100 * (0.9 + 0.6 + 0.2) / 5:.1f}"
    assert line[9] == f"{100 * (0 + 0.9 + 0.2) / 3:.1f}"  # of those that cover
    assert [row["rate"] for row in broken(found)] == [0.90]  # 91 % with 60 % warned are 3.6 % silent misses
    assert [row["rate"] for row in short(found)] == [0.90, 0.91]
    assert [row["rate"] for row in broken_tests(found)] == [0.10]
    assert [finding.holds for finding in findings(found)] == [False, False, False]


def test_a_promise_is_broken_beyond_noise_only():
    """7 % of 1000 tables are 6.5 % by noise, of 100 000 they are not."""
    assert [len(broken(covered(0.93, n=n))) for n in (1000, 100_000)] == [0, 1]


def test_shares_and_their_errors():
    (found,) = covered(0.9, 0.25, n=98)
    assert (found["rate"], found["warned"]) == (88 / 98, 24 / 98)
    assert found["monte_carlo_error"] == pytest.approx((0.89 * 0.11 / 100) ** 0.5)  # one more of each
    assert smoothed_error(40, 40) > 0.02
    (nothing,) = covered(0.9, n=0)
    assert math.isnan(nothing["rate"])
    assert math.isnan(nothing["monte_carlo_error"])
    assert nothing["band"] == "within"


def test_few_items_are_promised_nothing():
    found = [row | {"n": 30} for row in covered(0.5)]
    assert promised(found) == findings(found) == []


def test_the_mean_of_what_is_defined():
    assert mean([1.0, math.nan, 3.0]) == 2.0
    assert math.isnan(mean([math.nan]))
