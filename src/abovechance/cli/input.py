"""The input of a command: files, or a table of an engine; and what is said of it.

The data of a command: tables from a file, and what is said of where they come from.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, Protocol

from abovechance.cli.output import progress
from abovechance.core.errors import InputError
from abovechance.core.text import named, shown
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.locate import located
from abovechance.intake.missing import Missing
from abovechance.tables.from_file import read_tables
from abovechance.tables.matrix import read_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.engines.spark_table import SparkTable
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.reader import Files
    from abovechance.tables.from_file import FileTables
    from abovechance.tables.tables import Tables

Engine = Literal["duckdb", "spark"]
_NAMED = 2
"""So many files of several are named in a report."""
_TOLD = 3
"""So many files that were left out are told of in a report."""
_LONGEST = 1000


class Read(Protocol):
    """What was read of files."""

    @property
    def files(self) -> int:
        """How many files were read here."""

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The files that were left out."""


@dataclass(frozen=True)
class Place:
    """Where the items of a command are.

    Attributes
    ----------
    files
        Files, patterns and directories, or a table of the engine.
    engine
        The engine that was asked for.
    connect
        The file of a DuckDB database, or the URL of a Spark.
    skip_bad
        Whether files that cannot be read are left out.
    external
        Whether views of a database may read files.
    """

    files: tuple[str, ...]
    engine: Engine | None = None
    connect: str | None = None
    skip_bad: bool = False
    external: bool = False

    @property
    def input(self) -> Files:
        """What readers are to read."""
        if self.engine is None and self.connect is None:
            return self.files
        from abovechance.intake.engines.place import place_of

        return place_of(self.files, self.engine, self.connect, external=self.external)

    @property
    def name(self) -> str:
        """What a report calls it."""
        if self._is_elsewhere:
            return ", ".join(shown(_harmless(file)) for file in self.files)
        names = [file_name(file) for file in self.files[:_NAMED]]
        if len(set(names)) < len(names):
            names = list(map(shown, self.files[:_NAMED]))
        more = len(self.files) - len(names)
        return ", ".join(names) + (f" and {more} more" if more else "")

    @property
    def is_spark(self) -> bool:
        """Whether Spark has the items."""
        if self.connect is None or self.engine is not None:
            return self.engine == "spark"
        from abovechance.intake.engines.spark import is_spark

        return is_spark(self.connect)

    @property
    def spark_table(self) -> SparkTable | None:
        """What Spark has, if it has the items."""
        if not self.is_spark:
            return None
        from abovechance.intake.engines.spark_table import SparkTable

        table = self.input
        return table if isinstance(table, SparkTable) else None

    @property
    def _is_elsewhere(self) -> bool:
        return self.connect is not None or self.engine == "spark"

    def source(self, read: Read, warnings: Sequence[str] = ()) -> dict[str, Any]:
        """What the JSON document says of it, and of what may not be meant."""
        names = [_harmless(file) for file in self.files]
        return {
            "file": names[0] if len(names) == 1 else names,
            "files": None if self._is_elsewhere else read.files,
            "skipped": [{"file": one.file, "reason": one.reason} for one in read.skipped],
            "engine": "spark" if self.is_spark else "duckdb" if self.connect else self.engine,
            "connect": None if self.connect is None else _harmless(self.connect),
            "warnings": list(warnings),
        }

    def lines(self, read: Read) -> list[str]:
        """What a report says of several files, and of those that were left out."""
        if self._is_elsewhere or (read.files == 1 and not read.skipped):
            return []
        counted = f"{read.files} {'file' if read.files == 1 else 'files'}"
        if not read.skipped:
            return [f"{counted}."]
        reasons = [shown(one.reason, _LONGEST) for one in read.skipped[:_TOLD]]
        more = len(read.skipped) - len(reasons)
        return [
            f"{counted}, {len(read.skipped)} skipped: {'; '.join(reasons)}{f'; {more} more' * (more > 0)}."
        ]

    def tell(self, read: Read, warnings: Sequence[str] = ()) -> None:
        """Say on standard error what was left out or may not be meant, where a report would say so."""
        skipped = self.lines(read) if read.skipped else ()
        for line in (*skipped, *(shown(text, _LONGEST) for text in warnings)):
            print(f"abovechance: {line}", file=sys.stderr)  # noqa: T201

    def refuse_overwriting(self, target: str | None, option: str = "--json") -> None:
        """Refuse to write a result over what it is computed from."""
        if target is None or target == "-" or not _is_file(target):
            return
        files = [self.connect] if self.connect else [] if self._is_elsewhere else self._paths()
        if any(os.path.samestat(Path(target).stat(), found) for found in map(_status, files) if found):
            raise InputError(f"{option} {target!r} would overwrite the input: name another file")

    def _paths(self) -> list[str]:
        return [one.file for one in located(self.files)]


def file_name(file: str) -> str:
    """What a file is called in a report; a pattern, a directory or a pipe as it was given."""
    if file == "-":
        return "standard input"
    return shown(PurePath(file).name if _is_file(file) else file)


def _is_file(name: str) -> bool:
    """Whether it is a file, and not in a folder that may not be looked into."""
    return os.path.isfile(name)  # noqa: PTH113 - a path would raise there


def _status(file: str) -> os.stat_result | None:
    """What the system knows of a file or of standard input; nothing if there is none."""
    with suppress(OSError):
        return os.fstat(0) if file == "-" else os.stat(file)  # noqa: PTH116 - names of any kind
    return None


def _harmless(place: str) -> str:
    if "://" not in place:
        return place
    from abovechance.intake.engines.secrets import without_secrets

    return without_secrets(place)


@dataclass(frozen=True)
class Reading:
    """How labels are to be read."""

    labels: list[str] | None = None
    positive: str | None = None
    missing: Literal["error", "drop", "label"] = "error"
    text: TextFormat = PLAIN


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
            missing=Missing(policy=reading.missing),
            text=reading.text,
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
    tables = read_matrix(file, labels=reading.labels, rows=rows, positive=reading.positive, text=reading.text)
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
