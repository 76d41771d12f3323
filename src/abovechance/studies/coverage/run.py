"""The coverage study: whether intervals hold the true value, and tests reject chance, as often as they say.

The true value of a measure is its value on the expected table of the condition. Replicates of a condition
are drawn in batches of tables, and each measure is judged by its default method.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.methods import DRAWN, method_for
from abovechance.inference.significance.outcome import stated
from abovechance.inference.significance.test import test
from abovechance.measures.registry import measure
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import (
    counting,
    covers,
    drawn_tables,
    shares,
    smoothed_error,
    tallies,
    where,
)
from abovechance.studies.coverage.claims import findings, sections
from abovechance.studies.scoring import COVERAGE, TYPE_1, attributes, side
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.result import Row
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed


Guess = Literal["matched", "mismatched"]
Skill = Literal["equal", "unequal", "confused"]

_SKILL_RATIO = 4  # times as often are decisions informed on the first class as on the last, if unequal


@dataclass(frozen=True)
class Condition:
    """One cell of the grid of a study.

    Matched guesses are as frequent as the classes are; mismatched ones in the ratio 1 : 2 : … : K, of the
    last and rarest class most often. Unequal skill falls to a quarter of ``informed`` on the last class;
    where classes are confused, a decision that is not informed takes a class for the next one.
    """

    classes: int
    n: int
    rare: float  # the prevalence of every class but the first, which has the rest
    informed: float
    guess: Guess
    skill: Skill = "equal"

    @property
    def mixture(self) -> Mixture:
        """The predictor that the tables are drawn from, but for confusions."""
        prevalence = (1 - (self.classes - 1) * self.rare, *[self.rare] * (self.classes - 1))
        total = self.classes * (self.classes + 1) / 2
        leaning = tuple((i + 1) / total for i in range(self.classes))
        informed: float | tuple[float, ...] = self.informed
        if self.skill == "unequal":
            informed = tuple(np.linspace(self.informed, self.informed / _SKILL_RATIO, self.classes).tolist())
        return Mixture(informed, prevalence, prevalence if self.guess == "matched" else leaning)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell."""
        if self.skill != "confused":
            return self.mixture.shares
        right = np.eye(self.classes)
        given = self.informed * right + (1 - self.informed) * np.roll(right, 1, axis=1)
        return np.array(self.mixture.prevalence)[:, None] * given

    @property
    def expected(self) -> Tables:
        """The table expected of one item: a measure of it is the true value of the measure."""
        return Tables.from_counts(self.shares)

    def draw(self, size: int, seed: np.random.SeedSequence) -> Tables:
        """Tables, as a batch with the axis ``"replicate"``."""
        return drawn_tables(self.shares, self.n, size, seed)


def grid(
    classes: Iterable[int],
    items: Iterable[int],
    rare: Sequence[float | None],
    informed: Iterable[float],
    guesses: Sequence[Guess] = ("matched", "mismatched"),
    *,
    skills: Sequence[Skill] = ("equal",),
) -> tuple[Condition, ...]:
    """All combinations; a prevalence of None is that of equally frequent classes.

    Where classes are confused there are no guesses, and one way of guessing stands for all.
    """
    chosen: dict[Condition, None] = {}
    for k, n, share, b, guess, skill in product(classes, items, rare, informed, guesses, skills):
        if k < 2:
            raise InputError(f"a study needs two classes or more, got {k}")
        if n < 1:
            raise InputError(f"a study needs at least one item, got {n}")
        if share is not None and not 0 < share <= 1 / k:
            raise InputError(
                f"the prevalence of the rare ones of {k} classes lies above 0 and is at most {1 / k:g}, "
                f"got {share:g}"
            )
        how = guesses[0] if skill == "confused" else guess
        chosen[Condition(k, n, 1 / k if share is None else share, b, how, skill)] = None
    return tuple(chosen)


LEVEL = 0.95
OF_TWO_CLASSES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "recall", "f1", "macro_f1")
OF_MORE_CLASSES = (
    "informedness", "prevalence_weighted_informedness", "markedness", "correlation", "mcc", "cohen_kappa",
    "accuracy", "recall", "f1", "macro_f1",
)  # fmt: skip
_MANY_CLASSES = 20
_SLOW_ONE_IN = 10  # one table in so many has an interval that takes long (bootstrap, over 20 classes)
_REPLICATES = 500
_OF_INTERVALS = ("rate_warned", "rate_unwarned", "silent_misses", "width")


def cells(effort: Effort) -> tuple[Condition, ...]:
    """The conditions: fewer of many classes, whose tables take long."""
    grids = _quick() if effort == "quick" else _full()
    return tuple(dict.fromkeys(x for found in grids for x in found))


def _quick() -> list[tuple[Condition, ...]]:
    return [
        grid((2, 3), (100,), (None, 0.1), (0.0, 0.5, 0.9)),
        grid((3,), (100,), (0.02,), (0.9,), skills=("unequal", "confused")),
    ]


