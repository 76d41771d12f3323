"""The data of a command: tables from a file, and what is said of where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from abovechance.cli.output import progress
from abovechance.counting.files import Wanted, read_matrix, read_tables
from abovechance.errors import InputError
from abovechance.report.words import named

if TYPE_CHECKING:
    from abovechance.cli.places import Place, Read
    from abovechance.counting.files import FileTables, Skipped
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
    """Tables, what the JSON document says of their source, and what the report says."""

    tables: Tables
    source: dict[str, Any]
    lines: list[str]
    positive_hint: str
    read: Read


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
    found = " (found; see --truth)" if columns.found else ""
    lines = [
        f"{place.name}: truth {named(columns.truth)}, prediction {named(columns.prediction)}{found}",
        *place.lines(read),
    ]
    if columns.weight is not None:
        lines.append(weighted_by(columns.weight))
    if read.left_out:
        lines.append(f"{read.left_out} items with a missing value were left out.")
    source = place.source(read) | {
        "truth": columns.truth,
        "prediction": columns.prediction,
        "weight": columns.weight,
        "by": list(columns.groups),
        "left_out": read.left_out,
    }
    return Data(read.tables, source, lines, _positive_hint(read.tables, reading), read)


def weighted_by(column: str) -> str:
    """The line of a report on weights."""
    return f"Items are weighted by {named(column)}."


def from_table(place: Place, wanted: Wanted, reading: Reading, rows: Literal["truth", "prediction"]) -> Data:
    """Take a table that a file holds already."""
    if len(place.files) != 1 or place.engine or place.connect or place.skip_bad:
        raise InputError("--table takes one file, without --engine, --connect and --skip-bad")
    if wanted != Wanted() or reading.missing != "error":
        raise InputError(
            "--truth, --prediction, --weight, --by and --missing have no use with --table: "
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
