"""How measures are judged in studies: how far they are from the truth, and whether they prefer the worse.

What claims and tables of all studies are made of: rows that are alike, shares within a band, numbers as text.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from abovechance.core.text import NONE
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Row
    from abovechance.tables.tables import Tables

Array = Any
K = TypeVar("K")

_ROUNDED = 1e-12
MOST = 0.8
"""A measure is judged under a condition if it is defined on so great a share of the tables."""


def values_of(tables: Tables, measures: Sequence[str]) -> Array:
    """The values of some measures of the whole table, in a first axis."""
    return np.stack([np.asarray(measure(key)(tables)) for key in measures])


def deviation_sums(values: Array, target: Array) -> Sums:
    """Sums over the last axis, the replicates, of deviations from a target; NaN are counted and left out.

    They are taken from the target and not from zero, so that squares of small deviations keep their digits.
    """
    known = ~np.isnan(values)
    deviation = np.where(known, values - np.asarray(target)[..., None], 0.0)
    return {
        "drawn": np.array(values.shape[-1]),
        "defined": known.sum(-1),
        "deviation": deviation.sum(-1),
        "square": np.square(deviation).sum(-1),
    }


def preference_sums(better: Array, worse: Array) -> Sums:
    """Counts over pairs of systems, one more informed than the other: those that a measure ranks wrongly.

    A tie, which only a coin decides, is half a mistake; a pair of which one is undefined is none.
    """
    known = ~(np.isnan(better) | np.isnan(worse))
    lead = np.where(known, better - worse, np.inf)
    wrong = (lead < -_ROUNDED) + 0.5 * (np.abs(lead) <= _ROUNDED)
    return {"pairs": known.sum(-1), "misled": wrong.sum(-1)}


def statistics(sums: Sums, where: Any, target: float) -> dict[str, float]:
    """Mean, bias, spread, root of the mean squared error, share of undefined values, and misleading rate.

    ``where`` picks a measure. The standard error of the mean and so of the bias is ``error``.
    """
    number, drawn = float(sums["defined"][where]), float(sums["drawn"])
    bias = _ratio(sums["deviation"][where], number)
    square = _ratio(sums["square"][where], number)
    sd = math.sqrt(max(square - bias**2, 0.0) * _ratio(number, number - 1)) if number > 1 else math.nan
    pairs = float(sums["pairs"][where]) if "pairs" in sums else 0.0
    return {
        "mean": target + bias,
        "bias": bias,
        "sd": sd,
        "error": _ratio(sd, math.sqrt(number)),
        "rmse": math.sqrt(square),
        "undefined": 1 - number / drawn,
        "misled": _ratio(sums["misled"][where], pairs) if pairs else math.nan,
    }


def _ratio(part: float, whole: float) -> float:
    return float(part) / float(whole) if whole else math.nan


# What claims and tables are made of ----------------------------------------------------------------

GIVE = "give or take two Monte Carlo standard errors"
_STANDARD_ERRORS = 2.0

Side = Literal["within", "below", "above"]


def chosen(rows: Iterable[Row], **values: Any) -> list[Row]:
    """The rows that have these values."""
    return [row for row in rows if all(row[name] == value for name, value in values.items())]


def fields(cell: Any, *names: str) -> Row:
    """What a row says of its condition: some attributes of a cell."""
    return {name: getattr(cell, name) for name in names}


def grouped(rows: Iterable[Row], by: Callable[[Row], K]) -> dict[K, list[Row]]:
    """Rows that are alike, in the order in which their kinds come."""
    found: dict[K, list[Row]] = {}
    for row in rows:
        found.setdefault(by(row), []).append(row)
    return found


def share_error(share: float, number: float) -> float:
    """The Monte Carlo standard error of a share."""
    return math.sqrt(share * (1 - share) / number)


def side(rate: float, error: float, band: tuple[float, float]) -> Side:
    """Where a rate lies; beyond the band only if it is so by more than two standard errors."""
    if rate + _STANDARD_ERRORS * error < band[0]:
        return "below"
    return "above" if rate - _STANDARD_ERRORS * error > band[1] else "within"


def mean(values: Iterable[float]) -> float:
    """The mean of the numbers that are defined."""
    known = [x for x in values if not math.isnan(x)]
    return sum(known) / len(known) if known else math.nan


def exact_mean(values: Iterable[float]) -> float:
    """The same without rounding on the way, so that what is equal in theory has equal means."""
    known = [x for x in values if not math.isnan(x)]
    return fmean(known) if known else math.nan


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
