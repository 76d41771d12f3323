"""Tests whether decisions beat guessing on items that come in clusters, such as lesions of patients.

Items of one cluster resemble each other in their classes and in their answers, so that guesses hit together
more often or more rarely than those of independent items. If answers do not depend on classes, the covariance
of two items' hits is the product of the covariance of their classes and that of their answers. Both are known
from the pairs of items of one cluster, so the variance of a weighted sum of hits is

    N·Σ w_k·w_l·S_kl·T_kl + M·Σ w_k·w_l·G_kl·H_kl

with S and T the covariances of the classes and of the answers of one item, G and H those of two items of a
cluster, and M the number of such pairs. Unlike the spread of what clusters add to the sum, it does not rest
on chance hits of the few clusters that have a rare class. The shares were estimated from the same clusters,
which takes off a share of Σ(n/N)². Skewness is that of dealing out the answers of clusters among clusters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.guessing.test import STATISTICS, read_off
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.inference.significance.outcome import Outcome, said_where, stated
from abovechance.measures.compute import why_undefined

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.inference.guessing.weighted_hits import Sums
    from abovechance.inference.significance.outcome import Alternative
    from abovechance.tables.tables import Tables

FEW = 10
FEW_CLUSTERS = "fewer than 10 clusters: the test may not keep its level"
ONE_CLUSTER = "all items are in one cluster: a test needs two or more"
_LEAST_SHARE = 0.3
"""The least variance, as a share of that of independent items: pairs of items may be too few to tell."""
_LEAST_FOR_SKEWNESS = 3


def cluster_test(tables: Tables, name: str, alternative: Alternative) -> Outcome:
    """Test independence by a statistic of ``STATISTICS`` of all clusters, the only axis of the tables."""
    filled = tables.counts[tables.counts.sum((-2, -1)) > 0]
    pooled = tables.sum(0)
    sums = weighted_hits(pooled.contingency, STATISTICS[name])
    if len(filled) > 1 and sums.varies:
        sums = _of_clusters(sums, filled.astype(float), pooled)
    outcome = read_off(_batch_of_one(sums), alternative, "cumulants of clusters").reshaped(())
    outcome = replace(outcome, warning=said_where(np.array(len(filled) < FEW), FEW_CLUSTERS))
    reason = np.asarray(why_undefined(pooled, "informedness"), dtype=object)
    reason = np.where(stated(reason), reason, said_where(np.array(len(filled) < 2), ONE_CLUSTER))
    return outcome.undefined_where(stated(reason), reason)


def _of_clusters(sums: Sums, counts: Array, pooled: Tables) -> Sums:
    """The same sums with the deviations, correlations and skewnesses that clusters give them."""
    n = counts.sum((-2, -1))
    total = n.sum()
    real, predicted = _Side.of(counts.sum(-1)), _Side.of(counts.sum(-2))
    pairs = (n * (n - 1)).sum()
    weights = sums.weights
    single = total * _joined(weights, real.of_item, predicted.of_item)
    together = pairs * _joined(weights, real.of_pair, predicted.of_pair)
    lost = np.square(n / total).sum()
    covariance = np.where(np.diagonal(single + together).min() > 0, (single + together) / (1 - lost), single)
    least = _LEAST_SHARE * np.diagonal(single)
    variance = np.maximum(np.diagonal(covariance), least)
    deviation = np.sqrt(variance)
    own = np.sqrt(np.maximum(np.diagonal(covariance), np.finfo(float).tiny))
    hits = np.diagonal(pooled.counts)
    return replace(
        sums,
        deviation=deviation,
        standardised=(weights @ hits - sums.expected) / deviation,
        skewness=_skewness(weights, real.scaled, predicted.scaled),
        correlation=np.clip(covariance / (own[:, None] * own), -1.0, 1.0),
    )


class _Side:
    """Classes, or answers, of clusters: how they vary between items, and together within a cluster."""

    def __init__(self, of_item: Array, of_pair: Array, scaled: Array) -> None:
        self.of_item, self.of_pair, self.scaled = of_item, of_pair, scaled

    @classmethod
    def of(cls, counts: Array) -> _Side:
        """From how many items of each cluster have each label, ``(G, K)``."""
        n = counts.sum(-1)
        share = counts.sum(0) / n.sum()
        off = counts - n[:, None] * share
        of_item = np.diag(share) - np.outer(share, share)
        pairs = (n * (n - 1)).sum()
        of_pair = (off.T @ off - n.sum() * of_item) / pairs if pairs else np.zeros_like(of_item)
        return cls(of_item, of_pair, off / np.sqrt(n)[:, None])


def _joined(weights: Array, real: Array, predicted: Array) -> Array:
    """Σ w_k·w'_l·A_kl·B_kl of every two weightings."""
    return weights @ (real * predicted) @ weights.T


def _skewness(weights: Array, real: Array, predicted: Array) -> Array:
    """The third moments of dealing out the answers of clusters among clusters (Hoeffding 1951)."""
    clusters = len(real)
    if clusters < _LEAST_FOR_SKEWNESS:
        return np.zeros(len(weights))
    found = []
    for weight in weights:
        d = (real * weight) @ predicted.T
        d = d - d.mean(0) - d.mean(1, keepdims=True) + d.mean()
        variance = np.square(d).sum() / (clusters - 1)
        third = clusters * (d**3).sum() / ((clusters - 1) * (clusters - 2))
        found.append(third / variance**1.5 if variance > 0 else 0.0)
    return np.array(found)


def _batch_of_one(sums: Sums) -> Sums:
    return type(sums)(**{name: value[None] for name, value in vars(sums).items()})
