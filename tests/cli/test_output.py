import codecs
import gzip
import html
import json
import os
import shlex
import subprocess
import sys
import threading
import unicodedata
from pathlib import Path

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


def test_every_sign_of_ours_has_a_plain_one():
    signs = {
        sign
        for file in (Path(output.__file__).parents[1]).rglob("*.py")
        for sign in file.read_text(encoding="utf-8")
        if not sign.isascii() and unicodedata.category(sign) != "Mn"
    }
    codecs.register_error("abovechance.plain", output._in_plain_signs)
    escaped = {sign for sign in signs if b"\\" in sign.encode("ascii", "abovechance.plain")}
    assert {sign for sign in escaped if unicodedata.category(sign)[0] != "L"} == set()
    assert {unicodedata.name(sign).split()[0] for sign in escaped} <= {"LATIN"}  # names of people


def labels_in(folder, *labels):
    (folder / "x.csv").write_text(
        "truth,prediction\n" + "".join(f"{x},{x}\n{x},{labels[0]}\n" for x in labels), encoding="utf-8"
    )
    return folder / "x.csv"


@pytest.mark.parametrize("form", ["--csv", "--safe-csv", "--latex"])
def test_rows_are_refused_where_labels_would_be_lost(python, tmp_path, form):
    command = [python, "-m", "abovechance", "evaluate", labels_in(tmp_path, "Sud", "Süd", "日本"), form]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode("ascii") == (
        "abovechance: the encoding ascii of standard output has no '\\xfc': set the environment variable "
        "PYTHONIOENCODING=utf-8\n"
    )
    done = subprocess.run(
        command, capture_output=True, check=True, env={**environment, "PYTHONIOENCODING": "utf-8"}
    )
    assert "日本" in done.stdout.decode("utf-8")


def test_markdown_refers_to_characters_that_an_encoding_lacks(python, tmp_path):
    command = [python, "-m", "abovechance", "evaluate", labels_in(tmp_path, "Sud", "Süd"), "--markdown"]
    texts = {}
    for encoding in ("ascii", "utf-8"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        texts[encoding] = done.stdout.decode(encoding)
    assert "S&#252;d" in texts["ascii"]
    assert html.unescape(texts["ascii"]) == texts["utf-8"]


@pytest.mark.parametrize(
    "labels", [("Sud", "Süd"), ("alpha", "α"), ("18-25", "18–25"), ("a-alpha", "a–α"), ("日", "本")]
)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_no_two_labels_look_alike_in_a_report(labels, encoding):
    codecs.register_error("abovechance.plain", output._in_plain_signs)
    first, second = " ".join(labels).encode(encoding, "abovechance.plain").decode(encoding).split(" ")
    assert first != second


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
@pytest.mark.parametrize("form", ["", "--csv", "--markdown", "--latex", "--json -"])
def test_signs_that_an_encoding_lacks_are_plain(mail, python, encoding, form):
    command = [python, "-m", "abovechance", "test", str(mail), "--seed", "1", *form.split()]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    text = done.stdout.decode(encoding)
    if form == "--json -":
        utf8 = subprocess.run(
            command, capture_output=True, check=True, env={**environment, "PYTHONIOENCODING": "utf-8"}
        )
        assert json.loads(text) == json.loads(utf8.stdout)
    else:
        assert "\\u" not in text
        assert "\\x" not in text
    if not form:
        assert "chi" in text
        assert "?" not in text


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_an_error(python, tmp_path, unbuffered):
    """Half of the output fits, so that the first write succeeds in part."""
    command = f"ulimit -f 4; exec {shlex.quote(python)} -m abovechance measures > out.txt"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 2
    assert done.stderr == "abovechance: output cannot be written: File too large\n"


def test_items_are_written_compressed(run, tmp_path):
    run("simulate", "--n", 20, "--informed", 0.5, "--seed", 1, "--output", tmp_path / "x.csv.gz")
    rows = gzip.decompress((tmp_path / "x.csv.gz").read_bytes()).decode()
    assert rows == run("simulate", "--n", 20, "--informed", 0.5, "--seed", 1).out
