"""Isometrics: the lines of ROC or PN space along which a measure has the same value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult, Result, Row
from abovechance.curves.geometry.contours import Grid, curved_line, ratio_of, straight_line
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Line = tuple[Floats, Floats]

_GAINS: dict[str, Callable[[Floats, Floats, float], Floats]] = {
    "precision_gain": lambda x, y, _skew: (y - x) / y,
    "recall_gain": lambda _x, y, skew: 1 - (1 - y) / (skew * y),
}
"""Quantities of Flach & Kull (2015) that have straight isometrics and are no measures of the catalogue."""
_DEFAULT_LEVELS = 9
_LEAST_RESOLUTION = 4
_NOISE = 1e-9  # of the largest level: what is less is 0 but for rounding


@dataclass(frozen=True, eq=False)
class Isometric(Result):
    """Where a measure has one value.

    Attributes
    ----------
    value
        The value.
    lines
        No line, one or several, each as abscissas and ordinates.
    """

    value: float
    lines: tuple[Line, ...]

    def rows(self) -> list[Row]:
        """One row for each point, with the value and the number of its line."""
        return [
            {"value": self.value, "line": number, "x": x, "y": y}
            for number, line in enumerate(self.lines)
            for x, y in zip(*(axis.tolist() for axis in line), strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Isometrics(ColumnResult):
    """The isometrics of a measure, one for each value, in ``"roc"`` or ``"pn"`` space.

    ``skew`` is the number of negative items for each positive one. If ``is_closed`` the lines are from a
    formula; else they were found on a grid.
    """

    measure: str
    space: str
    skew: float
    is_closed: bool
    isometrics: tuple[Isometric, ...]

    def __repr__(self) -> str:
        """The measure, the skew and the values."""
        values = ", ".join(f"{line.value:.4g}" for line in self.isometrics)
        return f"Isometrics of {self.measure} in {self.space} space at skew {self.skew:.4g}: {values}"

    def columns(self) -> dict[str, NDArray[Any]]:
        """One entry for each point, with the value and the number of its line."""
        rows = [row for one in self.isometrics for row in one.rows()]
        return {name: np.array([row[name] for row in rows]) for name in ("value", "line", "x", "y")}


def isometrics(
    measure: str | Measure,
    values: ArrayLike | None = None,
    *,
    skew: float | None = None,
    prevalence: float | None = None,
    n: float | None = None,
    space: Literal["roc", "pn"] = "roc",
    resolution: int = 120,
    numeric: bool = False,
    **parameters: object,
) -> Isometrics:
    """The lines along which a measure has given values.

    Where the value of a measure is a ratio of counts, as that of accuracy, Precision, F and Kappa, they are
    straight; of Markedness, the correlation, G-mean and the odds ratio a formula is known too. Those of any
    other measure are found on a grid: the measure is computed for every node, and the points where the value
    is taken on the grid lines are found to the last digits, so that only the straight pieces between them
    are not exact.

    Parameters
    ----------
    measure, **parameters
        A measure of the catalogue and its parameters, such as ``beta``; or ``"precision_gain"`` or
        ``"recall_gain"`` (Flach & Kull 2015).
    values
        The values to draw lines for; by default 9 between the ends of its range. A measure that has one
        value everywhere, such as the prevalence, has no lines.
    skew, prevalence : float
        The negative items for each positive one, or the share of positive items; by default
        classes are balanced. Multiply it by ``cost_negative / cost_positive`` if they differ.
    n : float
        The number of items: the extent of PN space, and what measures depend on that differ between tables of
        the same shares. The default is 1.
    space : str
        ``"roc"``: Recall against Fallout; ``"pn"``: true against false positives.
    resolution, numeric
        Cells of the grid along a side, and whether to use it even if there is a formula.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.curves.isometrics("f1", [0.5], prevalence=0.5)
    >>> (line,) = found.isometrics[0].lines
    >>> [ends.round(4).tolist() for ends in line]
    [[0.0, 1.0], [0.3333, 0.6667]]
    """
    chosen = measure if isinstance(measure, str) and measure in _GAINS else measure_called(measure)
    key = chosen if isinstance(chosen, str) else chosen.key
    straight = isinstance(chosen, str) or chosen.straight
    trace = None if isinstance(chosen, str) else chosen.isometric
    ratio = _skew(skew, prevalence)
    if space not in ("roc", "pn"):
        raise InputError(f"space must be 'roc' or 'pn', not {space!r}")
    cells = _resolution(resolution)
    surface = _surface(chosen, ratio, _items(chosen, n), parameters)
    is_closed = not numeric and (straight or trace is not None)
    grid = Grid(surface, cells if values is None or not is_closed else _LEAST_RESOLUTION)
    if grid.is_flat:
        values = [] if values is None else values
        none = tuple(Isometric(value, ()) for value in _given(chosen, values))
        return Isometrics(key, space, ratio, is_closed, none)
    levels = _levels(chosen, grid) if values is None else _given(chosen, values)
    found = []
    shape = ratio_of(surface) if is_closed and (straight or trace is None) else None
    on_grid = None if is_closed else grid.levels(levels)
    for i, value in enumerate(levels):
        if on_grid is not None:
            lines = on_grid[i]
        elif straight or trace is None:
            lines = straight_line(shape, value)
        else:
            lines = curved_line(trace, value, ratio, 2 * cells + 1) if _is_reached(chosen, value) else []
        found.append(Isometric(value, tuple(_scaled(line, space, ratio, n) for line in lines)))
    return Isometrics(key, space, ratio, is_closed, tuple(found))


def _surface(
    chosen: str | Measure, skew: float, n: float, parameters: dict[str, Any]
) -> Callable[[Floats, Floats], Floats]:
    """The measure as a function of Fallout and Recall."""
    if isinstance(chosen, str):
        if parameters:
            raise InputError(f"{chosen} has no parameter {next(iter(parameters))!r}")

        def gain(x: Floats, y: Floats) -> Floats:
            with np.errstate(divide="ignore", invalid="ignore"):
                return _GAINS[chosen](x, y, skew)

        return gain
    positives, negatives = n / (1 + skew), n * skew / (1 + skew)

    def value(x: Floats, y: Floats) -> Floats:
        tables = Tables.from_cells(
            tp=positives * y, fp=negatives * x, fn=positives * (1 - y), tn=negatives * (1 - x)
        )
        return np.asarray(chosen(tables, **parameters), dtype=float)

    return value


def _levels(chosen: str | Measure, grid: Grid) -> list[float]:
    """Values to draw lines for: evenly over the range, or if that has no end over the values of the grid."""
    low, high = (-1.0, 1.0) if isinstance(chosen, str) else (chosen.low, chosen.high)
    if np.isfinite(low) and np.isfinite(high):
        return [float(v) for v in np.linspace(low, high, _DEFAULT_LEVELS + 2)[1:-1].round(12)]
    finite = grid.values[np.isfinite(grid.values)]
    shares = np.linspace(0, 1, _DEFAULT_LEVELS + 2)[1:-1]
    if not len(finite):
        return []
    found = np.quantile(finite, shares)
    found[np.abs(found) < _NOISE * np.abs(found).max()] = 0.0
    return sorted({float(f"{v:.2g}") for v in found})


def _is_reached(chosen: str | Measure, value: float) -> bool:
    """Whether a value is inside the range of the measure; beyond it, formulas of curves have no meaning."""
    return isinstance(chosen, str) or chosen.low <= value < chosen.high or (value == chosen.high < np.inf)


def _given(chosen: str | Measure, values: object) -> list[float]:
    levels = np.atleast_1d(np.asarray(values, dtype=float)).ravel()
    if np.isnan(levels).any():
        raise InputError("values must be numbers to draw lines for, got NaN")
    if isinstance(chosen, Measure):
        wrong = levels[(levels < chosen.low) | (levels > chosen.high)]
        if len(wrong):
            within = f"from {chosen.low:g} to {chosen.high:g}"
            raise InputError(f"values of {chosen.key} are {within}: there is no line for {wrong[0]:g}")
    return [float(value) for value in levels]


def _skew(skew: float | None, prevalence: float | None) -> float:
    if skew is not None and prevalence is not None:
        raise InputError("give skew or prevalence, not both: skew is (1 - prevalence) / prevalence")
    if prevalence is not None:
        if not 0 < prevalence < 1:
            raise InputError(f"prevalence must be above 0 and below 1, got {prevalence!r}")
        return (1 - prevalence) / prevalence
    if skew is None:
        return 1.0
    if not (skew > 0 and np.isfinite(skew)):
        raise InputError(f"skew is the number of negatives for each positive, above 0, got {skew!r}")
    return float(skew)


def _items(chosen: str | Measure, n: float | None) -> float:
    if n is None:
        if isinstance(chosen, Measure) and "scale" not in chosen.invariant:
            raise InputError(f"{chosen.key} depends on the number of items: give it as n=")
        return 1.0
    if not (n > 0 and np.isfinite(n)):
        raise InputError(f"n is the number of items, above 0, got {n!r}")
    return float(n)


def _resolution(resolution: object) -> int:
    if isinstance(resolution, bool) or not isinstance(resolution, int | np.integer):
        raise InputError(f"resolution is the number of cells along a side, got {resolution!r}")
    if resolution < _LEAST_RESOLUTION:
        raise InputError(f"resolution must be at least {_LEAST_RESOLUTION}, got {resolution}")
    return int(resolution)


def _scaled(line: Line, space: str, skew: float, n: float | None) -> Line:
    if space == "roc":
        return line
    items = 1.0 if n is None else n
    return line[0] * (items * skew / (1 + skew)), line[1] * (items / (1 + skew))
