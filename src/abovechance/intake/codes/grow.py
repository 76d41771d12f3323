"""``Growing``: counts that are added to batch by batch, while labels and groups become more."""

from __future__ import annotations

import math
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.core.checks import require_room_for
from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.codes.coded import Codebook, require_room, tabulate
from abovechance.intake.count import Counted, align
from abovechance.intake.items import class_order, group_order, joined, require_one_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded
    from abovechance.intake.count import Items
    from abovechance.intake.items import Ordered

# Room is made for so many times the labels there are: a table that grows is copied seldom.
_GROWTH_FACTOR = 1.25

_MAX_SMALL_LENGTH = 2**14
"""Items of a batch that is counted at once, larger ones being worth the faster kernel; and how far apart
integers may be to be looked up in an array."""


class _Scale(NamedTuple):
    """The orders that a column has declared for its categories."""

    orders: tuple[tuple[Label, ...], ...] = ()


class Growing:
    """Counts of shape ``(groups, classes, classes)``, at the beginning of an array with room for more.

    Threads may share one: a batch is counted as a whole before or after any other. ``classes`` and ``groups``
    have the positions of labels in the order they were met; ``scales`` has by column what order it declares,
    the columns of groups last.
    """

    def __init__(self, wanted: tuple[Label, ...] | None) -> None:
        self.wanted = wanted  # all classes, if no others may appear
        self.classes: dict[Label, int] = {}
        self.groups: dict[Label, int] = {}
        self.group_name = "group"
        self.scales: dict[str, _Scale] = {}
        self.cells: NDArray[Any] = np.zeros((1, 0, 0), dtype=np.int64)
        self.squares: NDArray[np.float64] | None = None
        self._integers: tuple[int, NDArray[np.intp]] | None = None
        self._lock = RLock()
        self._make_room(wanted or (), ())

    def add(self, items: Items) -> None:
        """Count the items of a batch; one that is refused changes nothing."""
        truth, prediction, *others = items.columns.values()
        with self._lock:
            self._add(items, [truth, prediction], [joined(others)] if others else [])

    def _add(self, items: Items, pair: list[Coded], axis: list[Coded]) -> None:
        places = self._places(pair, axis)
        # What is unknown may be a label without items; to find out takes a pass over the batch, made only
        # now.
        if _has_unknown(places):
            pair = [column.compact() for column in pair]
            places = self._places(pair, axis)
        if _has_unknown(places) or self._is_news(items.columns):
            classes = dict.fromkeys([*pair[0].labels, *pair[1].labels])
            if self.wanted is not None and not self.classes.keys() >= classes.keys():
                align(pair, self.wanted, limits.MOST_LABELS)
            self._admit(items.columns, classes, axis[0].labels if axis else ())
            places = self._places(pair, axis)
        elif self._integers is None and not self.groups:
            # A batch without news: those that follow may be counted the quick way.
            self._integers = _integers(self.classes)
        self.group_name = items.group_name
        masses, columns = items.masses, [*axis, *pair]
        if masses.weights is not None:
            self._weigh()
        if masses.items is not None:
            require_room_for(self.used, masses.items)
        _add(self.cells, places, columns, masses.items if masses.weights is None else masses.weights)
        if self.squares is not None:
            _add(self.squares, places, columns, masses.items if masses.squares is None else masses.squares)

    def _weigh(self) -> None:
        """Make sums of weights of what was counted so far: each item has weighed 1."""
        self.cells = self.cells.astype(np.float64, copy=False)
        if self.squares is None:
            self.squares = self.cells.copy()

    def add_integers(self, truth: Any, prediction: Any) -> bool:
        """Count a small batch of integers that are known classes quickly; False if it is none."""
        if not (_is_small(truth) and _is_small(prediction)):
            return False
        with self._lock:
            return self._integers is not None and self._add_integers(truth, prediction, *self._integers)

    def _add_integers(
        self, truth: NDArray[Any], prediction: NDArray[Any], start: int, position: NDArray[np.intp]
    ) -> bool:
        lowest, highest = min(truth.min(), prediction.min()), max(truth.max(), prediction.max())
        if len(truth) != len(prediction) or lowest < start or highest >= start + len(position):
            return False
        rows = position[truth.astype(np.intp) - start]
        columns = position[prediction.astype(np.intp) - start]
        if min(rows.min(), columns.min()) < 0:
            return False
        for cells in self._both:
            np.add.at(cells.reshape(-1), rows * cells.shape[-1] + columns, cells.dtype.type(1))
        return True

    @property
    def _both(self) -> list[NDArray[Any]]:
        """The counts, and the squares if there are such."""
        return [self.cells] if self.squares is None else [self.cells, self.squares]

    def merge(self, other: Growing) -> None:
        """Add what another has counted."""
        one, two = sorted((self, other), key=id)  # two threads may merge two with one another
        with one._lock, two._lock:  # noqa: SLF001 - the lock of another of this class
            if other.scales:
                self._merge(other)

    def _merge(self, other: Growing) -> None:
        self._admit(other.scales, other.classes, other.groups)
        self.group_name = other.group_name
        if other.squares is not None:
            self._weigh()
        require_room_for(self.used, other.used)
        classes = [self.classes[label] for label in other.classes]
        groups = [self.groups[label] for label in other.groups] or [0]
        self.cells[np.ix_(groups, classes, classes)] += other.used
        if self.squares is not None:
            theirs = other.used if other.squares is None else other.squares[other._places_used]
            self.squares[np.ix_(groups, classes, classes)] += theirs

    @property
    def used(self) -> NDArray[Any]:
        """The counts without the room for more."""
        return self.cells[self._places_used]

    @property
    def _places_used(self) -> tuple[slice, slice, slice]:
        return slice(len(self.groups) or 1), slice(len(self.classes)), slice(len(self.classes))

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: cells that are not 0, and nothing that can be found out again."""
        with self._lock:
            used = self.used
            places = np.flatnonzero(used).astype(np.min_scalar_type(used.size))
            squares = None if self.squares is None else self.squares[self._places_used].reshape(-1)[places]
            state = self.__dict__ | {
                "cells": (used.shape, places, used.reshape(-1)[places]),
                "squares": squares,
                "classes": self.classes.copy(),
                "groups": self.groups.copy(),
                "_integers": None,
            }
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Lay out the cells again."""
        shape, places, values = state["cells"]
        both = [values] if state["squares"] is None else [values, state["squares"]]
        cells, *squares = (_spread(shape, places, part) for part in both)
        laid_out = {"cells": cells, "squares": squares[0] if squares else None, "_lock": RLock()}
        self.__dict__.update(state | laid_out)

    def laid_out(self) -> Counted:
        """The counts, the classes and the groups, in their order."""
        with self._lock:
            return self._laid_out()

    def _laid_out(self) -> Counted:
        truth, prediction, *others = self.scales.values() or (_Scale(), _Scale())
        scales = {"truth": truth, "prediction": prediction}
        labels = class_order(self.classes, scales) if self.wanted is None else self.wanted
        groups = list(self.groups)
        order = group_order(groups, others) if groups else [0]
        known = [i for i, label in enumerate(labels) if label in self.classes]
        places = [self.classes[labels[i]] for i in known]
        laid_out = []
        for cells in self._both:
            table = np.zeros((len(order), len(labels), len(labels)), dtype=cells.dtype)
            table[np.ix_(range(len(order)), known, known)] = cells[np.ix_(order, places, places)]
            laid_out.append(table if groups else table[0])
        names = tuple(groups[i] for i in order) if groups else None
        squares = laid_out[1] if len(laid_out) > 1 else None
        return Counted(laid_out[0], labels, names, self.group_name, squares, self.wanted is not None)

    def _places(self, pair: Sequence[Coded], axis: Sequence[Coded]) -> list[list[int]]:
        """The positions of the labels of a batch, -1 where they are not known."""
        places = [[self.groups.get(label, -1) for label in column.labels] for column in axis] or [[0]]
        return places + [[self.classes.get(label, -1) for label in column.labels] for column in pair]

    def _is_news(self, columns: Mapping[str, Ordered]) -> bool:
        """Whether there are other columns than before, or an order that was not declared before."""
        return list(columns) != list(self.scales) or any(
            not set(column.orders) <= set(self.scales[name].orders)
            for name, column in columns.items()
            if column.orders
        )

    def _admit(
        self, columns: Mapping[str, Ordered], classes: Iterable[Label], groups: Iterable[Label]
    ) -> None:
        """Make room for what is new, unless the columns do not fit those of earlier batches."""
        if self.scales and list(self.scales) != list(columns):
            raise InputError(
                f"every batch must have the same groups: this one has {_groups_of(columns)}, the first had "
                f"{_groups_of(self.scales)}"
            )
        scales = {name: _joint(self.scales.get(name, _Scale()), column) for name, column in columns.items()}
        new = [label for label in classes if label not in self.classes]
        if self.wanted is None:
            require_one_kind([*self.classes, *new])
            if scales != self.scales:
                # Asked for its refusal alone, of orders that contradict each other.
                class_order((), _declaring(self.scales, columns))
            distinct = len(self.classes) + len(new) - (None in self.classes or None in new)
            Codebook("truth together with prediction", limits.MOST_LABELS).expect(distinct)
        self._make_room(new, [label for label in groups if label not in self.groups])
        self.scales = scales
        self._integers = None

    def _make_room(self, classes: Sequence[Label], groups: Sequence[Label]) -> None:
        """Number new classes and groups, and copy the counts to a larger array where they do not fit."""
        k = len(self.classes) + len(classes)
        shape = (len(self.groups) + len(groups) or 1, k, k)
        if any(size > room for size, room in zip(shape, self.cells.shape, strict=True)):
            require_room(shape)
            larger = [
                room if size <= room else max(size, math.ceil(_GROWTH_FACTOR * room))
                for size, room in zip(shape, self.cells.shape, strict=True)
            ]
            used, both = self._places_used, self._both
            for name, cells in zip(("cells", "squares"), both, strict=False):
                grown = np.zeros(larger, dtype=cells.dtype)
                grown[used] = cells[used]
                setattr(self, name, grown)
        for label in classes:
            self.classes[label] = len(self.classes)
        for label in groups:
            self.groups[label] = len(self.groups)


