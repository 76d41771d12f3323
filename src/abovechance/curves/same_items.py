"""Systems that scored the same items: their placements, and their draws, go together."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.auc_interval import areas_of, cluster_quantile
from abovechance.curves.contrasts import NO_SPREAD, Pair, against_first, joint_test, mover
from abovechance.curves.delong import placements
from abovechance.curves.exchange import swap_p, venkatraman_p
from abovechance.curves.resampling import Order, bootstrap_p, bounds_of, drawn_masses, left_out
from abovechance.inference.difference import two_sided_p

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.auc_bounds import Area
    from abovechance.curves.columns import Judged
    from abovechance.curves.comparison import JointTest
    from abovechance.curves.contrasts import Options
    from abovechance.curves.delong import Placements


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
        return self.placements.auc if self.options.is_auc else self._statistics(None)

    @cached_property
    def _areas(self) -> list[Area]:
        return areas_of(self.items, self.placements, self.options.level)

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
        if np.isnan(self.values).any():
            return joint_test(contrasts @ self.values, np.full((1, 1), math.nan))
        between = self.placements.combined(contrasts)
        return joint_test(between.auc, between.covariance)

    def pair(self, i: int, j: int) -> Pair:
        """The difference of two systems."""
        pair = Pair(float(self.values[i]), float(self.values[j]))
        if math.isnan(pair.difference):
            return replace(pair, reason=self._why_undefined(i, j))
        if self._is_same(i, j):
            return replace(pair, low=0.0, high=0.0, se=0.0, p_value=1.0)
        se = self._se(i, j) if self.options.is_auc else math.nan
        low, high, spread = self._bounds(i, j, pair.difference, se)
        p_value, test = self._p_value(i, j, pair.difference, se)
        reason = NO_SPREAD if math.isnan(p_value) or math.isnan(low) else None
        return replace(pair, low=low, high=high, se=spread, p_value=p_value, test=test, reason=reason)

    def _se(self, i: int, j: int) -> float:
        variance = self.placements.difference(i, j)[1]
        # the covariance of clusters may take a variance of nothing a little below zero
        return math.nan if math.isnan(variance) else math.sqrt(max(variance, 0.0))

    def _is_same(self, i: int, j: int) -> bool:
        """Whether two systems rank all items alike: then no summary of their curves can differ."""
        sides = (self.placements.positive, self.placements.negative)
        return all(bool((side.placements[i] == side.placements[j]).all()) for side in sides)

    def _bounds(self, i: int, j: int, value: float, se: float) -> tuple[float, float, float]:
        method, level = self.options.interval_method, self.options.level
        if method == "delong":
            half = cluster_quantile(self.items, level) * se
            return max(value - half, -1.0), min(value + half, 1.0), se
        if method == "mover":
            pair = [self._areas[i], self._areas[j]]
            return (*mover(pair, float(self.placements.covariance[i, j])), se)
        return bounds_of(self._drawn[:, i] - self._drawn[:, j], value, level, self._corrected(i, j))

    def _corrected(self, i: int, j: int) -> Callable[[], NDArray[np.float64]] | None:
        """What corrects the plain percentiles, unless these are wanted."""
        if self.options.method == "percentile":
            return None
        return lambda: self._fewer[:, i] - self._fewer[:, j]

    def _p_value(self, i: int, j: int, value: float, se: float) -> tuple[float, str]:
        name = self.options.test_name
        if self.options.test == "auto" and name == "delong" and not se > 0 and value != 0:
            name = "permutation"
        if name == "delong":
            return self._delong_p(value, se), name
        if name == "bootstrap":
            return bootstrap_p(self._drawn[:, i] - self._drawn[:, j], value, self._corrected(i, j)), name
        pair, replicates, seed = self.items.of(i, j), self.options.replicates, self.options.seed
        if name == "venkatraman":
            return venkatraman_p(pair, replicates=replicates, seed=seed), name
        return swap_p(pair, self.options.statistic, replicates=replicates, seed=seed), name

    def _delong_p(self, value: float, se: float) -> float:
        if value == 0:
            return 1.0
        df = math.inf if self.items.clusters is None else float(self.items.clusters.max())
        return two_sided_p(value / se, df) if se > 0 else math.nan

    def _why_undefined(self, i: int, j: int) -> str:
        from abovechance.curves.reasons import one_class

        system = self.items.systems[i if math.isnan(self.values[i]) else j]
        return one_class(self.orders[0].curve) or f"{self.options.name} of {system!r} is undefined"
