"""Inference beside its peers: exact tests of larger tables, the bootstrap of a table, delta intervals.

Run it with ``python benchmarks/inference.py [--quick]``. SciPy's test of a table larger than 2×2 draws 9999
random tables and is right to two digits; ours is exact. The peer of the bootstrap draws items and
lets scikit-learn count them, which is how it is commonly done; its time is that of some replicates,
scaled up.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import Row, least_times, show
from pycm import ConfusionMatrix
from scipy import optimize, stats
from sklearn.metrics import cohen_kappa_score, confusion_matrix, matthews_corrcoef

import abovechance as ac
from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import weighted_hits
from core import as_pycm, random_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SEED = 20071115
SCIPY = "SciPy, 9999 random tables"
REPLICATES = 10_000
ITEMS = 1_000_000
TABLES = {
    "3×3, 18 items, p = 0.011": [[4, 1, 0], [2, 5, 1], [0, 1, 4]],
    "3×3, 100 items, p = 0.019": [[24, 11, 9], [14, 8, 5], [9, 4, 16]],
    "3×3, 300 items, p = 0.98": [[32, 37, 40], [31, 30, 35], [30, 29, 36]],
    "job satisfaction 4×4, 96 items, p = 0.78": [[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]],
    "2×6, 60 items": [[4, 7, 3, 6, 4, 6], [6, 3, 5, 5, 7, 4]],
    "5×5, 25 items": [[2, 1, 0, 1, 1], [0, 3, 1, 1, 0], [1, 0, 2, 0, 2], [1, 1, 1, 2, 0], [0, 0, 1, 1, 3]],
    "8×8, 24 items": (np.eye(8, dtype=int) + np.eye(8, k=1, dtype=int) + np.eye(8, k=-7, dtype=int)).tolist(),
}


def exact_tests() -> Iterator[Row]:
    """Freeman and Halton's test where all tables can be had."""
    for name, counts in TABLES.items():
        tables = ac.Tables.from_counts(counts, range(len(counts)), predicted_labels=range(len(counts[0])))
        if ac.test(tables, method="fisher").reference != "exact":
            raise SystemExit(f"{name} is no longer tested exactly")
        contenders: dict[str, Callable[[], Any]] = {
            "ours": partial(ac.test, tables, method="fisher"),
            SCIPY: partial(stats.fisher_exact, counts),
        }
        times = least_times(contenders)
        yield Row(f"exact test, {name}", times["ours"], times[SCIPY], SCIPY, 1)


def sampled_tests(rng: np.random.Generator) -> Row:
    """The same test where there are too many tables: as many random ones for both."""
    counts = random_counts(rng, 12, 2_000)
    tables = ac.Tables.from_counts(counts)
    times = least_times(
        {"ours": lambda: ac.test(tables, method="fisher", seed=1), SCIPY: lambda: stats.fisher_exact(counts)}
    )
    return Row("sampled test, 12×12, 2000 items", times["ours"], times[SCIPY], SCIPY, 0.9)


def guessing_tests(rng: np.random.Generator, sampled: int) -> Row:
    """The default test of many tables; of the peer, the same statistic of some of them by shuffled labels."""
    real = np.geomspace(20, 1, 5) / np.geomspace(20, 1, 5).sum()
    counts = rng.multinomial(300, np.outer(real, real[::-1]).ravel(), size=REPLICATES).reshape(-1, 5, 5)
    tables = ac.Tables.from_counts(counts)

    def by_shuffling() -> Any:
        return [_shuffled(table, rng) for table in counts[:sampled]]

    times = least_times({"ours": lambda: ac.test(tables), "items": by_shuffling}, rounds=2)
    peer = f"scipy.stats.permutation_test, 999 draws (from {sampled})"
    task = f"could guessing have done it, {REPLICATES} 5×5 tables"
    return Row(task, times["ours"], times["items"] * REPLICATES / sampled, peer, 100)


