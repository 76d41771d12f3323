"""DeLong's variance: an AUC is a mean of placements, so their spread gives its standard error.

The placement of a positive item is the share of negative items that score below it, ties half; that of a
negative item the share of positive ones above it. Both have the AUC for their mean, and
``var(AUC) = var(placements of positives)/P + var(placements of negatives)/N``
(DeLong, DeLong & Clarke-Pearson 1988; from ranks: Sun & Xu 2014).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.sums import exact_dot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve
    from abovechance.intake.score_columns import Judged

_WORTH_A_THREAD = 2**15
_BLOCK_SIZE = 2**13
"""Thresholds worked on at a time: they stay in the cache, and BLAS does not wake its threads for so few."""


def auc_variance(curve: Curve) -> float:
    """DeLong's variance of the AUC, from the counts of a curve alone.

    An item of weight w adds the square of ``w/Σw`` times its deviation; of weights whose squares are not
    known the sum is taken as the number of items. NaN if a class has less than two items, or is not worth
    more than one. Sums are centred, so that nothing cancels at any number of items.
    """
    worth = curve.effective
    if not (worth.positives > 1 and worth.negatives > 1):
        return float("nan")
    # Equal weights are counts, whose sums are exact.
    curve = worth if not worth.is_weighted else curve
    positives, negatives, mean = curve.positives, curve.negatives, float(curve.auc)
    (tp, tp_squares), (fp, fp_squares) = curve.classes
    of_positives = _squares(tp if tp_squares is None else tp_squares, fp, 2 * negatives * (1 - mean))
    of_negatives = _squares(fp if fp_squares is None else fp_squares, tp, 2 * positives * mean)
    pairs = 4 * positives * positives * negatives * negatives
    return float(
        of_positives / pairs * _unbiased(worth.positives) + of_negatives / pairs * _unbiased(worth.negatives)
    )


def _squares(items: NDArray[Any], others: NDArray[Any], mean: float) -> float:
    """The sum of squared deviations of the items' places among the others, twice each, from their mean.

    ``items`` are running numbers of items, or running sums of their squared weights.
    """
    centre = round(mean) if others.dtype.kind == "i" else mean
    total = 0.0
    for start in range(0, len(items) - 1, _BLOCK_SIZE):
        own, other = items[start : start + _BLOCK_SIZE + 1], others[start : start + _BLOCK_SIZE + 1]
        number = np.subtract(own[1:], own[:-1], dtype=np.float64)
        # counts are centred as whole numbers, which loses no digit however large they are
        deviation = (other[1:] + other[:-1] - centre).astype(np.float64)
        deviation -= mean - centre
        total += float(np.dot(number * deviation, deviation))
    return total


@dataclass(frozen=True, eq=False)
class Side:
    """The placements of the items of one class, of shape ``(systems, rows)``.

    ``masses`` are what rows add to the class, ``counts`` how many items they are; None if each is one item.
    """

    placements: NDArray[np.float64]
    masses: NDArray[np.float64] | None = None
    counts: NDArray[np.float64] | None = None
    clusters: NDArray[np.int64] | None = None

    @cached_property
    def total(self) -> float:
        """The mass of the class."""
        return float(self.placements.shape[-1] if self.masses is None else self.masses.sum())

    @cached_property
    def items(self) -> float:
        """How many equal items are as good as these: fewer where weights differ (Kish 1965)."""
        if self.masses is None:
            return float(self.placements.shape[-1])
        counts = np.ones(len(self.masses)) if self.counts is None else self.counts
        squares = float((self.masses**2 / counts).sum())
        return self.total**2 / squares if squares else 0.0

    def influence(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """What an item of each row, or all of a cluster, adds to the values."""
        share = 1.0 if self.masses is None else self.masses
        if self.clusters is None and self.masses is not None and self.counts is not None:
            share = self.masses / self.counts
        added = (self.placements - mean[:, None]) * (share / self.total)
        if self.clusters is None:
            return added
        return np.stack([np.bincount(self.clusters, weights=row) for row in added])

    def covariance(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """The part of the covariance of the values that items, or clusters, of this class make."""
        added = self.influence(mean)
        if self.clusters is not None:
            # A cluster without items of this class says nothing of it and must not count.
            present = np.bincount(self.clusters, minlength=added.shape[1]) > 0
            return _products(added, added) * _unbiased(int(present.sum()))
        repeated = added if self.counts is None else added * self.counts
        number = added.shape[1] if self.counts is None else float(self.counts.sum())
        return _products(repeated, added) * _unbiased(number)


@dataclass(frozen=True, eq=False)
class Placements:
    """The placements of the items of either class by several systems, and the AUC of each."""

    positive: Side
    negative: Side
    auc: NDArray[np.float64]

    @cached_property
    def covariance(self) -> NDArray[np.float64]:
        """The covariance of the AUCs: DeLong's, or for items in clusters Obuchowski's (1997)."""
        found = self.positive.covariance(self.auc) + self.negative.covariance(self.auc)
        if self.positive.clusters is None:
            return found
        of_positives, of_negatives = self.positive.influence(self.auc), self.negative.influence(self.auc)
        clusters = max(of_positives.shape[1], of_negatives.shape[1])
        of_positives, of_negatives = (
            np.pad(x, ((0, 0), (0, clusters - x.shape[1]))) for x in (of_positives, of_negatives)
        )
        both = _products(of_positives, of_negatives) * _unbiased(clusters)
        return found + both + both.T

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """The AUC of one system less that of another, and its variance: 0 of systems that place alike."""
        positive, negative = (
            replace(side, placements=side.placements[[first]] - side.placements[[second]])
            for side in (self.positive, self.negative)
        )
        between = Placements(positive, negative, self.auc[[first]] - self.auc[[second]])
        return float(between.auc[0]), float(between.covariance[0, 0])


def placements(items: Judged) -> Placements:
    """The placements of all items by each system."""
    masses, real = items.masses, items.is_positive
    place = partial(_placed, real=real, masses=masses, totals=_totals(real, masses))
    # Sorting releases the lock of the interpreter, so that systems are ranked at once; few items are not
    # worth it.
    if len(items.scores) > 1 and len(real) >= _WORTH_A_THREAD:
        with ThreadPoolExecutor() as pool:
            placed = list(pool.map(place, items.scores))
    else:
        placed = [place(column) for column in items.scores]
    stacked = np.stack([shares for shares, _ in placed])
    positive, negative = (
        Side(
            np.take(stacked, rows, axis=1),
            None if masses is None else masses[rows],
            None if items.counts is None else items.counts[rows],
            None if items.clusters is None else items.clusters[rows],
        )
        for rows in (np.flatnonzero(real), np.flatnonzero(~real))
    )
    return Placements(positive, negative, np.array([value for _, value in placed]))


def curve_placements(curve: Curve) -> Placements:
    """The placements of the items behind a curve: a row for each score that a class has."""
    with np.errstate(invalid="ignore", divide="ignore"):
        below = 1 - _with_previous(curve.fp)[1:] / (2 * curve.negatives)
        above = _with_previous(curve.tp)[1:] / (2 * curve.positives)
    positive, negative = (
        _rows(placed, running, squares)
        for placed, running, squares in (
            (below, curve.tp, curve.tp_squares),
            (above, curve.fp, curve.fp_squares),
        )
    )
    return Placements(positive, negative, np.array([curve.auc]))


def _rows(placed: NDArray[np.float64], running: NDArray[Any], squares: NDArray[np.float64] | None) -> Side:
    """The scores that a class has; of weights, as many items each as are as good as those that have it."""
    numbers = np.diff(running)
    kept = numbers > 0
    masses = numbers[kept].astype(np.float64)
    counts = masses if squares is None else masses**2 / np.diff(squares)[kept]
    return Side(placed[None, kept], masses, counts)


def _totals(real: NDArray[np.bool_], masses: NDArray[np.float64] | None) -> tuple[Any, Any]:
    if masses is None:
        positives = int(np.count_nonzero(real))
        return positives, len(real) - positives
    return float(masses[real].sum()), float(masses[~real].sum())


def _placed(
    scores: NDArray[Any], real: NDArray[np.bool_], masses: NDArray[np.float64] | None, totals: tuple[Any, Any]
) -> tuple[NDArray[np.float64], float]:
    """The placement of every item among those of the other class, and the AUC."""
    positives, negatives = totals
    order = np.argsort(scores)
    is_real = real[order]
    ends = _tie_ends(scores[order])
    if masses is None:
        above = np.cumsum(is_real, dtype=np.int64)
        above = above if len(ends) == len(order) else above[ends - 1]
        below = ends - above
    else:
        heavy = masses[order]
        above, below = (np.cumsum(np.where(mine, heavy, 0.0))[ends - 1] for mine in (is_real, ~is_real))
    twice_below = _with_previous(below)
    twice_above = 2 * positives - _with_previous(above)
    own = np.diff(above, prepend=0)
    places = (twice_below, twice_above)
    if len(ends) < len(order):
        group = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        places = (twice_below[group], twice_above[group])
    shares = np.empty(len(order))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares[order] = np.where(is_real, places[0] / (2 * negatives), places[1] / (2 * positives))
    pairs = 2 * positives * negatives
    return shares, float(exact_dot(own, twice_below) / pairs) if pairs else float("nan")


def _tie_ends(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """One past the last position of each distinct value of a sorted column."""
    changes = ordered[1:] != ordered[:-1]
    if changes.all():
        return np.arange(1, len(ordered) + 1)
    return np.append(np.flatnonzero(changes) + 1, len(ordered))


def _with_previous(upto: NDArray[Any]) -> NDArray[Any]:
    """Running sums added to those before: twice the mass of lower values, and once that of the same."""
    twice = upto.copy()
    twice[1:] += upto[:-1]
    return twice


def _products(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of products of few long rows, for which the threads of BLAS cost more than they save."""
    return np.einsum("in,jn->ij", left, right)


def _unbiased(number: float) -> float:
    return number / (number - 1) if number > 1 else float("nan")
