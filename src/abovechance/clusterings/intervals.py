"""How sure the values are: items are a sample, and another sample would give another table.

Small tables are left to the methods for any measure of a table. What these cannot do, or would do slowly, is
done along the non-empty cells: the jackknife, which leaves out one item of each cell in turn, and the
bootstrap, which draws as many items anew.

When no item disagrees: how low the value may be though no disagreement was seen.

If items disagreed with probability D, n items without a disagreement would come with probability (1 − D)ⁿ.
The D at which that is half of what the level leaves is the most that the items allow. The other end of every
interval is the value on the table in which so many items disagree as they would by chance. So all measures
of one comparison are judged by the same disagreement; that of accuracy is the bound of Clopper and Pearson.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.declared import Adjusted, Matched
from abovechance.clusterings.expected import expected_information, left_out_information
from abovechance.clusterings.sparse import LeftOut, SparseContingency
from abovechance.clusterings.values import LINKED, MANY_CLASSES, adjusted
from abovechance.core.checks import quantile
from abovechance.core.lookup import Names
from abovechance.inference.intervals import cautions
from abovechance.inference.intervals.delta import Linear, interval_on_scale
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.methods import ALIASES, GENERAL
from abovechance.inference.resampling.bootstrap import (
    Spread,
    acceleration,
    bca_bounds,
    percentile_bounds,
    seeded_chunks,
)
from abovechance.measures.registry import Measure, measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.declared import Chosen
    from abovechance.clusterings.values import Comparison
    from abovechance.inference.intervals.interval import Interval

UNSEEN = "no item disagrees: the bound is that of a disagreement too rare to be seen"
METHOD = "all_agree"
# Cells of the whole table, which `other_end` lays out.
_MOST_IDENTICAL = 1 << 20
_ROUNDING_ERROR = 1e-9
_POPULATION_FACTOR = 1e6  # how many times as many items stand for all that there are


def is_best(cells: Cells, chosen: Chosen, value: float) -> bool:
    """Whether all items agree, and the value is the best for that reason."""
    if not cells.are_identical or not 1 < cells.size <= _MOST_IDENTICAL:
        return False
    if cells.is_weighted or chosen.best is None:
        return False
    return math.isclose(value, chosen.best, rel_tol=0, abs_tol=_ROUNDING_ERROR)


def other_end(comparison: Comparison, chosen: Chosen, level: float) -> float:
    """The value if as many items disagreed as may do so unseen."""
    counts = _with_unseen(comparison.cells, level)
    if isinstance(chosen, Matched):
        return float(measure(chosen.of)(Tables(counts, tuple(range(len(counts))))))
    rows, columns = np.indices(counts.shape).reshape(2, -1)
    bounded = isinstance(chosen, Adjusted) or math.isfinite(chosen.high)
    # broken items make no pairs, and of a whole population chance gives no information
    quantities = SparseContingency(counts.reshape(-1) * (_POPULATION_FACTOR if bounded else 1), rows, columns)
    with np.errstate(all="ignore"):
        if isinstance(chosen, Adjusted):
            return float(adjusted(chosen, quantities, 0.0))
        return float(chosen.function(quantities))


def _with_unseen(cells: Cells, level: float) -> NDArray[Any]:
    """The table in which some items are dealt out by chance, of the same margins; groups stand in pairs."""
    n, sizes = cells.total, cells.counts
    # The upper bound of Clopper and Pearson for a share that was seen in none of n items.
    unseen = 1 - ((1 - level) / 2) ** (1 / n)
    by_chance = np.outer(sizes, sizes) / n
    # of items that are dealt out, some come to lie where they were
    dealt = min(unseen / (1 - float(np.square(sizes / n).sum())), 1.0)
    return (1 - dealt) * np.diag(sizes) + dealt * by_chance


METHODS = ("auto", "jackknife", *GENERAL, "none")
method_named = Names("interval method of partitions", METHODS, ALIASES)  # a method by any of its names
FEW_CELLS = 400  # tables of so many cells are small: the usual methods are quick there
_BLOCK_SIZE = 1 << 21
_MOST_CELLS = 1 << 20
_MOST_ITEMS = 1 << 40
"""Beyond this, leaving one item out changes nothing that a floating-point number could tell."""
CHOSEN_TO_FIT = "the assignment was chosen to fit these items, so that the value is too high"
LARGE = "the table is large: say method='percentile' for an interval by the bootstrap"
TOO_LARGE = f"the table has more than {_MOST_CELLS} non-empty cells: there is no interval"
NO_SPREAD = "the value has no standard error: it is undefined if some single item is left out"
NOT_ASKED = "no interval was requested"
WEIGHTS = "items have weights, and this method takes whole items away or draws them"
HUGE = "there are so many items that one of them changes nothing"


@dataclass(frozen=True)
class Bounds:
    """An interval, how it was found, and what to beware of."""

    low: float = math.nan
    high: float = math.nan
    se: float = math.nan
    method: str = "none"
    warning: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Setting:
    """What all measures of one call have in common."""

    method: str
    level: float
    replicates: int
    seed: int | None


class Intervals:
    """The intervals of one comparison; what measures share is found once."""

    def __init__(self, comparison: Comparison, chosen: Sequence[Chosen], setting: Setting) -> None:
        self._comparison, self._setting = comparison, setting
        self._cells = comparison.cells
        self._chosen = chosen
        self._small = self._cells.size <= FEW_CELLS

    def of(self, chosen: Chosen, value: float) -> Bounds:
        """The interval of one measure."""
        method = self._setting.method
        if method == "none":
            return Bounds(reason=NOT_ASKED)
        if method != "posterior" and is_best(self._cells, chosen, value):
            end = other_end(self._comparison, chosen, self._setting.level)
            return Bounds(min(end, value), max(end, value), 0.0, METHOD, UNSEEN)
        return self._of_a_sample(chosen, value)

    def _of_a_sample(self, chosen: Chosen, value: float) -> Bounds:
        """The same where items differ."""
        method = self._setting.method
        if isinstance(chosen, Matched):
            return self._after_assignment(chosen)
        if isinstance(chosen, Measure) and self._is_usual:
            return _taken(self._usual[chosen.key])
        kinked = _has_kinks(chosen)
        if method in ("auto", "delta", "wald", "jackknife") and not kinked:
            return self._jackknife(chosen, value)
        if method == "auto":
            return Bounds(reason=LARGE)
        return self._bootstrap(chosen, value)

    @property
    def _is_usual(self) -> bool:
        method = self._setting.method
        return method != "jackknife" and (self._small or method == "posterior")

    @cached_property
    def _usual(self) -> Mapping[str, Interval]:
        """Intervals by the methods for any measure of a table."""
        plain = [x for x in self._chosen if isinstance(x, Measure)]
        s = self._setting
        return interval(
            self._cells.tables(), plain, level=s.level, method=s.method, seed=s.seed, replicates=s.replicates
        )

    def _after_assignment(self, chosen: Matched) -> Bounds:
        """The interval of the measure of right and wrong, as if the assignment had been given."""
        tables, assignment = self._comparison.labelled, self._comparison.assignment
        if assignment is None:
            return Bounds(reason=LINKED)
        if chosen.of == "accuracy":
            right = assignment.total
            # Accuracy is a proportion of right items: its interval needs no table of all the groups.
            tables = Tables.from_counts([[right, self._cells.total - right], [0, 0]])
        s = self._setting
        if tables is None:
            return Bounds(reason=MANY_CLASSES)
        if len(tables.labels) ** 2 > FEW_CELLS and s.method in ("auto", "jackknife"):
            return Bounds(reason=LARGE)
        method = "auto" if chosen.of == "accuracy" or s.method == "jackknife" else s.method
        found = interval(
            tables, chosen.of, level=s.level, method=method, seed=s.seed, replicates=s.replicates
        )
        bounds = _taken(found)
        return Bounds(bounds.low, bounds.high, bounds.se, bounds.method, CHOSEN_TO_FIT, bounds.reason)

    # The jackknife ------------------------------------------------------------------------------

    @cached_property
    def _left_out(self) -> LeftOut:
        return LeftOut(self._cells, self._comparison.whole)

    @cached_property
    def _left_out_expected(self) -> NDArray[np.float64]:
        rows, columns, matrix = left_out_information(*self._cells.margins)
        return matrix[rows[self._cells.rows], columns[self._cells.columns]]

    def _without_one(self, chosen: Chosen) -> Any:
        """The value with one item of each cell left out."""
        with np.errstate(all="ignore"):
            if isinstance(chosen, Adjusted):
                return adjusted(chosen, self._left_out, self._left_out_expected)
            return chosen.function(self._left_out) if isinstance(chosen, Measure) else math.nan

    def _jackknife(self, chosen: Chosen, value: float) -> Bounds:
        if math.isnan(value):
            return Bounds()
        if self._cells.is_weighted or self._cells.total > _MOST_ITEMS:
            return Bounds(reason=WEIGHTS if self._cells.is_weighted else HUGE)
        values = self._without_one(chosen)
        counts, n = self._cells.counts, self._cells.total
        with np.errstate(invalid="ignore"):  # without an item the value may be infinite
            # Each cell stands for as many items as it has: items of one cell leave the same table behind.
            deviations = values - (counts @ values) / n
            se = math.sqrt((n - 1) / n * float(counts @ deviations**2))
        if math.isnan(se):
            return Bounds(reason=NO_SPREAD)
        low, high = _range(chosen, value)
        linear = Linear(np.asarray(value), np.asarray(se))
        bounds = interval_on_scale(linear, quantile(self._setting.level), np.float64(low), np.float64(high))
        flat = se <= 1e-9 * max(abs(value), 1)
        return Bounds(
            float(bounds[0]), float(bounds[1]), se, "jackknife", cautions.FLAT if flat else self._caution
        )

    @cached_property
    def _caution(self) -> str | None:
        few = min(margin.min() for margin in self._cells.margins) < cautions.FEW_IN_CLASS
        return cautions.SMALL_CLASS.replace("class", "group") if few else None

    # The bootstrap ------------------------------------------------------------------------------

    @cached_property
    def _drawn(self) -> Mapping[str, NDArray[np.float64]]:
        """The values of all measures on tables of as many items drawn anew from the cells."""
        counts, n = self._cells.counts, self._cells.total
        chunk = max(_BLOCK_SIZE // len(counts), 1)
        wanted = [x for x in self._chosen if not isinstance(x, Matched)]
        parts: dict[str, list[Any]] = {x.key: [] for x in wanted}
        for _, size, rng in seeded_chunks(self._setting.replicates, chunk, self._setting.seed):
            drawn = rng.multinomial(n, counts / n, size=size)
            for key, values in self._of_drawn(wanted, drawn).items():
                parts[key].append(values)
        return {key: np.concatenate(values) for key, values in parts.items()}

    def _of_drawn(self, wanted: Sequence[Chosen], drawn: NDArray[Any]) -> dict[str, Any]:
        quantities = SparseContingency(drawn, self._cells.rows, self._cells.columns)
        found = {}
        with np.errstate(all="ignore"):
            for x in wanted:
                if isinstance(x, Measure):
                    found[x.key] = np.broadcast_to(x.function(quantities), len(drawn))
            informed = [x for x in wanted if isinstance(x, Adjusted)]
            if informed:
                margins = zip(quantities.real, quantities.predicted, strict=True)
                expected = np.array([expected_information(a[a > 0], b[b > 0]) for a, b in margins])
                found |= {x.key: adjusted(x, quantities, expected) for x in informed}
        return found

    def _bootstrap(self, chosen: Chosen, value: float) -> Bounds:
        if math.isnan(value):
            return Bounds()
        if self._cells.is_weighted or len(self._cells.counts) > _MOST_CELLS:
            return Bounds(reason=WEIGHTS if self._cells.is_weighted else TOO_LARGE)
        method = "bca" if self._setting.method in ("bca", "auto") else "percentile"
        spread = Spread.of(self._drawn[chosen.key])
        if method == "bca":
            bounds = bca_bounds(spread, np.float64(value), self._acceleration(chosen), self._setting.level)
        else:
            bounds = percentile_bounds(spread, self._setting.level)
        low, high = (float(x) for x in bounds)
        # Values of drawn tables are biased: their quantiles may leave out the value itself.
        return Bounds(min(low, value), max(high, value), float(spread.se), method, self._caution)

    def _acceleration(self, chosen: Chosen) -> Any:
        """A sixth of the skewness of the values with one item left out; none where measures have kinks."""
        if _has_kinks(chosen):
            return np.float64(0.0)
        return acceleration(self._without_one(chosen), self._cells.counts)


def _has_kinks(chosen: Chosen) -> bool:
    """Whether the largest of several cells decides; of two entropies it is almost always the same one."""
    return isinstance(chosen, Measure) and chosen.kinked and chosen.given_margins != "information"


def _range(chosen: Chosen, value: float) -> tuple[float, float]:
    """The ends that decide on the scale; adjusted information below −1 has only the upper one."""
    if isinstance(chosen, Measure):
        return chosen.low, chosen.high
    return (-1.0 if value > -1 else -math.inf), 1.0


def _taken(found: Interval) -> Bounds:
    return Bounds(found.low, found.high, found.se, found.method, found.warning, found.reason)
