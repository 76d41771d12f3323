"""ROC and PN space with lines of equal value of any measure, and the tables in it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from abovechance.curves.geometry.isometrics import isometrics
from abovechance.measures.registry import measure as measure_called
from abovechance.pictures.picture import Line, Mark, Picture, Scale
from abovechance.pictures.tables.roc_points import CHANCE_LINE, FALLOUT, RECALL, kite
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.measures.registry import Measure

_Drawn = tuple[str, NDArray[np.float64], NDArray[np.float64]]
Space = Literal["roc", "pn"]
_CELLS = 30  # along a side of the grid: the pieces of a line are some pixels long, and their ends exact
_WHOLE_RANGES = {
    (-1.0, 1.0): (-0.8, -0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8),
    (0.0, 1.0): (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
}
_PREVALENCE_DIGITS = 3  # prevalences that differ by less have the same lines


def isometric_lines(
    measure: str | Measure, prevalence: float, n: float = 1.0, space: Space = "roc"
) -> tuple[Line, ...]:
    """Dotted lines of ROC or PN space along which a measure has round values, which are their labels.

    Examples
    --------
    >>> lines = isometric_lines("informedness", 0.3)
    >>> [line.label for line in lines]
    ['−0.8', '−0.6', '−0.4', '−0.2', '0', '0.2', '0.4', '0.6', '0.8']
    """
    found = measure_called(measure)
    depends = "scale" not in found.invariant
    across, up = (n * (1 - prevalence), n * prevalence) if space == "pn" else (1.0, 1.0)
    # Measures that do not depend on the number of items have the same lines in the cache for all.
    lines = _in_roc_space(found.key, _rounded(prevalence), n if depends else 1.0)
    return tuple(Line(x * across, y * up, stroke="dotted", label=label) for label, x, y in lines)


def _rounded(prevalence: float) -> float:
    """A prevalence with so many digits, of it or of its complement, whichever is less."""
    if prevalence > 1 / 2:
        return 1 - float(f"{1 - prevalence:.{_PREVALENCE_DIGITS}g}")
    return float(f"{prevalence:.{_PREVALENCE_DIGITS}g}")


@lru_cache(maxsize=512)
def _in_roc_space(key: str, prevalence: float, n: float) -> tuple[_Drawn, ...]:
    if not 0 < prevalence < 1:
        return ()
    found = measure_called(key)
    values = _WHOLE_RANGES.get((found.low, found.high))
    drawn = isometrics(found, values, prevalence=prevalence, n=n, resolution=_CELLS)
    return tuple(
        (f"{one.value:g}".replace("-", "−"), *line) for one in drawn.isometrics for line in one.lines
    )


def space_with_isometrics(
    tables: Tables | Mapping[str, Tables], measure: str | Measure = "informedness", *, space: Space = "roc"
) -> Picture:
    """Where tables of two classes stand in ROC or PN space, among lines of equal value of a measure.

    The lines are those at the prevalence, and in PN space also the size, of the first table, which has its
    kite.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> drawn = space_with_isometrics(t, "f1", space="pn")
    >>> drawn.marks[0].x, drawn.marks[0].y, drawn.marks[0].text
    (12.0, 30.0, 'F-measure 0.588')
    """
    several = {"": tables} if isinstance(tables, Tables) else dict(tables)
    found = measure_called(measure)
    first = next(iter(several.values()))
    positives, negatives = float(first.dichotomy.rp), float(first.dichotomy.rn)
    n = positives + negatives
    lines: list[Line] = [_scaled(CHANCE_LINE, space, negatives, positives)]
    notes = [f"dotted: equal {found.title}"]
    if positives and negatives:
        lines += isometric_lines(found, positives / n, n, space)
    marks, areas = [], []
    for i, (name, table) in enumerate(several.items()):
        with np.errstate(invalid="ignore"):
            x, y = float(table.dichotomy.fpr), float(table.dichotomy.tpr)
        if math.isnan(x) or math.isnan(y):
            notes.append("no point: Recall or Fallout is undefined, for a class has no items")
            continue
        if not i and space == "roc":
            area, sides = kite(x, y)
            areas.append(area)
            lines += sides
        said = f"{name} {found.title}".strip()
        value = float(found(table))
        across, up = (negatives, positives) if space == "pn" else (1.0, 1.0)
        marks.append(Mark(x * across, y * up, f"{said} {value:.3f}", i))
    scales = (FALLOUT, RECALL)
    if space == "pn":
        scales = (
            Scale("False positives", 0.0, negatives or 1.0),
            Scale("True positives", 0.0, positives or 1.0),
        )
    title = f"{space.upper()} space and {found.title}"
    return Picture(
        title, *scales, tuple(lines), tuple(areas), tuple(marks), square=space == "roc", notes=tuple(notes)
    )


def _scaled(line: Line, space: Space, negatives: float, positives: float) -> Line:
    if space == "roc":
        return line
    return Line(line.x * negatives, line.y * positives, stroke=line.stroke, label=line.label)
