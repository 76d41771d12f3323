"""Read the labels in the columns of files, whatever their format, and count them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from abovechance.counting import limits
from abovechance.counting.files.choose import choose
from abovechance.counting.files.many import Reader, files_read
from abovechance.counting.files.tally import Tally
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.counting.files.asked import Asked
    from abovechance.counting.files.choose import Chosen, Wanted
    from abovechance.counting.files.delimited import Delimited
    from abovechance.counting.files.engine import Engine
    from abovechance.counting.files.faults import Skipped
    from abovechance.counting.files.located import Files
    from abovechance.counting.files.records import Records
    from abovechance.counting.files.streams import Progress
    from abovechance.counting.files.tally import Missing
    from abovechance.tables import Tables


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


@dataclass(frozen=True, eq=False)
class FileTally:
    """The combinations of labels in files; the other attributes are those of :class:`FileTables`."""

    tally: Tally
    columns: Chosen
    files: int = 1
    skipped: tuple[Skipped, ...] = ()


def read_tables(
    file: Files,
    wanted: Wanted,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
    missing: Missing = "error",
    encoding: str | None = None,
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
    encoding
        Of text; without it UTF-8, or what a byte order mark says.
    progress
        Called with the share that has been read.
    skip_bad
        Whether a file of several that cannot be read is left out, and not an error.
    """
    if labels is None:
        wanted = replace(wanted, most_labels=limits.MOST_LABELS)
    read = read_tally(file, wanted, encoding=encoding, progress=progress, skip_bad=skip_bad)
    if labels is None:
        read.tally.refuse_measurements()
    tables, left_out = read.tally.tables(read.columns, labels=labels, positive=positive, missing=missing)
    return FileTables(tables, read.columns, left_out, read.files, read.skipped)


def read_tally(
    file: Files,
    wanted: Wanted,
    *,
    encoding: str | None = None,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> FileTally:
    """Count the combinations of labels in the columns of files; the parameters are those of the above."""

    def chosen(header: Sequence[str], name: str, own: int) -> Chosen:
        return choose(header, wanted, name, own)

    reader = Reader(chosen, _by_engine, _by_hand, ordered=False, counted=True)
    with files_read(file, reader, encoding=encoding, progress=progress, skip_bad=skip_bad) as found:
        tally = Tally.merged(found.results, found.columns).settled(found.columns)
    if not len(tally.counts):
        raise InputError(f"{found.name} has columns but no rows")
    return FileTally(tally, found.columns, found.files, found.skipped)


def _by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    from abovechance.counting.files.tally_engine import tally_by_engine

    return tally_by_engine(engine, asked, chosen)


def _by_hand(table: Delimited | Records, chosen: Chosen) -> Tally:
    return table.tally(chosen)
