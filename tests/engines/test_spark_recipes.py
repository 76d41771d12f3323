"""The commands of the page on Spark do what it says, on the servers it speaks of."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from abovechance.cli.app import main

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")
COMMANDS = [line for line in PAGE.splitlines() if line.startswith("abovechance ") and "$PWD" in line]


PLACES = ("sc://localhost:50051", "sc://127.0.0.1:45291", "spark://127.0.0.1:40071")


@pytest.fixture
def here(connect_url, cluster_url, cluster):
    """The servers of these tests in the place of those that the page names."""
    return dict(zip(PLACES, (connect_url, cluster_url, cluster.master), strict=True))


@pytest.fixture
def report(cluster, capsys, monkeypatch):
    """Where a command read, and what it found: whole numbers are as they are, others to twelve digits.

    A driver of a cluster is a process of its own.
    """
    monkeypatch.chdir(ROOT)

    def outcome(tokens):
        if any(word.startswith("spark://") for word in tokens):
            command = [sys.executable, "-m", "abovechance", *tokens]
            environment = os.environ | cluster.environment
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout, done.stderr
        return main(tokens), *capsys.readouterr()

    def call(arguments):
        code, out, err = outcome([*arguments, "--json", "-"])
        assert (code, err) == (0, "")
        found = json.loads(out, parse_float=lambda text: f"{float(text):.12g}")
        return found.pop("source"), found

    return call


def test_the_page_has_a_command_for_each_place():
    assert {re.search(r"--connect (\S+)", line)[1] for line in COMMANDS} == set(PLACES)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_reports_what_the_file_here_reports(command, here, report):
    arguments = [word.replace("$PWD", str(ROOT)) for word in shlex.split(command)[1:]]
    where = arguments.index("--connect")
    local = arguments[:where] + arguments[where + 2 :]
    arguments[where + 1] = here[arguments[where + 1]]
    source, found = report(arguments)
    assert source["connect"] == arguments[where + 1]
    assert found == report(local)[1]
