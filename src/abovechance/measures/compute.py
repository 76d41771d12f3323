"""Many measures of many tables in one call: what they share is computed once, in blocks.

Why a measure is undefined on a table: the reason is read off the table, never off an exception.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.labels import Label, quoted
from abovechance.measures.registry import Measure, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.sums import Array
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

_BLOCK_CELLS = 2**16
"""Cells of a block of tables: large enough that calls cost little, small enough for the cache."""


def compute(
    tables: Tables, measures: Iterable[str | Measure] | str | Measure | None = None
) -> dict[str, NDArray[np.float64]]:
    """The values of all measures, or of those named, of every table of a batch.

    Parameters
    ----------
    tables
        One table or a batch.
    measures
        Names of measures; without it all that apply to these tables.

    Returns
    -------
    dict
        By the key of the measure, an array in the shape of the batch; measures of one class have a last
        axis over the classes unless there are two, where the value is that of the positive class.
        Undefined values are NaN.

    Examples
    --------
    >>> import abovechance as ac
    >>> values = ac.compute(ac.Tables.from_cells(tp=[30, 56], fp=[12, 20], fn=[30, 12], tn=[28, 12]))
    >>> values["informedness"].round(4)
    array([0.2   , 0.1985])
    """
    chosen = _applicable(tables, measures)
    if tables.squares is not None:
        parts = {m.key: m.counted(tables) for m in chosen}
        effective = _computed(tables.effective, [m for m in chosen if parts[m.key] is not tables])
        plain = _computed(tables, [m for m in chosen if parts[m.key] is tables])
        return {m.key: (plain | effective)[m.key] for m in chosen}
    return _computed(tables, chosen)


def _computed(tables: Tables, chosen: Sequence[Measure]) -> dict[str, NDArray[np.float64]]:
    count = math.prod(tables.batch_shape)
    block = max(_BLOCK_CELLS // (len(tables.labels) * len(tables.predicted_labels)), 1)
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
    def put(position: int, value: Any) -> None:
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


def _applicable(tables: Tables, measures: Any) -> tuple[Measure, ...]:
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


def _dichotomy(contingency: Contingency, tables: Tables) -> Any:
    if len(tables.labels) == 2:
        return contingency.positive(tables.labels.index(tables.positive))
    return contingency.each


def _shape(m: Measure, tables: Tables, batch: tuple[int, ...]) -> tuple[int, ...]:
    return batch if m.scope == "overall" or len(tables.labels) == 2 else (*batch, len(tables.labels))


@dataclass(frozen=True)
class Need:
    """Something that must hold for a formula to have a value, and what to say when it does not.

    ``fails`` takes a Dichotomy or a Contingency. For a Contingency it may answer for each class;
    the text then names the classes.
    """

    fails: Callable[[Any], Array]
    text: str


OF_A_CLASS: dict[str, Need] = {
    "items": Need(lambda d: d.n == 0, "there are no items"),
    "real_positive": Need(lambda d: d.rp == 0, "no item is really {label}"),
    "real_negative": Need(lambda d: d.rn == 0, "every item is really {label}"),
    "predicted_positive": Need(lambda d: d.pp == 0, "{label} was never predicted"),
    "predicted_negative": Need(lambda d: d.pn == 0, "{label} was always predicted"),
    "positive": Need(lambda d: d.rp + d.pp == 0, "{label} neither occurs nor was predicted"),
    "negative": Need(lambda d: d.rn + d.pn == 0, "nothing but {label} occurs or was predicted"),
    "possible_disagreement": Need(
        lambda d: d.rp * d.pn + d.rn * d.pp == 0, "every item is {label} in truth and prediction, or none is"
    ),
    "other_items": Need(lambda d: d.tp == d.n, "every item is rightly predicted {label}"),
    "either_varies": Need(
        lambda d: d.rp * d.rn + d.pp * d.pn == 0,
        "every item is really {label} or none is, and every item was predicted {label} or none was",
    ),
    "mistakes": Need(lambda d: d.fp + d.fn == 0, "no item is wrongly told to be or not to be {label}"),
    "pairs_of_items": Need(lambda d: d.n * (d.n - 1) == 0, "there are fewer than two items"),
    "another_class": Need(lambda d: np.full(d.n.shape, d.others == 0), "there is no class beside {label}"),
    "right": Need(lambda d: d.tp + d.tn == 0, "no item is rightly told to be or not to be {label}"),
}

OF_A_TABLE: dict[str, Need] = {
    "table": Need(lambda t: t.total == 0, "there are no items"),
    "several_classes": Need(lambda t: np.full(t.total.shape, t.classes == 1), "there is only one class"),
    "real_classes": Need(lambda t: t.real_room == 0, "only one class occurs in the truth"),
    "predicted_classes": Need(lambda t: t.predicted_room == 0, "only one label was ever predicted"),
    "disagreement": Need(lambda t: t.room == 0, "only one class occurs, and it was always predicted"),
    "every_class": Need(lambda t: t.real == 0, "no item is really {labels}"),
    "every_rest": Need(lambda t: t.real == t.total[..., None], "every item is really {labels}"),
    "every_label": Need(lambda t: t.predicted == 0, "nothing was predicted to be {labels}"),
    "every_class_or_label": Need(
        lambda t: t.real + t.predicted == 0, "nothing is really {labels}, or was predicted to be"
    ),
    "no_sole_label": Need(
        lambda t: (t.real > 0) & (t.predicted == t.total[..., None]), "class {labels} was always predicted"
    ),
    "outer_classes": Need(
        lambda t: (t.real[..., 0] == 0) | (t.real[..., -1] == 0), "the first or the last class does not occur"
    ),
    "every_other_label": Need(lambda t: t.predicted == t.total[..., None], "{labels} was always predicted"),
    "classes_of_labels": Need(
        lambda t: (t.predicted > 0) & (t.real == 0),
        "some items were predicted to be {labels}, but none really is",
    ),
    "labels_of_classes": Need(
        lambda t: (t.real > 0) & (t.predicted == 0),
        "some items are really {labels}, but none was predicted to be",
    ),
    "variety": Need(
        lambda t: (t.real_room == 0) & (t.predicted_room == 0),
        "only one class occurs in the truth, and only one label was ever predicted",
    ),
    "more_items_than_classes": Need(
        lambda t: t.total <= np.maximum(*t.occupied), "there are no more items than classes or labels"
    ),
    "two_items": Need(lambda t: t.pairs.n == 0, "there are fewer than two items"),
    "real_pairs": Need(lambda t: t.pairs.rp == 0, "no two items are of one class"),
    "predicted_pairs": Need(lambda t: t.pairs.pp == 0, "no two items were given one label"),
    "some_pairs": Need(
        lambda t: t.pairs.rp + t.pairs.pp == 0, "no two items are of one class or were given one label"
    ),
    "real_apart": Need(lambda t: t.pairs.rn == 0, "no two items are of different classes"),
    "predicted_apart": Need(lambda t: t.pairs.pn == 0, "no two items were given different labels"),
    "varied_pairs": Need(
        lambda t: (t.pairs.rn + t.pairs.pn == 0) | (t.pairs.rp + t.pairs.pp == 0),
        "both partitions put all items together, or both put all apart",
    ),
    "common_class": Need(lambda t: t.coincidence == 0, "no class that occurs was ever predicted"),
    "errors": Need(lambda t: t.wrong == 0, "every decision is right"),
}

NEEDS = OF_A_CLASS | OF_A_TABLE
UNEXPLAINED = "the formula has no value on this table"


def why_undefined(name: str | Measure, tables: Tables) -> Any:
    """The reason why a measure is NaN: text, or None where it is defined.

    Returns
    -------
    str or None, or an array of them
        In the shape of the measure's values.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.why_undefined("precision", ac.Tables.from_cells(tp=0, fp=0, fn=4, tn=6))
    "'positive' was never predicted"
    """
    from abovechance.measures.registry import measure

    found = measure(name)
    values = np.asarray(found(tables))
    if found.scope == "overall":
        return _reasons(found, values, tables.contingency, lambda _: tables.labels)[()]
    if tables.positive is not None:
        return _reasons(found, values, tables.dichotomy, lambda _: (tables.positive,))[()]
    return _reasons(found, values, tables.dichotomy, lambda where: (tables.labels[where[-1]],))


def why_undefined_per_class(name: str | Measure, tables: Tables) -> Any:
    """The reasons behind :meth:`Measure.per_class`, an array of text and None, shape ``(*batch, K)``."""
    from abovechance.measures.registry import measure

    found = measure(name)
    if found.scope == "overall":
        return why_undefined(found, tables.one_vs_rest())
    values = found.per_class(tables)
    return _reasons(found, values, tables.contingency.each, lambda where: (tables.labels[where[-1]],))


def _reasons(
    found: Measure, values: Array, quantities: Any, labels_at: Callable[[tuple[Any, ...]], tuple[Label, ...]]
) -> Array:
    reasons = np.full(values.shape, None, dtype=object)
    undefined = np.isnan(values)
    if undefined.any():
        facts = OF_A_CLASS if found.scope == "binary" else OF_A_TABLE
        needs = [NEEDS[need] for need in found.needs or facts]
        failures = [np.asarray(need.fails(quantities)) for need in needs]
        for where in np.ndindex(values.shape):
            if undefined[where]:
                reasons[where] = _first_failure(needs, [fails[where] for fails in failures], labels_at(where))
    return reasons


def _first_failure(needs: list[Need], failures: list[Array], labels: tuple[Label, ...]) -> str:
    for need, failed in zip(needs, failures, strict=True):
        if np.any(failed):
            named = [label for label, fails in zip(labels, np.atleast_1d(failed), strict=False) if fails]
            return need.text.format(label=quoted(labels), labels=quoted(named))
    return UNEXPLAINED
