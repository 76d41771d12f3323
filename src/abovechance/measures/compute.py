"""Many measures of many tables in one call, what they share computed once; and why one is undefined."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.measures.registry import Measure, resolve
from abovechance.measures.registry import measure as measure_called
from abovechance.measures.undefined import reasons_of, reasons_on
from abovechance.tables.arguments import of_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Sized

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.tables.tables import Tables


_BLOCK_CELLS = 2**16
"""Cells of a block of tables: large enough that calls cost little, small enough for the cache."""


@overload
def compute(tables: Tables, measures: str | Measure) -> float | Any: ...  # type: ignore[overload-overlap]
@overload
def compute(tables: Tables, measures: Iterable[str | Measure] | None = None) -> dict[str, float | Any]: ...
@overload
def compute(  # type: ignore[overload-overlap]
    truth: Sized, prediction: Sized, measures: str | Measure, **options: object
) -> float | Any: ...
@overload
def compute(
    truth: Sized, prediction: Sized, measures: Iterable[str | Measure] | None = None, **options: object
) -> dict[str, float | Any]: ...
@of_tables
def compute(tables: Tables, /, measures: Iterable[str | Measure] | str | Measure | None = None) -> Any:
    """The values of all measures, or of those named, of every table of a batch.

    Parameters
    ----------
    tables
        One table or a batch.
    measures
        One measure, or several; without it all that apply to these tables.

    Returns
    -------
    float or ndarray, or a dict of them by the key of the measure
        The value of one measure, or a dict for several. It is a float for one table, and an array in the
        shape of the batch otherwise; measures of one class have a last axis over the classes unless there are
        two, where the value is that of the positive class. Undefined values are NaN.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> ac.compute(t, "informedness")
    0.2
    >>> ac.compute(t, ["recall", "inverse_recall"])
    {'recall': 0.5, 'inverse_recall': 0.7}
    >>> batch = ac.Tables.from_cells(tp=[30, 56], fp=[12, 20], fn=[30, 12], tn=[28, 12])
    >>> ac.compute(batch)["informedness"].round(4)
    array([0.2   , 0.1985])
    """
    found = {
        key: value if value.ndim else value.item() for key, value in compute_arrays(tables, measures).items()
    }
    return next(iter(found.values())) if isinstance(measures, str | Measure) else found


def compute_arrays(
    tables: Tables, measures: Iterable[str | Measure] | str | Measure | None = None
) -> dict[str, NDArray[np.float64]]:
    """The values that :func:`compute` gives, always as arrays by the key of the measure."""
    chosen = _applicable(tables, measures)
    if tables.squares is None:
        return _computed(tables, chosen)
    plain = [m for m in chosen if m.counted(tables) is tables]
    effective = [m for m in chosen if m not in plain]
    values = _computed(tables, plain) | _computed(tables.effective, effective)
    return {m.key: values[m.key] for m in chosen}


def _computed(tables: Tables, chosen: Sequence[Measure]) -> dict[str, NDArray[np.float64]]:
    count = math.prod(tables.batch_shape)
    block = max(_BLOCK_CELLS // (len(tables.labels) * len(tables.predicted_labels)), 1)
    # Of few tables the quantities are those that the tables keep, so that later calls find them computed.
    if 0 < count <= block:
        values: list[Any] = []
        _each_value(chosen, tables.contingency, tables, lambda _, value: values.append(value))
        return {m.key: np.asarray(value, dtype=float) for m, value in zip(chosen, values, strict=True)}
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    outputs = _outputs(chosen, tables, count)
    for start in range(0, count, block):
        _fill(
            [output[start : start + block] for output in outputs], chosen, flat[start : start + block], tables
        )
    return {
        m.key: output.reshape(_shape(m, tables, tables.batch_shape))
        for m, output in zip(chosen, outputs, strict=True)
    }


def _fill(
    parts: list[NDArray[np.float64]], chosen: Sequence[Measure], counts: NDArray[Any], tables: Tables
) -> None:
    def put(position: int, value: Array) -> None:
        parts[position][...] = value

    _each_value(chosen, Contingency(_batch_innermost(counts)), tables, put)


def _batch_innermost(counts: NDArray[Any]) -> NDArray[Any]:
    """The same array, laid out in memory so that sums over few classes run along many tables."""
    return np.moveaxis(np.moveaxis(counts, 0, -1).copy(order="C"), -1, 0)


def _outputs(chosen: Sequence[Measure], tables: Tables, count: int) -> list[NDArray[np.float64]]:
    """An empty array for each measure, parts of one allocation: that large, the system gives large pages."""
    shapes = [_shape(m, tables, (count,)) for m in chosen]
    sizes = [math.prod(shape) for shape in shapes]
    whole, starts = np.empty(sum(sizes)), accumulate(sizes, initial=0)
    return [
        whole[start : start + size].reshape(shape)
        for start, size, shape in zip(starts, sizes, shapes, strict=False)
    ]


def _applicable(
    tables: Tables, measures: Iterable[str | Measure] | str | Measure | None
) -> tuple[Measure, ...]:
    chosen = resolve(measures)
    if measures is None and not tables.is_square:
        return tuple(m for m in chosen if m.rectangular)
    if not all(m.rectangular for m in chosen):
        tables.require_square()
    return chosen


def _each_value(
    chosen: Sequence[Measure], contingency: Contingency, tables: Tables, put: Callable[[int, Any], None]
) -> None:
    """Put away each value before the next is computed, so that they use the same memory in turn."""
    dichotomy = _dichotomy(contingency, tables) if any(m.scope == "binary" for m in chosen) else None
    with np.errstate(all="ignore"):
        for position, m in enumerate(chosen):
            put(position, m.function(contingency if m.scope == "overall" else dichotomy))


def _dichotomy(contingency: Contingency, tables: Tables) -> Dichotomy:
    if len(tables.labels) == 2:
        return contingency.positive(tables.labels.index(tables.positive))
    return contingency.each


def _shape(m: Measure, tables: Tables, batch: tuple[int, ...]) -> tuple[int, ...]:
    return batch if m.scope == "overall" or len(tables.labels) == 2 else (*batch, len(tables.labels))


@of_tables
def why_undefined(tables: Tables, /, measure: str | Measure) -> Any:
    """The reason why a measure is NaN: text, or None where it is defined.

    Returns
    -------
    str or None, or an array of them
        In the shape of the measure's values.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.why_undefined(ac.Tables.from_cells(tp=0, fp=0, fn=4, tn=6), "precision")
    "'positive' was never predicted"
    """
    found = measure_called(measure)
    return reasons_on(found.scope, found.needs, np.asarray(found(tables)), tables)[()]


def why_undefined_per_class(tables: Tables, name: str | Measure) -> Any:
    """The reasons behind :meth:`Measure.per_class`, an array of text and None, shape ``(*batch, K)``."""
    found = measure_called(name)
    if found.scope == "overall":
        return why_undefined(tables.one_vs_rest(), found)
    values = found.per_class(tables)
    each = tables.contingency.each
    return reasons_of(found.scope, found.needs, values, each, lambda where: (tables.labels[where[-1]],))
