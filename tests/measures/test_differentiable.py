"""Formulas are analytic: a complex step gives the derivative that small differences approach."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.contingency import Contingency

FAMILIES = ("informedness", "rates", "means", "odds", "skew", "forecast", "ordinal", "averages", "counts")
SMOOTH = [m for family in FAMILIES for m in ac.measures(family=family)]

TWO = np.array([[28.0, 12.0], [30.0, 35.0]])
THREE = np.array([[50.0, 5.0, 1.0], [20.0, 18.0, 2.0], [3.0, 4.0, 18.0]])
STEP, NUDGE = 1e-30, 1e-4


def values(m, counts):
    quantities = Contingency(counts)
    if m.scope == "binary":
        quantities = quantities.positive(1) if counts.shape[-1] == 2 else quantities.each
    with np.errstate(all="ignore"):
        return m.function(quantities)


@pytest.mark.parametrize("counts", [TWO, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("m", SMOOTH, ids=lambda m: m.key)
def test_a_complex_step_is_the_derivative(m, counts):
    for cell in np.ndindex(counts.shape):
        step = np.zeros(counts.shape)
        step[cell] = 1.0
        exact = np.imag(values(m, counts + 1j * STEP * step)) / STEP
        nearly = (values(m, counts + NUDGE * step) - values(m, counts - NUDGE * step)) / (2 * NUDGE)
        np.testing.assert_allclose(exact, nearly, rtol=1e-5, atol=1e-8)
