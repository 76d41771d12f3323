"""Whole numbers that are stored as floats: beside integers 1.0 is the label 1, as it is the same number.

Whether there are integers beside them is known when all files are read. Until then such labels bear a mark.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from abovechance.intake.files.query import Named

MARK = "\0"
"""No label begins with it."""
EXACT = 2**53
"""Floats below are told apart from their neighbours."""
_MARKED = re.compile(rf"{MARK}-?\d+\.0+", re.ASCII)
_INTEGER = re.compile(r"-?\d+", re.ASCII)


def float_text(value: float) -> str:
    r"""The text of a float, with a mark if it is whole.

    Examples
    --------
    >>> float_text(0.5), float_text(-0.0)
    ('0.5', '\x000.0')
    """
    return f"{MARK}{int(value)}.0" if value.is_integer() and abs(value) < EXACT else str(value)


def is_marked(text: str) -> bool:
    """Whether a text is that of a whole number that is stored as a float."""
    return _MARKED.fullmatch(text) is not None


def are_marked(columns: Iterable[Iterable[str]]) -> bool:
    """Whether any text in columns bears a mark."""
    return any(text.startswith(MARK) for column in columns for text in column)


def unmarked(text: str, *, whole: bool) -> str:
    """The label of a text: without its mark, if it has one, and as an integer if these are beside it."""
    if not text.startswith(MARK):
        return text
    return text[1:].partition(".")[0] if whole else text[1:]


def meant(texts: Sequence[Collection[str]], columns: Named) -> list[dict[str, str]]:
    r"""For each column of labels, what is meant by the texts in it.

    Columns of classes are beside each other, all others by themselves.

    Examples
    --------
    >>> from abovechance.intake.files.columns import Columns
    >>> meant([["\x001.0", "0.5"], ["\x001.0", "2"]], Columns(("a", "b"), ()))
    [{'\x001.0': '1.0', '0.5': '0.5'}, {'\x001.0': '1', '2': '2'}]
    """
    integers = {
        name
        for name, column in zip(columns.labels, texts, strict=True)
        if any(map(_INTEGER.fullmatch, column))
    }
    if not integers.isdisjoint(columns.classes):
        integers.update(columns.classes)
    return [
        {text: unmarked(text, whole=name in integers) for text in column}
        for name, column in zip(columns.labels, texts, strict=True)
    ]
