"""``Tables``: a batch of contingency tables, the one data structure of the package."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import (
    added,
    checked_counts,
    checked_squares,
    distinct_labels,
    named_matrix,
    pooled,
    require_moderate_margins,
    unmasked,
)
from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.core.labels import Label, merged_order, offered, quoted
from abovechance.intake.missing import Missing
from abovechance.tables.reweight import class_shares, with_shares, with_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.dichotomy import Dichotomy
    from abovechance.intake import Counted

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Axis:
    """A named batch axis: what its positions stand for, if they have names of their own."""

    name: str
    labels: tuple[Label, ...] | None = None


@dataclass(frozen=True, eq=False)
class Tables:
    r"""Counts of shape ``(*batch, R, C)``: rows are truth, columns are prediction.

    Build one with :meth:`from_labels`, :meth:`from_frame`, :meth:`from_counts`, :meth:`from_cells`
    or :meth:`from_rates`. A value never changes; every operation returns a new one.

    Attributes
    ----------
    counts : ndarray
        int64, or float64 where items have weights.
    labels : tuple
        The real classes, in the order of the rows.
    predicted_labels : tuple
        The predicted labels, in the order of the columns; equal to ``labels`` for classification.
    positive : label or None
        The positive class of a two-class table.
    axes : tuple of Axis
        The batch axes, outermost first.
    squares : ndarray or None
        Where items have weights, the sum of their squares in each cell, in the shape of the counts: what
        tells how many items a sum of weights is worth. None where items are counted, each of which weighs 1.

    Examples
    --------
    >>> from abovechance import Tables
    >>> Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    truth \ prediction  negative  positive  all
    negative                  28        12   40
    positive                  30        30   60
    all                       58        42  100
    positive class: 'positive'
    """

    counts: NDArray[Any]
    labels: tuple[Label, ...]
    predicted_labels: tuple[Label, ...] = ()
    positive: Label | None = None
    axes: tuple[Axis, ...] = ()
    squares: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        """Freeze the counts and fill in what follows from them."""
        if not self.labels:
            raise InputError("a table needs at least one label")
        if not self.predicted_labels:
            object.__setattr__(self, "predicted_labels", self.labels)
        if self.positive is None and len(self.labels) == 2 and self.is_square:
            object.__setattr__(self, "positive", self.labels[1])
        for name in ("counts", "squares"):
            if getattr(self, name) is not None:
                values = getattr(self, name).view()
                values.flags.writeable = False
                object.__setattr__(self, name, values)

    # Making tables ----------------------------------------------------------------------------

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
    ) -> Tables:
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
            The positive class of two; the last label unless said otherwise.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_labels(["a", "b", "b"], ["a", "b", "a"]).counts
        array([[1, 0],
               [1, 1]])
        """
        from abovechance.intake import count

        counted = count(
            truth,
            prediction,
            labels=labels,
            weights=weights,
            counts=counts,
            by=by,
            missing=Missing.of(missing, on_missing),
        )
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
    ) -> Tables:
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

        counted = count_frame(
            frame,
            truth,
            prediction,
            by=by,
            weights=weights,
            counts=counts,
            labels=labels,
            missing=Missing.of(missing, on_missing),
        )
        return cls.from_counted(counted, positive)

    @classmethod
    def from_counted(cls, counted: Counted, positive: Label | None = None) -> Tables:
        """Take what has been counted in columns of labels."""
        axes = () if counted.groups is None else (Axis(counted.group_name, counted.groups),)
        require_moderate_margins(counted.counts, "weights")
        tables = cls(counted.counts, counted.labels, axes=axes, squares=counted.squares)
        return tables if positive is None else tables.with_positive(positive)

    @classmethod
    def from_counts(
        cls,
        matrix: ArrayLike,
        labels: Sequence[Label] | None = None,
        rows: Literal["truth", "prediction"] = "truth",
        *,
        predicted_labels: Sequence[Label] | None = None,
        positive: Label | None = None,
        axes: Sequence[Axis | str] | None = None,
        squares: ArrayLike | None = None,
    ) -> Tables:
        """Take tables that are already counted, shape ``(*batch, R, C)``.

        ``rows`` says what the rows of ``matrix`` stand for. scikit-learn, PyCM and WEKA have the
        truth there, R's caret and yardstick the prediction. A pandas data frame names its rows and columns
        itself, so that the result of ``pandas.crosstab(truth, prediction)`` is taken as it is. If the cells
        are sums of weights, give the sums of the squared weights as ``squares``, in the same shape: without
        them nobody can tell how many items there are.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_counts([[50, 10], [5, 35]], labels=["a", "b"]).total
        100
        """
        values, row_names, column_names = named_matrix(matrix)
        counts = checked_counts(values)
        require_moderate_margins(counts, "counts")
        squared = None if squares is None else checked_squares(named_matrix(squares)[0], counts)
        if squared is not None:
            counts = counts.astype(np.float64)
        if rows not in ("truth", "prediction"):
            raise InputError(f"rows must be 'truth' or 'prediction', not {rows!r}")
        if rows == "prediction":
            counts, squared = _on_both(_transposed, counts, squared)
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
    def from_cells(cls, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> Tables:
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
        return cls.from_counts(counts, labels=("negative", "positive"))

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
    ) -> Tables:
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
            return cls._from_three_rates(*by_label, n).dual
        raise InputError(
            "give recall, inverse_recall and prevalence, or precision, inverse_precision and bias: "
            "three rates of one kind determine the table"
        )

    @classmethod
    def _from_three_rates(cls, positive_rate: Any, negative_rate: Any, share: Any, n: Any) -> Tables:
        rates = [np.asarray(rate, dtype=float) for rate in (positive_rate, negative_rate, share)]
        for rate in rates:
            if not np.all((rate >= 0) & (rate <= 1)):
                raise InputError(
                    f"a rate must lie between 0 and 1, got {rate[~((rate >= 0) & (rate <= 1))].flat[0]}"
                )
        if not np.all(np.asarray(n) >= 0):
            raise InputError(f"n is a number of items and cannot be negative, got {n!r}")
        hit, reject, share = rates
        positives = np.asarray(n) * share
        negatives = np.asarray(n) * (1 - share)
        return cls.from_cells(
            tp=positives * hit, fn=positives * (1 - hit), fp=negatives * (1 - reject), tn=negatives * reject
        )

    # Reading them -----------------------------------------------------------------------------

    @property
    def is_square(self) -> bool:
        """Whether rows and columns stand for the same classes."""
        return self.predicted_labels == self.labels

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the batch: () for a single table."""
        return self.counts.shape[:-2]

    @property
    def total(self) -> Any:
        """The number (or weight) of items of each table."""
        total = self.counts.sum(axis=(-2, -1))
        return total if self.batch_shape else total.item()

    @property
    def is_countable(self) -> bool:
        """Whether it is known how many items there are: they are counted, or the squares of weights are."""
        return self.squares is not None or self.counts.dtype.kind == "i"

    @cached_property
    def effective(self) -> Tables:
        """The tables of as many items as their weights are worth: ``(Σw)²/Σw²`` (Kish 1965).

        So many items without weights would leave a share of all of them equally uncertain. The scale of
        weights has no part in it, and equal weights are worth the items that have them.

        Examples
        --------
        >>> from abovechance import Tables
        >>> Tables.from_labels([0, 0, 1], [0, 1, 1], weights=[0.3, 0.3, 0.3]).effective.counts
        array([[1, 1],
               [0, 1]])
        """
        if self.squares is None:
            return self
        total, squares = (cells.sum((-2, -1), keepdims=True) for cells in (self.counts, self.squares))
        factor = np.divide(total, squares, out=np.ones(total.shape), where=squares > 0)
        counts, squares = self.counts * factor, self.squares * factor**2
        whole = np.rint(counts)
        if np.allclose(counts, whole, rtol=_ROUNDING, atol=_ROUNDING) and np.allclose(
            squares, whole, rtol=_ROUNDING, atol=_ROUNDING
        ):
            return replace(self, counts=whole.astype(np.int64), squares=None)
        return replace(self, counts=counts, squares=squares)

    @cached_property
    def contingency(self) -> Contingency:
        """The quantities that measures of the whole table are written in."""
        return Contingency(self.counts)

    @cached_property
    def dichotomy(self) -> Dichotomy:
        """The quantities of two-class measures: of the positive class, or of each of K ≠ 2 classes."""
        self.require_square()
        if len(self.labels) == 2:
            return self.contingency.positive(self.labels.index(self.positive))
        return self.contingency.each

    def require_square(self) -> None:
        """Raise unless rows and columns stand for the same classes."""
        if not self.is_square:
            raise InputError(
                "the rows and columns of this table stand for different labels: measures of right and wrong "
                "need the same labels in both"
            )

    @property
    def expected(self) -> Tables:
        """The tables that chance would give with these margins: ``r_i·c_j / N`` in each cell.

        The chance level of any measure is its value there.
        """
        quantities = self.contingency
        with np.errstate(divide="ignore", invalid="ignore"):
            counts = quantities.products / quantities.total[..., None, None]
        return replace(self, counts=counts, squares=None)

    def __eq__(self, other: object) -> bool:
        """Whether two values hold the same counts of the same classes in the same batch."""
        if not isinstance(other, Tables):
            return NotImplemented
        return (
            _facts(self) == _facts(other)
            and np.array_equal(self.counts, other.counts)
            and _same_squares(self, other)
        )

    __hash__ = None  # type: ignore[assignment]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: FBT001
        """The counts."""
        return np.array(self.counts, dtype=dtype, copy=copy)

    def __getitem__(self, index: Any) -> Tables:
        """The tables at a position or slice of the batch, as NumPy indexes."""
        if not self.axes:
            raise InputError("this is a single table: there is no batch to index")
        index = index if isinstance(index, tuple) else (index,)
        if len(index) > len(self.axes) or not all(isinstance(i, int | np.integer | slice) for i in index):
            raise InputError(
                f"index the {len(self.axes)} batch axes with integers or slices, got {index!r}; "
                "at(axis=label) finds a position by its name"
            )
        index += (slice(None),) * (len(self.axes) - len(index))
        kept = tuple(
            axis if axis.labels is None else replace(axis, labels=axis.labels[i])
            for axis, i in zip(self.axes, index, strict=True)
            if isinstance(i, slice)
        )
        return self._with(lambda cells: cells[index], axes=kept)

    def at(self, **where: Label) -> Tables:
        """The tables at named positions: ``t.at(group="A")``."""
        index: list[int | slice] = [slice(None)] * len(self.axes)
        for name, label in where.items():
            position = self._axis_position(name)
            names = self.axes[position].labels
            if names is None or label not in names:
                raise InputError(f"axis {name!r} has no position {label!r}")
            index[position] = names.index(label)
        return self[tuple(index)] if where else self

    # Changing what they say -------------------------------------------------------------------

    def with_positive(self, label: Label) -> Tables:
        """The same two-class tables read with another positive class."""
        if len(self.labels) != 2:
            raise InputError(
                f"a positive class needs two classes, this table has {len(self.labels)}: "
                "merge the others with collapse, or leave it out for per-class values"
            )
        if label not in self.labels:
            raise InputError(
                f"positive class {label!r} is not among the labels {offered(label, self.labels)}"
            )
        return replace(self, positive=self.labels[self.labels.index(label)])

    @property
    def inverse(self) -> Tables:
        """The inverse problem: positive and negative change places in both margins."""
        if self.positive is None:
            raise InputError("the inverse problem is defined for two classes")
        return replace(self, positive=self.labels[1 - self.labels.index(self.positive)])

    @property
    def dual(self) -> Tables:
        """The dual problem: truth and prediction change places."""
        return self._with(_transposed, labels=self.predicted_labels, predicted_labels=self.labels)

    def one_vs_rest(self) -> Tables:
        """Each class against all others: a batch of two-class tables with a last axis ``class``."""
        self.require_square()
        axes = (*self.axes, Axis("class", self.labels))
        counts, squares = _on_both(_each_against_rest, self.counts, self.squares)
        return Tables(counts, ("rest", "class"), axes=axes, squares=squares)

    def select(self, labels: Iterable[Label]) -> Tables:
        """Only the items whose real and predicted labels are both among ``labels``, in that order."""
        self.require_square()
        if isinstance(labels, str):
            raise InputError(f"give a list of classes, such as [{labels!r}]")
        chosen = distinct_labels(labels)
        unknown = [label for label in chosen if label not in self.labels]
        if unknown:
            raise InputError(
                f"no class {quoted(unknown)} in this table; its labels are {quoted(self.labels)}"
            )
        index = [self.labels.index(label) for label in chosen]
        positive = self.positive if len(chosen) == 2 and self.positive in chosen else None
        return self._with(
            lambda cells: cells[..., index, :][..., index],
            labels=chosen,
            predicted_labels=chosen,
            positive=positive,
        )

    def collapse(self, groups: Mapping[Label, Iterable[Label]]) -> Tables:
        """Merge classes: each key is a new class made of the old ones listed for it.

        Classes that are not listed stay as they are. The new class stands where its first member stood.

        Examples
        --------
        >>> from abovechance import Tables
        >>> t = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
        >>> t.collapse({"pet": ["cat", "dog"]}).counts
        array([[14,  1],
               [ 1,  4]])
        """
        self.require_square()
        target: dict[Label, Label] = {}
        for new, members in groups.items():
            for member in [members] if isinstance(members, str) else members:
                if member not in self.labels:
                    raise InputError(
                        f"no class {member!r} in this table; its labels are {quoted(self.labels)}"
                    )
                if member in target:
                    raise InputError(f"class {member!r} is listed in two groups")
                target[member] = new
        for label in self.labels:
            if label in groups and label not in target:
                raise InputError(
                    f"the new class {label!r} would hide the class of that name: list it as a member"
                )
        names = tuple(dict.fromkeys(target.get(label, label) for label in self.labels))
        merge = np.zeros((len(self.labels), len(names)), dtype=np.int64)
        for row, label in enumerate(self.labels):
            merge[row, names.index(target.get(label, label))] = 1
        return self._with(
            lambda cells: merge.T @ cells @ merge, labels=names, predicted_labels=names, positive=None
        )

    def reweight(self, weights: ArrayLike) -> Tables:
        """Weigh each real class and keep the number of items: the one re-weighting operation.

        Every rate given the real class (Recall, Fallout, Informedness) stays as it is. Costs, skew
        and prevalence are all such weights (Powers 2007, section 2.2).
        """
        return self._weighed(with_weights(self.counts, weights, self.labels))

    def at_prevalence(self, prevalence: float | Sequence[float] | Mapping[Label, float]) -> Tables:
        """The tables expected where the classes have another prevalence.

        Parameters
        ----------
        prevalence
            Of the positive class of two; or one for each class, in the order of the labels or by label.

        Examples
        --------
        >>> import abovechance as ac
        >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
        >>> rare = t.at_prevalence(0.05)
        >>> float(round(ac.informedness(rare), 4)), float(round(ac.precision(rare), 4))
        (0.2, 0.0806)
        """
        shares = class_shares(prevalence, self.labels, self.positive)
        return self._weighed(with_shares(self.counts, shares, self.labels))

    def at_skew(self, skew: float) -> Tables:
        """The tables expected with ``skew`` negatives for each positive (Powers 2007, section 2.2)."""
        if not skew >= 0 or not np.isfinite(skew):
            raise InputError(f"skew is the number of negatives for each positive, got {skew!r}")
        return self.at_prevalence(1 / (1 + skew))

    def with_costs(self, cost_positive: float, cost_negative: float) -> Tables:
        """Two-class tables with errors on positives and on negatives at these costs.

        The same as multiplying the skew by ``cost_negative / cost_positive`` (Powers 2007, section 2.2).
        """
        if self.positive is None:
            raise InputError("costs of positives and negatives need two classes: use reweight for more")
        if not (cost_positive > 0 and cost_negative > 0):
            raise InputError(
                f"costs must be positive, got {cost_positive!r} for a positive item and {cost_negative!r} "
                "for a negative one"
            )
        return self.reweight(
            [cost_positive if label == self.positive else cost_negative for label in self.labels]
        )

    # Adding them ------------------------------------------------------------------------------

    def __add__(self, other: object) -> Tables:
        """Pool two batches of tables; classes that only one of them has are kept."""
        if not isinstance(other, Tables):
            return NotImplemented
        if self.batch_shape != other.batch_shape or self.axes != other.axes:
            raise InputError("only tables with the same batch axes can be added")
        if not (self.is_square and other.is_square) and self.predicted_labels != other.predicted_labels:
            raise InputError("rectangular tables can be added only if their labels are the same")
        if self.labels == other.labels:
            return replace(self, counts=added(self.counts, other.counts), squares=_added_squares(self, other))
        labels = merged_order(self.labels, other.labels)
        positive = self.positive if len(labels) == 2 and self.positive is not None else None
        one, two = self._spread(labels), other._spread(labels)
        return replace(one, positive=positive) + replace(two, positive=positive)

    def sum(self, axis: str | int | None = None) -> Tables:
        """Pool the tables along one batch axis, or along all."""
        if axis is None:
            every = tuple(range(len(self.axes)))
            return self._with(lambda cells: pooled(cells, every), axes=())
        position = self._axis_position(axis)
        kept = self.axes[:position] + self.axes[position + 1 :]
        return self._with(lambda cells: pooled(cells, position), axes=kept)

    def take(self, positions: Sequence[int], axis: Axis) -> Tables:
        """The tables at some positions of the only batch axis, along another."""
        return self._with(lambda cells: cells[list(positions)], axes=(axis,))

    def pool(self, groups: Sequence[Sequence[int]], axis: Axis) -> Tables:
        """The sums of the tables at some positions of the only batch axis, along another."""
        return self._with(
            lambda cells: np.stack([pooled(cells[list(group)], 0) for group in groups]), axes=(axis,)
        )

    # Showing them -----------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The table as plain lists and labels."""
        return {
            "labels": list(self.labels),
            "predicted_labels": list(self.predicted_labels),
            "positive": self.positive,
            "axes": [
                {"name": axis.name, "labels": None if axis.labels is None else list(axis.labels)}
                for axis in self.axes
            ],
            "counts": self.counts.tolist(),
        } | ({} if self.squares is None else {"squares": self.squares.tolist()})

    def to_frame(self, backend: str | None = None) -> Any:
        """One row for each cell, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        columns: dict[str, list[Any]] = {axis.name: [] for axis in self.axes}
        columns |= {"truth": [], "prediction": [], "count": []}
        columns |= {} if self.squares is None else {"squares": self.squares.ravel().tolist()}
        for position, count in np.ndenumerate(self.counts):
            for axis, i in zip(self.axes, position, strict=False):
                columns[axis.name].append(i if axis.labels is None else axis.labels[i])
            columns["truth"].append(self.labels[position[-2]])
            columns["prediction"].append(self.predicted_labels[position[-1]])
            columns["count"].append(count.item())
        return to_frame(columns, backend)

    def __repr__(self) -> str:
        """The table as text, or the shape of the batch."""
        from abovechance.tables.text import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from abovechance.tables.text import table_html

        return table_html(self)

    # Helpers ----------------------------------------------------------------------------------

    def _axis_position(self, axis: str | int) -> int:
        if isinstance(axis, int):
            if not -len(self.axes) <= axis < len(self.axes):
                raise InputError(f"there is no batch axis {axis}: this value has {len(self.axes)}")
            return axis % len(self.axes)
        names = [a.name for a in self.axes]
        if axis not in names:
            raise InputError(f"there is no batch axis {axis!r}; there are {quoted(names)}")
        return names.index(axis)

    def _spread(self, labels: tuple[Label, ...]) -> Tables:
        """The tables laid out over a larger set of labels."""
        position = {label: i for i, label in enumerate(labels)}
        index = np.array([position[label] for label in self.labels])

        def laid_out(cells: NDArray[Any]) -> NDArray[Any]:
            larger = np.zeros((*self.batch_shape, len(labels), len(labels)), dtype=cells.dtype)
            larger[..., index[:, None], index] = cells
            return larger

        return self._with(laid_out, labels=labels, predicted_labels=labels)

    def _with(self, change: Callable[[NDArray[Any]], NDArray[Any]], **facts: Any) -> Tables:
        """The tables whose cells are moved, chosen or added up, and with them the squares of weights."""
        counts, squares = _on_both(change, self.counts, self.squares)
        return replace(self, counts=counts, squares=squares, **facts)

    def _weighed(self, factors: NDArray[np.float64]) -> Tables:
        """The tables whose items weigh so many times as much as before."""
        squares = _known_squares(self)
        return replace(
            self,
            counts=self.counts * factors,
            squares=None if squares is None else squares * factors**2,
        )


def _on_both(
    change: Callable[[NDArray[Any]], NDArray[Any]], counts: NDArray[Any], squares: NDArray[Any] | None
) -> tuple[NDArray[Any], NDArray[Any] | None]:
    return change(counts), None if squares is None else change(squares)


def _transposed(cells: NDArray[Any]) -> NDArray[Any]:
    return np.swapaxes(cells, -1, -2)


def _each_against_rest(cells: NDArray[Any]) -> NDArray[Any]:
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fn, fp = cells.sum(-1) - tp, cells.sum(-2) - tp
    tn = cells.sum(axis=(-2, -1))[..., None] - tp - fn - fp
    return np.stack((tn, fp, fn, tp), axis=-1).reshape(*tp.shape, 2, 2)


def _known_squares(tables: Tables) -> NDArray[Any] | None:
    """The sums of squared weights: of counted items their number, of weights that were lost None."""
    if tables.squares is not None or tables.counts.dtype.kind == "f":
        return tables.squares
    return tables.counts


def _added_squares(one: Tables, two: Tables) -> NDArray[Any] | None:
    if one.squares is None and two.squares is None:
        return None
    first, second = _known_squares(one), _known_squares(two)
    return None if first is None or second is None else first + second


def _same_squares(one: Tables, two: Tables) -> bool:
    first, second = (t.counts if t.squares is None else t.squares for t in (one, two))
    return np.array_equal(first, second)


def side_by_side(tables: Sequence[Tables], systems: Sequence[str]) -> Tables:
    """Single tables of the same classes as a batch with the axis ``"system"``."""
    known = [_known_squares(table) for table in tables]
    weighted = any(table.squares is not None for table in tables) and all(x is not None for x in known)
    return replace(
        tables[0],
        counts=np.stack([table.counts for table in tables]),
        axes=(Axis("system", tuple(systems)),),
        squares=np.stack([np.asarray(x, dtype=float) for x in known]) if weighted else None,
    )


def _facts(tables: Tables) -> tuple[Any, ...]:
    return tables.labels, tables.predicted_labels, tables.positive, tables.axes


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
