"""The cells of tables, moved and added up, and with them the squares of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from abovechance.core.labels import Label


def on_both(
    change: Callable[[NDArray[Any]], NDArray[Any]], counts: NDArray[Any], squares: NDArray[Any] | None
) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """A change of the counts, and the same of the squares if there are such."""
    return change(counts), None if squares is None else change(squares)


def transposed(cells: NDArray[Any]) -> NDArray[Any]:
    """Rows and columns changed."""
    return np.swapaxes(cells, -1, -2)


def each_against_rest(cells: NDArray[Any]) -> NDArray[Any]:
    """Two-class cells of each class against all others."""
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fn, fp = cells.sum(-1) - tp, cells.sum(-2) - tp
    tn = cells.sum(axis=(-2, -1))[..., None] - tp - fn - fp
    return np.stack((tn, fp, fn, tp), axis=-1).reshape(*tp.shape, 2, 2)


def merging(
    labels: tuple[Label, ...], groups: Mapping[Label, Iterable[Label]]
) -> tuple[tuple[Label, ...], NDArray[np.int64]]:
    """The classes that merged ones become, and which of them each class belongs to, as a matrix."""
    target: dict[Label, Label] = {}
    for new, members in groups.items():
        for member in [members] if isinstance(members, str) else members:
            if member not in labels:
                raise InputError(f"no class {member!r} in this table; its labels are {quoted(labels)}")
            if member in target:
                raise InputError(f"class {member!r} is listed in two groups")
            target[member] = new
    for label in labels:
        if label in groups and label not in target:
            raise InputError(
                f"the new class {label!r} would hide the class of that name: list it as a member"
            )
    names = tuple(dict.fromkeys(target.get(label, label) for label in labels))
    merge = np.zeros((len(labels), len(names)), dtype=np.int64)
    for row, label in enumerate(labels):
        merge[row, names.index(target.get(label, label))] = 1
    return names, merge
