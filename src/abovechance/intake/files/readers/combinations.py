"""The combinations of labels in the columns of files, counted: those of one system, or of several."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from abovechance.core.errors import Argument, InputError, InputWarning
from abovechance.intake import limits
from abovechance.intake.files.columns import Wanted, both_name, choose, require_once
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.readers.tally import Tally, named, tally_by_engine, with_missing_last
from abovechance.intake.files.reading import AS_USUAL, Read, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from abovechance.intake.codes.coded import Coded
    from abovechance.intake.count import Counted
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.reader import Files


@dataclass(frozen=True, eq=False)
class FileTally(Read):
    """The combinations of labels in files."""

    tally: Tally
    columns: Chosen


def read_tally(
    file: Files,
    wanted: Wanted,
    reading: Reading = AS_USUAL,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
) -> FileTally:
    """Count the combinations of labels in files; the parameters are those of :func:`read_counts`."""

    def chosen(header: Sequence[str], name: str, own: int) -> Chosen:
        return choose(header, wanted, name, own)

    asked = [*(labels or ()), *([] if positive is None else [positive])]
    reader = Reader(chosen, tally_by_engine, ordered=False, counted=True)
    with files_read(file, reader, reading) as found:
        columns = found.columns
        tally, said = Tally.merged(found.results, columns).settled(columns, asked)
    if not len(tally.counts):
        raise InputError(f"{found.name} has columns but no rows")
    decided = tally.decided(columns, positive)
    warnings = (*said, *_warnings(decided, columns, reading))
    return FileTally(decided, columns, **found.told | {"warnings": warnings})


def _warnings(tally: Tally, columns: Chosen, reading: Reading) -> list[InputWarning]:
    """Warnings of likely mistakes: a header that is an item, numbers as labels, codes of missing values."""
    classes = [set(column.labels) - {None} for column in tally.columns[: 1 + columns.systems]]
    if reading.text.header and all(
        name in labels for name, labels in zip(columns.classes, classes, strict=True)
    ):
        first = " and ".join(map(repr, columns.classes))
        if columns.guessed:
            raise InputError(
                "the first line is taken as the names of columns, and {first} are labels of items, too: say "
                "{none} if the file does not name its columns, or name them with {truth} and {prediction}",
                first=first, none=Argument("header", value=False), truth=Argument("truth"),
                prediction=Argument("prediction"),
            )  # fmt: skip
        return [
            InputWarning(
                "the columns {first} are called like labels of items: say {none} if the first line is one",
                first=first,
                none=Argument("header", value=False),
            )
        ]
    probabilities = [
        finding
        for name, labels in zip(columns.classes[1:], classes[1:], strict=True)
        for finding in (
            *limits.probabilities(f"the column {name!r}", labels - classes[0]),
            *limits.decimal_commas(f"the column {name!r}", labels - classes[0]),
        )
    ]
    return [*probabilities, *reading.missing.findings(set().union(*classes))]


@dataclass(frozen=True, eq=False)
class FileCounts(Read):
    """What was counted in files."""

    counted: Counted
    columns: Chosen


def read_counts(
    file: Files,
    wanted: Wanted,
    reading: Reading = AS_USUAL,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
) -> FileCounts:
    """Count the labels in the columns of files; labels are text, whatever the file.

    A file is a name, ``-`` for standard input, a pattern such as ``"**/*.csv"``, a directory for all files
    below it, or several of these. A folder such as ``site=A`` names a column and its value. ``positive`` is
    the positive class of decisions by a threshold.
    """
    if labels is None:
        wanted = replace(wanted, most_labels=limits.MOST_LABELS)
    read = read_tally(file, wanted, reading, labels=labels, positive=positive)
    if labels is None:
        read.tally.refuse_measurements()
    counted = read.tally.table(read.columns, labels=labels, on_missing=reading.missing.policy)
    return FileCounts(counted, read.columns, **read.told)


@dataclass(frozen=True, eq=False)
class Answers(Read):
    """The patterns of a file: equal rows of truth, answers and cluster are one."""

    truth: tuple[str, list[str]]  # the name of the column, and its labels
    systems: dict[str, list[str]]
    clusters: list[str] | None
    counts: NDArray[np.int64]  # how many items show the pattern
    classes: list[str] | None  # in order; None for the natural one
    left_out: int  # items that lack a value
    found: bool  # whether the column of truth was found by its usual names
    weights: NDArray[np.float64] | None = None  # summed over the items of each pattern
    squares: NDArray[np.float64] | None = None
    groups: dict[str, list[str]] = field(default_factory=dict)  # by the names of the columns of groups


def read_answers(
    file: Files,
    truth: str | None,
    predictions: Sequence[str],
    reading: Reading = AS_USUAL,
    *,
    cluster: str | None = None,
    weight: str | None = None,
    count: str | None = None,
    by: Sequence[str] = (),
    threshold: float | None = None,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
) -> Answers:
    """Count the patterns in the columns of files, which are those of :func:`read_counts`.

    With a ``threshold`` predictions are numbers; those that reach it decide for the positive class.
    """
    _require_distinct(truth, predictions)
    first, *others = predictions
    further = (*others, *by, *(() if cluster is None else (cluster,)))
    limit = limits.MOST_LABELS if labels is None else None
    wanted = Wanted(truth, first, weight, further, len(predictions), limit, count=count, threshold=threshold)
    read = read_tally(file, wanted, reading, labels=labels, positive=positive)
    chosen, tally = read.columns, read.tally
    _require_distinct(chosen.truth, predictions)
    # In an order of their own: what is drawn at random must not depend on how they were read.
    kept = tally.complete(chosen, reading.missing.policy).in_order()
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
        **read.told,
        weights=kept.weights,
        squares=kept.squares,
        groups=dict(zip(by, answers[len(predictions) :], strict=False)),
    )


def _texts(column: Coded) -> list[str]:
    return [column.labels[i] for i in column.codes.tolist()]


def _require_distinct(truth: str | None, predictions: Sequence[str]) -> None:
    require_once(predictions)
    if truth in predictions:
        raise both_name("prediction", str(truth))
