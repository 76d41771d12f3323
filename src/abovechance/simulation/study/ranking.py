"""Which measures are misled least often, and which of them chance alone has put in their order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.simulation.study.contests import misled_covariances, misled_rates
from abovechance.simulation.study.trials import columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.simulation.runner.run import Sums
    from abovechance.simulation.study.result import Study
    from abovechance.simulation.study.systems import System

Name = tuple[str, int | None]
"""A measure, and the class it is that of, if it has one."""

DEFINED = 0.9
"""The share of comparisons in which a measure must have values to be ranked."""
_ERRORS = 3.0
"""Standard errors by which a measure must be behind the first to be told apart from it."""
_ROUNDED = 1e-9


@dataclass(frozen=True)
class MeasureRank:
    """A measure among others, over all numbers of classes and items.

    Attributes
    ----------
    name
        The measure, and the class it is that of, if it has one.
    misled, error
        How often it is misled, and the standard error of this.
    undefined
        The share of comparisons in which it does not have both values.
    first
        Whether it cannot be told apart from the one that is misled least often; never so if it is undefined
        in more than a tenth of the comparisons.
    """

    name: Name
    misled: float
    error: float
    undefined: float
    first: bool

    @property
    def is_defined(self) -> bool:
        """Whether it has values in nine tenths of the comparisons."""
        return self.undefined <= 1 - DEFINED


def ranking(study: Study) -> list[MeasureRank]:
    """The measures of which more or less is better, the least misled first.

    Only those that are there for each number of classes: a measure of one class has other classes there.
    """
    parts = [
        (columns(study.measures, trial.classes), trial.systems, sums)
        for trial, sums in zip(study.trials, study.sums, strict=True)
        if "judged" in sums and sums["judged"][0].any()
    ]
    if not parts:
        return []
    shared = [name for name in parts[0][0] if all(name in names for names, _, _ in parts)]
    places = [np.array([names.index(name) for name in shared], dtype=int) for names, _, _ in parts]
    sums = [_of(part[2], place) for part, place in zip(parts, places, strict=True)]
    rates = np.mean([misled_rates(x) for x in sums], axis=0)
    covariance = np.sum([misled_covariances(x) for x in sums], axis=0) / len(sums) ** 2
    undefined = np.mean([_undefined(x, _pairs(part[1])) for x, part in zip(sums, parts, strict=True)], axis=0)
    return _ranked(shared, rates, covariance, undefined)


def _of(sums: Sums, place: NDArray[np.intp]) -> Sums:
    """The sums of some measures, over all pairs."""
    found = {name: sums[name][0][place] for name in ("judged", "misled")}
    both = np.ix_(place, place)
    found |= {name: sums[name][0][both] for name in ("judged_judged", "judged_misled", "misled_misled")}
    return found | {"replicates": sums["replicates"]}


def _pairs(systems: tuple[System, ...]) -> int:
    """Those that differ in skill."""
    skills = [system.skill for system in systems]
    return sum(a != b for i, a in enumerate(skills) for b in skills[:i])


def _undefined(sums: Sums, pairs: int) -> NDArray[np.float64]:
    share: NDArray[np.float64] = 1 - sums["judged"] / (pairs * sums["replicates"])
    return share


def _ranked(
    names: list[Name],
    rates: NDArray[np.float64],
    covariance: NDArray[np.float64],
    undefined: NDArray[np.float64],
) -> list[MeasureRank]:
    order = [i for i in np.argsort(rates, kind="stable") if not math.isnan(rates[i])]
    leader = next((i for i in order if undefined[i] <= 1 - DEFINED), None)
    found = []
    for i in order:
        first = False
        if leader is not None and undefined[i] <= 1 - DEFINED:
            variance = covariance[i, i] + covariance[leader, leader] - 2 * covariance[i, leader]
            gap = rates[i] - rates[leader]
            first = not gap > _ERRORS * math.sqrt(max(variance, 0.0)) + _ROUNDED
        error = math.sqrt(max(covariance[i, i], 0.0))
        found.append(MeasureRank(names[i], float(rates[i]), error, float(undefined[i]), first))
    return found
