"""No label, group, system or rater of a file acts on the terminal, or hides in it, in any form of any command."""

import csv
import io

import pytest

HOSTILE = ["\x1b[31mred", "a\u202eb", "[x]", "=1+1", "$x$\x9b", "\u2066@ann", "*|\\"]
FORMS = ((), ("--json", "-"), ("--safe-csv",), ("--markdown",), ("--latex",))
COMMANDS = {
    "evaluate": ("--by", "\u202eplace"),
    "test": ("--per-class", "--seed", "1"),
    "compare": ("--prediction", "prediction", "--prediction", "=other\x1b", "--seed", "1"),
    "concord": ("truth", "prediction", "--seed", "1"),
    "agree": ("--rater", "truth", "--rater", "prediction", "--rater", "=other\x1b"),
    "roc": ("--truth", "sick", "--score", "=s\u202e", "--positive", "\x1b[31myes"),
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "labels.csv"
    rows = [
        {
            "truth": HOSTILE[i % 7],
            "prediction": HOSTILE[(i if i % 3 else i + 1) % 7],
            "=other\x1b": HOSTILE[(i if i % 5 else i + 2) % 7],
            "\u202eplace": f"-{HOSTILE[i % 2]}",
            "sick": "\x1b[31myes" if i % 3 else "=no",
            "=s\u202e": i * 37 % 101,
        }
        for i in range(120)
    ]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0] if form else "report")
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_raw_is_printed(run, file, command, form):
    outcome = run(command, file, *COMMANDS[command], *form)
    assert outcome.code == 0, outcome.err
    assert [c for c in outcome.out + outcome.err if not c.isprintable() and c != "\n"] == []
    if form == ("--safe-csv",):
        cells = [cell for row in csv.reader(io.StringIO(outcome.out)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
        assert all(float(cell) for cell in cells if cell.startswith("-"))


def test_csv_for_machines_has_the_labels_themselves(run, file):
    outcome = run("evaluate", file, "--csv")
    assert {row["class"] for row in csv.DictReader(io.StringIO(outcome.out))} >= set(HOSTILE)


def test_a_terminal_gets_nothing_raw_even_as_csv(run, file, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b" not in run("evaluate", file, "--csv").out


def test_only_one_form_is_printed(run, file):
    assert "only one of" in run("evaluate", file, "--csv", "--safe-csv").refused
