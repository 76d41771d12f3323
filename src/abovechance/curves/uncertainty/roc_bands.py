"""Bands for a whole ROC curve: with the stated confidence the true curve runs inside them everywhere.

Intervals at single thresholds say less: one of many will miss. Which band to choose, and how often each
held the true curve, is told in ``docs/curve_inference.md``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import ColumnResult
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class
from abovechance.curves.uncertainty.resampling import drawn_curves
from abovechance.inference.arguments import checked_replicates, checked_seed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.curves.curve.curve import Curve

METHODS = ("fixed_width", "kolmogorov_smirnov", "working_hotelling")
_method = Names(
    "band of a curve",
    ("auto", *METHODS),
    {
        "binormal": "working_hotelling",
        "campbell": "fixed_width",
        "joint_regions": "kolmogorov_smirnov",
        "ks": "kolmogorov_smirnov",
        "sjr": "kolmogorov_smirnov",
        "wh": "working_hotelling",
    },
)
_GRID_POINTS = 201
_MOST_POINTS = 4096  # of more thresholds so many are used, evenly among the items: their points are exact


@dataclass(frozen=True, eq=False, repr=False)
class Band(ColumnResult):
    """A simultaneous confidence band: the true curve is inside everywhere with the confidence ``level``.

    Attributes
    ----------
    fpr
        Places from 0 to 1.
    low, high
        The bounds of the true positive rate at these; NaN without a band.
    level, method
        The confidence, and how the band was found.
    reason
        Why there is no band, or None.
    """

    fpr: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    level: float
    method: str
    reason: str | None = None

    @property
    def width(self) -> float:
        """The mean width, which is the area of the band."""
        return float(np.trapezoid(self.high - self.low, self.fpr))

    def at(self, fpr: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The bounds at other places."""
        places = np.asarray(fpr, dtype=float)
        if not np.all((places >= 0) & (places <= 1)):
            raise InputError(f"fpr must be from 0 to 1, got {fpr!r}")
        return np.interp(places, self.fpr, self.low), np.interp(places, self.fpr, self.high)

    def __repr__(self) -> str:
        """The method, the level and the mean width, or why there is no band."""
        if self.reason is not None:
            return f"no band: {self.reason}"
        return f"{100 * self.level:g} % band of a ROC curve ({self.method}), mean width {self.width:.3f}"


@of_curve
def band(
    curve: Curve,
    *,
    level: float = 0.95,
    method: str = "auto",
    replicates: int = 500,
    seed: int | np.random.Generator | None = 0,
) -> Band:
    """A band that holds the whole true curve with the stated confidence.

    Parameters
    ----------
    method
        ``"fixed_width"``: the curve moved up and left, and down and right, by as much as the bootstrap asks
        for (Campbell 1994). ``"kolmogorov_smirnov"``: the rates at all thresholds at once, whatever the
        distributions, but wide (Macskassy, Provost & Rosset 2005). ``"working_hotelling"``: narrow, if the
        scores of each class are normal (Ma & Hall 1993). ``"auto"`` is the first.
    level, replicates, seed
        The confidence, and the draws of the bootstrap.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = [0] * 50 + [1] * 50
    >>> curve = ac.Curve.from_scores(truth, [*range(50), *range(25, 75)])
    >>> ac.curves.band(curve, method="ks")
    95 % band of a ROC curve (kolmogorov_smirnov), mean width 0.485
    >>> low, high = ac.curves.band(curve, seed=1).at(0.2)
    >>> print(f"{low:.1f} {high:.1f}")
    0.5 0.9
    """
    used = _method(method)
    draws = checked_replicates(replicates, least=2, of="samples"), checked_seed(seed)
    confidence = two_sided(level, 2)
    curve = curve.effective
    fpr = _places(curve)
    reason = one_class(curve)
    if reason is not None:
        return _no_band(fpr, level, METHODS[0] if used == "auto" else used, reason)
    if used == "kolmogorov_smirnov":
        return Band(fpr, *_kolmogorov_smirnov(curve, fpr, confidence), level, used)
    if used == "working_hotelling":
        return _working_hotelling(curve, fpr, level)
    return Band(fpr, *_fixed_width(curve, fpr, confidence, *draws), level, "fixed_width")


@dataclass(frozen=True, eq=False)
class ThresholdIntervals(ColumnResult):
    """Both rates at each threshold, in a rectangle that holds the true point of that threshold alone.

    Attributes
    ----------
    thresholds, tpr, fpr
        The thresholds, and the rates at each.
    tpr_low, tpr_high, fpr_low, fpr_high
        The sides of the rectangles.
    level
        The confidence of each rectangle.
    """

    thresholds: NDArray[np.float64]
    tpr: NDArray[np.float64]
    fpr: NDArray[np.float64]
    tpr_low: NDArray[np.float64]
    tpr_high: NDArray[np.float64]
    fpr_low: NDArray[np.float64]
    fpr_high: NDArray[np.float64]
    level: float


