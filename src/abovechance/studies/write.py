"""A ready-made study as files: its data as Parquet, its figures, and a report that says what they show.

A ready-made study for a terminal: what was asked, what holds, and the tables, cut where they are long.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group
from rich.text import Text

from abovechance.core.files import write_text
from abovechance.core.frames import to_parquet
from abovechance.report.tabular import plain_table, to_markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.report.tabular import Column
    from abovechance.studies.base import Finding, Section, StudyRun

REPORT = "report.md"
_NO_FIGURES = "Figures need matplotlib: pip install 'abovechance[plot]'."


def write_study(run: StudyRun, folder: str | Path) -> list[Path]:
    """Write the data, the figures and the report of a study into a folder, and tell the files.

    Each file is written aside and put in its place whole; without matplotlib there are no figures, and the
    report says so.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    data = place / f"{run.study.name}.parquet"
    to_parquet(run.columns, data)
    figures = write_figures(run, place)
    report = place / REPORT
    text = as_markdown(run, {name: file.name for name, file in figures.items()})
    write_text(report, text)
    return [data, *figures.values(), report]


def write_figures(run: StudyRun, folder: Path, prefix: str = "", ending: str = ".svg") -> dict[str, Path]:
    """Write the figures of a study, and tell their files by their names; none without matplotlib."""
    if find_spec("matplotlib") is None:
        return {}
    from abovechance.studies import figures_of

    files = {}
    for figure in figures_of(run.study.name):
        files[figure.name] = folder / f"{prefix}{figure.name}{ending}"
        figure.save(run.rows, files[figure.name])
    return files


def as_markdown(run: StudyRun, figures: Mapping[str, str] | None = None) -> str:
    """The report: question, method, how it was run, findings, figures (by where they are) and tables."""
    study = run.study
    parts = [f"# {study.title}", f"*{study.question}*", study.method, provenance(run), "## What it shows"]
    parts += ["\n".join(map(_finding, run.findings)), *_figures(run, figures)]
    parts += [part for section in run.sections for part in _section(section)]
    return "\n\n".join(filter(None, parts)) + "\n"


def provenance(run: StudyRun) -> str:
    """How to get the same numbers again."""
    from abovechance.core.version import __version__

    quick = " --quick" if run.effort == "quick" else ""
    usual = getattr(run.study, run.effort)
    changed = f" --replicates {run.replicates}" if run.replicates != usual else ""
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"Made by `abovechance study {run.study.name}{quick}{changed} --seed {run.seed}` with "
        f"{run.replicates} replicates of each condition "
        f"(abovechance {__version__}, NumPy {np.__version__}, Python {python})."
    )


def _finding(finding: Finding) -> str:
    return f"- **{'Yes' if finding.holds else 'No'}: {finding.claim}** {finding.evidence}"


def _figures(run: StudyRun, files: Mapping[str, str] | None) -> list[str]:
    if files is None:
        return []
    if not files:
        return [_NO_FIGURES] if find_spec("matplotlib") is None else []
    from abovechance.studies import figures_of

    shown = [x for x in figures_of(run.study.name) if x.name in files]
    return [f"![{x.caption}]({files[x.name]})\n\n*{x.caption}*" for x in shown]


def _section(section: Section) -> list[str]:
    return [f"## {section.title}", section.note, to_markdown(1, section.header, section.body).rstrip()]


_MOST = 20
_WIDEST = 38
"""The widest cell of a table that is still shown in one line of a narrow terminal."""


def report(run: StudyRun, files: Sequence[Path] = ()) -> Group:
    """The question, the findings, the tables that fit, and where the files are."""
    parts: list[RenderableType] = [
        Text(run.study.question, style="bold"),
        Text(provenance(run).replace("`", ""), style="dim"),
        *(part for finding in run.findings for part in _shown(finding)),
        *(part for section in run.sections for part in table_of(section)),
    ]
    if files:
        names = ", ".join(file.name for file in files)
        parts += [Text(), Text(f"Written to {files[0].parent}: {names}.")]
    return Group(*parts)


def _shown(finding: Finding) -> list[RenderableType]:
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
