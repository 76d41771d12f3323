"""Intervals over repeated folds: what another training set of the same size would do.

The folds of a cross-validation share training items, so their scores are not independent and their plain
standard error is too small. Nadeau and Bengio (2003) add the ratio of test to training items to 1/J;
with r repetitions of k folds this is Bouckaert and Frank's (2004) corrected resampled t. If only the
trained predictors are in question, pool the tables of the folds with ``tables.sum()`` instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.inference.batch_result import scalar
from abovechance.inference.intervals.cautions import texts
from abovechance.inference.intervals.interval import Interval, interval_axes
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables

UNDEFINED_FOLD = "the measure is undefined on a fold"


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
        A batch with one axis: one table for each fold of each repetition, J in all; or labels as of
        :func:`~abovechance.interval`, with ``by`` for the folds. Folds that are split by something else too,
        as by the groups of :func:`abovechance.cross_validate`, are pooled.
    measure
        A measure.
    folds
        The number k of folds of one repetition; the ratio of test to training items is then 1/(k − 1).
    ratio
        The ratio of test to training items, for repeated random splits.
    level, sides
        The confidence, and of which bounds.
    **parameters
        Parameters of the formula.

    Returns
    -------
    Interval
        ``value`` is the mean over the folds; ``n`` the number of items tested, repetitions included.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.intervals.folds import fold_interval
    >>> right, wrong = [8, 9, 7, 8, 9], [2, 1, 3, 2, 1]
    >>> t = ac.Tables.from_cells(tp=right, fn=wrong, fp=[3, 2, 2, 4, 1], tn=[7, 8, 8, 6, 9])
    >>> fold_interval(t, "informedness", folds=5)
    informedness 0.5800, 95 % interval 0.2740 to 0.8860 (nadeau_bengio, standard error 0.1102, n = 100)
    """
    m = measure_called(measure)
    if len(tables.axes) != 1 or len(tables.counts) < 2:
        raise InputError("tables must have one batch axis with two or more folds")
    tables, share = _pooled_folds(tables), _ratio(folds, ratio)
    values = np.asarray(m(tables, **parameters))
    count = len(values)
    value = values.mean(0)
    se = np.sqrt((1 / count + share) * values.var(0, ddof=1))
    low, high = _student(value, se, count - 1, two_sided(level, sides))
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
    """One table for each fold, where the axis has other parts beside the fold."""
    (axis,) = tables.axes
    names = axis.name.split(" × ")
    if len(names) == 1 or "fold" not in names or axis.labels is None:
        return tables
    place = names.index("fold")
    members: dict[Label, list[int]] = {}
    for position, label in enumerate(axis.labels):
        fold = label[place] if isinstance(label, tuple) else label
        members.setdefault(fold, []).append(position)
    return tables.pool(list(members.values()), Axis("fold", tuple(members)))


def _ratio(folds: int | None, ratio: float | None) -> float:
    if (folds is None) == (ratio is None):
        raise InputError(
            "give either folds, their number in one repetition, or ratio, that of test to training items"
        )
    if folds is not None:
        if folds < 2:
            raise InputError(f"folds must be 2 or more, got {folds!r}")
        return 1 / (folds - 1)
    if ratio is None or not ratio > 0:
        raise InputError(f"ratio must be the number of test items for each training item, got {ratio!r}")
    return ratio


def _student(value: Any, se: Any, freedom: int, level: float) -> tuple[Any, Any]:
    from scipy.special import stdtrit

    spread = stdtrit(freedom, (1 + level) / 2) * se
    return value - spread, value + spread
