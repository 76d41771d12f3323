"""Arguments that many functions have in common, checked: tables, how many draws, and their seed.

Tables without the labels that neither occur nor are predicted: such a label says nothing.

Most measures do not change by it, and so must not their intervals. Those of which the number of classes is a
part declare so (``counts_empty_classes``), and keep all labels.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.arrays import Array
    from abovechance.measures.registry import Measure


def checked_tables(tables: object, name: str = "tables") -> Tables:
    """Tables, or in one sentence what is wrong with what was given instead."""
    if isinstance(tables, Tables):
        return tables
    made = "Tables.from_labels(truth, prediction) or Tables.from_counts(matrix)"
    raise InputError(f"{name} must be a Tables value, such as {made}, got {type(tables).__name__}")


def checked_replicates(number: object, name: str = "replicates", least: int = 1, of: str = "tables") -> int:
    """How many tables, or other things, to draw."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise InputError(f"{name} is how many {of} to draw, a whole number from {least} on, got {number!r}")
    return int(number)


def checked_seed(seed: object) -> int | None:
    """A seed as a number; a random generator gives one, and so another with every call."""
    if seed is None:
        return None
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(1 << 62))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(
            f"seed must be a whole number from 0 on, a numpy.random.Generator or None, got {seed!r}"
        )
    return int(seed)


def ignores_empty_classes(m: Measure) -> bool:
    """Whether a measure has one value, which does not change by a class that does not occur."""
    return m.scope == "overall" and not m.counts_empty_classes


def occurs(counts: Array, *, square: bool) -> tuple[Array, Array]:
    """Which labels of the rows and of the columns occur; of a square table, on either side."""
    rows, columns = np.any(counts > 0, axis=-1), np.any(counts > 0, axis=-2)
    return (rows | columns,) * 2 if square else (rows, columns)


def kept_labels(counts: Array, *, square: bool) -> tuple[Array, Array]:
    """The positions of the rows and columns of a table whose labels occur, but of two at least."""
    rows, columns = (_first(x, max(int(x.sum()), 2)) for x in occurs(counts, square=square))
    return rows, columns


def without_empty(tables: Tables) -> Tables:
    """The tables without the labels that occur in none of them, but with two at least."""
    counts = np.any(tables.counts.reshape(-1, *tables.counts.shape[-2:]), axis=0)
    rows, columns = kept_labels(counts, square=tables.is_square)
    if len(rows) >= len(tables.labels) and len(columns) >= len(tables.predicted_labels):
        return tables
    return replace(
        tables,
        counts=tables.counts[..., rows[:, None], columns],
        squares=None if tables.squares is None else tables.squares[..., rows[:, None], columns],
        labels=tuple(tables.labels[i] for i in rows),
        predicted_labels=tuple(tables.predicted_labels[i] for i in columns),
    )


def parts(tables: Tables) -> Iterator[tuple[Array, Tables]]:
    """The tables of a batch by how many labels occur in each, with their positions in the flattened batch.

    Labels that do not occur are left out; the others are numbered, since different ones may be left.
    """
    square = tables.is_square
    counts = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    squares = None if tables.squares is None else tables.squares.reshape(counts.shape)
    known = occurs(counts, square=square)
    sizes = np.stack([np.maximum(x.sum(-1), min(2, x.shape[-1])) for x in known], axis=-1)
    for size in np.unique(sizes, axis=0):
        where = np.flatnonzero((sizes == size).all(-1))
        rows, columns = (_first(x[where], n) for x, n in zip(known, size, strict=True))
        cells = where[:, None, None], rows[:, :, None], columns[:, None, :]
        yield (
            where,
            replace(
                tables,
                counts=counts[cells],
                squares=None if squares is None else squares[cells],
                labels=tuple(range(size[0])),
                predicted_labels=tuple(range(size[1])) if square else tuple(map(str, range(size[1]))),
                positive=None,
                axes=(Axis("table"),),
            ),
        )


def has_empty(tables: Tables) -> bool:
    """Whether a table of more than two classes lacks one of them."""
    rows, columns = occurs(tables.counts, square=tables.is_square)
    return max(tables.counts.shape[-2:]) > 2 and not (rows.all() and columns.all())


def _first(known: Array, size: int) -> Array:
    """The positions of the labels that occur, in their order, and if these are too few, of others."""
    return np.argsort(~known, axis=-1, kind="stable")[..., :size]
