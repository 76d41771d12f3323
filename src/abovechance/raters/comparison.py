"""``AgreementComparison``: how far coefficients of agreement are apart, and what that says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.inference.compared import Compared
from abovechance.inference.comparison import is_shown

if TYPE_CHECKING:
    from abovechance.inference.difference import Difference

_TWO = 2


@dataclass(frozen=True, repr=False)
class AgreementComparison(Compared):
    """What :func:`~abovechance.compare_agreement` found.

    For two coefficients ``difference``, ``low``, ``high``, ``se`` and ``p_value`` are those of the pair.

    Attributes
    ----------
    systems, values
        What was compared, and the coefficients.
    pairs
        The difference of every two, with interval, test and adjusted p-value.
    p_value, statistic, df, test
        Of the test that all are equal.
    items
        Whether the items were the same or different ones.
    level, adjust
        The level of confidence, and how the p-values of pairs were adjusted for their number.
    """

    systems: tuple[str, ...]
    values: tuple[float, ...]
    pairs: tuple[Difference, ...]
    statistic: float
    df: tuple[float, float]
    p_value: float
    test: str
    items: str
    level: float
    adjust: str | None

    @property
    def verdict(self) -> str:
        """The answer in a plain sentence."""
        return _verdict(self)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        return {
            "values": dict(zip(self.systems, self.values, strict=True)),
            "pairs": [pair.to_dict() for pair in self.pairs],
            "statistic": self.statistic,
            "df": list(self.df),
            "p_value": self.p_value,
            "test": self.test,
            "items": self.items,
            "level": self.level,
            "adjust": self.adjust,
            "verdict": self.verdict,
        }

    def __repr__(self) -> str:
        """The verdict."""
        return self.verdict


def _verdict(found: AgreementComparison) -> str:
    if len(found.systems) > _TWO:
        return _verdict_of_many(found)
    pair = found.pairs[0]
    if math.isnan(pair.low):
        return f"{pair.first!r} and {pair.second!r} cannot be compared: {pair.reason}."
    p = f", p = {pair.p_value:.2g}" if not math.isnan(pair.p_value) else ""
    interval = f"{100 * found.level:g} % interval {pair.low:.3f} to {pair.high:.3f}{p}"
    numbers = (
        f"{pair.first_value:.3f} against {pair.second_value:.3f}, a difference of {pair.difference:.3f} "
        f"({interval})"
    )
    if not is_shown(pair, found.level):
        return f"{pair.first!r} and {pair.second!r} are not shown to differ: {numbers}."
    return f"{_ordered(pair)}: {numbers}."


def _verdict_of_many(found: AgreementComparison) -> str:
    clear = [_ordered(pair) for pair in found.pairs if is_shown(pair, found.level)]
    equal = (
        f"p = {found.p_value:.2g} that all are equal" if not math.isnan(found.p_value) else "no joint test"
    )
    if clear:
        return f"Shown to differ: {', '.join(clear)} ({equal})."
    return f"No two of the {len(found.systems)} coefficients are shown to differ ({equal})."


def _ordered(pair: Difference) -> str:
    high, low = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
    return f"{high!r} is higher than {low!r}"
