import re
import sys

import pytest

from abovechance.cli.app import main

GUESS = re.compile(
    r"^(?:Warning|abovechance): The\s+positive\s+class\s+is\s+taken[^.]*?--positive\.\n\n?", re.MULTILINE
)


class Outcome:
    """The exit code and what was written by one run of the command line.

    That the positive class was guessed is told apart, in ``guesses``: most tests are of other things.
    """

    def __init__(self, code, out, err):
        self.code = code
        self.guesses = GUESS.findall(out) + GUESS.findall(err)
        self.out = GUESS.sub("", out)
        self.err = GUESS.sub("", err)

    @property
    def refused(self):
        """The one line on standard error of a run that did nothing else."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.startswith("abovechance: ")
        assert "Traceback" not in self.err
        return self.err.removeprefix("abovechance: ").strip()


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command line in this process, in a terminal of 80 columns that is none."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*tokens):
        code = main([str(token) for token in tokens])
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return call


@pytest.fixture
def mail(tmp_path):
    """The first table of Powers 2007 as a hundred items in three places."""
    rows = ["ham,ham"] * 28 + ["ham,spam"] * 12 + ["spam,ham"] * 30 + ["spam,spam"] * 30
    path = tmp_path / "mail.csv"
    lines = [f"{row},{'ABC'[i % 3]},{1 + i % 2}" for i, row in enumerate(rows)]
    path.write_text("\n".join(["truth,prediction,place,w", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def python():
    return sys.executable
