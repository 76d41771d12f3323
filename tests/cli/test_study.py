"""``abovechance study coverage``: the summary, the rows, JSON, and what it refuses."""

import csv
import io
import json

import pytest

TINY = [
    "study",
    "coverage",
    "--classes",
    "2",
    "--n",
    "100",
    "--prevalence",
    "balanced",
    "--informed",
    "0,0.5",
]
TINY += ["--replicates", "400", "--seed", "3"]


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    from abovechance.cli import main

    out = tmp_path_factory.mktemp("study") / "study.json"
    assert main([*TINY, "--json", str(out), "--csv"]) == 0
    return json.loads(out.read_text(encoding="utf-8"), parse_constant=pytest.fail)


def test_the_report(run):
    outcome = run(*TINY)
    assert (outcome.code, outcome.err) == (0, "")
    said = " ".join(outcome.out.split())
    assert said.startswith("With 100 items or more, 95 % intervals cover 93 to 97.5 % in 28 of 28 cases")
    assert "The default test at 5 % rejects chance in 3 to 6 % of tables under 2 of 2 conditions" in said
    assert "4 conditions, 400 tables each" in said
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_json_has_a_row_for_each_measure_and_condition(document):
    assert document["schema"] == "abovechance.study.coverage/1"
    assert (document["seed"], document["replicates"], document["promised_from"]) == (3, 400, 100)
    kinds = [row["kind"] for row in document["rows"]]
    assert (kinds.count("interval"), kinds.count("test")) == (2 * 2 * 7, 2)
    row = document["rows"][0]
    assert (row["measure"], row["method"], row["n"]) == ("informedness", "miettinen_nurminen", 100)
    assert 0.9 < row["rate"] < 1
    assert row["monte_carlo_error"] == pytest.approx((row["rate"] * (1 - row["rate"]) / 400) ** 0.5, rel=0.03)


def test_csv_has_the_same_rows(run, document):
    rows = list(csv.DictReader(io.StringIO(run(*TINY, "--csv").out)))
    assert [float(row["rate"]) for row in rows] == [row["rate"] for row in document["rows"]]
    assert rows[-1]["width"] == ""


def test_markdown_has_the_summary(run):
    out = run(*TINY, "--markdown").out
    assert "**From 100 items on**\n\n| Measure | cases |" in out
    assert "| Informedness | 4 | 0 | 0 |" in out


def test_a_small_version_of_all_conditions(run):
    outcome = run("study", "coverage", "--quick", "--replicates", "100")
    assert outcome.code == 0
    assert "24 conditions, 100 tables each" in " ".join(outcome.out.split())
    assert "3 classes" in outcome.out


def test_too_few_items_are_promised_nothing(run):
    outcome = run("study", "coverage", "--classes", "2", "--n", "30", "--prevalence", "0.1", "--informed", "0.5",
                  "--replicates", "100")  # fmt: skip
    assert outcome.out.startswith("No condition has 100 items or more, from which on coverage is promised.")
    assert "Type I" not in outcome.out


def test_what_breaks_its_promise_is_listed(run):
    """Five items of a class, most of them right: Wilson's interval is short, and says so."""
    outcome = run("study", "coverage", "--classes", "3", "--n", "100", "--prevalence", "0.05", "--informed", "0.95",
                  "--replicates", "3000", "--seed", "1")  # fmt: skip
    lines = outcome.out[outcome.out.index("Coverage beyond the band") :].splitlines()
    recall = next(line.split() for line in lines if line.startswith("Recall"))
    assert recall[1:6] == ["3", "100", "0.05", "0.95", "mismatched"]
    assert float(recall[6]) < 92
    assert float(recall[7]) > 50


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--classes", "two"], "--classes is a list of numbers separated by commas, not 'two'"),
        (["--classes", "1"], "two classes or more, got 1"),
        (["--n", "1.5"], "--n is a list of numbers"),
        (["--n", "0"], "at least one item, got 0"),
        (["--prevalence", "0.9"], "at most 0.5, got 0.9"),
        (["--informed", "1.5"], "informed must be a probability from 0 to 1, got 1.5"),
        (["--replicates", "5"], "100 replicates or more, got 5"),
        (["--csv", "--json", "-"], "only one of"),
        (["--seed", "-1"], "Must be >= 0"),
        (["extra"], "unexpected argument 'extra'"),
    ],
)
def test_bad_usage(run, options, words):
    assert words in run("study", "coverage", "--quick", *options).refused


def test_studies_are_listed(run):
    assert "coverage" in run("study").out
    assert "Unknown command" in run("study", "coverag").refused


def test_help_has_examples(run):
    out = run("study", "coverage", "--help").out
    assert "Examples:\n\n  abovechance study coverage " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
