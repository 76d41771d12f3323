"""Formulas take complex counts, so that one complex step gives their exact derivatives."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.contingency import Contingency

FAMILIES = ("kappa", "association", "information", "confusion", "partitions", "similarity")
MEASURES = [m for family in FAMILIES for m in ac.measures(family=family)]
TABLES = [
    np.array([[28.5, 12.0], [31.0, 57.0]]),
    np.array([[25.0, 7.0, 4.0], [6.0, 31.0, 3.0], [2.0, 9.0, 41.0]]),
]
STEP = 1e-30


def value(m, counts):
    table = Contingency(counts)
    with np.errstate(all="ignore"):
        if m.scope == "binary":
            return m.function(table.positive(1) if counts.shape[-1] == 2 else table.each)
        return m.function(table)


def nudges(size, step):
    return step * np.eye(size * size).reshape(-1, size, size)


@pytest.mark.parametrize("counts", TABLES, ids=["two classes", "three classes"])
@pytest.mark.parametrize("m", MEASURES, ids=lambda m: m.key)
def test_a_complex_step_is_the_derivative(m, counts):
    complex_step = value(m, counts + nudges(len(counts), 1j * STEP)).imag / STEP
    h = 1e-3 * counts.min()

    def difference(h):
        return (value(m, counts + nudges(len(counts), h)) - value(m, counts - nudges(len(counts), h))) / (
            2 * h
        )

    by_differences = (4 * difference(h / 2) - difference(h)) / 3  # Richardson: an error of order h⁴
    scale = max(np.abs(by_differences).max(), 1e-4)
    np.testing.assert_allclose(complex_step / scale, by_differences / scale, rtol=1e-7, atol=1e-8)
