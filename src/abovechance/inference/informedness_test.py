"""The calibrated test of Informedness: whether a prediction beats its own labels dealt out at random.

With both margins given and labels dealt out at random, Informedness has mean 0 and variance
V0 / (N−1), exactly. So z = B·√((N−1)/V0) is a test with one degree of freedom, focused on hits,
where Pearson's χ² spreads its power over (K−1)². What is left of χ², ``χ² − N·B²/V0``, tests for
association that Informedness does not reward. On small or sparse tables the same statistic is
compared with the random tables themselves. Markedness is tested on the dual problem.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.inference import hypergeometric
from abovechance.inference.margins import (
    RESAMPLES,
    Draws,
    degrees_of_freedom,
    least_expected,
    none_as_extreme,
)
from abovechance.inference.outcome import Outcome, said_where, stacked, stated
from abovechance.inference.permutation import Plan, Tail, permutation_tail
from abovechance.measures.informedness import informedness, markedness
from abovechance.undefined import why_undefined

if TYPE_CHECKING:
    from abovechance.inference.outcome import Alternative
    from abovechance.quantities import Contingency
    from abovechance.tables import Tables

Array = Any
Reference = Literal["auto", "normal", "permutation", "mid_p"]

FEW_ITEMS = 30
FEW_EXPECTED = 1.0
"""With fewer items in all, or fewer expected in some cell, the normal approximation is not trusted."""
MOST_CELLS = 1 << 23
"""So many cells may be drawn at random unasked; a larger table keeps the normal approximation."""
_TWO = 2
_ONE_VALUE = "the margins allow only one value of {measure}"
_NOT_DRAWN = "expected counts are below 1, and the table is too large to be permuted unasked"
_NO_SMALL_P = "with these margins no outcome has a p-value below {least:.2g}"
_NOTABLE = 0.05


def null_variance(t: Contingency) -> Array:
    """V0 such that V0 / (N−1) is the variance of Informedness over all random tables with these margins.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.informedness_test import null_variance
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> round(float(null_variance(t.contingency)), 6)  # 0.42·0.58 / (0.6·0.4)
    1.015
    """
    weight, each = hit_weights(t), t.each
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = weight**2 * each.bias * (each.pn / each.n) * each.prevalence * (each.rn / each.n)
        shared = weight * each.bias * each.prevalence
        pairs = shared[..., :, None] * shared[..., None, :] * ~np.eye(t.classes, dtype=bool)
    return spread.sum(-1) + pairs.sum((-2, -1))


def hit_weights(t: Contingency) -> Array:
    """What a hit of each class adds to N·B: ``bias / (prevalence·(1 − prevalence))``, or 0."""
    each = t.each
    with np.errstate(divide="ignore", invalid="ignore"):
        of_hit = each.bias / (each.prevalence * (each.rn / each.n))
    return np.where((each.pp == 0) | (each.rp == 0), 0.0, of_hit)


def informedness_test(
    tables: Tables,
    *,
    alternative: Alternative = "two-sided",
    reference: Reference = "auto",
    resamples: int = RESAMPLES,
    seed: int | None = None,
) -> Outcome:
    """Test that truth and prediction are independent by how large Informedness is.

    Parameters
    ----------
    tables
        Whole counts.
    alternative
        ``"greater"``: better than chance; ``"less"``: worse; ``"two-sided"``: either.
    reference
        ``"normal"``; ``"permutation"``, the share of random tables with these margins at least as extreme;
        ``"mid_p"``, the same with half of those equally extreme; ``"auto"`` takes mid-p where there are
        fewer than 30 items or a cell expects less than one, and the normal approximation elsewhere.
    resamples, seed
        For Monte Carlo, where all tables are too many.
    """
    plan = Plan(alternative, Draws(resamples, seed, mid=reference != "permutation"))
    return _of(tables, "informedness", plan, reference)


def markedness_test(
    tables: Tables,
    *,
    alternative: Alternative = "two-sided",
    reference: Reference = "auto",
    resamples: int = RESAMPLES,
    seed: int | None = None,
) -> Outcome:
    """Test that truth and prediction are independent by how large Markedness is: the dual of the above."""
    plan = Plan(alternative, Draws(resamples, seed, mid=reference != "permutation"))
    return _of(tables, "markedness", plan, reference)


def residual_test(tables: Tables) -> Outcome:
    """Test for association that Informedness does not reward: ``χ² − N·B²/V0`` on one degree less than χ².

    It is large where errors are systematic: one class taken for another, labels assigned in another order.
    """
    t = tables.contingency
    with np.errstate(divide="ignore", invalid="ignore"):
        rewarded = np.where(
            null_variance(t) == 0, 0.0, t.total * informedness(tables) ** 2 / null_variance(t)
        )
        rest = np.maximum(t.total * t.phi_squared - rewarded, 0.0)
    df = degrees_of_freedom(t) - 1
    reason = said_where(df < 1, "two classes leave no association beside Informedness")
    undefined = np.asarray(why_undefined("informedness", tables), dtype=object)
    reason = np.where(stated(undefined), undefined, reason)
    outcome = Outcome(rest, df.astype(float), _chi_squared_tail(np.maximum(df, 1), rest), "chi-squared")
    return outcome.broadcast(tables.batch_shape).undefined_where(stated(reason), reason)


def _of(
    tables: Tables, measure: Literal["informedness", "markedness"], plan: Plan, reference: Reference
) -> Outcome:
    values = np.asarray((informedness if measure == "informedness" else markedness)(tables))
    seen = tables if measure == "informedness" else tables.dual
    variance = null_variance(seen.contingency)
    varies = ~np.isnan(values) & (variance > 0)
    outcome = _normal(values, variance, seen.contingency, plan.alternative)
    asked = varies & (_is_sparse(seen.contingency) if reference == "auto" else reference != "normal")
    if asked.any():
        permuted = _permuted(seen, asked, outcome.p_value[asked], plan, unasked=reference == "auto")
        outcome = outcome.with_some(asked, permuted)
    constant = ~np.isnan(values) & ~varies
    only = Outcome(np.nan, np.nan, 1.0, "exact", warning=_ONE_VALUE.format(measure=measure.capitalize()))
    outcome = outcome.with_some(constant, only)
    reasons = np.asarray(why_undefined(measure, tables), dtype=object)
    return outcome.undefined_where(np.isnan(values), reasons)


def _is_sparse(t: Contingency) -> Array:
    return (t.total < FEW_ITEMS) | (least_expected(t) < FEW_EXPECTED)


def _normal(values: Array, variance: Array, t: Contingency, alternative: Alternative) -> Outcome:
    from scipy.special import ndtr

    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, values * np.sqrt((t.total - 1) / variance), np.nan)
    p = 2 * ndtr(-abs(z)) if alternative == "two-sided" else ndtr(-z if alternative == "greater" else z)
    return Outcome(z, np.nan, p, "normal").broadcast(values.shape)


def _permuted(tables: Tables, asked: Array, normal: Array, plan: Plan, *, unasked: bool) -> Outcome:
    """The share of random tables as extreme, for each of the tables asked for."""
    counts = tables.counts[asked]
    if len(tables.labels) == _TWO:
        return _two_classes(counts, plan)
    weights = hit_weights(tables.contingency)[asked]
    outcomes = []
    for i, position in enumerate(np.flatnonzero(asked)):
        outcome = Outcome(np.nan, np.nan, normal[i], "normal", warning=_NOT_DRAWN)
        cells = np.prod([np.count_nonzero(counts[i].sum(axis)) for axis in (0, 1)])
        if not (unasked and cells * plan.draws.resamples > MOST_CELLS):
            tail = permutation_tail(counts[i], weights[i], plan, int(position))
            outcome = outcome if tail is None else _from_tail(tail, plan)
        outcomes.append(outcome)
    return stacked(outcomes, (len(outcomes),))


def _from_tail(tail: Tail, plan: Plan) -> Outcome:
    exact = tail.error == 0
    reference = ("exact" if exact else "Monte Carlo") + (" mid-p" if plan.draws.mid else "")
    warning = _caution(tail.least) if exact else none_as_extreme(tail.p_value, plan.draws)
    return Outcome(np.nan, np.nan, tail.p_value, reference, tail.error, warning=warning)


def _caution(least: float) -> str | None:
    """What to say where even the most extreme table that the margins allow is not notable."""
    return _NO_SMALL_P.format(least=least) if least > _NOTABLE else None


def _two_classes(counts: Array, plan: Plan) -> Outcome:
    """Given its margins a 2×2 table is one number, which Informedness rises with: a hypergeometric tail."""
    if plan.alternative == "two-sided":
        p, equal = hypergeometric.as_far_from_expected(counts)
    else:
        tail = hypergeometric.upper_tail if plan.alternative == "greater" else hypergeometric.lower_tail
        p, equal = tail(counts), np.exp(hypergeometric.log_probability(counts))
    share = 0.5 if plan.draws.mid else 1.0
    warning = np.frompyfunc(_caution, 1, 1)(share * hypergeometric.least_tail(counts, plan.alternative))
    reference = "exact mid-p" if plan.draws.mid else "exact"
    return Outcome(np.nan, np.nan, p - (1 - share) * equal, reference, warning=warning)


def _chi_squared_tail(df: Array, statistic: Array) -> Array:
    from scipy.special import chdtrc

    return chdtrc(df, statistic)
