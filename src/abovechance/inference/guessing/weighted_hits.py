"""Sums of weighted hits: what a right decision of each class is worth to each statistic of guessing.

Given both margins, the measures that tell informed decisions from guesses are linear in the diagonal of
the table: Σ w·hits. They differ in the weight of a hit of each class. If the predicted labels are dealt out
at random, such a sum is a linear permutation statistic: with d = w·[k = l] doubly centred, its variance is
Σd² / (N−1) and its third moment N·Σd³ / ((N−1)(N−2)), both exactly (Hoeffding 1951). The sums
over N² pairs of items fold into sums over K classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy

Array = Any

_LEAST_ITEMS = 3
"""Fewer items have no third moment."""

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
    """Several sums of weighted hits of a batch of tables, on a last axis.

    Attributes
    ----------
    weights
        What a hit of each class adds to each sum, shape ``(*batch, m, K)``.
    expected, deviation
        Mean and standard deviation with labels dealt out at random, exact; shape ``(*batch, m)``.
    standardised
        The sums less their means, in standard deviations; NaN where the margins allow one value only.
    skewness
        Their third standardised moments.
    correlation
        Their correlations, shape ``(*batch, m, m)``.
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
        return (self.deviation > 0).any(-1)


def hit_weights(t: Contingency, names: Sequence[str]) -> Array:
    """The weights of hits, shape ``(*batch, m, K)``; 0 where the margins fix the number of hits."""
    each = t.each
    with np.errstate(all="ignore"):
        found = np.stack([WEIGHTS[name](each) for name in names], axis=-2)
    free = (np.minimum(each.rp, each.rn) > 0) & (np.minimum(each.pp, each.pn) > 0)
    return np.where(free[..., None, :], found, 0.0)


def weighted_hits(t: Contingency, names: Sequence[str]) -> Sums:
    """The sums of these names, with their moments over all tables that have the margins of each table.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.guessing.weighted_hits import weighted_hits
    >>> t = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]])
    >>> weighted_hits(t.contingency, ["score", "informedness"]).standardised.round(3)
    array([3.931, 5.251])
    """
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
        hit = beside + weights
        third = (
            (both * (hit**3 - beside**3)).sum(-1)
            - mean**3
            - 3 * mean * ((real * of_row**2).sum(-1) + (predicted * of_column**2).sum(-1))
            - (real * of_row**3).sum(-1)
            - (predicted * of_column**3).sum(-1)
        )
        variance = np.diagonal(covariance, axis1=-2, axis2=-1)
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


def _products(shares: Array, terms: Array, others: Array) -> Array:
    """Sums over classes of products of every two terms, weighted by shares."""
    return (shares * terms) @ np.swapaxes(others, -1, -2)


def _without_own(terms: Array) -> Array:
    """For each class the sum over all other classes, added up and not subtracted: nothing cancels."""
    nothing = np.zeros_like(terms[..., :1])
    before = np.cumsum(np.concatenate((nothing, terms[..., :-1]), axis=-1), axis=-1)
    after = np.cumsum(np.concatenate((nothing, terms[..., :0:-1]), axis=-1), axis=-1)[..., ::-1]
    return before + after
