"""Tensors of any library as NumPy arrays, without importing the library.

A score for each class to the class of the highest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_REFUSALS = (TypeError, ValueError, RuntimeError, BufferError)


def is_tensor(value: Any) -> bool:
    """Whether a value gives its numbers as an array, which has no integers of 128 bits as polars has them."""
    return (hasattr(value, "__array__") or hasattr(value, "__dlpack__")) and not is_wide(value)


def is_wide(column: Any) -> bool:
    """Whether a column has integers of 128 bits."""
    return str(getattr(column, "dtype", "")) in ("Int128", "UInt128")


def as_array(tensor: Any, name: str) -> NDArray[Any]:
    """The numbers of a tensor in main memory, without its gradients.

    Where NumPy has no such numbers (bfloat16), single precision is asked for, which has them all.
    """
    for step in ("detach", "cpu"):
        if hasattr(tensor, step):
            tensor = getattr(tensor, step)()
    for attribute, way in _WAYS.items():
        if hasattr(tensor, attribute):
            try:
                return way(tensor)
            except _REFUSALS:
                continue
    raise InputError(
        f"{name} is a {type(tensor).__name__} that cannot be read as it is: give it as a NumPy array"
    )


_WAYS: dict[str, Callable[[Any], NDArray[Any]]] = {
    "__array__": np.asarray,
    "__dlpack__": np.from_dlpack,
    "float": lambda tensor: np.asarray(tensor.float()),
}


def highest(scores: Any, labels: tuple[Label, ...]) -> NDArray[np.intp]:
    """The position of the label with the highest score of each row; of equal ones, of the first.

    Parameters
    ----------
    scores
        A row for each item and a column for each label, in their order. The columns of a data frame or a
        mapping that are named as the labels may be in any order.
    labels
        All classes.

    Examples
    --------
    >>> from abovechance.intake.codes.tensor import highest
    >>> highest([[2.5, -1.0], [0.3, 0.2], [0.1, 0.9]], ("cat", "dog"))
    array([0, 0, 1])
    >>> highest({"dog": [2.5], "cat": [-1.0]}, ("cat", "dog"))
    array([1])
    """
    values = _array(scores)
    if not values.size and values.ndim <= 2:
        return np.empty(0, dtype=np.intp)
    if values.ndim != 2 or values.shape[1] != len(labels) or values.dtype.kind in "OUScmM":
        raise InputError(
            f"scores must be numbers, a column for each of the {len(labels)} labels, got {values.dtype} of "
            f"shape {values.shape}"
        )
    order = _order(scores, labels)
    values = values if order is None else values[:, order]
    best = values.argmax(axis=1)
    top = values[np.arange(len(values)), best]
    lacking = top != top  # noqa: PLR0124 - NaN is the highest and not itself
    if isinstance(scores, np.ma.MaskedArray):
        lacking |= np.ma.getmaskarray(scores).any(axis=1)
    if lacking.any():
        lost = int(np.count_nonzero(lacking))
        raise InputError(f"scores has {lost} rows with NaN or a mask: there is no highest score among them")
    return best


def _array(scores: Any) -> NDArray[Any]:
    if is_tensor(scores):
        return as_array(scores, "scores")
    try:
        return np.column_stack(list(scores.values())) if isinstance(scores, Mapping) else np.asarray(scores)
    except ValueError:
        raise InputError("scores must be rows of the same length, a number for each label") from None


def _order(scores: Any, labels: tuple[Label, ...]) -> list[int] | None:
    """Which columns are those of the labels, by their names; None if they are not named so."""
    if isinstance(scores, Mapping):
        names = list(map(str, scores))
    elif hasattr(type(scores), "columns"):
        has_names = hasattr(type(scores), "column_names")  # the columns of Arrow are not their names
        names = list(map(str, scores.column_names if has_names else scores.columns))
    else:
        return None
    wanted = list(map(str, labels))
    if not set(names) & set(wanted):
        return None
    if sorted(names) != sorted(wanted) or len(set(names)) < len(names):
        raise InputError(
            f"the columns of scores are called {quoted(names)} and the labels {quoted(labels)}: name each "
            "column as its label, or give an array"
        )
    return [names.index(name) for name in wanted]
