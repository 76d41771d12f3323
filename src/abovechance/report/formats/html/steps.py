"""Sliders: all that a page shows at each step, written beforehand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import Markup

from abovechance.pictures.picture import Picture
from abovechance.report.document import bare
from abovechance.report.formats.cells import texts_of
from abovechance.report.formats.html.bars import ends
from abovechance.report.formats.html.data import embedded
from abovechance.report.formats.html.tables import TableView, on_page, table_view
from abovechance.report.formats.svg import to_svg
from abovechance.report.formats.svg.lines import pixels, plot_box
from abovechance.report.formats.svg.markup import system_class

if TYPE_CHECKING:
    from abovechance.report.document import Choice, Steps, Table


@dataclass(frozen=True)
class StepsView:
    """A slider for the template: the table of the first step, and the cells of all."""

    title: str
    said: str
    positions: tuple[str, ...]
    first: int
    table: TableView
    svg: Markup
    data: Markup
    ident: str
    is_wide: bool = True
    template: ClassVar[str] = "steps"


@dataclass(frozen=True)
class ChoiceView:
    """Sliders for the template, all but one of them hidden."""

    title: str
    named: tuple[tuple[str, StepsView], ...]
    first: int
    ident: str
    is_wide: bool = True
    template: ClassVar[str] = "choice"


def choice_view(choice: Choice, ident: str) -> ChoiceView:
    """What the template shows."""
    views = [steps_view(steps, f"{ident}-{i}") for i, steps in enumerate(choice.steps)]
    return ChoiceView(choice.title, tuple(zip(choice.names, views, strict=True)), choice.first, ident)


def steps_view(steps: Steps, ident: str) -> StepsView:
    """What the template shows."""
    data: dict[str, Any] = {
        "positions": list(steps.positions),
        "cells": _changing([_cells(table) for table in steps.tables]),
        "points": [],
        "box": [],
        "colour": system_class(steps.system),
    }
    svg = Markup()
    if steps.figure is not None:
        picture = steps.figure.picture
        svg = Markup(to_svg(picture, f"{ident}-picture"))  # noqa: S704 - escaped there
        if isinstance(picture, Picture):  # other pictures have no axes for a mark to move on
            data["points"] = [[_pixel(x), _pixel(y)] for x, y in pixels(picture, steps.points)]
            data["box"] = [round(edge, 1) for edge in plot_box(picture)]
    table = table_view(steps.tables[steps.first], sorts=False)
    return StepsView(steps.title, steps.said, steps.positions, steps.first, table, svg, embedded(data), ident)


def _pixel(at: float) -> float | None:
    # JSON has no NaN, which stands for all heights here.
    return round(at, 1) if math.isfinite(at) else None


def _changing(steps: list[list[list[Any]]]) -> list[list[list[Any]]]:
    """The cells of all steps, of which those that stay the same are 0."""
    first = steps[0]
    same = [
        [all(step[i][j] == cell for step in steps) for j, cell in enumerate(row)]
        for i, row in enumerate(first)
    ]
    return [
        [[0 if same[i][j] else cell for j, cell in enumerate(row)] for i, row in enumerate(step)]
        for step in steps
    ]


def _cells(table: Table) -> list[list[Any]]:
    """The cells of a table as text; those that are drawn as pixels: of the value, and of chance."""
    drawn = [i for i, column in enumerate(table.columns) if column.kind in ("gauge", "bar")]
    found: list[list[Any]] = [
        [on_page(column, text) for column, text in zip(table.columns, row, strict=True)]
        for row in texts_of(table)
    ]
    for row, texts in zip(table.rows, found, strict=True):
        for i in drawn:
            texts[i] = _places(bare(row[i]))
    return found


def _places(value: Any) -> list[float] | None:
    value, chance = value if isinstance(value, tuple) else (value, 0.0)
    found = ends(value, chance)
    return None if found is None else [round(place, 1) for place in found]
