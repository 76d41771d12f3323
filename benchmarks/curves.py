"""Curves beside their peers: ten million scores, the paired test of two areas, a file of many scores.

Run it with ``python benchmarks/curves.py [--quick] [--file ROWS]``. Ours is all of it: curve, area, hull,
variance of the area and best threshold; the peers compute the area alone. Memory is the peak of a process of
its own, less what the data take. The peer of the paired test with a matrix of all pairs is written out here,
as it is found in notebooks; MLstatkit is the package that people install.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import Row, duration, least_times, show

import abovechance as ac
from abovechance.curves.uncertainty.delong import auc_variance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEED = 20071115
MEGABYTE = 2**20


def scored(items: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Labels and the scores of a binormal classifier."""
    rng = np.random.default_rng(SEED)
    truth = rng.integers(0, 2, items)
    return truth, rng.normal(size=items) + truth


def ours(truth: NDArray[Any], scores: NDArray[Any]) -> tuple[float, ...]:
    """Curve, area, hull, variance and best threshold."""
    curve = ac.Curve.from_scores(truth, scores)
    best = ac.curves.operating_point(curve, "informedness")
    return curve.auc, curve.auch, auc_variance(curve), best.threshold


def scikit_learn(truth: NDArray[Any], scores: NDArray[Any]) -> float:
    """The area alone."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(truth, scores))


def rapidstats(truth: NDArray[Any], scores: NDArray[Any]) -> float:
    """The area alone."""
    from rapidstats.metrics import roc_auc

    return roc_auc(truth == 1, scores)


PEERS = {"scikit-learn's area alone": (scikit_learn, 5.0), "rapidstats' area alone": (rapidstats, 1.0)}


def whole_curves(items: int) -> Iterator[Row]:
    """Everything of a curve beside the area alone."""
    truth, scores = scored(items)
    contenders = {"ours": lambda: ours(truth, scores)}
    contenders |= {name: lambda run=run: run(truth, scores) for name, (run, _) in PEERS.items()}  # type: ignore[misc]
    times = least_times(contenders, rounds=3)
    for name, (_, goal) in PEERS.items():
        task = f"curve, area, hull, variance, best threshold of {items:,} scores"
        yield Row(task, times["ours"], times[name], name, goal)


def peak_memory(function: str, items: int) -> float:
    """The peak of a process that runs one contender, less that of one which only makes the data, in bytes."""
    peaks = [_peak(f"curves.{name}(*curves.scored({items}))") for name in ("len_of", function)]
    return (peaks[1] - peaks[0]) * 1024


def len_of(truth: NDArray[Any], scores: NDArray[Any]) -> int:
    """Nothing but the data, with all libraries loaded."""
    small = slice(0, 100)
    ours(truth[small], scores[small])
    scikit_learn(truth[small], scores[small])
    return len(truth)


def _peak(call: str) -> int:
    code = (
        f"import curves; curves.len_of(*curves.scored(100)); {call}; "
        "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])"
    )
    folder = Path(__file__).parent
    found = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, check=True)  # noqa: S603
    return int(found.stdout)


def paired_tests(items: int) -> Iterator[Row]:
    """DeLong's test of two systems on the same items."""
    from MLstatkit import Delong_test

    truth, first = scored(items)
    second = first + np.random.default_rng(1).normal(size=items)
    matrix_items = min(items, 20_000)
    small = slice(0, matrix_items)
    times = least_times(
        {
            "ours": lambda: ac.curves.compare(truth, {"A": first, "B": second}),
            "MLstatkit": lambda: Delong_test(truth, first, second),
            "matrix": lambda: by_matrix(truth[small], first[small], second[small]),
        },
        rounds=3,
    )
    task = f"DeLong's paired test of {items:,} items"
    scaled = times["matrix"] * (items / matrix_items) ** 2
    yield Row(task, times["ours"], scaled, f"a matrix of all pairs, from {matrix_items:,} items", 10)
    yield Row(task, times["ours"], times["MLstatkit"], "MLstatkit, by ranks", 1)


def by_matrix(truth: NDArray[Any], *systems: NDArray[Any]) -> float:
    """The variance of a difference of areas from all pairs of a positive and a negative item."""
    sides: list[list[NDArray[Any]]] = [[], []]
    for scores in systems:
        above = scores[truth == 1][:, None] - scores[truth == 0]
        wins = np.where(above > 0, 1.0, np.where(above == 0, 0.5, 0.0))
        sides[0].append(wins.mean(axis=1))
        sides[1].append(wins.mean(axis=0))
    parts = [np.cov(np.array(side)) / len(side[0]) for side in sides]
    covariance = parts[0] + parts[1]
    return float(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])


def file_of_scores(rows: int) -> None:
    """The curve of a Parquet file, within a gigabyte for the engine."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/scores.parquet"
        noise = "sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())"
        duckdb.execute(
            f"COPY (SELECT y, 1 / (1 + exp(-(y + {noise}))) AS score "  # noqa: S608
            f"FROM (SELECT (random() < 0.3)::INT AS y FROM range({rows}))) TO '{file}'"
        )
        before = _peak("0")
        start = time.perf_counter()
        peak = _peak(f"curves.ac.curves.curve_of_file({file!r}, truth='y', score='score')")
        seconds = time.perf_counter() - start
        memory = (peak - before) * 1024 / MEGABYTE
        print(f"a file of {rows:,} scores: {duration(seconds)}, {memory:,.0f} MB beside the start")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="a tenth of the scores")
    parser.add_argument("--file", type=int, default=0, metavar="ROWS", help="also a file of so many scores")
    options = parser.parse_args()
    items = 10**6 if options.quick else 10**7
    rows = [*whole_curves(items), *paired_tests(10**5)]
    show(rows, "abovechance beside its peers: curves")
    mine, theirs = peak_memory("ours", items), peak_memory("scikit_learn", items)
    print(f"peak memory beside the data: ours {mine / MEGABYTE:,.0f} MB, ", end="")
    print(f"scikit-learn's area alone {theirs / MEGABYTE:,.0f} MB")
    if options.file:
        file_of_scores(options.file)


if __name__ == "__main__":
    main()
