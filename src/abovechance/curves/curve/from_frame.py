"""Curves of data frames of any library or engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.curve.curve import Curve
from abovechance.curves.curve.curves import Curves
from abovechance.intake.frames.frame import as_frame, frame_columns
from abovechance.intake.frames.names import require_columns
from abovechance.intake.frames.scores import ask_scores, count_scores
from abovechance.intake.scores import split_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.frames.scores import AskedScores, Missing, ScoreCounts


def curves_from_frame(
    frame: Any, truth: str, scores: Sequence[str], *, by: Sequence[str] | None, **options: Any
) -> Curves:
    """A curve for each of several columns of scores."""
    if by is not None:
        raise InputError("give several systems or groups, not both: take one system at a time")
    if not scores:
        raise InputError("score is an empty list: give at least one column of scores")
    return Curves(
        "system", {name: Curve.from_frame(frame, truth=truth, score=name, **options) for name in scores}
    )


def curve_from_frame(
    frame: Any,
    truth: str,
    score: str,
    *,
    positive: Label | None,
    by: Sequence[str] | None,
    weights: str | None,
    counts: str | None,
    missing: Missing,
    most: int,
) -> Curve | Curves:
    """The curve of one column of scores, or a curve for each group; see :meth:`Curve.from_frame`."""
    import narwhals.stable.v2 as nw

    table = frame if isinstance(frame, Mapping) else as_frame(frame)
    if by is not None and not by:
        raise InputError("by is an empty list: name at least one column, or leave it out")
    numbers = [name for name in (weights, counts) if name is not None]
    require_columns(table, [truth, score, *(by or ()), *numbers])
    if not isinstance(table, nw.LazyFrame):
        found = frame_columns(table, [truth, score, *(by or ())], weights, counts)
        return Curve.from_scores(
            found.values[truth],
            found.values[score],
            positive=positive,
            weights=found.weights,
            counts=found.times,
            groups=None if by is None else {name: found.values[name] for name in by},
            missing=missing,
        )
    amounts: Any = {"weights": weights, "counts": counts}
    asked = ask_scores(table, truth, score, positive=positive, by=by or (), missing=missing, **amounts)
    found_scores = count_scores(asked, by or (), most=most, **amounts)
    if found_scores is None:
        raise InputError(
            f"{score!r} has more than {most:,} distinct scores: abovechance.curves.curve_of_frame counts "
            "them in bins, and says how far the area may be off"
        )
    if by is None:
        return curve_of_counts(asked, found_scores, slice(None))
    parts = split_by(found_scores.groups, ~np.isnan(found_scores.scores), missing)
    return Curves("group", {name: curve_of_counts(asked, found_scores, rows) for name, rows in parts})


def curve_of_counts(asked: AskedScores, counts: ScoreCounts, rows: slice | NDArray[np.bool_]) -> Curve:
    """The curve of some of the rows that an engine has counted."""
    scores = counts.scores[rows]
    kept = ~np.isnan(scores)
    squares = None
    if counts.positive_squares is not None and counts.negative_squares is not None:
        squares = counts.positive_squares[rows][kept], counts.negative_squares[rows][kept]
    curve = Curve.from_counts(
        scores[kept],
        counts.positives[rows][kept],
        counts.negatives[rows][kept],
        positive=asked.positive,
        negative=asked.negative,
        squares=squares,
    )
    return replace(curve, precision=counts.precision)
