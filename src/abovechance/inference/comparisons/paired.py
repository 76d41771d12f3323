"""Two systems on the same items: the difference of any measure, its interval, and a test of no difference.

``"auto"`` chooses by what was measured to hold its level: for the Informedness of two classes Tango's
intervals of the two classes joined, and the exact test of exchanged answers, which where a class has few
discordant items must agree with the interval; for Accuracy, Recall and other proportions Tango's interval and
McNemar's mid-p; for odds and likelihood ratios their intervals on the logarithmic scale, joined; for all else
the delta method on the patterns of answers. Of more than two classes its p-value is of the same statistic as
the interval, by Student's distribution; of two the label-swap test takes its place where there are few items.

An interval that is centred on smoothed tables is widened to the difference as seen, which one of a low level
could leave out. Where the two differ in sign it has 0 at every level, and p is 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.comparisons.cautions import warning_of
from abovechance.inference.comparisons.discordance import (
    Discordance,
    cautious_p,
    exact_p,
    mover_tango,
    studentised_p,
)
from abovechance.inference.comparisons.influence import PSEUDO_ITEMS, Influence, Shift
from abovechance.inference.comparisons.method import Method
from abovechance.inference.comparisons.pair_difference import (
    NO_P_VALUE,
    PairDifference,
    require_single_value,
    two_sided_p,
    two_sided_quantile,
)
from abovechance.inference.comparisons.resampling import bootstrap_bounds, swap_p
from abovechance.inference.intervals.delta import linearise
from abovechance.measures.compute import why_undefined
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.inference.comparisons.joint import Joint
    from abovechance.tables.tables import Tables

Bounds = tuple[float, float, float]  # low, high, standard error

FEW_ITEMS = 150  # with fewer of two classes the label-swap test is better calibrated than delta
FEW_DISCORDANT = 10  # with fewer in a class, exchanging answers does not tell how its rates vary
_ROUNDING_ERROR = 1e-13  # a smaller difference, in parts of the values, is that of the order of additions


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be compared, and how finely."""

    measure: Measure
    joint: Joint
    level: float
    replicates: int
    seed: Any

    @property
    def is_plain(self) -> bool:
        """Whether items can be counted: no weights, no clusters."""
        return self.joint.weights is None and self.joint.clusters is None

    @cached_property
    def values(self) -> tuple[float, float]:
        """The measure of both systems."""
        first, second = np.asarray(self.measure(self.joint.tables)).tolist()
        return first, second

    def is_at_odds_with(self, centre: float) -> bool:
        """Whether the difference as seen lies on the other side of 0 than what the interval is centred on."""
        return centre * (self.values[0] - self.values[1]) <= 0

    @cached_property
    def discordance(self) -> Discordance | None:
        """The discordant items, if this is the Informedness of two classes."""
        fits = self.measure.key == "informedness" and len(self.joint.labels) == 2 and self.is_plain
        return Discordance.of(self.joint) if fits else None

    @cached_property
    def proportion(self) -> tuple[int, int, int] | None:
        """The discordant items, if the measure is a proportion."""
        return mcnemar.discordant(self.measure, self.joint)

    @property
    def is_ratio(self) -> bool:
        """Whether the measure is a ratio of odds or of proportions, whose logarithm is nearly normal."""
        ranges_over_ratios = self.measure.low == 0 and math.isinf(self.measure.high)
        return self.measure.ratio is not None and ranges_over_ratios and self.is_plain

    @cached_property
    def influence(self) -> Influence:
        """What the items add to the difference, with pseudo-items."""
        return Influence(self.measure, self.joint)

    def shift(self, pseudo_items: float) -> Shift[float]:
        """The difference by the delta method; one of rounding alone, as prevalence has, is none."""
        is_own = pseudo_items == self.influence.pseudo_items
        influence = self.influence if is_own else Influence(self.measure, self.joint, pseudo_items)
        found = influence.observed()
        is_rounding = abs(found.difference) <= _ROUNDING_ERROR * max(map(abs, self.values))
        return replace(found, difference=0.0) if is_rounding else found

    @property
    def what(self) -> str:
        """What is compared, for messages."""
        added = [name for name in ("weights", "clusters") if getattr(self.joint, name) is not None]
        return " with ".join([f"{self.measure.key} of {len(self.joint.labels)} classes", *added])


