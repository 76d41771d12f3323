"""χ² and its relatives: tests for any association, and the statistics of the papers, calibrated.

Pearson's χ², the likelihood ratio G² and their corrections take rectangular tables; empty rows and
columns are left out. The papers' statistics are multiples of N·B², N·M² or N·B·M. With both margins
given the multiple is a constant, so each is an unscaled version of the calibrated test of
Informedness or Markedness; referred to the χ² distributions that the papers propose they reject far
too seldom. Both p-values are given: ``p_value`` is calibrated, ``nominal`` is that of the papers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.core.sums import deviance
from abovechance.inference.guessing.test import guessing_test
from abovechance.inference.resampling.margins import (
    LARGEST_TOTAL,
    REPLICATES,
    Draws,
    degrees_of_freedom,
    least_expected,
    none_as_extreme,
    sampled_p,
)
from abovechance.inference.significance.hypergeometric import as_extreme
from abovechance.inference.significance.outcome import Outcome, first_stated, said_where, stacked, stated
from abovechance.measures.families.informedness import informedness, markedness
from abovechance.measures.undefined import OF_A_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.tables.tables import Tables

_FEW_EXPECTED = 1.0
_ROUNDING_ERROR = 1e-9
_EMPTY_CLASS = "a class is empty on one side: the papers' Evenness is zero"
_SPARSE_WARNING = "some cells expect less than one item: the χ² approximation is rough, an exact test is not"


def pearson(t: Contingency) -> Array:
    """``Σ (n_ij − e_ij)² / e_ij``."""
    return t.total * t.phi_squared


def n_minus_1(t: Contingency) -> Array:
    """``(N−1)/N`` times Pearson's: over all tables with these margins its mean is its degrees of freedom."""
    return (t.total - 1) * t.phi_squared


def g_squared(t: Contingency) -> Array:
    """``2·Σ n_ij·ln(n_ij / e_ij)``: twice N times the mutual information in nats."""
    return 2 * t.total * t.information


def williams(t: Contingency) -> Array:
    """G² divided by Williams' factor (1976): to first order its mean is its degrees of freedom."""
    return g_squared(t) / (1 + _first_order(t))


def smith(t: Contingency) -> Array:
    """G² divided by the factor of Smith et al. (1981), to second order; too cautious on sparse tables."""
    return g_squared(t) / (1 + _first_order(t) + _second_order(t))


