"""How tables are made: of labels, frames, counts, cells or rates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from abovechance.core.checks import (
    checked_counts,
    checked_squares,
    distinct_labels,
    require_moderate_margins,
    unmasked,
)
from abovechance.core.errors import InputError, warn
from abovechance.core.labels import Label, is_guess, larger_of, offered, quoted, rest_of
from abovechance.intake.missing import Missing
from abovechance.tables.cells import on_both, transposed
from abovechance.tables.crosstab import NamedMatrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.intake import Counted


@dataclass(frozen=True)
class Axis:
    """A named batch axis: what its positions stand for, if they have names of their own."""

    name: str
    labels: tuple[Label, ...] | None = None


@dataclass(frozen=True, eq=False)
class Made:
    """The fields of tables, see :class:`~abovechance.Tables`, and the ways to fill them."""

    counts: NDArray[Any]
    labels: tuple[Label, ...]
    predicted_labels: tuple[Label, ...] = ()
    positive: Label | None = None
    axes: tuple[Axis, ...] = ()
    squares: NDArray[np.float64] | None = None
    positive_guessed: bool = False

    def __post_init__(self) -> None:
        """Freeze the counts and fill in what follows from them."""
        if not isinstance(self.counts, np.ndarray) or self.counts.ndim < 2:
            raise InputError(
                "Tables takes counts as an array of two dimensions or more: make tables of labels with "
                "Tables.from_labels(truth, prediction), of counts with Tables.from_counts(matrix)"
            )
        if not self.labels:
            raise InputError("a table needs at least one label")
        if not self.predicted_labels:
            object.__setattr__(self, "predicted_labels", self.labels)
        if self.positive is None and len(self.labels) == 2 and self.is_square:
            object.__setattr__(self, "positive", self.labels[1])
            object.__setattr__(self, "positive_guessed", is_guess(self.labels))
        for name in ("counts", "squares"):
            if getattr(self, name) is not None:
                values = getattr(self, name).view()
                values.flags.writeable = False
                object.__setattr__(self, name, values)

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the batch: () for a single table."""
        return self.counts.shape[:-2]

    @property
    def is_square(self) -> bool:
        """Whether rows and columns stand for the same classes."""
        return self.predicted_labels == self.labels

    @classmethod
    def from_labels(
        cls,
        truth: Any,
        prediction: Any,
        *,
        labels: Sequence[Label] | None = None,
        weights: Any = None,
        counts: Any = None,
        by: Any = None,
        missing: Any = (),
        on_missing: str = "error",
        positive: Label | None = None,
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

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_labels(["a", "b", "b"], ["a", "b", "a"]).counts
        array([[1, 0],
               [1, 1]])
        """
        from abovechance.intake import count
        from abovechance.intake.items import other_order

        gaps = Missing.of(missing, on_missing)
        counted = count(
            truth,
            prediction,
            labels=labels,
            weights=weights,
            counts=counts,
            by=by,
            missing=gaps,
        )
        warn([*other_order(truth, prediction), *counted.findings(gaps)])
        return cls.from_counted(counted, positive)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        truth: str,
        prediction: str,
        by: str | Sequence[str] | None = None,
        weights: str | None = None,
        counts: str | None = None,
        labels: Sequence[Label] | None = None,
        missing: Any = (),
        on_missing: str = "error",
        positive: Label | None = None,
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
        labels, missing, on_missing, positive
            As of :meth:`from_labels`.

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
            frame,
            truth,
            prediction,
            by=by,
            weights=weights,
            counts=counts,
            labels=labels,
            missing=gaps,
        )
        warn(counted.findings(gaps))
        return cls.from_counted(counted, positive)

    @classmethod
    def from_counted(cls, counted: Counted, positive: Label | None = None) -> Self:
        """Take what has been counted in columns of labels."""
        axes = () if counted.groups is None else (Axis(counted.group_name, counted.groups),)
        require_moderate_margins(counted.counts, "weights")
        larger = None if counted.are_given else larger_of(counted.labels)
        tables = cls(
            counted.counts,
            counted.labels,
            positive=larger,
            axes=axes,
            squares=counted.squares,
            positive_guessed=larger is not None and is_guess(counted.labels),
        )
        return tables if positive is None else tables.with_positive(positive)

    @classmethod
    def from_counts(
        cls,
        matrix: Any,
        labels: Sequence[Label] | None = None,
        rows: Literal["truth", "prediction"] | None = None,
        *,
        predicted_labels: Sequence[Label] | None = None,
        positive: Label | None = None,
        axes: Sequence[Axis | str] | None = None,
        squares: ArrayLike | None = None,
    ) -> Self:
        """Take tables that are already counted, shape ``(*batch, R, C)``.

        ``rows`` says what the rows of ``matrix`` stand for, the truth unless said otherwise. scikit-learn,
        PyCM and WEKA have the truth there, R's caret and yardstick the prediction. A pandas data frame, such
        as the result of ``pandas.crosstab``, names its rows and columns itself: axes that are called by a
        usual name of the truth or the prediction are believed, and sums in the margins are left out with a
        warning. A mapping of rows to mappings of columns to counts is taken, too, as PyCM's ``matrix`` is. If
        the cells are sums of weights, give the sums of the squared weights as ``squares``, in the same shape:
        without them nobody can tell how many items there are.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_counts([[50, 10], [5, 35]], labels=["a", "b"]).total
        100
        """
        named = NamedMatrix.of(matrix)
        counts = checked_counts(named.values)
        require_moderate_margins(counts, "counts")
        squared = None if squares is None else checked_squares(NamedMatrix.of(squares).values, counts)
        if squared is not None:
            counts = counts.astype(np.float64)
        row_names, column_names = named.rows, named.columns
        if named.rows_are(rows) == "prediction":
            counts, squared = on_both(transposed, counts, squared)
            row_names, column_names = column_names, row_names
        shape = counts.shape[-2:]
        if labels is None and row_names is not None and predicted_labels is None:
            labels, predicted_labels = row_names, column_names
        if labels is None and shape[0] != shape[1]:
            raise InputError(
                f"the table is {shape[0]}×{shape[1]}, and rows and columns of the same classes are as many: "
                "give labels and predicted_labels if they stand for different things"
            )
        names = tuple(range(shape[0])) if labels is None else distinct_labels(labels)
        columns = names if predicted_labels is None else distinct_labels(predicted_labels)
        if (len(names), len(columns)) != shape:
            raise InputError(
                f"the table is {shape[0]}×{shape[1]} but there are {len(names)} class labels and "
                f"{len(columns)} predicted labels: give one label for each row and column"
            )
        tables = cls(counts, names, columns, axes=_checked_axes(counts.shape[:-2], axes), squares=squared)
        return tables if positive is None else tables.with_positive(positive)

    @classmethod
    def from_cells(cls, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> Self:
        """Two-class tables from their cells: scalars for one table, arrays for a batch.

        Examples
        --------
        >>> import abovechance as ac
        >>> t = ac.Tables.from_cells(tp=[30, 56], fp=[12, 20], fn=[30, 12], tn=[28, 12])
        >>> ac.informedness(t).round(4)
        array([0.2   , 0.1985])
        """
        given = [unmasked(x, name) for name, x in (("tn", tn), ("fp", fp), ("fn", fn), ("tp", tp))]
        try:
            cells = np.broadcast_arrays(*map(np.asarray, given))
        except ValueError:
            raise InputError("tp, fp, fn and tn must be numbers or arrays of the same shape") from None
        counts = np.stack(cells, axis=-1).reshape(*cells[0].shape, 2, 2)
        return cls.from_counts(counts, labels=("negative", "positive"), positive="positive")

    @classmethod
    def from_rates(
        cls,
        *,
        recall: ArrayLike | None = None,
        inverse_recall: ArrayLike | None = None,
        prevalence: ArrayLike | None = None,
        precision: ArrayLike | None = None,
        inverse_precision: ArrayLike | None = None,
        bias: ArrayLike | None = None,
        n: ArrayLike = 1,
    ) -> Self:
        """Two-class tables from three rates and the number of items.

        Either ``recall``, ``inverse_recall`` and ``prevalence``, or their duals ``precision``,
        ``inverse_precision`` and ``bias``: a normalised table has three degrees of freedom
        (Powers 2007, section 2). Cells are not rounded to whole items.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_rates(recall=0.5, inverse_recall=0.7, prevalence=0.6, n=100).counts.round(9)
        array([[28., 12.],
               [30., 30.]])
        """
        by_class, by_label = (recall, inverse_recall, prevalence), (precision, inverse_precision, bias)
        if all(rate is None for rate in by_label) and all(rate is not None for rate in by_class):
            return cls._from_three_rates(*by_class, n)
        if all(rate is None for rate in by_class) and all(rate is not None for rate in by_label):
            return cls._from_three_rates(*by_label, n, dual=True)
        raise InputError(
            "give recall, inverse_recall and prevalence, or precision, inverse_precision and bias: "
            "three rates of one kind determine the table"
        )

    @classmethod
    def _from_three_rates(
        cls, positive_rate: Any, negative_rate: Any, share: Any, n: Any, *, dual: bool = False
    ) -> Self:
        rates = [_numbers(rate, "a rate") for rate in (positive_rate, negative_rate, share)]
        for rate in rates:
            if not np.all((rate >= 0) & (rate <= 1)):
                raise InputError(
                    f"a rate must lie between 0 and 1, got {rate[~((rate >= 0) & (rate <= 1))].flat[0]}"
                )
        if not np.all(_numbers(n, "n") >= 0):
            raise InputError(f"n is a number of items and cannot be negative, got {n!r}")
        hit, reject, share = rates
        positives = np.asarray(n) * share
        negatives = np.asarray(n) * (1 - share)
        missed, false = positives * (1 - hit), negatives * (1 - reject)
        fn, fp = (false, missed) if dual else (missed, false)
        return cls.from_cells(tp=positives * hit, fn=fn, fp=fp, tn=negatives * reject)

    def with_positive(self, label: Label) -> Self:
        """The same tables with another positive class; of more than two, that class against the rest."""
        if label not in self.labels:
            raise InputError(
                f"positive class {label!r} is not among the labels {offered(label, self.labels)}"
            )
        place = self.labels.index(label)
        found = self.labels[place]
        if len(self.labels) == 2:
            return replace(self, positive=found, positive_guessed=False)
        if self.labels != self.predicted_labels:
            raise InputError("a table whose rows and columns have different labels has no positive class")
        labels = (rest_of(self.labels, found), found)
        is_it = np.arange(len(self.labels)) == place
        sides = np.stack((~is_it, is_it)).astype(np.int64)
        return replace(
            self,
            counts=sides @ self.counts @ sides.T,
            squares=None if self.squares is None else sides @ self.squares @ sides.T,
            labels=labels,
            predicted_labels=labels,
            positive=found,
            positive_guessed=False,
        )


def _checked_axes(shape: tuple[int, ...], axes: Sequence[Axis | str] | None) -> tuple[Axis, ...]:
    if axes is None:
        names = ["table"] if len(shape) == 1 else [f"table{i}" for i in range(len(shape))]
        return tuple(map(Axis, names))
    checked = tuple(Axis(axis) if isinstance(axis, str) else axis for axis in axes)
    if len(checked) != len(shape) or any(
        axis.labels is not None and len(axis.labels) != length
        for axis, length in zip(checked, shape, strict=False)
    ):
        raise InputError(f"the axes {quoted([a.name for a in checked])} do not fit a batch of shape {shape}")
    return checked


def _numbers(values: Any, name: str) -> NDArray[np.float64]:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number or an array of numbers, got {values!r}") from None
