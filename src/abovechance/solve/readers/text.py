"""What readers of printed reports have in common: numbers in lines of text."""

from __future__ import annotations

import re

from abovechance.core.errors import InputError

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
UNDEFINED = r"(?:NaN|nan|NA|None|\?)"
_VALUE = re.compile(rf"{NUMBER}|{UNDEFINED}")
_ROW_OF_ARRAY = re.compile(r"\[\s*(\d+(?:[\s,]+\d+)*)\s*\]")


def values_at_end(line: str, size: int) -> tuple[str, list[str]] | None:
    """The beginning of a line, and the last so many numbers in it; None where it has fewer."""
    words = line.split()
    if len(words) < size or not all(_VALUE.fullmatch(word) for word in words[len(words) - size :]):
        return None
    head = line.rstrip()
    for word in reversed(words[len(words) - size :]):
        head = head[: head.rindex(word)].rstrip()
    return head.strip(), words[len(words) - size :]


def defined(names: list[str] | tuple[str, ...], values: list[str]) -> dict[str, str]:
    """The values by their names, without those that are undefined and those without a name."""
    return {
        name: value for name, value in zip(names, values, strict=True) if name and re.fullmatch(NUMBER, value)
    }


def whole(text: str, what: str) -> int:
    """A number of items, which must be whole."""
    value = float(text)
    if value < 0 or value != int(value):
        raise InputError(f"{what} is {text}, but numbers of items are whole: weighted reports cannot be read")
    return int(value)


def array_in(text: str, size: int) -> tuple[tuple[int, ...], ...] | None:
    """The square array of whole numbers of a size that NumPy or a list has printed in a text."""
    rows = [tuple(map(int, re.split(r"[\s,]+", row))) for row in _ROW_OF_ARRAY.findall(text)]
    if len(rows) != size or any(len(row) != size for row in rows):
        return None
    return tuple(rows)
