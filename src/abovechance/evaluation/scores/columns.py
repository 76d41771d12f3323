"""Columns of scores as they are given: one, a mapping, a frame or an array; and the items that lack none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.core.labels import offered, quoted
from abovechance.intake.missing import nothing_left

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from abovechance.core.labels import Label
    from abovechance.intake.files.reading import Reading
    from abovechance.intake.missing import Missing


def named_columns(
    scores: Any, labels: Sequence[Any], classes: Sequence[Label] | None, positive: Label | None
) -> dict[Any, Any]:
    """The columns of scores by name; a single column is called score, those of an array after the classes."""
    if isinstance(scores, Mapping):
        return dict(scores)
    if getattr(scores, "columns", None) is not None:
        return {name: scores[name] for name in scores.columns}
    if np.ndim(scores) != 2:
        return {"score": scores}
    names, array = list(labels if classes is None else classes), np.asarray(scores)
    if array.shape[1] != len(names):
        raise InputError(
            "{argument} has {columns} columns for the classes {names}: give a column for each, or a mapping",
            argument="scores", columns=array.shape[1], names=quoted(names),
        )  # fmt: skip
    if len(names) == 2 and classes is None:
        # Of two columns of probabilities one tells all: that of the positive class, by default the larger
        # label.
        return {"score": array[:, names.index(positive) if positive in names else 1]}
    return {name: array[:, i] for i, name in enumerate(names)}


def names_of(columns: Any) -> list[Any]:
    """The names of columns, of which one may be given alone."""
    return [columns] if isinstance(columns, str) else list(columns)


def column_of(data: Any, name: Any) -> Any:
    """A column of a frame, or of a mapping of columns."""
    names = list(data) if isinstance(data, Mapping) else list(data.columns)
    if name not in names:
        raise InputError(
            "{argument} has no column {name}; it has {names}",
            argument="data", name=repr(name), names=offered(name, names),
        )  # fmt: skip
    return data[name]


def read_columns(
    file: str | PathLike[str],
    truth: str | None,
    scores: Sequence[str],
    reading: Reading,
    *,
    weights: str | None,
    counts: str | None,
    clusters: str | None,
    by: Sequence[str],
    positive: str | None,
) -> tuple[dict[str, Any], dict[Any, Any], int]:
    """The columns of a file by their names, and how many items lack a value; labels of files are text."""
    from abovechance.intake.files.readers.scores import read_scores

    groups = [*by, *([] if clusters is None or clusters in by else [clusters])]
    found = read_scores(
        file, truth, scores, reading, weight=weights, count=counts, groups=groups, positive=positive
    )
    warn(found.warnings)
    if len(scores) > 1 or weights is not None:  # what is drawn must not depend on where items were
        found = found.in_order()
    given = {
        "truth": found.truth[1],
        "weights": found.weights,
        "clusters": None if clusters is None else found.groups[clusters],
        "by": {name: found.groups[name] for name in by} or None,
    }
    return given, dict(found.scores), found.left_out


def is_missing(value: object) -> bool:
    """Whether a value stands for none."""
    return value is None or value == "" or value != value  # noqa: PLR0124 - NaN is not itself


def complete_items(
    given: dict[str, Any], columns: dict[Any, Any], missing: Missing
) -> tuple[dict[str, Any], dict[Any, Any], int]:
    """The items that lack neither truth nor any score, and how many do."""
    checked = [np.asarray(x, dtype=object) for x in (given["truth"], *columns.values())]
    gone = [np.array([is_missing(value) or value in missing.codes for value in x]) for x in checked]
    kept = ~np.any(gone, axis=0)
    if not kept.any():
        raise nothing_left()

    def left(column: object) -> Any:
        if column is None or isinstance(column, Mapping):
            return column and {name: np.asarray(x)[kept] for name, x in column.items()}
        return np.asarray(column)[kept]

    scores = {
        name: np.asarray([value for value, k in zip(x, kept, strict=True) if k], dtype=float)
        for name, x in columns.items()
    }
    return {name: left(x) for name, x in given.items()}, scores, int(np.count_nonzero(~kept))
