"""Counts of thresholds as tables: at another prevalence the rates and the number of items stay."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.curve.counts import Counts

CURVE = ac.Curve.from_scores([0, 0, 1, 0, 1, 1, 0, 0], [0.1, 0.4, 0.35, 0.5, 0.8, 0.9, 0.2, 0.9])


def test_at_the_prevalence_of_the_items_tables_are_those_of_the_thresholds():
    counts = Counts.of(CURVE)
    np.testing.assert_array_equal(counts.tables().counts, CURVE.tables.counts)
    np.testing.assert_allclose(counts.tables(3 / 8).counts, CURVE.tables.counts, rtol=1e-15)


@pytest.mark.parametrize("prevalence", [0.01, 0.3, 0.9])
def test_another_prevalence_keeps_the_rates_and_the_number_of_items(prevalence):
    found = Counts.of(CURVE).tables(prevalence)
    np.testing.assert_allclose(found.counts.sum((-2, -1)), 8)
    np.testing.assert_allclose(found.counts[:, 1].sum(-1), 8 * prevalence)
    np.testing.assert_allclose(ac.recall(found), CURVE.tpr)
    np.testing.assert_allclose(ac.fallout(found), CURVE.fpr)


def test_a_measure_that_grows_with_the_number_of_items_has_that_of_the_curve():
    """Chi-squared is N·φ², at any prevalence."""
    counts = Counts.of(CURVE)
    phi = counts.measured(ac.measure("phi_squared"), 0.2)
    np.testing.assert_allclose(counts.measured(ac.measure("chi_squared"), 0.2), 8 * phi)
