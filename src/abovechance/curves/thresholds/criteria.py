"""What makes one threshold better than another: a loss, in whole numbers wherever that is possible.

A loss without divisions takes floating-point numbers and Python's whole numbers alike: the first are fast,
the second tell equal thresholds from nearly equal ones.

All thresholds that are best by a criterion: ties are told in whole numbers, not by rounding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.curves.curve.counts import Counts, shares
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.curves.curve.curve import Curve
    from abovechance.measures.registry import Measure


# Losses that differ by less, of the largest there can be, are compared in whole numbers.
_LOSS_TOLERANCE = 1e-12
_LAST_DIGITS = 8 * float(np.finfo(float).eps)


@dataclass(frozen=True)
class Criterion(ABC):
    """What is best: the least loss, whose ``name`` is a measure's key or one of ``NAMES``.

    ``is_exact`` says whether the loss of whole numbers is one; ``is_linear`` whether lines of equal loss are
    straight and parallel in ROC space, so that the best thresholds are on the hull.
    """

    name: str
    is_exact: ClassVar[bool] = True
    is_linear: ClassVar[bool] = False

    @abstractmethod
    def loss(self, c: Counts) -> Array:
        """What is to be small; NaN where it is undefined."""

    @abstractmethod
    def value(self, c: Counts) -> Array:
        """The number that is reported."""

    @abstractmethod
    def rounding(self, c: Counts, least: float) -> float:
        """By how much rounding can part thresholds that have the same, least loss."""

    @property
    def needs_both(self) -> bool:
        """Whether it is undefined where there is only one class."""
        return True

    @property
    def loss_at_chance(self) -> float:
        """The loss of deciding without the scores, if that of one decision for all is undefined."""
        return np.inf

    @property
    def measure(self) -> Measure | None:
        """The measure, if it is one."""
        return None

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The parameters of its formula."""
        return {}


@dataclass(frozen=True)
class Informedness(Criterion):
    """Recall less Fallout, times both totals (Youden 1950; Powers 2003)."""

    name: str = "informedness"
    is_linear: ClassVar[bool] = True

    def loss(self, c: Counts) -> Array:
        """FP·P - TP·N."""
        return c.fp * c.positives - c.tp * c.negatives

    def value(self, c: Counts) -> Array:
        """Informedness."""
        return np.asarray(self.measure(c.tables()))

    def rounding(self, c: Counts, least: float) -> float:  # noqa: ARG002
        """A little of P·N."""
        return _LOSS_TOLERANCE * float(c.positives * c.negatives)

    @property
    def measure(self) -> Measure:
        """Informedness."""
        return measure("informedness")


@dataclass(frozen=True)
class Weighed(Criterion):
    """Misses and false alarms, each with a weight: of a prevalence, or of the counts as they are."""

    missed: Fraction = Fraction(1)
    alarm: Fraction = Fraction(1)
    prevalence: Fraction | None = None

    @property
    def needs_both(self) -> bool:
        """At another prevalence, the rates of both classes are needed."""
        return self.prevalence is not None

    def terms(self, c: Counts) -> tuple[Array, Array]:
        """The two kinds of errors in one unit, as whole numbers if the counts are."""
        if self.prevalence is None:
            a, b = _whole(self.missed, self.alarm)
            return a * c.fn, b * c.fp
        # Rates times both totals: whole numbers in the proportion of the rates.
        a, b = _whole(self.missed * self.prevalence, self.alarm * (1 - self.prevalence))
        return a * c.fn * c.negatives, b * c.fp * c.positives

    def per_item(self, c: Counts) -> tuple[Array, Array]:
        """What an item may be expected to add to each."""
        missed, alarm = float(self.missed), float(self.alarm)
        if self.prevalence is None:
            return missed * shares(c.fn, c.total), alarm * shares(c.fp, c.total)
        share = float(self.prevalence)
        return missed * share * c.fnr, alarm * (1 - share) * c.fpr

    def rounding(self, c: Counts, least: float) -> float:  # noqa: ARG002
        """A little of the loss of deciding all items wrongly."""
        worst = Counts(0 * c.tp, 0 * c.fp + c.negatives, c.positives, c.negatives)
        return _LOSS_TOLERANCE * float(np.max(sum(self.terms(worst))))


