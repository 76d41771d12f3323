"""Counts and labels as a caller gives them, checked and brought into one form.

Confidence levels: one-sided bounds are the ends of a two-sided interval of a lower level.
"""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label

_TOO_MANY = 2.0**63
_EXACT_INTEGER_LIMIT = 2.0**53  # below this, every whole number is a floating-point number
# Formulas multiply up to four sums of counts, and the product must not leave floating point.
_GREATEST_SUM = 1e75


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
    matrix = unmasked(matrix, "counts")
    try:
        counts = np.asarray(matrix)
    except ValueError:
        raise InputError("the rows of the table have different lengths") from None
    if counts.ndim < 2 or 0 in counts.shape[-2:]:
        raise InputError(f"a table needs rows and columns, got an array of shape {counts.shape}")
    counts = _numbers(counts)
    if counts.size and not np.all(np.isfinite(counts)):
        raise InputError("counts must be finite: the table has NaN or infinite cells")
    if counts.size and counts.min() < 0:
        raise InputError(f"counts must not be negative, got {counts.min()}")
    if counts.dtype.kind == "f":
        require_moderate(counts, "counts")
    if counts.dtype.kind == "f" and not _is_whole(counts):
        return counts
    # Summed as floating-point numbers: a sum of integers would wrap round before it could be refused.
    if counts.size and counts.sum(axis=(-2, -1), dtype=np.float64).max() >= _TOO_MANY:
        raise InputError("the table counts 2⁶³ items or more: give it as floating point numbers")
    return counts.astype(np.int64)


def _numbers(counts: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as they are, and others in double precision."""
    if counts.dtype.kind == "O":
        counts = _from_objects(counts)
    if counts.dtype.kind not in "iuf":
        raise InputError(f"counts must be numbers, got {counts.dtype}")
    if counts.dtype.kind != "f":
        return counts
    # A long double may be too large for double precision: it becomes infinite, and is refused as such.
    with np.errstate(over="ignore"):
        return counts.astype(np.float64)


def checked_squares(squares: ArrayLike, counts: NDArray[Any]) -> NDArray[np.float64]:
    """Sums of squared weights in the shape of the sums of weights, 0 exactly where these are."""
    found = np.asarray(unmasked(squares, "squares"), dtype=np.float64)
    if found.shape != counts.shape:
        raise InputError(f"squares must have the shape of the counts, {counts.shape}, got {found.shape}")
    if not np.array_equal(found > 0, counts > 0) or not np.all(np.isfinite(found)):
        raise InputError("squares must be finite, above 0 where a cell has items, and 0 where it has none")
    return found


def unmasked(values: object, name: str) -> Any:
    """Numbers of which none is masked: one that is not there cannot be counted."""
    if not isinstance(values, np.ma.MaskedArray):
        return values
    hidden = int(np.ma.getmaskarray(values).sum())
    if hidden:
        raise InputError(
            f"{name} has {hidden} masked {'value' if hidden == 1 else 'values'}, which are missing: "
            "fill them with numpy.ma.filled, or leave them out"
        )
    return values.data


def added(one: NDArray[Any], two: NDArray[Any]) -> NDArray[Any]:
    """The sum of counts, if there is room for it."""
    if one.dtype.kind == two.dtype.kind == "i":
        _require_room(one.sum((-2, -1), dtype=np.float64) + two.sum((-2, -1), dtype=np.float64))
    return one + two


def pooled(cells: NDArray[Any], axis: int | tuple[int, ...]) -> NDArray[Any]:
    """The sum of counts along axes of the batch, if there is room for it."""
    if cells.dtype.kind == "i":
        _require_room(cells.sum((-2, -1), dtype=np.float64).sum(axis))
    return np.asarray(cells.sum(axis))


def require_room_for(counts: NDArray[Any], more: NDArray[Any]) -> None:
    """Refuse to count more items than 64 bits can hold."""
    if counts.dtype.kind == more.dtype.kind == "i":
        _require_room(counts.sum(dtype=np.float64) + more.sum(dtype=np.float64))


def _require_room(totals: NDArray[np.float64]) -> None:
    """Refuse whole numbers of items that 64 bits cannot hold; they would come out negative."""
    if np.max(totals, initial=0.0) >= _TOO_MANY:
        raise InputError(
            "together these are 2⁶³ items or more, too many to count: give counts as floating-point numbers"
        )


def require_moderate_margins(counts: NDArray[Any], what: str) -> None:
    """Refuse tables of sums so small that formulas, which multiply them, would take them for nothing."""
    if counts.dtype.kind != "f":
        return
    for margin in (counts.sum(-1), counts.sum(-2)):
        least = margin[margin > 0].min(initial=np.inf)
        if least < 1 / _GREATEST_SUM:
            raise InputError(
                f"the {what} of a class add up to {least:.3g}, too little to be multiplied: divide all "
                f"{what} by their mean, and leave out items that weigh next to nothing"
            )


def require_moderate(numbers: NDArray[Any], what: str) -> None:
    """Refuse counts or weights with which formulas cannot be computed."""
    with np.errstate(over="ignore"):
        total = np.sum(numbers, dtype=np.float64)
    if total > _GREATEST_SUM:
        raise InputError(
            f"the {what} add up to more than {_GREATEST_SUM:g}, too much to be multiplied: "
            f"divide all {what} by their mean"
        )


def _is_whole(counts: NDArray[Any]) -> bool:
    """Whether floating-point counts are whole numbers of items, and small enough to be exact."""
    whole = bool(np.all(counts == np.floor(counts)))
    return whole and (counts.size == 0 or counts.sum(axis=(-2, -1)).max() < _EXACT_INTEGER_LIMIT)


def _from_objects(counts: NDArray[Any]) -> NDArray[Any]:
    """Python numbers of any size, Fractions and Decimals as the best array that holds them."""
    try:
        if all(isinstance(x, int) for x in counts.flat) and all(x < 2**63 for x in counts.flat):
            return counts.astype(np.int64)
        return counts.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("counts must be numbers") from None


Sides = Literal[1, 2]


def two_sided(level: float, sides: int) -> float:
    """The level of the two-sided interval whose ends are the bounds asked for.

    With ``sides=1`` each end alone is a bound of the given level: the true value lies above ``low``
    with that confidence, and below ``high`` with that confidence, but not both at once.
    """
    if sides not in (1, 2):
        raise InputError(f"sides must be 1 (each bound alone has the level) or 2, got {sides!r}")
    if isinstance(level, bool) or not isinstance(level, Real):
        raise InputError(f"level must be a number such as 0.95, got {level!r}")
    least = 0.5 if sides == 1 else 0.0
    if not least < level < 1:
        raise InputError(f"level must lie between {least:g} and 1 (such as 0.95), got {level!r}")
    return level if sides == 2 else 2 * level - 1


def quantile(level: float) -> float:
    """The normal quantile of a two-sided level: 1.96 for 0.95."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
