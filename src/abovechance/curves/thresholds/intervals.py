"""Intervals of what is reported of a threshold: those of its table, or drawn where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.curves.curve.counts import Counts
from abovechance.inference.arguments import checked_seed
from abovechance.inference.intervals.clustered import cluster_interval
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
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.curves.thresholds.criteria import Criterion
    from abovechance.tables.tables import Tables

Seed = int | np.random.Generator | None
_CONSTANT = "every table drawn gives the same value"


def table_interval(
    name: str | Measure,
    table: Tables,
    *,
    prevalence: float | None = None,
    clusters: Tables | None = None,
    **how: Any,
) -> Interval:
    """A measure of a two-class table, at another prevalence if one is given, with its interval.

    ``clusters`` are the tables of the clusters that the items come in; the others are ``level``, ``method``
    and ``seed``.
    """
    m = measure(name)
    if prevalence is None:
        return _of_items(m, table, clusters, how)

    def value(counts: Counts) -> Any:
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
    """Percentiles of the values of tables drawn from this one, each class apart if its share is given.

    Of clusters, whole ones are drawn.
    """
    if method not in ("auto", "percentile"):
        raise InputError(
            f"method {method!r} is not for {name} of a threshold: there are 'auto' and 'percentile'"
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
        warning=_CONSTANT if drawn.is_constant and not np.isnan(centre) else None,
        reason="the value is undefined" if np.isnan(centre) else None,
    )
