"""The area under the Kappa curve, which is Cohen's Kappa against the false positive rate.

The curve itself is ``curve.measure("cohen_kappa")`` against ``curve.fpr``, or ``in_space(curve, "kappa")``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.curve.undefined import one_class
from abovechance.curves.summaries.mean_ratio import mean_ratio

if TYPE_CHECKING:
    from abovechance.curves.curve.curve import Curve


def auk(curve: Curve) -> float:
    """The area under the Kappa curve (Kaymak, Ben-David & Potharst 2012).

    ``∫ κ d fpr`` with ``κ = 2π(1-π)(tpr - fpr) / (π + (1-2π)·bias)``, exactly: between two thresholds Kappa
    is a ratio of linear functions. Of balanced classes it is AUC - 1/2. NaN if there is only one class.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.auk(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.25
    """
    if one_class(curve):
        return math.nan
    prevalence, tpr, fpr = curve.prevalence, curve.tpr, curve.fpr
    bias = prevalence * tpr + (1 - prevalence) * fpr
    gained, room = 2 * prevalence * (1 - prevalence) * (tpr - fpr), prevalence + (1 - 2 * prevalence) * bias
    run = np.diff(fpr)
    wide = run > 0
    top, bottom = ((values[:-1][wide], values[1:][wide]) for values in (gained, room))
    return float(run[wide] @ mean_ratio(top, bottom))
