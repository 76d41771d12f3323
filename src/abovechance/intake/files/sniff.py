"""``Part``: one file of the input, looked at: its format, its columns, and where it can be read.

Text files: what must not be taken for one, and the rows of one in the format that it has.
"""

from __future__ import annotations

import errno
import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.errors import InputError
from abovechance.intake.files.arrow import ArrowDamageError, arrow_batches, arrow_fields
from abovechance.intake.files.faults import GeneralError
from abovechance.intake.files.locate import RECORDS, TABS, ending
from abovechance.intake.files.stream import lines, opened, reading, text_encoding
from abovechance.intake.files.text_rows import AHEAD, Delimited, Records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Located
    from abovechance.intake.files.stream import Progress, Source

_ARCHIVE = b"PK\x03\x04"
_CLAIMED = {
    ".parquet": "Parquet",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".gz": "gzip",
    ".bz2": "bzip2",
    ".xz": "xz",
    ".zst": "Zstandard",
}
"""What a name claims that the first bytes would show."""


def require_text(source: Source, text: TextFormat) -> None:
    """Refuse what is empty or cannot be text."""
    if not source.head:
        raise InputError(f"{source.name} is empty")
    claimed = _CLAIMED.get(source.path.suffix.lower()) if source.path else None
    if claimed is not None and source.compression is None:
        raise InputError(f"{source.name} is not {claimed}, though its name says so: name it by what it holds")
    if source.head.startswith(_ARCHIVE):
        raise InputError(f"{source.name} is an archive or a spreadsheet: save it as CSV, or unpack it first")
    if b"\0" in source.head and text_encoding(source, text.encoding).replace("-", "")[:5] not in (
        "utf16",
        "utf32",
    ):
        raise InputError(f"{source.name} is not a text file: it has NUL bytes and no format known here")


def text_table(
    source: Source, text: TextFormat, constants: Mapping[str, str] | None = None, ahead: int = AHEAD
) -> Delimited | Records:
    """The rows of a text file, whose format its first character or its name tells."""
    decoded = lines(source, text.encoding)
    kind = ending(source.path)
    first = source.head.lstrip()[:1]
    if first == b"[" and kind not in (".csv", *TABS):
        raise InputError(f"{source.name} is one JSON array: give JSON lines, one object on each line")
    if first == b"{" or kind in RECORDS:
        return Records(decoded, source.name, constants, ahead)
    return Delimited(decoded, source.name, text, "\t" if kind in TABS else None, constants)


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
    place: Located, text: TextFormat, progress: Progress | None, stack: ExitStack, *, keep: bool
) -> Part:
    """Look at a file.

    Parameters
    ----------
    place
        The file, and the columns that its folders name.
    text
        How text is to be read.
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
        require_text(source, text)
        table = text_table(source, text, place.constants)
        readable = source.compression in _ENGINE_OPENS and text_encoding(source, text.encoding) == "utf-8-sig"
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
def text_of(part: Part, text: TextFormat) -> Iterator[Delimited | Records]:
    """The rows of a text file."""
    if part.table is not None:
        with reading(part.name):
            yield part.table
        return
    with opened(part.file, part.progress) as source:
        require_text(source, text)
        yield text_table(source, text, part.constants)


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
