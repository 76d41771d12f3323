"""Precision and Recall as gains over calling everything positive, and the area under their curve.

On the scale of gains the baseline is 0 and perfection is 1 for both, straight lines between points are right,
and the area says something about expected F-scores (Flach & Kull 2015), all of which Precision and Recall
lack.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.curve.undefined import one_class
from abovechance.curves.geometry.spaces import Path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve


def precision_recall_gain(curve: Curve) -> Path:
    """The curve of ``(Precision - π) / ((1-π)·Precision)`` against ``(Recall - π) / ((1-π)·Recall)``.

    In ROC space these are ``1 - fpr/tpr`` and ``1 - π(1-tpr) / ((1-π)·tpr)``, so that segments of the ROC
    curve stay straight. The curve begins where Recall equals the prevalence, for what has less is worse than
    calling everything positive (Flach & Kull 2015). No points if there is only one class.

    Examples
    --------
    >>> import abovechance as ac
    >>> path = ac.curves.precision_recall_gain(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> path.x, path.y
    (array([0., 0., 1., 1.]), array([1. , 0. , 0.5, 0. ]))
    """
    thresholds, tpr, fpr = _from_prevalence(curve)
    with np.errstate(divide="ignore", invalid="ignore"):
        recall_gain = 1 - np.divide(curve.positives, curve.negatives) * (1 - tpr) / tpr
        precision_gain = (tpr - fpr) / tpr
    recall_gain[:1] = 0.0
    axes = ("recall gain", "precision gain")
    baseline = np.array([0.0, 1.0]), np.zeros(2)
    return Path("prg", recall_gain, precision_gain, thresholds, *axes, baseline, is_straight=True)


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


def _from_prevalence(curve: Curve) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Thresholds, tpr and fpr from where Recall equals the prevalence, perhaps between two thresholds."""
    if one_class(curve):
        return np.empty(0), np.empty(0), np.empty(0)
    tpr, fpr, prevalence = curve.tpr, curve.fpr, curve.prevalence
    after = int(np.searchsorted(tpr, prevalence, side="left"))
    if tpr[after] == prevalence:
        return curve.thresholds[after:], tpr[after:], fpr[after:]
    step = (prevalence - tpr[after - 1]) / (tpr[after] - tpr[after - 1])
    crossing = fpr[after - 1] + step * (fpr[after] - fpr[after - 1])
    return (
        np.concatenate(([math.nan], curve.thresholds[after:])),
        np.concatenate(([prevalence], tpr[after:])),
        np.concatenate(([crossing], fpr[after:])),
    )
