"""Lines of equal value in ROC space by formulas: straight for ratios of counts, curved by a parameter.

With one positive item to ``c`` negative ones, every count is a linear function of the position (x, y), so a
measure that is a ratio of such counts is equal along straight lines (Flach 2003, The geometry of ROC space,
ICML; Fürnkranz & Flach 2005, Machine Learning 58:39).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Line = tuple[Floats, Floats]
    Ratio = tuple[Floats, Floats]

_SHORTEST = 1e-9
"""A line that has shrunk to a point is none."""
_ROUNDING = 1e-12
_HALVINGS = 60


class Counts(NamedTuple):
    """The counts of one positive and ``skew`` negative items: coefficients of 1, x and y."""

    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats
    one: Floats
    height: Floats
    skew: float

    @property
    def items(self) -> Floats:
        """All items."""
        return (1 + self.skew) * self.one


def counts_at(skew: float) -> Counts:
    """The counts where there are ``skew`` negative items for each positive one."""
    one, x, y = np.eye(3)
    return Counts(tp=y, fp=skew * x, fn=one - y, tn=skew * (one - x), one=one, height=y - x, skew=skew)


def _f(k: Counts, beta: float = 1.0) -> Ratio:
    weight = beta * beta
    hits = (1 + weight) * k.tp
    return hits, hits + weight * k.fn + k.fp


def _tversky(k: Counts, alpha: float = 0.5, beta: float = 0.5) -> Ratio:
    return k.tp, k.tp + alpha * k.fn + beta * k.fp


def _kappa(k: Counts) -> Ratio:
    return 2 * k.skew * k.height, k.items + (k.skew - 1) * (k.tp + k.fp)


def _net_benefit(k: Counts, w: float = 1) -> Ratio:
    return k.tp - w * k.fp, k.items


def _mean_cost(k: Counts, costs: Any = None) -> Ratio:
    cells = np.array([[k.tn, k.fp], [k.fn, k.tp]])
    weights = 1 - np.eye(2) if costs is None else np.asarray(costs, dtype=float)
    return np.tensordot(weights, cells), k.items


def _beyond_half(k: Counts) -> Ratio:
    return 2 * (k.tp + k.tn) - k.items, k.items


RATIOS: dict[str, Callable[..., Ratio]] = {
    "accuracy": lambda k: (k.tp + k.tn, k.items),
    "class_accuracy": lambda k: (k.tp + k.tn, k.items),
    "error_rate": lambda k: (k.fp + k.fn, k.items),
    "bennett_s": _beyond_half,
    "pabak": _beyond_half,
    "mean_cost": _mean_cost,
    "net_benefit": _net_benefit,
    "informedness": lambda k: (k.height, k.one),
    "adjusted_balanced_accuracy": lambda k: (k.height, k.one),
    "balanced_accuracy": lambda k: (k.one + k.height, 2 * k.one),
    "auc_of_one_point": lambda k: (k.one + k.height, 2 * k.one),
    "wracc": lambda k: (4 * k.skew * k.height, (1 + k.skew) ** 2 * k.one),
    "determinant": lambda k: (k.skew * k.height, (1 + k.skew) ** 2 * k.one),
    "recall": lambda k: (k.tp, k.tp + k.fn),
    "miss_rate": lambda k: (k.fn, k.tp + k.fn),
    "inverse_recall": lambda k: (k.tn, k.tn + k.fp),
    "fallout": lambda k: (k.fp, k.tn + k.fp),
    "detection_rate": lambda k: (k.tp, k.items),
    "bias": lambda k: (k.tp + k.fp, k.items),
    "inverse_bias": lambda k: (k.tn + k.fn, k.items),
    "precision": lambda k: (k.tp, k.tp + k.fp),
    "false_discovery_rate": lambda k: (k.fp, k.tp + k.fp),
    "inverse_precision": lambda k: (k.tn, k.tn + k.fn),
    "false_omission_rate": lambda k: (k.fn, k.tn + k.fn),
    "lift": lambda k: ((1 + k.skew) * k.tp, k.tp + k.fp),
    "positive_likelihood_ratio": lambda k: (k.skew * k.tp, k.fp),
    "negative_likelihood_ratio": lambda k: (k.skew * k.fn, k.tn),
    "f1": _f,
    "f2": lambda k: _f(k, 2.0),
    "f_half": lambda k: _f(k, 0.5),
    "f_beta": _f,
    "jaccard": lambda k: _tversky(k, 1.0, 1.0),
    "tversky": _tversky,
    "cohen_kappa": _kappa,
    "precision_gain": lambda k: (k.height, k.tp),
    "recall_gain": lambda k: (k.skew * k.tp - k.fn, k.skew * k.tp),
}
"""Numerator and denominator of the measures whose isometrics are straight."""


def straight_line(key: str, value: float, skew: float, parameters: dict[str, Any]) -> list[Line]:
    """The part of a straight isometric inside the unit square."""
    above, below = RATIOS[key](counts_at(skew), **parameters)
    shift, across, up = above - value * below
    if max(abs(across), abs(up)) <= _ROUNDING:
        return []
    steep = abs(across) > abs(up)
    first, second = (up, across) if steep else (across, up)
    # second·v = -(shift + first·u), with u the coordinate along which the line is longer
    ends = np.array([0.0, 1.0])
    if first:
        ends = np.clip(np.sort((-shift - second * ends) / first), 0, 1)
    others = -(shift + first * ends) / second
    outside = (others < -_ROUNDING) | (others > 1 + _ROUNDING)
    if outside.any() or (first and ends[1] - ends[0] <= _SHORTEST):
        return []
    others = np.clip(others, 0, 1)
    return [(others, ends) if steep else (ends, others)]


def _markedness(u: Floats, value: float, skew: float) -> Line:
    rest = 1 + skew - u
    return u * (skew - value * rest) / (skew * (1 + skew)), u * (1 + value * rest) / (1 + skew)


def _correlation(u: Floats, value: float, skew: float) -> Line:
    apart = value * np.sqrt(u * (1 + skew - u) / skew)
    return (u - apart) / (1 + skew), (u + skew * apart) / (1 + skew)


def _g_mean(t: Floats, value: float, _skew: float) -> Line:
    return 1 - value ** (2 * t), value ** (2 * (1 - t))


def _equal_odds(t: Floats, up: float, down: float = 1.0) -> Line:
    """Where the odds of Recall are those of Fallout times the square of ``up / down``."""
    with np.errstate(invalid="ignore"):
        return down * t / (down * t + up * (1 - t)), up * t / (up * t + down * (1 - t))


CURVED: dict[str, Callable[[Floats, float, float], Line]] = {
    "markedness": lambda t, v, c: _markedness(t * (1 + c), v, c),
    "correlation": lambda t, v, c: _correlation(t * (1 + c), v, c),
    "mcc": lambda t, v, c: _correlation(t * (1 + c), v, c),
    "g_mean": _g_mean,
    "odds_ratio": lambda t, v, _c: _equal_odds(t, float(np.sqrt(v))),
    "log_odds_ratio": lambda t, v, _c: _equal_odds(t, float(np.exp(v / 2))),
    "yule_q": lambda t, v, _c: _equal_odds(t, float(np.sqrt(1 + v)), float(np.sqrt(1 - v))),
    "yule_y": lambda t, v, _c: _equal_odds(t, 1 + v, 1 - v),
}
"""Points of the curved isometrics by a parameter from 0 to 1, and by the value and the skew.

