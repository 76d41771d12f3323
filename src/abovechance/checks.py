"""Counts and labels as a caller gives them, checked and brought into one form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.labels import natural_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from abovechance.labels import Label

_DIMENSIONS = 2
_TOO_MANY = 2.0**63
_EXACT = 2.0**53
"""Below this, every whole number is a floating-point number."""
_GREATEST = 1e75
"""Formulas multiply up to four sums of counts, and the product must not leave floating point."""


def distinct_labels(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Labels as a tuple; there must be one, and none twice."""
    names = tuple(labels)
    if not names:
        raise InputError("there must be at least one label")
    seen: set[Label] = set()
    for name in names:
        if name in seen:
            raise InputError(f"label {name!r} is given twice")
        seen.add(name)
    return names


def checked_counts(matrix: ArrayLike) -> NDArray[Any]:
    """Counts of shape ``(*batch, R, C)``, finite, not negative: int64, or float64 if not whole."""
    try:
        counts = np.asarray(matrix)
    except ValueError:
        raise InputError("the rows of the table have different lengths") from None
    if counts.ndim < _DIMENSIONS or 0 in counts.shape[-2:]:
        raise InputError(f"a table needs rows and columns, got an array of shape {counts.shape}")
    if counts.dtype.kind == "O":
        counts = _from_objects(counts)
    if counts.dtype.kind not in "iuf":
        raise InputError(f"counts must be numbers, got {counts.dtype}")
    if counts.size and not np.all(np.isfinite(counts)):
        raise InputError("counts must be finite: the table has NaN or infinite cells")
    if counts.size and counts.min() < 0:
        raise InputError(f"counts must not be negative, got {counts.min()}")
    if counts.dtype.kind == "f":
        require_moderate(counts, "counts")
    if counts.dtype.kind == "f" and not _is_whole(counts):
        return counts.astype(np.float64)
    if counts.size and counts.sum(axis=(-2, -1), dtype=np.float64).max() >= _TOO_MANY:
        raise InputError("the table counts 2⁶³ items or more: give it as floating point numbers")
    return counts.astype(np.int64)


def require_moderate(numbers: NDArray[Any], what: str) -> None:
    """Refuse counts or weights with which formulas cannot be computed."""
    with np.errstate(over="ignore"):
        total = np.sum(numbers)
    if total > _GREATEST:
        raise InputError(
            f"the {what} add up to more than {_GREATEST:g}, too much to be multiplied: "
            f"divide all {what} by their mean"
        )


def _is_whole(counts: NDArray[Any]) -> bool:
    """Whether floating-point counts are whole numbers of items, and small enough to be exact."""
    whole = bool(np.all(counts == np.floor(counts)))
    return whole and (counts.size == 0 or counts.sum(axis=(-2, -1)).max() < _EXACT)


def named_matrix(matrix: Any) -> tuple[Any, tuple[Label, ...] | None, tuple[Label, ...] | None]:
    """A matrix with the names of its rows and columns, if it carries them as a pandas data frame does.

    Rows and columns that name some of the same classes are brought into one order, and a class that only one
    of them has is added to the other, as a cross-tabulation leaves out what did not occur.
    """
    if not (hasattr(matrix, "index") and hasattr(matrix, "columns") and hasattr(matrix, "to_numpy")):
        return matrix, None, None
    rows, columns = distinct_labels(matrix.index.tolist()), distinct_labels(matrix.columns.tolist())
    values = matrix.to_numpy()
    if rows == columns or not set(rows) & set(columns):
        return values, rows, columns
    labels = rows if set(rows) == set(columns) else natural_order({*rows, *columns})
    square = np.zeros((len(labels), len(labels)), dtype=values.dtype)
    square[np.ix_([labels.index(r) for r in rows], [labels.index(c) for c in columns])] = values
    return square, labels, labels


def _from_objects(counts: NDArray[Any]) -> NDArray[Any]:
    """Python numbers of any size, Fractions and Decimals as the best array that holds them."""
    try:
        if all(isinstance(x, int) for x in counts.flat) and all(x < 2**63 for x in counts.flat):
            return counts.astype(np.int64)
        return counts.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("counts must be numbers") from None
