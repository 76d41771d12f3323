"""The order that ordered categoricals declare: the classes are the whole scale, used or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from abovechance.errors import InputError
from abovechance.labels import natural_key, natural_order, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Any

    from abovechance.labels import Label

    Order = tuple[Label, ...]


class Ordered(Protocol):
    """A column that may declare orders of its categories."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, more than one if parts of the column declare different ones."""


def class_order(seen: Collection[Label], columns: Mapping[str, Ordered]) -> Order:
    """The classes of columns in which some labels were seen, None among them if items lack one.

    They are the scale that the columns declare, if it has all labels seen: a grade that nobody used
    still separates its neighbours. Otherwise they are the labels seen, in natural order.
    """
    declared = {order: name for name, column in columns.items() for order in column.orders}
    if not declared:
        return natural_order(seen)
    scale = _agreed(list(declared))
    if scale is None:
        listed = " but ".join(f"{name} has {quoted(order)}" for order, name in declared.items())
        raise InputError(
            f"the columns declare different orders of their categories: {listed}; give all classes in the "
            "order wanted as labels"
        )
    whole = {*scale, None}
    if not whole.issuperset(seen):
        return natural_order(seen)
    return (*scale, None) if None in seen else scale


def sort_key(column: Ordered) -> Callable[[Label], tuple[int, Any]]:
    """What the labels of a column are sorted by: its declared order, or else their natural order."""
    scale = _agreed(column.orders) if column.orders else None
    if scale is None:
        return natural_key
    rank = {label: i for i, label in enumerate(scale)}
    return lambda label: natural_key(rank.get(label))


def _agreed(orders: Sequence[Order]) -> Order | None:
    """The longest order, if every other one is it with labels left out."""
    longest = max(orders, key=len)
    return longest if all(_is_part(order, longest) for order in orders) else None


def _is_part(order: Order, whole: Order) -> bool:
    remaining = iter(whole)
    return all(label in remaining for label in order)
