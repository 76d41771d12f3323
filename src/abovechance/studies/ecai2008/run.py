"""Figure 2 of "Evaluation Evaluation" (Powers, ECAI 2008), as it was drawn and with many more tables.

The paper shows 110 simulations: 11 levels of Informedness, ten tables each, with random margins. The first
ten tables of each level are kept one by one; bias, spread and mistakes are those of all tables.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.simulation.simulate import simulate
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import (
    FIRST,
    counting,
    deviations,
    preferred_wrongly,
    statistics,
    tallies,
    values_of,
)
from abovechance.studies.ecai2008.claims import GAP, MEASURES, PAPER, findings, sections
from abovechance.studies.scoring import MOST, attributes, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.arrays import Array
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

Margins = Literal["random", "even", "mismatched"]

LEVELS = tuple(i / 10 for i in range(11))
RUNS = 10
_SKEW = 2.0


@dataclass(frozen=True)
class Level:
    """A level of Informedness under a condition.

    Margins are ``"random"``: all shares are equally probable in each table; ``"even"``; or ``"mismatched"``:
    each class twice as frequent as the next, and guessed as seldom as the one at the other end is frequent.
    """

    classes: int
    n: int
    margins: Margins
    informed: float


def cells(effort: Effort) -> list[Level]:
    """The levels under the condition of the paper; in full also with other classes, items and margins."""
    conditions: Iterable[Any] = [PAPER]
    if effort == "full":
        conditions = product((2, 3, 5, 10), (32, 128, 1024), ("random", "even", "mismatched"))
    return [Level(k, n, margins, informed) for k, n, margins in conditions for informed in LEVELS]


@counting
def chunk(cell: Level, size: int, seed: np.random.SeedSequence) -> Observed:
    """Draw systems of a level, and as many that are less informed, each with margins of its own."""
    has_worse = round(cell.informed - GAP, 9) >= 0
    levels = [cell.informed, max(cell.informed - GAP, 0.0)]
    tables = simulate(
        levels, _prevalence(cell), guess=cell.margins, k=cell.classes, n=cell.n, replicates=size, seed=seed
    )
    for key, (own, worse) in zip(MEASURES, values_of(tables, MEASURES), strict=True):
        misled = {"misled": preferred_wrongly(own, worse)} if has_worse else {}
        yield (key,), deviations(own, cell.informed) | misled | {FIRST: own[:RUNS]}


def _prevalence(cell: Level) -> str | Array:
    if cell.margins != "mismatched":
        return cell.margins
    shares = _SKEW ** -np.arange(cell.classes)
    return shares / shares.sum()


def rows(cell: Level, sums: Sums) -> list[Row]:
    """For each measure a row for the level, and under the paper's condition one for each of the first."""
    condition = attributes(cell, "classes", "n", "margins", "informed")
    found: list[Row] = []
    for (key,), seen in tallies(sums):
        known = condition | {"measure": key, "run": None} | statistics(seen, cell.informed)
        found.append(known)
        if (cell.classes, cell.n, cell.margins) == PAPER:
            empty = known | dict.fromkeys(("sd", "error", "rmse", "misled"), math.nan)
            for run, value in enumerate(seen[FIRST].tolist()):
                single = {"mean": value, "bias": value - cell.informed, "undefined": float(math.isnan(value))}
                found.append(empty | {"run": run} | single)
    return found


STUDY = ReadyStudy(
    name="ecai2008",
    title="Evaluation Evaluation: do measures show how informed a system is?",
    question="If decisions are informed with a known probability and else are guesses, which measures find "
    "that probability?",
    method=f"""
Tables are drawn at eleven levels of Informedness from 0 to 1. Figure 2 of the paper has ten tables of each
level, with random margins; the poster of the paper states five classes and 128 items. Here all shares of
the classes, and of the guessed labels, are equally probable (Dirichlet distribution), and new for each
table. The paper does not define its three traditional averages; the script that made its figures does. Its
rank weighted average is accuracy, the average of Recall weighted by prevalence; its F-factor is the
harmonic mean over classes of F, 1/Σ prev/F, and its geometric mean that of G, Π G^prev, both weighted by
prevalence. The arithmetic means over classes, which other software has, stand beside them. Of a pair of
systems one is informed {GAP:g} less often than the other; a measure that gives the worse one the higher
value is misled, and a tie is half a mistake. Tables on which a measure is undefined, such as those without
an item of some class, and pairs with such a table are left out and counted; a measure is judged at a level
only if it is defined on {percent(MOST, 0)} % of the tables or more.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=2000, full=10_000,
)  # fmt: skip
