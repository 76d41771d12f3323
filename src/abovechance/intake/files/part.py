"""The files of the input: which are meant, and of each, as a ``Part``, its format and its columns.

A name may be a file, a pattern, a directory; folders may name columns.
"""

from __future__ import annotations

import csv
import os
from codecs import BOM_UTF8
from dataclasses import dataclass, field, replace
from glob import glob, has_magic
from itertools import chain
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote

from abovechance.core.errors import InputError
from abovechance.intake.files.reading import GeneralError
from abovechance.intake.files.stream import MOST_LINE, copied, lines, opened, rewritten, text_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from abovechance.intake.files.reading import Progress, TextFormat
    from abovechance.intake.files.stream import Source

    Names = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_FORMAT_BY_ENDING = {  # what a name claims that the first bytes would show
    ".parquet": "Parquet",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".xlsx": "a spreadsheet",
    ".zip": "an archive",
    ".gz": "gzip",
    ".bz2": "bzip2",
    ".xz": "xz",
    ".zst": "Zstandard",
}
_PARQUET_MARK = b"PAR1"
_ARROW_FILE, _ARROW_STREAM = b"ARROW1", b"\xff\xff\xff\xff"
_ARCHIVE_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # the second is that of an empty one
BINARY = (_PARQUET_MARK, _ARROW_FILE, _ARROW_STREAM, *_ARCHIVE_MARKS)
_ENGINE_OPENS = (None, "gzip", "zstd")
_COMPRESSION_RATIO = 8  # a compressed file is so many times larger inside
STRAY = "a carriage return that does not end a line: end lines with a line feed, or with both"
_MEANING_OF_CSV_ERROR = {
    "unexpected end of data": "a quote is opened but not closed",
    "field larger than field limit": "a cell is too long: is a quote opened but not closed?",
    "new-line character seen in unquoted field": STRAY,
}

Kind = Literal["csv", "json", "parquet", "arrow"]


@dataclass(eq=False)
class Part:
    """One file of the input."""

    kind: Kind
    path: Path  # where the engine can read it
    size: int  # about how many bytes it has uncompressed
    file: str = ""  # as it was given
    name: str = ""  # what messages call it
    constants: dict[str, str] = field(default_factory=dict)  # columns that its folders name
    progress: Progress | None = None  # called with the share that has been read
    own: list[str] = field(default_factory=list)  # its columns
    types: dict[str, str] = field(default_factory=dict)  # of its columns in the engine
    shape: Any = None  # what must be equal for files to be read together
    compression: str | None = None  # of a text that the engine decompresses
    delimiter: str = ","
    form: str = "newline_delimited"  # of a JSON text
    streamed: bool = False  # whether an Arrow file is a stream
    is_sheet: bool = False  # whether it was a sheet of a spreadsheet
    ended: bool = False  # whether its lines were made to end alike
    before: int = 0  # lines that came before it, if it is a piece of a stream

    @property
    def is_text(self) -> bool:
        """Whether its cells are text or JSON."""
        return self.kind in ("csv", "json")

    @property
    def columns(self) -> list[str]:
        """Its own columns and those that its folders name."""
        return [*self.own, *(name for name in self.constants if name not in self.own)]


def look(place: Located, text: TextFormat, progress: Progress | None, folder: Path) -> Part:
    """Look at a file.

    ``folder`` keeps a copy of what the engine cannot read as it is: standard input, a pipe, an archive, a
    spreadsheet, another encoding than UTF-8, most compressed files.
    """
    with opened(place.file, progress) as source:
        if not source.head.startswith(_ARCHIVE_MARKS):
            part = _part(source, ending(source.path), text, folder)
        else:
            from abovechance.intake.files.archives import unpacked

            inner, member = unpacked(_plain(source, folder), source.name, text, folder)
            kind = SHEET if member is None else ending(PurePath(member))
            if kind == SHEET:
                text = replace(text, delimiter=text.separator(""), encoding=None)
            with opened(str(inner)) as packed:
                packed.name = source.name
                if packed.head.startswith(_ARCHIVE_MARKS):
                    raise InputError(f"{source.name} is an archive of an archive: unpack it first")
                part = _part(packed, kind, text, folder)
        part.file, part.name = place.file, source.name
    part.constants, part.progress = place.constants, progress
    return part


def _plain(source: Source, folder: Path) -> Path:
    """Where the bytes of a file are, decompressed."""
    return source.path if source.path and source.compression is None else copied(source, folder)


