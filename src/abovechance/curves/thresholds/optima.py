"""All thresholds that are best by a criterion: ties are told in whole numbers, not by rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.curve.counts import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.thresholds.criteria import Criterion


def optima(curve: Curve, criterion: Criterion, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.intp]:
    """The positions of all thresholds that are best, the highest threshold first; none if undefined.

    A linear criterion needs only the vertices of the hull: its lines of equal loss are tangents (Provost &
    Fawcett 2001). If two vertices are best, so is every threshold on the edge between them.
    """
    if criterion.needs_both and not (curve.positives and curve.negatives):
        return np.empty(0, dtype=np.intp)
    if allowed is not None:
        return _least(curve, criterion, np.flatnonzero(allowed))
    if not criterion.is_linear or curve.is_weighted:
        return _least(curve, criterion, np.arange(len(curve.thresholds)))
    corners = _least(curve, criterion, curve.hull_positions)
    return _least(curve, criterion, _edge(curve, corners[0], corners[-1]))


def _edge(curve: Curve, first: np.intp, last: np.intp) -> NDArray[np.intp]:
    """All positions between two, and those of scores that no item has, which decide as others do."""
    start = max(np.searchsorted(x, x[first], side="left") for x in (curve.tp, curve.fp))
    end = min(np.searchsorted(x, x[last], side="right") for x in (curve.tp, curve.fp))
    return np.arange(start, end)


def _least(curve: Curve, criterion: Criterion, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    counts = Counts.of(curve, positions)
    loss = criterion.loss(counts)
    defined = ~np.isnan(loss)
    if not defined.any():
        return positions[:0]
    least = loss[defined].min()
    if least > criterion.loss_at_chance + criterion.rounding(counts, least):
        idle = positions[~defined & _is_idle(counts)]
        if len(idle):
            return idle
    near = positions[defined & (loss <= least + criterion.rounding(counts, least))]
    if not criterion.is_exact or curve.is_weighted:
        return near
    exact = np.asarray(criterion.loss(Counts.exact(curve, near)), dtype=object)
    return near[np.asarray(exact == exact.min(), dtype=bool)]


def _is_idle(counts: Counts) -> NDArray[np.bool_]:
    """Whether a threshold calls all items alike, so that the scores say nothing."""
    called = counts.tp + counts.fp
    return np.asarray((called == 0) | (called == counts.total), dtype=bool)


def best_of_each(
    criterion: Criterion, counts: Counts, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.intp]:
    """The position of the first of the best thresholds in each row of a batch; -1 where there is none."""
    loss = np.asarray(criterion.loss(counts), dtype=np.float64)
    undefined = np.isnan(loss)
    idle = undefined & _is_idle(counts) & ~undefined.all(-1, keepdims=True)
    # just above, so that a threshold that is no worse than chance goes first
    loss = np.where(idle, np.nextafter(criterion.loss_at_chance, np.inf), loss)
    undefined &= ~(idle & np.isfinite(criterion.loss_at_chance))
    if criterion.needs_both:
        undefined |= (counts.positives == 0) | (counts.negatives == 0)
    if allowed is not None:
        undefined |= ~allowed
    position = np.where(undefined, np.inf, loss).argmin(-1)
    rows = np.arange(len(position))
    # an infinite loss that is allowed would hide behind those that are not
    hidden = undefined[rows, position] & ~undefined.all(-1)
    position[hidden] = (~undefined[hidden]).argmax(-1)
    return np.where(undefined.all(-1), -1, position)
