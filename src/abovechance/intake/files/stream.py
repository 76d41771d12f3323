"""A file or standard input as bytes and lines: decompressed, read once, no line without bound."""

from __future__ import annotations

import codecs
import errno
import importlib
import io
import lzma
import sys
import tempfile
import zlib
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.intake.files.reading import GeneralError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from abovechance.intake.files.reading import Progress

    Wait = Callable[[], None]

MOST_LINE = 2**23  # characters: no line of labels is that long, and no more than this is ever held
_HEAD_BYTES = 2**16
_BLOCK_SIZE = 2**20
_MAX_MARK_BYTES = 8  # no format begins with a mark of more bytes
_COMPRESSION_MARKS = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_DECOMPRESSION_ERRORS = (EOFError, lzma.LZMAError, zlib.error)


@dataclass
class Source:
    """An open input."""

    name: str  # what messages call it
    path: Path | None  # None if it can be read only once (standard input, a pipe)
    size: int | None  # in bytes; None if unknown
    compression: str | None
    stream: io.BufferedReader[Any]  # the decompressed bytes from the start
    head: bytes  # the first of them


@contextmanager
def opened(file: str, progress: Progress | None = None, wait: Wait | None = None) -> Iterator[Source]:
    """Open a file, or standard input for ``-``; every failure to read it is an :class:`InputError`.

    ``wait`` is called whenever more is about to be read.
    """
    name = "standard input" if file == "-" else repr(file)
    with (
        reading(name),
        nullcontext(standard_input()) if file == "-" else Path(file).open("rb", buffering=0) as raw,
    ):
        yield _source(raw, file, name, progress, wait)


def standard_input() -> Any:
    """Standard input without a buffer, which would wait for more than there is yet."""
    if sys.stdin is None:
        raise InputError("there is no standard input: it is closed")
    return getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Say in one sentence why a file cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(f"there is no file {name}") from None
    except IsADirectoryError:
        raise InputError(f"{name} is a directory: give a file") from None
    except PermissionError:
        raise InputError(f"{name} may not be read: permission denied") from None
    except _DECOMPRESSION_ERRORS as error:
        raise InputError(f"{name} is damaged or cut off: {error}") from None
    except OSError as error:
        if error.errno is None:  # of a library that decompresses
            raise InputError(f"{name} is damaged or cut off: {error}") from None
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        if "null byte" not in str(error):
            raise
        raise InputError(f"{name} is no name of a file") from None


def lines(source: Source, encoding: str | None = None) -> Iterator[str]:
    """The lines of a text, each with its end; the text is decoded strictly and a line is bounded."""
    for some in lines_so_far(source, encoding):
        yield from some


def lines_so_far(source: Source, encoding: str | None = None) -> Iterator[list[str]]:
    """The same, those together that have come before more is read."""
    encoding = text_encoding(source, encoding)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    rest, before = "", 0
    while True:
        block = source.stream.read1(_BLOCK_SIZE)
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeError as error:
            raise wrong_encoding(error, source, encoding, before) from None
        first, *others = text.split("\n")
        pieces = [rest + first, *others]
        rest = pieces.pop()
        if pieces:
            yield [piece + "\n" for piece in pieces]
        before += len(pieces)
        if len(rest) > MOST_LINE:
            raise InputError(f"{source.name}, line {before + 1} is longer than {MOST_LINE:,} characters")
        if not block:
            break
    if rest:
        yield [rest]


def copied(source: Source, folder: Path) -> Path:
    """A copy of what can be read only once or is compressed, in a folder that is gone afterwards."""
    return kept(iter(lambda: source.stream.read1(_BLOCK_SIZE), b""), folder)


def rewritten(source: Source, folder: Path, encoding: str | None = None, *, ended: bool = False) -> Path:
    """A copy of a text in UTF-8, in which all lines may be made to end alike."""
    texts = lines(source, encoding)
    if ended:
        texts = (f"{line[:-2]}\n" if line.endswith("\r\n") else line for line in texts)
    return kept((text.encode("utf-8", "strict") for text in texts), folder)


def kept(blocks: Iterable[bytes], folder: Path) -> Path:
    """A file in a folder that is gone afterwards."""
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as copy:
        for block in blocks:
            try:
                copy.write(block)
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


