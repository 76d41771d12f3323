"""Measures against the threshold: what each cut-off would do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.intervals.interval import interval
from abovechance.measures.headlines import OVER_THRESHOLDS
from abovechance.measures.registry import measure
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import thin_function
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.curves import Curve
    from abovechance.measures.registry import Measure
    from abovechance.pictures.curves.names import Given

_MOST_THRESHOLDS_DRAWN = 100_000
"""Of more thresholds, so many are computed, and those on the hull, where measures have their extremes."""
_MOST_RIBBONS = 3  # of more systems ribbons would only be clutter
_INTERVALS_PER_RIBBON = 120  # so many intervals along a ribbon
# Scores beyond this are drawn in units of a power of ten: their differences may be no numbers.
_LARGEST_PLAIN_SCORE = 1e100


def over_thresholds(
    curves: Given,
    measures: str | Sequence[str] = OVER_THRESHOLDS,
    *,
    level: float | None = 0.95,
    threshold: float | None = None,
) -> Picture:
    """Measures of one system, or one measure of several, against the threshold."""
    systems = by_name(curves)
    chosen = [measure(name) for name in ([measures] if isinstance(measures, str) else measures)]
    if not chosen:
        raise InputError("measures is empty: name at least one")
    alone = len(systems) == 1
    shown = [
        (name, curve, which) for name, curve in systems.items() for which in (chosen if alone else chosen[:1])
    ]
    unit = _unit(list(systems.values()))
    lines: list[Line] = []
    areas: list[Area] = []
    for i, (name, curve, which) in enumerate(shown):
        lines.append(_line(curve, which, which.title if alone else name, i, unit))
        if level is not None and (alone or len(systems) <= _MOST_RIBBONS):
            areas += _ribbon(curve, which, level, i, unit)
    across = _across(list(systems.values()), unit)
    beyond = () if threshold is None else _beyond(threshold, across, unit)
    marks = () if threshold is None or beyond else _marks(shown, threshold, unit)
    if marks:
        beyond = (f"points: at {threshold:.4g}".replace("-", "−"),)
    title = chosen[0].title if len(chosen) == 1 or not alone else "Measures"
    of = next(iter(systems)) if alone else ""
    if areas:
        beyond += (f"shaded: {100 * (level or 0):g} % intervals at each threshold",)
    return Picture(
        f"{title}{' of ' if of else ''}{of} by threshold: {classes(systems)}",
        across,
        Scale(title if title != "Measures" else "", None, None),
        tuple(lines),
        tuple(areas),
        marks,
        key="corner",
        notes=beyond,
    )


def _finite(curves: Sequence[Curve]) -> NDArray[np.float64]:
    finite = [curve.thresholds[np.isfinite(curve.thresholds)] for curve in curves]
    return np.concatenate(finite) if finite else np.empty(0)


def _unit(curves: Sequence[Curve]) -> float:
    """1, or the power of ten of the scores farthest from 0 if these are too large for a picture."""
    farthest = float(np.abs(_finite(curves)).max(initial=0.0))
    return 1.0 if farthest < _LARGEST_PLAIN_SCORE else float(f"1e{math.floor(math.log10(farthest))}")


def _across(curves: Sequence[Curve], unit: float) -> Scale:
    """The range of finite scores; that of probabilities if they are some."""
    scores = _finite(curves) / unit
    title = "Threshold (items at or above it are called positive)"
    title = title if unit == 1 else f"{title}, in units of {unit:.0e}"
    if not len(scores):
        return Scale(title)
    low, high = float(scores.min()), float(scores.max())
    if low >= 0 and high <= 1:
        return Scale(title)
    return Scale(title, low, high) if high > low else Scale(title, low - 0.5, low + 0.5)


def _line(curve: Curve, which: Measure, name: str, i: int, unit: float) -> Line:
    """Steps: between two scores a threshold calls the same items positive as the higher one does."""
    positions = np.flatnonzero(np.isfinite(curve.thresholds))[::-1]
    if len(positions) > _MOST_THRESHOLDS_DRAWN:
        even = positions[np.linspace(0, len(positions) - 1, _MOST_THRESHOLDS_DRAWN).astype(int)]
        both = np.union1d(even, curve.hull_positions)[::-1]
        positions = both[np.isfinite(curve.thresholds[both])]
    x = curve.thresholds[positions] / unit
    y = np.asarray(which(curve.tables_at(positions)), dtype=float)
    kept = thin_function(x, y)
    steps, values = _steps(x[kept], y[kept])
    return Line(steps, values, name, system=i)


def _steps(x: NDArray[Any], *columns: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """The corners of steps that hold each value from the abscissa before it to its own."""
    if not len(x):
        return x, *columns
    return np.repeat(x, 2)[:-1], *(np.concatenate((y[:1], np.repeat(y[1:], 2))) for y in columns)


def _ribbon(curve: Curve, which: Measure, level: float, i: int, unit: float) -> list[Area]:
    if curve.is_weighted:
        return []
    positions = np.flatnonzero(np.isfinite(curve.thresholds))[::-1]
    if len(positions) > _INTERVALS_PER_RIBBON:
        positions = positions[
            np.unique(np.linspace(0, len(positions) - 1, _INTERVALS_PER_RIBBON).astype(int))
        ]
    if not len(positions):
        return []
    found: Any = interval(curve.tables_at(positions), which, level=level, seed=0)
    x, low, high = _steps(curve.thresholds[positions] / unit, np.asarray(found.low), np.asarray(found.high))
    return [Area(x, low, high, i)]


def _marks(shown: list[tuple[str, Curve, Measure]], threshold: float, unit: float) -> tuple[Mark, ...]:
    return tuple(
        Mark(threshold / unit, value, f"{value:.3f}", i)
        for i, (_, curve, which) in enumerate(shown)
        if np.isfinite(value := float(which(curve.at(threshold))))
    )


def _beyond(threshold: float, across: Scale, unit: float) -> tuple[str, ...]:
    """What to say of a threshold beyond all scores, which the picture has no place for."""
    low, high = across.low or 0.0, across.high or 0.0
    if low <= threshold / unit <= high:
        return ()
    called = "no item" if threshold / unit > high else "every item"
    shown = f"{threshold:g}".replace("inf", "∞").replace("-", "−")
    return (f"threshold {shown}: {called} is called positive",)
