"""Texts that write one number, such as 1 and 1.0, are one label, whatever the format of the file.

Labels of files are text. A column of whole floats beside one of integers, or a text that was written by
another program, must not make two classes of one: values that agree are one label, by its shortest text.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from abovechance.core.errors import InputWarning

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_NUMERAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?", re.ASCII)


def numeral(text: str) -> Decimal | None:
    """The number that a text writes in plain decimals; None for codes such as 007 and all other texts."""
    return Decimal(text) if _NUMERAL.fullmatch(text) else None


def one_each(texts: Iterable[str]) -> dict[str, str]:
    """For each text the label that is meant: the same for texts that write the same number.

    Whole numbers are written as integers where any of them is.

    Examples
    --------
    >>> one_each(["1", "1.0", "2.0", "0.50", "a"])
    {'1': '1', '1.0': '1', '2.0': '2', '0.50': '0.50', 'a': 'a'}
    >>> one_each(["1.0", "2.0", "01"])
    {'1.0': '1.0', '2.0': '2.0', '01': '01'}
    """
    found = dict.fromkeys(texts)
    values = {text: value for text in found if (value := numeral(text)) is not None}
    if not any("." in text or text == "-0" for text in values):
        return {text: text for text in found}
    integers = any("." not in text for text in values)
    alike: dict[Decimal, list[str]] = {}
    for text, value in values.items():
        alike.setdefault(value, []).append(text)
    labels = {
        value: str(int(value)) if integers and value == value.to_integral_value() else min(same, key=_short)
        for value, same in alike.items()
    }
    return {text: labels[values[text]] if text in values else text for text in found}


def _short(text: str) -> tuple[int, str]:
    return len(text), text


def meant(texts: Sequence[Collection[str]], classes: int, named: Iterable[str] = ()) -> list[dict[str, str]]:
    """For each column of labels, what is meant by the texts in it.

    The first so many columns hold classes, which are beside each other and beside those that the caller has
    named; all others are by themselves.

    Examples
    --------
    >>> meant([["1.0", "0.5"], ["1.0", "2"], ["1.0"]], classes=2)
    [{'1.0': '1', '0.5': '0.5'}, {'1.0': '1', '2': '2'}, {'1.0': '1.0'}]
    """
    together = one_each([*named, *(text for column in texts[:classes] for text in column)])
    return [
        {text: together[text] for text in column} if i < classes else one_each(column)
        for i, column in enumerate(texts)
    ]


def merged(meanings: Iterable[dict[str, str]]) -> list[InputWarning]:
    """Warnings of texts that are one label, so that a report can say so."""
    alike: dict[str, dict[str, None]] = {}
    for meaning in meanings:
        for text, label in meaning.items():
            alike.setdefault(label, {})[text] = None
    several = [(label, sorted(texts, key=_short)) for label, texts in alike.items() if len(texts) > 1]
    return [InputWarning(f"{' and '.join(map(repr, x))} are one label, {label!r}") for label, x in several]
