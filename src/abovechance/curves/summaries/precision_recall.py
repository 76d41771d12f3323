"""Areas under the precision–recall curve, interpolated as the counts are.

Between two thresholds true and false positives grow in proportion, so Precision does not run straight (Davis
& Goadrich 2006): a trapezoid on the points of the curve promises what no threshold and no mixture of
thresholds reaches, and is not offered. The points are ``in_space(curve, "pr")``.

As gains over calling everything positive, the baseline is 0 and perfection is 1 for both, straight lines are
right, and the area says something about expected F-scores (Flach & Kull 2015).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.curve.undefined import one_class
from abovechance.curves.geometry.spaces import precision_recall_gain
from abovechance.curves.summaries.mean_ratio import mean_ratio

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from abovechance.curves.curve.curve import Curve


def average_precision(curve: Curve) -> float:
    """Precision at each threshold, averaged with the Recall that it adds: ``Σ ΔRecall·Precision``.

    The area below a flight of steps, as scikit-learn has it; the mean over the positive items of the
    Precision at their score. NaN if there is no positive item.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.average_precision(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.8333333333333333
    """
    if not curve.positives:
        return math.nan
    found = np.diff(curve.tp)
    some = found > 0
    tp, fp = curve.tp[1:][some], curve.fp[1:][some]
    return float(found[some] / curve.positives @ (tp / (tp + fp)))


def pr_area(curve: Curve) -> float:
    """The area under the precision–recall curve, interpolated between thresholds as the counts are.

    The limit of the steps of one item of Davis & Goadrich (2006), in closed form for each segment (Boyd, Eng
    & Page 2013; Keilwagen, Grosse & Grau 2014). From nothing to the first score Precision is constant. NaN if
    there is no positive item.

    Examples
    --------
    >>> import abovechance as ac
    >>> round(ac.curves.pr_area(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])), 6)
    0.797267
    """
    if not curve.positives:
        return math.nan
    found = np.diff(curve.tp)
    some = found > 0
    tp, called = curve.tp.astype(np.float64), (curve.tp + curve.fp).astype(np.float64)
    precision = mean_ratio((tp[:-1][some], tp[1:][some]), (called[:-1][some], called[1:][some]))
    return float(found[some] / curve.positives @ precision)


def auprg(curve: Curve) -> float:
    """The area under the precision–recall gain curve: 0 for chance, 1 for perfection (Flach & Kull 2015).

    NaN if there is only one class. It can be as low as ``-N / 2P``.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.auprg(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.25
    """
    if one_class(curve):
        return math.nan
    path = precision_recall_gain(curve)
    return float(np.diff(path.x) @ (path.y[1:] + path.y[:-1]) / 2)


def precision_at_recall(curve: Curve, recall: ArrayLike) -> Any:
    """The Precision at given values of Recall, the best one where several thresholds have the same Recall.

    Between two thresholds it is that of a mixture of the two, each used for some of the items at random. NaN
    at a Recall of 0, and throughout if there is no positive item.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.precision_at_recall(curve, [0.5, 0.75])
    array([1. , 0.6])
    """
    wanted = np.asarray(recall, dtype=np.float64)
    wrong = wanted[~((wanted >= 0) & (wanted <= 1))]
    if len(wrong):
        raise InputError(f"recall must lie between 0 and 1, got {wrong[0]}")
    if not curve.positives:
        return np.full(wanted.shape, math.nan)[()]
    shares = curve.tpr
    after = np.maximum(np.searchsorted(shares, wanted, side="left"), 1)
    low, high = shares[after - 1], shares[after]
    step = np.divide(wanted - low, high - low, out=np.zeros(wanted.shape), where=high > low)
    tp, fp = wanted * curve.positives, curve.fp[after - 1] * (1 - step) + curve.fp[after] * step
    return np.divide(tp, tp + fp, out=np.full(wanted.shape, math.nan), where=wanted > 0)[()]