def text_encoding(source: Source, encoding: str | None) -> str:
    """The encoding that was asked for, else that of a byte order mark, else UTF-8."""
    if encoding is None:
        return next(
            (name for mark, name in _BYTE_ORDER_MARKS.items() if source.head.startswith(mark)), "utf-8-sig"
        )
    try:
        # Looking an encoding up is not enough: some, such as hex, make no text.
        b" ".decode(encoding, "replace")
    except (LookupError, ValueError):
        raise GeneralError(
            f"there is no text encoding {encoding!r}: try utf-8, latin-1, cp1252 or utf-16"
        ) from None
    # Also where UTF-8 was asked for, a byte order mark is no part of the first name.
    return "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding


def _source(raw: Any, file: str, name: str, progress: Progress | None, wait: Wait | None) -> Source:
    regular = file != "-" and Path(file).is_file()
    size = Path(file).stat().st_size if regular else None
    stream: io.BufferedReader[Any] = io.BufferedReader(_Tap(raw, size, progress, wait), _HEAD_BYTES)
    head = stream.peek(_HEAD_BYTES)
    compression = next((kind for magic, kind in _COMPRESSION_MARKS.items() if head.startswith(magic)), None)
    if compression is not None:
        stream = io.BufferedReader(_decompressed(stream, compression), _HEAD_BYTES)
        head = stream.peek(_HEAD_BYTES)
    return Source(name, Path(file) if regular else None, size, compression, stream, head)


def _decompressed(stream: IO[bytes], compression: str) -> IO[bytes]:
    if compression == "gzip":
        return importlib.import_module("gzip").GzipFile(fileobj=stream)
    if compression == "bz2":
        return importlib.import_module("bz2").BZ2File(stream)
    return lzma.LZMAFile(stream) if compression == "xz" else _zstandard(stream)


def _zstandard(stream: IO[bytes]) -> IO[bytes]:
    # Part of Python from 3.14 on; before, Arrow reads it.
    try:
        return importlib.import_module("compression.zstd").ZstdFile(stream)
    except ImportError:
        pass
    try:
        arrow = importlib.import_module("pyarrow")
    except ImportError:
        raise GeneralError(
            "reading Zstandard files needs Arrow: install it with pip install 'abovechance[arrow]'"
        ) from None
    return arrow.CompressedInputStream(arrow.PythonFile(stream), "zstd")


class _Tap(io.RawIOBase):
    """A raw stream that begins with a whole line, however little a pipe gives, and tells how far it is."""

    def __init__(self, raw: Any, size: int | None, progress: Progress | None, wait: Wait | None) -> None:
        self._raw = raw
        self._size = size
        self._progress = progress
        self._wait = wait
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        filled = self._more(view)
        while self._read == 0 and 0 < filled < len(view) and not _tells_format(bytes(view[:filled])):
            more = self._more(view[filled:])
            if not more:
                break
            filled += more
        self._read += filled
        if self._progress is not None and self._size:
            self._progress(self._read / self._size)
        return filled

    def _more(self, view: memoryview) -> int:
        if self._wait is not None:
            self._wait()
        return int(self._raw.readinto(view) or 0)


def _tells_format(head: bytes) -> bool:
    """Whether so much of a file is enough to know its format."""
    return len(head) >= _MAX_MARK_BYTES and (
        b"\n" in head.lstrip() or head.startswith(tuple(_COMPRESSION_MARKS))
    )


def wrong_encoding(error: UnicodeError, source: Source, encoding: str, before: int = 0) -> InputError:
    """The error that a text is not encoded as it should be, in what comes after so many lines."""
    if not isinstance(error, UnicodeDecodeError):
        return InputError(f"{source.name} is not {encoding} text: {error}")
    line = before + 1 + error.object[: error.start].decode(encoding, "replace").count("\n")
    said = "UTF-8" if encoding == "utf-8-sig" else encoding
    return InputError(
        "{source} is not {said} text: byte {byte} in line {line}; "
        "say how it is encoded, such as {latin}, or convert it",
        source=source.name, said=said, byte=f"0x{error.object[error.start]:02X}", line=line,
        latin=Argument("encoding", "latin-1"),
    )  # fmt: skip
