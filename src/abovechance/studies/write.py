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
from abovechance.studies.base import Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.studies.base import Finding, StudyRun

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
    to_parquet(run.columns(), data)
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
        figure.save(run.rows(), files[figure.name])
    return files


def as_markdown(run: StudyRun, figures: Mapping[str, str] | None = None) -> str:
    """The report: question, method, how it was run, findings, figures (by where they are) and tables."""
    study = run.study
    parts = [f"# {study.title}", f"*{study.question}*", study.method, provenance(run), "## What it shows"]
    parts += ["\n".join(map(_finding, run.findings)), *_figures(run, figures)]
    return "\n\n".join(filter(None, [*parts, *tables_written(run.sections)])) + "\n"


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
    return f"- **{finding.verdict}** {finding.evidence}"


def _figures(run: StudyRun, files: Mapping[str, str] | None) -> list[str]:
    if files is None:
        return []
    if not files:
        return [_NO_FIGURES] if find_spec("matplotlib") is None else []
    from abovechance.studies import figures_of

    shown = [x for x in figures_of(run.study.name) if x.name in files]
    return [f"![{x.caption}]({files[x.name]})\n\n*{x.caption}*" for x in shown]


def tables_written(sections: Iterable[Section]) -> Iterator[str]:
    """Tables as Markdown, each under its title; those without lines are left out."""
    for section in sections:
        if section.body:
            yield f"## {section.title}"
            yield section.note
            yield to_markdown(1, section.header, section.body).rstrip()


_GAP = 2
_MOST = 20
_WIDEST = 38
"""The widest cell of a table that is still shown in one line of a narrow terminal."""


def report(run: StudyRun, files: Sequence[Path] = (), width: int = 80) -> Group:
    """The question, the findings, the tables, and where the files are."""
    return Group(
        Text(run.study.question, style="bold"),
        Text(provenance(run).replace("`", ""), style="dim"),
        *(part for finding in run.findings for part in _shown(finding)),
        *tables_shown(run.sections, width),
        *written_to(files),
    )


def _shown(finding: Finding) -> list[Text]:
    style = "bold green" if finding.holds else "bold yellow"
    return [Text(), Text.assemble((finding.verdict, style), f" {finding.evidence}")]


def written_to(files: Sequence[Path]) -> list[Text]:
    """Where files are."""
    names = ", ".join(file.name for file in files)
    return [Text(), Text(f"Written to {files[0].parent}: {names}.")] if files else []


def tables_shown(sections: Iterable[Section], width: int) -> Iterator[RenderableType]:
    """The first lines of tables under their titles, in parts where they are too wide."""
    for section in sections:
        for part in fitting(section, width) if section.body else ():
            yield from (Text(), Text(part.title, style="bold"))
            if part.note:
                yield Text(part.note, style="italic")
            first, *others = part.header
            table = plain_table([(first, "left"), *((x, "right") for x in others)], part.body[:_MOST])
            for column in table.columns:
                column.no_wrap, column.max_width, column.overflow = False, _WIDEST, "fold"
            yield table
        if len(section.body) > _MOST:
            yield Text(f"and {len(section.body) - _MOST} more in the report.", style="italic")


def fitting(section: Section, width: int) -> Iterator[Section]:
    """The same table, in parts that fit a width, each with its first column."""
    widths = [
        min(max(map(len, column)), _WIDEST) + _GAP
        for column in zip(section.header, *section.body, strict=True)
    ]
    start, title, note = 1, section.title, section.note
    while start < len(widths):
        end, taken = start + 1, widths[0] + widths[start]
        while end < len(widths) and taken + widths[end] <= width + _GAP:
            taken, end = taken + widths[end], end + 1
        kept = (0, *range(start, end))
        header, *body = (tuple(line[i] for i in kept) for line in (section.header, *section.body))
        yield Section(title, header, tuple(body), note)
        start, title, note = end, f"{section.title}, continued", ""
