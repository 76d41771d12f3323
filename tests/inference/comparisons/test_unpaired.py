"""Differences of independent tables, against published intervals and what must hold for any two tables."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from abovechance import InputError, Tables
from abovechance.inference.comparisons.unpaired import unpaired
from tests.strategies import full_tables

FIRST = Tables.from_cells(tp=56, fp=5, fn=14, tn=15)
SECOND = Tables.from_cells(tp=48, fp=9, fn=32, tn=11)


def test_two_recalls_have_the_interval_of_newcombes_method_ten():
    """Newcombe 1998, table II, 56/70 − 48/80: 0.0524 to 0.3339."""
    found = unpaired("recall", FIRST, SECOND)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert found.difference == pytest.approx(56 / 70 - 48 / 80)


def test_two_accuracies_square_and_add_their_wilson_intervals():
    low1, high1 = proportion_confint(71, 90, method="wilson")
    low2, high2 = proportion_confint(59, 100, method="wilson")
    p1, p2 = 71 / 90, 59 / 100
    found = unpaired("accuracy", FIRST, SECOND)
    assert found.low == pytest.approx(p1 - p2 - np.hypot(p1 - low1, high2 - p2), rel=1e-9)
    assert found.high == pytest.approx(p1 - p2 + np.hypot(high1 - p1, p2 - low2), rel=1e-9)


def test_walds_interval_adds_the_variances_of_two_proportions():
    found = unpaired("accuracy", FIRST, SECOND, method="wald")
    p1, p2 = 71 / 90, 59 / 100
    se = np.sqrt(p1 * (1 - p1) / 90 + p2 * (1 - p2) / 100)
    assert found.se == pytest.approx(se, rel=1e-9)
    assert (found.low, found.high) == pytest.approx(
        (p1 - p2 - 1.959964 * se, p1 - p2 + 1.959964 * se), rel=1e-6
    )


@pytest.mark.parametrize("method", ["mover", "delta", "wald"])
@pytest.mark.parametrize("name", ["informedness", "mcc", "recall", "macro_recall"])
@given(counts=st.lists(st.integers(1, 60), min_size=8, max_size=8))
@settings(max_examples=15, deadline=None)
def test_the_p_value_is_below_the_level_where_the_interval_leaves_out_zero(method, name, counts):
    pair = Tables.from_counts(np.reshape(counts, (2, 2, 2)))
    found = unpaired(name, pair[0], pair[1], method=method)
    excluded = not found.low <= 0 <= found.high
    if abs(found.p_value - 0.05) > 1e-9:
        assert excluded == (found.p_value < 0.05)
    turned = unpaired(name, pair[1], pair[0], method=method)
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low), abs=1e-12)
    assert turned.p_value == pytest.approx(found.p_value, abs=1e-12)


@given(full_tables)
@settings(max_examples=20, deadline=None)
def test_a_table_does_not_differ_from_itself(table):
    found = unpaired("informedness", table, table)
    assert (found.difference, found.p_value) == (0, 1)
    assert found.low < 0 < found.high


def test_a_batch_is_as_many_single_tables():
    rng = np.random.default_rng(0)
    first, second = (Tables.from_counts(rng.integers(1, 40, (7, 3, 3))) for _ in range(2))
    for method in ("mover", "delta"):
        together = unpaired("mcc", first, second, method=method)
        for i in range(7):
            alone = unpaired("mcc", first[i], second[i], method=method)
            for field in ("difference", "low", "high", "se", "p_value"):
                assert getattr(together, field)[i] == pytest.approx(getattr(alone, field), rel=1e-12)


def test_perfect_and_empty_tables_give_a_finite_interval_or_nan():
    perfect = Tables.from_cells(tp=3, fp=0, fn=0, tn=2)
    found = unpaired("informedness", perfect, SECOND)
    assert found.low < found.difference < found.high <= 2
    one_class = Tables.from_cells(tp=3, fp=0, fn=1, tn=0)
    found = unpaired("informedness", one_class, SECOND)
    assert np.isnan([found.difference, found.low, found.high, found.se, found.p_value]).all()


def test_two_infinite_values_have_no_difference():
    perfect = Tables.from_cells(tp=3, fp=0, fn=0, tn=2)
    found = unpaired("odds_ratio", perfect, perfect)
    assert np.isnan([found.difference, found.low, found.high, found.p_value]).all()


def test_an_unknown_method_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'mover'"):
        unpaired("mcc", FIRST, SECOND, method="movr")


def test_two_tables_of_one_source_are_told_apart_at_the_level():
    """Tables of 60 and 100 items of the same world, three classes, Informedness one half."""
    rng = np.random.default_rng(8)
    prevalence = np.array([0.6, 0.25, 0.15])
    shares = (0.5 * np.diag(prevalence) + 0.5 * np.outer(prevalence, prevalence)).ravel()
    first, second = (
        Tables.from_counts(rng.multinomial(n, shares, 2000).reshape(2000, 3, 3)) for n in (60, 100)
    )
    found = unpaired("informedness", first, second)
    assert 0.03 < np.mean(found.p_value < 0.05) < 0.06
