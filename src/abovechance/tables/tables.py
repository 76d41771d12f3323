"""``Tables``: a batch of contingency tables, the one data structure of the package."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import added, pooled
from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.core.labels import Label, merged_order, quoted
from abovechance.intake.missing import left_out_said
from abovechance.tables.made import Axis
from abovechance.tables.transforms import Transformable, added_squares, known_squares, same_squares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.dichotomy import Dichotomy
    from abovechance.core.result import Row

__all__ = ["Axis", "Tables", "group_at", "side_by_side"]

_ROUNDING_ERROR = 1e-9


@dataclass(frozen=True, eq=False)
class Tables(Transformable):
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
    positive_guessed : bool
        Whether the positive class was not named and the labels do not tell it, as 0 or −1 and 1 and truth
        values do.
    axes : tuple of Axis
        The batch axes, outermost first.
    squares : ndarray or None
        Where items have weights, the sum of their squares in each cell, in the shape of the counts: what
        tells how many items a sum of weights is worth. None where items are counted, each of which weighs 1.
    left_out : int
        How many items lack a value and are in none of the tables, as ``on_missing="drop"`` asks.
    warnings : tuple of InputWarning
        Likely mistakes that were found where the items were read. Results of the tables begin with them.

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

    # Reading them -----------------------------------------------------------------------------

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
        # A table without items keeps its zeros.
        factor = np.divide(total, squares, out=np.ones(total.shape), where=squares > 0)
        counts, squares = self.counts * factor, self.squares * factor**2
        whole = np.rint(counts)
        if np.allclose(counts, whole, rtol=_ROUNDING_ERROR, atol=_ROUNDING_ERROR) and np.allclose(
            squares, whole, rtol=_ROUNDING_ERROR, atol=_ROUNDING_ERROR
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
            and same_squares(self, other)
        )

    __hash__ = None  # type: ignore[assignment]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: FBT001
        """The counts."""
        return np.array(self.counts, dtype=dtype, copy=copy)

    def __getitem__(self, index: object) -> Tables:
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
            position = self.axis_position(name)
            names = self.axes[position].labels
            if names is None or label not in names:
                raise InputError(f"axis {name!r} has no position {label!r}")
            index[position] = names.index(label)
        return self[tuple(index)] if where else self

    # Changing what they say -------------------------------------------------------------------

    def one_vs_rest(self) -> Tables:
        """Each class against all others: a batch of two-class tables with a last axis ``class``."""
        self.require_square()
        axes = (*self.axes, Axis("class", self.labels))
        labels = ("rest", "class")
        return self._with(
            _each_against_rest, labels=labels, predicted_labels=labels, positive="class", axes=axes,
            positive_guessed=False,
        )  # fmt: skip

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
            return replace(
                self,
                counts=added(self.counts, other.counts),
                squares=added_squares(self, other),
                left_out=self.left_out + other.left_out,
                warnings=tuple(dict.fromkeys((*self.warnings, *other.warnings))),
            )
        labels = merged_order(self.labels, other.labels)
        # The classes of both together may be more than two, of which none is positive.
        positive = self.positive if len(labels) == 2 and self.positive is not None else None
        one, two = self._spread(labels), other._spread(labels)
        return replace(one, positive=positive) + replace(two, positive=positive)

    def sum(self, axis: str | int | None = None) -> Tables:
        """Pool the tables along one batch axis, or along all."""
        if axis is None:
            every = tuple(range(len(self.axes)))
            return self._with(lambda cells: pooled(cells, every), axes=())
        position = self.axis_position(axis)
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
        """The table as plain lists and labels; :meth:`from_dict` makes the same table of them."""
        return {
            "labels": list(self.labels),
            "predicted_labels": list(self.predicted_labels),
            "positive": self.positive,
            "positive_guessed": self.positive_guessed,
            "axes": [
                {"name": axis.name, "labels": None if axis.labels is None else list(axis.labels)}
                for axis in self.axes
            ],
            "counts": self.counts.tolist(),
        } | self._seldom

    def rows(self) -> list[Row]:
        """One row for each cell: its position in the batch, its labels and its count."""
        found = []
        for position, count in np.ndenumerate(self.counts):
            row: Row = {
                axis.name: i if axis.labels is None else axis.labels[i]
                for axis, i in zip(self.axes, position, strict=False)
            }
            row |= {"truth": self.labels[position[-2]], "prediction": self.predicted_labels[position[-1]]}
            row |= {"count": count.item()}
            found.append(row if self.squares is None else row | {"squares": self.squares[position].item()})
        return found

    def __repr__(self) -> str:
        """The table as text, or the shape of the batch."""
        from abovechance.tables.text import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from abovechance.tables.text import table_html

        said = f"<p>{left_out_said(self.left_out)}</p>" if self.left_out else ""
        return table_html(self) + said

    # Helpers ----------------------------------------------------------------------------------

    @property
    def _seldom(self) -> dict[str, Any]:
        """What its dictionary holds only where there is something to say."""
        squares = {} if self.squares is None else {"squares": self.squares.tolist()}
        return squares | ({"left_out": self.left_out} if self.left_out else {})

    def axis_position(self, axis: str | int) -> int:
        """The place of a batch axis, by its name or from the end."""
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


def side_by_side(tables: Sequence[Tables], systems: Sequence[str]) -> Tables:
    """Single tables of the same classes as a batch with the axis ``"system"``."""
    known = [known_squares(table) for table in tables]
    weighted = any(table.squares is not None for table in tables) and all(x is not None for x in known)
    return replace(
        tables[0],
        counts=np.stack([table.counts for table in tables]),
        axes=(Axis("system", tuple(systems)),),
        squares=np.stack([np.asarray(x, dtype=float) for x in known]) if weighted else None,
        left_out=sum(table.left_out for table in tables),
        warnings=tuple(dict.fromkeys(finding for table in tables for finding in table.warnings)),
    )


def group_at(tables: Tables, position: tuple[int, ...]) -> tuple[Label, ...] | None:
    """What a position in the batch stands for, None if there is no batch."""
    if not tables.axes:
        return None
    at = [i if axis.labels is None else axis.labels[i] for axis, i in zip(tables.axes, position, strict=True)]
    return tuple(part for label in at for part in (label if isinstance(label, tuple) else (label,)))


def _facts(tables: Tables) -> tuple[Any, ...]:
    return tables.labels, tables.predicted_labels, tables.positive, tables.axes


def _each_against_rest(cells: NDArray[Any]) -> NDArray[Any]:
    """Two-class cells of each class against all others."""
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fn, fp = cells.sum(-1) - tp, cells.sum(-2) - tp
    tn = cells.sum(axis=(-2, -1))[..., None] - tp - fn - fp
    return np.stack((tn, fp, fn, tp), axis=-1).reshape(*tp.shape, 2, 2)
