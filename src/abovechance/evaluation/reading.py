"""The reading of an evaluation in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.evaluation.findings import BELOW_CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation.estimates import Estimate

_NOTHING = 0.0005
"""A share that would print as 0.0 %."""
_NEARLY_ALL = 0.9995
"""A share that would print as 100.0 %."""
_TENTH = 0.1


def headline(rows: Sequence[Estimate]) -> str:
    """Two sentences: in what share of cases decisions are informed, and what accuracy chance would reach."""
    whole = {row.measure: row for row in rows if row.label is None}
    return f"{_informed(whole['informedness'])}\n{_accuracy(whole['accuracy'])}"


def _informed(row: Estimate) -> str:
    b = row.estimate
    if math.isnan(b):
        return f"How far decisions are informed cannot be told: {row.reason} (in the limit it would be 0)."
    if abs(b) < _NOTHING:
        return "Decisions are no better than guessing."
    if BELOW_CHANCE < b < 0:
        return f"Decisions are no better than guessing: Informedness is {b:.3f}."
    if b == 1:
        return "Every decision is informed: all predictions are right."
    if b < 0:
        return (
            f"Decisions are misinformed in an estimated {percent(-b)} of cases, which is worse than guessing."
        )
    return f"Decisions are informed in an estimated {percent(b)} of cases; the rest is guessing."


def _accuracy(row: Estimate) -> str:
    if row.chance is None:
        return "There are no items."
    return (
        f"Chance alone would reach an accuracy of {row.chance:.3f}; the predictions reach {row.estimate:.3f}."
    )


def percent(share: float) -> str:
    """A share of cases; towards none and all to a tenth of a percent, and never rounded up to all."""
    if share >= _NEARLY_ALL:
        return "more than 99.9 %"
    return f"{100 * share:.1f} %" if share < _TENTH or share > 1 - _TENTH else f"{100 * share:.0f} %"
