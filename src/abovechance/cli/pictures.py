"""The pictures of curves that a command draws: which display shows what."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.errors import InputError
from abovechance.core.files import write_text
from abovechance.curves.costs.deployment import at_prevalence

if TYPE_CHECKING:
    from abovechance.curves.abstention import AbstentionCurve
    from abovechance.curves.curve.curve import Curve
    from abovechance.evaluation.scores.ranking import Purpose, Ranking
    from abovechance.plots.display import Display

Space = Literal[
    "roc", "pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "brier", "decision", "threshold",
    "calibration",
]  # fmt: skip
_PICTURE_ENDINGS = (".png", ".svg", ".pdf", ".html")
_DISPLAY_BY_SPACE = {
    "pn": "PnDisplay", "pr": "PrecisionRecallDisplay", "prg": "PrecisionRecallGainDisplay",
    "det": "DetDisplay", "gain": "GainDisplay", "lift": "LiftDisplay", "kappa": "KappaDisplay",
    "cost": "CostDisplay", "brier": "BrierDisplay", "calibration": "CalibrationDisplay",
}  # fmt: skip
_WITHOUT_PREVALENCE = ("roc", "det", "cost")  # the same at every prevalence, or showing all


def refuse_picture(plot: str | None, json: str | None, space: Space | None) -> None:
    """Refuse a picture that could not be written, before any work is done."""
    if plot is None:
        if space is not None:
            raise InputError(f"--space {space} says what a picture shows: name its file with --plot")
        return
    target = Path(plot)
    if target.suffix.lower() not in _PICTURE_ENDINGS:
        raise InputError(f"--plot {plot!r} must end in {', '.join(_PICTURE_ENDINGS)}")
    if target.suffix.lower() == ".html" and space not in (None, "roc"):
        raise InputError(f"a page shows ROC curves, not --space {space}: write a .png, .svg or .pdf")
    if json is not None and json != "-" and os.path.realpath(plot) == os.path.realpath(json):
        raise InputError(f"--plot {plot!r} would overwrite the JSON: name another file")


def draw(ranking: Ranking, plot: str, space: Space) -> None:
    """Draw the curves into a file."""
    if Path(plot).suffix.lower() != ".html":
        display_of(ranking, space).save(plot)
        return
    from abovechance.plots.explorer import page

    share = ranking.purpose.prevalence
    write_text(plot, page(ranking.curves, costs=_costs(ranking), prevalence=share, level=ranking.level))


def draw_abstention(curve: AbstentionCurve, plot: str) -> None:
    """Draw the curve of refusing the least confident into a file."""
    from abovechance.plots.abstention import picture
    from abovechance.plots.display import Display

    Display(picture(curve)).save(plot)


def display_of(ranking: Ranking, space: Space) -> Display:
    """The display of a space."""
    from abovechance import plots

    curves: Any = ranking.curves if len(ranking.systems) > 1 else ranking.systems[0].curve
    purpose = ranking.purpose
    if space == "roc":
        points: Any = {system.name: system.selection or system.point for system in ranking.systems}
        if len(ranking.systems) == 1:
            points = {"": next(iter(points.values()))}
        return plots.RocDisplay.from_curves(
            curves, points=points, costs=_costs(ranking), prevalence=purpose.prevalence, level=ranking.level
        )
    if space == "decision":
        return _expected(plots.DecisionDisplay.from_curves(curves, prevalence=purpose.prevalence), purpose)
    if space not in _WITHOUT_PREVALENCE and purpose.prevalence is not None:
        curves = {name: _moved(curve, purpose.prevalence) for name, curve in ranking.curves.items()}
        curves = curves if len(curves) > 1 else next(iter(curves.values()))
        return _expected(_display(ranking, space, curves), purpose)
    return _display(ranking, space, curves)


def _display(ranking: Ranking, space: Space, curves: Any) -> Display:
    from abovechance import plots

    if space == "threshold":
        at = ranking.systems[0].point.threshold if len(ranking.systems) == 1 else None
        return plots.ThresholdDisplay.from_curves(curves, level=ranking.level, threshold=at)
    display: type[Display] = getattr(plots, _DISPLAY_BY_SPACE[space])
    return display.from_curves(curves)


def _moved(curve: Curve, prevalence: float) -> Curve:
    """The curve at another prevalence; of one class alone it stays as it is."""
    return curve if math.isnan(curve.auc) else at_prevalence(curve, prevalence)


def _expected(display: Display, purpose: Purpose) -> Display:
    """The same with a note that it shows another prevalence than that of the items."""
    if purpose.prevalence is None:
        return display
    note = f"as expected where {100 * purpose.prevalence:g} % are positive"
    return replace(display, picture=replace(display.picture, notes=(*display.picture.notes, note)))


def _costs(ranking: Ranking) -> tuple[float, float] | None:
    cp, cn = ranking.purpose.cost_positive, ranking.purpose.cost_negative
    if cp is None and cn is None:
        return None
    return 1.0 if cp is None else cp, 1.0 if cn is None else cn
