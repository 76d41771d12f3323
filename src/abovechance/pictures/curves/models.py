"""Pictures of numbers that sum up curves: models of the scores, losses taken apart, tests."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import number
from abovechance.inference.comparisons.verdict import p_text
from abovechance.pictures.forests import forest, row, title_of
from abovechance.pictures.intervals import level_said
from abovechance.pictures.picture import Area, Line, Picture, Scale
from abovechance.pictures.tables.roc_points import CHANCE_LINE, FALLOUT, RECALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.curves.summaries.binormal import Binormal, SignalDetection
    from abovechance.curves.summaries.losses import Brier, HMeasure
    from abovechance.curves.summaries.summary import Summarised, Summary
    from abovechance.curves.thresholds.held_out import Estimate
    from abovechance.curves.uncertainty.auc_test import AucTest
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures

_DEVIATIONS_DRAWN = 4.0  # to each side of a mean: what lies beyond is too low to be seen


def of_binormal(result: Binormal) -> Pictures:
    """The fitted curve in ROC space."""
    return {"roc": lambda: binormal_curve(result)}


def binormal_curve(result: Binormal) -> Picture:
    """The smooth ROC curve of two normal distributions."""
    from scipy.special import ndtr

    if math.isnan(result.intercept) or math.isnan(result.slope):
        raise InputError(f"there is no binormal curve to draw: {result.reason}")
    z = np.linspace(-2 * _DEVIATIONS_DRAWN, 2 * _DEVIATIONS_DRAWN, 400)
    x, y = np.asarray(ndtr(z)), np.asarray(ndtr(result.intercept + result.slope * z))
    # The ends of the curve have infinite deviates.
    x, y = np.concatenate([[0.0], x, [1.0]]), np.concatenate([[0.0], y, [1.0]])
    line = Line(x, y, "binormal", f"AUC {result.auc:.3f}, d_a {result.d_a:.2f}", 0)
    return Picture("Binormal ROC curve", FALLOUT, RECALL, (CHANCE_LINE, line), square=True)


def of_signal_detection(result: SignalDetection) -> Pictures:
    """Two normal classes and the criterion between them."""
    return {"densities": lambda: two_classes(result)}


def two_classes(result: SignalDetection) -> Picture:
    """The densities of both classes, if both are normal with one variance, and where the threshold lies."""
    if not (math.isfinite(result.d_prime) and math.isfinite(result.criterion)):
        raise InputError("there is no picture of rates of 0 or 1: their distance is infinite")
    half = result.d_prime / 2
    x = np.linspace(-abs(half) - _DEVIATIONS_DRAWN, abs(half) + _DEVIATIONS_DRAWN, 300)
    densities = [np.exp(-((x - middle) ** 2) / 2) / math.sqrt(2 * math.pi) for middle in (-half, half)]
    beyond = x >= result.criterion
    lines = (
        Line(x, densities[0], "negative items", f"called positive: {result.fpr:.3f}", 1),
        Line(x, densities[1], "positive items", f"called positive: {result.tpr:.3f}", 0),
        Line(np.full(2, result.criterion), np.array([0.0, 0.42]), stroke="dashed", label="criterion"),
    )
    areas = tuple(
        Area(x[beyond], np.zeros(int(beyond.sum())), density[beyond], system)
        for density, system in ((densities[0], 1), (densities[1], 0))
    )
    return Picture(
        f"d′ {result.d_prime:.2f}, criterion {result.criterion:.2f}".replace("-", "−"),
        Scale("Evidence, in standard deviations", float(x[0]), float(x[-1])),
        Scale("Density", 0.0, 0.45), lines, areas,
    )  # fmt: skip


def of_brier(result: Brier) -> Pictures:
    """The parts of the score."""
    return {"parts": lambda: forest_of_brier(result)}


def forest_of_brier(result: Brier) -> Forest:
    """The score, and its parts by distinct scores and along the hull."""
    rows = [
        row("Brier score", result.value),
        row("reliability (added)", result.reliability, system=1, heading="By distinct scores"),
        row("resolution (taken off)", result.resolution, system=2),
        row("uncertainty (added)", result.uncertainty, system=1),
        row("calibration loss", result.calibration_loss, system=1, heading="Along the convex hull"),
        row("refinement loss", result.refinement_loss, system=1),
    ]
    return _from_zero(f"Brier score {result.value:.4f} and its parts", rows, digits=4)


def of_h_measure(result: HMeasure) -> Pictures:
    """The loss beside that of calling all items alike."""
    return {"losses": lambda: forest_of_h_measure(result)}


def forest_of_h_measure(result: HMeasure) -> Forest:
    """The expected loss, and that of the better of calling all or nothing positive."""
    rows = [
        row("expected loss", result.loss),
        row("all items called alike", result.trivial_loss, system=None),
    ]
    return _from_zero(f"H-measure {number(result.value)}: one less the ratio of losses", rows, digits=4)


def _from_zero(title: str, rows: Sequence[ForestRow], *, digits: int) -> Forest:
    from dataclasses import replace

    rows = [replace(x, note=number(x.value, digits).replace("-", "−")) for x in rows]
    made = forest(title, rows)
    most = max((x.value for x in rows if math.isfinite(x.value)), default=1.0)
    return replace(made, x=Scale("", 0.0, 1.1 * most if most > 0 else 1.0))


def of_summary(result: Summary) -> Pictures:
    """The numbers beside chance."""
    return {"summary": lambda: forest_of_summary(result.entries)}


def of_summarised(result: Summarised) -> Pictures:
    """The number beside chance."""
    return {"summary": lambda: forest_of_summary([result])}


def forest_of_summary(entries: Sequence[Summarised]) -> Forest:
    """Each number that lies between −1 and 1, beside what scores that say nothing are expected to get."""
    # `not >` keeps undefined values, which are said to be so.
    shown = [x for x in entries if not abs(x.value) > 1]
    left_out = len(entries) - len(shown)
    notes: tuple[str, ...] = ("mark across: chance",) if any(x.chance is not None for x in shown) else ()
    notes += (f"{left_out} left out: not between −1 and 1",) if left_out else ()
    rows = [row(x.measure.title, x.value, chance=x.chance) for x in shown]
    return forest("A curve in numbers", rows, notes=notes, most=60)


def of_estimate(result: Estimate) -> Pictures:
    """What may be expected, beside what was seen."""
    said = "apparent, on the items of the choice"
    rows = [row(title_of(result.measure), result.value, result.low, result.high, chance=result.apparent)]
    title = f"Expected on new items, {level_said(result.level)}"
    return {"estimates": lambda: forest(title, rows, notes=(f"mark across: {said}",), mark_name=said)}


def of_auc_test(result: AucTest) -> Pictures:
    """The AUC beside chance."""
    said = "" if math.isnan(result.p_value) else f", {p_text(result.p_value)}"
    rows = [row("AUC", result.auc, note=f"{number(result.auc)}{said}")]
    return {"auc": lambda: forest("AUC beside chance", rows, measure="AUC", reference=0.5)}
