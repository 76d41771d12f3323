"""A user's own study of measures in every form: for a terminal, as Markdown, CSV and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.report.own_study_tables import fitting, sections
from abovechance.report.own_study_verdict import reading, verdict
from abovechance.report.ready_terminal import table_of
from abovechance.report.tabular import plain_value, to_csv, to_markdown
from abovechance.simulation.tidy import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from abovechance.simulation.outcomes import Study

SCHEMA = "abovechance.study.mine/1"


def report(study: Study, files: Sequence[Path] = (), width: int = 80) -> Group:
    """For a terminal; tables that are too wide for it are shown in parts."""
    parts: list[RenderableType] = [Text(verdict(study), style="bold"), Text(reading(study), style="dim")]
    parts += [
        part
        for section in sections(study)
        if section.body
        for piece in fitting(section, width)
        for part in table_of(piece)
    ]
    if files:
        names = ", ".join(file.name for file in files)
        parts += [Text(), Text(f"Written to {files[0].parent}: {names}.")]
    return Group(*parts)


def as_markdown(study: Study, figure: str | None = None) -> str:
    """To paste into a page."""
    parts = ["# Which measure can be trusted", verdict(study), reading(study)]
    parts += (
        [f"![Means and noise of each measure against the share of informed decisions]({figure})"]
        if figure
        else []
    )
    parts += [
        f"## {section.title}\n\n{to_markdown(1, section.header, section.body)}".rstrip()
        for section in sections(study)
        if section.body
    ]
    return "\n\n".join(parts) + "\n"


def as_csv(study: Study) -> str:
    """A row for each system and measure, with all digits."""
    return to_csv(COLUMNS["values"], study.values)


def document(study: Study) -> dict[str, Any]:
    """The JSON document."""
    plain: dict[str, Any] = plain_value({"schema": SCHEMA, "verdict": verdict(study)} | study.to_dict())
    return plain
