"""Agreement beside its peers: all coefficients with standard errors, alpha of many raters and of many values.

Run it with ``make bench`` or ``python benchmarks/raters.py [--quick]``. The peers get floating-point numbers
with NaN for no rating, and so do we: reading them is part of our time. irrCAC needs an older NumPy than we do
and is not among the peers; ``docs/agreement.md`` records one run of it.
"""

from __future__ import annotations

import sys
import tracemalloc
from typing import TYPE_CHECKING, Any, Literal

import krippendorff
import numpy as np
from harness import Row, least_times, show
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa  # type: ignore[import-untyped]

import abovechance as ac

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEED = 20121101
MEGABYTE = 2**20
SEEING = 0.6


def rated(
    rng: np.random.Generator, items: int, raters: int, gaps: float, categories: int = 5
) -> NDArray[Any]:
    """Raters who see the truth six times out of ten and guess otherwise."""
    truth = rng.integers(1, categories + 1, (items, 1))
    guess = rng.integers(1, categories + 1, (items, raters))
    ratings = np.where(rng.random((items, raters)) < SEEING, truth, guess).astype(float)
    ratings[rng.random((items, raters)) < gaps] = np.nan
    return ratings


def measured(rng: np.random.Generator, items: int, raters: int, values: int) -> NDArray[Any]:
    """Whole numbers up to so many, each rating a few per cent off."""
    truth = rng.uniform(1, values, (items, 1))
    return np.clip(np.round(truth * rng.lognormal(0, 0.05, (items, raters))), 1, values)


def all_coefficients(items: int, rng: np.random.Generator) -> Iterator[Row]:
    """Every coefficient with its standard error, beside one coefficient of each peer without."""
    ratings, complete = rated(rng, items, 10, 0.1), rated(rng, items, 10, 0.0).astype(int)
    number = len(ac.agreement(ratings[:100]))
    times = least_times(
        {
            "ours": lambda: ac.agreement(ratings),
            "krippendorff": lambda: krippendorff.alpha(ratings.T, level_of_measurement="nominal"),
            "statsmodels": lambda: fleiss_kappa(aggregate_raters(complete)[0]),
        },
        rounds=3,
    )
    task = f"{number} coefficients with errors, 10 raters × {items} items"
    yield Row(task, times["ours"], times["krippendorff"], "krippendorff, alpha alone", 1)
    yield Row(task, times["ours"], times["statsmodels"], "statsmodels, Fleiss alone, no gaps", 1)


def many_raters(items: int, rng: np.random.Generator) -> Row:
    """Alpha with its standard error from raw ratings."""
    ratings = rated(rng, items, 100, 0.1)
    times = least_times(
        {
            "ours": lambda: ac.agreement(ratings, "krippendorff_alpha"),
            "peer": lambda: krippendorff.alpha(ratings.T, level_of_measurement="nominal"),
        },
        rounds=5,
    )
    return Row(f"alpha of 100 raters × {items} items", times["ours"], times["peer"], "krippendorff", 5)


def many_values(
    level: Literal["interval", "ratio"], items: int, values: int, rng: np.random.Generator
) -> Iterator[Row]:
    """Alpha of many distinct numbers; the peer, whose time and memory grow with their square, has few."""
    few, many = measured(rng, items, 2, values), measured(rng, 20_000, 5, 10_000)
    times = least_times(
        {
            "few": lambda: ac.agreement(few, "krippendorff_alpha", weights=level),
            "many": lambda: ac.agreement(many, "krippendorff_alpha", weights=level),
            "peer": lambda: krippendorff.alpha(few.T, level_of_measurement=level),
        },
        rounds=2,
    )
    seen, all_seen = len(np.unique(few)), len(np.unique(many))
    task = f"{level} alpha, {items} items, {seen} values"
    yield Row(task, times["few"], times["peer"], "krippendorff", 5)
    task = f"{level} alpha, 20 000 items, {all_seen} values"
    yield Row(task, times["many"], times["peer"], f"krippendorff, {items} items, {seen} values", 1)


def memory(rng: np.random.Generator) -> Iterator[str]:
    """The most memory that we take beyond the ratings themselves, as the items grow."""
    for items in (100_000, 200_000, 400_000):
        ratings = rated(rng, items, 10, 0.1)
        ours, whole = _peak(ratings), ratings.nbytes / MEGABYTE
        yield f"all coefficients of {items} items: {ours:.0f} MB beyond the {whole:.0f} MB of ratings"
    values = measured(rng, 20_000, 5, 10_000)
    for level in ("interval", "ratio"):
        ours = _peak(values, measure="krippendorff_alpha", weights=level)
        yield f"{level} alpha of {len(np.unique(values))} values: {ours:.0f} MB"


def _peak(ratings: NDArray[Any], **options: Any) -> float:
    tracemalloc.start()
    ac.agreement(ratings, **options)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / MEGABYTE


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything that is compared."""
    rng = np.random.default_rng(SEED)
    yield from all_coefficients(100_000 if quick else 1_000_000, rng)
    yield many_raters(20_000 if quick else 100_000, rng)
    yield from many_values("interval", 100 if quick else 200, 10_000, rng)
    yield from many_values("ratio", 100 if quick else 200, 10_000, rng)


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    show(rows(quick=quick), "Agreement of raters beside its peers")
    for line in memory(np.random.default_rng(SEED)):
        print(line)


if __name__ == "__main__":
    main()