def _full() -> list[tuple[Condition, ...]]:
    few, some, rare = (50, 100, 300, 1000), (50, 300, 1000), (None, 0.1, 0.02)
    others: tuple[Skill, ...] = ("unequal", "confused")
    return [
        grid((2, 3), few, rare, (0.0, 0.3, 0.8, 0.95)),
        grid((2, 3), few, rare, (0.8,), skills=others),
        grid((5,), some, rare, (0.0, 0.2, 0.9)),
        grid((5,), some, rare, (0.8,), skills=others),
        grid((10,), some, (None, 0.02), (0.5,), skills=("equal", "confused")),
        grid((10,), some, (None, 0.02), (0.0, 0.9), ("mismatched",)),
        grid((10,), some, (None, 0.02), (0.8,), ("mismatched",), skills=("unequal",)),
        grid((50,), (1000,), (None,), (0.5,), ("mismatched",), skills=("equal", "confused")),
    ]


@counting
def chunk(cell: Condition, size: int, seed: np.random.SeedSequence) -> Observed:
    """What the intervals of all measures do on tables of a condition, and the test where it is chance."""
    tables = cell.draw(size, seed)
    number = int(seed.generate_state(1)[0])
    found = _intervals(cell, tables, number)
    for m in measures_of(cell):
        yield ("interval", m.key), _covered(found[m.key], _true_value(cell, m))
    if cell.informed == 0:
        result = test(tables, seed=number)
        defined = ~np.isnan(result.p_value)
        rejected, warned = result.p_value <= 1 - LEVEL, stated(result.warning)
        yield ("test", "informedness"), {"rate": where(defined, rejected), "warned": where(defined, warned)}


def measures_of(cell: Condition) -> list[Measure]:
    """The measures whose intervals are tried."""
    return [measure(key) for key in (OF_TWO_CLASSES if cell.classes == 2 else OF_MORE_CLASSES)]


def _true_value(cell: Condition, m: Measure) -> float:
    """Of a measure of one class, that of the last one, the rarest."""
    return float(np.ravel(m(cell.expected))[-1])


def _intervals(cell: Condition, tables: Tables, seed: int) -> dict[str, Interval]:
    """By measure; those of formulas and those that draw are asked for together."""
    asked = measures_of(cell)
    many = cell.classes > _MANY_CLASSES
    slow = [m for m in asked if many or method_for(m, "auto", cell.classes, "items") in DRAWN]
    found = dict(interval(tables, [m for m in asked if m not in slow], level=LEVEL))
    if slow:
        part = tables[: max(len(tables.counts) // _SLOW_ONE_IN, 1)]
        found |= interval(part, slow, level=LEVEL, seed=seed, replicates=_REPLICATES)
    return found


def _covered(found: Interval, true_value: float) -> dict[str, NDArray[Any]]:
    """Whether intervals cover, warn, cover with a warning and without, or miss without one; their width."""
    low, high, warning = (_of_last_class(x) for x in (found.low, found.high, found.warning))
    covered, warned = covers(low, high, true_value), stated(warning)
    return {
        "rate": covered,
        "warned": where(~np.isnan(covered), warned),
        "rate_warned": where(warned, covered),
        "rate_unwarned": where(~warned, covered),
        "silent_misses": (covered == 0) & ~warned,
        "width": high - low,
    }


def _of_last_class(values: Array) -> Array:
    """The values of each replicate; of a measure with a value for each class, those of the last."""
    return values if np.ndim(values) == 1 else values[:, -1]


def rows(cell: Condition, sums: Sums) -> list[Row]:
    """One for each measure, and one for the test where nothing is informed."""
    found = []
    for (kind, key), seen in tallies(sums):
        is_test, rate, m = kind == "test", seen["rate"], measure(key)
        error = smoothed_error(rate.total, rate.defined)
        row = {"kind": kind, **attributes(cell, "classes", "n"), "prevalence": cell.rare}
        row |= attributes(cell, "informed", "guess", "skill") | {"measure": key}
        row["method"] = "auto" if is_test else method_for(m, "auto", cell.classes, "items")
        row["true_value"] = 0.0 if is_test else _true_value(cell, m)
        row |= {"replicates": rate.replicates, "defined": rate.defined, "rate": rate.mean}
        row["monte_carlo_error"] = error
        row["band"] = side(rate.mean, error, TYPE_1 if is_test else COVERAGE)
        # The row of a test has the columns of intervals, too, and nothing in them.
        found.append(row | dict.fromkeys(_OF_INTERVALS) | shares(seen))
    return found


STUDY = ReadyStudy(
    name="coverage",
    title="Do the intervals and the test keep their promises?",
    question="Do 95 % intervals hold the true value, and does the test at 5 % reject chance, as often as "
    "they say?",
    method="Tables are drawn of predictors of 2 to 50 classes that are informed with probability b and guess "
    "otherwise, with guesses as frequent as the classes (matched) and in the ratio 1 : 2 : … : K, the "
    "rarest class most often (mismatched). Skill is the same for all classes (equal), falls to a quarter "
    "from the first class to the last (unequal), or what is not informed takes a class for the next one "
    "(confused). All classes but the first have the prevalence called rare. The true value of a measure "
    "is its value on the table expected. Each measure has the interval of its default method; of 50 "
    "classes, one table in ten has one. Where nothing is informed, the default test is run too. Tables on "
    "which a measure is undefined have no interval to miss. A rate is called beyond its band if it is so by "
    "more than two Monte Carlo standard errors.",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=1000, full=10_000, chunk_size=4000,
)  # fmt: skip
