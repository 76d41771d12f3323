"""The ratings of a command: wide, long or counted, from a file, and what is said of where they come from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.cli.data import file_name
from abovechance.cli.output import progress
from abovechance.counting.files.label_columns import read_labels
from abovechance.errors import InputError
from abovechance.raters.ratings import Ratings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_TWO = 2
_SEVERAL = 5
"""Fewer values may all be different by chance."""
_WHOLE = re.compile(r"[+-]?(0|[1-9]\d*)", re.ASCII)
_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d*)?([eE][+-]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class Layout:
    """How a file holds ratings: ``"wide"``, ``"long"`` or ``"counts"``, and the columns that were named."""

    name: str
    columns: tuple[str, ...]
    item: str | None


def layout_of(raters: list[str], item: str | None, category: str | None, *, counts: bool) -> Layout:
    """The layout that the options name; those that do not go together are refused."""
    if len(set(raters)) < len(raters):
        raise InputError("--rater names a column twice")
    if counts:
        if category is not None or raters:
            raise InputError("--rater and --category have no use with --counts: its columns are categories")
        return Layout("counts", (), item)
    if category is None:
        if len(raters) == 1:
            raise InputError(
                "one --rater is too few: name the column of each rater, or give --item and --category too "
                "if the file has one row for each rating"
            )
        return Layout("wide", tuple(raters), item)
    if item is None or len(raters) != 1:
        raise InputError(
            "one row for each rating needs --item, --rater and --category, each naming one column"
        )
    return Layout("long", (item, raters[0], category), item)


def read_ratings(
    file: str, layout: Layout, categories: list[str] | None, missing: list[str], encoding: str | None
) -> tuple[Ratings, dict[str, Any]]:
    """The ratings of a file, and what the document says of where they come from."""
    wanted = layout.columns
    if layout.name == "counts" and categories is not None:
        wanted = tuple(categories)
    if wanted and layout.item is not None:
        wanted = (*(name for name in wanted if name != layout.item), layout.item)
    with progress(f"Reading {file_name(file)}") as advance:
        columns = read_labels(file, wanted, encoding=encoding, progress=advance)
    if layout.item is not None and layout.item not in columns:
        raise InputError(
            f"there is no column {layout.item!r} for --item; there are {', '.join(map(repr, columns))}"
        )
    names = layout.columns or tuple(name for name in columns if name != layout.item)
    if not wanted:
        _refuse_identifier({name: columns[name] for name in names}, layout)
    if layout.name == "counts":
        ratings = _counted(columns, names, layout.item)
    elif layout.name == "long":
        ratings = _long(columns, layout.columns, categories, missing)
    else:
        ratings = _wide(columns, names, layout.item, categories, missing)
    source = {"layout": layout.name, "columns": list(names), "item": layout.item, "found": not wanted}
    return ratings, source


def _refuse_identifier(columns: Mapping[str, Any], layout: Layout) -> None:
    """Refuse a column whose values are all different where those of others are not: it names the items."""
    distinct = {name: len(set(column.tolist())) == len(column) for name, column in columns.items()}
    names = [name for name, all_differ in distinct.items() if all_differ]
    length = len(next(iter(columns.values()), ()))
    if length >= _SEVERAL and len(names) == 1 and len(columns) > 1:
        option = "--categories" if layout.name == "counts" else "--rater"
        raise InputError(
            f"no two values of the column {names[0]!r} are equal, as if it named the items: say "
            f"--item {names[0]}, or name the columns to take with {option}"
        )


def _wide(
    columns: Mapping[str, Any],
    names: tuple[str, ...],
    item: str | None,
    categories: list[str] | None,
    missing: list[str],
) -> Ratings:
    if len(names) < _TWO:
        raise InputError(
            f"agreement needs two raters, and the only column of ratings is {names[0]!r}"
            if names
            else "agreement needs two raters, and there are no columns of ratings"
        )
    kept, classes = _typed([columns[name] for name in names], categories, missing)
    ratings = Ratings.from_wide(dict(zip(names, kept, strict=True)), categories=classes)
    items = range(1, ratings.n_items + 1) if item is None else columns[item].tolist()
    return replace(ratings, items=items)


def _long(
    columns: Mapping[str, Any], names: tuple[str, ...], categories: list[str] | None, missing: list[str]
) -> Ratings:
    item, rater, category = names
    (kept,), classes = _typed([columns[category]], categories, missing)
    return Ratings.from_long(columns[item], columns[rater], kept, categories=classes)


def _counted(columns: Mapping[str, Any], names: tuple[str, ...], item: str | None) -> Ratings:
    cells = []
    for name in names:
        wrong = next((text for text in columns[name] if not _WHOLE.fullmatch(text or "") or int(text) < 0), 0)
        if wrong != 0:
            raise InputError(
                f"--counts: {wrong!r} in column {name!r} is not a number of raters; name the column of items "
                "with --item, or the categories with --categories"
            )
        cells.append(columns[name].astype(np.int64))
    items = range(1, len(cells[0]) + 1) if item is None else columns[item].tolist()
    return Ratings.from_counts(np.column_stack(cells), categories=names, items=items)


def _typed(
    columns: list[Any], categories: list[str] | None, missing: list[str]
) -> tuple[list[Any], list[Any] | None]:
    """The columns and the categories, as numbers if all of them are."""
    absent = {None, *missing}
    seen = {text for column in columns for text in set(column.tolist())} - absent
    labels = _numbers([*seen, *(categories or ())])
    table: dict[Any, Any] = {text: labels.get(text, text) for text in seen} | dict.fromkeys(absent)
    kept = [np.array([table[text] for text in column.tolist()], dtype=object) for column in columns]
    return kept, None if categories is None else [labels.get(text, text) for text in categories]


def _numbers(texts: Iterable[str]) -> dict[str, float]:
    """The numbers that texts stand for, if all are written as numbers."""
    distinct = set(texts)
    if all(_WHOLE.fullmatch(text) for text in distinct):
        return {text: int(text) for text in distinct}
    if all(_NUMBER.fullmatch(text) for text in distinct):
        return {text: float(text) for text in distinct}
    return {}
