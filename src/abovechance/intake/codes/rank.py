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

from abovechance.core.checks import unmasked
from abovechance.core.errors import InputError
from abovechance.core.labels import is_missing, is_number, quoted
from abovechance.intake.codes.coded import plain
from abovechance.intake.codes.column import is_wide, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.intake.items import Masses

_WORTH_A_THREAD = 2**16
_BLOCK_SIZE = 2**16
_TOO_MANY = 2**62  # below this, twice a count has room in 64 bits
EXACT = 2**53  # up to this, every whole number is a floating-point number
_PRECISION_OF_TYPE = {
    "float32": "float32",
    "float": "float32",  # of Arrow
    "float[pyarrow]": "float32",
    "float16": "float16",
    "halffloat": "float16",
    "halffloat[pyarrow]": "float16",
}
# Fourth powers of weights up to this, and of the inverse of it, are floating-point numbers.
_LARGEST_WEIGHT = 1e70


@dataclass(frozen=True, eq=False)
class RankedScores:
    """The items, or their weight, at or above each distinct score, the highest first, after a row of none.

    ``thresholds`` begin with infinity, which here stands for more than any score.
    """

    thresholds: NDArray[np.float64]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    positive_squares: NDArray[np.float64] | None = None  # sums of the same items' squared weights
    negative_squares: NDArray[np.float64] | None = None


def rank(scores: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> RankedScores:
    """Count the items of each class at or above each distinct score."""
    rising = _after_a_first(np.inf, len(scores), np.float64)
    first = 1 + int(np.count_nonzero(is_positive))
    _split(scores, is_positive, rising[1:first], rising[first:])
    np.negative(rising, out=rising)  # so that the highest score comes first
    _sort(rising[1:first], rising[first:])
    order = np.argsort(rising, kind="stable")
    real = order < first
    # The row of no items, which a stable sort keeps before scores that are infinite themselves.
    real[0] = False
    rising.sort(kind="stable")
    # Subtracted from 0 rather than negated, so that no threshold is −0.0.
    thresholds = np.subtract(0.0, rising, out=rising)
    positives = np.cumsum(real, out=order)
    is_last = _is_last(thresholds)
    # The row of no items stays even where the highest score is infinite, too.
    is_last[0] = True
    if not is_last.all():
        kept = np.flatnonzero(is_last)
        # The number of a row is that of the items at or above its score.
        return RankedScores(thresholds[kept], positives[kept], kept - positives[kept])
    negatives = np.arange(len(positives))
    negatives -= positives
    return RankedScores(thresholds, positives, negatives)


def _split(
    scores: NDArray[np.float64],
    is_positive: NDArray[np.bool_],
    positive: NDArray[np.float64],
    negative: NDArray[np.float64],
) -> None:
    """Copy the scores of each class to its place; in blocks, for new memory costs more than copying."""
    done = 0
    for start in range(0, len(scores), _BLOCK_SIZE):
        block, mine = scores[start : start + _BLOCK_SIZE], is_positive[start : start + _BLOCK_SIZE]
        taken = block[mine]
        positive[done : done + len(taken)] = taken
        negative[start - done : start - done + len(block) - len(taken)] = block[~mine]
        done += len(taken)


def rank_weighted(
    scores: NDArray[np.float64], is_positive: NDArray[np.bool_], masses: Masses
) -> RankedScores:
    """Add up the weight, or the number, of the items of each class at or above each distinct score."""
    order = np.argsort(scores, kind="stable")[::-1]
    ordered = scores[order]
    ends = np.flatnonzero(_is_last(ordered))
    starts = np.append(0, ends[:-1] + 1)
    real = is_positive[order]
    added = [masses.items if masses.weights is None else masses.weights, masses.squares]
    heavy = [column[order] for column in added if column is not None]
    parts = [
        np.add.reduceat(np.where(mine, column, column.dtype.type(0)), starts)
        for column in heavy
        for mine in (real, ~real)
    ]
    return rank_counted(ordered[ends], *parts)


def rank_counted(
    scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any], *squares: NDArray[np.float64]
) -> RankedScores:
    """Add up what is counted for distinct scores that descend, and perhaps the squares of weights."""
    thresholds = _after_a_first(np.inf, len(scores), np.float64)
    thresholds[1:] = scores
    parts = (positives, negatives, *squares)
    columns = [_after_a_first(0, len(scores), part.dtype) for part in parts]
    for column, part in zip(columns, parts, strict=True):
        np.cumsum(part, out=column[1:])
    for column in columns[:2]:
        require_moderate(column[-1].item())
    return RankedScores(thresholds, *columns)


