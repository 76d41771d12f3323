"""The scores of files as curves: what ``Curve.from_file`` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.errors import warn
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.frames.columns import names_of
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import TextOptions


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
    missing: Any = (),
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
    score
        The column of numbers, the higher the more positive; several give a curve for each.
    by
        A column of groups, or several: a curve for each of their combinations that occurs.
    weights, counts
        The columns of weights, and of how many items a row stands for.
    positive, missing, on_missing
        As of :meth:`Curve.from_scores`.
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
