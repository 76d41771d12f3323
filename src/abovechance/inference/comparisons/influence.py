"""The difference of two systems on the same items as a sum over the items, and its variance.

To first order, an item adds to the difference what it adds to the first system's measure less what
it adds to the second's: the gradient of the measure at the cells it falls into. The variance
is that of this one number per item, so that whatever the systems have in common cancels.

A pseudo-item of each class keeps few items from claiming certainty. Of more than two classes, few items of
one class may carry most of the variance, which is then itself hardly known: its degrees of freedom are those
of a variance that varies as much as this one, by the fourth powers of what items add (Satterthwaite 1946).

Pseudo-items: what keeps few items of a class from claiming that its rates are certain.

Each class has one, which counts as one more item. Of two classes its answers are spread evenly (what Agresti
and Min 2005 add to paired proportions). Of more than two classes half of it is spread evenly over the labels,
and half is what a system would answer that is as informed of this class as of the others, and else guesses
as this system does: even answers alone would draw the value of a class with few items towards chance, and
with it the difference of two systems that are equally informed but favour different labels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from abovechance.inference.derivatives.gradient import gradient
from abovechance.measures.registry import measure
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure

PSEUDO_ITEMS = 1.0  # of each class
_EVEN_SHARE = 0.5  # the share of a pseudo-item that is spread evenly, of more than two classes


def pseudo_answers(tables: Tables) -> Array:
    """How the pseudo-item of each class is spread over the answers, in the shape of the counts.

    The rows of a table add up to one; of more than two classes those that never occur add up to nothing.
    """
    counts = tables.counts
    classes = counts.shape[-1]
    if classes <= 2:
        return np.full(counts.shape, 1 / classes)
    informed, guesses = _informed_and_guesses(tables)
    same_for_all = _EVEN_SHARE / classes + (1 - _EVEN_SHARE) * (1 - informed) * guesses
    answers = np.broadcast_to(same_for_all[..., None, :], counts.shape).copy()
    diagonal = np.arange(classes)
    answers[..., diagonal, diagonal] += (1 - _EVEN_SHARE) * informed
    # A class without items gets no pseudo-item: it must not begin to count.
    answers[~counts.any(axis=-1)] = 0.0
    return answers


def _informed_and_guesses(tables: Tables) -> tuple[Array, Array]:
    """The probability that a decision is informed, if it is the same for all, and what is guessed else."""
    t, total = tables.contingency, np.asarray(tables.total)[..., None]
    # Worse than chance or undefined is taken for guessing: a probability cannot be negative.
    informed = np.clip(np.nan_to_num(measure("informedness")(tables)), 0, 1)[..., None]
    guesses = np.maximum((t.predicted - informed * t.real) / total, 0)
    total = guesses.sum(-1, keepdims=True)
    return informed, np.divide(guesses, total, out=np.full(guesses.shape, 1 / t.classes), where=total > 0)


_BLOCK_SIZE = 2**17  # numbers in an array of a block: more would not stay in the processor's cache
_LEAST_SHARE = 1e-9  # fewer than this, a share of the variance is nothing but rounding


_Number = TypeVar("_Number", float, "Array")


@dataclass(frozen=True)
class Shift(Generic[_Number]):
    """A difference of two systems, its standard error, and the degrees of freedom of the latter."""

    difference: _Number
    se: _Number
    df: float


@dataclass(frozen=True, eq=False)
class Influence:
    """A measure on the joint table of two systems, as observed or with answers exchanged."""

    measure: Measure
    joint: Joint
    pseudo_items: float = PSEUDO_ITEMS

    def observed(self) -> Shift[float]:
        """The difference as observed."""
        return self._as_observed[0]

    def exchanged(self, swaps: NDArray[np.int64]) -> Shift[Array]:
        """The difference if systems exchange their answers on so many items of each pattern, ``(R, P)``."""
        return self._exchanged(swaps)[0]

    def class_squares(self) -> NDArray[np.float64]:
        """What the items of each class, and its pseudo-items, add to the variance of the difference."""
        _, terms = self._as_observed
        squares = terms.pseudo_moment(2)[0].copy()
        np.add.at(squares, self.joint.truth, self.joint.counts * terms.kept[0] ** 2)
        return squares

    def terms(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What items (or clusters) add to the difference: the distinct numbers, and how often they occur."""
        slopes = gradient(self._smoothed(self._tables(self._no_swaps))[0], self.measure)
        first, second = slopes.reshape(2, -1)
        # The difference per item: whatever both systems do alike on it cancels before it is squared.
        added = first[self.joint.cells[0]] - second[self.joint.cells[1]]
        if self.joint.weights is not None:
            added = added * self.joint.weights
        if self.joint.clusters is None:
            return added, self.joint.counts
        # Clusters are the independent units: what their items add is summed first.
        sums = (added * self.joint.counts) @ self._incidence
        return sums, np.ones(len(sums), dtype=np.int64)

    @property
    def block(self) -> int:
        """How many exchanges to work on at a time."""
        classes = len(self.joint.labels)
        return max(_BLOCK_SIZE // max(len(self.joint.counts), classes**3), 1)

    @property
    def _no_swaps(self) -> NDArray[np.int64]:
        return np.zeros((1, len(self.joint.counts)), dtype=np.int64)

    @cached_property
    def _as_observed(self) -> tuple[Shift[float], _Terms]:
        found, terms = self._exchanged(self._no_swaps)
        difference, se = float(found.difference[0]), float(found.se[0])
        return Shift(difference, se, self._degrees(terms, se)), terms

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
        shape = (len(swaps), classes, classes)
        counts = self.joint.tables.counts[:, None].astype(float)
        if swaps.any():
            # What leaves one table enters the other, so one product serves both.
            moved = (swaps @ self._moves).reshape(shape)
            counts = np.stack((counts[0] + moved, counts[1] - moved))
        return Tables(
            np.broadcast_to(counts, (2, *shape)),
            self.joint.labels,
            positive=self.joint.positive,
            axes=(Axis("system", self.joint.systems), Axis("exchange")),
        )

    def _smoothed(self, tables: Tables) -> tuple[Tables, Array]:
        """The tables with the pseudo-items, and how many of these are in each cell."""
        added = pseudo_answers(tables)
        added *= self.pseudo_items
        counts = self._item_weight * added
        counts += tables.counts
        return replace(tables, counts=counts), added

    def _exchanged(self, swaps: NDArray[np.int64]) -> tuple[Shift[Array], _Terms]:
        tables, added = self._smoothed(self._tables(swaps))
        values = np.asarray(self.measure(tables))
        with np.errstate(invalid="ignore"):
            slopes = gradient(tables, self.measure)
            added_by_items = self._added(slopes.reshape(*slopes.shape[:2], -1))
            terms = _Terms(*added_by_items, slopes, self._item_weight, added)
            variance = self._variance(terms, swaps)
            return Shift(values[0] - values[1], np.sqrt(np.maximum(variance, 0)), np.inf), terms

    def _variance(self, terms: _Terms, swaps: NDArray[np.int64]) -> Array:
        """The variance of the sum of what the items add, or of what the clusters add, ``(R,)``."""
        joint = self.joint
        keeping = joint.counts - swaps
        sums = keeping * terms.kept + swaps * terms.crossed
        pseudo_squares = terms.pseudo_moment(2).sum(-1)
        if joint.clusters is not None:
            sums = sums @ self._incidence
            clusters = sums.shape[-1]
            return sums.var(axis=-1) * clusters**2 / (clusters - 1) + pseudo_squares
        squares = (keeping * terms.kept**2 + swaps * terms.crossed**2).sum(-1) + pseudo_squares
        total = sums.sum(-1) + terms.pseudo_moment(1).sum(-1)
        # Less the squared mean, since the number of items is fixed.
        return squares - total**2 / (joint.items + terms.pseudo_items)

    def _degrees(self, terms: _Terms, se: float) -> float:
        """Degrees of freedom of the observed variance; of two classes the normal distribution is taken."""
        joint = self.joint
        most = np.inf if joint.clusters is None else float(joint.clusters.max())
        if len(joint.labels) <= 2 or self.pseudo_items == 0 or not se > 0:
            return most
        added, counts = terms.kept[0], joint.counts.astype(float)
        if joint.clusters is not None:
            added, counts = (counts * added) @ self._incidence, np.ones(int(most) + 1)
        units = counts.sum() + terms.pseudo_items[0]
        mean = (counts @ added + terms.pseudo_moment(1).sum()) / units
        fourth = counts @ (added - mean) ** 4 + terms.pseudo_moment(4).sum()
        return float(min(2 / max(fourth / se**4 - 1 / units, _LEAST_SHARE), most))

    def _added(self, slopes: Array) -> tuple[Array, Array]:
        """What one item of each pattern adds to the difference, as it is and with answers exchanged."""
        first, second = self.joint.cells
        kept = slopes[0][:, first] - slopes[1][:, second]
        crossed = slopes[0][:, second] - slopes[1][:, first]
        if self.joint.weights is None:
            return kept, crossed
        return kept * self.joint.weights, crossed * self.joint.weights


@dataclass(frozen=True, eq=False)
class _Terms:
    """What items add to the difference after each exchange.

    ``kept`` and ``crossed`` are of an item of each pattern, ``(R, P)``; ``slopes`` of a pseudo-item of each
    cell if its weight were one, and ``added`` how many there are, by system, ``(2, R, K, K)``.
    """

    kept: Array
    crossed: Array
    slopes: Array
    item_weight: float
    added: Array

    @cached_property
    def pseudo_items(self) -> Array:
        """How many pseudo-items there are, ``(R,)``."""
        return self.added[0].sum((-2, -1))

    def pseudo_moment(self, power: int) -> Array:
        """Summed powers of what the pseudo-items of each class add, ``(R, K)``; answers are independent."""
        means = self._first_means if power < len(self._first_means) else self._means(power)
        terms = (comb(power, k) * (-1) ** k * means[power - k, 0] * means[k, 1] for k in range(power + 1))
        return self._items[0] * sum(terms)

    @cached_property
    def _items(self) -> Array:
        return self.added.sum(-1)

    @cached_property
    def _first_means(self) -> Array:
        return self._means(2)

    def _means(self, most: int) -> Array:
        """The means of the powers up to one of what a pseudo-item of each class adds, some rows at a time."""
        means = np.ones((most + 1, *self._items.shape))
        classes = self.added.shape[-1]
        length = max(_BLOCK_SIZE // max(self.added[..., 0].size // max(classes, 1) * classes, 1), 1)
        for start in range(0, classes, length):
            rows = slice(start, start + length)
            sums = added = self.added[..., rows, :]
            slopes = np.where(added > 0, self.slopes[..., rows, :] * self.item_weight, 0.0)
            for k in range(1, most + 1):
                sums = sums * slopes
                means[k, ..., rows] = sums.sum(-1)
        means[1:] = np.divide(means[1:], self._items, out=np.zeros_like(means[1:]), where=self._items > 0)
        return means
