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

from abovechance.inference.mixture.batch import informed_share
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
from abovechance.studies.ecai2008.claims import (
    ESTIMATES,
    GAP,
    MEASURES,
    PAPER,
    findings,
    sections,
)
from abovechance.studies.scoring import MOST, attributes, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from abovechance.core.arrays import Array
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed, Tally
    from abovechance.tables.tables import Tables

Margins = Literal["random", "even", "mismatched"]

LEVELS = tuple(i / 10 for i in range(11))
RUNS = 10
_SKEW = 2.0
_OF_MANY = ("sd", "error", "rmse", "misled", "excess", "excess_error")  # what a single run has not


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
    tables = drawn(cell, levels, size, seed)
    share = informed_share(tables)
    least = np.square(share[0] - cell.informed)
    for key, (own, worse) in zip(ESTIMATES, (*values_of(tables, MEASURES), share), strict=True):
        seen = deviations(own, cell.informed)
        excess = seen["square"] - least
        seen |= {"excess": excess, "excess_square": np.square(excess)}
        misled = {"misled": preferred_wrongly(own, worse)} if has_worse else {}
        yield (key,), seen | misled | {FIRST: own[:RUNS]}


def drawn(cell: Level, levels: list[float], size: int, seed: np.random.SeedSequence) -> Tables:
    """Tables of these levels with the margins of a condition; the first axis is that of the levels."""
    return simulate(
        levels, _prevalence(cell), guess=cell.margins, k=cell.classes, n=cell.n, replicates=size, seed=seed
    )


def _prevalence(cell: Level) -> str | Array:
    if cell.margins != "mismatched":
        return cell.margins
    shares = _SKEW ** -np.arange(cell.classes)
    return shares / shares.sum()


def rows(cell: Level, sums: Sums) -> list[Row]:
    """For each estimate a row for the level, and under the paper's condition one for each of the first."""
    condition = attributes(cell, "classes", "n", "margins", "informed")
    found: list[Row] = []
    for (key,), seen in tallies(sums):
        known = condition | {"measure": key, "run": None} | statistics(seen, cell.informed) | _excess(seen)
        found.append(known)
        if (cell.classes, cell.n, cell.margins) == PAPER:
            empty = known | dict.fromkeys(_OF_MANY, math.nan)
            for run, value in enumerate(seen[FIRST].tolist()):
                single = {"mean": value, "bias": value - cell.informed, "undefined": float(math.isnan(value))}
                found.append(empty | {"run": run} | single)
    return found


def _excess(seen: Mapping[str, Tally]) -> dict[str, float]:
    """How much greater the squared error is than that of the mixture on the same tables."""
    excess, square = seen["excess"], seen["excess_square"].mean
    variance = max(square - excess.mean**2, 0.0)
    error = math.sqrt(variance / excess.defined) if excess.defined else math.nan
    return {"excess": excess.mean, "excess_error": error}


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
only if it is defined on {percent(MOST, 0)} % of the tables or more. Beside the measures stands the share of
informed decisions of greatest likelihood (ML), which `abovechance.mixture` gives: it is told that decisions
are either informed or guesses.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=2000, full=10_000,
)  # fmt: skip
