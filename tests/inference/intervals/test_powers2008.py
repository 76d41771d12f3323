"""The papers' own interval."""

import numpy as np
import pytest

from abovechance.inference.intervals.bounds import powers


def test_the_half_width_is_that_of_the_poster():
    """X(1 − |B|)/√(N − 1) with N = 128, Powers 2008: at B = 0 the band ends at 1.96/√127 = 0.174."""
    low, high, se = powers(0.0, 128)
    assert high == pytest.approx(0.1739, abs=5e-5)
    assert low == -high
    assert se == pytest.approx(1 / np.sqrt(127))


def test_it_shrinks_towards_perfection_and_stays_in_range():
    low, high, _ = powers(np.array([-1.0, -0.5, 0.95, 1.0]), 10)
    np.testing.assert_allclose(high - low, [0, 2 * 1.959964 * 0.5 / 3, 2 * 1.959964 * 0.05 / 3, 0], atol=1e-6)


def test_one_item_has_no_interval():
    assert np.isnan(powers(0.5, 1)).all()
