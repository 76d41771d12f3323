"""``deploy``: what a system will be worth where classes have other shares than where it was tried."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.core.result import Answer
from abovechance.evaluation.deployment.amounts import (
    TITLES,
    amounts,
    checked_costs,
    cost_of_guessing,
)
from abovechance.evaluation.deployment.curve import (
    PrevalenceCurve,
    checked_prevalences,
    joined,
    laid_out,
)
from abovechance.evaluation.deployment.errors import How, bands_of_two, bounds_of_more, bounds_of_two
from abovechance.evaluation.deployment.prevalence import Prevalence, expected_prevalence
from abovechance.evaluation.deployment.published import Published
from abovechance.evaluation.deployment.rates import Wanted, deployed_values, rates_of
from abovechance.evaluation.deployment.value import Deployed
from abovechance.evaluation.deployment.verdict import verdict
from abovechance.evaluation.rows import Request, requests
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.measures.headlines import OF_A_DEPLOYMENT
from abovechance.measures.registry import Measure, measure, resolve
from abovechance.solve.classes.solution import ClassSolution
from abovechance.solve.solution import Solution
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Tables, group_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.solve.solution import Range

_REPLICATES = 2000
_FEW_PREVALENCES = np.array([0.001, 0.01, 0.1, 0.5, 0.9])  # each takes seconds
_POSITIVE = "positive"
_BETWEEN, _BETWEEN_LISTED = 3, 33  # prevalences tried of an uncertain one; each takes seconds if many tables


@dataclass(frozen=True, eq=False, repr=False)
class Deployment(Answer):
    """What :func:`deploy` found.

    Attributes
    ----------
    tables
        The tables that were deployed; None for a solution.
    solution
        The solution that was deployed; None for tables.
    prevalence
        The shares of the classes there, and how sure they are.
    values
        Measures and amounts, of all items and of each group.
    costs
        The costs of an error on a positive and on a negative item.
    level
        The confidence level of the intervals; None where there are none.
    method
        How the intervals were made: ``"propagated"``, ``"drawn"``, or ``"range"`` over a set of tables.
    """

    tables: Tables | None
    solution: Solution | None
    prevalence: Prevalence
    values: tuple[Deployed, ...]
    costs: tuple[float, float] | None
    level: float | None
    method: str
    _wanted: Wanted = field(repr=False, compare=False)

    def find(self, name: str, label: Label | None = None, group: object = None) -> Deployed:
        """One measure or amount, of a class where it is of classes, and of a group where there are some."""
        key = name if name in TITLES else measure(name).key
        wanted = group if group is None or isinstance(group, tuple) else (group,)
        for value in self.values:
            if value.measure == key and value.group == wanted and label in (None, value.label):
                return value
        raise InputError(f"there is no {name!r} of {label!r} in group {group!r}: see rows()")

    @property
    def cost_of_guessing(self) -> float | None:
        """What an item would cost there if all were called alike, whichever way is cheaper."""
        return None if self.costs is None else cost_of_guessing(self.costs, self.prevalence.of_positive)

    def rows(self) -> list[Row]:
        """A row for each measure and amount, class and group."""
        return [
            {
                "group": None if x.group is None else tuple(map(str, x.group)),
                "measure": x.measure,
                "class": None if x.label is None else str(x.label),
                "observed": x.observed,
                "observed_low": x.observed_low,
                "observed_high": x.observed_high,
                "value": x.value,
                "low": x.low,
                "high": x.high,
                "level": self.level,
            }
            for x in self.values
        ]

    def curve(self, prevalences: Iterable[float] | None = None) -> PrevalenceCurve:
        """Every measure and amount against the prevalence, of all items together.

        Parameters
        ----------
        prevalences
            The prevalences; close-meshed ones from 0.001 to 0.999 if not given, and a few of a solution of
            very many tables.
        """
        whole = [x for x in self.values if x.group is None]
        names = [(x.measure, "" if x.label is None else str(x.label)) for x in whole]
        if self.solution is not None:
            found = Published(self.solution)
            shares = checked_prevalences(
                prevalences, *(() if found.tables is not None else (_FEW_PREVALENCES,))
            )
            keys = [key for key, _ in names if key not in TITLES]
            ranges = [found.ranges(keys, x) + found.amounts(self._wanted.amounts, x) for x in shares.tolist()]
            # From prevalence × measure × end to end × measure × prevalence.
            ends = np.array(ranges).transpose(2, 1, 0)
            return laid_out(
                names, str(self.prevalence.positive), shares, (np.full(ends.shape[1:], np.nan), *ends)
            )
        tables, shares = cast("Tables", self.tables), checked_prevalences(prevalences)
        tables = tables.sum() if tables.axes else tables
        varied = [tables.positive] if tables.positive is not None else tables.labels
        return joined([self._varied(tables, names, label, shares) for label in varied])

    def _varied(
        self, tables: Tables, names: list[tuple[str, str]], label: Any, shares: Floats
    ) -> PrevalenceCurve:
        """The curve against the share of a class, the others keeping their proportions."""
        place = tables.labels.index(label)
        base = np.array(self.prevalence.shares)
        rest = np.delete(base, place)
        # If all items are expected to be of this class, the others have no proportions to keep.
        rest = rest / rest.sum() if rest.sum() > 0 else np.full(len(rest), 1 / len(rest))
        mixed = np.insert(np.outer(1 - shares, rest), place, shares, axis=1)
        # A class needs rates if it occurs at any of the prevalences.
        rates = rates_of(tables, mixed.max(axis=0))
        values = deployed_values(self._wanted, tables, rates, mixed)
        low = high = np.full(values.shape, np.nan)
        if self.level is not None and tables.positive is not None:
            low, high = _around(values, *bands_of_two(tables, rates, shares, self._wanted, self.level))
        return laid_out(names, str(label), shares, (values, low, high))

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return verdict(self.values, self.prevalence, self.cost_of_guessing, published=self.tables is None)


def _of_solutions_too(function: Callable[..., Deployment]) -> Callable[..., Deployment]:
    """Let a solution stand in the place of tables."""
    of_labels = cast("Callable[..., Deployment]", of_tables(function))

    @wraps(of_labels)
    def call(*given: Any, **options: Any) -> Deployment:
        if given and isinstance(given[0], Solution | ClassSolution):
            return function(*given, **options)
        return of_labels(*given, **options)

    return call


def _fixed(solution: ClassSolution) -> Tables:
    """The one table that a report on more than two classes leaves."""
    found = solution.table
    if found is None:
        raise InputError(
            "this report on more than two classes does not fix the table, so its rates are not known"
        )
    return found


@_of_solutions_too
def deploy(
    tables: Tables | Solution | ClassSolution,
    prevalence: float | Sequence[float] | Mapping[Label, float] | None = None,
    *,
    prevalence_interval: tuple[float, float] | None = None,
    prevalence_counts: tuple[float, float] | Mapping[Label, float] | None = None,
    costs: tuple[float, float] | None = None,
    measures: Iterable[str | Measure] | str | None = None,
    level: float | None = 0.95,
    seed: int | np.random.Generator | None = 0,
    replicates: int = _REPLICATES,
) -> Deployment:
    r"""What a system will be worth where classes have other shares than in the table it was tried on.

    The rates of each class carry over: :math:`\mathrm{PPV} = \frac{\pi\,\mathrm{tpr}}{\pi\,\mathrm{tpr} +
    (1-\pi)\,\mathrm{fpr}}` (Bayes), and so all measures of the table re-weighted to the prevalence π (Powers
    2007, section 2.2). Informedness of two classes stays as it is; Precision, F, Kappa and accuracy do not.

    Of two classes the intervals carry the errors of both rates, and of the prevalence if it is uncertain,
    over to each measure (Newcombe 2011, PropImp, of Jeffreys bounds); of more classes they are percentiles
    of drawn rates. Over a solution of printed figures, the bounds are what its tables can have at the
    prevalence, or anywhere in the interval of an uncertain one. At a prevalence of 0 or 1 the rates of both
    classes carry over, too; what needs items of both is undefined there.

    Parameters
    ----------
    tables
        One table, a batch of groups, or a solution of printed figures, see :func:`abovechance.solve`.
    prevalence
        The share of the positive class of two there; or one for each class, in order or by label.
    prevalence_interval
        The range of the prevalence, with the confidence ``level``, where it is not known exactly.
    prevalence_counts
        The sample that the prevalence was found in: the numbers of positive and of all items, or of each
        class. What is then believed of it is Jeffreys' posterior, Beta(a + ½, b + ½) of a positives and b
        negatives.
    costs
        The costs of an error on a positive and on a negative item; the report then says what an item will
        cost.
    measures
        The measures to report; a selection if not given.
    level
        The confidence level of the intervals, or None for no intervals.
    seed, replicates
        Seed and number of the draws for more than two classes.

    Returns
    -------
    Deployment
        With ``values``, ``find(measure)`` and ``curve()`` over all prevalences.

    Examples
    --------
    >>> import abovechance as ac
    >>> table = ac.Tables.from_cells(tp=90, fn=10, fp=10, tn=90)
    >>> found = ac.deploy(table, prevalence=0.02)
    >>> precision = found.find("precision")
    >>> f"{precision.observed:.2f} becomes {precision.value:.3f} [{precision.low:.3f}, {precision.high:.3f}]"
    '0.90 becomes 0.155 [0.097, 0.259]'
    >>> round(found.find("alarms_per_true_alarm").value, 2)
    6.44
    """
    seed, replicates = checked_seed(seed), checked_replicates(replicates, least=2)
    if isinstance(tables, ClassSolution):
        tables = _fixed(tables)
    if isinstance(tables, Solution):
        # Figures have labels only if these were said; the second is always the positive one.
        labels = tables.labels or ("negative", _POSITIVE)
        there = expected_prevalence(labels, labels[1], prevalence, prevalence_interval, prevalence_counts)
        return _of_solution(tables, there, costs, measures, level)
    tables.require_square()
    there = expected_prevalence(
        tables.labels, tables.positive, prevalence, prevalence_interval, prevalence_counts
    )
    costs = checked_costs(costs, classes=len(tables.labels))
    if level is not None and not tables.is_countable:
        raise InputError(
            "{argument} must be counts, or made of weighted items, for intervals: sums of weights do not say "
            "how many items there are", argument="tables",
        )  # fmt: skip
    wanted, how = _wanted(measures, tables, costs), None if level is None else How(level, seed, replicates)
    whole = tables.sum() if tables.axes else tables
    found = list(_values(whole, None, there, wanted, how))
    for at in np.ndindex(tables.batch_shape) if tables.axes else ():
        group = replace(tables[at], positive=tables.positive)
        found += _values(group, group_at(tables, at), there, wanted, how)
    method = "propagated" if tables.positive is not None else "drawn"
    return Deployment(
        tables,
        None,
        there,
        tuple(found),
        costs,
        level,
        method,
        wanted,
        left_out=tables.left_out,
    )


def _wanted(measures: Any, tables: Tables, costs: tuple[float, float] | None) -> Wanted:
    two = tables.positive is not None
    if measures is None and two:
        chosen: tuple[Request, ...] = tuple(Request(m) for m in resolve(OF_A_DEPLOYMENT))
    else:
        chosen = requests(measures, tables)
    return Wanted(chosen, amounts(costs) if two else ())


def _values(
    table: Tables,
    group: tuple[Label, ...] | None,
    there: Prevalence,
    wanted: Wanted,
    how: How | None,
) -> Iterable[Deployed]:
    """The values of one table, whose group may lack a class."""
    shares, nan = np.array(there.shares), math.nan
    names, observed = wanted.names(table), wanted.values(table)
    # A group that lacks an expected class is undefined, and the others are told; all items without it raise.
    if group is not None and bool(((table.counts.sum(-1) == 0) & (shares > 0)).any()):
        value = low = high = np.full(len(names), nan)
    else:
        rates = rates_of(table, shares)
        value = deployed_values(wanted, table, rates, shares)
        low = high = np.full(len(names), nan)
        if how is not None and table.positive is not None:
            low, high = _around(value, *bounds_of_two(table, rates, there, wanted, how.level))
        elif how is not None:
            low, high = _around(value, *bounds_of_more(table, there, wanted, how))
    columns = (x.tolist() for x in (observed, value, low, high))
    for (key, label), was, will, least, most in zip(names, *columns, strict=True):
        yield Deployed(key, label, group, was, nan, nan, will, least, most)


def _around(value: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Bounds that contain the value; none where it is undefined."""
    missing = np.isnan(value)
    # fmin and fmax pass over NaN: a bound that is not known becomes the value itself.
    low, high = np.fmin(low, value), np.fmax(high, value)
    return np.where(missing, np.nan, low), np.where(missing, np.nan, high)


