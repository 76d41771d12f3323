"""The bootstrap of anything that a curve has: items are drawn anew, but never sorted again.

A draw says how often each item was taken. In the order of the scores, which is found once, running sums of
these numbers are the curve of the draw. The items of each class are drawn apart, so that no draw lacks a
class; where items come in clusters, whole clusters are drawn. Draws come in chunks of fixed size, each with a
random generator of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile
from abovechance.curves.curve.curve import Curve
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.comparisons.shifted import Tail, drawn_tail
from abovechance.inference.resampling.bootstrap import (
    Spread,
    acceleration,
    bca_bounds,
    percentile_bounds,
    seeded_chunks,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.intake.score_columns import Judged

Statistic = Callable[[Curve], float]

CHUNK = 64  # draws with one random generator
_WORTH_BINOMIALS = 8
"""A class with so many items for each distinct score is drawn score by score, not item by item."""
_P_VALUE_TOLERANCE = 1e-9  # of a p-value that is found by halving
_EFFECTIVE_NUMBER_DIGITS = 6
# So many items, or groups of them, are left out one at a time for the acceleration.
_MAX_JACKKNIFE_GROUPS = 100


def generators(replicates: int, seed: int | None) -> Iterator[np.random.Generator]:
    """A random generator for each draw; those of a chunk share one."""
    for _, number, rng in seeded_chunks(replicates, CHUNK, seed):
        yield from repeat(rng, number)


def drawn_curves(curve: Curve, replicates: int, seed: int | None = None) -> Iterator[Curve]:
    """Curves of as many items of each class, drawn from those of a curve with replacement."""
    curve = curve.in_items
    classes = [_Sorted.of(*sums) for sums in curve.classes]
    for rng in generators(replicates, seed):
        numbers = [items.drawn(rng) for items in classes]
        yield curve_of(curve, *numbers)


def curve_of(curve: Curve, positives: NDArray[Any], negatives: NDArray[Any]) -> Curve:
    """The curve of other numbers of items with the same scores; scores that no item has are left out."""
    # A score that no item has makes a threshold that decides as the next one does.
    kept = np.append(True, (positives > 0) | (negatives > 0))
    tp, fp = (np.append(0, np.cumsum(x))[kept] for x in (positives, negatives))
    thresholds = curve.thresholds[kept]
    return replace(curve, thresholds=thresholds, tp=tp, fp=fp, tp_squares=None, fp_squares=None)


@dataclass(frozen=True, eq=False)
class _Sorted:
    """The items of a class in the order of their scores: how many at each threshold, and how heavy each is.

    Weights at one score are as many items of the same weight as leave their sum equally uncertain,
    ``(Σw)²/Σw²`` of ``Σw²/Σw``.
    """

    numbers: NDArray[Any]
    items: int
    weights: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, running: NDArray[Any], squares: NDArray[np.float64] | None = None) -> _Sorted:
        numbers, weights = np.diff(running), None
        if squares is not None:
            spread = np.diff(squares)
            with np.errstate(divide="ignore", invalid="ignore"):
                weights = np.where(numbers > 0, spread / numbers, 0.0)
                # rounded, so that the same items are drawn whatever the scale of the weights
                numbers = np.where(numbers > 0, np.round(numbers**2 / spread, _EFFECTIVE_NUMBER_DIGITS), 0.0)
        # weights without squares are as many items as they come to, for what could be drawn is not known
        return cls(numbers, round(float(numbers.sum())), weights)

    def heavy(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """What so many items at each threshold weigh."""
        return numbers if self.weights is None else numbers * self.weights

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        return np.repeat(np.arange(len(self.numbers)), self.numbers)

    def drawn(self, rng: np.random.Generator) -> NDArray[Any]:
        """How many items of each score are taken, of as many as there are; or what they weigh."""
        return self.heavy(self._taken(rng))

    def _taken(self, rng: np.random.Generator) -> NDArray[np.int64]:
        # One binomial costs as much as several single draws.
        few = self.items > _WORTH_BINOMIALS * np.count_nonzero(self.numbers)
        if few or self.numbers.dtype.kind == "f":
            return self._drawn_by_score(rng)
        taken = rng.integers(self.items, size=self.items) if self.items else np.zeros(0, dtype=np.intp)
        return np.bincount(self._places[taken], minlength=len(self.numbers))

    def _drawn_by_score(self, rng: np.random.Generator) -> NDArray[np.int64]:
        drawn = np.zeros(len(self.numbers), dtype=np.int64)
        occupied = self.numbers > 0
        if occupied.any():
            shares = self.numbers[occupied] / self.numbers.sum()
            drawn[occupied] = rng.multinomial(self.items, shares)
        return drawn


@dataclass(frozen=True, eq=False)
class Order:
    """The rows of a column of scores, highest first, where each distinct score starts, and their curve."""

    rows: NDArray[np.intp]
    starts: NDArray[np.intp]
    curve: Curve
    is_positive: NDArray[np.bool_]

    @classmethod
    def of(cls, items: Judged, system: int = 0) -> Order:
        """Sort the rows by the scores of a system."""
        scores = items.scores[system]
        # Sorted once: a draw changes how often items count, not their order.
        rows = np.argsort(scores, kind="stable")[::-1]
        ordered = scores[rows]
        starts = np.append(0, np.flatnonzero(ordered[1:] != ordered[:-1]) + 1)
        real = items.is_positive[rows]
        masses = np.ones(len(rows), dtype=np.int64) if items.masses is None else items.masses[rows]
        parts = (np.add.reduceat(np.where(mine, masses, 0), starts) for mine in (real, ~real))
        tp, fp = (np.append(0, np.cumsum(part)).astype(masses.dtype) for part in parts)
        thresholds = np.append(np.inf, ordered[starts]).astype(np.float64)
        return cls(rows, starts, Curve(thresholds, tp, fp, items.positive, items.negative), real)

    def drawn(self, masses: NDArray[Any]) -> Curve:
        """The curve if each row has another mass."""
        ordered = masses[self.rows]
        parts = (
            np.add.reduceat(np.where(mine, ordered, 0), self.starts)
            for mine in (self.is_positive, ~self.is_positive)
        )
        return curve_of(self.curve, *parts)


def drawn_masses(items: Judged, replicates: int, seed: int | None = None) -> Iterator[NDArray[Any]]:
    """The mass of each row in each draw: of items of each class apart, or of whole clusters."""
    weights = 1 if items.weights is None else items.weights
    if items.clusters is not None:
        masses = np.ones(len(items.is_positive)) if items.masses is None else items.masses
        clusters = int(items.clusters.max()) + 1
        for rng in generators(replicates, seed):
            # Whole clusters are drawn, since items of one are not independent.
            times = np.bincount(rng.integers(clusters, size=clusters), minlength=clusters)
            yield times[items.clusters] * masses
        return
    classes = [np.flatnonzero(mine) for mine in (items.is_positive, ~items.is_positive)]
    for rng in generators(replicates, seed):
        taken = np.zeros(len(items.is_positive), dtype=np.int64)
        # Each class apart: the AUC is conditional on how many positives and negatives there are.
        for rows in classes:
            taken[rows] = _taken(rng, None if items.counts is None else items.counts[rows], len(rows))
        yield taken * weights


def _taken(rng: np.random.Generator, counts: NDArray[np.float64] | None, rows: int) -> NDArray[np.int64]:
    """How many items of each row are taken, of as many as there are."""
    if not rows:
        return np.zeros(0, dtype=np.int64)
    if counts is None:
        return np.bincount(rng.integers(rows, size=rows), minlength=rows)
    return rng.multinomial(round(float(counts.sum())), counts / counts.sum())


def bootstrap_values(
    source: Curve | Judged, statistic: Statistic, *, replicates: int = 2000, seed: int | None = None
) -> NDArray[np.float64]:
    """The values of a statistic on curves drawn anew."""
    replicates, seed = checked_replicates(replicates, least=2, of="samples"), checked_seed(seed)
    if isinstance(source, Curve):
        drawn = drawn_curves(source, replicates, seed)
    else:
        order = Order.of(source)
        drawn = (order.drawn(masses) for masses in drawn_masses(source, replicates, seed))
    return np.fromiter((float(statistic(curve)) for curve in drawn), dtype=np.float64, count=replicates)


def left_out(
    source: Curve | Judged, statistic: Callable[[Any], Any], seed: int | None = None
) -> NDArray[np.float64]:
    """The values of a statistic with one item, cluster or random group of them left out at a time.

    Groups tell of the skewness of items as items do, and a hundred are enough for a correction.
    ``statistic`` is of a curve, or of the masses of rows.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    if isinstance(source, Curve):
        return np.array([statistic(curve) for curve in _fewer_curves(source, rng)])
    rows = len(source.is_positive)
    masses = np.ones(rows) if source.masses is None else source.masses
    units = np.arange(rows) if source.clusters is None else source.clusters
    group = _groups(int(units.max()) + 1, rng)[units]
    return np.array([statistic(np.where(group == i, 0, masses)) for i in range(int(group.max()) + 1)])


