"""Lines as paths of SVG: points that make no visible difference are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.report.formats.svg.markup import px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

_TOLERANCE = 0.2  # pixels by which a thinned line may miss the data
_MOST_PASSES = (
    10  # over a line: each may halve the number of its points, and the tolerance is shared among them
)
_FARTHEST_PIXEL = 5000.0  # from the corner: viewers stumble over larger numbers, and nobody sees such points


def path(points: Points, *, closed: bool = False) -> str:
    """The commands that draw a line through points, broken where a point is missing."""
    return "".join(_commands(thinned(run), closed=closed) for run in runs(points))


def runs(points: Points) -> list[Points]:
    """The parts of a line between points that are not finite."""
    finite = np.isfinite(points).all(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], finite.view(np.int8), [0]))))
    return [points[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]


def thinned(points: Points) -> Points:
    """Fewer points, such that the line moves by less than a fifth of a pixel."""
    points = np.clip(points, -_FARTHEST_PIXEL, _FARTHEST_PIXEL)
    # Points that would be written alike are one.
    rounded = np.round(points, 1)
    points = points[np.concatenate(([True], (rounded[1:] != rounded[:-1]).any(axis=1)))]
    for turn in range(_MOST_PASSES):
        if len(points) < 3:
            break
        inner, chord = points[1:-1] - points[:-2], points[2:] - points[:-2]
        along = (inner * chord).sum(axis=1)
        square = (chord**2).sum(axis=1)
        off = np.abs(inner[:, 0] * chord[:, 1] - inner[:, 1] * chord[:, 0])
        idle = (off <= _TOLERANCE / _MOST_PASSES * np.sqrt(square)) & (along >= 0) & (along <= square)
        idle[turn % 2 :: 2] = False  # of two neighbours one stays
        points = points[np.concatenate(([True], ~idle, [True]))]
    return np.asarray(points)


def _commands(points: Points, *, closed: bool) -> str:
    said = [f"M{px(points[0, 0])} {px(points[0, 1])}"]
    at = np.round(points, 1)
    for (x, y), (x0, y0) in zip(at[1:], at[:-1], strict=True):
        said.append(f"V{px(y)}" if x == x0 else f"H{px(x)}" if y == y0 else f"L{px(x)} {px(y)}")
    return "".join(said) + ("z" if closed else "")
