"""The figure of the poster of "Evaluation Evaluation" (Powers 2008): runs, bands of confidence, significance.

The poster shows 110 tables of five classes and 128 items, at eleven levels of Informedness, with bands of
``X·(1 − |B|)/√(N − 1)`` around the level and around 0 and 1, and p-values of several tests. Here many more
tables tell how often the bands hold what they promise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.intervals.interval import intervals
from abovechance.inference.significance.exact import fisher_test
from abovechance.inference.significance.outcome import stated
from abovechance.inference.significance.test import test
from abovechance.simulation.runner.run import added
from abovechance.simulation.simulate import simulate
from abovechance.studies.base import ReadyStudy
from abovechance.studies.poster2008.claims import (
    MEASURES,
    PAPER,
    TESTS,
    findings,
    half_width,
    sections,
)
from abovechance.studies.scoring import deviation_sums, fields, statistics, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort, Row
    from abovechance.tables.tables import Tables

LEVELS = tuple(i / 10 for i in range(11))
RUNS = 10
METHODS = ("powers", "auto")
"""The intervals of the poster, and those of this library."""
_RESAMPLES = 999
_WORK = 2000
"""The exact p-value of Fisher's test is found where it is little work, else by random tables."""
_ALPHA = 0.05
_ROUNDED = 1e-12


@dataclass(frozen=True)
class Level:
    """A level of Informedness, with so many classes and items, and margins that are random or even."""

    classes: int
    n: int
    margins: str
    informed: float


def cells(effort: Effort) -> list[Level]:
    """The poster's condition, and the same with even margins; in full other classes and items too."""
    sizes = product((2, 3, 5), (128, 512)) if effort == "full" else [PAPER[:2]]
    conditions = product(sizes, ("random", "even"), LEVELS)
    return [Level(k, n, margins, informed) for (k, n), margins, informed in conditions]


def chunk(cell: Level, size: int, seed: np.random.SeedSequence) -> Sums:
    """Draw tables, and count what bands hold, what intervals cover and what tests reject."""
    tables = simulate(
        cell.informed, cell.margins, guess=cell.margins, k=cell.classes, n=cell.n, replicates=size, seed=seed
    )
    values = values_of(tables, MEASURES)
    with np.errstate(invalid="ignore"):
        near = np.abs(values - cell.informed) <= half_width(cell.informed, cell.n) + _ROUNDED
        far = np.abs(values) > half_width(0.0, cell.n)
    p_values = np.stack([np.asarray(test(tables, name).p_value) for name in TESTS])
    found = deviation_sums(values, np.full(len(MEASURES), cell.informed))
    found |= {"near": near.sum(-1), "far": far.sum(-1), "rejected": (p_values <= _ALPHA).sum(-1)}
    found |= {"tested": (~np.isnan(p_values)).sum(-1), "runs": np.concatenate([values, p_values])[:, :RUNS]}
    for method in METHODS:
        found |= _coverage(tables, cell, method)
    if (cell.classes, cell.n, cell.margins) == PAPER:
        found["fisher"] = _fisher(tables[:RUNS], seed)
    return found


def _coverage(tables: Tables, cell: Level, method: str) -> Sums:
    """How many intervals there are, and how many hold the level."""
    found = intervals(tables, MEASURES[:1], method=method)[MEASURES[0]]
    covered = (found.low <= cell.informed + _ROUNDED) & (found.high >= cell.informed - _ROUNDED)
    known, warned = ~np.isnan(found.low), stated(found.warning)
    return {
        f"intervals_{method}": known.sum(),
        f"covered_{method}": covered.sum(),
        f"unwarned_{method}": (known & ~warned).sum(),
        f"covered_unwarned_{method}": (covered & ~warned).sum(),
    }


def _fisher(tables: Tables, seed: np.random.SeedSequence) -> Any:
    number = int(seed.generate_state(1)[0])
    return np.asarray(fisher_test(tables, resamples=_RESAMPLES, seed=number, work=_WORK).p_value)


