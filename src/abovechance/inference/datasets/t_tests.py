"""Student's t for correlated scores: two systems on the folds of a cross-validation, or on random splits.

The training sets of folds overlap, so that differences of scores are correlated, and the plain t-test, which
takes them for independent, finds differences that are not there. Nadeau and Bengio (2003) add the ratio of
test to training items to 1/J in the variance of the mean of J differences; with r repetitions of k folds the
ratio is 1/(k − 1) (Bouckaert and Frank 2004). The Bayesian :func:`correlated_t` tells how likely a system is
better, worse or practically equal: the posterior of the mean difference is Student's t with the same variance
(Corani and Benavoli 2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.core.text import p_said
from abovechance.inference.comparisons.pair_difference import two_sided_p, two_sided_quantile

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True, eq=False, repr=False)
class CorrelatedT(Result):
    """What is believed of the mean difference of two systems after seeing their scores.

    Attributes
    ----------
    first_better, equivalent, second_better
        The probabilities that the first system is better by more than the rope, that the two differ by
        less than it, and that the second is better by more than it. They add up to 1.
    difference
        The mean difference.
    scale, df
        The scale and the degrees of freedom of its posterior, a Student t distribution.
    rope
        The largest difference that does not matter.
    correlation
        The correlation of the folds that was assumed.
    """

    _headline = "difference"

    first_better: float
    equivalent: float
    second_better: float
    difference: float
    scale: float
    df: int
    rope: float
    correlation: float

    def __repr__(self) -> str:
        """What is believed, in a line."""
        return (
            f"first better {self.first_better:.4f}, equivalent within {self.rope:g} {self.equivalent:.4f}, "
            f"second better {self.second_better:.4f} (mean difference {self.difference:.4f})"
        )


def correlated_t(
    first: ArrayLike,
    second: ArrayLike,
    *,
    folds: int | None = None,
    correlation: float | None = None,
    rope: float = 0.01,
) -> CorrelatedT:
    """Compare the scores of two systems on the same cross-validation folds of one data set.

    Parameters
    ----------
    first, second
        The scores of the two systems, one for each fold (of each repetition); higher is better.
    folds
        The number of folds of one repetition: the correlation is then one over it, the share of the items
        that are tested. Without it, the number of scores.
    correlation
        The correlation itself, if it is known to be another; 0 for independent test sets.
    rope
        Differences up to this (the region of practical equivalence) do not matter.

    Examples
    --------
    >>> from abovechance.inference.datasets.t_tests import correlated_t
    >>> found = correlated_t([0.81, 0.79, 0.84, 0.82, 0.80], [0.78, 0.77, 0.80, 0.81, 0.77])
    >>> round(found.first_better, 3), round(found.equivalent, 3)
    (0.948, 0.048)
    """
    from scipy.special import stdtr

    differences = fold_differences(first, second)
    rho = _correlation(len(differences), folds, correlation)
    if not rope >= 0:
        raise InputError(f"rope must be a difference that does not matter, 0 or more, got {rope!r}")
    mean, df = float(differences.mean()), len(differences) - 1
    # With ρ the share of items tested, ρ/(1 − ρ) is the ratio of test to training items of Nadeau and
    # Bengio.
    scale = math.sqrt((1 / len(differences) + rho / (1 - rho)) * differences.var(ddof=1))
    if scale > 0:
        below, up_to = (float(stdtr(df, (edge - mean) / scale)) for edge in (-rope, rope))
    else:
        # Without any spread the posterior is a point, on one side of each edge or the other.
        below, up_to = float(mean < -rope), float(mean <= rope)
    return CorrelatedT(1 - up_to, up_to - below, below, mean, scale, df, rope, rho)


def fold_differences(first: ArrayLike, second: ArrayLike) -> np.ndarray:
    """The first system's scores less the second's, of two or more folds."""
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.ndim != 1 or a.shape != b.shape or len(a) < 2:
        raise InputError(
            "first and second must be columns of the scores of the same folds, two or more: "
            f"got shapes {a.shape} and {b.shape}"
        )
    if not np.all(np.isfinite(a - b)):
        raise InputError("every fold must have a finite score of both systems")
    return a - b


def fold_correlation(scores: int, folds: int | None) -> float:
    """The share of the items that a fold tests, of so many folds in each repetition."""
    number = scores if folds is None else folds
    if number < 2 or scores % number:
        raise InputError(f"folds must divide the number of scores, {scores}, got {folds!r}")
    return 1 / number


def _correlation(scores: int, folds: int | None, correlation: float | None) -> float:
    if correlation is None:
        return fold_correlation(scores, folds)
    if not 0 <= correlation < 1:
        raise InputError(f"correlation must be at least 0 and below 1, got {correlation!r}")
    return float(correlation)


@dataclass(frozen=True, eq=False, repr=False)
class CorrectedT(Result):
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

    _headline = "difference"

    difference: float
    low: float
    high: float
    level: float
    se: float
    statistic: float
    df: int
    p_value: float
    ratio: float

    def __repr__(self) -> str:
        """The difference, its interval and its test, in a line."""
        return (
            f"difference {self.difference:.4f}, {100 * self.level:g} % interval {self.low:.4f} to "
            f"{self.high:.4f}, t = {self.statistic:.4g} (df = {self.df}), {p_said(self.p_value)}"
        )


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
    # Training sets overlap, so that scores of folds are correlated: Nadeau and Bengio (2003) add the ratio
    # for it.
    se = math.sqrt((1 / len(differences) + share) * differences.var(ddof=1))
    statistic = _quotient(mean, se)
    spread = two_sided_quantile(two_sided(level, 2), df) * se
    p_value = two_sided_p(statistic, df)
    return CorrectedT(mean, mean - spread, mean + spread, level, se, statistic, df, p_value, share)


def _ratio(scores: int, folds: int | None, ratio: float | None) -> float:
    if ratio is None:
        correlation = fold_correlation(scores, folds)
        # With k folds the correlation is 1/k, and the ratio of test to training items 1/(k − 1).
        return correlation / (1 - correlation)
    if folds is not None:
        raise InputError(
            "give folds= (the number of folds of a repetition) or ratio= (of random splits), not both"
        )
    if not 0 < ratio < math.inf:
        raise InputError(f"ratio must be the number of test items for each training item, got {ratio!r}")
    return float(ratio)


def _quotient(mean: float, se: float) -> float:
    """The mean in standard errors; without any spread 0, or infinite."""
    if se > 0:
        return mean / se
    return math.copysign(math.inf, mean) if mean else 0.0
