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
    "Band",
    "Binormal",
    "Brier",
    "Calibrator",
    "Concavities",
    "Concavity",
    "CostCurve",
    "Curve",
    "CurveMeasure",
    "Curves",
    "DecisionCurve",
    "Edges",
    "Fusion",
    "GreyZone",
    "HMeasure",
    "Isometric",
    "Isometrics",
    "LossCurve",
    "Mixture",
    "Multiclass",
    "OperatingPoint",
    "Path",
    "Repair",
    "Selection",
    "SignalDetection",
    "Summary",
    "Vertex",
    "against_threshold",
    "at_prevalence",
    "auc_interval",
    "auc_optimistic",
    "auc_pessimistic",
    "auc_test",
    "auk",
    "auprg",
    "average_precision",
    "band",
    "binormal",
    "brier",
    "brier_curve",
    "calibrator",
    "compare",
    "compare_curves",
    "concavities",
    "cost_curve",
    "curve_measure",
    "curve_measures",
    "curve_of_file",
    "curve_of_frame",
    "decision_curve",
    "equal_error_rate",
    "expected_cost",
    "fuse",
    "grey_zone",
    "h_measure",
    "hull_edges",
    "hull_vertices",
    "in_space",
    "interpolate",
    "interval",
    "isometrics",
    "items_needed_for_auc",
    "ks",
    "log_loss",
    "multiclass",
    "multiclass_interval",
    "operating_point",
    "partial_auc",
    "power_for_auc",
    "pr_area",
    "precision_at_recall",
    "precision_recall_gain",
    "probability_cost",
    "rate_driven_curve",
    "repair",
    "select_threshold",
    "signal_detection",
    "summary",
    "threshold_intervals",
]

_LATE: dict[str, str] = {
    "Band": "bands",
    "Binormal": "binormal",
    "Brier": "brier",
    "Calibrator": "repair",
    "Concavities": "concavities",
    "Concavity": "concavities",
    "CostCurve": "costs",
    "CurveMeasure": "declared",
    "DecisionCurve": "decision",
    "Edges": "edges",
    "Fusion": "fusion",
    "GreyZone": "grey_zone",
    "HMeasure": "h_measure",
    "Isometric": "isometrics",
    "Isometrics": "isometrics",
    "LossCurve": "costs",
    "Mixture": "edges",
    "Multiclass": "multiclass",
    "OperatingPoint": "point",
    "Path": "spaces",
    "Repair": "repair",
    "Selection": "selected",
    "SignalDetection": "binormal",
    "Summary": "summary",
    "Vertex": "edges",
    "against_threshold": "spaces",
    "at_prevalence": "deployment",
    "auc_interval": "auc_interval",
    "auc_optimistic": "areas",
    "auc_pessimistic": "areas",
    "auc_test": "auc_test",
    "auk": "kappa_curve",
    "auprg": "gains",
    "average_precision": "precision_recall",
    "band": "bands",
    "binormal": "binormal",
    "brier": "brier",
    "brier_curve": "costs",
    "calibrator": "repair",
    "compare": "comparing",
    "compare_curves": "comparing",
    "concavities": "concavities",
    "cost_curve": "costs",
    "curve_measure": "declared",
    "curve_measures": "declared",
    "curve_of_file": "streamed",
    "curve_of_frame": "streamed",
    "decision_curve": "decision",
    "equal_error_rate": "operating",
    "expected_cost": "costs",
    "fuse": "fusion",
    "grey_zone": "grey_zone",
    "h_measure": "h_measure",
    "hull_edges": "edges",
    "hull_vertices": "edges",
    "in_space": "spaces",
    "interpolate": "edges",
    "interval": "summary_interval",
    "isometrics": "isometrics",
    "items_needed_for_auc": "auc_power",
    "ks": "areas",
    "log_loss": "brier",
    "multiclass": "multiclass",
    "multiclass_interval": "multiclass_interval",
    "operating_point": "operating",
    "partial_auc": "areas",
    "power_for_auc": "auc_power",
    "pr_area": "precision_recall",
    "precision_at_recall": "precision_recall",
    "precision_recall_gain": "gains",
    "probability_cost": "deployment",
    "rate_driven_curve": "costs",
    "repair": "repair",
    "select_threshold": "selection",
    "signal_detection": "binormal",
    "summary": "summary",
    "threshold_intervals": "bands",
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
    """The package, in which a function is not hidden by the module of the same name once that is loaded."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep modules from taking the names of functions."""
        if not (name in _LATE and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Functions
