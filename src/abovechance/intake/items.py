"""What is said of items beside their labels: weights, counts and groups; and the order of labels.

Weights are a finite, non-negative number for each item; counts say how many items a row stands for. Several
columns of groups make one, of the combinations that occur. Where ordered categoricals declare an order, the
classes are the whole scale, used or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from functools import reduce
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from abovechance.core.checks import require_moderate
from abovechance.core.errors import InputError, InputWarning
from abovechance.core.labels import is_number, natural_key, natural_order, quoted
from abovechance.intake.codes.array import encode_array
from abovechance.intake.codes.coded import Codebook, Coded
from abovechance.intake.codes.column import as_array, encode, is_tensor, text_of
from abovechance.intake.missing import nothing_left

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing

    Order = tuple[Label, ...]

_TOO_MANY = 2.0**63


def named_columns(given: Any, argument: str, of: str) -> dict[Any, Any]:
    """The columns, which are ``of`` something, of two systems or more by their names."""
    said: dict[str, Any] = {"argument": argument, "of": of, "kind": type(given).__name__}
    if hasattr(type(given), "columns"):
        import narwhals.stable.v2 as nw
        from narwhals.exceptions import DuplicateError

        try:
            frame = nw.from_native(given, pass_through=True)
        except DuplicateError:
            raise InputError(f"the systems must have different names, got {quoted(given.columns)}") from None
        if not isinstance(frame, nw.DataFrame):
            raise InputError("{argument} must be in memory, got a lazy {kind}: collect it first", **said)
        columns = {name: frame[name].to_native() for name in frame.columns}
    elif isinstance(given, Mapping):
        columns = dict(given)
    else:
        raise InputError(
            "{argument} must be a mapping of systems' names to their columns of {of}, such as "
            "{{'A': a, 'B': b}}, or a data frame of them, got {kind}",
            **said,
        )
    if len(columns) < 2:
        raise InputError("a comparison needs two systems or more, {argument} has {n}", n=len(columns), **said)
    # Results name systems by text, where 1 and "1" would be one.
    if len(set(map(str, columns))) < len(columns):
        raise InputError(f"the systems must have different names, got {quoted(columns)}")
    return columns


def common_length(columns: Mapping[str, Any]) -> int:
    """The length of columns, coded or not, if they have the same."""
    lengths = {name: len(getattr(column, "codes", column)) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise InputError(f"the columns must be of the same length, one value for each item: {listed}")
    return next(iter(lengths.values()))


def other_order(truth: object, columns: Mapping[str, Any]) -> list[InputWarning]:
    """Warnings of columns of pandas that have the index of the truth in another order."""
    said = (
        "truth and {name} have the same index in another order and are paired by position: say "
        "{name}.loc[truth.index] to pair them by it, or to_numpy() of both if the position is meant"
    )
    return [InputWarning(said, name=name) for name, column in columns.items() if _is_shuffled(truth, column)]


def _is_shuffled(*columns: object) -> bool:
    """Whether two columns of pandas have one index in two orders."""
    one, other = (getattr(column, "index", None) for column in columns)
    # By the name of the module: pandas need not be installed, nor imported for this.
    if not all(type(index).__module__.partition(".")[0] == "pandas" for index in (one, other)):
        return False
    # Equal indices are in order, and unlike ones belong to no common items: neither is a mistake to warn of.
    if one is None or other is None or len(one) != len(other) or one.equals(other):
        return False
    return not len(one.symmetric_difference(other, sort=False))


def settled(
    columns: Mapping[str, Coded], missing: Missing, masses: Masses, *, may_be_empty: bool = False
) -> tuple[list[Coded], Masses]:
    """The columns of the rows that are to be counted, and what these stand for."""
    gaps = {name: column.is_missing for name, column in columns.items() if column.missing is not None}
    kept = missing.kept(gaps, masses.items)
    if kept is None:
        return list(columns.values()), masses
    if not (kept.any() or may_be_empty):
        raise nothing_left()
    return [column.only(kept) for column in columns.values()], masses.complete(kept)


def checked_weights(weights: object, length: int, name: str = "weights") -> NDArray[np.float64]:
    """The weights as floating-point numbers, if they can be weights of so many items."""
    values = _numbers(weights, name)
    if values.shape not in ((length,), (length, 1)):
        raise InputError(f"{name} must be one number for each of {length} items, got shape {values.shape}")
    values = values.reshape(length)
    # Negated, since NaN fails every comparison and must be found as well.
    wrong = np.flatnonzero(~((values >= 0) & (values < np.inf)))
    if len(wrong):
        raise InputError(
            f"{name} must be finite and not negative: {len(wrong)} are not, the first is {values[wrong[0]]} "
            f"for item {wrong[0] + 1}"
        )
    require_moderate(values, name)
    return values


def unless_equal(weights: Column) -> Column | None:
    """The weights; None if all items weigh the same, which is no weighing."""
    if weights is None:
        return None
    numbers = _numbers(weights, "weights")
    # Weights that are all 0 are left to be refused.
    equal = len(numbers) > 0 and bool(np.all(numbers == numbers.flat[0])) and numbers.flat[0] > 0
    return None if equal else weights


def items_of(rows: NDArray[np.bool_], items: NDArray[np.int64] | None) -> int:
    """How many items some of the rows stand for."""
    return int(np.count_nonzero(rows) if items is None else items[rows].sum())


def taken(numbers: Any, kept: Any) -> Any:
    """Some of the numbers; None if there are none."""
    return None if numbers is None else numbers[kept]


def checked_items(counts: Any, length: int, name: str = "counts") -> NDArray[np.int64]:
    """How many items each of so many rows stands for: whole numbers, which add up exactly."""
    numbers = checked_weights(counts, length, name)
    if np.any(numbers % 1):
        raise InputError(f"{name} must be whole numbers of items: give anything else as weights")
    if numbers.sum() >= _TOO_MANY:
        raise InputError(f"the {name} add up to 2⁶³ items or more: give them as weights")
    # Integers are taken as they came: beyond 2⁵³ the floats that were checked have lost digits.
    exact = as_array(counts, name) if is_tensor(counts) else np.asarray(list(counts))
    return (exact if exact.dtype.kind in "iu" else numbers).astype(np.int64).reshape(length)


def ranked_rows(
    gaps: Mapping[str, NDArray[np.bool_]], weights: object, counts: object, length: int, missing: Missing
) -> tuple[NDArray[np.bool_] | None, NDArray[np.float64] | None, NDArray[np.int64] | None, int]:
    """Which rows stand for items that can be ranked, None if all do; the weights and counts of these.

    The last number is that of the items that lack a value.
    """
    heavy = None if weights is None else checked_weights(weights, length)
    times = None if counts is None else checked_items(counts, length)
    kept = missing.kept(gaps, times)
    left_out = 0 if kept is None else items_of(~kept, times)
    if times is not None and not times.all():
        if not times.any():
            raise InputError("all counts are 0: there is nothing to rank")
        # A row that stands for no item would still make a threshold.
        kept = times > 0 if kept is None else kept & (times > 0)
    if kept is None:
        return None, heavy, times, left_out
    if not kept.any():
        raise nothing_left()
    return kept, taken(heavy, kept), taken(times, kept), left_out


@dataclass(frozen=True, eq=False)
class Masses:
    """What rows stand for: how many items, the sum of their weights, and that of the squared weights."""

    items: NDArray[np.int64] | None = None  # None if each row is one item
    weights: NDArray[np.float64] | None = None  # None if items have no weights
    squares: NDArray[np.float64] | None = None
    left_out: int = 0  # items that lacked a value and are among these no more

    @classmethod
    def of(cls, counts: Column | None, weights: object, length: int, squares: Column | None = None) -> Masses:
        """Of columns as they are given; with ``squares`` the weights are sums over the items of a row.

        Otherwise every item of a row weighs as much as the row says.
        """
        items = None if counts is None else checked_items(counts, length)
        if weights is None:
            return cls(items)
        heavy = checked_weights(weights, length)
        if squares is not None:
            return cls(items, heavy, checked_weights(squares, length, "squares"))
        # Every item of the row has the weight, so sums and sums of squares grow with their number.
        times = 1.0 if items is None else items.astype(np.float64)
        return cls(items, heavy * times, heavy * heavy * times)

    def number(self, rows: int) -> int:
        """How many items so many rows stand for."""
        return rows if self.items is None else int(self.items.sum())

    def require_any(self) -> None:
        """Refuse rows that stand for nothing, whose table would be empty."""
        for name, numbers in (("counts", self.items), ("weights", self.weights)):
            if numbers is not None and not numbers.any():
                raise InputError(f"all {name} are 0: there is nothing to count")

    def only(self, kept: NDArray[np.bool_]) -> Masses:
        """Those of some of the rows."""
        items, weights, squares = (taken(x, kept) for x in (self.items, self.weights, self.squares))
        return Masses(items, weights, squares, self.left_out)

    def complete(self, kept: NDArray[np.bool_]) -> Masses:
        """Those of the rows that lack no value, and how many items the others stand for."""
        lost = items_of(~kept, self.items)
        return replace(self.only(kept), left_out=self.left_out + lost)


def _numbers(weights: Any, name: str) -> NDArray[np.float64]:
    if isinstance(weights, np.ma.MaskedArray):
        return np.ma.filled(weights.astype(np.float64), np.nan)
    with text_of(name):
        try:
            values = as_array(weights, name) if is_tensor(weights) else np.asarray(list(weights))
            numbers = values.astype(np.float64)
        except (TypeError, ValueError):
            said = f"{name} must be a column of numbers, one for each item and none missing"
            raise InputError(said) from None
    if values.dtype.kind not in "biufO" or (values.dtype.kind == "O" and _has_text(values)):
        raise InputError(f"{name} must be numbers, got text or another type")
    return numbers


def _has_text(values: NDArray[Any]) -> bool:
    return any(isinstance(value, str) for value in values.flat)


def encode_groups(by: object, missing: Missing) -> tuple[str, dict[str, Coded]]:
    """The name of the batch axis, and the coded columns by what messages call them."""
    if not isinstance(by, Mapping):
        return "group", {"by": encode(by, "by", codes=missing.codes)}
    if not by:
        raise InputError(
            "{argument} is an empty mapping: give at least one column, or leave it out", argument="by"
        )
    columns = {f"by[{name!r}]": column for name, column in by.items()}
    coded = {name: encode(column, name, codes=missing.codes) for name, column in columns.items()}
    return " × ".join(map(str, by)), coded


def joined(columns: Sequence[Coded]) -> Coded:
    """One column of groups; its labels are tuples if there are several columns."""
    if len(columns) == 1:
        return columns[0].compact()
    singles = [Coded(column.codes, [(label,) for label in column.labels], column.start) for column in columns]
    return reduce(_pair, [single.compact() for single in singles])


def group_order(labels: Sequence[Any], columns: Sequence[Ordered]) -> list[int]:
    """The positions of the labels of joined columns, in the order of the first column, then the next."""
    keys = [sort_key(column) for column in columns]
    if len(keys) == 1:
        return sorted(range(len(labels)), key=lambda i: keys[0](labels[i]))
    return sorted(
        range(len(labels)), key=lambda i: [key(part) for key, part in zip(keys, labels[i], strict=True)]
    )


def _pair(left: Coded, right: Coded) -> Coded:
    width = len(right.labels)
    # Both codes in one number, so that combinations are found by the quick coding of integers.
    pairs = (left.codes.astype(np.int64) - left.start) * width + (right.codes.astype(np.int64) - right.start)
    coded = encode_array(pairs, Codebook("groups")).compact()
    labels = [left.labels[pair // width] + right.labels[pair % width] for pair in coded.labels]
    return Coded(coded.codes, labels, coded.start)


class Ordered(Protocol):
    """A column that may declare orders of its categories."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, more than one if parts of the column declare different ones."""


