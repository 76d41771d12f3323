"""Tables as points of ROC space: their height above the chance line is Informedness."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import shortened, visible
from abovechance.inference.intervals.interval import interval
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.tables.tables import Tables

FALLOUT = Scale("Fallout (false positive rate)")
RECALL = Scale("Recall (true positive rate)")
CHANCE_LINE = Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), stroke="dashed", label="chance")
_MOST_NAMED_POINTS = 5  # more names than this have no room beside their points, and stand in the key
_LONGEST_NAME = 34
_ISO_VALUES = (0.25, 0.5, 0.75)


def roc_position(tables: Tables | Mapping[str, Tables], *, level: float | None = 0.95) -> Picture:
    """Where tables of two classes stand in ROC space, among lines of equal Informedness.

    A single table has its kite, and the region that holds its true rates with the confidence ``level``:
    intervals of Recall and Fallout of √level each, for the two rest on different items.
    """
    several = {"": tables} if not hasattr(tables, "items") else dict(tables.items())
    if not several:
        raise InputError("there is no table to draw")
    with np.errstate(invalid="ignore"):  # a class may have no items
        rates = {name: (float(t.dichotomy.fpr), float(t.dichotomy.tpr)) for name, t in several.items()}
    lines = [CHANCE_LINE, *_equal_informedness(below=any(y < x for x, y in rates.values()))]
    areas: list[Area] = []
    marks: list[Mark] = []
    notes = ["dotted: equal Informedness"]
    alone = len(several) == 1
    keyed = len(several) > _MOST_NAMED_POINTS
    names = dict(zip(rates, shortened([visible(name) for name in rates], _LONGEST_NAME), strict=True))
    barred = False
    for i, (name, (x, y)) in enumerate(rates.items()):
        if math.isnan(x) or math.isnan(y):
            of = f" of {visible(name)}" if name else ""
            notes.append(f"no point{of}: Recall or Fallout is undefined, for a class has no items")
            continue
        bounds: tuple[float | None, ...] = (None,) * 4
        if level is not None:
            bounds = _bounds(several[name], math.sqrt(level) if alone else level)
        if alone:
            area, sides = kite(x, y)
            areas.append(area)
            lines += sides
            notes.append(f"kite: its area is Informedness, {abs(y - x):.3f}")
        if alone and None not in bounds:
            low, high, left, right = (np.full(2, bound) for bound in bounds)
            across = np.array([left[0], right[0]])
            areas.append(Area(across, low, high, i, f"{100 * (level or 0):g} % region of the true rates"))
        barred = barred or (not alone and None not in bounds)
        text = f"{names[name]} {y - x:.3f}" if name else f"Informedness {y - x:.3f}"
        if keyed:
            # A line without points: it puts the point of a system into the key.
            nothing = np.array([math.nan])
            lines.append(Line(nothing, nothing, visible(name), f"{y - x:.3f}".replace("-", "−"), i))
            text = ""
        marks.append(Mark(x, y, text, i, *(bounds if not alone else ())))
    if barred:
        notes.append(f"bars: {100 * (level or 0):g} % intervals")
    first = next(iter(several.values()))
    title = f"ROC space: {visible(str(first.positive))} against {_other(first)}"
    return Picture(
        title, FALLOUT, RECALL, tuple(lines), tuple(areas), tuple(marks), square=True, notes=tuple(notes)
    )


def _other(tables: Tables) -> str:
    return visible(str(next(label for label in tables.labels if label != tables.positive)))


def _bounds(tables: Tables, level: float) -> tuple[float | None, ...]:
    """The bounds of Recall and of Fallout; None where there are none."""
    if not tables.is_countable:
        return (None,) * 4
    found = [interval(tables, key, level=level) for key in ("recall", "fallout")]
    bounds = [float(x) for one in found for x in (one.low, one.high)]
    return tuple(bounds) if np.isfinite(bounds).all() else (None,) * 4


def _equal_informedness(*, below: bool) -> list[Line]:
    """Lines along which Informedness is the same, above the chance line, and below if a point is there."""
    lines = []
    for value in (*_ISO_VALUES, *((-v for v in _ISO_VALUES) if below else ())):
        x = np.array([max(0.0, -value), min(1.0, 1 - value)])
        lines.append(Line(x, x + value, stroke="dotted", label=f"{value:g}".replace("-", "−")))
    return lines


def kite(x: float, y: float) -> tuple[Area, list[Line]]:
    """The kite of a point of ROC space: what lies between it and the perverse system.

    Its corners are the point, the ends of the chance line, and the system that gives each item the other
    label. Its area is Informedness (Powers 2007, section 2.5 and Figure 1).
    """
    across, other = 1 - x, 1 - y
    at = np.sort([0.0, x, across, 1.0])
    with np.errstate(divide="ignore", invalid="ignore"):  # a side may stand upright
        own = np.where((at < x) | (x == 1), y * at / x, y + (1 - y) * (at - x) / across)
        turned = np.where((at <= across) & (x < 1), other * at / across, other + y * (at - across) / x)
    return Area(at, np.minimum(own, turned), np.maximum(own, turned)), [
        Line(np.array([0, x, 1]), np.array([0, y, 1]), stroke="dotted"),
        Line(
            np.array([0, across, 1]),
            np.array([0, other, 1]),
            stroke="dashed",
            label="perverse: labels swapped",
        ),
    ]
