"""A user's own study as files: its rows as Parquet, a figure of the noise, and a report."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from abovechance.report.own_study import as_markdown
from abovechance.report.ready import REPORT, whole
from abovechance.simulation.tidy import COLUMNS

if TYPE_CHECKING:
    from abovechance.simulation.outcomes import Study

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
    whole(report, lambda file: file.write_text(text, encoding="utf-8"))
    return [*files, *([figure] if figure else []), report]


def _figure(study: Study, folder: Path) -> Path | None:
    if find_spec("matplotlib") is None:
        return None
    from abovechance.plots.studies.mine import NOISE

    file = folder / f"{NOISE.name}.svg"
    whole(file, partial(NOISE.save, study.values))
    return file