def fewer_values(
    source: Curve | Judged, statistic: Statistic, seed: int | None = None
) -> NDArray[np.float64]:
    """The values of a statistic of curves with something left out, see :func:`left_out`."""
    if isinstance(source, Curve):
        return left_out(source, statistic, seed)
    order = Order.of(source)
    return left_out(source, lambda masses: statistic(order.drawn(masses)), seed)


def _fewer_curves(curve: Curve, rng: np.random.Generator) -> Iterator[Curve]:
    curve = curve.in_items
    classes = [_Sorted.of(*sums) for sums in curve.classes]
    rests = [_groups_of_counts(x.numbers, rng) for x in classes]
    for own in range(2):
        for less in rests[own]:
            left = [np.maximum(x.numbers - less, 0) if i == own else x.numbers for i, x in enumerate(classes)]
            yield curve_of(curve, *(x.heavy(numbers) for x, numbers in zip(classes, left, strict=True)))


def _groups_of_counts(numbers: NDArray[Any], rng: np.random.Generator) -> Iterator[NDArray[Any]]:
    """How many items of each score a random group has."""
    places = np.repeat(np.arange(len(numbers)), np.ceil(numbers).astype(np.int64))
    group = _groups(len(places), rng)
    for i in range(int(group.max()) + 1 if len(group) else 0):
        yield np.bincount(places[group == i], minlength=len(numbers))


