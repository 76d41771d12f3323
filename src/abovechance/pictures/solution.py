"""Pictures of what printed figures leave possible: the range of each measure, system by system."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from abovechance.core.text import bounds, number
from abovechance.pictures.forests import chance_of, forest, row, title_of

if TYPE_CHECKING:
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures
    from abovechance.solve.check import Check
    from abovechance.solve.classes.solution import ClassSolution
    from abovechance.solve.solution import Range, Solution


def of_solution(result: Solution | ClassSolution) -> Pictures:
    """The ranges of measures."""
    return {"ranges": lambda: forest_of_ranges(result)}


def of_range(result: Range) -> Pictures:
    """One range."""
    rows = [_row(result)]
    return {"ranges": lambda: forest(f"What {title_of(result.measure)} can be", rows)}


def of_check(result: Check) -> Pictures:
    """The range of Informedness, Markedness and Correlation of each system."""
    return {"systems": lambda: forest_of_check(result)}


def forest_of_ranges(result: Solution | ClassSolution) -> Forest:
    """A row for each measure that lies between −1 and 1, on the tables that are possible."""
    if not result.ranges:
        return forest("No table has these figures", [])
    rows = [_row(x) for x in result.ranges if not (max(abs(x.low), abs(x.high)) > 1)]
    return forest(
        "What the figures leave possible",
        rows,
        notes=("line: the range; point: a single value",),
    )


def forest_of_check(result: Check) -> Forest:
    """Under each measure a row for each system; those that contradict themselves have none."""
    rows: list[ForestRow] = []
    found = result.rows()
    for measure in ("informedness", "markedness", "correlation"):
        for i, x in enumerate(found):
            low, high = (x[f"{measure}_{end}"] for end in ("low", "high"))
            low, high = (math.nan if v is None else float(v) for v in (low, high))
            name = str(x["system"])
            made = _of(name, low, high, system=i)
            note = made.note if x["consistent"] else "no table has these figures"
            heading = title_of(measure) if i == 0 else ""
            rows.append(row(name, made.value, made.low, made.high, system=i, note=note, heading=heading))
    return forest("What printed figures leave possible", rows, reference=0.0, most=60)


def _row(x: Range) -> ForestRow:
    return replace(_of(title_of(x.measure), x.low, x.high), chance=chance_of(x.measure))


def _of(name: str, low: float, high: float, *, system: int = 0) -> ForestRow:
    """A range; it has a point only where it is a single value."""
    if math.isnan(low):
        return row(name, math.nan, note="undefined", system=system)
    if high - low < 1e-9:
        return row(name, low, system=system)
    return row(name, math.nan, low, high, note=bounds(low, high, lambda x: number(x, 2)), system=system)
