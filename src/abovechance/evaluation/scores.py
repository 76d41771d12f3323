"""What scores are worth: areas, the best threshold judged honestly, and comparisons of systems."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

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
from abovechance.curves.uncertainty.auc_interval import auc_interval
from abovechance.curves.uncertainty.auc_test import auc_test
from abovechance.curves.uncertainty.summary_interval import interval
from abovechance.intake.items import unless_equal
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.core.labels import Label
    from abovechance.curves.classes.multiclass import Multiclass
    from abovechance.curves.comparison.comparison import CurveComparison
    from abovechance.curves.costs.fusion import Fusion
    from abovechance.curves.curve.streamed import Streamed
    from abovechance.curves.geometry.concavities import Concavities, Concavity
    from abovechance.curves.summaries.losses import HMeasure
    from abovechance.curves.summaries.summary import Summary
    from abovechance.curves.thresholds.held_out import Selection
    from abovechance.curves.thresholds.point import OperatingPoint
    from abovechance.curves.uncertainty.auc_test import AucTest
    from abovechance.inference.intervals.interval import Interval

    Progress = Callable[[float], None]

_WORK = 2 * 10**7
"""Resamples times thresholds that a selection may take: some seconds."""
_MOST, _LEAST = 1000, 20
_ENOUGH = 200
AVERAGES_WITH_INTERVAL = (
    "hand_till", "macro_auc", "prevalence_weighted_auc", "prevalence_weighted_hand_till",
)  # fmt: skip
BOUNDED = ("gini", "auch", "h_measure", "average_precision", "ks")
"""The numbers that get an interval by the bootstrap, beside the AUC."""
_MOST_DIPPING = 10**5
_DIP_DRAWS = 200


@dataclass(frozen=True)
class Purpose:
    """What a threshold is for.

    Attributes
    ----------
    optimise
        The criterion; None for Informedness, or for the cost if there are costs.
    cost_positive, cost_negative, prevalence
        The costs of errors, and the share of positive items where the threshold will be used.
    at_least, at_most
        Bounds by measure.
    threshold
        A fixed threshold instead of the best one.
    """

    optimise: str | None = None
    cost_positive: float | None = None
    cost_negative: float | None = None
    prevalence: float | None = None
    at_least: Mapping[str, float] = field(default_factory=dict)
    at_most: Mapping[str, float] = field(default_factory=dict)
    threshold: float | None = None

    @property
    def choice(self) -> dict[str, Any]:
        """The arguments of a choice among thresholds."""
        given = {name: value for name, value in asdict(self).items() if name != "threshold"}
        return {name: value for name, value in given.items() if value not in (None, {})}


@dataclass(frozen=True, eq=False)
class RankedSystem:
    """What one system's scores are worth.

    Attributes
    ----------
    name
        The system, group or class.
    curve
        Its curve.
    auc
        The area under it, with its interval.
    summary, h_measure
        Other numbers that sum it up, and the H-measure with its prior.
    bounds
        The intervals of some of these numbers, by their keys: of a single system, unless it has too many
        scores to draw them again and again.
    point, criterion, intervals
        The operating point; what it was chosen for and measures of its decisions, by their keys, with their
        intervals.
    selection
        What the threshold may be expected to reach on new items, if it was chosen on these; None if it was
        not, if there are too many scores to choose again and again, if what each item weighs is not known, as
        of groups, or if items come in clusters.
    dips
        Where the curve lies under its hull.
    test
        Whether its scores tell anything of the class.
    """

    name: str
    curve: Curve
    auc: Interval
    summary: Summary
    h_measure: HMeasure
    bounds: Mapping[str, Interval]
    point: OperatingPoint
    criterion: Interval | None
    intervals: Mapping[str, Interval]
    selection: Selection | None
    dips: Concavities
    test: AucTest

    @property
    def clear_dips(self) -> list[Concavity]:
        """Sections that rank worse than a coin beyond what chance does."""
        return [dip for dip in self.dips if dip.p_value < 0.05]


@dataclass(frozen=True, eq=False)
class Ranking:
    """What the scores of systems, of groups or for classes are worth.

    Attributes
    ----------
    kind
        What the systems are: ``"system"``, ``"group"`` or ``"class"``.
    systems
        One for each.
    purpose
        What thresholds are for.
    comparison
        Of systems on the same items, or of groups, by the AUC; None of one system or of classes.
    fusion
        Which of several systems to use at which cost.
    classes, class_bounds
        The averages over classes, and the intervals of those that have one, by their keys.
    level
        The confidence of all intervals.
    clusters
        How many clusters the items come in, each of which is one draw; None if each item is.
    """

    kind: str
    systems: tuple[RankedSystem, ...]
    purpose: Purpose
    comparison: CurveComparison | None
    fusion: Fusion | None
    classes: Multiclass | None
    level: float
    class_bounds: Mapping[str, Interval] = field(default_factory=dict)
    clusters: int | None = None

    @property
    def curves(self) -> dict[str, Curve]:
        """The curves by their names."""
        return {system.name: system.curve for system in self.systems}


def rank_systems(
    truth: Any,
    scores: Mapping[str, Any],
    *,
    purpose: Purpose | None = None,
    positive: Label | None = None,
    weights: Any = None,
    clusters: Any = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> Ranking:
    """Rank items by the scores of each system, and compare the systems.

    ``clusters`` say which items belong together and are one draw, in all intervals and tests.

    Examples
    --------
    >>> from abovechance.evaluation.scores import rank_systems
    >>> found = rank_systems([0, 0, 1, 1, 0, 1], {"A": [1, 2, 3, 4, 5, 6]})
    >>> round(found.systems[0].auc.value, 3), found.systems[0].point.threshold
    (0.778, 3.0)
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
    comparison = compare(truth, scores, level=level, seed=seed, **columns)
    step()
    both = not math.isnan(systems[0].curve.auc)
    fusion = fuse({system.name: system.curve for system in systems}) if both else None
    return Ranking("system", tuple(systems), why, comparison, fusion, None, level, clusters=number)


