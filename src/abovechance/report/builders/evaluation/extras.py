"""What the page of an evaluation has beside the report in text: tests, other prevalences, every measure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance import pictures
from abovechance.evaluation.evaluate import evaluate
from abovechance.evaluation.significance.test import tests
from abovechance.measures.headlines import OF_OTHER_PREVALENCES, OVER_PREVALENCES
from abovechance.measures.registry import measure, measures
from abovechance.pictures.tables.prevalence import at_prevalences
from abovechance.report.build import build
from abovechance.report.builders.catalogue import family_title
from abovechance.report.document import Cell, Column, Extra, Figure, Paragraph, Steps, Table, interval_column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.rows import Estimate
    from abovechance.pictures.picture import Picture
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

_TESTS = ("pearson", "g_squared")
_TESTS_OF_TWO = (*_TESTS, "fisher")
_MOST_CLASSES_TESTED = (
    40  # of more, tables for the tests of any association have too few items in their cells
)
_MOST_CLASSES_WITH_INTERVALS = 10  # of more, the intervals of every measure would take seconds
_PREVALENCES = (
    0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, *(i / 20 for i in range(2, 19)), 0.925, 0.95, 0.97,
    0.98, 0.99, 0.995, 0.998, 0.999,
)  # fmt: skip
_SAME_DECISIONS = (
    "The same decisions, with the same Recall and Inverse Recall, among items of which another share is "
    "positive. Informedness does not depend on that share; what else moves says more about the items than "
    "about the decisions."
)


def extras(evaluation: Evaluation) -> Iterator[Extra]:
    """The sections that pages have beside the others."""
    if _can_be_tested(evaluation):
        yield Extra("Could guessing have done it?", lambda: _significance(evaluation))
    if _has_both_classes(evaluation):
        yield Extra("What if the prevalence were different?", lambda: [_slider(evaluation)])


def every_measure(evaluation: Evaluation) -> Extra:
    """All measures of the whole table, whatever measures were asked for."""
    return Extra("Every measure", lambda: _every_measure(evaluation), folded=True)


def _can_be_tested(evaluation: Evaluation) -> bool:
    return (
        evaluation.test is not None
        and evaluation.clusters is None
        and evaluation.reweighted is None
        and evaluation.pooled.is_countable
        and len(evaluation.pooled.labels) <= _MOST_CLASSES_TESTED
    )


def _significance(evaluation: Evaluation) -> Iterator[Section]:
    """The default test, and beside it those of any association that people know."""
    others = _TESTS_OF_TWO if len(evaluation.pooled.labels) == 2 else _TESTS
    found = tests(evaluation.pooled, methods=("auto", *others), level=evaluation.level or 0.95)
    document = build(found)
    yield Paragraph(
        "The first test asks whether more decisions are right than guesses with the same shares of labels "
        "would get right. The others ask for any association, in whatever direction."
    )
    yield from document.body
    yield from (Paragraph(note.text, "dim") for note in document.notes)


def _has_both_classes(evaluation: Evaluation) -> bool:
    """Whether there are items of both of two classes, so that shares of each are known."""
    pooled = evaluation.pooled
    return pooled.positive is not None and bool((pooled.contingency.real > 0).all())


def _slider(evaluation: Evaluation) -> Steps:
    pooled = evaluation.pooled
    here = float(measure("prevalence")(pooled))
    # the items' own prevalence takes the place of the nearest step
    nearest = min(range(len(_PREVALENCES)), key=lambda i: abs(_PREVALENCES[i] - here))
    shares = [here if i == nearest else share for i, share in enumerate(_PREVALENCES)]
    moved = at_prevalences(pooled, pooled.labels.index(pooled.positive), np.array(shares))
    by_chance = moved.expected
    columns = (Column("Measure", "words"), Column("here"), Column("there"), Column("chance there"),
               Column("", "gauge"))  # fmt: skip
    of_each = {
        key: (_values(key, pooled), _values(key, moved), _values(key, by_chance))
        for key in OF_OTHER_PREVALENCES
    }
    tables = [
        Table(
            columns,
            [
                [Cell(measure(key).title, measure=key), own[0], there[i], chance[i], (there[i], chance[i])]
                for key, (own, there, chance) in of_each.items()
            ],
        )
        for i in range(len(shares))
    ]
    return Steps(
        f"If the share of {_name(pooled.positive)} were",
        tuple(f"{_percent(x)}{' (as here)' if i == nearest else ''}" for i, x in enumerate(shares)),
        tuple(tables),
        nearest,
        Figure(lambda: _curves(pooled)),
        tuple((share, math.nan) for share in shares),
        said=_SAME_DECISIONS,
    )


def _curves(pooled: Tables) -> Picture:
    """The measures that people know against prevalence, each named at its end."""
    return replace(pictures.against_prevalence(pooled, OVER_PREVALENCES), marks=(), key="ends")


def _values(key: str, tables: object) -> list[float]:
    return np.ravel(np.asarray(measure(key)(tables), dtype=float)).tolist()


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _name(label: object) -> str:
    return f"'{label}'"


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
