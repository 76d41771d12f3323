"""What a system known by printed figures will be worth at another prevalence, over all tables that have them.

Where the tables are few, each is re-weighted. Else the range is enclosed as that of any measure is: with
cells tp·rn·π, fp·rp·(1 − π), fn·rn·π and tn·rp·(1 − π), where rp and rn are the sizes of the classes, a
quotient of polynomials of the cells at another prevalence is again one of the cells as they were.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.compute import compute_arrays
from abovechance.measures.registry import measure
from abovechance.solve.conflicts import region_of
from abovechance.solve.extremes import enclosed
from abovechance.solve.forms import Form, form_of
from abovechance.solve.polynomial import FN, FP, TN, TP, Polynomial, times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Floats
    from abovechance.evaluation.deployment.amounts import Amount
    from abovechance.solve.region import Region
    from abovechance.solve.solution import Solution
    from abovechance.tables.tables import Tables

Ends = tuple[float, float]

MOST_LISTED = 20_000
_MOST_DIGITS = 10**9  # the largest denominator of a prevalence, which multiplies all coefficients
_REAL_POSITIVES, _REAL_NEGATIVES = {**TP, **FN}, {**FP, **TN}


class Published:
    """A solution that is asked for measures at other prevalences."""

    def __init__(self, solution: Solution) -> None:
        if solution.conflicts:
            raise InputError(f"no table has these figures, so there is nothing to deploy: {solution.verdict}")
        self.solution = solution
        number = solution.quick_number
        self.tables = _with_both_classes(solution) if number is not None and number <= MOST_LISTED else None

    def ranges(self, keys: Sequence[str], prevalence: float) -> list[Ends]:
        """The range of each measure at a prevalence of the positive class."""
        if self.tables is None:
            return [self._enclosed(key, prevalence) for key in keys]
        steady = [key for key in keys if measure(key).is_unchanged_by("prevalence", 2)]
        found = compute_arrays(self.tables.at_prevalence(prevalence), keys)
        found |= compute_arrays(self.tables, steady)  # a class that will not occur has its rates, too
        return [_ends(found[key]) for key in keys]

    def amounts(self, wanted: Sequence[Amount], prevalence: float) -> list[Ends]:
        """The range of each amount."""
        if self.tables is None:
            return [self._of_amount(one, prevalence) for one in wanted]
        d = self.tables.at_prevalence(prevalence).dichotomy
        return [_ends(one((d.tp, d.fp, d.fn, d.tn))) for one in wanted]

    def _enclosed(self, key: str, prevalence: float) -> Ends:
        m, form = measure(key), form_of(key)
        if m.is_unchanged_by("prevalence", 2):
            found = self.solution.range(m)
            return found.low, found.high
        if form is None or form.scaled:
            raise InputError(
                f"the range of {m.title} at another prevalence is not known over so many tables, for its "
                "formula is not a quotient of polynomials of shares: give more figures, or n, so that the "
                "tables can be listed"
            )
        there = _deployed(form, prevalence)
        if not there.bottom:  # a class that does not occur leaves 0/0
            return math.nan, math.nan
        return enclosed(self._region, there, float(m.low), float(m.high))

    def _of_amount(self, one: Amount, prevalence: float) -> Ends:
        upside_down = _deployed(Form("ratio", one.bottom, one.top), prevalence)
        if one.key == "alarms_per_true_alarm":  # without a limit, unlike the share of alarms that are true
            low, high = enclosed(self._region, upside_down, 0.0, 1.0)
            return 1 / high if high > 0 else math.inf, 1 / low if low > 0 else math.inf
        # A weighted sum of shares of all items is at most its largest weight.
        most = max(one.top.values())
        low, high = enclosed(
            self._region, _deployed(Form("ratio", one.top, one.bottom), prevalence), 0.0, most
        )
        return one.factor * low, one.factor * high

    @cached_property
    def _region(self) -> Region:
        return region_of(self.solution.figures, self.solution.n)


def _with_both_classes(solution: Solution) -> Tables:
    """The tables that have items of both classes: of others nothing is known of one of the rates."""
    tables = solution.tables()
    both = (tables.counts.sum(-1) > 0).all(-1)
    if not both.any():
        raise InputError("all tables with these figures lack a class, so that its rates are not known")
    return replace(tables, counts=tables.counts[both])


def _ends(values: Floats) -> Ends:
    known = values[~np.isnan(values)]
    return (float(known.min()), float(known.max())) if len(known) else (math.nan, math.nan)


def _deployed(form: Form, prevalence: float) -> Form:
    """The form of the tables as they were whose value is that at the prevalence."""
    # As printed, so that 0.1 is a tenth: forms have whole coefficients.
    share = Fraction(str(prevalence)).limit_denominator(_MOST_DIGITS)
    positives, negatives = share.numerator, share.denominator - share.numerator
    cells = [
        _scaled(times(cell, others), weight)
        for cell, others, weight in (
            (TP, _REAL_NEGATIVES, positives),
            (FP, _REAL_POSITIVES, negatives),
            (FN, _REAL_NEGATIVES, positives),
            (TN, _REAL_POSITIVES, negatives),
        )
    ]
    return replace(form, top=_substituted(form.top, cells), bottom=_substituted(form.bottom, cells))


def _scaled(polynomial: Polynomial, factor: int) -> Polynomial:
    return {e: factor * c for e, c in polynomial.items() if factor}


def _substituted(polynomial: Polynomial, cells: Sequence[Polynomial]) -> Polynomial:
    """The polynomial with other polynomials in the place of the cells."""
    found: Polynomial = {}
    for powers, coefficient in polynomial.items():
        term: Polynomial = {(0, 0, 0, 0): coefficient}
        for cell, power in zip(cells, powers, strict=True):
            for _ in range(power):
                term = times(term, cell)
        for e, c in term.items():
            found[e] = found.get(e, 0) + c
    return {e: c for e, c in found.items() if c}
