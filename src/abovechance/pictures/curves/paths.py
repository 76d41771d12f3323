"""The lines of curves in a space, thinned where they are long and bent where they are not straight.

Fewer points that look the same: no picture shows ten million, and no file should hold them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.geometry.spaces import SPACES, in_space
from abovechance.pictures.picture import Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from abovechance.curves import Curve
    from abovechance.curves.geometry.spaces import Path

MOST = 1500  # so many cells of the plane are told apart, finer than a pixel of a page


def thin_curve(curve: Curve, most: int = MOST) -> NDArray[np.intp]:
    """Positions of thresholds whose points draw the whole ROC curve.

    A curve goes only right and up, so between the first and the last point of a cell on the way it cannot
    leave the cell: those two are kept, and all vertices of the convex hull, whose numbers are asked for.
    """
    if len(curve.thresholds) <= most:
        return np.arange(len(curve.thresholds))
    way = np.zeros(len(curve.thresholds))
    for counts, whole in ((curve.tp, curve.positives), (curve.fp, curve.negatives)):
        if whole:
            way += counts / whole
    return np.union1d(_ends_of_cells(np.floor(way * (most / 2))), curve.hull_positions)


def thin_function(x: NDArray[Any], *columns: NDArray[Any], most: int = MOST) -> NDArray[np.intp]:
    """Positions of points that draw functions of a sorted abscissa: the ends and extremes of its cells."""
    if len(x) <= most:
        return np.arange(len(x))
    finite = np.isfinite(x)
    low, high = x[finite].min(), x[finite].max()
    place = np.clip((np.where(finite, x, np.where(x > 0, high, low)) - low) / ((high - low) or 1), 0, 1)
    cells = np.floor(place * most)
    kept = _ends_of_cells(cells)
    starts = np.flatnonzero(np.diff(cells, prepend=cells[0] - 1))
    parts = [kept]
    for column in columns:
        for worst, reduce in ((np.inf, np.minimum), (-np.inf, np.maximum)):
            values = np.where(np.isnan(column), worst, column)
            extreme = np.repeat(reduce.reduceat(values, starts), np.diff(starts, append=len(values)))
            hits = np.flatnonzero(values == extreme)
            # The first of equal extremes in a cell is enough.
            parts.append(hits[np.diff(cells[hits], prepend=-1) != 0])
    return np.unique(np.concatenate(parts))


def _ends_of_cells(cells: NDArray[np.float64]) -> NDArray[np.intp]:
    """The first and the last position of each run of equal cells."""
    changes = np.flatnonzero(np.diff(cells))
    return np.unique(np.concatenate(([0], changes, changes + 1, [len(cells) - 1])))


_MOST_BETWEEN = 32


def drawn_path(curve: Curve, space: str) -> Path:
    """The points that draw a curve in a space."""
    straight = SPACES[space].is_straight
    if len(curve.thresholds) > MOST and straight:
        kept = thin_curve(curve)
        thin = replace(curve, thresholds=curve.thresholds[kept], tp=curve.tp[kept], fp=curve.fp[kept])
        return in_space(thin, space)
    if len(curve.thresholds) > MOST:
        return thinned(in_space(curve, space), curve)
    between = 0 if straight else min(_MOST_BETWEEN, MOST // len(curve.thresholds))
    return in_space(curve, space, between=between)


def thinned(path: Path, curve: Curve | None = None) -> Path:
    """A path of fewer points that looks the same, with the vertices of the hull of its curve."""
    kept = thin_function(path.x, path.y)
    if curve is not None:
        kept = np.union1d(kept, thin_curve(curve))
    return replace(path, x=path.x[kept], y=path.y[kept], thresholds=path.thresholds[kept])


def chance_lines(paths: Iterable[Path], label: str = "chance") -> list[Line]:
    """The lines of guessing, each once: systems on the same items share one."""
    found: dict[tuple[float, ...], Line] = {}
    for path in paths:
        if path.chance is not None:
            x, y = path.chance
            found.setdefault((*x.tolist(), *y.tolist()), Line(x, y, stroke="dashed"))
    lines = list(found.values())
    return [replace(line, label=label if len(lines) == 1 else "") for line in lines]


def area_note(name: str, value: float) -> str:
    """An area for the key."""
    return f"{name} undefined" if math.isnan(value) else f"{name} {value:.3f}"
