"""How many labels, and how many combinations of labels, items may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import is_written_as_number

if TYPE_CHECKING:
    from collections.abc import Collection

    from abovechance.core.labels import Label

MOST_LABELS = 5_000
"""A column with more distinct values is hardly one of classes, unless its labels are given."""

MOST_COMBINATIONS = 2_000_000
"""More combinations of labels and groups than a table can be made of: some column is an identifier."""

MOST_OF_FEW_ITEMS = 100
"""So many numbers may be classes, however few items there are."""
_RARELY = 10
"""Predictions of classes are right for more than one item in so many, if there are hardly two of a class."""

OR_GIVE_THEM = "choose another column, cut it into classes first, or give all classes as {labels}"


def refuse_measurements(labels: Collection[Label], items: int, hits: int) -> None:
    """Refuse numbers that hardly occur twice and are hardly ever predicted: they are measured, or identify.

    Parameters
    ----------
    labels
        The labels that occur in truth and prediction.
    items, hits
        How many items there are, and of how many the prediction is the truth.
    """
    many, missed = MOST_OF_FEW_ITEMS < len(labels) > items / 2, _RARELY * hits < items
    if many and missed and all(map(is_written_as_number, labels)):
        raise InputError(
            "truth and prediction have {distinct:,} distinct values on {items:,} items and are equal on "
            "{hits:,}, like a regression target or an identifier and unlike classes: " + OR_GIVE_THEM,
            distinct=len(labels),
            items=items,
            hits=hits,
            labels=Argument("labels"),
        )
