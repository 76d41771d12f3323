"""Ratings to codes of the categories: which there are, in which order, and which values are none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import is_number, natural_order, quoted
from abovechance.core.text import number_of
from abovechance.intake.codes.coded import Coded, tabulate
from abovechance.intake.codes.column import encode
from abovechance.intake.count import checked_labels
from abovechance.intake.items import class_order, require_one_kind
from abovechance.intake.missing import nameless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing

_BLOCK_SIZE = 2**16
_HEAD_RATINGS = 2**12  # so many ratings show whether they are measurements or classes


@dataclass(frozen=True, eq=False)
class Read:
    """Codes of categories, -1 for no rating, and what is known of the categories."""

    codes: NDArray[Any]
    categories: tuple[Label, ...]
    declared: bool
    order: str


def coded_matrix(
    columns: Sequence[Any] | NDArray[Any], categories: Iterable[Label] | None, missing: Missing
) -> Read:
    """Items × raters as codes, of a column for each rater, or of a matrix, which is coded as a whole."""
    raters = columns.shape[1] if isinstance(columns, np.ndarray) else len(columns)
    given = [columns.reshape(-1)] if isinstance(columns, np.ndarray) else columns
    coded = [_encoded(column, f"rater {i}", missing.codes) for i, column in enumerate(given, 1)]
    lengths = {len(column.codes) for column in coded}
    if len(lengths) != 1:
        raise InputError("the columns of the raters must be of the same length, one rating for each item")
    if lengths == {0}:
        raise InputError("ratings is empty: there are no items")
    seen = dict.fromkeys(label for column in coded for label in _used(column) if label is not None)
    found, declared = _settled(seen, coded, {None, "", *missing.codes}, categories)
    place = {label: code for code, label in enumerate(found)}
    word = next(w for w in (np.int8, np.int16, np.int32) if len(found) <= np.iinfo(w).max)
    # A matrix is a single column of all its ratings, row by row; else each column is one rater.
    width = raters // len(coded)
    codes = np.empty((lengths.pop() // width, raters), dtype=word, order="F")
    for number, column in enumerate(coded):
        table = np.array([place.get(label, -1) for label in column.labels], dtype=word)
        target, step = codes[:, number * width : (number + 1) * width], max(_BLOCK_SIZE // width, 1)
        for begin in range(0, len(codes), step):
            part = column.codes[begin * width : (begin + step) * width]
            target[begin : begin + step] = _translated(part, table, column.start).reshape(-1, width)
    order = "given" if declared else "numeric" if all(map(is_number, found)) else "natural"
    return Read(codes, found, declared, order)


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


def _encoded(column: Any, name: str, absent: tuple[Any, ...]) -> Coded:
    plain = isinstance(column, np.ndarray) and not isinstance(column, np.ma.MaskedArray) and not absent
    if plain and column.dtype.kind == "f" and len(np.unique(column[:_HEAD_RATINGS])) > _HEAD_RATINGS // 4:
        return _measured(column)
    return encode(column, name, codes=absent)


def _measured(column: NDArray[Any]) -> Coded:
    """Numbers that hardly repeat: sorting finds them sooner than looking each of them up."""
    values, codes = np.unique(column, return_inverse=True)
    # NaN is sorted last, and all of them are one value.
    missing = len(values) - 1 if np.isnan(values[-1]) else None
    labels = [None if place == missing else value for place, value in enumerate(values.tolist())]
    return Coded(codes, labels, missing=missing)


def _settled(
    seen: dict[Label, None], columns: Sequence[Coded], absent: set[Any], categories: Iterable[Label] | None
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
            f"categories must name every category: {quoted(natural_order(_whole(tuple(unknown))))} "
            f"{'is' if len(unknown) == 1 else 'are'} not among {quoted(names)}"
        )
    return names, True


def checked_categories(categories: Iterable[Label]) -> tuple[Label, ...]:
    """The categories given, as plain Python objects, each once."""
    return checked_labels(categories, "categories")


def _whole(names: tuple[Label, ...]) -> tuple[Label, ...]:
    """Whole numbers as such: gaps make integers floating-point numbers, and databases decimals."""
    if all(isinstance(n, float | Decimal) and math.isfinite(n) and n == int(n) for n in names):
        return tuple(int(name) for name in names if isinstance(name, float | Decimal))
    return names


# Errors of items and raters ------------------------------------------------------------------


def require_once(twice: Sequence[Label]) -> None:
    """Refuse items that have two rows."""
    if twice:
        has = f"item {twice[0]!r} has" if len(twice) == 1 else f"items such as {quoted(twice)} have"
        raise InputError(
            "{has} more than one row: give every item one row; if there is one row for each rating, say "
            "{rater} and {category}, too",
            has=has, rater=Argument("rater"), category=Argument("category"),
        )  # fmt: skip


def lacking_names(name: str, each: str) -> InputError:
    """The error that items or raters have no name."""
    needs = "every item needs its name" if each == "item" else "every rating needs its item and its rater"
    return nameless(name, needs)


def rated_twice(rater: Label, item: Label, extra: int) -> InputError:
    """The error that a rater rated an item more than once."""
    return InputError(
        f"rater {rater!r} rated item {item!r} more than once ({number_of(extra, 'rating')} too many): keep "
        "one rating of each item by each rater"
    )
