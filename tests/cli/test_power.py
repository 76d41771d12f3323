"""``abovechance power``: items needed, the power of a number, a comparison, JSON, and what it refuses."""

import csv
import io
import json
from inspect import cleandoc

import pytest

import abovechance as ac
from abovechance.cli.commands.power import power

REPORT = """\
202 items are needed to show that decisions are better than chance with a
probability of 0.8 (two-sided test at 0.05).

Expected: Informedness 0.2, prevalence and bias 0.3.

Items  power  0                            1
   50  0.291  ━━━━━━━━━
  101  0.515  ━━━━━━━━━━━━━━━
  152  0.684  ━━━━━━━━━━━━━━━━━━━━━
  202  0.800  ━━━━━━━━━━━━━━━━━━━━━━━━
  303  0.927  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━
  404  0.976  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
"""
PLAN = ["power", "--informedness", "0.2", "--prevalence", "0.3"]


def document(outcome):
    assert outcome.code == 0
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    assert value["schema"] == "abovechance.power/2"
    return value


def test_the_report(run):
    outcome = run(*PLAN)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == REPORT


def test_the_numbers_are_those_of_the_library(run):
    value = document(run(*PLAN, "--bias", "0.4", "--power", "0.9", "--level", "0.99", "--json", "-"))
    assert value["needed"] == ac.items_needed(0.2, prevalence=0.3, bias=0.4, power=0.9, level=0.99)
    reached = {row["n"]: row["power"] for row in value["rows"]}
    assert reached[value["needed"]] >= 0.9
    assert reached == {n: ac.power_of(n, 0.2, prevalence=0.3, bias=0.4, level=0.99) for n in reached}


@pytest.mark.parametrize(
    ("tokens", "arguments"),
    [
        (["--prevalence", "0.3"], {"prevalence": 0.3}),
        (["--prevalence", "0.3", "--n", "100"], {"prevalence": 0.3, "n": 100}),
        (
            ["--prevalence", "0.5,0.3,0.2", "--bias", "0.4,0.3,0.3", "--power", "0.9"],
            {"prevalence": [0.5, 0.3, 0.2], "bias": [0.4, 0.3, 0.3], "power": 0.9},
        ),
        (
            ["--difference", "0.1", "--correlation", "0.5", "--level", "0.99", "--sides", "1"],
            {"difference": 0.1, "correlation": 0.5, "level": 0.99, "sides": 1},
        ),
        (["--against", "0.1"], {"against": 0.1}),
    ],
)
def test_plan_is_the_same_in_the_library(run, tokens, arguments):
    plan = ac.plan(0.2, **arguments)
    options = ["power", "--informedness", "0.2", *tokens]
    assert run(*options).out == f"{plan!r}\n"
    assert document(run(*options, "--json", "-")) == plan.to_dict()
    assert run(*options, "--markdown").out == plan.to_markdown()
    assert run(*options, "--latex").out == plan.to_latex()
    rows = list(csv.DictReader(io.StringIO(run(*options, "--csv").out)))
    assert [{"n": int(row["n"]), "power": float(row["power"])} for row in rows] == plan.rows()


def test_a_brief_report_leaves_out_what_was_asked(run):
    out = run(*PLAN, "--brief").out
    assert out == REPORT.replace("Expected: Informedness 0.2, prevalence and bias 0.3.\n\n", "")


def test_the_power_of_a_number_of_items(run):
    out = run(*PLAN, "--n", "100").out
    power = ac.power_of(100, 0.2, prevalence=0.3)
    assert out.startswith(
        f"100 items show that decisions are better than chance with a probability of {power:.2f}"
    )
    assert "it takes 202 items to reach 0.8." in " ".join(out.split())
    assert "\n  100  0." in out