def _add(
    cells: NDArray[Any], places: Sequence[list[int]], columns: Sequence[Coded], weights: NDArray[Any] | None
) -> None:
    """Add the items of coded columns at the places that their labels have."""
    # Counted apart and added cell by cell, unless that is more cells than the batch has items.
    if math.prod(map(len, places)) <= len(columns[0].codes):
        cells[np.ix_(*places)] += tabulate(columns, weights)
        return
    index = np.zeros(len(columns[0].codes), dtype=np.intp)
    steps = (cells[0].size, cells.shape[-1], 1)[-len(columns) :]
    for column, place, step in zip(columns, places[-len(columns) :], steps, strict=True):
        index += np.multiply(place, step, dtype=np.intp)[column.codes.astype(np.intp) - column.start]
    np.add.at(cells.reshape(-1), index, 1 if weights is None else weights)


def _spread(shape: tuple[int, ...], places: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    """Cells that are 0 but at some places."""
    cells = np.zeros(shape, dtype=values.dtype)
    cells.reshape(-1)[places] = values
    return cells


def _has_unknown(places: Iterable[list[int]]) -> bool:
    return any(-1 in part for part in places)


def _integers(classes: Mapping[Label, int]) -> tuple[int, NDArray[np.intp]]:
    """The least label, and from there on the position of every integer or -1; nothing for other labels."""
    labels = [label for label in classes if isinstance(label, int)]
    least = min(labels, default=0)
    if len(labels) < len(classes) or not labels or max(labels) - least > _MAX_SMALL_LENGTH:
        return 0, np.empty(0, dtype=np.intp)
    position = np.full(max(labels) - least + 1, -1, dtype=np.intp)
    position[[label - least for label in labels]] = list(classes.values())
    return least, position


def _is_small(column: object) -> bool:
    return (
        isinstance(column, np.ndarray)
        and not isinstance(column, np.ma.MaskedArray)
        and column.ndim == 1
        and column.dtype.kind in "iu"
        and 0 < len(column) <= _MAX_SMALL_LENGTH
    )


def _joint(scale: _Scale, column: Ordered) -> _Scale:
    return _Scale(tuple(dict.fromkeys([*scale.orders, *column.orders]))) if column.orders else scale


def _declaring(before: Mapping[str, Ordered], batch: Mapping[str, Ordered]) -> dict[str, Ordered]:
    """Who declares the orders of the classes: columns of earlier batches, and those of this one."""
    pair = ("truth", "prediction")
    earlier = {f"{name} of earlier batches": before[name] for name in pair if name in before}
    return earlier | {name: batch[name] for name in pair}


def _groups_of(columns: Iterable[str]) -> str:
    _, _, *groups = columns
    return ", ".join(groups) or "none"
