"""How rows of a user's own study become text: names, numbers, and what stands for all conditions."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any

from abovechance.core.text import NONE
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.simulation.study.ranking import Name

    Row = dict[str, Any]

SPREAD = 1.96
"""Standard deviations on both sides that hold 95 % of values where these are normally distributed."""
FEW = 0.9
"""Numbers that rest on a smaller share of the tables are marked."""
MARK = "*"


def by_name(rows: Iterable[Row]) -> dict[Name, list[Row]]:
    """The rows of each measure, and of each class where it is of one."""
    found: dict[Name, list[Row]] = {}
    for row in rows:
        found.setdefault((row["measure"], row["class"]), []).append(row)
    return found


def title_of(name: Name) -> str:
    """What people call a measure."""
    key, of_class = name
    return measure(key).title if of_class is None else f"{measure(key).title}, class {of_class + 1}"


def mean(values: Iterable[float]) -> float:
    """Of those that are defined."""
    defined = [x for x in values if not math.isnan(x)]
    return fmean(defined) if defined else math.nan


def percent(share: float) -> str:
    """Of a share, with a decimal."""
    return NONE if math.isnan(share) else f"{100 * share:.1f}"


def number(value: float, digits: int = 3) -> str:
    """With so many decimals; without a sign where these are all zeros."""
    return NONE if math.isnan(value) else f"{value:.{digits}f}".replace(f"-{0:.{digits}f}", f"{0:.{digits}f}")


def noise_range(rows: Sequence[Row], digits: int = 3) -> str:
    """The least and the greatest noise among conditions."""
    found = [SPREAD * row["sd"] for row in rows if not math.isnan(row["sd"])]
    if not found:
        return NONE
    low, high = (number(x, digits) for x in (min(found), max(found)))
    return f"±{low}" if low == high else f"±{low} to ±{high}"


def listed(words: Sequence[str]) -> str:
    """Such as a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
