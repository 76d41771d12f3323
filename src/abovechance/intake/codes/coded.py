"""``Coded``: a column as integer codes, the ``Codebook`` that gives them, and ``tabulate``, which counts.

Rows are counted in blocks that stay in the processor's cache. The cell of a row is computed in the
narrowest unsigned integers that can name every cell: since the result is known to be below 2ᵇ,
arithmetic modulo 2ᵇ is exact, whatever the codes started from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_missing
from abovechance.intake.limits import unlike_classes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label


_MAX_CODES_IN_A_BYTE = 2**8
_FEW_CELLS = 2**16
_MOST_UINT32 = 2**32 - 1
_PAIRED_BLOCK = 2**18
_MOST_CELLS = 2**29  # four gigabytes: enough for a square table of 23 000 classes
# Rows handled at a time: small enough for temporary values to stay in the processor's cache.
_BLOCK_SIZE = 2**16


@dataclass(frozen=True, eq=False)
class Coded:
    """Item ``i`` has the label ``labels[codes[i] - start]``.

    Labels are distinct and some may not occur. Integers are their own codes, so that a column of small
    integers is never copied. ``orders`` are those that ordered categoricals declare, unused categories
    included; more than one if parts of the column declare different orders.
    """

    codes: NDArray[Any]
    labels: Sequence[Any]  # None stands for a missing value
    start: int = 0  # the code of the first label
    missing: int | None = None  # the position of None among the labels
    orders: tuple[tuple[Any, ...], ...] = ()

    @classmethod
    def from_book(cls, codes: NDArray[Any], book: Codebook) -> Coded:
        """Codes that a codebook has given."""
        return cls(codes, book.labels, missing=book.missing)

    @classmethod
    def from_categories(cls, codes: NDArray[Any], categories: Iterable[Any], start: int = 0) -> Coded:
        """Codes of a categorical column, whose categories may repeat, be missing or not occur."""
        book = Codebook("categories")
        order = book.codes(list(categories))
        if len(book.labels) < len(order):
            return cls.from_book(order[codes.astype(np.intp) - start], book)
        return cls(codes, book.labels, start, book.missing)

    def in_order(self, *categories: Iterable[Any]) -> Coded:
        """The same items, of a column whose categories are declared to be in such an order."""
        books = [Codebook("categories") for _ in categories]
        for book, order in zip(books, categories, strict=True):
            book.codes(list(order))
        orders = (tuple(label for label in book.labels if label is not None) for book in books)
        return replace(self, orders=tuple(dict.fromkeys(orders)))

    @property
    def is_missing(self) -> NDArray[np.bool_]:
        """Whether each item is missing."""
        if self.missing is None:
            return np.zeros(len(self.codes), dtype=bool)
        return self.codes == self.start + self.missing

    def lacking(self, codes: Sequence[Any]) -> Coded:
        """The same items, of which those with some labels have none."""
        labels = [None if label in codes else label for label in self.labels]
        coded = Coded.from_categories(self.codes, labels, self.start)
        return coded.in_order(*([x for x in order if x not in codes] for order in self.orders))

    def only(self, rows: NDArray[Any]) -> Coded:
        """The items at some rows: those where a mask is true, or by their numbers."""
        return replace(self, codes=self.codes[rows])

    def spread(self, present: NDArray[np.bool_]) -> Coded:
        """The same items at the rows where the mask is true, missing values elsewhere."""
        labels = self.labels if self.missing is not None else [*self.labels, None]
        missing = len(self.labels) if self.missing is None else self.missing
        codes = np.full(len(present), missing, dtype=np.int32)
        codes[present] = self.codes.astype(np.intp) - self.start
        return Coded(codes, labels, missing=missing, orders=self.orders)

    def compact(self) -> Coded:
        """The same items with codes 0, 1, … for the labels that occur, and no others."""
        present = tabulate([self]) > 0
        if present.all():
            return self
        position = np.cumsum(present, dtype=np.min_scalar_type(int(present.sum()))) - present
        codes = np.empty(len(self.codes), dtype=position.dtype)
        for begin in range(0, len(codes), _BLOCK_SIZE):
            rows = slice(begin, begin + _BLOCK_SIZE)
            codes[rows] = position[self.codes[rows].astype(np.intp) - self.start]
        labels = [self.labels[i] for i in np.flatnonzero(present).tolist()]
        occurs = self.missing is not None and bool(present[self.missing])
        return Coded(codes, labels, missing=labels.index(None) if occurs else None, orders=self.orders)


class Codebook(dict[Any, int]):
    """A dictionary that gives every new label the next code, and all missing values one."""

    def __init__(self, name: str, limit: int | None = None) -> None:
        super().__init__()
        self.name = name  # what messages call the column
        self.limit = limit  # how many labels the column may have
        self.labels: list[Label] = []  # in the order of their codes; None is a missing value
        self.missing: int | None = None  # the code of missing values, once one was met

    def __missing__(self, value: object) -> int:
        """The code of a value that is not itself a key."""
        # Text is the commonest label, and stands for itself.
        if type(value) is str and value:
            return self._add(value)
        label = plain(value)
        if is_missing(label):
            # Not kept as a key of its own: one NaN does not equal another.
            if self.missing is None:
                self.missing = self._add(None)
            return self.missing
        code = self.get(label)
        return self._add(label) if code is None else code

    def _add(self, label: Label) -> int:
        code = self[label] = len(self.labels)
        self.labels.append(label)
        if self.limit is not None:
            self.expect(len(self.labels))
        return code

    def codes(self, values: Collection[Any]) -> NDArray[Any]:
        """The code of each of some Python values, as integers of one or four bytes."""
        try:
            return self._codes(values)
        except TypeError:
            culprit = next((value for value in values if not _is_hashable(value)), None)
            if culprit is None:
                raise
            raise InputError(
                f"{self.name} has labels of type {type(culprit).__name__}, which cannot be looked up: "
                "give numbers, text, booleans or tuples"
            ) from None

    def _codes(self, values: Collection[Any]) -> NDArray[Any]:
        # Collecting bytes is quicker than filling an array, as long as every code fits into one.
        if len(self.labels) <= _MAX_CODES_IN_A_BYTE:
            try:
                return np.frombuffer(bytes(map(self.__getitem__, values)), dtype=np.uint8)
            except ValueError:
                # A code that is too large for a byte means that labels were met on the way; else the error is
                # another.
                if len(self.labels) <= _MAX_CODES_IN_A_BYTE:
                    raise
        return np.fromiter(map(self.__getitem__, values), np.int32, len(values))

    def expect(self, distinct: int) -> None:
        """Refuse more labels than a column of classes has."""
        if self.limit is not None and distinct > self.limit + (self.missing is not None):
            raise self.too_many()

    def too_many(self) -> InputError:
        """The error that there are more labels than a column of classes has."""
        said = "{column} has more than {limit} distinct values"
        return unlike_classes(said, self.labels, column=self.name, limit=self.limit)


def plain(value: object) -> Any:
    """A scalar of NumPy or Arrow as the Python object it stands for; anything else as it is."""
    if isinstance(value, np.generic):
        return value.item()
    return value.as_py() if hasattr(value, "as_py") else value


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def tabulate(columns: Sequence[Coded], weights: NDArray[Any] | None = None) -> NDArray[Any]:
    """Count the combinations of codes, or add up the weights of their items; each column is an axis."""
    shape = tuple(len(column.labels) for column in columns)
    require_room(shape)
    if weights is None and len(shape) == 2 and max(shape) <= 2:
        return _two_by_two(*columns)[: shape[0], : shape[1]]
    cells = math.prod(shape)
    if weights is None and cells <= _FEW_CELLS:
        return _histogram(columns, cells).reshape(shape)
    return _scattered(columns, cells, weights).reshape(shape)


def require_room(shape: tuple[int, ...]) -> None:
    """Refuse a table that would not fit into memory."""
    if math.prod(shape) > _MOST_CELLS:
        raise InputError(
            f"a table of {' × '.join(map(str, shape))} cells is too large: count fewer groups or labels"
        )


def _two_by_two(truth: Coded, prediction: Coded) -> NDArray[np.int64]:
    """Three counts of true values settle four cells, and are the fastest that NumPy counts."""
    real = predicted = both = 0
    for rows in _blocks(len(truth.codes), 2 * _BLOCK_SIZE):
        second, named_second = _is_second(truth, rows), _is_second(prediction, rows)
        real += int(np.count_nonzero(second))
        predicted += int(np.count_nonzero(named_second))
        both += int(np.count_nonzero(second & named_second))
    neither = len(truth.codes) - real - predicted + both
    return np.array([[neither, predicted - both], [real - both, both]], dtype=np.int64)


def _is_second(column: Coded, rows: slice) -> NDArray[np.bool_]:
    codes = column.codes[rows]
    # Bytes of 0 and 1 are truth values already.
    return codes.view(np.bool_) if codes.itemsize == 1 and column.start == 0 else codes != column.start


def _histogram(columns: Sequence[Coded], cells: int) -> NDArray[np.int64]:
    length = len(columns[0].codes)
    word = np.dtype(np.uint8 if cells <= _MAX_CODES_IN_A_BYTE else np.uint16)
    paired = length - length % _PAIRED_BLOCK if word.itemsize == 1 else 0
    counts = _counted_by_twos(columns, paired)[:cells] if paired else np.zeros(cells, dtype=np.int64)
    # Four rows for each cell at least, as every block makes a histogram of all cells.
    for rows in _blocks(length, max(_BLOCK_SIZE, 4 * cells), paired):
        counts += np.bincount(_cells(columns, rows, word), minlength=cells)
    return counts


def _counted_by_twos(columns: Sequence[Coded], length: int) -> NDArray[np.int64]:
    """Two neighbouring rows of one byte are one number of two bytes: half as many steps to count."""
    pairs = np.zeros(_MAX_CODES_IN_A_BYTE * _MAX_CODES_IN_A_BYTE, dtype=np.int64)
    for rows in _blocks(length, _PAIRED_BLOCK):
        two = _cells(columns, rows, np.dtype(np.uint8)).view(np.uint16)
        # Either byte of a pair is a row: in which order the machine has them makes no difference.
        pairs += np.bincount(two, minlength=len(pairs))
    square = pairs.reshape(_MAX_CODES_IN_A_BYTE, _MAX_CODES_IN_A_BYTE)
    counts: NDArray[np.int64] = square.sum(axis=0) + square.sum(axis=1)
    return counts


def _scattered(columns: Sequence[Coded], cells: int, weights: NDArray[Any] | None) -> NDArray[Any]:
    """Add to a table too large to be made anew for each block."""
    length = len(columns[0].codes)
    # No cell counts more than all rows, and a table of half the size has twice the luck with the cache.
    counter = np.uint32 if length < _MOST_UINT32 else np.int64
    table: NDArray[Any] = np.zeros(cells, dtype=counter if weights is None else weights.dtype)
    one = table.dtype.type(1)
    for rows in _blocks(length, _BLOCK_SIZE):
        index = _cells(columns, rows, np.dtype(np.uint64)).view(np.int64)
        np.add.at(table, index, one if weights is None else weights[rows])
    return table.astype(np.int64, copy=False) if weights is None else table


def _cells(columns: Sequence[Coded], rows: slice, word: np.dtype[Any]) -> NDArray[Any]:
    """The number of each row's cell, counted along the last column first."""
    modulus = 2 ** (8 * word.itemsize)
    first, *others = columns
    cell: NDArray[Any] = first.codes[rows].astype(word)
    origin = first.start
    for column in others:
        size = len(column.labels)
        # NumPy refuses numbers that the word cannot hold; modulo 2ᵇ these are the same.
        cell *= word.type(size % modulus)
        cell += column.codes[rows].astype(word, copy=False)
        origin = origin * size + column.start
    if origin:
        cell -= word.type(origin % modulus)
    return cell


def _blocks(stop: int, size: int, start: int = 0) -> Iterator[slice]:
    for begin in range(start, stop, size):
        yield slice(begin, min(begin + size, stop))
