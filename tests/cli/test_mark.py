"""``abovechance mark``: every form of answers and keys, every form of output."""

import csv
import io
import json

import jsonschema
import pytest

import abovechance as ac
from abovechance.report.schema import schema

KEY = list("ABCDA")
ROWS = {"ann": list("ABCDB"), "bob": ["A", "", "B", "D", "C"], "cy": list("ABCDA")}
QUESTIONS = ["q1", "q2", "q3", "q4", "q5"]


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.csv"
    lines = [["name", *QUESTIONS], *([name, *row] for name, row in ROWS.items())]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def long(tmp_path):
    path = tmp_path / "long.csv"
    lines = [["name", "item", "given", "right"]]
    lines += [
        [name, q, a, k] for name, row in ROWS.items() for q, a, k in zip(QUESTIONS, row, KEY, strict=True)
    ]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    return path


def marks(outcome):
    assert outcome.code == 0, outcome.err
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    jsonschema.Draft202012Validator(schema("mark")).validate(value)
    return value


def expected():
    return ac.mark({name: [x or None for x in row] for name, row in ROWS.items()}, KEY).rows()


def test_the_report(run, answers):
    outcome = run("mark", answers, "--candidate", "name", "--key", "A,B,C,D,A")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith(
        "2 of 3 candidates are shown to do better than guessing (p ≤ 0.05 when adjusted"
    )
    assert (
        "answers.csv: candidates 'name'\n3 candidates, 5 questions of 4 options (assumed; set options)\n"
        in outcome.out
    )
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["cy", "5", "0", "0", "5.000", "1.000", "1.000", "0.304", "to", "1.000", "0.0029"] in lines
    assert ["q5", "A", "1", "2", "0", "0.111", "-0.322", "to", "0.874", "B"] in lines
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_every_key_gives_the_same_marks(run, answers, long, tmp_path):
    key = tmp_path / "key.csv"
    key.write_text(
        "question,answer,options\n" + "".join(f"{q},{k},4\n" for q, k in zip(QUESTIONS, KEY, strict=True))
    )
    with_row = tmp_path / "with_row.csv"
    with_row.write_text(answers.read_text() + "KEY,A,B,C,D,A\n")
    one = marks(run("mark", answers, "--candidate", "name", "--key", "A,B,C,D,A", "--json", "-"))
    assert one["rows"] == expected()
    assert one["source"]["key"] == KEY
    for tokens in (
        (answers, "--key", key),
        (with_row, "--key", "KEY"),
        (long, "--question", "item", "--answer", "given", "--key", "right"),
        (answers, "--key", "A,B,C,D,A", "--question", "q1,q2,q3,q4,q5"),
    ):
        assert marks(run("mark", *tokens, "--candidate", "name", "--json", "-"))["rows"] == one["rows"]


def test_rows_for_machines(run, answers):
    call = ("mark", answers, "--candidate", "name", "--key", "A,B,C,D,A")
    rows = list(csv.DictReader(io.StringIO(run(*call, "--csv").out)))
    assert [float(row["points"]) for row in rows] == [row["points"] for row in expected()]
    assert run(*call, "--markdown").out.startswith("| Candidate |")
    assert "\\toprule" in run(*call, "--latex").out
    assert len(run(*call, "--brief").out.splitlines()) < len(run(*call).out.splitlines())


def test_options_of_questions_and_of_the_test(run, answers):
    call = ("mark", answers, "--candidate", "name", "--key", "A,B,C,D,A", "--json", "-")
    found = marks(run(*call, "--options", "4,5,4,6,4", "--alternative", "two-sided", "--adjust", "none"))
    assert [q["options"] for q in found["questions"]] == [4, 5, 4, 6, 4]
    assert found["adjust"] is None
    assert [row["p_value"] for row in found["rows"]] == [row["p_adjusted"] for row in found["rows"]]
    answers.write_text(answers.read_text().replace(",,", ",-,"))
    assert marks(run(*call, "--missing", "-"))["rows"] == expected()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--key", "A,B"), "--key has 2 answers, and there are 5 questions"),
        (("--key", "nobody"), "--key 'nobody' is neither a candidate nor a file"),
        (("--key", "A,B,C,D,A", "--options", "few"), "--options is a number"),
        (("--key", "A,B,C,D,A", "--options", "1"), "--options is how many answers"),
        (("--key", "A,B,C,D,A", "--answer", "q1"), "--question names the one of questions"),
        (("--key", "A,B,C,D,A", "--method", "wald"), "interval"),
        ((), "--key"),
    ],
)
def test_what_is_refused(run, answers, options, said):
    assert said in run("mark", answers, "--candidate", "name", *options).refused


def test_a_column_of_names_is_no_question(run, answers):
    refused = run("mark", answers, "--key", "A,B,C,D,A").refused
    assert "name the column of candidates with --candidate" in refused
