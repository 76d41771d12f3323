"""Tables of the labels in the columns of files, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.intake.files.readers.combinations import read_counts
from abovechance.intake.files.reading import AS_USUAL, Read, Reading
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.columns import Chosen, Wanted
    from abovechance.intake.files.reader import Files


@dataclass(frozen=True, eq=False)
class FileTables(Read):
    """What was counted in files.

    Attributes
    ----------
    tables
        The tables.
    columns
        The columns that were read.
    left_out
        How many items were left out for a missing value.
    """

    tables: Tables
    columns: Chosen
    left_out: int


def read_tables(
    file: Files,
    wanted: Wanted,
    reading: Reading = AS_USUAL,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
) -> FileTables:
    """Count the labels in the columns of files; the parameters are those of :func:`read_counts`."""
    read = read_counts(file, wanted, reading, labels=labels, positive=positive)
    tables = Tables.from_counted(read.counted, positive)
    return FileTables(tables, read.columns, read.left_out, **read.told)
