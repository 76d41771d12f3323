"""Scores to counts: how many positive and negative items have each distinct score.

The classes are sorted apart and then merged. No index travels with the scores through the sort, which is
what makes it fast; a stable sort of two sorted runs is a single merging pass.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.labels import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORTH_A_THREAD = 2**16
_EXACT = 2**53
"""Up to this, every whole number is a floating-point number."""
_LARGE = 1e70
"""Fourth powers of weights up to this, and of the inverse of it, are floating-point numbers."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """The items at or above each distinct score, the highest score first, after a row that has none.

    Attributes
    ----------
    thresholds : ndarray of float64
        Infinity, which here stands for more than any score, then the distinct scores, descending.
    positives, negatives : ndarray
        How many items of each class, or how much weight, have this score or a higher one; int64, or float64
        with weights.
    """

    thresholds: NDArray[np.float64]
    positives: NDArray[Any]
    negatives: NDArray[Any]


def rank(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Ranked:
    """Count the items of each class at or above each distinct score.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.counting.scores import rank
    >>> ranked = rank(np.array([0.1, 0.4, 0.4, 0.8]), np.array([False, False, True, True]))
    >>> ranked.thresholds, ranked.positives, ranked.negatives
    (array([inf, 0.8, 0.4, 0.1]), array([0, 1, 2, 2]), array([0, 0, 1, 2]))
    """
    negative, positive = scores[~is_positive], scores[is_positive]
    _sort(negative, positive)
    _require_numbers(negative, positive)
    ordered = np.concatenate((negative, positive))
    negatives = len(negative)
    del negative, positive
    comes_from = np.argsort(ordered, kind="stable")[::-1] >= negatives
    ordered.sort(kind="stable")
    positives = _after_a_zero(len(ordered), np.int64)
    np.cumsum(comes_from, out=positives[1:])
    ends = _ends(ordered[::-1])
    if len(ends) == len(ordered):
        return Ranked(_thresholds(ordered[::-1]), positives, np.arange(len(positives)) - positives)
    positives = positives[np.append(0, ends + 1)]
    return Ranked(_thresholds(ordered[::-1][ends]), positives, np.append(0, ends + 1) - positives)


def rank_weighted(
    scores: NDArray[Any], is_positive: NDArray[np.bool_], weights: NDArray[np.float64]
) -> Ranked:
    """Add up the weight of the items of each class at or above each distinct score."""
    order = np.argsort(scores, kind="stable")[::-1]
    ordered = scores[order]
    _require_numbers(ordered[::-1])
    ends = _ends(ordered)
    starts = np.append(0, ends[:-1] + 1)
    heavy, real = weights[order], is_positive[order]
    parts = [np.add.reduceat(np.where(mine, heavy, 0.0), starts) for mine in (real, ~real)]
    return rank_counted(ordered[ends], *parts)


def rank_counted(scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any]) -> Ranked:
    """Add up what is counted for distinct scores that descend."""
    columns = [_after_a_zero(len(scores), part.dtype) for part in (positives, negatives)]
    for column, part in zip(columns, (positives, negatives), strict=True):
        np.cumsum(part, out=column[1:])
        require_moderate(column[-1].item())
    return Ranked(_thresholds(scores), *columns)


def require_moderate(total: float) -> None:
    """Refuse a class of so large or so small a weight that products of weights are lost."""
    if isinstance(total, float) and total and not 1 / _LARGE < total < _LARGE:
        raise InputError(
            f"the weights of a class add up to {total:.3g}, too far from 1 to be multiplied: only their "
            "proportions matter, so divide all weights by their mean"
        )


def checked_scores(scores: Any, name: str = "scores") -> NDArray[Any]:
    """Scores as a column of numbers; infinite ones are numbers, missing ones become NaN."""
    if isinstance(scores, np.ma.MaskedArray):
        return checked_scores(np.ma.filled(scores.astype(np.float64), np.nan), name)
    values = _as_array(scores, name)
    if values.ndim == 2 and values.shape[1] == 1:  # noqa: PLR2004 - a data frame of one column
        values = values[:, 0]
    if values.ndim != 1:
        raise InputError(f"{name} must be one number for each item, got {_shape(scores, values)}")
    if values.dtype.kind in "bui" or values.dtype in (np.float64, np.float32):
        return values
    if values.dtype.kind in "fO":
        try:
            numbers = values.astype(np.float64)
        except (TypeError, ValueError, OverflowError):
            pass
        else:
            known = ~np.isnan(numbers)
            _require_distinct(len(np.unique(numbers[known])), len(set(values[known].tolist())), name)
            return numbers
    raise InputError(f"{name} must be numbers, got {values.dtype}: give scores, not labels")


def _shape(scores: Any, values: NDArray[Any]) -> str:
    if values.ndim == 2 and hasattr(type(scores), "columns"):  # noqa: PLR2004
        return (
            f"a data frame of the columns {quoted(list(scores.columns))}: give one of them, or a mapping of "
            "names to columns for a curve of each"
        )
    return f"an array of shape {values.shape}"


def _require_distinct(kept: int, given: int, name: str = "scores") -> None:
    """Refuse scores that differ but would be the same threshold."""
    if kept < given:
        raise InputError(
            f"{name} has {given} distinct numbers of which only {kept} differ as floating-point numbers: "
            "give their ranks, such as numpy.unique(scores, return_inverse=True)[1]"
        )


def _as_array(scores: Any, name: str) -> NDArray[Any]:
    if isinstance(scores, str | bytes) or not (hasattr(scores, "__len__") or hasattr(scores, "__iter__")):
        raise InputError(f"{name} must be a column of numbers, got {scores!r}")
    if isinstance(scores, AbstractSet):
        raise InputError(f"{name} must be a column of numbers in the order of the items, got a set")
    if isinstance(scores, np.ndarray):
        return scores
    if hasattr(scores, "to_numpy"):
        return np.asarray(scores.to_numpy())
    try:
        return np.asarray(scores if hasattr(scores, "__array__") else list(scores))
    except ValueError:
        raise InputError(f"{name} must be one number for each item, got rows of different lengths") from None


def _sort(*columns: NDArray[Any]) -> None:
    if min(map(len, columns)) < _WORTH_A_THREAD:
        for column in columns:
            column.sort()
        return
    with ThreadPoolExecutor(len(columns)) as pool:
        list(pool.map(np.ndarray.sort, columns))


def _require_numbers(*columns: NDArray[Any]) -> None:
    """Refuse NaN, which sorts to the end."""
    wrong = sum(int(np.isnan(c).sum()) for c in columns if len(c) and np.isnan(c[-1]))
    if wrong:
        raise InputError(
            f"scores has {wrong} missing values (NaN): say missing='drop' to leave such items out, or give "
            "every item a score; -inf is the lowest"
        )


def _ends(ordered: NDArray[Any]) -> NDArray[np.intp]:
    """The position of the last item of each distinct value of a sorted column."""
    last = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=last[:-1])
    return np.flatnonzero(last)


def _after_a_zero(length: int, dtype: Any) -> NDArray[Any]:
    column = np.empty(length + 1, dtype=dtype)
    column[0] = 0
    return column


def _thresholds(scores: NDArray[Any]) -> NDArray[np.float64]:
    thresholds = np.empty(len(scores) + 1)
    thresholds[0] = np.inf
    thresholds[1:] = scores
    if scores.dtype.kind in "ui" and len(scores) and max(abs(int(scores[0])), abs(int(scores[-1]))) > _EXACT:
        _require_distinct(len(scores) - int((thresholds[2:] == thresholds[1:-1]).sum()), len(scores))
    return thresholds
