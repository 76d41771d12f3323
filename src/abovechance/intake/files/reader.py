"""Read files of any number and format: alike ones together by the engine, small texts with care.

Every reader of columns goes this way: it says which columns it wants and what to do with files that are
alike, and gets back what it made of them.

``Shares``: how much of several files has been read, by their bytes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from abovechance.core.errors import InputError
from abovechance.intake.files.faults import Faults, GeneralError
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.locate import called, located
from abovechance.intake.files.sniff import look, text_of, unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Files, Located
    from abovechance.intake.files.query import Asked, Named
    from abovechance.intake.files.sniff import Part
    from abovechance.intake.files.stream import Progress
    from abovechance.intake.files.text_rows import Delimited, Records


class Shares:
    """Makes of the shares of files the share of all of them."""

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


LARGE = 8 * 2**20
"""Bytes of text from which on the engine is faster than the standard library, its start included."""
_KEPT = 64
"""So many files are left open after a look at them; more are opened again."""

C = TypeVar("C", bound="Named")
T = TypeVar("T")
C_co = TypeVar("C_co", bound="Named", covariant=True)


class Choose(Protocol[C_co]):
    """Finds columns among those of a file, given its name in messages, and how many are its own."""

    def __call__(self, header: Sequence[str], name: str, own: int) -> C_co:
        """The columns."""


@dataclass(frozen=True)
class Reader(Generic[C, T]):
    """Which columns are wanted, and what is made of files.

    Attributes
    ----------
    choose
        Finds the columns in a file.
    by_engine
        What the engine makes of files that are alike; it may be asked again for fewer of them.
    by_hand
        What is made of the rows of a text.
    ordered
        Whether rows must come in the order of the files.
    counted
        Whether it minds :attr:`Asked.times`, so that a row may stand for several items.
    """

    choose: Choose[C]
    by_engine: Callable[[Engine, Asked, C], T]
    by_hand: Callable[[Delimited | Records, C], T]
    ordered: bool
    counted: bool = False


@dataclass(frozen=True, eq=False)
class Found(Generic[C, T]):
    """What was made of files: the columns of the first, the results, how many files, and those left out.

    ``name`` is what messages call all of them together, and ``engine`` the engine if it was needed.
    """

    columns: C
    results: list[T]
    files: int
    skipped: tuple[Skipped, ...]
    name: str
    engine: Engine | None


class Table(Protocol):
    """Items that are not in files, or in files that someone else reads."""

    def read(
        self, reader: Reader[C, T], *, text: TextFormat, progress: Progress | None, skip_bad: bool
    ) -> AbstractContextManager[Found[C, T]]:
        """Let a reader make of the items what it makes of files."""


@contextmanager
def files_read(
    file: Files,
    reader: Reader[C, T],
    *,
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
    large: int | None = None,
) -> Iterator[Found[C, T]]:
    """Read files, or a table; the engine and what it keeps on disk are gone afterwards.

    Text of fewer bytes than ``large``, or than :data:`LARGE`, is read without the engine.
    """
    if not isinstance(file, str | Sequence):
        with file.read(reader, text=text, progress=progress, skip_bad=skip_bad) as found:
            yield found
        return
    places = located(file)
    with ExitStack() as stack:
        work = _Work(
            reader,
            text,
            Faults(skip_bad=skip_bad, several=len(places) > 1),
            stack,
            Shares(progress, places),
            LARGE if large is None else large,
        )
        work.look_at(places)
        results = work.results()
        skipped = work.faults.skipped
        if len(skipped) == len(places):
            raise InputError(f"none of the {len(places)} files can be read; the first: {skipped[0].reason}")
        first = next(iter(work.columns.values()))
        yield Found(first, results, len(places) - len(skipped), skipped, called(file), work.engine)


@dataclass
class _Work(Generic[C, T]):
    """The reading of files."""

    reader: Reader[C, T]
    text: TextFormat
    faults: Faults
    stack: ExitStack
    shares: Shares
    large: int
    parts: list[Part] = field(default_factory=list)
    columns: dict[str, C] = field(default_factory=dict)
    engine: Engine | None = None

    def look_at(self, places: Sequence[Located]) -> None:
        """Learn what the files are and which of their columns are wanted."""
        keep = len(places) <= _KEPT
        for place in places:
            with self.faults.of(place.file):
                progress = self.shares.of(place.file)
                self.parts.append(look(place, self.text, progress, self.stack, keep=keep))
        if self.text.asked and self.parts and not any(part.is_text for part in self.parts):
            raise GeneralError(f"{self.text.asked[0]} is of text files, and there is none")
        self._learn_types()
        for part in self.parts:
            with self.faults.of(part.file):
                columns = self.reader.choose(part.columns, part.name, len(part.own))
                if part.types:
                    from abovechance.intake.files.query import require_numeric

                    require_numeric(part.types, columns, part.name)
                self.columns[part.file] = columns
        self.parts = [part for part in self.parts if part.file in self.columns]
        self._require_agreement()

    def results(self) -> list[T]:
        """What the reader makes of the files, in their order if that is wanted."""
        bytes_of_text = sum(part.size for part in self.parts if part.is_text and part.path is not None)
        by_engine = [
            part.path is not None and (not part.is_text or bytes_of_text >= self.large) for part in self.parts
        ]
        if not any(by_engine):
            return [result for part in self.parts for result in self._by_hand(part)]
        from abovechance.intake.files.query import together

        def alike(pair: tuple[Part, bool]) -> Any:
            part, engine = pair
            return together(part, self.columns[part.file]) if engine else None

        pairs = list(zip(self.parts, by_engine, strict=True))
        groups: list[list[Part]]
        if self.reader.ordered:
            groups = [[part for part, _ in run] for _, run in itertools.groupby(pairs, alike)]
        else:
            gathered: dict[Any, list[Part]] = {}
            for pair in pairs:
                gathered.setdefault(alike(pair), []).append(pair[0])
            groups = list(gathered.values())
        hand = {part.file for part, engine in pairs if not engine}
        self._started().connection.execute(f"SET preserve_insertion_order = {self.reader.ordered}")
        results = []
        for group in groups:
            if group[0].file in hand:
                results += [result for part in group for result in self._by_hand(part)]
            else:
                results += self._by_engine(group)
        return results

    def _by_engine(self, parts: Sequence[Part]) -> list[T]:
        """Ask for all files at once; if the engine refuses, halve them until the bad ones are found."""
        from abovechance.intake.files.engine import EngineError, asking
        from abovechance.intake.files.query import ask

        def tell(share: float) -> None:
            for part in parts:
                if part.progress is not None:
                    part.progress(share)

        engine, columns = self._started(), self.columns[parts[0].file]
        try:
            with asking(engine, tell if parts[0].progress else None):
                asked = ask(engine, parts, columns, self.text)
                result = self.reader.by_engine(engine, asked, columns)
        except EngineError as error:
            if len(parts) == 1:
                return self._by_hand(parts[0], error)
            middle = len(parts) // 2
            return self._by_engine(parts[:middle]) + self._by_engine(parts[middle:])
        tell(1.0)
        return [result]

    def _by_hand(self, part: Part, error: Exception | None = None) -> list[T]:
        """Read a text with care; of another file say why the engine refused it."""
        with self.faults.of(part.file):
            if not part.is_text:
                raise unreadable(part, error)
            with text_of(part, self.text) as table:
                return [self.reader.by_hand(table, self.columns[part.file])]
        return []

    def _learn_types(self) -> None:
        """The columns and types of binary files."""
        if all(part.is_text for part in self.parts):
            return
        from abovechance.intake.files.schemas import learn_types

        refused = learn_types(self._started(), self.parts)
        for part, error in refused:
            with self.faults.of(part.file):
                raise unreadable(part, error)
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
                        f"{first.name} and {part.name} have different columns, {name!r} and {other!r}: "
                        "say which to read, by the options that name columns"
                    )

    def _started(self) -> Engine:
        if self.engine is None:
            from abovechance.intake.files.engine import connected

            self.engine = self.stack.enter_context(connected())
        return self.engine
