import gzip
import json
import shlex
import subprocess
import sys
import threading

import pytest

from abovechance.cli import output
from abovechance.cli.output import progress


@pytest.fixture
def started(monkeypatch):
    """An event that is set when a bar is to be shown, on a terminal."""
    event = threading.Event()
    monkeypatch.setattr(output, "_PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(output._Bar, "start", lambda _: event.set())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return event


def test_a_long_task_has_a_bar(started):
    with progress("Counting") as advance:
        advance(0.5)
        assert started.wait(30)


def test_a_short_task_has_none(started, monkeypatch):
    monkeypatch.setattr(output, "_PATIENCE_SECONDS", 0.2)
    with progress("Counting"):
        pass
    assert not started.wait(0.4)


def test_no_bar_where_standard_error_is_no_terminal(started, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with progress("Counting"):
        assert not started.wait(0.2)


def test_the_bar_is_on_standard_error(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    bar = output._Bar("Counting [red]items.csv")
    bar.update(0.25)
    bar.start()
    bar.update(0.5)
    bar.stop()
    out, err = capsys.readouterr()
    assert out == ""
    assert "Counting [red]items.csv" in err
    assert "50%" in err


def test_a_bar_that_comes_too_late_is_not_shown(capsys):
    bar = output._Bar("late")
    bar.stop()
    bar.start()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("closed", "code", "told"),
    [
        ("evaluate {} --csv 2>&-", 0, True),
        ("evaluate - --follow --csv < {} 2>&-", 0, True),
        ("evaluate nothing.csv 2>&-", 2, False),
        ("evaluate {} >&-", 2, False),
        ("evaluate {} >&- 2>&-", 2, False),
    ],
)
def test_streams_that_are_closed(mail, python, closed, code, told):
    command = f"{shlex.quote(python)} -m abovechance {closed.format(shlex.quote(str(mail)))}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("informedness" in done.stdout) == told
    written = "abovechance: output cannot be written: Bad file descriptor\n"
    assert done.stderr == (written if closed.endswith("{} >&-") else "")


@pytest.mark.parametrize("target", ["mail.csv", "soft.json", "hard.json", "/dev/stdin", "folder/../mail.csv"])
@pytest.mark.parametrize("source", ["-", "mail.csv", "soft.json", "/dev/stdin", "./mail.csv"])
def test_a_result_is_not_written_over_its_input(mail, python, target, source):
    folder = mail.parent
    (folder / "folder").mkdir()
    (folder / "soft.json").symlink_to("mail.csv")
    (folder / "hard.json").hardlink_to(mail)
    before = mail.read_bytes()
    with mail.open() as items:
        done = subprocess.run(
            [python, "-m", "abovechance", "evaluate", source, "--json", target],
            stdin=items, cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"abovechance: --json {target!r} would overwrite the input: name another file\n"
    assert mail.read_bytes() == before


def test_a_result_is_written_beside_standard_input(mail, python):
    with mail.open() as items:
        command = [python, "-m", "abovechance", "evaluate", "-", "--json", str(mail.parent / "x.json.gz")]
        subprocess.run(command, stdin=items, capture_output=True, check=True)
    assert json.loads(gzip.decompress((mail.parent / "x.json.gz").read_bytes()))["schema"]
