"""Intervals of the AUC, sensible where the classes do not overlap, and of any summary by the bootstrap."""

from __future__ import annotations

import math
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.curve.arguments import of_items
from abovechance.curves.curve.counts import one_class
from abovechance.curves.curve.curve import Curve
from abovechance.curves.summaries.summary import SCALES, statistic_of
from abovechance.curves.uncertainty.auc_bounds import FORMULAS, Area, at_the_ends
from abovechance.curves.uncertainty.delong import auc_variance, placements
from abovechance.curves.uncertainty.resampling import (
    Order,
    bootstrap_values,
    bounds_of,
    corrected_bounds,
    fewer_values,
)
from abovechance.inference.arguments import checked_seed
from abovechance.inference.comparisons.pair_difference import two_sided_quantile
from abovechance.inference.intervals.cautions import SMALL_CLASS
from abovechance.inference.intervals.dependent import FEW, FEW_CLUSTERS
from abovechance.inference.intervals.interval import Interval
from abovechance.intake.score_columns import Judged

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.curves.uncertainty.delong import Placements, Side
    from abovechance.curves.uncertainty.resampling import Statistic


METHODS = (*FORMULAS, "bca", "percentile")
_method = Names(
    "interval of the AUC",
    ("auto", *METHODS),
    {
        "bootstrap": "bca",
        "hanley": "hanley_mcneil",
        "wald": "delong",
        "wilson": "conservative",
        "score": "newcombe",
    },
)
FEW_ITEMS = 10
_FROM_VARIANCE = ("logit_adjusted", "logit", "delong")

WEIGHTS = (
    "the curve holds weights without their squares: the interval takes their sum as the number of "
    "independent items"
)
CONSTANT = "all scores are equal: the interval says nothing of other scores"
SAME_DRAWS = "all draws give the same value, or most give none: there is nothing to learn of its spread"
ONE_ITEM = "a class has one item only: its spread is unknown, and the interval allows for any"


@of_items
def auc_interval(
    curve: Curve | Judged,
    *,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    replicates: int = 2000,
    seed: int | np.random.Generator | None = 0,
) -> Interval:
    """The AUC of scores with its confidence interval.

    Parameters
    ----------
    curve
        A :class:`Curve`; or in its place ``truth, scores``, and by keyword ``positive``, ``weights``,
        ``counts``, ``missing`` and ``on_missing`` as in :meth:`Curve.from_scores`, and ``clusters``: a column
        that says which items belong together. They count as one draw, not as many, and the variance is
        Obuchowski's (1997).
    level, sides
        The confidence; with one side, of each bound alone.
    method
        ``"auto"`` for ``"logit_adjusted"``, which held its level best, or ``"conservative"`` if a class has
        only one item; ``"logit"`` and ``"delong"`` for DeLong's variance as it is, ``"newcombe"`` and
        ``"hanley_mcneil"`` for one that assumes a distribution, ``"bca"`` and ``"percentile"`` for the
        bootstrap.
    replicates, seed
        Number of samples and seed of the bootstrap.

    Examples
    --------
    >>> import abovechance as ac
    >>> perfect = ac.Curve.from_scores([0] * 20 + [1] * 20, range(40))
    >>> found = ac.curves.auc_interval(perfect)
    >>> found.value, round(found.low, 3), found.high
    (1.0, 0.832, 1.0)
    """
    confidence, name = two_sided(level, sides), _method(method)
    area = area_of(curve, confidence)
    default = "conservative" if area.fewer > 0 and math.isnan(area.variance) else "logit_adjusted"
    used = default if name == "auto" else name
    reason = _why_not(area, used, curve)
    if reason is not None:
        low = high = se = math.nan
    elif used in FORMULAS:
        low, high, se = FORMULAS[used](area)
    else:
        draws = {"replicates": replicates, "seed": checked_seed(seed)}
        low, high, se = _drawn(curve, attrgetter("auc"), area.auc, area.level, used, **draws)
        reason = SAME_DRAWS if math.isnan(low) else None
    return Interval(
        measure="auc", value=area.auc, low=low, high=high, se=se, level=level, sides=sides, method=used,
        n=_number(curve), warning=_warning(curve, area) if reason is None else None, reason=reason,
    )  # fmt: skip


def area_of(source: Curve | Judged, level: float) -> Area:
    """The AUC, its variance, and how many independent items or clusters it rests on."""
    if isinstance(source, Curve):
        z = two_sided_quantile(level)
        auc, worth = at_the_ends(source.auc), source.effective
        return Area(auc, auc_variance(source), worth.positives, worth.negatives, level, z)
    return areas_of(source, placements(source), level)[0]


def areas_of(items: Judged, found: Placements, level: float) -> list[Area]:
    """The same of each of several systems, whose items have been placed."""
    positives, negatives = (effective_size(side) for side in (found.positive, found.negative))
    number = len(items.systems)
    variances = np.diag(found.covariance) if positives and negatives else np.full(number, math.nan)
    z = cluster_quantile(items, level)
    return [
        # rounding, and the covariance of clusters, may take a variance of nothing below zero
        Area(at_the_ends(float(auc)), float(np.maximum(variance, 0.0)), positives, negatives, level, z)
        for auc, variance in zip(found.auc, variances, strict=True)
    ]


def effective_size(side: Side) -> float:
    """How many equal items are as good as these: clusters, or fewer items where weights differ."""
    if side.clusters is not None:
        return float(len(np.unique(side.clusters)))
    return side.items


