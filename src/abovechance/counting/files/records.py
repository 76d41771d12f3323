"""JSON lines: an object on each line, whose members are the cells of a row."""

from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.delimited import weight_of
from abovechance.counting.files.tally import Tally
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.counting.files.choose import Chosen

_AHEAD = 1000
"""So many objects are looked at to learn what members there are."""


class Records:
    """The objects of a file, and the names of their members."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self.name = name
        objects = self._objects(lines)
        ahead = list(itertools.islice(objects, _AHEAD))
        self._numbered = itertools.chain(ahead, objects)
        self.header = list(dict.fromkeys(key for _, record in ahead for key in record))

    def tally(self, chosen: Chosen) -> Tally:
        """Count the combinations of labels."""
        if chosen.weight is None:
            return Tally.of((key for key, _ in self._keys(chosen)), chosen)
        return Tally.of_sums(self._weighted(chosen, chosen.weight), chosen)

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects, each with the number of its line."""
        return self._numbered

    def _objects(self, lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            try:
                record = json.loads(line)
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
            key = tuple([label_text(record.get(name)) for name in chosen.labels])
            if None in key:
                name = chosen.labels[key.index(None)]
                raise InputError(
                    f"{self.name}, line {number}: {name!r} is a {type(record[name]).__name__}, not a label"
                )
            yield key, (number, record)  # type: ignore[misc]

    def _weighted(self, chosen: Chosen, column: str) -> Iterator[tuple[tuple[str, ...], int, float]]:
        for key, (number, record) in self._keys(chosen):
            weight = weight_of(str(record.get(column)))
            if weight is None:
                raise InputError(
                    f"{self.name}, line {number}: the weight {record.get(column)!r} is not a finite, "
                    "non-negative number"
                )
            yield key, 1, weight


def label_text(value: Any) -> str | None:
    """A JSON value as the text of a label: empty if it is missing, None if it cannot be one."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return str(value) if isinstance(value, int | float) else None
