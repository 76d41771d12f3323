"""Read the labels in the columns of a file, whatever its format, and count them."""

from __future__ import annotations

import importlib
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.choose import Chosen, Wanted, choose
from abovechance.counting.files.delimited import Delimited
from abovechance.counting.files.records import Records
from abovechance.counting.files.streams import lines, opened, text_encoding
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.counting.files.streams import Progress, Source
    from abovechance.counting.files.tally import Missing, Tally
    from abovechance.tables import Tables

LARGE = 8 * 2**20
"""Bytes from which on the engine is faster than the standard library, its start included."""
_PACKED = 8
"""A compressed file is so many times larger inside."""
_ENGINE_OPENS = (None, "gzip", "zstd")
ARROW_FILE, ARROW_STREAM = b"ARROW1", b"\xff\xff\xff\xff"
PARQUET = b"PAR1"
_ARCHIVE = b"PK\x03\x04"
_TABS = (".tsv", ".tab")
_RECORDS = (".jsonl", ".ndjson", ".json")
_PACKINGS = (".gz", ".bz2", ".xz", ".zst")
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


@dataclass(frozen=True, eq=False)
class FileTables:
    """What was counted in a file, in which columns, and how many items were left out for a missing value."""

    tables: Tables
    columns: Chosen
    left_out: int


def read_tables(
    file: str,
    wanted: Wanted,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
    missing: Missing = "error",
    encoding: str | None = None,
    progress: Progress | None = None,
) -> FileTables:
    """Count the labels in the columns of a file.

    Parameters
    ----------
    file
        A CSV, TSV, JSON lines, Parquet or Arrow file, plain or compressed, or ``-`` for standard input.
    wanted
        The columns; those not named are found by their usual names.
    labels, positive, missing
        As for :meth:`Tables.from_labels`. Labels are text, whatever the file.
    encoding
        Of text; without it UTF-8, or what a byte order mark says.
    progress
        Called with the share that has been read.
    """
    chosen, tally = read_tally(file, wanted, encoding=encoding, progress=progress)
    tables, left_out = tally.tables(chosen, labels=labels, positive=positive, missing=missing)
    return FileTables(tables, chosen, left_out)


def read_tally(
    file: str, wanted: Wanted, *, encoding: str | None = None, progress: Progress | None = None
) -> tuple[Chosen, Tally]:
    """Count the combinations of labels in the columns of a file; the parameters are those of the above."""
    with opened(file, progress) as source:
        chosen, tally = _tally(source, wanted, encoding, progress)
    if not tally.counts:
        raise InputError(f"{source.name} has columns but no rows")
    return chosen, tally


def require_text(source: Source, encoding: str | None) -> None:
    """Refuse what is empty or cannot be text."""
    if not source.head:
        raise InputError(f"{source.name} is empty")
    claimed = _CLAIMED.get(source.path.suffix.lower()) if source.path else None
    if claimed is not None and source.compression is None:
        raise InputError(f"{source.name} is not {claimed}, though its name says so: name it by what it holds")
    if source.head.startswith(_ARCHIVE):
        raise InputError(f"{source.name} is an archive or a spreadsheet: save it as CSV, or unpack it first")
    if b"\0" in source.head and text_encoding(source, encoding).replace("-", "")[:5] not in (
        "utf16",
        "utf32",
    ):
        raise InputError(f"{source.name} is not a text file: it has NUL bytes and no format known here")


def _tally(
    source: Source, wanted: Wanted, encoding: str | None, progress: Progress | None
) -> tuple[Chosen, Tally]:
    if source.head.startswith(PARQUET):
        return _tally_parquet(source, wanted, progress)
    if source.head.startswith((ARROW_FILE, ARROW_STREAM)):
        return _tally_arrow(source, wanted, progress)
    require_text(source, encoding)
    table = text_table(source, encoding)
    chosen = choose(table.header, wanted, source.name)
    if is_large(source) and text_encoding(source, encoding) == "utf-8-sig":
        from abovechance.counting.files.engine import EngineError

        try:
            return chosen, _tally_by_engine(source.path, table, chosen, progress)
        except EngineError:
            pass
    return chosen, table.tally(chosen)