def merge(one: Sums, other: Sums) -> Sums:
    """Add up all but the first runs, which are those of the first chunk."""
    return added(one, other) | {name: one[name] for name in ("runs", "fisher") if name in one}


STATISTICS = (
    "number", "value", "bias", "sd", "undefined", "in_band", "beyond_chance", "covered_powers",
    "covered_auto", "unwarned", "covered_unwarned", "rejected",
)  # fmt: skip
"""``number`` is of tables on which the measure or the test is defined; ``covered_unwarned`` is the coverage
of the default intervals without a warning, ``unwarned`` their share."""
_NONE = dict.fromkeys(STATISTICS, math.nan)


def rows(cell: Level, sums: Sums) -> list[Row]:
    """For each measure and test a row, and under the poster's condition one for each of the first runs."""
    condition = fields(cell, "classes", "n", "margins", "informed")
    found: list[Row] = [
        condition | {"kind": "measure", "name": key, "run": None} | _NONE | _measured(sums, i, cell.informed)
        for i, key in enumerate(MEASURES)
    ]
    for i, name in enumerate(TESTS):
        number = float(sums["tested"][i])
        rate = {"number": number, "rejected": _share(sums["rejected"][i], number)}
        undefined = {"undefined": 1 - _share(number, sums["drawn"])}
        found.append(condition | {"kind": "test", "name": name, "run": None} | _NONE | rate | undefined)
    return found + ([condition | run for run in _runs(sums)] if "fisher" in sums else [])


def _runs(sums: Sums) -> Iterator[Row]:
    """The first tables one by one: values, and p-values of the tests."""
    values = np.vstack([sums["runs"], sums["fisher"]]).tolist()
    kinds = [*(("measure", key) for key in MEASURES), *(("test", name) for name in (*TESTS, "fisher"))]
    for (kind, name), line in zip(kinds, values, strict=True):
        for run, value in enumerate(line):
            yield {"kind": kind, "name": name, "run": run} | _NONE | {"value": value}


def _measured(sums: Sums, i: int, informed: float) -> Row:
    known = statistics(sums, i, informed)
    number = float(sums["defined"][i])
    told: Row = {name: known[name] for name in ("bias", "sd", "undefined")}
    told |= {"number": number, "value": known["mean"]}
    told |= {"in_band": _share(sums["near"][i], number), "beyond_chance": _share(sums["far"][i], number)}
    if i == 0:
        told |= {f"covered_{x}": _share(sums[f"covered_{x}"], sums[f"intervals_{x}"]) for x in METHODS}
        unwarned = sums["unwarned_auto"]
        told["unwarned"] = _share(unwarned, sums["intervals_auto"])
        told["covered_unwarned"] = _share(sums["covered_unwarned_auto"], unwarned)
    return told


def _share(part: Any, whole: Any) -> float:
    return float(part) / float(whole) if whole else math.nan


_METHOD = f"""
Tables of five classes and 128 items are drawn at eleven levels of Informedness, with margins that are
random (all shares equally probable, new for each table) or even; the full study adds two and three classes
and 512 items. The poster draws bands of 1.96·(1 − |B|)/√(N − 1) around the level B, and parallel ones of
the width at B = 0 around 0 and 1. Counted is how often the estimates fall into the band around the level,
how often they lie beyond the band around 0, how often the interval of the same formula around the estimate,
and the default interval of this library, hold the level, and how often tests reject at 5 %. The p-values of
Fisher's test are found for the first ten tables of each level alone, exactly or by {_RESAMPLES} random
tables. Tables on which a measure is undefined are left out.
"""

STUDY = ReadyStudy(
    name="poster2008",
    title="Bands of confidence and significance of Informedness",
    question="Do the poster's bands hold 95 % of the estimates, and do they find what tests of significance "
    "find?",
    method=" ".join(_METHOD.split()),
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=1000, full=10_000, merge=merge,
)  # fmt: skip