def test_classes_of_any_number(run):
    value = document(run("power", "--informedness", "0.3", "--prevalence", "0.5,0.3,0.2", "--json", "-"))
    assert value["needed"] == ac.items_needed(0.3, prevalence=[0.5, 0.3, 0.2])
    assert value["setting"]["prevalence"] == [0.5, 0.3, 0.2]


def test_another_hypothesis_and_one_side(run):
    out = run("power", "--informedness", "0.5", "--against", "0.3", "--sides", "1").out
    needed = ac.items_needed(0.5, against=0.3, sides=1)
    assert out.startswith(
        f"{needed} items are needed to show that decisions are better than Informedness 0.3"
    )
    assert "one-sided test at 0.05" in " ".join(out.split())
    worse = run("power", "--informedness", "0.3", "--against", "0.5").out
    assert "worse than Informedness 0.5" in " ".join(worse.split())


def test_a_comparison(run):
    options = ["power", "--informedness", "0.7", "--difference", "0.1", "--correlation", "0.5"]
    value = document(run(*options, "--json", "-"))
    assert value["needed"] == 347 == ac.items_needed_to_compare(0.7, 0.8, correlation=0.5)
    assert value["setting"]["second"] == 0.8
    said = " ".join(run(*options).out.split())
    assert "that two systems differ in Informedness" in said
    assert "whose errors correlate by 0.5" in said


def test_csv_markdown_and_latex(run):
    rows = list(csv.DictReader(io.StringIO(run(*PLAN, "--csv").out)))
    assert [int(row["n"]) for row in rows] == [50, 101, 152, 202, 303, 404]
    assert run(*PLAN, "--markdown").out.splitlines()[:3] == [
        "| Items | power |",
        "| ---: | ---: |",
        "| 50 | 0.291 |",
    ]
    assert "202 & 0.800 \\\\" in run(*PLAN, "--latex").out


def test_json_to_a_file(run, tmp_path):
    outcome = run(*PLAN, "--json", tmp_path / "plan.json")
    assert outcome.out == REPORT
    assert json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["needed"] == 202


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "--informedness requires an argument"),
        (["--informedness", "x"], "unable to convert"),
        (["--informedness", "1.2"], "informedness must lie between 0 and 1"),
        (["--informedness", "0"], "nothing to detect"),
        (["--informedness", "0.2", "--prevalence", "1.3"], "prevalence must be a number between 0 and 1"),
        (["--informedness", "0.2", "--prevalence", "0.5,0.6"], "with sum 1"),
        (
            ["--informedness", "0.2", "--prevalence", "a"],
            "--prevalence is a number, or several separated by commas",
        ),
        (["--informedness", "0.9", "--prevalence", "0.5", "--bias", "0.1"], "its bias is at least 0.45"),
        (["--informedness", "0.2", "--power", "1.2"], "power must lie between 0 and 1"),
        (["--informedness", "0.2", "--level", "95"], "level must lie between 0 and 1"),
        (["--informedness", "0.2", "--n", "1"], "--n must be a whole number of items, 2 or more, got 1"),
        (["--informedness", "0.2", "--sides", "3"], "Invalid value"),
        (["--informedness", "0.2", "--correlation", "0.5"], "give their --difference too"),
        (
            ["--informedness", "0.2", "--difference", "0.1", "--against", "0.1"],
            "leave it out with --difference",
        ),
        (["--informedness", "0.2", "--csv", "--markdown"], "only one of"),
        (["--informedness", "0.2", "0.3"], "unexpected argument '0.3'"),
    ],
)
def test_bad_usage(run, options, words):
    assert words in run("power", *options).refused


def test_options_are_described_as_the_arguments_of_the_library():
    described = cleandoc(ac.plan.__doc__).partition("Parameters\n")[2].partition("Examples\n")[0].strip()
    assert described.replace("each class.", "each class, separated by commas.") in cleandoc(power.__doc__)


def test_help_has_examples(run):
    out = run("power", "--help").out
    assert "Examples:\n\n  abovechance power " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
