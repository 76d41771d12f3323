"""The fields of tables, and how tables are made of items: of columns of labels, frames and files."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self, Unpack

import numpy as np

from abovechance.core.checks import require_moderate_margins
from abovechance.core.errors import InputError, InputWarning, keeping_warnings, warn
from abovechance.core.labels import Label, is_guess, larger_of, offered, rest_of
from abovechance.core.result import Result
from abovechance.intake.frames.columns import names_of
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.intake import Counted
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.reading import TextOptions


@dataclass(frozen=True)
class Axis:
    """A named batch axis.

    Attributes
    ----------
    name
        What the axis stands for, such as ``"group"``.
    labels
        What its positions stand for, if they have names of their own; else None.
    """

    name: str
    labels: tuple[Label, ...] | None = None


@dataclass(frozen=True, eq=False)
class Made(Result):
    """The fields of tables, see :class:`~abovechance.Tables`, and the ways to fill them by counting items."""

    counts: NDArray[Any]
    labels: tuple[Label, ...] = ()
    predicted_labels: tuple[Label, ...] = ()
    positive: Label | None = None
    axes: tuple[Axis, ...] = ()
    squares: NDArray[np.float64] | None = None
    positive_guessed: bool = False
    left_out: int = 0
    warnings: tuple[InputWarning, ...] = ()

    def __post_init__(self) -> None:
        """Freeze the counts and fill in what follows from them."""
        if not isinstance(self.counts, np.ndarray) or self.counts.ndim < 2:
            raise InputError(
                "Tables takes counts as an array of two dimensions or more: make tables of labels with "
                "Tables.from_labels(truth, prediction), of counts with Tables.from_counts(matrix)"
            )
        if not self.labels:
            raise InputError(
                "a table needs at least one label: Tables.from_counts(matrix) makes tables of a matrix"
            )
        if not self.predicted_labels:
            object.__setattr__(self, "predicted_labels", self.labels)
        if self.positive is None and len(self.labels) == 2 and self.is_square:
            object.__setattr__(self, "positive", self.labels[1])
            object.__setattr__(self, "positive_guessed", is_guess(self.labels))
        for name in ("counts", "squares"):
            if getattr(self, name) is not None:
                # A view, so that the array of the caller stays writeable.
                values = getattr(self, name).view()
                values.flags.writeable = False
                object.__setattr__(self, name, values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone: what is computed from them is computed again."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the batch: () for a single table."""
        return self.counts.shape[:-2]

    @property
    def is_square(self) -> bool:
        """Whether rows and columns stand for the same classes."""
        return self.predicted_labels == self.labels

    def require_square(self) -> None:
        """Raise unless rows and columns stand for the same classes."""
        if not self.is_square:
            raise InputError(
                "the rows and columns of this table stand for different labels: measures of right and wrong "
                "need the same labels in both"
            )

    @classmethod
    @keeping_warnings
    def from_labels(
        cls,
        truth: Any,
        prediction: object,
        *,
        labels: Sequence[Label] | None = None,
        weights: object = None,
        counts: Column | None = None,
        by: Column | None = None,
        missing: object = (),
        on_missing: str = "error",
        positive: Label | None = None,
        threshold: float | None = None,
    ) -> Self:
        """Count pairs of real and predicted labels.

        Parameters
        ----------
        truth, prediction
            Two columns of equal length: lists, NumPy arrays, pandas, polars or Arrow columns;
            integers, booleans, strings, categoricals or any hashable labels.
        labels
            The classes in the order wanted. A label that is not among them is an error.
            Without it, all labels seen in either column, in natural order (c2 before c10).
            If a column is an ordered categorical (of pandas or Arrow, or a polars Enum) that has
            all of these, the classes are its categories, unused ones too, in their order; two
            columns with conflicting orders are an error.
        weights
            A non-negative weight for each item, such as the inverse of its chance to be drawn; only their
            proportions matter.
        counts
            How many items each row stands for, where equal items were counted before: whole numbers.
        by
            A column, or a mapping of names to columns: one table for each group.
        missing
            A value, or several, that stand for a missing one in any of the columns; None, NaN, NA, NaT and an
            empty text always do, and nothing else does.
        on_missing
            What to do with items that lack a value: refuse them (``"error"``), leave them out (``"drop"``) or
            count them as a class of their own, whose label is None (``"label"``).
        positive
            The positive class of two; without it, the last of the labels given, or else the larger one in
            natural order, whatever order a categorical declares. What is shown says that it is a guess.
        threshold
            With it the predictions are numbers, such as probabilities, and those that reach it are decisions
            for the positive class of two.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_labels(["a", "b", "b"], ["a", "b", "a"]).counts
        array([[1, 0],
               [1, 1]])
        """
        from abovechance.intake import count

        gaps = Missing.of(missing, on_missing)
        counted = count(
            truth, prediction, labels=labels, weights=weights, counts=counts, by=by, missing=gaps,
            threshold=threshold, positive=positive,
        )  # fmt: skip
        warn(counted.findings(gaps))
        return cls.from_counted(counted, positive)

    @classmethod
    @keeping_warnings
    def from_frame(
        cls,
        frame: object,
        *,
        truth: str,
        prediction: str,
        by: str | Sequence[str] | None = None,
        weights: str | None = None,
        counts: str | None = None,
        labels: Sequence[Label] | None = None,
        missing: object = (),
        on_missing: str = "error",
        positive: Label | None = None,
        threshold: float | None = None,
    ) -> Self:
        """Count pairs of real and predicted labels in two columns of a data frame, wherever it is.

        Parameters
        ----------
        frame
            A data frame of pandas, polars, Arrow or any other library that narwhals knows, or a mapping of
            names to columns; or a lazy frame (polars, DuckDB, Dask, Ibis, Spark, Spark Connect), whose own
            engine then counts: one GROUP BY runs where the items are, on as many machines as there are, and
            only counts come back.
        truth, prediction
            The names of the columns of labels.
        by
            The name of a column, or several: one table for each of their combinations that occurs.
        weights
            The name of a column of non-negative weights.
        counts
            The name of a column that says how many items each row stands for.
        labels, missing, on_missing, positive, threshold
            As in :meth:`from_labels`.

        Examples
        --------
        >>> import abovechance as ac
        >>> import polars as pl
        >>> frame = pl.LazyFrame({"y": ["a", "b", "b"], "p": ["a", "b", "a"], "site": ["x", "x", "z"]})
        >>> tables = ac.Tables.from_frame(frame, truth="y", prediction="p", by="site")
        >>> tables.axes
        (Axis(name='site', labels=('x', 'z')),)
        >>> tables.sum().counts
        array([[1, 0],
               [1, 1]])
        """
        from abovechance.intake.frames.frame import count_frame

        gaps = Missing.of(missing, on_missing)
        counted = count_frame(
            frame, truth, prediction, by=by, weights=weights, counts=counts, labels=labels, missing=gaps,
            threshold=threshold, positive=positive,
        )  # fmt: skip
        warn(counted.findings(gaps))
        return cls.from_counted(counted, positive)

    @classmethod
    @keeping_warnings
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
        missing: object = (),
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
            As in :meth:`Tables.from_labels`.
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

    @classmethod
    def from_counted(cls, counted: Counted, positive: Label | None = None) -> Self:
        """Take what has been counted in columns of labels."""
        axes = () if counted.groups is None else (Axis(counted.group_name, counted.groups),)
        require_moderate_margins(counted.counts, "weights")
        # Classes that the caller gave are in the order wanted: of two the second is positive, as in any
        # table.
        larger = None if counted.are_given else larger_of(counted.labels)
        tables = cls(
            counted.counts,
            counted.labels,
            positive=larger,
            axes=axes,
            squares=counted.squares,
            positive_guessed=larger is not None and is_guess(counted.labels),
            left_out=counted.left_out,
        )
        return tables if positive is None else tables.with_positive(positive)

    def with_positive(self, label: Label) -> Self:
        """The same tables with another positive class; of more than two, that class against the rest."""
        if label not in self.labels:
            raise InputError(
                f"positive class {label!r} is not among the labels {offered(label, self.labels)}"
            )
        place = self.labels.index(label)
        # The label as the table has it: what equals it may be of another type.
        found = self.labels[place]
        if len(self.labels) == 2:
            return replace(self, positive=found, positive_guessed=False)
        if self.labels != self.predicted_labels:
            raise InputError("a table whose rows and columns have different labels has no positive class")
        labels = (rest_of(self.labels, found), found)
        is_it = np.arange(len(self.labels)) == place
        # Products with whole numbers keep counts whole.
        sides = np.stack((~is_it, is_it)).astype(np.int64)
        return self._with(
            lambda cells: sides @ cells @ sides.T,
            labels=labels,
            predicted_labels=labels,
            positive=found,
            positive_guessed=False,
        )

    def _with(self, change: Callable[[NDArray[Any]], NDArray[Any]], **facts: Any) -> Self:
        """The tables whose cells are moved, chosen or added up, and with them the squares of weights."""
        squares = None if self.squares is None else change(self.squares)
        return replace(self, counts=change(self.counts), squares=squares, **facts)
