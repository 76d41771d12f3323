"""Intervals of the difference of two proportions against published values, R and enumeration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binom
from statsmodels.stats.proportion import confint_proportions_2indep

import abovechance as ac
from abovechance.inference.intervals.methods import applicable
from abovechance.inference.intervals.two_proportions import (
    DIFFERENCE_METHODS,
    Pair,
    restricted_shares,
)
from abovechance.inference.intervals.two_proportions import difference_bounds as bounds_of_difference
from tests.strategies import full_two_class_tables, tables

every_method = pytest.mark.parametrize("name", DIFFERENCE_METHODS)

DIFFERENCES = [m.key for m in ac.measures() if m.difference]
NEWCOMBE = [
    (56, 70, 48, 80),
    (9, 10, 3, 10),
    (6, 7, 2, 7),
    (5, 56, 0, 29),
    (0, 10, 0, 20),
    (0, 10, 0, 10),
    (10, 10, 0, 20),
    (10, 10, 0, 10),
]
"""The contrasts (a) to (h) of Newcombe 1998, Statistics in Medicine 17:873, Table II."""

PUBLISHED = {
    "mee": [(0.0533, 0.3377), (0.1821, 0.8370), (0.0544, 0.8478), (-0.0313, 0.1926), (-0.1611, 0.2775), (-0.2775, 0.2775), (0.7225, 1.0), (0.6777, 1.0)],
    "miettinen_nurminen": [(0.0528, 0.3382), (0.1700, 0.8406), (0.0342, 0.8534), (-0.0326, 0.1933), (-0.1658, 0.2844), (-0.2879, 0.2879), (0.7156, 1.0), (0.6636, 1.0)],
    "newcombe": [(0.0524, 0.3339), (0.1705, 0.8090), (0.0582, 0.8062), (-0.0381, 0.1926), (-0.1611, 0.2775), (-0.2775, 0.2775), (0.6791, 1.0), (0.6075, 1.0)],
}  # fmt: skip


def difference_bounds(key, *options):
    return bounds_of_difference(ac.measure(key).difference, *options)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_contrasts(name):
    low, high = DIFFERENCE_METHODS[name](*np.transpose(NEWCOMBE), 0.95)
    np.testing.assert_allclose(np.transpose((low, high)), PUBLISHED[name], atol=5.1e-5)


def test_miettinen_nurminen_as_ratesci_computes_it():
    """R package ratesci 1.0, scoreci(x1, n1, x2, n2, skew = FALSE), from its reference page."""
    low, high = DIFFERENCE_METHODS["miettinen_nurminen"](
        [12, 19, 5], [16, 29, 56], [1, 22, 0], [16, 30, 29], 0.95
    )
    np.testing.assert_allclose(low, [0.37497827, -0.30859360, -0.03259659], atol=1e-7)
    np.testing.assert_allclose(high, [0.862899, 0.158172, 0.193331], atol=1e-6)


RATESCI_SCAS = np.array(
    [
        (15, 16, 9, 16, 0.07947651, 0.6366192), (12, 16, 1, 16, 0.38567597, 0.8778839),
        (29, 34, 18, 34, 0.10699961, 0.5210504), (42, 56, 31, 56, 0.01948127, 0.3650952),
        (14, 22, 6, 22, 0.06819779, 0.6120265), (44, 54, 17, 55, 0.33270276, 0.6528154),
        (14, 17, 7, 15, 0.02152622, 0.6408332), (29, 58, 23, 58, -0.07844922, 0.2802846),
        (10, 14, 3, 15, 0.15475377, 0.7736135), (17, 26, 6, 27, 0.16911775, 0.6487974),
        (38, 44, 12, 45, 0.41394266, 0.7429163), (19, 29, 22, 30, -0.31189939, 0.1600794),
        (21, 38, 19, 38, -0.17214090, 0.2734169),
    ]
)  # fmt: skip
"""R package ratesci 1.0: x1, n1, x2, n2 and the bounds by stratum of scoreci(…, stratified = TRUE)."""


def test_scas_as_ratesci_computes_it():
    low, high = DIFFERENCE_METHODS["scas"](*RATESCI_SCAS.T[:4], 0.95)
    np.testing.assert_allclose(low, RATESCI_SCAS[:, 4], atol=1e-7)
    np.testing.assert_allclose(high, RATESCI_SCAS[:, 5], atol=1e-7)
    # from the package's front page, to four digits: 5 of 56 less 0 of 29
    np.testing.assert_allclose(
        DIFFERENCE_METHODS["scas"](5, 56, 0, 29, 0.95), (-0.01861954, 0.186718), atol=1e-5
    )


def test_the_closed_forms_as_ratesci_computes_them():
    """moverci(5, 56, 0, 29) and the same with type = "wilson"."""
    np.testing.assert_allclose(
        DIFFERENCE_METHODS["mover_jeffreys"](5, 56, 0, 29, 0.95), (-0.009734968, 0.1772258), atol=1e-7
    )
    np.testing.assert_allclose(
        DIFFERENCE_METHODS["newcombe"](5, 56, 0, 29, 0.95), (-0.03813715, 0.19256), atol=1e-6
    )


def test_the_closed_forms_as_statsmodels_computes_them():
    for x1, n1, x2, n2 in NEWCOMBE[:4]:
        for name, theirs in {"newcombe": "newcomb", "agresti_caffo": "agresti-caffo"}.items():
            expected = confint_proportions_2indep(x1, n1, x2, n2, method=theirs, compare="diff")
            np.testing.assert_allclose(
                DIFFERENCE_METHODS[name](x1, n1, x2, n2, 0.95), np.clip(expected, -1, 1), rtol=1e-9
            )


@pytest.mark.parametrize("difference", [-0.9, -0.2, 0.0, 0.1, 0.6])
def test_the_restricted_proportions_maximise_the_likelihood(difference):
    pair = Pair.of(13, 20, 4, 31)

    def loss(p2):
        return -(binom.logpmf(13, 20, p2 + difference) + binom.logpmf(4, 31, p2))

    best = minimize_scalar(
        loss, bounds=(max(0, -difference), min(1, 1 - difference)), method="bounded", options={"xatol": 1e-10}
    )
    p1, p2 = restricted_shares(pair, difference)
    assert p2 == pytest.approx(best.x, abs=1e-5)
    assert p1 == pytest.approx(best.x + difference, abs=1e-5)


counts = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@every_method
@settings(max_examples=25, deadline=None)
@given(first=counts, second=counts, level=st.floats(0.5, 0.99))
def test_bounds_lie_in_range_and_mirror_each_other(name, first, second, level):
    low, high = DIFFERENCE_METHODS[name](*first, *second, level)
    assert -1 <= low <= high <= 1
    turned = DIFFERENCE_METHODS[name](*second, *first, level)
    np.testing.assert_allclose((-high, -low), turned, atol=1e-8)
    wider = DIFFERENCE_METHODS[name](*first, *second, (1 + level) / 2)
    assert wider[0] <= low + 1e-9
    assert wider[1] >= high - 1e-9


@pytest.mark.parametrize("name", ["miettinen_nurminen", "mee", "newcombe"])
@settings(max_examples=25, deadline=None)
@given(first=counts, second=counts)
def test_bounds_hold_the_difference(name, first, second):
    low, high = DIFFERENCE_METHODS[name](*first, *second, 0.95)
    difference = first[0] / first[1] - second[0] / second[1]
    assert low <= difference + 1e-9
    assert difference - 1e-9 <= high


@every_method
def test_an_empty_class_has_no_bounds(name):
    low, high = DIFFERENCE_METHODS[name]([0, 5, 5], [0, 5, 5], [3, 0, 1], [5, 0, 9], 0.95)
    np.testing.assert_array_equal(np.isnan(low), [True, True, False])
    np.testing.assert_array_equal(np.isnan(high), [True, True, False])


@every_method
def test_a_perfect_score_of_five_items_is_not_certain(name):
    low, high = DIFFERENCE_METHODS[name](3, 3, 0, 2, 0.95)
    assert low < 0.7
    assert high > 0.85


@pytest.mark.parametrize("name", ["miettinen_nurminen", "scas", "newcombe", "agresti_caffo"])
def test_exact_coverage_is_near_the_level(name):
    """Enumerated over all outcomes of 25 positives and 25 negatives, for pairs of rates on a grid."""
    x1, x2 = np.meshgrid(np.arange(26), np.arange(26), indexing="ij")
    low, high = DIFFERENCE_METHODS[name](x1, 25, x2, 25, 0.95)
    coverage = []
    for tpr in (0.5, 0.7, 0.85, 0.95):
        for fpr in (0.05, 0.2, 0.4):
            inside = (low <= tpr - fpr) & (tpr - fpr <= high)
            coverage.append((binom.pmf(x1, 25, tpr) * binom.pmf(x2, 25, fpr) * inside).sum())
    assert 0.94 < np.mean(coverage) < 0.965
    assert min(coverage) > 0.915


@pytest.mark.parametrize("key", DIFFERENCES)
@settings(max_examples=15, deadline=None)
@given(t=full_two_class_tables)
def test_each_declared_difference_is_the_measure_of_two_classes(key, t):
    found, d = ac.measure(key).difference, t.dichotomy
    shares = (d.tp / d.rp, d.fp / d.rn) if found.between == "classes" else (d.tp / d.pp, d.fn / d.pn)
    assert found.measured(shares[0] - shares[1]) == pytest.approx(ac.measure(key)(t), abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(t=full_two_class_tables)
def test_markedness_is_the_informedness_of_the_dual(t):
    ours = difference_bounds("markedness", t.dichotomy, "miettinen_nurminen", 0.95)
    dual = difference_bounds("informedness", t.dual.dichotomy, "miettinen_nurminen", 0.95)
    np.testing.assert_allclose(ours, dual, atol=1e-10)


@settings(max_examples=25, deadline=None)
@given(t=tables(st.just(2)))
def test_the_inverse_problem_has_the_same_bounds(t):
    ours = difference_bounds("informedness", t.dichotomy, "miettinen_nurminen", 0.95)
    inverse = difference_bounds("informedness", t.inverse.dichotomy, "miettinen_nurminen", 0.95)
    np.testing.assert_allclose(ours, inverse, atol=1e-9)


def test_where_the_two_proportions_are_independent():
    assert "newcombe" in applicable(ac.measure("informedness"), 2, "classes")
    assert "newcombe" not in applicable(ac.measure("informedness"), 3, "items")
    assert "newcombe" in applicable(ac.measure("auc_of_one_point"), 3, "items")
    assert "newcombe" not in applicable(ac.measure("auc_of_one_point"), 3, "classes")
    assert "newcombe" not in applicable(ac.measure("markedness"), 2, "classes")
    assert "newcombe" not in applicable(ac.measure("accuracy"), 2, "items")