def require_moderate(total: float) -> None:
    """Refuse a class of so large or so small a weight that products of weights are lost."""
    if isinstance(total, float) and total and not 1 / _LARGEST_WEIGHT < total < _LARGEST_WEIGHT:
        raise InputError(
            f"the weights of a class add up to {total:.3g}, too far from 1 to be multiplied: only their "
            "proportions matter, so divide all weights by their mean"
        )


def checked_scores(scores: object, name: str = "scores", codes: Sequence[Any] = ()) -> NDArray[np.float64]:
    """Scores as a column of numbers; infinite ones are numbers, missing ones and codes of such become NaN."""
    if isinstance(scores, np.ma.MaskedArray):
        return _unmasked(scores.data, np.ma.getmaskarray(scores), name, codes)
    values = _as_array(scores, name)
    gaps = _gaps(values, codes)
    if gaps.any():
        return _unmasked(values, gaps, name)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise InputError(f"{name} must be one number for each item, got {_shape(scores, values)}")
    if values.dtype == np.float64:
        return values
    is_text = values.dtype.kind in "US" or (values.dtype == object and any(map(_is_text, values)))
    if values.dtype.kind in "buifO" and not is_text:
        try:
            numbers = values.astype(np.float64)
        except (TypeError, ValueError, OverflowError):
            pass
        else:
            _require_apart(values, numbers, name)
            return numbers
    raise InputError(
        f"{name} must be numbers, got {'text' if is_text else values.dtype}: give scores, not labels"
    )


def precision_of(scores: object) -> str:
    """How numbers of a column are stored, if more coarsely than as doubles: ``"float32"``, ``"float16"``.

    >>> precision_of(np.float32([0.9])), precision_of([0.9])
    ('float32', 'float64')
    """
    kind = getattr(scores, "dtype", getattr(scores, "type", None))
    if isinstance(scores, list | tuple) and len(scores):
        kind = getattr(scores[0], "dtype", None)
    return _PRECISION_OF_TYPE.get(str(kind).casefold().rpartition(".")[2], "float64")


def _gaps(values: NDArray[Any], codes: Sequence[Any]) -> NDArray[np.bool_]:
    """Which values are none or codes of such; NaN is one already."""
    if values.dtype.kind == "O":
        gaps = [is_missing(plain(value)) or value in codes for value in values.flat]
        return np.array(gaps, dtype=bool).reshape(values.shape)
    numbers: list[Any] = [code for code in codes if is_number(code)]
    return np.isin(values, numbers) if numbers and values.dtype.kind in "iuf" else np.zeros(1, dtype=bool)


def _unmasked(
    values: NDArray[Any], gaps: NDArray[np.bool_], name: str, codes: Sequence[Any] = ()
) -> NDArray[np.float64]:
    """Scores with NaN in gaps; the others are checked before they are rounded."""
    numbers = np.full(values.shape, np.nan)
    numbers[~gaps] = checked_scores(values[~gaps], name, codes)
    return checked_scores(numbers, name)


def _is_text(value: object) -> bool:
    return isinstance(value, str | bytes)


def _shape(scores: Any, values: NDArray[Any]) -> str:
    if values.ndim == 2 and hasattr(type(scores), "columns"):
        return (
            f"a data frame of the columns {quoted(list(scores.columns))}: give one of them, or a mapping of "
            "names to columns for a curve of each"
        )
    return f"an array of shape {values.shape}"


