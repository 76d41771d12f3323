"""Exact tests: Fisher, his mid-p, Freeman and Halton's for R×C tables, Boschloo and Barnard.

Fisher's test and its generalisation take both margins as given. For 2×2 tables every tail is
hypergeometric; for larger ones a network is walked, and where that is too much work, random tables
with the given margins stand for all, and the error that this brings is reported. Boschloo and Barnard
take only the numbers of each class as given.

Whether Accuracy exceeds the no-information rate, which always naming the most frequent class reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.resampling.margins import (
    LARGEST_TOTAL,
    REPLICATES,
    Draws,
    none_as_extreme,
    sampled_p,
    trimmed,
)
from abovechance.inference.significance import hypergeometric
from abovechance.inference.significance.barnard import barnard, boschloo
from abovechance.inference.significance.freeman_halton import TIES, WORK, TooMuchWorkError, freeman_halton
from abovechance.inference.significance.outcome import ONE_TABLE, Outcome, said_where, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.significance.outcome import Alternative
    from abovechance.tables.tables import Tables

_Test = Callable[["NDArray[Any]", "Alternative"], tuple[float, float]]

LARGEST_GRID = 1 << 20
LARGEST_SAMPLE = 1 << 14
"""Unconditional tests look at every pair of counts; with more than this, or more items, they take long."""
_TWO_SIDED = (
    "{name} of a table larger than 2×2 has no direction: alternative must be 'two-sided', not {given!r}"
)


def fisher_test(
    tables: Tables,
    *,
    alternative: Alternative = "two-sided",
    mid: bool = False,
    replicates: int = REPLICATES,
    seed: int | None = None,
    work: int = WORK,
) -> Outcome:
    """Fisher's exact test, for more than two rows or columns that of Freeman and Halton.

    The two-sided p-value is of all tables with these margins that are no more probable than the one observed,
    whose probability is the statistic. ``mid`` takes off half of it (Lancaster's mid-p): nearer to the level,
    but not guaranteed to keep it. Beyond ``work`` partial tables, random tables are drawn instead.
    """
    counts = tables.counts
    if counts.shape[-2:] == (2, 2):
        return _two_by_two(counts, alternative, mid=mid)
    if alternative != "two-sided":
        raise InputError(_TWO_SIDED.format(name="Fisher's test", given=alternative))
    flat = counts.reshape(-1, *counts.shape[-2:])
    draws = Draws(replicates, seed, mid)
    each = [_larger(table, position, draws, work) for position, table in enumerate(flat)]
    return stacked(each, tables.batch_shape)


def boschloo_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """Boschloo's unconditional exact test of 2×2 tables: never less powerful than Fisher's."""
    return _unconditional(tables, boschloo, alternative, "Boschloo's test")


def barnard_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """Barnard's unconditional exact test of 2×2 tables, by the pooled score statistic."""
    return _unconditional(tables, barnard, alternative, "Barnard's test")


def _two_by_two(counts: NDArray[Any], alternative: Alternative, *, mid: bool) -> Outcome:
    tail = {
        "two-sided": hypergeometric.no_more_probable,
        "greater": hypergeometric.upper_tail,
        "less": hypergeometric.lower_tail,
    }[alternative]
    at = np.exp(hypergeometric.log_probability(counts))
    p = np.asarray(tail(counts) - at / 2 if mid else tail(counts))
    fixed = (counts.sum(-1) == 0).any(-1) | (counts.sum(-2) == 0).any(-1)
    p = np.where(fixed, 1.0, p)
    reference = "exact mid-p" if mid else "exact"
    outcome = Outcome(at, np.nan, p, reference, warning=said_where(fixed, ONE_TABLE)).broadcast(p.shape)
    return outcome.undefined_where(counts.sum((-2, -1)) == 0, "there are no items")


def _larger(counts: NDArray[Any], position: int, draws: Draws, work: int) -> Outcome:
    """Freeman and Halton's test of one table, exact if it is not too much work."""
    kept = trimmed(counts)
    if not kept.size:
        return _none("there are no items")
    at = float(np.exp(hypergeometric.log_probability(kept)))
    if 1 in kept.shape:
        return Outcome(at, np.nan, 1.0, "exact", warning=ONE_TABLE)
    try:
        p = freeman_halton(kept, work)
    except TooMuchWorkError:
        return _by_sampling(kept, at, position, draws)
    return Outcome(at, np.nan, p - at / 2 if draws.mid else p, "exact mid-p" if draws.mid else "exact")


def _by_sampling(counts: NDArray[Any], at: float, position: int, draws: Draws) -> Outcome:
    from scipy.special import gammaln

    if counts.sum() > LARGEST_TOTAL:
        return _none(f"neither all nor random tables of more than {LARGEST_TOTAL} items can be had")
    observed = gammaln(counts + 1.0).sum()

    def beyond(tables: NDArray[Any]) -> Array:
        return gammaln(tables + 1.0).sum((1, 2)) - observed

    p, error = sampled_p(counts, draws, position, beyond, TIES)
    reference = "Monte Carlo mid-p" if draws.mid else "Monte Carlo"
    return Outcome(at, np.nan, p, reference, error, warning=none_as_extreme(p, draws))


def _none(reason: str) -> Outcome:
    return Outcome(np.nan, np.nan, np.nan, None, np.nan, reason=reason)


def _unconditional(tables: Tables, test: _Test, alternative: Alternative, name: str) -> Outcome:
    if tables.counts.shape[-2:] != (2, 2):
        raise InputError(f"{name} is for 2×2 tables: use 'fisher' for larger ones")
    flat = tables.counts.reshape(-1, 2, 2)
    return stacked([_one_unconditional(table, test, alternative) for table in flat], tables.batch_shape)


def _one_unconditional(counts: NDArray[Any], test: _Test, alternative: Alternative) -> Outcome:
    rows, columns = counts.sum(1), counts.sum(0)
    if not counts.sum():
        return _none("there are no items")
    if 0 in rows:
        return _none("only one class occurs in the truth")
    if 0 in columns:
        return Outcome(np.nan, np.nan, 1.0, "exact", warning="only one label was ever predicted")
    if np.prod(rows + 1.0) > LARGEST_GRID or rows.sum() > LARGEST_SAMPLE:
        return _none(
            f"more than {LARGEST_GRID} pairs of counts, or {LARGEST_SAMPLE} items, are too many to look at: "
            "use 'fisher_mid_p'"
        )
    statistic, p = test(counts, alternative)
    return Outcome(statistic, np.nan, p, "exact")


def no_information_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """The exact binomial test of Accuracy against the share of the largest class, taken as known.

    The alternative ``"greater"`` is ``P[Acc > NIR]`` of caret's ``confusionMatrix``.
    """
    tables.require_square()
    classes = tables.counts.shape[-1]
    flat = tables.counts.reshape(-1, classes, classes)
    return stacked([_one(counts, alternative) for counts in flat], tables.batch_shape)


def _one(counts: NDArray[Any], alternative: Alternative) -> Outcome:
    from scipy.stats import binomtest

    n, right = int(counts.sum()), int(np.trace(counts))
    if not n:
        return Outcome(np.nan, np.nan, np.nan, None, np.nan, reason="there are no items")
    rate = float(counts.sum(1).max() / n)
    p = binomtest(right, n, rate, alternative=alternative).pvalue
    return Outcome(right / n, np.nan, float(p), "exact")
