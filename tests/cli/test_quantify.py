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
    assert "Informedness is 0.597 (95 % interval 0.525 to 0.662): the correction divides by it." in out
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


@pytest.fixture
def uneven(tmp_path):
    """Three systems: one without human labels, one with all of them; a second human; and a row that nobody judged."""
    path = tmp_path / "uneven.csv"
    lines = ["system,human,other,judge", "A,pass,pass,"]
    lines += ["A,pass,pass,pass", "A,fail,fail,fail"] * 20 + ["A,pass,,fail", "A,fail,pass,pass"] * 3
    lines += ["A,,,pass", "A,,,fail", "B,,,pass"] * 9 + ["C,pass,pass,pass", "C,fail,fail,fail"] * 5
    path.write_text("\n".join(lines) + "\n")
    return path


def test_uneven_systems_and_rows_without_a_prediction_are_reported(run, uneven):
    by = (*COLUMNS, "--by", "system")
    assert "1 item without a prediction" in run("judge", uneven, *by).refused
    assert "say --on-missing drop" in run("quantify", uneven, *COLUMNS).refused
    outcome = run("judge", uneven, *by, "--on-missing", "drop")
    text = " ".join(outcome.out.split())
    assert "'B' has no human labels" in text
    assert "All items of 'C' have human labels: its share is 50 %" in text
    assert "Left out for a missing value: 1 item." in text
    value = document(run("judge", uneven, *by, "--on-missing", "drop", "--json", "-"))
    assert [x["name"] for x in value["uncorrected"]] == ["B", "C"]
    assert value["uncorrected"][0]["value"] is None
    assert value["source"]["left_out"] == 1
    assert document(run("quantify", uneven, *COLUMNS, "--on-missing", "drop", "--json", "-"))[
        "unlabelled"
    ] == [9, 18]


def test_a_second_human_and_a_wanted_width_are_options(run, uneven):
    options = (*COLUMNS, "--on-missing", "drop")
    value = document(
        run("quantify", uneven, *options, "--second-truth", "other", "--width", "0.3", "--json", "-")
    )
    assert value["agreement"]["items"] == 54  # the row that nobody judged counts: two humans saw it
    assert value["agreement"]["agreement"] == pytest.approx(51 / 54)
    assert 0 < value["error"] < 0.2
    assert value["more_labels"]["possible"] in (True, False)
    judged = document(
        run("judge", uneven, *options, "--by", "system", "--second-truth", "other", "--json", "-")
    )
    assert judged["agreement"] == value["agreement"]
    assert judged["rows"][0]["least"] <= judged["rows"][0]["low"]
    said = run("judge", JUDGED, *COLUMNS, "--truth-error", "0.02").out
    assert "If up to 2 % of the human labels are wrong" in " ".join(said.split())
    assert "labels wrong" in said
    both = ("--truth-error", "0.1", "--second-truth", "other")
    assert "give one of --truth-error and --second-truth" in run("quantify", uneven, *options, *both).refused
    assert "reads the items twice" in run("quantify", "-", *options, "--second-truth", "other").refused
    assert "--width must lie between 0 and 1" in run("quantify", JUDGED, *COLUMNS, "--width", "2").refused
