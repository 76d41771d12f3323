"""The corrected resampled t-test: two systems on the folds of a cross-validation, or on random splits.

The training sets of folds overlap, so that differences of scores are correlated, and the plain t-test, which
takes them for independent, finds differences that are not there. Nadeau and Bengio (2003) add the ratio of
test to training items to 1/J in the variance of the mean of J differences; with r repetitions of k folds the
ratio is 1/(k − 1) (Bouckaert and Frank 2004). The variance is that of the Bayesian :func:`correlated_t`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.inference.comparisons.pair_difference import two_sided_p, two_sided_quantile
from abovechance.inference.datasets.correlated_t import fold_correlation, fold_differences

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class CorrectedT:
    """What :func:`corrected_t` found.

    Attributes
    ----------
    difference
        The mean of the first system's scores less the second's.
    low, high, level
        Its confidence interval.
    se
        Its standard error, widened for the correlation of folds.
    statistic, df, p_value
        Student's t, its degrees of freedom, and the two-sided p-value of no difference.
    ratio
        The ratio of test to training items.
    """

    difference: float
    low: float
    high: float
    level: float
    se: float
    statistic: float
    df: int
    p_value: float
    ratio: float


def corrected_t(
    first: ArrayLike,
    second: ArrayLike,
    *,
    folds: int | None = None,
    ratio: float | None = None,
    level: float = 0.95,
) -> CorrectedT:
    """Test whether two systems differ by their scores on the same folds of one data set.

    Parameters
    ----------
    first, second
        The scores of the two systems, one for each fold (of each repetition) or each split.
    folds
        The number of folds of one repetition. Without it, the number of scores.
    ratio
        For repeated random splits, the number of test items for each training item, such as 1/9.
    level
        The level of the interval.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.corrected_t([0.81, 0.79, 0.84, 0.82, 0.80], [0.78, 0.77, 0.80, 0.81, 0.77])
    >>> round(found.difference, 3), round(found.statistic, 2), found.df, round(found.p_value, 3)
    (0.026, 3.4, 4, 0.027)
    """
    differences = fold_differences(first, second)
    share = _ratio(len(differences), folds, ratio)
    mean, df = float(differences.mean()), len(differences) - 1
    se = math.sqrt((1 / len(differences) + share) * differences.var(ddof=1))
    statistic = _quotient(mean, se)
    spread = two_sided_quantile(two_sided(level, 2), df) * se
    p_value = two_sided_p(statistic, df)
    return CorrectedT(mean, mean - spread, mean + spread, level, se, statistic, df, p_value, share)


def _ratio(scores: int, folds: int | None, ratio: float | None) -> float:
    if ratio is None:
        correlation = fold_correlation(scores, folds)
        return correlation / (1 - correlation)
    if folds is not None:
        raise InputError("give either folds, their number in one repetition, or ratio, that of random splits")
    if not 0 < ratio < math.inf:
        raise InputError(f"ratio must be the number of test items for each training item, got {ratio!r}")
    return float(ratio)


def _quotient(mean: float, se: float) -> float:
    """The mean in standard errors; without any spread 0, or infinite."""
    if se > 0:
        return mean / se
    return math.copysign(math.inf, mean) if mean else 0.0
