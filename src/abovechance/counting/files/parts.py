"""``Part``: one file of the input, looked at: its format, its columns, and where it can be read."""

from __future__ import annotations

import errno
import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from abovechance.counting.files.arrow import ArrowDamageError, arrow_batches, arrow_fields
from abovechance.counting.files.delimited import Delimited
from abovechance.counting.files.faults import GeneralError
from abovechance.counting.files.streams import opened, reading, text_encoding
from abovechance.counting.files.texts import require_text, text_table
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.counting.files.located import Located
    from abovechance.counting.files.records import Records
    from abovechance.counting.files.streams import Progress, Source

_PARQUET = b"PAR1"
_ARROW_FILE, _ARROW_STREAM = b"ARROW1", b"\xff\xff\xff\xff"
BINARY = (_PARQUET, _ARROW_FILE, _ARROW_STREAM)
_ENGINE_OPENS = (None, "gzip", "zstd")
_PACKED = 8
"""A compressed file is so many times larger inside."""
_DAMAGED = "it is damaged or cut off"
_CUT_OFF = ("No magic bytes found at end of file", "too small to be a Parquet file")
"""What the engine says of Parquet files without an end."""

Kind = Literal["csv", "json", "parquet", "arrow"]


@dataclass(eq=False)
class Part:
    """One file of the input.

    Attributes
    ----------
    file, name
        The file as it was given, and what messages call it.
    kind
        Its format.
    path
        Where the engine can read it, None if it cannot.
    size
        About how many bytes it has when it is not compressed, 0 if unknown.
    constants
        The columns that its folders name, other than its own.
    progress
        Called with the share that has been read.
    own
        Its columns.
    types
        The types of its columns in the engine, if they have any.
    shape
        What must be equal for files to be read together.
    delimiter
        What separates cells.
    streamed
        Whether an Arrow file is a stream.
    table
        The rows of a text that was left open.
    """

    file: str
    name: str
    kind: Kind
    path: Path | None
    size: int
    constants: dict[str, str]
    progress: Progress | None = None
    own: list[str] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    shape: Any = None
    delimiter: str = ","
    streamed: bool = False
    table: Delimited | Records | None = None

    @property
    def is_text(self) -> bool:
        """Whether the careful reader can read it."""
        return self.kind in ("csv", "json")

    @property
    def columns(self) -> list[str]:
        """Its own columns and those that its folders name."""
        return [*self.own, *(name for name in self.constants if name not in self.own)]


def look(
    place: Located, encoding: str | None, progress: Progress | None, stack: ExitStack, *, keep: bool
) -> Part:
    """Look at a file.

    Parameters
    ----------
    place
        The file, and the columns that its folders name.
    encoding
        Of text.
    progress
        Called with the share that has been read.
    stack
        What is closed when all is read.
    keep
        Whether a text is left open; one that can be read only once always is.
    """
    with ExitStack() as opening:
        source = opening.enter_context(opened(place.file, progress))
        if source.head.startswith(BINARY):
            return _binary(source, place, progress, stack)
        require_text(source, encoding)
        table = text_table(source, encoding, place.constants)
        readable = source.compression in _ENGINE_OPENS and text_encoding(source, encoding) == "utf-8-sig"
        part = Part(
            place.file,
            source.name,
            "csv" if isinstance(table, Delimited) else "json",
            source.path if readable else None,
            (source.size or 0) * (1 if source.compression is None else _PACKED),
            place.constants,
            progress,
        )
        part.own = table.own
        part.shape = source.compression
        if isinstance(table, Delimited):
            part.shape = (source.compression, table.delimiter, *table.own)
            part.delimiter = table.delimiter
        if keep or source.path is None:
            part.table = table
            stack.push(opening.pop_all())
    return part


@contextmanager
def text_of(part: Part, encoding: str | None) -> Iterator[Delimited | Records]:
    """The rows of a text file."""
    if part.table is not None:
        with reading(part.name):
            yield part.table
        return
    with opened(part.file, part.progress) as source:
        require_text(source, encoding)
        yield text_table(source, encoding, part.constants)


def _binary(source: Source, place: Located, progress: Progress | None, stack: ExitStack) -> Part:
    path = source.path
    if path is None or source.compression is not None:
        path = _copied(source, stack)
    kind: Kind = "parquet" if source.head.startswith(_PARQUET) else "arrow"
    part = Part(place.file, source.name, kind, path, path.stat().st_size, place.constants, progress)
    if kind == "arrow":
        part.streamed = source.head.startswith(_ARROW_STREAM)
        _learn_arrow(part)
    return part


def _copied(source: Source, stack: ExitStack) -> Path:
    """A copy of what can be read only once or is compressed."""
    copy = stack.enter_context(tempfile.NamedTemporaryFile(prefix="abovechance-"))  # noqa: SIM115 - it does
    try:
        shutil.copyfileobj(source.stream, copy)
        copy.flush()
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise no_space(tempfile.gettempdir()) from None
    return Path(copy.name)


def no_space(folder: str) -> GeneralError:
    """The error that the disk is full."""
    return GeneralError(
        f"the disk is full: what does not fit into memory is kept in {folder!r} for a while; free space "
        "there, or set TMPDIR to a folder with more"
    )


def unreadable(part: Part, error: Exception | None) -> InputError:
    """The error that a binary file cannot be read, given that of the engine."""
    why = str(error)
    if part.kind == "arrow":
        why = _arrow_damage(part) or why
    elif any(said in why for said in _CUT_OFF):
        why = _DAMAGED
    return InputError(f"{part.name} cannot be read as {part.kind.capitalize()}: {why}")


def _arrow_damage(part: Part) -> str | None:
    """What is wrong with an Arrow file, if something is; the engine says it with a trace of its own."""
    try:
        for _ in arrow_batches(part):
            pass
    except ArrowDamageError as error:
        return f"{_DAMAGED} ({error})"
    return None


def _learn_arrow(part: Part) -> None:
    try:
        fields = arrow_fields(part)
    except ArrowDamageError as error:
        raise unreadable(part, error) from None
    part.own = [name for name, _ in fields]
    part.shape = {name: str(kind) for name, kind in fields}
