"""Ratings in files: wide, long or counted, whatever the format; categories written as numbers are numbers."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.intake import ratings as doors
from abovechance.intake.files.faults import Read, TooManyItemsError
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.labels import read_labels
from abovechance.intake.frames.names import no_column
from abovechance.intake.frames.ratings import fields, long_kinds, wide_kinds
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.stream import Progress

_NUMBER = re.compile(r"[+-]?(0|[1-9]\d{0,17})(\.\d*)?([eE][+-]?\d{1,2})?", re.ASCII)
"""A number, and no name such as 007 or of more digits than 64 bits hold."""


@dataclass(frozen=True, eq=False)
class FileRatings(Read):
    """The ratings of files; of what is hardly meant there are warnings.

    Attributes
    ----------
    fields
        Those of the ratings.
    layout
        ``"wide"``, ``"long"`` or ``"counts"``.
    columns, item
        The columns that were read, and the one that names the items.
    found
        Whether the columns were found rather than named.
    """

    fields: dict[str, Any]
    layout: str
    columns: tuple[str, ...]
    item: str | None
    found: bool


def read_ratings(
    file: Files,
    *,
    rater: Sequence[str] = (),
    item: str | None = None,
    category: str | None = None,
    counted: bool = False,
    counts: str | None = None,
    categories: Iterable[Any] | None = None,
    missing: Any = (),
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> FileRatings:
    """Read the ratings of files.

    Parameters
    ----------
    file, text, progress, skip_bad
        As of :func:`~abovechance.intake.files.labels.read_labels`.
    rater
        The column of each rater, none for all; with ``category``, the one that names the raters.
    item, category, counts
        The columns that name the items, that hold the categories where there is one row for each rating, and
        that say how many items a row stands for.
    counted
        Whether columns are categories, and cells how many raters gave them.
    categories, missing
        All categories in their order, and texts that mean no rating.
    """
    given = None if categories is None else [str(label) for label in categories]
    asked = _Asked(tuple([rater] if isinstance(rater, str) else rater or ()), item, category, counts, counted)
    asked.check()
    named = asked.raters if not counted or given is None else tuple(given)
    wanted = asked.named(named)
    try:
        read = read_labels(file, wanted, text=text, progress=progress, skip_bad=skip_bad)
    except TooManyItemsError:
        if counted or counts is not None:
            raise
        return _of_kinds(file, asked, given, missing, text)
    columns = read.columns
    asked.require_among(columns)
    names = named or tuple(name for name in columns if name not in (item, counts))
    typed = _Typed(given, Missing.of(missing), text)
    beside: dict[Any, Any] = {} if item is None else {item: columns[item]}
    if counted:
        labels = _numbers(names, text)
        cells = {labels.get(name, name): _counts(columns[name], text) for name in names}
        found = doors.counted(beside | cells, item=item, categories=list(cells) if named else None)
    elif category is not None:
        (kept,), classes = typed.columns([columns[category]])
        found = doors.long(columns[item], columns[names[0]], kept, categories=classes)  # type: ignore[index]
        names = (str(item), names[0], category)
    else:
        several, classes = typed.columns([columns[name] for name in names])
        table = beside | dict(zip(names, several, strict=True))
        how = {"item": item, "counts": None if counts is None else _counts(columns[counts], text)}
        found = doors.wide(table, rater=named or None, categories=classes, **how)
    if item is None:
        found["items"] = range(1, len(found["items"]) + 1)
    told = read.told | {"warnings": (*read.warnings, *found.pop("findings"))}
    return FileRatings(found, asked.layout, names, item, not wanted, **told)


@dataclass(frozen=True)
class _Asked:
    """The columns that were asked for."""

    raters: tuple[str, ...]
    item: str | None
    category: str | None
    counts: str | None
    counted: bool

    @property
    def layout(self) -> str:
        return "counts" if self.counted else "wide" if self.category is None else "long"

    def check(self) -> None:
        """Refuse what does not go together."""
        options = [("item", self.item), ("category", self.category), ("counts", self.counts)]
        named: dict[str, str] = {}
        for argument, name in [*options, *(("rater", name) for name in self.raters)]:
            if name is not None and named.get(name) == "rater":
                raise InputError("{argument} names the column {name!r} twice", argument=argument, name=name)
            if name is not None and name in named:
                raise InputError(
                    "{one} and {argument} both name the column {name!r}",
                    argument=argument, one=Argument(named[name]), name=name,
                )  # fmt: skip
            if name is not None:
                named[name] = argument
        if self.counted and (self.category or self.raters or self.counts):
            raise InputError(
                "{rater}, {category} and {counts} have no use with {counted}: its columns are categories",
                rater=Argument("rater"), category=Argument("category"), counts=Argument("counts"),
                counted=Argument("counted", True),
            )  # fmt: skip
        if self.category is not None and (self.item is None or len(self.raters) != 1 or self.counts):
            raise needs_all()

    def named(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The columns to read; none for all."""
        more = [name for name in (self.item, self.category, self.counts) if name is not None]
        return (*more, *columns) if columns else ()

    def require_among(self, columns: Iterable[str]) -> None:
        """Refuse a file without a column that was named, or a single rater."""
        known = list(columns)
        for name in self.named(self.raters) or [x for x in (self.item, self.counts) if x is not None]:
            if name not in known:
                raise no_column("the input", name, known)
        # only now is it known that the one name is no misspelt or joined list of columns
        if self.layout == "wide" and len(self.raters) == 1:
            raise InputError(
                "one {argument} is too few: name the column of each rater, or give {item} and {category} too "
                "if there is one row for each rating",
                argument="rater", item=Argument("item"), category=Argument("category"),
            )  # fmt: skip


