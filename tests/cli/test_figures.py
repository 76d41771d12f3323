"""``abovechance solve`` and ``check``: whether printed figures can hold is what their exit codes say."""

import json

import pytest

REPORT = """\
              precision    recall  f1-score   support

         ham       0.48      0.70      0.57        40
        spam       0.71      0.50      0.59        60

    accuracy                           {accuracy}       100
"""
SYSTEMS = "system,n,recall,precision,accuracy\nfirst,100,50%,71.43%,58%\nsecond,100,82.35%,73.68%,{}\n"


@pytest.mark.parametrize(("accuracy", "code"), [("58%", 0), ("20%", 1)])
def test_figures_that_cannot_hold_have_an_exit_code(run, accuracy, code):
    figures = ["--n", 100, "recall=50%", "precision=71.43%", f"accuracy={accuracy}"]
    assert run("solve", *figures).code == code
    outcome = run("solve", *figures, "--json", "-")
    assert outcome.code == code
    assert json.loads(outcome.out)["consistent"] is (code == 0)


@pytest.mark.parametrize(("accuracy", "code"), [("0.58", 0), ("0.85", 1)])
def test_so_have_reports(run, tmp_path, accuracy, code):
    path = tmp_path / "report.txt"
    path.write_text(REPORT.format(accuracy=accuracy), encoding="utf-8")
    assert run("solve", path).code == code


@pytest.mark.parametrize(("accuracy", "code"), [("68%", 0), ("20%", 1)])
def test_so_has_a_table_of_results(run, tmp_path, accuracy, code):
    path = tmp_path / "results.csv"
    path.write_text(SYSTEMS.format(accuracy), encoding="utf-8")
    outcome = run("check", path)
    assert outcome.code == code
    assert ("which is more informed" in " ".join(outcome.out.split())) is (
        code == 0
    )  # a ranking turned round is no fault


@pytest.mark.parametrize("name", ["solve", "check"])
def test_the_help_says_so(run, name):
    assert "1 if a gate failed, or printed figures cannot hold together" in " ".join(
        run(name, "--help").out.split()
    )
