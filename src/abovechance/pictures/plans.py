"""Pictures of plans: power against the number of items, and labelled items by class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import counted
from abovechance.pictures.forests import forest, row
from abovechance.pictures.picture import Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.evaluation.plan import Plan
    from abovechance.inference.quantify.design import LabelPlan
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

    Floats = NDArray[np.float64]

_POINTS = 60  # along the curve


def of_plan(result: Plan) -> Pictures:
    """Power against items."""
    return {"power": lambda: power_curve(result)}


def of_label_plan(result: LabelPlan) -> Pictures:
    """Labelled items by class."""
    return {"items": lambda: forest_of_labels(result)}


def power_curve(result: Plan) -> Picture:
    """The power of the numbers of items, with those needed and those asked about."""
    found = sorted({*result.curve, (result.needed, _power_at(result, result.needed))})
    if result.n is not None and result.reached is not None:
        found = sorted({*found, (result.n, result.reached)})
    n, power = _smooth(*(np.array(column, dtype=float) for column in zip(*found, strict=True)))
    most = float(n.max(initial=1.0))
    wanted = Line(np.array([0.0, most]), np.full(2, result.power), stroke="dashed", label="power wanted")
    marks = [
        Mark(result.needed, _power_at(result, result.needed), f"{counted(result.needed, 'item')} needed", 0)
    ]
    if result.n is not None and result.reached is not None:
        said = f"{counted(result.n, 'item')}: {100 * result.reached:.0f} %"
        marks.append(Mark(result.n, result.reached, said, 1))
    return Picture(
        f"Power to show {result.goal}",
        Scale("Items", 0.0, most, "count"),
        Scale("Power"),
        (wanted, Line(n, power, system=0)),
        marks=tuple(marks),
        notes=(result.world,) if result.world else (),
    )


def _smooth(n: Floats, power: Floats) -> tuple[Floats, Floats]:
    """The power between numbers of items too: its normal deviate is nearly straight in the root of items."""
    from scipy.special import ndtr, ndtri

    # Powers of 0 and 1 have infinite deviates: they stay as they are.
    known = (power > 0) & (power < 1)
    if np.count_nonzero(known) < 2:
        return n, power
    between = np.union1d(n[known], np.linspace(n[known][0], n[known][-1], _POINTS))
    deviates = np.interp(np.sqrt(between), np.sqrt(n[known]), ndtri(power[known]))
    every = np.concatenate([between, n[~known]])
    order = np.argsort(every)
    return every[order], np.concatenate([ndtr(deviates), power[~known]])[order]


def _power_at(result: Plan, n: int) -> float:
    """The power at a number of items: that of the curve, or between its points."""
    known = dict(result.curve)
    if n in known:
        return float(known[n])
    at = sorted(known)
    if not at:
        return result.power
    return float(np.interp(n, *_smooth(np.array(at, dtype=float), np.array([known[k] for k in at]))))


def forest_of_labels(result: LabelPlan) -> Forest:
    """How many items of each class are to be labelled."""
    rows = [
        row("labelled items", result.needed, note=f"{result.needed}"),
        row("of the positive class", result.positives, system=1, note=f"{result.positives}"),
        row("of the negative class", result.negatives, system=1, note=f"{result.negatives}"),
    ]
    from dataclasses import replace

    made = forest(
        f"Labelled items for an interval of width {result.width:g}", rows,
        notes=(f"for a share of {result.share:g}, Informedness {result.informedness:.3g}",),
    )  # fmt: skip
    return replace(made, x=Scale("Items", 0.0, 1.05 * max(result.needed, 1), "count"))
