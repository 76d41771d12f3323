"""``Ranking``: what the scores of systems, of groups or for classes are worth."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.core.result import Answer, Result, Row
from abovechance.core.text import listed, number
from abovechance.curves.thresholds.purposes import constraints_of, criterion_of
from abovechance.inference.comparisons.verdict import p_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from abovechance.curves.classes.multiclass import Multiclass
    from abovechance.curves.comparison.comparison import CurveComparison
    from abovechance.curves.costs.fusion import Fusion
    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.geometry.concavities import Concavities, Concavity
    from abovechance.curves.summaries.losses import HMeasure
    from abovechance.curves.summaries.summary import Summary
    from abovechance.curves.thresholds.held_out import Selection
    from abovechance.curves.thresholds.point import OperatingPoint
    from abovechance.curves.uncertainty.auc_test import AucTest
    from abovechance.inference.intervals.interval import Interval

_CHANCE_AUC = 0.5  # the AUC of chance
_COLUMNS = (
    "system", "measure", "value", "low", "high", "level", "chance", "threshold", "cut", "apparent", "p_value",
    "p_adjusted", "method", "reason",
)  # fmt: skip


@dataclass(frozen=True)
class Purpose:
    """What a threshold is for."""

    optimise: str | None = None  # None: Informedness, or the cost if there are costs
    cost_positive: float | None = None
    cost_negative: float | None = None
    prevalence: float | None = None  # where the threshold will be used
    at_least: Mapping[str, float] = field(default_factory=dict)  # bounds by measure
    at_most: Mapping[str, float] = field(default_factory=dict)
    threshold: float | None = None  # fixed, instead of the best one

    @property
    def choice(self) -> dict[str, Any]:
        """The arguments of a choice among thresholds."""
        given = {name: value for name, value in asdict(self).items() if name != "threshold"}
        # A cost of 0 is given, too: only what was left out is left out here.
        return {name: value for name, value in given.items() if value not in (None, {})}

    def checked(self) -> Purpose:
        """The same, unless thresholds cannot be chosen for it."""
        if self.threshold is not None and (self.at_least or self.at_most):
            raise InputError(
                "give a fixed {argument}, or bounds on it with {low} and {high}, not both",
                argument="threshold", low=Argument("at_least"), high=Argument("at_most"),
            )  # fmt: skip
        if self.prevalence in (0, 1):
            raise InputError(
                "{given} leaves only one class, so nothing could be told apart",
                given=Argument("prevalence", self.prevalence),
            )
        criterion_of(
            self.optimise,
            cost_positive=self.cost_positive,
            cost_negative=self.cost_negative,
            prevalence=self.prevalence,
        )
        constraints_of(None, self.at_least, self.at_most)
        return self


@dataclass(frozen=True, eq=False)
class RankedSystem(Result):
    """What one system's scores are worth.

    Attributes
    ----------
    name
        The system, group or class.
    curve, auc, summary, h_measure
        The curve, its area with an interval, and other numbers that sum it up.
    bounds
        The intervals of the summary's numbers, for a single system with not too many scores.
    point, criterion, intervals
        The operating point, what it was chosen for, and measures of its decisions with intervals.
    selection
        What a threshold chosen on these items may be expected to reach on new ones; None if there are too
        many scores, for groups and for clusters.
    dips
        Where the curve lies under its hull.
    test
        Whether the scores tell anything of the class.
    """

    name: str
    curve: Curve
    auc: Interval
    summary: Summary
    h_measure: HMeasure
    bounds: Mapping[str, Interval]
    point: OperatingPoint
    criterion: Interval | None
    intervals: Mapping[str, Interval]
    selection: Selection | None
    dips: Concavities
    test: AucTest

    @property
    def clear_dips(self) -> list[Concavity]:
        """Sections that rank worse than a coin beyond what chance does."""
        return [dip for dip in self.dips if dip.p_value < 0.05]


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(Answer):
    """What the scores of systems, of groups or for classes are worth.

    Attributes
    ----------
    kind
        What the systems are: ``"system"``, ``"group"`` or ``"class"``.
    systems
        One for each.
    purpose
        What thresholds are for.
    comparison
        Of systems on the same items, or of groups, by the AUC; None of one system or of classes.
    fusion
        Which of several systems to use at which cost.
    classes, class_bounds
        The averages over classes, and the intervals of those that have one, by their keys.
    level
        The confidence of all intervals.
    clusters
        How many clusters the items come in, each of which is one draw; None if each item is.
    """

    kind: str
    systems: tuple[RankedSystem, ...]
    purpose: Purpose
    comparison: CurveComparison | None
    fusion: Fusion | None
    classes: Multiclass | None
    level: float
    class_bounds: Mapping[str, Interval] = field(default_factory=dict)
    clusters: int | None = None

    @property
    def curves(self) -> dict[str, Curve]:
        """The curves by their names."""
        return {system.name: system.curve for system in self.systems}

    @property
    def verdict(self) -> str:
        """What the areas say, in plain sentences."""
        return _verdict(self)

    @property
    def meets_bounds(self) -> bool:
        """Whether each system has a threshold within the bounds that were asked for."""
        asked = bool(self.purpose.at_least or self.purpose.at_most)
        return not (asked and any(system.point.position is None for system in self.systems))

    def rows(self) -> list[Row]:
        """A row for each number that sums up a system, each measure of its decisions, and each pair."""
        return list(_rows(self))


def _verdict(ranking: Ranking) -> str:
    """What the areas say, in plain sentences."""
    if ranking.comparison is not None:
        return f"{ranking.comparison.verdict}{_upside_down(ranking)}"
    if ranking.classes is not None:
        found = ranking.classes["hand_till"]
        areas = [system.auc.value for system in ranking.systems]
        # NaN compares with nothing: min would return it or not, depending on where it stands.
        worst = min(ranking.systems, key=lambda s: math.inf if math.isnan(s.auc.value) else s.auc.value)
        if all(map(math.isnan, areas)):
            return "No class has an AUC: there are not two of them."
        return (
            f"Scores for {len(areas)} classes: Hand–Till M {number(found)}; the class told apart worst is "
            f"{worst.name!r}, AUC {number(worst.auc.value)}.{_upside_down(ranking)}"
        )
    return _of_one(ranking.systems[0])


def _upside_down(ranking: Ranking) -> str:
    """A sentence on the systems whose whole interval is below chance; a comparison tells if all are."""
    if ranking.comparison is not None and all(system.auc.value < _CHANCE_AUC for system in ranking.systems):
        return ""
    worse = [system.name for system in ranking.systems if system.auc.high < _CHANCE_AUC]
    if not worse:
        return ""
    who = "All" if len(worse) == len(ranking.systems) else listed(worse)
    verb = "ranks" if len(worse) == 1 and who != "All" else "rank"
    return f" {who} {verb} worse than chance, as if scores were upside down."


def _of_one(system: RankedSystem) -> str:
    area = system.auc
    if math.isnan(area.value):
        return f"There is no AUC: {area.reason}."
    said = f"AUC {area.value:.3f}"
    if math.isnan(area.low):
        return f"{system.name!r} has {said}, with no interval: {area.reason}."
    said += f", {100 * area.level:g} % interval {area.low:.3f} to {area.high:.3f}"
    is_shown, by = _shown_by(system)
    if is_shown and area.value > _CHANCE_AUC:
        return f"{system.name!r} ranks better than chance{by}: {said}."
    if is_shown:
        return f"{system.name!r} ranks worse than chance, as if its scores were upside down{by}: {said}."
    return f"{system.name!r} is not shown to rank differently from chance{by}: {said}."


def _shown_by(system: RankedSystem) -> tuple[bool, str]:
    """Whether a system ranks differently from chance by the test; and its p, where the interval disagrees.

    The interval allows for classes that differ in spread; of few items that is much.
    """
    area, test = system.auc, system.test
    apart = not area.low <= _CHANCE_AUC <= area.high
    is_shown = test.p_value < 1 - area.level
    if is_shown == apart:
        return is_shown, ""
    exact = "exact " if test.method == "exact" else ""
    return is_shown, f" ({exact}Mann–Whitney test, {p_text(test.p_value)})"


def _rows(ranking: Ranking) -> Iterator[Row]:
    """A row for each number that sums up a system, for each measure of its decisions, and for each pair."""
    for system in ranking.systems:
        yield from _summaries(system)
        chosen = {} if system.selection is None else {one.measure: one for one in system.selection.estimates}
        for key, found in system.intervals.items():
            one: Any = chosen.get(key, found)
            yield _row(system.name, key, one) | {
                "threshold": system.point.threshold,
                "cut": system.point.cut if system.point.is_chosen else None,
                "apparent": found.value if key in chosen else None,
                "method": system.selection.method if system.selection and key in chosen else found.method,
            }
    yield from _pairs(ranking)


def _pairs(ranking: Ranking) -> Iterator[Row]:
    """The differences of systems in their area."""
    comparison = ranking.comparison
    if comparison is None:
        return
    for pair in comparison.pairs:
        yield dict.fromkeys(_COLUMNS) | {
            "system": f"{pair.first} − {pair.second}",
            "measure": f"{comparison.measure}_difference",
            "value": pair.difference,
            "low": pair.low,
            "high": pair.high,
            "level": ranking.level,
            "chance": 0.0,
            "p_value": pair.p_value,
            "p_adjusted": pair.p_adjusted if len(comparison.pairs) > 1 else None,
            "method": pair.method,
        }


def _summaries(system: RankedSystem) -> Iterator[Row]:
    for entry in system.summary.entries:
        nothing: Row = dict.fromkeys(_COLUMNS)
        row = nothing | {"system": system.name, "measure": entry.measure.key, "value": entry.value}
        row |= {"chance": entry.chance, "reason": entry.reason}
        found = system.auc if entry.measure.key == "auc" else system.bounds.get(entry.measure.key)
        if found is not None:
            row |= _row(system.name, entry.measure.key, found) | {"chance": entry.chance}
        yield row


def _row(name: str, key: str, found: object) -> Row:
    nothing: Row = dict.fromkeys(_COLUMNS)
    numbers = {x: getattr(found, x) for x in ("value", "low", "high", "level", "method", "reason")}
    return nothing | {"system": name, "measure": key} | numbers
