"""The paired bootstrap: items are drawn anew, each with all its answers, so the systems stay paired.

A draw of N items is a multinomial draw of patterns: its cost does not depend on N. Where items
come in clusters, whole clusters are drawn.

The label-swap test: if two systems are equally good, they could have changed places on any item.

Answers are exchanged at random, on each item (or in each cluster as a whole), and the difference in
units of its standard error is compared with those of the exchanges. Where the systems are
exchangeable the test is exact for any number of items; where only their measures are equal it is
so for many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.inference.comparisons.influence import Influence
from abovechance.inference.resampling.bootstrap import Spread, acceleration, bca_bounds, percentile_bounds
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Seed
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure

CHUNK = 64  # draws that share a seed, so that results do not depend on how many are worked on at a time
_MOST_UNDEFINED = 0.5
_BLOCK_SIZE = 2**20


def bootstrap_bounds(
    measure: Measure,
    joint: Joint,
    level: float = 0.95,
    *,
    kind: Literal["percentile", "bca"] = "bca",
    replicates: int = 9999,
    seed: Seed = None,
) -> tuple[float, float, float]:
    """The bounds of the difference of two systems, and the standard deviation of the draws.

    Undefined draws are left out. The bounds are NaN if these are most, or if all draws are equal.
    """
    spread = Spread.of(differences(measure, joint, replicates, seed))
    if spread.defined <= _MOST_UNDEFINED * replicates or spread.is_constant:
        return np.nan, np.nan, np.nan
    if kind == "bca":
        observed = np.subtract(*np.asarray(measure(joint.tables)))
        added, numbers = Influence(measure, joint).terms()
        low, high = bca_bounds(spread, observed, acceleration(-added, numbers), level)
    else:
        low, high = percentile_bounds(spread, level)
    return float(low), float(high), float(spread.se)


def differences(measure: Measure, joint: Joint, replicates: int, seed: Seed = None) -> NDArray[np.float64]:
    """The difference of two systems in each draw."""
    classes = len(joint.labels)
    cells = [_one_hot(cells, classes) for cells in joint.cells]
    found = []
    for rngs, number in chunks(replicates, _BLOCK_SIZE // max(len(joint.counts), classes**2), seed):
        masses = np.concatenate([_draws(joint, CHUNK, rng) for rng in rngs])[:number]
        counts = np.stack([masses @ hot for hot in cells]).reshape(2, number, classes, classes)
        axes = Axis("system", joint.systems), Axis("draw")
        values = np.asarray(measure(Tables(counts, joint.labels, positive=joint.positive, axes=axes)))
        found.append(values[0] - values[1])
    return np.concatenate(found)


def chunks(replicates: int, block: int, seed: Any) -> Iterator[tuple[list[np.random.Generator], int]]:
    """Random generators for chunks of draws, as many as fit the block, and how many draws to use."""
    # A seed for each chunk of fixed size: the draws are the same however many are worked on at a time.
    seeds = np.random.SeedSequence(seed).spawn(-(-replicates // CHUNK))
    together = max(block // CHUNK, 1)
    for start in range(0, len(seeds), together):
        used = seeds[start : start + together]
        number = min(len(used) * CHUNK, replicates - start * CHUNK)
        yield [np.random.default_rng(child) for child in used], number


def _one_hot(cells: NDArray[np.int64], classes: int) -> Any:
    from scipy.sparse import csr_array

    patterns = np.arange(len(cells))
    return csr_array((np.ones(len(cells)), (patterns, cells)), shape=(len(cells), classes * classes))


def _draws(joint: Joint, number: int, rng: np.random.Generator) -> NDArray[Any]:
    """The weight of each pattern in each draw."""
    if joint.clusters is None:
        # Patterns are drawn and not items: a draw of a billion items costs as much as one of a hundred.
        drawn = rng.multinomial(joint.items, joint.counts / joint.items, size=number)
        return drawn if joint.weights is None else drawn * joint.weights
    clusters = int(joint.clusters.max()) + 1
    times = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=number)
    return times[:, joint.clusters] * joint.masses


_RELATIVE_TOLERANCE = 1e-9  # statistics that differ by less than this share are the same but for rounding
_ENOUGH_LARGER = 500  # larger differences after which p is known well enough (Besag and Clifford 1991)


def swap_p(measure: Measure, joint: Joint, replicates: int = 9999, seed: Seed = None) -> float:
    """The two-sided p-value of no difference, by random exchanges: few where differences are not rare.

    An exchange after which the measure is undefined counts as one with a larger difference.
    """
    influence = Influence(measure, joint)
    observed = _statistic(influence, np.zeros((1, len(joint.counts)), dtype=np.int64))
    if np.isnan(observed):
        return float("nan")
    done = as_large = 0
    for rngs, number in chunks(replicates, influence.block, seed):
        swaps = np.concatenate([_random_swaps(joint, CHUNK, rng) for rng in rngs])[:number]
        # Negated, so that an exchange after which the statistic is undefined counts against the difference.
        larger = ~(_statistic(influence, swaps) < observed * (1 - _RELATIVE_TOLERANCE))
        for start in range(0, number, CHUNK):
            part = larger[start : start + CHUNK]
            done, as_large = done + len(part), as_large + int(part.sum())
            # Sequential stopping: a p-value near 0.5 need not be known as well as one near 0.01.
            if as_large >= _ENOUGH_LARGER:
                return (1 + as_large) / (1 + done)
    return (1 + as_large) / (1 + done)


def _statistic(influence: Influence, swaps: NDArray[np.int64]) -> NDArray[np.float64]:
    shift = influence.exchanged(swaps)
    with np.errstate(divide="ignore", invalid="ignore"):
        return abs(np.where(shift.difference == 0, 0.0, shift.difference / shift.se))


def _random_swaps(joint: Joint, number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """On how many items of each pattern the systems exchange their answers."""
    if joint.clusters is not None:
        coins = rng.integers(0, 2, size=(number, int(joint.clusters.max()) + 1))
        return coins[:, joint.clusters] * joint.counts
    differ = joint.predictions[0] != joint.predictions[1]
    swaps = np.zeros((number, len(joint.counts)), dtype=np.int64)
    swaps[:, differ] = rng.binomial(joint.counts[differ], 0.5, size=(number, int(differ.sum())))
    return swaps