def cluster_quantile(source: Judged, level: float) -> float:
    """Student's quantile for clusters, of which there are often few, else the normal one."""
    if source.clusters is None:
        return two_sided_quantile(level)
    return two_sided_quantile(level, max(int(source.clusters.max()), 1))


def _why_not(area: Area, method: str, source: Curve | Judged) -> str | None:
    """Why there is no interval by a method."""
    if math.isnan(area.auc):
        return one_class(_curve(source))
    if math.isnan(area.variance) and method in _FROM_VARIANCE:
        return f"a class has one item only: {method} needs two of each"
    return None


def _curve(source: Curve | Judged) -> Curve:
    return source if isinstance(source, Curve) else Order.of(source).curve


def _drawn(
    source: Curve | Judged, statistic: Statistic, value: float, level: float, method: str, **draws: Any
) -> tuple[float, float, float]:
    """The bounds of a value by the bootstrap, and its standard error."""
    drawn = bootstrap_values(source, statistic, **draws)
    fewer = None if method == "percentile" else lambda: fewer_values(source, statistic, draws["seed"])
    return bounds_of(drawn, value, level, fewer)


def _number(source: Curve | Judged) -> float:
    if isinstance(source, Judged):
        return source.items
    return source.effective.positives + source.effective.negatives


def _warning(source: Curve | Judged, area: Area) -> str | None:
    """Why not to trust the interval, or None."""
    if isinstance(source, Curve) and source.tp_squares is None and _is_broken(source):
        return WEIGHTS
    if area.variance == 0 and area.auc not in (0, 1):
        return CONSTANT
    if isinstance(source, Judged) and source.clusters is not None and source.clusters.max() < FEW:
        return FEW_CLUSTERS
    if math.isnan(area.variance):
        return ONE_ITEM
    return SMALL_CLASS if area.fewer < FEW_ITEMS else None


def _is_broken(curve: Curve) -> bool:
    """Whether weights are not whole numbers of items."""
    return bool(np.any(curve.tp % 1) or np.any(curve.fp % 1))


BOOTSTRAPS = ("corrected", "bca", "percentile")
_BOOTSTRAP_ALIASES = {"bias_corrected": "corrected", "bootstrap": "bca"}


@of_items
def interval(
    curve: Curve | Judged,
    /,
    measure: str | Callable[..., Any],
    *,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    replicates: int = 2000,
    seed: int | np.random.Generator | None = 0,
    **parameters: Any,
) -> Interval:
    """A summary of a curve with its confidence interval.

    Items of each class are drawn anew, so the number of items of each class is taken as fixed, and with it
    the prevalence that some summaries depend on.

    Parameters
    ----------
    curve, level, sides, replicates, seed
        As in :func:`auc_interval`.
    measure, **parameters
        ``"auch"``, ``"h_measure"``, ``"auk"``, ``"partial_auc"``, ``"average_precision"``, ``"auprg"``,
        ``"pr_area"``, ``"ks"``, ``"gini"``, ``"best_informedness"``, and parameters of it, such as
        ``fpr=(0, 0.1)``; or a function from a :class:`Curve` to a number. ``"auc"`` goes to
        :func:`auc_interval`, and ``"gini"``, twice the AUC less 1, with it.
    method
        ``"corrected"``: symmetric on the scale of the logit or the arcsine, less the bias that the draws show
        (``"auto"`` for what is a share: all but ``"auk"``, ``"auprg"`` and functions);
        ``"bca"`` (``"auto"`` for others) or ``"percentile"``.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0] * 50 + [1] * 50, [*range(50), *range(25, 75)])
    >>> found = ac.curves.interval(curve, "partial_auc", fpr=(0, 0.2), seed=1)
    >>> found.low < found.value < found.high
    True
    """
    name, statistic = statistic_of(measure, **parameters)
    draws: dict[str, Any] = {"replicates": replicates, "seed": checked_seed(seed)}
    if name in ("auc", "gini") and not callable(measure):
        area = auc_interval(curve, level=level, sides=sides, method=method, **draws)
        return area if name == "auc" else _gini(area)
    used = Names(f"interval of {name}", ("auto", *BOOTSTRAPS), _BOOTSTRAP_ALIASES)(method)
    source, curve, n = curve, _curve(curve), _number(curve)
    scale = None if callable(measure) else SCALES.get(name)
    if used == "corrected" and scale is None:
        raise InputError(f"method 'corrected' is for shares, not for {name}: choose 'bca' or 'percentile'")
    used = ("bca" if scale is None else "corrected") if used == "auto" else used
    value, confidence = float(statistic(curve)), two_sided(level, sides)
    if used == "corrected" and scale is not None:
        drawn = bootstrap_values(source, statistic, **draws)
        low, high, se = corrected_bounds(drawn, value, confidence, scale, n)
    else:
        low, high, se = _drawn(source, statistic, value, confidence, used, **draws)
    return Interval(
        measure=name,
        value=value,
        low=low,
        high=high,
        se=se,
        level=level,
        sides=sides,
        method=used,
        n=n,
        warning=None,
        reason=(one_class(curve) or SAME_DRAWS) if math.isnan(low) else None,
    )


def _gini(area: Interval) -> Interval:
    """The interval of the Gini coefficient that says the same as one of the AUC."""
    low, value, high = (2 * bound - 1 for bound in (area.low, area.value, area.high))
    return replace(area, measure="gini", value=value, low=low, high=high, se=2 * area.se)
