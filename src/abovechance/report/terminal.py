"""The report of an evaluation for a terminal, in which labels are only ever plain text, and its rows."""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.text import Text

from abovechance.core.text import group_text, number, shown
from abovechance.evaluation.headline import level_text
from abovechance.evaluation.result import COLUMNS
from abovechance.evaluation.result import records as tidy
from abovechance.measures.registry import measure
from abovechance.report.of_evaluation import (
    about,
    chance_corrected,
    each_class,
    each_group,
    findings,
    gates,
    matrix,
    named_measures,
    traditional,
)
from abovechance.report.tabular import cells_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.gates import Verdict
    from abovechance.report.tabular import Cells, Record

__all__ = ["COLUMNS", "cells", "records", "report", "report_text"]

WIDTH = 80
_LONGEST = 1000


def report_text(evaluation: Evaluation) -> str:
    """The report as plain text."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, highlight=False, emoji=False)
    for finding in evaluation.findings:
        if finding.is_mistake:
            console.print(Text(f"Warning: {shown(finding.text, _LONGEST)}\n"))
    console.print(report(evaluation))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def report(
    evaluation: Evaluation,
    *,
    lines: Sequence[str] = (),
    positive_hint: str = "",
    verdicts: Sequence[Verdict] = (),
    width: int = WIDTH,
) -> Group:
    """The whole report.

    Parameters
    ----------
    evaluation
        What to report.
    lines
        What is known of the data: where they come from, how they were read.
    positive_hint
        What to say of the positive class after its name.
    verdicts
        The outcome of gates.
    width
        The columns that the tables may fill.
    """
    sections: list[RenderableType | None] = [
        about(evaluation, lines, positive_hint),
        matrix(evaluation.pooled, width),
        Text(_wrapped(evaluation.headline, width), style="bold"),
    ]
    if evaluation.selected:
        sections.append(named_measures(evaluation, width))
    else:
        sections += [section(evaluation, width) for section in (chance_corrected, each_class, traditional)]
    sections += [each_group(evaluation, width), findings(evaluation), gates(verdicts)]
    there = [section for section in sections if section is not None]
    return Group(there[0], *(part for section in there[1:] for part in (Text(), section)))


def _wrapped(text: str, width: int) -> str:
    """The lines broken at spaces, but for those before a percent sign and within a p-value."""
    for kept in (" %", "p = ", "p < "):
        text = text.replace(kept, kept.replace(" ", "\xa0"))
    return "\n".join(textwrap.fill(line, width) for line in text.splitlines()).replace("\xa0", " ")


def records(evaluation: Evaluation) -> list[Record]:
    """All columns with all digits."""
    return tidy(evaluation.rows, evaluation.level)


def cells(evaluation: Evaluation) -> Cells:
    """A table for people: titles of measures, three decimals, columns that say nothing left out."""
    rows, level = evaluation.rows, evaluation.level
    return cells_of(
        {
            "Measure": [measure(row.measure).title for row in rows],
            "Class": ["" if row.label is None else shown(row.label) for row in rows],
            "Group": ["" if row.group is None else shown(group_text(row.group)) for row in rows],
            "Value": [number(row.estimate) for row in rows],
            "" if level is None else f"{level_text(level)} interval": [
                "" if row.low is None else (number(row.low), number(row.high)) for row in rows
            ],
            "Chance": [number(row.chance) for row in rows],
            "n": [f"{row.n:g}" if isinstance(row.n, float) else str(row.n) for row in rows],
        },
        "Value",
    )
