"""Who counts large data, each in a process of its own: ours, scikit-learn, pandas, polars, DuckDB, C.

``python benchmarks/scale_contenders.py NAME SECONDS ARGUMENTS`` prepares the data, counts them again and
again for so many seconds and prints the least time, the peak of memory and what was there before counting.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Run = Callable[[], Any]

TRUTH, PREDICTION = "truth", "prediction"
KERNEL = Path(__file__).with_name("kernel.c")
KEPT: list[Any] = []
"""Servers, which stop when nobody keeps them."""


def arrays(rows: int, classes: int, kind: str) -> tuple[NDArray[Any], NDArray[Any]]:
    rng = np.random.default_rng(0)
    truth, prediction = (rng.integers(0, classes, rows, dtype=kind) for _ in range(2))
    return truth, prediction


def texts(file: str, rows: int, kind: str) -> tuple[Any, Any]:
    """The text columns of a Parquet file, as a library holds them in memory."""
    table = import_module("pyarrow.parquet").read_table(file, columns=[TRUTH, PREDICTION]).slice(0, rows)
    truth, prediction = (_as(kind, table.column(name)) for name in (TRUTH, PREDICTION))
    return truth, prediction


def _as(kind: str, column: Any) -> Any:
    if kind == "Arrow":
        return column
    if kind == "polars":
        import polars as pl

        return pl.Series(pl.from_arrow(column))
    if kind.startswith("pandas"):
        import pandas as pd

        series = pd.Series(column.combine_chunks(), dtype="str")
        return series.astype("category") if kind == "pandas category" else series
    dictionary = column.dictionary_encode().combine_chunks()
    if kind == "Arrow dictionary":
        return dictionary
    labels = np.array(dictionary.dictionary.to_pylist())
    types: dict[str, Any] = {
        "NumPy U": labels.dtype,
        "NumPy StringDType": np.dtypes.StringDType(),
        "NumPy objects": object,
    }
    return labels.astype(types[kind])[dictionary.indices.to_numpy()]


def ours(columns: tuple[Any, Any]) -> Run:
    from abovechance import Tables

    return lambda: Tables.from_labels(*columns)


def sklearn(columns: tuple[Any, Any]) -> Run:
    from sklearn.metrics import confusion_matrix

    return lambda: confusion_matrix(*columns)


def crosstab(columns: tuple[Any, Any]) -> Run:
    import pandas as pd

    truth, prediction = (pd.Series(column) for column in columns)
    return lambda: pd.crosstab(truth, prediction)


def polars(columns: tuple[Any, Any]) -> Run:
    import polars as pl

    frame = pl.DataFrame(dict(zip((TRUTH, PREDICTION), columns, strict=True)))
    return partial(_streamed, frame.lazy())


def duckdb(columns: tuple[Any, Any]) -> Run:
    if isinstance(columns[0], np.ndarray):
        frame: Any = import_module("pandas").DataFrame(
            dict(zip((TRUTH, PREDICTION), columns, strict=True)), copy=False
        )
    else:
        frame = import_module("pyarrow").table(dict(zip((TRUTH, PREDICTION), columns, strict=True)))
    connection = import_module("duckdb").connect()
    connection.register("items", frame)
    return lambda: connection.execute(_sql("items", [])).fetchall()


def kernel(columns: tuple[NDArray[Any], NDArray[Any]], classes: int, library: str, threads: int) -> Run:
    """The compiled kernel, on as many threads as it was told, each with a table of its own."""
    count = getattr(ctypes.CDLL(library), f"count_{columns[0].dtype.name}")

    def part(rows: slice) -> NDArray[np.int64]:
        truth, prediction = (column[rows] for column in columns)
        table = np.zeros((classes, classes), dtype=np.int64)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (truth, prediction, table)]
        count(*pointers[:2], ctypes.c_int64(len(truth)), ctypes.c_int64(classes), pointers[2])
        return table

    edges = np.linspace(0, len(columns[0]), threads + 1, dtype=int).tolist()
    parts = [slice(*pair) for pair in pairwise(edges)]
    pool = ThreadPoolExecutor(threads)
    return lambda: sum(pool.map(part, parts))


def compile_kernel(folder: Path) -> str | None:
    """The C kernel as a shared library made for this machine; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "kernel.so"
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(KERNEL), "-o", str(library)]
    subprocess.run(command, check=True)  # noqa: S603
    return str(library)


def ours_file(file: str, columns: list[str], by: list[str]) -> Run:
    from abovechance.intake.files.columns import Wanted
    from abovechance.tables.files import read_tables

    truth, prediction = columns
    return lambda: read_tables(file, Wanted(truth, prediction, groups=tuple(by)))


def duckdb_file(file: str, columns: list[str], by: list[str]) -> Run:
    """The same SQL by hand, in a database that is opened for it, as ours is."""
    connect = import_module("duckdb").connect

    def run() -> Any:
        with connect() as connection:
            return connection.execute(_sql(_quoted(file), by, columns)).fetchall()

    return run


def polars_file(file: str, columns: list[str], by: list[str]) -> Run:
    import polars as pl

    def run() -> Any:
        scan: dict[str, Any] = {".parquet": pl.scan_parquet, ".csv": pl.scan_csv, ".jsonl": pl.scan_ndjson}
        return _streamed(scan[Path(file).suffix](file), [*by, *columns])

    return run


