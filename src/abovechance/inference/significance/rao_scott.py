"""Weighted items as fewer items without weights: as many as leave a test of independence its level.

If truth and prediction are independent, a statistic that adds up h of the cell of each item has the variance
Σ h²·Σw² over the cells. Beside it stands that of as many items without weights as there is weight. Statistics
are divided by the quotient, the design effect: the first-order correction of Rao and Scott (1981), who
divide Pearson's χ² by the mean of the design effects of its components. A sum of hits has one of its own.
Independence does not mind how heavy a class or a label is. So for two classes and for χ² the usual weights of
classes and labels are taken out first: those that differ by class alone leave the p-value as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.weighted_hits import hit_weights
from abovechance.inference.intervals.effective_size import mean_weights, usual_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Array
    from abovechance.tables.tables import Tables

_ROUNDING = 1e-9


def independent_items(tables: Tables, sums_of_hits: Sequence[str] = ()) -> Tables:
    """Tables without weights that are as uncertain about independence as the weighted ones.

    Of several sums of hits the largest design effect is taken; without any, that of χ².
    """
    tables = tables.effective
    if tables.squares is None:
        return tables
    counts, squares = tables.counts, tables.squares
    by_hits = sums_of_hits and counts.shape[-1] > 2
    if not by_hits:
        usual = usual_weights(counts, squares)
        counts, squares = counts / usual, squares / usual**2
    weights = mean_weights(counts, squares)
    t = Contingency(counts)
    with np.errstate(all="ignore"):
        real, predicted = t.real / t.total[..., None], t.predicted / t.total[..., None]
        if by_hits:
            effect = _of_hits(hit_weights(t, sums_of_hits), real, predicted, weights)
        else:
            effect = _of_all_cells(real, predicted, weights)
    return _divided(tables, counts, effect)


def discordant_items(tables: Tables) -> Tables:
    """Tables without weights whose errors are as uncertain as the weighted ones: ``Σw²/Σw`` of them is 1."""
    tables = tables.effective
    if tables.squares is None:
        return tables
    wrong = ~np.eye(tables.counts.shape[-1], dtype=bool)
    weights = mean_weights(tables.counts, tables.squares)
    with np.errstate(all="ignore"):
        errors = (tables.counts * wrong).sum((-2, -1))
        effect = (tables.counts * weights * wrong).sum((-2, -1)) / errors
    return _divided(tables, tables.counts, effect)


def _divided(tables: Tables, counts: Array, effect: Array) -> Tables:
    """The tables of so many times fewer items, as whole numbers if they are."""
    counts = counts / np.where(np.isfinite(effect) & (effect > 0), effect, 1.0)[..., None, None]
    whole = np.rint(counts)
    if np.allclose(counts, whole, rtol=_ROUNDING, atol=_ROUNDING):
        counts = whole.astype(np.int64)
    return replace(tables, counts=counts, squares=None)


def _of_all_cells(real: Array, predicted: Array, weights: Array) -> Array:
    """The mean over the degrees of freedom, Σ v·(1 − P)·(1 − Q) / Σ (1 − P)·(1 − Q)."""
    free = np.where((real > 0)[..., :, None] & (predicted > 0)[..., None, :], 1.0, 0.0)
    shares = free * (1 - real)[..., :, None] * (1 - predicted)[..., None, :]
    return (shares * weights).sum((-2, -1)) / shares.sum((-2, -1))


def _of_hits(hits: Array, real: Array, predicted: Array, weights: Array) -> Array:
    """The largest over the sums of hits, each doubly centred as labels dealt out at random have it."""
    each = hits[..., :, None] * np.eye(hits.shape[-1])
    by_row = (each * predicted[..., None, None, :]).sum(-1, keepdims=True)
    by_column = (each * real[..., None, :, None]).sum(-2, keepdims=True)
    mean = (by_row * real[..., None, :, None]).sum(-2, keepdims=True)
    chance = (real[..., :, None] * predicted[..., None, :])[..., None, :, :]
    spread = chance * (each - by_row - by_column + mean) ** 2
    effect = (spread * weights[..., None, :, :]).sum((-2, -1)) / spread.sum((-2, -1))
    return np.nanmax(np.where(np.isfinite(effect), effect, -np.inf), axis=-1)
