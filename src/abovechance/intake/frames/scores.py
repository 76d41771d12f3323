"""Scores in frames of any library or engine: how many positive and negative items have each distinct score.

Of a lazy or remote frame the engine is asked which labels occur, and then for the number of items of each
score and class. It neither sorts nor adds up along the scores: that would move all items to one machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_guess, is_missing, is_number
from abovechance.intake import limits
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.rank import checked_scores, precision_of
from abovechance.intake.frames.columns import (
    Kind,
    equals,
    incomparable,
    mark,
    other_items,
    own_names,
    require_columns,
)
from abovechance.intake.frames.frame import distinct_rows, fetched, some_rows
from abovechance.intake.missing import Missing, nothing_left
from abovechance.intake.scores import two_classes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

MOST_SCORES = 2**24  # so many scores with class and group come back; a curve of more is made of bins

TRUTH, SCORE, REAL = "truth of the item", "score of the item", "item is positive"
_WEIGHT, _COUNT = "weight of the item", "items of the row"
_NO_SCORE = "lacks a score"


@dataclass(frozen=True, eq=False)
class AskedScores:
    """A lazy frame of scores, and what is known of its classes.

    The frame has, under names of our own, the score (null where it or the label is missing), 1 or 0 for a
    positive or negative item, groups and weights.
    """

    frame: nw.LazyFrame[Any]
    positive: Label
    negative: Label  # a tuple if it is made of several labels
    left_out: int  # items that have no label or no score
    items: tuple[int, int]  # how many of the others are positive, and how many negative
    positive_guessed: bool = False  # whether nobody named the positive class

    def require_all(self, positives: int, negatives: int) -> None:
        """Refuse numbers of items other than those known: the marks are wrong, or the frame has changed."""
        if positives + negatives != sum(self.items):
            raise other_items()
        if positives != self.items[0]:
            raise incomparable("labels")


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """How many positive and negative items, or what weight, each score has, maybe in several rows."""

    scores: NDArray[np.float64]  # NaN in rows of items that are left out
    positives: NDArray[Any]
    negatives: NDArray[Any]
    groups: Mapping[str, Any]  # labels by column of groups
    positive_squares: NDArray[np.float64] | None = None  # sums of squared weights
    negative_squares: NDArray[np.float64] | None = None
    precision: str = "float64"  # see :func:`abovechance.intake.codes.rank.precision_of`


def ask_scores(
    frame: nw.LazyFrame[Any],
    truth: str,
    score: str,
    *,
    positive: Label | None = None,
    by: Sequence[str] = (),
    weights: str | None = None,
    counts: str | None = None,
    missing: Missing | None = None,
    as_text: bool = False,
) -> AskedScores:
    """Find the classes of a lazy frame of scores, ``as_text`` by what labels would be in a file."""
    missing = missing or Missing.of_scores()
    own = {TRUTH: truth, SCORE: score} | dict(zip(_groups(by), by, strict=True))
    own |= {name: column for name, column in ((_WEIGHT, weights), (_COUNT, counts)) if column is not None}
    require_columns(frame, own.values())
    asked = own_names(frame, own)
    _require_numeric(asked, score)
    asked = _without_codes(asked, missing)
    classes = _classes(asked, truth, positive, missing, as_text=as_text, counts=counts)
    return AskedScores(
        _marked(asked, classes),
        classes.positive,
        classes.negative,
        classes.left_out,
        classes.items,
        positive is None and is_guess((classes.positive, classes.negative)),
    )


def count_scores(
    asked: AskedScores,
    by: Sequence[str] = (),
    *,
    weights: str | None = None,
    counts: str | None = None,
    most: int = MOST_SCORES,
) -> ScoreCounts | None:
    """Ask for the number of items of each score and class; None if more than ``most`` rows came back."""
    import narwhals.stable.v2 as nw

    rows = some_rows(
        asked.frame,
        [SCORE, REAL, *_groups(by)],
        None if weights is None else _WEIGHT,
        None if counts is None else _COUNT,
        limit=most + 1,
        said={_WEIGHT: weights or "", _COUNT: counts or ""},
    )
    scores = checked_scores(rows.values[SCORE])
    if len(scores) > most:
        return None
    items, kept = np.asarray(rows.times), ~np.isnan(scores)
    amount: Any = items if weights is None else rows.weights
    real = np.asarray(nw.from_native(rows.values[REAL], series_only=True).to_numpy()) == 1
    asked.require_all(int(items[kept & real].sum()), int(items[kept & ~real].sum()))
    squares = rows.squares
    return ScoreCounts(
        scores + 0.0,  # there is one zero
        np.where(real, amount, 0),
        np.where(real, 0, amount),
        {name: rows.values[own] for name, own in zip(by, _groups(by), strict=True)},
        None if squares is None else np.where(real, squares, 0.0),
        None if squares is None else np.where(real, 0.0, squares),
        precision_of(rows.values[SCORE]),
    )


def _groups(by: Sequence[str]) -> list[str]:
    return [f"group {i} of the item" for i in range(len(by))]


def _require_numeric(frame: nw.LazyFrame[Any], name: str) -> None:
    import narwhals.stable.v2 as nw

    dtype = frame.collect_schema()[SCORE]
    if not (dtype.is_numeric() or dtype == nw.Boolean):
        if not len(fetched(frame.head(1))):
            raise InputError("truth and scores are empty: there is nothing to rank")
        raise InputError(f"the column {name!r} must be numbers, got {dtype}: give scores, not labels")


def _one_of(column: str, values: list[Any]) -> nw.Expr:
    """Whether a value is among some."""
    return reduce(or_, [equals(column, value, "labels") for value in values])


def _without_codes(frame: nw.LazyFrame[Any], missing: Missing) -> nw.LazyFrame[Any]:
    """The frame without the scores that stand for a missing one."""
    import narwhals.stable.v2 as nw

    numbers = [code for code in missing.codes if is_number(code)]
    if not numbers:
        return frame
    return frame.with_columns(nw.when(mark(_one_of(SCORE, numbers)) == 0).then(nw.col(SCORE)).alias(SCORE))


@dataclass(frozen=True)
class _Classes:
    """The labels of positive items and those that are no labels, as the engine has them; what is known."""

    real: list[Any]
    absent: list[Any]
    positive: Label
    negative: Label
    left_out: int
    items: tuple[int, int]


def _classes(
    frame: nw.LazyFrame[Any],
    truth: str,
    positive: Label | None,
    missing: Missing,
    *,
    as_text: bool,
    counts: str | None,
) -> _Classes:
    """Ask which labels there are, with and without a score, and which of them are positive."""
    import narwhals.stable.v2 as nw

    asked = frame.select(
        nw.col(TRUTH).alias(truth),
        Kind.of(frame, SCORE).lacking(SCORE).alias(_own(truth)),
        *(() if counts is None else (nw.col(_COUNT).alias(_number_of(truth)),)),
    )
    number = None if counts is None else _number_of(truth)
    rows = some_rows(
        asked, [truth, _own(truth)], None, number, limit=2 * limits.MOST_LABELS + 3,
        said={_number_of(truth): counts or ""},
    )  # fmt: skip
    if len(rows.times) > 2 * limits.MOST_LABELS + 2:
        # Asked for its refusal, which says what there is too much of.
        rows = distinct_rows(asked, [truth, _own(truth)], most=2 * limits.MOST_LABELS + 2)
    typed, lacking = (nw.from_native(column, series_only=True) for column in rows.values.values())
    times = np.asarray(rows.times)
    if not len(times):
        raise InputError("truth and scores are empty: there is nothing to rank")
    column = encode(
        _texts(typed, truth) if as_text else typed.to_native(), "truth", limits.MOST_LABELS, missing.codes
    )
    unscored = np.asarray(lacking.to_numpy()) == 1
    kept = missing.kept({"truth": column.is_missing, "scores": unscored}, times)
    kept = np.ones(len(times), dtype=bool) if kept is None else kept
    if not kept.any():
        raise nothing_left()
    is_positive, good, bad = two_classes(column.only(kept), positive)
    labels = typed.to_list()
    real = dict.fromkeys(labels[i] for i in np.flatnonzero(kept)[is_positive])
    absent = dict.fromkeys(labels[i] for i in np.flatnonzero(column.is_missing))
    return _Classes(
        list(real),
        [label for label in absent if isinstance(label, str) or not is_missing(label)],
        good,
        bad,
        int(times[~kept].sum()),
        (int(times[kept][is_positive].sum()), int(times[kept][~is_positive].sum())),
    )


def _own(name: str) -> str:
    """A name for our own column beside one of this name."""
    return f"{name} {_NO_SCORE}"


def _number_of(name: str) -> str:
    """A name for the numbers of items beside a column of this name."""
    return f"{name} {_COUNT}"


def _texts(column: nw.Series[Any], name: str) -> list[str | None]:
    """The text of each label, None where one is missing."""
    from abovechance.intake.engines.spark_table import label_texts

    return [text or None for text in label_texts(column.to_native(), name)]


def _marked(frame: nw.LazyFrame[Any], classes: _Classes) -> nw.LazyFrame[Any]:
    """The frame with a mark for positive items, and without the scores of items that have no label."""
    import narwhals.stable.v2 as nw

    others = [name for name in frame.collect_schema().names() if name not in (TRUTH, SCORE)]
    score = nw.col(SCORE)
    if Kind.of(frame, SCORE).dtype.is_float():
        score = score + 0.0  # Arrow tells -0.0 from 0.0
    if classes.left_out:
        score = nw.when(Kind.of(frame, TRUTH).lacking(TRUTH) == 0).then(score)
    if classes.absent:
        score = nw.when(mark(_one_of(TRUTH, classes.absent)) == 0).then(score)
    real = mark(_one_of(TRUTH, classes.real)) if classes.real else nw.lit(0)
    return frame.select(score.alias(SCORE), real.alias(REAL), *(nw.col(name) for name in others))
