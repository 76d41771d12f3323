"""The heat map of a table of counts: what stands in its cells, and how far that is from chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import counted, decimals, quantity, visible
from abovechance.pictures.picture import HeatMap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.tables.tables import Tables

_MAX_SIDE = 400  # tables of more rows or columns are not drawn: no one could read them
_MAX_SIDE_WITH_TEXTS = 15  # up to so many rows and columns the counts are written into the cells
_MAX_SIDE_WITH_DETAILS = 60
_FEW_ITEMS = 5  # a row of fewer items says little about shares
TITLE = "Counts, and how far they are from chance"
_SCALE = ("less", "chance", "more")


def confusion(tables: Tables, most: int = _MAX_SIDE) -> HeatMap:
    """The counts of one table; the colour is the share of the row less the share that chance would give.

    Of more classes than ``most``, those with the most errors are shown, and all the others as one.
    """
    counts, labels = tables.counts, [str(label) for label in tables.labels]
    predicted = [str(label) for label in tables.predicted_labels]
    notes: tuple[str, ...] = ()
    if tables.labels == tables.predicted_labels and len(labels) > most:
        counts, labels = with_others(counts, labels, most)
        predicted = labels
        notes = (f"the {most - 1} classes with the most errors, and all others as one",)
    return of_counts(counts, labels, predicted, notes=notes)


def of_counts(
    counts: NDArray[np.generic],
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    title: str = TITLE,
    names: tuple[str, str] = ("truth", "prediction"),
    notes: tuple[str, ...] = (),
) -> HeatMap:
    """The heat map of any table of counts, rows by columns."""
    height, width = counts.shape
    if max(height, width) > _MAX_SIDE:
        raise InputError(f"a table of {height} rows and {width} columns is too large for a picture")
    numbers = counts.astype(float)
    items = numbers.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = numbers / items[:, None]
        chance = numbers.sum(axis=0) / numbers.sum()
        excess = shares - chance
    few = np.broadcast_to(((items > 0) & (items < _FEW_ITEMS))[:, None], counts.shape)
    places = decimals(counts)
    written = [[quantity(x, places) for x in row] for row in counts.tolist()]
    blank = max(height, width) > _MAX_SIDE_WITH_TEXTS
    texts = tuple(("",) * width if blank else tuple(row) for row in written)
    details: tuple[tuple[str, ...], ...] = ()
    if max(height, width) <= _MAX_SIDE_WITH_DETAILS:
        details = _details(written, shares, chance, rows=rows, columns=columns, names=names)
    if few.any():
        notes += (f"pale: rows of fewer than {counted(_FEW_ITEMS, 'item')}",)
    if not np.isfinite(excess).all():
        notes += ("hatched: undefined, for no item is in the row",)
    return HeatMap(
        title, *names, tuple(visible(str(x)) for x in rows), tuple(visible(str(x)) for x in columns), excess,
        texts, -1.0, 1.0, notes, _SCALE, details, few if few.any() else None,
        is_of_counts=not blank,
    )  # fmt: skip


def _details(
    written: list[list[str]],
    shares: NDArray[np.float64],
    chance: NDArray[np.float64],
    *,
    rows: Sequence[object],
    columns: Sequence[object],
    names: tuple[str, str],
) -> tuple[tuple[str, ...], ...]:
    """Of each cell its count, the share of its row, and what chance would give."""
    return tuple(
        tuple(
            f"{names[0]} {visible(str(row))}, {names[1]} {visible(str(column))}: {written[i][j]}, "
            + (
                f"{100 * shares[i, j]:.1f} % of the row, by chance {100 * chance[j]:.1f} %"
                if np.isfinite(shares[i, j])
                else "of an empty row"
            )
            for j, column in enumerate(columns)
        )
        for i, row in enumerate(rows)
    )


def with_others(
    counts: NDArray[np.generic], labels: list[str], most: int
) -> tuple[NDArray[np.generic], list[str]]:
    """The table of the classes with the most errors, in their order, and one class of all the others."""
    numbers: NDArray[np.float64] = counts.astype(float)
    errors = numbers.sum(axis=0) + numbers.sum(axis=1) - 2 * np.diagonal(numbers)
    kept = np.sort(np.argsort(-errors, kind="stable")[: most - 1])
    place = np.full(len(labels), len(kept))
    place[kept] = np.arange(len(kept))
    found = np.zeros((len(kept) + 1,) * 2, dtype=counts.dtype)
    # Not found[…] += counts, which would keep one of the cells that fall together.
    np.add.at(found, (place[:, None], place[None, :]), counts)
    others = f"{len(labels) - len(kept)} others"
    return found, [*(labels[k] for k in kept), others]
