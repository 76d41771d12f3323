"""The commands of the page on Spark do what it says, on the servers it speaks of."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("spark")

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")
COMMANDS = [line for line in PAGE.splitlines() if line.startswith("abovechance ") and "$PWD" in line]


@pytest.fixture
def here(connect_url, cluster_url, cluster):
    """The servers of these tests in the place of those that the page names."""
    return {
        "sc://localhost:50051": connect_url,
        "sc://127.0.0.1:45291": cluster_url,
        "spark://127.0.0.1:40071": cluster.master,
    }


def report(arguments, environment):
    command = [sys.executable, "-m", "abovechance", *arguments, "--json", "-"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    return found.pop("source"), found


def test_the_page_has_a_command_for_each_place():
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_reports_what_the_file_here_reports(command, here, cluster):
    arguments = [word.replace("$PWD", str(ROOT)) for word in shlex.split(command)[1:]]
    where = arguments.index("--connect")
    local = arguments[:where] + arguments[where + 2 :]
    arguments[where + 1] = here[arguments[where + 1]]
    source, found = report(arguments, os.environ | cluster.environment)
    assert source["connect"] == arguments[where + 1]
    assert found == report(local, os.environ)[1]
