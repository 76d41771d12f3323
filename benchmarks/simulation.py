"""Studies of measures beside loops over replicates, and beside the drawing of random numbers itself.

Run it with ``make bench`` or ``python benchmarks/simulation.py [--quick]``. The loop draws the labels of
each replicate with NumPy and scores them with scikit-learn, one function for each measure; it is run for few
replicates and its time is taken as many times as there would be. A lighter loop counts one confusion matrix
of the labels and computes no measure. All run on one processor, but for the last.
"""

from __future__ import annotations

import sys
import tracemalloc
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import Row, least_times, show

import abovechance as ac
from sklearn import metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 20081101
MEGABYTE = 2**20
N = 1000
INFORMED = 0.5
LOOPED = 5
"""Replicates of the loops."""
FIVE = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy")
SKLEARN: dict[str, Callable[..., Any]] = {
    "accuracy": metrics.accuracy_score,
    "error_rate": metrics.zero_one_loss,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "adjusted_balanced_accuracy": partial(metrics.balanced_accuracy_score, adjusted=True),
    "cohen_kappa": metrics.cohen_kappa_score,
    "linear_kappa": partial(metrics.cohen_kappa_score, weights="linear"),
    "quadratic_kappa": partial(metrics.cohen_kappa_score, weights="quadratic"),
    "mcc": metrics.matthews_corrcoef,
    "macro_precision": partial(metrics.precision_score, average="macro", zero_division=np.nan),
    "weighted_precision": partial(metrics.precision_score, average="weighted", zero_division=np.nan),
    "macro_f1": partial(metrics.f1_score, average="macro"),
    "weighted_f1": partial(metrics.f1_score, average="weighted"),
    "macro_jaccard": partial(metrics.jaccard_score, average="macro"),
    "weighted_jaccard": partial(metrics.jaccard_score, average="weighted"),
    "rand_index": metrics.rand_score,
    "adjusted_rand": metrics.adjusted_rand_score,
    "fowlkes_mallows_pairs": metrics.fowlkes_mallows_score,
    "mutual_information": metrics.mutual_info_score,
    "uncertainty_symmetric": metrics.v_measure_score,
    "uncertainty_of_truth": metrics.homogeneity_score,
}
"""Twenty of our measures, and the function of scikit-learn for each."""


def shares(classes: int) -> list[float]:
    """Classes in the ratio 1 : 2 : … : K."""
    return [2 * (i + 1) / (classes * (classes + 1)) for i in range(classes)]


def ours(classes: int, replicates: int, measures: tuple[str, ...], workers: int = 1) -> Any:
    """Bias, spread and error of the measures for one system."""
    prevalence = [shares(classes)]
    return ac.study(0.5, prevalence, N, measures=measures, replicates=replicates, seed=SEED, workers=workers)


def loop(classes: int, replicates: int, score: Callable[[Any, Any], Any]) -> list[Any]:
    """Labels item by item, as studies are often written."""
    rng, prevalence = np.random.default_rng(SEED), shares(classes)
    found = []
    for _ in range(replicates):
        truth = rng.choice(classes, size=N, p=prevalence)
        guess = rng.choice(classes, size=N, p=prevalence)
        found.append(score(truth, np.where(rng.random(N) < INFORMED, truth, guess)))
    return found


def twenty(truth: Any, prediction: Any) -> list[float]:
    return [score(truth, prediction) for score in SKLEARN.values()]


def beside_loops(classes: int, replicates: int) -> Iterator[Row]:
    """Twenty measures beside scikit-learn, and beside a confusion matrix without any measure."""
    times = least_times(
        {
            "ours": lambda: ours(classes, replicates, tuple(SKLEARN)),
            "twenty": lambda: loop(classes, LOOPED, twenty),
            "matrix": lambda: loop(classes, LOOPED, metrics.confusion_matrix),
        },
        rounds=3,
    )
    scale = replicates / LOOPED
    task = f"{replicates:.0e} replicates, {classes}×{classes}, 20 measures".replace("e+0", "e")
    yield Row(task, times["ours"], scale * times["twenty"], "loop with scikit-learn", 200)
    yield Row(task, times["ours"], scale * times["matrix"], "loop of confusion matrices", 20)


def beside_draws(replicates: int) -> Row:
    """Five measures beside the multinomial draws that the study makes anyway."""
    cells = (INFORMED * np.diag(shares(2)) + (1 - INFORMED) * np.outer(shares(2), shares(2))).ravel()

    def draws() -> None:
        rng = np.random.default_rng(SEED)
        for _ in range(replicates // 10_000):
            rng.multinomial(N, cells, size=10_000)

    times = least_times({"ours": lambda: ours(2, replicates, FIVE), "draws": draws})
    task = f"{replicates:.0e} replicates, 2×2, 5 measures".replace("e+0", "e")
    return Row(task, times["ours"], times["draws"], "bare multinomial draws", 0.5)


def beside_one_thread(replicates: int) -> Row:
    """What a second processor gains."""
    keys = tuple(SKLEARN)
    times = least_times(
        {"two": lambda: ours(10, replicates, keys, 2), "one": lambda: ours(10, replicates, keys)}, rounds=3
    )
    task = f"{replicates:.0e} replicates, 10×10, two threads".replace("e+0", "e")
    return Row(task, times["two"], times["one"], "one thread", 1.5)


def rows(*, quick: bool) -> Iterator[Row]:
    less = 10 if quick else 1
    yield from beside_loops(2, 10**6 // less)
    yield from beside_loops(10, 10**5 // less)
    yield beside_draws(10**6 // less)
    yield beside_one_thread(10**5 // less)


def memory() -> Iterator[str]:
    """The peak of a study does not depend on how many replicates it has."""
    for replicates in (10**4, 10**5):
        tracemalloc.start()
        ours(10, replicates, tuple(SKLEARN))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        yield f"{replicates} replicates of 10×10 tables, 20 measures: {peak / MEGABYTE:.0f} MB at most"


def main() -> None:
    show(
        rows(quick="--quick" in sys.argv[1:]),
        "Studies of measures, twenty or five, beside loops and beside drawing",
    )
    for line in memory():
        print(line)


if __name__ == "__main__":
    main()
