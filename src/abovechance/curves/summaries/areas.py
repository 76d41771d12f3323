"""Areas in ROC space, of Kappa and in precision–recall space, and what else is read off these curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.sums import exact_dot
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class
from abovechance.curves.geometry.spaces import precision_recall_gain

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Numbers
    from abovechance.curves.curve.curve import Curve

_SERIES_LIMIT = 0.1
# Below a relative change of a tenth, so many terms of the series are exact to the last digit.
_SERIES_TERMS = 16


def mean_ratio(
    top: tuple[NDArray[Any], NDArray[Any]], bottom: tuple[NDArray[Any], NDArray[Any]]
) -> NDArray[np.float64]:
    """The mean of ``top / bottom`` along segments on which both run linearly between their two ends.

    With r the relative change of the bottom, it is ``(a₀·f(r) + (a₁ - a₀)·g(r)) / b₀``, where
    ``f(r) = ln(1 + r) / r`` and ``g(r) = (1 - f(r)) / r``. The bottom is positive at the second end; where it
    is 0 at the first one, so is the top, and the ratio is constant.
    """
    (start, end), (low, high) = top, bottom
    if not len(start):
        return np.empty(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        change = (high - low) / low
        # Both formulas divide by the change; where it is small, only the series keeps the digits.
        near = np.abs(change) < _SERIES_LIMIT
        first, second = np.empty(len(change)), np.empty(len(change))
        second[near] = _series(change[near])
        first[near] = 1 - change[near] * second[near]
        far = ~near
        first[far] = np.log(high[far] / low[far]) / change[far]
        second[far] = (1 - first[far]) / change[far]
        # From the origin both run through 0, and their ratio is that at the other end throughout.
        return np.where(low > 0, (start * first + (end - start) * second) / low, end / high)


def _series(change: NDArray[np.float64]) -> NDArray[np.float64]:
    """The series 1/2 - r/3 + r²/4 - …, by Horner's rule."""
    total = np.zeros(len(change))
    for power in range(_SERIES_TERMS, -1, -1):
        total = 1 / (power + 2) - change * total
    return total


@of_curve
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


@of_curve
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


@of_curve
def partial_auc(
    curve: Curve,
    *,
    fpr: tuple[float, float] | None = None,
    tpr: tuple[float, float] | None = None,
    corrected: bool = True,
) -> float:
    """The part of the AUC over a range of false positive rates, or beside one of true positive rates.

    Over a range (low, high) of fpr it is the integral of tpr; over one of tpr the integral of 1 - fpr. The
    curve is interpolated at the ends of the range. McClish (1989) corrects it for the width of the range:
    ``(1 + (A - A_chance) / (A_perfect - A_chance)) / 2``, so that chance is 0.5 and perfection is 1; without
    ``corrected`` the area is given as it is.

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


@of_curve
def ks(curve: Curve, *, standardised: bool = False) -> float:
    """The statistic of Kolmogorov and Smirnov: the greatest distance of the two classes' score distributions.

    ``max |tpr - fpr|`` over the thresholds, the greatest height of the curve over the chance line or depth
    below it. With its sign, the greatest height is the best Informedness. If ``standardised``, it is
    multiplied by ``√(P·N / (P + N))``, which makes it comparable over sizes: where scores say nothing it
    follows Kolmogorov's distribution, of which 95 % lie below 1.358.

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
    # From the counts once more, since the difference of two rounded rates has lost digits.
    tp, fp = curve.tp[furthest].item(), curve.fp[furthest].item()
    height = abs(tp * negatives - fp * positives) / (positives * negatives)
    return height * math.sqrt(positives * (negatives / (positives + negatives))) if standardised else height


def _integral(x: NDArray[Any], y: NDArray[Any], low: float, high: float) -> float:
    """The area below a polygon whose abscissas ascend, between two of them."""
    # Only segments that reach into the range; vertical ones have no area and no slope.
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


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


@of_curve
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
    # Kappa is averaged over the false positive rate: steps straight up do not count.
    run = np.diff(fpr)
    wide = run > 0
    top, bottom = ((values[:-1][wide], values[1:][wide]) for values in (gained, room))
    return float(run[wide] @ mean_ratio(top, bottom))


@of_curve
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


@of_curve
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
    # Precision is no straight line between thresholds, but counts are.
    tp, called = curve.tp.astype(np.float64), (curve.tp + curve.fp).astype(np.float64)
    precision = mean_ratio((tp[:-1][some], tp[1:][some]), (called[:-1][some], called[1:][some]))
    return float(found[some] / curve.positives @ precision)


@of_curve
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


@of_curve
def precision_at_recall(curve: Curve, recall: ArrayLike) -> Numbers:
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
    # The first threshold with this Recall has the fewest false positives, and so the best Precision.
    after = np.maximum(np.searchsorted(shares, wanted, side="left"), 1)
    low, high = shares[after - 1], shares[after]
    step = np.divide(wanted - low, high - low, out=np.zeros(wanted.shape), where=high > low)
    tp, fp = wanted * curve.positives, curve.fp[after - 1] * (1 - step) + curve.fp[after] * step
    return np.divide(tp, tp + fp, out=np.full(wanted.shape, math.nan), where=wanted > 0)[()]
