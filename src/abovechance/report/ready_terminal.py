"""A ready-made study for a terminal: what was asked, what holds, and the tables, cut where they are long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from abovechance.report.ready import provenance
from abovechance.report.tabular import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from abovechance.report.tabular import Column
    from abovechance.simulation.studies.ready import Finding, Section, StudyRun

_MOST = 20
_WIDEST = 38
"""The widest cell of a table that is still shown in one line of a narrow terminal."""


def report(run: StudyRun, files: Sequence[Path] = ()) -> Group:
    """The question, the findings, the tables that fit, and where the files are."""
    parts: list[RenderableType] = [
        Text(run.study.question, style="bold"),
        Text(provenance(run).replace("`", ""), style="dim"),
        *(part for finding in run.findings for part in _finding(finding)),
        *(part for section in run.sections for part in table_of(section)),
    ]
    if files:
        names = ", ".join(file.name for file in files)
        parts += [Text(), Text(f"Written to {files[0].parent}: {names}.")]
    return Group(*parts)


def _finding(finding: Finding) -> list[RenderableType]:
    word, style = ("Yes", "green") if finding.holds else ("No", "yellow")
    said = Text.assemble((f"{word}: ", f"bold {style}"), (finding.claim, "bold"), f" {finding.evidence}")
    return [Text(), said]


def table_of(section: Section) -> list[RenderableType]:
    """The first lines of a table, under its title; where it is too wide, cells take several lines."""
    if not section.body:
        return []
    columns: list[Column] = [(section.header[0], "left"), *((name, "right") for name in section.header[1:])]
    table = plain_table(*columns)
    for column in table.columns:
        column.no_wrap, column.max_width, column.overflow = False, _WIDEST, "fold"
    for line in section.body[:_MOST]:
        table.add_row(*map(Text, line))
    note = [Text(section.note, style="italic")] if section.note else []
    parts: list[RenderableType] = [Text(), Text(section.title, style="bold"), *note, table]
    if len(section.body) > _MOST:
        parts.append(Text(f"and {len(section.body) - _MOST} more in the report.", style="italic"))
    return parts
