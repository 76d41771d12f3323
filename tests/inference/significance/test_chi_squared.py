import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.inference.guessing.test import guessing_test
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.inference.significance import chi_squared as module
from abovechance.inference.significance.chi_squared import (
    ASSOCIATION,
    PAPERS,
    association_test,
    n_minus_1,
    papers_test,
    smith,
    williams,
)
from tests.enumeration import null_distribution

EVALUATION = json.loads((Path(__file__).parents[2] / "golden" / "evaluation2007.json").read_text())["tables"]
FIRST, SECOND = (ac.Tables.from_cells(**{c: t[c] for c in ("tp", "fp", "fn", "tn")}) for t in EVALUATION)
THREE = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]])
RECTANGLE = np.array([[12, 3, 9, 1], [4, 8, 2, 6], [5, 5, 5, 5]])


@pytest.mark.parametrize("counts", [FIRST.counts, THREE.counts, RECTANGLE], ids=["2x2", "3x3", "3x4"])
@pytest.mark.parametrize(("name", "lambda_"), [("pearson", "pearson"), ("g_squared", "log-likelihood")])
def test_against_scipy(counts, name, lambda_):
    tables = ac.Tables.from_counts(counts, range(counts.shape[0]), predicted_labels=range(counts.shape[1]))
    theirs = stats.chi2_contingency(counts, correction=False, lambda_=lambda_)
    ours = association_test(tables, name)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
    assert ours.df == theirs.dof


@pytest.mark.parametrize("counts", [FIRST.counts, SECOND.counts, [[5, 5], [5, 6]], [[9, 1], [0, 3]]])
def test_yates_against_scipy(counts):
    theirs = stats.chi2_contingency(counts, correction=True)
    assert association_test(ac.Tables.from_counts(counts), "yates").statistic == pytest.approx(
        theirs.statistic, abs=1e-12
    )


def test_full_pearson_and_g_squared_of_evaluation_2007():
    """The paper prints 2.29 and 1.13, which are χ² of +P alone."""
    assert association_test(FIRST, "pearson").statistic == pytest.approx(3.941, abs=5e-4)
    assert association_test(SECOND, "pearson").statistic == pytest.approx(4.702, abs=5e-4)
    assert association_test(FIRST, "pearson").p_value == pytest.approx(0.047, abs=5e-4)
    assert association_test(SECOND, "pearson").p_value == pytest.approx(0.030, abs=5e-4)
    assert association_test(FIRST, "g_squared").statistic == pytest.approx(4.012, abs=5e-4)
    assert association_test(SECOND, "g_squared").statistic == pytest.approx(4.500, abs=5e-4)


def test_williams_written_out():
    q = 1 + (1 / 0.6 + 1 / 0.4 - 1) * (1 / 0.42 + 1 / 0.58 - 1) / (6 * 100)
    assert williams(FIRST.contingency) == pytest.approx(
        float(association_test(FIRST, "g_squared").statistic) / q
    )


def test_smith_written_out():
    a, a2, b, b2 = 1 / 0.6 + 1 / 0.4, 1 / 0.36 + 1 / 0.16, 1 / 0.42 + 1 / 0.58, 1 / 0.42**2 + 1 / 0.58**2
    q = 1 + (a - 1) * (b - 1) / 600 + (a2 * b2 - a * b - a2 + a - b2 + b) / (6 * 100**2)
    assert smith(FIRST.contingency) == pytest.approx(
        float(association_test(FIRST, "g_squared").statistic) / q
    )


def test_smiths_factor_brings_the_mean_of_g_squared_nearer_than_williams():
    """40 000 multinomial tables of 60 items: the mean of G² is estimated to within 0.015."""
    shares = np.outer([0.5, 0.3, 0.2], [0.4, 0.4, 0.2])
    drawn = np.random.default_rng(1).multinomial(60, shares.ravel(), size=40_000).reshape(-1, 3, 3)
    mean = association_test(ac.Tables.from_counts(drawn), "g_squared").statistic.mean()
    expected = ac.Tables.from_counts(60 * shares).contingency
    first = 4 * (1 + module._first_order(expected))
    second = first + 4 * module._second_order(expected)
    assert abs(mean - second) < 0.06 < abs(mean - first)


@pytest.mark.parametrize(
    "counts", [[[3, 2], [1, 4]], [[2, 1, 0], [1, 3, 1], [0, 1, 2]], [[2, 1, 1], [0, 2, 3]]]
)
def test_mean_of_n_minus_1_is_its_degrees_of_freedom(counts):
    tables, chance = null_distribution(counts)
    shape = np.shape(counts)
    batch = ac.Tables.from_counts(tables, range(shape[0]), predicted_labels=range(shape[1]))
    assert chance @ n_minus_1(batch.contingency) == pytest.approx((shape[0] - 1) * (shape[1] - 1), rel=1e-12)


