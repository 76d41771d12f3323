"""The same curves in the spaces other than ROC: counts, precision and recall, errors, gains, Kappa."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from abovechance.curves.geometry.spaces import precision_recall_gain
from abovechance.curves.summaries.areas import auk, auprg, average_precision
from abovechance.plots.display import Display, by_name, classes
from abovechance.plots.paths import MOST, area_note, chance_lines, drawn_path, thinned
from abovechance.plots.picture import Line, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.curves import Curve, Curves
    from abovechance.curves.geometry.spaces import Path

    Given = Curve | Curves | Mapping[Any, Curve]

_FALLOUT, _RECALL, _BIAS = "Fallout (false positive rate)", "Recall", "Bias (share called positive)"
_LEAST_DEVIATE, _MOST_DEVIATE = -3.2, 3.2


@dataclass(frozen=True, eq=False, repr=False)
class PnDisplay(Display):
    """True against false positives in items, where lines of equal cost have the slope of the costs alone."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        systems = by_name(curves)
        most_x = max((curve.negatives for curve in systems.values()), default=1)
        most_y = max((curve.positives for curve in systems.values()), default=1)
        return cls(
            _picture(
                "PN",
                systems,
                lambda curve: drawn_path(curve, "pn"),
                (_counted("False positives", most_x), _counted("True positives", most_y)),
                lambda curve: area_note("AUC", curve.auc),
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class PrecisionRecallDisplay(Display):
    """Precision against Recall, interpolated as counts are (Davis & Goadrich 2006), above the prevalence."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(
            _picture(
                "Precision and Recall",
                by_name(curves),
                lambda curve: drawn_path(curve, "pr"),
                (Scale(_RECALL), Scale("Precision")),
                lambda curve: area_note("AP", average_precision(curve)),
                chance="prevalence",
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class PrecisionRecallGainDisplay(Display):
    """Precision gain against Recall gain, where lines are straight and chance is 0 (Flach & Kull 2015)."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture; a gain below that of chance is shown down to -1."""
        systems = by_name(curves)
        least = min((float(np.min(_gain_path(c).y, initial=0.0)) for c in systems.values()), default=0.0)
        return cls(
            _picture(
                "Precision gain and Recall gain",
                systems,
                _gain_path,
                (Scale("Recall gain"), Scale("Precision gain", max(least, -1.0))),
                lambda curve: area_note("AUPRG", auprg(curve)),
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class DetDisplay(Display):
    """Misses against false alarms on axes of normal deviates, where normal scores give straight lines."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        axis = {"low": _LEAST_DEVIATE, "high": _MOST_DEVIATE, "kind": "deviate"}
        return cls(
            _picture(
                "Detection error trade-off",
                by_name(curves),
                _det_path,
                (Scale(_FALLOUT, **axis), Scale("Miss rate", **axis)),  # type: ignore[arg-type]
                lambda curve: area_note("AUC", curve.auc),
                square=True,
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class GainDisplay(Display):
    """Recall against the share of items that are called positive."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(
            _picture(
                "Cumulative gain",
                by_name(curves),
                lambda curve: drawn_path(curve, "gain"),
                (Scale(_BIAS), Scale(_RECALL)),
                lambda curve: area_note("AUC", curve.auc),
                square=True,
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class LiftDisplay(Display):
    """How many times more positive items there are among those called positive than among all."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(
            _picture(
                "Lift",
                by_name(curves),
                lambda curve: drawn_path(curve, "lift"),
                (Scale(_BIAS), Scale("Lift (Precision ÷ prevalence)", 0, None)),
                lambda curve: area_note("AUC", curve.auc),
            )
        )


@dataclass(frozen=True, eq=False, repr=False)
class KappaDisplay(Display):
    """Cohen's Kappa against the false positive rate (Kaymak, Ben-David & Potharst 2012)."""

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(
            _picture(
                "Kappa",
                by_name(curves),
                lambda curve: drawn_path(curve, "kappa"),
                (Scale(_FALLOUT), Scale("Cohen's Kappa", None, 1.0)),
                lambda curve: area_note("AUK", auk(curve)),
            )
        )


def _picture(
    title: str,
    systems: dict[str, Curve],
    path_of: Callable[[Curve], Path],
    axes: tuple[Scale, Scale],
    note_of: Callable[[Curve], str],
    **more: Any,
) -> Picture:
    chance = more.pop("chance", "chance")
    paths = {name: path_of(curve) for name, curve in systems.items()}
    lines = chance_lines(paths.values(), chance)
    for i, (name, path) in enumerate(paths.items()):
        lines.append(Line(path.x, path.y, name, note_of(systems[name]), i))
    return Picture(f"{title}: {classes(systems)}", *axes, tuple(lines), **more)


def _counted(title: str, most: float) -> Scale:
    return Scale(title, 0.0, float(most or 1), "count")


def _gain_path(curve: Curve) -> Path:
    path = precision_recall_gain(curve)
    return thinned(path) if len(path.x) > MOST else path


def _det_path(curve: Curve) -> Path:
    """A rate of 0 or 1 has an infinite deviate: such points are drawn at the edge."""
    path = drawn_path(curve, "det")
    edges = (_LEAST_DEVIATE, _MOST_DEVIATE)
    return replace(path, x=np.clip(path.x, *edges), y=np.clip(path.y, *edges))