def rank_groups(
    curves: Mapping[str, Curve],
    *,
    purpose: Purpose | None = None,
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
    comparison = compare_curves(curves, level=level, seed=seed) if len(curves) >= 2 else None
    return Ranking("group", tuple(systems), why, comparison, None, None, level)


def rank_streamed(
    found: Streamed, name: str, *, purpose: Purpose | None = None, level: float = 0.95, seed: int = 0
) -> Ranking:
    """Sum up a curve of which thresholds were given up.

    The AUC and its interval are those of all thresholds; where the AUC is only known within a bound, the
    interval is wider by it on both sides.
    """
    why = purpose or Purpose()
    area = auc_interval(found.curve, level=level)
    off, within = found.auc - area.value, found.auc_within
    low, high = max(area.low + off - within, 0.0), min(area.high + off + within, 1.0)
    area = replace(area, value=found.auc, low=low, high=high)
    return Ranking(
        "system",
        (_ranked(name, found.curve, area, why, seed=seed, alone=True),),
        why,
        None,
        None,
        None,
        level,
    )


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


def _decided(point: OperatingPoint, curve: Curve, truth: Any, column: Any, columns: dict[str, Any]) -> Tables:
    """What is decided at a threshold in each cluster."""
    real = np.asarray(truth, dtype=object) == curve.positive
    called = np.asarray(column, dtype=np.float64) >= point.threshold
    labels, names = [False, True], columns["clusters"]
    return Tables.from_labels(real, called, labels=labels, weights=columns["weights"], by=names)


def _summary_bounds(curve: Curve, level: float, seed: int, items: Any) -> dict[str, Interval]:
    truth, column, shared = (curve, None, {}) if items is None else items
    drawn = len(curve.thresholds) if items is None else len(column)
    replicates = min(_MOST, _WORK // (len(BOUNDED) * drawn))
    if replicates < _ENOUGH or math.isnan(curve.auc):
        return {}
    options = {"level": level, "replicates": replicates, "seed": seed, **shared}
    return {name: interval(name, truth, column, **options) for name in BOUNDED}


def _selection(curve: Curve, purpose: Purpose, level: float, seed: int, items: Any) -> Selection | None:
    replicates = min(_MOST, _WORK // len(curve.thresholds))
    unknown = curve.is_weighted and items is None
    if purpose.threshold is not None or replicates < _LEAST or unknown:
        return None
    options = {"level": level, "seed": seed, "replicates": replicates, **purpose.choice}
    if items is None:
        return select_threshold(curve, **options)
    truth, column, shared = items
    shared = {name: x for name, x in shared.items() if name != "clusters"}
    return select_threshold(truth, column, **shared, **options)
