"""Areas in ROC space beside the AUC: its bounds where scores tie, parts of it, and the greatest height."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.sums import exact_dot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve


def auc_optimistic(curve: Curve) -> float:
    """The AUC if, of items with one score, every positive one were ranked first.

    ``Σ ΔFP·TP / (P·N)``, with the true positives after each step. RapidMiner calls it AUC (optimistic). The
    AUC proper is half-way between this and :func:`auc_pessimistic`.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 1, 0, 1], [0.2, 0.5, 0.5, 0.5])
    >>> ac.curves.auc_pessimistic(curve), curve.auc, ac.curves.auc_optimistic(curve)
    (0.5, 0.75, 1.0)
    """
    return _share(exact_dot(np.diff(curve.fp), curve.tp[1:]), curve.positives * curve.negatives)


def auc_pessimistic(curve: Curve) -> float:
    """The AUC if, of items with one score, every negative one were ranked first.

    ``Σ ΔFP·TP / (P·N)``, with the true positives before each step. RapidMiner calls it AUC (pessimistic).

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.auc_pessimistic(ac.Curve.from_scores([0, 1], [0.5, 0.5]))
    0.0
    """
    return _share(exact_dot(np.diff(curve.fp), curve.tp[:-1]), curve.positives * curve.negatives)


def partial_auc(
    curve: Curve,
    *,
    fpr: tuple[float, float] | None = None,
    tpr: tuple[float, float] | None = None,
    corrected: bool = True,
) -> float:
    """The part of the AUC over a range of false positive rates, or beside one of true positive rates.

    Over a range of fpr it is the integral of tpr; over a range of tpr it is the integral of 1 - fpr. The
    curve is interpolated at the ends of the range. McClish (1989) corrects it for the width of the range:
    ``(1 + (A - A_chance) / (A_perfect - A_chance)) / 2``, so that chance is 0.5 and perfection is 1.

    Parameters
    ----------
    curve
        The curve.
    fpr, tpr
        The range, as (low, high): one of the two.
    corrected
        Whether to correct the area, or give it as it is.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.partial_auc(curve, fpr=(0, 0.5))
    0.6666666666666666
    >>> ac.curves.partial_auc(curve, fpr=(0, 0.5), corrected=False)
    0.25
    """
    if (fpr is None) == (tpr is None):
        raise InputError("give either fpr=(low, high) or tpr=(low, high)")
    if not (curve.positives and curve.negatives):
        return math.nan
    if fpr is not None:
        low, high = _range(fpr, "fpr")
        area = _integral(curve.fpr, curve.tpr, low, high)
        chance = (high - low) * (high + low) / 2
    else:
        low, high = _range(tpr, "tpr")
        area = _integral(curve.tpr, 1 - curve.fpr, low, high)
        chance = (high - low) * (1 - (high + low) / 2)
    if not corrected:
        return area
    return (1 + (area - chance) / (high - low - chance)) / 2


def ks(curve: Curve, *, standardised: bool = False) -> float:
    """The statistic of Kolmogorov and Smirnov: the greatest distance of the two classes' score distributions.

    ``max |tpr - fpr|`` over the thresholds, the greatest height of the curve over the chance line or depth
    below it. With its sign, the greatest height is the best Informedness.

    Parameters
    ----------
    curve
        The curve.
    standardised
        Whether to multiply by ``√(P·N / (P + N))``, which makes it comparable over sizes: where scores say
        nothing it follows Kolmogorov's distribution, of which 95 % lie below 1.358.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.ks(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.5
    """
    positives, negatives = curve.positives, curve.negatives
    if not (positives and negatives):
        return math.nan
    furthest = int(np.argmax(np.abs(curve.tpr - curve.fpr)))
    tp, fp = curve.tp[furthest].item(), curve.fp[furthest].item()
    height = abs(tp * negatives - fp * positives) / (positives * negatives)
    return height * math.sqrt(positives * (negatives / (positives + negatives))) if standardised else height


def _integral(x: NDArray[Any], y: NDArray[Any], low: float, high: float) -> float:
    """The area below a polygon whose abscissas ascend, between two of them."""
    first = max(int(np.searchsorted(x, low, side="right")) - 1, 0)
    last = int(np.searchsorted(x, high, side="left"))
    x, y = x[first : last + 1], y[first : last + 1]
    run = np.diff(x)
    begin, end = np.clip(x[:-1], low, high), np.clip(x[1:], low, high)
    wide = run > 0
    begin, end, run = begin[wide], end[wide], run[wide]
    middle = ((begin + end) / 2 - x[:-1][wide]) / run
    return float((end - begin) @ (y[:-1][wide] * (1 - middle) + y[1:][wide] * middle))


def _range(given: Any, name: str) -> tuple[float, float]:
    try:
        low, high = map(float, given)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be two numbers, (low, high), not {given!r}") from None
    if not 0 <= low < high <= 1:
        raise InputError(f"{name} must be a range within 0 and 1 with low below high, not {given!r}")
    return low, high


def _share(part: Any, whole: Any) -> float:
    return part / whole if whole else math.nan
