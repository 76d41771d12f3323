"""Where a classifier will be used: another prevalence and the costs of errors, as a slope in ROC space."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError

if TYPE_CHECKING:
    from abovechance.curves.curve import Curve


def at_prevalence(curve: Curve, prevalence: float) -> Curve:
    """The curve expected where positive items have another share, of the same number of items.

    Recall and Fallout at each threshold stay as they are; all that depends on prevalence (Precision, cost,
    net benefit) follows. The counts become weights.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.at_prevalence(curve, 0.1).measure("precision").round(4)
    array([   nan, 1.    , 0.1   , 0.1818, 0.1   ])
    """
    share = checked_share(prevalence, "prevalence")
    items = curve.positives + curve.negatives
    tp, fp = curve.tpr * (items * share), curve.fpr * (items * (1 - share))
    return replace(curve, tp=tp, fp=fp)


def checked_share(value: Any, name: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0 <= value <= 1:
        raise InputError(f"{name} must be a number from 0 to 1, got {value!r}")
    return float(value)


def checked_costs(cp: Any, cn: Any) -> tuple[float, float]:
    """The costs of an error on a positive and on a negative item: not negative, and not both 0."""
    for name, cost in (("cp", cp), ("cn", cn)):
        if isinstance(cost, bool) or not isinstance(cost, int | float | np.number):
            raise InputError(f"{name} is the cost of an error and must be a number, got {cost!r}")
        if not (cost >= 0 and np.isfinite(cost)):
            raise InputError(
                f"{name} is the cost of an error and must be finite and not negative, got {cost!r}"
            )
    if cp == 0 and cn == 0:
        raise InputError("cp and cn are both 0: with errors that cost nothing every threshold is the best")
    return float(cp), float(cn)


def deployed(curve: Curve, prevalence: float | None) -> float:
    """The prevalence asked for, or else that of the curve."""
    return curve.prevalence if prevalence is None else checked_share(prevalence, "prevalence")


def probability_cost(cp: float, cn: float, prevalence: float) -> float:
    """The share that errors on positives have in the cost of getting everything wrong.

    ``PC(+) = Prev·cp / (Prev·cp + (1 - Prev)·cn)`` (Drummond & Holte 2006, Machine Learning 65:95). In
    ROC space, points of equal cost are on lines of slope ``(1 - PC) / PC``, which is the skew times the cost
    ratio (Powers 2007, section 2.2).
    """
    cp, cn = checked_costs(cp, cn)
    whole = prevalence * cp + (1 - prevalence) * cn
    return prevalence * cp / whole if whole else float("nan")
