"""How a command ends: its exit code, and one sentence on standard error where nothing came of it."""

from __future__ import annotations

import os
import re
import sys
import traceback
from typing import TYPE_CHECKING, Protocol

from abovechance.core.errors import AbovechanceError

if TYPE_CHECKING:
    from collections.abc import Iterable

PASSED, FAILED, MISUSED, UNDEFINED, BROKEN, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 70, 130, 143
TRACEBACK = "ABOVECHANCE_TRACEBACK"
EXIT_CODES = (
    f"The exit code is {PASSED}; {FAILED} if a gate failed, or printed figures cannot hold together; "
    f"{MISUSED} for bad usage or input, or output that cannot be written; {UNDEFINED} if a gated measure is "
    f"undefined; {BROKEN} for a bug in abovechance; {INTERRUPTED} if it was interrupted, {TERMINATED} if it "
    "was asked to end.\n"
)


class Judged(Protocol):
    """The verdict of a gate."""

    @property
    def outcome(self) -> str:
        """Passed, failed or undefined."""


_OVERLONG_WORD = re.compile(
    r"(\S{200})\S{200,}(\S{20})"
)  # a word so long that it would hide what is said of it


def gate_code(verdicts: Iterable[Judged]) -> int:
    """The exit code of gates: 1 if any failed, 3 if any is undefined, else 0."""
    outcomes = {verdict.outcome for verdict in verdicts}
    if "failed" in outcomes:
        return FAILED
    return UNDEFINED if "undefined" in outcomes else PASSED


class UnknownOptionError(AbovechanceError):
    """There is neither an option nor a file of that name."""


def refused(message: str) -> int:
    """Say what is wrong with the usage, the input or the output, and what to do."""
    _say(message)
    return MISUSED


def broken(error: Exception) -> int:
    """Say that the fault is ours, and how to see where it is."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    said = f": {error}" if str(error) else ""
    _say(
        f"this is a bug in abovechance, {type(error).__name__}{said}; please report it with what the same "
        f"command says if the environment variable {TRACEBACK} is 1"
    )
    return BROKEN


def _say(message: str) -> None:
    """One line on standard error; what it quotes from the input cannot act on the terminal."""
    from abovechance.core.text import shown

    line = _OVERLONG_WORD.sub(r"\1…\2", " ".join(message.split()))
    print(f"abovechance: {shown(line, longest=2000)}", file=sys.stderr)  # noqa: T201
