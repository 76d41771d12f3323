"""How sure the rows are: intervals by items, by clusters of items, or through a re-weighting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.evaluation.rows import Bounds, Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


WEIGHTS = (
    "no interval: the table holds weights without their squares, so the number of independent items is not "
    "known"
)
TOO_FEW_CLUSTERS = "no interval: there are fewer than two clusters"
SIZE_MATTERS = "no interval: the measure depends on the number of items, which re-weighting makes up"
_MOST_DRAWN = 2000  # cells of tables that may be drawn anew; for more the delta method has to do


@dataclass(frozen=True)
class How:
    """How intervals are computed: their level, by which method, and with which draws."""

    level: float
    method: str
    seed: int | None


def of_items(
    tables: Tables, wanted: Iterable[Request], how: How, sampling: Sampling = "items"
) -> dict[Request, Bounds]:
    """Intervals for items that were drawn independently."""
    from abovechance.inference.intervals.interval import interval

    wanted = tuple(wanted)
    found: dict[Request, Bounds] = {}
    for against_rest in (False, True):
        of = tables.one_vs_rest() if against_rest else tables
        chosen = {r.measure: r for r in wanted if _against_rest(r, tables) == against_rest}
        for method, measures in _by_method(chosen, of, how.method, sampling).items():
            computed = interval(
                of, measures, level=how.level, method=method, sampling=sampling, seed=how.seed
            )
            requests = [chosen[m] for m in measures]
            found |= {r: Bounds.of(computed[r.measure.key], each_class=r.each_class) for r in requests}
    return found


def without(values: Mapping[Request, Array], why: str) -> dict[Request, Bounds]:
    """No intervals, for the same reason."""
    return {r: Bounds.none(value.shape, why) for r, value in values.items()}


def _against_rest(r: Request, tables: Tables) -> bool:
    """Whether a request needs the table of each class against the rest: else the measure has the classes."""
    return r.each_class and (r.measure.scope == "overall" or len(tables.labels) == 2)


def check_method(name: str, wanted: Iterable[Request], tables: Tables) -> None:
    """Refuse a method that is unknown, or for none of the measures."""
    from abovechance.inference.intervals.methods import applicable, method_name

    if name == "auto":
        return
    chosen, classes = method_name(name), len(tables.labels)
    sizes = {r.measure: 2 if _against_rest(r, tables) else classes for r in wanted}
    if not any(chosen in applicable(m, size, "items") for m, size in sizes.items()):
        raise InputError(f"method {chosen!r} is for none of these measures of {classes} classes")


def _by_method(
    chosen: Iterable[Measure], tables: Tables, name: str, sampling: Sampling = "items"
) -> dict[str, list[Measure]]:
    """The measures by the method to ask for: the one that is named where it applies, else the usual one."""
    from abovechance.inference.intervals.methods import DRAWN, applicable, method_name

    groups: dict[str, list[Measure]] = {}
    many = tables.counts.size > _MOST_DRAWN
    for m in chosen:
        there_are = applicable(m, len(tables.labels), sampling)
        method = "auto"
        if name != "auto" and method_name(name) in there_are:
            method = method_name(name)
        elif many and there_are[0] in DRAWN:
            method = "delta"
        groups.setdefault(method, []).append(m)
    return groups


def of_clusters(clusters: Tables, wanted: Iterable[Request], how: How) -> dict[Request, Bounds]:
    """Intervals of the pooled table, for clusters of items that were drawn independently of each other."""
    wanted = tuple(wanted)
    classes = len(clusters.labels)
    if len(clusters.counts) < 2:
        return {r: Bounds.none((classes if r.each_class else 1,), TOO_FEW_CLUSTERS) for r in wanted}
    against_rest = clusters.one_vs_rest() if any(r.each_class for r in wanted) else clusters
    found = {}
    for r in wanted:
        if _against_rest(r, clusters):
            of_class = [
                Bounds.of(_interval(r.measure, against_rest[:, k], how), each_class=False)
                for k in range(against_rest.batch_shape[1])
            ]
            found[r] = _side_by_side(of_class)
        else:
            found[r] = Bounds.of(_interval(r.measure, clusters, how), each_class=r.each_class)
    return found


def _interval(m: Measure, clusters: Tables, how: How) -> Interval:
    from abovechance.inference.intervals.dependent import cluster_interval

    return cluster_interval(clusters, m, level=how.level, method=how.method, seed=how.seed)


def _side_by_side(parts: Sequence[Bounds]) -> Bounds:
    names = ("low", "high", "se", "warning")
    return Bounds(parts[0].method, *(np.concatenate([getattr(x, name) for x in parts]) for name in names))


def of_groups_of_clusters(
    groups: Sequence[Tables], shape: tuple[int, ...], wanted: Iterable[Request], how: How
) -> dict[Request, Bounds]:
    """The same of each group, from the clusters of its items."""
    wanted = tuple(wanted)
    found = [of_clusters(clusters, wanted, how) for clusters in groups]
    return {r: _stacked([bounds[r] for bounds in found], shape) for r in wanted}


def _stacked(parts: Sequence[Bounds], shape: tuple[int, ...]) -> Bounds:
    def stack(name: str) -> Array:
        whole = np.stack([getattr(x, name) for x in parts])
        return whole.reshape((*shape, *whole.shape[1:]))

    # A group without intervals names no method.
    method = next((x.method for x in parts if x.method), "")
    return Bounds(method, stack("low"), stack("high"), stack("se"), stack("warning"))


def of_reweighted(
    tables: Tables,
    reweight: Callable[[Tables], Tables],
    values: Mapping[Request, Array],
    sampling: Sampling,
    how: How,
) -> dict[Request, Bounds]:
    """Intervals through a re-weighting of the classes, by the delta method.

    A row's weight multiplies the derivative of a measure by its cells. Where the weights make a given
    prevalence, only what happens within each class is left to the sampling.
    """
    from abovechance.inference.intervals.delta import smoothed

    if how.method not in ("auto", "delta"):
        raise InputError(f"method {how.method!r} does not apply to re-weighted classes: use 'delta'")
    before = smoothed(tables)
    after = reweight(before)
    real = before.counts.sum(-1)
    weights = np.where(real > 0, after.counts.sum(-1) / np.where(real > 0, real, 1), 0.0)
    found = {}
    for r, value in values.items():
        if "scale" not in r.measure.invariant:
            found[r] = Bounds.none(value.shape, SIZE_MATTERS)
            continue
        with np.errstate(all="ignore"):  # of a class that is weighted away
            slopes = _slopes(r, after) * weights[..., None, :, None]
            se = np.sqrt(_variance(slopes, before.counts[..., None, :, :], sampling))
        found[r] = _around(r, value, after, se, how.level)
    return found


def _slopes(r: Request, tables: Tables) -> Array:
    """Derivatives by the cells, for each class that the request is of."""
    from abovechance.inference.derivatives.gradient import gradient

    if not _against_rest(r, tables):
        slopes = gradient(tables, r.measure)
        return slopes if r.each_class else slopes[..., None, :, :]
    of_two = gradient(tables.one_vs_rest(), r.measure)
    classes = np.arange(len(tables.labels))
    # A cell of the table is, for class k, in one cell of k against the rest: it has the slope of that.
    is_class = (classes[:, None] == classes).astype(int)
    k = classes[:, None, None]
    return of_two[..., k, is_class[:, :, None], is_class[:, None, :]]


def _variance(slopes: Array, counts: Array, sampling: Sampling) -> Array:
    """Σn·g² less what the fixed totals take away: that of all items, or those of each real class."""
    squares, sums = (counts * slopes**2).sum((-2, -1)), (counts * slopes).sum(-1)
    real = counts.sum(-1)
    lost = sums.sum(-1) ** 2 / real.sum(-1) if sampling == "items" else (sums**2 / real).sum(-1)
    return np.maximum(squares - lost, 0.0)


def _around(r: Request, value: Array, smooth: Tables, se: Array, level: float) -> Bounds:
    from abovechance.core.checks import quantile
    from abovechance.inference.intervals.delta import Linear, interval_on_scale

    m = r.measure
    centre = m.per_class(smooth) if r.each_class else np.asarray(m(smooth))[..., None]
    low, high = interval_on_scale(Linear(centre, se), quantile(level), np.float64(m.low), np.float64(m.high))
    # The interval is around the value of the smoothed table, and is stretched to hold the value itself.
    low, high = np.minimum(np.maximum(low, m.low), value), np.maximum(np.minimum(high, m.high), value)
    missing = np.isnan(value) | np.isnan(low) | np.isnan(high)
    low, high, se = (np.where(missing, np.nan, x) for x in (low, high, se))
    return Bounds("delta", low, high, se, np.full(value.shape, None, dtype=object))
