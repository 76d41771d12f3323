"""A column of labels and one of scores: which items are positive, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.core.labels import is_guess, larger_of, offered, quoted
from abovechance.intake import limits
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.rank import checked_scores, precision_of
from abovechance.intake.items import (
    Masses,
    class_order,
    common_length,
    encode_groups,
    group_order,
    joined,
    other_order,
    ranked_rows,
    taken,
)
from abovechance.intake.missing import REFUSED, Missing, nothing_left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded


@dataclass(frozen=True, eq=False)
class Scored:
    """Items that are known to be positive or negative, each with a score and perhaps a weight."""

    scores: NDArray[Any]  # the higher, the more positive
    is_positive: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    positive: Label
    negative: Label  # a tuple if it is made of several labels
    kept: NDArray[np.bool_] | None = None  # which of the items given these are, if some were left out
    counts: NDArray[np.int64] | None = None  # items of each row; None if each is one
    precision: str = "float64"  # see :func:`abovechance.intake.codes.rank.precision_of`
    positive_guessed: bool = False  # whether nobody named the positive class
    left_out: int = 0  # items that lack a value

    def only(self, rows: NDArray[np.bool_]) -> Scored:
        """Those at the rows, of all items given, where the mask is true."""
        mine = rows if self.kept is None else rows[self.kept]
        weights, counts = taken(self.weights, mine), taken(self.counts, mine)
        return replace(
            self, scores=self.scores[mine], is_positive=self.is_positive[mine], weights=weights, counts=counts
        )

    @property
    def masses(self) -> Masses:
        """What each row stands for."""
        return Masses.of(self.counts, self.weights, len(self.scores))


def split_by(
    by: object, used: NDArray[np.bool_], missing: Missing
) -> Iterator[tuple[Label, NDArray[np.bool_]]]:
    """The groups in order, at least one, with a mask of those of their items that are used.

    Items that lack a group are an error or left out.
    """
    _, columns = encode_groups(by, missing)
    common_length({"truth": used, **columns})
    kept = missing.kept({name: column.is_missing for name, column in columns.items()})
    used = used if kept is None else used & kept
    if not used.any():
        raise nothing_left()
    axis = joined(list(columns.values()))
    for i in group_order(axis.labels, list(columns.values())):
        rows = used & np.equal(axis.codes, axis.start + i)
        if rows.any():
            yield axis.labels[i], rows


def pair_scores(
    truth: Column,
    scores: Column,
    *,
    positive: Label | None = None,
    weights: object = None,
    counts: object = None,
    missing: Missing | None = None,
) -> Scored:
    """Bring labels and scores together.

    Of two labels, the larger one in natural order is positive by default; of more, the positive
    one must be named and all others are negative.
    """
    missing = missing or Missing.of_scores()
    warn(other_order(truth, {"scores": scores}))
    column = encode(truth, "truth", limits.MOST_LABELS, missing.codes)
    values = checked_scores(scores, codes=missing.codes)
    length = common_length({"truth": column, "scores": values})
    if not length:
        raise InputError("truth and scores are empty: there is nothing to rank")
    gaps = {"truth": column.is_missing, "scores": np.isnan(values)}
    kept, heavy, times, left_out = ranked_rows(gaps, weights, counts, length, missing)
    if kept is not None:
        column, values = column.only(kept), values[kept]
    is_positive, good, bad = two_classes(column, positive)
    guess = positive is None and is_guess((good, bad))
    return Scored(values, is_positive, heavy, good, bad, kept, times, precision_of(scores), guess, left_out)


def two_classes(column: Coded, positive: Label | None) -> tuple[NDArray[np.bool_], Label, Label]:
    """Which items of a coded column are positive, and the labels of the positive and the negative ones."""
    labels = _classes(column)
    warn(REFUSED.findings(labels))
    good = positive_of(labels, positive)
    others = [label for label in labels if label != good]
    if good not in column.labels:
        return np.zeros(len(column.codes), dtype=bool), good, others[0]
    code = column.start + list(column.labels).index(good)
    is_positive = np.equal(column.codes, code)
    bad = others[0] if len(others) == 1 else tuple(others) if others else "rest"
    return is_positive, column.labels[code - column.start], bad


def _classes(column: Coded) -> list[Label]:
    """The labels that occur, in their order, or both of a scale of two."""
    seen = {label for label in column.compact().labels if label is not None}
    scale = class_order(seen, {"truth": column})
    return list(scale) if len(scale) == 2 else [label for label in scale if label in seen]


def positive_of(labels: list[Label], positive: Label | None) -> Label:
    """The label that is positive: the one named, or the larger of two."""
    if positive is not None:
        if positive in labels or len(labels) == 1:
            return positive
        raise InputError(
            f"positive class {positive!r} is not in truth, whose labels are {offered(positive, labels)}"
        )
    if len(labels) == 2:
        return larger_of(tuple(labels))
    if len(labels) == 1:
        if isinstance(labels[0], bool):
            return True
        raise InputError(
            "truth has only one class, {label!r}: name the positive class with {argument}",
            argument="positive", label=labels[0],
        )  # fmt: skip
    raise InputError(
        "truth has {size} classes, {labels}: name the positive one with {argument}, and all others are "
        "negative; or give one column of scores for each class",
        argument="positive", size=len(labels), labels=quoted(labels),
    )  # fmt: skip
