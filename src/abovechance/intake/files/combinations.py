"""The combinations of labels in the columns of files, counted.

Read the answers of several systems to the same items: the patterns of truth and answers, counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.files.columns import Wanted, choose
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.tally import Tally, named, with_missing_last

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from abovechance.intake.codes.coded import Coded
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Files
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.stream import Progress
    from abovechance.intake.files.tally import Missing
    from abovechance.intake.files.text_rows import Delimited, Records


@dataclass(frozen=True, eq=False)
class FileTally:
    """The combinations of labels in files; how many were counted and which could not be read."""

    tally: Tally
    columns: Chosen
    files: int = 1
    skipped: tuple[Skipped, ...] = ()


def read_tally(
    file: Files,
    wanted: Wanted,
    *,
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> FileTally:
    """Count the combinations of labels in the columns of files; the parameters are those of the above."""

    def chosen(header: Sequence[str], name: str, own: int) -> Chosen:
        return choose(header, wanted, name, own)

    reader = Reader(chosen, _by_engine, _by_hand, ordered=False, counted=True)
    with files_read(file, reader, text=text, progress=progress, skip_bad=skip_bad) as found:
        tally = Tally.merged(found.results, found.columns).settled(found.columns)
    if not len(tally.counts):
        raise InputError(f"{found.name} has columns but no rows")
    return FileTally(tally, found.columns, found.files, found.skipped)


def _by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    from abovechance.intake.files.tally_engine import tally_by_engine

    return tally_by_engine(engine, asked, chosen)


def _by_hand(table: Delimited | Records, chosen: Chosen) -> Tally:
    return table.tally(chosen)


@dataclass(frozen=True, eq=False)
class Answers:
    """The patterns of a file: equal rows of truth, answers and cluster are one.

    Attributes
    ----------
    truth
        The name of the column of truth, and its labels.
    systems
        The labels of each system's column, by its name.
    clusters
        The cluster of each pattern, or None.
    counts
        How many items show the pattern.
    classes
        The order of the classes, or None for the natural one.
    left_out
        How many items were left out for a missing value.
    found
        Whether the column of truth was found by its usual names.
    files
        How many files were counted.
    skipped
        The files that could not be read and were left out.
    """

    truth: tuple[str, list[str]]
    systems: dict[str, list[str]]
    clusters: list[str] | None
    counts: NDArray[np.int64]
    classes: list[str] | None
    left_out: int
    found: bool
    files: int = 1
    skipped: tuple[Skipped, ...] = ()


def read_answers(
    file: Files,
    truth: str | None,
    predictions: Sequence[str],
    *,
    cluster: str | None = None,
    labels: Sequence[str] | None = None,
    missing: Missing = "error",
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> Answers:
    """Count the patterns in the columns of files.

    Parameters
    ----------
    file
        As of :func:`~abovechance.intake.files.tables.read_tables`.
    truth
        The column of true labels; without it, found by its usual names.
    predictions
        The column of each system.
    cluster
        The column that says which items belong together.
    labels, missing, text, progress, skip_bad
        As of :func:`~abovechance.intake.files.tables.read_tables`.
    """
    _require_distinct(truth, predictions)
    first, *others = predictions
    further = (*others, *(() if cluster is None else (cluster,)))
    limit = limits.MOST_LABELS if labels is None else None
    wanted = Wanted(truth, first, groups=further, systems=len(predictions), most_labels=limit)
    read = read_tally(file, wanted, text=text, progress=progress, skip_bad=skip_bad)
    chosen, tally = read.columns, read.tally
    _require_distinct(chosen.truth, predictions)
    # In an order of their own: what is drawn at random must not depend on how they were read.
    kept = tally.complete(chosen, missing).in_order()
    columns = 1 + len(predictions)
    if labels is not None:
        kept.require_among(labels, columns)
    real, *answers = (_texts(named(column)) for column in kept.columns)
    seen = {label for column in kept.columns[:columns] for label in column.labels}
    return Answers(
        truth=(chosen.truth, real),
        systems=dict(zip(predictions, answers, strict=False)),
        clusters=None if cluster is None else answers[-1],
        counts=kept.counts,
        classes=with_missing_last(seen, labels),
        left_out=tally.items - kept.items,
        found=chosen.found,
        files=read.files,
        skipped=read.skipped,
    )


def _texts(column: Coded) -> list[str]:
    return [column.labels[i] for i in column.codes.tolist()]


def _require_distinct(truth: str | None, predictions: Sequence[str]) -> None:
    for i, name in enumerate(predictions):
        if name in predictions[:i]:
            raise InputError(f"--prediction names the column {name!r} twice")
        if name == truth:
            raise InputError(f"--truth and --prediction both name the column {name!r}")