def _of_solution(
    solution: Solution, there: Prevalence, costs: Any, measures: Any, level: float | None
) -> Deployment:
    """Ranges over the tables of a solution and, where that is uncertain, over the prevalence."""
    found, costs = Published(solution), checked_costs(costs, classes=2)
    names = [measures] if isinstance(measures, str | Measure) else measures
    keys = [m.key for m in resolve(OF_A_DEPLOYMENT if names is None else names)]
    wanted = amounts(costs)
    shares: tuple[float, ...] = (there.of_positive,)
    if not there.is_certain:
        if level is None:
            raise InputError("{argument} must be a number where the prevalence is uncertain",
                             argument="level")  # fmt: skip
        # A measure need not be least or greatest at an end of the prevalence: some between are tried as well.
        shares = _between(there, level, _BETWEEN if found.tables is None else _BETWEEN_LISTED)
    was: list[Range | None] = [solution.range(key) for key in keys] + [None] * len(wanted)
    each = np.array([found.ranges(keys, share) + found.amounts(wanted, share) for share in shares])
    will = zip(np.fmin.reduce(each[..., 0]).tolist(), np.fmax.reduce(each[..., 1]).tolist(), strict=True)
    named = (*keys, *(one.key for one in wanted))
    values = tuple(_over(*one) for one in zip(named, was, will, strict=True))
    known = None if there.is_certain else level
    return Deployment(None, solution, there, values, costs, known, "range", Wanted((), wanted))


def _between(there: Prevalence, level: float, number: int) -> tuple[float, ...]:
    """So many prevalences from the lower to the upper bound of an uncertain one, and the likeliest."""
    ends = there.quantiles(quantile(two_sided(level, 2)) * np.array([-1.0, 1.0]), level)
    low, high = ends.tolist()
    every = np.linspace(low, high, number).tolist()
    return tuple(sorted({*every, there.of_positive}))


def _over(key: str, past: Range | None, will: tuple[float, float]) -> Deployed:
    """The range of a measure or an amount, as it was, if that is known, and as it will be."""
    nan = math.nan
    before = (nan, nan) if past is None else (past.low, past.high)
    return Deployed(key, None, None, nan, *before, nan, *will)
