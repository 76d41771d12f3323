"""The scores of files, and of data frames of any library or engine, on their way to a curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.frames.columns import names_of, require_columns
from abovechance.intake.frames.frame import Columns, as_frame, frame_columns
from abovechance.intake.frames.scores import AskedScores, ScoreCounts, ask_scores, count_scores
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import TextOptions


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
    frame: object,
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
    amounts: dict[str, Any] = {"weights": weights, "counts": counts}
    asked = ask_scores(table, truth, score, positive=positive, by=by or (), missing=missing, **amounts)
    found = count_scores(asked, by or (), most=most, **amounts)
    if found is None:
        raise InputError(
            f"{score!r} has more than {most:,} distinct scores: abovechance.curves.curve_of_frame counts "
            "them in bins, and says how far the area may be off"
        )
    return CountedScores(asked, found)


def from_file(
    cls: Any,
    file: Files,
    truth: str | None = None,
    score: str | Sequence[str] = "score",
    *,
    positive: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: str | None = None,
    counts: str | None = None,
    missing: object = (),
    on_missing: str = "error",
    **text: Unpack[TextOptions],
) -> Any:
    r"""Rank the items of files by a column of scores.

    Parameters
    ----------
    file
        A CSV, TSV, JSON, Parquet, Arrow or Excel file, plain or compressed; a pattern, a directory; or
        several of these. Labels are text, whatever the format. A file of more items than memory holds is for
        :func:`abovechance.curves.curve_of_file`.
    truth
        The column of labels; without a name it is found by its usual ones.
    score, positive, by, weights, counts, missing, on_missing
        As in :meth:`Curve.from_frame`.
    **text
        How text is to be read: ``delimiter``, ``header``, ``decimal``, ``encoding``; and the ``sheet`` of an
        Excel file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import abovechance as ac
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mail.csv"
    >>> _ = path.write_text("truth,a,b\nham,0.1,1\nspam,0.4,3\nham,0.3,2\nspam,0.9,2\n")
    >>> ac.Curve.from_file(path, score="a", positive="spam").auc
    1.0
    >>> curves = ac.Curve.from_file(path, score=["a", "b"], positive="spam")
    >>> {name: curve.auc for name, curve in curves.items()}
    {'a': 1.0, 'b': 0.875}
    """
    systems = [score] if isinstance(score, str) else list(score)
    read = read_scores(
        file,
        truth,
        systems,
        Reading(Missing.of_scores(missing, on_missing), TextFormat(**text)),
        weight=weights,
        count=counts,
        groups=names_of(by) or (),
        positive=positive,
    )
    warn(read.warnings)
    return cls.from_scores(
        np.asarray(read.truth[1]),
        read.scores[score] if isinstance(score, str) else read.scores,
        positive=positive,
        weights=read.weights,
        by=read.groups or None,
    )
