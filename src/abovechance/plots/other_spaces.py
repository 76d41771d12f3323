"""The same curves in the spaces other than ROC: counts, precision and recall, errors, gains, Kappa."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from abovechance.curves.geometry.spaces import precision_recall_gain
from abovechance.curves.summaries.areas import auk, auprg, average_precision
from abovechance.pictures.picture import Line, Picture, Scale
from abovechance.plots.display import Display, by_name, classes
from abovechance.plots.paths import MOST, area_note, chance_lines, drawn_path, thinned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.curves import Curve, Curves
    from abovechance.curves.geometry.spaces import Path

    Given = Curve | Curves | Mapping[Any, Curve]

_FALLOUT, _RECALL, _BIAS = "Fallout (false positive rate)", "Recall", "Bias (share called positive)"
_DEVIATE_LIMITS = (-3.2, 3.2)


class _SpaceDisplay(Display):
    """Curves in a space; what each display says of its own are the variables of its class."""

    title: ClassVar[str]
    space: ClassVar[str]
    axes: ClassVar[tuple[Scale, Scale]]
    area: ClassVar[tuple[str, Callable[[Curve], float]]] = ("AUC", attrgetter("auc"))
    chance: ClassVar[str] = "chance"
    square: ClassVar[bool] = False

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        systems = by_name(curves)
        paths = {name: cls._path(curve) for name, curve in systems.items()}
        lines = chance_lines(paths.values(), cls.chance)
        called, area_of = cls.area
        for i, (name, path) in enumerate(paths.items()):
            lines.append(Line(path.x, path.y, name, area_note(called, area_of(systems[name])), i))
        title = f"{cls.title}: {classes(systems)}"
        return cls(Picture(title, *cls._axes(systems), tuple(lines), square=cls.square))

    @classmethod
    def _path(cls, curve: Curve) -> Path:
        return drawn_path(curve, cls.space)

    @classmethod
    def _axes(cls, _systems: Mapping[str, Curve], /) -> tuple[Scale, Scale]:
        return cls.axes


class PnDisplay(_SpaceDisplay):
    """True against false positives in items, where lines of equal cost have the slope of the costs alone."""

    title, space = "PN", "pn"

    @classmethod
    def _axes(cls, systems: Mapping[str, Curve], /) -> tuple[Scale, Scale]:
        most_x, most_y = (
            max((getattr(curve, name) for curve in systems.values()), default=1)
            for name in ("negatives", "positives")
        )
        return _counted("False positives", most_x), _counted("True positives", most_y)


class PrecisionRecallDisplay(_SpaceDisplay):
    """Precision against Recall, interpolated as counts are (Davis & Goadrich 2006), above the prevalence."""

    title, space, chance = "Precision and Recall", "pr", "prevalence"
    axes = (Scale(_RECALL), Scale("Precision"))
    area = ("AP", average_precision)


class PrecisionRecallGainDisplay(_SpaceDisplay):
    """Precision gain against Recall gain, where lines are straight and chance is 0 (Flach & Kull 2015).

    A gain below that of chance is shown down to -1.
    """

    title = "Precision gain and Recall gain"
    area = ("AUPRG", auprg)

    @classmethod
    def _path(cls, curve: Curve) -> Path:
        path = precision_recall_gain(curve)
        return thinned(path) if len(path.x) > MOST else path

    @classmethod
    def _axes(cls, systems: Mapping[str, Curve], /) -> tuple[Scale, Scale]:
        least = min((float(np.min(cls._path(x).y, initial=0.0)) for x in systems.values()), default=0.0)
        return Scale("Recall gain"), Scale("Precision gain", max(least, -1.0))


class DetDisplay(_SpaceDisplay):
    """Misses against false alarms on axes of normal deviates, where normal scores give straight lines.

    A rate of 0 or 1 has an infinite deviate: such points are drawn at the edge.
    """

    title, space, square = "Detection error trade-off", "det", True
    axes = (Scale(_FALLOUT, *_DEVIATE_LIMITS, "deviate"), Scale("Miss rate", *_DEVIATE_LIMITS, "deviate"))

    @classmethod
    def _path(cls, curve: Curve) -> Path:
        path = drawn_path(curve, cls.space)
        return replace(path, x=np.clip(path.x, *_DEVIATE_LIMITS), y=np.clip(path.y, *_DEVIATE_LIMITS))


class GainDisplay(_SpaceDisplay):
    """Recall against the share of items that are called positive."""

    title, space, square = "Cumulative gain", "gain", True
    axes = (Scale(_BIAS), Scale(_RECALL))


class LiftDisplay(_SpaceDisplay):
    """How many times more positive items there are among those called positive than among all."""

    title, space = "Lift", "lift"
    axes = (Scale(_BIAS), Scale("Lift (Precision ÷ prevalence)", 0, None))


class KappaDisplay(_SpaceDisplay):
    """Cohen's Kappa against the false positive rate (Kaymak, Ben-David & Potharst 2012)."""

    title, space = "Kappa", "kappa"
    axes = (Scale(_FALLOUT), Scale("Cohen's Kappa", None, 1.0))
    area = ("AUK", auk)


def _counted(title: str, most: float) -> Scale:
    return Scale(title, 0.0, float(most or 1), "count")
