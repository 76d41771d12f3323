"""Count parts of a column in several processes: only their tables come back, and tables add."""

import csv
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import abovechance as ac

Rows = list[dict[str, str]]


def counted(rows: Rows) -> ac.Accumulator:
    return ac.Accumulator().update([row["digit"] for row in rows], [row["tree"] for row in rows])


def main() -> None:
    with Path(__file__).with_name("digits.csv").open(encoding="utf-8", newline="") as file:
        rows: Rows = list(csv.DictReader(file))
    parts = [rows[start : start + 500] for start in range(0, len(rows), 500)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        total = sum(pool.map(counted, parts), start=ac.Accumulator())
    found = ac.interval(total.tables, "informedness")
    print(f"{len(parts)} parts, {total.tables.total} items")
    print(f"Informedness {found.value:.3f}, {found.low:.3f} to {found.high:.3f}")


if __name__ == "__main__":
    main()
