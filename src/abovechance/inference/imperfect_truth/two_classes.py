r"""Sharp bounds of two-class measures where up to m true labels are wrong.

A wrong true label moves an item within its column. Let u be the true positives and v the false negatives of
the right table: u changes by i and v by j with :math:`|i| + |j| \le m`, inside the columns.

Accuracy and Markedness are linear in (u, v), and Kappa is linear-fractional, so each has its extremes at
corners of this polygon. Informedness rises with u and falls with v, so its maximum uses up m on i ≥ 0, j ≤ 0
or stands in the corner of the columns. Along the edge i − j = m its derivative is
:math:`\alpha / p^2 + \beta / (N - p)^2`, where p is the number of positives, :math:`\alpha = v - u - m` and
:math:`\beta = tn + m - fp`. It changes sign at most once, where :math:`(N - p) / p = \sqrt{-\beta / \alpha}`.
The minimum is the same with the columns exchanged. So the extremes are among the corners, and these points
rounded both ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array

    Floats = NDArray[np.float64]

_NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
_MAX_FLIPS_ENUMERATED = 6  # up to so many wrong labels, every table is tried


def extreme_tables(counts: Array, flips: Array, key: str, sign: int) -> Array:
    """The tables ``(*batch, 2, 2)`` of greatest (``sign=1``) or least (``-1``) value that flips allow.

    Classes are in the order (negative, positive). Tables on which the measure is undefined are left out,
    unless it is undefined on all.
    """
    tables = _candidates(counts, np.asarray(flips))
    with np.errstate(all="ignore"):
        values = sign * measure(key).function(Contingency(tables))
    best = np.argmax(np.where(np.isnan(values), -np.inf, values), axis=-1)
    return np.take_along_axis(tables, best[..., None, None, None], axis=-3)[..., 0, :, :]


def _candidates(counts: Array, flips: Array) -> Array:
    """The tables that can be extreme, on an axis before the last two."""
    whole = counts.dtype.kind == "i"
    # With so few flips trying all is quicker than thinking, and needs no proof.
    if whole and np.max(flips, initial=0) <= _MAX_FLIPS_ENUMERATED:
        moves = _all_moves(int(np.max(flips, initial=0)))
        shape = (*counts.shape[:-2], len(moves))
        i, j = (np.broadcast_to(part, shape) for part in moves.T)
    else:
        i, j = _corners(counts, flips, whole=whole)
    (tn, fp), (fn, tp) = ([counts[..., r, c, None] for c in (0, 1)] for r in (0, 1))
    allowed = np.abs(i) + np.abs(j) <= flips[..., None] * (1 + 1e-12)
    allowed &= (i >= -tp) & (i <= fp) & (j >= -fn) & (j <= tn)
    i, j = np.where(allowed, i, 0), np.where(allowed, j, 0)
    cells = np.stack((tn - j, fp - i, fn + j, tp + i), axis=-1)
    return cells.reshape(*cells.shape[:-1], 2, 2)


def _all_moves(most: int) -> NDArray[np.int64]:
    """Every pair of changes of true positives and false negatives."""
    steps = np.arange(-most, most + 1)
    i, j = np.meshgrid(steps, steps, indexing="ij")
    pairs = np.stack((i.ravel(), j.ravel()), axis=-1)
    return pairs[np.abs(pairs).sum(-1) <= most]


def _corners(counts: Array, flips: Array, *, whole: bool) -> tuple[Array, Array]:
    """Changes at the corners of the polygon and where Informedness is stationary on its edges."""
    (tn, fp), (fn, tp) = counts[..., 0, :].T, counts[..., 1, :].T
    tn, fp, fn, tp = (np.asarray(x.T, dtype=float) for x in (tn, fp, fn, tp))
    m = np.asarray(flips, dtype=float)
    found: list[tuple[Floats, Floats]] = [(0 * m, 0 * m)]
    for up, most_i, along, most_j in ((1, fp, 1, tn), (1, fp, -1, fn), (-1, tp, 1, tn), (-1, tp, -1, fn)):
        i, j = np.minimum(most_i, m), np.minimum(most_j, m)
        spots = [i, np.clip(m - j, 0, most_i)]
        spots.append(np.floor((spots[0] + spots[1]) / 2))  # where the measure is undefined at the ends
        if up != along:
            stationary = np.clip(_stationary(tn, fp, fn, tp, up * m), spots[1], i)
            spots += [np.floor(stationary), np.ceil(stationary)] if whole else [stationary]
        found += [(up * i, 0 * m), (0 * m, along * j)]
        found += [(up * spot, along * np.clip(m - spot, 0, most_j)) for spot in spots]
    if whole:  # a corner may have no positives or no negatives, where a measure is undefined
        found += [(i + a, j + b) for i, j in found for a, b in _NEIGHBOURS]
    kind = np.int64 if whole else np.float64
    return tuple(np.stack(part, axis=-1).astype(kind) for part in zip(*found, strict=True))  # type: ignore[return-value]


def _stationary(tn: Floats, fp: Floats, fn: Floats, tp: Floats, m: Floats) -> Floats:
    """How many of ``|m|`` flips are of predicted positives where Informedness is stationary.

    With negative m, true positives become false ones: Informedness is then that of the exchanged columns.
    """
    size = np.abs(m)
    down = m < 0
    u, v = np.where(down, fn, tp), np.where(down, tp, fn)
    a, b = np.where(down, tn, fp), np.where(down, fp, tn)
    alpha, beta = v - u - size, b + size - a
    with np.errstate(all="ignore"):
        # NaN where the derivative is 0 nowhere along the edge: then an end decides.
        ratio = np.sqrt(-beta / alpha)  # (N - p) / p
        positives = (tn + fp + fn + tp) / (1 + ratio)
        gained = (positives - (u + v - size)) / 2
    gained = np.where(np.isfinite(gained), gained, 0.0)
    return np.where(down, size - gained, gained)
