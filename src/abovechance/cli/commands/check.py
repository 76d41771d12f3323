"""``abovechance check``: what a table of published results says of Informedness."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated

from abovechance.cli.exits import FAILED, PASSED
from abovechance.cli.parameters import FILE, METHOD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.core.errors import InputError
from abovechance.report.build import build
from abovechance.solve.check import check as checked
from abovechance.solve.figures import Rounding  # noqa: TC001 - the options are read from annotations


def check(
    file: Annotated[str, FILE],
    *,
    n: Annotated[int | None, METHOD] = None,
    rounding: Annotated[Rounding, METHOD] = "half",
    output: Drawn = DRAWN,
) -> int:
    """Check a table of published results: Informedness of each system, and figures that cannot hold.

    The exit code is 1 if the figures of a system cannot all hold together. Rankings that Informedness turns
    round are no fault of the figures, and leave it 0.

    Parameters
    ----------
    file
        A CSV file with a row for each system: its columns have the names of measures, or system or n.
    n
        The number of items, if no column has it.
    rounding
        Whether figures were rounded to the nearest number (half), or their further digits cut off (down).
    """
    output.check()
    found = checked(_read(file), n=n, rounding=rounding)
    output.draw(found)
    output.put(build(found))
    return PASSED if found.consistent else FAILED


def _read(file: str) -> list[dict[str, str]]:
    """The rows as text, for numbers would lose the digits that were printed."""
    try:
        with Path(file).open(encoding="utf-8-sig", newline="") as lines:
            rows = list(csv.DictReader(lines, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file!r} is not CSV in UTF-8: {error}") from None
    if any(None in row or None in row.values() for row in rows):
        raise InputError(f"{file!r} has rows with more or fewer cells than its first line has names")
    return rows
