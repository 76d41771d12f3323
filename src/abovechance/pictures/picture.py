"""A picture as plain data, before any library draws it: lines on two axes, a forest of intervals, a heat map.

``plots/`` draws it with Matplotlib into a file, ``report/formats/`` as SVG into a page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.float64]

Stroke = Literal["line", "thin", "dashed", "dotted", "dash-dotted"]
"""A system's own line, a thin one that goes with it, and the three kinds of reference lines."""


@dataclass(frozen=True, eq=False)
class Line:
    """A line."""

    x: Column
    y: Column
    name: str = ""  # what the key calls it; nothing if it is not in the key
    note: str = ""  # what the key says of it: its area
    system: int | None = None  # which system it belongs to, for its colour; None is grey
    stroke: Stroke = "line"
    label: str = ""  # text at its end, for lines that are not in the key


@dataclass(frozen=True, eq=False)
class Area:
    """What lies between two lines over the same abscissas: a band of confidence."""

    x: Column
    low: Column
    high: Column
    system: int | None = None
    name: str = ""  # what the key calls it; nothing if it is not in the key


@dataclass(frozen=True)
class Mark:
    """A point with a text beside it, such as an operating point, and perhaps intervals up and across."""

    x: float
    y: float
    text: str
    system: int | None = None
    low: float | None = None
    high: float | None = None
    left: float | None = None
    right: float | None = None


@dataclass(frozen=True)
class Scale:
    """An axis: what it shows, from where to where, and how."""

    title: str
    low: float | None = 0.0  # limits of None are left to the data
    high: float | None = 1.0
    # whole ticks, or normal deviates whose ticks tell the rate
    kind: Literal["linear", "count", "deviate"] = "linear"


@dataclass(frozen=True, eq=False)
class Picture:
    """All that is drawn."""

    title: str
    x: Scale
    y: Scale
    lines: tuple[Line, ...]
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    square: bool = False  # whether a step across is as long as a step up
    key: Literal["corner", "ends"] = "corner"  # lines are named in an empty corner or at their right ends
    notes: tuple[str, ...] = ()  # what the key says beside


@dataclass(frozen=True)
class ForestRow:
    """A value with its interval on a line of its own."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    chance: float | None = None  # what guessing reaches, or what else ``Forest.mark_name`` says; drawn across
    system: int | None = None  # which system it belongs to, for its colour; None is grey
    note: str = ""  # what stands at the end of the line
    heading: str = ""  # what the lines from here on have in common


@dataclass(frozen=True)
class Forest:
    """Values with their intervals beneath each other: measures, slices or systems."""

    title: str
    x: Scale
    rows: tuple[ForestRow, ...]
    reference: float | None = None  # where a line stands for all rows: chance, or no difference
    reference_name: str = ""
    notes: tuple[str, ...] = ()
    mark_name: str = "chance"  # what the mark across a row stands for
    borders: tuple[float, ...] = ()  # where dotted lines stand for all rows, such as a margin


@dataclass(frozen=True, eq=False)
class HeatMap:
    """Shares or coefficients of rows by columns, from white to the colour of their sign."""

    title: str
    row_title: str
    column_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: NDArray[np.float64]  # what the colours show; NaN is undefined
    texts: tuple[tuple[str, ...], ...]  # what stands in the cells
    low: float = 0.0
    high: float = 1.0  # from ``low`` to ``high``; colours of two sides if ``low`` is negative
    notes: tuple[str, ...] = ()
    scale: tuple[str, ...] = ()  # what the colours mean, from ``low`` to ``high`` at equal distances
    details: tuple[tuple[str, ...], ...] = ()  # what a page says when one points at a cell; or nothing
    faint: NDArray[np.bool_] | None = None  # cells that rest on few items and are drawn as less sure
    is_of_counts: bool = False  # whether the texts of cells are numbers of items
    blank_diagonal: bool = False  # whether the diagonal is left empty, as no one is compared with oneself


AnyPicture = Picture | Forest | HeatMap
