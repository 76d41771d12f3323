"""The document of a comparison: the verdict first, then values, differences, and what other measures say."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from abovechance.core.text import (
    NONE,
    adjustment_said,
    counted,
    group_text,
    listed,
    more_said,
    shortened,
    shown,
)
from abovechance.inference.comparisons.comparison import system_table
from abovechance.inference.comparisons.paired import INTERVALS, TESTS
from abovechance.inference.comparisons.unpaired import METHODS as OF_OTHER_ITEMS
from abovechance.measures.registry import measure
from abovechance.pictures.comparisons.comparison import better_first
from abovechance.report.builders.comparisons.systems import of_systems
from abovechance.report.builders.evaluation.evaluation import extent
from abovechance.report.document import (
    P_ADJUSTED,
    Cell,
    Column,
    Document,
    Extra,
    Note,
    Table,
    interval_column,
)
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Label, Members, Number, Text, several

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.evaluation.gates import MarginVerdict
    from abovechance.inference.comparisons.comparison import Comparison
    from abovechance.inference.comparisons.margin import MarginTest
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.report.document import Section

MOST_SYSTEMS_IN_ROC = 12  # of more systems points could not be told apart
_MOST_PAIRS = 45
_MOST_CLASSES = 30
_MOST_BESIDE = 3  # so many systems fit beside each other
_NAME_WIDTH = 15
_HEAD_WIDTH = 12
_MOST_NOTES = 5
_MOST_MEASURES = 5  # so many columns of values with intervals fit a page

SUMMARY = "What `abovechance compare --json` writes and `Comparison.to_dict()` returns."
_SYSTEM: Members = {
    "system": str,
    "value": Number,
    "low": Number,
    "high": Number,
    "se": Number,
    "method": Text,
    "warning": Text,
    "reason": Text,
    "best_rank": int,
    "worst_rank": int,
    "counts": Annotated[list[list[float]], "Rows are the truth, columns the prediction."],
}
_PREFERENCE: Members = {
    "measure": str,
    "values": Annotated[dict[str, Number], "By system."],
    "preferred": Text,
    "rival": Text,
    "p_value": Number,
    "test": Text,
    "clear": Annotated[bool, "Whether the measure tells the two apart."],
}
MARGIN: Members = {
    "group": Group,
    "measure": str,
    "first": str,
    "second": str,
    "difference": Number,
    "margin": float,
    "low": Annotated[Number, "Of the interval of level 1 − 2α; each end alone is a bound of level 1 − α."],
    "high": Number,
    "level": float,
    "method": str,
    "p_lower": Annotated[Number, "One-sided: of a difference of −margin or less."],
    "p_upper": Annotated[Number, "One-sided: of a difference of the margin or more."],
    "p_lower_adjusted": Number,
    "p_upper_adjusted": Number,
    "p_noninferior": Annotated[Number, "Of the first being worse than the second by the margin or more."],
    "p_noninferior_adjusted": Number,
    "p_equivalent": Annotated[Number, "Of a difference of the margin or more, either way (TOST)."],
    "p_equivalent_adjusted": Number,
    "noninferior": bool,
    "equivalent": bool,
    "direction": Annotated[int, "1 if more of the measure is better, -1 if less is, 0 if neither."],
    "reason": Text,
}
_GATE: Members = {
    "system": str,
    "baseline": str,
    "margin": float,
    "p_value": Annotated[Number, "Of the system being worse by the margin or more, adjusted."],
    "outcome": Literal["passed", "failed", "undefined"],
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the tables' rows and columns."],
    "positive": Annotated[Text, "The positive class of two, else null."],
    "n": Annotated[float | None, "The number of items, or their weight; null if each system has its own."],
    "measure": Annotated[str, "What systems are compared by."],
    "level": float,
    "adjust": Annotated[Text, "How p-values are adjusted for their number."],
    "systems": several(_SYSTEM),
    "table": Annotated[list[dict[str, Any]] | None, "Systems by measures, if several were asked for."],
    "preferences": Annotated[several(_PREFERENCE), "What other measures prefer."],
    "margins": Annotated[several(MARGIN), "Pairs compared with a margin, if one was given."],
    "gates": Annotated[several(_GATE), "The outcome of gates."],
}
ROW: Members = {
    "measure": str,
    "first": str,
    "second": str,
    "class": Label,
    "group": Group,
    "first_value": Number,
    "second_value": Number,
    "difference": Number,
    "low": Number,
    "high": Number,
    "level": Number,
    "se": Number,
    "method": Text,
    "p_value": Number,
    "p_adjusted": Number,
    "test": Text,
    "reason": Text,
    "warning": Text,
}
_OTHERS_TESTED = (
    "p: whether the system that the measure puts first differs by it from the first of the verdict, or that "
    "one from its second."
)
_OF_INTERVAL = ("value", "low", "high", "se", "method", "warning", "reason")


def document(
    comparison: Comparison, gates: Sequence[MarginVerdict] = (), positive_hint: str = ""
) -> Document:
    """The document of a comparison, and of gates that it was held against.

    ``positive_hint`` follows the positive class where it was guessed.
    """
    return Document(
        kind="comparison",
        verdict=comparison.verdict,
        rows=[{name: row[name] for name in ROW} for row in comparison.rows()],
        # Made where it is asked for, as intervals of several measures take long.
        table=partial(_paper_table, comparison),
        data={**_data(comparison), "gates": [gate.to_dict() for gate in gates]},
        about=(_extent(comparison, positive_hint),),
        headline=_systems(comparison),
        sections=tuple(_sections(comparison)),
        notes=(*_notes(comparison), *(Note(gate.text, gate.outcome) for gate in gates)),
    )


def _extent(comparison: Comparison, hint: str) -> str:
    """How many items there are, of each system if they have their own."""
    tables = comparison.source.tables
    if _items(comparison) is not None:
        return extent(tables[0], hint)
    own = [f"{shown(name, 20)}: {extent(tables[i], hint)}" for i, name in enumerate(comparison.systems)]
    return "\n".join(own)


def _items(comparison: Comparison) -> float | None:
    """The number of items if all systems have as many."""
    tables = comparison.source.tables
    return tables[0].total if np.allclose(tables.total, tables[0].total) else None


def _sections(comparison: Comparison) -> Iterator[Section]:
    many = len(comparison.systems) > 2
    pairs = better_first(comparison.pairs) if many else comparison.pairs
    if many:
        yield from figures(comparison, "systems")
    yield _differences(comparison, [(None, pair) for pair in pairs], "Difference")
    yield from figures(comparison, "differences")
    if len(comparison.tables.labels) == 2 and len(comparison.systems) <= MOST_SYSTEMS_IN_ROC:
        yield from figures(comparison, "roc")
    if comparison.margins is not None:
        yield margin_table(_margin_tests(comparison))
        yield from figures(comparison, "margins")
    if comparison.per_class:
        yield _classes(comparison)
    if comparison.groups:
        found = [
            (group_text(group), pair) for group, part in comparison.groups.items() for pair in part.pairs
        ]
        yield _differences(comparison, found, "Group")
        yield from figures(comparison, "groups")
    if comparison.table is not None:
        yield _paper_table(comparison)
    else:
        yield Extra("Systems by measures", lambda: [_paper_table(comparison)])
    yield _other_measures(comparison)


def _systems(comparison: Comparison) -> Table:
    rows = []
    for ranked in comparison.ranking:
        found = comparison.intervals[ranked.system]
        ranks = " to ".join(map(str, dict.fromkeys((ranked.best_rank, ranked.worst_rank))))
        rows.append([ranked.system, ranked.value, (found.low, found.high), ranks])
    columns = (Column("System", "name"), Column(measure(comparison.measure).title),
               interval_column(comparison.level),
               Column("rank", "figures"))  # fmt: skip
    if len(rows) == 2:
        return Table(columns[:3], [row[:3] for row in rows])
    return Table(columns, rows)


def _order(comparison: Comparison) -> list[str]:
    """Two systems as they were given, as the verdict has them; more than two from the best to the worst."""
    ranked = [r.system for r in comparison.ranking]
    return ranked if len(ranked) > 2 else list(comparison.systems)


def _differences(
    comparison: Comparison, found: Sequence[tuple[str | None, PairDifference]], title: str
) -> Table:
    """The difference of every two systems, or of every two in each group."""
    grouped = title == "Group"
    adjusted = comparison.adjust is not None and (grouped or len(found) > 1)
    short = dict(zip(comparison.systems, shortened(list(comparison.systems), _NAME_WIDTH), strict=True))
    rows = []
    for group, pair in found:
        names = Cell(f"{short[pair.first]} − {short[pair.second]}", page=f"{pair.first} − {pair.second}")
        is_clear = pair.p_adjusted < 1 - comparison.level if grouped else comparison.is_clear(pair)
        clear = "bold" if is_clear else ""
        values = [pair.difference, (pair.low, pair.high), Cell(pair.p_value, "" if adjusted else clear)]
        rows.append([group, names, *values, Cell(pair.p_adjusted, clear) if adjusted else None])
    columns = (Column("Group", "name"), Column("Difference", "words"), Column("", "difference", head="value"),
               interval_column(comparison.level, "difference_interval"), Column("p", "p"),
               Column(P_ADJUSTED, "p"))  # fmt: skip
    chapter = "Differences in each group" if grouped else "Differences of systems"
    table = Table(columns, rows, title=chapter)
    return table.first(_MOST_PAIRS, "row" if grouped else "pair").without_empty


def _margin_tests(comparison: Comparison) -> list[tuple[Any, MarginTest]]:
    """The pairs that were held against a margin, of all items and of each group."""
    found = {None: comparison, **comparison.groups}
    return [(group, test) for group, part in found.items() if part.margins for test in part.margins.tests]


def margin_table(tests: Sequence[tuple[Any, MarginTest]]) -> Table:
    """Whether pairs are within the margin: the interval, and the adjusted p-values of what is to be shown."""
    rows = []
    for group, test in tests:
        names = " − ".join(shortened([test.first, test.second], _NAME_WIDTH))
        not_worse = (test.p_noninferior_adjusted, test.reversed.p_noninferior_adjusted)
        p_values = [Cell(p, "bold" if p < test.alpha else "") if test.direction else None for p in not_worse]
        same = Cell(test.p_equivalent_adjusted, "bold" if test.equivalent else "")
        rows.append([group_text(group), names, (test.low, test.high), *p_values, same])
    one = tests[0][1]
    columns = (Column("Group", "name"), Column(f"Within {one.margin:g}", "words"),
               interval_column(one.level, "difference_interval", 1),
               Column("not worse", "p"), Column("reverse", "p"),
               Column("equivalent", "p"))  # fmt: skip
    how = f"p-values: the first not worse than the second by more than {one.margin:g}, the reverse, and both."
    notes = (how if one.direction else f"p-values: they differ by less than {one.margin:g}.",)
    title = f"Are differences within {one.margin:g}?"
    return Table(columns, rows, notes=notes, title=title).first(_MOST_PAIRS, "row").without_empty


def _classes(comparison: Comparison) -> Table:
    """Of two systems, the difference on each class; of very many classes, those of lowest p."""
    found = comparison.per_class
    last = "p" if comparison.adjust is None else P_ADJUSTED
    rows = [
        [str(row.label), row.first_value, row.second_value, row.difference, (row.low, row.high),
         Cell(row.p_adjusted, "bold" if row.p_adjusted < 1 - comparison.level else "")]
        for row in found
    ]  # fmt: skip
    # Those of lowest p are chosen, NaN last, and then shown in the order of the classes.
    by_p = sorted(range(len(found)), key=lambda i: (math.isnan(found[i].p_adjusted), found[i].p_adjusted))
    of_lowest_p = [rows[i] for i in sorted(by_p[:_MOST_CLASSES])]
    names = shortened([found[0].first, found[0].second], _HEAD_WIDTH)
    columns = (Column(f"{measure(found[0].measure).title} of", "name"), *(Column(name) for name in names),
               Column("difference", "difference"),
               interval_column(comparison.level, "difference_interval", 1), Column(last, "p"))  # fmt: skip
    more = more_said(len(found), _MOST_CLASSES, "class of higher p", "classes of higher p")
    title = f"{measure(found[0].measure).title} of each class"
    return Table(columns, of_lowest_p, more, whole=lambda: Table(columns, rows), title=title)


def _other_measures(comparison: Comparison) -> Table:
    """What the common measures say, and which system each puts first if it tells them apart."""
    beside = _order(comparison) if len(comparison.systems) <= _MOST_BESIDE else []
    rows: list[list[Any]] = []
    for found in comparison.preferences:
        by_system = dict(zip(comparison.systems, found.values, strict=True))
        values = [by_system[name] for name in beside]
        rows.append(
            [measure(found.measure).title, *values, found.preferred if found.clear else NONE, found.p_value]
        )
    columns = (Column("Other measures", "words"), *(Column(name) for name in shortened(beside, _HEAD_WIDTH)),
               Column("prefers", "name"), Column("p", "p", 1))  # fmt: skip
    return Table(columns, rows, notes=(_OTHERS_TESTED,), title="What other measures say")


def _notes(comparison: Comparison) -> Iterator[Note]:
    """How it was computed, and what to beware of, each once."""
    pairs, per_class = comparison.pairs, comparison.per_class
    how, how_classes = _how(pairs), _how(per_class)
    if how:
        yield Note(how.format("differences"))
    if how_classes not in (None, how):
        yield Note(how_classes.format("differences of classes"))
    there = (x.test for x in comparison.preferences if not math.isnan(x.p_value) and x.test is not None)
    others = ", ".join(dict.fromkeys(map(_test_title, there)))
    if others:
        yield Note(f"P-values of other measures: {others}.")
    several_rows = pairs if len(pairs) > 1 else per_class
    if comparison.adjust is not None and not all(math.isnan(row.p_adjusted) for row in several_rows):
        yield Note(adjustment_said(comparison.adjust, "pairs" if len(pairs) > 1 else "classes"))
    if comparison.adjust is not None and comparison.groups:
        yield Note(adjustment_said(comparison.adjust, "groups"))
    if comparison.margins is not None and len(comparison.margins.tests) > 1 and comparison.adjust is not None:
        yield Note(adjustment_said(comparison.adjust, "margins"))
    yield from _warnings(comparison)
    yield from _reasons(comparison)


def _how(rows: Sequence[PairDifference]) -> str | None:
    """By which methods and tests the differences, which are to be filled in, were computed, each once."""
    methods = ", ".join(dict.fromkeys(_interval_title(row.method) for row in rows if not math.isnan(row.low)))
    tests = ", ".join(dict.fromkeys(_test_title(row.test) for row in rows if not math.isnan(row.p_value)))
    if not methods or not tests:
        return None
    if methods == tests:
        return f"Intervals and p-values of {{}}: {methods}."
    return f"Intervals of {{}}: {methods}; p-values: {tests}."


def _interval_title(method: str) -> str:
    """What a method of intervals is called, of systems on the same items or on others."""
    return INTERVALS[method].title if method in INTERVALS else OF_OTHER_ITEMS[method]


def _test_title(test: str) -> str:
    return TESTS[test].title if test in TESTS else OF_OTHER_ITEMS[test]


def _warnings(comparison: Comparison) -> Iterator[Note]:
    said: dict[str, list[str]] = {}
    for name, found in comparison.intervals.items():
        if found.warning is not None:
            said.setdefault(found.warning, []).append(shown(name, 20))
    yield from (Note(f"{', '.join(who)}: {text}.", "note") for text, who in said.items())
    own = {pair.warning for pair in comparison.pairs} | {None}
    of_classes = [
        text for text in dict.fromkeys(row.warning for row in comparison.per_class) if text not in own
    ]
    yield from (Note(f"{text}.", "note") for text in of_classes[:_MOST_NOTES])
    if len(of_classes) > _MOST_NOTES:
        more = counted(len(of_classes) - _MOST_NOTES, "more class", "more classes")
        yield Note(f"The same holds for {more}; the rows have all.", "note")


def _reasons(comparison: Comparison) -> Iterator[Note]:
    """Why differences are undefined, each reason once, with the classes if it is of their rows."""
    of_pairs = dict.fromkeys(pair.reason for pair in comparison.pairs if pair.reason is not None)
    yield from (Note(f"{NONE} undefined: {shown(reason, 300)}") for reason in of_pairs)
    classes: dict[str, list[Any]] = {}
    for row in comparison.per_class:
        if row.reason is not None:
            classes.setdefault(row.reason, []).append(row.label)
    for reason, labels in classes.items():
        noun = "class" if len(labels) == 1 else "classes"
        yield Note(f"{NONE} undefined for {noun} {listed(labels)}: {shown(reason, 300)}")


def _paper_table(comparison: Comparison) -> Table:
    """Systems by measures, the best system first: those asked for, or what is usual."""
    usual = dict.fromkeys([comparison.measure, *(found.measure for found in comparison.preferences)])
    chosen = [measure(key) for key in list(usual)[:_MOST_MEASURES]]
    table = comparison.table or system_table(
        comparison.source, comparison.systems, chosen, comparison.adjust, comparison.options
    )
    return of_systems(table, [ranked.system for ranked in comparison.ranking])


def _data(comparison: Comparison) -> dict[str, Any]:
    tables = comparison.source.tables
    ranks = {r.system: {"best_rank": r.best_rank, "worst_rank": r.worst_rank} for r in comparison.ranking}
    systems = [
        {"system": name}
        | {key: getattr(comparison.intervals[name], key) for key in _OF_INTERVAL}
        | ranks[name]
        | {"counts": tables.counts[i]}
        for i, name in enumerate(comparison.systems)
    ]
    return {
        "classes": [str(label) for label in tables.labels],
        "positive": tables.positive,
        "n": _items(comparison),
        "measure": comparison.measure,
        "level": comparison.level,
        "adjust": comparison.adjust,
        "systems": systems,
        "table": None if comparison.table is None else comparison.table.rows(),
        "preferences": [
            {name: getattr(found, name) for name in _PREFERENCE}
            | {"values": dict(zip(comparison.systems, found.values, strict=True))}
            for found in comparison.preferences
        ],
        "margins": [
            {"group": None if group is None else _names_of(group)}
            | {name: value for name, value in test.rows()[0].items() if name in MARGIN}
            for group, test in _margin_tests(comparison)
        ],
    }


def _names_of(group: Any) -> list[str]:
    return list(map(str, group if isinstance(group, tuple) else (group,)))
