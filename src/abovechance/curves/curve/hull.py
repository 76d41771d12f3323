"""The convex hull of a ROC curve: the thresholds that are best for some cost, in linear time and exactly.

Points are counts, so their cross products are whole numbers and no rounding decides what is on the hull.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 4096
_STRIDE = 32
_SLACK = 1e-9


def hull_of(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """The positions of the vertices of the upper hull of points that go right and up.

    Andrew's monotone chain; points on an edge between two vertices are left out. A long curve is thinned
    first: between two points a stride apart it stays below the corner of the first one's abscissa and the
    second one's ordinate, so where that corner is below the hull of a few points there is no vertex.

    Parameters
    ----------
    x, y : ndarray
        False and true positives, both ascending, from the origin to the totals.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.curves.curve.hull import hull_of
    >>> hull_of(np.array([0, 0, 1, 1, 3]), np.array([0, 2, 2, 3, 3]))
    array([0, 1, 3, 4])
    """
    positions = np.arange(len(x)) if len(x) <= _FEW else _candidates(x, y)
    return positions[_chain(x[positions].tolist(), y[positions].tolist())]


def _chain(x: list[Any], y: list[Any]) -> list[int]:
    kept: list[int] = []
    for i, (across, up) in enumerate(zip(x, y, strict=True)):
        while len(kept) > 1:
            last, before = kept[-1], kept[-2]
            turn = (x[last] - x[before]) * (up - y[before]) - (y[last] - y[before]) * (across - x[before])
            if turn < 0:
                break
            kept.pop()
        kept.append(i)
    return kept


def _candidates(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """Positions among which all vertices are."""
    coarse = np.append(np.arange(0, len(x) - 1, _STRIDE), len(x) - 1)
    inner = coarse[hull_of(x[coarse], y[coarse])]
    corners = np.flatnonzero(_reaches(x[coarse[:-1]], y[coarse[1:]], x[inner], y[inner]))
    near = (coarse[corners, None] + np.arange(_STRIDE)).ravel()
    near = near[near < len(x)]
    near = near[_reaches(x[near], y[near], x[inner], y[inner])]
    return np.unique(np.concatenate((near, inner)))


def _reaches(
    x: NDArray[Any], y: NDArray[Any], hull_x: NDArray[Any], hull_y: NDArray[Any]
) -> NDArray[np.bool_]:
    """Whether points are on or above a hull, or so little below it that rounding may have put them there."""
    return y >= np.interp(x, hull_x, hull_y) * (1 - _SLACK)
