"""``PairDifference``: how far two systems are apart by one measure, how sure that is, and by what method."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.inference.significance.multiplicity import adjust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.measures.registry import Measure

NO_P_VALUE = "these items do not tell how much the difference may vary"
"""Why there is no p-value, where both values are known."""
_OF_ONE_STATISTIC = frozenset({("tango", "mcnemar")})  # Tango's score at 0 is McNemar's


@dataclass(frozen=True, eq=False)
class PairDifference(Result):
    """The first system's value of a measure less the second's, with interval and two-sided p-value.

    Attributes
    ----------
    measure, label
        The key of the measure, and the class of a measure of one class; else None.
    first, second, first_value, second_value
        The two systems and their values.
    difference, low, high, level, method, se
        The first value less the second, its interval and its standard error.
    p_value, test, p_adjusted
        The p-value of no difference, its test, and the p-value adjusted for the number of comparisons made
        at once.
    reason
        Why something is undefined, or None.
    warning
        Why the interval may be less sure than its level, or None.
    """

    _headline = "difference"

    measure: str
    first: str
    second: str
    label: Label | None
    first_value: float
    second_value: float
    difference: float
    low: float
    high: float
    level: float
    method: str
    se: float
    p_value: float
    test: str
    p_adjusted: float = math.nan
    reason: str | None = None
    warning: str | None = None
    _derived: ClassVar[tuple[str, ...]] = ("disagreement",)

    def rows(self) -> list[Row]:
        """One row, whose column of the label is ``class``, as in all rows."""
        return [{"class" if name == "label" else name: value for name, value in self._held().items()}]

    @property
    def reversed(self) -> PairDifference:
        """The same with the systems in the other order."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            first_value=self.second_value,
            second_value=self.first_value,
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
        )

    def of_linear(self, m: Measure, values: tuple[float, float], slope: float) -> PairDifference:
        """The same of a measure that is a linear function of this one, with its values."""
        bounds = sorted((slope * self.low, slope * self.high))
        difference = values[0] - values[1]
        return replace(
            self,
            measure=m.key,
            first_value=values[0],
            second_value=values[1],
            difference=difference,
            low=min(bounds[0], difference),
            high=max(bounds[1], difference),
            se=abs(slope) * self.se,
        )

    @property
    def contains_zero(self) -> bool:
        """Whether the interval allows for no difference."""
        return self.low <= 0 <= self.high

    def is_shown(self, level: float) -> bool:
        """Whether the adjusted p-value is below one less the level, and the interval excludes 0."""
        return bool(self.p_adjusted < 1 - level) and not self.contains_zero

    @property
    def is_of_one_kind(self) -> bool:
        """Whether p-value and interval are of one statistic, and so always agree on whether 0 is excluded."""
        return self.method == self.test or (self.method, self.test) in _OF_ONE_STATISTIC

    @property
    def disagreement(self) -> str | None:
        """What to say where the interval and the p-value disagree; None if they agree."""
        clear = self.p_value < 1 - self.level
        if math.isnan(self.p_value) or math.isnan(self.low) or clear != self.contains_zero:
            return None
        found = "the p-value is below" if clear else "the interval excludes 0, but the p-value is not below"
        rest = ", but the interval contains 0" if clear else ""
        kinds = f"{self.test} and {self.method} look at the items in different ways"
        return f"{found} {1 - self.level:.2g}{rest}: {kinds}"


def with_adjusted(found: Sequence[PairDifference], method: str | None) -> tuple[PairDifference, ...]:
    """The differences with p-values adjusted for their number; undefined ones do not count."""
    p_values = adjust([d.p_value for d in found], method)
    return tuple(replace(d, p_adjusted=float(p)) for d, p in zip(found, p_values, strict=True))


def two_sided_p(statistic: float, df: float = math.inf) -> float:
    """The probability of a normal, or Student's t, variable farther from zero than the statistic."""
    from scipy.special import stdtr

    if math.isinf(df):
        return math.erfc(abs(statistic) / math.sqrt(2))
    return float(2 * stdtr(df, -abs(statistic)))


def two_sided_quantile(level: float, df: float = math.inf) -> float:
    """The half-width of a two-sided interval in standard errors: 1.96 for 0.95, more for few clusters."""
    from scipy.special import ndtri, stdtrit

    share = (1 + level) / 2
    return float(ndtri(share) if math.isinf(df) else stdtrit(df, share))


def direction(m: Measure) -> int:
    """1 if more is better, −1 if less is, 0 if neither."""
    if m.best is None:
        return 0
    return int(m.best == m.high) - int(m.best == m.low)


def require_single_value(m: Measure, classes: int) -> None:
    """Refuse a measure of one class where there are more than two."""
    if m.scope == "binary" and classes != 2:
        raise InputError(
            f"{m.key} is a measure of one class and there are {classes}: name the class as positive, or "
            "choose a measure of the whole table"
        )
