"""The label-swap test: if two systems are equally good, they could have changed places on any item.

Answers are exchanged at random, on each item (or in each cluster as a whole), and the difference in
units of its standard error is compared with those of the exchanges. Where the systems are
exchangeable the test is exact for any number of items; where only their measures are equal it is
so for many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.comparisons.bootstrap import CHUNK, chunks
from abovechance.inference.comparisons.influence import Influence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure

_SAME = 1e-9
"""Statistics that differ by less than this share are the same but for rounding."""
_ENOUGH = 500
"""After so many exchanges with a larger difference p is known well enough (Besag and Clifford 1991)."""


def swap_p(measure: Measure, joint: Joint, replicates: int = 9999, seed: Any = None) -> float:
    """The two-sided p-value of no difference, by random exchanges.

    An exchange after which the measure is undefined counts as one with a larger difference.

    Parameters
    ----------
    measure
        A measure with one value for a table.
    joint
        Two systems on the same items.
    replicates
        How many exchanges at most; the least p-value is one over one more. Where differences are plainly
        not rare, fewer are tried.
    seed
        A number makes the result repeatable.
    """
    influence = Influence(measure, joint)
    observed = _statistic(influence, np.zeros((1, len(joint.counts)), dtype=np.int64))
    if np.isnan(observed):
        return float("nan")
    done = as_large = 0
    for rngs, number in chunks(replicates, influence.block, seed):
        swaps = np.concatenate([_random_swaps(joint, CHUNK, rng) for rng in rngs])[:number]
        larger = ~(_statistic(influence, swaps) < observed * (1 - _SAME))
        for start in range(0, number, CHUNK):
            part = larger[start : start + CHUNK]
            done, as_large = done + len(part), as_large + int(part.sum())
            if as_large >= _ENOUGH:
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
