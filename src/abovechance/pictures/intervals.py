"""Pictures of intervals: a forest of measures, classes and tables of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import group_text
from abovechance.measures.registry import declared
from abovechance.pictures.forests import chance_of, forest, row, title_of

if TYPE_CHECKING:
    from abovechance.inference.intervals.interval import Interval, Intervals
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures

_NOT_AXES = frozenset(
    {"measure", "value", "low", "high", "se", "level", "sides", "method", "n", "warning", "reason"}
)


def of_interval(result: Interval) -> Pictures:
    """The picture of the intervals of one measure."""
    return {"intervals": lambda: forest_of_interval(result)}


def of_intervals(result: Intervals) -> Pictures:
    """The picture of the intervals of several measures."""
    return {"intervals": lambda: forest_of_intervals(result)}


def level_said(level: float, sides: int = 2) -> str:
    """How sure intervals are."""
    return f"{100 * level:g} % {'interval' if sides == 2 else 'bounds'}"


def forest_of_interval(result: Interval) -> Forest:
    """A row for each table of a batch, and each class of a measure of one class."""
    title = title_of(result.measure)
    rows = _rows(result, title)
    return forest(
        f"{title}, {level_said(result.level, result.sides)}", rows, measure=title,
        reference=chance_of(result.measure),
    )  # fmt: skip


def forest_of_intervals(result: Intervals) -> Forest:
    """A row for each measure, and each table of a batch; measures without bounds stand apart."""
    rows: list[ForestRow] = []
    left_out = 0
    for one in result.results:
        m = declared(one.measure)
        if m is not None and not (m.low >= -1 and m.high <= 1):
            left_out += 1
            continue
        title = title_of(one.measure)
        several = len(one.rows()) > 1
        of = _rows(one, title, heading=title if several else "", chance=chance_of(one.measure))
        rows += of
    if not rows:  # each goes beyond 1: on one axis of their own
        rows = [x for one in result.results for x in _rows(one, title_of(one.measure))]
        left_out = 0
    notes = (f"{left_out} left out: not between −1 and 1",) if left_out else ()
    return forest(f"{level_said(result.results[0].level)}s", rows, notes=notes)


def _rows(result: Interval, title: str, *, heading: str = "", chance: float | None = None) -> list[ForestRow]:
    found = []
    for i, one in enumerate(result.rows()):
        place = tuple(str(x) for name, x in one.items() if name not in _NOT_AXES)
        found.append(
            row(
                group_text(place) if place else title, one["value"], one["low"], one["high"],
                chance=chance, heading=heading if i == 0 else "",
            )
        )  # fmt: skip
    return found
