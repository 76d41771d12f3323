"""``Coded``: a column as integer codes, and the labels that the codes stand for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake.codes.codebook import Codebook
from abovechance.intake.codes.tabulate import tabulate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


_BLOCK = 2**16
"""Rows handled at a time: small enough for temporary values to stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Coded:
    """Item ``i`` has the label ``labels[codes[i] - start]``.

    Labels are distinct and some may not occur. Integers are their own codes, so that a column of
    small integers is never copied.

    Attributes
    ----------
    codes : ndarray of integers
    labels : sequence
        None stands for a missing value.
    start : int
        The code of the first label.
    missing : int or None
        The position of None among the labels.
    orders : tuple of tuples
        The order of its categories that an ordered categorical declares, unused ones included; more
        than one if parts of the column declare different orders.
    """

    codes: NDArray[Any]
    labels: Sequence[Any]
    start: int = 0
    missing: int | None = None
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

    def only(self, rows: NDArray[np.bool_]) -> Coded:
        """The items at the rows where the mask is true."""
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
        for begin in range(0, len(codes), _BLOCK):
            rows = slice(begin, begin + _BLOCK)
            codes[rows] = position[self.codes[rows].astype(np.intp) - self.start]
        labels = [self.labels[i] for i in np.flatnonzero(present).tolist()]
        occurs = self.missing is not None and bool(present[self.missing])
        return Coded(codes, labels, missing=labels.index(None) if occurs else None, orders=self.orders)
