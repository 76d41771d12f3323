"""``compare``: whose scores rank better? Several systems on the same items, by AUC or any other summary."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.curves.comparison.comparison import CurveComparison
from abovechance.curves.comparison.options import Options
from abovechance.curves.comparison.systems import OtherItems, SameItems
from abovechance.curves.summaries.declared import known_curve_measure
from abovechance.inference.comparisons.margin import checked_margin, margins_of
from abovechance.inference.comparisons.pair_difference import with_adjusted
from abovechance.intake.items import named_columns
from abovechance.intake.missing import Missing
from abovechance.intake.score_columns import judged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from abovechance.core.labels import Label
    from abovechance.curves.comparison.systems import Systems
    from abovechance.curves.curve.curve import Curve


def compare(
    truth: object,
    scores: object,
    measure: str | Callable[..., Any] = "auc",
    *,
    level: float = 0.95,
    method: str = "auto",
    test: str = "auto",
    adjust: str | None = "holm",
    margin: float | None = None,
    positive: Label | None = None,
    weights: Any = None,
    counts: Any = None,
    clusters: Any = None,
    missing: Any = (),
    on_missing: str = "error",
    replicates: int = 2000,
    seed: int | np.random.Generator | None = 0,
    **parameters: Any,
) -> CurveComparison:
    """Compare systems that scored the same items.

    Parameters
    ----------
    truth, positive, weights, counts, clusters, missing, on_missing
        As in :func:`auc_interval`.
    scores
        A mapping of the systems' names to their columns of scores, or a data frame with a column for each.
    measure
        What to compare: ``"auc"``; ``"partial_auc"``, ``"auch"``, ``"h_measure"``, ``"auk"``,
        ``"average_precision"``, ``"auprg"``, ``"pr_area"``, ``"ks"``, ``"gini"``, ``"best_informedness"``, or
        any other name of :func:`curve_measures`, of which losses such as ``"brier_score"`` are better if
        lower; or a function from a :class:`Curve` to a number of which more is better.
    level
        The level of the intervals; a pair is taken as shown to differ if its adjusted p-value is below
        1 − level and its interval excludes 0.
    method
        The method of the interval. For the AUC, and Gini with it, ``"delong_adjusted"`` (``"auto"``), which
        keeps its level where few items decide, see ``docs/curve_inference.md``, or ``"delong"``, difference ±
        z standard errors; for any summary ``"bca"`` (``"auto"`` for all others) or ``"percentile"``.
    test
        By default the one that goes with the interval: p is below 1 − level exactly where the
        interval excludes 0. Else ``"delong_adjusted"`` or ``"delong"`` of the AUC, ``"bootstrap"`` of any
        summary; ``"permutation"``, which exchanges the ranks of the systems at random; or, with the AUC,
        ``"venkatraman"``, of whether the curves differ anywhere. A test without a method chooses the interval
        that goes with it, if there is one.
    adjust
        How to adjust p-values for the number of pairs, see :func:`abovechance.compare`.
    margin
        The largest difference that does not matter: also say, as the ``margins`` of the comparison, which
        systems are not worse than another by more than it, and which are equivalent. It is by the statistic
        of the interval.
    replicates, seed
        Number of draws and seed of the methods that draw at random.
    **parameters
        Parameters of the measure, such as ``fpr=(0, 0.1)`` of the partial AUC.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = [0] * 20 + [1] * 20
    >>> a = [*range(20), *range(10, 30)]
    >>> b = [*range(20), *range(0, 40, 2)]
    >>> print(ac.curves.compare(truth, {"A": a, "B": b}))
    'A' is better than 'B': AUC 0.875 against 0.738, a difference of 0.137 (95 % interval ..., p = 0.0038).
    >>> found = ac.curves.compare(truth, {"A": a, "B": b}, method="delong")
    >>> round(found.difference, 4), round(found.se, 4), round(found.p_value, 3)
    (0.1375, 0.0425, 0.001)
    >>> ac.curves.compare(truth, {"A": a, "same": [x * 10 for x in a]}).p_value
    1.0
    """
    columns = {"positive": positive, "weights": weights, "counts": counts, "clusters": clusters}
    items = judged(
        truth,
        named_columns(scores, "scores", "scores"),
        missing=Missing.of_scores(missing, on_missing),
        **columns,
    )
    how = {"level": level, "method": method, "test": test, "replicates": replicates, "seed": seed}
    options = Options.of(measure, parameters, **how)
    return _compared(SameItems(items.systems, items.positive, options, items), adjust, margin, items.items)


def compare_curves(
    curves: Mapping[Any, Curve],
    measure: str | Callable[..., Any] = "auc",
    *,
    level: float = 0.95,
    method: str = "auto",
    test: str = "auto",
    adjust: str | None = "holm",
    margin: float | None = None,
    replicates: int = 2000,
    seed: int | np.random.Generator | None = 0,
    **parameters: object,
) -> CurveComparison:
    """Compare curves of different items: two hospitals, or systems tested apart.

    Parameters
    ----------
    curves
        The curves by their names, such as ``Curve.from_scores(…, by=hospital)``.
    measure, level, method, adjust, margin, replicates, seed, **parameters
        As in :func:`compare`.
    test
        As in :func:`compare`; ``"delong"`` has Welch's degrees of freedom, as pROC. There is no
        ``"permutation"`` and no ``"venkatraman"`` of different items.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth, scores = [0, 1, 0, 1] * 20, [x * x % 17 for x in range(80)]
    >>> curves = ac.Curve.from_scores(truth, scores, by=["a", "a", "b", "b"] * 20)
    >>> found = ac.curves.compare_curves(curves)
    >>> found.is_paired, round(found.p_value, 2)
    (False, 0.82)
    """
    if len(curves) < 2:
        raise InputError(f"a comparison needs two curves or more, curves has {len(curves)}")
    how = {"level": level, "method": method, "test": test, "replicates": replicates, "seed": seed}
    options = Options.of(measure, parameters, **how)
    if options.test in ("permutation", "venkatraman"):
        raise InputError(f"test={options.test!r} needs systems that scored the same items: see compare")
    several = tuple(curves.values())
    found = OtherItems(tuple(map(str, curves)), several[0].positive, options, several)
    return _compared(found, adjust, margin, [curve.positives + curve.negatives for curve in found.curves])


def _compared(found: Systems, adjust: str | None, margin: float | None, n: Any) -> CurveComparison:
    pairs, margins = found.pairs, None
    if margin is not None:
        known = known_curve_measure(found.options.name)
        widest = math.inf if known is None else known.high - known.low
        tests = found.margins(pairs, checked_margin(margin, widest))
        (margins,) = margins_of([tests], adjust, margin, None)
    return CurveComparison(
        measure=found.options.name, systems=found.systems, values=tuple(found.values.tolist()),
        pairs=with_adjusted(pairs, adjust), joint=found.joint, level=found.options.level, adjust=adjust,
        positive=found.positive, n=n, is_paired=isinstance(found, SameItems),
        lower_is_better=found.options.lower_is_better, margins=margins,
    )  # fmt: skip