def _require_apart(values: NDArray[Any], numbers: NDArray[np.float64], name: str) -> None:
    """Refuse numbers so large, or with so many digits, that different ones would be the same threshold."""
    kind, is_long = values.dtype.kind, values.dtype.itemsize > numbers.dtype.itemsize
    if kind == "b" or (kind == "f" and not is_long):
        return
    if kind in "ui" and np.abs(numbers).max(initial=0) < EXACT:
        return
    known = ~np.isnan(numbers)
    distinct = set(values[known].tolist()) if kind == "O" else np.unique(values[known])
    given, kept = len(distinct), len(np.unique(numbers[known]))
    if kept < given:
        raise fallen_together(name, given, kept)


def fallen_together(name: str, given: int, kept: int) -> InputError:
    """The error that different scores are the same as doubles."""
    return InputError(
        f"{name} has {given} distinct numbers of which only {kept} differ as floating-point numbers: "
        "give their ranks, such as numpy.unique(scores, return_inverse=True)[1]"
    )


def _as_array(scores: Any, name: str) -> NDArray[Any]:
    if hasattr(scores, "collect_schema"):
        raise InputError(
            f"{name} must be in memory, got a lazy {type(scores).__name__}: collect it first, or give it to "
            "Curve.from_frame with the names of its columns"
        )
    if isinstance(scores, str | bytes) or not (hasattr(scores, "__len__") or hasattr(scores, "__iter__")):
        raise InputError(f"{name} must be a column of numbers, got {scores!r}")
    if isinstance(scores, AbstractSet):
        raise InputError(f"{name} must be a column of numbers in the order of the items, got a set")
    if isinstance(scores, np.ndarray):
        return scores
    scores = scores.to_list() if is_wide(scores) else scores
    with text_of(name):
        # An Arrow array's to_numpy makes no copy, so that it refuses nulls and booleans.
        if hasattr(scores, "to_numpy") and not hasattr(scores, "__arrow_c_array__"):
            return np.asarray(scores.to_numpy())
        try:
            if hasattr(scores, "__array__"):
                return np.asarray(scores)
            values = np.asarray(given := list(scores))
            # Beside text NumPy makes text of numbers: as objects they are what they were, and the text is
            # found.
            return np.array(given, dtype=object) if values.dtype.kind in "US" else values
        except ValueError:
            said = f"{name} must be one number for each item, got rows of different lengths"
            raise InputError(said) from None


def _sort(*columns: NDArray[Any]) -> None:
    if min(map(len, columns)) < _WORTH_A_THREAD:
        for column in columns:
            column.sort()
        return
    # NumPy sorts without holding the interpreter's lock, so that threads help.
    with ThreadPoolExecutor(len(columns)) as pool:
        list(pool.map(np.ndarray.sort, columns))


def _is_last(ordered: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether each item of a sorted column is the last of its value."""
    last = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=last[:-1])
    return last


def _after_a_first(first: float, length: int, dtype: Any) -> NDArray[Any]:
    column = np.empty(length + 1, dtype=dtype)
    column[0] = first
    return column


def checked_counts(scores: object, *given: Any) -> tuple[NDArray[np.float64], list[NDArray[Any]]]:
    """The scores, and the checked numbers of positive and negative items (and of squared weights) of each."""
    values = checked_scores(scores)
    names = ("positives", "negatives", "squares of positives", "squares of negatives")
    counts = [np.asarray(unmasked(column, name)) for name, column in zip(names, given, strict=False)]
    for name, column in zip(names, counts, strict=False):
        if column.shape != values.shape or column.dtype.kind not in "uif":
            raise InputError(f"{name} must be a number for each of {len(values)} scores")
        if len(column) and not (column.min() >= 0 and np.isfinite(column).all()):
            raise InputError(f"{name} must be finite and not negative, got {column.min()}")
        if column.dtype.kind != "f" and column.sum(dtype=np.float64) >= _TOO_MANY:
            raise InputError(f"{name} counts 2⁶² items or more: give them as floating-point numbers")
    if np.isnan(values).any():
        raise InputError(f"{np.isnan(values).sum()} of the scores are NaN: leave them out")
    return values, counts
