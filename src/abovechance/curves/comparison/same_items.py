"""Systems that scored the same items: their placements, and their draws, go together."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.comparison.contrasts import NO_SPREAD, Pair, against_first
from abovechance.curves.comparison.exchange import swap_p, venkatraman_p
from abovechance.curves.comparison.hotelling import joint_test
from abovechance.curves.comparison.studentised import Studentised, strata_of, warning_of
from abovechance.curves.uncertainty.delong import placements
from abovechance.curves.uncertainty.resampling import Order, bootstrap_p, bounds_of, drawn_masses, left_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.comparison.comparison import JointTest
    from abovechance.curves.comparison.contrasts import Options
    from abovechance.curves.comparison.studentised import Stratum
    from abovechance.curves.uncertainty.delong import Placements
    from abovechance.intake.score_columns import Judged


@dataclass(frozen=True, eq=False)
class SameItems:
    """Systems on the same items; what all pairs need is computed once."""

    items: Judged
    options: Options

    @cached_property
    def placements(self) -> Placements:
        """The placements of all items by each system."""
        return placements(self.items)

    @cached_property
    def orders(self) -> list[Order]:
        """The items sorted by the scores of each system."""
        return [Order.of(self.items, i) for i in range(len(self.items.systems))]

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The summary of each system."""
        return self.options.of_auc(self._aucs) if self.options.is_auc else self._statistics(None)

    @property
    def _aucs(self) -> NDArray[np.float64]:
        return self.placements.auc

    @cached_property
    def _strata(self) -> list[Stratum]:
        return strata_of(self.placements)

    @cached_property
    def _drawn(self) -> NDArray[np.float64]:
        """The summaries of all systems on each draw."""
        masses = drawn_masses(self.items, self.options.replicates, self.options.seed)
        return np.array([self._statistics(x) for x in masses])

    @cached_property
    def _fewer(self) -> NDArray[np.float64]:
        """The summaries with something left out."""
        return left_out(self.items, self._statistics, self.options.seed)

    def _statistics(self, masses: NDArray[Any] | None) -> NDArray[np.float64]:
        curves = (order.curve if masses is None else order.drawn(masses) for order in self.orders)
        return np.array([self.options.statistic(curve) for curve in curves])

    @property
    def joint(self) -> JointTest | None:
        """The test of all AUCs at once."""
        contrasts = against_first(len(self.items.systems))
        if contrasts is None or not self.options.is_auc:
            return None
        return joint_test(contrasts @ self._aucs, contrasts, self._strata)

    def pair(self, i: int, j: int) -> Pair:
        """The difference of two systems."""
        pair = Pair(float(self.values[i]), float(self.values[j]))
        if math.isnan(pair.difference):
            return replace(pair, reason=self._why_undefined(i, j))
        if self._is_same(i, j):
            return replace(pair, low=0.0, high=0.0, se=0.0, p_value=1.0)
        low, high, se = self._bounds(i, j, pair.difference)
        p_value = self._p_value(i, j, pair.difference)
        reason = NO_SPREAD if math.isnan(p_value) or math.isnan(low) else None
        warning = None if reason else warning_of(self._strata, is_drawn=not self.options.is_auc)
        return replace(pair, low=low, high=high, se=se, p_value=p_value, reason=reason, warning=warning)

    def _studentised(self, i: int, j: int) -> Studentised:
        contrast = np.zeros(len(self._aucs))
        contrast[[i, j]] = 1, -1
        return Studentised.of(float(self._aucs[i] - self._aucs[j]), self._strata, contrast)

    def _delong(self, i: int, j: int) -> Studentised:
        """DeLong's; with clusters Student's distribution, for they are often few."""
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
        first, second = (np.unique(self.items.scores[k], return_inverse=True)[1] for k in (i, j))
        return bool((first == second).all())

    def _bounds(self, i: int, j: int, value: float) -> tuple[float, float, float]:
        method, level = self.options.interval_method, self.options.level
        if method == "delong_adjusted":
            return self._studentised(i, j).bounds(level, self.options.slope)
        if method == "delong":
            return self._delong(i, j).bounds(level, self.options.slope)
        return bounds_of(self._drawn[:, i] - self._drawn[:, j], value, level, self._corrected(i, j))

    def _corrected(self, i: int, j: int) -> Callable[[], NDArray[np.float64]] | None:
        """What corrects the plain percentiles, unless these are wanted."""
        if self.options.method == "percentile":
            return None
        return lambda: self._fewer[:, i] - self._fewer[:, j]

    def _p_value(self, i: int, j: int, value: float) -> float:
        name = self.options.test_name
        if name == "delong_adjusted":
            return self._studentised(i, j).p_value
        if name == "delong":
            return self._delong(i, j).p_value
        if name == "bootstrap":
            return bootstrap_p(self._drawn[:, i] - self._drawn[:, j], value, self._corrected(i, j))
        pair, replicates, seed = self.items.of(i, j), self.options.replicates, self.options.seed
        if name == "venkatraman":
            return venkatraman_p(pair, replicates=replicates, seed=seed)
        return swap_p(pair, self.options.statistic, replicates=replicates, seed=seed)

    def _why_undefined(self, i: int, j: int) -> str:
        from abovechance.curves.curve.counts import one_class

        system = self.items.systems[i if math.isnan(self.values[i]) else j]
        return one_class(self.orders[0].curve) or f"{self.options.name} of {system!r} is undefined"
