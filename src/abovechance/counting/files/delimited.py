"""Comma and tab separated files, read strictly by the standard library: the reference for the engine."""

from __future__ import annotations

import csv
import itertools
import math
from contextlib import contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.streams import MOST_LINE
from abovechance.counting.files.tally import Sums, Tally
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from abovechance.counting.files.choose import Chosen

MOST_ITEMS = 2**62
"""So many items have room in 64 bits, and as many again."""


class Delimited:
    """A table of text cells: its header, and its rows one after the other.

    Parameters
    ----------
    lines
        The lines of the text, the header first.
    name
        What messages call the file.
    delimiter
        What separates cells; without it a comma, or a semicolon or tab if the header has one and no comma.
    constants
        Columns that are the same in all rows; those that the text has itself are not added.
    """

    def __init__(
        self,
        lines: Iterable[str],
        name: str,
        delimiter: str | None = None,
        constants: Mapping[str, str] | None = None,
    ) -> None:
        lines = iter(lines)
        first = next(lines, "")
        _allow_long_cells()
        self.name = name
        self.delimiter = delimiter or delimiter_of(first)
        self._reader = csv.reader(itertools.chain([first], lines), delimiter=self.delimiter, strict=True)
        with self._errors():
            self.own = next(self._reader, [])
        added = {column: value for column, value in (constants or {}).items() if column not in self.own}
        self.header = [*self.own, *added]
        self._added = list(added.values())

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self._reader.line_num

    def rows(self) -> Iterator[list[str]]:
        """The rows below the header, each as long as the header; surplus cells must be empty."""
        width, added = len(self.own), self._added
        for row in self.loose_rows():
            if len(row) != width:
                # The engine passes over delimiters at the end of a line.
                if len(row) < width or any(row[width:]):
                    cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
                    raise InputError(f"{self.name}, line {self.line} has {cells}, the header has {width}")
                del row[width:]
            yield row + added if added else row

    def loose_rows(self) -> Iterator[list[str]]:
        """The rows below the header, however long; blank lines are passed over."""
        with self._errors():
            for row in self._reader:
                if row:
                    yield row

    def tally(self, chosen: Chosen, sums: Sums | None = None) -> Tally:
        """Count the combinations of labels."""
        sums, labels = sums or Sums(), itemgetter(*chosen.positions)
        if not chosen.numbers:
            sums.count(map(labels, self.rows()), chosen)
        else:
            sums.weigh(self._weighted(labels, chosen), chosen)
        return Tally.of_sums(sums, chosen)

    def _weighted(self, labels: Any, chosen: Chosen) -> Iterator[tuple[tuple[str, ...], int, float]]:
        weights, counts = chosen.weight_position, chosen.count_position
        for row in self.rows():
            weight = "1" if weights is None else row[weights]
            count = "1" if counts is None else row[counts]
            try:
                yield labels(row), count_of(count), weight_of(weight)
            except ValueError as error:
                raise InputError(f"{self.name}, line {self.line}: {error}") from None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Name the line of what cannot be parsed."""
        try:
            yield
        except csv.Error as error:
            said = next(
                (meaning for start, meaning in _MEANING.items() if str(error).startswith(start)), error
            )
            raise InputError(f"{self.name}, line {self.line}: {said}") from None


_MEANING = {
    "unexpected end of data": "a quote is opened but not closed",
    "field larger than field limit": "a cell is too long: is a quote opened but not closed?",
    "new-line character seen in unquoted field": (
        "a carriage return that does not end a line: end lines with a line feed, or with both"
    ),
}


def _allow_long_cells() -> None:
    """Let cells be as long as lines may be: a limit of the whole process, which is never lowered."""
    if csv.field_size_limit() < MOST_LINE:
        csv.field_size_limit(MOST_LINE)


def weight_of(text: str) -> float:
    """A finite, non-negative number; a ValueError says that it is none."""
    weight = _number(text)
    if not 0 <= weight < math.inf:
        raise ValueError(f"the weight {text!r} is not a finite, non-negative number")
    return weight


def count_of(text: str) -> int:
    """A whole number of items; a ValueError says that it is none."""
    count = _number(text)
    if not 0 <= count < MOST_ITEMS or count % 1:
        raise ValueError(f"the count {text!r} is not a whole number from 0 on")
    return int(text) if text.isdecimal() else int(count)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def delimiter_of(header: str) -> str:
    """What separates the names in a header."""
    if "," in header:
        return ","
    return next((mark for mark in (";", "\t") if mark in header), ",")