@pytest.mark.parametrize("name", ["pearson", "n_minus_1", "g_squared", "williams", "smith"])
def test_empty_rows_and_columns_do_not_matter(name):
    padded = np.zeros((5, 5), dtype=int)
    padded[np.ix_([0, 2, 3], [0, 1, 4])] = THREE.counts
    ours, expected = association_test(ac.Tables.from_counts(padded), name), association_test(THREE, name)
    assert ours.statistic == pytest.approx(float(expected.statistic), rel=1e-12)
    assert ours.df == expected.df == 4
    assert ours.p_value == pytest.approx(float(expected.p_value), rel=1e-10)


@pytest.mark.parametrize("name", [name for name in ASSOCIATION if name != "yates"])
def test_truth_and_prediction_may_change_places(name):
    ours = association_test(THREE.dual, name)
    assert ours.statistic == pytest.approx(float(association_test(THREE, name).statistic), rel=1e-12)


@pytest.mark.parametrize("name", ASSOCIATION)
@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([[0, 0], [0, 0]], "there are no items"),
        ([[3, 4], [0, 0]], "only one class occurs in the truth"),
        ([[3, 0], [4, 0]], "only one label was ever predicted"),
    ],
)
def test_undefined_with_a_reason(name, counts, reason):
    outcome = association_test(ac.Tables.from_counts(counts), name)
    assert np.isnan(outcome.p_value)
    assert np.isnan(outcome.statistic)
    assert outcome.reason == reason


def test_sparse_tables_carry_a_warning():
    assert association_test(FIRST, "pearson").warning == np.array(None)
    assert "expect less than one" in str(
        association_test(ac.Tables.from_counts([[90, 3], [3, 1]]), "pearson").warning
    )


def test_yates_is_for_two_classes():
    with pytest.raises(InputError, match="2×2"):
        association_test(THREE, "yates")


PRINTED = {
    "chi_squared_plus_p": "chi2_plusP",
    "chi_squared_kb": "chi2_KB",
    "chi_squared_km": "chi2_KM",
    "chi_squared_kbm": "chi2_KBM",
}


@pytest.mark.parametrize("row", EVALUATION, ids=["first", "second"])
@pytest.mark.parametrize("name", PRINTED)
def test_table_2_of_evaluation_2007(row, name):
    table = ac.Tables.from_cells(**{cell: row[cell] for cell in ("tp", "fp", "fn", "tn")})
    assert papers_test(table, name).statistic == pytest.approx(row["printed"][PRINTED[name]], abs=0.005)


def test_plus_r_by_its_equation():
    """The paper prints 2.22 and 1.61, computed with the evenness and margin of +P."""
    assert papers_test(FIRST, "chi_squared_plus_r").statistic == pytest.approx(1.576, abs=5e-4)
    assert papers_test(SECOND, "chi_squared_plus_r").statistic == pytest.approx(1.505, abs=5e-4)


@pytest.mark.parametrize("table", [FIRST, SECOND], ids=["first", "second"])
def test_two_classes_are_pearsons_times_a_margin(table):
    chi_squared = float(association_test(table, "pearson").statistic)
    prevalence, bias = ac.prevalence(table), ac.bias(table)
    of_classes, of_labels = prevalence * (1 - prevalence), bias * (1 - bias)
    factors = {
        "chi_squared_plus_p": 1 - bias,
        "chi_squared_plus_r": 1 - prevalence,
        "chi_squared_kb": 2 * of_labels,
        "chi_squared_km": 2 * of_classes,
        "chi_squared_kbm": 2 * np.sqrt(of_classes * of_labels),
    }
    for name, factor in factors.items():
        outcome = papers_test(table, name)
        assert outcome.statistic == pytest.approx(factor * chi_squared, rel=1e-12)
        assert outcome.nominal == pytest.approx(stats.chi2.sf(factor * chi_squared, 1), rel=1e-10)
        assert outcome.p_value == pytest.approx(stats.chi2.sf(chi_squared * 99 / 100, 1), rel=1e-10)


def test_both_halves_of_pearsons_are_plus_p_of_the_problem_and_its_inverse():
    total = sum(float(papers_test(t, "chi_squared_plus_p").statistic) for t in (FIRST, FIRST.inverse))
    assert total == pytest.approx(float(association_test(FIRST, "pearson").statistic), rel=1e-12)


