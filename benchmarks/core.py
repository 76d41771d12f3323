"""The core beside its peers: counting, all measures of a table and of many tables, the import.

Run it with ``make bench`` or ``python benchmarks/core.py [--quick]``. Ours and the peers run in turn in
one process; the table shows how many times faster we are and the ratio we mean to reach.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import counting
import numpy as np
from harness import Row, least_times, show
from pycm import ConfusionMatrix

import abovechance as ac
from abovechance.measures.peers import names_elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEED = 20071115
PYCM = "PyCM"
MANY = 100_000


def random_counts(rng: np.random.Generator, classes: int, items: int) -> NDArray[np.int64]:
    """A table of a classifier that is right about half of the time."""
    prevalence = rng.dirichlet(np.full(classes, 5.0))
    joint = 0.5 * np.diag(prevalence) + 0.5 * np.outer(prevalence, rng.dirichlet(np.full(classes, 5.0)))
    return rng.multinomial(items, joint.ravel()).reshape(classes, classes)


def as_pycm(counts: NDArray[np.int64]) -> dict[str, dict[str, int]]:
    return {str(i): {str(j): int(n) for j, n in enumerate(row)} for i, row in enumerate(counts)}


def one_table(classes: int, items: int, goal: float, rng: np.random.Generator) -> Iterator[Row]:
    """All our measures, and those that PyCM has too, of one table."""
    counts = random_counts(rng, classes, items)
    theirs = as_pycm(counts)
    shared = sorted(set(names_elsewhere()["pycm"].values()))
    times = least_times(
        {
            "all": lambda: ac.compute(ac.Tables.from_counts(counts)),
            "shared": lambda: ac.compute(ac.Tables.from_counts(counts), shared),
            PYCM: lambda: ConfusionMatrix(matrix=theirs),
        }
    )
    what = f"one {classes}×{classes} table of {items} items"
    yield Row(f"all {len(ac.measures())} measures of {what}", times["all"], times[PYCM], PYCM, goal)
    yield Row(f"PyCM's {len(shared)} measures of {what}", times["shared"], times[PYCM], PYCM, goal)


def many_tables(items: int, sampled: int, rng: np.random.Generator) -> Iterator[Row]:
    """100 000 two-class tables in one call; PyCM, table by table, on a sample of them."""
    joint = rng.dirichlet(np.full(4, 2.0), size=MANY)
    counts = rng.multinomial(items, joint).reshape(MANY, 2, 2)
    tables = ac.Tables.from_counts(counts)
    theirs = [as_pycm(c) for c in counts[:sampled]]

    def table_by_table() -> Any:
        return [ConfusionMatrix(matrix=one) for one in theirs]

    times = least_times({"ours": lambda: ac.compute(tables), PYCM: table_by_table}, rounds=3)
    task = f"all measures of {MANY} 2×2 tables of {items} items"
    yield Row(task, times["ours"], times[PYCM] * MANY / sampled, f"PyCM (from {sampled})", 1000)


def import_time() -> Row:
    """A fresh interpreter that imports us, less an empty one; beside NumPy."""

    def run(code: str) -> Any:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603

    contenders = {"none": run(""), "numpy": run("import numpy"), "ours": run("import abovechance")}
    times = least_times(contenders, rounds=15)
    return Row("import", times["ours"] - times["none"], times["numpy"] - times["none"], "import numpy", 0.5)


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    rng = np.random.default_rng(SEED)
    yield from one_table(10, 1_000, 1, rng)
    yield from one_table(10, 100_000, 1, rng)
    yield from one_table(100, 100_000, 10, rng)
    for items in (100, 1_000):
        yield from many_tables(items, 50 if quick else 200, rng)
    yield import_time()
    yield from counting.rows(quick=quick)


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "abovechance beside its peers")


if __name__ == "__main__":
    main()
