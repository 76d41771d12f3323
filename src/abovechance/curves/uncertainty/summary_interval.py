"""``interval``: any summary of a curve with its uncertainty, by the bootstrap.

>>> import abovechance as ac
>>> curve = ac.Curve.from_scores([0] * 50 + [1] * 50, [*range(50), *range(25, 75)])
>>> ac.curves.interval(curve, "h_measure", seed=1)
h_measure 0.5000, 95 % interval ... to ... (corrected, standard error 0.056..., n = 100)
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.curve.arguments import of_items
from abovechance.curves.curve.counts import one_class
from abovechance.curves.curve.curve import Curve
from abovechance.curves.summaries.summary import SCALES, statistic_of
from abovechance.curves.uncertainty.auc_interval import SAME_DRAWS, auc_interval
from abovechance.curves.uncertainty.resampling import (
    Order,
    bootstrap_values,
    bounds_of,
    corrected_bounds,
    fewer_values,
)
from abovechance.inference.arguments import checked_seed
from abovechance.inference.intervals.interval import Interval

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from abovechance.intake.score_columns import Judged

METHODS = ("corrected", "bca", "percentile")
ALIASES = {"bias_corrected": "corrected", "bootstrap": "bca"}


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
    seed: int | np.random.Generator | None = None,
    **parameters: Any,
) -> Interval:
    """A summary of a curve with its confidence interval.

    Items of each class are drawn anew, so the number of items of each class is taken as fixed, and with it
    the prevalence that some summaries depend on.

    Parameters
    ----------
    curve
        A :class:`Curve`, or ``truth, scores`` with what goes with them, as of :func:`auc_interval`.
    measure
        ``"auch"``, ``"h_measure"``, ``"auk"``, ``"partial_auc"``, ``"average_precision"``, ``"auprg"``,
        ``"pr_area"``, ``"ks"``, ``"gini"``, ``"best_informedness"``; or a function from a :class:`Curve` to a
        number. ``"auc"`` goes to :func:`auc_interval`, and ``"gini"``, twice the AUC less 1, with it.
    level, sides
        The confidence; with one side, of each bound alone.
    method
        ``"corrected"``: symmetric on the scale of the logit or the arcsine, less the bias that the draws show
        (``"auto"`` for what is a share: all but ``"auk"``, ``"auprg"`` and functions);
        ``"bca"`` (``"auto"`` for others) or ``"percentile"``.
    replicates, seed
        Of the bootstrap.
    **parameters
        Of the measure, such as ``fpr=(0, 0.1)`` of the partial AUC.

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
    used = Names(f"interval of {name}", ("auto", *METHODS), ALIASES)(method)
    source, curve = curve, curve if isinstance(curve, Curve) else Order.of(curve).curve
    worth = curve.effective
    n = worth.positives + worth.negatives if isinstance(source, Curve) else source.items
    scale = None if callable(measure) else SCALES.get(name)
    if used == "corrected" and scale is None:
        raise InputError(f"method 'corrected' is for shares, not for {name}: choose 'bca' or 'percentile'")
    used = ("bca" if scale is None else "corrected") if used == "auto" else used
    value, confidence = float(statistic(curve)), two_sided(level, sides)
    drawn = bootstrap_values(source, statistic, **draws)
    if used == "corrected" and scale is not None:
        low, high, se = corrected_bounds(drawn, value, confidence, scale, n)
    else:
        fewer = None if used == "percentile" else lambda: fewer_values(source, statistic, draws["seed"])
        low, high, se = bounds_of(drawn, value, confidence, fewer)
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
