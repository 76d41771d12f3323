"""The columns of a comparison: truth, the answers of each system, clusters and weights.

They are taken from a file or a frame, checked, and coded as numbers.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.core.labels import Label, lacking, natural_order, quoted
from abovechance.intake.codes.coded import tabulate
from abovechance.intake.count import checked_labels
from abovechance.intake.frames.frame import frame_columns
from abovechance.intake.items import Masses, checked_items, checked_weights, class_order, settled
from abovechance.intake.missing import REFUSED, Missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.intake.codes.coded import Coded
    from abovechance.intake.files.reading import TextOptions

    Codes = NDArray[np.int64]

DENSE_KEYS = 2**20  # so many possible rows are counted in a table of all of them


def checked_numbers(counts: Column | None, weights: object, length: int) -> NDArray[np.float64]:
    """How many items each row stands for, and the weight of each of them, shape ``(n, 2)``."""
    numbers = np.ones((length, 2))
    if counts is not None:
        numbers[:, 0] = checked_items(counts, length)
    if weights is not None:
        numbers[:, 1] = checked_weights(weights, length)
    return numbers


def complete(
    columns: Mapping[str, Coded], numbers: NDArray[np.float64], missing: Missing
) -> tuple[list[Coded], NDArray[np.float64], int]:
    """The rows that stand for items with a weight and, if so wanted, with all labels; how many lack one."""
    live: NDArray[np.bool_] = np.asarray((numbers > 0).all(axis=1))
    if not live.any():
        raise InputError("no item has a count and a weight above zero: there is nothing to compare")
    if not live.all():
        columns = {name: column.only(live) for name, column in columns.items()}
        numbers = numbers[live]
    items = numbers[:, 0].astype(np.int64)
    coded, kept = settled(columns, missing, Masses(items, numbers[:, 0], numbers[:, 1]))
    return coded, np.column_stack((kept.weights, kept.squares)), kept.left_out  # type: ignore[arg-type]


def counted_first(
    columns: list[Coded], numbers: NDArray[np.float64]
) -> tuple[list[Coded], NDArray[np.float64]]:
    """The distinct rows and how many items they stand for, if a table of all possible rows is small."""
    if math.prod(len(column.labels) for column in columns) > DENSE_KEYS:
        return columns, numbers
    table = tabulate(columns, None if (numbers[:, 0] == 1).all() else numbers[:, 0])
    cells = np.nonzero(table)
    counted = np.ones((len(cells[0]), 2))
    counted[:, 0] = table[cells]
    return [
        replace(column, codes=code, start=0) for column, code in zip(columns, cells, strict=True)
    ], counted


def classes(columns: Mapping[str, Coded], labels: Sequence[Label] | None) -> tuple[Label, ...]:
    """The classes wanted, or the scale that the columns declare, or all that occur."""
    seen = dict.fromkeys(label for column in columns.values() for label in column.compact().labels)
    if labels is None:
        return class_order(seen, columns)
    wanted = checked_labels(labels)
    unknown = natural_order(label for label in seen if label not in set(wanted))
    if unknown:
        raise InputError(
            f"labels must name every class: {quoted(unknown)} occurs and is not among "
            f"{lacking(unknown[0], wanted)}"
        )
    return wanted


def positions(column: Coded, classes: tuple[Label, ...]) -> Codes:
    """The position of each item's label among the classes."""
    where = {label: i for i, label in enumerate(classes)}
    table = np.array([where.get(label, 0) for label in column.labels], dtype=np.int64)
    return table[column.codes.astype(np.intp) - column.start]


def cluster_codes(column: Coded) -> Codes:
    """The number of each item's cluster; there must be two or more."""
    names = tuple(column.compact().labels)
    if len(names) < 2:
        raise InputError("all items are in one cluster: a comparison needs two or more")
    return positions(column, names)


def file_answers(
    file: Any,
    truth: str,
    predictions: Sequence[str],
    *,
    by: Sequence[str] = (),
    missing: Missing = REFUSED,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
    threshold: float | None = None,
    counts: str | None = None,
    weights: str | None = None,
    clusters: str | None = None,
    **text: Unpack[TextOptions],
) -> dict[str, Any]:
    """The distinct rows of a file, by the arguments they are for, and its classes as ``labels``."""
    from abovechance.intake.files.readers.combinations import read_answers
    from abovechance.intake.files.reading import Reading, TextFormat

    reading = Reading(missing, TextFormat(**text))
    # Items of one pattern that weigh differently are patterns of their own.
    apart = (*by, *(() if weights is None else (weights,)))
    read = read_answers(
        file, truth, _column_names(predictions), reading, cluster=clusters, weight=weights,
        count=counts, by=apart, threshold=threshold, labels=labels, positive=positive,
    )  # fmt: skip
    warn(read.warnings)
    number = reading.text.number
    columns: dict[str, Any] = {
        "truth": read.truth[1],
        "predictions": read.systems,
        "counts": read.counts,
        "clusters": read.clusters,
        "weights": None if weights is None else [float(number(x)) for x in read.groups[weights]],
        "labels": read.classes,
        "left_out": read.left_out,
    }
    return columns | ({"by": {name: read.groups[name] for name in by}} if by else {})


def frame_answers(
    frame: Any,
    truth: str,
    predictions: Sequence[str],
    *,
    by: Sequence[str] = (),
    missing: Missing = REFUSED,  # noqa: ARG001 - as of file_answers: a frame keeps what is missing
    **named: str | None,
) -> dict[str, Any]:
    """The columns of a frame, or the distinct rows that its engine counts, by the arguments they are for."""
    systems, others = _column_names(predictions), {x: y for x, y in named.items() if y and x != "counts"}
    found = frame_columns(frame, [truth, *systems, *others.values(), *by], count=named["counts"])
    columns: dict[str, Any] = {x: found.values[others[x]] if x in others else None for x in named}
    answers = {name: found.values[name] for name in systems}
    columns |= {"truth": found.values[truth], "predictions": answers, "counts": found.times}
    return columns | ({"by": {name: found.values[name] for name in by}} if by else {})


def _column_names(predictions: Sequence[str]) -> list[str]:
    if isinstance(predictions, str) or not all(isinstance(name, str) for name in predictions):
        raise InputError("with data=, predictions is a list of the names of the systems' columns")
    if len(set(predictions)) < len(predictions):
        raise InputError(f"predictions names a column twice: {quoted(predictions)}")
    return list(predictions)
