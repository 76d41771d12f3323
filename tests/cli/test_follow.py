"""``evaluate - --follow``: a real process at the end of a real pipe, seen while rows come."""

import gzip
import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading

import jsonschema
import pandas as pd
import pytest

import abovechance as ac
from abovechance.report.schema import schema

HEADER = "truth,prediction\n"
FOUR = "ham,ham\nham,spam\nspam,spam\nspam,spam\n"
SOON = """
import sys
from abovechance.cli import follow
from abovechance.cli.app import main
follow._SECONDS_BETWEEN_FIGURES = 0.1
sys.exit(main())
"""


@pytest.fixture
def start():
    """Start the command; should a test hang, the process is killed and its pipes end."""
    running = []

    def call(*options, stderr=subprocess.PIPE):
        process = subprocess.Popen(
            [sys.executable, "-c", SOON, "evaluate", "-", "--follow", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            env=os.environ | {"COLUMNS": "80", "PYTHONUTF8": "1"},
        )
        failsafe = threading.Timer(120, process.kill)
        failsafe.start()
        running.append((process, failsafe))
        return process

    yield call
    for process, failsafe in running:
        failsafe.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()


def write(process, text):
    process.stdin.write(text)
    process.stdin.flush()


def given(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_figures_come_before_the_end(start, run, monkeypatch):
    process = start("--level", "0.9", "--positive", "spam")
    write(process, HEADER + FOUR)
    first = process.stderr.readline()
    assert first.startswith("4 items, ")
    sure = ac.interval(ac.Tables.from_cells(tp=2, fp=1, fn=0, tn=1), "informedness", level=0.9)
    assert first.endswith(
        f" a second: Informedness 0.500 ({sure.low:.3f} to {sure.high:.3f}), Markedness 0.667, "
        "Correlation 0.577, Accuracy 0.750 (chance 0.500)\n"
    )
    write(process, FOUR)
    assert process.stderr.readline().startswith("8 items, ")
    out, err = process.communicate()
    assert process.returncode == 0
    assert err == ""
    given(monkeypatch, (HEADER + FOUR + FOUR).encode())
    assert out == run("evaluate", "-", "--level", "0.9", "--positive", "spam").out


def test_a_row_in_two_pieces(start):
    process = start()
    write(process, HEADER[:5])
    write(process, HEADER[5:] + "ham,ham\nspam,sp")
    assert process.stderr.readline().startswith("1 item, ")
    write(process, "am\n")
    assert process.stderr.readline().startswith("2 items, ")
    out, _ = process.communicate()
    assert "2 items, 2 classes" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_it_has_what_came_so_far(start, number):
    process = start("--json", "-", "--positive", "spam")
    write(process, HEADER + FOUR)
    process.stderr.readline()
    write(process, "spam,sp")
    process.send_signal(number)
    out, err = process.stdout.read(), process.stderr.read()
    assert process.wait() == 0
    assert err == "abovechance: Stopped before the end of standard input, after 4 items.\n"
    document = json.loads(out)
    jsonschema.Draft202012Validator(schema("evaluation")).validate(document)
    assert document["source"]["stopped"] is True
    assert document["tables"][0]["counts"] == [[1, 1], [0, 2]]


def test_the_report_says_that_it_was_stopped(start):
    process = start()
    write(process, HEADER + FOUR)
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    assert "Stopped before the end of standard input, after 4 items.\n" in process.stdout.read()


class Asking(io.RawIOBase):
    """Standard input during which the process is asked to end."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, buffer):
        if len(self.pieces) == 1:
            os.kill(os.getpid(), signal.SIGTERM)
        piece = self.pieces.pop(0)
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize(
    ("rows", "message"), [(b"ham,ham\nham,", None), (b"ham,", "standard input has no rows so far")]
)
def test_stopped_in_the_middle_of_a_row(run, monkeypatch, rows, message):
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Asking(HEADER.encode(), rows))))
    outcome = run("evaluate", "-", "--follow")
    assert signal.getsignal(signal.SIGTERM) == before
    if message is None:
        assert "after 1 item." in outcome.out
    else:
        assert outcome.refused == message


def test_nobody_need_look_at_the_figures(start):
    process = start("--json", "-", "--positive", "spam")
    write(process, HEADER + FOUR)
    process.stderr.readline()
    process.stderr.close()
    write(process, FOUR)
    process.send_signal(signal.SIGINT)
    assert json.loads(process.stdout.read())["source"]["stopped"]
    assert process.wait() == 0


def test_a_terminal_has_a_table_that_changes(start):
    ours, theirs = pty.openpty()
    process = start("--json", "-", stderr=theirs)
    os.close(theirs)
    write(process, HEADER + FOUR)
    seen = b""
    while b"Accuracy" not in seen:
        seen += os.read(ours, 4096)
    assert "4 items" in seen.decode()
    assert "Informedness" in seen.decode()
    process.stdin.close()
    assert json.loads(process.stdout.read())["tables"][0]["n"] == 4
    assert process.wait() == 0
    os.close(ours)


def test_json_lines_are_seen_one_by_one(start):
    process = start()
    write(process, '{"truth": 1, "prediction": 0}\n')
    assert process.stderr.readline().startswith("1 item, ")
    write(process, '{"truth": 0, "prediction": 0}\n')
    assert process.stderr.readline().startswith("2 items, ")


@pytest.mark.parametrize(
    ("options", "rows", "message"),
    [
        ((), "ham,\n", "the column 'prediction' has 1 missing values"),
        (("--labels", "ham,eggs"), "spam,ham\n", "--labels must name every class: 'spam' (1 item)"),
        ((), "ham\n", "standard input, line 2 has 1 cell, the header has 2"),
    ],
)
def test_what_can_never_be_right_is_refused_at_once(start, options, rows, message):
    process = start(*options)
    write(process, HEADER + rows)
    error = process.stderr.read()
    assert process.wait() == 2
    assert error.startswith("abovechance: ")
    assert message in error
    assert process.stdout.read() == ""


def test_what_may_yet_come_right_is_waited_for(start):
    process = start("--positive", "spam", "--on-missing", "drop", "--prevalence", "0.5")
    write(process, HEADER + ",ham\n")
    assert process.stderr.readline().strip().endswith("a second")
    write(process, "ham,ham\n")
    assert "Informedness –" in process.stderr.readline()
    write(process, FOUR)
    assert "Informedness 0.667" in process.stderr.readline()
    out, _ = process.communicate()
    assert "positive class 'spam'\n" in out
    assert "Left out for a missing value: 1 item." in out


def test_groups_are_pooled_and_weights_weigh(start):
    process = start("--by", "site", "--weight", "w")
    write(process, "truth,prediction,site,w\n0,0,A,1\n0,1,A,1\n1,1,B,0.5\n1,1,B,0.5\n1,0,B,1\n")
    assert "Informedness 0.000" in process.stderr.readline()
    out, _ = process.communicate()
    assert "Items are weighted by 'w'." in out


def test_no_interval_where_none_is_wanted_or_it_would_be_too_short(start):
    for options in (("--no-intervals",), ("--cluster", "patient")):
        process = start(*options)
        rows = [f"{row},{i},1" for i, row in enumerate(FOUR.split())]
        write(process, "truth,prediction,patient,one\n" + "\n".join(rows) + "\n")
        assert "Informedness 0.500, Markedness" in process.stderr.readline()


def test_nothing_is_said_of_a_short_stream(run, mail, monkeypatch):
    given(monkeypatch, mail.read_bytes())
    plain = run("evaluate", "-")
    for data in (mail.read_bytes(), gzip.compress(mail.read_bytes())):
        given(monkeypatch, data)
        followed = run("evaluate", "-", "--follow")
        assert (followed.code, followed.out, followed.err) == (0, plain.out, "")


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_some_formats_come_as_a_whole(run, monkeypatch, kind):
    data = io.BytesIO()
    getattr(pd.DataFrame({"truth": [0, 1], "prediction": [0, 1]}), f"to_{kind}")(data)
    given(monkeypatch, data.getvalue())
    assert "cannot be read as it comes: leave out --follow" in run("evaluate", "-", "--follow").refused


def test_a_file_that_grows(run, mail, tmp_path):
    assert run("evaluate", mail, "--follow").refused == (
        "--follow is for standard input; for a file that grows type "
        f"tail -n +1 -f {mail} | abovechance evaluate - --follow"
    )
    odd = tmp_path / "my mail.csv"
    odd.write_bytes(mail.read_bytes())
    assert f"tail -n +1 -f '{odd}' |" in run("evaluate", odd, "--follow").refused


def test_what_does_not_go_with_it(run):
    for option in (("--table",), ("--skip-bad",), ("--engine", "duckdb")):
        assert "--follow has no use with" in run("evaluate", "-", "--follow", *option).refused


@pytest.mark.parametrize("options", [(), ("--follow",)])
def test_no_standard_input(run, monkeypatch, options):
    monkeypatch.setattr(sys, "stdin", None)
    assert run("evaluate", "-", *options).refused == "there is no standard input: it is closed"


def test_only_a_header(run, monkeypatch):
    given(monkeypatch, HEADER.encode())
    assert run("evaluate", "-", "--follow").refused == "standard input has no rows so far"
