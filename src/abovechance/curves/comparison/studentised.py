"""Differences of AUCs in units of their own standard error: one statistic for intervals and tests alike.

DeLong's variance of a difference shrinks with the correlation of the systems, as it must, but it is far too
small where few items decide, such as beside an AUC of 1, and it is itself uncertain. Two things are added:

- Half an item in each class that both systems rank by chance, as much alike as they rank the others.
  Systems that rank nearly alike are hardly doubted; two that separate the classes are doubted in full.
- Student's distribution with as many degrees of freedom as the variance is sure of: Satterthwaite's (1946),
  from the fourth moments of what items add to the difference, and no more than normal ones would have.

The test of no difference and the interval invert each other. With ever more items both become DeLong's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.comparison.comparison import JointTest
from abovechance.curves.uncertainty.intervals import FEW_ITEMS, ONE_ITEM, effective_size
from abovechance.inference.comparisons.pair_difference import two_sided_p, two_sided_quantile
from abovechance.inference.intervals.cautions import SMALL_CLASS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.curves.uncertainty.delong import Placements, Side

    Floats = NDArray[np.float64]


DOUBT = 0.5
"""How much of an item that is ranked by chance to add to each class; see ``docs/curve_inference.md``."""
FEW_DRAWN = 20
FEW_TO_DRAW = "a class has fewer than 20 items: the bootstrap may cover less than its level"
LEAST_DF = 3.0  # fewer degrees of freedom make intervals so wide that they say nothing, and gain no coverage


@dataclass(frozen=True, eq=False)
class Stratum:
    """Items, or clusters, drawn apart from all others, and what each adds to the AUCs of ``systems``.

    ``influence`` has the shape ``(systems, units)`` and a scale on which sums of squares are variances
    without bias. Each column stands for ``counts`` units. ``doubt`` is the covariance that an item ranked by
    chance would add, and ``size`` the number of equal units that are as good as these.
    """

    systems: tuple[int, ...]
    influence: Floats
    counts: Floats | None
    doubt: Floats
    size: float

    def added(self, coefficients: Floats) -> tuple[float, float]:
        """What the stratum adds to the variance of a combination of AUCs, and the variance of that."""
        contrast = coefficients[list(self.systems)]
        repeated = 1.0 if self.counts is None else self.counts
        # differences are taken before they are squared, so that systems alike differ by nothing
        squares = (contrast @ self.influence) ** 2
        found, fourth = float((repeated * squares).sum()), float((repeated * squares**2).sum())
        doubt = DOUBT * max(float(contrast @ self.doubt @ contrast), 0.0)
        variance = found + doubt
        noise = fourth - found**2 / self.size + doubt**2 / DOUBT
        return variance, max(noise, 2 * variance**2 / (self.size - 1))

    def covariance(self, contrasts: Floats) -> Floats:
        """What the stratum adds to the covariance of several combinations, a row of coefficients for each."""
        rows = contrasts[:, list(self.systems)]
        return _covariance(rows @ self.influence, self.counts) + DOUBT * rows @ self.doubt @ rows.T


def strata_of(placed: Placements, first: int = 0) -> list[Stratum]:
    """The classes, drawn apart; or all clusters at once where some have items of both classes.

    ``first`` is the position of the first of these systems among all that are compared.
    """
    systems = tuple(range(first, first + len(placed.auc)))
    parts = [_of_side(side, placed.auc, systems) for side in (placed.positive, placed.negative)]
    own, other = placed.positive.clusters, placed.negative.clusters
    if own is None or other is None or not np.intersect1d(own, other).size:
        return parts
    width = max(part.influence.shape[1] for part in parts)
    padded = [np.pad(part.influence, ((0, 0), (0, width - part.influence.shape[1]))) for part in parts]
    number = len(np.union1d(own, other))
    return [Stratum(systems, padded[0] + padded[1], None, parts[0].doubt + parts[1].doubt, float(number))]


def _of_side(side: Side, auc: Floats, systems: tuple[int, ...]) -> Stratum:
    counts = side.counts if side.clusters is None else None
    size, number = effective_size(side), _units(side)
    if not size > 1:
        nothing = np.zeros((len(auc), 0))
        return Stratum(systems, nothing, None, np.full((len(auc), len(auc)), math.nan), size)
    influence = side.influence(auc) * math.sqrt(number / (number - 1))
    alike = _correlation(_covariance(influence, counts))
    return Stratum(systems, influence, counts, np.outer(auc - 0.5, auc - 0.5) * alike / size**2, size)


def _units(side: Side) -> float:
    """How many items, or clusters, the rows of a class stand for."""
    if side.clusters is not None:
        return float(len(np.unique(side.clusters)))
    return float(side.placements.shape[-1] if side.counts is None else side.counts.sum())


def _covariance(influence: Floats, counts: Floats | None) -> Floats:
    repeated = influence if counts is None else influence * counts
    return np.einsum("in,jn->ij", repeated, influence)


def _correlation(covariance: Floats) -> Floats:
    """Correlations of placements; none with a system that places all items of the class alike."""
    spread = np.sqrt(np.diag(covariance))
    scale = np.outer(spread, spread)
    found = np.where(scale > 0, covariance / np.where(scale > 0, scale, 1.0), 0.0)
    np.fill_diagonal(found, 1.0)
    return np.clip(found, -1.0, 1.0)


@dataclass(frozen=True)
class Studentised:
    """A difference of AUCs, its standard error (infinite: it may be anything, NaN: unknown) and the df."""

    difference: float
    se: float
    df: float

    @classmethod
    def of(cls, difference: float, strata: Sequence[Stratum], coefficients: Floats) -> Studentised:
        """Add up what independent strata add to the variance, and to its variance (Satterthwaite 1946)."""
        if not all(stratum.size > 1 for stratum in strata):
            return cls(difference, math.inf, LEAST_DF)
        parts = [stratum.added(coefficients) for stratum in strata]
        variance, noise = (sum(x) for x in zip(*parts, strict=True))
        # Satterthwaite: a variance v that itself varies by s² has the degrees of freedom 2v²/s².
        df = 2 * variance**2 / noise if noise > 0 else math.inf
        return cls(difference, math.sqrt(variance), max(df, LEAST_DF))

    @classmethod
    def plain(cls, difference: float, variance: float, df: float) -> Studentised:
        """DeLong's, with the variance as it is; of clusters it may be a little below zero."""
        if difference == 0 and variance <= 0:
            return cls(difference, 0.0, df)
        return cls(difference, math.sqrt(variance) if variance > 0 else math.nan, df)

    def bounds(self, level: float, slope: float = 1.0) -> tuple[float, float, float]:
        """The differences that a test at one less the level accepts, and the standard error, times slope."""
        half = two_sided_quantile(level, self.df) * self.se
        low, high = max(self.difference - half, -1.0), min(self.difference + half, 1.0)
        return slope * low, slope * high, slope * self.se if math.isfinite(self.se) else math.nan

    @property
    def p_value(self) -> float:
        """The two-sided p-value of no difference."""
        if self.difference == 0 or math.isnan(self.se):
            return math.nan if math.isnan(self.se) else 1.0
        return two_sided_p(self.difference / self.se, self.df)


def warning_of(strata: Sequence[Stratum], *, is_drawn: bool) -> str | None:
    """Why not to trust an interval, or None; bootstraps of other summaries than the AUC need more items."""
    fewest = min(stratum.size for stratum in strata)
    if not fewest > 1:
        return ONE_ITEM
    if is_drawn:
        return FEW_TO_DRAW if fewest < FEW_DRAWN else None
    return SMALL_CLASS if fewest < FEW_ITEMS else None


_RELATIVE_TOLERANCE = 1e-10  # variances of this share of the largest are rounding
NO_SPREAD = "the classes, or the scores, leave no spread to judge the difference by"
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
    # Systems that rank alike make the covariance singular: directions without variance are no degrees of
    # freedom.
    varies = sizes > _RELATIVE_TOLERANCE * max(float(sizes.max()), 0.0)
    along, df = directions.T @ differences, int(varies.sum())
    if np.abs(along[~varies]).max(initial=0.0) > math.sqrt(_RELATIVE_TOLERANCE) * np.abs(differences).max():
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
