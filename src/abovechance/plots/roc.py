"""ROC space: curves above the chance line, hulls, operating points, lines of equal cost, bands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

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
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale
from abovechance.plots.display import Display, by_name, classes
from abovechance.plots.paths import drawn_path

if TYPE_CHECKING:
    from abovechance.core.labels import Label
    from abovechance.curves import Curve, Curves

    Points = OperatingPoint | Selection | Iterable[OperatingPoint | Selection] | Mapping[Label, Any] | str

_MOST_EXPLAINED_MARKS = 3  # so many marks have room to say what they are


class RocDisplay(Display):
    """Recall against Fallout: the height above the diagonal is Informedness."""

    @classmethod
    def from_curves(
        cls,
        curves: Curve | Curves | Mapping[Any, Curve],
        *,
        hull: bool = True,
        points: Points | None = None,
        costs: tuple[float, float] | None = None,
        prevalence: float | None = None,
        isometrics: str | None = None,
        kite: bool = False,
        bands: bool | str | None = None,
        level: float | None = 0.95,
    ) -> Self:
        """Work out the picture.

        Parameters
        ----------
        curves
            A curve, or several by their names.
        hull
            Whether to draw the convex hull of each, as a thin line.
        points
            Operating points to mark: a criterion, such as ``"informedness"``, by which the best threshold of
            each system is found; or what :func:`~abovechance.curves.operating_point` gave, one or several;
            or what :func:`~abovechance.curves.select_threshold` gave, whose honest value is written beside
            it; or a mapping of names to those.
        costs
            The costs of an error on a positive and on a negative item: a line of equal cost is drawn where it
            touches each hull, and the point there is marked.
        prevalence
            Where the classifier will be used, for the costs and isometrics; that of the curves unless said
            otherwise.
        isometrics
            A measure whose lines of equal value are drawn, as pale dotted lines.
        kite
            Whether to draw the kite of the one operating point of ``points`` or ``costs``: its corners are
            the point, the ends of the chance line and the perverse system, which gives each item the other
            label. Its area is Informedness (Powers 2007, section 2.5 and Figure 1).
        bands
            Whether to draw the band that holds the whole true curve, or by which method of
            :func:`~abovechance.curves.uncertainty.roc_bands.band`; None for up to two systems.
        level
            The confidence of the bands, and of the intervals of the AUC in the key; None for none.

        Examples
        --------
        >>> from abovechance.plots import RocDisplay
        >>> display = RocDisplay.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], points="informedness")
        >>> display.picture.marks[0].x, display.picture.marks[0].y
        (0.0, 0.5)
        """
        systems, costs = by_name(curves), checked_pair(costs)
        said = "chance" if isometrics is None else ""
        lines = [Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), stroke="dashed", label=said)]
        if isometrics is not None:
            share = deployed(next(iter(systems.values())), prevalence)
            lines += _isometric_lines(isometrics, share)
        areas: list[Area] = []
        found: list[tuple[OperatingPoint | Selection, int]] = []
        for i, (name, curve) in enumerate(systems.items()):
            path = drawn_path(curve, "roc")
            if hull and not math.isnan(curve.auc):
                at = curve.hull_positions
                lines.append(Line(curve.fpr[at], curve.tpr[at], system=i, stroke="thin"))
            lines.append(Line(path.x, path.y, name, area_with_interval(curve, level), i))
            if level is not None and (len(systems) <= 2 if bands is None else bands):
                areas += _band(curve, i, method=bands, level=level)
            if costs is not None:
                lines += tangent(curve, costs, prevalence, i)
            found += [(point, i) for point in _points(curve, name, points, costs, prevalence)]
        if kite:
            area, sides = _kite(found)
            areas.append(area)
            lines += sides
        marks = _together([_mark(chosen, i, brief=len(found) > _MOST_EXPLAINED_MARKS) for chosen, i in found])
        return cls(
            Picture(
                f"ROC: {classes(systems)}",
                Scale("Fallout (false positive rate)"),
                Scale("Recall (true positive rate)"),
                tuple(lines),
                tuple(areas),
                tuple(marks),
                square=True,
                notes=_notes([chosen for chosen, _ in found], isometrics, costs)
                + ((_kite_note(_point(found[0][0])),) if kite else ()),
            )
        )


def _kite(found: list[tuple[OperatingPoint | Selection, int]]) -> tuple[Area, list[Line]]:
    """The kite of the one operating point: what lies between it and the perverse system."""
    if len(found) != 1:
        raise InputError(
            f"the kite is that of one operating point, and there are {len(found)}: give points='informedness'"
            " of one curve, or one point"
        )
    chosen, i = found[0]
    point = _point(chosen)
    (x, y), (across, other) = (point.fpr, point.tpr), (1 - point.fpr, 1 - point.tpr)
    at = np.sort([0.0, x, across, 1.0])
    with np.errstate(divide="ignore", invalid="ignore"):  # a side may stand upright
        own = np.where((at < x) | (x == 1), y * at / x, y + (1 - y) * (at - x) / across)
        turned = np.where((at <= across) & (x < 1), other * at / across, other + y * (at - across) / x)
    area = Area(at, np.minimum(own, turned), np.maximum(own, turned), i)
    return area, [
        Line(np.array([0, x, 1]), np.array([0, y, 1]), stroke="dotted"),
        Line(np.array([0, across]), np.array([0, other]), stroke="dashed", label="perverse"),
        Line(np.array([across, 1]), np.array([other, 1]), stroke="dashed"),
    ]


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
    if weight == 0:
        x, y = np.full(2, best.fpr), np.array([0.0, 1.0])
    else:
        slope = (1 - weight) / weight
        x = np.array([0.0, 1.0])
        y = best.tpr + slope * (x - best.fpr)
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
    if len(there) > 1 and _same(_point(there[0]), _point(there[-1])):
        return there[1:]
    return there


def _point(one: OperatingPoint | Selection) -> OperatingPoint:
    return one.point if isinstance(one, Selection) else one


def _same(one: OperatingPoint, other: OperatingPoint) -> bool:
    return (one.criterion, one.position) == (other.criterion, other.position)


def _mark(one: OperatingPoint | Selection, i: int, *, brief: bool) -> Mark:
    point = _point(one)
    value = one.estimate.value if isinstance(one, Selection) else one.value
    at = f"{point.threshold:.3g}".replace("inf", "∞")
    said = at if brief else f"{_words(point.criterion)} {value:.3g} at {at}"
    return Mark(point.fpr, point.tpr, said, i)


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
    marked: list[OperatingPoint | Selection], isometrics: str | None, costs: tuple[float, float] | None
) -> tuple[str, ...]:
    """What lines and marks mean."""
    notes = [] if isometrics is None else [f"dotted: equal {_words(isometrics)}"]
    if costs is not None:
        notes.append("dash-dotted: equal cost")
    points = [_point(one) for one in marked]
    if len(points) > _MOST_EXPLAINED_MARKS:
        criteria = ", ".join(dict.fromkeys(_words(point.criterion) for point in points))
        notes.append(f"points: thresholds of the best {criteria}")
    elif marked and all(isinstance(one, Selection) for one in marked):
        notes.append("values at points: expected on new items")
    elif any(point.is_chosen for point in points):
        notes.append("values at points: on the items they were chosen on")
    return tuple(notes)


def _words(criterion: str) -> str:
    """The title of a measure, or a criterion that is none."""
    return criterion.replace("_", " ") if criterion in NAMES else measure(criterion).title
