"""The tables of a command: labels counted in columns, or a table that a file holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from abovechance.cli.input import About, guessed_class, overheard, positive_hint
from abovechance.cli.output import progress
from abovechance.core.errors import InputError
from abovechance.core.text import named
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing
from abovechance.tables.abstention import options_with_abstentions, split_as_asked
from abovechance.tables.files import read_tables
from abovechance.tables.matrix import read_matrix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.cli.input import Place
    from abovechance.cli.parameters import Items, Written
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.reading import Skipped
    from abovechance.tables.files import FileTables
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class _OneFile:
    """One file was read, and none left out."""

    files: int = 1
    skipped: tuple[Skipped, ...] = ()


def tables_from(
    place: Place, items: Items, cells: Written, rows: Literal["truth", "prediction"] | None
) -> tuple[Tables, About]:
    """Count the labels in columns; or take the table that a file holds, if it is said what its rows are."""
    if rows is not None:
        return _from_matrix(place, items, cells, rows)
    with progress(f"Counting {place.name}") as advance, overheard() as heard:
        read = read_tables(
            place.input,
            items.wanted,
            Reading(cells.codes, cells.text, advance, place.skip_bad),
            labels=items.classes,
            positive=items.positive,
        )
    return read.tables, described(place, read, items, heard)


def tables_with_abstentions(
    place: Place,
    items: Items,
    cells: Written,
    rows: Literal["truth", "prediction"] | None,
    abstain: list[str],
) -> tuple[Tables, About]:
    """The same with predictions that mean no answer as extra columns."""
    options: dict[str, Any] = {"positive": items.positive, "on_missing": cells.on_missing}
    options |= {"labels": items.classes, "missing": cells.codes.codes}
    counting = options_with_abstentions(options, abstain)
    plain = replace(items, positive=None, labels=counting["labels"])
    read_as = replace(cells, on_missing=counting["on_missing"], missing=list(counting["missing"]) or None)
    tables, about = tables_from(place, plain, read_as if rows is None else cells, rows)
    with overheard() as heard:
        tables = split_as_asked(tables, abstain, options)
    about = about.with_warnings([*heard, *guessed_class(tables.positive, guessed=tables.positive_guessed)])
    return tables, replace(about, hint=positive_hint(tables.positive, items.positive))


def described(place: Place, read: FileTables, items: Items, heard: Iterable[str] = ()) -> About:
    """What is said of labels that were counted in columns."""
    columns, tables = read.columns, read.tables
    first = " (the first of the two columns; see --truth)" if columns.guessed else ""
    found = " (found; see --truth)" if columns.found and not first else ""
    about = About.of(
        place,
        read,
        f"truth {named(columns.truth)}{first}, prediction {named(columns.prediction)}{found}",
        items,
        warnings=[
            *heard,
            *_guessed(columns),
            *guessed_class(tables.positive, guessed=tables.positive_guessed),
        ],
        truth=columns.truth,
        prediction=columns.prediction,
        weight=None,
        by=list(items.groups),
        left_out=tables.left_out,
    )
    return replace(about, hint=positive_hint(tables.positive, items.positive))


def _guessed(columns: Chosen) -> list[str]:
    """What was guessed of columns whose names tell nothing."""
    if not columns.guessed:
        return []
    said = f"{named(columns.truth)}, is taken as the truth and {named(columns.prediction)} as the prediction"
    return [f"The first of the two columns, {said}: say so with --truth and --prediction"]


def _from_matrix(
    place: Place, items: Items, cells: Written, rows: Literal["truth", "prediction"]
) -> tuple[Tables, About]:
    """Take a table that a file holds already."""
    if len(place.files) != 1 or place.engine or place.connect or place.skip_bad:
        raise InputError("--table takes one file, without --engine, --connect and --skip-bad")
    if items.wanted != Wanted() or items.id or items.threshold is not None or cells.codes != Missing():
        raise InputError(
            "--table is for a file of counts and not of items: --truth, --prediction, --threshold, --weight, "
            "--count, --by, --cluster, --id, --missing and --on-missing have no use with it"
        )
    (file,) = place.files
    tables = read_matrix(file, labels=items.classes, rows=rows, positive=items.positive, text=cells.text)
    nothing: dict[str, Any] = {"truth": None, "prediction": None, "weight": None, "by": [], "left_out": 0}
    nothing["warnings"] = guessed_class(tables.positive, guessed=tables.positive_guessed)
    about = About.of(place, _OneFile(), f"a table whose rows are the {rows}", **nothing)
    return tables, replace(about, hint=positive_hint(tables.positive, items.positive))
