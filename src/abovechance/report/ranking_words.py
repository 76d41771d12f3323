"""Words that reports of rankings share: criteria, thresholds and what a chosen threshold reaches."""

from __future__ import annotations

import math

from abovechance.measures.registry import measure
from abovechance.report.words import NONE

NAME = 16
"""Names of systems are cut here, so that tables fit."""
_BEST = {
    "cost": "Lowest cost",
    "bias_equals_prevalence": "Bias = Prevalence",
    "closest": "Closest to (0, 1)",
    "equal_error_rate": "Equal error rate",
}
_VALUE = {
    "cost": "Expected cost",
    "bias_equals_prevalence": "Bias less Prevalence",
    "closest": "Distance to (0, 1)",
    "equal_error_rate": "Mean of both error rates",
}


def best_said(criterion: str) -> str:
    """What the best threshold by a criterion is called."""
    return _BEST.get(criterion) or f"Best {measure(criterion).title}"


def value_said(criterion: str) -> str:
    """What the value of a criterion is."""
    return _VALUE.get(criterion) or measure(criterion).title


def threshold_shown(value: float) -> str:
    """A threshold in a cell."""
    return NONE if math.isnan(value) else f"{value:.4g}".replace("inf", "∞")
