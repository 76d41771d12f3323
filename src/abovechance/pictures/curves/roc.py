"""Curves in ROC space: above the chance line, with hulls, operating points, lines of equal cost and bands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.costs.deployment import checked_costs, deployed, probability_cost
from abovechance.curves.geometry.isometrics import isometrics as isometrics_of
from abovechance.curves.thresholds.held_out import Selection
from abovechance.curves.thresholds.operating import operating_point
from abovechance.curves.thresholds.point import OperatingPoint
from abovechance.curves.thresholds.purposes import NAMES
from abovechance.curves.uncertainty.intervals import auc_interval
from abovechance.curves.uncertainty.roc_bands import band
from abovechance.measures.registry import measure
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import drawn_path
from abovechance.pictures.picture import Area, Line, Mark, Picture
from abovechance.pictures.tables.roc_points import CHANCE_LINE, FALLOUT, RECALL
from abovechance.pictures.tables.roc_points import kite as kite_of

if TYPE_CHECKING:
    from abovechance.core.labels import Label
    from abovechance.curves import Curve
    from abovechance.pictures.curves.names import Given

    Found = tuple[OperatingPoint | Selection, int]  # a point, and the place of its system
    Points = OperatingPoint | Selection | Iterable[OperatingPoint | Selection] | Mapping[Label, Any] | str

_MOST_EXPLAINED_MARKS = 3  # so many marks have room to say what they are; of more the key does
_MOST_HULLS = 4  # thin lines of more systems would only be clutter


def roc_curves(
    curves: Given,
    *,
    hull: bool | None = None,
    points: Points | None = None,
    costs: tuple[float, float] | None = None,
    prevalence: float | None = None,
    isometrics: str | None = None,
    kite: bool = False,
    bands: bool | str | None = None,
    level: float | None = 0.95,
) -> Picture:
    """The picture of curves in ROC space; what each argument says is told by ``RocDisplay.from_curves``."""
    systems, costs = by_name(curves), checked_pair(costs)
    lines = [CHANCE_LINE]
    if isometrics is not None:
        share = deployed(next(iter(systems.values())), prevalence)
        lines += _isometric_lines(isometrics, share)
    areas: list[Area] = []
    found: list[Found] = []
    with_hulls = len(systems) <= _MOST_HULLS if hull is None else hull
    shown_hulls = 0
    for i, (name, curve) in enumerate(systems.items()):
        path = drawn_path(curve, "roc")
        if with_hulls and not math.isnan(curve.auc):
            at = curve.hull_positions
            lines.append(Line(curve.fpr[at], curve.tpr[at], system=i, stroke="thin"))
            shown_hulls += 1
        lines.append(Line(path.x, path.y, name, area_with_interval(curve, level), i))
        if level is not None and (len(systems) <= 2 if bands is None else bands):
            areas += _band(curve, i, method=bands, level=level)
        if costs is not None:
            lines += tangent(curve, costs, prevalence, i)
        found += [(point, i) for point in _points(curve, name, points, costs, prevalence)]
    notes = _notes([chosen for chosen, _ in found], isometrics, costs, hulls=shown_hulls)
    if areas:
        notes += (f"shaded: {100 * (level or 0):g} % band of the whole curve",)
    if kite:
        area, sides, i = _kite(found)
        areas.append(replace(area, system=i))
        lines += sides
        notes += (_kite_note(_point(found[0][0])),)
    marks = _together([_mark(chosen, i) for chosen, i in found])
    if len(found) > _MOST_EXPLAINED_MARKS:
        lines = _with_cuts(lines, found)
        marks = [replace(mark, text="") for mark in marks]
    title = f"ROC: {classes(systems)}"
    return Picture(title, FALLOUT, RECALL, tuple(lines), tuple(areas), tuple(marks), square=True, notes=notes)


def _with_cuts(lines: list[Line], found: list[Found]) -> list[Line]:
    """The lines of systems, of which the key says the cuts of their points."""
    cuts: dict[int, list[str]] = {}
    for chosen, i in found:
        cuts.setdefault(i, []).append(_place(_point(chosen)))
    return [
        replace(line, note=f"{line.note}, {' and '.join(dict.fromkeys(cuts[line.system]))}")
        if line.note and line.system in cuts
        else line
        for line in lines
    ]


def _kite(found: list[Found]) -> tuple[Area, list[Line], int]:
    """The kite of the one operating point: what lies between it and the perverse system."""
    if len(found) != 1:
        raise InputError(
            f"the kite is that of one operating point, and there are {len(found)}: give points='informedness'"
            " of one curve, or one point"
        )
    chosen, i = found[0]
    point = _point(chosen)
    return *kite_of(point.fpr, point.tpr), i


def _kite_note(point: OperatingPoint) -> str:
    return f"kite: its area is Informedness, {point.tpr - point.fpr:.3f}"


def area_with_interval(curve: Curve, level: float | None) -> str:
    """The AUC for the key."""
    if math.isnan(curve.auc):
        return "AUC undefined"
    if level is None:
        return f"AUC {curve.auc:.3f}"
    found = auc_interval(curve, level=level)
    return f"AUC {curve.auc:.3f} ({found.low:.3f}–{found.high:.3f})"


def checked_pair(costs: object) -> tuple[float, float] | None:
    """The costs of an error on a positive and on a negative item, if there are any."""
    if costs is None:
        return None
    if not isinstance(costs, tuple | list) or len(costs) != 2:
        raise InputError(
            f"costs are two, of an error on a positive and on a negative item, such as (5, 1), got {costs!r}"
        )
    return checked_costs(*costs)


def _band(curve: Curve, i: int, *, method: bool | str | None, level: float) -> list[Area]:
    """The band of a curve, unless there is none: of one class, or of weights, whose items are not known."""
    if curve.is_weighted:
        return []
    found = band(curve, level=level, method=method if isinstance(method, str) else "auto", seed=0)
    return [] if found.reason is not None else [Area(found.fpr, found.low, found.high, i)]


def tangent(curve: Curve, costs: tuple[float, float], prevalence: float | None, i: int) -> list[Line]:
    """The line of equal cost where it touches the hull, within the square."""
    best = _cheapest(curve, costs, prevalence)
    weight = probability_cost(
        cost_positive=costs[0], cost_negative=costs[1], prevalence=deployed(curve, prevalence)
    )
    if best.position is None or math.isnan(weight):
        return []
    # Errors on positives cost nothing: the line is upright.
    if weight == 0:
        x, y = np.full(2, best.fpr), np.array([0.0, 1.0])
    else:
        slope = (1 - weight) / weight
        x = np.array([0.0, 1.0])
        y = best.tpr + slope * (x - best.fpr)
        # Cut where it leaves the square at the top or at the bottom.
        if slope > 0:
            y = np.clip(y, 0.0, 1.0)
            x = best.fpr + (y - best.tpr) / slope
    return [Line(x, y, system=i, stroke="dash-dotted")]


def _isometric_lines(name: str, prevalence: float) -> list[Line]:
    """Lines along which a measure has the same value, labelled with it."""
    found = isometrics_of(name, prevalence=prevalence)
    return [
        Line(x, y, stroke="dotted", label=f"{one.value:.3g}" if i == 0 else "")
        for one in found.isometrics
        for i, (x, y) in enumerate(one.lines)
    ]


def _cheapest(curve: Curve, costs: tuple[float, float], prevalence: float | None) -> OperatingPoint:
    cp, cn = costs
    return operating_point(curve, "cost", cost_positive=cp, cost_negative=cn, prevalence=prevalence)


def _points(
    curve: Curve,
    name: str,
    points: Points | None,
    costs: tuple[float, float] | None,
    prevalence: float | None,
) -> list[OperatingPoint | Selection]:
    """The operating points of one system that exist, each once."""
    found: list[OperatingPoint | Selection] = [] if costs is None else [_cheapest(curve, costs, prevalence)]
    mine: Any = points
    if isinstance(points, Mapping):
        mine = next((value for key, value in points.items() if str(key) == name), None)
    if isinstance(mine, str):
        found.append(operating_point(curve, mine))
    elif isinstance(mine, OperatingPoint | Selection):
        found.append(mine)
    elif isinstance(mine, Iterable):
        found += list(mine)
    elif mine is not None:
        found.append(mine)
    if not all(isinstance(one, OperatingPoint | Selection) for one in found):
        raise InputError(
            "points must be a criterion or operating points, see abovechance.curves.operating_point"
        )
    there = [one for one in found if _point(one).position is not None]
    # The point that is best by the costs may be the one that was given: it is drawn once, as given.
    if len(there) > 1 and _same(_point(there[0]), _point(there[-1])):
        return there[1:]
    return there


def _point(one: OperatingPoint | Selection) -> OperatingPoint:
    return one.point if isinstance(one, Selection) else one


def _same(one: OperatingPoint, other: OperatingPoint) -> bool:
    return (one.criterion, one.position) == (other.criterion, other.position)


def _mark(one: OperatingPoint | Selection, i: int) -> Mark:
    point = _point(one)
    said = _decimals(point.value)
    if isinstance(one, Selection):
        said += f" here, {_decimals(one.estimate.value)} expected,"
    return Mark(point.fpr, point.tpr, f"{_words(point.criterion)} {said} at {_place(point)}", i)


def _decimals(value: float) -> str:
    return f"{value:.3f}".replace("-0.000", "0.000").replace("-", "−").replace("inf", "∞")


def _place(point: OperatingPoint) -> str:
    """The cut of a chosen threshold, which is what to use on new items, or the threshold that was given."""
    by_cut = point.is_chosen and not math.isnan(point.cut)
    at = f"{point.cut if by_cut else point.threshold:.3g}".replace("inf", "∞").replace("-", "−")
    return f"{'cut' if by_cut else 'threshold'} {at}"


def _together(marks: list[Mark]) -> list[Mark]:
    """Marks, of which those at one point of one system are one with all their texts."""
    found: dict[tuple[float, float, int | None], list[str]] = {}
    for mark in marks:
        texts = found.setdefault((mark.x, mark.y, mark.system), [])
        if mark.text not in texts:
            texts.append(mark.text)
    return [Mark(x, y, _joined(texts), i) for (x, y, i), texts in found.items()]


def _joined(texts: list[str]) -> str:
    """Texts that end alike, as those of one threshold do, as one that ends so."""
    parts = [text.rpartition(" at ") for text in texts]
    if len(texts) == 1 or len({end for _, _, end in parts}) > 1:
        return "; ".join(texts)
    return f"{', '.join(start for start, _, _ in parts)} at {parts[0][2]}"


def _notes(
    marked: list[OperatingPoint | Selection],
    isometrics: str | None,
    costs: tuple[float, float] | None,
    *,
    hulls: int,
) -> tuple[str, ...]:
    """What lines and marks mean."""
    notes = [] if isometrics is None else [f"dotted: equal {_words(isometrics)}"]
    if costs is not None:
        notes.append("dash-dotted: equal cost")
    if hulls:
        notes.append(f"thin: convex hull{'s' if hulls > 1 else ''}")
    points = [_point(one) for one in marked]
    if len(points) > _MOST_EXPLAINED_MARKS:
        criteria = ", ".join(dict.fromkeys(_words(point.criterion) for point in points))
        notes.append(f"points: cuts of the best {criteria}")
    elif marked and all(isinstance(one, Selection) for one in marked):
        notes.append("at points: here, and expected on new items")
    elif any(point.is_chosen for point in points):
        notes.append("values at points: on the items they were chosen on")
    return tuple(notes)


def _words(criterion: str) -> str:
    """The title of a measure, or a criterion that is none."""
    return criterion.replace("_", " ") if criterion in NAMES else measure(criterion).title
