"""The ratings of a command: wide, long or counted, from a file, and what is said of where they come from."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.cli.doubts import (
    WHOLE,
    numbers,
    odd_categories,
    refuse_other_columns,
    refuse_other_counts,
    refuse_repeated_items,
)
from abovechance.cli.output import progress
from abovechance.core.errors import InputError
from abovechance.intake.files.faults import TooManyItemsError
from abovechance.intake.files.labels import read_labels
from abovechance.intake.frames.names import no_column
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.ratings.weights import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.cli.input import Place
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat


@dataclass(frozen=True)
class Layout:
    """How a file holds ratings: ``"wide"``, ``"long"`` or ``"counts"``, and the columns that were named."""

    name: str
    columns: tuple[str, ...]
    item: str | None


@dataclass(frozen=True)
class Meaning:
    """What the texts of a file mean.

    Attributes
    ----------
    categories
        All categories in their order, if they were given.
    missing
        Texts that mean no rating.
    weights
        The kind of weights that the categories are for.
    """

    categories: list[str] | None
    missing: list[str]
    weights: str

    @property
    def needs_order(self) -> bool:
        """Whether the weights depend on an order, and none was given."""
        return self.categories is None and kind_of(self.weights).ordered


@dataclass(frozen=True, eq=False)
class RatingsRead:
    """Ratings, what the document says of where they come from, of which files, and what to beware of."""

    ratings: Ratings
    source: dict[str, Any]
    files: int
    skipped: tuple[Skipped, ...]
    hints: tuple[str, ...] = ()


def layout_of(raters: list[str], item: str | None, category: str | None, *, counts: bool) -> Layout:
    """The layout that the options name; those that do not go together are refused."""
    if len(set(raters)) < len(raters):
        raise InputError("--rater names a column twice")
    options = [("--item", item), ("--category", category), *(("--rater", name) for name in raters)]
    named: dict[str, str] = {}
    for option, name in options:
        if name is not None and name in named:
            raise InputError(f"{named[name]} and {option} both name the column {name!r}")
        if name is not None:
            named[name] = option
    if counts:
        if category is not None or raters:
            raise InputError("--rater and --category have no use with --counts: its columns are categories")
        return Layout("counts", (), item)
    if category is None:
        return Layout("wide", tuple(raters), item)
    if item is None or len(raters) != 1:
        raise InputError(
            "one row for each rating needs --item, --rater and --category, each naming one column"
        )
    return Layout("long", (item, raters[0], category), item)


def read_ratings(where: Place, layout: Layout, meaning: Meaning, text: TextFormat) -> RatingsRead:
    """The ratings of a file."""
    wanted = layout.columns
    if layout.name == "counts" and meaning.categories is not None:
        wanted = tuple(meaning.categories)
    if wanted and layout.item is not None:
        wanted = (layout.item, *(name for name in wanted if name != layout.item))
    with progress(f"Reading {where.name}") as advance:
        try:
            read = read_labels(where.input, wanted, text=text, progress=advance, skip_bad=where.skip_bad)
        except TooManyItemsError:
            if layout.name == "counts":
                raise
            return _read_kinds(where.input, layout, meaning, text)
    columns = read.columns
    _require_columns(columns, layout)
    names = layout.columns or tuple(name for name in wanted or columns if name != layout.item)
    if layout.item is not None and layout.name != "long":
        refuse_repeated_items(columns[layout.item].tolist(), layout.item, counts=layout.name == "counts")
    if not wanted:
        _refuse_others({name: columns[name] for name in names}, layout, meaning)
    ratings, hints = _ratings(columns, names, layout, meaning)
    source = {"layout": layout.name, "columns": list(names), "item": layout.item, "found": not wanted}
    return RatingsRead(ratings, source, read.files, read.skipped, tuple(hints))


def _read_kinds(table: Any, layout: Layout, meaning: Meaning, text: TextFormat) -> RatingsRead:
    """The ratings of a table on an engine, which counts the items that were rated alike."""
    from abovechance.intake.codes.rating_patterns import fields
    from abovechance.intake.frames.ratings import RatingPatterns, RatingTallies, long_patterns, wide_patterns

    names = layout.columns
    if not names:
        raise InputError(
            "there are too many items to tell which columns hold ratings: name the column of each rater with "
            "--rater"
        )
    with table.opened(text) as frame:
        _require_columns(dict.fromkeys(frame.collect_schema().names()), layout)
        counted = (
            long_patterns(frame, *names)
            if layout.name == "long"
            else wide_patterns(frame, names, layout.item)
        )
    items = None if counted.items is None else _texts(counted.items, "items")
    found: RatingPatterns | RatingTallies
    if isinstance(counted, RatingPatterns):
        texts = [_texts(column, str(rater)) for rater, column in counted.columns.items()]
        kept, classes, hints = _typed(texts, meaning)
        found = replace(counted, columns=dict(zip(counted.columns, kept, strict=True)), items=items)
    else:
        (labels,), classes, hints = _typed([_texts(counted.categories, "categories")], meaning)
        found = replace(counted, categories=tuple(labels), items=items)
    ratings = Ratings(**fields(found, classes, ()))
    source = {"layout": layout.name, "columns": list(names), "item": layout.item, "found": False}
    return RatingsRead(ratings, source, 1, (), tuple(hints))


def _texts(column: Any, name: str) -> Any:
    """What an engine has sent as the text that a file has, None where a cell is empty."""
    from abovechance.intake.engines.values import label_texts

    if isinstance(column, list | tuple):
        column = importlib.import_module("pyarrow").chunked_array([column])
    return np.array([text or None for text in label_texts(column, name)], dtype=object)


def _require_columns(columns: Mapping[str, Any], layout: Layout) -> None:
    if layout.item is not None and layout.item not in columns:
        raise no_column("the input", layout.item, columns)
    # only now is it known that the one name is no misspelt or joined list of columns
    if layout.name == "wide" and len(layout.columns) == 1:
        raise InputError(
            "one --rater is too few: name the column of each rater, or give --item and --category too "
            "if the file has one row for each rating"
        )


def _refuse_others(columns: Mapping[str, Any], layout: Layout, meaning: Meaning) -> None:
    if layout.name == "counts":
        refuse_other_counts(columns, layout.item)
    else:
        refuse_other_columns(columns, layout.item, meaning.missing)


def _ratings(
    columns: Mapping[str, Any], names: tuple[str, ...], layout: Layout, meaning: Meaning
) -> tuple[Ratings, list[str]]:
    if layout.name == "counts":
        return _counted(columns, names, layout.item), []
    if layout.name == "long":
        item, rater, category = names
        (kept,), classes, hints = _typed([columns[category]], meaning)
        return Ratings.from_long(columns[item], columns[rater], kept, categories=classes), hints
    if len(names) < 2:
        raise InputError(
            f"agreement needs two raters, and the only column of ratings is {names[0]!r}"
            if names
            else "agreement needs two raters, and there are no columns of ratings"
        )
    several, classes, hints = _typed([columns[name] for name in names], meaning)
    ratings = Ratings.from_wide(dict(zip(names, several, strict=True)), categories=classes)
    items = range(1, ratings.n_items + 1) if layout.item is None else columns[layout.item].tolist()
    return replace(ratings, items=items), hints


def _counted(columns: Mapping[str, Any], names: tuple[str, ...], item: str | None) -> Ratings:
    cells = []
    for name in names:
        wrong = next((text for text in columns[name] if not WHOLE.fullmatch(text or "") or int(text) < 0), 0)
        if wrong != 0:
            raise InputError(
                f"--counts: {wrong!r} in column {name!r} is not a number of raters; name the column of items "
                "with --item, or the categories with --categories"
            )
        cells.append(columns[name].astype(np.int64))
    items = range(1, len(cells[0]) + 1) if item is None else columns[item].tolist()
    values = numbers(names)
    categories = [values.get(name, name) for name in names]
    return Ratings.from_counts(np.column_stack(cells), categories=categories, items=items)


def _typed(columns: list[Any], meaning: Meaning) -> tuple[list[Any], list[Any] | None, list[str]]:
    """The columns and the categories, as numbers if all of them are; and what may not be meant."""
    absent = {None, *meaning.missing}
    seen = {text for column in columns for text in set(column.tolist())} - absent
    hints = list(odd_categories(seen, meaning.weights if meaning.needs_order else None))
    labels = numbers([*seen, *(meaning.categories or ())])
    table: dict[Any, Any] = {text: labels.get(text, text) for text in seen} | dict.fromkeys(absent)
    kept = [np.array([table[text] for text in column.tolist()], dtype=object) for column in columns]
    classes = meaning.categories
    return kept, None if classes is None else [labels.get(text, text) for text in classes], hints
