"""The scores of data frames of any library or engine, on their way to a curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.frames.columns import require_columns
from abovechance.intake.frames.frame import Columns, as_frame, frame_columns
from abovechance.intake.frames.scores import AskedScores, ScoreCounts, ask_scores, count_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing


class CountedScores(NamedTuple):
    """What an engine was asked for, and what it has counted."""

    asked: AskedScores
    counts: ScoreCounts

    def columns(self, rows: slice | NDArray[np.bool_]) -> dict[str, Any]:
        """Some of the rows, as :meth:`Curve.from_counts` takes them."""
        counts, squares = self.counts, None
        kept = ~np.isnan(counts.scores[rows])
        if counts.positive_squares is not None and counts.negative_squares is not None:
            squares = counts.positive_squares[rows][kept], counts.negative_squares[rows][kept]
        return {
            "scores": counts.scores[rows][kept],
            "positives": counts.positives[rows][kept],
            "negatives": counts.negatives[rows][kept],
            "positive": self.asked.positive,
            "negative": self.asked.negative,
            "squares": squares,
        }


def frame_scores(
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
) -> Columns | CountedScores:
    """The columns of a frame in memory, or what the engine of a lazy one counts."""
    import narwhals.stable.v2 as nw

    table = frame if isinstance(frame, Mapping) else as_frame(frame)
    if by is not None and not by:
        raise InputError("by is an empty list: name at least one column, or leave it out")
    numbers = [name for name in (weights, counts) if name is not None]
    require_columns(table, [truth, score, *(by or ()), *numbers])
    if not isinstance(table, nw.LazyFrame):
        return frame_columns(table, [truth, score, *(by or ())], weights, counts)
    amounts: Any = {"weights": weights, "counts": counts}
    asked = ask_scores(table, truth, score, positive=positive, by=by or (), missing=missing, **amounts)
    found = count_scores(asked, by or (), most=most, **amounts)
    if found is None:
        raise InputError(
            f"{score!r} has more than {most:,} distinct scores: abovechance.curves.curve_of_frame counts "
            "them in bins, and says how far the area may be off"
        )
    return CountedScores(asked, found)
