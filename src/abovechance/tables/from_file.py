"""Tables of the labels in the columns of files, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.intake.files.faults import Read
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.readers.combinations import read_counts
from abovechance.intake.missing import REFUSED
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.count import Counted
    from abovechance.intake.files.columns import Chosen, Wanted
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.stream import Progress
    from abovechance.intake.missing import Missing


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
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
    missing: Missing = REFUSED,
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> FileTables:
    """Count the labels in the columns of files; the parameters are those of :func:`read_counts`."""
    read = read_counts(
        file, wanted, labels=labels, positive=positive, missing=missing, text=text, progress=progress,
        skip_bad=skip_bad,
    )  # fmt: skip
    tables = tables_of(read.counted, positive)
    return FileTables(tables, read.columns, read.left_out, **read.told)


def tables_of(counted: Counted, positive: str | None) -> Tables:
    """What was counted as tables, with the positive class that was asked for."""
    tables = Tables.from_counted(counted)
    return tables if positive is None else tables.with_positive(positive)
