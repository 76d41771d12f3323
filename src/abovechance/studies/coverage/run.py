"""The coverage study: whether intervals hold the true value, and tests reject chance, as often as they say.

The true value of a measure is its value on the expected table of the condition. Replicates of a condition
are drawn in batches of tables, and each measure is judged by its default method.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.intervals.interval import intervals
from abovechance.inference.intervals.methods import DRAWN, method_for
from abovechance.inference.significance.outcome import stated
from abovechance.inference.significance.test import test
from abovechance.measures.registry import measure
from abovechance.studies.base import ReadyStudy
from abovechance.studies.coverage.claims import COVERAGE, TYPE_1, findings, sections, smoothed_error
from abovechance.studies.coverage.conditions import grid
from abovechance.studies.scoring import fields, side

if TYPE_CHECKING:
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort, Row
    from abovechance.studies.coverage.conditions import Condition, Skill
    from abovechance.tables.tables import Tables

Array = Any

LEVEL = 0.95
OF_TWO_CLASSES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "recall", "f1", "macro_f1")
OF_MORE_CLASSES = (
    "informedness", "prevalence_weighted_informedness", "markedness", "correlation", "mcc", "cohen_kappa",
    "accuracy", "recall", "f1", "macro_f1",
)  # fmt: skip
_MANY_CLASSES = 20
_SLOW = 10
"""Where an interval takes long, by the bootstrap or of more than 20 classes, one table in so many has one."""
_REDRAWS = 500


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


def chunk(cell: Condition, size: int, seed: np.random.SeedSequence) -> Sums:
    """What the intervals of all measures and the test do on some tables of a condition, as counts."""
    tables = cell.draw(size, seed)
    draws = int(seed.generate_state(1)[0])
    found = _intervals(cell, tables, draws)
    counts, widths = zip(*(_covered(cell, m, found[m.key]) for m in measures_of(cell)), strict=True)
    sums = {"intervals": np.array(counts), "width": np.array(widths)}
    if cell.informed == 0:
        sums["tests"] = _rejected(tables, draws)
    return sums


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
    found = intervals(tables, [m for m in asked if m not in slow], level=LEVEL)
    if slow:
        part = tables[: max(len(tables.counts) // _SLOW, 1)]
        found |= intervals(part, slow, level=LEVEL, seed=seed, replicates=_REDRAWS)
    return found


def _covered(cell: Condition, m: Measure, found: Interval) -> tuple[list[int], float]:
    """Tables, intervals, those that cover, that warn, that cover without a warning; the sum of widths."""
    true_value = _true_value(cell, m)
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


def rows(cell: Condition, sums: Sums) -> list[Row]:
    """One for each measure, and one for the test where nothing is informed."""
    counted = zip(measures_of(cell), sums["intervals"].tolist(), sums["width"].tolist(), strict=True)
    found = [_row_of_interval(cell, m, counts, width) for m, counts, width in counted]
    if "tests" in sums:
        of_test = {"kind": "test", "measure": "informedness", "method": "auto", "true_value": 0.0}
        of_intervals = dict.fromkeys(("rate_warned", "rate_unwarned", "silent_misses", "width"))
        found.append(_row(cell, of_test, sums["tests"].tolist(), TYPE_1) | of_intervals)
    return found


def _row_of_interval(cell: Condition, m: Measure, counts: list[int], width: float) -> Row:
    """With the shares that cover with a warning and without, and that miss without one."""
    drawn, defined, covered, warned, unwarned = counts
    method = method_for(m, "auto", cell.classes, "items")
    what = {"kind": "interval", "measure": m.key, "method": method, "true_value": _true_value(cell, m)}
    return _row(cell, what, counts[:-1], COVERAGE) | {
        "rate_warned": _share(covered - unwarned, warned),
        "rate_unwarned": _share(unwarned, defined - warned),
        "silent_misses": _share(defined - warned - unwarned, drawn),
        "width": _share(width, defined),
    }


def _row(cell: Condition, what: Row, counts: list[int], band: tuple[float, float]) -> Row:
    """What was tried under a condition, and the shares of the tables that have a result."""
    drawn, defined, right, warned = counts
    rate, error = _share(right, defined), smoothed_error(right, defined)
    return {
        "kind": what["kind"],
        **fields(cell, "classes", "n"),
        "prevalence": cell.rare,
        **fields(cell, "informed", "guess", "skill"),
        **what,
        "replicates": drawn,
        "defined": defined,
        "rate": rate,
        "monte_carlo_error": error,
        "band": side(rate, error, band),
        "warned": _share(warned, defined),
    }


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


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
