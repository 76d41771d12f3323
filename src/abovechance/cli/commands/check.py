"""``abovechance check``: what a table of published results says of Informedness."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from abovechance.cli.exits import FAILED, PASSED
from abovechance.cli.parameters import FILE, METHOD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from abovechance.intake.files.reading import TextFormat


def check(
    file: Annotated[str, FILE],
    *,
    n: Annotated[int | None, METHOD] = None,
    rounding: Annotated[Literal["half", "down"], METHOD] = "half",
    delimiter: Annotated[str | None, METHOD] = None,
    decimal: Annotated[Literal[".", ","], METHOD] = ".",
    output: Drawn = DRAWN,
) -> int:
    """Check a table of published results: Informedness of each system, and figures that cannot hold.

    The exit code is 1 if the figures of a system cannot all hold together. Rankings that Informedness turns
    round are no fault of the figures, and leave it 0.

    Parameters
    ----------
    file
        A CSV file (- is standard input) with a row for each system: its columns have the names of measures,
        or system or n.
    n
        The number of items, if no column has it.
    rounding
        Whether figures were rounded to the nearest number (half), or their further digits cut off (down).
    delimiter
        What separates the cells, such as ; or tab; by default it is found in the first line.
    decimal
        The decimal sign of figures: . or ,
    """
    from abovechance.intake.files.reading import TextFormat
    from abovechance.report.build import build
    from abovechance.solve.check import check as checked

    output.check()
    found = checked(_read(file, TextFormat(delimiter, decimal=decimal)), n=n, rounding=rounding)
    output.draw(found)
    output.put(build(found))
    return PASSED if found.consistent else FAILED


def _read(file: str, text: TextFormat) -> list[dict[str, str]]:
    """The rows as text, for numbers would lose the digits that were printed."""
    name = "standard input" if file == "-" else repr(file)
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        lines = data.decode("utf-8-sig").splitlines(keepends=True)
        separator = text.separator(lines[0] if lines else "")
        rows = list(csv.DictReader(lines, delimiter=separator, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{name} is not CSV in UTF-8: {error}") from None
    if any(None in row or None in row.values() for row in rows):
        raise InputError(f"{name} has rows with more or fewer cells than its first line has names")
    return [{column: _number(column, cell, text) for column, cell in row.items()} for row in rows]


def _number(column: str, cell: str, text: TextFormat) -> str:
    """A cell with a decimal point; names of systems and other words stay as they are."""
    from abovechance.solve.check import SYSTEM_COLUMNS
    from abovechance.solve.figures import is_number

    plain = text.number(cell)
    return plain if column.strip().lower() not in SYSTEM_COLUMNS and is_number(plain) else cell
