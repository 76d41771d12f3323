"""P-values in words and numbers."""

from __future__ import annotations

import math

from abovechance.report.words import NONE

_LEAST_SAID = 0.0001
_SMALL = 0.001
_NOTHING = 1e-300
_ADJUSTMENTS = {
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "bonferroni": "Bonferroni",
    "benjamini_hochberg": "Benjamini and Hochberg",
    "benjamini_yekutieli": "Benjamini and Yekutieli",
}


def p_said(p: float) -> str:
    """In a sentence: ``p = 0.03``."""
    return f"p < {_LEAST_SAID:g}" if p < _LEAST_SAID else f"p = {p:.2g}"


def p_shown(p: float | None, error: float = 0.0) -> str:
    """In a table: four decimals, two digits of what is smaller, and the error of one found at random."""
    if p is None or math.isnan(p):
        return NONE
    if p < _NOTHING:
        return f"< {_NOTHING:g}"
    shown = f"{p:.4f}" if p >= _SMALL else f"{p:.1e}"
    return f"{shown} ± {error:.1g}" if error > 0 else shown


def adjustment_said(name: str, what: str) -> str:
    """How p-values were adjusted, and for the number of what."""
    return f"P-values of {what} are adjusted for their number after {_ADJUSTMENTS[name]}."
