"""Text files: what must not be taken for one, and the rows of one in the format that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.counting.files.delimited import Delimited
from abovechance.counting.files.located import RECORDS, TABS, ending
from abovechance.counting.files.records import AHEAD, Records
from abovechance.counting.files.streams import lines, text_encoding
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.counting.files.streams import Source

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


def text_table(
    source: Source, encoding: str | None, constants: Mapping[str, str] | None = None, ahead: int = AHEAD
) -> Delimited | Records:
    """The rows of a text file, whose format its first character or its name tells."""
    text = lines(source, encoding)
    kind = ending(source.path)
    first = source.head.lstrip()[:1]
    if first == b"[" and kind not in (".csv", *TABS):
        raise InputError(f"{source.name} is one JSON array: give JSON lines, one object on each line")
    if first == b"{" or kind in RECORDS:
        return Records(text, source.name, constants, ahead)
    return Delimited(text, source.name, "\t" if kind in TABS else None, constants)
