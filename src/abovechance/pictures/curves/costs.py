"""What errors cost: cost curves, Brier curves and decision curves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.costs.cost_curves import brier_curve, decision_curve
from abovechance.curves.costs.cost_curves import cost_curve as cost_curve_of
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import area_note, thin_function
from abovechance.pictures.picture import Line, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.curves import Curve
    from abovechance.pictures.curves.names import Given

PROBABILITY_COST = Scale("Probability cost: share of errors on positives in the cost of all errors")
EXPECTED_COST = Scale("Normalised expected cost", 0.0, 0.5)
COST_SHARE = Scale("Share of errors on positives in the costs")
ACTING = Scale("Probability from which one acts")
ALIKE = "all items called alike"
ALIKE_COST = Line(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0]), stroke="dashed", label=ALIKE)
_MOST_LINES = 40


def cost_curves(curves: Given) -> Picture:
    """The least expected cost for every prevalence and every ratio of costs."""
    systems = by_name(curves)
    lines = [ALIKE_COST]
    alone = len(systems) == 1
    for i, (name, curve) in enumerate(systems.items()):
        found = cost_curve_of(curve)
        if alone:
            chosen = found.vertices[:: max(1, len(found.vertices) // _MOST_LINES)]
            ends = [np.array([v.fpr, 1 - v.tpr]) for v in chosen]
            lines += [Line(np.array([0.0, 1.0]), y, system=i, stroke="thin") for y in ends]
        note = area_note("area", found.area)
        lines.append(Line(found.probability_costs, found.costs, name, note, i))
    notes = ("thin: the cost of each threshold",) if alone else ()
    return Picture(f"Cost: {classes(systems)}", PROBABILITY_COST, EXPECTED_COST, tuple(lines), notes=notes)


def brier_curves(curves: Given) -> Picture:
    """The loss of a user who takes scores for probabilities, and the loss after calibration."""
    systems = by_name(curves)
    lines: list[Line] = []
    for i, (name, curve) in enumerate(systems.items()):
        for calibrated in (True, False):
            found = brier_curve(curve, calibrated=calibrated)
            kept = thin_function(found.cost_shares, found.losses)
            x, y = found.cost_shares[kept], found.losses[kept]
            if calibrated:
                lines.append(Line(x, y, system=i, stroke="thin"))
            else:
                lines.append(Line(x, y, name, area_note("Brier", found.area), i))
    return Picture(
        f"Brier curve: {classes(systems)}",
        COST_SHARE,
        Scale("Expected loss", 0.0, None),
        (*_constant(list(systems.values())), *lines),
        notes=("thin: after calibration",),
    )


def decision_curves(curves: Given, *, prevalence: float | None = None) -> Picture:
    """The net benefit of acting on a probability, or on all, or on none."""
    systems = by_name(curves)
    found = {name: decision_curve(curve, prevalence=prevalence) for name, curve in systems.items()}
    most = max((d.prevalence for d in found.values()), default=1.0)
    lines = [Line(np.array([0.0, 1.0]), np.zeros(2), stroke="dashed", label="act on no one")]
    everyone = {d.prevalence: Line(d.thresholds, d.treat_all, stroke="dashed") for d in found.values()}
    lines += _named_once(list(everyone.values()), "act on everyone")
    lines += [Line(d.thresholds, d.net_benefit, name, system=i) for i, (name, d) in enumerate(found.items())]
    return Picture(
        f"Net benefit: {classes(systems)}",
        ACTING,
        # Towards a threshold of 1 acting on everyone loses without bound: the rest would look flat.
        Scale("Net benefit for each item", -0.25 * most, most),
        tuple(lines),
    )


def _constant(curves: Sequence[Curve]) -> list[Line]:
    """The losses of calling no item positive, or every one, whichever is less at each share of the costs."""
    lines = {}
    for share in {curve.prevalence for curve in curves}:
        x = np.array([0.0, 1 - share, 1.0])
        lines[share] = Line(x, np.array([0.0, 2 * share * (1 - share), 0.0]), stroke="dashed")
    return _named_once(list(lines.values()), ALIKE)


def _named_once(lines: Sequence[Line], label: str) -> list[Line]:
    """Lines that mean the same, of which the first says what."""
    return [replace(line, label=label if i == 0 else "") for i, line in enumerate(lines)]
