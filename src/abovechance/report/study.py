"""The coverage study for people and machines: what is kept, what is not, and each condition as a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.report.tabular import plain_table, plain_value, to_csv, to_markdown
from abovechance.simulation.coverage_rows import COLUMNS, rows_of
from abovechance.simulation.studies.coverage import band_words, sections_of
from abovechance.simulation.summary import COVERAGE, FROM_ITEMS, TYPE_1, broken_tests, kept

if TYPE_CHECKING:
    from rich.console import RenderableType

    from abovechance.report.tabular import Column
    from abovechance.simulation.coverage import CoverageStudy

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
    out = sum(x.below + x.above for x in found)
    silent, needless = sum(x.silent for x in found), sum(x.needless for x in found)
    said = (
        f"With {FROM_ITEMS} items or more, 95 % intervals cover {band_words(COVERAGE)} in "
        f"{conditions - out} of {conditions} cases (a measure under a condition)."
    )
    if out:
        told = "all" if silent == 0 else f"{out - silent}"
        said += f" In {told} of the {out} others most results carry a warning."
    return said + (f" So they do in {needless} cases without need." if needless else "")


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
        f"{conditions} conditions, {effort.replicates} tables each; where the bootstrap is the default, "
        f"{effort.bootstrapped} with {effort.redraws} draws. Seed {study.seed}. Beyond a band is what "
        "is so by more than two Monte Carlo standard errors."
    )


# For machines -----------------------------------------------------------------------------------


def document(study: CoverageStudy) -> dict[str, Any]:
    """The JSON document."""
    import abovechance

    effort = study.effort
    return plain_value(
        {
            "schema": SCHEMA,
            "version": abovechance.__version__,
            "verdict": verdict(study),
            "seed": study.seed,
            "replicates": effort.replicates,
            "bootstrapped": effort.bootstrapped,
            "redraws": effort.redraws,
            "permuted": effort.permuted,
            "coverage_band": COVERAGE,
            "type_1_band": TYPE_1,
            "promised_from": FROM_ITEMS,
            "rows": [{name: record[name] for name in COLUMNS} for record in rows_of(study)],
        }
    )


def as_csv(study: CoverageStudy) -> str:
    """All rows and columns with all digits."""
    return to_csv(COLUMNS, rows_of(study))
