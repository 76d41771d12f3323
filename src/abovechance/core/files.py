"""Files that are whole or not there: written aside, and put in their place in one step."""

from __future__ import annotations

import gzip
import os
import tempfile
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

ASIDE = ".abovechance-"  # how the folders begin in which files are written until they are whole


@contextmanager
def replacing(file: str | Path) -> Iterator[Path]:
    """A path to write to, which takes the place of a file once it is whole.

    The path is in a new folder beside the file, whose name nobody can guess and which nobody else may enter,
    so that no link can lead elsewhere. A file that is there keeps its permissions. Where the name is a link,
    the file that it leads to is replaced. Devices and pipes are written themselves.
    """
    try:
        target = _target(file)
        if target.exists() and not target.is_file():
            yield target
            return
        with tempfile.TemporaryDirectory(
            prefix=ASIDE, dir=target.parent, ignore_cleanup_errors=True
        ) as folder:
            aside = Path(folder) / target.name
            yield aside
            with suppress(FileNotFoundError):
                aside.chmod(target.stat().st_mode & 0o7777)
            # On the disk before the name leads to it: a crash in between would leave a name of an empty file.
            _settle(aside)
            aside.replace(target)
        _settle(target.parent)
    except OSError as error:
        raise InputError(f"{str(file)!r} cannot be written: {error.strerror or error}") from None


@contextmanager
def writing(file: str | Path) -> Iterator[TextIO]:
    """A stream of text for a file that is whole or not there: UTF-8, compressed if its name ends in .gz."""
    with replacing(file) as aside, aside.open("wb") as plain:
        is_compressed = Path(file).suffix.lower() == ".gz"
        # Without a name and a time inside, so that equal texts make equal files.
        raw = gzip.GzipFile("", "wb", fileobj=plain, mtime=0) if is_compressed else plain
        # Labels may hold half of a surrogate pair, which UTF-8 has no bytes for; line ends stay as they are.
        with TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="") as stream:
            yield stream


def write_text(file: str | Path, text: str) -> None:
    """Write a text as UTF-8, compressed where the name ends in .gz."""
    with writing(file) as stream:
        stream.write(text)


def _target(file: str | Path) -> Path:
    """Where a name leads to: links are followed, and one that leads to itself is an error."""
    try:
        target = Path(os.path.realpath(file))
        with suppress(FileNotFoundError):
            target.stat()
    except ValueError:
        raise InputError(f"{str(file)!r} cannot be written: no file has such a name") from None
    return target


def _settle(path: Path) -> None:
    """See that a file, or a new name in a folder, is on the disk, where the system can be asked for that."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
