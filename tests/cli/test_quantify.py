"""``abovechance quantify`` from its arguments to what it prints."""

import json
from pathlib import Path

import pytest

import abovechance as ac

JUDGED = Path(__file__).parents[2] / "examples" / "judge.csv"
COLUMNS = ("--truth", "human", "--prediction", "judge")


def document(outcome):
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


@pytest.mark.parametrize("design", ["class", "population"])
def test_the_command_says_what_the_function_returns(run, design):
    value = document(run("quantify", JUDGED, *COLUMNS, "--design", design, "--json", "-"))
    found = ac.quantify("human", "judge", data=JUDGED, design=design)
    assert value["schema"] == "abovechance.quantification/2"
    assert [row["low"] for row in value["rows"]] == [x.low for x in found.shares]
    assert value["verdict"] == found.verdict
    assert value["unlabelled"] == [1027, 2373]
    assert (value["same_predictions"] is None) == (design == "class")


def test_the_report_reads_from_the_share_to_the_design(run):
    out = " ".join(run("quantify", JUDGED, *COLUMNS).out.split())
    assert out.startswith(
        "True shares in 3400 unlabelled items: 'pass' 65.3 % (59.5 % to 70.8 %; predicted 69.8 %)"
    )
    assert "Informedness is 0.597 (0.525 to 0.662): the correction divides by it." in out
    assert "600 labelled items, 3400 unlabelled." in out


def test_groups_have_shares_of_their_own(run):
    rows = document(run("quantify", JUDGED, *COLUMNS, "--by", "system", "--json", "-"))["rows"]
    assert [row["group"] for row in rows[::2]] == [["alpha"], ["bravo"], ["charlie"], ["delta"]]
    assert "charlie" in run("quantify", JUDGED, *COLUMNS, "--by", "system").out


def test_another_class_may_be_spoken_of(run):
    assert "'fail' 34.7 %" in run("quantify", JUDGED, *COLUMNS, "--positive", "fail").out


def test_a_judge_is_reported_as_the_function_says(run):
    value = document(run("judge", JUDGED, *COLUMNS, "--by", "system", "--json", "-"))
    found = ac.judge("human", "judge", data=JUDGED, by="system")
    assert value["verdict"] == found.verdict
    assert [row["value"] for row in value["rows"]] == [row["value"] for row in found.rows()]
    out = run("judge", JUDGED, *COLUMNS, "--by", "system").out
    assert out.index("charlie   0.794") < out.index("Judge with") < out.index("labels to settle")


def test_files_that_say_nothing_are_refused(run, tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("human,judge\na,a\nb,b\n")
    assert "there are no unlabelled items" in run("quantify", path, *COLUMNS).refused
    path.write_text("human,judge\na,a\nb,b\n,a\na,\n")
    assert "1 item without a prediction" in run("quantify", path, *COLUMNS).refused
    path.write_text("human,judge\na,a\na,b\n,c\n")
    assert "Only unlabelled items are predicted 'c'" in " ".join(run("quantify", path, *COLUMNS).out.split())
    path.write_text("human,judge,system\na,a,x\nb,b,x\n,a,x\na,a,y\nb,b,y\n")
    assert "('y' has none)" in run("quantify", path, *COLUMNS, "--by", "system").refused
    assert "--truth-error must be" in run("quantify", JUDGED, *COLUMNS, "--truth-error", "2").refused
