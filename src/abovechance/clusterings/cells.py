"""``Cells``: the cells of a rectangular table that hold items, and no others.

Two clusterings of ten thousand groups each would make a table of a hundred million cells, nearly all
of them empty. Everything here is computed from those that are not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import require_moderate_margins
from abovechance.core.errors import InputError, InputWarning, keeping_warnings, warn
from abovechance.intake.codes.coded import tabulate
from abovechance.intake.codes.column import encode
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.frames.frame import frame_columns
from abovechance.intake.items import Masses, common_length, settled, sort_key, taken
from abovechance.intake.missing import REFUSED, Missing
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Column
    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded

    Ints = NDArray[np.int64]

_FEW_CELLS = 1 << 22
_CELLS_PER_ITEM = 8  # a table with more cells than this is not laid out to be counted: its items are sorted
_MOST_SORTED = 5_000
"""So many labels are put into their natural order; more stay in the order in which they were met."""
_MOST_KEYS = 1 << 62
_MOST_COMBINATIONS = 10**7  # so many pairs of groups may come back from an engine
# The share of items that are groups of their own where labels look like measurements.
_SHARE_OF_SINGLETONS = 0.9
_ROUNDING_ERROR = 1e-9
_MIN_ITEMS_TO_WARN = 10  # fewer items may all be apart in earnest


@dataclass(frozen=True, eq=False)
class Cells:
    """The non-empty cells of a table, by rows and within them by columns."""

    rows: Ints
    columns: Ints
    counts: NDArray[Any]  # int64, or float64 if items have weights
    row_labels: tuple[Label, ...]  # the groups of the first clustering; none is empty
    column_labels: tuple[Label, ...]
    left_out: int = 0  # items with a missing label
    warnings: tuple[InputWarning, ...] = ()  # likely mistakes in the input
    squares: NDArray[np.float64] | None = None  # sums of squared weights
    names: tuple[str, str] = ("a", "b")  # what the two clusterings are called

    @classmethod
    def from_labels(
        cls,
        a: Any,
        b: object,
        *,
        weights: object = None,
        counts: Column | None = None,
        missing: Missing = REFUSED,
        squares: Column | None = None,
    ) -> Cells:
        """Count the pairs of labels of two columns, each with labels of its own.

        With ``squares`` the weights are sums over the items of a row.
        """
        return cls._of_columns({"a": a, "b": b}, weights, counts, missing, squares)

    @classmethod
    def from_data(
        cls, data: Any, a: str, b: str, *, weights: Any = None, counts: Any = None, missing: Missing = REFUSED
    ) -> Cells:
        """The same of two columns of a frame, which its engine counts if it is lazy, or of a file."""
        if isinstance(data, str | PathLike):
            numbers = [name for name in (weights, counts) if name is not None]
            data = read_labels(data, [a, b, *numbers]).columns
            data |= {name: data[name].astype(np.float64) for name in numbers}
        found = frame_columns(data, [a, b], weights, counts, most=_MOST_COMBINATIONS)
        columns = {name: found.values[name] for name in (a, b)}
        return cls._of_columns(columns, found.weights, found.times, missing, found.squares)

    @classmethod
    @keeping_warnings
    def _of_columns(
        cls,
        given: dict[str, Any],
        weights: object,
        counts: Column | None,
        missing: Missing,
        squares: Column | None = None,
    ) -> Cells:
        columns = {name: encode(column, name, codes=missing.codes) for name, column in given.items()}
        length = common_length(columns)
        if not length:
            raise InputError(f"{' and '.join(given)} are empty: there is nothing to compare")
        masses = Masses.of(counts, weights, length, squares)
        (first, second), kept = settled(columns, missing, masses)
        cells = _arranged(_counted(first, second, kept), first, second)
        require_moderate_margins(cells.counts[:, None], "weights")
        warn(missing.findings(dict.fromkeys((*cells.row_labels, *cells.column_labels))))
        a, b = given
        return replace(cells, left_out=kept.left_out, names=(a, b))

    @classmethod
    def from_tables(cls, tables: Tables) -> Cells:
        """The cells of one table."""
        if tables.axes:
            raise InputError(
                "a batch of tables cannot be compared at once: take one of them, such as tables[0]"
            )
        kept_rows = np.flatnonzero(tables.counts.any(axis=1))
        kept_columns = np.flatnonzero(tables.counts.any(axis=0))
        if not len(kept_rows):
            raise InputError("the table has no items: there is nothing to compare")
        counts = tables.counts[np.ix_(kept_rows, kept_columns)]
        rows, columns = counts.nonzero()
        squares = None
        if tables.squares is not None:
            squares = tables.squares[np.ix_(kept_rows, kept_columns)][rows, columns]
        return cls(
            rows,
            columns,
            counts[rows, columns],
            tuple(tables.labels[i] for i in kept_rows),
            tuple(tables.predicted_labels[i] for i in kept_columns),
            left_out=tables.left_out,
            warnings=tables.warnings,
            squares=squares,
        )

    @property
    def effective(self) -> Cells:
        """The cells of as many items as their weights are worth: ``(Σw)²/Σw²`` (Kish 1965).

        Whole numbers of items if all weigh the same.
        """
        if self.squares is None:
            return self
        factor = self.counts.sum() / self.squares.sum()
        counts, squares = self.counts * factor, self.squares * factor**2
        whole = np.rint(counts)
        if all(np.allclose(x, whole, rtol=_ROUNDING_ERROR, atol=_ROUNDING_ERROR) for x in (counts, squares)):
            return replace(self, counts=whole.astype(np.int64), squares=None)
        return replace(self, counts=counts, squares=squares)

    @property
    def shape(self) -> tuple[int, int]:
        """How many groups there are in either clustering."""
        return len(self.row_labels), len(self.column_labels)

    @property
    def size(self) -> int:
        """How many cells the whole table would have."""
        return len(self.row_labels) * len(self.column_labels)

    @property
    def is_weighted(self) -> bool:
        """Whether items have weights, so that there are no pairs of items to count."""
        return self.counts.dtype.kind == "f"

    @cached_property
    def total(self) -> Any:
        """The number of items, or their weight."""
        return self.counts.sum().item()

    @cached_property
    def margins(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The sizes of the groups of either clustering."""
        return self._sums(self.rows, self.shape[0]), self._sums(self.columns, self.shape[1])

    def _sums(self, where: Ints, length: int) -> NDArray[Any]:
        found: NDArray[Any] = _sums(self.counts, where, length)
        return found

    @property
    def are_identical(self) -> bool:
        """Whether both clusterings have the same groups, under whatever names."""
        # No row or column is empty: with as many cells as either, each row has one column and no other.
        return len(self.counts) == self.shape[0] == self.shape[1]

    @property
    def are_apart(self) -> bool:
        """Whether nearly every item is a group of its own in both clusterings, as no groups would be."""
        least = _SHARE_OF_SINGLETONS * self.total
        return not self.is_weighted and self.total >= _MIN_ITEMS_TO_WARN and min(self.shape) >= least

    def dense(self) -> NDArray[Any]:
        """The whole table."""
        return self._laid_out(self.counts)

    def _laid_out(self, values: NDArray[Any]) -> NDArray[Any]:
        table = np.zeros(self.shape, dtype=values.dtype)
        table[self.rows, self.columns] = values
        return table

    def tables(self) -> Tables:
        """The whole table with its labels, columns told from rows so that none means another."""
        labels = tuple(("a", label) for label in self.row_labels)
        others = tuple(("b", label) for label in self.column_labels)
        squares = None if self.squares is None else self._laid_out(self.squares)
        return Tables(self.dense(), labels, others, squares=squares)


