"""A column of weights: one finite, non-negative number for each item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.checks import require_moderate
from abovechance.counting.tensors import as_array, is_tensor
from abovechance.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


def _numbers(weights: Any, name: str) -> NDArray[np.float64]:
    if isinstance(weights, np.ma.MaskedArray):
        return np.ma.filled(weights.astype(np.float64), np.nan)
    try:
        values = as_array(weights, name) if is_tensor(weights) else np.asarray(list(weights))
        numbers = values.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a column of numbers, one for each item and none missing") from None
    if values.dtype.kind not in "biufO" or (values.dtype.kind == "O" and _has_text(values)):
        raise InputError(f"{name} must be numbers, got text or another type")
    return numbers


def _has_text(values: NDArray[Any]) -> bool:
    return any(isinstance(value, str) for value in values.flat)
