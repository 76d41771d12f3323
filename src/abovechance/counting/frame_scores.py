"""Scores in frames of any library or engine: how many positive and negative items have each distinct score.

Of a lazy or remote frame the engine is asked which labels occur, and then for the number of items of each
score and class. It neither sorts nor adds up along the scores: that would move all items to one machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.counting.encode import encode
from abovechance.counting.frame_values import Kind, labels_in, mark
from abovechance.counting.frames import (
    as_frame,
    distinct_rows,
    fetched,
    frame_columns,
    own_names,
    require_columns,
    some_rows,
)
from abovechance.counting.scored import MOST_CLASSES, two_classes
from abovechance.counting.scores import checked_scores, missing_scores
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.counting.files.scores import ScoreColumns
    from abovechance.labels import Label

    Missing = Literal["error", "drop"]

MOST_SCORES = 2**24
"""So many scores, each with a class and a group, come back; a curve of more is made of bins."""

TRUTH, SCORE, REAL = "truth", "score", "is positive"
_LACKING = "lacks a score"
_WEIGHT = "weight"


@dataclass(frozen=True, eq=False)
class AskedScores:
    """A lazy frame of scores, and what is known of its classes.

    Attributes
    ----------
    frame
        The column of scores, null where a score or a label is missing; 1 for a positive item and 0 for a
        negative one; and columns of groups and of weights, all under names of our own.
    positive, negative
        What the classes are called; the negative one is a tuple if it is made of several labels.
    items, left_out
        How many items have a label and a score, and how many have not.
    """

    frame: nw.LazyFrame[Any]
    positive: Label
    negative: Label
    items: int
    left_out: int


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """How many positive and negative items have each score; a score may have several rows.

    Attributes
    ----------
    scores : ndarray
        NaN in rows of items that are left out.
    positives, negatives : ndarray
        Numbers of items, or sums of weights.
    groups
        A column of labels for each column of groups, by its name.
    """

    scores: NDArray[np.float64]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    groups: Mapping[str, Any]


def ask_scores(
    frame: nw.LazyFrame[Any],
    truth: str,
    score: str,
    *,
    positive: Label | None = None,
    by: Sequence[str] = (),
    weights: str | None = None,
    missing: Missing = "error",
    as_text: bool = False,
) -> AskedScores:
    """Find the classes of a lazy frame of scores.

    Parameters
    ----------
    frame
        As narwhals sees it.
    truth, score, by, weights
        The names of columns.
    positive, missing
        As of :func:`abovechance.counting.scored.pair_scores`.
    as_text
        Whether labels are the text that they would be in a file.
    """
    if missing not in ("error", "drop"):
        raise InputError(f"missing must be 'error' or 'drop', not {missing!r}")
    own = {TRUTH: truth, SCORE: score} | {f"group {i}": name for i, name in enumerate(by)}
    own |= {} if weights is None else {_WEIGHT: weights}
    require_columns(frame, own.values())
    asked = own_names(frame, own)
    _require_numeric(asked, score)
    classes = _classes(asked, truth, positive, missing, as_text=as_text)
    return AskedScores(_marked(asked, classes), *classes[1:])


def count_scores(
    asked: AskedScores, by: Sequence[str] = (), *, weights: str | None = None, most: int = MOST_SCORES
) -> ScoreCounts | None:
    """Ask for the number of items of each score and class; None if more than ``most`` rows came back."""
    import narwhals.stable.v2 as nw

    groups = [f"group {i}" for i in range(len(by))]
    weight = None if weights is None else _WEIGHT
    rows = some_rows(asked.frame, [SCORE, REAL, *groups], weight, limit=most + 1)
    scores = checked_scores(rows.values[SCORE])
    if len(scores) > most:
        return None
    amount: Any = rows.times if weight is None else rows.weights
    real = np.asarray(nw.from_native(rows.values[REAL], series_only=True).to_numpy()) == 1
    return ScoreCounts(
        scores + 0.0,  # there is one zero
        np.where(real, amount, 0),
        np.where(real, 0, amount),
        {name: rows.values[own] for name, own in zip(by, groups, strict=True)},
    )


def _require_numeric(frame: nw.LazyFrame[Any], name: str) -> None:
    import narwhals.stable.v2 as nw

    dtype = frame.collect_schema()[SCORE]
    if not (dtype.is_numeric() or dtype == nw.Boolean):
        raise InputError(f"the column {name!r} must be numbers, got {dtype}: give scores, not labels")


def _classes(
    frame: nw.LazyFrame[Any], truth: str, positive: Label | None, missing: str, *, as_text: bool
) -> tuple[list[Any], Label, Label, int, int]:
    """The labels of positive items as the engine has them; what the classes are called; numbers of items."""
    import narwhals.stable.v2 as nw

    asked = frame.select(nw.col(TRUTH).alias(truth), Kind.of(frame, SCORE).lacking(SCORE).alias(_own(truth)))
    rows = distinct_rows(asked, [truth, _own(truth)], most=2 * MOST_CLASSES + 2)
    typed = nw.from_native(rows.values[truth], series_only=True)
    times = np.zeros(0, np.int64) if rows.times is None else rows.times
    if not len(times):
        raise InputError("truth and scores are empty: there is nothing to rank")
    column = encode(_texts(typed, truth) if as_text else rows.values[truth], "truth", MOST_CLASSES)
    unscored = np.asarray(nw.from_native(rows.values[_own(truth)], series_only=True).to_numpy()) == 1
    kept = ~(column.is_missing | unscored)
    if missing == "error" and not kept.all():
        unlabelled = int(times[column.is_missing].sum())
        if unlabelled:
            raise InputError(
                f"truth has {unlabelled} missing values: say missing='drop' to leave such items out"
            )
        raise missing_scores(int(times[unscored].sum()))
    if not kept.any():
        raise InputError("every item lacks a label or a score: with missing='drop' there is nothing left")
    real, good, bad = two_classes(column.only(kept), positive)
    labels = typed.to_list()
    mine = list(dict.fromkeys(labels[i] for i in np.flatnonzero(kept)[real]))
    return mine, good, bad, int(times[kept].sum()), int(times[~kept].sum())


def _own(name: str) -> str:
    """A name for our own column beside one of this name."""
    return f"{name} {_LACKING}"


def _texts(column: nw.Series[Any], name: str) -> list[str | None]:
    """The text of each label, None where one is missing."""
    from abovechance.counting.engines.texts import label_texts

    return [text or None for text in label_texts(column.to_native(), name)]


def _marked(frame: nw.LazyFrame[Any], classes: tuple[list[Any], Label, Label, int, int]) -> nw.LazyFrame[Any]:
    """The frame with a mark for positive items, and without the scores of items that are left out."""
    import narwhals.stable.v2 as nw

    labels, *_, left_out = classes
    others = [name for name in frame.collect_schema().names() if name not in (TRUTH, SCORE)]
    score = nw.col(SCORE)
    if Kind.of(frame, SCORE).dtype.is_float():
        score = score + 0.0  # Arrow tells -0.0 from 0.0
    if left_out:
        score = nw.when(Kind.of(frame, TRUTH).lacking(TRUTH) == 0).then(score)
    conditions = [nw.col(TRUTH) == nw.lit(label) for label in labels]
    real = mark(reduce(or_, conditions)) if conditions else nw.lit(0)
    return frame.select(score.alias(SCORE), real.alias(REAL), *(nw.col(name) for name in others))


def scores_of_frame(
    frame: Any,
    truth: str | None,
    scores: Sequence[str],
    *,
    weight: str | None = None,
    groups: Sequence[str] = (),
    missing: Missing = "error",
    name: str = "the frame",
    most: int = MOST_SCORES,
) -> ScoreColumns | None:
    """The items of a frame, column by column, as :func:`abovechance.counting.files.read_scores` reads a file.

    Of a lazy frame, rows that are alike come back once with their number; the items are in the order of
    their scores and labels, so that it does not matter in which order an engine sends them.

    Parameters
    ----------
    frame
        Any frame that narwhals knows, or a narwhals frame.
    truth, scores, weight, groups, missing
        As of ``read_scores``.
    name
        What messages call the frame.
    most
        None is returned of a lazy frame with more items.
    """
    import narwhals.stable.v2 as nw

    from abovechance.counting.files.scored_columns import Items, WantedColumns
    from abovechance.counting.files.scores import score_columns

    table = as_frame(frame)
    numbers = (*scores, *(() if weight is None else (weight,)))
    header = table.collect_schema().names()
    columns = WantedColumns(truth, tuple(groups), numbers).choose(header, name, len(header))
    if isinstance(table, nw.LazyFrame) and _length(table) > most:
        return None
    found = frame_columns(table, [*columns.labels, *columns.numbers], most=most)
    items = Items(
        [_places(found.values[label], label) for label in columns.labels],
        [checked_scores(found.values[number], repr(number)) for number in columns.numbers],
    )
    if found.times is not None:
        order = np.lexsort([*items.numbers, *(places for places, _ in items.labels)])
        rows = np.repeat(order, found.times[order])
        items = Items(
            [(places[rows], texts) for places, texts in items.labels],
            [column[rows] for column in items.numbers],
        )
    return score_columns(columns, items, weight=weight, missing=missing, name=name, found=truth is None)


def _length(frame: nw.LazyFrame[Any]) -> int:
    import narwhals.stable.v2 as nw

    return int(fetched(frame.select(nw.len().alias("n")))["n"].to_list()[0])


def _places(column: Any, name: str) -> tuple[NDArray[np.intp], list[str]]:
    """The positions of labels among their texts, -1 for none; and the texts, in order."""
    import narwhals.stable.v2 as nw

    series = nw.from_native(column, series_only=True)
    distinct = series.unique()
    text = dict(zip(labels_in(distinct), _texts(distinct, name), strict=True))
    coded = encode(column, f"column {name!r}", MOST_CLASSES)
    texts = sorted({label for label in text.values() if label is not None})
    place = {label: i for i, label in enumerate(texts)}
    places = np.array([place.get(text.get(label) or "", -1) for label in coded.labels], dtype=np.intp)
    return places[coded.codes.astype(np.intp) - coded.start], texts
