"""From arrays in memory to files of 10⁸ rows: ours beside scikit-learn, pandas, polars, DuckDB and C.

Run it with ``python benchmarks/scale.py [--quick] [--only arrays|texts|files|frames]``. Every contender
counts in a process of its own, and the processes take turns. The rows of a Markdown table are printed as they
are measured: the least time, nanoseconds for a row, elapsed and of all cores of the process, the peak of
memory in megabytes (beside the data, where these are in memory), how many times as long as ours it takes, and
the goal for that. It needs Linux, which tells the peak of memory, and leaves C out where there is no ``cc``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness import duration
from scale_contenders import KERNELS, compile_kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTENDERS = Path(__file__).with_name("scale_contenders.py")
TOOLS = Path(__file__).parent.parent / "tools"
OURS, SKLEARN, PANDAS, POLARS, DUCKDB = "ours", "scikit-learn", "pandas", "polars", "DuckDB"
SECONDS, QUICK_SECONDS = 2.0, 0.1
"""What a contender may spend on repeating itself, each time it has its turn."""
AS_FAST = 1 / 1.3
"""The least that an engine's own grouping of the same texts should take, as a share of ours."""
GIGABYTE = 1000.0
"""In megabytes: what a file of any length may need."""

TEXTS, NUMBERS = ["truth", "prediction"], ["truth_number", "prediction_number"]
ITEMS = """
SELECT
    range AS id,
    'class' || truth_number AS truth, 'class' || prediction_number AS prediction,
    truth_number, prediction_number,
    'site' || floor(random() * 100)::INTEGER AS site
FROM (
    SELECT
        range,
        floor(random() * 10)::INTEGER AS truth_number,
        floor(random() * 10)::INTEGER AS prediction_number
    FROM range({rows})
)
"""


@dataclass(frozen=True)
class Peer:
    """Who we compare with.

    Attributes
    ----------
    name : str
    goal : float or None
        How many times as long as ours it should take.
    share : int
        It gets one row in so many, and its time is taken so many times. That flatters those who sort.
    kind : str or None
        How it has the same texts in memory, where it cannot read ours.
    """

    name: str
    goal: float | None = None
    share: int = 1
    kind: str | None = None


@dataclass(frozen=True)
class Case:
    """Data that ours and its peers count.

    Attributes
    ----------
    task : str
    rows : int
    arguments : dict
        What the processes are told.
    peers : tuple
    smaller : dict or None
        What those are told who get a share of the rows.
    rounds : int
        How often each has its turn.
    most : float or None
        Megabytes that ours may need.
    """

    task: str
    rows: int
    arguments: dict[str, Any]
    peers: tuple[Peer, ...]
    smaller: dict[str, Any] | None = None
    rounds: int = 2
    most: float | None = None


@dataclass(frozen=True)
class Measured:
    """Least seconds of a call, elapsed and of all cores, megabytes at its peak and before it."""

    seconds: float
    processor: float
    peak: float
    before: float


