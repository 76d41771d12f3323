"""The report of an evaluation for a terminal, as rich renderables; labels are only ever plain text."""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.text import Text

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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.gates import Verdict

WIDTH = 80


def report_text(evaluation: Evaluation) -> str:
    """The report as plain text."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, highlight=False, emoji=False)
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
