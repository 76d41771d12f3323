"""What commands print and what results hold stays as it was recorded.

The recorded files are in ``tests/goldens/recorded``. They change on purpose only: then record them anew, from the
root of the project, all or those whose names contain a text, and read what changed::

    python -m tests.test_goldens --record [TEXT]

Texts must be the same. Numbers of more than seven digits may differ by 1e-7 of their size.
"""

import functools
import io
import json
import math
import os
import re
import shlex
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac
from abovechance.__main__ import main
from tests.goldens import inputs
from tests.goldens.commands import COMMANDS, WITHOUT_WIDTH
from tests.goldens.refusals import REFUSALS, lines
from tests.goldens.results import CASES

RECORDED = Path(__file__).parent / "goldens" / "recorded"
WIDTHS = (60, 80, 120)
RULE = "====="
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\w)")
VERSIONS = re.compile(r"((?:abovechance|NumPy|Python) |version\"?: \")\d+(?:\.\w+)+")
NAMES = [
    *(f"commands/{name}" for name in (*COMMANDS, *WITHOUT_WIDTH)),
    *(f"refusals/{name}" for name in REFUSALS),
    *(f"results/{name}" for name in CASES),
]


def run(command, width=80):
    """The exit code, standard output and standard error of a command in a terminal so wide that is none."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(width)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(shlex.split(command))
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    return code, *(_written(stream) for stream in (out, err))


def _written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8").replace("\r\n", "\n")


def section(title, text):
    return f"{RULE} {title}\n{text.rstrip()}\n"


def ran(command, width=80):
    """What a command did, under a line that says which one and how it ended."""
    code, out, err = run(command, width)
    return section(f"{command}  ({width} columns, exit {code})", out + (f"stderr: {err}" if err else ""))


def commands(name):
    if name in WITHOUT_WIDTH:
        return ran(WITHOUT_WIDTH[name])
    command, formats = COMMANDS[name]
    return "".join(
        [*(ran(command, width) for width in WIDTHS), *(ran(f"{command} {form}") for form in formats)]
    )


def refusals(name):
    return "".join(ran(line) for line in lines(name))


@functools.cache
def found(name):
    return CASES[name]()


def results(name):
    return "".join(parts(title, result) for title, result in found(name).items())


def parts(title, result):
    """A result as it shows itself, as a document and as rows, or a plain value."""
    if not hasattr(result, "to_dict"):
        return section(title, result if isinstance(result, str) else plain(result))
    texts = [section(title, repr(result)), section(f"{title}: to_dict()", plain(result.to_dict()))]
    if hasattr(result, "to_frame"):
        texts.append(
            section(f"{title}: to_frame()", result.to_frame().to_csv(index=False, lineterminator="\n"))
        )
    return "".join(texts)


def plain(value):
    """Values as JSON with an entry of a mapping on each line; of other objects what they show."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {plain_line(entry)}" for key, entry in value.items())
    return plain_line(value)


def plain_line(value):
    return json.dumps(
        value,
        ensure_ascii=False,
        default=lambda x: x.tolist() if isinstance(x, np.ndarray | np.generic) else repr(x),
    )


def golden(name):
    """What is to be recorded now under a name, without what differs from one day or place to the next."""
    kind, short = name.split("/")
    with chdir(folder()):
        text = {"commands": commands, "refusals": refusals, "results": results}[kind](short)
    return NUMBER.sub(shortened, VERSIONS.sub(r"\1VERSION", text.replace(folder(), "FOLDER")))


def shortened(number):
    """Ten digits of a number that has more of them: enough for the comparison, and easier to read."""
    text = number.group()
    return f"{float(text):.10g}" if "." in text and digits(text) > 10 else text


@functools.cache
def folder():
    """A folder with the inputs, for as long as this process runs."""
    kept = tempfile.TemporaryDirectory()
    folder.kept = kept
    inputs.write(Path(kept.name))
    return kept.name


def difference(expected, found):
    """The first line in which two texts differ by more than the last digits of long numbers, or None."""
    for i, (was, now) in enumerate(zip_longest(expected.splitlines(), found.splitlines(), fillvalue=""), 1):
        if not alike(was, now):
            return f"line {i}\nwas: {was}\nnow: {now}"
    return None


def alike(was, now):
    if was == now:
        return True
    ours, theirs = NUMBER.findall(was), NUMBER.findall(now)
    return NUMBER.split(was) == NUMBER.split(now) and all(map(near, ours, theirs))


def near(was, now):
    """Whether numbers are the same, up to what rounding may change in long ones."""
    if was == now:
        return True
    if max(map(digits, (was, now))) <= 7:
        return False
    a, b = float(was), float(now)
    is_cancelled = abs(a - b) < 1e-15 and max(abs(a), abs(b)) > 1e-20
    return math.isclose(a, b, rel_tol=1e-7) or is_cancelled


def digits(number):
    mantissa = re.split("[eE]", number)[0]
    return len(re.sub(r"\D", "", mantissa).lstrip("0"))


def file_of(name):
    return RECORDED / f"{name}.txt"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_as_recorded(name):
    changed = difference(file_of(name).read_text(encoding="utf-8"), golden(name))
    assert changed is None, changed


def test_every_recorded_file_has_its_case():
    assert {str(path.relative_to(RECORDED)) for path in RECORDED.rglob("*.*")} == {
        f"{name}.txt" for name in NAMES
    }


def test_every_kind_of_result_is_recorded():
    public = [getattr(room, name) for room in (ac, ac.curves) for name in room.__all__]
    kinds = {kind.__name__ for kind in public if isinstance(kind, type) and hasattr(kind, "to_dict")}
    with chdir(folder()):
        recorded = {type(part).__name__ for name in CASES for part in flat(found(name))}
    assert kinds - {"Catalogue"} <= recorded  # docs/catalogue.md records that


def flat(value):
    if isinstance(value, dict | list):
        return [
            part for entry in (value.values() if isinstance(value, dict) else value) for part in flat(entry)
        ]
    return [value]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("value 0.123", "value 0.124"),
        ("value 0.123456789", "value 0.123457789"),
        ("p 1.2345678901e-60", "p 0.0"),
        ("value 0.1", "value 0.1000"),
        ("value  0.123456789", "value 0.123456789"),
        ("a 1", "b 1"),
        ("line", "line\nanother"),
    ],
)
def test_a_change_is_seen(was, now):
    assert difference(was, now)
    assert difference(now, was)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("x,0.12345678901,y", "x,0.12345678902,y"),
        ("[1.1102230246251565e-16]", "[0.0]"),
        ("[0.3]", "[0.30000000000000004]"),
    ],
)
def test_rounding_is_not_a_change(was, now):
    assert difference(was, now) is None


def record(part=""):
    """Write what changed and remove what no case gives any more."""
    for name in NAMES:
        file = file_of(name)
        if part not in name:
            continue
        text = golden(name)
        if not file.exists() or difference(file.read_text(encoding="utf-8"), text):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{file}\n")
    for file in set(RECORDED.rglob("*.txt")) - {file_of(name) for name in NAMES}:
        file.unlink()
        sys.stdout.write(f"removed {file}\n")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--record"]:
        sys.exit(__doc__)
    record(*sys.argv[2:3])
