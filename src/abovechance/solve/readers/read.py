"""The report in a text, whichever program printed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.text import shown
from abovechance.solve.readers import caret, dictionary, pycm, scikit_learn, weka

if TYPE_CHECKING:
    from abovechance.solve.printed import PrintedReport

READERS = (scikit_learn, dictionary, caret, weka, pycm)


def read(report: str | Mapping[Any, Any]) -> PrintedReport:
    """The report that a text or a mapping holds.

    Examples
    --------
    >>> text = '''
    ...               precision    recall  f1-score   support
    ...          ham       0.48      0.70      0.57        40
    ...         spam       0.71      0.50      0.59        60
    ...     accuracy                           0.58       100
    ... '''
    >>> found = read(text)
    >>> found.labels, found.supports, found.overall
    (('ham', 'spam'), (40, 60), {'accuracy': '0.58'})
    """
    if isinstance(report, Mapping):
        return dictionary.of_mapping(report)
    if not isinstance(report, str):
        raise InputError(
            f"{{argument}} is a text or a mapping, not {type(report).__name__}", argument="report"
        )
    text = report.replace("\r\n", "\n").replace("\ufeff", "").expandtabs(8)
    for reader in READERS:
        found = reader.read(text)
        if found is not None:
            return found
    known = "; ".join(reader.LOOKS_FOR for reader in READERS)
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    begins = f", which begins {shown(first)!r}" if first else ", which is empty"
    raise InputError(f"there is no report in this text{begins}. What can be read: {known}")
