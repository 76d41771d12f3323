"""``CurveComparison``: what was found of the curves of several systems, and the verdict in plain words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from abovechance.core.result import Result
from abovechance.core.text import enumerated, p_adjusted_said
from abovechance.curves.summaries.declared import known_curve_measure
from abovechance.inference.comparisons.comparison import ComparisonByPairs
from abovechance.inference.comparisons.verdict import p_text

if TYPE_CHECKING:
    from abovechance.core.arrays import Numbers
    from abovechance.core.labels import Label
    from abovechance.inference.comparisons.margin import Margins
    from abovechance.inference.comparisons.pair_difference import PairDifference

TITLES = {
    "auc": "AUC", "auch": "AUCH", "auk": "AUK", "auprg": "AUPRG", "average_precision": "average precision",
    "best_informedness": "best Informedness", "gini": "Gini", "h_measure": "H-measure", "ks": "KS",
    "partial_auc": "partial AUC", "pr_area": "area under the PR curve",
}  # fmt: skip
_OF_CURVES = "venkatraman"  # the test of whether curves differ anywhere, whatever their summaries


@dataclass(frozen=True, eq=False)
class JointTest(Result):
    """Whether several systems differ at all: Hotelling's T², with χ² for its distribution if items are many.

    Attributes
    ----------
    statistic, p_value, reason
        The statistic and its p-value, or why there is none.
    df, residual_df
        The directions in which the systems vary, and those of their covariance.
    """

    _headline = "p_value"

    statistic: float
    df: int
    residual_df: float
    p_value: float
    reason: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class CurveComparison(ComparisonByPairs):
    """The curves of several systems compared by one summary.

    For two systems ``difference``, ``low``, ``high``, ``se``, ``p_value``, ``method`` and ``test`` are those
    of the one pair; for more, ask for a pair: ``comparison["A", "B"]``.

    Attributes
    ----------
    measure, systems, values
        The summary that was compared, the names of the systems, and the value of each.
    pairs
        The difference of every two systems, with interval, test and adjusted p-value.
    joint
        The test of all systems at once, if there are more than two and they were compared by their AUC.
    level, adjust
        The level of confidence, and how the p-values of pairs were adjusted for their number.
    positive
        The positive class.
    n
        The number of items, or of each system's items; ``is_paired`` if they are the same.
    lower_is_better
        Whether the summary is a loss, such as the Brier score.
    margins
        Which systems are not worse than another by more than a margin, and which are equivalent, if a margin
        was given.
    """

    measure: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    pairs: tuple[PairDifference, ...]
    joint: JointTest | None
    level: float
    adjust: str | None
    positive: Label
    n: Numbers
    is_paired: bool
    lower_is_better: bool = False
    margins: Margins | None = None
    _derived: ClassVar[tuple[str, ...]] = ("is_paired", "verdict")

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        said = _of_two(self) if len(self.systems) == 2 else _of_many(self)
        margins = "" if self.margins is None else f"\n{self.margins.verdict}"
        return said + _below_chance(self) + margins

    def is_clear(self, pair: PairDifference) -> bool:
        """Whether two systems are shown to differ: by the adjusted p-value and by the interval."""
        return pair.is_shown(self.level)

    def __repr__(self) -> str:
        """The verdict, and the values if there are more than two systems."""
        if len(self.systems) == 2:
            return self.verdict
        width = max(map(len, self.systems))
        return "\n".join([self.verdict, *(f"{name:{width}}  {value:.3f}" for name, value in _ranked(self))])


def _title(comparison: CurveComparison) -> str:
    known = known_curve_measure(comparison.measure)
    return TITLES.get(comparison.measure, comparison.measure if known is None else known.title)


def _ranked(comparison: CurveComparison) -> list[tuple[str, float]]:
    """The systems by their values, the best first and undefined ones last."""
    sign = -1 if comparison.lower_is_better else 1
    named = zip(comparison.systems, comparison.values, strict=True)
    return sorted(named, key=lambda x: -math.inf if math.isnan(x[1]) else sign * x[1], reverse=True)


def _of_two(comparison: CurveComparison) -> str:
    pair = comparison.pairs[0]
    first, second = repr(pair.first), repr(pair.second)
    if pair.difference == pair.low == pair.high == 0:
        return f"{first} and {second} rank all items alike: {_title(comparison)} {pair.first_value:.3f}."
    if math.isnan(pair.p_value):
        return f"{_title(comparison)} of {first} and {second} cannot be compared: {pair.reason}."
    if not comparison.is_clear(pair):
        differ = "are not shown to differ"
        if pair.test == _OF_CURVES and pair.p_adjusted < 1 - comparison.level:
            differ = "have different curves, though not shown to differ in area"
        return f"{first} and {second} {differ}: {_numbers(comparison, pair)}."
    pair = pair if (pair.difference > 0) is not comparison.lower_is_better else pair.reversed
    return f"{pair.first!r} is better than {pair.second!r}: {_numbers(comparison, pair)}."


def _numbers(comparison: CurveComparison, pair: PairDifference) -> str:
    return (
        f"{_title(comparison)} {pair.first_value:.3f} against {pair.second_value:.3f}, a difference of "
        f"{pair.difference:.3f} ({100 * pair.level:g} % interval {pair.low:.3f} to {pair.high:.3f}, "
        f"{p_adjusted_said(pair.p_adjusted, pair.p_value)}"
        f"{' of equal curves' if pair.test == _OF_CURVES else ''})"
    )


def _of_many(comparison: CurveComparison) -> str:
    (best, value), *others = _ranked(comparison)
    title = _title(comparison)
    if math.isnan(value):
        return f"{title} cannot be compared: it is undefined for all systems."
    said = f"{best!r} comes first with {title} {value:.3f}"
    beaten = [name for name, _ in others if comparison.is_clear(comparison[best, name])]
    left = [name for name, _ in others if name not in beaten]
    if beaten and left:
        said = f"{said}: better than {enumerated(beaten)}, not shown to differ from {enumerated(left)}."
    else:
        said += ": better than all others." if beaten else ", but is not shown to differ from any other."
    return said + _joint_text(comparison.joint, comparison.level)


def _below_chance(comparison: CurveComparison) -> str:
    """That the best of them is worse than scores that say nothing."""
    known = known_curve_measure(comparison.measure)
    chance = None if known is None else known.chance
    if not isinstance(chance, float) or not all(value < chance for value in comparison.values):
        return ""
    return f" All are below chance ({chance:g}): do lower scores stand for {comparison.positive!r}?"


def _joint_text(joint: JointTest | None, level: float) -> str:
    if joint is None or math.isnan(joint.p_value):
        return ""
    df = f"{joint.df} and {joint.residual_df:.0f}"
    claim = "do not all" if joint.p_value < 1 - level else "are not shown to differ in how they"
    end = " equally well" if joint.p_value < 1 - level else ""
    test = f"T² = {joint.statistic:.2f}, df = {df}, {p_text(joint.p_value)}"
    return f" The systems {claim} rank{end} ({test})."
