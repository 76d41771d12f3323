"""Class labels: their natural order, and how to name them in a message."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from numbers import Real
from typing import Any, TypeGuard

Label = Hashable

_DIGITS_PATTERN = re.compile(r"(\d+)")
_NUMBER_PATTERN = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
# The missing values of pandas are known by their types' names, as it need not be installed.
_NA_TYPES = ("NAType", "NaTType")
_MAX_LABELS_SHOWN = 5
_PAIRS_WITH_KNOWN_POSITIVE: set[frozenset[float | str]] = {
    frozenset((0, 1)),
    frozenset((-1, 1)),
    frozenset(("false", "true")),
}


def natural_key(label: object) -> tuple[int, Any]:
    """A sort key: numbers and times by size, text with its numbers by size (c2 before c10), missing last."""
    if isinstance(label, str):
        if _NUMBER_PATTERN.fullmatch(label):
            # The text itself comes last, so that 1 and 1.0 have the same order whichever was met first.
            return 1, ([(0, float(label), "")], label)
        # Each part begins with its kind, so that a number is never compared with text.
        return 1, (
            [(1, int(p), p) if p.isdecimal() else (2, p, "") for p in _DIGITS_PATTERN.split(label) if p],
            label,
        )
    if is_missing(label):
        return 4, ""
    if is_number(label):
        return 0, label
    if isinstance(label, tuple):
        return 2, [natural_key(part) for part in label]
    return 3, (type(label).__name__, _comparable(label))


def _comparable(label: object) -> object:
    """What stands for a label among those of its type; times with and without a zone cannot be compared."""
    if isinstance(label, datetime | time):
        return label.utcoffset() is not None, label
    return label if isinstance(label, date | timedelta) else str(label)


def natural_order(labels: Iterable[Any]) -> tuple[Any, ...]:
    """Labels of any type, sorted."""
    found = list(labels)
    if all(type(label) is int for label in found):  # the commonest labels, which are their own keys
        return tuple(sorted(found))
    return tuple(sorted(found, key=natural_key))


def merged_order(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """All labels of both: in the order of the longer if the shorter is part of it, else in natural order."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    among = set(shorter)
    if tuple(label for label in longer if label in among) == shorter:
        return longer
    return natural_order({*one, *other})


def larger_of(labels: tuple[Any, ...]) -> Label | None:
    """The larger of two labels in natural order, which is positive unless another is named; else None."""
    return natural_order(labels)[-1] if len(labels) == 2 else None


def rest_of(labels: tuple[Any, ...], positive: object) -> str:
    """What the other classes are called together beside a positive one: no name of a class.

    Examples
    --------
    >>> rest_of(("home", "work"), "work"), rest_of(("rest", "work"), "work")
    ('rest', 'others')
    """
    names = ("rest", "others", f"not {positive}")
    return next((name for name in names if name not in labels), f"all but {positive}")


def is_guess(labels: tuple[Any, ...]) -> bool:
    """Whether two labels leave open which is positive: all but 0 or -1 and 1, and truth values, do.

    Examples
    --------
    >>> is_guess((False, True)), is_guess(("-1", "1")), is_guess(("ham", "spam"))
    (False, False, True)
    """
    return frozenset(_meaning(label) for label in labels) not in _PAIRS_WITH_KNOWN_POSITIVE


def is_number(label: object) -> TypeGuard[Real | Decimal]:
    """Whether a label is a number that has a size, of whatever type."""
    return isinstance(label, int | float | Decimal | Real)


def is_written_as_number(label: object) -> bool:
    """Whether a label is a number, or text that stands for one."""
    return _NUMBER_PATTERN.fullmatch(label) is not None if isinstance(label, str) else is_number(label)


def is_missing(label: object) -> bool:
    """Whether a label stands for a missing value: None, NaN, a data frame's own NA or an empty text."""
    if isinstance(label, float | Decimal):
        return math.isnan(label) if isinstance(label, float) else label.is_nan()
    if isinstance(label, str | bytes):
        return not label
    return label is None or type(label).__name__ in _NA_TYPES


def quoted(labels: Iterable[Any], most: int = _MAX_LABELS_SHOWN) -> str:
    """Labels for a message: the first few, quoted, and how many more there are."""
    names = list(labels)
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def nearest(text: str, texts: Iterable[str], most: int = 1) -> list[str]:
    """Those of some texts that are most like one, the nearest first; none if they are all far from it."""
    from difflib import get_close_matches

    return get_close_matches(text, list(texts), n=most)


def offered(label: object, labels: Iterable[Any]) -> str:
    """Labels for a message about one that is not among them: the first few, and the one that may be meant."""
    names = list(labels)
    meant = _differently_written(label, names)
    if meant is None and not _NUMBER_PATTERN.fullmatch(str(label)):
        texts = {str(name): name for name in names}
        near = nearest(str(label), texts)
        meant = texts[near[0]] if near else None
    return quoted(names) if meant is None else f"{quoted(names)}; did you mean {meant!r}?"


def lacking(label: object, labels: Iterable[Any]) -> str:
    """Labels that were given, for a message about one that they lack, and which of them to write as it is."""
    names = list(labels)
    meant = _differently_written(label, names)
    return quoted(names) if meant is None else f"{quoted(names)}; write {label!r} for {meant!r}"


def _differently_written(label: object, labels: Iterable[Any]) -> Label | None:
    """The first of the labels that is this one but for case, blanks or how a number is written, or None."""
    return next((name for name in labels if _meaning(name) == _meaning(label)), None)


def _meaning(label: object) -> float | str:
    text = str(label).strip().casefold()
    return float(text) if _NUMBER_PATTERN.fullmatch(text) else text
