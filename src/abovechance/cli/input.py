"""The input of a command: files, or a table of an engine; and what is said of it."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, Protocol

from abovechance.cli.spelling import in_options, warnings_in_options
from abovechance.core.errors import InputError, InputWarning
from abovechance.core.text import counted, named, sentences, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.intake.engines.spark_table import SparkTable
    from abovechance.intake.files.joined import JoinedFiles
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import Skipped

Engine = Literal["duckdb", "spark"]
_MOST_FILES = 2  # so many files of several are named in a report
_MOST_SKIPPED = 3  # so many files that were left out are told of in a report
_MAX_REASON_LENGTH = 1000


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
    """Where the items of a command are."""

    files: tuple[str, ...]  # names, patterns and directories, or a table of the engine
    engine: Engine | None = None
    connect: str | None = None  # the file of a DuckDB database, or the URL of a Spark
    skip_bad: bool = False  # leave out files that cannot be read
    external: bool = False  # whether views of a database may read files
    joined: JoinedFiles | None = None  # by a column that names the items in each file

    @property
    def input(self) -> Files:
        """What readers are to read."""
        if self.joined is not None:
            return self.joined
        if self.engine is None and self.connect is None:
            return self.files
        from abovechance.intake.engines.place import place_of

        return place_of(self.files, self.engine, self.connect, external=self.external)

    @property
    def name(self) -> str:
        """What a report calls it."""
        if self._is_elsewhere:
            return ", ".join(shown(harmless(file)) for file in self.files)
        names = [file_name(file) for file in self.files[:_MOST_FILES]]
        if len(set(names)) < len(names):
            names = list(map(shown, self.files[:_MOST_FILES]))
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

    def source(self, read: Read) -> dict[str, Any]:
        """What the JSON document says of it."""
        names = [harmless(file) for file in self.files]
        return {
            "file": names[0] if len(names) == 1 else names,
            "files": None if self._is_elsewhere else read.files,
            "skipped": [{"file": one.file, "reason": one.reason} for one in read.skipped],
            "engine": "spark" if self.is_spark else "duckdb" if self.connect else self.engine,
            "connect": None if self.connect is None else harmless(self.connect),
        }

    def lines(self, read: Read) -> list[str]:
        """What a report says of several files, and of those that were left out."""
        if self._is_elsewhere or (read.files == 1 and not read.skipped):
            return []
        files = counted(read.files, "file")
        if not read.skipped:
            return [f"{files}."]
        reasons = [shown(one.reason, _MAX_REASON_LENGTH) for one in read.skipped[:_MOST_SKIPPED]]
        more = len(read.skipped) - len(reasons)
        return [f"{files}, {len(read.skipped)} skipped: {'; '.join(reasons)}{f'; {more} more' * (more > 0)}."]

    def refuse_overwriting(self, target: str | None, option: str = "--json") -> None:
        """Refuse to write a result over what it is computed from."""
        if target is None or target == "-" or not _is_file(target):
            return
        files = [self.connect] if self.connect else self.paths
        if any(os.path.samestat(Path(target).stat(), found) for found in map(_status, files) if found):
            raise InputError(f"{option} {target!r} would overwrite the input: name another file")

    @property
    def paths(self) -> list[str]:
        """The files of this machine that are read, and - for standard input."""
        from abovechance.intake.files.part import located

        return [] if self._is_elsewhere else [one.file for one in located(self.files)]


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


def harmless(place: str) -> str:
    """A place without the secrets that its URL may hold."""
    if "://" not in place:
        return place
    from abovechance.intake.engines.spark_errors import without_secrets

    return without_secrets(place)


@dataclass(frozen=True)
class About:
    """What is said of the input beside a result."""

    lines: list[str]  # for the report
    source: dict[str, Any]  # for the JSON document
    warnings: list[str]  # likely mistakes, to be read before anything else
    skipped: list[str]  # what was left out, where there is no report to say so
    hint: str = ""  # said after the positive class, where it was guessed
    place: Place | None = None  # where the input is

    @classmethod
    def of(
        cls,
        place: Place,
        read: Read,
        said: str,
        items: Any = None,
        *,
        warnings: Iterable[InputWarning | str] = (),
        lines: Iterable[str] = (),
        **source: Any,
    ) -> About:
        """What is said of what was read in ``said`` columns; ``items`` are options that name further ones."""
        from abovechance.intake.missing import left_out_said

        left_out = source.get("left_out")
        told = [f"{place.name}: {said}", *place.lines(read), *lines]
        for name, words in _OF_COLUMNS.items():
            if (column := getattr(items, name, None)) is not None:
                told += [] if words is None else [words.format(named(column))]
                source[name] = column
        if left_out:
            told.append(left_out_said(left_out))
        return cls(
            told,
            place.source(read) | source,
            _sentences([*getattr(read, "warnings", ()), *warnings]),
            place.lines(read) if read.skipped else [],
            place=place,
        )

    def with_warnings(self, more: Iterable[InputWarning | str]) -> About:
        """The same with more warnings."""
        return replace(self, warnings=_sentences([*self.warnings, *more]))


_OF_COLUMNS = {  # what a report says of columns that say how much rows count
    "weight": "Items are weighted by {}.",
    "count": "Each row stands for as many items as {} says.",
    "cluster": None,
}


def _sentences(findings: Iterable[InputWarning | str]) -> list[str]:
    """Each finding once, as a sentence that speaks of options."""
    return list(sentences(x if isinstance(x, str) else in_options(x) for x in findings))


@contextmanager
def overheard() -> Iterator[list[str]]:
    """Keep what the library warns of, to be told with the result."""
    texts: list[str] = []
    with warnings_in_options(texts.append):
        yield texts


def positive_hint(positive: object, asked: str | None) -> str:
    """What is said after a positive class that nobody named."""
    return "" if positive is None or asked is not None else " (the last; see --positive)"


def guessed_class(positive: object, *, guessed: bool) -> list[str]:
    """A warning of a positive class that was guessed, as labels do not tell."""
    said = f"The positive class is taken to be {named(positive)}, the last label: say so with --positive"
    return [said] if guessed else []
