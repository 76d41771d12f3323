"""Curves of different items: their errors are independent, and so are their draws."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.curves.comparison.contrasts import NO_SPREAD, Pair, against_first
from abovechance.curves.comparison.hotelling import joint_test
from abovechance.curves.comparison.studentised import Studentised, strata_of, warning_of
from abovechance.curves.uncertainty.auc_interval import area_of
from abovechance.curves.uncertainty.delong import curve_placements
from abovechance.curves.uncertainty.resampling import bootstrap_p, bootstrap_values, bounds_of, fewer_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.comparison.comparison import JointTest
    from abovechance.curves.comparison.contrasts import Options
    from abovechance.curves.comparison.studentised import Stratum
    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.uncertainty.auc_bounds import Area


@dataclass(frozen=True, eq=False)
class OtherItems:
    """Curves of items of their own."""

    systems: tuple[str, ...]
    curves: tuple[Curve, ...]
    options: Options

    @cached_property
    def _areas(self) -> list[Area]:
        return [area_of(curve, self.options.level) for curve in self.curves]

    @cached_property
    def _strata(self) -> list[list[Stratum]]:
        """The classes of each curve."""
        return [strata_of(curve_placements(curve), i) for i, curve in enumerate(self.curves)]

    @cached_property
    def _aucs(self) -> NDArray[np.float64]:
        return np.array([curve.auc for curve in self.curves])

    @cached_property
    def values(self) -> list[float]:
        """The summary of each curve."""
        return [float(self.options.statistic(curve)) for curve in self.curves]

    @cached_property
    def _drawn(self) -> list[NDArray[np.float64]]:
        """The summary on draws of each curve, with a seed for each."""
        seeds = np.random.SeedSequence(self.options.seed).generate_state(len(self.curves)).tolist()
        return [
            bootstrap_values(curve, self.options.statistic, replicates=self.options.replicates, seed=seed)
            for curve, seed in zip(self.curves, seeds, strict=True)
        ]

    @property
    def joint(self) -> JointTest | None:
        """The test of all AUCs at once."""
        contrasts = against_first(len(self.curves))
        if contrasts is None or not self.options.is_auc:
            return None
        strata = [stratum for both in self._strata for stratum in both]
        return joint_test(contrasts @ self._aucs, contrasts, strata)

    def pair(self, i: int, j: int) -> Pair:
        """The difference of two curves."""
        pair = Pair(self.values[i], self.values[j])
        if math.isnan(pair.difference):
            name = self.systems[i if math.isnan(pair.first) else j]
            return replace(pair, reason=f"{self.options.name} of {name!r} is undefined")
        low, high, se = self._bounds(i, j, pair.difference)
        p_value = self._p_value(i, j, pair.difference)
        reason = NO_SPREAD if math.isnan(p_value) or math.isnan(low) else None
        strata = [*self._strata[i], *self._strata[j]]
        warning = None if reason else warning_of(strata, is_drawn=not self.options.is_auc)
        return replace(pair, low=low, high=high, se=se, p_value=p_value, reason=reason, warning=warning)

    def _studentised(self, i: int, j: int) -> Studentised:
        contrast = np.zeros(len(self._aucs))
        contrast[[i, j]] = 1, -1
        strata = [*self._strata[i], *self._strata[j]]
        return Studentised.of(float(self._aucs[i] - self._aucs[j]), strata, contrast)

    def _welch(self, i: int, j: int) -> Studentised:
        """DeLong's, with Welch's degrees of freedom."""
        areas = [self._areas[k] for k in (i, j)]
        variance = sum(area.variance for area in areas)
        parts = (area.variance**2 / (area.positives + area.negatives - 1) for area in areas)
        df = variance**2 / sum(parts) if variance > 0 else math.inf
        return Studentised.plain(float(self._aucs[i] - self._aucs[j]), variance, df)

    def _bounds(self, i: int, j: int, value: float) -> tuple[float, float, float]:
        method, level = self.options.interval_method, self.options.level
        if method == "delong_adjusted":
            return self._studentised(i, j).bounds(level, self.options.slope)
        if method == "delong":
            return self._welch(i, j).bounds(level, self.options.slope)
        return bounds_of(self._drawn[i] - self._drawn[j], value, level, self._corrected(i, j))

    def _corrected(self, i: int, j: int) -> Callable[[], NDArray[np.float64]] | None:
        """What corrects the plain percentiles, unless these are wanted."""
        return None if self.options.method == "percentile" else lambda: self._fewer(i, j)

    def _fewer(self, i: int, j: int) -> NDArray[np.float64]:
        """The difference with something left out of one or the other curve, around 0."""
        own, other = (fewer_values(self.curves[k], self.options.statistic, self.options.seed) for k in (i, j))
        return np.concatenate((own - np.nanmean(own), np.nanmean(other) - other))

    def _p_value(self, i: int, j: int, value: float) -> float:
        if self.options.test_name == "bootstrap":
            return bootstrap_p(self._drawn[i] - self._drawn[j], value, self._corrected(i, j))
        adjusted = self.options.test_name == "delong_adjusted"
        return (self._studentised(i, j) if adjusted else self._welch(i, j)).p_value
