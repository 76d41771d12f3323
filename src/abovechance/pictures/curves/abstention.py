"""The picture of refusing the least confident: Informedness against the share of items answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from abovechance.curves.abstention import AbstentionCurve


def picture(curve: AbstentionCurve) -> Picture:
    """Informedness among the answers with its band, of all items, and the operating point asked for."""
    known = np.isfinite(curve.informedness) & np.isfinite(curve.low)
    answered = curve.answered[known]
    level = Line(
        np.array([0.0, 1.0]), np.full(2, curve.informedness[-1]), stroke="dashed", label="all answered"
    )
    lines = (
        level,
        Line(answered, curve.informedness[known], "among the answers", f"mean {curve.area:.3f}", 0),
        Line(curve.answered, curve.with_guesses, "of all, refusals are guesses", "", 1),
    )
    p = curve.point
    marks = () if p is None else (Mark(p.answered, p.informedness, f"confidence from {p.confidence:.4g}", 0),)
    lowest = np.nanmin(np.concatenate((curve.low[known], curve.with_guesses, [0.0])))
    return Picture(
        "Refusing the least confident",
        Scale("Share of items answered"),
        Scale("Informedness", float(np.floor(10 * lowest) / 10)),
        lines,
        (Area(answered, curve.low[known], curve.high[known], 0),),
        marks,
        notes=(f"shaded: {100 * curve.level:g} % intervals",),
    )
