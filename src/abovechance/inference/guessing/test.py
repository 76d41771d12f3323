"""Could guessing have done it? Tests whether decisions beat their own labels, dealt out at random.

Given both margins, Informedness is a weighted sum of hits; so are Markedness, Informedness weighted by
prevalence, and the score for a share of informed decisions that all classes have in common. Each is a
calibrated test with one degree of freedom, focused on hits, where Pearson's χ² spreads its power over (K−1)².
For two classes all of them order tables alike. For more, each is strong where another is weak: the score
where all classes are informed alike, Informedness where skill sits in classes that are predicted often, its
prevalence-weighted form where it sits in common ones. The default, ``combined``, takes the one farthest out
and refers it to the joint distribution of the three. Small tables are compared with all tables of their
margins; larger ones with the distribution that has the variances, correlations and skewnesses of these, which
are known exactly. What is left of χ² tests for association that hits do not show.

Items of one cluster, such as lesions of a patient, resemble each other in their classes and in their answers,
so that guesses hit together more often or more rarely than those of independent items. If answers do not
depend on classes, the covariance of two items' hits is the product of the covariance of their classes and
that of their answers. So the variance of a weighted sum of hits is

    N·Σ w_k·w_l·S_kl·T_kl + M·Σ w_k·w_l·G_kl·H_kl

with S and T the covariances of the classes and of the answers of one item, G and H those of two items of a
cluster, and M the number of such pairs. Unlike the spread of what clusters add to the sum, it does not rest
on chance hits of the few clusters that have a rare class. The shares were estimated from the same clusters,
which takes off a share of Σ(n/N)². Skewness is that of dealing out the answers of clusters among clusters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.weighted_hits import beyond_any, weighted_hits
from abovechance.inference.resampling.margins import (
    REPLICATES,
    Draws,
    degrees_of_freedom,
    least_expected,
    none_as_extreme,
)
from abovechance.inference.significance import hypergeometric
from abovechance.inference.significance.freeman_halton import TooMuchWorkError
from abovechance.inference.significance.outcome import (
    Outcome,
    first_stated,
    merged,
    said_where,
    stacked,
    stated,
)
from abovechance.inference.significance.permutation import Hits, Plan, Tail, exact_tail, permutation_tail
from abovechance.measures.compute import why_undefined

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.inference.guessing.weighted_hits import Sums
    from abovechance.inference.significance.outcome import Alternative
    from abovechance.tables.tables import Tables

Reference = Literal["auto", "normal", "permutation", "mid_p"]

COMBINED = ("score", "prevalence_weighted_informedness", "informedness")
STATISTICS: dict[str, tuple[str, ...]] = {
    "combined": COMBINED,
    "score": ("score",),
    "prevalence_weighted_informedness": ("prevalence_weighted_informedness",),
    "informedness": ("informedness",),
    "markedness": ("markedness",),
}
"""The tests by name, and the sums of hits that each takes the farthest of."""

FEW_ITEMS = 30
FEW_EXPECTED = 1.0  # with fewer items, or fewer expected in a cell of two classes, p-values are exact
_LITTLE_WORK = 1 << 12  # partial tables of more than two classes looked at unasked: a millisecond's work
_ONE_PREDICTED = "only one class was ever predicted"
_TWO_CLASSES = "two classes occur and two were predicted: they leave no association beside Informedness"
_ONE_VALUE = "the margins allow only one value of {what}"
_NOT_DRAWN = "random tables of so many items cannot be drawn"
_NO_SMALL_P = "with these margins no outcome has a p-value below {least:.2g}"
_SIGNIFICANCE_LEVEL = 0.05


def guessing_test(
    tables: Tables,
    name: str = "combined",
    *,
    alternative: Alternative = "two-sided",
    reference: Reference = "auto",
    replicates: int = REPLICATES,
    seed: int | None = None,
) -> Outcome:
    """Test that truth and prediction are independent by the hits; weighted items have no exact p-value.

    ``reference``: ``"normal"``; ``"permutation"``, the share of random tables with these margins at least as
    extreme; ``"mid_p"``, with half of those equally extreme; ``"auto"``: for two classes mid-p where there
    are fewer than 30 items or a cell expects less than one, else normal; for more classes mid-p of fewer than
    30 items if that is quickly done, else ``cumulants``, the normal distribution corrected for skewness.
    """
    plan = Plan(alternative, Draws(replicates, seed, mid=reference != "permutation"))
    tables.require_square()
    counts = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    of_two = _used(counts).sum(-1) <= 2
    parts = (
        _two_classes(_without_unused(counts[of_two]), plan, reference),
        _more_classes(counts[~of_two], STATISTICS[name], plan, reference, np.flatnonzero(~of_two)),
    )
    outcome = merged(of_two, *parts).reshaped(tables.batch_shape)
    judged = "markedness" if name == "markedness" else "informedness"
    constant = np.isnan(outcome.p_value)
    only = Outcome(np.nan, np.nan, 1.0, "exact", warning=_ONE_VALUE.format(what=judged.capitalize()))
    outcome = outcome.with_some(constant, only)
    reasons = np.asarray(why_undefined(tables, judged), dtype=object)
    return outcome.undefined_where(stated(reasons), reasons)


def residual_test(tables: Tables) -> Outcome:
    """Test for association that hits do not show: what is left of χ² beside the farthest of ``COMBINED``.

    Large where errors are systematic. Beside a statistic chosen in advance the rest has one degree of freedom
    less than χ²; beside the farthest of three it is smaller, so that the test is cautious.
    """
    from scipy.special import chdtrc

    tables.require_square()
    t = tables.contingency
    sums = weighted_hits(t, COMBINED)
    with np.errstate(divide="ignore", invalid="ignore"):
        shown = np.where(sums.varies, np.square(sums.standardised).max(-1), 0.0)
        # Statistics standardised by the exact variance under given margins are of N − 1, and χ² is of N.
        rest = np.maximum(t.total * (t.phi_squared - shown / (t.total - 1)), 0.0)
    df = degrees_of_freedom(t) - 1
    reason = said_where(df < 1, _TWO_CLASSES)
    for other in (
        said_where(df < 0, _ONE_PREDICTED),
        np.asarray(why_undefined(tables, "informedness"), dtype=object),
    ):
        reason = first_stated(other, reason)
    outcome = Outcome(rest, df.astype(float), chdtrc(np.maximum(df, 1), rest), "chi-squared")
    return outcome.broadcast(tables.batch_shape).undefined_where(stated(reason), reason)


def _are_whole(counts: Array) -> Array:
    """Whether the tables count items, shape ``(B,)``: of weights they may not."""
    return (counts % 1 == 0).all((-2, -1))


def _used(counts: Array) -> Array:
    """Which classes occur or were predicted, shape ``(B, K)``."""
    return (counts.sum(-1) + counts.sum(-2)) > 0


def _without_unused(counts: Array) -> Array:
    """Tables that use no more than two classes as tables of two."""
    if counts.shape[-1] <= 2:
        return np.pad(counts, ((0, 0), *((0, 2 - size) for size in counts.shape[1:])))
    first = np.sort(np.argsort(~_used(counts), axis=-1, kind="stable")[:, :2], axis=-1)
    return counts[np.arange(len(counts))[:, None, None], first[:, :, None], first[:, None, :]]


def _two_classes(counts: Array, plan: Plan, reference: Reference) -> Outcome:
    """Given its margins a 2×2 table is one number, which all sums of hits rise with."""
    from scipy.special import ndtr

    t = Contingency(counts)
    each = t.each
    with np.errstate(divide="ignore", invalid="ignore"):
        # Root by root: the product of all four margins of large tables would lose digits.
        z = each.determinant / np.sqrt(each.rp * each.rn) / np.sqrt(each.pp * each.pn) * np.sqrt(each.n - 1)
    z = z[..., 0]
    z = np.where(np.isfinite(z), z, np.nan)
    p = (
        2 * ndtr(-abs(z))
        if plan.alternative == "two-sided"
        else ndtr(-z if plan.alternative == "greater" else z)
    )
    outcome = Outcome(z, np.nan, p, "normal").broadcast(z.shape)
    few = (t.total < FEW_ITEMS) | (least_expected(t) < FEW_EXPECTED)
    asked = ~np.isnan(z) & (few & _are_whole(counts) if reference == "auto" else reference != "normal")
    return outcome.with_some(asked, _hypergeometric(counts[asked], plan)) if asked.any() else outcome


def _hypergeometric(counts: Array, plan: Plan) -> Outcome:
    if plan.alternative == "two-sided":
        p, equal = hypergeometric.as_far_from_expected(counts)
    else:
        tail = hypergeometric.upper_tail if plan.alternative == "greater" else hypergeometric.lower_tail
        p, equal = tail(counts), np.exp(hypergeometric.log_probability(counts))
    share = 0.5 if plan.draws.mid else 1.0
    warning = np.frompyfunc(_caution, 1, 1)(share * hypergeometric.least_tail(counts, plan.alternative))
    return Outcome(np.nan, np.nan, p - (1 - share) * equal, _exactly(plan), warning=warning)


def _more_classes(
    counts: Array, names: tuple[str, ...], plan: Plan, reference: Reference, positions: Array
) -> Outcome:
    t = Contingency(counts)
    sums = weighted_hits(t, names)
    if reference == "normal":
        symmetric = replace(sums, skewness=np.zeros_like(sums.skewness))
        return read_off(symmetric, plan.alternative, "normal")
    outcome = read_off(sums, plan.alternative, "cumulants")
    if reference == "auto":
        asked = sums.varies & (t.total < FEW_ITEMS) & _are_whole(counts)
        found = [_exact_if_quick(counts[i], _hits(sums, i), plan) for i in np.flatnonzero(asked)]
    else:
        asked = sums.varies
        found = [
            permutation_tail(counts[i], _hits(sums, i), plan, int(positions[i]))
            for i in np.flatnonzero(asked)
        ]
    known = np.array([tail is not None for tail in found], dtype=bool)
    if reference != "auto" and not known.all():
        outcome = replace(outcome, warning=said_where(asked & ~_spread(asked, known), _NOT_DRAWN))
    if not known.any():
        return outcome
    permuted = [_from_tail(tail, plan) for tail in found if tail is not None]
    return outcome.with_some(_spread(asked, known), stacked(permuted, (len(permuted),)))


def _spread(mask: Array, values: Array) -> Array:
    """The values at the places where the mask holds, false elsewhere."""
    whole = np.zeros(mask.shape, dtype=bool)
    whole[mask] = values
    return whole


def _hits(sums: Sums, i: np.integer[Any]) -> Hits:
    return Hits(sums.weights[i], sums.expected[i], sums.deviation[i])


def _exact_if_quick(counts: Array, hits: Hits, plan: Plan) -> Tail | None:
    try:
        return exact_tail(counts, hits, plan, _LITTLE_WORK)
    except TooMuchWorkError:
        return None


def read_off(sums: Sums, alternative: Alternative, reference: str) -> Outcome:
    """The sum that lies farthest out, and how probable it is that any lies as far."""
    statistic = np.full(sums.varies.shape, np.nan)
    p = statistic.copy()
    if sums.varies.any():
        z = sums.standardised[sums.varies]
        outward = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative](z)
        farthest = outward.argmax(-1)[:, None]
        statistic[sums.varies] = np.take_along_axis(z, farthest, -1)[:, 0]
        limit = np.take_along_axis(outward, farthest, -1)[:, 0]
        joint = sums.skewness[sums.varies], sums.correlation[sums.varies]
        p[sums.varies] = beyond_any(limit, *joint, alternative)
    return Outcome(statistic, np.nan, p, reference).broadcast(p.shape)


def _from_tail(tail: Tail, plan: Plan) -> Outcome:
    exact = tail.error == 0
    reference = _exactly(plan) if exact else "Monte Carlo" + _mid(plan)
    warning = _caution(tail.least) if exact else none_as_extreme(tail.p_value, plan.draws)
    return Outcome(np.nan, np.nan, tail.p_value, reference, tail.error, warning=warning)


def _exactly(plan: Plan) -> str:
    return "exact" + _mid(plan)


def _mid(plan: Plan) -> str:
    return " mid-p" if plan.draws.mid else ""


def _caution(least: float) -> str | None:
    """What to say where even the most extreme table that the margins allow is not notable."""
    return _NO_SMALL_P.format(least=least) if least > _SIGNIFICANCE_LEVEL else None


FEW = 10
FEW_CLUSTERS = "fewer than 10 clusters: the test may not keep its level"
ONE_CLUSTER = "all items are in one cluster: a test needs two or more"
_LEAST_SHARE = 0.3  # the least variance beside that of independent items: pairs may be too few to tell
_LEAST_FOR_SKEWNESS = 3


def cluster_test(tables: Tables, name: str, alternative: Alternative) -> Outcome:
    """Test independence by a statistic of ``STATISTICS`` of all clusters, the only axis of the tables."""
    filled = tables.counts[tables.counts.sum((-2, -1)) > 0]
    pooled = tables.sum(0)
    sums = weighted_hits(pooled.contingency, STATISTICS[name])
    if len(filled) > 1 and sums.varies:
        sums = _of_clusters(sums, filled.astype(float), pooled)
    batch = type(sums)(**{name: value[None] for name, value in vars(sums).items()})
    outcome = read_off(batch, alternative, "cumulants of clusters").reshaped(())
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