def _mover_tango(task: Task) -> Bounds:
    d = needed(task, task.discordance, "mover_tango")
    return *mover_tango(d, task.level), d.se


def _tango(task: Task) -> Bounds:
    b, c, n = needed(task, task.proportion, "tango")
    return _of_proportions(mcnemar.tango(b, c, n, task.level), b, c, n)


def _newcombe(task: Task) -> Bounds:
    both, b, c, neither = needed(task, mcnemar.counted(task.measure, task.joint), "newcombe")
    return _of_proportions(mcnemar.newcombe(both, b, c, neither, task.level), b, c, both + b + c + neither)


def _bonett_price(task: Task) -> Bounds:
    b, c, n = needed(task, task.proportion, "bonett_price")
    return _of_proportions(mcnemar.bonett_price(b, c, n, task.level), b, c, n)


def _of_proportions(bounds: tuple[Any, Any], b: int, c: int, n: int) -> Bounds:
    low, high = bounds
    return float(low), float(high), math.sqrt((b + c) - (b - c) ** 2 / n) / n if n else math.nan


def _delta(task: Task, pseudo_items: float = PSEUDO_ITEMS) -> Bounds:
    shift = task.shift(pseudo_items)
    # Student's quantile at the degrees of freedom of the variance, which few items of a class decide.
    spread = two_sided_quantile(task.level, shift.df) * shift.se
    widest = task.measure.high - task.measure.low
    return max(shift.difference - spread, -widest), min(shift.difference + spread, widest), shift.se


def log_region(task: Task) -> LogRegion:
    """Where the logarithms of two ratios may lie; the items they share make them correlated."""
    if not task.is_ratio:
        needed(task, None, "log")
    tables = task.joint.tables
    smooth = replace(tables, counts=tables.counts + PSEUDO_ITEMS / len(tables.labels))
    linear = linearise([task.measure], smooth)[task.measure.key]
    # Var(A − B) = Var A + Var B − 2·Cov: the covariance is what the three variances leave.
    shared = ((linear.se**2).sum() - task.shift(PSEUDO_ITEMS).se ** 2) / (2 * linear.se.prod())
    first, second = (linear.se / linear.value).tolist()
    return LogRegion(tuple(linear.value.tolist()), (first, second), float(np.clip(shared, -1, 1)))


def _drawn(task: Task, kind: Literal["bca", "percentile"]) -> Bounds:
    draws = {"replicates": task.replicates, "seed": task.seed}
    return bootstrap_bounds(task.measure, task.joint, task.level, kind=kind, **draws)


OF_PROPORTIONS = ("tango", "newcombe", "bonett_price")  # they know all of the discordant items
INTERVALS: dict[str, Method[Bounds]] = {
    "mover_tango": Method("MOVER with Tango's intervals", _mover_tango),
    "tango": Method("Tango's score interval", _tango),
    "newcombe": Method("Newcombe's method 10", _newcombe),
    "bonett_price": Method("Bonett and Price's adjusted Wald interval", _bonett_price),
    "delta": Method("delta method", _delta),
    "wald": Method("Wald", lambda task: _delta(task, 0.0)),
    "log": Method("region of the logarithms",
                  lambda task: (*log_region(task).bounds(task.level), task.shift(PSEUDO_ITEMS).se)),
    "bca": Method("BCa bootstrap", lambda task: _drawn(task, "bca")),
    "percentile": Method("percentile bootstrap", lambda task: _drawn(task, "percentile")),
}  # fmt: skip


def _delta_p(task: Task, pseudo_items: float = PSEUDO_ITEMS) -> float:
    shift = task.shift(pseudo_items)
    if task.is_at_odds_with(shift.difference):
        return 1.0
    return two_sided_p(shift.difference / shift.se if shift.se > 0 else math.inf, shift.df)


def _log_p(task: Task) -> float:
    region = log_region(task)
    return 1.0 if task.is_at_odds_with(region.values[0] - region.values[1]) else region.p_value