def make_data(folder: Path, many: int, few: int) -> None:
    """Random labels of ten classes in a hundred groups, as text and as integers."""
    some = f"SELECT id, truth, prediction FROM ({ITEMS})"  # noqa: S608
    with import_module("duckdb").connect() as connection:

        def copy(items: str, rows: int, name: str, options: str) -> None:
            connection.execute(f"COPY ({items.format(rows=rows)}) TO '{folder / name}' ({options})")

        copy(ITEMS, many, "many.parquet", "FORMAT parquet")
        for name, rows in (("few", few), ("tenth", few // 10)):
            copy(some, rows, f"{name}.csv", "FORMAT csv")
            copy(some, rows, f"{name}.jsonl", "FORMAT json")


def array_cases(rows: int, library: str | None) -> Iterator[Case]:
    for classes in (2, 10, 1000):
        for kind in ("int8" if classes < 2**7 else "int16", "int64"):
            columns = {"rows": rows, "classes": classes, "kind": kind}
            arguments = {"columns": columns, "kernel": {"classes": classes, "library": library}}
            peers = [Peer(name, 1 / 4) for name in KERNELS if library]
            peers += [Peer(SKLEARN, 15, 10), Peer(PANDAS, None, 10), Peer(POLARS), Peer(DUCKDB)]
            yield Case(
                f"{kind}, {classes} classes",
                rows,
                {"what": "arrays", **arguments},
                tuple(peers),
                {"what": "arrays", **arguments, "columns": {**columns, "rows": rows // 10}},
            )


def text_cases(rows: int, folder: Path) -> Iterator[Case]:
    engines = {
        POLARS: (Peer(POLARS, AS_FAST),),
        "Arrow": (Peer(DUCKDB, AS_FAST), Peer(POLARS, kind=POLARS)),
        PANDAS: (Peer(PANDAS, None, 100),),
        "NumPy StringDType": (Peer(DUCKDB, AS_FAST, kind="Arrow"), Peer(POLARS, kind=POLARS)),
    }
    for kind in (
        *engines,
        "NumPy U",
        "NumPy objects",
        "pandas category",
        "Arrow dictionary",
    ):
        columns = {"file": str(folder / "many.parquet"), "rows": rows, "kind": kind}
        yield Case(
            f"text, {kind}",
            rows,
            {"what": "texts", "columns": columns},
            (Peer(SKLEARN, 10, 100), *engines.get(kind, ())),
            {"what": "texts", "columns": {**columns, "rows": rows // 100}},
            rounds=1,
        )


def file_cases(many: int, few: int, folder: Path) -> Iterator[Case]:
    same_sql = Peer(DUCKDB, 1 / 1.1)
    for what, columns in (("text", TEXTS), ("integers", NUMBERS)):
        for by in ([], ["site"]):
            arguments = {"file": str(folder / "many.parquet"), "columns": columns, "by": by}
            task = f"Parquet, {what}{', by group' if by else ''}"
            for where, peers in (("file", (same_sql, Peer(POLARS))), ("command", (same_sql,))):
                suffix = ", the whole command" if where == "command" else ""
                yield Case(task + suffix, many, {"what": where, **arguments}, peers, rounds=3, most=GIGABYTE)
    for kind, goal in (("csv", 5), ("jsonl", None)):
        arguments = {"what": "file", "file": str(folder / f"few.{kind}"), "columns": TEXTS, "by": []}
        smaller = {**arguments, "file": str(folder / f"tenth.{kind}")}
        everyone = (Peer(f"{PANDAS} + {SKLEARN}", goal, 10), Peer(DUCKDB), Peer(POLARS))
        yield Case(kind, few, arguments, everyone, smaller, most=GIGABYTE)


def frame_cases(rows: int, folder: Path) -> Iterator[Case]:
    arguments = {"what": "frame", "file": str(folder / "many.parquet"), "columns": TEXTS, "by": []}
    engines = tuple(Peer(f"from_frame, {name}") for name in (DUCKDB, POLARS, "Sail", "Spark"))
    sys.path.append(str(TOOLS))
    os.environ["JAVA_HOME"] = str(import_module("spark_cluster").java_home(folder))
    yield Case("Parquet, text", rows, arguments, engines)


def measured(case: Case, seconds: float) -> dict[str, Measured | None]:
    """Ours and the peers in turn, the best run of each; None for those who cannot count such data."""
    runs: dict[str, list[Measured]] = {}
    for _ in range(case.rounds):
        for peer in (Peer(OURS), *case.peers):
            arguments = case.smaller if peer.share > 1 and case.smaller else case.arguments
            if peer.kind is not None:
                arguments = {**arguments, "columns": {**arguments["columns"], "kind": peer.kind}}
            command = [sys.executable, str(CONTENDERS), peer.name, str(seconds), json.dumps(arguments)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            so_far = runs.setdefault(peer.name, [])
            if done.returncode:
                print(peer.name, done.stderr.splitlines()[-1], file=sys.stderr)
            else:
                so_far.append(Measured(**json.loads(done.stdout.splitlines()[-1])))
    return {name: min(tried, key=lambda run: run.seconds, default=None) for name, tried in runs.items()}


def print_rows(case: Case, seconds: float) -> None:
    times = measured(case, seconds)
    for peer in (Peer(OURS), *case.peers):
        who = f"{peer.name}, 1/{peer.share} of the rows" if peer.share > 1 else peer.name
        run = times[peer.name]
        cells = ["fails", *[""] * 5] if run is None else shown(case, peer, run, times[OURS])
        print("|", " | ".join([f"{case.rows:.0e} {case.task}", who, *cells]), "|", flush=True)


def shown(case: Case, peer: Peer, run: Measured, ours: Measured | None) -> list[str]:
    """Time, nanoseconds for a row, of all cores too, megabytes, the ratio to ours, the goal."""
    seconds = run.seconds * peer.share
    memory = run.peak - run.before if case.arguments["what"] in ("arrays", "texts") else run.peak
    ratio = seconds / ours.seconds if ours else float("nan")
    goals = []
    if peer.goal is not None:
        goals.append(f"≥ {peer.goal:.3g}" + ("" if ratio >= peer.goal else " **missed**"))
    if peer.name == OURS and case.most is not None:
        goals.append(f"< {case.most:.0f} MB" + ("" if memory < case.most else " **missed**"))
    nanoseconds = [f"{time * peer.share / case.rows * 1e9:.3g}" for time in (run.seconds, run.processor)]
    return [duration(seconds), *nanoseconds, f"{memory:.0f}", f"{ratio:.3g}", *(goals or [""])]


def cases(only: str | None, folder: Path, *, quick: bool) -> Iterator[Case]:
    many, few = (10**6, 10**5) if quick else (10**8, 10**7)
    if only != "arrays":
        make_data(folder, many, few)
    if only in (None, "arrays"):
        yield from array_cases(many, compile_kernel(folder))
    if only in (None, "texts"):
        yield from text_cases(many, folder)
    if only in (None, "files"):
        yield from file_cases(many, few, folder)
    if only in (None, "frames"):
        yield from frame_cases(many, folder)


def main() -> None:
    options = sys.argv[1:]
    quick = "--quick" in options
    only = options[options.index("--only") + 1] if "--only" in options else None
    print("| rows and data | who | time | ns/row | core-ns/row | MB | times ours | goal |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory(prefix="abovechance-scale-") as folder:
        for case in cases(only, Path(folder), quick=quick):
            print_rows(case, QUICK_SECONDS if quick else SECONDS)


if __name__ == "__main__":
    main()
