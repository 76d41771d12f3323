"""``OperatingPoint``: a threshold, the decisions that it makes, and how sure their measures are."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult
from abovechance.curves.curve.counts import Counts
from abovechance.inference.arguments import checked_seed
from abovechance.inference.intervals.dependent import cluster_interval
from abovechance.inference.intervals.effective_size import class_items
from abovechance.inference.intervals.interval import Interval, interval
from abovechance.inference.resampling.bootstrap import (
    CHUNK,
    REPLICATES,
    Spread,
    drawn_tables,
    multinomial_draw,
    percentile_bounds,
    seeded_chunks,
)
from abovechance.measures.headlines import OF_A_THRESHOLD
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.curves.thresholds.criteria import Criterion
    from abovechance.tables.tables import Tables


Seed = int | np.random.Generator | None
_SAME_IN_ALL_REPLICATES = "every table drawn gives the same value"


def table_interval(
    name: str | Measure,
    table: Tables,
    *,
    prevalence: float | None = None,
    clusters: Tables | None = None,
    **how: Any,
) -> Interval:
    """The interval of a measure of a table, or of its clusters' tables, at another prevalence if given."""
    m = measure(name)
    if prevalence is None:
        return _of_items(m, table, clusters, how)

    def value(counts: Counts) -> Array:
        return counts.measured(m, prevalence)

    return _drawn_interval(m.key, value, table, clusters, within_classes=True, **how)


def criterion_interval(
    rule: Criterion,
    table: Tables,
    *,
    prevalence: float | None = None,
    clusters: Tables | None = None,
    **how: Any,
) -> Interval:
    """The value of a criterion with its interval, see :func:`table_interval`."""
    if rule.measure is not None and prevalence is None:
        return _of_items(rule.measure, table, clusters, {**how, **rule.parameters})
    within = prevalence is not None
    return _drawn_interval(rule.name, rule.value, table, clusters, within_classes=within, **how)


def _of_items(m: Measure, table: Tables, clusters: Tables | None, how: dict[str, Any]) -> Interval:
    return interval(table, m, **how) if clusters is None else cluster_interval(clusters, m, **how)


def _drawn_interval(
    name: str,
    value: Callable[[Counts], Any],
    table: Tables,
    clusters: Tables | None,
    *,
    within_classes: bool,
    level: float = 0.95,
    method: str = "auto",
    seed: Seed = None,
) -> Interval:
    """Percentiles of tables, or clusters, drawn anew; each class apart if its share is given."""
    if method not in ("auto", "percentile"):
        raise InputError(
            f"method {method!r} does not apply to {name} of a threshold: use 'auto' or 'percentile'"
        )
    share = two_sided(level, 2)
    seed = checked_seed(seed)
    if clusters is None:
        draw = multinomial_draw("classes" if within_classes else "items")
        items = class_items(table) if within_classes else table.effective
        chunks = [counts for _, _, counts in drawn_tables(items, draw, REPLICATES, seed)]
    else:
        number = len(clusters.counts)
        chunks = [
            np.tensordot(rng.multinomial(number, np.full(number, 1 / number), size), clusters.counts, 1)
            for _, size, rng in seeded_chunks(REPLICATES, CHUNK, seed)
        ]
    drawn = Spread.of(np.asarray(value(Counts.in_tables(np.concatenate(chunks))), dtype=np.float64))
    centre = float(np.asarray(value(Counts.in_tables(table.counts[None].astype(float))), dtype=np.float64)[0])
    low, high = percentile_bounds(drawn, share)
    return Interval(
        measure=name,
        value=centre,
        low=float(low),
        high=float(high),
        se=float(drawn.se),
        level=level,
        sides=2,
        method="percentile",
        n=table.effective.total,
        warning=_SAME_IN_ALL_REPLICATES if drawn.is_constant and not np.isnan(centre) else None,
        reason="the value is undefined" if np.isnan(centre) else None,
    )


