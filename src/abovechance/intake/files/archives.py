"""Archives and spreadsheets: the one file in a zip, and the cells of a sheet as text."""

from __future__ import annotations

import csv
import importlib
import zipfile
import zlib
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.intake.files.reading import GeneralError
from abovechance.intake.files.stream import kept

if TYPE_CHECKING:
    from pathlib import Path

    from abovechance.intake.files.reading import TextFormat

_SPREADSHEET_MEMBER = "xl/workbook.xml"
_MAX_SHEETS_SHOWN = 5
_BLOCK_SIZE = 2**20


def unpacked(path: Path, name: str, text: TextFormat, folder: Path) -> tuple[Path, str | None]:
    """A copy of what an archive or a spreadsheet holds, and the name of the file in the archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if _SPREADSHEET_MEMBER in names:
                return _sheet(path, name, text, folder), None
            # Hidden files, and the copies that macOS adds, are no data.
            inner = [
                member
                for member in names
                if not any(part.startswith((".", "__MACOSX")) for part in PurePath(member).parts)
                and not member.endswith("/")
            ]
            if len(inner) != 1:
                raise InputError(
                    f"{name} is an archive of {len(inner)} files: unpack it, and give those to read"
                )
            with archive.open(inner[0]) as packed:
                return kept(iter(lambda: packed.read(_BLOCK_SIZE), b""), folder), inner[0]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        # RuntimeError is what an archive with a password raises, NotImplementedError an unknown compression.
        raise InputError(
            f"{name} is damaged or cut off, or is an archive that cannot be read: {error}"
        ) from None


def _sheet(path: Path, name: str, text: TextFormat, folder: Path) -> Path:
    """The cells of a sheet as a text file."""
    try:
        calamine = importlib.import_module("python_calamine")
    except ImportError:
        raise GeneralError(
            f"{name} is a spreadsheet: reading it needs pip install 'abovechance[excel]'"
        ) from None
    try:
        book = calamine.CalamineWorkbook.from_path(str(path))
        rows = book.get_sheet_by_name(_sheet_name(book.sheet_names, text.sheet, name)).to_python()
    except calamine.CalamineError as error:
        raise InputError(f"{name} cannot be read as a spreadsheet: {error}") from None
    writer: Any = csv.writer(_Echo, delimiter=text.separator(""), lineterminator="\n")
    filled = ([_cell(value, text) for value in row] for row in rows if any(x != "" for x in row))
    return kept((writer.writerow(row).encode() for row in filled), folder)


class _Echo:
    """What a writer of rows gives back what it writes from."""

    write = str


def _sheet_name(sheets: list[str], wanted: str | int | None, name: str) -> str:
    if wanted is None:
        return sheets[0]
    if str(wanted) in sheets:
        return str(wanted)
    if str(wanted).isdecimal() and 1 <= int(wanted) <= len(sheets):
        return sheets[int(wanted) - 1]
    listed = ", ".join(map(repr, sheets[:_MAX_SHEETS_SHOWN])) + (
        " and others" if len(sheets) > _MAX_SHEETS_SHOWN else ""
    )
    raise InputError(
        "{file} has no sheet {wanted!r}: {argument} names one of {sheets}, or its number from 1 on",
        argument="sheet", file=name, wanted=wanted, sheets=listed,
    )  # fmt: skip


def _cell(value: object, text: TextFormat) -> str:
    """A cell as it is shown: whole numbers without a point, dates as ISO 8601 has them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else text.number(repr(value))
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
