"""Sums of weighted hits: what a right decision of each class is worth to each statistic of guessing.

Given both margins, the measures that tell informed decisions from guesses are linear in the diagonal of
the table: Σ w·hits. They differ in the weight of a hit of each class. If the predicted labels are dealt out
at random, such a sum is a linear permutation statistic: with d = w·[k = l] doubly centred, its variance is
Σd² / (N−1) and its third moment N·Σd³ / ((N−1)(N−2)), both exactly (Hoeffding 1951). The sums
over N² pairs of items fold into sums over K classes.

How probable it is that any of up to three correlated, skewed statistics lies beyond a limit.

Each statistic is taken as Pearson's type III (a shifted gamma distribution) of its own skewness, which turns
a limit into a normal quantile; the quantiles are joined by the normal distribution of the same correlations.
The probability that some statistic lies outside is that of the first, of the second while the first is
inside, and of the third while both are: the last by quadrature over the tail of the third, so that small
probabilities keep their digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.core.arrays import Array, Numbers
    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.inference.significance.outcome import Alternative

_LEAST_ITEMS = 3  # fewer items have no third moment

WEIGHTS: dict[str, Callable[[Dichotomy], Array]] = {
    "score": lambda each: 1 / each.bias,
    "prevalence_weighted_informedness": lambda each: each.n / each.rn,
    "informedness": lambda each: each.bias / (each.prevalence * (each.rn / each.n)),
    "markedness": lambda each: each.prevalence / (each.bias * (each.pn / each.n)),
}
"""What a hit of each class adds, from that class against the rest.

