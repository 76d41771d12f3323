"""The mean of a ratio of linear functions is checked in 50 digits."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.curves.summaries.areas import mean_ratio

TOPS = st.floats(-5, 5)
BOTTOMS = st.floats(1e-6, 1e6)


def exact(start, end, low, high):
    with mpmath.workdps(50):
        a, da, b, db = mpmath.mpf(start), mpmath.mpf(end) - start, mpmath.mpf(low), mpmath.mpf(high) - low
        if db == 0:
            return float((a + da / 2) / b)
        return float(da / db + (a - da * b / db) / db * mpmath.log((b + db) / b))


@given(TOPS, TOPS, BOTTOMS, BOTTOMS)
def test_any_segment(start, end, low, high):
    found = mean_ratio((np.array([start]), np.array([end])), (np.array([low]), np.array([high])))
    size = max(abs(start), abs(end)) / min(low, high)
    assert found[0] == pytest.approx(exact(start, end, low, high), abs=1e-14 * size + 1e-300)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-0.3, 0.3))
def test_bottoms_that_hardly_change(start, end, change):
    found = mean_ratio((np.array([start]), np.array([end])), (np.array([1.0]), np.array([1 + change])))
    assert found[0] == pytest.approx(exact(start, end, 1.0, 1 + change), abs=2e-15)


def test_a_ratio_that_starts_at_nothing_is_constant():
    nothing = np.array([0.0])
    assert mean_ratio((nothing, np.array([3.0])), (nothing, np.array([4.0]))) == 0.75
    assert len(mean_ratio((np.empty(0), np.empty(0)), (np.empty(0), np.empty(0)))) == 0
