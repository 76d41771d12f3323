"""A ready-made study as a document, and as files: its data as Parquet, its figures, and a report."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from abovechance.core.files import write_text
from abovechance.core.frames import columns_of, to_parquet
from abovechance.report.formats.markdown import table_to_markdown
from abovechance.studies.base import table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from abovechance.studies.base import Section, StudyRun

REPORT = "report.md"
_NO_FIGURES = "Figures need matplotlib: pip install 'abovechance[plot]'."


def write_study(run: StudyRun, folder: str | Path) -> list[Path]:
    """Write the data, the figures and the report of a study into a folder, and tell the files.

    Each file is put in its place whole; without matplotlib there are no figures, and the report says so.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    data = place / f"{run.study.name}.parquet"
    to_parquet(columns_of(run.rows()), data)
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
    parts = [f"# {study.title}", f"*{study.question}*", study.method, run.provenance, "## What it shows"]
    parts += ["\n".join(f"- **{x.verdict}** {x.evidence}" for x in run.findings), *_figures(run, figures)]
    return "\n\n".join(filter(None, [*parts, *tables_written(run.sections)])) + "\n"


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
            yield table_to_markdown(replace(table_of(section), notes=())).rstrip()
