"""From printed figures back to tables: ours beside trying every table.

Run it with ``python benchmarks/solve.py [--quick]``. Brute force computes the measures of all tables of n
items in one vectorised call and compares them with the figures.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from harness import Row, least_times, show

import abovechance as ac
from abovechance.solve.conflicts import region_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PEER = "every table tried"
ONE_SECOND = "a second"
THREE = {"precision": "0.812", "recall": "0.790", "accuracy": "0.834"}
CURVED = {"mcc": "0.651", "informedness": "0.648", "f1": "0.801"}


def every_table(n: int) -> ac.Tables:
    """All tables of n items."""
    cells = np.indices((n + 1, n + 1, n + 1), dtype=np.int32).reshape(3, -1)
    cells = cells[:, cells.sum(axis=0) <= n].astype(np.int64)
    tp, fp, fn = cells
    return ac.Tables.from_cells(tp, fp, fn, n - cells.sum(axis=0))


def brute_force(tables: ac.Tables, figures: dict[str, str]) -> int:
    """How many tables have the figures."""
    values = ac.compute(tables, list(figures))
    keys = [ac.measure(name).key for name in figures]
    wanted = zip(keys, figures.values(), strict=True)
    within = [np.abs(values[key] - float(text)) <= 0.5 * 10.0 ** -len(text[2:]) for key, text in wanted]
    return int(np.logical_and.reduce(within).sum())


def beside_brute_force(n: int, figures: dict[str, str]) -> Row:
    """The number of tables: ours, and by trying all of n items."""

    def ours() -> int | None:
        region_of.cache_clear()
        return ac.solve(figures, n=n).number

    contenders = {
        "ours": ours,
        PEER: lambda: brute_force(every_table(n), figures),
    }
    times = least_times(contenders, rounds=3)
    return Row(f"{', '.join(figures)} of {n:,} items", times["ours"], times[PEER], PEER, 100)


def within_a_second(n: int, figures: dict[str, str]) -> Row:
    """The number of tables and the range of Informedness."""

    def ours() -> None:
        region_of.cache_clear()
        found = ac.solve(figures, n=n)
        _ = found.number, found.range("informedness")

    times = least_times({"ours": ours}, rounds=2)
    return Row(f"{', '.join(figures)} of {n:,} items, with B", times["ours"], 1.0, ONE_SECOND, 1)


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    few = 100 if quick else 300
    yield beside_brute_force(few, {name: text[:4] for name, text in THREE.items()})
    yield beside_brute_force(few, {name: text[:4] for name, text in CURVED.items()})
    yield within_a_second(10**4, THREE)
    yield within_a_second(10**4, CURVED)
    yield within_a_second(10**5, {"precision": "0.81", "recall": "0.79"})
    times = least_times({"ours": lambda: ac.solve(n=10**6, precision="0.81", recall="0.79").number}, rounds=1)
    yield Row("precision, recall of 1,000,000 items, counted", times["ours"], 1.0, ONE_SECOND, 0.5)


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "abovechance beside trying every table: solve")


if __name__ == "__main__":
    main()
