"""The differences of every two systems: on the same items, whose draws go together, or on others."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.curves.comparison.exchange import swap_p, venkatraman_p
from abovechance.curves.comparison.options import OF_AUC, Options
from abovechance.curves.comparison.studentised import (
    NO_SPREAD,
    Studentised,
    joint_test,
    strata_of,
    warning_of,
)
from abovechance.curves.curve.counts import one_class
from abovechance.curves.uncertainty.delong import curve_placements, placements
from abovechance.curves.uncertainty.intervals import area_of
from abovechance.curves.uncertainty.resampling import (
    Order,
    bootstrap_p,
    bootstrap_tail,
    bootstrap_values,
    bounds_of,
    drawn_masses,
    fewer_values,
    left_out,
)
from abovechance.inference.comparisons.margin import MarginTest
from abovechance.inference.comparisons.pair_difference import PairDifference
from abovechance.inference.comparisons.shifted import settled_tails, student_tail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.curves.comparison.comparison import JointTest
    from abovechance.curves.comparison.studentised import Stratum
    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.uncertainty.auc_bounds import Area
    from abovechance.curves.uncertainty.delong import Placements
    from abovechance.inference.comparisons.shifted import Tail
    from abovechance.intake.score_columns import Judged

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Systems(ABC):
    """Systems by their names, the positive class, and how they are compared."""

    systems: tuple[str, ...]
    positive: Label
    options: Options

    @property
    @abstractmethod
    def values(self) -> Floats:
        """The summary of each."""

    @property
    @abstractmethod
    def _aucs(self) -> Floats: ...

    @abstractmethod
    def _strata(self, *systems: int) -> list[Stratum]:
        """What was drawn apart and tells of some systems."""

    @abstractmethod
    def _delong(self, i: int, j: int) -> Studentised:
        """The difference of two AUCs with DeLong's variance."""

    @abstractmethod
    def _drawn_difference(self, i: int, j: int) -> Floats:
        """The difference of two summaries on each draw."""

    @abstractmethod
    def _fewer_difference(self, i: int, j: int) -> Floats:
        """The same with something left out."""

    def _why_undefined(self, i: int, j: int) -> str:
        name = self.systems[i if math.isnan(self.values[i]) else j]
        return f"{self.options.name} of {name!r} is undefined"

    def _is_same(self, i: int, j: int) -> bool:  # noqa: ARG002
        """Whether no summary of the curves can differ."""
        return False

    @property
    def joint(self) -> JointTest | None:
        """The test of all AUCs at once."""
        number = len(self.systems)
        if number < 3 or not self.options.is_auc:
            return None
        # All differences from the first system: any others are sums of these.
        contrasts = np.eye(number)[1:] - np.eye(number)[0]
        return joint_test(contrasts @ self._aucs, contrasts, self._strata(*range(number)))

    @property
    def pairs(self) -> list[PairDifference]:
        """The differences of every two systems."""
        return [self._pair(i, j) for i, j in combinations(range(len(self.systems)), 2)]

    def _pair(self, i: int, j: int) -> PairDifference:
        first, second = float(self.values[i]), float(self.values[j])
        pair = PairDifference(
            measure=self.options.name, first=self.systems[i], second=self.systems[j], label=self.positive,
            first_value=first, second_value=second, difference=first - second, low=math.nan, high=math.nan,
            level=self.options.level, method=self.options.interval_method, se=math.nan, p_value=math.nan,
            test=self.options.test_name,
        )  # fmt: skip
        if math.isnan(pair.difference):
            return replace(pair, reason=self._why_undefined(i, j))
        # No draw can tell these apart: a test would divide 0 by 0.
        if self._is_same(i, j):
            return replace(pair, low=0.0, high=0.0, se=0.0, p_value=1.0, p_adjusted=1.0)
        low, high, se = self._bounds(i, j, pair.difference, self.options.level)
        p = self._p_value(i, j, pair.difference)
        reason = NO_SPREAD if math.isnan(p) or math.isnan(low) else None
        warning = None if reason else warning_of(self._strata(i, j), is_drawn=not self.options.is_auc)
        return replace(
            pair, low=low, high=high, se=se, p_value=p, p_adjusted=p, reason=reason, warning=warning
        )

    def margins(self, pairs: Sequence[PairDifference], margin: float) -> list[MarginTest]:
        """Whether the systems of each pair are within a margin, by the tests that the intervals invert."""
        every = combinations(range(len(self.systems)), 2)
        return [self._margin(pair, i, j, margin) for pair, (i, j) in zip(pairs, every, strict=True)]

    def _margin(self, pair: PairDifference, i: int, j: int, margin: float) -> MarginTest:
        level, tails = two_sided(self.options.level, 1), (math.nan, math.nan)
        pair, value = replace(pair, level=level), pair.difference
        if value == pair.low == pair.high == 0:
            tails = 0.0, 0.0  # they rank all items alike
        elif not math.isnan(pair.low):
            low, high, _ = self._bounds(i, j, value, level)
            pair = replace(pair, low=low, high=high)
            tails = settled_tails(self._tail(i, j, value), value, margin)
        return MarginTest.of(pair, margin, tails, -1 if self.options.lower_is_better else 1)

    def _tail(self, i: int, j: int, value: float) -> Tail:
        method = self.options.interval_method
        if method in OF_AUC:
            found, slope = self._studentised(i, j, method), self.options.slope
            return lambda bound, side: student_tail(
                side * (found.difference - bound / slope), found.se, found.df
            )
        return bootstrap_tail(self._drawn_difference(i, j), value, self._corrected(i, j))

    def _studentised(self, i: int, j: int, method: str) -> Studentised:
        if method == "delong":
            return self._delong(i, j)
        contrast = np.zeros(len(self._aucs))
        contrast[[i, j]] = 1, -1
        return Studentised.of(float(self._aucs[i] - self._aucs[j]), self._strata(i, j), contrast)

    def _bounds(self, i: int, j: int, value: float, level: float) -> tuple[float, float, float]:
        method = self.options.interval_method
        if method in OF_AUC:
            return self._studentised(i, j, method).bounds(level, self.options.slope)
        return bounds_of(self._drawn_difference(i, j), value, level, self._corrected(i, j))

    def _corrected(self, i: int, j: int) -> Callable[[], Array] | None:
        """What corrects the plain percentiles, unless these are wanted."""
        return None if self.options.method == "percentile" else lambda: self._fewer_difference(i, j)

    def _p_value(self, i: int, j: int, value: float) -> float:
        if self.options.test_name == "bootstrap":
            return bootstrap_p(self._drawn_difference(i, j), value, self._corrected(i, j))
        return self._studentised(i, j, self.options.test_name).p_value