def pandas_file(file: str, columns: list[str], by: list[str]) -> Run:
    """What most people do: pandas reads the columns, scikit-learn counts them."""
    import pandas as pd
    from sklearn.metrics import confusion_matrix

    def run() -> Any:
        if file.endswith(".csv"):
            frame = pd.read_csv(file, usecols=[*by, *columns])
        elif file.endswith(".jsonl"):
            frame = pd.read_json(file, lines=True)
        else:
            frame = pd.read_parquet(file, columns=[*by, *columns])
        return confusion_matrix(*(frame[name] for name in columns))

    return run


def command(file: str, columns: list[str], by: list[str], name: str) -> Run:
    """A whole process: our command, or Python that only hands the SQL to DuckDB."""
    truth, prediction = columns
    groups = [option for column in by for option in ("--by", column)]
    asked = [file, "--truth", truth, "--prediction", prediction, *groups, "--no-intervals", "--json", "-"]
    code = f"import duckdb; print(duckdb.sql({_sql(_quoted(file), by, columns)!r}).fetchall())"
    line = {"ours": ["-m", "abovechance", "evaluate", *asked], "DuckDB": ["-c", code]}[name]
    return lambda: subprocess.run([sys.executable, *line], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def frame_file(file: str, columns: list[str], by: list[str], engine: str) -> Run:
    """Ours, of a lazy frame of another engine."""
    from abovechance import Tables

    scan = _lazy_frames(engine)

    def run() -> Any:
        truth, prediction = columns
        return Tables.from_frame(scan(file), truth=truth, prediction=prediction, by=by or None)

    return run


def _lazy_frames(engine: str) -> Callable[[str], Any]:
    if engine == "DuckDB":
        return import_module("duckdb").connect().read_parquet
    if engine == "polars":
        return import_module("polars").scan_parquet
    if engine == "Sail":
        server = import_module("pysail.spark").SparkConnectServer(port=0)
        server.start(background=True)
        KEPT.append(server)
        url = f"sc://localhost:{server.listening_address[1]}"
    else:
        url = "local[*]"
    builder = import_module("pyspark.sql").SparkSession.builder
    session = (builder.remote(url) if url.startswith("sc:") else builder.master(url)).getOrCreate()
    return session.read.parquet


def _streamed(frame: Any, columns: list[str] | None = None) -> Any:
    import polars as pl

    return frame.group_by(columns or [TRUTH, PREDICTION]).agg(pl.len()).collect(engine="streaming")


def _quoted(file: str) -> str:
    return "'" + file.replace("'", "''") + "'"


def _sql(source: str, by: list[str], columns: list[str] | None = None) -> str:
    names = ", ".join([*by, *(columns or (TRUTH, PREDICTION))])
    return f"SELECT {names}, count(*) FROM {source} GROUP BY ALL"  # noqa: S608


IN_MEMORY = {"ours": ours, "scikit-learn": sklearn, "pandas": crosstab, "polars": polars, "DuckDB": duckdb}
KERNELS = {"C": 1, "C, all cores": os.cpu_count() or 1}
IN_FILES = {
    "ours": ours_file,
    "DuckDB": duckdb_file,
    "polars": polars_file,
    "pandas + scikit-learn": pandas_file,
}


def prepared(name: str, arguments: dict[str, Any]) -> Run:
    """What is measured, its data in memory if that is where it counts them."""
    what = arguments.pop("what")
    if what == "file":
        return IN_FILES[name](**arguments)
    if what == "command":
        return command(**arguments, name=name)
    if what == "frame":
        return (
            ours_file(**arguments)
            if name == "ours"
            else frame_file(**arguments, engine=name.removeprefix("from_frame, "))
        )
    columns: Any = (arrays if what == "arrays" else texts)(**arguments["columns"])
    if name in KERNELS:
        return kernel(columns, **arguments["kernel"], threads=KERNELS[name])
    return IN_MEMORY[name](columns)


def measured(run: Run, seconds: float) -> dict[str, float]:
    """The least times of a call, elapsed and of all cores, and megabytes at its peak and before it."""
    before = _forget_peak()
    times = [_times(run)]
    peak = max(_memory("VmHWM"), getrusage(RUSAGE_CHILDREN).ru_maxrss / 1000)
    while sum(elapsed for elapsed, _ in times) < seconds:
        times.append(_times(run))
    elapsed, processor = map(min, zip(*times, strict=True))
    return {"seconds": elapsed, "processor": processor, "peak": peak, "before": before}


def _times(run: Run) -> tuple[float, float]:
    start, used = time.perf_counter(), _processor()
    run()
    return time.perf_counter() - start, _processor() - used


def _processor() -> float:
    usage = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in usage)


def _forget_peak() -> float:
    if "pyarrow" in sys.modules:
        import_module("pyarrow").default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _memory("VmRSS")


def _memory(field: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (line,) = (line for line in status if line.startswith(field))
    return int(line.split()[1]) / 1000


def main() -> None:
    name, seconds, arguments = sys.argv[1:]
    print(json.dumps(measured(prepared(name, json.loads(arguments)), float(seconds))))


if __name__ == "__main__":
    main()
