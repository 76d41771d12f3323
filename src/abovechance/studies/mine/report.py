"""A user's own study of measures in every form: for a terminal, as Markdown, CSV and JSON.

A user's own study as files: its rows as Parquet, a figure of the noise, and a report.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.core.files import write_text
from abovechance.report.tabular import plain_value, to_csv
from abovechance.simulation.study.result import COLUMNS
from abovechance.studies.mine.tables import sections
from abovechance.studies.mine.verdict import reading, verdict
from abovechance.studies.write import REPORT, tables_shown, tables_written, written_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.simulation.study.result import Study

SCHEMA = "abovechance.study.mine/1"


def report(study: Study, files: Sequence[Path] = (), width: int = 80) -> Group:
    """For a terminal."""
    parts = [Text(verdict(study), style="bold"), Text(reading(study), style="dim")]
    return Group(*parts, *tables_shown(sections(study), width), *written_to(files))


def as_markdown(study: Study, figure: str | None = None) -> str:
    """To paste into a page."""
    parts = ["# Which measure can be trusted", verdict(study), reading(study)]
    caption = "Means and noise of each measure against the share of informed decisions"
    parts += [f"![{caption}]({figure})"] if figure else []
    return "\n\n".join(filter(None, [*parts, *tables_written(sections(study))])) + "\n"


def as_csv(study: Study) -> str:
    """A row for each system and measure, with all digits."""
    return to_csv(COLUMNS["values"], study.values)


def document(study: Study) -> dict[str, Any]:
    """The JSON document."""
    plain: dict[str, Any] = plain_value({"schema": SCHEMA, "verdict": verdict(study)} | study.to_dict())
    return plain


DATA = (*(f"{rows}.parquet" for rows in COLUMNS), "noise.svg")
"""The files beside the report."""


def write_study(study: Study, folder: str | Path) -> list[Path]:
    """Write all that there is to a study into a folder, and tell the files; no figure without matplotlib."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    files = []
    for rows in COLUMNS:
        files.append(place / f"{rows}.parquet")
        study.to_parquet(files[-1], rows)
    figure = _figure(study, place)
    report = place / REPORT
    text = as_markdown(study, None if figure is None else figure.name)
    write_text(report, text)
    return [*files, *([figure] if figure else []), report]


def _figure(study: Study, folder: Path) -> Path | None:
    if find_spec("matplotlib") is None:
        return None
    from abovechance.studies.mine.figures import NOISE

    file = folder / f"{NOISE.name}.svg"
    NOISE.save(study.values, file)
    return file
