"""The lines of curves in a space, thinned where they are long and bent where they are not straight."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.spaces import SPACES, in_space
from abovechance.plots.picture import Line
from abovechance.plots.thin import MOST, thin_curve, thin_function

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from abovechance.curves import Curve
    from abovechance.curves.spaces import Path

_MOST_BETWEEN = 32


def drawn_path(curve: Curve, space: str) -> Path:
    """The points that draw a curve in a space."""
    straight = SPACES[space].is_straight
    if len(curve.thresholds) > MOST:
        return (
            in_space(_at(curve, thin_curve(curve)), space)
            if straight
            else thinned(in_space(curve, space), curve)
        )
    between = 0 if straight else min(_MOST_BETWEEN, MOST // len(curve.thresholds))
    return in_space(curve, space, between=between)


def _at(curve: Curve, kept: NDArray[np.intp]) -> Curve:
    """The curve of some of its thresholds, the first and the last among them."""
    return replace(curve, thresholds=curve.thresholds[kept], tp=curve.tp[kept], fp=curve.fp[kept])


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