def _shuffled(counts: NDArray[Any], rng: np.random.Generator) -> float:
    truth, prediction = (x.repeat(counts.ravel()) for x in np.divmod(np.arange(counts.size), len(counts)))
    sums = weighted_hits(ac.Tables.from_counts(counts).contingency, COMBINED)

    def farthest(x: NDArray[Any], y: NDArray[Any]) -> float:
        hits = np.bincount(x[x == y], minlength=len(counts))
        return float(np.abs((sums.weights @ hits - sums.expected) / sums.deviation).max())

    found = stats.permutation_test(
        (truth, prediction), farthest, permutation_type="pairings", n_resamples=999, rng=rng,
        alternative="greater",
    )  # fmt: skip
    return float(found.pvalue)


def bootstrap(rng: np.random.Generator, sampled: int) -> Row:
    """All measures on replicates of a table; of the peer, three measures on some replicates."""
    counts = random_counts(rng, 10, ITEMS)
    cells = np.repeat(np.arange(100), counts.ravel())
    truth, prediction = cells // 10, cells % 10
    tables = ac.Tables.from_counts(counts)

    def by_items() -> Any:
        return [_scores(truth, prediction, rng) for _ in range(sampled)]

    times = least_times(
        {"ours": lambda: ac.bootstrap(tables, replicates=REPLICATES, seed=1), "items": by_items}, rounds=2
    )
    peer = f"NumPy and scikit-learn, three measures (from {sampled})"
    task = f"bootstrap of all measures, {REPLICATES} replicates of {ITEMS} items of 10 classes"
    return Row(task, times["ours"], times["items"] * REPLICATES / sampled, peer, 100)


def _scores(truth: NDArray[Any], prediction: NDArray[Any], rng: np.random.Generator) -> tuple[Any, ...]:
    drawn = rng.integers(0, len(truth), len(truth))
    pair = truth[drawn], prediction[drawn]
    return confusion_matrix(*pair), cohen_kappa_score(*pair), matthews_corrcoef(*pair)


def delta_intervals(rng: np.random.Generator) -> Row:
    """Intervals of all measures; PyCM gives values, and intervals of a few."""
    counts = random_counts(rng, 10, 1_000)
    theirs = as_pycm(counts)
    times = least_times(
        {
            "ours": lambda: ac.interval(ac.Tables.from_counts(counts), method="delta"),
            "PyCM": lambda: ConfusionMatrix(matrix=theirs),
        }
    )
    task = f"delta intervals of all {len(ac.measures())} measures of a 10×10 table"
    return Row(task, times["ours"], times["PyCM"], "PyCM, one ConfusionMatrix", 1)


def mixtures(rng: np.random.Generator, sampled: int) -> Row:
    """The mixture of informed decisions and guesses of many tables; of the peer, the fit alone of some."""
    real = np.geomspace(8, 1, 5) / np.geomspace(8, 1, 5).sum()
    shares = real[:, None] * (0.5 * np.eye(5) + 0.5 * real[::-1])
    counts = rng.multinomial(300, shares.ravel(), size=REPLICATES).reshape(-1, 5, 5)
    tables = ac.Tables.from_counts(counts)
    times = least_times(
        {
            "ours": lambda: ac.mixture(tables, method="chi_squared"),
            "SciPy": lambda: [_fitted_by_scipy(x) for x in counts[:sampled]],
        },
        rounds=2,
    )
    peer = f"scipy.optimize.minimize, the fit without interval and test (from {sampled})"
    task = f"mixture with interval and test of fit, {REPLICATES} 5×5 tables"
    return Row(task, times["ours"], times["SciPy"] * REPLICATES / sampled, peer, 100)


def _fitted_by_scipy(counts: NDArray[Any]) -> float:
    """The share informed, by the logits of it and of the guesses."""

    def loss(x: NDArray[Any]) -> float:
        informed, guess = 1 / (1 + np.exp(-x[0])), np.exp(x[1:] - x[1:].max())
        given = informed * np.eye(len(counts)) + (1 - informed) * guess / guess.sum()
        return float(-(counts * np.log(given)).sum())

    found = optimize.minimize(loss, np.zeros(len(counts) + 1))
    return float(1 / (1 + np.exp(-found.x[0])))


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    rng = np.random.default_rng(SEED)
    yield from exact_tests()
    yield sampled_tests(rng)
    yield guessing_tests(rng, 3 if quick else 20)
    yield bootstrap(rng, 1 if quick else 5)
    yield delta_intervals(rng)
    yield mixtures(rng, 5 if quick else 50)


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "abovechance beside its peers: inference")


if __name__ == "__main__":
    main()
