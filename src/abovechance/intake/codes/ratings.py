"""Ratings to codes of the categories: which there are, in which order, and which values are none."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, natural_order, quoted
from abovechance.intake.codes.align import checked_labels
from abovechance.intake.codes.coded import Coded
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.scale import class_order, require_one_kind
from abovechance.intake.codes.tabulate import tabulate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_GAP = 100
"""The code of a missing value among those of small numbers."""
_BLOCK = 2**16
_HEAD = 2**12
"""So many ratings show whether they are measurements or classes."""


@dataclass(frozen=True, eq=False)
class Read:
    """Codes of categories, -1 for no rating, and what is known of the categories."""

    codes: NDArray[Any]
    categories: tuple[Label, ...]
    declared: bool
    order: str


def coded_matrix(
    columns: Sequence[Any], raters: int, categories: Iterable[Label] | None, missing: Any
) -> Read:
    """Items × raters as codes; one column holds all ratings, row after row, or each those of a rater."""
    names = ["ratings"] if len(columns) == 1 else [f"rater {i + 1}" for i in range(len(columns))]
    coded = [_encoded(column, name) for column, name in zip(columns, names, strict=True)]
    lengths = {len(column.codes) for column in coded}
    if len(lengths) != 1:
        raise InputError("the columns of the raters must be of the same length, one rating for each item")
    if lengths == {0}:
        raise InputError("ratings is empty: there are no items")
    absent = absent_values(missing)
    seen = dict.fromkeys(label for column in coded for label in _used(column) if label not in absent)
    found, declared = _settled(seen, coded, absent, categories)
    codes = _laid_out(coded, found, lengths.pop() * len(columns) // raters, raters)
    return Read(codes, found, declared, "given" if declared else _order(found))


def _laid_out(coded: Sequence[Coded], names: tuple[Label, ...], items: int, raters: int) -> NDArray[Any]:
    """The codes of the categories, a rater's after the other's."""
    place = {label: code for code, label in enumerate(names)}
    word = next(w for w in (np.int8, np.int16, np.int32) if len(names) <= np.iinfo(w).max)
    codes = np.empty((items, raters), dtype=word, order="F")
    width = raters if len(coded) == 1 else 1
    for number, column in enumerate(coded):
        table = np.array([place.get(label, -1) for label in column.labels], dtype=word)
        target = codes if len(coded) == 1 else codes[:, number : number + 1]
        step = max(_BLOCK // width, 1)
        for begin in range(0, items, step):
            part = column.codes[begin * width : (begin + step) * width]
            target[begin : begin + step] = _translated(part, table, column.start).reshape(-1, width)
    return codes


def _translated(codes: NDArray[Any], table: NDArray[Any], start: int) -> NDArray[Any]:
    """The entries of a table at some codes; single bytes are the fastest."""
    if codes.itemsize == table.itemsize == 1 and not start:
        byte = np.zeros(256, dtype=np.int8)
        byte[: len(table)] = table
        return np.frombuffer(codes.tobytes().translate(byte.tobytes()), dtype=np.int8)
    return table[codes.astype(np.intp) - start]


def _used(column: Coded) -> list[Label]:
    """The labels that occur."""
    return [column.labels[i] for i in np.flatnonzero(tabulate([column])).tolist()]


def _encoded(column: Any, name: str) -> Coded:
    if (
        isinstance(column, np.ma.MaskedArray)
        or not isinstance(column, np.ndarray)
        or column.dtype.kind != "f"
    ):
        return encode(column, name)
    if len(np.unique(column[:_HEAD])) > _HEAD // 4:
        return _measured(column)
    small = _small_numbers(column)
    return encode(column, name) if small is None else small


def _measured(column: NDArray[Any]) -> Coded:
    """Numbers that hardly repeat: sorting finds them sooner than looking each of them up."""
    values, codes = np.unique(column, return_inverse=True)
    missing = len(values) - 1 if np.isnan(values[-1]) else None
    labels = [None if place == missing else value for place, value in enumerate(values.tolist())]
    return Coded(codes, labels, missing=missing)


def _small_numbers(column: NDArray[Any]) -> Coded | None:
    """Whole numbers close together, as integers with gaps come, without looking each of them up."""
    if not len(column):
        return None
    low, high = np.fmin.reduce(column), np.fmax.reduce(column)
    if not (np.isfinite(low) and high - low < _GAP and float(low).is_integer()):
        return None
    codes = np.empty(len(column), dtype=np.int8)
    for begin in range(0, len(column), _BLOCK):
        rows = slice(begin, begin + _BLOCK)
        above = column[rows] - low
        np.copyto(above, _GAP, where=np.isnan(above))
        codes[rows] = above
        if not np.array_equal(codes[rows], above):
            return None
    labels = [*range(int(low), int(low) + _GAP), None]
    return Coded(codes, labels, missing=_GAP)


def _settled(
    seen: dict[Label, None],
    columns: Sequence[Coded],
    absent: set[Any],
    categories: Iterable[Label] | None,
) -> tuple[tuple[Label, ...], bool]:
    """The categories, and whether they were declared."""
    if categories is None:
        if not seen:
            raise InputError("every rating is missing: there is nothing to compare")
        require_one_kind(seen, "ratings", "categories")
        scale = class_order(seen, {f"rater {i + 1}": column for i, column in enumerate(columns)})
        names = _whole(tuple(label for label in scale if label not in absent))
        return names, any(set(names) <= set(order) for column in columns for order in column.orders)
    names = checked_categories(categories)
    void = [name for name in names if name in absent]
    if void:
        raise InputError(f"{quoted(void)} means that there is no rating and cannot be among the categories")
    unknown = [label for label in seen if label not in set(names)]
    if unknown:
        raise InputError(
            f"categories must name every category: {quoted(natural_order(unknown))} "
            f"{'is' if len(unknown) == 1 else 'are'} not among {quoted(names)}"
        )
    return names, True


def checked_categories(categories: Iterable[Label]) -> tuple[Label, ...]:
    """The categories given, as plain Python objects, each once."""
    try:
        return checked_labels(categories)
    except InputError as error:
        raise InputError(str(error).replace("labels", "categories").replace("label,", "category,")) from None


def _whole(names: tuple[Label, ...]) -> tuple[Label, ...]:
    """Whole numbers as such: gaps make integers floating-point numbers, and databases decimals."""
    if all(isinstance(n, float | Decimal) and math.isfinite(n) and n == int(n) for n in names):
        return tuple(int(name) for name in names if isinstance(name, float | Decimal))
    return names


def _order(names: tuple[Label, ...]) -> str:
    return "numeric" if all(map(is_number, names)) else "natural"


def absent_values(missing: Any) -> set[Any]:
    """The values that mean no rating."""
    several = isinstance(missing, Iterable) and not isinstance(missing, str | bytes)
    values = tuple(missing) if several else (missing,)
    for value in values:
        if not isinstance(value, Hashable):
            raise InputError(f"missing must be a value or a list of values, and {value!r} is neither")
    return {None, *values}