def class_order(seen: Collection[Label], columns: Mapping[str, Ordered]) -> Order:
    """The classes of columns in which some labels were seen, None among them if items lack one.

    They are the scale that the columns declare, if it has all labels seen: a grade that nobody used still
    separates its neighbours. Otherwise they are the labels seen, in natural order.
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
    # A declared order that lacks some of the labels says nothing about where these belong.
    if not whole.issuperset(seen):
        return natural_order(seen)
    return (*scale, None) if None in seen else scale


def require_one_kind(seen: Iterable[Label], what: str = "labels", argument: str | None = "labels") -> None:
    """Refuse a label that was seen as text and as a number or a time: 1 and "1" are one, and would be two."""
    labels = set(seen)
    texts = [label for label in labels if isinstance(label, str)]
    others = {label: label for label in labels if label is not None and not isinstance(label, str)}
    if not texts or not others:
        return
    # A time or a boolean is compared as it is written, too.
    others |= {str(label): label for label in others}
    for text in natural_order(texts):
        twin = next((others[value] for value in _values(text) if value in others), None)
        if twin is not None:
            named = "" if argument is None else f", or name both in {argument}"
            raise InputError(
                f"{text!r} is among the {what} as text and as {_kind(twin)}: make all of them text "
                f"or none{named}"
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
    # `in` uses the iterator up to the label found, so the next is looked for behind it.
    remaining = iter(whole)
    return all(label in remaining for label in order)
