"""Contests: which of two systems has more of a measure, and whether two measures order systems alike.

Judging measures: how often each is misled about two systems, and how sure that number is.

A measure is misled about two systems where it prefers the less informed one, and to half where both have the
same value. Systems of a replicate take part in many comparisons, and all measures see the same tables, so
that comparisons are not independent: sums over replicates and their products give errors that know this.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.comparisons.pair_difference import direction
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.simulation.runner.run import Sums

    Floats = NDArray[np.float64]
    from collections.abc import Sequence

    from abovechance.simulation.study.systems import System

    Truths = NDArray[np.bool_]

# Values that differ by no more, in relation to their size, are the same but for rounding.
_ROUNDING_ERROR = 1e-12


def contest_sums(values: Floats, scale: Floats, *, related: bool = True, judge: Judge | None = None) -> Sums:
    """Count what all pairs of systems say, of values of shape ``(systems, measures, replicates)``.

    ``more``, ``less`` and ``both`` of shape ``(pairs, measures)``: in how many replicates the first system of
    a pair has more of a measure than the second, less, and both have a value. Only if ``related``,
    ``product``, ``untied`` and ``ordered`` of shape ``(measures, measures)``, over all pairs and replicates
    with all four values: how many pairs both measures order alike less those they order contrarily, how many
    both order, and how many the first of them orders. ``scale`` is the size of the values; ``judge`` adds its
    own sums.
    """
    pairs = list(combinations(range(len(values)), 2))
    counts = {
        name: np.zeros((len(pairs), values.shape[1]), dtype=np.int64) for name in ("more", "less", "both")
    }
    size, names = (values.shape[1],) * 2, ("product", "untied", "ordered") if related else ()
    agreement = {name: np.zeros(size, dtype=np.int64) for name in names}
    for row, (i, j) in enumerate(pairs):
        with np.errstate(invalid="ignore"):  # infinite values are equal
            difference = values[i] - values[j]
        margin = _ROUNDING_ERROR * np.maximum(scale[i], scale[j])[:, None]
        more, less = difference > margin, difference < -margin
        both = ~(np.isnan(values[i]) | np.isnan(values[j]))
        for name, found in (("more", more), ("less", less), ("both", both)):
            counts[name][row] = np.count_nonzero(found, axis=-1)
        if judge is not None:
            judge.see(row, more, less, both)
        if related:
            for name, found in _orders(more, less, both).items():
                agreement[name] += found
    return counts | agreement | ({} if judge is None else judge.sums())


def _orders(more: NDArray[np.bool_], less: NDArray[np.bool_], both: NDArray[np.bool_]) -> Sums:
    """Sums of products of signs, exact in 32 bits for as many replicates as a chunk has."""
    # Products of floating-point matrices are those of BLAS, which has none of integers.
    above, below, defined = (x.astype(np.float32) for x in (more, less, both))
    signs, untied = above - below, above + below
    products = {"product": signs @ signs.T, "untied": untied @ untied.T, "ordered": untied @ defined.T}
    return {name: value.astype(np.int64) for name, value in products.items()}


FACTORS = ("prevalence", "guess")
KINDS = ("anything", "nothing", *FACTORS, " and ".join(FACTORS))
"""What two systems differ in beside their skill; anything is all pairs."""


class Judge:
    """Adds up, for each replicate, how many comparisons there are and about how many a measure is misled."""

    def __init__(self, systems: Sequence[System], keys: Sequence[str], size: int) -> None:
        sides = np.array([direction(measure(key)) for key in keys])
        pairs = list(combinations(systems, 2))
        self._sides = [int(np.sign(one.skill - other.skill)) * sides[:, None] for one, other in pairs]
        self._kinds = [KINDS.index(_differing(one, other)) for one, other in pairs]
        self._judged, self._points = np.zeros((2, len(KINDS), len(keys), size), dtype=np.int32)

    def see(self, pair: int, more: Truths, less: Truths, both: Truths) -> None:
        """Take in which of the systems of a pair has more of each measure, and whether both have a value."""
        side, kind = self._sides[pair], self._kinds[pair]
        judged = both & (side != 0)
        # Counted in halves: a wrong preference is 2, none is 1.
        points = 2 * np.where(side > 0, less, more) + (both & ~more & ~less)
        for place in (0, kind):
            self._judged[place] += judged
            self._points[place] += points * judged

    def sums(self) -> Sums:
        """Sums of numbers of comparisons, of those misled about, and of their products by measures."""
        judged, misled = self._judged.astype(float), self._points / 2
        return {
            "judged": judged.sum(-1),
            "misled": misled.sum(-1),
            "judged_judged": judged @ judged.mT,
            "judged_misled": judged @ misled.mT,
            "misled_misled": misled @ misled.mT,
        }


def misled_rates(sums: Sums) -> Floats:
    """How often each measure is misled, by kinds of comparison and measures."""
    with np.errstate(invalid="ignore"):
        rates: Floats = sums["misled"] / sums["judged"]
    return rates


def misled_covariances(sums: Sums) -> Floats:
    """Of the rates of any two measures, by kinds of comparison: replicates are independent, pairs are not."""
    rates = misled_rates(sums)
    one, other = rates[..., :, None], rates[..., None, :]
    # The products of misled − rate·judged of two measures, multiplied out.
    product = sums["misled_misled"] + one * other * sums["judged_judged"]
    product = product - one * sums["judged_misled"] - other * sums["judged_misled"].mT
    scale = sums["judged"][..., :, None] * sums["judged"][..., None, :]
    drawn = sums["replicates"]
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = product / scale * (drawn / (drawn - 1))
    return found


def misled_errors(sums: Sums) -> Floats:
    """The standard error of each rate, by kinds of comparison and measures."""
    variances = np.diagonal(misled_covariances(sums), axis1=-2, axis2=-1)
    return np.sqrt(np.maximum(variances, 0.0))


def _differing(one: System, other: System) -> str:
    names = [name for name in FACTORS if getattr(one, name) != getattr(other, name)]
    return " and ".join(names) or "nothing"