``score`` is the derivative of the log-likelihood by the share of informed decisions at none, if all classes
share it: Σ (Precision − Prevalence) over the labels predicted. The others are the measures of these names
(Powers 2007, eqs. 41 and 42): for them a hit is worth what it adds to N times the measure.
"""


@dataclass(frozen=True)
class Sums:
    """Several sums of weighted hits of tables, on a last axis, with their exact moments under random labels.

    ``weights`` is what a hit of each class adds, ``(*batch, m, K)``; ``correlation`` is ``(*batch, m, m)``.
    ``standardised`` is NaN where the margins allow one value only.
    """

    weights: Array
    expected: Array
    deviation: Array
    standardised: Array
    skewness: Array
    correlation: Array

    @property
    def varies(self) -> Array:
        """Whether random tables with these margins differ in any of the sums."""
        return np.any(self.deviation > 0, axis=-1)


def hit_weights(t: Contingency, names: Sequence[str]) -> Array:
    """The weights of hits, shape ``(*batch, m, K)``; 0 where the margins fix the number of hits."""
    each = t.each
    with np.errstate(all="ignore"):
        found = np.stack([WEIGHTS[name](each) for name in names], axis=-2)
    # A class that is all items or none has as many hits in every table of the margins.
    free = (np.minimum(each.rp, each.rn) > 0) & (np.minimum(each.pp, each.pn) > 0)
    return np.where(free[..., None, :], found, 0.0)


def weighted_hits(t: Contingency, names: Sequence[str]) -> Sums:
    """The sums of these names, with their moments over all tables that have the margins of each table."""
    weights, each = hit_weights(t, names), t.each
    n = np.asarray(t.total, dtype=float)[..., None]
    with np.errstate(all="ignore"):
        real, rest, predicted, others = (
            np.nan_to_num(count / n)[..., None, :] for count in (each.rp, each.rn, each.pp, each.pn)
        )
        both = real * predicted
        shares = weights * both
        mean = shares.sum(-1)
        spread = _products(both * rest * others, weights, weights) + _products(
            1.0, shares, _without_own(shares)
        )
        covariance = spread * (n**2 / (n - 1))[..., None]
        of_row, of_column = weights * predicted - mean[..., None], weights * real - mean[..., None]
        beside = -mean[..., None] - of_row - of_column  # d of a class without its hit
        # The doubly centred matrix takes few distinct values: off the hits it depends on row and column
        # alone.
        hit = beside + weights
        third = (
            (both * (hit**3 - beside**3)).sum(-1)
            - mean**3
            - 3 * mean * ((real * of_row**2).sum(-1) + (predicted * of_column**2).sum(-1))
            - (real * of_row**3).sum(-1)
            - (predicted * of_column**3).sum(-1)
        )
        variance = np.diagonal(covariance, axis1=-2, axis2=-1)
        # A sum without weights has a variance of rounding only, which would make it seem to vary.
        deviation = np.sqrt(np.where((weights > 0).any(-1), variance, 0.0))
        skewness = n**3 * third / ((n - 1) * (n - 2)) / deviation**3
        hits = np.diagonal(t.counts, axis1=-2, axis2=-1)[..., None, :]
        expected = n * mean
        standardised = ((hits * weights).sum(-1) - expected) / deviation
        correlation = covariance / (deviation[..., :, None] * deviation[..., None, :])
    return Sums(
        weights,
        expected,
        deviation,
        np.where(deviation > 0, standardised, np.nan),
        np.where((deviation > 0) & (n >= _LEAST_ITEMS), skewness, 0.0),
        np.clip(correlation, -1.0, 1.0),
    )


def _products(shares: Numbers, terms: Array, others: Array) -> Array:
    """Sums over classes of products of every two terms, weighted by shares."""
    return (shares * terms) @ np.swapaxes(others, -1, -2)


def _without_own(terms: Array) -> Array:
    """For each class the sum over all other classes, added up and not subtracted: nothing cancels."""
    nothing = np.zeros_like(terms[..., :1])
    # Sums from both ends instead of the total less the own term, in which a large own term would cancel.
    before = np.cumsum(np.concatenate((nothing, terms[..., :-1]), axis=-1), axis=-1)
    after = np.cumsum(np.concatenate((nothing, terms[..., :0:-1]), axis=-1), axis=-1)[..., ::-1]
    return before + after


_NODES, _SHARES = np.polynomial.legendre.leggauss(16)
_NODES, _SHARES = (_NODES + 1) / 2, _SHARES / 2
_GREATEST_DEVIATE = 38.0  # beyond, the normal distribution has no probability that a double can hold
_SMALLEST_PROBABILITY = 1e-300
_NEGLIGIBLE_SKEWNESS = 1e-3  # with less skewness the gamma distribution is the normal one to six digits
_SHORT_TAIL = 0.8
"""A tail shortened by more skewness than this ends too soon: a gamma distribution has an end, which the
statistic
need not have at the same place."""
_LEAST_DEVIATION = 1e-7  # the least standard deviation of a statistic given another: less is rounding
_BLOCK_SIZE = 1 << 13


def beyond_any(limit: Array, skewness: Array, correlation: Array, alternative: Alternative) -> Array:
    """The probability that any of one or three standardised statistics lies beyond a limit of shape ``(B,)``.

    ``skewness`` is of shape ``(B, m)``, ``correlation`` of shape ``(B, m, m)``.
    """
    parts = [
        _beyond(
            limit[at : at + _BLOCK_SIZE],
            skewness[at : at + _BLOCK_SIZE],
            correlation[at : at + _BLOCK_SIZE],
            alternative,
        )
        for at in range(0, max(len(limit), 1), _BLOCK_SIZE)
    ]
    return np.concatenate(parts)


def _beyond(limit: Array, skewness: Array, correlation: Array, alternative: Alternative) -> Array:
    if alternative == "less":
        skewness, alternative = -skewness, "greater"
    high = normal_score(limit[:, None], skewness)
    low, sides = np.full_like(high, -_GREATEST_DEVIATE), [(1, high)]
    if alternative == "two-sided":
        low = normal_score(-limit[:, None], skewness)
        sides.append((-1, low))
    total = _outside(low[:, 0], high[:, 0])
    if skewness.shape[1] > 1:
        for sign, edge in sides:
            total = total + _second_alone(sign, edge, low, high, correlation)
            total = total + _third_alone(sign, edge, low, high, correlation)
    return np.minimum(total, 1.0)


def normal_score(value: Array, skewness: Array) -> Array:
    """The normal quantile as far out as a value of a standardised gamma variable of this skewness."""
    from scipy.special import gammainc, gammaincc, ndtri

    # the tail that skewness shortens is taken as no shorter than this
    skewness = np.where(value > 0, np.maximum(skewness, -_SHORT_TAIL), np.minimum(skewness, _SHORT_TAIL))
    sign = np.where(skewness < 0, -1.0, 1.0)
    # A gamma distribution has the skewness 2/√shape.
    shape = 4 / np.square(np.maximum(abs(skewness), _NEGLIGIBLE_SKEWNESS))
    x = np.maximum(shape + sign * value * np.sqrt(shape), 0.0)
    below, above = gammainc(shape, x), gammaincc(shape, x)
    # The smaller of both tails is turned into a quantile: the larger is too near 1 to tell where it ends.
    score = np.where(
        above < below,
        -ndtri(np.maximum(above, _SMALLEST_PROBABILITY)),
        ndtri(np.maximum(below, _SMALLEST_PROBABILITY)),
    )
    return np.where(abs(skewness) < _NEGLIGIBLE_SKEWNESS, value, sign * score)


def _outside(low: Array, high: Array) -> Array:
    from scipy.special import ndtr

    return ndtr(-high) + ndtr(low)


def _tail(sign: int, edge: Array) -> tuple[Array, Array]:
    """The probability of a normal tail, and values in it at the nodes of its quantiles."""
    from scipy.special import ndtr, ndtri

    chance = ndtr(-sign * edge)
    return chance, -sign * ndtri(np.maximum(_NODES * chance[:, None], _SMALLEST_PROBABILITY))


def _given(correlation: Array, i: int, j: int) -> tuple[Array, Array]:
    """The correlation of two statistics, and the deviation of the first if the second is known."""
    r = correlation[:, i, j, None]
    return r, np.sqrt(np.maximum((1 - r) * (1 + r), _LEAST_DEVIATION**2))


def _second_alone(sign: int, edge: Array, low: Array, high: Array, correlation: Array) -> Array:
    """The probability that the second statistic is beyond its edge, and the first is inside."""
    from scipy.special import ndtr

    chance, x = _tail(sign, edge[:, 1])
    r, s = _given(correlation, 0, 1)
    inside = ndtr((high[:, :1] - r * x) / s) - ndtr((low[:, :1] - r * x) / s)
    return chance * (inside * _SHARES).sum(-1)


def _third_alone(sign: int, edge: Array, low: Array, high: Array, correlation: Array) -> Array:
    """The probability that the third statistic is beyond its edge, and the two others are inside."""
    # Quadrature over the quantiles of the tail itself: far out, nodes over its values would miss what is
    # left.
    chance, x = _tail(sign, edge[:, 2])
    (r0, s0), (r1, s1) = _given(correlation, 0, 2), _given(correlation, 1, 2)
    between = np.clip((correlation[:, 0, 1, None] - r0 * r1) / (s0 * s1), -1.0, 1.0)
    a = (low[:, :1] - r0 * x) / s0, (high[:, :1] - r0 * x) / s0
    b = (low[:, 1:2] - r1 * x) / s1, (high[:, 1:2] - r1 * x) / s1
    inside = (
        _both_below(a[1], b[1], between)
        - _both_below(a[0], b[1], between)
        - _both_below(a[1], b[0], between)
        + _both_below(a[0], b[0], between)
    )
    return chance * (np.clip(inside, 0.0, 1.0) * _SHARES).sum(-1)


def _both_below(x: Array, y: Array, correlation: Array) -> Array:
    """The bivariate normal distribution function, by Owen's T (Owen 1956, eq. 2.1)."""
    from scipy.special import ndtr, owens_t

    x, y = (
        np.where(
            abs(v) < _SMALLEST_PROBABILITY,
            _SMALLEST_PROBABILITY,
            np.clip(v, -_GREATEST_DEVIATE, _GREATEST_DEVIATE),
        )
        for v in (x, y)
    )
    s = np.sqrt(np.maximum((1 - correlation) * (1 + correlation), _LEAST_DEVIATION**2))
    with np.errstate(over="ignore"):
        slopes = (y / x - correlation) / s, (x / y - correlation) / s
    # Owen's formula has this half where both limits lie on opposite sides of 0; limits at 0 were moved off
    # it.
    opposite = np.where(x * y > 0, 0.0, 0.5)
    return (ndtr(x) + ndtr(y)) / 2 - owens_t(x, slopes[0]) - owens_t(y, slopes[1]) - opposite
