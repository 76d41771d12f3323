"""Tables of the labels in the columns of files, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.files.combinations import read_tally
from abovechance.intake.files.format import PLAIN
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.count import Counted
    from abovechance.intake.files.columns import Chosen, Wanted
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Files
    from abovechance.intake.files.stream import Progress
    from abovechance.intake.files.tally import Missing


@dataclass(frozen=True, eq=False)
class FileTables:
    """What was counted in files.

    Attributes
    ----------
    tables
        The tables.
    columns
        The columns that were read.
    left_out
        How many items were left out for a missing value.
    files
        How many files were counted.
    skipped
        The files that could not be read and were left out.
    """

    tables: Tables
    columns: Chosen
    left_out: int
    files: int = 1
    skipped: tuple[Skipped, ...] = ()


def read_tables(
    file: Files,
    wanted: Wanted,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
    missing: Missing = "error",
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> FileTables:
    """Count the labels in the columns of files.

    Parameters
    ----------
    file
        A CSV, TSV, JSON lines, Parquet or Arrow file, plain or compressed, or ``-`` for standard input; a
        pattern such as ``"predictions/*.parquet"`` or ``"**/*.csv"``; a directory, for all such files below
        it; or several of these. A folder such as ``site=A`` names a column and its value.
    wanted
        The columns; those not named are found by their usual names.
    labels, positive, missing
        As for :meth:`Tables.from_labels`. Labels are text, whatever the file.
    text
        How text is to be read.
    progress
        Called with the share that has been read.
    skip_bad
        Whether a file of several that cannot be read is left out, and not an error.
    """
    if labels is None:
        wanted = replace(wanted, most_labels=limits.MOST_LABELS)
    read = read_tally(file, wanted, text=text, progress=progress, skip_bad=skip_bad)
    if labels is None:
        read.tally.refuse_measurements()
    counted, left_out = read.tally.table(read.columns, labels=labels, missing=missing)
    return FileTables(tables_of(counted, positive), read.columns, left_out, read.files, read.skipped)


def tables_of(counted: Counted, positive: str | None) -> Tables:
    """What was counted as tables, with the positive class that was asked for."""
    tables = Tables.from_counted(counted)
    return tables if positive is None else with_positive(tables, positive)


def with_positive(tables: Tables, label: str) -> Tables:
    """The tables with a positive class, if there are two classes and it is one of them."""
    if len(tables.labels) != 2:
        raise InputError(
            f"--positive needs two classes, there are {len(tables.labels)}: leave it out, "
            "each class is reported against the rest"
        )
    return tables.with_positive(label)
