"""Weights and counts: a finite, non-negative number for each item, and how many items a row stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.checks import require_moderate
from abovechance.counting.decoding import text_of
from abovechance.counting.tensors import as_array, is_tensor
from abovechance.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TOO_MANY = 2.0**63


def checked_weights(weights: Any, length: int, name: str = "weights") -> NDArray[np.float64]:
    """The weights as floating-point numbers, if they can be weights of so many items."""
    values = _numbers(weights, name)
    if values.shape not in ((length,), (length, 1)):
        raise InputError(f"{name} must be one number for each of {length} items, got shape {values.shape}")
    values = values.reshape(length)
    wrong = np.flatnonzero(~((values >= 0) & (values < np.inf)))
    if len(wrong):
        raise InputError(
            f"{name} must be finite and not negative: {len(wrong)} are not, the first is {values[wrong[0]]} "
            f"for item {wrong[0]}"
        )
    require_moderate(values, name)
    return values


def unless_equal(weights: Any) -> Any:
    """The weights; None if all items weigh the same, which is no weighing."""
    if weights is None:
        return None
    numbers = _numbers(weights, "weights")
    equal = len(numbers) > 0 and bool(np.all(numbers == numbers.flat[0])) and numbers.flat[0] > 0
    return None if equal else weights


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
    exact = as_array(counts, name) if is_tensor(counts) else np.asarray(counts)
    return (exact if exact.dtype.kind in "iu" else numbers).astype(np.int64).reshape(length)


def kept_items(counts: NDArray[np.int64] | None, kept: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    """Which rows are kept that stand for an item; None if all are."""
    if counts is None or counts.all():
        return kept
    kept = counts > 0 if kept is None else kept & (counts > 0)
    if not kept.any():
        raise InputError("no row stands for an item: there is nothing to rank")
    return kept


@dataclass(frozen=True, eq=False)
class Masses:
    """What rows stand for: how many items, the sum of their weights, and that of the squared weights.

    Attributes
    ----------
    items : ndarray of int64, or None
        None if each row is one item.
    weights, squares : ndarray of float64, or None
        None if items have no weights.
    """

    items: NDArray[np.int64] | None = None
    weights: NDArray[np.float64] | None = None
    squares: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, counts: Any, weights: Any, length: int, squares: Any = None) -> Masses:
        """Of columns as they are given; with ``squares`` the weights are sums over the items of a row.

        Otherwise every item of a row weighs as much as the row says.
        """
        items = None if counts is None else checked_items(counts, length)
        if weights is None:
            return cls(items)
        heavy = checked_weights(weights, length)
        if squares is not None:
            return cls(items, heavy, checked_weights(squares, length, "squares"))
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
        return Masses(*(taken(x, kept) for x in (self.items, self.weights, self.squares)))


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
