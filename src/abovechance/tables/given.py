"""How tables are made of counts: matrices, cross-tabulations, dictionaries, cells or rates."""

from __future__ import annotations

from collections.abc import Mapping
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
from abovechance.core.errors import Argument, InputError, InputWarning, keeping_warnings, warn
from abovechance.core.labels import natural_order, quoted
from abovechance.intake.names import role_of
from abovechance.tables.made import Axis, Made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label

_NAMES_OF_MARGINS = frozenset({"all", "total", "totals", "sum", "sums", "margin", "margins", "overall"})


@dataclass(frozen=True, eq=False)
class Given(Made):
    """Tables that can be made of counts."""

    @classmethod
    @keeping_warnings
    def from_counts(
        cls,
        matrix: object,
        labels: Sequence[Label] | None = None,
        rows: Literal["truth", "prediction"] | None = None,
        *,
        predicted_labels: Sequence[Label] | None = None,
        positive: Label | None = None,
        axes: Sequence[Axis | str] | None = None,
        squares: ArrayLike | None = None,
    ) -> Self:
        """Take tables that are already counted, shape ``(*batch, R, C)``.

        ``rows`` says what the rows of ``matrix`` stand for, by default the truth. scikit-learn,
        PyCM and WEKA have the truth there, R's caret and yardstick the prediction. A pandas data frame, such
        as the result of ``pandas.crosstab``, names its rows and columns itself: axes that are called by a
        usual name of the truth or the prediction are believed, and sums in the margins are left out with a
        warning. A mapping of rows to mappings of columns to counts is taken, too, as PyCM's ``matrix`` is. If
        the cells are sums of weights, give the sums of the squared weights as ``squares``, in the same shape:
        without them it is not known how many items there are.

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
        # Counts with squares are sums of weights, whole or not.
        if squared is not None:
            counts = counts.astype(np.float64)
        row_names, column_names = named.rows, named.columns
        if named.rows_are(rows) == "prediction":
            counts = np.swapaxes(counts, -1, -2)
            squared = None if squared is None else np.swapaxes(squared, -1, -2)
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
    @keeping_warnings
    def from_dict(cls, values: Mapping[Any, Any]) -> Self:
        """Take what :meth:`Tables.to_dict` gave, or a mapping of real labels to mappings of predicted ones.

        Examples
        --------
        >>> from abovechance import Tables
        >>> t = Tables.from_dict({"cat": {"cat": 5, "dog": 1}, "dog": {"cat": 2, "dog": 6}})
        >>> t.counts
        array([[5, 1],
               [2, 6]])
        >>> Tables.from_dict(t.to_dict()) == t
        True
        """
        if not isinstance(values, Mapping):
            raise InputError("{argument} must be a mapping, got {kind}",
                             argument="values", kind=type(values).__name__)  # fmt: skip
        if "labels" not in values or isinstance(values.get("counts", {}), Mapping):
            return cls.from_counts(values)
        labels = tuple(values["labels"])
        columns = tuple(values.get("predicted_labels") or labels)
        axes = tuple(
            Axis(axis["name"], None if axis["labels"] is None else tuple(axis["labels"]))
            for axis in values.get("axes", ())
        )
        counts, squares = np.array(values["counts"]), values.get("squares")
        if not counts.size:  # nested lists do not tell the shape of what is empty
            further = [0 if axis.labels is None else len(axis.labels) for axis in axes[counts.ndim :]]
            batch = (*counts.shape[: len(axes)], *further)
            counts = np.zeros((*batch, len(labels), len(columns)), dtype=np.int64)
            squares = None if squares is None else counts
        tables = cls.from_counts(counts, labels=labels, predicted_labels=columns, axes=axes, squares=squares)
        # from_counts makes integers of whole numbers: sums of weights stay what they were.
        return replace(
            tables,
            counts=tables.counts.astype(np.float64) if counts.dtype.kind == "f" else tables.counts,
            positive=values.get("positive"),
            positive_guessed=bool(values.get("positive_guessed")),
            left_out=values.get("left_out", 0),
        )

    @classmethod
    def from_pycm(cls, matrix: object) -> Self:
        """Take the counts of a ``pycm.ConfusionMatrix``, whose rows are the actual classes.

        Examples
        --------
        >>> from pycm import ConfusionMatrix
        >>> from abovechance import Tables
        >>> Tables.from_pycm(ConfusionMatrix(["a", "b", "b"], ["a", "b", "a"])).counts
        array([[1, 0],
               [1, 1]])
        """
        counts, classes = getattr(matrix, "matrix", None), getattr(matrix, "classes", None)
        if not isinstance(counts, Mapping) or not classes:
            raise InputError("{argument} must be a pycm.ConfusionMatrix, got {kind}",
                             argument="matrix", kind=type(matrix).__name__)  # fmt: skip
        return cls.from_counts(
            [[counts[row][column] for column in classes] for row in classes], labels=classes
        )

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
        # In the order of the cells of a table, negatives first.
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
        cls, positive_rate: object, negative_rate: object, share: object, n: object, *, dual: bool = False
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
        # The dual problem exchanges truth and prediction: what was missed is a false alarm there.
        fn, fp = (false, missed) if dual else (missed, false)
        return cls.from_cells(tp=positives * hit, fn=fn, fp=fp, tn=negatives * reject)


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


@dataclass(frozen=True, eq=False)
class NamedMatrix:
    """Counts, the names of rows and columns where they have such, and what the rows are called to be."""

    values: Any
    rows: tuple[Label, ...] | None = None
    columns: tuple[Label, ...] | None = None
    role: Literal["truth", "prediction"] | None = None

    @classmethod
    def of(cls, matrix: Any) -> NamedMatrix:
        """A matrix with the names that it carries, as a pandas data frame or a mapping of mappings does.

        Rows and columns are brought into one order; a class that only one of them has is added to the other,
        as a cross-tabulation leaves out what did not occur.
        """
        if isinstance(matrix, Mapping):
            return _of_mapping(matrix).squared()
        if not (hasattr(matrix, "index") and hasattr(matrix, "columns") and hasattr(matrix, "to_numpy")):
            return cls(matrix)
        rows, columns = distinct_labels(matrix.index.tolist()), distinct_labels(matrix.columns.tolist())
        down, across = role_of(matrix.index.name), role_of(matrix.columns.name)
        other: Any = {"truth": "prediction", "prediction": "truth", None: None}[across]
        # Two axes of one name tell nothing; one that is named tells of the other.
        role = None if down == across else down or other
        named = cls(matrix.to_numpy(), rows, columns, role).without_margins()
        warn(_shares(named.values))
        return named.squared()

    def rows_are(self, said: object) -> Literal["truth", "prediction"]:
        """What the rows stand for, by their names and by what the caller says."""
        if said not in (None, "truth", "prediction"):
            text = "{argument} must be 'truth' or 'prediction', not {said!r}"
            raise InputError(text, argument="rows", said=said)
        if None not in (said, self.role) and said != self.role:
            raise InputError(
                "the table calls its rows the {role}, and {said} does not: leave it out or rename the axes",
                role=self.role, said=Argument("rows", said),
            )  # fmt: skip
        return said or self.role or "truth"

    def without_margins(self) -> NamedMatrix:
        """The same without a last row and column of sums."""
        values, names, said = self.values, [self.rows or (), self.columns or ()], []
        for axis, line in enumerate(("row", "column")):
            name, across = names[axis][-1] if names[axis] else None, values.T if axis else values
            # By numbers and name: a class may be called "all", or be as frequent as the others together.
            is_sum = len(across) > 1 and np.array_equal(across[:-1].sum(axis=0), across[-1])
            if is_sum and str(name).strip().casefold() in _NAMES_OF_MARGINS:
                values, names[axis] = values[:, :-1] if axis else values[:-1], names[axis][:-1]
                said.append(f"{line} {name!r}")
        if said:
            verb = "is the sum of the others and was" if len(said) == 1 else "are sums of the others and were"
            warn([InputWarning(f"the last {' and the last '.join(said)} {verb} left out")])
        return replace(self, values=values, rows=names[0], columns=names[1])

    def squared(self) -> NamedMatrix:
        """The same with rows and columns of the same classes in one order."""
        rows, columns = self.rows or (), self.columns or ()
        # Without a label in common, rows and columns stand for different things, as clusters and classes do.
        if rows == columns or not set(rows) & set(columns):
            return self
        # A cross-tabulation leaves out classes that never occur or were never predicted.
        labels = rows if set(rows) == set(columns) else natural_order({*rows, *columns})
        square = np.zeros((len(labels), len(labels)), dtype=self.values.dtype)
        square[np.ix_([labels.index(r) for r in rows], [labels.index(c) for c in columns])] = self.values
        return replace(self, values=square, rows=labels, columns=labels)


def _of_mapping(matrix: Mapping[Any, Any]) -> NamedMatrix:
    """Rows by their names, each with counts by the names of columns, as PyCM has them."""
    if not matrix or not all(isinstance(row, Mapping) for row in matrix.values()):
        raise InputError(
            "a mapping of counts must have a mapping for each row, such as {{'a': {{'a': 5, 'b': 1}}}}: "
            "Tables.from_labels counts columns of labels, Tables.from_cells takes {cells}",
            cells="tp, fp, fn and tn",
        )
    columns = tuple(dict.fromkeys(name for row in matrix.values() for name in row))
    values = np.array([[row.get(name, 0) for name in columns] for row in matrix.values()])
    return NamedMatrix(values, tuple(matrix), columns)


def _shares(values: NDArray[Any]) -> list[InputWarning]:
    """A warning if a cross-tabulation holds shares, as that of pandas does with ``normalize``."""
    if values.dtype.kind != "f" or not values.size or np.array_equal(values, np.rint(values)):
        return []
    sums = {"cells": values.sum(), "rows": values.sum(axis=1), "columns": values.sum(axis=0)}
    found = [name for name, total in sums.items() if np.allclose(total, 1.0)]
    said = (
        "the {what} of the table add up to 1: they are shares, which do not tell how many items there are; "
    )
    said += "give the counts, as pandas.crosstab does without normalize"
    return [InputWarning(said, what=name) for name in found[:1]]
