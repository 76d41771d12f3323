"""A comparison of systems for people and machines: the verdict first, then values and differences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Group
from rich.text import Text

from abovechance.core.text import (
    NONE,
    adjustment_said,
    bounds,
    counted,
    difference,
    group_text,
    listed,
    number,
    p_shown,
    shown,
)  # fmt: skip
from abovechance.measures.registry import measure
from abovechance.report.layout import with_more
from abovechance.report.of_evaluation import extent
from abovechance.report.tabular import cells_of, document_of, plain_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.inference.comparisons.comparison import Comparison, SystemRank
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.report.tabular import Cells, Column, Line, Record

SCHEMA = "abovechance.comparison/1"
COLUMNS = (
    "measure", "first", "second", "class", "group", "first_value", "second_value", "difference", "low",
    "high", "level", "se", "method", "p_value", "p_adjusted", "test", "reason", "warning",
)  # fmt: skip
_MOST_PAIRS = 45
_MOST_CLASSES = 30
_MOST_SYSTEMS = 3
"""So many systems fit beside each other."""
_NAME = 20
_CLASS = 15
_NARROW = 10
_NOTES = 5
"""So many notes on classes are shown."""


# For a terminal ---------------------------------------------------------------------------------


def report(compared: Comparison, lines: Sequence[str] = (), positive_hint: str = "") -> Group:
    """The verdict, what was compared, values, differences, classes and what other measures prefer."""
    comparison, tables = compared, compared.source.tables
    about = "\n".join([*lines, extent(tables[0], positive_hint)])
    parts: list[RenderableType] = [
        Text(comparison.verdict, style="bold"),
        Text(),
        Text(about, style="dim"),
        Text(),
        _systems(compared),
        Text(),
        _pairs(comparison),
    ]
    if compared.per_class:
        parts += [Text(), *_classes(compared)]
    if compared.groups:
        parts += [Text(), _groups(compared)]
    parts += [Text(), _other_measures(comparison), *_notes(compared)]
    return Group(*parts)


def _systems(compared: Comparison) -> RenderableType:
    comparison = compared
    heads = [measure(comparison.measure).title, f"{100 * comparison.level:g} % interval", "rank"]
    number_of = len(heads) if len(comparison.systems) > 2 else 2
    columns: list[Column] = [("System", "left"), *((head, "right") for head in heads[:number_of])]
    rows: list[Line] = []
    for r in comparison.ranking:
        found = compared.intervals[r.system]
        cells = [number(r.value), bounds(found.low, found.high), _rank(r)]
        rows.append([shown(r.system, _NAME), *cells[:number_of]])
    return plain_table(columns, rows)


def _rank(r: SystemRank) -> str:
    return f"{r.best_rank}" if r.best_rank == r.worst_rank else f"{r.best_rank} to {r.worst_rank}"


def _order(comparison: Comparison) -> list[str]:
    """Two systems as they were given, as the verdict has them; more than two from the best to the worst."""
    ranked = [r.system for r in comparison.ranking]
    return ranked if len(ranked) > 2 else list(comparison.systems)


def _pairs(comparison: Comparison) -> RenderableType:
    """The difference of every two systems."""
    adjusted = len(comparison.pairs) > 1 and comparison.adjust is not None
    columns: list[Column] = [("Difference", "left"), ("", "right"), ("interval", "right"), ("p", "right")]
    columns += [("adjusted", "right")] if adjusted else []
    order = _order(comparison)
    listed = [comparison[a, b] for i, a in enumerate(order) for b in order[i + 1 :]]
    rows: list[Line] = []
    for pair in listed[:_MOST_PAIRS]:
        clear = "bold" if comparison.is_clear(pair) else ""
        p = Text(p_shown(pair.p_value), style="" if adjusted else clear)
        last = [Text(p_shown(pair.p_adjusted), style=clear)] if adjusted else []
        names = f"{shown(pair.first, _CLASS)} − {shown(pair.second, _CLASS)}"
        rows.append([names, *_difference(pair), p, *last])
    return with_more(plain_table(columns, rows), len(listed) - _MOST_PAIRS, "pair", where="--csv or --json")


def _difference(pair: PairDifference) -> list[str]:
    return [difference(pair.difference), bounds(pair.low, pair.high, difference)]


def _classes(compared: Comparison) -> Iterable[RenderableType]:
    found = compared.per_class
    names = (shown(name, _NARROW) for name in (found[0].first, found[0].second))
    last = "p" if compared.adjust is None else "adjusted"
    title = f"{measure(found[0].measure).title} of"
    columns: list[Column] = [(title, "left")]
    columns += [(head, "right") for head in (*names, "difference", "interval", last)]
    worst = sorted(found, key=lambda row: (math.isnan(row.p_adjusted), row.p_adjusted))[:_MOST_CLASSES]
    rows: list[Line] = []
    for row in (row for row in found if row in worst):
        style = "bold" if row.p_adjusted < 1 - compared.level else ""
        values = map(number, (row.first_value, row.second_value))
        p = Text(p_shown(row.p_adjusted), style=style)
        rows.append([shown(row.label, _CLASS), *values, *_difference(row), p])
    yield plain_table(columns, rows)
    if len(found) > _MOST_CLASSES:
        yield Text(f"The {_MOST_CLASSES} classes of lowest p out of {len(found)}.", style="italic")


def _groups(compared: Comparison) -> RenderableType:
    """The difference of every two systems in each group."""
    last = "p" if compared.adjust is None else "adjusted"
    columns: list[Column] = [("Group", "left"), ("Difference", "left")]
    columns += [(head, "right") for head in ("", "interval", last)]
    found = [(group, pair) for group, part in compared.groups.items() for pair in part.pairs]
    rows: list[Line] = []
    for group, pair in found[:_MOST_PAIRS]:
        style = "bold" if pair.p_adjusted < 1 - compared.level else ""
        names = f"{shown(pair.first, _CLASS)} − {shown(pair.second, _CLASS)}"
        p = Text(p_shown(pair.p_adjusted), style=style)
        rows.append([shown(group_text(group), _NAME), names, *_difference(pair), p])
    return with_more(plain_table(columns, rows), len(found) - _MOST_PAIRS, "row", where="--csv or --json")


def _other_measures(comparison: Comparison) -> RenderableType:
    """What the common measures say, and which system each puts first if it tells them apart."""
    side_by_side = len(comparison.systems) <= _MOST_SYSTEMS
    order = _order(comparison) if side_by_side else []
    columns: list[Column] = [("Other measures", "left"), *((shown(name, _NARROW), "right") for name in order)]
    rows: list[Line] = []
    for found in comparison.preferences:
        by_system = dict(zip(comparison.systems, found.values, strict=True))
        values = [number(by_system[name]) for name in order]
        preferred = shown(found.preferred, _NARROW) if found.clear else NONE
        rows.append([measure(found.measure).title, *values, preferred, p_shown(found.p_value)])
    return plain_table([*columns, ("prefers", "left"), ("p", "right")], rows)


def _notes(compared: Comparison) -> list[RenderableType]:
    """How it was computed, and what to beware of, each once."""
    comparison = compared
    pairs = comparison.pairs
    how, how_classes = _how(pairs), _how(compared.per_class)
    lines = [Text(f"Differences {how}.", style="dim")] if how else []
    if how_classes not in (None, how):
        lines.append(Text(f"Differences of classes {how_classes}.", style="dim"))
    others = ", ".join(_tests_of_others(comparison))
    lines += [Text(f"P-values of other measures by {others}.", style="dim")] if others else []
    several = pairs if len(pairs) > 1 else compared.per_class
    if comparison.adjust is not None and not all(math.isnan(row.p_adjusted) for row in several):
        what = "pairs" if len(pairs) > 1 else "classes"
        lines.append(Text(adjustment_said(comparison.adjust, what), style="dim"))
    if comparison.adjust is not None and compared.groups:
        lines.append(Text(adjustment_said(comparison.adjust, "groups"), style="dim"))
    said: dict[str, list[str]] = {}
    for name, found in compared.intervals.items():
        if found.warning is not None:
            said.setdefault(found.warning, []).append(shown(name, _NAME))
    lines += [Text.assemble(("Note: ", "bold"), f"{', '.join(who)}: {text}.") for text, who in said.items()]
    own = {pair.warning for pair in pairs}
    of_classes = dict.fromkeys(row.warning for row in compared.per_class if row.warning not in own)
    of_classes.pop(None, None)
    lines += [Text.assemble(("Note: ", "bold"), f"{text}.") for text in list(of_classes)[:_NOTES]]
    if len(of_classes) > _NOTES:
        more = counted(len(of_classes) - _NOTES, "more class", "more classes")
        lines.append(Text.assemble(("Note: ", "bold"), f"so it is with {more}; --json has all."))
    lines += [Text(f"{NONE} undefined{text}", style="dim") for text in _reasons(compared)]
    return [Text(), *lines] if lines else []


def _how(rows: Sequence[PairDifference]) -> str | None:
    """By which methods and tests the differences were computed, each once."""
    methods = ", ".join(dict.fromkeys(row.method for row in rows if not math.isnan(row.low)))
    tests = ", ".join(dict.fromkeys(row.test for row in rows if not math.isnan(row.p_value)))
    return f"by {methods}, p-values by {tests}" if methods and tests else None


def _reasons(compared: Comparison) -> list[str]:
    """Why differences are undefined, each reason once, with the classes if it is of their rows."""
    of_pairs = dict.fromkeys(pair.reason for pair in compared.pairs if pair.reason is not None)
    classes: dict[str, list[Any]] = {}
    for row in compared.per_class:
        if row.reason is not None:
            classes.setdefault(row.reason, []).append(row.label)
    return [f": {shown(reason, 300)}" for reason in of_pairs] + [
        f" for {'class' if len(labels) == 1 else 'classes'} {listed(labels)}: {shown(reason, 300)}"
        for reason, labels in classes.items()
    ]


def _tests_of_others(comparison: Comparison) -> list[str]:
    """The tests of the other measures, each once."""
    there = (x for x in comparison.preferences if not math.isnan(x.p_value))
    return list(dict.fromkeys(found.test for found in there if found.test is not None))


# For machines -----------------------------------------------------------------------------------


def records(compared: Comparison) -> list[Record]:
    """One for every two systems, then for each class, then for each group."""
    return [
        {name: getattr(row, name) for name in COLUMNS if name not in ("class", "group")}
        | {"class": None if row.label is None else str(row.label), "group": group_text(group) or None}
        for group, row in _rows(compared)
    ]


def _rows(compared: Comparison) -> list[tuple[list[str] | None, PairDifference]]:
    """All differences with their groups."""
    rows: list[tuple[list[str] | None, PairDifference]] = [
        (None, row) for row in (*compared.pairs, *compared.per_class)
    ]
    return rows + [(list(group), row) for group, part in compared.groups.items() for row in part.pairs]


def document(compared: Comparison, source: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON document."""
    comparison, tables = compared, compared.source.tables
    return document_of(
        SCHEMA,
        source=dict(source),
        classes=[str(label) for label in tables.labels],
        positive=tables.positive,
        n=np.ravel(tables.total)[0],
        measure=comparison.measure,
        level=comparison.level,
        adjust=comparison.adjust,
        verdict=comparison.verdict,
        systems=[_system(compared, i) for i in range(len(comparison.systems))],
        rows=[
            {name: record[name] for name in COLUMNS} | {"group": group}
            for record, (group, _) in zip(records(compared), _rows(compared), strict=True)
        ],
        preferences=[
            {
                "measure": found.measure,
                "values": dict(zip(comparison.systems, found.values, strict=True)),
                "preferred": found.preferred,
                "rival": found.rival,
                "p_value": found.p_value,
                "test": found.test,
                "clear": found.clear,
            }
            for found in comparison.preferences
        ],
    )


