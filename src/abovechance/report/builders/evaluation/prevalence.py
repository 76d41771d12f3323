"""Sliders over prevalences on the page of an evaluation: the same rates where classes have other shares."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance import pictures
from abovechance.core.text import named
from abovechance.measures.headlines import (
    OF_A_CLASS_AT_OTHER_PREVALENCES,
    OF_MORE_AT_OTHER_PREVALENCES,
    OF_OTHER_PREVALENCES,
    OVER_PREVALENCES,
)
from abovechance.measures.registry import measure
from abovechance.pictures.tables.prevalence import at_prevalences
from abovechance.report.document import Cell, Choice, Column, Figure, Paragraph, Steps, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.labels import Label
    from abovechance.evaluation import Evaluation
    from abovechance.pictures.picture import Picture
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

_PREVALENCES = (
    0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, *(i / 20 for i in range(2, 19)), 0.925, 0.95, 0.97,
    0.98, 0.99, 0.995, 0.998, 0.999,
)  # fmt: skip
_PREVALENCES_OF_MORE = (0.001, 0.01, 0.02, 0.05, *(i / 10 for i in range(1, 10)), 0.95, 0.99)
_MOST_CLASSES = 12  # so many have sliders: those of most items
_MOST_WITH_PICTURES = 6
_SAME_DECISIONS = (
    "The same decisions, with the same Recall and Inverse Recall, among items of which another share is "
    "positive. Informedness does not depend on that share; what else moves says more about the items than "
    "about the decisions."
)
_SAME_RATES = (
    "The same decisions, with the same rates in each class, among items of which another share is of one "
    "class. The other classes keep their proportions."
)


def have_all_classes(evaluation: Evaluation) -> bool:
    """Whether there are items of each of several classes, so that the rates of each are known."""
    pooled = evaluation.pooled
    return pooled.is_square and len(pooled.labels) > 1 and bool((pooled.contingency.real > 0).all())


def other_prevalences(evaluation: Evaluation) -> Iterator[Section]:
    """Of two classes the slider of the positive one, of more a slider of each."""
    pooled = evaluation.pooled
    if pooled.positive is not None:
        yield _slider(pooled, pooled.positive)
        return
    yield Paragraph(_SAME_RATES)
    by_size = np.argsort(-pooled.contingency.real, kind="stable")[:_MOST_CLASSES]
    labels = [pooled.labels[k] for k in sorted(by_size.tolist())]
    sliders = tuple(_slider_of_more(pooled, label) for label in labels)
    yield Choice("Class", tuple(map(str, labels)), sliders)
    if len(labels) < len(pooled.labels):
        yield Paragraph(f"The {len(labels)} classes with the most items are there to choose from.", "dim")


def _slider(pooled: Tables, label: Label) -> Steps:
    shares, nearest = _shares(pooled, label, _PREVALENCES)
    moved = at_prevalences(pooled, pooled.labels.index(label), np.array(shares))
    found = {key: [_values(key, t) for t in (pooled, moved, moved.expected)] for key in OF_OTHER_PREVALENCES}
    picture = Figure(lambda: _curves(pooled, OVER_PREVALENCES, label))
    return _steps(label, (shares, nearest), found, picture, _SAME_DECISIONS)


def _slider_of_more(pooled: Tables, label: Label) -> Steps:
    """The measures of all classes, and of the class whose share it is."""
    shares, nearest = _shares(pooled, label, _PREVALENCES_OF_MORE)
    at = pooled.labels.index(label)
    moved = at_prevalences(pooled, at, np.array(shares))
    tables = (pooled, moved, moved.expected)
    found = {key: [_values(key, t) for t in tables] for key in OF_MORE_AT_OTHER_PREVALENCES}
    found |= {key: [_values(key, t, at) for t in tables] for key in OF_A_CLASS_AT_OTHER_PREVALENCES}
    with_picture = len(pooled.labels) <= _MOST_WITH_PICTURES
    picture = Figure(lambda: _curves(pooled, tuple(found), label)) if with_picture else None
    return _steps(label, (shares, nearest), found, picture)


def _shares(pooled: Tables, label: Label, steps: tuple[float, ...]) -> tuple[list[float], int]:
    """The steps of a slider, of which the class's own share takes the place of the nearest."""
    here = float(pooled.contingency.real[pooled.labels.index(label)] / pooled.total)
    nearest = min(range(len(steps)), key=lambda i: abs(steps[i] - here))
    return [here if i == nearest else share for i, share in enumerate(steps)], nearest


def _steps(
    label: Label,
    chosen: tuple[list[float], int],
    found: dict[str, list[list[float]]],
    picture: Figure | None,
    said: str = "",
) -> Steps:
    shares, nearest = chosen
    columns = (Column("Measure", "words"), Column("here"), Column("there"), Column("chance there"),
               Column("", "gauge"))  # fmt: skip
    tables = [
        Table(
            columns,
            [
                [_name(key, label, found), own[0], there[i], chance[i], (there[i], chance[i])]
                for key, (own, there, chance) in found.items()
            ],
        )
        for i in range(len(shares))
    ]
    return Steps(
        f"If the share of {named(label)} were",
        tuple(f"{100 * x:.3g} %{' (as here)' if i == nearest else ''}" for i, x in enumerate(shares)),
        tuple(tables),
        nearest,
        picture,
        # No height: the mark is a line across all curves.
        () if picture is None else tuple((share, math.nan) for share in shares),
        said=said,
    )


def _name(key: str, label: Label, found: dict[str, list[list[float]]]) -> Cell:
    """The title of a measure, and of which class it is where the others are of all."""
    of_one = measure(key).scope == "binary" and any(measure(other).scope != "binary" for other in found)
    return Cell(f"{measure(key).title} of {label}" if of_one else measure(key).title, measure=key)


def _curves(pooled: Tables, keys: tuple[str, ...], label: Label) -> Picture:
    """The measures that people know against prevalence, each named at its end."""
    return replace(pictures.against_prevalence(pooled, keys, of=label), marks=(), key="ends")


def _values(key: str, tables: object, of: int | None = None) -> list[float]:
    """The values of a measure, of measures of each of more than two classes those of one."""
    values = np.asarray(measure(key)(tables), dtype=float)
    return np.ravel(values if of is None else values[..., of]).tolist()
