"""Where a classifier will be used: another prevalence and the costs of errors, as a slope in ROC space."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Numbers
    from abovechance.curves.curve.curve import Curve


@of_curve
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
    if (share and not curve.positives) or (share < 1 and not curve.negatives):
        raise InputError(f"prevalence {share:g} needs items of both classes: {one_class(curve)}")
    items = curve.positives + curve.negatives
    tp, fp = weighed(items * share, curve.tpr), weighed(items * (1 - share), curve.fpr)
    return replace(curve, tp=tp, fp=fp)


def checked_share(value: float, name: str) -> float:
    """A number from 0 to 1."""
    if not _is_number(value) or not 0 <= value <= 1:
        raise InputError("{argument} must be a number from 0 to 1, got {got!r}", argument=name, got=value)
    return float(value)


def checked_costs(cost_positive: float, cost_negative: float) -> tuple[float, float]:
    """The costs of an error on a positive and on a negative item: not negative, and not both 0."""
    for name, cost in (("cost_positive", cost_positive), ("cost_negative", cost_negative)):
        if not _is_number(cost) or not 0 <= cost < np.inf:
            said = "{argument} is the cost of an error, a finite number from 0 on, got {cost!r}"
            raise InputError(said, argument=name, cost=cost)
    if cost_positive == 0 and cost_negative == 0:
        said = "{argument} and {other} are both 0: if errors cost nothing, every threshold is best"
        raise InputError(said, argument="cost_positive", other=Argument("cost_negative"))
    return float(cost_positive), float(cost_negative)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number | Fraction) and not isinstance(value, bool)


def deployed(curve: Curve, prevalence: float | None) -> float:
    """The prevalence asked for, or else that of the curve."""
    return curve.prevalence if prevalence is None else checked_share(prevalence, "prevalence")


def weighed(share: Numbers, rate: Numbers) -> Array:
    """A class's part in an expectation: nothing if its share is 0, whether or not it has a rate."""
    return np.where(np.equal(share, 0), 0.0, share * rate)


def probability_cost(*, cost_positive: float, cost_negative: float, prevalence: float) -> float:
    """The share that errors on positives have in the cost of getting everything wrong.

    ``PC(+) = Prev·C⁺ / (Prev·C⁺ + (1 - Prev)·C⁻)`` (Drummond & Holte 2006, Machine Learning 65:95). In
    ROC space, points of equal cost are on lines of slope ``(1 - PC) / PC``, which is the skew times the cost
    ratio (Powers 2007, section 2.2).
    """
    cost_positive, cost_negative = checked_costs(cost_positive, cost_negative)
    whole = prevalence * cost_positive + (1 - prevalence) * cost_negative
    return prevalence * cost_positive / whole if whole else float("nan")
