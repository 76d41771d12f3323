"""Examples run as they are."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from abovechance.cli.app import main

EXAMPLES = Path(__file__).parent.parent / "examples"

COMMANDS = [
    line.partition("   #")[0]
    for page in (EXAMPLES / "README.md", EXAMPLES.parent / "README.md")
    for line in page.read_text(encoding="utf-8").splitlines()
    if line.startswith("abovechance ") and " examples/" in line
]


@pytest.mark.parametrize("command", dict.fromkeys(COMMANDS))
def test_printed_commands_run(command, capsys, monkeypatch, tmp_path):
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


def test_every_file_has_a_command():
    told = " ".join(COMMANDS)
    assert not [path.name for path in EXAMPLES.glob("*.csv") if path.name not in told]


def test_count_in_processes():
    script = EXAMPLES / "count_in_processes.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["4 parts, 1797 items", "Informedness 0.560, 0.528 to 0.586"]
    assert done.stderr == ""
