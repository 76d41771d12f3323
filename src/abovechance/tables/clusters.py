"""What a batch is grouped by, column by column, and the clusters of items that one of the columns names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import pooled
from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables

_TIMES = " × "  # between the names of columns that make one axis


def group_names(tables: Tables) -> tuple[str, ...]:
    """The names of the parts of a group: several columns that make one axis have each its own."""
    return tuple(name for axis in tables.axes for name in _parts(axis))


def _parts(axis: Axis) -> tuple[str, ...]:
    label = axis.labels[0] if axis.labels else None
    parts = axis.name.split(_TIMES)
    return tuple(parts) if isinstance(label, tuple) and len(parts) == len(label) else (axis.name,)


def require_clusters(name: object, known: Sequence[str]) -> None:
    """Refuse clusters that are nothing that the batch is grouped by."""
    if not isinstance(name, str) or name not in known:
        there_are = f"it has {quoted(known)}" if known else "it has no groups"
        given = repr(name) if isinstance(name, str) else type(name).__name__
        raise InputError(
            "{argument} must name what the batch is grouped by; {there_are}, not {given}. "
            "Or give labels in place of tables, and the cluster of each item",
            argument="clusters", there_are=there_are, given=given,
        )  # fmt: skip


def clusters_first(tables: Tables, name: str) -> Tables:
    """The tables with the clusters as their first axis.

    Of an axis that several columns make, such as ``fold × group``, the other columns are added up.
    """
    names = [axis.name for axis in tables.axes]
    if not isinstance(name, str) or name not in names:
        require_clusters(name, group_names(tables))
    place = names.index(name) if name in names else [name in _parts(axis) for axis in tables.axes].index(True)
    axis = tables.axes[place]
    others = (*tables.axes[:place], *tables.axes[place + 1 :])
    if axis.name == name:
        return tables._with(  # noqa: SLF001 - cells are moved, and squares of weights with them
            lambda cells: np.moveaxis(cells, place, 0), axes=(axis, *others)
        )
    part = _parts(axis).index(name)
    members: dict[Label, list[int]] = {}
    for i, label in enumerate(axis.labels or ()):
        members.setdefault(label[part] if isinstance(label, tuple) else label, []).append(i)

    def of_clusters(cells: NDArray[Any]) -> NDArray[Any]:
        moved = np.moveaxis(cells, place, 0)
        return np.stack([pooled(moved[at], 0) for at in members.values()])

    return tables._with(of_clusters, axes=(Axis(name, tuple(members)), *others))  # noqa: SLF001 - as above
