"""Options that commands share have one meaning in all of them; where one makes no sense, the message says why."""

import csv
import json
import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

import abovechance as ac
from abovechance.cli.app import app
from abovechance.cli.help import ELSEWHERE
from abovechance.intake.missing import OnMissing
from abovechance.solve.figures import Rounding

SHARED = [
    "--weight", "--count", "--by", "--cluster", "--positive", "--labels", "--threshold", "--missing",
    "--on-missing", "--delimiter", "--no-header", "--decimal", "--encoding", "--sheet", "--id",
]  # fmt: skip
COMMANDS = ["evaluate", "test", "compare", "roc", "agree", "concord", "mark", "quantify", "judge", "deploy"]
NEEDED = {"concord": ["a", "b"], "mark": ["--key", "x,y"]}  # beside the file


@pytest.fixture
def items(tmp_path):
    """Answers of two systems, of which the first is better, with scores, weights, counts and patients."""
    rng = np.random.default_rng(1)
    truth = rng.choice(["no", "yes"], 80)
    columns = {
        "id": [f"i{k}" for k in range(80)],
        "truth": truth,
        "a": np.where(rng.random(80) < 0.8, truth, rng.choice(["no", "yes"], 80)),
        "b": np.where(rng.random(80) < 0.5, truth, rng.choice(["no", "yes"], 80)),
        "site": rng.choice(["X", "Y"], 80),
        "n": rng.integers(1, 4, 80),
        "w": rng.choice([0.5, 1.0, 2.5], 80),
        "patient": np.arange(80) // 4,
        "score": np.round(rng.random(80) / 2 + (truth == "yes") / 4, 3),
    }
    path = tmp_path / "items.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    return path, columns


def value(run, command, *tokens):
    outcome = run(command, *tokens, "--json", "-")
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", SHARED)
def test_an_option_is_there_or_the_message_says_why(run, items, command, option):
    options = app()[command].assemble_argument_collection()
    known = {name for argument in options if argument.parse for name in argument.names}
    why = ELSEWHERE.get((command, option))
    assert (option in known) != (why is not None)
    if why is not None:
        columns = NEEDED.get(command, [])
        refused = run(command, items[0], *columns, option, "x").refused
        assert refused == f"{option} is no option of abovechance {command}: {why}"


@pytest.mark.parametrize(
    ("command", "option", "values"),
    [
        (["evaluate", "--prediction", "a"], "--by", ["site", "n"]),
        (["evaluate", "--prediction", "a"], "--labels", ["yes", "no"]),
        (["evaluate", "--prediction", "a"], "--measure", ["mcc", "f1"]),
        (
            ["evaluate", "--prediction", "a", "--on-missing", "drop", "--labels", "yes"],
            "--missing",
            ["no", "?"],
        ),
        (["compare", "--seed", "1"], "--prediction", ["a", "b"]),
        (["roc"], "--score", ["score", "w"]),
        (["roc", "--score", "score"], "--at-least", ["recall=0.1", "precision=0.1"]),
        (["agree", "--item", "id"], "--rater", ["truth", "a", "b"]),
        (["agree", "--rater", "truth,a,b"], "--measure", ["alpha", "S"]),
        (["test", "--prediction", "a", "--seed", "1"], "--method", ["informedness", "pearson"]),
    ],
)
def test_commas_and_repetition_are_alike(run, items, command, option, values):
    name, *options = command
    together = value(run, name, items[0], *options, option, ",".join(values))
    apart = value(run, name, items[0], *options, *(token for x in values for token in (option, x)))
    assert together == apart


def test_a_name_with_a_comma_is_quoted_as_in_csv(run, tmp_path):
    path = tmp_path / "items.csv"
    path.write_text('truth,p,"the, site"\na,a,X\nb,a,Y\nb,b,Y\n', encoding="utf-8")
    found = value(run, "evaluate", path, "--by", '"the, site"')
    assert found["axes"] == ["the, site"]


def test_a_comparison_takes_weights_and_counts(run, items):
    path, x = items
    systems = {name: x[name] for name in "ab"}
    for options, more in (
        (["--weight", "w"], {"weights": x["w"]}),
        (["--count", "n"], {"counts": x["n"]}),
        (["--weight", "w", "--cluster", "patient"], {"weights": x["w"], "clusters": x["patient"]}),
    ):
        row = value(run, "compare", path, "--prediction", "a,b", "--seed", 1, *options)["rows"][0]
        expected = ac.compare(x["truth"], systems, positive="yes", seed=1, **more)
        found = [row[name] for name in ("difference", "low", "high", "p_value")]
        assert found == pytest.approx(
            [getattr(expected, name) for name in ("difference", "low", "high", "p_value")]
        )


