"""A user's own study: its tables, its document, and files of its rows, a figure of the noise and a report."""

from __future__ import annotations

import math
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.files import write_text
from abovechance.core.text import NONE, number
from abovechance.report.document import Document, Table
from abovechance.report.figures import figures
from abovechance.simulation.study.result import COLUMNS, comparable
from abovechance.studies.base import Section, tables_shown, written_to
from abovechance.studies.mine.verdict import (
    FEW,
    MARK,
    SPREAD,
    by_name,
    noise_range,
    reading,
    title_of,
    verdict,
)
from abovechance.studies.scoring import exact_mean as mean
from abovechance.studies.scoring import percent
from abovechance.studies.write import REPORT, tables_written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row
    from abovechance.simulation.study.result import Study


def sections(study: Study) -> list[Section]:
    """What each measure is worth, its noise, its values, and what it tells apart."""
    values = study.values
    conditions = dict.fromkeys((row["n"], row["prevalence"], row["guess"]) for row in values)
    return [
        _worth(study, values),
        _noise(values),
        *(_values_under(values, condition) for condition in conditions),
        _told_apart(study),
    ]


def _worth(study: Study, values: Sequence[Row]) -> Section:
    infinite = any(row["infinite"] for row in values)
    header = ("Measure", "misled %", "bias", "RMSE", "undefined %", *(["infinite %"] if infinite else []))
    rates = by_name(row for row in study.misled if row["differing"] == "anything")
    body = []
    for name, own in by_name(values).items():
        rate = mean(row["misled"] for row in rates.get(name, []))
        on_scale = comparable(name[0])
        against = (
            number(mean(abs(row[key]) for row in own) if on_scale else math.nan) for key in ("bias", "rmse")
        )
        shares = ["undefined", *(["infinite"] if infinite else [])]
        line = (title_of(name), _misled(rate, rates.get(name, [])), *against)
        body.append((rate, (*line, *(percent(mean(row[key] for row in own)) for key in shares))))
    body.sort(key=lambda x: math.inf if math.isnan(x[0]) else x[0])
    title = "What each measure is worth"
    title += " (means, bias and noise are of finite values)" if infinite else ""
    return Section(title, header, tuple(line for _, line in body))


def _misled(rate: float, rows: Sequence[Row]) -> str:
    """With its standard error, that of a mean over numbers of classes and items."""
    errors = [row["misled_error"] for row in rows if not math.isnan(row["misled"])]
    error = math.hypot(*errors) / len(errors) if errors else math.nan
    return percent(rate) if math.isnan(rate) or math.isnan(error) else f"{percent(rate)} ±{percent(error)}"


def _noise(values: Sequence[Row]) -> Section:
    sizes = sorted({row["n"] for row in values})
    body = [
        (title_of(name), *(noise_range([row for row in own if row["n"] == n]) for n in sizes))
        for name, own in by_name(values).items()
    ]
    title = "Noise: 1.96 standard deviations, least and greatest over conditions"
    return Section(title, ("Measure", *(f"N = {n}" for n in sizes)), tuple(body))


def _values_under(values: Sequence[Row], condition: tuple[int, str, str]) -> Section:
    """Means and noise at each skill."""
    n, prevalence, guess = condition
    own = [row for row in values if (row["n"], row["prevalence"], row["guess"]) == condition]
    skills = sorted(dict.fromkeys(map(_skill, own)), key=lambda x: (x[0], x[1] or ""))
    body, few = [], False
    for name, rows in by_name(own).items():
        by_skill = {_skill(row): row for row in rows}
        marks = [1 - by_skill[b]["undefined"] < FEW for b in skills]
        few = few or any(marks)
        cells = (_value(by_skill[b]) + MARK * mark for b, mark in zip(skills, marks, strict=True))
        body.append((title_of(name), *cells))
    title = f"Values with {n} items, prevalence {prevalence}, guesses {guess}"
    title += f" ({MARK} undefined on more than 10 % of tables)" if few else ""
    header = ("Measure", *(f"b = {b:g}" if text is None else f"b = {text}" for b, text in skills))
    return Section(title, header, tuple(body))


def _skill(row: Row) -> tuple[float, str | None]:
    return row["informed"], row["informed_by_class"]


def _value(row: Row) -> str:
    if math.isnan(row["mean"]):
        return NONE
    return number(row["mean"]) + ("" if math.isnan(row["sd"]) else f" ±{number(SPREAD * row['sd'])}")


def _told_apart(study: Study) -> Section:
    """Systems of neighbouring skill under the same conditions."""
    contests = [row for row in study.contests if _alike(row)]
    skills = sorted({row[f"{which}_informed"] for row in contests for which in ("better", "worse")})
    pairs = [
        pair
        for pair in pairwise(skills)
        if any((row["worse_informed"], row["better_informed"]) == pair for row in contests)
    ]
    body, few = [], False
    for name, own in by_name(contests).items():
        cells = []
        for pair in pairs:
            rows = [row for row in own if (row["worse_informed"], row["better_informed"]) == pair]
            share = percent(mean(row["right"] for row in rows))
            mark = share != NONE and 1 - mean(row["undefined"] for row in rows) < FEW
            few = few or mark
            cells.append(share + MARK * mark)
        body.append((title_of(name), *cells))
    header = ("Measure", *(f"{low:g} from {high:g}" for low, high in pairs))
    title = "How often the better of two systems is preferred (%"
    title += f"; {MARK} undefined in more than 10 % of comparisons)" if few else ")"
    return Section(title, header, tuple(body))


def _alike(row: Row) -> bool:
    return all(row[f"better_{name}"] == row[f"worse_{name}"] for name in ("prevalence", "guess"))


def document(study: Study, files: Sequence[Path] = ()) -> Document:
    """The verdict, the tables, and where the files are."""
    tables = tables_shown(sections(study))
    facts = {"replicates": study.replicates, "seed": study.seed, "numpy": np.__version__}
    return Document(
        kind="study.mine",
        verdict=verdict(study),
        rows=study.values,
        table=next(x for x in tables if isinstance(x, Table)),
        data=facts | {kind: study.rows(kind) for kind in COLUMNS if kind != "values"},
        about=(reading(study),),
        sections=(*tables, *figures(study, "errors")),
        notes=written_to(files),
    )


def as_markdown(study: Study, figure: str | None = None) -> str:
    """To paste into a page."""
    parts = ["# Which measure can be trusted", verdict(study), reading(study)]
    caption = "Means and noise of each measure against the share of informed decisions"
    parts += [f"![{caption}]({figure})"] if figure else []
    return "\n\n".join(filter(None, [*parts, *tables_written(sections(study))])) + "\n"


DATA = (*(f"{rows}.parquet" for rows in COLUMNS), "noise.svg")  # the files beside the report


def write_study(study: Study, folder: str | Path) -> list[Path]:
    """Write all that there is to a study into a folder, and tell the files; no figure without matplotlib."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    files = []
    for rows in COLUMNS:
        files.append(place / f"{rows}.parquet")
        study.to_parquet(files[-1], rows=rows)
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
