"""How many labels, and how many combinations of labels, items may have, and which numbers are no labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError, InputWarning
from abovechance.core.labels import is_written_as_number

if TYPE_CHECKING:
    from collections.abc import Collection

    from abovechance.core.labels import Label

MOST_LABELS = 5_000  # a column with more distinct values hardly has classes, unless its labels are given

MOST_COMBINATIONS = 2_000_000  # of labels and groups; of more, some column is an identifier

MOST_OF_FEW_ITEMS = 100  # so many numbers may be classes, however few items there are
_ITEMS_PER_HIT = 10  # if classes hardly occur twice, predictions are right more often than once in so many

DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")  # a number that is written with a decimal comma
_MAX_NUMBERS_AS_CLASSES = 5  # more different numbers from 0 to 1 that never occur in the truth are no classes

CUT = Argument("threshold", 0.5)
"""What to say where probabilities are given for labels."""


def probabilities(name: str, labels: Collection[Label], cut: Argument = CUT) -> list[InputWarning]:
    """A warning if the labels of predictions that never occur in the truth look like probabilities."""
    said = "{name} looks like probabilities, not labels: say {cut} to decide by them"
    given = {*labels} - {None}
    are_so = len(given) > _MAX_NUMBERS_AS_CLASSES and _are_shares(given)
    return [InputWarning(said, name=name, cut=cut)] if are_so else []


def decimal_commas(name: str, labels: Collection[Label]) -> list[InputWarning]:
    """A warning if the labels of predictions that never occur in the truth have decimal commas."""
    said = "{name} looks like numbers with a decimal comma, not labels: say {decimal} and {cut}"
    given = [label for label in labels if label is not None]
    if not given or not all(isinstance(x, str) and DECIMAL_COMMA.fullmatch(x) for x in given):
        return []
    spelled = {"decimal": Argument("decimal", ","), "cut": Argument("threshold", 0.5)}
    return [InputWarning(said, argument="decimal", name=name, **spelled)]


def _are_shares(labels: Collection[Label]) -> bool:
    return all(is_written_as_number(x) and 0 <= float(x) <= 1 for x in labels)  # type: ignore[arg-type]


def unlike_classes(said: str, labels: Collection[Label], **fields: Any) -> InputError:
    """The error that a column has too many labels, which says so, and what to do."""
    error = InputError(
        said
        + ", like a regression target or an identifier and unlike classes: choose another column, cut it "
        "into classes first, or give all classes as {labels}",
        labels=Argument("labels"), **fields,
    )  # fmt: skip
    if labels and _are_shares(labels):
        return error.and_also("; if these are probabilities, say {cut} to decide by them", cut=CUT)
    return error


def refuse_measurements(labels: Collection[Label], items: int, hits: int) -> None:
    """Refuse numbers that hardly recur and are hardly ever predicted: they are measured, or identify."""
    many, missed = MOST_OF_FEW_ITEMS < len(labels) > items / 2, _ITEMS_PER_HIT * hits < items
    if many and missed and all(map(is_written_as_number, labels)):
        said = "truth and prediction have {distinct:,} distinct values on {items:,} items and are equal on "
        raise unlike_classes(said + "{hits:,}", labels, distinct=len(labels), items=items, hits=hits)
