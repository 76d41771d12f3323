"""The data of a command: tables from a file, and what is said of where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from abovechance.cli.output import progress
from abovechance.counting.files import Wanted, read_matrix, read_tables
from abovechance.errors import InputError
from abovechance.report.words import named, shown

if TYPE_CHECKING:
    from abovechance.tables import Tables


@dataclass(frozen=True)
class Reading:
    """How labels are to be read."""

    labels: list[str] | None = None
    positive: str | None = None
    missing: Literal["error", "drop", "label"] = "error"
    encoding: str | None = None


@dataclass(frozen=True)
class Data:
    """Tables, what the JSON document says of their source, and what the report says."""

    tables: Tables
    source: dict[str, Any]
    lines: list[str]
    positive_hint: str


def from_columns(file: str, wanted: Wanted, reading: Reading) -> Data:
    """Count the labels in the columns of a file."""
    with progress(f"Counting {file_name(file)}") as advance:
        read = read_tables(
            file,
            wanted,
            labels=reading.labels,
            positive=reading.positive,
            missing=reading.missing,
            encoding=reading.encoding,
            progress=advance,
        )
    columns = read.columns
    found = " (found; see --truth)" if columns.found else ""
    lines = [
        f"{file_name(file)}: truth {named(columns.truth)}, prediction {named(columns.prediction)}{found}"
    ]
    if columns.weight is not None:
        lines.append(f"Items are weighted by {named(columns.weight)}.")
    if read.left_out:
        lines.append(f"{read.left_out} items with a missing value were left out.")
    source = {
        "file": file,
        "truth": columns.truth,
        "prediction": columns.prediction,
        "weight": columns.weight,
        "by": list(columns.groups),
        "left_out": read.left_out,
    }
    return Data(read.tables, source, lines, _positive_hint(read.tables, reading))


def from_table(file: str, wanted: Wanted, reading: Reading, rows: Literal["truth", "prediction"]) -> Data:
    """Take a table that a file holds already."""
    if wanted != Wanted() or reading.missing != "error":
        raise InputError(
            "--truth, --prediction, --weight, --by and --missing have no use with --table: "
            "its file holds counts and not items"
        )
    tables = read_matrix(
        file, labels=reading.labels, rows=rows, positive=reading.positive, encoding=reading.encoding
    )
    source: dict[str, Any] = {
        "file": file,
        "truth": None,
        "prediction": None,
        "weight": None,
        "by": [],
        "left_out": 0,
    }
    lines = [f"{file_name(file)}: a table whose rows are the {rows}"]
    return Data(tables, source, lines, _positive_hint(tables, reading))


def _positive_hint(tables: Tables, reading: Reading) -> str:
    return "" if tables.positive is None or reading.positive is not None else " (the last; see --positive)"


def file_name(file: str) -> str:
    """What a file is called in a report."""
    return "standard input" if file == "-" else shown(PurePath(file).name)
