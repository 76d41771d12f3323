"""Try the library and the commands on nasty input for some minutes, and print what breaks a law.

``python tools/fuzz.py --seconds 300 --seed 1`` draws one case after the other from the seed. Each finding is
printed once, with a call to paste and the number of the case: ``--seed 1 --case 17`` tries that one again.
What is found becomes a test.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import numpy as np
from fuzz_commands import commands
from fuzz_draws import one_of
from fuzz_library import FAMILIES

from abovechance.core.errors import AbovechanceError, InputWarning

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE_SECONDS = 60
_MEMORY = 5 * 2**30
_COMMANDS_SHARE = 0.4
_LONGEST = 1500
_OURS = f"{os.sep}abovechance{os.sep}"


class SlowError(Exception):
    """A case takes too long."""


def case_of(seed: int, number: int) -> tuple[str, str, Iterator[str]]:
    """The family of a case, its call, and what is wrong with the result."""
    rng = np.random.default_rng([seed, number])
    if rng.random() < _COMMANDS_SHARE:
        run = commands(rng)
        return f"command {run.tokens[0]}", run.call, run.complaints()
    name = one_of(rng, list(FAMILIES))
    case = FAMILIES[name](rng)
    return name, case.call, case.complaints()


def complaints(found: Iterator[str]) -> list[str]:
    """All complaints; any warning and any error but ours is one."""
    said: list[str] = []
    signal.alarm(_PATIENCE_SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", InputWarning)
            said.extend(found)
    except AbovechanceError:
        pass
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        said.append(f"{type(error).__name__} at {_place(error)}: {str(error)[:200]}")
    finally:
        signal.alarm(0)
    return said


def _place(error: Exception) -> str:
    """The last line of ours that it passed."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _OURS in f.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _work(seed: int, first: int, until: float, pipe: int) -> NoReturn:
    """Try cases until the time is over, and say before each which one it is; then what is wrong with it."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    def late(*_: object) -> NoReturn:
        raise SlowError(f"more than {_PATIENCE_SECONDS} s")

    signal.signal(signal.SIGALRM, late)
    with os.fdopen(pipe, "w", buffering=1, encoding="utf-8", errors="backslashreplace") as out:
        number = first
        while time.monotonic() < until:
            print(f"case\t{number}", file=out)
            name, call, found = case_of(seed, number)
            print(f"name\t{name}", file=out)
            for said in complaints(found):
                print(f"said\t{name}\t{said!r}\t{call[:_LONGEST]!r}", file=out)
            number += 1
    os._exit(0)


def _worked(seed: int, first: int, until: float) -> Iterator[tuple[int, str, str, str]]:
    """Findings of a process of its own, which may crash: its number, its family, what is wrong, the call."""
    reading, writing = os.pipe()
    with warnings.catch_warnings(
        action="ignore", category=DeprecationWarning
    ):  # of threads, which do not matter
        child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _work(seed, first, until, writing)
        finally:
            os._exit(1)
    os.close(writing)
    number, name = first, "?"
    with os.fdopen(reading, encoding="utf-8", errors="backslashreplace") as lines:
        for line in lines:
            kind, *rest = line.rstrip("\n").split("\t")
            if kind == "case":
                number = int(rest[0])
            elif kind == "name":
                name = rest[0]
            else:
                yield number, rest[0], rest[1], rest[2]
    status = os.waitpid(child, 0)[1]
    if status:
        yield number, name, f"the process died: {os.waitstatus_to_exitcode(status)}", ""
        yield from _worked(seed, number + 1, until)
    else:
        yield number, "", "", ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="try this case alone, and show its traceback")
    given = parser.parse_args()
    if given.case is not None:
        name, call, found = case_of(given.seed, given.case)
        print(f"{name}: {call}", flush=True)
        warnings.simplefilter("error")
        for said in found:
            print(f"  {said}")
        return 0
    seen: Counter[tuple[str, str]] = Counter()
    tried = 0
    for number, name, said, call in _worked(given.seed, 0, time.monotonic() + given.seconds):
        tried = number + 1
        key = (name, said[:60])
        seen[key] += bool(name)
        if name and seen[key] == 1:
            print(
                f"\n{name}: {said}\n  {call}\n  again: --seed {given.seed} --case {number}",
                flush=True,
            )
    different = sum(1 for times in seen.values() if times)
    print(f"\n{tried} cases, {sum(seen.values())} findings, {different} of them different")
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
