"""Non-inferiority and equivalence: whether a system is not worse than another by more than a margin.

A difference that is not shown is not shown to be absent. To show that a system is not worse than another by
more than a margin, the null that it is worse by as much or more must be rejected (a one-sided test of a
shifted null). Two systems are equivalent if both such nulls are rejected (two one-sided tests, TOST:
Schuirmann 1987), which is so exactly where the interval of level 1 − 2α lies inside the margin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.result import Result
from abovechance.core.text import enumerated, p_adjusted_said
from abovechance.inference.significance.multiplicity import adjust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row
    from abovechance.inference.comparisons.pair_difference import PairDifference


@dataclass(frozen=True, eq=False)
class MarginTest(Result):
    """Whether two systems are within a margin, and whether the first is not worse than the second.

    Attributes
    ----------
    measure, first, second, difference
        What was compared: the first system's value less the second's.
    margin
        The largest difference that does not matter, in units of the measure.
    low, high, level, method
        The interval of the difference of level 1 − 2α, which is 90 % for a comparison of level 95 %. Each end
        alone is a bound of level 1 − α.
    p_lower, p_upper
        One-sided p-values: of the null that the difference is −margin or less, and that it is the margin or
        more.
    p_lower_adjusted, p_upper_adjusted
        The same, adjusted for the number of pairs.
    direction
        1 if more of the measure is better, −1 if less is, 0 if neither.
    reason
        Why there is no test.
    """

    _headline = "difference"

    measure: str
    first: str
    second: str
    difference: float
    margin: float
    low: float
    high: float
    level: float
    method: str
    p_lower: float
    p_upper: float
    p_lower_adjusted: float
    p_upper_adjusted: float
    direction: int
    reason: str | None = None
    _derived: ClassVar[tuple[str, ...]] = (
        "p_noninferior", "p_noninferior_adjusted", "p_equivalent", "p_equivalent_adjusted", "noninferior",
        "equivalent",
    )  # fmt: skip

    @classmethod
    def of(
        cls, pair: PairDifference, margin: float, tails: tuple[float, float], direction: int
    ) -> MarginTest:
        """From the difference with its interval of level 1 − 2α, and both p-values."""
        return cls(
            measure=pair.measure, first=pair.first, second=pair.second, difference=pair.difference,
            margin=margin, low=pair.low, high=pair.high, level=pair.level, method=pair.method,
            p_lower=tails[0], p_upper=tails[1], p_lower_adjusted=tails[0], p_upper_adjusted=tails[1],
            direction=direction, reason=pair.reason if math.isnan(tails[0]) else None,
        )  # fmt: skip

    @property
    def reversed(self) -> MarginTest:
        """The same with the systems in the other order."""
        return replace(
            self, first=self.second, second=self.first, difference=-self.difference, low=-self.high,
            high=-self.low, p_lower=self.p_upper, p_upper=self.p_lower,
            p_lower_adjusted=self.p_upper_adjusted, p_upper_adjusted=self.p_lower_adjusted,
        )  # fmt: skip

    @property
    def p_noninferior(self) -> float:
        """Of the null that the first is worse than the second by the margin or more."""
        return self._worse(self.p_lower, self.p_upper)

    @property
    def p_noninferior_adjusted(self) -> float:
        """The same, adjusted for the number of pairs."""
        return self._worse(self.p_lower_adjusted, self.p_upper_adjusted)

    @property
    def p_equivalent(self) -> float:
        """Of the null that the two differ by the margin or more: the larger of both p-values (TOST)."""
        return float(np.maximum(self.p_lower, self.p_upper))

    @property
    def p_equivalent_adjusted(self) -> float:
        """The same, adjusted for the number of pairs."""
        return float(np.maximum(self.p_lower_adjusted, self.p_upper_adjusted))

    @property
    def noninferior(self) -> bool:
        """Whether the first is shown not to be worse than the second by the margin or more."""
        return self.p_noninferior_adjusted < self.alpha

    @property
    def equivalent(self) -> bool:
        """Whether the two are shown to differ by less than the margin."""
        return self.p_equivalent_adjusted < self.alpha

    @property
    def alpha(self) -> float:
        """The level of each one-sided test."""
        return (1 - self.level) / 2

    @property
    def bound(self) -> float:
        """The end of the interval that decides on non-inferiority, NaN where no value is better."""
        return self._worse(self.low, self.high)

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        return _said(self)

    def _worse(self, if_more_is_better: float, if_less_is: float) -> float:
        return {1: if_more_is_better, -1: if_less_is}.get(self.direction, math.nan)


@dataclass(frozen=True, eq=False, repr=False)
class Margins(Result):
    """The tests of all pairs against one margin: ``margins["A", "B"]``.

    Attributes
    ----------
    margin
        The largest difference that does not matter.
    adjust
        How p-values were adjusted for the number of pairs.
    baseline
        The system that the others are compared with; None if every two are compared.
    tests
        One for each pair; with a baseline, of each other system against it.
    """

    margin: float
    adjust: str | None
    baseline: str | None
    tests: tuple[MarginTest, ...]
    _derived: ClassVar[tuple[str, ...]] = ("verdict",)

    def __getitem__(self, names: tuple[str, str]) -> MarginTest:
        """The test of the first of two systems against the second."""
        for test in self.tests:
            if (test.first, test.second) == names:
                return test
            if (test.second, test.first) == names:
                return test.reversed
        pairs = ", ".join(f"({x.first!r}, {x.second!r})" for x in self.tests)
        raise InputError(f"there is no pair {quoted(names)}; there are {pairs}")

    def rows(self) -> list[Row]:
        """A row for each pair."""
        return [row for test in self.tests for row in test.rows()]

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        if len(self.tests) == 1:
            (test,) = self.tests
            return test.verdict if self.baseline is None else _against_baseline(test)
        return _of_all_pairs(self) if self.baseline is None else _of_all_others(self)

    def __repr__(self) -> str:
        """The verdict."""
        return self.verdict


def checked_margin(margin: Any, widest: float) -> float:
    """A margin above 0 and smaller than any difference that there can be."""
    if isinstance(margin, bool) or not isinstance(margin, Real) or not 0 < float(margin) < widest:
        most = "" if math.isinf(widest) else f" and below {widest:g}"
        raise InputError(
            "{argument} must be a number above 0{most}, such as 0.05, got {given!r}",
            argument="margin", most=most, given=margin,
        )  # fmt: skip
    return float(margin)


def margins_of(
    families: Sequence[Sequence[MarginTest]], method: str | None, margin: float, baseline: str | None
) -> list[Margins]:
    """Families of tests, adjusted for the number of all their pairs together.

    Of one pair, both nulls cannot be true at once. So a set of nulls that may be true together has one of
    each pair at most, and the closed test of each null meets the others at their larger p-values.
    """
    tests = [test for family in families for test in family]
    worst = np.array([test.p_equivalent for test in tests])

    def adjusted(name: str) -> list[float]:
        found = []
        for i, test in enumerate(tests):
            own = worst.copy()
            own[i] = getattr(test, name)
            found.append(float(adjust(own, method)[i]))
        return found

    lower, upper = (adjusted(name) for name in ("p_lower", "p_upper"))
    done = iter(
        replace(test, p_lower_adjusted=low, p_upper_adjusted=high)
        for test, low, high in zip(tests, lower, upper, strict=True)
    )
    return [Margins(margin, method, baseline, tuple(next(done) for _ in family)) for family in families]


def _said(test: MarginTest) -> str:
    first, second, margin = repr(test.first), repr(test.second), f"{test.margin:g}"
    if math.isnan(test.p_equivalent):
        return f"{first} and {second} cannot be compared with the margin of {margin}: {test.reason}."
    inside = f"{100 * test.level:g} % interval {test.low:.3f} to {test.high:.3f}"
    how = f"({inside}, {p_adjusted_said(test.p_equivalent_adjusted, test.p_equivalent)})"
    if test.equivalent:
        return f"{first} and {second} are equivalent: they differ by less than {margin} {how}."
    for one in (test, test.reversed):
        if one.noninferior:
            return f"{_not_worse(one)}. They are not shown to be equivalent."
    return f"{first} and {second} are not shown to be within {margin} of each other {how}."


def _not_worse(test: MarginTest) -> str:
    return f"{test.first!r} is not worse than {test.second!r} by more than {test.margin:g} ({_how(test)})"


def _how(test: MarginTest) -> str:
    """The one-sided bound and its p-value."""
    worst = "lowest" if test.direction > 0 else "highest"
    return (
        f"the {worst} difference at {100 * (1 - test.alpha):g} % confidence is {test.bound:.3f}, "
        f"{p_adjusted_said(test.p_noninferior_adjusted, test.p_noninferior)}"
    )


def _against_baseline(test: MarginTest) -> str:
    """What is known of a system that is held against a baseline."""
    if math.isnan(test.p_noninferior):
        return test.verdict
    if test.noninferior:
        also = (
            f" The two are equivalent ({p_adjusted_said(test.p_equivalent_adjusted, test.p_equivalent)})."
            if test.equivalent
            else ""
        )
        return f"{_not_worse(test)}.{also}"
    return (
        f"{test.first!r} may be worse than {test.second!r} by more than {test.margin:g}: "
        f"that it is not, is not shown ({_how(test)})."
    )


def _of_all_others(margins: Margins) -> str:
    """Which systems are not worse than the baseline."""
    not_worse = [test.first for test in margins.tests if test.noninferior]
    unknown = [test.first for test in margins.tests if not test.noninferior]
    said = f"Not worse than {margins.baseline!r} by more than {margins.margin:g}: "
    said += enumerated(not_worse) if not_worse else "none is shown to be"
    return said + (f"; not shown for {enumerated(unknown)}." if not_worse and unknown else ".")


def _of_all_pairs(margins: Margins) -> str:
    """Which pairs are equivalent."""
    pairs = [f"{test.first!r} and {test.second!r}" for test in margins.tests if test.equivalent]
    if not pairs:
        return f"No two are shown to be equivalent, to differ by less than {margins.margin:g}."
    return f"Equivalent, differing by less than {margins.margin:g}: {'; '.join(pairs)}."
