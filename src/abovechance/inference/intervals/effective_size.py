"""Weighted items as fewer items without weights: as many as leave a measure equally uncertain.

Items of weights w are independent draws, so a sum of weights has the variance Σw², and a measure with
gradient g (by sums of weights) has Σ g²·Σw² over the cells: the linearisation of ratios of weighted sums
(Binder 1983). Beside it stands the variance of as many items without weights as there is weight. Their
quotient is the design effect of the measure (Kish 1965), and a table divided by it has the effective number
of items. Any interval can be computed of that table, as Korn and Graubard (1998) take the exact interval of a
proportion.

One number for all measures, ``(Σw)²/Σw²``, would be wrong where weights and classes go together: a Recall
knows nothing of how heavy the other class is. So the design effect is that of the measure. Of two classes,
what does not depend on prevalence has one for each class: weights that differ by class alone change nothing,
and items that were re-weighted to another prevalence have the interval that they had before.

The weight of the items of a cell is known badly if they are few, and not at all if there are none. It is then
drawn towards what is usual for their class and their label, as if there were some more of these, but never
downwards: a heavy item stays one. So a class without a miss is not taken for sure if its misses would be of
items that were drawn seldom and weigh much.

If truth and prediction are independent, a statistic that adds up h of the cell of each item has the variance
Σ h²·Σw² over the cells. Tests of independence are divided by its design effect: the first-order correction of
Rao and Scott (1981), who divide Pearson's χ² by the mean of the design effects of its components. A sum of
hits has one of its own. Independence does not mind how heavy a class or a label is. So for two classes and
for χ² the usual weights of classes and labels are taken out first: those that differ by class alone leave the
p-value as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.guessing.weighted_hits import hit_weights
from abovechance.inference.intervals.delta import occupied_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

_MORE_ITEMS = 4.0  # items of the usual weight of their class and label, added to each cell
_MAX_ROUNDS = 50
_ROUNDING_ERROR = 1e-12
_MOST_CELLS = 1600  # beyond 40 classes the design effect is that of the sum of all weights


def effective_tables(
    m: Measure, tables: Tables, sampling: Sampling = "items", parameters: Mapping[str, Any] | None = None
) -> Tables:
    """The tables of as many items as leave a measure as uncertain as the weighted ones do.

    A measure of one class of more than two has tables of each class against the rest. Measures have their
    value on them, but for counts and what depends on the number of items.
    """
    tables = tables.effective
    if tables.squares is None:
        return tables
    known = "scale" in m.invariant or m.kind == "count"
    if m.scope == "binary" and len(tables.labels) != 2:
        apart = tables.one_vs_rest()
        known = known and np.allclose(m(apart), m(tables), equal_nan=True)  # all that it looks at
        tables = apart.effective if known else tables
    if known and tables.squares is not None:
        with np.errstate(all="ignore"):
            factors = _factors(m, tables, sampling, parameters or {})
        tables = replace(tables, counts=tables.counts * np.where(np.isfinite(factors), factors, 1.0))
    return replace(tables, squares=None)


def class_items(tables: Tables) -> Tables:
    """Two-class tables of as many items of each class as leave the rates within it equally uncertain."""
    tables = tables.effective
    if tables.squares is None:
        return tables
    with np.errstate(all="ignore"):
        factors = _by_class(tables.counts, np.asarray(tables.squares))
    return replace(tables, counts=tables.counts * factors, squares=None)


def _factors(m: Measure, tables: Tables, sampling: Sampling, parameters: Mapping[str, Any]) -> Array:
    """What turns each cell into items."""
    counts, squares = tables.counts, np.asarray(tables.squares)
    if counts.shape[-2:] == (2, 2) and tables.is_square:
        by_class, by_label = (m.is_unchanged_by(what, 2) for what in ("prevalence", "bias"))
        # Neither the prevalence nor the bias matters: weights that belong to classes or labels are taken
        # out first.
        if by_class and by_label:
            usual = usual_weights(counts, squares)
            return _by_class(counts / usual, squares / usual**2) / usual
        if by_class:
            return _by_class(counts, squares)
        if by_label:
            return np.swapaxes(_by_class(*(np.swapaxes(x, -1, -2) for x in (counts, squares))), -1, -2)
    if counts.shape[-2] * counts.shape[-1] > _MOST_CELLS:
        return np.ones(counts.shape)
    return 1 / design_effect(m, tables, sampling, parameters)[..., None, None]


def mean_weights(counts: Array, squares: Array) -> Array:
    """How much the items of each cell weigh, ``Σw²/Σw``: as they do, or as is usual where they are few.

    Usual is the product of a factor of the class and one of the label with which the squared weights of
    every class and of every label add up to what they do.
    """
    usual = usual_weights(counts, squares)
    with np.errstate(all="ignore"):
        own = np.where(counts > 0, squares / counts, 0.0)
        items = np.where(squares > 0, counts**2 / squares, 0.0)
        # Few items tell little of their weights: these move towards the usual ones, but never become lighter.
        return np.maximum(own, (items * own + _MORE_ITEMS * usual) / (items + _MORE_ITEMS))


def usual_weights(counts: Array, squares: Array) -> Array:
    """How much items of each class and label weigh: a factor of the one and a factor of the other."""
    rows = columns = np.ones(1)
    with np.errstate(all="ignore"):
        for _ in range(_MAX_ROUNDS):
            # Each factor is settled given the other, in turn, until both fit the margins.
            rows = _or_one(squares.sum(-1, keepdims=True) / (counts * columns).sum(-1, keepdims=True))
            columns = _or_one(squares.sum(-2, keepdims=True) / (counts * rows).sum(-2, keepdims=True))
    return rows * columns


def _or_one(numbers: Array) -> Array:
    return np.where(np.isfinite(numbers) & (numbers > 0), numbers, 1.0)


def _by_class(counts: Array, squares: Array) -> Array:
    """Items per weight in each row, from the variance of the share r of its first cell.

    With weights v₁ of its items and v₂ of the others that is ``r(1−r)·((1−r)·v₁ + r·v₂)/T``.
    """
    shares = counts / counts.sum(-1, keepdims=True)
    # The shares are crossed: what makes a rare outcome uncertain is the weight of the few items that have
    # it.
    per_item = (shares[..., ::-1] * mean_weights(counts, squares)).sum(-1, keepdims=True)
    return np.broadcast_to(_or_one(1 / per_item), counts.shape)


def design_effect(
    m: Measure, tables: Tables, sampling: Sampling = "items", parameters: Mapping[str, Any] | None = None
) -> Array:
    """The variance of a measure of weighted items beside that of as many items as there is weight.

    Both with one pseudo-item. 1 where the measure does not change with the sample.
    """
    weights = mean_weights(tables.counts, np.asarray(tables.squares))
    cells = occupied_cells(tables.counts, square=tables.is_square)
    # One item spread over the cells keeps slopes finite where some are empty.
    counts = tables.counts + cells / cells.sum((-2, -1), keepdims=True)
    squares = counts * weights
    with np.errstate(all="ignore"):
        slopes = gradient(replace(tables, counts=counts, squares=None), m, **dict(parameters or {}))
        slopes = np.where(cells & np.isfinite(slopes), slopes, 0.0)
        effect = _variance(slopes, counts, squares, sampling) / _variance(slopes, counts, counts, sampling)
    return np.where(np.isfinite(effect) & (effect > 0), effect, 1.0)


def _variance(slopes: Array, counts: Array, squares: Array, sampling: Sampling) -> Array:
    """Σ S·g² less what a fixed number of items, in all or of each class, takes away."""
    axes: tuple[int, ...] = (-2, -1) if sampling == "items" else (-1,)
    total, spread = counts.sum(axes), (squares * slopes**2).sum(axes)
    lost = (counts * slopes).sum(axes) ** 2 * squares.sum(axes) / total**2
    found = spread - np.where(total > 0, lost, 0.0)
    found = np.where(found > _ROUNDING_ERROR * spread, found, 0.0)
    return found if sampling == "items" else found.sum(-1)


_WHOLE_NUMBER_TOLERANCE = 1e-9


def independent_items(tables: Tables, sums_of_hits: Sequence[str] = ()) -> Tables:
    """Tables without weights that are as uncertain about independence as the weighted ones.

    Of several sums of hits the largest design effect is taken; without any, that of χ².
    """
    tables = tables.effective
    if tables.squares is None:
        return tables
    counts, squares = tables.counts, tables.squares
    # With two classes a sum of hits and χ² are the same question, and χ² knows of no weights that classes
    # have.
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
    if np.allclose(counts, whole, rtol=_WHOLE_NUMBER_TOLERANCE, atol=_WHOLE_NUMBER_TOLERANCE):
        counts = whole.astype(np.int64)
    return replace(tables, counts=counts, squares=None)


def _of_all_cells(real: Array, predicted: Array, weights: Array) -> Array:
    """The mean over the degrees of freedom, Σ v·(1 − P)·(1 − Q) / Σ (1 − P)·(1 − Q)."""
    # Empty rows and columns have no degrees of freedom, and their weights must not enter the mean.
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
    # The largest design effect is the cautious one: a single table must serve the tests of all sums.
    return np.nanmax(np.where(np.isfinite(effect), effect, -np.inf), axis=-1)