def test_a_comparison_is_made_in_each_group_too(run, items):
    path, x = items
    rows = value(run, "compare", path, "--prediction", "a,b", "--seed", 1, "--by", "site")["rows"]
    grouped = {row["group"][0]: row for row in rows if row["group"] is not None}
    assert list(grouped) == ["X", "Y"]
    expected = {}
    for site, row in grouped.items():
        there = x["site"] == site
        found = ac.compare(x["truth"][there], {name: x[name][there] for name in "ab"}, positive="yes", seed=1)
        assert row["difference"] == pytest.approx(found.difference)
        assert row["p_value"] == pytest.approx(found.p_value)
        expected[site] = found.p_value
    smaller, larger = sorted(expected, key=expected.get)
    assert grouped[smaller]["p_adjusted"] == pytest.approx(min(2 * expected[smaller], 1))
    assert grouped[larger]["p_adjusted"] >= expected[larger]
    assert "Group  Difference" in run("compare", path, "--prediction", "a,b", "--by", "site", "--seed", 1).out


def test_a_ranking_takes_clusters(run, items):
    path, x = items
    area = value(run, "roc", path, "--score", "score", "--cluster", "patient")["systems"][0]["auc"]
    expected = ac.curves.auc_interval(x["truth"], x["score"], positive="yes", clusters=x["patient"])
    assert (area["low"], area["high"]) == pytest.approx((expected.low, expected.high))
    alone = value(run, "roc", path, "--score", "score")["systems"][0]["auc"]
    assert alone["low"] != area["low"]


def test_groupings_take_weights_and_counts(run, items):
    path, x = items
    for options, more in ((["--weight", "w"], {"weights": x["w"]}), (["--count", "n"], {"counts": x["n"]})):
        found = value(run, "concord", path, "a", "b", "--measure", "ARI", "--method", "none", *options)
        expected = ac.concordance(x["a"], x["b"], "adjusted_rand", **more)
        assert found["rows"][0]["value"] == pytest.approx(expected.value)


def test_raters_take_counts(run, items):
    path, x = items
    ratings = {name: np.repeat(x[name], x["n"]) for name in ("truth", "a", "b")}
    options = ["--rater", "truth,a,b", "--count", "n", "--measure", "alpha"]
    found = value(run, "agree", path, *options)["rows"][0]
    assert found["value"] == pytest.approx(ac.agreement(ratings, "krippendorff_alpha").value)


def test_scores_are_decisions_from_a_threshold_on(run, items):
    path, x = items
    answers = np.where(x["score"] >= 0.4, "yes", "no")
    expected = ac.informedness(x["truth"], answers)
    options = ["--prediction", "score", "--threshold", "0.4", "--positive", "yes"]
    for command in ("evaluate", "test"):
        found = value(run, command, path, *options)
        assert np.array(found.get("counts") or found["tables"][0]["counts"]).tolist() == (
            ac.Tables.from_labels(x["truth"], answers).counts.tolist()
        )
    compared = value(run, "compare", path, "--prediction", "score,w", *options[2:], "--seed", 1)
    assert compared["rows"][0]["first_value"] == pytest.approx(expected)


def test_systems_in_a_file_each_are_joined(run, items, tmp_path, monkeypatch):
    path, x = items
    monkeypatch.chdir(tmp_path)
    for name, columns in {"gold": ["truth"], "a": ["a"], "b": ["b"]}.items():
        rows = [[item, *(x[c][i] for c in columns)] for i, item in enumerate(x["id"])]
        with open(f"{name}.csv", "w", newline="", encoding="utf-8") as file:  # noqa: PTH123
            csv.writer(file).writerows([["id", *columns], *(rows if name == "gold" else reversed(rows))])
    joined = value(run, "compare", "gold.csv", "a.csv", "b.csv", "--id", "id", "--seed", 1)
    assert joined["rows"] == value(run, "compare", path, "--prediction", "a,b", "--seed", 1)["rows"]
    for command in ("evaluate", "test"):
        alone = value(run, command, "gold.csv", "a.csv", "--id", "id")
        assert alone["rows"] == value(run, command, path, "--prediction", "a")["rows"]


@pytest.mark.parametrize(
    ("option", "choices", "commands"),
    [
        ("--on-missing", OnMissing, {*COMMANDS} - {"agree", "mark"}),
        ("--rounding", Rounding, {"solve", "check"}),
    ],
)
def test_choices_are_those_of_the_library(option, choices, commands):
    for command in commands:
        arguments = app()[command].assemble_argument_collection()
        assert [x.get_choices() for x in arguments if option in x.names] == [get_args(choices)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_without_a_name_is_refused(run, command):
    columns = NEEDED.get(command, [])
    assert run(command, "", *columns).refused == "a FILE has no name: is a variable of the shell not set?"


@pytest.mark.parametrize("code", ["abovechance.cli.app", "abovechance.cli.output", "cyclopts"])
def test_an_interruption_of_the_start_is_silent(code):
    script = f"""
import runpy, sys
class Interrupted:
    def find_spec(name, *_):
        if name == {code!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted)
sys.argv = ["abovechance", "measures"]
runpy.run_module("abovechance", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