def _groups(units: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random group for each unit, groups as equal as can be; every unit is one if they are few."""
    if units <= 2 * _MAX_JACKKNIFE_GROUPS:
        return np.arange(units)
    return rng.permutation(units) % _MAX_JACKKNIFE_GROUPS


def bounds_of(
    drawn: NDArray[np.float64],
    value: float,
    level: float,
    fewer: Callable[[], NDArray[np.float64]] | None = None,
) -> tuple[float, float, float]:
    """The bounds of drawn values, and their standard deviation: BCa, or plain percentiles without ``fewer``.

    NaN if most values are undefined, or all are the same: then nothing is learnt of the spread.
    """
    spread = _spread(drawn)
    if spread is None or spread.is_constant:
        return math.nan, math.nan, math.nan
    low, high = _at_level(spread, value, fewer)(level)
    return low, high, float(spread.se)


def bootstrap_p(
    drawn: NDArray[np.float64], value: float, fewer: Callable[[], NDArray[np.float64]] | None = None
) -> float:
    """One less the level of the interval that ends at 0, see :func:`bounds_of`: they cannot disagree.

    The draw that happened counts as one more, so that p is at least one over their number; NaN if most values
    are undefined, or nothing is learnt of the spread of a difference.
    """
    spread = _spread(drawn)
    if spread is None or (spread.is_constant and value != 0):
        return math.nan
    if spread.is_constant:
        return 1.0
    bounds = _at_level(spread, value, fewer)
    p_value, above = 1 / (int(spread.defined) + 1), 1.0
    if _contains_zero(bounds(1 - p_value)):
        while above - p_value > _P_VALUE_TOLERANCE * above:
            middle = (p_value + above) / 2
            p_value, above = (middle, above) if _contains_zero(bounds(1 - middle)) else (p_value, middle)
    return p_value


def bootstrap_tail(
    drawn: NDArray[np.float64], value: float, fewer: Callable[[], NDArray[np.float64]] | None = None
) -> Tail:
    """One-sided p-values of a bound, each half of one less the level of the interval that ends there."""
    spread = Spread.of(drawn)
    return drawn_tail(spread, _at_level(spread, value, fewer))


def _contains_zero(bounds: tuple[float, float]) -> bool:
    return bounds[0] <= 0 <= bounds[1]


def _spread(drawn: NDArray[np.float64]) -> Spread | None:
    """Drawn values in order; None if most are undefined."""
    spread = Spread.of(drawn)
    return None if spread.defined <= len(drawn) / 2 else spread


def _at_level(
    spread: Spread, value: float, fewer: Callable[[], NDArray[np.float64]] | None
) -> Callable[[float], tuple[float, float]]:
    """The bounds as a function of the level."""
    skewed = None if fewer is None else acceleration(fewer())

    def bounds(level: float) -> tuple[float, float]:
        if skewed is None:
            low, high = percentile_bounds(spread, level)
        else:
            low, high = bca_bounds(spread, np.asarray(value), skewed, level)
        return float(low), float(high)

    return bounds


_SCALES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "logit": (lambda x: np.log(x) - np.log1p(-x), lambda x: 1 / (1 + np.exp(-x))),
    "arcsine": (lambda x: np.arcsin(np.sqrt(x)), lambda x: np.sin(np.clip(x, 0, np.pi / 2)) ** 2),
}


def corrected_bounds(
    drawn: NDArray[np.float64], value: float, level: float, scale: str, items: float
) -> tuple[float, float, float]:
    """Bounds of a share that is symmetric on a scale, less the bias that the draws show.

    A hull, or the best of many thresholds, is too good on a sample, and better still on a draw from it. What
    draws add is taken off; as it is itself uncertain, on the scale ``"arcsine"`` it widens the bounds.
    Shares nearer to an end than half an item are taken as half an item from it.
    """
    there, back = _SCALES[scale]
    spread = _spread(drawn)
    if spread is None or spread.is_constant:
        return math.nan, math.nan, math.nan
    edge = 1 / (2 * items)
    on_scale = there(np.clip(drawn[~np.isnan(drawn)], edge, 1 - edge))
    centre = float(there(np.clip(value, edge, 1 - edge)))
    bias, deviation = float(on_scale.mean()) - centre, float(on_scale.std(ddof=1))
    half = quantile(level) * (deviation if scale == "logit" else math.hypot(deviation, bias))
    low, high = back(centre - bias - half), back(centre - bias + half)
    return min(float(low), value), max(float(high), value), float(spread.se)
