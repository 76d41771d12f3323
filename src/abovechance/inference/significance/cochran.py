"""Cochran's Q: whether a measure is the same in all groups, by χ² or by items that change their groups.

Q weighs the squared distances of the groups' values from their mean by the inverse of their variances
(Cochran 1954, Biometrics 10, 101-129, eq. 1). The variance of a group's value varies with the value itself,
so that weights of each group's own make Q too large and the mean too sure. Here they are those of the null,
as of a score test: what the group's number of items would lead to at the rates of all groups together. With
few items Q does not follow χ²: items then change their groups at random, those of one real class among
themselves where the measure does not depend on prevalence, and Q is compared with those of the exchanges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.core.errors import InputError
from abovechance.inference.comparisons.unpaired import two_sided_tail
from abovechance.inference.intervals.delta import linearise, smoothed
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.measures.registry import Measure

    Floats = NDArray[np.float64]

ENOUGH_ITEMS = 30  # with fewer of a class in a group, χ² is not to be trusted, see docs/slices.md
_ENOUGH_LARGER = 300  # exchanges with a larger Q after which p is known well enough (Besag and Clifford 1991)
_BLOCK_SIZE = 2**18  # cells of drawn tables at a time
_TIE_TOLERANCE = 1e-9  # statistics that differ by less than this share are the same but for rounding


@dataclass(frozen=True)
class Drawn:
    """How many exchanges to make at most, and from which seed."""

    replicates: int
    seed: int | None


@dataclass(frozen=True, eq=False)
class Found:
    """What was found of the groups in which the measure is defined."""

    weights: Floats
    differences: Floats
    p_values: Floats
    pooled: tuple[float, float, float]
    test: tuple[float, int, float, str, int | None, float]
    reason: str | None = None


@dataclass(frozen=True, eq=False)
class Groups:
    """The tables of the groups in which a measure is defined, and its values."""

    measure: Measure
    tables: Tables
    values: Floats

    @property
    def is_countable(self) -> bool:
        """Whether items are whole, so that they can change their groups."""
        return self.tables.counts.dtype.kind == "i"

    @property
    def fewest(self) -> float:
        """The items of the smallest class of any group; classes that occur nowhere do not count."""
        real = self.tables.counts.sum(-1)
        return float(real[:, real.sum(0) > 0].min())

    @cached_property
    def variances(self) -> Floats:
        """The variance of the measure in each group, and in the rest, at the rates of all, ``(2, G)``."""
        counts = self.tables.counts
        pooled = smoothed(replace(self.tables, counts=counts.sum(0), axes=())).counts
        both = np.stack((counts, counts.sum(0) - counts))
        if self._keeps_classes:
            real = pooled.sum(-1, keepdims=True)
            expected = both.sum(-1, keepdims=True) * np.divide(pooled, real, where=real > 0, out=0 * pooled)
        else:
            expected = both.sum((-2, -1), keepdims=True) * pooled / pooled.sum()
        found = linearise([self.measure], self._tables(expected))[self.measure.key]
        return np.maximum(np.asarray(found.se) ** 2, np.finfo(float).tiny)

    @property
    def weights(self) -> Floats:
        """The inverse variances of the groups."""
        return 1 / self.variances[0]

    def statistics(self, counts: NDArray[np.number]) -> tuple[Floats, Floats]:
        """Cochran's Q, and how far each group is from the rest in standard errors, of ``(…, G, K, K)``.

        A group in which the measure is undefined is left out, and Q is scaled to the number of all.
        """
        with np.errstate(all="ignore"):
            value = np.asarray(self.measure(self._tables(counts)), dtype=float)
            rest = np.asarray(self.measure(self._tables(counts.sum(-3, keepdims=True) - counts)), dtype=float)
            known = np.isfinite(value)
            weights = np.where(known, self.weights, 0.0)
            seen = np.where(known, value, 0.0)
            mean = (weights * seen).sum(-1, keepdims=True) / weights.sum(-1, keepdims=True)
            q = (weights * (seen - mean) ** 2).sum(-1)
            # An exchange may leave a group undefined: its Q has fewer terms and must be compared with one
            # of all groups.
            q = q * (value.shape[-1] - 1) / (known.sum(-1) - 1)
            return q, (value - rest) / np.sqrt(self.variances.sum(0))

    @property
    def _keeps_classes(self) -> bool:
        """Whether the real classes of a group may stay as they are, as prevalence does not matter."""
        return self.measure.is_unchanged_by("prevalence", self.tables.counts.shape[-1])

    def _tables(self, counts: NDArray[np.number]) -> Tables:
        axes = tuple(Axis(f"axis {i}") for i in range(counts.ndim - 2))
        return replace(self.tables, counts=counts, squares=None, axes=axes)

    def exchanged(self, drawn: Drawn) -> Iterator[NDArray[np.int64]]:
        """Tables of items that changed their groups at random, ``(B, G, K, K)``.

        Items of one class change among themselves where prevalence does not matter, else all do.
        """
        from scipy.stats import random_table

        counts = self.tables.counts
        groups = len(counts)
        apart = self._keeps_classes
        parts = counts.transpose(1, 0, 2) if apart else counts.reshape(1, groups, -1)
        block = max(_BLOCK_SIZE // counts.size, 1)
        rng = np.random.default_rng(drawn.seed)
        for start in range(0, drawn.replicates, block):
            size = min(block, drawn.replicates - start)
            found = np.zeros((size, *parts.shape), dtype=np.int64)
            for k, part in enumerate(parts):
                if part.any():
                    rows, columns = part.sum(1), part.sum(0)
                    # Groups by answers with both margins given: exchanging groups keeps how many items each
                    # has, and each answer.
                    found[:, k] = random_table(rows, columns, seed=rng).rvs(size).reshape(size, *part.shape)
            yield found.transpose(0, 2, 1, 3) if apart else found.reshape(size, *counts.shape)


def tested(sample: Groups, test: str, drawn: Drawn, level: float) -> Found:
    """The pooled value and the test of all groups, and that of each against the rest."""
    from scipy.special import chdtrc

    groups = len(sample.values)
    if groups < 2:
        nothing = np.full(groups, math.nan)
        why = f"{sample.measure.title} is defined in {'only one group' if groups else 'no group'}"
        untested = math.nan, max(groups - 1, 0), math.nan, "chi_squared", None, math.nan
        return Found(nothing, nothing, nothing, (math.nan,) * 3, untested, why)
    if test == "permutation" and not sample.is_countable:
        raise InputError("items of different weight cannot change their groups: use test='chi_squared'")
    if test == "auto":
        exact = sample.is_countable and sample.fewest < ENOUGH_ITEMS
        test = "permutation" if exact else "chi_squared"
    q, distances = sample.statistics(sample.tables.counts)
    weights = sample.weights
    value = float((weights * sample.values).sum() / weights.sum())
    # The variance of the mean weighted by inverse variances is the inverse of their sum.
    half = quantile(level) / math.sqrt(weights.sum())
    statistic, df, number = float(q), groups - 1, None
    p_values, p_value = two_sided_tail(abs(distances)), float(chdtrc(df, statistic))
    if test == "permutation":
        p_value, p_values, number = _permuted(sample, statistic, distances, drawn)
    beyond = max(0.0, 1 - df / statistic) if statistic > 0 else 0.0
    low, high = max(value - half, sample.measure.low), min(value + half, sample.measure.high)
    outcome = statistic, df, p_value, test, number, beyond
    differences = distances * np.sqrt(sample.variances.sum(0))
    return Found(weights / weights.sum(), differences, p_values, (value, low, high), outcome)


def _permuted(sample: Groups, statistic: float, distances: Floats, drawn: Drawn) -> tuple[float, Floats, int]:
    """P-values of Q and of the distances by exchanges: few where neither is rare."""
    larger, farther, done = 0, np.zeros(len(distances), dtype=int), 0
    for counts in sample.exchanged(drawn):
        q, others = sample.statistics(counts)
        larger += int((~(q < statistic * (1 - _TIE_TOLERANCE))).sum())
        farther += (~(abs(others) < abs(distances) * (1 - _TIE_TOLERANCE))).sum(0)
        done += len(q)
        if larger >= _ENOUGH_LARGER and (farther >= _ENOUGH_LARGER).all():
            break
    return (1 + larger) / (1 + done), (1 + farther) / (1 + done), done