@dataclass(frozen=True)
class Cost(Weighed):
    """The expected cost of an item, ``π·C_FN·FNR + (1 - π)·C_FP·FPR`` (Metz 1978; Provost & Fawcett 2001)."""

    name: str = "cost"
    is_linear: ClassVar[bool] = True

    def loss(self, c: Counts) -> Array:
        """Misses and false alarms by their cost."""
        missed, alarm = self.terms(c)
        return missed + alarm

    def value(self, c: Counts) -> Array:
        """The cost of an item."""
        missed, alarm = self.per_item(c)
        return missed + alarm


@dataclass(frozen=True)
class NoBias(Weighed):
    """Bias nearest to prevalence: as many false alarms as misses (Powers 2011)."""

    name: str = "bias_equals_prevalence"

    def loss(self, c: Counts) -> Array:
        """|FP - FN|."""
        missed, alarm = self.terms(c)
        return abs(alarm - missed)

    def value(self, c: Counts) -> Array:
        """Bias less prevalence."""
        missed, alarm = self.per_item(c)
        return alarm - missed


@dataclass(frozen=True)
class EqualErrors(NoBias):
    """Fallout and miss rate nearest to each other: no bias where the classes are as frequent."""

    name: str = "equal_error_rate"
    prevalence: Fraction = Fraction(1, 2)

    def value(self, c: Counts) -> Array:
        """The mean of Fallout and miss rate."""
        return (c.fpr + c.fnr) / 2


@dataclass(frozen=True)
class Closest(Criterion):
    """Closest to the point (0, 1) of ROC space (Perkins & Schisterman 2006, who advise against it)."""

    name: str = "closest"

    def loss(self, c: Counts) -> Array:
        """(FN·N)² + (FP·P)²."""
        # The squared distance times (P·N)², which keeps counts whole.
        return (c.fn * c.negatives) ** 2 + (c.fp * c.positives) ** 2

    def value(self, c: Counts) -> Array:
        """The distance."""
        return np.hypot(c.fpr, c.fnr)

    def rounding(self, c: Counts, least: float) -> float:  # noqa: ARG002
        """A little of (P·N)²."""
        return _LOSS_TOLERANCE * float((c.positives * c.negatives) ** 2)


@dataclass(frozen=True)
class OfMeasure(Criterion):
    """A measure of the catalogue nearest to its best value."""

    prevalence: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    is_exact: ClassVar[bool] = False

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The parameters of the measure's formula."""
        return self.options

    @property
    def needs_both(self) -> bool:
        """The measure itself tells where it is undefined."""
        return False

    @property
    def measure(self) -> Measure:
        """The measure, found by its name, for a measure cannot be pickled."""
        return measure(self.name)

    def value(self, c: Counts) -> Array:
        """The measure."""
        return c.measured(self.measure, self.prevalence, **self.parameters)

    def loss(self, c: Counts) -> Array:
        """How far it is from its best value; up to a constant if that is an end of its range."""
        return self._loss_of(self.value(c))

    @property
    def loss_at_chance(self) -> float:
        """Where a measure such as Matthews correlation is undefined, calling all items alike is chance."""
        chance = self.measure.chance
        return float(self._loss_of(np.asarray(chance))) if isinstance(chance, float) else np.inf

    def _loss_of(self, values: Array) -> Array:
        m = self.measure
        # Without a subtraction no digit is lost.
        if m.best in (m.low, m.high):
            return -values if m.best == m.high else values
        return np.abs(values - m.best)

    def rounding(self, c: Counts, least: float) -> float:  # noqa: ARG002
        """The last digits of the value."""
        return _LAST_DIGITS * max(1.0, abs(least)) if np.isfinite(least) else 0.0


def as_written(number: object) -> Fraction:
    """A number as the fraction that its shortest decimal form says: 0.1 is a tenth, not its double."""
    return (
        number
        if isinstance(number, Fraction)
        else Fraction(str(number.item() if isinstance(number, np.number) else number))
    )