@dataclass(frozen=True, eq=False)
class SameItems(Systems):
    """Systems on the same items."""

    items: Judged

    @cached_property
    def placements(self) -> Placements:
        """The placements of all items by each system."""
        return placements(self.items)

    @cached_property
    def orders(self) -> list[Order]:
        """The items sorted by the scores of each system."""
        return [Order.of(self.items, i) for i in range(len(self.systems))]

    @cached_property
    def values(self) -> Floats:
        """The summary of each system."""
        return self.options.of_auc(self._aucs) if self.options.is_auc else self._statistics(None)

    @property
    def _aucs(self) -> Floats:
        return self.placements.auc

    @cached_property
    def _all_strata(self) -> list[Stratum]:
        return strata_of(self.placements)

    def _strata(self, *systems: int) -> list[Stratum]:  # noqa: ARG002
        return self._all_strata

    @cached_property
    def _drawn(self) -> Floats:
        """The summaries of all systems on each draw."""
        masses = drawn_masses(self.items, self.options.replicates, self.options.seed)
        return np.array([self._statistics(x) for x in masses])

    @cached_property
    def _fewer(self) -> Floats:
        return left_out(self.items, self._statistics, self.options.seed)

    def _statistics(self, masses: NDArray[Any] | None) -> Floats:
        curves = (order.curve if masses is None else order.drawn(masses) for order in self.orders)
        return np.array([self.options.statistic(curve) for curve in curves])

    def _drawn_difference(self, i: int, j: int) -> Floats:
        return self._drawn[:, i] - self._drawn[:, j]

    def _fewer_difference(self, i: int, j: int) -> Floats:
        return self._fewer[:, i] - self._fewer[:, j]

    def _delong(self, i: int, j: int) -> Studentised:
        """With clusters Student's distribution, for they are often few."""
        difference, variance = self.placements.difference(i, j)
        df = math.inf if self.items.clusters is None else max(float(self.items.clusters.max()), 1.0)
        return Studentised.plain(difference, variance, df)

    def _is_same(self, i: int, j: int) -> bool:
        """Whether no summary of the curves can differ; of AUCs, whether two systems rank all items alike.

        Two systems that both separate the classes have the same curve, but other items may tell them apart.
        """
        sides = (self.placements.positive, self.placements.negative)
        if not all(bool((side.placements[i] == side.placements[j]).all()) for side in sides):
            return False
        if not self.options.is_auc:
            return True
        # Placements do not see in which order items of one class stand.
        first, second = (np.unique(self.items.scores[k], return_inverse=True)[1] for k in (i, j))
        return bool((first == second).all())

    def _p_value(self, i: int, j: int, value: float) -> float:
        draws: dict[str, Any] = {"replicates": self.options.replicates, "seed": self.options.seed}
        if self.options.test_name == "venkatraman":
            return venkatraman_p(self.items.of(i, j), **draws)
        if self.options.test_name == "permutation":
            return swap_p(self.items.of(i, j), self.options.statistic, **draws)
        return super()._p_value(i, j, value)

    def _why_undefined(self, i: int, j: int) -> str:
        return one_class(self.orders[0].curve) or super()._why_undefined(i, j)


