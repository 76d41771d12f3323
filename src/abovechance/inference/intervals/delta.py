"""The delta method: the standard error of any measure from its gradient, and an interval on the right scale.

A table of N items is one draw from a multinomial distribution, so a measure with gradient g (by
counts) has the variance Σn·g² − (Σn·g)²/N. Near the ends of its range a measure is not
symmetric: the interval is symmetric for its artanh (logit, logarithm) instead. One pseudo-item,
spread over all cells, keeps tables with empty cells from claiming certainty; the reported value is
that of the table itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.inference.derivatives.gradient import (
    Slopes,
    cell_slopes,
    class_slopes,
    margin_slopes,
    spread_over_rows,
    term_slopes,
)
from abovechance.inference.derivatives.nudged import STEP, Outline, nudged_along

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from abovechance.core.arrays import Array, Numbers
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

Sampling = Literal["items", "classes"]

_ROUNDING_ERROR = 1e-13
# Distances from the end in a standard error; the share of an empty cell of two classes has 2.
_SE_DISTANCES_TO_AN_END = 3.0
_MANY_CELLS = 1600  # beyond 40 classes, measures that need every cell nudged have an estimated error
MOST_CELLS = 2**20  # beyond 1024 classes, measures that look at every cell have no standard error
_DIRECTIONS_DRAWN = 400  # how many directions that takes: the standard error is then right to 3.5 %
_BLOCK_SIZE = 2**20  # derivatives that are held at a time


def smoothed(tables: Tables) -> Tables:
    """The tables with one pseudo-item spread evenly over the cells of labels that occur."""
    cells = occupied_cells(tables.counts, square=tables.is_square)
    return replace(tables, counts=tables.counts + cells / cells.sum((-2, -1), keepdims=True))


def occupied_cells(counts: Array, *, square: bool = True) -> Array:
    """Which cells could hold an item: those of labels that occur, of a square table on either side.

    Where there are no items, no label is known to occur, and any cell could.
    """
    rows, columns = counts.sum(-1) > 0, counts.sum(-2) > 0
    if square:
        rows = columns = rows | columns
    cells = rows[..., :, None] & columns[..., None, :]
    return cells | ~cells.any((-2, -1), keepdims=True)


@dataclass(frozen=True)
class Linear:
    """A measure at a table: its value, and its standard error by the delta method."""

    value: Array
    se: Array


def linearise(
    chosen: Sequence[Measure],
    tables: Tables,
    sampling: Sampling = "items",
    parameters: Mapping[str, Any] | None = None,
) -> dict[str, Linear]:
    """Values and standard errors of many measures, which share the nudged tables."""
    rows, columns = tables.counts.shape[-2:]
    counts = tables.counts.reshape(-1, rows, columns).astype(float)
    # Blocks bound the memory: a batch of a million tables is linearised some thousands at a time.
    length = max(_BLOCK_SIZE // (rows * columns * max(rows + columns, len(chosen))), 1)
    blocks = []
    for start in range(0, max(len(counts), 1), length):
        block = replace(tables, counts=counts[start : start + length], axes=tables.axes[:1])
        with np.errstate(all="ignore"):
            blocks.append(_linearise(chosen, block, sampling, parameters or {}))
    shape = tables.batch_shape
    return {
        m.key: Linear(*(_joined([block[m.key][i] for block in blocks], shape) for i in range(2)))
        for m in chosen
    }


def _joined(parts: list[Array], shape: tuple[int, ...]) -> Array:
    whole = np.concatenate(parts) if len(parts) > 1 else parts[0]
    return whole.reshape((*shape, *whole.shape[1:]))


def _linearise(
    chosen: Sequence[Measure], tables: Tables, sampling: Sampling, parameters: Mapping[str, Any]
) -> dict[str, tuple[Array, Array]]:
    of_classes, more = class_slopes([m for m in chosen if m.scope == "binary"], tables, parameters)
    outline = Outline.of(tables.counts)
    overall = [m for m in chosen if m.scope == "overall"]
    of_margins, others = margin_slopes(overall, outline, parameters)
    found, of_tables = _of_cells(others, more, tables, sampling, parameters)
    groups = [(group, _table_variance(group.slopes, tables, sampling)) for group in of_tables]
    if of_margins:
        groups.append((of_margins, _margin_variance(of_margins.slopes, tables, sampling)))
    if of_classes:
        groups.append((of_classes, _class_variance(of_classes.slopes, tables, sampling)))
    return found | {
        key: (value, se)
        for group, variance in groups
        for key, value, se in zip(group.keys, group.values, np.sqrt(variance), strict=True)
    }


def _of_cells(
    overall: Sequence[Measure],
    of_classes: Sequence[Measure],
    tables: Tables,
    sampling: Sampling,
    parameters: Mapping[str, Any],
) -> tuple[dict[str, tuple[Array, Array]], list[Slopes]]:
    """Standard errors or slopes of measures that look at every cell."""
    cells = tables.counts[0].size
    if cells > MOST_CELLS:
        return _without_errors([*overall, *of_classes], tables, parameters), []
    of_terms, others = term_slopes(overall, tables, parameters)
    others += of_classes
    if cells <= _MANY_CELLS:
        return {}, of_terms + cell_slopes(others, tables, parameters)
    return _along_directions(others, tables, sampling, parameters), of_terms


def _without_errors(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]
) -> dict[str, tuple[Array, Array]]:
    """The values alone."""
    t = tables.contingency
    values = [m.function(t if m.scope == "overall" else t.each, **parameters) for m in chosen]
    return {m.key: (x, np.full(np.shape(x), np.nan)) for m, x in zip(chosen, values, strict=True)}


def _along_directions(
    chosen: Sequence[Measure], tables: Tables, sampling: Sampling, parameters: Mapping[str, Any]
) -> dict[str, tuple[Array, Array]]:
    """Standard errors from derivatives along fixed random directions: nudging would take K⁴ steps."""
    if not chosen:
        return {}
    parts: dict[str, list[Array]] = {m.key: [] for m in chosen}
    for noise in _noise(tables.counts[:, None], sampling):
        nudged = nudged_along(tables.counts, noise)
        for m in chosen:
            quantities = nudged if m.scope == "overall" else nudged.each
            parts[m.key].append(np.asarray(m.function(quantities, **parameters), dtype=complex))
    results = {key: np.concatenate(part, axis=1) for key, part in parts.items()}
    return {key: (x[:, 0].real, np.sqrt(((x.imag / STEP) ** 2).mean(1))) for key, x in results.items()}


def _noise(counts: Array, sampling: Sampling) -> Iterator[Array]:
    """Directions in which samples vary, some at a time."""
    # The directions are fixed, so that the same table has the same standard error in every call.
    rng, length = np.random.default_rng(_DIRECTIONS_DRAWN), max(_BLOCK_SIZE // counts[0].size, 1)
    axes = (-2, -1) if sampling == "items" else (-1,)
    total = counts.sum(axes, keepdims=True)
    for start in range(0, _DIRECTIONS_DRAWN, length):
        size = min(length, _DIRECTIONS_DRAWN - start)
        noise = np.sqrt(counts) * rng.standard_normal((size, *counts.shape[-2:]))
        # Poisson noise less its part along the counts is what a multinomial with a fixed total varies by.
        yield noise - counts * (noise.sum(axes, keepdims=True) / np.where(total > 0, total, 1.0))


def _table_variance(slopes: Array, tables: Tables, sampling: Sampling) -> Array:
    """Σn·g² less what the fixed totals take away: that of all items, or those of each real class."""
    counts = tables.counts if slopes.ndim == tables.counts.ndim + 1 else tables.counts[..., None, :, :]
    known = occupied_cells(counts, square=tables.is_square)
    slopes = np.where(known, slopes, 0.0)  # a label that never occurs may have none
    weighted = counts * slopes
    return _multinomial((weighted * slopes).sum((-2, -1)), weighted.sum(-1), counts.sum(-1), sampling)


def _margin_variance(slopes: Array, tables: Tables, sampling: Sampling) -> Array:
    """The same from derivatives by margins and the diagonal, some rows of the tables at a time."""
    shape = tables.counts.shape[-2:]
    known = occupied_cells(tables.counts, square=tables.is_square)
    length = max(_BLOCK_SIZE // max(tables.counts.size // max(shape[0], 1) * len(slopes), 1), 1)
    squares, sums = np.zeros(slopes.shape[:-1]), []
    for start in range(0, shape[0], length):
        rows = slice(start, start + length)
        some = np.where(known[..., rows, :], spread_over_rows(slopes, shape, rows), 0.0)
        weighted = tables.counts[..., rows, :] * some
        squares += (weighted * some).sum((-2, -1))
        sums.append(weighted.sum(-1))
    return _multinomial(squares, np.concatenate(sums, axis=-1), tables.counts.sum(-1), sampling)


def _multinomial(squares: Array, sums: Array, real: Array, sampling: Sampling) -> Array:
    """The variance from Σn·g² of all cells and Σn·g of each row."""
    if sampling == "items":
        return _beyond_rounding(squares, sums.sum(-1) ** 2 / real.sum(-1))
    return _beyond_rounding(squares, np.where(real > 0, sums**2 / real, 0.0).sum(-1))


def _beyond_rounding(squares: Array, lost: Array) -> Array:
    """The difference, 0 where it is nothing but rounding: a measure that the sampling cannot change."""
    return np.where(squares - lost > _ROUNDING_ERROR * squares, squares - lost, 0.0 * squares)


def _class_variance(slopes: Array, tables: Tables, sampling: Sampling) -> Array:
    """The same from the four cells alone; a fixed rest of many classes varies less than a binomial."""
    d = tables.dichotomy
    if sampling == "items":
        cells = np.stack((d.tp, d.fp, d.fn, d.tn), axis=-1)
        squares, sums = (cells * slopes**2).sum(-1), (cells * slopes).sum(-1)
        return _beyond_rounding(squares, sums**2 / d.n)
    # With the size of the class fixed, hits are binomial, and a hit gained is a miss lost.
    positive = (slopes[..., 0] - slopes[..., 2]) ** 2 * d.tp * d.fn / d.rp
    negative = (slopes[..., 1] - slopes[..., 3]) ** 2 * _rest_variance(tables)
    return np.where(d.rp > 0, positive, 0.0) + np.where(d.rn > 0, negative, 0.0)


def _rest_variance(tables: Tables) -> Array:
    """Variance of the number of false positives, given the number of items of each real class."""
    d = tables.dichotomy
    if len(tables.labels) == 2:
        return d.fp * d.tn / d.rn
    real = tables.counts.sum(-1)[..., :, None]
    each = np.where(real > 0, tables.counts * (real - tables.counts) / real, 0.0)
    return each.sum(-2) - np.diagonal(each, axis1=-2, axis2=-1)


def interval_on_scale(
    linear: Linear, z: Numbers, low: Numbers, high: Numbers, *, square: bool = False
) -> tuple[Array, Array]:
    """The bounds, symmetric on the scale that the range of the measure asks for.

    Between two finite ends artanh (which is half the logit), beyond one the logarithm of the distance
    from it, else as it is. A measure that touches the nearer end as a square does (as told, or because the
    standard error is many times the distance) has the root of the distance for its scale. At the very end
    of a range no scale is left and the bounds are plain.
    """
    value, spread = linear.value, z * linear.se
    with np.errstate(all="ignore"):
        centre, half = (low + high) / 2, (high - low) / 2
        u = (value - centre) / half
        shift = spread / half / (1 - u * u)
        above, below = np.exp(spread / (value - low)), np.exp(spread / (high - value))
        has_low, has_high = np.isfinite(low), np.isfinite(high)
        inside = (value > low) & (value < high)
        distance = np.minimum(value - low, high - value)
        root = np.sqrt(distance)  # symmetric for it
        near, far = np.maximum(root - spread / (2 * root), 0.0) ** 2, (root + spread / (2 * root)) ** 2
        touching = inside & (square | (linear.se > _SE_DISTANCES_TO_AN_END * distance))
        rising = value - low < high - value
        # The first that holds decides: a measure near its square-like end is there whatever else is true.
        scales = [
            touching & rising,
            touching & ~rising,
            has_low & has_high & inside,
            has_low & ~has_high & inside,
            has_high & ~has_low & inside,
        ]
        plain = wald(linear, z, low, high)
        lower = [
            low + near,
            high - far,
            centre + half * np.tanh(np.arctanh(u) - shift),
            low + (value - low) / above,
            high - (high - value) * below,
        ]
        upper = [
            low + far,
            high - near,
            centre + half * np.tanh(np.arctanh(u) + shift),
            low + (value - low) * above,
            high - (high - value) / below,
        ]
        bounds = np.select(scales, lower, plain[0]), np.select(scales, upper, plain[1])
        return np.maximum(bounds[0], low), np.minimum(bounds[1], high)


def wald(linear: Linear, z: Numbers, low: Numbers, high: Numbers) -> tuple[Array, Array]:
    """The bounds on the plain scale, clipped to the range."""
    with np.errstate(all="ignore"):
        spread = z * linear.se
        return np.maximum(linear.value - spread, low), np.minimum(linear.value + spread, high)
