"""Two normal distributions in place of the scores, and how far apart they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve
    from abovechance.tables.tables import Tables


@dataclass(frozen=True, eq=False, repr=False)
class Binormal(Result):
    """The binormal model of a curve, fitted by the mean and variance of each class.

    Attributes
    ----------
    auc, d_a : float
        ``Φ(d_a / √2)``, and the distance of the means in units of the root mean square of the standard
        deviations; where these are equal it is d′.
    intercept, slope : float
        The curve is a straight line on normal scales: ``Φ⁻¹(tpr) = intercept + slope·Φ⁻¹(fpr)``, with
        ``(μ₁ - μ₀) / σ₁`` and ``σ₀ / σ₁``.
    reason
        Why there is no such model, or None.
    """

    _headline = "auc"

    auc: float
    d_a: float
    intercept: float
    slope: float
    reason: str | None = None

    def __float__(self) -> float:
        """The AUC of the model."""
        return self.auc

    def __repr__(self) -> str:
        """The AUC and the separation, or why there is none."""
        if self.reason is not None:
            return f"no binormal model: {self.reason}"
        return (
            f"binormal AUC {self.auc:.4g}: d_a {self.d_a:.4g}, intercept {self.intercept:.4g}, "
            f"slope {self.slope:.4g}"
        )


@of_curve
def binormal(curve: Curve) -> Binormal:
    """What the AUC would be if the scores of each class were normal, with its mean and variance.

    ``AUC = Φ((μ₁ - μ₀) / √(σ₁² + σ₀²))`` and ``d_a = (μ₁ - μ₀) / √((σ₁² + σ₀²) / 2)`` (Macmillan & Creelman
    2005, ch. 3). The variances are those of the items, divided by their number or weight. Unlike measures of
    ranking it changes if the scores are transformed: use it where they are roughly normal.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.binormal(ac.Curve.from_scores([0, 0, 1, 1], [1.0, 3.0, 2.0, 6.0]))
    binormal AUC 0.8145: d_a 1.265, intercept 1, slope 0.5
    """
    reason = why_not_binormal(curve)
    if reason is not None:
        return Binormal(math.nan, math.nan, math.nan, math.nan, reason)
    from scipy.special import ndtr

    scale = np.abs(_used(curve)).max()
    (mean, variance), (other, other_variance) = (
        _moments(curve.thresholds[1:], np.diff(counts), scale) for counts in (curve.tp, curve.fp)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = (mean - other) / np.sqrt((variance + other_variance) / 2)
        intercept, slope = (mean - other) / np.sqrt(variance), np.sqrt(other_variance / variance)
    return Binormal(float(ndtr(apart / math.sqrt(2))), float(apart), float(intercept), float(slope))


@dataclass(frozen=True, eq=False, repr=False)
class SignalDetection(Result):
    """One operating point in the terms of signal detection.

    Attributes
    ----------
    d_prime : float
        The separation of the classes, if both are normal with one variance.
    criterion : float
        How far the threshold lies above the middle between the classes; negative for a liberal one.
    likelihood_ratio : float
        How much likelier a score at the threshold is in the positive class, called β.
    tpr, fpr : float
        The rates of the point, after the correction if there is one.
    """

    d_prime: float
    criterion: float
    likelihood_ratio: float
    tpr: float
    fpr: float

    def __repr__(self) -> str:
        """The separation and the criterion."""
        return (
            f"d′ {self.d_prime:.4g}, criterion {self.criterion:.4g}, "
            f"likelihood ratio {self.likelihood_ratio:.4g}"
        )


def signal_detection(table: Tables, *, corrected: bool = True) -> SignalDetection:
    """Separation d′ and criterion of one operating point, such as ``curve.at(threshold)``.

    ``d′ = Φ⁻¹(tpr) - Φ⁻¹(fpr)``, ``c = -(Φ⁻¹(tpr) + Φ⁻¹(fpr)) / 2`` and ``ln β = d′·c`` (Macmillan & Creelman
    2005, chs 1 and 2). If ``corrected``, half an item is added to each cell first, the log-linear correction
    (Hautus 1995), without which rates of 0 and 1 lead to infinite values.

    Examples
    --------
    >>> import abovechance as ac
    >>> table = ac.Tables.from_cells(tp=20, fp=10, fn=5, tn=15)
    >>> ac.curves.signal_detection(table, corrected=False)
    d′ 1.095, criterion -0.2941, likelihood ratio 0.7246
    """
    if table.batch_shape or len(table.labels) != 2:
        raise InputError("signal_detection needs one table of two classes, such as curve.at(threshold)")
    from scipy.special import ndtri

    cells, more = table.dichotomy, 0.5 if corrected else 0.0
    with np.errstate(invalid="ignore"):
        tpr, fpr = (
            (x + more) / (whole + 2 * more) for x, whole in ((cells.tp, cells.rp), (cells.fp, cells.rn))
        )
        hit, alarm = ndtri(tpr), ndtri(fpr)
        separation, criterion = hit - alarm, -(hit + alarm) / 2
        ratio = np.exp(separation * criterion)
    return SignalDetection(float(separation), float(criterion), float(ratio), float(tpr), float(fpr))


def why_not_binormal(curve: Curve) -> str | None:
    """Why no normal distributions can be put in place of the scores, None if they can."""
    reason, scores = one_class(curve), _used(curve)
    if reason is not None:
        return reason
    if np.isinf(scores).any():
        return "some scores are infinite, and then so are their mean and variance"
    return f"all scores are equal, {scores[0]:g}" if len(scores) == 1 else None


def _used(curve: Curve) -> NDArray[np.float64]:
    """The distinct scores of items whose weight is not 0."""
    return curve.thresholds[1:][np.diff(curve.tp) + np.diff(curve.fp) > 0]


def _moments(
    scores: NDArray[np.float64], counts: NDArray[Any], scale: np.float64
) -> tuple[np.float64, np.float64]:
    """The mean and the variance of scaled scores, around one of them so that equal scores have none."""
    scores, counts = scores[counts > 0] / scale, counts[counts > 0]
    shift = counts @ (scores - scores[0]) / counts.sum()
    around = scores - scores[0] - shift
    return scores[0] + shift, counts @ (around * around) / counts.sum()
