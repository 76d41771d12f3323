"""The coverage study for people and machines: what is kept, what is not, and each condition as a row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.measures.registry import measure
from abovechance.report.tabular import plain_table, plain_value, to_csv, to_markdown
from abovechance.report.words import NONE
from abovechance.simulation.summary import (
    COVERAGE,
    FROM_ITEMS,
    TYPE_1,
    broken,
    broken_tests,
    coverage_side,
    kept,
    mean,
    type_1_side,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import RenderableType

    from abovechance.report.tabular import Column, Record
    from abovechance.simulation.conditions import Condition
    from abovechance.simulation.coverage import Coverage, CoverageStudy, Rejection

SCHEMA = "abovechance.study.coverage/1"
COLUMNS = (
    "kind", "classes", "n", "prevalence", "informed", "guess", "measure", "method", "true_value",
    "replicates", "defined", "rate", "monte_carlo_error", "band", "warned", "rate_unwarned", "width",
)  # fmt: skip
_MOST = 20

Grid = tuple[list[str], list[list[str]]]
"""A header and lines of text; the first column is text, the others numbers."""


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
        f"With {FROM_ITEMS} items or more, 95 % intervals cover {_band(COVERAGE)} in {conditions - out} of "
        f"{conditions} cases (a measure under a condition)."
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
        f"The default test at 5 % rejects chance in {_band(TYPE_1)} of tables under "
        f"{len(study.rejections) - len(out)} of {len(study.rejections)} conditions"
    )
    return f"{said} (least {_percent(least)}, greatest {_percent(greatest)} %)."


def _band(band: tuple[float, float]) -> str:
    return f"{100 * band[0]:g} to {100 * band[1]:g} %"


# For a terminal ---------------------------------------------------------------------------------


def report(study: CoverageStudy) -> Group:
    """The sentences, then the tables."""
    parts: list[RenderableType] = [Text(verdict(study), style="bold"), Text(_drawn(study), style="dim")]
    for title, (header, body) in _sections(study).items():
        if body:
            columns: list[Column] = [
                (title, "left"),
                *((name, "right") for name in header[1:]),
            ]
            table = plain_table(*columns)
            for line in body[:_MOST]:
                table.add_row(*map(Text, line))
            parts += [Text(), table]
            if len(body) > _MOST:
                parts.append(Text(f"and {len(body) - _MOST} more; --csv or --json has all.", style="italic"))
    return Group(*parts)


def as_markdown(study: CoverageStudy) -> str:
    """The sentences and all tables, to paste into a page."""
    parts = [verdict(study), _drawn(study)]
    parts += [
        f"**{title}**\n\n{to_markdown(1, header, body)}".rstrip()
        for title, (header, body) in _sections(study).items()
        if body
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


def _sections(study: CoverageStudy) -> dict[str, Grid]:
    return {
        f"From {FROM_ITEMS} items on": _promises(study),
        "Coverage (%)": _by_items(study, _coverages_shown),
        "Mean width": _by_items(study, lambda found: f"{mean(x.width for x in found):.3f}"),
        "Coverage beyond the band": _broken_shown(study),
        "Type I error (%)": _rejections_shown(study),
        "Type I error beyond its band": _broken_tests_shown(study),
    }


def _promises(study: CoverageStudy) -> Grid:
    header = ["Measure", "cases", "below", "above", "silent", "needless", "least", "greatest"]
    body = [
        [
            measure(x.measure).title,
            *map(str, (x.conditions, x.below, x.above, x.silent, x.needless)),
            _percent(x.least),
            _percent(x.greatest),
        ]
        for x in kept(study)
    ]
    return header, body


def _by_items(study: CoverageStudy, shown: Callable[[Sequence[Coverage]], str]) -> Grid:
    """A line for each measure, a column for each number of items."""
    sizes = sorted({x.condition.n for x in study.coverages})
    body = []
    for name in dict.fromkeys(x.measure for x in study.coverages):
        of_measure = [x for x in study.coverages if x.measure == name]
        cells = [shown([x for x in of_measure if x.condition.n == n]) for n in sizes]
        body.append([measure(name).title, *cells])
    return ["Measure", *(f"N = {n}" for n in sizes)], body


def _coverages_shown(found: Sequence[Coverage]) -> str:
    least = min((x.coverage for x in found if not math.isnan(x.coverage)), default=math.nan)
    return f"{_percent(mean(x.coverage for x in found))} ≥ {_percent(least)}"


def _broken_shown(study: CoverageStudy) -> Grid:
    header = ["Measure", *_CONDITION, "coverage", "warned"]
    body = [
        [measure(x.measure).title, *_condition(x.condition), _percent(x.coverage), _percent(x.warned_share)]
        for x in broken(study)
    ]
    return header, body


def _rejections_shown(study: CoverageStudy) -> Grid:
    sizes = sorted({x.condition.n for x in study.rejections})
    body = []
    for classes in sorted({x.condition.classes for x in study.rejections}):
        line = [f"{classes} classes"]
        for n in sizes:
            rates = [x.rate for x in study.rejections if (x.condition.classes, x.condition.n) == (classes, n)]
            line.append(f"{_percent(min(rates))} to {_percent(max(rates))}" if rates else NONE)
        body.append(line)
    return ["Classes", *(f"N = {n}" for n in sizes)], body


def _broken_tests_shown(study: CoverageStudy) -> Grid:
    header = ["Test", *_CONDITION, "rejects", "warned"]
    body = [
        ["Informedness", *_condition(x.condition), _percent(x.rate), _percent(x.warned_share)]
        for x in broken_tests(study)
    ]
    return header, body


_CONDITION = ("K", "N", "rare", "b", "guess")


def _condition(c: Condition) -> list[str]:
    return [str(c.classes), str(c.n), f"{c.rare:.3g}", f"{c.informed:g}", c.guess]


def _percent(share: float) -> str:
    return NONE if math.isnan(share) else f"{100 * share:.1f}"


# For machines -----------------------------------------------------------------------------------


def records(study: CoverageStudy) -> list[Record]:
    """One for each measure under each condition, then one for the test under each without skill."""
    return [*map(_coverage_record, study.coverages), *map(_rejection_record, study.rejections)]


def _coverage_record(x: Coverage) -> Record:
    unwarned = x.defined - x.warned
    return _condition_record(x.condition) | {
        "kind": "interval",
        "measure": x.measure,
        "method": x.method,
        "true_value": x.true_value,
        "replicates": x.replicates,
        "defined": x.defined,
        "rate": x.coverage,
        "monte_carlo_error": x.error,
        "band": coverage_side(x),
        "warned": x.warned_share,
        "rate_unwarned": x.covered_unwarned / unwarned if unwarned else math.nan,
        "width": x.width,
    }


def _rejection_record(x: Rejection) -> Record:
    return _condition_record(x.condition) | {
        "kind": "test",
        "measure": "informedness",
        "method": "auto",
        "true_value": 0.0,
        "replicates": x.replicates,
        "defined": x.defined,
        "rate": x.rate,
        "monte_carlo_error": x.error,
        "band": type_1_side(x),
        "warned": x.warned_share,
        "rate_unwarned": None,
        "width": None,
    }


def _condition_record(c: Condition) -> Record:
    return {"classes": c.classes, "n": c.n, "prevalence": c.rare, "informed": c.informed, "guess": c.guess}


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
            "rows": [{name: record[name] for name in COLUMNS} for record in records(study)],
        }
    )


def as_csv(study: CoverageStudy) -> str:
    """All rows and columns with all digits."""
    return to_csv(COLUMNS, records(study))
