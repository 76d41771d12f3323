"""Ratings in any form, wide, long or counted: in memory, on an engine, or in files of any format."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.intake import ratings as doors
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.files.reading import Read, Reading, TextFormat, TooManyItemsError
from abovechance.intake.frames.columns import no_column
from abovechance.intake.frames.ratings import fields, long_kinds, wide_kinds
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.core.arrays import Array, Column
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import Progress

_NUMBER_PATTERN = re.compile(r"[+-]?(0|[1-9]\d{0,17})(\.\d*)?([eE][+-]?\d{1,2})?", re.ASCII)
"""A number, and no name such as 007 or of more digits than 64 bits hold."""


def layout_of(*, rater: Column | None, item: Column, category: Column, counts: Column, counted: bool) -> str:
    """``"wide"``, ``"long"`` or ``"counts"``; what does not go together is refused."""
    several = [] if rater is None else [rater] if isinstance(rater, str) else list(rater)
    options = [("item", item), ("category", category), ("counts", counts)]
    named: dict[str, str] = {}
    for argument, name in [*options, *(("rater", name) for name in several)]:
        if isinstance(name, str) and name in named:
            twice = named[name] == argument
            said = "{argument} names" if twice else "{one} and {argument} both name"
            more = " the column {name!r}" + " twice" * twice
            raise InputError(said + more, argument=argument, one=Argument(named[name]), name=name)
        named |= {name: argument} if isinstance(name, str) else {}
    arguments = {name: Argument(name) for name in ("item", "category", "counts")}
    if counted:
        if several or category is not None or counts is not None:
            said = "{argument}, {category} and {counts} have no use with {counted}: columns are categories"
            raise InputError(said, argument="rater", counted=Argument("counted", True), **arguments)
        return "counts"
    if category is None and not isinstance(rater, str) and len(several) != 1:
        return "wide"
    if category is None and not isinstance(rater, str):
        said = "one {argument} is too few: name the column of each rater, or give {item} and {category} too "
        raise InputError(said + "if there is one row for each rating", argument="rater", **arguments)
    if item is None or category is None or len(several) != 1 or counts is not None:
        said = "one row for each rating needs all of {item}, {argument} and {category}, each naming "
        raise InputError(said + "one column", argument="rater", **arguments)
    return "long"


def read_any(
    data: Any,
    *,
    rater: Any = None,
    item: Any = None,
    category: Any = None,
    counts: Any = None,
    counted: bool = False,
    categories: Iterable[Any] | None = None,
    missing: Any = (),
) -> dict[str, Any]:
    """The fields of ratings in any form; the arguments are those of ``agreement``."""
    columns = {"rater": rater, "item": item, "category": category, "counts": counts}
    layout = layout_of(**columns, counted=counted)
    if layout == "counts":
        return doors.counts_of(data, categories=categories, item=item)
    if layout == "long":
        rater = rater if isinstance(rater, str) else next(iter(rater))
        return doors.long(item, rater, category, data=data, categories=categories, missing=missing)
    return doors.wide(data, rater=rater, item=item, counts=counts, categories=categories, missing=missing)


@dataclass(frozen=True, eq=False)
class FileRatings(Read):
    """The ratings of files, with warnings of likely input mistakes."""

    fields: dict[str, Any]  # those of the ratings
    layout: str  # "wide", "long" or "counts"
    columns: list[str]
    item: str | None  # the column that names the items
    found: bool  # whether the columns were found rather than named


def read_ratings(
    file: Files,
    *,
    rater: Sequence[str] = (),
    item: str | None = None,
    category: str | None = None,
    counted: bool = False,
    counts: str | None = None,
    categories: Iterable[Any] | None = None,
    missing: object = (),
    text: TextFormat | None = None,
    progress: Progress | None = None,
    skip_bad: bool = False,
    **written: Any,
) -> FileRatings:
    """Read the ratings of files, with the options of ``read_labels``.

    ``rater`` has the column of each rater, none for all; with ``category``, where there is one row for each
    rating, the one that names the raters. ``counted`` says that columns are categories, and cells how many
    raters gave them; ``counts`` names the column that says how many items a row stands for.
    """
    text = TextFormat(**written) if text is None else text
    raters = [rater] if isinstance(rater, str) else list(rater or ())
    columns: dict[str, Any] = {"item": item, "category": category, "counts": counts, "counted": counted}
    layout = layout_of(rater=raters or None, **columns)
    given = None if categories is None else [str(label) for label in categories]
    texts = _Texts(given, Missing.of(missing), text)
    named = (given or []) if counted else raters
    beside = [name for name in (item, category, counts) if name is not None]
    try:
        wanted = [*beside, *named] if named else ()
        read = read_labels(file, wanted, Reading(text=text, progress=progress, skip_bad=skip_bad))
    except TooManyItemsError:
        if counted or counts is not None:
            raise
        return _of_kinds(file, raters, item, category, texts)
    table: dict[Any, Any] = dict(read.columns)
    for name in beside:
        if name not in table:
            raise no_column("the input", name, table)
    names = named or [name for name in table if name not in beside]
    if counted:
        labels = _numbers(names, text)
        columns["categories"] = [labels.get(name, name) for name in named] or None
        table = {labels.get(name, name): _counts(x, text) if name != item else x for name, x in table.items()}
    else:
        held = [category] if layout == "long" else names
        kept, columns["categories"] = texts.meant([table[name] for name in held])
        table |= dict(zip(held, kept, strict=True))
        table |= {} if counts is None else {counts: _counts(table[counts], text)}
    found = read_any(table, **columns, rater=raters or None)
    told = read.told | {"warnings": (*read.warnings, *found.pop("findings"))}
    shown = [str(item), *raters, str(category)] if layout == "long" else names
    return FileRatings(found, layout, shown, item, not named, **told)


def _of_kinds(
    table: Any, raters: list[str], item: str | None, category: str | None, texts: _Texts
) -> FileRatings:
    """The ratings of a table on an engine, which counts the items that were rated alike."""
    if not raters:
        raise InputError(
            "there are too many items to tell which columns hold ratings: name the column of each rater with "
            "{argument}",
            argument="rater",
        )
    names = raters if category is None else [str(item), *raters, category]
    with table.opened(texts.text) as frame:
        found = wide_kinds(frame, names, item) if category is None else long_kinds(frame, *names)
    items = None if found.items is None else _texts(found.items, "items")
    if found.are_tallies:
        (labels,), classes = texts.meant([_texts(list(found.columns), "categories")])
        columns = dict(zip(labels, found.columns.values(), strict=True))
    else:
        kept, classes = texts.meant([_texts(column, str(name)) for name, column in found.columns.items()])
        columns = dict(zip(found.columns, kept, strict=True))
    read = fields(replace(found, columns=columns, items=items), classes, texts.missing)
    warnings = doors.wide_findings(read, item, named=True)
    layout = "wide" if category is None else "long"
    return FileRatings(read, layout, names, item, found=False, warnings=warnings)


def _texts(column: object, name: str) -> Any:
    """What an engine has sent as the text that a file has, None where a cell is empty."""
    from abovechance.intake.engines.spark_table import label_texts

    if isinstance(column, list):
        column = importlib.import_module("pyarrow").chunked_array([column])
    return np.array([text or None for text in label_texts(column, name)], dtype=object)


@dataclass(frozen=True)
class _Texts:
    """What the texts of files mean: numbers if all of them are."""

    categories: list[str] | None
    missing: Missing
    text: TextFormat

    def meant(self, columns: Sequence[Any]) -> tuple[list[Any], list[Any] | None]:
        """The columns and the categories."""
        absent = {None, *map(str, self.missing.codes)}
        seen = {text for column in columns for text in set(column.tolist())} - absent
        labels = _numbers([*seen, *(self.categories or ())], self.text)
        table: dict[Any, Any] = {text: labels.get(text, text) for text in seen} | dict.fromkeys(absent)
        kept = [np.array([table[text] for text in column.tolist()], dtype=object) for column in columns]
        return kept, None if self.categories is None else [labels.get(x, x) for x in self.categories]


def _numbers(texts: Iterable[str], text: TextFormat) -> Mapping[str, float]:
    """The numbers that texts stand for, if all are written as numbers."""
    written = {one: text.number(one) for one in texts}
    if not all(map(_NUMBER_PATTERN.fullmatch, written.values())):
        return {}
    whole = all(re.fullmatch(r"[+-]?\d+", x) for x in written.values())
    return {one: int(x) if whole else float(x) for one, x in written.items()}


def _counts(column: Array, text: TextFormat) -> Array:
    """Numbers of raters or items; what is no number stays as it is."""
    numbers = _numbers({x for x in column.tolist() if x is not None}, text)
    return np.array([numbers.get(x, x) for x in column.tolist()])
