"""A score for each class to the class of the highest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.tensors import as_array, is_tensor
from abovechance.errors import InputError
from abovechance.labels import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.labels import Label

_TWO = 2


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
    >>> from abovechance.counting.highest import highest
    >>> highest([[2.5, -1.0], [0.3, 0.2], [0.1, 0.9]], ("cat", "dog"))
    array([0, 0, 1])
    >>> highest({"dog": [2.5], "cat": [-1.0]}, ("cat", "dog"))
    array([1])
    """
    values = _array(scores)
    if not values.size and values.ndim <= _TWO:
        return np.empty(0, dtype=np.intp)
    if values.ndim != _TWO or values.shape[1] != len(labels) or values.dtype.kind in "OUScmM":
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
