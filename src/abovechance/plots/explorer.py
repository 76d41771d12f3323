"""A page to explore curves: one HTML file without any reference to the network."""

from __future__ import annotations

import html
import math
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import visible
from abovechance.curves.costs.deployment import deployed
from abovechance.measures.headlines import EXPLORED
from abovechance.measures.registry import measure
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import thin_curve
from abovechance.pictures.curves.roc import area_with_interval, checked_pair
from abovechance.plots.style import COLOURS
from abovechance.report.formats.json import json_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.curves import Curve, Curves

_MAX_POINTS = 1200  # about so many points of all curves together, for a page of some hundred kilobytes
_LEAST_POINTS = 200
_SIGNIFICANT_DIGITS = 9
_ABOUT = (
    "Thin lines are convex hulls. Dots are the thresholds of the lowest expected cost, where the dotted "
    "lines of equal cost touch the hulls. The height of a point above the dashed line of chance is its "
    "Informedness. Measures are those expected at the prevalence that the slider says."
)
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
"""What could end a script or begin markup, as JSON writes it."""


def page(
    curves: Curve | Curves | Mapping[Any, Curve],
    *,
    costs: tuple[float, float] | None = None,
    prevalence: float | None = None,
    level: float | None = 0.95,
) -> str:
    """An HTML page of the curves: point at one to see its decisions, move sliders to see what costs ask for.

    It starts with the costs of an error on a positive and on a negative item and the prevalence, that of the
    first curve unless given; ``level`` is the confidence of the intervals of the AUC, None for none.
    """
    systems = by_name(curves)
    for name, curve in systems.items():
        if math.isnan(curve.auc):
            of = f" of {name!r}" if name else ""
            raise InputError(f"the curve{of} has only one class, so that there is nothing to explore")
    title = f"ROC: {classes(systems)}"
    share = deployed(next(iter(systems.values())), prevalence)
    if not 0 < share < 1:
        raise InputError(
            f"prevalence must be above 0 and below 1 for both classes to be there, got {share:g}"
        )
    data = _data(systems, title, checked_pair(costs) or (1.0, 1.0), share, level)
    text = json_line(data, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    template = files("abovechance.plots").joinpath("explorer.html").read_text(encoding="utf-8")
    head, tail = template.split("__DATA__")
    return head.replace("__TITLE__", html.escape(visible(title))) + text + tail


def _data(
    systems: Mapping[str, Curve],
    title: str,
    costs: tuple[float, float],
    prevalence: float,
    level: float | None,
) -> dict[str, Any]:
    most = max(_LEAST_POINTS, _MAX_POINTS // len(systems))
    return {
        "title": visible(title),
        "about": _ABOUT,
        "colours": list(COLOURS[:-1]),
        "prevalence": prevalence,
        "costs": list(costs),
        "measures": [[key, measure(key).title] for key in EXPLORED],
        "systems": [_system(name or "scores", curve, most, level) for name, curve in systems.items()],
    }


def _system(name: str, curve: Curve, most: int, level: float | None) -> dict[str, Any]:
    kept = thin_curve(curve, most)
    return {
        "name": visible(name),
        "note": area_with_interval(curve, level),
        "positive": visible(str(curve.positive)),
        "positives": curve.positives,
        "negatives": curve.negatives,
        "thresholds": [_threshold(x) for x in curve.thresholds[kept].tolist()],
        "tp": curve.tp[kept].tolist(),
        "fp": curve.fp[kept].tolist(),
        "hull": np.searchsorted(kept, curve.hull_positions).tolist(),
    }


def _threshold(value: float) -> float | str:
    """A number; JSON has no infinite ones, but JavaScript reads their text."""
    if math.isfinite(value):
        return float(f"{value:.{_SIGNIFICANT_DIGITS}g}")
    return "Infinity" if value > 0 else "-Infinity"
