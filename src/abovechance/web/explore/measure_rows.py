"""Values of measures as rows of the page: of one or two tables, each beside what chance reaches."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.evaluation.rows import Request, estimates
from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES
from abovechance.measures.registry import measure as measure_called
from abovechance.web.numbers import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.evaluation.rows import Estimate
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


def usual(tables: Tables, chosen: Measure) -> tuple[str, ...]:
    """The measures that an evaluation reports first, and the chosen one."""
    usual = (*HEADLINE, *(OF_TWO_CLASSES if len(tables.labels) == 2 else OF_MORE_CLASSES))
    return with_chosen(usual, chosen)


def with_chosen(usual: tuple[str, ...], chosen: Measure) -> tuple[str, ...]:
    """Keys of measures, among them the chosen one."""
    return usual if chosen.key in usual else (*usual, chosen.key)


def usual_rows(several: list[Tables], chosen: Measure, focus: int) -> list[dict[str, Any]]:
    """The rows of the usual measures."""
    return rows_of(several, [measure_called(key) for key in usual(several[0], chosen)], focus)


def rows_of(several: list[Tables], wanted: Iterable[Measure], focus: int) -> list[dict[str, Any]]:
    """A row for each measure, with the value and the chance level of each table."""
    chosen = tuple(wanted)
    each = [_estimates(tables, chosen, focus) for tables in several]
    rows = []
    for i, m in enumerate(chosen):
        systems = [_estimate(found[i]) for found in each]
        facts = {"key": m.key, "title": m.title, "kind": m.kind, "meaning": m.meaning}
        best = {m.high: True, m.low: False}.get(m.best) if m.best is not None else None
        row = {"systems": systems, "is_share": m.low >= -1 and m.high <= 1, "high_is_better": best}
        rows.append(facts | row)
    return rows


def _estimates(tables: Tables, chosen: tuple[Measure, ...], focus: int) -> list[Estimate]:
    """One row for each measure; of more than two classes those of one class are of the class in focus."""
    several = len(tables.labels) != 2
    wanted = [Request(m, several and m.scope == "binary") for m in chosen]
    of = tables.labels[focus]
    return [
        row
        for row in estimates(tables, wanted, {})
        if not (several and row.label is not None and row.label != of)
    ]


def _estimate(row: Estimate) -> dict[str, Any]:
    chance = math.nan if row.chance is None else row.chance
    return {
        "value": row.value,
        "text": number(row.value),
        "chance": row.chance,
        "chance_text": number(chance),
        "reason": row.reason,
    }


def bounds_of(row: Estimate) -> dict[str, Any]:
    """The interval of a measure."""
    text = "" if row.low is None or row.high is None else f"{number(row.low)} to {number(row.high)}"
    return {"low": row.low, "high": row.high, "text": text, "method": row.method, "warning": row.warning}