def _mcnemar_p(name: str) -> Callable[[Task], float]:
    def p_value(task: Task) -> float:
        b, c, n = needed(task, task.proportion, name)
        return float(mcnemar.TESTS[name](b, c)) if n else math.nan

    return p_value


TESTS: dict[str, Method[float]] = {
    "studentised_mid_p": Method(
        "mid-p of studentised exchanges of answers",
        lambda task: studentised_p(needed(task, task.discordance, "studentised_mid_p")),
    ),
    "cautious": Method(
        "the larger of two tests (exchanges of answers, Tango's intervals)",
        lambda task: cautious_p(needed(task, task.discordance, "cautious")),
    ),
    "mid_p": Method(
        "mid-p of exchanges of answers", lambda task: exact_p(needed(task, task.discordance, "mid_p"))
    ),
    "exact": Method(
        "exact test of exchanges of answers",
        lambda task: exact_p(needed(task, task.discordance, "exact"), mid=False),
    ),
    **{name: Method(mcnemar.TITLES[name], _mcnemar_p(name)) for name in mcnemar.TESTS},
    "swap": Method(
        "random exchanges of answers",
        lambda task: swap_p(task.measure, task.joint, task.replicates, task.seed),
    ),
    "delta": Method("delta method", _delta_p),
    "log": Method("logarithms", _log_p),
    "wald": Method("Wald", lambda task: _delta_p(task, 0.0)),
}
_ALIASES = {
    "bootstrap": "bca",
    "influence": "delta",
    "mover": "mover_tango",
    "mover_log": "log",
    "permutation": "swap",
    "score": "tango",
    "square_and_add": "newcombe",
    "method_10": "newcombe",
    "label_swap": "swap",
}
method_name = Names("interval method", ("auto", *INTERVALS), _ALIASES)
test_name = Names("test", ("auto", *TESTS), _ALIASES)


def needed(task: Task, found: object, name: str) -> Any:
    """What a method needs, or why it is not for this comparison."""
    if found is None:
        raise InputError(f"{name} does not apply to {task.what}: use 'auto' or 'delta'")
    return found


def recommended_for(task: Task) -> tuple[str, str]:
    """The interval and the test that were measured to hold their level."""
    if task.discordance is not None:
        # With a handful of discordant items exchanging answers rejects far too often: the interval has a
        # say then.
        few = task.discordance.fewest < FEW_DISCORDANT
        return "mover_tango", "cautious" if few else "studentised_mid_p"
    if task.proportion is not None:
        return "tango", "mcnemar_mid_p"
    singular = task.measure.key == "correlation" and len(task.joint.labels) > 2
    if singular or task.measure.kinked:
        return "bca", "swap"
    if task.measure.ratio is not None and math.isinf(task.measure.high):
        same = "log" if task.is_ratio else "delta"
        return same, same
    few = task.joint.items < FEW_ITEMS and task.joint.clusters is None
    return "delta", "swap" if few and len(task.joint.labels) == 2 else "delta"


def paired_difference(
    name: str | Measure,
    joint: Joint,
    *,
    level: float = 0.95,
    method: str = "auto",
    test: str = "auto",
    replicates: int = 9999,
    seed: Any = None,
) -> PairDifference:
    """The difference of two systems on the same items by a measure with one value, with interval and test.

    Methods and tests are those of ``INTERVALS`` and ``TESTS``, as far as the measure has them, or ``"auto"``.
    The interval always has the difference itself.
    """
    found = measure(name)
    require_single_value(found, len(joint.labels))
    joint = as_measured(found, joint)
    values = np.asarray(found(joint.tables))
    base, slope = found.root(len(joint.labels))
    if base is not found and np.isfinite(values).all():
        options = {"level": level, "method": method, "test": test, "replicates": replicates, "seed": seed}
        whole = paired_difference(base, joint, **options)
        return whole.of_linear(found, tuple(values.tolist()), slope)
    task = Task(found, joint, two_sided(level, 2), checked_replicates(replicates), checked_seed(seed))
    recommended = recommended_for(task)
    method, test = method_name(method), test_name(test)
    return _computed(
        task, recommended[0] if method == "auto" else method, recommended[1] if test == "auto" else test
    )


