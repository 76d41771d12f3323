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
    """A line.

    Attributes
    ----------
    x, y : ndarray
    name : str
        What the key calls it; nothing if it is not in the key.
    note : str
        What the key says of it: its area.
    system : int or None
        Which system it belongs to, for its colour; None is grey.
    stroke : str
    label : str
        Text at its end, for lines that are not in the key.
    """

    x: Column
    y: Column
    name: str = ""
    note: str = ""
    system: int | None = None
    stroke: Stroke = "line"
    label: str = ""


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
    """An axis: what it shows, from where to where, and how.

    Attributes
    ----------
    title : str
    low, high : float or None
        The limits; None leaves them to the data.
    kind : str
        ``"linear"``, ``"count"`` (whole ticks), or ``"deviate"``: normal deviates, whose ticks tell the rate.
    """

    title: str
    low: float | None = 0.0
    high: float | None = 1.0
    kind: Literal["linear", "count", "deviate"] = "linear"


@dataclass(frozen=True, eq=False)
class Picture:
    """All that is drawn.

    Attributes
    ----------
    title : str
    x, y : Scale
    lines, areas, marks : tuple
    square : bool
        Whether a step across is as long as a step up.
    key : str
        Where lines are named: in an empty corner (``"corner"``), or at their right ends (``"ends"``).
    notes : tuple of str
        What the key says beside.
    """

    title: str
    x: Scale
    y: Scale
    lines: tuple[Line, ...]
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    square: bool = False
    key: Literal["corner", "ends"] = "corner"
    notes: tuple[str, ...] = ()
