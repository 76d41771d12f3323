"""Pictures of curves: displays in the manner of scikit-learn, drawn by matplotlib when they are asked for.

>>> from abovechance.plots import RocDisplay
>>> RocDisplay.from_scores([0, 0, 1, 1], {"A": [0.1, 0.4, 0.35, 0.8], "B": [1, 2, 3, 4]})
RocDisplay of 'A', 'B': ROC: 1 against 0
"""

from importlib import import_module
from typing import Any

__all__ = [
    "BrierDisplay",
    "CalibrationDisplay",
    "CostDisplay",
    "DecisionDisplay",
    "DetDisplay",
    "Display",
    "GainDisplay",
    "KappaDisplay",
    "LiftDisplay",
    "PnDisplay",
    "PrecisionRecallDisplay",
    "PrecisionRecallGainDisplay",
    "RocDisplay",
    "ThresholdDisplay",
]

_LATE = {
    "BrierDisplay": "costs",
    "CalibrationDisplay": "calibration",
    "CostDisplay": "costs",
    "DecisionDisplay": "costs",
    "DetDisplay": "other_spaces",
    "Display": "display",
    "GainDisplay": "other_spaces",
    "KappaDisplay": "other_spaces",
    "LiftDisplay": "other_spaces",
    "PnDisplay": "other_spaces",
    "PrecisionRecallDisplay": "other_spaces",
    "PrecisionRecallGainDisplay": "other_spaces",
    "RocDisplay": "roc",
    "ThresholdDisplay": "thresholds",
}
"""Names whose modules are imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    """The displays by their names."""
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return __all__