def yates(t: Contingency) -> Array:
    """Pearson's for 2×2 tables with each deviation half an item smaller, but not below zero."""
    residual = np.abs(t.residuals)
    # Residuals are N times a deviation in items, so half an item is N / 2.
    less = np.maximum(residual - t.total[..., None, None] / 2, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(t.products == 0, 0.0, less**2 / t.products)
        return terms.sum((-2, -1)) / t.total


def _inverse_shares(t: Contingency, power: int) -> tuple[Array, Array]:
    with np.errstate(divide="ignore", invalid="ignore"):
        rows, columns = (
            np.where(margin == 0, 0.0, (t.total[..., None] / margin) ** power).sum(-1)
            for margin in (t.real, t.predicted)
        )
    return rows, columns


def _first_order(t: Contingency) -> Array:
    rows, columns = _inverse_shares(t, 1)
    return (rows - 1) * (columns - 1) / (6 * t.total * degrees_of_freedom(t))


def _second_order(t: Contingency) -> Array:
    (a, b), (a2, b2) = _inverse_shares(t, 1), _inverse_shares(t, 2)
    return (a2 * b2 - a * b - a2 + a - b2 + b) / (6 * t.total**2 * degrees_of_freedom(t))


ASSOCIATION: dict[str, Callable[[Contingency], Array]] = {
    "pearson": pearson,
    "n_minus_1": n_minus_1,
    "g_squared": g_squared,
    "williams": williams,
    "smith": smith,
    "yates": yates,
}
"""Statistics that are referred to χ² with the degrees of freedom of the table."""


def association_test(tables: Tables, name: str) -> Outcome:
    """Test that truth and prediction are independent by one of the statistics of ``ASSOCIATION``."""
    from scipy.special import chdtrc

    t = tables.contingency
    if name == "yates" and t.counts.shape[-2:] != (2, 2):
        raise InputError("Yates' correction is for 2×2 tables: use 'pearson' or 'williams' for larger ones")
    df = degrees_of_freedom(t)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.where(df > 0, ASSOCIATION[name](t), np.nan)
    # Tables without degrees of freedom get harmless numbers here and are marked undefined below.
    p = chdtrc(np.maximum(df, 1), np.where(df > 0, statistic, 0.0))
    warning = said_where(least_expected(t) < _FEW_EXPECTED, _SPARSE_WARNING)
    outcome = Outcome(statistic, df.astype(float), p, "chi-squared", warning=warning)
    return outcome.broadcast(tables.batch_shape).undefined_where(df == 0, no_association(t))


def no_association(t: Contingency) -> Array:
    """Why a table cannot show any association, or None."""
    needs = ("table", "real_classes", "predicted_classes")
    reason = np.full(t.total.shape, None, dtype=object)
    # The most basic need is looked at last, so that its reason is the one that stays.
    for need in reversed(needs):
        reason = np.where(OF_A_TABLE[need].fails(t), OF_A_TABLE[need].text, reason)
    return reason


@dataclass(frozen=True)
class PapersStatistic:
    """A statistic of the papers: the product, a factor of K, and whether Evenness enters.

    ``positive`` is the margin of the positive class that it is divided by; ``expanded`` has ``2 − margin``
    for ``1 / margin``, its first-order form near 1. ``information`` is the exact G² of that margin instead of
    a product. ``beta`` says that the papers also propose K−1 degrees of freedom, to be used for beta.
    """

    product: Literal["B", "M", "BM"]
    factor: Callable[[Any], Any] = lambda k: k
    even: bool = True
    positive: Literal["bias", "prevalence"] | None = None
    expanded: bool = False
    information: bool = False
    beta: bool = False


PAPERS = {
    "chi_squared_plus_p": PapersStatistic("B", lambda _: 1, positive="bias"),
    "chi_squared_plus_r": PapersStatistic("M", lambda _: 1, positive="prevalence"),
    "chi_squared_plus_p_approximate": PapersStatistic("B", lambda _: 1, positive="bias", expanded=True),
    "chi_squared_plus_r_approximate": PapersStatistic("M", lambda _: 1, positive="prevalence", expanded=True),
    "g_squared_plus_p": PapersStatistic("B", positive="bias", information=True),
    "g_squared_plus_r": PapersStatistic("M", positive="prevalence", information=True),
    "g_squared_plus_p_approximate": PapersStatistic("B", lambda _: 2, positive="bias"),
    "g_squared_plus_r_approximate": PapersStatistic("M", lambda _: 2, positive="prevalence"),
    "chi_squared_kb": PapersStatistic("B", beta=True),
    "chi_squared_km": PapersStatistic("M", beta=True),
    "chi_squared_kbm": PapersStatistic("BM", beta=True),
    "chi_squared_xb": PapersStatistic("B", lambda k: k * (k - 1)),
    "chi_squared_xm": PapersStatistic("M", lambda k: k * (k - 1)),
    "chi_squared_xbm": PapersStatistic("BM", lambda k: k * (k - 1)),
    "chi_squared_b": PapersStatistic("B", lambda k: k - 1, even=False),
    "chi_squared_m": PapersStatistic("M", lambda k: k - 1, even=False),
    "chi_squared_bm": PapersStatistic("BM", lambda k: k - 1, even=False),
}
"""Powers 2007, eqs. 30–35 and 39–41 with their misprints mended, and Powers 2011 (X and the plain ones).

The approximate forms are those that eqs. 30, 31 and 33 print: ``(N + PN)·B²·Evenness_R`` for χ² of +P, and
twice χ² of +P for G² of +P. The last is an artefact: for small effects G² is near χ², not twice it.
"""


def papers_test(
    tables: Tables, name: str, *, replicates: int = REPLICATES, seed: int | None = None
) -> Outcome:
    """A statistic of the papers, with a calibrated p-value and the nominal one.

    The nominal p-value is that of χ² with (K−1)² degrees of freedom, which Powers 2007 has for alpha; with
    the K−1 that it suggests for beta it is ``nominal_beta``. The calibrated one is that of the test of
    Informedness or Markedness, which given the margins orders tables in the same way; for products of both
    and more than two classes it is by random tables, and for G² of one class by all tables of the margins.
    """
    found = PAPERS[name]
    statistic, df, nominal = papers_nominal(tables, name)
    # The papers' reference distributions reject far too seldom; the calibrated p-value is what to go by.
    calibrated = _calibrated(tables, found, replicates, seed)
    beta = _chi_squared_tail(statistic, np.sqrt(df)) if found.beta else np.nan
    outcome = replace(calibrated, statistic=statistic, df=df, nominal=nominal, nominal_beta=beta)
    reason = first_stated(calibrated.reason, said_where(np.isnan(statistic), _EMPTY_CLASS))
    return outcome.undefined_where(stated(reason), reason)


def papers_nominal(tables: Tables, name: str) -> tuple[Array, Array, Array]:
    """A statistic of the papers, its degrees of freedom and its nominal p-value; 1 where it is undefined."""
    tables.require_square()
    found = PAPERS[name]
    if found.positive is not None and len(tables.labels) != 2:
        raise InputError(f"{name!r} is for two classes: use per_class_tests for each class against the rest")
    statistic = _papers_value(tables, found)
    # K counts the classes of either side: one that was only ever predicted is a class for the papers, too.
    df = np.maximum(_classes(tables.contingency) - 1, 1.0) ** 2
    return statistic, df, _chi_squared_tail(statistic, df)


def _chi_squared_tail(statistic: Array, df: Array) -> Array:
    """The nominal p-value, 1 where the statistic is undefined."""
    from scipy.special import chdtrc

    return np.asarray(chdtrc(df, np.maximum(np.nan_to_num(statistic), 0.0)))


def _classes(t: Contingency) -> Array:
    """K: the classes that occur or were predicted."""
    return ((t.real + t.predicted) > 0).sum(-1)


def _evenness(margin: Array, t: Contingency) -> Array:
    """Half the harmonic mean of shares and their complements, of the classes that occur or were predicted."""
    total, there = t.total[..., None], (t.real + t.predicted) > 0
    inverse = np.where(there, total / margin + total / (total - margin), 0.0).sum(-1)
    return _classes(t) / inverse


def _papers_value(tables: Tables, found: PapersStatistic) -> Array:
    if found.information:
        return _g_squared_of(tables, tables.counts, found)
    t = tables.contingency
    with np.errstate(divide="ignore", invalid="ignore"):
        b, m = np.asarray(informedness(tables)), np.asarray(markedness(tables))
        of_classes, of_labels = _evenness(t.real, t), _evenness(t.predicted, t)
        square, even = {
            "B": (b * b, of_classes),
            "M": (m * m, of_labels),
            "BM": (b * m, np.sqrt(of_classes * of_labels)),
        }[found.product]
        value = found.factor(_classes(t)) * t.total * square
        if found.even:
            value = np.where(even > 0, value * even, np.nan)
        if found.positive is not None:
            margin = getattr(tables.dichotomy, found.positive)
            value = value * (2 - margin) if found.expanded else value / margin
    return value


def _g_squared_of(tables: Tables, counts: Array, found: PapersStatistic) -> Array:
    """``2·Σ n·ln(n/e)`` over the items predicted positive, or over those that are (Powers 2007, eq. 31).

    The deviations from what is expected add up to 0 there, so that each term can be taken without its own.
    """
    t, positive = Contingency(counts), tables.labels.index(tables.positive)
    axis = -1 if found.positive == "bias" else -2
    products, residuals = (np.take(x, positive, axis) for x in (t.products, t.residuals))
    margin = (t.predicted if found.positive == "bias" else t.real)[..., positive]
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(products == 0, 0.0, products * deviance(residuals / products)).sum(-1)
        return np.where(margin == 0, np.nan, 2 * terms / t.total)


def _calibrated(tables: Tables, found: PapersStatistic, replicates: int, seed: int | None) -> Outcome:
    of_b = guessing_test(tables, "informedness", replicates=replicates, seed=seed)
    if found.information:
        p = as_extreme(tables.counts, lambda counts: _g_squared_of(tables, counts, found))
        return replace(of_b, p_value=np.where(stated(of_b.reason), np.nan, p), reference="exact", error=0.0)
    # Given the margins of two classes, B and M are multiples of one determinant: one test serves both.
    if found.product == "B" or (found.product == "BM" and len(tables.labels) == 2):
        return of_b
    of_m = guessing_test(tables, "markedness", replicates=replicates, seed=seed)
    if found.product == "M":
        return of_m
    counts = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    undefined = first_stated(of_b.reason, of_m.reason)
    possible = ~stated(undefined)
    draws = Draws(replicates, seed)
    drawn = [
        _product_by_sampling(table, draws, position) if ok else Outcome(np.nan, np.nan, np.nan, None)
        for position, (table, ok) in enumerate(zip(counts, np.ravel(possible), strict=True))
    ]
    return stacked(drawn, tables.batch_shape).undefined_where(~possible, undefined)


def _product_by_sampling(counts: Array, draws: Draws, position: int) -> Outcome:
    """The share of random tables with these margins whose B·M is at least that of this one."""
    if counts.sum() > LARGEST_TOTAL:
        reason = f"random tables of more than {LARGEST_TOTAL} items are not drawn"
        return Outcome(np.nan, np.nan, np.nan, None, reason=reason)
    # Classes that never occur cannot change under fixed margins, and would only slow the draws.
    used = (counts.sum(0) + counts.sum(1)) > 0
    kept = counts[used][:, used]
    own = _product(kept)

    def beyond(tables: Array) -> Array:
        return _product(tables) - own

    p, error = sampled_p(kept, draws, position, beyond, _ROUNDING_ERROR)
    return Outcome(np.nan, np.nan, p, "Monte Carlo", error, warning=none_as_extreme(p, draws))


def _product(counts: Array) -> Array:
    t = Contingency(counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        return informedness.function(t) * markedness.function(t)
