"""What claims and tables of all studies are made of: rows that are alike, shares within a band, text."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from abovechance.core.text import NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from abovechance.core.result import Row

K = TypeVar("K")
Side = Literal["within", "below", "above"]

MOST = 0.8  # a measure is judged under a condition if it is defined on so great a share of the tables
TYPE_1 = (0.03, 0.06)  # what a test at 5 % promises
COVERAGE = (0.93, 0.975)  # a coverage that needs no warning, and is not wider than it has to be
GIVE = "give or take two Monte Carlo standard errors"
_STANDARD_ERRORS = 2.0


def chosen(rows: Iterable[Row], **values: object) -> list[Row]:
    """The rows that have these values."""
    return [row for row in rows if all(row[name] == value for name, value in values.items())]


def split(rows: Iterable[Row], wanted: Callable[[Row], bool]) -> tuple[list[Row], list[Row]]:
    """The rows that are wanted, and the others."""
    found: tuple[list[Row], list[Row]] = [], []
    for row in rows:
        found[not wanted(row)].append(row)
    return found


def fields(row: Row, *names: str) -> tuple[Any, ...]:
    """What tells a condition from others: some values of a row."""
    return tuple(row[name] for name in names)


def attributes(cell: object, *names: str) -> Row:
    """What a row says of its condition: some attributes of a cell."""
    return {name: getattr(cell, name) for name in names}


def grouped(rows: Iterable[Row], by: Callable[[Row], K]) -> dict[K, list[Row]]:
    """Rows that are alike, in the order in which their kinds come."""
    found: dict[K, list[Row]] = {}
    for row in rows:
        found.setdefault(by(row), []).append(row)
    return found


def distinct(rows: Iterable[Row], name: str) -> list[Any]:
    """The values of a column, in order."""
    return sorted({row[name] for row in rows})


def share_error(share: float, number: float) -> float:
    """The Monte Carlo standard error of a share."""
    return math.sqrt(share * (1 - share) / number)


def side(rate: float, error: float, band: tuple[float, float]) -> Side:
    """Where a rate lies; beyond the band only if it is so by more than two standard errors."""
    if rate + _STANDARD_ERRORS * error < band[0]:
        return "below"
    return "above" if rate - _STANDARD_ERRORS * error > band[1] else "within"


def beyond(rows: Iterable[Row], name: str, band: tuple[float, float]) -> list[Row]:
    """The rows whose share leaves a band by more than two standard errors."""
    return [r for r in rows if side(r[name], share_error(r[name], r["replicates"]), band) != "within"]


def mean(values: Iterable[float]) -> float:
    """The mean of the numbers that are defined."""
    known = [x for x in values if not math.isnan(x)]
    return sum(known) / len(known) if known else math.nan


def exact_mean(values: Iterable[float]) -> float:
    """The same without rounding on the way, so that what is equal in theory has equal means."""
    known = [x for x in values if not math.isnan(x)]
    return fmean(known) if known else math.nan


def farthest(values: Iterable[float]) -> float:
    """The number that is farthest from zero, of those that are defined."""
    return max((x for x in values if not math.isnan(x)), key=abs, default=math.nan)


def percent(share: float, digits: int = 1) -> str:
    """A share as a percentage without the sign."""
    return NONE if math.isnan(share) else f"{100 * share:.{digits}f}"


def percents(shares: Iterable[float]) -> str:
    """The least and the greatest of some shares as percentages."""
    values = list(shares)
    return f"{percent(min(values))} to {percent(max(values))}" if values else NONE


def signed(value: float, digits: int = 3) -> str:
    """A number with its sign; one that rounds to zero has none."""
    text = f"{value:+.{digits}f}"
    if math.isnan(value):
        return NONE
    return (text[1:] if float(text) == 0 else text).replace("-", "−")


def listed(values: dict[str, Any], form: Callable[[Any], str] = signed) -> str:
    """Names and numbers, separated by commas."""
    return ", ".join(f"{name} {form(value)}" for name, value in values.items())


def under(some: Sequence[Row], rows: Sequence[Row], name: str, what: str = "share") -> str:
    """Evidence: under how many conditions something is so, and the range of a share over all of them."""
    number = f"under {len(some)} of {len(rows)} conditions"
    return f"{number}; the {what} is {percents(row[name] for row in rows)} %."
