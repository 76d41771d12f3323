"""What ``fuzz.py`` tries on the commands: files of odd labels and bytes, with any options."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fuzz_draws import LABELS, Rng, happens, number, one_of

from abovechance.cli.app import main
from abovechance.cli.exits import FAILED, MISUSED, PASSED, UNDEFINED
from abovechance.report.build import BUILDERS
from abovechance.report.schema import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOCUMENTED = {PASSED, FAILED, MISUSED, UNDEFINED}
_COMMANDS = {
    "evaluate": (
        "--truth y --prediction p",
        "--by g",
        "--cluster g",
        "--weight w",
        "--prevalence 0.1",
        "--table",
    ),
    "test": (
        "--truth y --prediction p",
        "--per-class",
        "--method fisher",
        "--cluster g",
        "--count w",
        "--by g",
    ),
    "compare": ("--truth y --prediction p --prediction q", "--measure mcc", "--cluster g", "--adjust fdr"),
    "concord": ("y p", "--replicates 20", "--method jackknife", "--measure adjusted_rand"),
    "agree": ("", "--weights linear", "--item y --rater p --category q", "--counts", "--categories a,b,c"),
    "roc": (
        "--truth y --score w",
        "--positive a",
        "--threshold 0.5",
        "--by g",
        "--on-disk",
        "--prevalence 0.2",
    ),
}
_COMMON = (
    *("--on-missing drop", "--on-missing label", "--level 0.5", "--labels a,b,c", "--encoding latin-1"),
    *("--skip-bad", "--csv", "--markdown", "--latex", "--seed 3"),
)


@dataclass(frozen=True)
class Run:
    """A command, and the files that it reads."""

    tokens: tuple[str, ...]
    contents: dict[str, bytes]

    @property
    def call(self) -> str:
        """What to type, after the files have been written."""
        written = "; ".join(f"Path({name!r}).write_bytes({data!r})" for name, data in self.contents.items())
        return f"{written}; main({list(self.tokens)!r})"

    def complaints(self) -> Iterator[str]:
        """Run it where its files are, and check how it ends and what it says."""
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            for name, data in self.contents.items():
                Path(name).write_bytes(data)
            with redirect_stdout(out), redirect_stderr(err):
                code = main(list(self.tokens))
        if code not in _DOCUMENTED:
            yield f"exit code {code}: {err.getvalue()[:300]}"
        if "Traceback" in err.getvalue():
            yield "a traceback is shown"
        if code == MISUSED and len(err.getvalue().splitlines()) != 1:
            yield f"what is wrong is not one line: {err.getvalue()[:300]!r}"
        if "\x1b" in err.getvalue() or ("\x1b" in out.getvalue() and "--csv" not in self.tokens):
            yield "labels act on the terminal"
        if "--json" in self.tokens and code != MISUSED:
            yield from _of_schema(out.getvalue())


def _of_schema(text: str) -> Iterator[str]:
    """JSON without NaN that follows the schema of its kind."""

    def refuse(name: str) -> Any:
        raise ValueError(name)

    try:
        document = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        yield f"this is no JSON: {error}"
        return
    kind = document["schema"].removeprefix("abovechance.").partition("/")[0]
    if kind in BUILDERS:
        errors = _validator(kind).iter_errors(document)
        yield from (f"against the schema: {error.message[:200]}" for error in errors)


@cache
def _validator(kind: str) -> Any:
    jsonschema: Any = importlib.import_module("jsonschema")
    return jsonschema.Draft202012Validator(schema(kind))


def commands(rng: Rng) -> Run:
    """A command on one or two files, or on none."""
    if happens(rng, 0.15):
        return Run((*_without_files(rng), *(["--json", "-"] if happens(rng, 0.4) else [])), {})
    name = one_of(rng, [*_COMMANDS])
    usual, *more = _COMMANDS[name]
    chosen = [option for option in (*more, *_COMMON) if happens(rng, 0.12)]
    contents = dict(_file(rng, i) for i in range(1 if name == "concord" else int(rng.integers(1, 3))))
    json_wanted = ["--json", "-"] if happens(rng, 0.4) else []
    words = " ".join([usual, *chosen]).split()
    return Run((name, *contents, *words, *json_wanted), contents)


def _without_files(rng: Rng) -> list[str]:
    """Power, a simulation or the catalogue, asked with any numbers and names."""
    name = one_of(rng, ["power", "simulate", "measures"])
    if name == "measures":
        return [name, one_of(rng, [*LABELS, "mcc", "pycm:BM", "kappa"])]
    options = {
        "power": ("--informedness", "--difference", "--n", "--power", "--prevalence", "--bias", "--level"),
        "simulate": ("--n", "--informed", "--prevalence", "--classes", "--noise", "--wrong", "--seed"),
    }[name]
    given = [(option, _digits(rng, option)) for option in options if happens(rng, 0.5)]
    return [name, *(word for pair in given for word in pair)]


def _digits(rng: Rng, option: str) -> str:
    if option in ("--n", "--classes", "--seed") and happens(rng, 0.8):
        return str(int(rng.integers(-1, 60)))
    return f"{rng.uniform():.2f}" if happens(rng, 0.6) else repr(number(rng))


def _file(rng: Rng, place: int) -> tuple[str, bytes]:
    """A file of columns y, p, q, g and w, or something near to it."""
    labels = (
        [one_of(rng, LABELS) for _ in range(int(rng.integers(1, 5)))]
        if happens(rng, 0.5)
        else ["a", "b", "c"]
    )
    rows = [
        [*(one_of(rng, labels) for _ in range(4)), repr(number(rng)) if happens(rng, 0.3) else "0.25"]
        for _ in range(int(rng.integers(0, 30)))
    ]
    kind = one_of(rng, ["csv", "csv", "csv", "tsv", "jsonl", "parquet", "arrow"])
    data = _written(kind, rows)
    if happens(rng, 0.3):
        data = _damaged(rng, data)
    if happens(rng, 0.1):
        return f"f{place}.{kind}.gz", gzip.compress(data, mtime=0)
    return f"f{place}.{kind}", data


def _written(kind: str, rows: list[list[str]]) -> bytes:
    names = list("ypqgw")
    if kind == "jsonl":
        lines = (json.dumps(dict(zip(names, row, strict=True))) for row in rows)
        return "\n".join(lines).encode("utf-8", "surrogatepass")
    if kind in ("parquet", "arrow"):
        pa, feather, parquet = (
            importlib.import_module(name) for name in ("pyarrow", "pyarrow.feather", "pyarrow.parquet")
        )
        columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in names]
        frame = pa.table(
            {name: pa.array(column, pa.string()) for name, column in zip(names, columns, strict=True)}
        )
        out = io.BytesIO()
        write = parquet.write_table if kind == "parquet" else feather.write_feather
        write(frame, out)
        return out.getvalue()
    mark = "\t" if kind == "tsv" else ","
    quoted = (mark.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in [names, *rows])
    return ("\n".join(quoted) + "\n").encode("utf-8", "surrogatepass")


def _damaged(rng: Rng, data: bytes) -> bytes:
    """Some bytes changed, cut off, doubled or put in front."""
    kind = one_of(rng, ["bytes", "cut", "front", "lines", "twice", "quotes"])
    if kind == "cut":
        return data[: int(rng.integers(0, len(data) + 1))]
    if kind == "front":
        return one_of(rng, [b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\n\n", b"PAR1", b"\x1f\x8b"]) + data
    if kind == "lines":
        return data.replace(b"\n", one_of(rng, [b"\r\n", b"\r", b"\n\r", b",x\n", b"\n\n"]))
    if kind == "quotes":
        return data.replace(b'"', one_of(rng, [b"", b"'", b'""']))
    if kind == "twice":
        return data + data
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, 6))):
        if changed:
            changed[int(rng.integers(len(changed)))] = int(rng.integers(256))
    return bytes(changed)