def _counted(
    first: Coded, second: Coded, masses: Masses
) -> tuple[Ints, Ints, NDArray[Any], NDArray[np.float64] | None]:
    """Codes, counts and squared weights of the cells that have items, sorted by the codes."""
    width = len(second.labels)
    size = len(first.labels) * width
    if size <= max(_FEW_CELLS, _CELLS_PER_ITEM * len(first.codes)):
        items = tabulate([first, second], masses.items)
        rows, columns = items.nonzero()
        counts = items if masses.weights is None else tabulate([first, second], masses.weights)
        squares = None if masses.squares is None else tabulate([first, second], masses.squares)[rows, columns]
        return rows, columns, counts[rows, columns], squares
    if size >= _MOST_KEYS:
        raise InputError(f"a table of {len(first.labels)} × {width} groups is too large to be counted")
    keys = (first.codes.astype(np.int64) - first.start) * width
    keys += second.codes.astype(np.int64) - second.start
    if masses.items is None and masses.weights is None:
        cells, counts = np.unique(keys, return_counts=True)
        rows, columns = np.divmod(cells, width)
        return rows, columns, counts, None
    cells, inverse = np.unique(keys, return_inverse=True)
    added = masses.items if masses.weights is None else masses.weights
    counts, squares = _sums(added, inverse, len(cells)), _sums(masses.squares, inverse, len(cells))
    # Items of weight 0 leave cells without anything.
    kept = counts > 0
    rows, columns = np.divmod(cells[kept], width)
    return rows, columns, counts[kept], taken(squares, kept)


def _sums(numbers: Array | None, places: Ints, length: int) -> Any:
    """The sums of numbers at places, None if there are none."""
    if numbers is None:
        return None
    sums = np.zeros(length, dtype=numbers.dtype)
    np.add.at(sums, places, numbers)
    return sums


def _arranged(
    cells: tuple[Ints, Ints, NDArray[Any], NDArray[np.float64] | None], first: Coded, second: Coded
) -> Cells:
    """Cells with the groups that have items alone, in the order of their labels."""
    rows, columns, counts, squares = cells
    row_rank, row_labels = _ranked(rows, first)
    column_rank, column_labels = _ranked(columns, second)
    rows, columns = row_rank[rows], column_rank[columns]
    if np.any(np.diff(rows) < 0) or np.any((np.diff(rows) == 0) & (np.diff(columns) < 0)):
        order = np.lexsort((columns, rows))
        rows, columns, counts = rows[order], columns[order], counts[order]
        squares = taken(squares, order)
    return Cells(rows, columns, counts, row_labels, column_labels, squares=squares)


def _ranked(codes: Ints, column: Coded) -> tuple[Ints, tuple[Label, ...]]:
    """The position of each code among the labels that occur, and these labels."""
    present = np.flatnonzero(np.bincount(codes, minlength=len(column.labels)))
    labels = [column.labels[i] for i in present.tolist()]
    if len(labels) <= _MOST_SORTED:
        key = sort_key(column)
        order = sorted(range(len(labels)), key=lambda i: key(labels[i]))
        present, labels = present[order], [labels[i] for i in order]
    rank = np.zeros(len(column.labels), dtype=np.int64)
    rank[present] = np.arange(len(present))
    return rank, tuple(labels)
