"""The tables of an evaluation with a line for each class or group: of very many the first."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import group_text, more_said, shown
from abovechance.measures.headlines import OF_EACH_CLASS, OF_EACH_GROUP, OF_EACH_OF_MORE
from abovechance.measures.registry import measure
from abovechance.report.builders.evaluation.cells import bounds, reasons, value_cell
from abovechance.report.document import Column, Table, interval_column
from abovechance.tables.clusters import group_names
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate, Evaluation


MOST_CLASSES = 30
_WORST_CLASSES = 15
_MOST_GROUPS = 40


def each_class(evaluation: Evaluation) -> Table:
    """A line for each class: how often it occurs and is predicted, and its own measures."""
    every = range(len(evaluation.pooled.labels))
    order, more = _classes_shown(evaluation)
    shown = _classes(evaluation, order, more)
    return replace(shown, whole=lambda: _classes(evaluation, every)) if more else shown


def _classes(evaluation: Evaluation, order: Sequence[int], more: str = "") -> Table:
    pooled = evaluation.pooled
    keys = OF_EACH_CLASS if len(pooled.labels) == 2 else OF_EACH_CLASS + OF_EACH_OF_MORE
    real, predicted = pooled.contingency.real, pooled.contingency.predicted
    found = [[evaluation[key, pooled.labels[k]] for key in keys] for k in order]
    rows = [
        [str(pooled.labels[k]), real[k].item(), predicted[k].item(), *_with_interval(of_class, evaluation)]
        for k, of_class in zip(order, found, strict=True)
    ]
    drops = {"markedness": 1, "f1": 3, "precision": 6}
    columns = (Column("Class", "name"), Column("items", "count", 5), Column("predicted", "count", 2),
               *_measure_columns(keys, drops, evaluation))  # fmt: skip
    return Table(columns, rows, more, reasons(x for of_class in found for x in of_class))


def _classes_shown(evaluation: Evaluation) -> tuple[list[int], str]:
    """All classes, or of very many the worst, and what is left out."""
    labels = evaluation.pooled.labels
    if len(labels) <= MOST_CLASSES:
        return list(range(len(labels))), ""
    values = [evaluation["informedness", label].value for label in labels]
    order = sorted(range(len(labels)), key=lambda k: -math.inf if math.isnan(values[k]) else values[k])
    return order[:_WORST_CLASSES], f"{len(labels) - _WORST_CLASSES} more classes of higher Informedness"


def each_group(evaluation: Evaluation) -> Table:
    """A line for each group with the measures of the headline, and accuracy beside its chance level."""
    positions = list(np.ndindex(evaluation.tables.batch_shape))
    more = more_said(len(positions), _MOST_GROUPS, "group")
    shown = _groups(evaluation, positions[:_MOST_GROUPS], more)
    return replace(shown, whole=lambda: _groups(evaluation, positions)) if more else shown


def _groups(evaluation: Evaluation, positions: Iterable[tuple[int, ...]], more: str = "") -> Table:
    tables = evaluation.tables
    rows, found = [], []
    for position in positions:
        group = group_at(tables, position)
        of_group = [evaluation.find(key, group=group) for key in OF_EACH_GROUP]
        found += of_group
        values = _with_interval(of_group, evaluation)
        rows.append([group_text(group), of_group[0].n, *values, of_group[-1].chance])
    drops = {"correlation": 1, "markedness": 2, "accuracy": 4}
    columns = (Column(groups_title(evaluation), "name"), Column("items", "count", 6),
               *_measure_columns(OF_EACH_GROUP, drops, evaluation), Column("chance", drop=3))  # fmt: skip
    return Table(columns, rows, more, reasons(found))


def groups_title(evaluation: Evaluation) -> str:
    """What groups are told apart by."""
    return f"By {', '.join(map(shown, group_names(evaluation.tables)))}"


def _measure_columns(keys: Iterable[str], drops: dict[str, int], evaluation: Evaluation) -> list[Column]:
    """A column for each measure, and after Informedness one for its interval."""
    columns = []
    for key in keys:
        columns.append(Column(measure(key).short or key, drop=drops.get(key, 0)))
        if key == "informedness" and evaluation.level is not None:
            columns.append(interval_column(evaluation.level, drop=4))
    return columns


def _with_interval(found: Sequence[Estimate], evaluation: Evaluation) -> list[Any]:
    cells: list[Any] = []
    for x in found:
        cells.append(value_cell(x))
        if x.measure == "informedness" and evaluation.level is not None:
            cells.append(bounds(x))
    return cells
