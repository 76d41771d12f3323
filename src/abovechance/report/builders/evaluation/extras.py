"""What the page of an evaluation has beside the report in text: tests, other prevalences, every measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.evaluation.evaluate import evaluate
from abovechance.evaluation.significance.test import tests
from abovechance.measures.registry import measure, measures
from abovechance.report.build import build
from abovechance.report.builders.catalogue import family_title
from abovechance.report.builders.evaluation.prevalence import have_all_classes, other_prevalences
from abovechance.report.document import Cell, Column, Extra, Paragraph, Table, interval_column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.rows import Estimate
    from abovechance.report.document import Section

_TESTS = ("pearson", "g_squared")
_TESTS_OF_TWO = (*_TESTS, "fisher")
_MOST_CLASSES_TESTED = (
    40  # of more, tables for the tests of any association have too few items in their cells
)
_WITH_ASSOCIATION = (
    "The first test asks whether more decisions are right than guesses with the same shares of labels "
    "would get right. The others ask for any association, in whatever direction."
)
_WITHOUT_ASSOCIATION = (
    "The test asks whether more decisions are right than guesses with the same shares of labels would get "
    f"right. Tests of any association are left out: of more than {_MOST_CLASSES_TESTED} classes, cells have "
    "too few items for them."
)
_MOST_CLASSES_WITH_INTERVALS = 10  # of more, the intervals of every measure would take seconds


def extras(evaluation: Evaluation) -> Iterator[Extra]:
    """The sections that pages have beside the others."""
    if _can_be_tested(evaluation):
        yield Extra("Could guessing have done it?", lambda: _significance(evaluation))
    if have_all_classes(evaluation):
        yield Extra("What if the prevalence were different?", lambda: other_prevalences(evaluation))


def every_measure(evaluation: Evaluation) -> Extra:
    """All measures of the whole table, whatever measures were asked for."""
    return Extra("Every measure", lambda: _every_measure(evaluation), folded=True)


def _can_be_tested(evaluation: Evaluation) -> bool:
    return (
        evaluation.test is not None
        and evaluation.clusters is None
        and evaluation.reweighted is None
        and evaluation.pooled.is_countable
    )


def _significance(evaluation: Evaluation) -> Iterator[Section]:
    """The default test, and beside it those of any association that people know."""
    size = len(evaluation.pooled.labels)
    if size > _MOST_CLASSES_TESTED:
        yield Paragraph(_WITHOUT_ASSOCIATION)
        others: tuple[str, ...] = ()
    else:
        yield Paragraph(_WITH_ASSOCIATION)
        others = _TESTS_OF_TWO if size == 2 else _TESTS
    found = tests(evaluation.pooled, methods=("auto", *others), level=evaluation.level or 0.95)
    document = build(found)
    yield from document.body
    yield from (Paragraph(note.text, "dim") for note in document.notes)


def _every_measure(evaluation: Evaluation) -> Iterator[Section]:
    pooled = evaluation.pooled
    two = len(pooled.labels) == 2
    chosen = [m for m in measures() if two or m.scope == "overall"]
    simple = evaluation.clusters is None and evaluation.reweighted is None and pooled.is_countable
    sure = simple and len(pooled.labels) <= _MOST_CLASSES_WITH_INTERVALS
    level = evaluation.level if sure else None
    found = {
        x.measure: x for x in evaluate(pooled, measures=chosen, level=level).estimates if x.group is None
    }
    intervals = [interval_column(level)] if level is not None else []
    columns = (
        Column("Measure", "words"),
        Column("value"),
        *intervals,
        Column("chance"),
        Column("family", "text"),
    )
    rows = [_row(found[m.key], with_interval=bool(intervals)) for m in chosen if m.key in found]
    notes = () if sure or evaluation.level is None else ("Intervals are with the measures above.",)
    of = "" if two else " Measures of one class alone are with the classes."
    yield Paragraph(
        f"What any measure of the catalogue says of this table, beside what guessing would reach.{of}", "dim"
    )
    yield Table(columns, rows, notes=notes)


def _row(x: Estimate, *, with_interval: bool) -> list[object]:
    m = measure(x.measure)
    bounds = None if x.low is None or x.high is None else (x.low, x.high)
    return [
        Cell(m.title, measure=m.key), x.value, *([bounds] if with_interval else []), x.chance,
        family_title(m.family),
    ]  # fmt: skip
