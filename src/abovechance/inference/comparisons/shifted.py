"""Tests of a shifted null: whether the difference of two systems on the same items is above a bound.

Each interval has its own test, which it inverts: of proportions Tango's score at the bound (Tango 1998, eq.
6), of Informedness the scores of both classes at the rates that the bound leaves to them, of all else the
distance from the bound in standard errors. Where there is no such statistic, as of bootstraps, the p-value is
the level at which the one-sided bound comes to lie at the bound that is tested.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.comparisons.discordance import reach
from abovechance.inference.comparisons.influence import PSEUDO_ITEMS, Influence
from abovechance.inference.comparisons.paired import (
    INTERVALS,
    Task,
    as_measured,
    log_region,
    method_name,
    needed,
    recommended_for,
)
from abovechance.inference.comparisons.resampling import differences
from abovechance.inference.resampling.bootstrap import Spread, acceleration, bca_bounds, percentile_bounds

if TYPE_CHECKING:
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure

Bounds = tuple[float, float]
Tail = Callable[[float, int], float]
"""The p-value of a difference of at most a bound (side 1), or of at least it (side −1)."""
_HALVINGS = 60
_FARTHEST = 8.0  # standard errors: a normal variable is not so far away as often as a double can tell


def paired_tails(
    m: Measure,
    joint: Joint,
    margin: float,
    *,
    level: float = 0.95,
    method: str = "auto",
    replicates: int = 9999,
    seed: Any = None,
) -> tuple[float, float]:
    """The p-values of a difference of at most −margin, and of at least the margin.

    The method is that of the interval; both systems must have a finite value.
    """
    joint = as_measured(m, joint)
    base, slope = m.root(len(joint.labels))
    if base is not m:
        options = {"level": level, "method": method, "replicates": replicates, "seed": seed}
        tails = paired_tails(base, joint, margin / abs(slope), **options)
        return tails if slope > 0 else tails[::-1]
    task = Task(m, joint, two_sided(level, 2), checked_replicates(replicates), checked_seed(seed))
    chosen = method_name(method)
    test = TAILS[recommended_for(task)[0] if chosen == "auto" else chosen](task)
    return settled_tails(test, task.values[0] - task.values[1], margin)


def settled_tails(test: Callable[[float, int], Any], difference: float, margin: float) -> tuple[float, float]:
    """The p-values on both sides; what is seen outside the margin is never taken as being inside.

    So it is with intervals, which always have the difference as seen.
    """
    lower = max(float(test(-margin, 1)), 0.5 if difference <= -margin else 0.0)
    upper = max(float(test(margin, -1)), 0.5 if difference >= margin else 0.0)
    return lower, upper


def student_tail(distance: float, se: float, df: float = math.inf) -> float:
    """The probability that Student's t is above a distance in standard errors."""
    from scipy.special import ndtr, stdtr

    statistic = distance / se if se > 0 else math.copysign(math.inf, distance)
    # Neither side is favoured at the bound itself, also where the standard error is 0.
    if distance == 0 or math.isnan(statistic):
        return math.nan if math.isnan(statistic) else 0.5
    return float(ndtr(-statistic) if math.isinf(df) else stdtr(df, -statistic))


def inverted_tail(bounds_at: Callable[[float], Bounds], bound: float, side: int, least: float = 0.0) -> float:
    """Half of one less the level at which an interval reaches a bound, with its lower end if the side is 1.

    ``bounds_at`` gives the interval of a level. An interval that ends elsewhere even at the lowest level has
    the bound on its other side, and is looked at from there. The result is not below ``least``.
    """
    from scipy.special import erf, ndtr

    def is_beyond(z: float, end: int) -> bool:
        low, high = bounds_at(float(erf(z / math.sqrt(2))))
        return low > bound if end == 1 else high < bound

    for end, sign in ((side, -1.0), (-side, 1.0)):
        near, far = 0.0, _FARTHEST
        if not is_beyond(1e-9, end):
            continue
        # The level at which the interval reaches the bound has no formula; halving needs none, only that
        # bounds widen.
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if is_beyond(middle, end) else (near, middle)
        return min(max(float(ndtr(sign * near)), least), 1 - least)
    return 0.5


def drawn_tail(spread: Spread, bounds_at: Callable[[float], Bounds]) -> Tail:
    """The tail of drawn values; the draw that happened counts as one more."""
    least = 1 / (int(spread.defined) + 1)
    return lambda bound, side: inverted_tail(bounds_at, bound, side, least)


def _mover_tango(task: Task) -> Tail:
    from scipy.special import ndtr

    discordance = needed(task, task.discordance, "mover_tango")
    return lambda bound, side: float(ndtr(-side * reach(discordance, bound)))


def _tango(task: Task) -> Tail:
    from scipy.special import ndtr

    b, c, n = needed(task, task.proportion, "tango")
    return lambda bound, side: float(ndtr(-side * mcnemar.score(np.clip(bound, -1, 1), b, c, n)))


def _closed(name: str) -> Callable[[Task], Tail]:
    """The tail by inversion of an interval with a formula."""

    def of(task: Task) -> Tail:
        def bounds_at(level: float) -> Bounds:
            return INTERVALS[name](replace(task, level=level))[:2]

        return lambda bound, side: inverted_tail(bounds_at, bound, side)

    return of


def _delta(task: Task, pseudo_items: float = PSEUDO_ITEMS) -> Tail:
    shift = task.shift(pseudo_items)
    return lambda bound, side: student_tail(side * (shift.difference - bound), shift.se, shift.df)


def _log(task: Task) -> Tail:
    region = log_region(task)
    return lambda bound, side: inverted_tail(region.bounds, bound, side)


def _bca(task: Task) -> Tail:
    spread = Spread.of(differences(task.measure, task.joint, task.replicates, task.seed))
    added, numbers = Influence(task.measure, task.joint).terms()
    skewed = acceleration(-added, numbers)

    def bounds_at(level: float) -> Bounds:
        low, high = bca_bounds(spread, np.asarray(task.values[0] - task.values[1]), skewed, level)
        return float(low), float(high)

    return drawn_tail(spread, bounds_at)


def _percentile(task: Task) -> Tail:
    spread = Spread.of(differences(task.measure, task.joint, task.replicates, task.seed))

    def bounds_at(level: float) -> Bounds:
        low, high = percentile_bounds(spread, level)
        return float(low), float(high)

    return drawn_tail(spread, bounds_at)


TAILS: dict[str, Callable[[Task], Tail]] = {
    "mover_tango": _mover_tango,
    "tango": _tango,
    "newcombe": _closed("newcombe"),
    "bonett_price": _closed("bonett_price"),
    "delta": _delta,
    "wald": lambda task: _delta(task, 0.0),
    "log": _log,
    "bca": _bca,
    "percentile": _percentile,
}
"""The test that each interval inverts."""
