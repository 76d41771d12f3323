"""Likely mistakes that tables show of the labels they were made of, wherever these were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.intake.mistakes import apart_labels, similar_labels

if TYPE_CHECKING:
    from abovechance.core.errors import InputWarning
    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables


def apart(tables: Tables) -> list[InputWarning]:
    """A finding if no predicted label occurs in the truth."""
    if not tables.is_square:
        return []
    return apart_labels(_occurring(tables, -1), {"prediction": _occurring(tables, -2)})


def alike(tables: Tables) -> list[InputWarning]:
    """A finding on classes whose labels may be the same."""
    return similar_labels(tables.labels)


def _occurring(tables: Tables, axis: int) -> list[Label]:
    """The labels of the rows or the columns that have items."""
    filled = tables.counts.sum(axis).reshape(-1, len(tables.labels)).any(0)
    return [label for label, is_one in zip(tables.labels, filled, strict=True) if is_one]
