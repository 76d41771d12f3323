"""Curves in the spaces other than ROC: counts, precision and recall, errors, gains, Kappa."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from abovechance.curves.geometry.spaces import precision_recall_gain
from abovechance.curves.summaries.areas import auk, auprg, average_precision
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import MOST, area_note, chance_lines, drawn_path, thinned
from abovechance.pictures.picture import Line, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.curves import Curve
    from abovechance.curves.geometry.spaces import Path
    from abovechance.pictures.curves.names import Given

_FALLOUT, _RECALL, _BIAS = "Fallout (false positive rate)", "Recall", "Bias (share called positive)"
_DEVIATE_LIMITS = (-3.2, 3.2)


def _path_in(space: str) -> Callable[[Curve], Path]:
    return lambda curve: drawn_path(curve, space)


def _clipped(curve: Curve) -> Path:
    """Rates of 0 and 1, whose deviates are infinite, at the edge."""
    path = drawn_path(curve, "det")
    return replace(path, x=np.clip(path.x, *_DEVIATE_LIMITS), y=np.clip(path.y, *_DEVIATE_LIMITS))


def _gains(curve: Curve) -> Path:
    path = precision_recall_gain(curve)
    return thinned(path) if len(path.x) > MOST else path


def _counts(curves: Mapping[str, Curve]) -> tuple[Scale, Scale]:
    most_x, most_y = (
        max((getattr(curve, name) for curve in curves.values()), default=1)
        for name in ("negatives", "positives")
    )
    return _counted("False positives", most_x), _counted("True positives", most_y)


def _counted(title: str, most: float) -> Scale:
    return Scale(title, 0.0, float(most or 1), "count")


def _from_the_least_gain(curves: Mapping[str, Curve]) -> tuple[Scale, Scale]:
    """A gain below that of chance is shown down to -1."""
    least = min((float(np.min(_gains(x).y, initial=0.0)) for x in curves.values()), default=0.0)
    return Scale("Recall gain"), Scale("Precision gain", max(least, -1.0))


class _Space(NamedTuple):
    """What is drawn of curves in a space."""

    title: str
    path: Callable[[Curve], Path]
    axes: tuple[Scale, Scale] | Callable[[Mapping[str, Curve]], tuple[Scale, Scale]]
    area: tuple[str, Callable[[Curve], float]] = ("AUC", attrgetter("auc"))
    chance: str = "chance"
    square: bool = False


_SPACES = {
    "pn": _Space("PN", _path_in("pn"), _counts),
    "pr": _Space(
        "Precision and Recall", _path_in("pr"), (Scale(_RECALL), Scale("Precision")),
        ("AP", average_precision), "prevalence",
    ),
    "prg": _Space("Precision gain and Recall gain", _gains, _from_the_least_gain, ("AUPRG", auprg)),
    "det": _Space(
        "Detection error trade-off", _clipped,
        (Scale(_FALLOUT, *_DEVIATE_LIMITS, "deviate"), Scale("Miss rate", *_DEVIATE_LIMITS, "deviate")),
        square=True,
    ),
    "gain": _Space("Cumulative gain", _path_in("gain"), (Scale(_BIAS), Scale(_RECALL)), square=True),
    "lift": _Space("Lift", _path_in("lift"), (Scale(_BIAS), Scale("Lift (Precision ÷ prevalence)", 0, None))),
    "kappa": _Space("Kappa", _path_in("kappa"), (Scale(_FALLOUT), Scale("Cohen's Kappa", None, 1.0)),
                    ("AUK", auk)),
}  # fmt: skip


def curves_in_space(curves: Given, space: str) -> Picture:
    """Curves in ``pn``, ``pr``, ``prg``, ``det``, ``gain``, ``lift`` or ``kappa`` space, with their areas."""
    systems, of = by_name(curves), _SPACES[space]
    paths = {name: of.path(curve) for name, curve in systems.items()}
    lines = chance_lines(paths.values(), of.chance)
    called, area_of = of.area
    for i, (name, path) in enumerate(paths.items()):
        lines.append(Line(path.x, path.y, name, area_note(called, area_of(systems[name])), i))
    x, y = of.axes(systems) if callable(of.axes) else of.axes
    return Picture(f"{of.title}: {classes(systems)}", x, y, tuple(lines), square=of.square)
