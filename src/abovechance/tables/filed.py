"""Tables made of files: what ``Tables.from_file`` reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, Unpack

from abovechance.core.errors import warn
from abovechance.intake.frames.names import names_of
from abovechance.intake.missing import Missing
from abovechance.tables.made import Made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import TextOptions


@dataclass(frozen=True, eq=False)
class Filed(Made):
    """Tables that can be made of files."""

    @classmethod
    def from_file(
        cls,
        file: Files,
        truth: str | None = None,
        prediction: str | None = None,
        *,
        by: str | Sequence[str] | None = None,
        weights: str | None = None,
        counts: str | None = None,
        labels: Sequence[str] | None = None,
        missing: Any = (),
        on_missing: str = "error",
        positive: str | None = None,
        threshold: float | None = None,
        **text: Unpack[TextOptions],
    ) -> Self:
        r"""Count pairs of real and predicted labels in two columns of files.

        Parameters
        ----------
        file
            A CSV, TSV, JSON, Parquet, Arrow or Excel file, plain or compressed; a pattern such as
            ``"predictions/*.csv"``; a directory; or several of these. Labels are text, whatever the format.
        truth, prediction
            The columns of labels; without a name they are found by their usual ones.
        by
            A column of groups, or several: one table for each of their combinations that occurs.
        weights, counts
            The columns of weights, and of how many items a row stands for.
        labels, missing, on_missing, positive
            As of :meth:`Tables.from_labels`.
        threshold
            With it the predictions are numbers, and those that reach it are decisions for the positive class.
        **text
            How text is to be read: ``delimiter``, ``header``, ``decimal``, ``encoding``; and the ``sheet`` of
            an Excel file.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> import abovechance as ac
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "scores.csv"
        >>> _ = path.write_text("y;p\nno;0,2\nyes;0,9\nno;0,6\n")
        >>> ac.Tables.from_file(path, "y", "p", threshold=0.5, positive="yes", decimal=",").counts
        array([[1, 1],
               [0, 1]])
        """
        from abovechance.intake.files.columns import Wanted
        from abovechance.intake.files.readers.combinations import read_counts
        from abovechance.intake.files.reading import Reading, TextFormat

        groups = tuple(names_of(by) or ())
        wanted = Wanted(truth, prediction, weights, groups, count=counts, threshold=threshold)
        reading = Reading(Missing.of(missing, on_missing), TextFormat(**text))
        read = read_counts(file, wanted, reading, labels=labels, positive=positive)
        warn(read.warnings)
        return cls.from_counted(read.counted, positive)
