"""Corrected shares of many items: the whole question beside counting the labels alone.

Run it with ``python benchmarks/quantify.py [--quick]``. After counting, nothing depends on the number of
items, so that ``quantify`` should cost no more than twice what its counts cost.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from harness import Row, least_times, show

import abovechance as ac

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

COUNTING = "counting them"


def labels(n: int, classes: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Truth and prediction of n items: a judge that is right seven times of ten."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, classes, n)
    return truth, np.where(rng.random(n) < 0.7, truth, rng.integers(0, classes, n))


def beside_counting(n: int, labelled: int, design: str) -> Row:
    """The shares of n unlabelled items by the labels of some others; and only the table of all of them."""
    truth, said = labels(n + labelled, 2)
    known, known_said, loose = truth[:labelled], said[:labelled], said[labelled:]
    contenders: dict[str, Callable[[], object]] = {
        "ours": lambda: ac.quantify(known, known_said, loose, design=design),
        COUNTING: lambda: ac.Tables.from_labels(truth, said),
    }
    contenders["ours"]()  # imports are not what is measured
    times = least_times(contenders, rounds=5)
    return Row(f"{design}, {n:,} items, {labelled:,} labelled", times["ours"], times[COUNTING], COUNTING, 0.5)


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    for n in (10**6,) if quick else (10**6, 10**7):
        for design in ("class", "population"):
            yield beside_counting(n, 1000, design)


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "abovechance beside counting alone: quantify")


if __name__ == "__main__":
    main()