def test_of_more_classes_they_are_the_test_of_informedness_unscaled():
    t = THREE.contingency
    b = ac.informedness(THREE)
    v0 = weighted_hits(t, ["informedness"]).deviation[0] ** 2 * (t.total - 1) / t.total**2
    even = 0.5 * 6 / (1 / np.concatenate((t.prevalence, 1 - t.prevalence))).sum()
    outcome = papers_test(THREE, "chi_squared_kb")
    assert outcome.statistic == pytest.approx(3 * THREE.total * b**2 * even, rel=1e-12)
    z = float(guessing_test(THREE, "informedness").statistic)
    assert outcome.statistic == pytest.approx(
        3 * even * v0 * z**2 * THREE.total / (THREE.total - 1), rel=1e-12
    )
    assert outcome.p_value == guessing_test(THREE, "informedness").p_value
    assert papers_test(THREE, "chi_squared_km").p_value == guessing_test(THREE, "markedness").p_value
    assert outcome.df == 4
    assert outcome.nominal == pytest.approx(stats.chi2.sf(float(outcome.statistic), 4), rel=1e-10)
    assert papers_test(THREE, "chi_squared_xb").statistic == pytest.approx(
        2 * float(outcome.statistic), rel=1e-12
    )
    assert papers_test(THREE, "chi_squared_b").statistic == pytest.approx(2 * THREE.total * b**2, rel=1e-12)


def test_products_of_both_are_calibrated_by_random_tables():
    """Against all tables with these margins, one by one."""
    counts = [[3, 1, 1], [1, 2, 0], [1, 0, 2]]
    tables, chance = null_distribution(counts)
    batch, table = ac.Tables.from_counts(tables), ac.Tables.from_counts(counts)
    exact = chance[ac.bookmark(batch) >= ac.bookmark(table) - 1e-9].sum()
    outcome = papers_test(table, "chi_squared_kbm", replicates=20_000, seed=3)
    assert outcome.reference == "Monte Carlo"
    assert abs(outcome.p_value - exact) < 4 * outcome.error


def test_classes_that_neither_occur_nor_are_predicted_do_not_count():
    padded = np.zeros((4, 4), dtype=int)
    padded[:3, :3] = THREE.counts
    for name in ("chi_squared_kb", "chi_squared_xm", "chi_squared_kbm"):
        ours = papers_test(ac.Tables.from_counts(padded), name, seed=1, replicates=99)
        expected = papers_test(THREE, name, seed=1, replicates=99)
        assert ours.statistic == pytest.approx(float(expected.statistic), rel=1e-12)
        assert ours.df == expected.df == 4


def test_a_class_on_one_side_only_has_no_evenness():
    never_predicted = ac.Tables.from_counts([[5, 2, 0], [1, 6, 0], [2, 1, 0]])
    outcome = papers_test(never_predicted, "chi_squared_km")
    assert np.isnan(outcome.p_value)
    assert "evenness" in str(outcome.reason).lower()
    outcome = papers_test(never_predicted, "chi_squared_kbm")
    assert np.isnan(outcome.p_value)
    assert np.isnan(outcome.nominal)
    assert guessing_test(never_predicted, "informedness").p_value > 0
    assert papers_test(never_predicted, "chi_squared_b").statistic > 0


def test_the_class_that_never_occurs_leaves_b_but_no_evenness_of_classes():
    never_occurs = ac.Tables.from_counts([[5, 2, 1], [1, 6, 2], [0, 0, 0]])
    assert "evenness" in str(papers_test(never_occurs, "chi_squared_kb").reason).lower()
    assert (
        papers_test(never_occurs, "chi_squared_b").p_value
        == guessing_test(never_occurs, "informedness").p_value
    )


@pytest.mark.parametrize("name", PAPERS)
def test_degenerate_tables_have_a_reason(name):
    for counts in ([[0, 0], [0, 0]], [[3, 4], [0, 0]]):
        outcome = papers_test(ac.Tables.from_counts(counts), name)
        if np.isnan(outcome.p_value):
            assert outcome.reason is not None
        else:
            assert (outcome.p_value, outcome.statistic) == (1, 0)
            assert "only one value" in str(outcome.warning)


@pytest.mark.parametrize("name", ["chi_squared_plus_p", "chi_squared_plus_r", "g_squared_plus_p"])
def test_single_class_statistics_are_for_two_classes(name):
    with pytest.raises(InputError, match="per_class_tests"):
        papers_test(THREE, name)