Markedness is equal along a parabola, the correlation along part of an ellipse, both through the two corners
of the chance line; here the parameter is the share of items called positive. The others are hyperbolas.
"""


def curved_line(key: str, value: float, skew: float, points: int) -> list[Line]:
    """The parts of a curved isometric inside the unit square."""
    trace = CURVED[key]
    # a curve through a corner may leave the square right there, so corners themselves say nothing
    steps = np.clip(np.linspace(0, 1, points), _SHORTEST, 1 - _SHORTEST)
    inside = _inside(*trace(steps, value, skew))
    # the ends of a part are where the curve leaves the square
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], inside, [False])).astype(int)))
    lines = []
    for first, last in zip(bounds[::2], bounds[1::2] - 1, strict=True):
        ts = steps[first : last + 1]
        if first > 0:
            ts = np.append(_edge(trace, value, skew, steps[first], steps[first - 1]), ts)
        if last < points - 1:
            ts = np.append(ts, _edge(trace, value, skew, steps[last], steps[last + 1]))
        x, y = trace(ts, value, skew)
        if np.ptp(x) + np.ptp(y) > _SHORTEST:
            lines.append((np.clip(x, 0, 1), np.clip(y, 0, 1)))
    return lines


def _inside(x: Floats, y: Floats) -> NDArray[np.bool_]:
    low, high = -_ROUNDING, 1 + _ROUNDING
    return (x >= low) & (x <= high) & (y >= low) & (y <= high)


def _edge(
    trace: Callable[[Floats, float, float], Line], value: float, skew: float, inner: float, outer: float
) -> float:
    """The parameter of the last point inside the square, by halving."""
    for _ in range(_HALVINGS):
        middle = (inner + outer) / 2
        if _inside(*trace(np.array([middle]), value, skew))[0]:
            inner = middle
        else:
            outer = middle
    return inner
