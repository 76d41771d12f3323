"""Tests of a table for people and machines: a sentence first, then the tests beside each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.core.text import (
    NONE,
    adjustment_said,
    decimals,
    group_text,
    number,
    p_shown,
    quantity,
    shown,
)
from abovechance.evaluation.rows import group_names
from abovechance.inference.significance.p_value_evidence import calibrate
from abovechance.report.layout import with_more
from abovechance.report.of_evaluation import extent
from abovechance.report.tabular import cells_of, document_of, plain_table
from abovechance.report.tests_document import (
    COLUMNS,
    TITLES,
    evidence,
    records,
    records_of,
    speaks_of_chance,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.evaluation.test import TableTests
    from abovechance.inference.significance.test import TestResult
    from abovechance.report.tabular import Cells, Column, Line
    from abovechance.tables.tables import Tables

SCHEMA = "abovechance.test/1"
_RESIDUAL = "The residual χ² is for association that hits do not show: systematic confusions."
_IN_PAPERS = "Under papers, the p-value by the χ² distribution that they propose: it is not calibrated."
_OF_INFORMEDNESS = ("value", "low", "high", "sides", "se", "method")
_MOST = 40
_CLASS_WIDTH = 24
_DECIMALS_FROM = 0.001


def report(tests: TableTests, lines: Sequence[str] = (), positive_hint: str = "") -> Group:
    """The sentence, what was tested, the tests, and those of classes and groups."""
    said = evidence(tests)
    parts: list[RenderableType | None] = [
        Text(verdict(tests), style="bold"),
        None if said is None else Text(said),
        Text(),
        Text("\n".join([*lines, extent(tests.pooled, positive_hint)]), style="dim"),
        Text(),
        _all_items(tests),
        *(_each(tests, tests.per_class, "Class") if tests.per_class is not None else ()),
        *(_each(tests, tests.groups, _by(tests.tables)) if tests.groups is not None else ()),
        *_notes(tests),
    ]
    return Group(*(part for part in parts if part is not None))


def _all_items(tests: TableTests) -> RenderableType:
    nominal = any(not math.isnan(result.nominal_p_value) for result in tests.results)
    columns: list[Column] = [("Test", "left"), ("statistic", "right"), ("df", "right"), ("p", "right")]
    columns += [("papers", "right")] if nominal else []
    rows: list[Line] = []
    for result in tests.results:
        papers = [p_shown(result.nominal_p_value).replace(NONE, "")] if nominal else []
        df = "" if math.isnan(result.df) else f"{result.df:g}"
        p = _p(result.p_value, tests.level, result.monte_carlo_error)
        read_off = Text("" if math.isnan(result.p_value) else _read_off(result), style="dim")
        rows.append([TITLES[result.method], _statistic(result.statistic), df, p, *papers, read_off])
    return plain_table([*columns, ("from", "left")], rows)


def _read_off(result: TestResult) -> str:
    side = "" if result.alternative == "two-sided" else f", {result.alternative}"
    return f"{result.reference}{side}"


def _each(tests: TableTests, result: TestResult, title: str) -> Iterator[RenderableType]:
    """A line for each class, or for each group."""
    adjusted = bool(result.adjustment)
    heads = ["items", "Informedness", "statistic", "p", *(["adjusted"] if adjusted else [])]
    rows = list(records_of(tests, result))
    sizes = [row["n"] for row in rows]
    if result is tests.per_class:
        sizes = tests.pooled.contingency.real.tolist()
    places = decimals(sizes)
    lines: list[Line] = []
    for row, size in list(zip(rows, sizes, strict=True))[:_MOST]:
        name = row["class"] if row["group"] is None else group_text(row["group"])
        values = [quantity(size, places), number(row["informedness"]), _statistic(row["statistic"])]
        p = _p(row["p_value"], tests.level if not adjusted else 1.0, row["monte_carlo_error"])
        last = [_p(row["p_adjusted"], tests.level)] if adjusted else []
        lines.append([shown(name, _CLASS_WIDTH), *values, p, *last])
    table = plain_table([(title, "left"), *((head, "right") for head in heads)], lines)
    what = ("class", "classes") if result is tests.per_class else ("group",)
    yield from (Text(), with_more(table, len(rows) - _MOST, *what, where="--csv or --json"))


def _by(tables: Tables) -> str:
    return f"By {', '.join(map(shown, group_names(tables)))}"


def _p(p: float, level: float, error: float = 0.0) -> Text:
    return Text(p_shown(p, error), style="bold" if p <= 1 - level else "")


def _statistic(value: float) -> str:
    if math.isnan(value):
        return NONE
    return f"{value:.3f}" if abs(value) >= _DECIMALS_FROM or value == 0 else f"{value:.1e}"


def _notes(tests: TableTests) -> list[RenderableType]:
    """What to beware of, each once, with the tests it is about; and what stands for itself nowhere."""
    said: dict[str, list[str]] = {}
    for result in tests.results:
        for text in (result.reason, result.warning):
            if text is not None:
                said.setdefault(text, []).append(TITLES[result.method])
    lines = [Text.assemble(("Note: ", "bold"), f"{', '.join(who)}: {text}.") for text, who in said.items()]
    if any(result.method == "residual" and result.reason is None for result in tests.results):
        lines.append(Text(_RESIDUAL, style="dim"))
    if any(not math.isnan(result.nominal_p_value) for result in tests.results):
        lines.append(Text(_IN_PAPERS, style="dim"))
    for what, each in (("classes", tests.per_class), ("groups", tests.groups)):
        if each is not None and each.adjustment is not None:
            lines.append(Text(adjustment_said(each.adjustment, what), style="dim"))
    return [Text(), *lines] if lines else []


def document(tests: TableTests, source: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON document."""
    pooled, found = tests.pooled, tests.informedness
    p = tests.results[0].p_value
    bound = calibrate(p) if speaks_of_chance(tests) else None
    return document_of(
        SCHEMA,
        source=dict(source),
        classes=[str(label) for label in pooled.labels],
        positive=pooled.positive,
        n=pooled.counts.sum(),
        counts=pooled.counts.tolist(),
        level=tests.level,
        verdict=verdict(tests),
        informedness={name: getattr(found, name) for name in _OF_INFORMEDNESS},
        evidence=None
        if bound is None
        else {"bayes_factor": bound.bayes_factor, "least_probability_of_chance": bound.alpha},
        rows=[{name: record[name] for name in COLUMNS} for record in records(tests)],
    )


def cells(tests: TableTests) -> Cells:
    """A table for people."""
    rows = records(tests)
    adjusted = [row["p_adjusted"] for row in rows]
    return cells_of(
        {
            "Test": [TITLES[row["method"]] for row in rows],
            "Class": [shown(row["class"] or "") for row in rows],
            "Group": [shown(group_text(row["group"])) for row in rows],
            "n": [f"{row['n']:g}" if isinstance(row["n"], float) else str(row["n"]) for row in rows],
            "Informedness": [number(row["informedness"]) for row in rows],
            "Statistic": [_statistic(row["statistic"]) for row in rows],
            "df": ["" if math.isnan(row["df"]) else f"{row['df']:g}" for row in rows],
            "p": [p_shown(row["p_value"], row["monte_carlo_error"]) for row in rows],
            "Adjusted p": ["" if p is None else p_shown(p) for p in adjusted],
        },
        "n",
    )