CHOSEN = (
    "the threshold was chosen on these items, so the value is optimistic and the interval too high: "
    "select_threshold corrects for it"
)
_MAX_TIES_SHOWN = 5


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class OperatingPoint(ColumnResult):
    """A threshold, the decisions that it makes, and what is equally good.

    Attributes
    ----------
    criterion, value
        What the threshold is best by, the key of a measure, ``"cost"`` and the like, and its value there.
    threshold, position
        The distinct score at or above which items are called positive (infinity calls none so), and its
        position in the curve; None if there is no such threshold.
    lower
        The next lower distinct score. Any cut above it and not above ``threshold`` decides these items alike.
    cut
        The middle of that range, to be used on new items. It is infinite where all items are called alike,
        and NaN where nothing is called positive although an item has an infinite score.
    table, fpr, tpr
        The two-class table of the decisions, None if there is no threshold, and the point in ROC space.
    tied, tied_thresholds, tied_tables
        The positions of all thresholds that are as good, the highest threshold, ``position``, first; their
        thresholds, and a table for each.
    is_chosen
        Whether the threshold was chosen on these items, rather than given.
    prevalence
        The prevalence of the criterion and its constraints, if it is not that of the items.
    reason
        Why there is no threshold or no value, or None.
    """

    _headline = "value"

    criterion: str
    value: float = math.nan
    threshold: float = math.nan
    position: int | None = None
    lower: float = math.nan
    cut: float = math.nan
    table: Tables | None = None
    fpr: float = math.nan
    tpr: float = math.nan
    tied: NDArray[np.intp]
    tied_thresholds: NDArray[np.float64]
    tied_tables: Tables
    is_chosen: bool
    prevalence: float | None
    reason: str | None
    _rule: Criterion

    def interval(
        self,
        measure: str | Measure | None = None,
        *,
        level: float = 0.95,
        method: str = "auto",
        clusters: Tables | None = None,
        seed: int | np.random.Generator | None = 0,
    ) -> Interval:
        """The criterion, or a measure of the table, with its confidence interval.

        It is that of a threshold which was fixed before these items were seen. If it was chosen on them, the
        ``warning`` says so. Where items come in clusters, ``clusters`` are the tables of these at the
        threshold, see :func:`~abovechance.cluster_interval`.
        """
        if self.table is None:
            raise InputError(f"there is no operating point to give an interval for: {self.reason}")
        options: dict[str, Any] = {"level": level, "method": method, "seed": seed}
        options |= {"prevalence": self.prevalence, "clusters": clusters}
        if measure is None:
            found = criterion_interval(self._rule, self.table, **options)
        else:
            found = table_interval(measure, self.table, **options)
        return replace(found, warning=CHOSEN) if self.is_chosen and found.reason is None else found

    def intervals(
        self, measures: Iterable[str | Measure] = OF_A_THRESHOLD, **options: Any
    ) -> dict[str, Interval]:
        """The intervals of several measures, by their keys."""
        found = [self.interval(measure, **options) for measure in measures]
        return {one.measure: one for one in found}

    def columns(self) -> dict[str, NDArray[Any]]:
        """One entry for each of the thresholds that are as good."""
        cells = self.tied_tables.counts
        return {
            "criterion": np.full(len(cells), self.criterion),
            "threshold": self.tied_thresholds,
            "tp": cells[:, 1, 1],
            "fp": cells[:, 0, 1],
            "fn": cells[:, 1, 0],
            "tn": cells[:, 0, 0],
            "value": np.asarray(self._rule.value(Counts.in_tables(cells)), dtype=np.float64),
        }

    def __repr__(self) -> str:
        """The threshold, the value, and what is as good."""
        if self.position is None:
            return f"no threshold by {self.criterion}: {self.reason}"
        text = (
            f"threshold {self.threshold:.6g} ({self.criterion} {self.value:.4f}, "
            f"fpr {self.fpr:.4f}, tpr {self.tpr:.4f}); cuts above {self.lower:.6g} decide alike"
        )
        others = self.tied_thresholds[1 : _MAX_TIES_SHOWN + 1].tolist()
        if others:
            more = len(self.tied) - 1 - len(others)
            text += f"; as good: {', '.join(f'{x:.6g}' for x in others)}" + (
                f" and {more} more" if more else ""
            )
        return text
