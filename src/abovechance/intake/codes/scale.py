"""The order that ordered categoricals declare: the classes are the whole scale, used or not."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, natural_key, natural_order, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from abovechance.core.labels import Label

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
    require_one_kind(seen)
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


def require_one_kind(seen: Iterable[Label], what: str = "labels", argument: str = "labels") -> None:
    """Refuse a label that was seen as text and as a number or a time: 1 and "1" are one, and would be two.

    Parameters
    ----------
    seen
        Labels of any type.
    what
        What messages call them.
    argument
        The argument that may name both.
    """
    labels = set(seen)
    texts = [label for label in labels if isinstance(label, str)]
    others = {label: label for label in labels if label is not None and not isinstance(label, str)}
    if not texts or not others:
        return
    others |= {str(label): label for label in others}
    for text in natural_order(texts):
        twin = next((others[value] for value in _values(text) if value in others), None)
        if twin is not None:
            raise InputError(
                f"{text!r} is among the {what} as text and as {_kind(twin)}: make all of them text or none, "
                f"or name both in {argument}"
            )


def _kind(label: Label) -> str:
    if isinstance(label, bool):
        return "a boolean"
    return "a number" if is_number(label) else f"a {type(label).__name__}"


def _values(text: str) -> Iterator[Label]:
    """What a text may stand for; a number with underscores is one in a program and not in data."""
    text = text.strip()
    yield text
    numbers = () if "_" in text else (float, Decimal)
    for read in (*numbers, datetime.fromisoformat, date.fromisoformat):
        with suppress(ValueError, ArithmeticError):
            yield read(text)


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
