"""What the scores of systems, of groups and for classes are worth: each summed up, and then compared."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.labels import natural_order
from abovechance.curves.classes.interval import multiclass_interval
from abovechance.curves.classes.multiclass import multiclass
from abovechance.curves.comparison.compare import compare, compare_curves
from abovechance.curves.costs.fusion import fuse
from abovechance.curves.curve.curve import Curve
from abovechance.curves.geometry.concavities import concavities
from abovechance.curves.summaries.losses import h_measure
from abovechance.curves.summaries.summary import summary
from abovechance.curves.thresholds.operating import operating_point
from abovechance.curves.thresholds.selection import select_threshold
from abovechance.curves.uncertainty.auc_test import auc_test
from abovechance.curves.uncertainty.intervals import auc_interval, interval
from abovechance.evaluation.scores.ranking import Purpose, RankedSystem, Ranking
from abovechance.intake.items import unless_equal
from abovechance.intake.mistakes import similar_labels
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.curves.curve.streamed import Streamed
    from abovechance.curves.thresholds.held_out import Selection
    from abovechance.curves.thresholds.point import OperatingPoint
    from abovechance.inference.intervals.interval import Interval

    Progress = Callable[[float], None]

_MAX_SELECTION_WORK = 2 * 10**7  # resamples times thresholds that a selection may take: some seconds
_MOST_REPLICATES, _FEWEST_FOR_SELECTION = 1000, 20
_FEWEST_FOR_INTERVALS = 200
AVERAGES_WITH_INTERVAL = (
    "hand_till", "macro_auc", "prevalence_weighted_auc", "prevalence_weighted_hand_till",
)  # fmt: skip
BOUNDED = ("gini", "auch", "h_measure", "average_precision", "ks")
"""The numbers that get an interval by the bootstrap, beside the AUC."""
_MOST_DIPPING = 10**5
_DIP_DRAWS = 200


def rank_systems(
    truth: Any,
    scores: Mapping[str, Any],
    *,
    purpose: Purpose | None = None,
    positive: Label | None = None,
    weights: Any = None,
    clusters: Any = None,
    margin: float | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ranking:
    """Rank items by the scores of each system, and compare the systems.

    ``clusters`` say which items belong together and are one draw, in all intervals and tests.
    """
    why, step = purpose or Purpose(), _Steps(progress, len(scores) + (len(scores) > 1))
    weights = unless_equal(weights)
    shared = {"positive": positive, "weights": weights}
    columns = shared | {"clusters": clusters}
    number = None if clusters is None else len(set(clusters))
    systems = []
    for name, column in scores.items():
        curve = Curve.from_scores(truth, column, **shared)
        items = None if weights is None and clusters is None else (truth, column, columns)
        area = auc_interval(*((curve,) if items is None else items[:2]), level=level, **_columns(items))
        systems.append(_ranked(name, curve, area, why, seed=seed, items=items, alone=len(scores) == 1))
        step()
    if len(systems) < 2:
        return Ranking("system", tuple(systems), why, None, None, None, level, clusters=number)
    comparison = compare(truth, scores, level=level, margin=margin, seed=seed, **columns)
    step()
    # All systems are of the same items: if one lacks an AUC for want of a class, all do.
    both = not math.isnan(systems[0].curve.auc)
    fusion = fuse({system.name: system.curve for system in systems}) if both else None
    return Ranking("system", tuple(systems), why, comparison, fusion, None, level, clusters=number)


def rank_groups(
    curves: Mapping[str, Curve],
    *,
    purpose: Purpose | None = None,
    margin: float | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ranking:
    """Sum up the curves of different items, and compare them."""
    why, step = purpose or Purpose(), _Steps(progress, len(curves))
    systems = []
    for name, curve in curves.items():
        systems.append(_ranked(name, curve, auc_interval(curve, level=level), why, seed=seed))
        step()
    comparison = compare_curves(curves, level=level, margin=margin, seed=seed) if len(curves) >= 2 else None
    return Ranking("group", tuple(systems), why, comparison, None, None, level)


def rank_streamed(
    found: Streamed, name: str, *, purpose: Purpose | None = None, level: float = 0.95, seed: int = 0
) -> Ranking:
    """Sum up a curve of which thresholds were given up.

    The AUC and its interval are those of all thresholds, the interval wider by what the AUC is uncertain.
    """
    why = purpose or Purpose()
    area = auc_interval(found.curve, level=level)
    off, within = found.auc - area.value, found.auc_within
    low, high = max(area.low + off - within, 0.0), min(area.high + off + within, 1.0)
    area = replace(area, value=found.auc, low=low, high=high)
    systems = (_ranked(name, found.curve, area, why, seed=seed, alone=True),)
    others = found.curve.negative
    labels = (found.curve.positive, *(others if isinstance(others, tuple) else (others,)))
    alike = tuple(similar_labels(natural_order(labels)))
    return Ranking("system", systems, why, None, None, None, level, warnings=alike)


def rank_classes(
    truth: Any,
    scores: Mapping[str, Any],
    *,
    purpose: Purpose | None = None,
    weights: Any = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ranking:
    """Rank items by their scores for each class, against all others, and average over classes."""
    why, step = purpose or Purpose(), _Steps(progress, len(scores))
    weights = unless_equal(weights)
    found = multiclass(truth, scores, classes=list(scores), weights=weights)
    systems = []
    for name, curve in found.curves.items():
        items = None
        area = auc_interval(curve, level=level)
        if weights is not None:
            items = (truth, scores[str(name)], {"positive": name, "weights": weights})
            area = auc_interval(truth, scores[str(name)], level=level, positive=name, weights=weights)
        systems.append(_ranked(str(name), curve, area, why, seed=seed, items=items))
        step()
    columns = {"classes": list(scores), "weights": weights, "level": level}
    bounds = {key: multiclass_interval(truth, scores, key, **columns) for key in AVERAGES_WITH_INTERVAL}
    return Ranking("class", tuple(systems), why, None, None, found, level, bounds)


class _Steps:
    """Tells how many of the parts of a task are done."""

    def __init__(self, progress: Progress | None, parts: int) -> None:
        self._progress, self._parts, self._done = progress, parts, 0

    def __call__(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done / self._parts)


def _ranked(
    name: str,
    curve: Curve,
    area: Interval,
    purpose: Purpose,
    *,
    seed: int,
    items: Any = None,
    alone: bool = False,
) -> RankedSystem:
    """Sum up one curve; ``items`` are its columns where resamples must know their weights or clusters."""
    point = operating_point(curve, threshold=purpose.threshold, **purpose.choice)
    there = point.position is not None
    clustered = _columns(items).get("clusters") is not None
    # The p-values of dips come from draws that take each item as independent and as one.
    known = not (curve.is_weighted or clustered or len(curve.thresholds) > _MOST_DIPPING)
    how: dict[str, Any] = {"level": area.level, "seed": seed}
    if clustered and there:
        how["clusters"] = _decided(point, curve, *items)
    return RankedSystem(
        name,
        curve,
        area,
        summary(curve),
        h_measure(curve),
        _summary_bounds(curve, area.level, seed, items) if alone else {},
        point,
        point.interval(**how) if there else None,
        point.intervals(**how) if there else {},
        _selection(curve, purpose, area.level, seed, items) if there and not clustered else None,
        concavities(curve, replicates=_DIP_DRAWS if known else 0, seed=seed),
        auc_test(*items[:2], **_columns(items)) if clustered else auc_test(curve),
    )


def _columns(items: Any) -> dict[str, Any]:
    """The columns beside truth and scores, if there are any."""
    return {} if items is None else items[2]


def _decided(
    point: OperatingPoint, curve: Curve, truth: Column, column: object, columns: dict[str, Any]
) -> Tables:
    """What is decided at a threshold in each cluster."""
    real = np.asarray(truth, dtype=object) == curve.positive
    called = np.asarray(column, dtype=np.float64) >= point.threshold
    labels, names = [False, True], columns["clusters"]
    return Tables.from_labels(real, called, labels=labels, weights=columns["weights"], by=names)


def _summary_bounds(curve: Curve, level: float, seed: int, items: Any) -> dict[str, Interval]:
    data: tuple[Any, ...] = (curve,) if items is None else items[:2]
    drawn = len(curve.thresholds) if items is None else len(data[1])
    # A resample takes as long as what is drawn is many: thresholds of a curve, or items.
    replicates = min(_MOST_REPLICATES, _MAX_SELECTION_WORK // (len(BOUNDED) * drawn))
    if replicates < _FEWEST_FOR_INTERVALS or math.isnan(curve.auc):
        return {}
    options = {"level": level, "replicates": replicates, "seed": seed, **_columns(items)}
    return {name: interval(*data, name, **options) for name in BOUNDED}


def _selection(curve: Curve, purpose: Purpose, level: float, seed: int, items: Any) -> Selection | None:
    replicates = min(_MOST_REPLICATES, _MAX_SELECTION_WORK // len(curve.thresholds))
    unknown = curve.is_weighted and items is None
    if purpose.threshold is not None or replicates < _FEWEST_FOR_SELECTION or unknown:
        return None
    options = {"level": level, "seed": seed, "replicates": replicates, **purpose.choice}
    if items is None:
        return select_threshold(curve, **options)
    truth, column, shared = items
    shared = {name: x for name, x in shared.items() if name != "clusters"}
    return select_threshold(truth, column, **shared, **options)
