"""ROC space with the tables in it, what decisions cost, and where they cost the same."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.geometry.isometrics import isometrics
from abovechance.measures.registry import measure as measure_called
from abovechance.pictures.picture import Line, Mark, Picture
from abovechance.pictures.tables.roc_points import CHANCE_LINE, FALLOUT, RECALL, kite
from abovechance.tables.tables import Axis, Tables
from abovechance.web.explore.drawn import lines_drawn
from abovechance.web.numbers import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGEST_SKEW = 1e9  # beyond it a line of equal cost lies on an edge of the picture


def space_of(several: list[Tables], focus: int) -> Picture:
    """The point of each table, or of each class against the rest; the first has its kite."""
    tables = several[0]
    lines: list[Line] = [CHANCE_LINE]
    areas, marks, notes = [], [], []
    several_classes = len(tables.labels) != 2
    for i, table in enumerate(several):
        each = table.contingency.each
        with np.errstate(invalid="ignore"):
            across, up = np.asarray(each.fpr, dtype=float), np.asarray(each.tpr, dtype=float)
        shown_classes = range(len(table.labels)) if several_classes else (focus,)
        for k in shown_classes:
            x, y = float(across[k]), float(up[k])
            if math.isnan(x) or math.isnan(y):
                notes.append(f"{table.labels[k]}: no point, for a class has no items")
                continue
            if not i and k == focus:
                area, sides = kite(x, y)
                areas.append(area)
                lines += sides
            marks.append(Mark(x, y, str(table.labels[k]) if several_classes else "AB"[i], i))
    title = "Each class against the rest" if several_classes else "ROC space"
    return Picture(
        title, FALLOUT, RECALL, tuple(lines), tuple(areas), tuple(marks), square=True, notes=tuple(notes)
    )


def costs_of(several: list[Tables], costs: list[float]) -> dict[str, Any]:
    """What a decision costs on average, what the cheapest constant answer would, and where it is the same."""
    matrix = cost_matrix(len(several[0].labels), costs)
    mean = measure_called("mean_cost")
    systems = []
    for tables in several:
        counts = tables.counts
        constant = np.zeros((len(counts), *counts.shape), dtype=np.int64)
        for label in range(len(counts)):
            constant[label, :, label] = counts.sum(axis=1)
        axes = (Axis("answer", tables.labels),)
        guesses = np.asarray(mean(Tables.from_counts(constant, tables.labels, axes=axes), costs=matrix))
        value = float(mean(tables, costs=matrix))
        # nanargmin raises if all are NaN, as they are of a table without items.
        best = int(np.nanargmin(guesses)) if np.isfinite(guesses).any() else 0
        systems.append(
            {
                "value": value, "text": number(value), "constant": float(guesses[best]),
                "constant_text": number(float(guesses[best])), "answer": str(tables.labels[best]),
            }
        )  # fmt: skip
    return {"systems": systems, "line": lines_drawn(_equal_cost(several[0], costs))}


def cost_matrix(size: int, costs: list[float]) -> NDArray[np.float64]:
    """What each prediction of each class costs: errors on the first class, and on others."""
    matrix = np.full((size, size), float(costs[1]))
    matrix[0] = costs[0]
    np.fill_diagonal(matrix, 0.0)
    return matrix


def _equal_cost(tables: Tables, costs: list[float]) -> tuple[Line, ...]:
    """The line through the point of a table of two classes along which decisions cost the same.

    Costs act as a skew does, so it is a line of equal Accuracy of the table with these costs.
    """
    if len(tables.labels) != 2 or not all(costs) or not tables.total:
        return ()
    prevalence = float(tables.dichotomy.prevalence)
    if not 0 < prevalence < 1:
        return ()
    # What negatives weigh for each positive: their numbers, and what an error on them costs.
    skew = (1 - prevalence) / prevalence * (costs[1] / costs[0])
    if not 1 / _LARGEST_SKEW < skew < _LARGEST_SKEW:
        return ()
    accuracy = measure_called("accuracy")
    value = float(accuracy(tables.with_costs(*costs)))
    found = isometrics(accuracy, [min(max(value, 0.0), 1.0)], skew=skew).isometrics[0]
    return tuple(Line(x, y, stroke="dash-dotted", label="equal cost") for x, y in found.lines)
