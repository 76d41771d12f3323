"""Numbers as the page shows them: with a minus sign, as on the axes of its charts."""

from __future__ import annotations

import re

from abovechance.core import text

# A hyphen before a number, but not within a word, a range or quotation marks: at-risk, 3-4, '-1'.
_MINUS = re.compile(r"(?<![\w'\"\u2019\u201d.\-])-(?=[\d.∞])")


def number(value: float | None, places: int = 3) -> str:
    """A value for people.

    >>> number(-0.25), number(None)
    ('−0.250', '–')
    """
    return text.number(value, places).replace("-", "−")


def bounds(low: float, high: float) -> str:
    """An interval for people.

    >>> bounds(-0.1, 0.2)
    '−0.100 to 0.200'
    """
    return text.bounds(low, high, number)


def with_minus(sentence: str) -> str:
    """A sentence of the library, in which numbers have minus signs; names in quotation marks stay.

    >>> with_minus("'-1' is rare: Informedness -0.2 (95 % interval -0.1 to 0.3), at-risk 3-4")
    "'-1' is rare: Informedness −0.2 (95 % interval −0.1 to 0.3), at-risk 3-4"
    """
    return _MINUS.sub("−", sentence)
