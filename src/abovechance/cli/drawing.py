"""Pictures of a command: which display shows what, written aside and then in the place of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from abovechance.cli.output import replacing
from abovechance.errors import InputError

if TYPE_CHECKING:
    from abovechance.evaluation.ranking import Ranking
    from abovechance.plots.display import Display

Space = Literal[
    "roc", "pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "brier", "decision", "threshold",
    "calibration",
]  # fmt: skip
_ENDINGS = (".png", ".svg", ".pdf", ".html")
_DISPLAYS = {
    "pn": "PnDisplay",
    "pr": "PrecisionRecallDisplay",
    "prg": "PrecisionRecallGainDisplay",
    "det": "DetDisplay",
    "gain": "GainDisplay",
    "lift": "LiftDisplay",
    "kappa": "KappaDisplay",
    "cost": "CostDisplay",
    "brier": "BrierDisplay",
    "calibration": "CalibrationDisplay",
}


def refuse_picture(file: str, plot: str | None, json: str | None) -> None:
    """Refuse a picture that could not be written, before any work is done."""
    if plot is None:
        return
    target = Path(plot)
    if target.suffix.lower() not in _ENDINGS:
        raise InputError(f"--plot {plot!r} must end in {', '.join(_ENDINGS)}")
    for other, what in ((file, "the input"), (json, "the JSON")):
        if other is not None and other != "-" and target.resolve() == Path(other).resolve():
            raise InputError(f"--plot {plot!r} would overwrite {what}: name another file")


def draw(ranking: Ranking, plot: str, space: Space) -> None:
    """Draw the curves into a file."""
    ending = Path(plot).suffix.lower()
    with replacing(plot) as aside:
        if ending == ".html":
            from abovechance.plots.page import page

            Path(aside).write_text(page(ranking.curves, costs=_costs(ranking)), encoding="utf-8")
        else:
            from abovechance.plots.files import save

            save(display_of(ranking, space), aside, ending[1:])


def display_of(ranking: Ranking, space: Space) -> Display:
    """The display of a space."""
    from abovechance import plots

    curves = ranking.curves if len(ranking.systems) > 1 else ranking.systems[0].curve
    purpose = ranking.purpose
    if space == "roc":
        points = {system.name or "": [system.point] for system in ranking.systems}
        if len(ranking.systems) == 1:
            points = {"": [ranking.systems[0].point]}
        return plots.RocDisplay.from_curves(
            curves,
            points=points,
            costs=_costs(ranking),
            prevalence=purpose.prevalence,
            level=ranking.level,
        )
    if space == "threshold":
        at = ranking.systems[0].point.threshold if len(ranking.systems) == 1 else None
        return plots.ThresholdDisplay.from_curves(curves, level=ranking.level, threshold=at)
    if space == "decision":
        return plots.DecisionDisplay.from_curves(curves, prevalence=purpose.prevalence)
    display: type[Display] = getattr(plots, _DISPLAYS[space])
    return display.from_curves(curves)


def _costs(ranking: Ranking) -> tuple[float, float] | None:
    cp, cn = ranking.purpose.cost_positive, ranking.purpose.cost_negative
    if cp is None and cn is None:
        return None
    return 1.0 if cp is None else cp, 1.0 if cn is None else cn
