"""Forests: values with their intervals beneath each other, beside what chance reaches."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import counted, group_text, visible
from abovechance.curves.comparison.comparison import TITLES
from abovechance.curves.summaries.declared import known_curve_measure
from abovechance.measures.registry import declared
from abovechance.pictures.picture import Forest, ForestRow, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST_ROWS = 40
_LARGEST_SHARE = 1.0


def row(
    name: object,
    value: float,
    low: float | None = None,
    high: float | None = None,
    *,
    chance: float | None = None,
    system: int | None = 0,
    note: str = "",
    heading: str = "",
) -> ForestRow:
    """A row, whose bounds may be missing."""
    lower, upper = (math.nan if bound is None else float(bound) for bound in (low, high))
    return ForestRow(visible(str(name)), float(value), lower, upper, chance, system, note, heading)


def forest(
    title: str,
    rows: Iterable[ForestRow],
    *,
    measure: str = "",
    reference: float | None = None,
    reference_name: str = "chance",
    notes: tuple[str, ...] = (),
    most: int = _MOST_ROWS,
    mark_name: str = "chance",
) -> Forest:
    """The forest of rows, of which the first ``most`` are shown."""
    every = tuple(rows)
    left_out = len(every) - most
    more = () if left_out <= 0 else (f"and {counted(left_out, 'more row')}",)
    scale = Scale(measure, *limits(every[:most], reference))
    shown = reference_name if reference is not None else ""
    return Forest(title, scale, every[:most], reference, shown, (*notes, *more), mark_name)


def limits(rows: Sequence[ForestRow], reference: float | None) -> tuple[float | None, float | None]:
    """From 0, or lower where a bound is, to 1 for shares; what is larger has limits by its data."""
    numbers = [x for one in rows for x in (one.value, one.low, one.high, one.chance) if x is not None]
    numbers += [] if reference is None else [reference]
    finite = [x for x in numbers if math.isfinite(x)]
    if not finite or max(map(abs, finite)) > _LARGEST_SHARE:
        return None, None
    return min(0.0, float(np.floor(10 * min(finite)) / 10)), 1.0


def about_zero(made: Forest) -> Scale:
    """The scale of differences, which holds 0 even where all of them are on one side."""
    ends = [v for x in made.rows for v in (x.value, x.low, x.high, x.chance) if v is not None]
    finite = [v for v in ends if math.isfinite(v)]
    if not finite or min(finite) < 0 < max(finite):
        return replace(made.x, low=None, high=None)
    return replace(made.x, low=min(0.0, *finite), high=max(0.0, *finite))


def title_of(key: str) -> str:
    """The title of a measure or of a curve's summary, or a name that is none."""
    found = declared(key)
    if found is not None:
        return found.title
    known = known_curve_measure(key)
    return TITLES.get(key, key if known is None else known.title)


def chance_of(key: str) -> float | None:
    """What guessing reaches by a measure, if it is the same for all tables."""
    found = declared(key)
    return found.chance if found is not None and isinstance(found.chance, float) else None


def name_of(group: object) -> str:
    """The name of a group for a row."""
    return "all" if group is None else group_text(group)
