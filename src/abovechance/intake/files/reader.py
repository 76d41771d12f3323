"""Read files of any number and format: the engine reads those that are alike together.

Every reader of columns goes this way: it says which columns it wants and what to do with files that are
alike, and gets back what it made of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from abovechance.core.errors import Argument, InputError
from abovechance.intake.files.engine import EngineError, asking, connected
from abovechance.intake.files.part import called, located, look
from abovechance.intake.files.query import ask, require_labels, require_numeric, together
from abovechance.intake.files.reading import Faults, GeneralError, Read, Reading
from abovechance.intake.files.refusals import cleaned, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Located, Part
    from abovechance.intake.files.query import Asked, Named
    from abovechance.intake.files.reading import Progress, TextFormat

C = TypeVar("C", bound="Named")
T = TypeVar("T")
C_co = TypeVar("C_co", bound="Named", covariant=True)


class Choose(Protocol[C_co]):
    """Finds columns among those of a file, given its name in messages, and how many are its own."""

    def __call__(self, header: Sequence[str], name: str, own: int) -> C_co:
        """The columns."""


@dataclass(frozen=True)
class Reader(Generic[C, T]):
    """Which columns are wanted, and what is made of files."""

    choose: Choose[C]
    make: Callable[[Engine, Asked, C], T]  # of files that are alike; it may be asked again for fewer of them
    ordered: bool  # whether rows must come in the order of the files
    counted: bool = False  # whether it minds :attr:`Asked.times`: a row may be several items

    def read(self, engine: Engine, asked: Asked, columns: C, reading: Reading) -> T:
        """What is made of a table of the engine."""
        engine.connection.execute(f"SET preserve_insertion_order = {self.ordered}")
        return self.make(engine, asked.without(reading.codes), columns)


@dataclass(frozen=True, eq=False)
class Found(Read, Generic[C, T]):
    """What was made of files: the columns of the first, and the results."""

    columns: C
    results: list[T]
    name: str  # what messages call all files together
    engine: Engine


class Table(Protocol):
    """Items that are not in files, or in files that someone else reads."""

    def read(self, reader: Reader[C, T], reading: Reading) -> AbstractContextManager[Found[C, T]]:
        """Let a reader make of the items what it makes of files."""


Files: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]] | Table
"""Files, patterns and directories, or a table that stands for them."""


@contextmanager
def files_read(file: Files, reader: Reader[C, T], reading: Reading) -> Iterator[Found[C, T]]:
    """Read files, or a table; the engine and what it keeps on disk are gone afterwards."""
    if not isinstance(file, str | PathLike | Sequence) and not hasattr(file, "read"):
        raise InputError("{argument} must be a path, a pattern or several, not {kind}",
                         argument="file", kind=type(file).__name__)  # fmt: skip
    if not isinstance(file, str | PathLike | Sequence):
        with file.read(reader, reading) as found:
            yield found
        return
    places = located(file)
    with connected() as engine:
        faults = Faults(skip_bad=reading.skip_bad, several=len(places) > 1)
        work = _Work(reader, reading, faults, engine, _Shares(reading.progress, places))
        work.look_at(places)
        results = work.results()
        skipped = faults.skipped
        if len(skipped) == len(places):
            raise InputError(f"none of the {len(places)} files can be read; the first: {skipped[0].reason}")
        first = next(iter(work.columns.values()))
        read = len(places) - len(skipped)
        yield Found(first, results, called(file), engine, files=read, skipped=skipped)


@dataclass
class _Work(Generic[C, T]):
    """The reading of files."""

    reader: Reader[C, T]
    reading: Reading
    faults: Faults
    engine: Engine
    shares: _Shares
    parts: list[Part] = field(default_factory=list)
    columns: dict[str, C] = field(default_factory=dict)

    @property
    def text(self) -> TextFormat:
        """How text is to be read."""
        return self.reading.text

    def look_at(self, places: Sequence[Located]) -> None:
        """Learn what the files are and which of their columns are wanted."""
        for place in places:
            with self.faults.of(place.file):
                self.parts.append(look(place, self.text, self.shares.of(place.file), self.engine.folder))
        if self.text.sheet is not None and self.parts and not any(part.is_sheet for part in self.parts):
            raise GeneralError("{argument} applies to spreadsheets, and no file is one", argument="sheet")
        if self.text.asked and self.parts and not any(part.is_text for part in self.parts):
            raise GeneralError(
                "{argument} applies to text files, and no file is one", argument=self.text.asked[0]
            )
        self._learn_columns()
        for part in self.parts:
            with self.faults.of(part.file):
                columns = self.reader.choose(part.columns, part.name, len(part.own))
                if part.types:
                    require_numeric(part.types, columns, part.name)
                    require_labels(part.types, columns.labels, f"{part.name}: ")
                self.columns[part.file] = columns
        self.parts = [part for part in self.parts if part.file in self.columns]
        self._require_agreement()

    def results(self) -> list[T]:
        """What the reader makes of the files, in their order if that is wanted."""

        def alike(part: Part) -> Any:
            return together(part, self.columns[part.file])

        # Only neighbours are read together where the order of the rows matters.
        if self.reader.ordered:
            groups = [list(run) for _, run in itertools.groupby(self.parts, alike)]
        else:
            gathered: dict[Any, list[Part]] = {}
            for part in self.parts:
                gathered.setdefault(alike(part), []).append(part)
            groups = list(gathered.values())
        return [result for group in groups for result in self._read(group)]

    def _read(self, parts: Sequence[Part]) -> list[T]:
        """Ask for all files at once; if the engine refuses, halve them until the bad ones are found."""

        def tell(share: float) -> None:
            for part in parts:
                if part.progress is not None:
                    part.progress(share)

        columns = self.columns[parts[0].file]
        try:
            with asking(self.engine, tell if parts[0].progress else None):
                asked = ask(self.engine, parts, columns, self.text)
                result = self.reader.read(self.engine, asked, columns, self.reading)
        except EngineError as error:
            if len(parts) > 1:
                middle = len(parts) // 2
                return self._read(parts[:middle]) + self._read(parts[middle:])
            with self.faults.of(parts[0].file):
                if cleaned(self.engine, parts[0], error):
                    return self._read(parts)
                raise refusal(self.engine, parts[0], error, self.text, columns.labels) from None
            return []
        tell(1.0)
        return [result]

    def _learn_columns(self) -> None:
        """The columns of files that do not name them in their first line."""
        if all(part.kind == "csv" for part in self.parts):
            return
        from abovechance.intake.files.schemas import learn_columns

        refused = learn_columns(self.engine, self.parts)
        for part, error in refused:
            with self.faults.of(part.file):
                raise refusal(self.engine, part, error, self.text)
        bad = {part.file for part, _ in refused}
        self.parts = [part for part in self.parts if part.file not in bad]

    def _require_agreement(self) -> None:
        """Refuse files in which other columns were found: which are meant cannot be known."""
        if not self.parts:
            return
        first = self.parts[0]
        expected = self.columns[first.file]
        for part in self.parts:
            columns = self.columns[part.file]
            for name, other in zip(expected.labels, columns.labels, strict=False):
                if name != other:
                    raise GeneralError(
                        "{first} and {file} have different columns, {name!r} and {other!r}: say which to "
                        "read, with {truth} and {prediction}",
                        first=first.name, file=part.name, name=name, other=other,
                        truth=Argument("truth"), prediction=Argument("prediction"),
                    )  # fmt: skip


class _Shares:
    """Makes of the shares of files the share of all of them, by their bytes."""

    def __init__(self, progress: Progress | None, places: Sequence[Located]) -> None:
        self._progress = progress
        self._sizes = {place.file: _size(place.file) for place in places} if progress else {}
        self._total = sum(self._sizes.values())
        self._done = 0

    def of(self, file: str) -> Progress | None:
        """What is to be told of one file; a share that was told before is not taken back."""
        progress, size = self._progress, self._sizes.get(file)
        if progress is None or not size:
            return None
        before = 0

        def tell(share: float) -> None:
            nonlocal before
            now = round(share * size)
            if now > before:
                self._done += now - before
                before = now
                progress(self._done / self._total)

        return tell


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size if Path(file).is_file() else 0
    except (OSError, ValueError):
        return 0