def _system(compared: Comparison, i: int) -> Record:
    comparison = compared
    name = comparison.systems[i]
    ranked = next(r for r in comparison.ranking if r.system == name)
    found = compared.intervals[name]
    numbers = {
        key: getattr(found, key) for key in ("value", "low", "high", "se", "method", "warning", "reason")
    }
    ranks = {"best_rank": ranked.best_rank, "worst_rank": ranked.worst_rank}
    return {"system": name} | numbers | ranks | {"counts": comparison.source.tables.counts[i].tolist()}


def cells(compared: Comparison) -> Cells:
    """A table for people."""
    groups, rows = zip(*_rows(compared), strict=True)
    return cells_of(
        {
            "Measure": [measure(row.measure).title for row in rows],
            "Class": ["" if row.label is None else shown(row.label) for row in rows],
            "Group": [shown(group_text(group)) for group in groups],
            "A": [shown(row.first) for row in rows],
            "B": [shown(row.second) for row in rows],
            "of A": [number(row.first_value) for row in rows],
            "of B": [number(row.second_value) for row in rows],
            "A − B": [difference(row.difference) for row in rows],
            "Low": [difference(row.low) for row in rows],
            "High": [difference(row.high) for row in rows],
            "p": [p_shown(row.p_value) for row in rows],
            "Adjusted p": [p_shown(row.p_adjusted) for row in rows],
        },
        "of A",
    )
