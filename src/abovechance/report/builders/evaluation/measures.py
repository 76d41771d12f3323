"""The tables of measures of an evaluation: those above chance, traditional ones, and those asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from abovechance.core.text import group_text, shown
from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES
from abovechance.measures.registry import measure, measures
from abovechance.report.builders.catalogue import by_family, family_title
from abovechance.report.builders.evaluation.cells import (
    LONGEST_SENTENCE,
    bounds,
    cautions,
    class_text,
    interval_columns,
    measure_cell,
    reasons,
    title_of,
    value_cell,
)
from abovechance.report.document import Cell, Column, Table
from abovechance.report.formats.terminal import GAUGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation import Estimate, Evaluation

MOST_MEASURES = 20  # of more that are asked for the headline comes first, and they stand by family
_ABOVE_CHANCE = (*HEADLINE, "mcc")


def above_chance(evaluation: Evaluation) -> Table:
    """The measures that the reading rests on, with their meaning, or why they are undefined."""
    keys = HEADLINE if evaluation.pooled.positive is not None else _ABOVE_CHANCE
    found = [evaluation[key] for key in keys]
    intervals = interval_columns(evaluation)
    rows = [
        [
            measure_cell(x),
            value_cell(x, "bold"),
            *([bounds(x)] if intervals else []),
            Cell(_gloss(x, evaluation), "dim"),
        ]
        for x in found
    ]
    columns = (
        Column("Above chance", "words"),
        Column("value"),
        *intervals,
        Column("", "words", drop=1, head="meaning"),
    )
    return Table(columns, rows, notes=cautions(found))


def _gloss(x: Estimate, evaluation: Evaluation) -> str:
    if x.reason is not None:
        return f"Undefined: {shown(x.reason, LONGEST_SENTENCE)}."
    informed, marked = (evaluation[key].value for key in ("informedness", "markedness"))
    if x.measure == "correlation" and informed * marked < 0:
        return "0, as the two differ in sign"
    return measure(x.measure).gloss or ""


def traditional(evaluation: Evaluation) -> Table:
    """The measures that people are used to, each beside what chance alone would reach."""
    keys = OF_MORE_CLASSES if evaluation.pooled.positive is None else OF_TWO_CLASSES
    found = [evaluation[key] for key in keys if key not in _ABOVE_CHANCE]
    intervals = interval_columns(evaluation, drop=2)
    rows = [
        [measure_cell(x), value_cell(x), *([bounds(x)] if intervals else []), x.chance, (x.value, x.chance)]
        for x in found
    ]
    columns = (Column("Traditional", "words"), Column("value"), *intervals, Column("chance", drop=3),
               Column(GAUGE, "gauge", drop=1))  # fmt: skip
    return Table(columns, rows, notes=cautions(found))


def named_measures(evaluation: Evaluation) -> Table:
    """The measures that were asked for, of all items together; many of them by family."""
    found = [x for x in evaluation.estimates if x.group is None]
    if len({x.measure for x in found}) > MOST_MEASURES:
        order = {m.key: i for i, m in enumerate(by_family(measures()))}
        found.sort(key=lambda x: order.get(x.measure, len(order)))
        by = [family_title(measure(x.measure).family) for x in found]
        headings = {i: title for i, title in enumerate(by) if i == 0 or by[i - 1] != title}
        # pages have the family in a column, so that rows can be sorted
        return replace(
            _measures(evaluation, found), headings=headings, whole=lambda: _measures(evaluation, found, by)
        )
    return _measures(evaluation, found)


def _measures(evaluation: Evaluation, found: Sequence[Estimate], families: Sequence[str] = ()) -> Table:
    intervals = interval_columns(evaluation, drop=2)
    of_classes = any(x.label is not None for x in found)
    rows = [
        [
            measure_cell(x),
            *([class_text(x)] if of_classes else []),
            value_cell(x),
            *([bounds(x)] if intervals else []),
            x.chance,
            *families[i : i + 1],
        ]
        for i, x in enumerate(found)
    ]
    classes = [Column("class", "name")] if of_classes else []
    columns = (
        Column("Measure", "words"), *classes, Column("value"), *intervals, Column("chance", drop=1),
        *([Column("family", "text")] if families else []),
    )  # fmt: skip
    return Table(columns, rows, notes=(*reasons(found), *cautions(found)))


def paper_table(evaluation: Evaluation) -> Table:
    """Every row as one table, which LaTeX and CSV print."""
    found = evaluation.estimates
    columns = (
        Column("Measure", "text"), Column("Class", "text"), Column("Group", "text"), Column("Value"),
        *interval_columns(evaluation), Column("Chance"), Column("n", "count"),
    )  # fmt: skip
    intervals = evaluation.level is not None
    rows = [
        [title_of(x), class_text(x), None if x.group is None else group_text(x.group), x.value,
         *([bounds(x)] if intervals else []), x.chance, x.n]
        for x in found
    ]  # fmt: skip
    return Table(columns, rows)
