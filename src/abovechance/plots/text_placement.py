"""Where text goes: free corners, rows that do not overlap, and spots beside points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.plots.style import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_LETTER_WIDTH = 0.54  # the mean width of a letter, as a share of its size
_POINTS_PER_INCH = 72
_DISTANCES_IN_INCHES = (0.16, 0.26, 0.4, 0.6, 0.9, 1.2, 1.6)
"""How far from a point its text may stand, in inches; the nearest free spot is taken."""
_SHARES_ALONG_A_LINE = np.arange(0.1, 0.91, 0.05)  # where along a line its text may stand, as shares of it
_FREE_DISTANCE = 0.1  # so far from other lines, as a share of the plot, a text stands freely
# Where the middle of a text is that stands below a place on a line.
_SHIFT_BELOW_A_LINE = np.array([0.015, -0.02])
_RIGHT_ANGLE = 90
_DIRECTIONS = (-35, 0, 35, -70, 70, -110, 110, -145, 145, 180, -90, 90)
"""Directions in degrees, the best first: below to the right, where a ROC curve leaves room."""


def free_corner(
    points: NDArray[Any], size: tuple[float, float], weights: NDArray[Any] | None = None
) -> tuple[str, float]:
    """The corner whose box of that size, in shares of the plot, covers least, and the weight of that."""
    width, height = size
    x, y = points[:, 0], points[:, 1]
    known = np.ones(len(points)) if weights is None else weights
    covered = {
        f"{up} {side}": float(known[across & along].sum())
        for up, along in (("lower", y < height), ("upper", y > 1 - height))
        for side, across in (("right", x > 1 - width), ("left", x < width))
    }
    corner = min(covered, key=covered.__getitem__)
    return corner, covered[corner]


def roomiest(line: NDArray[Any], others: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], float]:
    """The place along a line below which a text is farthest from other points, one ahead, and how far.

    Places are in shares of the plot, as is all here. If there is room enough anywhere, it is the middle.
    """
    way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    places = np.column_stack([np.interp(_SHARES_ALONG_A_LINE * way[-1], way, line[:, i]) for i in (0, 1)])
    ahead = np.column_stack(
        [np.interp((_SHARES_ALONG_A_LINE + 0.05) * way[-1], way, line[:, i]) for i in (0, 1)]
    )
    room = np.full(len(places), _FREE_DISTANCE)
    if len(others):
        distances = np.hypot(*(places[:, None] + _SHIFT_BELOW_A_LINE - others[None]).transpose(2, 0, 1))
        room = np.minimum(distances.min(axis=1), _FREE_DISTANCE)
    best = np.flatnonzero(room >= room.max() - 1e-12)
    chosen = best[np.argmin(np.abs(_SHARES_ALONG_A_LINE[best] - 0.5))]
    return places[chosen], ahead[chosen], float(room[chosen])


def crowded(ends: Sequence[float], row: float) -> bool:
    """Whether so many names end in one place that moving them apart would part them from their lines."""
    moved = np.abs(np.array(end_rows(ends, row)) - np.array(ends))
    return bool(len(ends) * row > 1 or (len(ends) and moved.max() > 2 * row))


def end_rows(ends: Sequence[float], row: float) -> list[float]:
    """Heights as near to the given ones as a distance of a row between each two allows."""
    order = np.argsort(ends, kind="stable")
    wanted = np.asarray(ends, dtype=float)[order] - row * np.arange(len(ends))
    blocks: list[list[float]] = []
    for height in wanted:
        blocks.append([height])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    flat = [float(np.mean(block)) for block in blocks for _ in block]
    found = [0.0] * len(ends)
    for i, place in enumerate(order):
        found[place] = flat[i] + row * i
    return found


def spots(
    points: Sequence[Any], texts: Sequence[str], curves: NDArray[Any], inches: tuple[float, float]
) -> list[tuple[float, float]]:
    """For each point the left middle of its text, in shares of the plot.

    Spots near the point are tried in turn; one that leaves the plot or covers another text is not taken, and
    of the others the one that covers the fewest points of the lines.
    """
    width, height = inches
    taken: list[tuple[float, float, float, float]] = [
        (x - 0.02, y - 0.02, x + 0.02, y + 0.02) for x, y in points
    ]
    places = []
    for (x, y), text in zip(points, texts, strict=True):
        if not text:
            places.append((x, y))
            continue
        across = text_width(text, width)
        up = SMALL * 1.4 / _POINTS_PER_INCH / height
        best, least = (min(x + 0.04, 1 - across), y - up), float("inf")
        for rank, (left, middle) in enumerate(_candidates(x, y, across, inches)):
            box = (left, middle - up / 2, left + across, middle + up / 2)
            if (
                left < 0
                or box[2] > 1
                or box[1] < 0
                or box[3] > 1
                or any(_overlap(box, other) for other in taken)
            ):
                continue
            tie = _tie(x, y, box)
            if any(_crosses(tie, other) for other in taken if not other[0] < x < other[2]):
                continue
            inside = (curves[:, 0] > box[0]) & (curves[:, 0] < box[2])
            inside &= (curves[:, 1] > box[1]) & (curves[:, 1] < box[3])
            burden = float(3 * np.count_nonzero(inside) + rank)
            if burden < least:
                best, least = (left, middle), burden
        taken.append((best[0], best[1] - up / 2, best[0] + across, best[1] + up / 2))
        curves = np.concatenate([curves, _tie(x, y, taken[-1])])  # no later text covers the line to this one
        places.append(best)
    return places


def text_width(text: str, inches: float) -> float:
    """About how wide a text beside a point is, as a share of a plot of that many inches."""
    return len(text) * SMALL * _LETTER_WIDTH / _POINTS_PER_INCH / inches


def _tie(x: float, y: float, box: tuple[float, float, float, float]) -> NDArray[Any]:
    """Points along the line from a point to the nearest edge of its text."""
    end = (min(max(x, box[0]), box[2]), (box[1] + box[3]) / 2)
    share = np.linspace(0.1, 1.0, 12)
    return np.column_stack([x + share * (end[0] - x), y + share * (end[1] - y)])


def _crosses(points: NDArray[Any], box: tuple[float, float, float, float]) -> bool:
    x, y = points.T
    return bool(((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])).any())


def _candidates(
    x: float, y: float, across: float, inches: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    for reach in _DISTANCES_IN_INCHES:
        for degrees in _DIRECTIONS:
            turn = np.deg2rad(degrees)
            left = x + reach * np.cos(turn) / inches[0]
            yield (
                (left - across if abs(degrees) > _RIGHT_ANGLE else left),
                y + reach * np.sin(turn) / inches[1],
            )


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