def _whole(*shares: Fraction) -> list[int]:
    """The least whole numbers in the same proportion."""
    common = int(np.lcm.reduce(np.array([x.denominator for x in shares], dtype=object)))
    numbers = [int(x * common) for x in shares]
    divisor = int(np.gcd.reduce(np.array(numbers, dtype=object))) or 1
    return [x // divisor for x in numbers]


def optima(curve: Curve, criterion: Criterion, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.intp]:
    """The positions of all thresholds that are best, the highest threshold first; none if undefined.

    A linear criterion needs only the vertices of the hull: its lines of equal loss are tangents (Provost &
    Fawcett 2001). If two vertices are best, so is every threshold on the edge between them.
    """
    if criterion.needs_both and not (curve.positives and curve.negatives):
        return np.empty(0, dtype=np.intp)
    if allowed is not None:
        return _least(curve, criterion, np.flatnonzero(allowed))
    if not criterion.is_linear or curve.is_weighted:
        return _least(curve, criterion, np.arange(len(curve.thresholds)))
    # A linear loss is least at vertices of the hull, of which there are few, or all along one edge.
    corners = _least(curve, criterion, curve.hull_positions)
    return _least(curve, criterion, _edge(curve, corners[0], corners[-1]))


def _edge(curve: Curve, first: np.intp, last: np.intp) -> NDArray[np.intp]:
    """All positions between two, and those of scores that no item has, which decide as others do."""
    start = max(np.searchsorted(x, x[first], side="left") for x in (curve.tp, curve.fp))
    end = min(np.searchsorted(x, x[last], side="right") for x in (curve.tp, curve.fp))
    return np.arange(start, end)


def _least(curve: Curve, criterion: Criterion, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    counts = Counts.of(curve, positions)
    loss = criterion.loss(counts)
    defined = ~np.isnan(loss)
    if not defined.any():
        return positions[:0]
    least = loss[defined].min()
    # All defined thresholds are worse than calling all items alike.
    if least > criterion.loss_at_chance + criterion.rounding(counts, least):
        idle = positions[~defined & _is_idle(counts)]
        if len(idle):
            return idle
    # Floats first, as whole numbers of Python are slow: only thresholds within rounding of the least
    # remain.
    near = positions[defined & (loss <= least + criterion.rounding(counts, least))]
    if not criterion.is_exact or curve.is_weighted:
        return near
    # Ties are real only in whole numbers; floats choose the few that are worth this.
    exact = np.asarray(criterion.loss(Counts.exact(curve, near)), dtype=object)
    return near[np.asarray(exact == exact.min(), dtype=bool)]


def _is_idle(counts: Counts) -> NDArray[np.bool_]:
    """Whether a threshold calls all items alike, so that the scores say nothing."""
    called = counts.tp + counts.fp
    return np.asarray((called == 0) | (called == counts.total), dtype=bool)


def best_of_each(
    criterion: Criterion, counts: Counts, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.intp]:
    """The position of the first of the best thresholds in each row of a batch; -1 where there is none."""
    loss = np.asarray(criterion.loss(counts), dtype=np.float64)
    undefined = np.isnan(loss)
    idle = undefined & _is_idle(counts) & ~undefined.all(-1, keepdims=True)
    # just above, so that a threshold that is no worse than chance goes first
    loss = np.where(idle, np.nextafter(criterion.loss_at_chance, np.inf), loss)
    undefined &= ~(idle & np.isfinite(criterion.loss_at_chance))
    if criterion.needs_both:
        undefined |= (counts.positives == 0) | (counts.negatives == 0)
    if allowed is not None:
        undefined |= ~allowed
    position = np.where(undefined, np.inf, loss).argmin(-1)
    rows = np.arange(len(position))
    # an infinite loss that is allowed would hide behind those that are not
    hidden = undefined[rows, position] & ~undefined.all(-1)
    position[hidden] = (~undefined[hidden]).argmax(-1)
    return np.where(undefined.all(-1), -1, position)