def text_table(source: Source, encoding: str | None) -> Delimited | Records:
    """The rows of a text file, whose format its first character or its name tells."""
    text = lines(source, encoding)
    kind = ending(source)
    first = source.head.lstrip()[:1]
    if first == b"[" and kind not in (".csv", *_TABS):
        raise InputError(f"{source.name} is one JSON array: give JSON lines, one object on each line")
    if first == b"{" or kind in _RECORDS:
        return Records(text, source.name)
    return Delimited(text, source.name, "\t" if kind in _TABS else None)


def ending(source: Source) -> str:
    """The ending of the file's name that tells its format, the compression aside."""
    suffixes = [suffix.lower() for suffix in source.path.suffixes] if source.path else []
    return next((suffix for suffix in reversed(suffixes) if suffix not in _PACKINGS), "")


def is_large(source: Source) -> bool:
    """Whether the engine can read the file and is faster than the standard library."""
    if source.path is None or source.size is None or source.compression not in _ENGINE_OPENS:
        return False
    return source.size * (1 if source.compression is None else _PACKED) >= LARGE


def _tally_by_engine(
    path: Any, table: Delimited | Records, chosen: Chosen, progress: Progress | None
) -> Tally:
    from abovechance.counting.files.engine import tally_delimited, tally_records

    if isinstance(table, Records):
        return tally_records(path, chosen, progress)
    return tally_delimited(path, table.header, table.delimiter, chosen, progress)


def _tally_parquet(source: Source, wanted: Wanted, progress: Progress | None) -> tuple[Chosen, Tally]:
    from abovechance.counting.files.engine import EngineError, parquet_columns, tally_parquet

    with on_disk(source) as path:
        try:
            chosen = choose(parquet_columns(path), wanted, source.name)
            return chosen, tally_parquet(path, chosen, progress)
        except EngineError as error:
            raise InputError(f"{source.name} cannot be read as Parquet: {error}") from None


def _tally_arrow(source: Source, wanted: Wanted, progress: Progress | None) -> tuple[Chosen, Tally]:
    from abovechance.counting.files.engine import EngineError, tally_arrow

    pa = arrow_library(source)
    with on_disk(source) as path:
        try:
            reader = arrow_batches(pa, path, streamed=source.head.startswith(ARROW_STREAM))
            chosen = choose(reader.schema.names, wanted, source.name)
            return chosen, tally_arrow(reader, chosen, progress)
        except (pa.ArrowException, EngineError) as error:
            raise InputError(f"{source.name} cannot be read as Arrow: {first_line(error)}") from None


def arrow_library(source: Source) -> Any:
    """The library that reads Arrow files, which not everyone has."""
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise InputError(
            f"{source.name} is an Arrow file: reading it needs pip install 'abovechance[arrow]'"
        ) from None


def arrow_batches(arrow: Any, path: Path, *, streamed: bool) -> Any:
    """The record batches of an Arrow file or stream."""
    stored = arrow.memory_map(str(path))
    if streamed:
        return arrow.ipc.open_stream(stored)
    file = arrow.ipc.open_file(stored)
    batches = (file.get_batch(i) for i in range(file.num_record_batches))
    return arrow.RecordBatchReader.from_batches(file.schema, batches)


@contextmanager
def on_disk(source: Source) -> Iterator[Path]:
    """The file itself, or a copy of what can be read only once or is compressed."""
    if source.path is not None and source.compression is None:
        yield source.path
        return
    with tempfile.NamedTemporaryFile() as copy:
        shutil.copyfileobj(source.stream, copy)
        copy.flush()
        yield Path(copy.name)


def first_line(error: Exception) -> str:
    """The first line of a message."""
    return str(error).partition("\n")[0]
