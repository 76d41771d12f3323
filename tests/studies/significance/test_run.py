"""The study counts rejections as other software does, plans its power as said, and picks tests by its rules."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from abovechance.simulation.world.sampling import drawn_counts
from abovechance.studies.counting import tallies
from abovechance.studies.significance.claims import best, keeps_level, title_of
from abovechance.studies.significance.run import STUDY, Cell, cells, chunk, rows

SEED = np.random.SeedSequence(7)


def drawn(cell, size):
    return drawn_counts(cell.shares, cell.n, (size,), np.random.default_rng(SEED))


def seen(cell, size):
    return {test: found for (test,), found in tallies(chunk(cell, size, SEED))}


def counts(found):
    """Tables, those that cannot be tested, and those rejected at 1 and at 5 %."""
    return [
        found["untestable"].replicates,
        *(found[x].total for x in ("untestable", "rejected_01", "rejected_05")),
    ]


def rejections(p_values, level=0.05):
    return sum(p <= level for p in p_values)


@pytest.mark.parametrize("world", ["chance", "informed"])
def test_two_classes_are_counted_as_scipy_does(world):
    """Table by table with SciPy; tables with an empty row or column cannot be tested by χ²."""
    cell = Cell(2, 50, 5.0, "even", world)
    sums, tables = seen(cell, 200), drawn(cell, 200)
    fit = [t for t in tables if t.sum(0).all() and t.sum(1).all()]
    for name, options in {
        "pearson": {"correction": False},
        "g_squared": {"correction": False, "lambda_": "log-likelihood"},
        "yates": {"correction": True},
    }.items():
        p = [stats.chi2_contingency(t, **options).pvalue for t in fit]
        assert counts(sums[name]) == [200, 200 - len(fit), rejections(p, 0.01), rejections(p)]
    exact = [stats.fisher_exact(t).pvalue for t in tables]
    assert counts(sums["fisher"])[3] == rejections(exact)


def test_the_papers_statistics_are_judged_as_printed():
    """For two classes χ²_KB is 2·Bias·(1−Bias)·χ², referred to one degree of freedom."""
    cell = Cell(2, 200, 1.0, "matched", "informed")
    tables = drawn(cell, 300)
    bias = tables.sum(1)[:, 1] / 200
    chi = np.array([stats.chi2_contingency(t, correction=False).statistic for t in tables])
    p = stats.chi2.sf(2 * bias * (1 - bias) * chi, 1)
    assert 0 < rejections(p) < 300
    assert counts(seen(cell, 300)["chi_squared_kb_printed"])[3] == rejections(p)


def test_the_share_of_informed_decisions_plans_a_power_of_80_percent():
    """Where guesses match the prevalence of two classes V0 is 1: b·√(N−1) is the sum of two quantiles."""
    planned = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    for skew in (1.0, 50.0):
        cell = Cell(2, 5000, skew, "matched", "informed")
        assert cell.informed == pytest.approx(planned / 4999**0.5, rel=1e-6)
    cell = Cell(3, 2000, 10.0, "even", "informed")
    found = seen(cell, 1000)["informedness_normal"]
    assert found["rejected_05"].mean == pytest.approx(0.8, abs=0.05)


def test_confused_decisions_name_the_next_class():
    cell = Cell(3, 100, 1.0, "matched", "confused")
    b = cell.informed
    expected = (1 - b) / 9 + b / 3 * np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert cell.shares == pytest.approx(expected)
    assert b == Cell(3, 100, 1.0, "matched", "informed").informed > 0


def test_conditions_are_as_skewed_as_said():
    cell = Cell(3, 300, 16.0, "even", "chance")
    assert cell.prevalence == pytest.approx((16 / 21, 4 / 21, 1 / 21))
    assert cell.least_expected == pytest.approx(300 / 21 / 3)
    assert cell.informed == 0


def test_the_grid_reaches_ten_classes_5000_items_and_one_in_fifty():
    found = cells("full")
    assert {cell.classes for cell in found} == {2, 3, 5, 10}
    assert (min(cell.n for cell in found), max(cell.n for cell in found)) == (20, 5000)
    assert max(cell.skew for cell in found) == 50
    assert len(set(found)) == len(found) > 4 * len(cells("quick"))


def test_slow_tests_are_given_fewer_tables():
    sums = seen(Cell(3, 20, 10.0, "matched", "informed"), 200)
    assert [counts(sums[name])[0] for name in ("informedness", "default", "fisher")] == [200, 200, 40]


def test_rows_are_rates():
    cell = Cell(2, 100, 1.0, "matched", "chance")
    told = {"untestable": 10, "rejected_01": 3, "rejected_05": 9}
    (row,) = rows(cell, {f"pearson/{name}": np.array([98, 98, x]) for name, x in told.items()})
    assert (row["rejected_01"], row["rejected_05"], row["untestable"]) == (3 / 98, 9 / 98, 10 / 98)
    assert row["monte_carlo_error"] == pytest.approx((0.1 * 0.9 / 100) ** 0.5)
    assert (row["classes"], row["n"], row["world"], row["least_expected"]) == (2, 100, "chance", 25)


def row(test, world, rate, error=0.001):
    return {"test": test, "world": world, "rejected_05": rate, "monte_carlo_error": error}


def test_only_tests_that_keep_their_level_are_recommended():
    found = [
        row("pearson", "chance", 0.09), row("pearson", "informed", 0.95),
        row("n_minus_1", "chance", 0.05), row("n_minus_1", "informed", 0.80),
        row("williams", "chance", 0.04), row("williams", "informed", 0.795),
        row("yates", "chance", 0.01), row("yates", "informed", 0.60),
    ]  # fmt: skip
    assert not keeps_level(found, "pearson")
    assert best(found, "informed") == ("χ² with N−1, G² (Williams)", "80.0")
    assert best(found, "confused") == ("–", "–")


def test_powers_within_monte_carlo_error_are_equal():
    found = [row("n_minus_1", "informed", 0.80, 0.001), row("pearson", "informed", 0.75, 0.03)]
    assert best(found, "informed")[0] == "χ² (Pearson), χ² with N−1"
    found[1] = row("pearson", "informed", 0.75, 0.001)
    assert best(found, "informed")[0] == "χ² with N−1"


@pytest.fixture(scope="module")
def run():
    """A small version of the study."""
    some = [
        Cell(k, n, skew, "matched", world)
        for k in (2, 3)
        for n, skew in ((20, 1.0), (500, 10.0))
        for world in ("chance", "informed", "confused")
        if k > 2 or world != "confused"
    ]
    return replace(STUDY, cells=lambda _: some).run("quick", replicates=1000, seed=3)


def test_the_findings(run):
    claims = {finding.claim: finding for finding in run.findings}
    held = {claim for claim, finding in claims.items() if finding.holds}
    give = "under any condition (give or take two Monte Carlo standard errors)."
    assert f"The default test rejects no more than 6 % of chance {give}" in held
    assert f"G² without a correction rejects no more than 6 % of chance {give}" in set(claims) - held
    assert any("as printed, reject less than 3 % of chance under every" in claim for claim in held)
    assert any("as printed, reject 3 to 6 % of chance" in claim for claim in set(claims) - held)
    assert any("on average finds more than χ² where decisions are right" in claim for claim in held)
    assert any("confused with each other, χ² on average finds more" in claim for claim in held)


def altered(rows, rate, test="default", **more):
    return [
        row | {"rejected_05": rate} | more if (row["world"], row["test"]) == ("chance", test) else row
        for row in rows
    ]


def test_a_rate_above_and_one_below_refute_a_claim_each(run):
    """At 7 %, 500 tables leave 6 % possible (two standard errors are 2.3 points), 10 000 do not."""
    start = "The default test rejects no "
    few = altered(run.rows(), 0.07, replicates=500, monte_carlo_error=0.0115)
    many = altered(run.rows(), 0.07, replicates=10_000, monte_carlo_error=0.0026)
    seldom = altered(run.rows(), 0.01, replicates=10_000, monte_carlo_error=0.001)

    def holds(rows):
        return [x.holds for x in STUDY.findings(rows) if x.claim.startswith(start)]

    assert [holds(x) for x in (few, many, seldom)] == [[True, True], [False, True], [True, False]]
    evidence = STUDY.findings(few)[0].evidence
    assert "more than 6 % at all under 4 (of 500 tables each); at most 7.0 ± 2.3 %" in evidence


def test_printed_statistics_that_reject_more_refute_the_claim(run):
    printed = altered(run.rows(), 0.05, "chi_squared_kb_printed", monte_carlo_error=0.002)
    claim = next(x for x in STUDY.findings(printed) if "as printed, reject less than 3 %" in x.claim)
    assert not claim.holds


def test_the_tables(run):
    by_title = {section.title: section for section in run.sections}
    advice = by_title["Which test when"]
    assert all(len(line) == len(section.header) for section in run.sections for line in section.body)
    assert {line[0].split(",")[0] for line in advice.body} == {"K = 2", "K = 3"}
    errors = {line[0]: line for line in by_title["Type I error at 5 % (in %), over all conditions"].body}
    assert errors["χ²_KB, printed"][2:4] == ("4", "0")
    assert float(errors["χ² with N−1"][6]) < 8


def test_workers_change_nothing():
    some = [Cell(3, 30, 50.0, "matched", world) for world in ("informed", "confused")]
    small = replace(STUDY, cells=lambda _: some, chunk_size=60)
    one, two = (small.run("quick", replicates=100, workers=workers).rows() for workers in (1, 2))
    assert one == two


def test_titles():
    assert title_of("chi_squared_plus_p_printed") == "χ²_+P, printed"
    assert title_of("chi_squared_kbm_printed") == "χ²_KBM, printed"
    assert title_of("fisher_mid_p") == "Fisher, mid-p"
