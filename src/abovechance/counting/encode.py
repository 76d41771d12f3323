"""A column of any kind to codes: lists and arrays here, the columns of other libraries by their own means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

from abovechance.counting.arrays import encode_array
from abovechance.counting.codebook import Codebook
from abovechance.counting.coded import Coded
from abovechance.counting.decoding import text_of
from abovechance.counting.tensors import as_array, is_tensor
from abovechance.errors import InputError

_DENSE_CELLS = 2**22


def encode(column: Any, name: str, limit: int | None = None) -> Coded:
    """Code a column.

    Parameters
    ----------
    column
        A list, tuple or other iterable, a NumPy array, or a column of pandas, polars, Arrow or any
        library that narwhals knows; or a column that is coded already.
    name
        What messages call it.
    limit
        How many distinct labels it may have.
    """
    book = Codebook(name, limit)
    try:
        with text_of(name):
            coded = _encode(column, book)
    except OverflowError as error:
        raise InputError(f"{name} has dates that Python has not ({error}): make them text") from None
    square = len(coded.labels) ** 2
    if square > min(max(4 * len(coded.codes), 2**12), _DENSE_CELLS):
        coded = coded.compact()
        book.expect(len(coded.labels) - (coded.missing is not None))
    return coded


def _encode(column: Any, book: Codebook) -> Coded:
    if isinstance(column, Coded):
        return column
    if isinstance(column, np.ndarray):
        return encode_array(column, book)
    if isinstance(column, Sequence) and not isinstance(column, str | bytes):
        return Coded.from_book(book.codes(column), book)
    if not isinstance(column, str | bytes | Mapping | AbstractSet):
        from abovechance.counting.columns import encode_column

        coded = encode_column(column, book)
        if coded is not None:
            return coded
        if is_tensor(column):
            return encode_array(as_array(column, book.name), book)
        if isinstance(column, Iterable):
            return Coded.from_book(book.codes(list(column)), book)
    raise InputError(f"{book.name} must be a column of labels, got {type(column).__name__}")
