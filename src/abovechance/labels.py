"""Class labels: their natural order, and how to name them in a message."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable
from typing import Any

Label = Hashable

_DIGITS = re.compile(r"(\d+)")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
_NA_TYPES = ("NAType", "NaTType")
_SHOWN = 5


def natural_key(label: Any) -> tuple[int, Any]:
    """A sort key: numbers by size, text with its numbers by size (c2 before c10), missing last."""
    if is_missing(label):
        return 4, ""
    if isinstance(label, int | float):
        return 0, label
    if isinstance(label, str):
        if _NUMBER.fullmatch(label):
            return 1, ([(0, float(label), "")], label)
        return 1, (
            [(1, int(p), p) if p.isdecimal() else (2, p, "") for p in _DIGITS.split(label) if p],
            label,
        )
    if isinstance(label, tuple):
        return 2, [natural_key(part) for part in label]
    return 3, (type(label).__name__, str(label))


def natural_order(labels: Iterable[Any]) -> tuple[Any, ...]:
    """Labels of any type, sorted."""
    return tuple(sorted(labels, key=natural_key))


def merged_order(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """All labels of both: in the order of the longer if the shorter is part of it, else in natural order."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    among = set(shorter)
    if tuple(label for label in longer if label in among) == shorter:
        return longer
    return natural_order({*one, *other})


def is_missing(label: Any) -> bool:
    """Whether a label stands for a missing value: None, NaN or a data frame's own NA."""
    return (
        label is None or (isinstance(label, float) and math.isnan(label)) or type(label).__name__ in _NA_TYPES
    )


def quoted(labels: Iterable[Any]) -> str:
    """Labels for a message: the first few, quoted, and how many more there are."""
    names = list(labels)
    shown = ", ".join(repr(name) for name in names[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} and {len(names) - _SHOWN} more"