def _part(source: Source, kind: str, text: TextFormat, folder: Path) -> Part:
    """A file that is no archive."""
    if source.head.startswith(BINARY):
        path = _plain(source, folder)
        part = Part(
            "parquet" if source.head.startswith(_PARQUET_MARK) else "arrow", path, path.stat().st_size
        )
        part.streamed = source.head.startswith(_ARROW_STREAM)
        return part
    require_text(source, text)
    is_utf8 = text_encoding(source, text.encoding) == "utf-8-sig"
    if source.path is not None and source.compression in _ENGINE_OPENS and is_utf8:
        return _text(source, source.path, kind, text)
    is_array = _start(source).startswith(b"[")  # which may be one long line
    path = copied(source, folder) if is_array and is_utf8 else rewritten(source, folder, text.encoding)
    with opened(str(path)) as copy:
        copy.name = source.name
        return _text(copy, path, kind, text)


def _text(source: Source, path: Path, kind: str, text: TextFormat) -> Part:
    """A text file, whose format its first character or its name tells."""
    start = _start(source)
    first = start[:1]
    is_json = first == b"{" or kind in RECORDS or (first == b"[" and kind not in (".csv", *TABS))
    is_json = is_json and kind != SHEET
    size = (source.size or 0) * (1 if source.compression is None else _COMPRESSION_RATIO)
    part = Part("json" if is_json else "csv", path, size, compression=source.compression)
    part.is_sheet = kind == SHEET
    if is_json:
        # An object that ends with the first line is one of many lines; one that goes on is written over
        # several.
        is_line = first != b"{" or start.partition(b"\n")[0].rstrip().endswith(b"}") or b"\n" not in start
        part.form = "array" if first == b"[" else "newline_delimited" if is_line else "unstructured"
        part.shape = (part.compression, part.form)
    else:
        usual = "\t" if kind in TABS else None
        part.own, part.delimiter = header_of(lines(source), source.name, text, usual)
        part.shape = (part.compression, part.delimiter, *part.own)
    return part


def _start(source: Source) -> bytes:
    """How a text begins."""
    return source.head.removeprefix(BOM_UTF8).lstrip()


def header_of(
    texts: Iterable[str], name: str, text: TextFormat, usual: str | None = None
) -> tuple[list[str], str]:
    """The names of the columns of a text, and what separates its cells."""
    texts = iter(texts)
    first = next(texts, "")
    delimiter = text.separator(first, usual)
    return text.columns(next(records(chain([first], texts), name, delimiter), [])), delimiter


def records(texts: Iterable[str], name: str, delimiter: str) -> Iterator[list[str]]:
    """The rows of a text as the standard library reads them; what it refuses is told with its line."""
    if csv.field_size_limit() < MOST_LINE:
        csv.field_size_limit(MOST_LINE)  # a limit of the whole process, which is never lowered
    reader = csv.reader(texts, delimiter=delimiter, strict=True)
    try:
        yield from reader
    except csv.Error as error:
        said = next(
            (meaning for start, meaning in _MEANING_OF_CSV_ERROR.items() if str(error).startswith(start)),
            error,
        )
        raise InputError(f"{name}, line {reader.line_num}: {said}") from None


def require_text(source: Source, text: TextFormat) -> None:
    """Refuse what is empty or cannot be text."""
    if not source.head:
        raise InputError(f"{source.name} is empty")
    claimed = _FORMAT_BY_ENDING.get(source.path.suffix.lower()) if source.path else None
    if claimed is not None and source.compression is None:
        raise InputError(f"{source.name} is not {claimed}, though its name says so: name it by what it holds")
    wide = ("utf16", "utf32")
    if b"\0" in source.head and text_encoding(source, text.encoding).replace("-", "")[:5] not in wide:
        raise InputError(f"{source.name} is not a text file: it has NUL bytes and no format known here")
    if source.head.removeprefix(BOM_UTF8).lstrip()[:_MARKUP_LENGTH].lower().startswith(_MARKUP):
        raise InputError(f"{source.name} is not a table: it is XML or HTML")


_MARKUP = (b"<?xml", b"<!doctype", b"<html", b"<xml", b"<svg")
_MARKUP_LENGTH = 16
PACKINGS = (".gz", ".bz2", ".xz", ".zst")
TABS = (".tsv", ".tab")
RECORDS = (".jsonl", ".ndjson", ".json")
SHEET = ".xlsx"
_BINARY_ENDINGS = (".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc", SHEET, ".zip")
_DATA_ENDINGS = (".csv", ".txt", *TABS, *RECORDS, *_BINARY_ENDINGS)
_NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Located:
    """A file, and the columns that its folders name: ``site=A/day=3/part.parquet`` has a site and a day."""

    file: str
    constants: dict[str, str] = field(default_factory=dict)


