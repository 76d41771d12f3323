"""Scores: thresholds as a batch of tables, and all that follows from them.

A :class:`Curve` comes first; the functions here take one, or the columns that one is made of.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from abovechance.curves.curve import Curve
from abovechance.curves.several import Curves

__all__ = [
    "CostCurve",
    "Curve",
    "Curves",
    "DecisionCurve",
    "Edges",
    "Fusion",
    "LossCurve",
    "Mixture",
    "Path",
    "Vertex",
    "against_threshold",
    "at_prevalence",
    "auc_interval",
    "brier_curve",
    "cost_curve",
    "curve_of_file",
    "decision_curve",
    "expected_cost",
    "fuse",
    "hull_edges",
    "hull_vertices",
    "in_space",
    "interpolate",
    "probability_cost",
    "rate_driven_curve",
]

_LATE: dict[str, str] = {
    "CostCurve": "costs",
    "DecisionCurve": "decision",
    "Edges": "edges",
    "Fusion": "fusion",
    "LossCurve": "costs",
    "Mixture": "edges",
    "Path": "spaces",
    "Vertex": "edges",
    "against_threshold": "spaces",
    "at_prevalence": "deployment",
    "auc_interval": "auc_interval",
    "brier_curve": "costs",
    "cost_curve": "costs",
    "curve_of_file": "streamed",
    "decision_curve": "decision",
    "expected_cost": "costs",
    "fuse": "fusion",
    "hull_edges": "edges",
    "hull_vertices": "edges",
    "in_space": "spaces",
    "interpolate": "edges",
    "probability_cost": "deployment",
    "rate_driven_curve": "costs",
}
"""Names whose modules are imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    """The functions by their names."""
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return __all__


class _Functions(ModuleType):
    """This package, in which a function is not hidden by the module of the same name once that is loaded."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep modules from taking the names of functions."""
        if not (name in _LATE and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Functions
