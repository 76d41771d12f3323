"""The Bayesian correlated t-test: how likely one system is better, worse or practically equal.

Scores of cross-validation folds are correlated, because the folds share training items; a test that
takes them for independent finds differences that are not there. The posterior of the mean difference is
Student's t with the variance widened for that correlation (Corani and Benavoli 2015; the
correction is that of Nadeau and Bengio 2003).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class CorrelatedT:
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

    first_better: float
    equivalent: float
    second_better: float
    difference: float
    scale: float
    df: int
    rope: float
    correlation: float


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
    >>> from abovechance.inference.datasets.correlated_t import correlated_t
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
    scale = math.sqrt((1 / len(differences) + rho / (1 - rho)) * differences.var(ddof=1))
    if scale > 0:
        below, up_to = (float(stdtr(df, (edge - mean) / scale)) for edge in (-rope, rope))
    else:
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
