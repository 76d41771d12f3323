"""A picture as plain data: lines, areas and marks on two axes, before any library draws them."""

from __future__ import annotations

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


@dataclass(frozen=True)
class Mark:
    """A point with a text beside it, such as an operating point, and perhaps an interval up and down."""

    x: float
    y: float
    text: str
    system: int | None = None
    low: float | None = None
    high: float | None = None


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
