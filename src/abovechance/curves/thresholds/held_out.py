"""``Selection``: a threshold chosen on parts of the items, each choice judged by the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result, Row
from abovechance.curves.curve.counts import Counts, shares
from abovechance.curves.thresholds.criteria import best_of_each
from abovechance.curves.thresholds.operating import between, chosen_point
from abovechance.curves.thresholds.point import OperatingPoint, criterion_interval, table_interval
from abovechance.curves.thresholds.purposes import Constraint, allowed
from abovechance.inference.intervals.cautions import WEIGHTS
from abovechance.measures.registry import measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.curves.thresholds.criteria import Criterion
    from abovechance.curves.thresholds.units import Draws, Sample
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure

_NO_THRESHOLD = "no threshold could be chosen on any part of the items"
_NAN = float("nan")


@dataclass(frozen=True, eq=False)
class Estimate(Result):
    """The apparent value of a chosen threshold, and the one expected on new items, with its interval.

    Attributes
    ----------
    measure
        The key of the measure.
    apparent
        Its value on the items that the threshold was chosen on.
    value, low, high, se, level, method
        The value expected on new items, its interval and standard error, and how they were found.
    warning, reason
        Why not to trust the interval, and why something is undefined; or None.
    """

    _headline = "value"

    measure: str
    apparent: float
    value: float
    low: float
    high: float
    se: float
    level: float
    method: str
    warning: str | None = None
    reason: str | None = None
    _derived: ClassVar[tuple[str, ...]] = ("optimism",)

    @property
    def optimism(self) -> float:
        """By how much the apparent value is too large."""
        return self.apparent - self.value


@dataclass(frozen=True, eq=False, repr=False)
class Selection(Result):
    """A chosen threshold, judged honestly.

    Attributes
    ----------
    point
        The operating point chosen on all items, with its apparent value.
    method, estimates
        How it was judged, and the criterion and other measures, apparent and honest.
    table
        The decisions on items that had no part in the choice, brought to the number of items of the curve
        (with ``"split"``, the items set apart); None for ``"optimism"``.
    cuts, undecided
        The cuts that were chosen on the parts or resamples, and on how many nothing could be chosen.
    cut_low, cut_high
        The bounds of the cuts chosen on resamples, of which a share of one less the level lies outside; NaN
        without resamples.
    """

    point: OperatingPoint
    method: str
    estimates: tuple[Estimate, ...]
    table: Tables | None
    cuts: NDArray[np.float64]
    thresholds: NDArray[np.float64]
    cut_low: float
    cut_high: float
    undecided: int

    @property
    def estimate(self) -> Estimate:
        """The criterion."""
        return self.estimates[0]

    def __getitem__(self, name: str) -> Estimate:
        """The estimate of a measure by any of its names."""
        for one in self.estimates:
            if one.measure == name:
                return one
        key = measure(name).key
        for one in self.estimates:
            if one.measure == key:
                return one
        raise InputError(f"{key} was not computed: name it in measures=")

    def frequencies(self) -> dict[float, float]:
        """How often each threshold of the curve was chosen, the most frequent first."""
        distinct, counts = np.unique(self.thresholds, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        shares = counts[order] / max(len(self.thresholds), 1)
        return dict(zip(distinct[order].tolist(), shares.tolist(), strict=True))

    def rows(self) -> list[Row]:
        """One row for each estimate."""
        return [row for one in self.estimates for row in one.rows()]

    def __repr__(self) -> str:
        """The threshold and a line for each measure."""
        if self.point.position is None:
            return repr(self.point)
        width = max(len(one.measure) for one in self.estimates)
        lines = [f"threshold {self.point.threshold:.6g}, judged by {self.method}"]
        if not np.isnan(self.cut_low):
            share = f"{100 * self.estimate.level:g} %"
            lines[0] += f"; {share} of resamples cut between {self.cut_low:.6g} and {self.cut_high:.6g}"
        lines += [f"{one.measure:{width}}  {_line(one)}" for one in self.estimates]
        return "\n".join(lines)


def _line(one: Estimate) -> str:
    said = f"{one.value:.4f} ({one.low:.4f} to {one.high:.4f}), apparent {one.apparent:.4f}"
    return said if one.reason is None else f"{one.value:.4f}, apparent {one.apparent:.4f}: {one.reason}"


@dataclass(frozen=True, eq=False)
class Task:
    """What to choose by, and what to report."""

    sample: Sample
    rule: Criterion
    constraints: tuple[Constraint, ...]
    prevalence: float | None
    measures: tuple[Measure, ...]
    level: float

    def choose(self, counts: Counts) -> tuple[Array, Array, Array, Array]:
        """The rows in which a choice is possible, the position chosen, and the cut with its position."""
        position = best_of_each(self.rule, counts, allowed(self.constraints, counts, self.prevalence))
        rows = np.flatnonzero(position >= 0)
        cut, at = self._cuts(counts, rows, position[rows])
        return rows, position[rows], cut, at

    def _cuts(self, counts: Counts, rows: Array, position: Array) -> tuple[Array, Array]:
        """Between the score chosen and the next lower one that occurs in the part."""
        thresholds = self.sample.curve.thresholds
        called = (counts.tp + counts.fp)[rows]
        # The next score that occurs in the part: thresholds between call the same of its items positive.
        more = called > called[np.arange(len(rows)), position][:, None]
        # No item of the part is below: where to cut under it is not known, so all are called positive.
        is_last = ~more.any(1)
        lower = np.where(is_last, len(thresholds) - 1, more.argmax(1))
        cut = between(self.sample.curve, thresholds[position], thresholds[lower])
        at = np.searchsorted(-thresholds[1:], -cut, side="right")
        nothing = position == 0
        cut = np.where(nothing, np.inf, np.where(is_last, -np.inf, cut))
        return cut, np.where(nothing, 0, np.where(is_last, len(thresholds) - 1, at))

    def values(self) -> dict[str, Callable[[Counts], Array]]:
        """What is reported: the criterion first."""
        found: dict[str, Callable[[Counts], Array]] = {self.rule.name: self.rule.value}
        for m in self.measures:
            found.setdefault(m.key, self._value(m))
        return found

    def _value(self, m: Measure) -> Callable[[Counts], Array]:
        return lambda counts: counts.measured(m, self.prevalence)


def judged(task: Task, method: str, batches: Iterator[tuple[Draws, Draws]], seed: int | None) -> Selection:
    """Choose on each part of the items and judge by its counterpart."""
    curve = task.sample.curve
    point = chosen_point(curve, task.rule, task.constraints, task.prevalence)
    tally = Tally(task, with_optimism=method == "optimism")
    if point.position is not None:
        for chosen_on, judged_by in batches:
            tally.add(chosen_on, judged_by)
    cuts, positions = tally.choices()
    table = None if method == "optimism" else tally.table(is_split=method == "split")
    bounds = (np.nan, np.nan)
    if method in ("bootstrap", "optimism") and len(cuts):
        ends = [(1 - task.level) / 2, (1 + task.level) / 2]
        # A cut that was really chosen; interpolation could give one between two groups of scores.
        bounds = tuple(np.quantile(cuts, ends, method="inverted_cdf").tolist())
    return Selection(
        point=point,
        method=method,
        estimates=tuple(_estimates(task, point, table, tally, seed)),
        table=table,
        cuts=cuts,
        thresholds=curve.thresholds[positions],
        cut_low=bounds[0],
        cut_high=bounds[1],
        undecided=tally.undecided,
    )


class Tally:
    """The choices on all parts, and the decisions that they make on the rest."""

    def __init__(self, task: Task, *, with_optimism: bool) -> None:
        self.task = task
        self.with_optimism = with_optimism
        self.cuts: list[Array] = []
        self.positions: list[Array] = []
        self.cells = np.zeros(4)
        self.undecided = 0
        self.excess: dict[str, list[Array]] = {name: [] for name in task.values()}

    def add(self, chosen_on: Draws, judged_by: Draws) -> None:
        """Choose on one part of the items, or on several, and judge by the others."""
        counts = self.task.sample.counts(chosen_on)
        rows, position, cut, at = self.task.choose(counts)
        self.cuts.append(cut)
        self.positions.append(at)
        self.undecided += len(counts.tp) - len(rows)
        if self.with_optimism:
            self._add_optimism(counts.take(rows, position), at)
            return
        # Cells are summed over the parts, so that every held-out item counts the same.
        held = self.task.sample.counts(judged_by).take(rows, at)
        self.cells += [np.sum(x) for x in (held.tp, held.fp, held.positives, held.negatives)]

    def _add_optimism(self, there: Counts, at: Array) -> None:
        here = Counts.of(self.task.sample.curve, at)
        for name, value in self.task.values().items():
            with np.errstate(invalid="ignore"):
                self.excess[name].append(value(there) - value(here))

    def choices(self) -> tuple[Array, Array]:
        """All cuts, and their positions in the curve."""
        cuts = np.concatenate([np.empty(0), *self.cuts])
        return cuts, np.concatenate([np.empty(0, dtype=np.intp), *self.positions])

    def table(self, *, is_split: bool) -> Tables:
        """The decisions on items that had no part in the choice."""
        curve = self.task.sample.curve
        tp, fp, positives, negatives = self.cells.tolist()
        # Items are held out more than once: their decisions are scaled down to the items there are.
        if not is_split:
            tp, fp = (
                part / whole * total if whole else 0.0
                for part, whole, total in ((tp, positives, curve.positives), (fp, negatives, curve.negatives))
            )
            empty = not (positives or negatives)
            positives, negatives = (0.0, 0.0) if empty else (curve.positives, curve.negatives)
        counts = np.array([[negatives - fp, fp], [positives - tp, tp]])
        squares = None
        if curve.tp_squares is not None and curve.fp_squares is not None:
            # what items of a class weigh on the average, since those that were judged are drawn from all
            sums = [curve.fp_squares[-1], curve.tp_squares[-1]]
            heavy = shares(np.array(sums), np.array([curve.negatives, curve.positives]))
            squares = counts * np.nan_to_num(heavy)[:, None]
        named: dict[str, Any] = {"positive": curve.positive, "positive_guessed": curve.positive_guessed}
        return Tables(counts, (curve.negative, curve.positive), squares=squares, **named)


def _estimates(
    task: Task, point: OperatingPoint, table: Tables | None, tally: Tally, seed: int | None
) -> Iterator[Estimate]:
    for name, value in task.values().items():
        if point.table is None or not any(map(len, tally.cuts)):
            reason = point.reason if point.table is None else _NO_THRESHOLD
            yield Estimate(name, _NAN, _NAN, _NAN, _NAN, _NAN, task.level, "none", reason=reason)
            continue
        apparent = float(value(Counts.in_tables(point.table.counts[None].astype(float)))[0])
        if table is None:
            yield _corrected(name, apparent, np.concatenate(tally.excess[name]), task)
        else:
            yield _held_out(name, apparent, table, task, seed)


def _held_out(name: str, apparent: float, table: Tables, task: Task, seed: int | None) -> Estimate:
    found = _interval(name, table, task, seed)
    warning = found.warning
    if warning == WEIGHTS and not task.sample.curve.is_weighted:
        # the decisions of many parts are shared out over the items, whose number is known
        whole = np.rint(table.counts).astype(np.int64)
        warning = _interval(name, Tables(whole, table.labels), task, seed).warning
    numbers = found.value, found.low, found.high, found.se
    return Estimate(name, apparent, *numbers, task.level, found.method, warning, found.reason)


def _interval(name: str, table: Tables, task: Task, seed: int | None) -> Interval:
    options: dict[str, Any] = {"prevalence": task.prevalence, "level": task.level, "seed": seed}
    if name == task.rule.name:
        return criterion_interval(task.rule, table, **options)
    return table_interval(name, table, **options)


def _corrected(name: str, apparent: float, excess: Array, task: Task) -> Estimate:
    """The apparent value less the mean excess, and less its quantiles: the bootstrap's pivot."""
    known = excess[np.isfinite(excess)]
    if not len(known) or not np.isfinite(apparent):
        reason = "the value is undefined on the items or on every resample"
        return Estimate(name, apparent, _NAN, _NAN, _NAN, _NAN, task.level, "optimism", reason=reason)
    ends = np.quantile(known, [(1 + task.level) / 2, (1 - task.level) / 2])
    value, low, high = (apparent - x for x in (known.mean(), *ends))
    m = task.rule.measure if name == task.rule.name else next(m for m in task.measures if m.key == name)
    if m is not None:
        # Less the optimism, a value may leave the range of its measure.
        value, low, high = np.clip((value, low, high), m.low, m.high)
    numbers = float(value), float(low), float(high), float(known.std(ddof=1))
    return Estimate(name, apparent, *numbers, task.level, "optimism")