def test_products_of_very_many_items_are_not_sampled(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_TOTAL", 50)
    outcome = papers_test(THREE, "chi_squared_bm")
    assert np.isnan(outcome.p_value)
    assert "not drawn" in str(outcome.reason)


SMALL = ([[3, 1], [2, 4]], [[1, 5], [4, 2]], [[7, 0], [1, 2]], [[6, 2], [3, 1]], [[20, 3], [9, 11]])


@pytest.mark.parametrize("table", [FIRST, SECOND], ids=["first", "second"])
def test_g_squared_of_plus_p_is_eq_31_and_adds_up_to_g_squared(table):
    tp, fp, n = (float(getattr(table.dichotomy, x)) for x in ("tp", "fp", "n"))
    prevalence, bias = ac.prevalence(table), ac.bias(table)
    by_hand = 2 * (
        tp * np.log(tp / (n * prevalence * bias)) + fp * np.log(fp / (n * (1 - prevalence) * bias))
    )
    assert papers_test(table, "g_squared_plus_p").statistic == pytest.approx(by_hand, rel=1e-12)
    both = (papers_test(t, "g_squared_plus_p").statistic for t in (table, table.inverse))
    assert sum(both) == pytest.approx(float(association_test(table, "g_squared").statistic), rel=1e-12)
    assert papers_test(table.dual, "g_squared_plus_r").statistic == pytest.approx(by_hand, rel=1e-12)
    assert papers_test(table, "g_squared_plus_p").nominal == pytest.approx(
        stats.chi2.sf(by_hand, 1), rel=1e-9
    )


@pytest.mark.parametrize("counts", SMALL)
@pytest.mark.parametrize("name", ["g_squared_plus_p", "g_squared_plus_r"])
def test_g_squared_of_one_class_is_calibrated_over_all_tables_of_the_margins(counts, name):
    tables, chance = null_distribution(counts)
    each = module.papers_nominal(ac.Tables.from_counts(tables), name)[0]
    own = papers_test(ac.Tables.from_counts(counts), name)
    assert own.reference == "exact"
    assert own.p_value == pytest.approx(chance[each >= own.statistic * (1 - 1e-9)].sum(), rel=1e-9)


def test_approximate_forms_are_those_printed():
    """Powers 2007, eqs. 30 and 33 near a margin of 1, and eq. 31 for small effects."""
    b, m, pn, rn = ac.informedness(FIRST), ac.markedness(FIRST), 58, 40
    even_r, even_p = 0.6 * 0.4, 0.42 * 0.58
    printed = {
        "chi_squared_plus_p_approximate": (100 + pn) * b**2 * even_r,
        "chi_squared_plus_r_approximate": (100 + rn) * m**2 * even_p,
        "g_squared_plus_p_approximate": 2 * 100 * b**2 * even_r / 0.42,
        "g_squared_plus_r_approximate": 2 * 100 * m**2 * even_p / 0.6,
    }
    for name, value in printed.items():
        assert papers_test(FIRST, name).statistic == pytest.approx(value, rel=1e-12)
        assert papers_test(FIRST, name).p_value == papers_test(FIRST, "chi_squared_plus_p").p_value


def test_the_expansion_of_one_over_the_bias_holds_near_a_bias_of_1():
    nearly_all = ac.Tables.from_cells(tp=5_900, fp=4_050, fn=20, tn=30)
    exact, near = (
        float(papers_test(nearly_all, x).statistic) for x in PAPERS if x.startswith("chi_squared_plus_p")
    )
    assert near == pytest.approx(exact, rel=1e-4)


def test_g_squared_is_not_twice_as_sensitive_as_chi_squared():
    """Powers 2007, eq. 31, says so; for a small effect the two agree, and the printed form is twice as large."""
    small = ac.Tables.from_cells(tp=2_525, fp=2_475, fn=2_475, tn=2_525)
    exact, printed, chi_squared = (
        float(papers_test(small, name).statistic)
        for name in ("g_squared_plus_p", "g_squared_plus_p_approximate", "chi_squared_plus_p")
    )
    assert exact == pytest.approx(chi_squared, rel=1e-3)
    assert printed == pytest.approx(2 * chi_squared, rel=1e-12)


def test_beta_has_k_minus_1_degrees_of_freedom_where_the_papers_suggest_it():
    for name in PAPERS:
        if PAPERS[name].positive is not None:
            continue
        outcome = papers_test(THREE, name, replicates=99, seed=1)
        if name in ("chi_squared_kb", "chi_squared_km", "chi_squared_kbm"):
            expected = stats.chi2.sf(float(outcome.statistic), 2)
            assert outcome.nominal_beta == pytest.approx(expected, rel=1e-9)
        else:
            assert np.isnan(outcome.nominal_beta)
    of_two = papers_test(FIRST, "chi_squared_kb")
    assert of_two.nominal_beta == of_two.nominal
