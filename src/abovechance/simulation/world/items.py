"""Simulated columns: a table as the items it counts, in random order, so that it can be counted again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.simulation.world.sampling import generator

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.simulation.world.sampling import Seed
    from abovechance.tables.tables import Tables


def items_of(table: Tables, seed: Seed = None) -> tuple[NDArray[Any], NDArray[Any]]:
    """The real and the predicted label of each item of one table of whole counts, in an order by the seed."""
    if table.batch_shape or table.counts.dtype.kind != "i":
        raise InputError(
            "items can be told of one table of whole counts: take one of the batch, without weights"
        )
    cells = np.repeat(np.arange(table.counts.size), table.counts.ravel())
    generator(seed).shuffle(cells)
    rows, columns = np.divmod(cells, len(table.predicted_labels))
    return _named(table.labels)[rows], _named(table.predicted_labels)[columns]


def _named(labels: tuple[Label, ...]) -> NDArray[Any]:
    """Labels of any type as an array: one of their own type if it keeps them as they are."""
    if all(isinstance(label, str) for label in labels) or all(type(label) is int for label in labels):
        return np.array(labels)
    names = np.empty(len(labels), dtype=object)
    names[:] = labels
    return names