def as_measured(m: Measure, joint: Joint) -> Joint:
    """The items that a measure sees: with weights as many as they are worth, without empty classes."""
    joint = joint if m.kind == "count" else joint.effective
    return joint if m.counts_empty_classes else joint.without_empty()


def _computed(task: Task, method: str, test: str) -> PairDifference:
    found, joint = task.measure, task.joint
    first, second = task.values
    low = high = se = p_value = math.nan
    warning = None
    reason = why_not_finite(found, [joint.tables[i] for i in range(2)], task.values, joint.systems)
    if reason is None:
        (low, high, se), p_value = INTERVALS[method](task), TESTS[test](task)
        # The interval is centred on smoothed tables, and could leave out the difference that was seen.
        low, high = min(low, first - second), max(high, first - second)
        if math.isnan(low) or math.isnan(high):
            low = high = math.nan
            reason = f"{method} has no bounds: in most or all draws the difference is undefined or the same"
        elif math.isnan(p_value):
            reason = NO_P_VALUE
        elif method not in OF_PROPORTIONS:
            warning = warning_of(task.influence)
    return PairDifference(
        measure=found.key,
        first=joint.systems[0],
        second=joint.systems[1],
        label=joint.positive if found.scope == "binary" else None,
        first_value=first,
        second_value=second,
        difference=first - second,
        low=low,
        high=high,
        level=task.level,
        method=method,
        se=se,
        p_value=p_value,
        test=test,
        p_adjusted=p_value,
        reason=reason,
        warning=warning,
    )


def why_not_finite(
    m: Measure, tables: Sequence[Tables], values: Sequence[float], systems: Sequence[str]
) -> str | None:
    """Why the values of two systems have no difference; None if they have one."""
    for table, value, system in zip(tables, values, systems, strict=True):
        if math.isnan(value):
            return f"{m.key} of {system!r} is undefined: {why_undefined(table, m)}"
        if math.isinf(value):
            return f"{m.key} of {system!r} is infinite"
    return None


_ANGLES_AT_A_TIME = 256  # points of the outline that are tried at a time
# Of trying the neighbourhood of the best point: each finds the angle 128 times as well.
_ANGLE_REFINEMENTS = 4


@dataclass(frozen=True)
class LogRegion:
    """Two ratios whose logarithms are nearly normal, with the standard errors and correlation of these.

    The data allow all logarithms within z standard errors of the observed ones along any direction: an
    ellipse. The interval of the difference goes from its least to its greatest there, as that of a profile
    likelihood does, and contains 0 exactly where the two logarithms are not z standard errors apart.
    """

    values: tuple[float, float]
    errors: tuple[float, float]
    correlation: float

    @property
    def se(self) -> float:
        """The standard error of the difference of the logarithms."""
        first, second = self.errors
        return math.sqrt(max(first**2 + second**2 - 2 * self.correlation * first * second, 0.0))

    @property
    def p_value(self) -> float:
        """The two-sided p-value of equal ratios."""
        difference = math.log(self.values[0] / self.values[1])
        if difference == 0:
            return 1.0
        return two_sided_p(difference / self.se if self.se > 0 else math.inf)

    def bounds(self, level: float) -> tuple[float, float]:
        """The least and the greatest difference in the region."""
        z = two_sided_quantile(level)
        return -self._greatest(z, -1), self._greatest(z, 1)

    def _greatest(self, z: float, sign: int) -> float:
        """The greatest difference, or with the sign −1 the greatest of the opposite, on the outline."""
        around, reach, best = 0.0, math.pi, -math.inf
        for _ in range(_ANGLE_REFINEMENTS):
            angles = around + reach * np.linspace(-1, 1, _ANGLES_AT_A_TIME)
            differences = sign * self._differences(z, angles)
            at = int(differences.argmax())
            best, around = max(best, float(differences[at])), float(angles[at])
            reach *= 4 / _ANGLES_AT_A_TIME
        return best

    def _differences(self, z: float, angles: np.ndarray) -> np.ndarray:
        along, across = np.cos(angles), np.sin(angles)
        leaning = self.correlation * along + math.sqrt(1 - self.correlation**2) * across
        first = self.values[0] * np.exp(z * self.errors[0] * along)
        return np.asarray(first - self.values[1] * np.exp(z * self.errors[1] * leaning))