def needs_all() -> InputError:
    """The error that a column is lacking."""
    return InputError(
        "one row for each rating needs all of {item}, {argument} and {category}, each naming one column",
        argument="rater", item=Argument("item"), category=Argument("category"),
    )  # fmt: skip


def _of_kinds(
    table: Any, asked: _Asked, categories: list[str] | None, missing: Any, text: TextFormat
) -> FileRatings:
    """The ratings of a table on an engine, which counts the items that were rated alike."""
    if not asked.raters:
        raise InputError(
            "there are too many items to tell which columns hold ratings: name the column of each rater with "
            "{argument}",
            argument="rater",
        )
    names = asked.raters if asked.category is None else (str(asked.item), asked.raters[0], asked.category)
    with table.opened(text) as frame:
        asked.require_among(frame.collect_schema().names())
        found = wide_kinds(frame, names, asked.item) if asked.category is None else long_kinds(frame, *names)
    typed = _Typed(categories, Missing.of(missing), text)
    items = None if found.items is None else _texts(found.items, "items")
    if found.are_tallies:
        (labels,), classes = typed.columns([_texts(list(found.columns), "categories")])
        columns = dict(zip(labels, found.columns.values(), strict=True))
    else:
        kept, classes = typed.columns([_texts(column, str(name)) for name, column in found.columns.items()])
        columns = dict(zip(found.columns, kept, strict=True))
    read = fields(replace(found, columns=columns, items=items), classes, typed.missing)
    warnings = doors.wide_findings(read, asked.item, named=True)
    return FileRatings(read, asked.layout, names, asked.item, found=False, warnings=warnings)


def _texts(column: Any, name: str) -> Any:
    """What an engine has sent as the text that a file has, None where a cell is empty."""
    from abovechance.intake.engines.values import label_texts

    if isinstance(column, list):
        column = importlib.import_module("pyarrow").chunked_array([column])
    return np.array([text or None for text in label_texts(column, name)], dtype=object)


@dataclass(frozen=True)
class _Typed:
    """What the texts of files mean: numbers if all of them are."""

    categories: list[str] | None
    missing: Missing
    text: TextFormat

    def columns(self, columns: Sequence[Any]) -> tuple[list[Any], list[Any] | None]:
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
    if not all(map(_NUMBER.fullmatch, written.values())):
        return {}
    whole = all(re.fullmatch(r"[+-]?\d+", x) for x in written.values())
    return {one: int(x) if whole else float(x) for one, x in written.items()}


def _counts(column: Any, text: TextFormat) -> Any:
    """Numbers of raters or items; what is no number stays as it is."""
    numbers = _numbers({x for x in column.tolist() if x is not None}, text)
    return np.array([numbers.get(x, x) for x in column.tolist()])
