"""JSON lines: an object on each line, whose members are the cells of a row."""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.delimited import count_of, weight_of
from abovechance.counting.files.tally import Sums, Tally
from abovechance.counting.files.whole import float_text
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from abovechance.counting.files.choose import Chosen

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
