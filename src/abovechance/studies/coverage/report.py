"""The coverage study for people and machines: what is kept, what is not, and each condition as a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.report.tabular import plain_table, plain_value, to_csv, to_markdown
from abovechance.studies.coverage.run import band_words, sections_of
from abovechance.studies.coverage.summary import (
    COLUMNS,
    COVERAGE,
    FROM_ITEMS,
    SILENT,
    TYPE_1,
    broken_tests,
    kept,
    rows_of,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from abovechance.report.tabular import Column
    from abovechance.studies.coverage.trials import CoverageStudy

SCHEMA = "abovechance.study.coverage/1"
_MOST = 20


def verdict(study: CoverageStudy) -> str:
    """What the study shows, in plain sentences."""
    return " ".join(filter(None, (_intervals_said(study), _tests_said(study))))


def _intervals_said(study: CoverageStudy) -> str:
    found = kept(study)
    conditions = sum(x.conditions for x in found)
    if not conditions:
        return f"No condition has {FROM_ITEMS} items or more, from which on coverage is promised."
    out, worst = sum(x.broken for x in found), max(x.silent for x in found)
    return (
        f"With {FROM_ITEMS} items or more, no more than {100 * SILENT:g} % of tables have a 95 % interval "
        f"that misses without a warning in {conditions - out} of {conditions} cases (a measure under a "
        f"condition); most are {100 * worst:.1f} %."
    )


def _tests_said(study: CoverageStudy) -> str:
    if not study.rejections:
        return ""
    out = broken_tests(study)
    least, greatest = (f(x.rate for x in study.rejections) for f in (min, max))
    said = (
        f"The default test at 5 % rejects chance in {band_words(TYPE_1)} of tables under "
        f"{len(study.rejections) - len(out)} of {len(study.rejections)} conditions"
    )
    return f"{said} (least {100 * least:.1f}, greatest {100 * greatest:.1f} %)."


# For a terminal ---------------------------------------------------------------------------------


def report(study: CoverageStudy) -> Group:
    """The sentences, then the tables."""
    parts: list[RenderableType] = [Text(verdict(study), style="bold"), Text(_drawn(study), style="dim")]
    for section in sections_of(study):
        columns: list[Column] = [(section.title, "left"), *((name, "right") for name in section.header[1:])]
        table = plain_table(*columns)
        for line in section.body[:_MOST]:
            table.add_row(*map(Text, line))
        parts += [Text(), table]
        if len(section.body) > _MOST:
            more = len(section.body) - _MOST
            parts.append(Text(f"and {more} more; --csv or --json has all.", style="italic"))
    return Group(*parts)


def as_markdown(study: CoverageStudy) -> str:
    """The sentences and all tables, to paste into a page."""
    parts = [verdict(study), _drawn(study)]
    parts += [
        f"**{section.title}**\n\n{to_markdown(1, section.header, section.body)}".rstrip()
        for section in sections_of(study)
    ]
    return "\n\n".join(parts) + "\n"


def _drawn(study: CoverageStudy) -> str:
    conditions = len({x.condition for x in study.coverages})
    effort = study.effort
    return (
        f"{conditions} conditions, {effort.replicates} tables each, of more than 20 classes "
        f"{effort.bootstrapped}. Seed {study.seed}. More than promised is what is so by a Monte Carlo bound "
        "of 99 %, beyond a band what is so by more than two standard errors."
    )


# For machines -----------------------------------------------------------------------------------


def document(study: CoverageStudy) -> dict[str, Any]:
    """The JSON document."""
    from abovechance.core.version import __version__

    effort = study.effort
    return plain_value(
        {
            "schema": SCHEMA,
            "version": __version__,
            "verdict": verdict(study),
            "seed": study.seed,
            "replicates": effort.replicates,
            "bootstrapped": effort.bootstrapped,
            "redraws": effort.redraws,
            "silent_misses_at_most": SILENT,
            "coverage_band": COVERAGE,
            "type_1_band": TYPE_1,
            "promised_from": FROM_ITEMS,
            "rows": [{name: record[name] for name in COLUMNS} for record in rows_of(study)],
        }
    )


def as_csv(study: CoverageStudy) -> str:
    """All rows and columns with all digits."""
    return to_csv(COLUMNS, rows_of(study))
