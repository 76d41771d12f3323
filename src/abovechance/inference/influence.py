"""The difference of two systems on the same items as a sum over the items, and its variance.

To first order, an item adds to the difference what it adds to the first system's measure less what
it adds to the second's: the gradient of the measure at the cells it falls into. The variance
is that of this one number per item, so that whatever the systems have in common cancels.

Two pseudo-items, spread evenly over all patterns of truth and answers, keep few items from claiming
certainty (for two classes this is what Agresti and Min 2005 add to paired proportions).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.gradient import gradient
from abovechance.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.joint import Joint
    from abovechance.measures.registry import Measure

Array = Any

PSEUDO_ITEMS = 2.0
_BLOCK = 2**17
"""Numbers in an array of a block: more would not stay in the processor's cache."""


@dataclass(frozen=True)
class Shift:
    """A difference of two systems, its standard error, and the degrees of freedom of the latter."""

    difference: Array
    se: Array
    df: float


@dataclass(frozen=True, eq=False)
class Influence:
    """A measure on the joint table of two systems, as observed or with answers exchanged.

    Attributes
    ----------
    measure
        A measure with one value for a table.
    joint
        Two systems.
    pseudo_items
        How many pseudo-items are spread over the patterns.
    """

    measure: Measure
    joint: Joint
    pseudo_items: float = PSEUDO_ITEMS

    def observed(self) -> Shift:
        """The difference as observed."""
        shift = self.exchanged(np.zeros((1, len(self.joint.counts)), dtype=np.int64))
        return Shift(float(shift.difference[0]), float(shift.se[0]), shift.df)

    def exchanged(self, swaps: NDArray[np.int64]) -> Shift:
        """The difference if systems exchange their answers on so many items of each pattern, ``(R, P)``."""
        tables = self._tables(swaps)
        values = np.asarray(self.measure(tables))
        with np.errstate(invalid="ignore"):
            variance = self._variance(gradient(self.measure, tables), swaps)
            return Shift(values[0] - values[1], np.sqrt(np.maximum(variance, 0)), self._df)

    def terms(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What items (or clusters) add to the difference: the distinct numbers, and how often they occur."""
        slopes = gradient(self.measure, self._tables(np.zeros((1, len(self.joint.counts)), dtype=np.int64)))
        first, second = slopes.reshape(2, -1)
        added = first[self.joint.cells[0]] - second[self.joint.cells[1]]
        if self.joint.weights is not None:
            added = added * self.joint.weights
        if self.joint.clusters is None:
            return added, self.joint.counts
        sums = (added * self.joint.counts) @ self._incidence
        return sums, np.ones(len(sums), dtype=np.int64)

    @property
    def block(self) -> int:
        """How many exchanges to work on at a time."""
        classes = len(self.joint.labels)
        return max(_BLOCK // max(len(self.joint.counts), classes**3), 1)

    @property
    def _df(self) -> float:
        """Clusters less one; without clusters the normal distribution is near enough."""
        return np.inf if self.joint.clusters is None else float(self.joint.clusters.max())

    @cached_property
    def _item_weight(self) -> float:
        return float(self.joint.masses.sum() / self.joint.items)

    @cached_property
    def _moves(self) -> Any:
        """What exchanging the answers on one item of each pattern does to the first table, ``(P, K²)``."""
        from scipy.sparse import csr_array

        patterns = len(self.joint.counts)
        weights = np.ones(patterns) if self.joint.weights is None else self.joint.weights
        first, second = self.joint.cells
        rows = np.concatenate((np.arange(patterns),) * 2)
        values = np.concatenate((weights, -weights))
        return csr_array(
            (values, (rows, np.concatenate((second, first)))), shape=(patterns, len(self.joint.labels) ** 2)
        )

    @cached_property
    def _incidence(self) -> Any:
        """Which cluster each pattern belongs to, ``(P, G)``."""
        from scipy.sparse import csr_array

        patterns = np.arange(len(self.joint.counts))
        return csr_array((np.ones(len(patterns)), (patterns, self.joint.clusters)))

    def _tables(self, swaps: NDArray[np.int64]) -> Tables:
        classes = len(self.joint.labels)
        counts = self.joint.tables.counts.astype(float) + self.pseudo_items * self._item_weight / classes**2
        moved = (swaps @ self._moves).reshape(len(swaps), classes, classes)
        return Tables(
            np.stack((counts[0] + moved, counts[1] - moved)),
            self.joint.labels,
            positive=self.joint.positive,
            axes=(Axis("system", self.joint.systems), Axis("exchange")),
        )

    def _variance(self, slopes: Array, swaps: NDArray[np.int64]) -> Array:
        """The variance of the sum of what the items add, or of what the clusters add, ``(R,)``."""
        joint = self.joint
        kept, crossed = self._added(slopes.reshape(*slopes.shape[:2], -1))
        keeping = joint.counts - swaps
        sums = keeping * kept + swaps * crossed
        pseudo_sum, pseudo_squares = self._pseudo_terms(slopes)
        if joint.clusters is not None:
            return _sum_variance(sums @ self._incidence) + pseudo_squares
        squares = (keeping * kept**2 + swaps * crossed**2).sum(-1) + pseudo_squares
        return squares - (sums.sum(-1) + pseudo_sum) ** 2 / (joint.items + self.pseudo_items)

    def _added(self, slopes: Array) -> tuple[Array, Array]:
        """What one item of each pattern adds to the difference, as it is and with answers exchanged."""
        first, second = self.joint.cells
        kept = slopes[0][:, first] - slopes[1][:, second]
        crossed = slopes[0][:, second] - slopes[1][:, first]
        if self.joint.weights is None:
            return kept, crossed
        return kept * self.joint.weights, crossed * self.joint.weights

    def _pseudo_terms(self, slopes: Array) -> tuple[Array, Array]:
        """What the pseudo-items add, and its square, from sums over all patterns of truth and two answers."""
        classes = len(self.joint.labels)
        rows = slopes.sum(-1)
        mean = (rows[0] - rows[1]).sum(-1) / classes**2
        squares = (slopes**2).sum((0, -2, -1)) / classes**2
        mean_square = squares - 2 * (rows[0] * rows[1]).sum(-1) / classes**3
        weight = self._item_weight
        return self.pseudo_items * weight * mean, self.pseudo_items * weight**2 * mean_square


def _sum_variance(sums: Array) -> Array:
    """The variance of the sum of independent terms, from the terms (last axis)."""
    terms = sums.shape[-1]
    return sums.var(axis=-1) * terms**2 / (terms - 1)
