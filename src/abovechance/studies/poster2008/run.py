"""The figure of the poster of "Evaluation Evaluation" (Powers 2008): runs, bands of confidence, significance.

The poster shows 110 tables of five classes and 128 items, at eleven levels of Informedness, with bands of
``X·(1 − |B|)/√(N − 1)`` around the level and around 0 and 1, a second lower band of
``X·(1 − 2|B| + 2B²)/√(N − 1)``, and p-values of several tests. Here many more tables tell how often the bands
hold what they promise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.intervals.interval import interval
from abovechance.inference.significance.exact import fisher_test
from abovechance.inference.significance.outcome import stated
from abovechance.inference.significance.test import test
from abovechance.simulation.simulate import simulate
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import (
    FIRST,
    counting,
    covers,
    deviations,
    statistics,
    tallies,
    values_of,
    where,
)
from abovechance.studies.poster2008.claims import MEASURES, PAPER, TESTS, findings, half_width, sections
from abovechance.studies.scoring import attributes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed
    from abovechance.tables.tables import Tables

LEVELS = tuple(i / 10 for i in range(11))
RUNS = 10
_REPLICATES = 999
_MAX_EXACT_WORK = (
    2000  # the exact p-value of Fisher's test is found where it is little work, else by random tables
)
_ALPHA = 0.05
_ROUNDING_ERROR = 1e-12


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


@counting
def chunk(cell: Level, size: int, seed: np.random.SeedSequence) -> Observed:
    """What bands hold, what intervals cover and what tests reject."""
    tables = simulate(
        cell.informed, cell.margins, guess=cell.margins, k=cell.classes, n=cell.n, replicates=size, seed=seed
    )
    for key, values in zip(MEASURES, values_of(tables, MEASURES), strict=True):
        known = ~np.isnan(values)
        near = np.abs(values - cell.informed) <= half_width(cell.informed, cell.n) + _ROUNDING_ERROR
        of_b1 = half_width(cell.informed, cell.n, "powers_b1") + _ROUNDING_ERROR
        bands = {
            "in_band": near,
            "in_band_b1": np.abs(values - cell.informed) <= of_b1,
            "beyond_chance": np.abs(values) > half_width(0.0, cell.n),
        }
        seen = deviations(values, cell.informed) | {name: where(known, x) for name, x in bands.items()}
        seen |= _coverage(tables, cell) if key == MEASURES[0] else {}
        yield ("measure", key), seen | {FIRST: values[:RUNS]}
    for name in TESTS:
        p_values = np.asarray(test(tables, method=name).p_value)
        yield (
            ("test", name),
            {"rejected": where(~np.isnan(p_values), p_values <= _ALPHA), FIRST: p_values[:RUNS]},
        )
    if (cell.classes, cell.n, cell.margins) == PAPER:
        number = int(seed.generate_state(1)[0])
        few = fisher_test(tables[:RUNS], replicates=_REPLICATES, seed=number, work=_MAX_EXACT_WORK)
        yield ("test", "fisher"), {FIRST: np.asarray(few.p_value)}


def _coverage(tables: Tables, cell: Level) -> dict[str, NDArray[np.float64]]:
    """Whether the intervals of the poster, and those of this library, hold the level."""
    poster, of_b1, ours = (
        interval(tables, MEASURES[:1], method=x)[MEASURES[0]] for x in ("powers_b2", "powers_b1", "auto")
    )
    covered, unwarned = covers(ours.low, ours.high, cell.informed), ~stated(ours.warning)
    return {
        "covered_powers": covers(poster.low, poster.high, cell.informed),
        "covered_b1": covers(of_b1.low, of_b1.high, cell.informed),
        "covered_auto": covered,
        "unwarned": where(~np.isnan(covered), unwarned),
        "covered_unwarned": where(unwarned, covered),
    }


STATISTICS = (
    "defined", "value", "bias", "sd", "undefined", "in_band", "in_band_b1", "beyond_chance",
    "covered_powers", "covered_b1", "covered_auto", "unwarned", "covered_unwarned", "rejected",
)  # fmt: skip
"""``defined`` is of tables on which the measure or the test is defined; ``covered_unwarned`` is the coverage
of the default intervals without a warning, ``unwarned`` their share."""
_NONE = dict.fromkeys(STATISTICS, math.nan)


def rows(cell: Level, sums: Sums) -> list[Row]:
    """For each measure and test a row, and under the poster's condition one for each of the first runs."""
    condition = attributes(cell, "classes", "n", "margins", "informed")
    found, runs = [], []
    for (kind, name), seen in tallies(sums):
        about = condition | {"kind": kind, "name": name, "run": None} | _NONE
        first = seen.pop(FIRST).tolist()
        if (cell.classes, cell.n, cell.margins) == PAPER:
            runs += [about | {"run": run, "value": value} for run, value in enumerate(first)]
        if seen:
            own = {x: tally.mean for x, tally in seen.items() if x in STATISTICS}
            counted = seen["deviation" if kind == "measure" else "rejected"]
            own |= {"defined": float(counted.defined), "undefined": counted.undefined}
            if kind == "measure":
                known = statistics(seen, cell.informed)
                own |= {"value": known["mean"], "bias": known["bias"], "sd": known["sd"]}
            found.append(about | own)
    return found + runs


STUDY = ReadyStudy(
    name="poster2008",
    title="Bands of confidence and significance of Informedness",
    question="Do the poster's bands hold 95 % of the estimates, and do they find what tests of significance "
    "find?",
    method=f"""
Tables of five classes and 128 items are drawn at eleven levels of Informedness, with margins that are
random (all shares equally probable, new for each table) or even; the full study adds two and three classes
and 512 items. The poster draws bands of 1.96·(1 − |B|)/√(N − 1) around the level B (CI_B2), the lower one
also with 1 − 2|B| + 2B² in the place of 1 − |B| (CI_B1), and parallel ones of the width at B = 0 around 0
and 1: at 0.18 and 0.82 on the poster, which is the width of 2/√127, not of 1.96/√127. Counted is how often
the estimates fall into the bands around the level, how often they lie beyond the band around 0, how often
the intervals of the same formulas around the estimate, and the default interval of this library, hold the
level, and how often tests reject at 5 %. The p-values of Fisher's test are found for the first ten tables
of each level alone, exactly or by {_REPLICATES} random tables. Tables on which a measure is undefined are
left out.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=1000, full=10_000,
)  # fmt: skip
