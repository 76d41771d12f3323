"""Pictures of what is found of curves: points, hulls, bands, spaces, costs, repairs."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import visible
from abovechance.pictures.curves.abstention import picture as abstention_picture
from abovechance.pictures.curves.calibration import calibration
from abovechance.pictures.curves.costs import (
    ACTING,
    ALIKE_COST,
    COST_SHARE,
    EXPECTED_COST,
    PROBABILITY_COST,
    cost_curves,
)
from abovechance.pictures.curves.names import by_name
from abovechance.pictures.curves.roc import roc_curves
from abovechance.pictures.curves.spaces import curves_in_space
from abovechance.pictures.curves.thresholds import over_thresholds
from abovechance.pictures.evaluation import of_tables
from abovechance.pictures.forests import forest, row, title_of
from abovechance.pictures.picture import Area, HeatMap, Line, Mark, Picture, Scale
from abovechance.pictures.tables.roc_points import CHANCE_LINE, FALLOUT, RECALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.curves.abstention import AbstentionCurve
    from abovechance.curves.classes.multiclass import Multiclass
    from abovechance.curves.costs.cost_curves import CostCurve, DecisionCurve, LossCurve
    from abovechance.curves.costs.fusion import Fusion
    from abovechance.curves.curve.curve import Curve, Curves
    from abovechance.curves.curve.edges import Edges, Mixture, Vertex
    from abovechance.curves.curve.streamed import Streamed
    from abovechance.curves.geometry.concavities import Concavities, Concavity
    from abovechance.curves.geometry.isometrics import Isometric, Isometrics
    from abovechance.curves.geometry.repair import Calibrator, Repair
    from abovechance.curves.geometry.spaces import Path
    from abovechance.curves.thresholds.grey_zone import GreyZone
    from abovechance.curves.thresholds.held_out import Selection
    from abovechance.curves.thresholds.point import OperatingPoint
    from abovechance.curves.uncertainty.roc_bands import Band, ThresholdIntervals
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

_OPEN = (None, None)
SPACES = ("pn", "pr", "prg", "det", "gain", "lift", "kappa")
_MOST_RECTANGLES = 60
_MOST_NAMED_VERTICES = 4


def of_curves(result: Curve | Curves) -> Pictures:
    """Curves in each space, costs, thresholds, and of probabilities their calibration."""
    systems: Any = result
    found: Pictures = {"roc": lambda: roc_curves(systems)}
    for space in SPACES:
        found[space] = partial(curves_in_space, systems, space)
    found["cost"] = lambda: cost_curves(systems)
    found["threshold"] = lambda: over_thresholds(systems)
    if all(_are_probabilities(curve) for curve in by_name(result).values()):
        found["calibration"] = lambda: calibration(systems)
    return found


def _are_probabilities(curve: Curve) -> bool:
    from abovechance.curves.summaries.losses import wrong_probability

    return wrong_probability(curve) is None


def of_streamed(result: Streamed) -> Pictures:
    """Those of the thresholds that were kept."""
    return of_curves(result.curve)


def of_multiclass(result: Multiclass) -> Pictures:
    """A curve for each class against the rest, and every two classes."""
    return {**of_curves(result.curves), "pairs": lambda: class_pairs(result)}


def class_pairs(result: Multiclass) -> HeatMap:
    """How often items of one class score higher for it than those of another do."""
    names = tuple(visible(str(x)) for x in result.classes)
    # From −1 to 1, as colours of two sides show it.
    values = 2 * np.asarray(result.pairs, dtype=float) - 1
    texts = tuple(
        tuple("" if i == j else "–" if math.isnan(x) else f"{x:.2f}" for j, x in enumerate(line))
        for i, line in enumerate(np.asarray(result.pairs, dtype=float).tolist())
    )
    return HeatMap(
        "AUC of every two classes", "scores for", "against", names, names, values, texts, -1.0, 1.0,
        scale=("0", "chance, 0.5", "1"), blank_diagonal=True,
    )  # fmt: skip


def of_abstention(result: AbstentionCurve) -> Pictures:
    """Informedness against the share answered."""
    return {"answered": lambda: abstention_picture(result)}


def _roc(title: str, lines: Sequence[Line], **more: Any) -> Picture:
    return Picture(title, FALLOUT, RECALL, (CHANCE_LINE, *lines), square=True, **more)


def of_band(result: Band) -> Pictures:
    """The band."""
    if result.reason is not None:
        raise InputError(f"there is no band to draw: {result.reason}")
    areas = (Area(result.fpr, result.low, result.high, 0),)
    return {"band": lambda: _roc(f"{100 * result.level:g} % band of the ROC curve", (), areas=areas)}


def of_threshold_intervals(result: ThresholdIntervals) -> Pictures:
    """The rectangle of each threshold, of very many some."""
    return {"rectangles": lambda: _rectangles(result)}


def _rectangles(result: ThresholdIntervals) -> Picture:
    number = len(result.thresholds)
    chosen = sorted(set(np.linspace(0, number - 1, min(number, _MOST_RECTANGLES)).astype(int).tolist()))
    areas = tuple(
        Area(np.array([result.fpr_low[i], result.fpr_high[i]]), np.full(2, result.tpr_low[i]),
             np.full(2, result.tpr_high[i]), 0)
        for i in chosen
    )  # fmt: skip
    line = Line(result.fpr, result.tpr, system=0)
    notes = (f"rectangles: {100 * result.level:g} % of each threshold by itself",)
    return _roc("Both rates at each threshold", (line,), areas=areas, notes=notes)


def of_point(result: OperatingPoint) -> Pictures:
    """The point, and its table."""
    if result.position is None:
        raise InputError(f"there is no operating point to draw: {result.reason}")
    said = f"{title_of(result.criterion)} {result.value:.3f}"
    title = f"Operating point: Informedness {result.tpr - result.fpr:.3f}"
    found: Pictures = {"roc": lambda: _point(result, title, said)}
    return found if result.table is None else found | of_tables_as(result.table)


def of_tables_as(table: Any) -> Pictures:
    """The heat map of a table."""
    return {"confusion": of_tables(table)["confusion"]}


def of_selection(result: Selection) -> Pictures:
    """The point with its honest value, the estimates, and the table of items apart from the choice."""
    if result.point.position is None:
        raise InputError(f"there is no operating point to draw: {result.point.reason}")
    one = result.estimate
    said = f"{title_of(one.measure)} {one.value:.3f}"
    found: Pictures = {
        "roc": lambda: _point(result.point, f"Operating point, judged by {result.method}", said),
        "estimates": lambda: forest_of_estimates(result),
    }
    return found if result.table is None else found | of_tables_as(result.table)


def forest_of_estimates(result: Selection) -> Forest:
    """What may be expected on new items, beside what the items of the choice show."""
    rows = [row(title_of(x.measure), x.value, x.low, x.high, chance=x.apparent) for x in result.estimates]
    said = "apparent, on the items of the choice"
    title = f"Expected on new items, by {result.method}"
    return forest(title, rows, notes=(f"mark across: {said}",), mark_name=said)


def _point(point: OperatingPoint, title: str, said: str) -> Picture:
    """A point of ROC space, with its height above chance, which is Informedness."""
    height = Line(np.full(2, point.fpr), np.array([point.fpr, point.tpr]), system=0, stroke="thin")
    by_cut = point.is_chosen and not math.isnan(point.cut)
    at = f"{point.cut if by_cut else point.threshold:.4g}".replace("inf", "∞").replace("-", "−")
    mark = Mark(point.fpr, point.tpr, f"{'cut' if by_cut else 'threshold'} {at}: {said}", 0)
    notes = ("thin: Informedness, the height above chance",)
    return _roc(title, (height,), marks=(mark,), notes=notes)


def of_grey_zone(result: GreyZone) -> Pictures:
    """The two cuts, and the table of what they decide and leave open."""
    if result.rule_in is None or result.rule_out is None:
        raise InputError(f"there is no grey zone to draw: {result.reason}")
    points = (("rule in", result.rule_in), ("rule out", result.rule_out))
    marks = tuple(
        Mark(p.fpr, p.tpr, f"{name} at {p.cut:.4g}".replace("-", "−"), i)
        for i, (name, p) in enumerate(points)
    )
    x, y = (np.array([getattr(p, rate) for _, p in points]) for rate in ("fpr", "tpr"))
    between = Line(x, y, stroke="dotted", label="grey zone")
    title = f"Grey zone: {100 * result.grey:.1f} % are left open"
    found: Pictures = {"roc": lambda: _roc(title, (between,), marks=marks)}
    return found if result.table is None else found | of_tables_as(result.table)


def _vertices(vertices: Sequence[Vertex], title: str, **more: Any) -> Picture:
    x, y = (np.array([getattr(v, rate) for v in vertices]) for rate in ("fpr", "tpr"))
    named = len(vertices) <= _MOST_NAMED_VERTICES
    marks = tuple(
        Mark(
            v.fpr,
            v.tpr,
            f"threshold {v.threshold:.4g}".replace("inf", "∞").replace("-", "−") if named else "",
            0,
        )
        for v in vertices
    )
    return _roc(
        title, (Line(x, y, system=0, stroke="thin"),) if len(vertices) > 1 else (), marks=marks, **more
    )


def of_vertex(result: Vertex) -> Pictures:
    """Where it stands in ROC space."""
    return {"roc": lambda: _vertices((result,), "A classifier on the hull")}


def of_mixture(result: Mixture) -> Pictures:
    """The two classifiers and what their mixture reaches."""
    return {"roc": lambda: _mixture(result)}


def _mixture(result: Mixture) -> Picture:
    made = _vertices((result.upper, result.lower), "A classifier on an edge of the hull")
    said = f"{100 * result.share:.3g} % by the lower threshold"
    return replace(made, marks=(*made.marks, Mark(result.fpr, result.tpr, said, 1)))


def of_edges(result: Edges) -> Pictures:
    """The hull, and the calibrated probability of its edges."""
    return {"roc": lambda: _hull(result), "calibration": lambda: _edge_probabilities(result)}


def _hull(result: Edges) -> Picture:
    sums = [
        np.concatenate(([0.0], np.cumsum(np.asarray(x, dtype=float))))
        for x in (result.negatives, result.positives)
    ]
    x, y = (total / (total[-1] or np.nan) for total in sums)
    return _roc("Convex hull", (Line(x, y, system=0),))


def _edge_probabilities(result: Edges) -> Picture:
    thresholds = result.thresholds
    finite = thresholds[np.isfinite(thresholds)]
    most = float(finite.max(initial=1.0)) if len(finite) else 1.0
    upper = np.where(np.isfinite(thresholds[:-1]), thresholds[:-1], most)
    x = np.column_stack([thresholds[1:], upper])[::-1].ravel()
    y = np.repeat(np.asarray(result.probabilities)[::-1], 2)
    return Picture(
        "Calibrated probability by score",
        Scale("Score", *_OPEN),
        Scale("Probability"),
        (Line(x, y, system=0),),
    )


def of_calibrator(result: Calibrator) -> Pictures:
    """The map from scores to probabilities."""
    return {"calibration": lambda: _calibrator(result)}


def _calibrator(result: Calibrator) -> Picture:
    x, y = result.thresholds[::-1], result.probabilities[::-1]
    known = np.isfinite(x)
    x, y = x[known], y[known]
    steps = Line(np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1], system=0) if len(x) > 1 else Line(x, y, system=0)
    marks = tuple(Mark(float(a), float(b), "", 0) for a, b in zip(x, y, strict=True)) if len(x) <= 20 else ()
    return Picture(
        "Calibrated probability by score", Scale("Score", *_OPEN), Scale("Probability"), (steps,), marks=marks
    )


def of_repair(result: Repair) -> Pictures:
    """Which scores are changed, and into what."""
    return {"sections": lambda: _repair(result)}


def _repair(result: Repair) -> Picture:
    ends = [x for section in result.sections for x in section if math.isfinite(x)] or [0.0, 1.0]
    room = 0.15 * (max(ends) - min(ends)) or 0.5
    low, high = min(ends) - room, max(ends) + room
    scores = np.unique(np.concatenate([np.linspace(low, high, 200), ends]))
    shown = np.asarray(result(scores), dtype=float)
    same = Line(np.array([low, high]), np.array([low, high]), stroke="dashed", label="unchanged")
    title = f"Scores as the repair {'turns' if result.method == 'invert' else 'ties'} them"
    notes = () if result.sections else ("nothing is changed",)
    return Picture(
        title, Scale("Raw score", low, high), Scale("Repaired score", *_OPEN),
        (same, Line(scores, shown, system=0)), notes=notes,
    )  # fmt: skip


def of_concavities(result: Concavities) -> Pictures:
    """What each section of the curve loses."""
    return {"sections": lambda: forest_of_dips(result.sections, result.auch - result.auc)}


def of_concavity(result: Concavity) -> Pictures:
    """What the section loses."""
    return {"sections": lambda: forest_of_dips([result], result.area_lost)}


def forest_of_dips(sections: Sequence[Concavity], lost: float) -> Forest:
    """The AUC within each section, which is below that of chance."""
    rows = [
        row(f"scores {x.low_score:.4g} to {x.high_score:.4g}".replace("-", "−"), x.local_auc,
            note=f"AUC {x.local_auc:.2f}, loses {x.area_lost:.4f}")
        for x in sections
    ]  # fmt: skip
    title = f"Sections below the hull, which lose an area of {lost:.4f}"
    return forest(title, rows, measure="AUC within the section", reference=0.5)


def of_fusion(result: Fusion) -> Pictures:
    """The joint hull."""
    return {"roc": lambda: joint_hull(result)}


def joint_hull(result: Fusion) -> Picture:
    """The joint hull, with the systems that make it up."""
    fpr, tpr = (np.array([getattr(v, rate) for v in result.vertices]) for rate in ("fpr", "tpr"))
    names = list(result.systems)
    shown = [v for v in result.vertices if not v.is_trivial and v.system is not None]
    few = len(shown) <= 2 * _MOST_NAMED_VERTICES
    marks = tuple(
        Mark(
            v.fpr,
            v.tpr,
            f"{v.system} at {v.threshold:.4g}".replace("-", "−") if few else "",
            names.index(v.system),
        )
        for v in shown
        if v.system is not None
    )
    used = list(dict.fromkeys(str(v.system) for v in shown))
    keyed = (
        []
        if few
        else [
            Line(np.array([np.nan]), np.array([np.nan]), name, "", [str(x) for x in names].index(name))
            for name in used
        ]
    )
    hull = Line(fpr, tpr, "joint hull", f"area {result.auch:.3f}")
    never = ", ".join(map(str, result.never_best))
    notes = (f"never the best: {never}",) if never else ()
    return _roc("Which system is best for some costs", (hull, *keyed), marks=marks, notes=notes)


def of_path(result: Path) -> Pictures:
    """The path in its space."""
    return {result.space: lambda: _path(result)}


def _path(result: Path) -> Picture:
    lines = [] if result.chance is None else [Line(*result.chance, stroke="dashed", label="chance")]
    lines.append(Line(result.x, result.y, system=0))
    across, up = (name[:1].upper() + name[1:] for name in (result.x_name, result.y_name))
    return Picture(f"{up} against {result.x_name}", Scale(across, *_OPEN), Scale(up, *_OPEN), tuple(lines))


def of_isometrics(result: Isometrics) -> Pictures:
    """The lines of equal value."""
    return {"isometrics": lambda: _isometrics(result)}


def _isometrics(result: Isometrics) -> Picture:
    lines = [
        Line(x, y, system=0, stroke="thin", label=f"{one.value:g}".replace("-", "−"))
        for one in result.isometrics
        for x, y in one.lines
    ]
    title = f"Lines of equal {title_of(result.measure)}, skew {result.skew:.3g}"
    if result.space == "roc":
        return _roc(title, lines)
    across, up = Scale("False positives", *_OPEN), Scale("True positives", *_OPEN)
    return Picture(title, across, up, tuple(lines))


def of_isometric(result: Isometric) -> Pictures:
    """The lines of one value."""
    lines = tuple(Line(x, y, system=0) for x, y in result.lines)
    title = f"Where the measure is {result.value:g}".replace("-", "−")
    return {"isometrics": lambda: Picture(title, Scale("", *_OPEN), Scale("", *_OPEN), lines)}


def of_decision_curve(result: DecisionCurve) -> Pictures:
    """Net benefit."""
    return {"decision": lambda: _decision(result)}


def _decision(result: DecisionCurve) -> Picture:
    highest = max(float(np.nanmax(result.net_benefit, initial=0.0)), result.prevalence, 0.01)
    lines = (
        Line(np.array([0.0, 1.0]), np.zeros(2), stroke="dashed", label="act on no one"),
        Line(
            result.thresholds,
            np.maximum(result.treat_all, -highest),
            stroke="dashed",
            label="act on everyone",
        ),
        Line(result.thresholds, result.net_benefit, "act by the score", system=0),
    )
    up = Scale("Net benefit", -0.25 * highest, 1.05 * highest)
    return Picture(f"Decision curve, prevalence {result.prevalence:.3g}", ACTING, up, lines)


def of_cost_curve(result: CostCurve) -> Pictures:
    """The envelope."""
    return {"cost": lambda: _cost(result)}


def _cost(result: CostCurve) -> Picture:
    envelope = Line(result.probability_costs, result.costs, "least cost", f"area {result.area:.3f}", 0)
    return Picture("Cost curve", PROBABILITY_COST, EXPECTED_COST, (ALIKE_COST, envelope))


def of_loss_curve(result: LossCurve) -> Pictures:
    """The expected loss."""
    line = Line(result.cost_shares, result.losses, f"by {result.rule}", f"area {result.area:.3f}", 0)
    return {"loss": lambda: Picture("Expected loss", COST_SHARE, Scale("Expected loss", 0.0, None), (line,))}
