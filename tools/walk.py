"""Which modules a command enters: of which a function is called once everything is imported.

    python tools/walk.py [--list] [COMMAND LINE]

Without a command line it counts those of evaluate, roc, compare and agree on the shipped examples, each in a
process of its own. Calls that are made while a module is imported do not count. ``--list`` shows the modules
in the order in which they are entered.
"""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from abovechance.cli.app import main

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

EXAMPLES = Path(__file__).parent.parent / "examples"
WALKS = (
    ("evaluate", "breast_cancer.csv", "--truth", "diagnosis", "--prediction", "tree"),
    (
        "roc",
        "breast_cancer_scores.csv",
        "--truth",
        "diagnosis",
        "--score",
        "bayes",
        "--positive",
        "malignant",
    ),
    ("compare", "breast_cancer.csv", "--truth", "diagnosis", "--prediction", "tree", "--prediction", "bayes"),
    ("agree", "anaesthetists_dawid_skene_1979.csv", "--item", "patient"),
)
"""Commands on the shipped examples."""


class Walk:
    """The modules of the package in the order in which they are entered."""

    def __init__(self) -> None:
        self.modules: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note the module of a call, unless some module is being imported."""
        if event != "call":
            return
        name = frame.f_globals.get("__name__", "")
        if not name.startswith("abovechance.") or name in self.modules or frame.f_code.co_name == "<module>":
            return
        outer: FrameType | None = frame
        while outer is not None:
            if outer.f_code.co_name == "<module>" and outer.f_globals.get("__name__") != "__main__":
                return
            outer = outer.f_back
        self.modules[name] = None


def walked(command: Sequence[str]) -> list[str]:
    """The modules that a command enters, in order."""
    walk = Walk()
    threading.setprofile(walk)
    sys.setprofile(walk)
    try:
        with (
            redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")),
            redirect_stderr(io.StringIO()),
        ):
            main(list(command))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(walk.modules)


def show(command: Sequence[str], *, listed: bool) -> None:
    """Print how many modules a command enters and how many are imported, and perhaps which it enters."""
    entered = walked(command)
    imported = [name for name in sys.modules if name.startswith("abovechance.")]
    print(f"{command[0]}: {len(entered)} modules entered, {len(imported)} imported")
    if listed:
        print("".join(f"  {name.removeprefix('abovechance.')}\n" for name in entered), end="")


def walk_all(options: Sequence[str]) -> None:
    """The walks of the shipped examples, each in a process of its own."""
    for name, file, *rest in WALKS:
        command = [sys.executable, __file__, *options, name, str(EXAMPLES / file), *rest]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    asked = sys.argv[1:]
    options = [word for word in asked[:1] if word == "--list"]
    if len(asked) > len(options):
        show(asked[len(options) :], listed=bool(options))
    else:
        walk_all(options)
