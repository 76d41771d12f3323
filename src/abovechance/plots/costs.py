"""What errors cost: cost curves, Brier curves and decision curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from abovechance.curves.costs.cost_curves import brier_curve, cost_curve, decision_curve
from abovechance.pictures.picture import Line, Picture, Scale
from abovechance.plots.display import Display, by_name, classes
from abovechance.plots.paths import area_note, thin_function

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.curves import Curve, Curves

    Given = Curve | Curves | Mapping[Any, Curve]

_MOST_LINES = 40


class CostDisplay(Display):
    """The least expected cost for every prevalence and every ratio of costs (Drummond & Holte 2006).

    Below the dashed triangle, which is the cost of calling all items alike, a system is of use. Of a single
    system, the thin lines are those of the thresholds that make up the envelope.
    """

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        systems = by_name(curves)
        lines = [Line(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0]), stroke="dashed", label="")]
        highest = 0.5
        for i, (name, curve) in enumerate(systems.items()):
            found = cost_curve(curve)
            if len(systems) == 1:
                chosen = found.vertices[:: max(1, len(found.vertices) // _MOST_LINES)]
                ends = [np.array([v.fpr, 1 - v.tpr]) for v in chosen]
                lines += [Line(np.array([0.0, 1.0]), y, system=i, stroke="thin") for y in ends]
            note = area_note("area", found.area)
            lines.append(Line(found.probability_costs, found.costs, name, note, i))
        return cls(
            Picture(
                f"Cost: {classes(systems)}",
                Scale("Probability cost: share of errors on positives in the cost of all errors"),
                Scale("Normalised expected cost", 0.0, highest),
                tuple(lines),
            )
        )


class BrierDisplay(Display):
    """The loss of a user who takes scores for probabilities; the area is the Brier score.

    The thin line is the loss after calibration: what lies between is the loss of calibration.
    """

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
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
        return cls(
            Picture(
                f"Brier curve: {classes(systems)}",
                Scale("Share of errors on positives in the costs"),
                Scale("Expected loss", 0.0, None),
                (*_constant(list(systems.values())), *lines),
                notes=("thin: after calibration", "dashed: all items called alike"),
            )
        )


class DecisionDisplay(Display):
    """The net benefit of acting on a probability, or on all, or on none (Vickers & Elkin 2006)."""

    @classmethod
    def from_curves(cls, curves: Given, *, prevalence: float | None = None) -> Self:
        """Work out the picture, where ``prevalence`` is that of the place of use."""
        systems = by_name(curves)
        found = {name: decision_curve(curve, prevalence=prevalence) for name, curve in systems.items()}
        lines = [Line(np.array([0.0, 1.0]), np.zeros(2), stroke="dashed", label="act on none")]
        everyone = {d.prevalence: Line(d.thresholds, d.treat_all, stroke="dashed") for d in found.values()}
        lines += everyone.values()
        lines += [
            Line(d.thresholds, d.net_benefit, name, system=i) for i, (name, d) in enumerate(found.items())
        ]
        most = max((d.prevalence for d in found.values()), default=1.0)
        return cls(
            Picture(
                f"Net benefit: {classes(systems)}",
                Scale("Probability from which one acts"),
                Scale("Net benefit for each item", -0.25 * most, most),
                tuple(lines),
                notes=("dashed: act on everyone, on no one",),
            )
        )


def _constant(curves: Sequence[Curve]) -> list[Line]:
    """The losses of calling no item positive, or every one, whichever is less at each share of the costs."""
    lines = {}
    for share in {curve.prevalence for curve in curves}:
        x = np.array([0.0, 1 - share, 1.0])
        lines[share] = Line(x, np.array([0.0, 2 * share * (1 - share), 0.0]), stroke="dashed")
    return list(lines.values())
