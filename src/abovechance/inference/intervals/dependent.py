"""Intervals for items that are not independent: those of clusters, and those of the folds of a training.

Items of one cluster (lesions of a patient, sentences of a document) resemble each other, so there are fewer
independent ones than it seems. What each cluster adds to the value (its influence, the gradient summed over
its items) is independent of the others, and its spread gives the standard error, referred to Student's t with
one degree of freedom less than there are clusters.

The folds of a cross-validation share training items, so their scores are not independent and their plain
standard error is too small. Nadeau and Bengio (2003) add the ratio of test to training items to 1/J; with r
repetitions of k folds this is Bouckaert and Frank's (2004) corrected resampled t. If only the trained
predictors are in question, pool the tables of the folds with ``tables.sum()`` instead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.inference.arguments import (
    checked_replicates,
    checked_seed,
    ignores_empty_classes,
    without_empty,
)
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.intervals.cautions import texts
from abovechance.inference.intervals.delta import Linear, interval_on_scale, occupied_cells, smoothed
from abovechance.inference.intervals.interval import Interval, interval_axes
from abovechance.inference.resampling.bootstrap import CHUNK, Spread, percentile_bounds, seeded_chunks
from abovechance.measures.compute import why_undefined
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.arguments import of_tables
from abovechance.tables.batch_result import scalar
from abovechance.tables.clusters import clusters_first
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables

FEW = 20
FEW_CLUSTERS = "fewer than 20 clusters: the interval may cover less than its level"


@of_tables
def cluster_interval(
    tables: Tables,
    /,
    measure: str | Measure,
    *,
    clusters: str | None = None,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    seed: int | None = 0,
    replicates: int = 2000,
    **parameters: Any,
) -> Interval:
    """A measure of all items together, with an interval that allows for the clusters they come in.

    Parameters
    ----------
    tables
        A batch with an axis for the clusters: ``Tables.from_labels(…, by=patient)``, or
        ``….one_vs_rest()`` of that.
    measure
        A measure.
    clusters
        The axis that stands for the clusters, the first unless named; or one of the columns that an axis is
        made of, the others being added up; of labels, the cluster of each item.
    level, sides
        The confidence level, and whether both bounds are wanted (2) or each by itself (1).
    method
        ``"cluster_delta"`` (also ``"auto"``): robust standard error and Student's t; or
        ``"cluster_bootstrap"``: percentiles of whole clusters drawn anew.
    seed, replicates
        Seed and number of samples of the bootstrap.
    **parameters
        Parameters of the formula.

    Returns
    -------
    Interval
        The interval of the pooled table.

    Examples
    --------
    >>> import numpy as np
    >>> import abovechance as ac
    >>> from abovechance.inference.intervals.dependent import cluster_interval
    >>> rng = np.random.default_rng(1)
    >>> skill = rng.choice([0.1, 0.9], size=30)  # every rater judges ten items, well or badly
    >>> hits = rng.binomial(5, 0.5 + skill / 2)
    >>> passes = rng.binomial(5, 0.5 + skill / 2)
    >>> t = ac.Tables.from_cells(tp=hits, fn=5 - hits, tn=passes, fp=5 - passes)
    >>> robust, naive = cluster_interval(t, "informedness"), ac.interval(t.sum(), "informedness")
    >>> robust.se > 1.3 * naive.se
    True
    """
    m = measure_called(measure)
    replicates, seed = checked_replicates(replicates, least=2), checked_seed(seed)
    if clusters is not None:
        tables = clusters_first(tables, clusters)
    if not tables.axes or len(tables.counts) < 2:
        raise InputError(
            "there must be two or more clusters: give the cluster of each item, or tables whose first batch "
            "axis are clusters, such as Tables.from_labels(…, by=clusters)"
        )
    confidence = two_sided(level, sides)
    tables = without_empty(tables) if ignores_empty_classes(m) and not parameters else tables
    pooled = tables.sum(0)
    value = np.asarray(m(pooled, **parameters))
    # Without this a pseudo-item would count for more, the smaller the scale of the weights.
    tables = _in_items(tables, pooled)
    if method in ("auto", "cluster_delta"):
        used = "cluster_delta"
        with np.errstate(all="ignore"):  # slopes of degenerate tables are infinite, their intervals NaN
            low, high, se = _robust(m, tables, confidence, parameters)
    elif method == "cluster_bootstrap":
        used = method
        low, high, se = _drawn(m, tables, confidence, parameters, size=replicates, seed=seed)
    else:
        raise InputError(f"method must be 'auto', 'cluster_delta' or 'cluster_bootstrap', not {method!r}")
    # The interval is that of a smoothed table; it must still contain the value that is reported.
    low, high = np.minimum(np.maximum(low, m.low), value), np.maximum(np.minimum(high, m.high), value)
    missing = np.isnan(value)
    few = len(tables.counts) < FEW
    return Interval(
        measure=m.key,
        value=scalar(value),
        low=scalar(np.where(missing, np.nan, low)),
        high=scalar(np.where(missing, np.nan, high)),
        se=scalar(np.where(missing, np.nan, se)),
        level=level,
        sides=sides,
        method=used,
        n=pooled.effective.total,
        warning=texts([(~missing & few, FEW_CLUSTERS)], value.shape)[()],
        reason=why_undefined(pooled, m),
        axes=interval_axes(m, pooled),
    )


def _in_items(clusters: Tables, pooled: Tables) -> Tables:
    """Weights as parts of the items that they are worth together: a pseudo-item weighs as one of these."""
    if pooled.squares is None:
        return clusters
    factor = pooled.total / pooled.squares.sum((-2, -1))
    return replace(clusters, counts=clusters.counts * np.asarray(factor)[..., None, None], squares=None)


def _robust(
    m: Measure, tables: Tables, level: float, parameters: dict[str, Any]
) -> tuple[Array, Array, Array]:
    from scipy.special import stdtrit

    observed = tables.sum(0)
    pooled = smoothed(observed)
    slopes = gradient(pooled, m, **parameters)
    clusters = len(tables.counts)
    of_classes = slopes.ndim == tables.counts.ndim
    counts = tables.counts[..., None, :, :] if of_classes else tables.counts
    influence = np.where(counts > 0, counts * slopes, 0.0).sum((-2, -1))
    # The sandwich variance; C/(C − 1) makes it unbiased for as many clusters as there are.
    spread = ((influence - influence.mean(0)) ** 2).sum(0) * clusters / (clusters - 1)
    # the pseudo-item is a cluster of its own: predictions without error are not without doubt
    cells = occupied_cells(observed.counts, square=observed.is_square)
    cells = cells[..., None, :, :] if of_classes else cells
    doubt = (slopes**2).mean((-2, -1), where=np.broadcast_to(cells, slopes.shape))
    linear = Linear(np.asarray(m(pooled, **parameters)), np.sqrt(spread + doubt))
    # Clusters are the independent units, so they give the degrees of freedom.
    quantile = float(stdtrit(clusters - 1, (1 + level) / 2))
    return (*interval_on_scale(linear, quantile, m.low, m.high), linear.se)


def _drawn(
    m: Measure, tables: Tables, level: float, parameters: dict[str, Any], *, size: int, seed: int | None
) -> tuple[Array, Array, Array]:
    """Percentiles of the measure of as many clusters, drawn with replacement."""
    counts = tables.counts
    parts = []
    even = np.full(len(counts), 1 / len(counts))
    for _, number, rng in seeded_chunks(size, CHUNK, seed):
        # How often each cluster is drawn is all that its table needs.
        times = rng.multinomial(len(counts), even, size=number)
        drawn = smoothed(replace(tables, counts=np.tensordot(times, counts, axes=1)))
        parts.append(np.asarray(m(drawn, **parameters)))
    spread = Spread.of(np.concatenate(parts))
    return (*percentile_bounds(spread, level), spread.se)


UNDEFINED_FOLD = "the measure is undefined on a fold"
_OF_FOLDS = ("repetition", "fold")  # the parts of an axis that tell folds apart


@of_tables
def fold_interval(
    tables: Tables,
    /,
    measure: str | Measure,
    *,
    folds: int | None = None,
    ratio: float | None = None,
    level: float = 0.95,
    sides: int = 2,
    **parameters: Any,
) -> Interval:
    """The mean of a measure over folds, with the corrected resampled t interval.

    Parameters
    ----------
    tables
        A batch with one axis: one table for each fold of each repetition, J in all; of labels, ``by``
        names the folds. Folds that are split by something else too,
        as by the groups of :func:`abovechance.cross_validate`, are pooled.
    measure
        A measure.
    folds
        The number k of folds of one repetition; the ratio of test to training items is then 1/(k − 1). It is
        read off the axis of tables of :func:`abovechance.cross_validate`.
    ratio
        The ratio of test to training items, for repeated random splits.
    level, sides
        The confidence level, and whether both bounds are wanted (2) or each by itself (1).
    **parameters
        Parameters of the formula.

    Returns
    -------
    Interval
        ``value`` is the mean over the folds; ``n`` the number of items tested, repetitions included.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.intervals.dependent import fold_interval
    >>> right, wrong = [8, 9, 7, 8, 9], [2, 1, 3, 2, 1]
    >>> t = ac.Tables.from_cells(tp=right, fn=wrong, fp=[3, 2, 2, 4, 1], tn=[7, 8, 8, 6, 9])
    >>> fold_interval(t, "informedness", folds=5)
    informedness 0.5800, 95 % interval 0.2740 to 0.8860 (nadeau_bengio, standard error 0.1102, n = 100)
    """
    from scipy.special import stdtrit

    m = measure_called(measure)
    if len(tables.axes) != 1 or len(tables.counts) < 2:
        raise InputError("tables must have one batch axis with two or more folds")
    tables = _pooled_folds(tables)
    if folds is None and ratio is None:
        folds = _folds_of(tables.axes[0])
    share = _ratio(folds, ratio)
    # The measure of each fold, not of the pooled table: the variation of training is part of the question.
    values = np.asarray(m(tables, **parameters))
    count = len(values)
    value = values.mean(0)
    # Training sets overlap, so folds are correlated: the ratio of test to training items allows for it.
    se = np.sqrt((1 / count + share) * values.var(0, ddof=1))
    spread = stdtrit(count - 1, (1 + two_sided(level, sides)) / 2) * se
    low, high = value - spread, value + spread
    return Interval(
        measure=m.key,
        value=scalar(value),
        low=scalar(np.maximum(low, np.minimum(m.low, value))),
        high=scalar(np.minimum(high, np.maximum(m.high, value))),
        se=scalar(se),
        level=level,
        sides=sides,
        method="nadeau_bengio" if ratio is not None or count == folds else "bouckaert_frank",
        n=tables.sum().total,
        warning=texts([], value.shape)[()],
        reason=texts([(np.isnan(value), UNDEFINED_FOLD)], value.shape)[()],
        axes=interval_axes(m, tables.sum()),
    )


def _pooled_folds(tables: Tables) -> Tables:
    """One table for each fold of each repetition, where the axis has other parts beside these."""
    (axis,) = tables.axes
    names = axis.name.split(" × ")
    if len(names) == 1 or "fold" not in names or axis.labels is None:
        return tables
    places = [i for i, name in enumerate(names) if name in _OF_FOLDS]
    members: dict[Label, list[int]] = {}
    for position, label in enumerate(axis.labels):
        parts = label if isinstance(label, tuple) else (label,)
        fold = tuple(parts[i] for i in places) if len(places) > 1 else parts[places[0]]
        members.setdefault(fold, []).append(position)
    return tables.pool(list(members.values()), Axis(" × ".join(names[i] for i in places), tuple(members)))


def _folds_of(axis: Axis) -> int | None:
    """The number of folds of each repetition, if the axis tells it."""
    if axis.labels is None or "fold" not in axis.name.split(" × "):
        return None
    if axis.name == "fold":
        return len(axis.labels)
    place = axis.name.split(" × ").index("repetition")
    counts = {*Counter(label[place] for label in axis.labels if isinstance(label, tuple)).values()}
    # Random splits are repetitions of a single fold: only the ratio of their sizes says how far they overlap.
    return counts.pop() if len(counts) == 1 and 1 not in counts else None


def _ratio(folds: int | None, ratio: float | None) -> float:
    if (folds is None) == (ratio is None):
        raise InputError(
            "give folds= (the number of folds of a repetition) or ratio= (test items per training item)"
        )
    if folds is not None:
        if folds < 2:
            raise InputError(f"folds must be 2 or more, got {folds!r}")
        # One fold is tested for the others that are trained on.
        return 1 / (folds - 1)
    if ratio is None or not ratio > 0:
        raise InputError(f"ratio must be the number of test items for each training item, got {ratio!r}")
    return ratio
