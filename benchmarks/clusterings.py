"""Clusterings beside scikit-learn: adjusted Rand index and adjusted information from ten million labels.

Run it with ``python benchmarks/clusterings.py [--quick]``. scikit-learn's time grows with the sizes of the
clusters; ours with their number, and with how many of the sizes differ.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import Row, least_times, show
from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

import abovechance as ac

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEED = 20090301
PEER = "scikit-learn"
BOTH = ["adjusted_rand", "adjusted_mutual_information"]
_AGREED = 1e-10
_FOLLOWS = 0.5


def labels(rng: np.random.Generator, items: int, groups: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """A clustering of groups of uneven sizes, and another that follows it half of the time."""
    shares = rng.dirichlet(np.full(groups, 5.0))
    a = rng.choice(groups, size=items, p=shares)
    return a, np.where(rng.random(items) < _FOLLOWS, a, rng.choice(groups, size=items, p=shares))


def ours(a: NDArray[Any], b: NDArray[Any]) -> list[float]:
    """Both values, without the intervals that the peer does not have."""
    return [x.value for x in ac.concordance(a, b, BOTH, method="none", replicates=0)]


def theirs(a: NDArray[Any], b: NDArray[Any]) -> list[float]:
    """The same of the peer."""
    return [adjusted_rand_score(a, b), adjusted_mutual_info_score(a, b)]


def adjusted(rng: np.random.Generator, items: int, groups: int, goal: float) -> Iterator[Row]:
    """Values alone, and all measures with intervals against the two values of the peer."""
    a, b = labels(rng, items, groups)
    if not np.allclose(ours(a, b), theirs(a, b), rtol=0, atol=_AGREED):
        raise SystemExit(f"the values of {items} items in {groups} groups differ")
    times = least_times(
        {
            "ours": lambda: ours(a, b),
            "all": lambda: ac.concordance(a, b, replicates=0),
            PEER: lambda: theirs(a, b),
        },
        rounds=2,
    )
    task = f"{items:,} labels, {groups} and {groups} groups"
    yield Row(f"ARI and exact AMI of {task}", times["ours"], times[PEER], PEER, goal)
    yield Row(
        f"all measures with intervals of {task}", times["all"], times[PEER], f"{PEER}, ARI and AMI alone", 1
    )


def sparse(rng: np.random.Generator, items: int, groups: int) -> Row:
    """Many groups, of which few meet; the peer's AMI would take too long."""
    a, b = labels(rng, items, groups)
    times = least_times({"ours": lambda: ours(a, b), PEER: lambda: adjusted_rand_score(a, b)}, rounds=2)
    task = f"ARI and exact AMI of {items:,} labels, {groups:,} and {groups:,} groups"
    return Row(task, times["ours"], times[PEER], f"{PEER}, ARI alone", 1)


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    rng = np.random.default_rng(SEED)
    yield from adjusted(rng, 100_000 if quick else 10_000_000, 100, 5)
    yield from adjusted(rng, 20_000 if quick else 200_000, 1_000, 5)
    yield sparse(rng, 100_000 if quick else 10_000_000, 10_000)


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "abovechance beside its peers: clusterings")


if __name__ == "__main__":
    main()
