"""The gradient of any measure: its value on tables that are nudged along the imaginary axis.

A formula without jumps or kinks, evaluated at n + i·h, has the imaginary part h·f′(n): with
h = 10⁻³⁰ nothing is lost by subtraction, so that the derivative is as exact as the value, and no
formula needs to be differentiated by hand.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.tracing import Traced, UntracedError, derivatives
from abovechance.inference.derivatives.nudged import (
    STEP,
    CellsNeededError,
    NudgedMargins,
    NudgedTerms,
    Outline,
    nudged_cells,
    nudged_dichotomy,
)
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.arguments import of_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from abovechance.core.arrays import Array
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.tables.tables import Tables

_BLOCK_SIZE = 2**21  # complex numbers in the largest array of a block: bounds the memory whatever the table
_FEW_CLASSES = 40  # up to so many, nudging every margin is as quick as tracing, and follows every formula


@dataclass(frozen=True)
class Slopes:
    """Values and derivatives of several measures, each on a first axis in the order of the keys."""

    keys: tuple[str, ...]
    values: Array
    slopes: Array


def class_slopes(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]
) -> tuple[Slopes | None, list[Measure]]:
    """Derivatives by tp, fp, fn, tn of measures of one class, and the measures that look at more."""
    if not chosen:
        return None, []
    axis = _direction_axis("binary", tables)
    return _evaluated(chosen, nudged_dichotomy(tables.dichotomy, axis), axis, parameters)


def table_slopes(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]
) -> tuple[list[Slopes], list[Measure]]:
    """Derivatives of measures by the cells, and the measures that need all cells laid out."""
    found = []
    shape = tables.counts.shape[-2:]
    of_margins, others = margin_slopes(chosen, Outline.of(tables.counts), parameters)
    if of_margins:
        slopes = spread_over_rows(of_margins.slopes, shape, slice(shape[0]))
        found.append(Slopes(of_margins.keys, of_margins.values, slopes))
    of_terms, others = term_slopes(others, tables, parameters)
    return found + of_terms, others


def term_slopes(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]
) -> tuple[list[Slopes], list[Measure]]:
    """The same of measures that sum over the cells, each of which need not be laid out."""
    if not chosen:
        return [], []
    if tables.counts.shape[-2] > _FEW_CLASSES:
        return _traced_slopes(chosen, tables, parameters)
    size = sum(tables.counts.shape[-2:]) * int(np.prod(tables.batch_shape))
    found, others = _in_blocks(chosen, tables, parameters, NudgedTerms, size)
    return [found] if found else [], others


def margin_slopes(
    chosen: Sequence[Measure], outline: Outline, parameters: Mapping[str, Any]
) -> tuple[Slopes | None, list[Measure]]:
    """Derivatives by row totals, column totals and the diagonal, and the measures that look at more.

    Items are added to all three, so that the total is the sum of the row totals.
    """
    directions = sum(part.shape[-1] for part in outline.parts)
    # Tracing has a cost for each step of the formula, nudging one for each margin: few margins are nudged
    # sooner.
    if outline.classes <= _FEW_CLASSES:
        return _evaluated(chosen, NudgedMargins(*outline.parts, range(directions)), -1, parameters)
    values, slopes, others = {}, [], []
    for m in chosen:
        try:
            values[m.key], by_margins = _of_many_classes(m, outline, parameters)
            slopes.append(by_margins)
        except CellsNeededError:
            others.append(m)
    if not values:
        return None, others
    return Slopes(tuple(values), np.stack(list(values.values())), np.stack(slopes)), others


def _of_many_classes(m: Measure, outline: Outline, parameters: Mapping[str, Any]) -> tuple[Array, Array]:
    """The value of a measure, and its derivatives in one pass; those without one are nudged in blocks."""
    traced: list[Any] = [Traced(part) for part in outline.parts]
    # Orders and loops over labels cannot be traced; such formulas are nudged, in blocks that fit the
    # memory.
    with suppress(UntracedError):
        found = m.function(Outline(*traced), **parameters)
        return _plain(found), np.concatenate(derivatives(found, traced), axis=-1)
    directions = sum(part.shape[-1] for part in outline.parts)
    length = max(_BLOCK_SIZE // max(traced[0].size, 1), 1)
    blocks = [range(start, min(start + length, directions)) for start in range(0, directions, length)]
    parts = [m.function(NudgedMargins(*outline.parts, block), **parameters) for block in blocks]
    whole = np.concatenate([np.asarray(part, dtype=complex) for part in parts], axis=-1)
    return whole[..., 0].real, whole.imag / STEP


def _plain(found: Array | Traced) -> Array:
    return found.value if isinstance(found, Traced) else np.asarray(found, dtype=float)


def _traced_slopes(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]
) -> tuple[list[Slopes], list[Measure]]:
    """Of measures of the table, derivatives by its cells in one pass; also those that cannot be traced."""
    found, others = [], []
    for m in chosen:
        cells: Any = Traced(tables.counts)
        try:
            result = m.function(Contingency(cells), **parameters)
        except UntracedError:
            others.append(m)
            continue
        found.append(Slopes((m.key,), _plain(result)[None], derivatives(result, [cells])[0][None]))
    return found, others


def cell_slopes(chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any]) -> list[Slopes]:
    """Of any measures, derivatives by the cells on two last axes, with all tables laid out."""
    groups = [[m for m in chosen if m.scope == scope] for scope in ("overall", "binary")]
    done = [
        _in_blocks(group, tables, parameters, nudged_cells, tables.counts.size)[0]
        for group in groups
        if group
    ]
    return [found for found in done if found is not None]


def _in_blocks(
    chosen: Sequence[Measure],
    tables: Tables,
    parameters: Mapping[str, Any],
    nudged: Callable[[Any, range], Contingency],
    size: int,
) -> tuple[Slopes | None, list[Measure]]:
    """Measures of one scope with some cells nudged at a time, each of which makes ``size`` numbers."""
    scope, shape = chosen[0].scope, tables.counts.shape[-2:]
    cells = shape[0] * shape[1]
    length = max(_BLOCK_SIZE // max(size, 1), 1)
    parts: list[Slopes] = []
    others: list[Measure] = []
    for start in range(0, cells, length):
        part = nudged(tables.counts, range(start, min(start + length, cells)))
        quantities = part if scope == "overall" else _dichotomy(part, tables)
        todo = [m for m in chosen if m not in others]
        found, more = _evaluated(todo, quantities, _direction_axis(scope, tables), parameters)
        others += more
        parts += [found] if found else []
    if not parts:
        return None, others
    slopes = np.concatenate([part.slopes for part in parts], axis=-1)
    return Slopes(parts[0].keys, parts[0].values, slopes.reshape((*slopes.shape[:-1], *shape))), others


def _evaluated(
    chosen: Sequence[Measure], nudged: Contingency | Dichotomy, axis: int, parameters: Mapping[str, Any]
) -> tuple[Slopes | None, list[Measure]]:
    """What the measures say of the nudged tables, and the measures that need more than is nudged."""
    results, others = {}, []
    for m in chosen:
        try:
            results[m.key] = m.function(nudged, **parameters)
        except CellsNeededError:
            others.append(m)
    if not results:
        return None, others
    stacked = np.stack([np.asarray(x, dtype=complex) for x in results.values()])
    # The real part is the same for every nudge, as h = 10⁻³⁰ is below the rounding of any count: the first
    # will do.
    values, slopes = np.take(stacked.real, 0, axis=axis), np.moveaxis(stacked.imag / STEP, axis, -1)
    return Slopes(tuple(results), values, slopes), others


def spread_over_rows(slopes: Array, shape: tuple[int, ...], rows: slice) -> Array:
    """Derivatives by margins and diagonal as those by the cells of some rows."""
    of_rows, of_columns, of_hits = np.split(slopes, (shape[0], sum(shape)), axis=-1)
    by_cells = of_rows[..., rows, None] + of_columns[..., None, :]
    diagonal = np.arange(shape[0])[rows]
    diagonal = diagonal[diagonal < of_hits.shape[-1]]
    by_cells[..., diagonal - (rows.start or 0), diagonal] += of_hits[..., diagonal]
    return by_cells


def _dichotomy(nudged: Contingency, tables: Tables) -> Dichotomy:
    if len(tables.labels) == 2:
        return nudged.positive(tables.labels.index(tables.positive))
    return nudged.each


def _direction_axis(scope: str, tables: Tables) -> int:
    """The directions go last, but before the axis of the classes if there is one."""
    return -1 if scope == "overall" or len(tables.labels) == 2 else -2


@of_tables
def gradient(tables: Tables, /, measure: str | Measure, **parameters: object) -> Array:
    """The derivative of a measure by the count of each cell.

    Parameters
    ----------
    tables
        One table or a batch. Where cells are empty a
        derivative may be infinite or NaN.
    measure
        A measure.
    **parameters
        Parameters of the formula.

    Returns
    -------
    ndarray
        In the shape of the values, with two more axes for the R rows and C columns.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.derivatives.gradient import gradient
    >>> gradient(ac.Tables.from_counts([[6, 1], [2, 1]]), "accuracy").round(3)
    array([[ 0.03, -0.07],
           [-0.07,  0.03]])
    """
    m = measure_called(measure)
    if not m.rectangular:
        tables.require_square()
    with np.errstate(all="ignore"):
        if m.scope == "binary":
            of_classes, _ = class_slopes([m], tables, parameters)
            if of_classes is not None:
                return spread_over_cells(of_classes.slopes[0], tables)
            return cell_slopes([m], tables, parameters)[0].slopes[0]
        found, others = table_slopes([m], tables, parameters)
        return (cell_slopes(others, tables, parameters) if others else found)[0].slopes[0]


def spread_over_cells(slopes: Array, tables: Tables) -> Array:
    """Derivatives by tp, fp, fn, tn (last axis) as derivatives by the cells that these are sums of."""
    if len(tables.labels) == 2:
        return slopes[..., _roles(tables, tables.labels.index(tables.positive))]
    return np.stack([slopes[..., k, :][..., _roles(tables, k)] for k in range(len(tables.labels))], axis=-3)


def _roles(tables: Tables, positive: int) -> Array:
    """Which of tp, fp, fn, tn each cell is part of."""
    truth, prediction = np.indices(tables.counts.shape[-2:])
    # The order of tp, fp, fn, tn counted as two binary digits, so that one index takes all four.
    return 2 * (prediction != positive) + (truth != positive)
