"""Number, iteration and membership agree with every table of few items, for all measures that can be given."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.solve.forms import form_of, values_at
from tests.solve.test_solve import all_tables

KEYS = [one.key for one in ac.measures()]


def belonging(found, cells):
    """Which tables are in a solution: by membership in whole numbers, and by the measure's own values."""
    (one,) = found.figures
    belongs = np.array([tuple(map(int, column)) in found for column in cells.T])
    values = np.where(np.isfinite(one.form.value(tuple(cells))), values_at(one.measure, cells), np.nan)
    low, high = float(one.low), float(one.high)
    clear = ~(np.isclose(values, low, atol=1e-9) | np.isclose(values, high, atol=1e-9))
    np.testing.assert_array_equal(belongs[clear], ((values >= low) & (values <= high))[clear])
    return belongs


def require_all(found, n):
    cells = all_tables(n)
    belongs = belonging(found, cells)
    assert found.number == belongs.sum()
    assert sum(1 for _ in found) == belongs.sum()
    assert found.consistent is bool(belongs.any())


@st.composite
def figures(draw):
    """A figure of any measure: printed with digits or exact, of a table, 0, negative or one of the ends."""
    key, n = draw(st.sampled_from(KEYS)), draw(st.integers(1, 24))
    form = form_of(key)
    assume(form is not None)
    how = draw(st.sampled_from(["table", "0", "1", "-1", "-0.1", "0.5"]))
    cells = draw(st.tuples(*[st.integers(0, 24)] * 3))
    assume(how != "table" or sum(cells) <= n)
    value = (
        form.value(tuple(np.array([float(x)]) for x in (*cells, n - sum(cells))))[0]
        if how == "table"
        else float(how)
    )
    assume(np.isfinite(value))
    if draw(st.booleans()):
        return key, n, Fraction(value).limit_denominator(24**4)
    return key, n, f"{value:.{draw(st.integers(0, 3))}f}"


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(figures(), st.sampled_from(["half", "down"]))
def test_every_table_with_a_figure_of_any_measure_is_found(drawn, rounding):
    key, n, value = drawn
    try:
        found = ac.solve({key: value}, n=n, rounding=rounding)
    except ac.InputError:  # rounded to what the measure cannot be
        assume(False)
    require_all(found, n)


@pytest.mark.parametrize(
    ("name", "value", "n", "rounding"),
    [
        ("gwet_ac1", "-0.10", 24, "half"),  # parabolas without a root, and those that touch 0
        ("expected_accuracy_gwet", "0.5", 24, "half"),
        ("mcc", 0, 30, "half"),
        ("mcc", "0.0", 33, "down"),
        ("baulieu_ii", "0.000", 24, "half"),
    ],
)
def test_tables_on_which_a_parabola_has_no_root_belong(name, value, n, rounding):
    require_all(ac.solve({name: value}, n=n, rounding=rounding), n)
