"""How rows of a user's own study become text: names, numbers, and what stands for all conditions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.core.text import NONE, number
from abovechance.measures.registry import measure
from abovechance.studies.scoring import grouped

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
    return grouped(rows, lambda row: (row["measure"], row["class"]))


def title_of(name: Name) -> str:
    """What people call a measure."""
    key, of_class = name
    return measure(key).title if of_class is None else f"{measure(key).title}, class {of_class + 1}"


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
