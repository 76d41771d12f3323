"""Whether several AUCs differ at all: Hotelling's T² of their differences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.comparison.comparison import JointTest
from abovechance.curves.comparison.contrasts import NO_SPREAD
from abovechance.curves.comparison.studentised import LEAST_DF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.curves.comparison.studentised import Stratum

    Floats = NDArray[np.float64]

_SINGULAR = 1e-10
"""Variances of this share of the largest are rounding."""
TOO_FEW = "there are too few items for so many systems"


def joint_test(differences: Floats, contrasts: Floats, strata: Sequence[Stratum]) -> JointTest:
    """Hotelling's T² of differences in the directions in which they vary, as many as there are.

    Its degrees of freedom are Krishnamoorthy & Yu's (2004, Statistics & Probability Letters 66, 161-169) for
    several covariances, with those of the variance in the direction of the differences for each; of two
    systems this is their :class:`~abovechance.curves.comparison.studentised.Studentised` test.
    """
    if np.isnan(differences).any() or not all(stratum.size > 1 for stratum in strata):
        return _untested(NO_SPREAD)
    parts = [stratum.covariance(contrasts) for stratum in strata]
    sizes, directions = np.linalg.eigh(sum(parts))
    varies = sizes > _SINGULAR * max(float(sizes.max()), 0.0)
    along, df = directions.T @ differences, int(varies.sum())
    if np.abs(along[~varies]).max(initial=0.0) > math.sqrt(_SINGULAR) * np.abs(differences).max():
        return _untested(NO_SPREAD, df)
    if not np.any(along[varies]):
        return JointTest(0.0, df, math.inf, 1.0)
    scaled = directions[:, varies] / np.sqrt(sizes[varies])
    statistic = float(np.square(differences @ scaled).sum())
    added = [stratum.added(contrasts.T @ scaled @ (differences @ scaled)) for stratum in strata]
    residual = _residual_df([scaled.T @ part @ scaled for part in parts], added, df)
    return _tested(statistic, df, residual)


def _residual_df(shares: list[Floats], added: list[tuple[float, float]], df: int) -> float:
    """Degrees of freedom of the sum of independent covariances, given what each is of the sum."""
    uncertain = 0.0
    for share, (variance, noise) in zip(shares, added, strict=True):
        traces = float((share * share.T).sum()) + float(np.trace(share)) ** 2
        uncertain += traces * noise / (2 * variance**2) if variance > 0 else 0.0
    return max((df + df**2) / uncertain, LEAST_DF) if uncertain > 0 else math.inf


def _tested(statistic: float, df: int, residual: float) -> JointTest:
    from scipy.special import chdtrc, fdtrc

    if math.isinf(residual):
        return JointTest(statistic, df, residual, float(chdtrc(df, statistic)))
    left = residual - df + 1
    if left <= 0:
        return _untested(TOO_FEW, df)
    p_value = float(fdtrc(df, left, statistic * left / (residual * df)))
    return JointTest(statistic, df, residual, p_value)


def _untested(reason: str, df: int = 0) -> JointTest:
    return JointTest(math.nan, df, math.nan, math.nan, reason)
