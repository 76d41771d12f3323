"""Pictures of a ranking: what scores of systems, groups or classes are worth, seen in every way."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from abovechance.curves.costs.deployment import at_prevalence
from abovechance.curves.summaries.losses import wrong_probability
from abovechance.pictures.comparisons.comparison import forest_of_pairs
from abovechance.pictures.curves.calibration import calibration
from abovechance.pictures.curves.costs import brier_curves, cost_curves, decision_curves
from abovechance.pictures.curves.results import class_pairs, forest_of_estimates, joint_hull, of_curves
from abovechance.pictures.curves.roc import roc_curves
from abovechance.pictures.curves.spaces import curves_in_space
from abovechance.pictures.curves.thresholds import over_thresholds
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.curves.curve.curve import Curve
    from abovechance.evaluation.scores.ranking import RankedSystem, Ranking
    from abovechance.pictures.picture import Forest, Picture
    from abovechance.pictures.results import Pictures

SPACES = ("roc", "pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "brier", "decision", "threshold",
          "calibration")  # fmt: skip
_OF_PROBABILITIES = ("brier", "decision", "calibration")
_WITHOUT_PREVALENCE = ("roc", "det", "cost")  # the same at every prevalence, or showing all


def of_ranking(result: Ranking) -> Pictures:
    """The curves in every space, areas with their intervals, differences, and which system to use when."""
    found: Pictures = {}
    given = all(wrong_probability(curve) is None for curve in result.curves.values())
    for space in SPACES:
        if given or space not in _OF_PROBABILITIES:
            found[space] = partial(ranking_in_space, result, space)
    found["areas"] = lambda: forest_of_areas(result)
    if result.comparison is not None:
        comparison = result.comparison
        found["differences"] = lambda: forest_of_pairs(comparison)
    if result.fusion is not None:
        fusion = result.fusion
        found["hull"] = lambda: joint_hull(fusion)
    if result.classes is not None:
        classes = result.classes
        found["pairs"] = lambda: class_pairs(classes)
    selection = result.systems[0].selection if len(result.systems) == 1 else None
    if selection is not None:
        found["estimates"] = lambda: forest_of_estimates(selection)
    return found


def of_system(result: RankedSystem) -> Pictures:
    """The curve of one system."""
    named = {result.name: result.curve}
    chosen: Any = {result.name: result.selection or result.point}
    return {**of_curves(result.curve), "roc": lambda: roc_curves(named, points=chosen)}


def forest_of_areas(result: Ranking) -> Forest:
    """The AUC of each system with its interval."""
    rows = [
        row(system.name, system.auc.value, system.auc.low, system.auc.high, system=i)
        for i, system in enumerate(result.systems)
    ]
    title = f"AUC, {level_said(result.level)}"
    return forest(title, rows, measure="AUC", reference=0.5, most=60)


def ranking_in_space(result: Ranking, space: str) -> Picture:
    """The curves in one space, expected at the prevalence that thresholds are for."""
    curves: Any = result.curves
    prevalence = result.purpose.prevalence
    if space == "roc":
        points: Any = {system.name: system.selection or system.point for system in result.systems}
        return roc_curves(
            curves, points=points, costs=costs_of(result), prevalence=prevalence, level=result.level
        )
    if space == "decision":
        return _expected(decision_curves(curves, prevalence=prevalence), prevalence)
    if space not in _WITHOUT_PREVALENCE and prevalence is not None:
        moved = {name: _moved(curve, prevalence) for name, curve in result.curves.items()}
        return _expected(_drawn(result, space, moved), prevalence)
    return _drawn(result, space, curves)


def _drawn(result: Ranking, space: str, curves: Any) -> Picture:
    if space == "threshold":
        point = result.systems[0].point
        at = (point.cut if point.is_chosen else point.threshold) if len(result.systems) == 1 else None
        return over_thresholds(curves, level=result.level, threshold=at)
    own: dict[str, Callable[[Any], Picture]] = {
        "cost": cost_curves, "brier": brier_curves, "calibration": calibration,
    }  # fmt: skip
    return own[space](curves) if space in own else curves_in_space(curves, space)


def _moved(curve: Curve, prevalence: float) -> Curve:
    """The curve at another prevalence; of one class alone it stays as it is."""
    # An AUC of NaN, which is not itself: a class has no items.
    return curve if curve.auc != curve.auc else at_prevalence(curve, prevalence)


def _expected(picture: Picture, prevalence: float | None) -> Picture:
    """The same with a note that it shows another prevalence than that of the items."""
    if prevalence is None:
        return picture
    return replace(picture, notes=(*picture.notes, f"as expected where {100 * prevalence:g} % are positive"))


def costs_of(result: Ranking) -> tuple[float, float] | None:
    """The costs of an error on a positive and on a negative item, if there are any."""
    cp, cn = result.purpose.cost_positive, result.purpose.cost_negative
    if cp is None and cn is None:
        return None
    return 1.0 if cp is None else cp, 1.0 if cn is None else cn
