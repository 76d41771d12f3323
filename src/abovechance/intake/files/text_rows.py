"""Comma and tab separated files, read strictly by the standard library: the reference for the engine.

JSON lines: an object on each line, whose members are the cells of a row.
"""

from __future__ import annotations

import csv
import itertools
import json
import math
from contextlib import contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.stream import MOST_LINE
from abovechance.intake.files.tally import Sums, Tally
from abovechance.intake.files.whole import float_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.format import TextFormat

MOST_ITEMS = 2**62
"""So many items have room in 64 bits, and as many again."""


class Delimited:
    """A table of text cells: its header, and its rows one after the other.

    Parameters
    ----------
    lines
        The lines of the text.
    name
        What messages call the file.
    text, usual
        How the text is to be read, and what the name of the file says that separates its cells.
    constants
        Columns that are the same in all rows; those that the text has itself are not added.
    """

    def __init__(
        self,
        lines: Iterable[str],
        name: str,
        text: TextFormat = PLAIN,
        usual: str | None = None,
        constants: Mapping[str, str] | None = None,
    ) -> None:
        lines = iter(lines)
        first = next(lines, "")
        _allow_long_cells()
        self.name = name
        self.text = text
        self.delimiter = text.separator(first, usual)
        self._reader = csv.reader(itertools.chain([first], lines), delimiter=self.delimiter, strict=True)
        with self._errors():
            head = next(self._reader, [])
        self._first = [] if text.header else [head]
        self.own = text.columns(head)
        added = {column: value for column, value in (constants or {}).items() if column not in self.own}
        self.header = [*self.own, *added]
        self._added = list(added.values())

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self._reader.line_num

    def rows(self) -> Iterator[list[str]]:
        """The rows, each as long as the first line; surplus cells must be empty."""
        width, added = len(self.own), self._added
        for row in self.loose_rows():
            if len(row) != width:
                # The engine passes over delimiters at the end of a line.
                if len(row) < width or any(row[width:]):
                    cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
                    head = "header" if self.text.header else "first"
                    raise InputError(f"{self.name}, line {self.line} has {cells}, the {head} has {width}")
                del row[width:]
            yield row + added if added else row

    def loose_rows(self) -> Iterator[list[str]]:
        """The rows, however long; blank lines are passed over."""
        with self._errors():
            for row in itertools.chain(self._first, self._reader):
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
                yield labels(row), count_of(count, self.text), weight_of(weight, self.text)
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


def weight_of(cell: str, text: TextFormat = PLAIN) -> float:
    """A finite, non-negative number; a ValueError says that it is none."""
    weight = _number(text.number(cell))
    if not 0 <= weight < math.inf:
        raise ValueError(f"the weight {cell!r} is not a finite, non-negative number")
    return weight


def count_of(cell: str, text: TextFormat = PLAIN) -> int:
    """A whole number of items; a ValueError says that it is none."""
    count = _number(text.number(cell))
    if not 0 <= count < MOST_ITEMS or count % 1:
        raise ValueError(f"the count {cell!r} is not a whole number from 0 on")
    return int(cell) if cell.isdecimal() else int(count)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


AHEAD = 1000
"""So many objects are looked at to learn what members there are."""

_DIGITS = 400
"""No floating-point number has more before its point."""


class Records:
    """The objects of a file, and the names of the members that the first of them have."""

    def __init__(
        self,
        lines: Iterable[str],
        name: str,
        constants: Mapping[str, str] | None = None,
        ahead: int = AHEAD,
    ) -> None:
        self.name = name
        self.text = PLAIN
        objects = self._objects(lines)
        first = list(itertools.islice(objects, ahead))
        self._numbered: Iterator[tuple[int, dict[str, Any]]] = itertools.chain(first, objects)
        self.own = list(dict.fromkeys(key for _, record in first for key in record))
        added = {name: value for name, value in (constants or {}).items() if name not in self.own}
        self.header = [*self.own, *added]
        if added:
            numbered = self._numbered
            self._numbered = ((number, record | added) for number, record in numbered)

    def tally(self, chosen: Chosen, sums: Sums | None = None) -> Tally:
        """Count the combinations of labels."""
        sums = sums or Sums()
        if not chosen.numbers:
            sums.count((key for key, _ in self._keys(chosen)), chosen)
        else:
            sums.weigh(self._weighted(chosen), chosen)
        return Tally.of_sums(sums, chosen)

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects, each with the number of its line."""
        return self._numbered

    def labels(self, number: int, record: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """The texts of labels in the object of a line, empty where one is missing."""
        texts = []
        for name in names:
            try:
                texts.append(label_text(record.get(name)))
            except ValueError as error:
                raise InputError(f"{self.name}, line {number}: {name!r} {error}") from None
        return texts

    def _objects(self, lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            try:
                record = parsed(line)
            except (ValueError, RecursionError):
                raise InputError(
                    f"{self.name}, line {number} is not JSON: one object on each line is needed"
                ) from None
            if not isinstance(record, dict):
                raise InputError(
                    f"{self.name}, line {number} is JSON but not an object: one on each line is needed"
                )
            yield number, record

    def _keys(self, chosen: Chosen) -> Iterator[tuple[tuple[str, ...], tuple[int, dict[str, Any]]]]:
        for number, record in self._numbered:
            yield tuple(self.labels(number, record, chosen.labels)), (number, record)

    def _weighted(self, chosen: Chosen) -> Iterator[tuple[tuple[str, ...], int, float]]:
        for key, (number, record) in self._keys(chosen):
            weight, count = (
                "1" if column is None else str(record.get(column)) for column in (chosen.weight, chosen.count)
            )
            try:
                yield key, count_of(count), weight_of(weight)
            except ValueError as error:
                raise InputError(f"{self.name}, line {number}: {error}") from None


def parsed(text: str) -> Any:
    """The value that is written in JSON; a whole number of more digits than any count or code stays text."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) <= _DIGITS else digits)


def label_text(value: Any) -> str:
    """A JSON value as the text of a label, empty if it is missing; a ValueError says why it is none."""
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("holds a NUL character")
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float):
        return float_text(value)
    if not isinstance(value, int):
        raise ValueError(f"is a {type(value).__name__}, not a label")  # noqa: TRY004 - of what is read
    return str(value)
