"""What may not be meant is said in the report, and for machines in the document and on standard error."""

import functools
import importlib
import json

import pytest

ALIKE = "Labels that differ only in case, spaces or notation count as different"
ROWS = [
    "true,true,0.9",
    "True,true,0.8",
    "false,false,0.3",
    "false,true,0.7",
    "true,false,0.4",
    "x,x,0.1",
] * 4


@pytest.mark.parametrize(
    "command",
    [
        ["test", "--truth", "t", "--prediction", "a"],
        ["compare", "--truth", "t", "--prediction", "a,other"],
        ["roc", "--truth", "t", "--score", "s", "--positive", "true"],
        ["roc", "--truth", "t", "--score", "s", "--positive", "true", "--on-disk"],
        ["concord", "t", "a"],
    ],
    ids=["test", "compare", "roc", "on disk", "concord"],
)
def test_labels_that_may_be_the_same(run, tmp_path, command):
    path = tmp_path / "items.csv"
    path.write_text("\n".join(["t,a,s,other", *(f"{row},x" for row in ROWS)]) + "\n", encoding="utf-8")
    name, *options = command
    report = run(name, path, *options)
    assert report.code == 0, report.err
    assert ALIKE in " ".join(report.out.split())
    assert report.err == ""
    outcome = run(name, path, *options, "--json", "-")
    (said,) = json.loads(outcome.out)["warnings"]
    assert said.startswith(ALIKE)
    assert said.endswith("'True', 'true'.")
    assert outcome.err == run(name, path, *options, "--csv").err == f"abovechance: {said}\n"
    path.write_text(
        "\n".join(["t,a,s,other", *(f"{row},x" for row in ROWS)]).replace("True", "false") + "\n",
        encoding="utf-8",
    )
    outcome = run(name, path, *options, "--json", "-")
    assert outcome.err == ""
    assert json.loads(outcome.out)["warnings"] == []


@pytest.mark.parametrize("name", ["evaluate", "test"])
def test_columns_that_were_guessed(run, tmp_path, name):
    path = tmp_path / "items.csv"
    path.write_text("one,other\na,a\nb,b\na,b\n", encoding="utf-8")
    report = run(name, path)
    assert "truth 'one' (the first of the two columns; see --truth), prediction 'other'" in " ".join(
        report.out.split()
    )
    outcome = run(name, path, "--json", "-")
    said, guess = json.loads(outcome.out)["warnings"]
    assert guess == "The positive class is taken to be 'b', the last label: say so with --positive."
    assert len(outcome.guesses) == len(report.guesses) == 1
    assert said.startswith("The first of the two columns, 'one', is taken as the truth and 'other' as the")
    assert outcome.err == run(name, path, "--csv").err == f"abovechance: {said}\n"
    assert run(name, path, "--truth", "one", "--prediction", "other", "--csv").err == ""
    path.write_text("p,y\na,a\nb,b\na,b\n", encoding="utf-8")
    outcome = run(name, path, "--json", "-")
    found = json.loads(outcome.out)
    assert (found["source"]["truth"], found["source"]["prediction"]) == ("y", "p")
    assert (found["warnings"], outcome.err) == ([guess], "")
    assert run(name, path, "--positive", "a").guesses == []


def test_thresholds_that_were_given_up(run, tmp_path, monkeypatch):
    streamed = importlib.import_module("abovechance.curves.curve.streamed")
    monkeypatch.setattr(streamed, "stream", functools.partial(streamed.stream, most=5))
    path = tmp_path / "items.csv"
    rows = [f"{'ab'[i * i % 7 < 4]},{i}" for i in range(60)]
    path.write_text("\n".join(["truth,s", *rows]) + "\n", encoding="utf-8")
    outcome = run("roc", path, "--score", "s", "--on-disk", "--json", "-")
    assert "the AUC is exact, other areas are within 0." in outcome.err
    said, _ = json.loads(outcome.out)["warnings"]
    report = " ".join(run("roc", path, "--score", "s", "--on-disk").out.split())
    assert said in report
    assert "positive class 'b' (the last; see --positive)" in report


def test_probabilities_are_warned_of_once(run, tmp_path):
    rows = "".join(f"{'ab'[i % 2]},0.{i}\n" for i in range(10, 30))
    (tmp_path / "x.csv").write_text(f"truth,prediction\n{rows}", encoding="utf-8")
    warnings = json.loads(run("evaluate", tmp_path / "x.csv", "--json", "-").out)["warnings"]
    assert [text for text in warnings if "robabilit" in text or "No predicted label" in text] == [
        "The column 'prediction' looks like probabilities, not labels: say --threshold 0.5 to decide by them."
    ]
