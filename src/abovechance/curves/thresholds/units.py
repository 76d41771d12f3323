"""The items behind a curve in the order of their scores, drawn anew or dealt into folds without a sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.errors import InputError
from abovechance.curves.curve.counts import Counts
from abovechance.curves.curve.curve import Curve
from abovechance.intake.missing import Missing
from abovechance.intake.scores import pair_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.inference.intervals.delta import Sampling

Draws = tuple[Array, Array]
"""How many items of each unit, ``(rows, units)``, of the positive and of the negative class."""

# Above so many items for each unit, drawing counts is faster than drawing items.
_ITEMS_PER_UNIT_TO_DRAW_COUNTS = 8


@dataclass(frozen=True, eq=False)
class Units:
    """Items of one class, the highest score first; ``counts`` alike items, of one weight, make a unit.

    ``ends`` says how many units are called positive at each position of the curve.
    """

    ends: NDArray[np.intp]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    def called(self, draws: Array) -> tuple[Array, Array]:
        """The number, or weight, of items called positive at each position, and of all items."""
        heavy = draws if self.weights is None else draws * self.weights
        sums = np.zeros((len(draws), heavy.shape[1] + 1))
        np.cumsum(heavy, axis=1, out=sums[:, 1:])
        return sums[:, self.ends], sums[:, -1:]

    @property
    def items(self) -> int:
        """How many items there are."""
        return int(self.counts.sum())

    @property
    def owners(self) -> NDArray[np.intp]:
        """The unit of each item."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


@dataclass(frozen=True, eq=False)
class Sample:
    """A curve and the items that it was made of."""

    curve: Curve
    positive: Units
    negative: Units

    def counts(self, draws: Draws) -> Counts:
        """The counts at every threshold of the curve, for each row of draws."""
        tp, positives = self.positive.called(draws[0])
        fp, negatives = self.negative.called(draws[1])
        return Counts(tp, fp, positives, negatives)

    def left_of(self, draws: Draws) -> Draws:
        """How many items of each unit are expected to be left out: of c after w draws, c·(1 - 1/c)^w."""
        return _left(self.positive.counts, draws[0]), _left(self.negative.counts, draws[1])

    def rest_of(self, draws: Draws) -> Draws:
        """The items of each unit that a fold leaves to the others."""
        return self.positive.counts - draws[0], self.negative.counts - draws[1]


def sample_of(
    truth: Column,
    scores: Column,
    *,
    missing: Any = (),
    on_missing: str = "error",
    **columns: Any,
) -> Sample:
    """The items of a column of labels and one of scores."""
    items = pair_scores(truth, scores, missing=Missing.of_scores(missing, on_missing), **columns)
    ranked = Curve.from_scored(items)
    if items.weights is None:
        return _counted(ranked)
    return Sample(
        ranked, *(_weighted(ranked, items, mine) for mine in (items.is_positive, ~items.is_positive))
    )


def sample_of_curve(curve: Curve) -> Sample:
    """The items of a curve without weights."""
    if curve.is_weighted:
        raise InputError("a curve does not say what each of its items weighs: give truth, scores and weights")
    return _counted(curve)


def _counted(curve: Curve) -> Sample:
    return Sample(curve, *(_cells(column) for column in (curve.tp, curve.fp)))


def _cells(cumulative: NDArray[Any]) -> Units:
    steps = np.diff(cumulative)
    return Units(np.concatenate(([0], np.cumsum(steps > 0))), steps[steps > 0])


def _weighted(curve: Curve, items: Any, mine: NDArray[np.bool_]) -> Units:
    mine = mine & (items.weights > 0)
    positions = np.searchsorted(-curve.thresholds[1:], -items.scores[mine].astype(np.float64)) + 1
    order = np.argsort(positions, kind="stable")
    ends = np.searchsorted(positions[order], np.arange(len(curve.thresholds)), side="right")
    counts = np.ones(len(order), dtype=np.int64) if items.counts is None else items.counts[mine][order]
    return Units(ends, counts, items.weights[mine][order])


def _left(counts: NDArray[np.int64], draws: Array) -> Array:
    if counts.size and counts.max() == 1:
        return (draws == 0).astype(np.float64)
    return counts * (1 - 1 / counts) ** draws


def drawn(sample: Sample, rng: np.random.Generator, size: int, sampling: Sampling) -> Draws:
    """As many items drawn with replacement as there are, all together or each class apart."""
    both = sample.positive.counts, sample.negative.counts
    if sampling == "classes":
        return _drawn(rng, both[0], size), _drawn(rng, both[1], size)
    draws = _drawn(rng, np.concatenate(both), size)
    return draws[:, : len(both[0])], draws[:, len(both[0]) :]


def _drawn(rng: np.random.Generator, counts: NDArray[np.int64], size: int) -> Array:
    items, units = int(counts.sum()), len(counts)
    if items > _ITEMS_PER_UNIT_TO_DRAW_COUNTS * units:
        return rng.multinomial(items, counts / items, size=size)
    if items == 0:
        return np.zeros((size, 0), dtype=np.int64)
    picks = np.repeat(np.arange(units), counts)[rng.integers(items, size=(size, items))]
    picks += units * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * units).reshape(size, units)


def dealt(sample: Sample, rng: np.random.Generator, folds: int) -> Draws:
    """The items of each fold, ``(folds, units)``; every fold has its share of both classes."""
    return _dealt(rng, sample.positive, folds, 0), _dealt(rng, sample.negative, folds, sample.positive.items)


def _dealt(rng: np.random.Generator, units: Units, folds: int, start: int) -> Array:
    size = len(units.counts)
    if units.items > _ITEMS_PER_UNIT_TO_DRAW_COUNTS * size:
        return rng.multinomial(units.counts, np.full(folds, 1 / folds)).T
    fold = rng.permutation((np.arange(units.items) + start) % folds)
    return np.bincount(fold * size + units.owners, minlength=folds * size).reshape(folds, size)


def set_apart(sample: Sample, rng: np.random.Generator, share: float) -> Draws:
    """A share of the items of each class, one row."""
    return _set_apart(rng, sample.positive, share), _set_apart(rng, sample.negative, share)


def _set_apart(rng: np.random.Generator, units: Units, share: float) -> Array:
    if units.items > _ITEMS_PER_UNIT_TO_DRAW_COUNTS * len(units.counts):
        return rng.binomial(units.counts, share)[None]
    picked = rng.permutation(units.items)[: round(share * units.items)]
    return np.bincount(units.owners[picked], minlength=len(units.counts))[None]
