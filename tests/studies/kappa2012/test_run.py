"""The study of Kappa: every cell of the paper's tables, exactly, and claims that altered data refute."""

import json
from pathlib import Path

import pytest

from abovechance.studies.kappa2012.claims import MEASURES, misled, of
from abovechance.studies.kappa2012.run import MARGINS, STUDY, Column, cells, exact
from tests.test_papers import as_printed

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "kappa2012.json").read_text())
NAMES = {
    "Accuracy": "accuracy",
    "F": "f1",
    "Bias": "bias",
    "ePowers": "expected_accuracy_powers",
    "eCohen": "expected_accuracy",
    "eFleiss": "expected_accuracy_scott",
    "kPowers": "informedness",
    "kCohen": "cohen_kappa",
    "kFleiss": "scott_pi",
}


@pytest.fixture(scope="module")
def rows():
    return STUDY.run("quick", replicates=400, seed=2).rows()


def printed_cells():
    for table in ("table2", "table3"):
        for column in GOLDEN[table]:
            for name, printed in column["printed"].items():
                # the expectation of Powers is undefined where all decisions are informed, and printed by rule
                if name in NAMES and not (name == "ePowers" and column["informed"] == 1):
                    margins = column["prevalence"], column["guess_bias"]
                    yield (column["informed"], margins, NAMES[name]), printed


@pytest.fixture(scope="module")
def values(rows):
    found = {}
    for row in rows:
        if row["part"] == "tables":
            found[row["informed"], (row["prevalence"], row["guess"]), row["measure"]] = row["exact"]
    return found


@pytest.mark.parametrize(("cell", "printed"), list(printed_cells()))
def test_the_rows_hold_every_printed_cell(values, cell, printed):
    assert as_printed(100 * values[cell], printed)


def test_there_are_cells_to_compare():
    assert len(list(printed_cells())) == 2 * 12 + 36 * 7 - 9


def test_samples_are_near_the_exact_values(rows):
    """Over 64 columns, four standard errors are hardly ever passed; ratios are biased by about 1/N."""
    for row in rows:
        if row["measure"] in ("informedness", "accuracy", "bias"):
            assert abs(row["mean"] - row["exact"]) <= 4.5 * row["error"] + 1e-9, row


def test_the_limits_are_those_of_the_paper(rows):
    """Powers 2012: with rare positives and guesses that are all positive, K_Fleiss → −(1 − b)/(1 + b)."""
    found = [row for row in of(rows, "limits", "scott_pi") if row["condition"] == "extreme/always"]
    positive = [row for row in found if row["informed"] > 0]
    assert len(positive) == 3
    for row in positive:
        b = row["informed"]
        assert row["limit"] == pytest.approx(-(1 - b) / (1 + b))
        assert row["near"] == pytest.approx(row["limit"], abs=1e-4)


def test_a_column_is_drawn_from_its_own_mixture():
    column = Column("tables", "4:1/1:4", 0.15, 0.8, 0.2, 100)
    # tp = 0.15·0.8 + 0.85·0.8·0.2, tn = 0.15·0.2 + 0.85·0.2·0.8
    assert exact(column)[MEASURES.index("accuracy")] == pytest.approx(0.12 + 0.136 + 0.03 + 0.136)


def test_the_full_study_has_three_sizes():
    assert {cell.n for cell in cells("full")} == {100, 1000, 10_000}
    assert {cell.condition for cell in cells("quick") if cell.part == "tables"} == set(MARGINS)


def test_misled_counts_pairs_of_columns_that_are_ranked_wrongly():
    rows = [{"informed": b, "exact": x} for b, x in ((0.1, 0.5), (0.2, 0.4), (0.3, 0.5), (0.3, 0.9))]
    # five pairs differ in b: 0.1–0.2 is wrong, 0.1–0.3 a tie, the three others are right
    assert misled(rows) == (1 + 0.5) / 5


def altered(rows, key, **change):
    return [row | change if row["measure"] == key else row for row in rows]


def holds(rows):
    return {finding.claim: finding.holds for finding in STUDY.findings(rows)}


def test_the_claims_hold_of_the_data(rows):
    expected = {
        "Informedness, the Kappa of Powers, is the informed probability in every column.": True,
        "Where guesses match prevalence and informed decisions are right, Cohen's Kappa recovers it.": True,
        "Cohen's Kappa is 0 where nothing is informed, and else never on the wrong side of chance.": True,
        "Fleiss' Kappa is 0 where nothing is informed, and else never on the wrong side of chance.": False,
        "Of any two columns, accuracy and F-measure give the more informed one the higher value.": False,
        "In samples, the mean of Informedness is the informed probability as well (within 4 Monte Carlo "
        "standard errors).": True,
        "The formulas of all 36 limits hold.": True,
        "On expected tables 0.01 from the limit, each Kappa is within 5 points of it.": False,
    }
    assert holds(rows) == expected


@pytest.mark.parametrize(
    ("key", "change", "claim"),
    [
        ("informedness", {"exact": 0.5}, "Informedness, the Kappa of Powers"),
        ("cohen_kappa", {"exact": 0.5}, "Where guesses match"),
        ("cohen_kappa", {"exact": -0.5}, "Cohen's Kappa is 0"),
        ("informedness", {"mean": 0.5}, "In samples"),
        ("scott_pi", {"near": 0.5}, "The formulas"),
    ],
)
def test_other_data_refute_the_claims(rows, key, change, claim):
    before, after = holds(rows), holds(altered(rows, key, **change))
    name = next(x for x in before if x.startswith(claim))
    assert before[name]
    assert not after[name]


@pytest.mark.parametrize(
    ("key", "claim"), [("scott_pi", "Fleiss' Kappa is 0"), (("accuracy", "f1"), "Of any two columns")]
)
def test_claims_that_fail_would_hold_of_a_measure_that_recovers_the_truth(rows, key, claim):
    keys = key if isinstance(key, tuple) else (key,)
    ideal = [row | {"exact": row["informed"]} if row["measure"] in keys else row for row in rows]
    assert next(held for name, held in holds(ideal).items() if name.startswith(claim))


def test_a_kappa_that_is_not_0_at_chance_is_refuted(rows):
    """Powers 2012, Table 3: Fleiss' Kappa of guesses at 4:1/1:4 is (0.32 − 0.5)/(1 − 0.5) = −36 %."""
    ideal = [
        row | {"exact": row["informed"]} if row["measure"] == "scott_pi" and row["informed"] else row
        for row in rows
    ]
    finding = next(x for x in STUDY.findings(ideal) if x.claim.startswith("Fleiss' Kappa is 0"))
    assert not finding.holds
    assert "It is not 0 in 2 of 5 columns without any, −36 % at worst." in finding.evidence


def test_tables_name_the_size_of_their_samples(rows):
    titles = {section.title: section for section in STUDY.sections(rows)}
    assert "Table 3: the three Kappas (%), exact and mean ± sd of samples of 1000 items" in titles
    limits = titles["Limits of Kappa (%)"]
    assert "the mean of samples of 1000 items 0.01 from it" in limits.note
    line = next(line for line in limits.body if line[0] == "50 %, extreme/always")
    # Fleiss: −(1 − b)/(1 + b)
    assert line[3].startswith("−33.3 (−33.3; ")