@of_curve
def threshold_intervals(curve: Curve, *, level: float = 0.95) -> ThresholdIntervals:
    """A rectangle around the point of each threshold: Wilson's interval of either rate.

    Of weighted items, that of as many as leave the rate equally uncertain (Korn & Graubard 1998).

    The classes are independent, so each interval has the root of the level.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.curves.threshold_intervals(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> found.tpr_low.round(2)
    array([0.  , 0.08, 0.08, 0.29, 0.29])
    """
    from abovechance.inference.intervals.interval import interval
    from abovechance.inference.intervals.proportion import wilson

    each = math.sqrt(two_sided(level, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        tpr_low, tpr_high = wilson(curve.tp, np.asarray(curve.positives), each)
        fpr_low, fpr_high = wilson(curve.fp, np.asarray(curve.negatives), each)
    if curve.tp_squares is not None:
        hits, alarms = (interval(curve.tables, m, level=each, method="wilson") for m in ("recall", "fallout"))
        tpr_low, tpr_high, fpr_low, fpr_high = hits.low, hits.high, alarms.low, alarms.high
    return ThresholdIntervals(
        curve.thresholds, curve.tpr, curve.fpr, tpr_low, tpr_high, fpr_low, fpr_high, level
    )


def _places(curve: Curve) -> NDArray[np.float64]:
    """An even grid and the points of the curve, if these are not too many."""
    grid = np.linspace(0, 1, _GRID_POINTS)
    if not curve.negatives or len(curve.fp) > _MOST_POINTS:
        return grid
    return np.unique(np.concatenate((grid, curve.fpr)))


def _no_band(fpr: NDArray[np.float64], level: float, method: str, reason: str) -> Band:
    nothing = np.full(len(fpr), np.nan)
    return Band(fpr, nothing, nothing, level, method, reason)


def _kolmogorov_smirnov(
    curve: Curve, fpr: NDArray[np.float64], level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where the true point of some threshold may lie, if no rate is farther off than its class allows."""
    from scipy.stats import kstwo

    # The classes are independent: both hold at once with the product of their confidences.
    each = math.sqrt(level)
    up, across = (float(kstwo.ppf(each, max(round(n), 1))) for n in (curve.positives, curve.negatives))
    x, y = curve.fpr, curve.tpr
    # The thresholds whose true Fallout may be this one: as the curve rises, the first and the last bound it.
    first = np.searchsorted(x, fpr - across, side="left")
    last = np.searchsorted(x, fpr + across, side="right") - 1
    return np.maximum(y[first] - up, 0.0), np.minimum(y[last] + up, 1.0)


def _working_hotelling(curve: Curve, fpr: NDArray[np.float64], level: float) -> Band:
    """Bounds of a line on normal scales that hold everywhere at once (Working & Hotelling 1929)."""
    from scipy.special import fdtri, ndtr, ndtri

    from abovechance.curves.summaries.binormal import binormal

    model = binormal(curve)
    if model.reason is not None or not 0 < model.slope < math.inf:
        return _no_band(fpr, level, "working_hotelling", model.reason or "a class has equal scores only")
    a, b, p, n = model.intercept, model.slope, curve.positives, curve.negatives
    # At both ends the deviate is infinite, and the rate known.
    z = ndtri(fpr[1:-1])
    variance = 1 / p + b**2 / n + a**2 / (2 * p) + z**2 * b**2 * (1 / p + 1 / n) / 2 + z * a * b / p
    wide = math.sqrt(2 * float(fdtri(2, max(p + n - 2, 1), level))) * np.sqrt(variance)
    low, high = (np.concatenate(([0.0], ndtr(a + b * z + side * wide), [1.0])) for side in (-1, 1))
    return Band(fpr, low, high, level, "working_hotelling")


def _fixed_width(
    curve: Curve, fpr: NDArray[np.float64], level: float, replicates: int, seed: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The curve moved along the slope -√(N/P), by the distance that holds so many of the curves drawn.

    With the rates in units of their standard errors, ``ξ = √N·fpr + √P·tpr`` does not change by such a move
    and ``η = √P·tpr - √N·fpr`` does, by twice the distance. A curve is η as a function of ξ, so the distance
    of two curves is half the largest difference of η. Half a step of the smaller class is added, for the
    true curve has no steps, and the distance is at least the share of that class that a sample of its size
    would miss so rarely.
    """
    thin = _thinned(curve)
    turned = _Turned(math.sqrt(curve.positives), math.sqrt(curve.negatives))
    along, across = turned.of(thin)
    distances = np.empty(replicates)
    for i, drawn in enumerate(drawn_curves(thin, replicates, seed)):
        other_along, other_across = turned.of(drawn)
        # both are broken lines: the largest difference is at a corner of one of them
        here = np.interp(other_along, along, across) - other_across
        there = np.interp(along, other_along, other_across) - across
        distances[i] = max(np.abs(here).max(), np.abs(there).max()) / 2
    step = 1 / math.sqrt(min(curve.positives, curve.negatives))
    distance = max(float(np.quantile(distances, level)) + step / 2, -math.log(1 - level) * step)
    return turned.moved(thin, -distance, fpr), turned.moved(thin, distance, fpr)


@dataclass(frozen=True)
class _Turned:
    """Coordinates along and across the direction in which a curve is moved."""

    up: float
    right: float

    def of(self, curve: Curve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        x, y = self.right * curve.fpr, self.up * curve.tpr
        return x + y, y - x

    def moved(self, curve: Curve, distance: float, fpr: NDArray[np.float64]) -> NDArray[np.float64]:
        """The height of the moved curve; beyond its ends the frame of ROC space goes on."""
        x, y = curve.fpr - distance / self.right, curve.tpr + distance / self.up
        return np.interp(fpr, x, np.clip(y, 0, 1), left=0.0)


def _thinned(curve: Curve) -> Curve:
    """A curve of fewer thresholds, even among the items."""
    if len(curve.tp) <= _MOST_POINTS:
        return curve
    called = curve.tp + curve.fp
    wanted = np.linspace(0, float(called[-1]), _MOST_POINTS)
    kept = np.unique(np.searchsorted(called, wanted).clip(max=len(called) - 1))
    return curve.at_positions(kept)