@dataclass(frozen=True, eq=False)
class OtherItems(Systems):
    """Curves of items of their own: their errors are independent, and so are their draws."""

    curves: tuple[Curve, ...]

    @cached_property
    def _areas(self) -> list[Area]:
        return [area_of(curve, self.options.level) for curve in self.curves]

    @cached_property
    def _strata_of_each(self) -> list[list[Stratum]]:
        """The classes of each curve."""
        return [strata_of(curve_placements(curve), i) for i, curve in enumerate(self.curves)]

    def _strata(self, *systems: int) -> list[Stratum]:
        return [stratum for i in systems for stratum in self._strata_of_each[i]]

    @cached_property
    def _aucs(self) -> Floats:
        return np.array([curve.auc for curve in self.curves])

    @cached_property
    def values(self) -> Floats:
        """The summary of each curve."""
        return np.array([float(self.options.statistic(curve)) for curve in self.curves])

    @cached_property
    def _drawn(self) -> list[Floats]:
        """The summary on draws of each curve, with a seed for each."""
        # One seed for all would make the draws of independent curves go together.
        seeds = np.random.SeedSequence(self.options.seed).generate_state(len(self.curves)).tolist()
        return [
            bootstrap_values(curve, self.options.statistic, replicates=self.options.replicates, seed=seed)
            for curve, seed in zip(self.curves, seeds, strict=True)
        ]

    def _drawn_difference(self, i: int, j: int) -> Floats:
        return self._drawn[i] - self._drawn[j]

    def _fewer_difference(self, i: int, j: int) -> Floats:
        """With something left out of one or the other curve, around 0."""
        own, other = (fewer_values(self.curves[k], self.options.statistic, self.options.seed) for k in (i, j))
        # Leaving out of the second curve moves the difference the other way.
        return np.concatenate((own - np.nanmean(own), np.nanmean(other) - other))

    def _delong(self, i: int, j: int) -> Studentised:
        """With Welch's degrees of freedom."""
        areas = [self._areas[k] for k in (i, j)]
        variance = sum(area.variance for area in areas)
        parts = (area.variance**2 / (area.positives + area.negatives - 1) for area in areas)
        df = variance**2 / sum(parts) if variance > 0 else math.inf
        return Studentised.plain(float(self._aucs[i] - self._aucs[j]), variance, df)
