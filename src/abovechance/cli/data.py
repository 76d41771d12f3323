"""The data of a command: tables from a file, and what is said of where they come from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from abovechance.cli.output import progress
from abovechance.counting.files import Wanted, read_matrix, read_tables
from abovechance.errors import InputError
from abovechance.report.words import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.places import Place, Read
    from abovechance.counting.files import FileTables, Skipped
    from abovechance.counting.files.choose import Chosen
    from abovechance.tables import Tables


@dataclass(frozen=True)
class Reading:
    """How labels are to be read."""

    labels: list[str] | None = None
    positive: str | None = None
    missing: Literal["error", "drop", "label"] = "error"
    encoding: str | None = None


@dataclass(frozen=True)
class _OneFile:
    """One file was read, and none left out."""

    files: int = 1
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True)
class Data:
    """Tables, what the document and the report say of their source, and what may not be meant."""

    tables: Tables
    source: dict[str, Any]
    lines: list[str]
    positive_hint: str
    read: Read
    warnings: tuple[str, ...] = ()


def from_columns(place: Place, wanted: Wanted, reading: Reading) -> Data:
    """Count the labels in columns."""
    with progress(f"Counting {place.name}") as advance:
        read = read_tables(
            place.input,
            wanted,
            labels=reading.labels,
            positive=reading.positive,
            missing=reading.missing,
            encoding=reading.encoding,
            progress=advance,
            skip_bad=place.skip_bad,
        )
    return described(place, read, reading)


def described(place: Place, read: FileTables, reading: Reading) -> Data:
    """What was counted in columns, with what is said of it."""
    columns = read.columns
    first = " (the first of the two columns; see --truth)" if columns.guessed else ""
    found = " (found; see --truth)" if columns.found and not first else ""
    lines = [
        f"{place.name}: truth {named(columns.truth)}{first}, prediction {named(columns.prediction)}{found}",
        *place.lines(read),
    ]
    if columns.weight is not None:
        lines.append(weighted_by(columns.weight))
    if columns.count is not None:
        lines.append(counted_by(columns.count))
    if read.left_out:
        lines.append(f"{read.left_out} items with a missing value were left out.")
    warnings = _guess(columns)
    source = place.source(read, warnings) | {
        "truth": columns.truth,
        "prediction": columns.prediction,
        "weight": columns.weight,
        "by": list(columns.groups),
        "left_out": read.left_out,
    }
    source |= {} if columns.count is None else {"count": columns.count}
    return Data(read.tables, source, lines, _positive_hint(read.tables, reading), read, warnings)


def _guess(columns: Chosen) -> tuple[str, ...]:
    """What was guessed of columns whose names tell nothing."""
    if not columns.guessed:
        return ()
    said = (
        f"The first of the two columns, {named(columns.truth)}, is taken as the truth and "
        f"{named(columns.prediction)} as the prediction: say so with --truth and --prediction."
    )
    return (said,)


def with_warnings(data: Data, said: Sequence[str]) -> Data:
    """The data with more that may not be meant, which its report says, too."""
    warnings = (*data.warnings, *said)
    source = data.source | {"warnings": list(warnings)}
    return replace(data, source=source, lines=[*data.lines, *said], warnings=warnings)


def weighted_by(column: str) -> str:
    """The line of a report on weights."""
    return f"Items are weighted by {named(column)}."


def counted_by(column: str) -> str:
    """The line of a report on rows that stand for several items."""
    return f"Each row stands for as many items as {named(column)} says."


def from_table(place: Place, wanted: Wanted, reading: Reading, rows: Literal["truth", "prediction"]) -> Data:
    """Take a table that a file holds already."""
    if len(place.files) != 1 or place.engine or place.connect or place.skip_bad:
        raise InputError("--table takes one file, without --engine, --connect and --skip-bad")
    if wanted != Wanted() or reading.missing != "error":
        raise InputError(
            "--truth, --prediction, --weight, --count, --by and --missing have no use with --table: "
            "its file holds counts and not items"
        )
    (file,) = place.files
    tables = read_matrix(
        file, labels=reading.labels, rows=rows, positive=reading.positive, encoding=reading.encoding
    )
    read = _OneFile()
    source: dict[str, Any] = place.source(read) | {
        "truth": None,
        "prediction": None,
        "weight": None,
        "by": [],
        "left_out": 0,
    }
    lines = [f"{place.name}: a table whose rows are the {rows}"]
    return Data(tables, source, lines, _positive_hint(tables, reading), read)


def _positive_hint(tables: Tables, reading: Reading) -> str:
    return "" if tables.positive is None or reading.positive is not None else " (the last; see --positive)"
