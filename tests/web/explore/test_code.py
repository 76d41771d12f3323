"""What is copied as code runs as it is, and shows what the page shows, whatever the labels are."""

import contextlib
import csv
import io
import json
import shlex
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.web.explore.asked import tables_of
from abovechance.web.explore.code import as_command, as_python

TABLE = [[30, 30], [12, 28]]
NASTY = [
    "it's",
    'say "no"',
    "a,b;c",
    "$(touch x)",
    "`id`",
    "-x",
    "--table",
    "%s\\n",
    "NA",
    "1",
    "null",
    "=1+1",
    "é’…",
    "#",
    "\\",
    "}{",
]
LABELS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)


def output_of(code):
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(code, "copied", "exec"), {})
    return told.getvalue()


@given(st.lists(LABELS | st.sampled_from(NASTY), min_size=2, max_size=4, unique=True), st.randoms())
def test_python_makes_the_same_table(labels, random):
    t = tables_of([[random.randrange(50) for _ in labels] for _ in labels], labels)
    code = as_python([t], "f1")
    found = {}
    exec(compile("\n".join(code.splitlines()[:3]), "copied", "exec"), found)
    assert found["t"] == t
    assert found["t"].positive == t.positive
    assert code.isascii()


def test_python_prints_the_evaluation_and_the_measure():
    t = tables_of(TABLE, ["yes", "no"])
    told = output_of(as_python([t], "f2"))
    assert told == f"{ac.evaluate(t)}\n{ac.measure('f2')(t)}\n"


@given(st.lists(LABELS | st.sampled_from(NASTY), min_size=2, max_size=4, unique=True))
def test_the_command_holds_the_table(labels):
    """Split as a shell splits, and read as CSV is read."""
    t = tables_of([[i * len(labels) + j for j, _ in enumerate(labels)] for i, _ in enumerate(labels)], labels)
    words = shlex.split(as_command([t], "f1"))
    pipe = words.index("|")
    assert words[:2] == ["printf", "%s\\n"]
    (_, *columns), *rows = csv.reader(words[2:pipe])
    assert columns == labels
    assert [[row[0], *map(int, row[1:])] for row in rows] == [
        [label, *counts] for label, counts in zip(labels, t.counts.tolist(), strict=True)
    ]
    assert words[pipe + 1 : pipe + 5] == ["abovechance", "evaluate", "-", "--table"]
    assert (f"--positive={labels[0]}" in words) == (len(labels) == 2)


@pytest.mark.parametrize("labels", [["it's $(x)", '-a,"b"'], ["1", "NA"]])
def test_the_command_runs_in_a_shell_and_gives_the_shown_values(labels):
    t = tables_of(TABLE, labels)
    command = as_command([t], "f2").replace("abovechance", f"{shlex.quote(sys.executable)} -m abovechance", 1)
    run = subprocess.run(
        [shutil.which("sh"), "-c", f"{command} --json - --no-intervals"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = {
        row["measure"]: row["value"]
        for row in json.loads(run.stdout)["rows"]
        if row["class"] in (None, labels[0])
    }
    for key in ("informedness", "f1", "precision", "f2"):
        assert rows[key] == ac.measure(key)(t)


def test_both_systems_and_the_costs_are_in_the_code():
    a, b = tables_of(TABLE, ["yes", "no"]), tables_of([[56, 12], [20, 12]], ["yes", "no"])
    told = output_of(as_python([a, b], "f1", [5, 2]))
    expected = [
        f"{ac.evaluate(t)}\n{ac.measure('f1')(t)}\n{ac.mean_cost(t, costs=[[0, 5], [2, 0]])}\n"
        for t in (a, b)
    ]
    assert told == "".join(expected)
    three = tables_of([[3, 1, 0], [2, 4, 1], [0, 2, 5]], ["a", "b", "c"])
    assert "costs=[[0.0, 3.0, 3.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]]" in as_python(
        [three], "macro_f1", [3, 1]
    )
    assert "mean_cost" not in as_python([a, b], "f1")


def test_the_commands_say_both_systems_and_what_they_cost():
    tables = [tables_of(TABLE, ["yes", "no"]), tables_of([[56, 12], [20, 12]], ["yes", "no"])]
    lines = as_command(tables, "f1", [5, 2]).splitlines()
    assert ["evaluate" in line for line in lines] == [True, False, True, False]
    for t, line in zip(tables, lines[1::2], strict=True):
        command = line.replace("abovechance", f"{shlex.quote(sys.executable)} -m abovechance", 1)
        run = subprocess.run(
            [shutil.which("sh"), "-c", f"{command} --json -"], capture_output=True, text=True, check=True
        )
        cost = next(x for x in json.loads(run.stdout)["rows"] if x["measure"] == "cost_per_item")
        assert cost["value"] == pytest.approx(ac.mean_cost(t, costs=[[0, 5], [2, 0]]))
    assert "deploy" not in as_command(tables, "f1")
