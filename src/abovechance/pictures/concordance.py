"""Pictures of two groupings: which groups share items, and how far measures are above chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.declared import title_of
from abovechance.core.errors import InputError
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said
from abovechance.pictures.tables.confusion import of_counts

if TYPE_CHECKING:
    from abovechance.clusterings.assignment import Assignment
    from abovechance.clusterings.concordance import Concordance, Concordances
    from abovechance.pictures.picture import Forest, ForestRow, HeatMap
    from abovechance.pictures.results import Pictures

_MOST_SIDE = 400


def of_concordances(result: Concordances) -> Pictures:
    """The table of groups, and the measures beside chance."""
    return {
        "groups": lambda: shared_items(result),
        "measures": lambda: forest_of_concordances(result),
    }


def of_concordance(result: Concordance) -> Pictures:
    """One measure."""
    rows = [_row(result)]
    title = f"{title_of(result.measure)}, {level_said(result.level)}"
    return {
        "measures": lambda: forest(
            title, rows, notes=("mark across: mean by chance",), mark_name="mean by chance"
        )
    }


def of_assignment(result: Assignment) -> Pictures:
    """The table of groups in the order in which they are assigned."""
    return {"groups": lambda: _map(result.cells, "Items that the groups share, by their assignment")}


def shared_items(result: Concordances) -> HeatMap:
    """The items that groups share; each group stands beside the one that it shares most with."""
    first = result.results[0]
    return _map(result.cells, f"{title_of(first.measure)} {first.value:.3f}")


def _map(cells: Any, title: str) -> HeatMap:
    height, width = len(cells.row_labels), len(cells.column_labels)
    if max(height, width) > _MOST_SIDE:
        raise InputError(f"a table of {height} rows and {width} columns is too large for a picture")
    counts = np.zeros((height, width), dtype=cells.counts.dtype)
    counts[cells.rows, cells.columns] = cells.counts
    order = np.argsort(counts.argmax(axis=0), kind="stable")
    labels = [cells.column_labels[i] for i in order]
    return of_counts(
        counts[:, order], cells.row_labels, labels, title=title,
        names=(f"groups of {cells.names[0]}", f"groups of {cells.names[1]}"),
    )  # fmt: skip


def forest_of_concordances(result: Concordances) -> Forest:
    """Each measure with its interval beside its mean by chance; those that go beyond 1 are left out."""
    shown = [x for x in result if not _is_large(x)]
    left_out = len(result) - len(shown)
    notes = ("mark across: mean by chance",) + (
        (f"{left_out} left out: not between −1 and 1",) if left_out else ()
    )
    title = f"Measures beside chance, {level_said(result.results[0].level)}"
    return forest(title, [_row(x) for x in shown], notes=notes, most=60, mark_name="mean by chance")


def _is_large(x: Concordance) -> bool:
    return any(abs(v) > 1 for v in (x.value, x.low, x.high) if not math.isnan(v))


def _row(x: Concordance) -> ForestRow:
    chance = None if math.isnan(x.chance) else x.chance
    return row(title_of(x.measure), x.value, x.low, x.high, chance=chance)
