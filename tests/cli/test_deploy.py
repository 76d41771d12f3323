"""``abovechance deploy`` and ``abovechance solve --prevalence`` from their arguments to what they print."""

import json

import pytest

import abovechance as ac


@pytest.fixture
def matrix(tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text(",well,sick\nwell,90,10\nsick,10,90\n")
    return path


def document(outcome):
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


def test_a_table_is_deployed_as_the_function_says(run, matrix):
    options = ["--table", "--positive", "sick", "--cost-positive", 10, "--cost-negative", 1]
    value = document(run("deploy", matrix, *options, "--prevalence", 0.02, "--json", "-"))
    table = ac.Tables.from_counts(
        [[90, 10], [10, 90]], labels=["well", "sick"], positive="sick", rows="truth"
    )
    found = ac.deploy(table, 0.02, costs=(10, 1))
    assert value["verdict"] == found.verdict
    assert [row["low"] for row in value["rows"]] == [row["low"] for row in found.rows()]
    assert value["prevalence"]["shares"] == {"well": 0.98, "sick": 0.02}
    assert value["cost_of_guessing"] == pytest.approx(0.2)
    out = " ".join(run("deploy", matrix, *options, "--prevalence", 0.02).out.split())
    assert "Precision will be 0.155 (0.097 to 0.259), not 0.900 as observed: 6.4 (3.9 to 10.3) alarms" in out
    assert "calling all alike costs 0.200: decisions are worth it." in out


@pytest.mark.parametrize(
    ("options", "known"),
    [
        (["--prevalence-counts", "12,600"], {"prevalence_counts": (12, 600)}),
        (["--prevalence-counts", "well=588,sick=12"], {"prevalence_counts": {"well": 588, "sick": 12}}),
        (["--prevalence-interval", "0.01,0.04"], {"prevalence_interval": (0.01, 0.04)}),
        (["--prevalence", "well=0.98,sick=0.02"], {"prevalence": 0.02}),
    ],
)
def test_a_prevalence_is_said_in_several_ways(run, matrix, options, known):
    value = document(run("deploy", matrix, "--table", "--positive", "sick", *options, "--json", "-"))
    table = ac.Tables.from_counts(
        [[90, 10], [10, 90]], labels=["well", "sick"], positive="sick", rows="truth"
    )
    rows = ac.deploy(table, **known).rows()
    assert [row["low"] for row in value["rows"]] == pytest.approx([row["low"] for row in rows])


def test_groups_and_classes_are_deployed(run, tmp_path):
    path = tmp_path / "items.csv"
    items = [("a", "a", "x"), ("b", "a", "x"), ("b", "b", "y"), ("c", "c", "y"), ("a", "b", "y")] * 5
    path.write_text("truth,prediction,site\n" + "\n".join(map(",".join, items)))
    shares = ["--prevalence", "a=0.2,b=0.7,c=0.1"]
    rows = document(run("deploy", path, *shares, "--by", "site", "--measure", "accuracy", "--json", "-"))[
        "rows"
    ]
    assert [row["group"] for row in rows] == [None, ["x"], ["y"]]
    assert rows[0]["value"] == pytest.approx(0.2 * 0.5 + 0.7 * 0.5 + 0.1)
    assert rows[1]["value"] is None  # no items of c there
    out = " ".join(run("deploy", path, *shares).out.split())
    assert "there will be Informedness 0.203" in out
    assert "Rand Accuracy 0.550 (0.327 to 0.734), not 0.600 as observed" in out


def test_figures_are_deployed(run):
    figures = ["--n", 100, "recall=50%", "precision=71.43%", "accuracy=58%"]
    value = document(run("solve", *figures, "--prevalence", 0.02, "--json", "-"))
    assert value["schema"].startswith("abovechance.deployment/")
    assert value["figures"][0] == {"measure": "recall", "name": "recall", "printed": "50%"}
    precision = next(row for row in value["rows"] if row["measure"] == "precision")
    assert precision["low"] == pytest.approx(1 / 30.4)
    assert "at 0.02" in run("solve", *figures, "--prevalence", 0.02).out
    conflict = [*figures[:2], "recall=50%", "precision=71.43%", "accuracy=20%"]
    outcome = run("solve", *conflict, "--prevalence", 0.02)
    assert "cannot all hold" in outcome.out
    assert outcome.code == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--prevalence what share"),
        (["--prevalence", "2"], "is not a number between 0 and 1"),
        (["--prevalence-interval", "0.1"], "two numbers separated by a comma"),
        (["--prevalence-counts", "a=x"], "a number for each class"),
        (["--prevalence-counts", "3,2"], "--prevalence-counts is how many were positive of how many items"),
        (["--prevalence", "0.1", "--cost-positive", "2"], "both --cost-positive and --cost-negative"),
        (
            ["--prevalence", "0.5", "--prevalence-interval", "0.1,0.2"],
            "--prevalence is 0.5, which lies outside",
        ),
    ],
)
def test_bad_options_are_refused(run, matrix, options, said):
    assert said in run("deploy", matrix, "--table", *options).refused


def test_costs_of_figures_need_a_prevalence(run):
    options = ["--cost-positive", 2, "--cost-negative", 1]
    assert "no use without --prevalence" in run("solve", "recall=50%", "precision=70%", *options).refused
