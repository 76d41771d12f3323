"""The coverage study: whether intervals hold the true value, and tests reject chance, as often as they say.

The true value of a measure is its value on the expected table of the condition. Replicates of a condition
are drawn in batches of tables, and each measure is judged by its default method.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.intervals.interval import intervals
from abovechance.inference.intervals.methods import DRAWN, method_for
from abovechance.inference.significance.outcome import stated
from abovechance.inference.significance.test import test
from abovechance.measures.registry import measure
from abovechance.simulation.runner.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.coverage.conditions import Condition
    from abovechance.tables.tables import Tables

Array = Any

LEVEL = 0.95
OF_TWO_CLASSES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "recall", "f1", "macro_f1")
OF_MORE_CLASSES = (
    "informedness", "prevalence_weighted_informedness", "markedness", "correlation", "mcc", "cohen_kappa",
    "accuracy", "recall", "f1", "macro_f1",
)  # fmt: skip
CHUNK_SIZE = 4000
"""Tables drawn with one seed."""
_FEWEST = 100
_MANY_CLASSES = 20
"""Beyond, tables are so large that a tenth of them have intervals."""


@dataclass(frozen=True)
class Effort:
    """How many tables are drawn.

    Attributes
    ----------
    replicates
        Tables for each condition.
    bootstrapped, redraws
        To how many of these an interval is found if it takes long, by the bootstrap or of more than 20
        classes, and from how many tables each.
    """

    replicates: int = 4000
    bootstrapped: int = 400
    redraws: int = 500

    @classmethod
    def of(cls, replicates: int) -> Effort:
        """What takes long in proportion to the rest."""
        if replicates < _FEWEST:
            raise InputError(f"a study needs {_FEWEST} replicates or more, got {replicates}")
        return cls(replicates, bootstrapped=replicates // 10)

    def part(self, replicates: int) -> Effort:
        """As much of everything as falls to some of the tables."""
        return replace(
            self, replicates=replicates, bootstrapped=self.bootstrapped * replicates // self.replicates
        )


@dataclass(frozen=True)
class Coverage:
    """How an interval did under a condition.

    Attributes
    ----------
    condition, measure, method
        What was tried. A measure of one class is that of the last one, the rarest.
    true_value
        The value of the measure on the expected table.
    replicates, defined
        Tables drawn, and those that have an interval.
    covered
        The intervals that contain the true value.
    warned, covered_unwarned
        The intervals that carry a warning, and those without one that contain the true value.
    width
        The mean width.
    """

    condition: Condition
    measure: str
    method: str
    true_value: float
    replicates: int
    defined: int
    covered: int
    warned: int
    covered_unwarned: int
    width: float

    @property
    def coverage(self) -> float:
        """The share of intervals that contain the true value."""
        return _share(self.covered, self.defined)

    @property
    def error(self) -> float:
        """The Monte Carlo standard error of the coverage."""
        return _standard_error(self.covered, self.defined)

    @property
    def warned_share(self) -> float:
        """The share of intervals that carry a warning."""
        return _share(self.warned, self.defined)

    @property
    def silent(self) -> int:
        """The intervals that miss the true value and carry no warning."""
        return self.defined - self.warned - self.covered_unwarned

    @property
    def silent_share(self) -> float:
        """The share of all tables with such an interval: what is promised to be small."""
        return _share(self.silent, self.replicates)

    @property
    def silent_error(self) -> float:
        """Its Monte Carlo standard error."""
        return _standard_error(self.silent, self.replicates)


@dataclass(frozen=True)
class Rejection:
    """How often the default test rejects at 5 % what is nothing but chance.

    Attributes
    ----------
    condition
        One without informed decisions.
    replicates, defined
        Tables drawn, and those that can be tested.
    rejected, warned
        Those with a p-value of 0.05 or less, and those whose result carries a warning.
    """

    condition: Condition
    replicates: int
    defined: int
    rejected: int
    warned: int

    @property
    def rate(self) -> float:
        """The Type I error: the share of tests that reject."""
        return _share(self.rejected, self.defined)

    @property
    def error(self) -> float:
        """The Monte Carlo standard error of the rate."""
        return _standard_error(self.rejected, self.defined)

    @property
    def warned_share(self) -> float:
        """The share of tests that carry a warning."""
        return _share(self.warned, self.defined)


@dataclass(frozen=True)
class CoverageStudy:
    """What the study found, how much was drawn for it, and with which seed."""

    coverages: tuple[Coverage, ...]
    rejections: tuple[Rejection, ...]
    effort: Effort
    seed: int


def coverage_study(
    conditions: Sequence[Condition],
    effort: Effort | None = None,
    *,
    seed: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    folder: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> CoverageStudy:
    """Draw tables under each condition, and count what the default intervals and the default test do.

    Parameters
    ----------
    conditions
        See :func:`~abovechance.studies.coverage.conditions.grid`.
    effort
        How many tables to draw.
    seed
        The same seed and conditions give the same result.
    executor, workers, folder, progress
        Where to compute, where to keep what is finished, and whom to tell, as in
        :func:`abovechance.simulation.runner.run.run`.

    Examples
    --------
    >>> from abovechance.studies.coverage.conditions import grid
    >>> from abovechance.studies.coverage.trials import Effort, coverage_study
    >>> study = coverage_study(grid([2], [100], [None], [0.5], ["matched"]), Effort.of(500))
    >>> first = study.coverages[0]
    >>> first.measure, first.method, round(first.true_value, 6), 0.92 < first.coverage < 0.98
    ('informedness', 'miettinen_nurminen', 0.5, True)
    """
    effort = effort or Effort()
    sums = run(
        conditions, partial(counted, effort=effort), replicates=effort.replicates, seed=seed,
        chunk_size=CHUNK_SIZE, executor=executor, workers=workers, folder=folder, progress=progress,
    )  # fmt: skip
    found = list(zip(conditions, sums, strict=True))
    return CoverageStudy(
        tuple(x for condition, own in found for x in coverages_of(condition, own)),
        tuple(x for condition, own in found for x in rejections_of(condition, own)),
        effort,
        seed,
    )


def counted(condition: Condition, size: int, seed: np.random.SeedSequence, effort: Effort) -> Sums:
    """What the intervals of all measures and the test do on some tables of a condition, as counts."""
    tables = condition.draw(size, seed)
    part = effort.part(size)
    draws = int(seed.generate_state(1)[0])
    found = _intervals(condition, tables, part, draws)
    counts, widths = zip(*(_covered(condition, m, found[m.key]) for m in measures_of(condition)), strict=True)
    sums = {"intervals": np.array(counts), "width": np.array(widths)}
    if condition.informed == 0:
        sums["tests"] = _rejected(tables, draws)
    return sums


def measures_of(condition: Condition) -> list[Measure]:
    """The measures whose intervals are tried."""
    return [measure(key) for key in (OF_TWO_CLASSES if condition.classes == 2 else OF_MORE_CLASSES)]


def coverages_of(condition: Condition, sums: Sums) -> list[Coverage]:
    """One for each measure."""
    return [
        _coverage(condition, m, [int(x) for x in counts], float(width))
        for m, counts, width in zip(measures_of(condition), sums["intervals"], sums["width"], strict=True)
    ]


def rejections_of(condition: Condition, sums: Sums) -> list[Rejection]:
    """One if nothing is informed, else none."""
    return [Rejection(condition, *map(int, sums["tests"]))] if "tests" in sums else []


def _coverage(condition: Condition, m: Measure, counts: list[int], width: float) -> Coverage:
    replicates, defined, covered, warned, covered_unwarned = counts
    return Coverage(
        condition=condition,
        measure=m.key,
        method=method_for(m, "auto", condition.classes, "items"),
        true_value=_true_value(condition, m),
        replicates=replicates,
        defined=defined,
        covered=covered,
        warned=warned,
        covered_unwarned=covered_unwarned,
        width=width / defined if defined else math.nan,
    )


def _true_value(condition: Condition, m: Measure) -> float:
    return float(np.ravel(m(condition.expected))[-1])


def _intervals(condition: Condition, tables: Tables, effort: Effort, seed: int) -> dict[str, Interval]:
    """By measure; those of formulas and those that draw are asked for together."""
    chosen = measures_of(condition)
    many = condition.classes > _MANY_CLASSES
    slow = [m for m in chosen if many or method_for(m, "auto", condition.classes, "items") in DRAWN]
    found = intervals(tables, [m for m in chosen if m not in slow], level=LEVEL)
    if slow:
        found |= intervals(
            tables[: effort.bootstrapped], slow, level=LEVEL, seed=seed, replicates=effort.redraws
        )
    return found


def _covered(condition: Condition, m: Measure, found: Interval) -> tuple[list[int], float]:
    """Tables, intervals, those that cover, that warn, that cover without a warning; the sum of widths."""
    true_value = _true_value(condition, m)
    low, high = (_of_last_class(x) for x in (found.low, found.high))
    warned = stated(_of_last_class(found.warning))
    defined = ~np.isnan(low)
    tiny = 1e-12  # the value on the expected table is rounded
    covered = defined & (low <= true_value + tiny) & (high >= true_value - tiny)
    masks = (defined, covered, warned & defined, covered & ~warned)
    return [len(low), *(int(mask.sum()) for mask in masks)], float((high - low)[defined].sum())


def _rejected(tables: Tables, seed: int) -> Array:
    """Tables tested, those that can be, those with a small p-value, and those with a warning."""
    result = test(tables, seed=seed)
    defined = ~np.isnan(result.p_value)
    rejected = (result.p_value[defined] <= 1 - LEVEL).sum()
    return np.array([len(defined), defined.sum(), rejected, (stated(result.warning) & defined).sum()])


def _of_last_class(values: Array) -> Array:
    """The values of each replicate; of a measure with a value for each class, those of the last."""
    return values if np.ndim(values) == 1 else values[:, -1]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


def _standard_error(part: int, whole: int) -> float:
    """Of a share, with one case more on either side: all of few cases are no certainty."""
    share = (part + 1) / (whole + 2)
    return math.sqrt(share * (1 - share) / (whole + 2)) if whole else math.nan
