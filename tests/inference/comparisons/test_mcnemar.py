"""McNemar's tests and Tango's interval, against published values, statsmodels and a direct inversion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from statsmodels.stats.contingency_tables import mcnemar as reference

from abovechance import measure, measures
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.comparisons.joint import Joint

PAIRS = [(1, 7), (7, 1), (0, 5), (3, 3), (40, 20), (500, 560)]


@pytest.mark.parametrize(("b", "c"), PAIRS)
def test_tests_agree_with_statsmodels(b, c):
    table = [[5, b], [c, 5]]
    assert mcnemar.exact(b, c) == pytest.approx(reference(table).pvalue, rel=1e-12)
    assert mcnemar.asymptotic(b, c) == pytest.approx(
        reference(table, exact=False, correction=False).pvalue, rel=1e-12
    )
    if abs(b - c) >= 1:
        corrected = reference(table, exact=False, correction=True).pvalue
        assert mcnemar.corrected(b, c) == pytest.approx(corrected, rel=1e-12)


def test_mid_p_is_the_exact_p_less_half_of_what_is_as_extreme():
    assert mcnemar.mid_p(1, 7) == pytest.approx((2 * (1 + 8) - 8) / 2**8)
    assert mcnemar.mid_p(3, 0) == pytest.approx((2 * 1 - 1) / 2**3)
    assert mcnemar.mid_p(2, 2) == pytest.approx(1 - 6 / 2**4 / 2)


def test_systems_that_never_differ_have_p_one():
    assert (
        mcnemar.mid_p(0, 0) == mcnemar.exact(0, 0) == mcnemar.asymptotic(0, 0) == mcnemar.corrected(0, 0) == 1
    )


def test_tests_are_elementwise():
    b, c = np.transpose(PAIRS)
    for test in mcnemar.TESTS.values():
        np.testing.assert_allclose(test(b, c), [test(*pair) for pair in PAIRS], rtol=1e-14)


def test_tango_published_examples():
    """Fagerland, Lydersen and Laake 2014, table of Bentur et al. 2009; PropCIs 0.3-0, scoreci.mp(25, 28, 618, .90)."""
    np.testing.assert_allclose(mcnemar.tango(1, 7, 21), (-0.517, -0.026), atol=5e-4)
    np.testing.assert_allclose(mcnemar.tango(28, 25, 618, 0.90), (-0.0148, 0.0247), atol=5e-5)


@pytest.mark.parametrize("n", [1, 5, 1000])
def test_tango_without_discordant_items_is_a_closed_form(n):
    z = 1.959963984540054
    low, high = mcnemar.tango(0, 0, n)
    assert high == pytest.approx(z**2 / (n + z**2), rel=1e-12)
    assert low == pytest.approx(-high, rel=1e-12)


def fitted_score(d, b, c, n):
    """The score statistic with the rate of c fitted by maximising the likelihood itself."""

    def deviance(q):
        cells = ((b, q + d), (c, q), (n - b - c, 1 - 2 * q - d))
        return -sum(count * np.log(max(p, 1e-300)) for count, p in cells if count)

    bounds = max(0.0, -d) + 1e-13, (1 - d) / 2 - 1e-13
    q = minimize_scalar(deviance, bounds=bounds, method="bounded", options={"xatol": 1e-13}).x
    return (b - c - n * d) / np.sqrt(n * (2 * q + d - d * d))


@pytest.mark.parametrize(("b", "c", "n"), [(1, 7, 21), (9, 2, 50), (3, 3, 20), (40, 20, 160), (6, 5, 12)])
def test_tango_bounds_are_where_the_score_test_stops_rejecting(b, c, n):
    low, high = mcnemar.tango(b, c, n)
    assert fitted_score(low, b, c, n) == pytest.approx(1.959964, abs=1e-4)
    assert fitted_score(high, b, c, n) == pytest.approx(-1.959964, abs=1e-4)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 100))
def test_tango_turns_round_with_the_systems_and_holds_the_difference(b, c, rest):
    n = b + c + rest + 1
    low, high = mcnemar.tango(b, c, n)
    assert -1 <= low < (b - c) / n < high <= 1
    np.testing.assert_allclose(mcnemar.tango(c, b, n), (-high, -low), atol=1e-12)


def test_tango_of_no_items_is_undefined():
    assert np.isnan(mcnemar.tango(0, 0, 0)).all()


@pytest.mark.parametrize("key", [m.key for m in measures() if mcnemar.share_of(m)])
def test_discordant_items_make_the_difference_of_the_measure(key):
    rng = np.random.default_rng(5)
    truth, a, b = rng.integers(0, 2, (3, 200))
    joint = Joint.from_labels(truth, {"A": a, "B": b}, positive=0)
    first, second, n = mcnemar.discordant(measure(key), joint)
    values = measure(key)(joint.tables)
    assert (first - second) / n == pytest.approx(values[0] - values[1], abs=1e-12)


def test_only_proportions_of_items_that_can_be_counted_have_discordant_items():
    three = Joint.from_labels([0, 1, 2], {"A": [0, 1, 1], "B": [0, 0, 2]})
    assert mcnemar.discordant(measure("accuracy"), three) == (1, 1, 3)
    assert mcnemar.discordant(measure("recall"), three) is None
    assert mcnemar.discordant(measure("mcc"), three) is None
    weighted = Joint.from_labels([0, 1], {"A": [0, 1], "B": [0, 0]}, weights=[1, 2])
    assert mcnemar.discordant(measure("accuracy"), weighted) is None