def located(file: Names) -> list[Located]:
    """The files meant by a name, a pattern, a directory, or several; a name that exists is no pattern.

    A file that a pattern or a directory leads to in several ways, by links, is meant once.
    """
    if not (names := _names(file)):
        raise GeneralError("no file is given: name at least one")
    files = [one for name in names for one in _expanded(name)]
    seen: set[str] = set()
    for one in files:
        place = one if one == "-" else _real(one)
        if place in seen:
            what = "standard input" if one == "-" else repr(one)
            raise GeneralError(f"{what} is given twice: its items would count twice")
        seen.add(place)
    return [Located(one, _constants(one)) for one in files]


def _names(file: Names) -> list[str]:
    names = [file] if isinstance(file, str | os.PathLike) else file
    return [os.fspath(name) for name in names]


def called(file: Names) -> str:
    """What messages call all the input together."""
    names = _names(file)
    if len(names) != 1:
        return "the input"
    return "standard input" if names[0] == "-" else repr(names[0])


def ending(path: PurePath | None) -> str:
    """The ending of a file's name that tells its format, the compression aside."""
    suffixes = [suffix.lower() for suffix in path.suffixes] if path else []
    return next((suffix for suffix in reversed(suffixes) if suffix not in PACKINGS), "")


def _expanded(name: str) -> list[str]:
    if not name:
        raise GeneralError("the name of a file is empty: name a file, or . for the files of this folder")
    if _is(name, Path.is_dir):
        files = _once(_below(Path(name), ()))
        if files:
            return files
        raise GeneralError(
            f"{name!r} is a directory without data files: their names end in {', '.join(_DATA_ENDINGS)}, "
            "plain or compressed"
        )
    if name == "-" or not has_magic(name) or "\0" in name or _is(name, Path.exists):
        return [name]
    named = PurePath(name).parts
    matches = [
        match
        for match in glob(name, recursive=True)  # noqa: PTH207 - the pattern may be absolute
        if not any(_is_hidden(part) for part in PurePath(match).parts if part not in named)
    ]
    files = _once(path for match in matches for path in _matched(Path(match)))
    if not files:
        raise GeneralError(f"no file matches {name!r}")
    return files


def _matched(match: Path) -> Iterable[Path]:
    if _is(str(match), Path.is_dir):
        return _below(match, ())
    return [] if _is(str(match), _is_special) else [match]


def _below(folder: Path, above: tuple[str, ...]) -> Iterator[Path]:
    """The data files in a folder and in those below; a folder that links back is entered once.

    A folder that cannot be looked into stands for its files: to read it fails as theirs would.
    """
    place = _real(str(folder))
    if place in above:
        return
    try:
        entries = list(folder.iterdir())
    except OSError:
        yield folder
        return
    for path in entries:
        if _is_hidden(path.name):
            continue
        if _is(str(path), Path.is_dir):
            yield from _below(path, (*above, place))
        elif ending(path) in _DATA_ENDINGS and not _is(str(path), _is_special):
            yield path


def _is_special(path: Path) -> bool:
    """Whether it is a pipe, socket or device: to read one that nobody fills would never end."""
    return path.exists() and not path.is_file()


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or (name.startswith("_") and "=" not in name)


def _once(paths: Iterable[Path]) -> list[str]:
    """The files in order, one that several names lead to by the name with the fewest links."""
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(_real(str(path)), []).append(path)
    kept = [min(names, key=_directness) if names[1:] else names[0] for names in found.values()]
    return [str(path) for path in sorted(kept, key=lambda path: path.parts)]


def _directness(path: Path) -> tuple[int, tuple[str, ...]]:
    return sum(part.is_symlink() for part in (path, *path.parents)), path.parts


def _real(name: str) -> str:
    """The file that a name leads to; the name itself if it is none of a file."""
    try:
        return os.path.realpath(name)
    except ValueError:
        return name


def _is(name: str, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(Path(name))
    except (OSError, ValueError):
        return False


def _constants(file: str) -> dict[str, str]:
    """The columns that the folders of a file name, empty where a value is missing."""
    pairs = [part.partition("=") for part in PurePath(file).parts[:-1]]
    found = {unquote(column): unquote(value) for column, equals, value in pairs if column and equals}
    return {column: "" if value == _NULL_PARTITION else value for column, value in found.items()}
