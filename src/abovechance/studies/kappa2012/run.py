"""Tables 2 and 3 of "The Problem with Kappa" (Powers 2012) and its limits: exact, and as samples show them.

A column of the tables is a mixture of two classes: its figures are those of the expected table, rounded.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import counting, deviations, statistics, tallies, values_of, where
from abovechance.studies.kappa2012.claims import DRAWN_AT, FAR, MEASURES, findings, sections
from abovechance.studies.kappa2012.limits import GUESSES, PREVALENCES, Limit
from abovechance.studies.kappa2012.limits import MEASURES as LIMITED
from abovechance.studies.scoring import attributes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed


INFORMED = (0.0, 1.0, 0.15, 0.99, 0.01, -0.15, -0.99, -0.01)  # in the order in which the paper has them
MARGINS = {  # odds of the classes and of the guesses: prevalence, and how often the positive class is guessed
    "1:1/1:1": (0.5, 0.5),
    "4:1/4:1": (0.8, 0.8),
    "4:1/1:4": (0.8, 0.2),
    "1:4/1:4": (0.2, 0.2),
    "1:4/4:1": (0.2, 0.8),
}
AT_LIMITS = (-0.5, 0.15, 0.5, 0.9)


@dataclass(frozen=True)
class Column:
    """A mixture of two classes."""

    part: Literal["tables", "limits"]
    condition: str  # the odds of classes and guesses, or the names of both
    informed: float  # negative if decisions are deliberately wrong
    prevalence: float  # of the positive class
    guess: float  # how often the positive class is guessed
    n: int

    @property
    def mixture(self) -> Mixture:
        """The predictor."""
        return Mixture(self.informed, (1 - self.prevalence, self.prevalence), (1 - self.guess, self.guess))


def cells(effort: Effort) -> list[Column]:
    """All columns of both tables, and conditions near the limits, with tables of one size or of three."""
    sizes = (100, 1000, 10_000) if effort == "full" else (1000,)
    return [column for n in sizes for column in (*_tables(n), *_limits(n))]


def _tables(n: int) -> list[Column]:
    pairs = product(INFORMED, MARGINS.items())
    return [Column("tables", name, informed, *margins, n) for informed, (name, margins) in pairs]


def _limits(n: int) -> list[Column]:
    found = []
    for prevalence, guess, informed in product(PREVALENCES, GUESSES, AT_LIMITS):
        mixture = Limit(prevalence, guess, "powers", "kappa").mixture(informed, DRAWN_AT)
        shares = float(mixture.prevalence[1]), float(mixture.guess[1])
        found.append(Column("limits", f"{prevalence}/{guess}", informed, *shares, n))
    return found


@counting
def chunk(cell: Column, size: int, seed: np.random.SeedSequence) -> Observed:
    """Deviations from the value of the expected table, and wrong signs."""
    drawn, side = values_of(cell.mixture.draw(cell.n, size, seed), MEASURES), np.sign(cell.informed)
    # Where the expected table has no value, deviations are from 0.
    for key, values, origin in zip(MEASURES, drawn, np.nan_to_num(exact(cell)), strict=True):
        yield (key,), deviations(values, origin) | {"wrong_sign": where(~np.isnan(values), values * side < 0)}


def exact(cell: Column) -> NDArray[np.float64]:
    """The value of each measure of the expected table."""
    return values_of(cell.mixture.expected, MEASURES)


def rows(cell: Column, sums: Sums) -> list[Row]:
    """For each measure its exact value, what samples show, and for conditions near a limit that limit."""
    about = attributes(cell, "part", "condition", "informed", "prevalence", "guess", "n")
    found = []
    for ((key,), seen), value in zip(tallies(sums), exact(cell).tolist(), strict=True):
        drawn = statistics(seen, 0.0 if math.isnan(value) else value)
        told = {name: drawn[name] for name in ("mean", "sd", "error", "undefined")}
        told |= {"exact": value, "wrong_sign": seen["wrong_sign"].mean}
        found.append(about | {"measure": key} | told | _limit(cell, key))
    return found


def _limit(cell: Column, key: str) -> dict[str, float]:
    """The limit that a measure tends to, and its value a millionth away from there."""
    kinds = [kind for kind, name in LIMITED.items() if name == key]
    if cell.part != "limits" or not kinds:
        return {"limit": math.nan, "near": math.nan}
    prevalence, guess = cell.condition.split("/")
    limit = Limit(prevalence, guess, *kinds[0])  # type: ignore[arg-type]
    return {"limit": limit(cell.informed), "near": limit.near(cell.informed, FAR)}


STUDY = ReadyStudy(
    name="kappa2012",
    title="The problem with Kappa",
    question="Do the Kappas of Fleiss, Cohen and Powers show how informed a system is, whatever prevalence "
    "and bias?",
    method=f"""
With some probability a decision between two classes is informed: right, or if the probability is negative,
deliberately wrong; otherwise it is a guess. Odds of 4:1/1:4 mean that the positive class is four times as
frequent as the other and is guessed a quarter as often. The exact figures are those of the expected table
and reproduce Tables 2 and 3 of the paper, to which some columns are added to make the grid complete.
Samples are tables of 1000 items, in the full study also of 100 and 10 000; a table of the report names the
size of its samples. Fleiss' Kappa of two raters is
Scott's pi; the Kappa of Powers is Informedness. The 36 limits are of both Kappa and the accuracy it
expects, for a prevalence of 1/2 (central) or near 0 (extreme) and guesses that never, evenly or always name
the positive class; they are compared with expected tables {FAR:g} from the limit, and tables are drawn
{DRAWN_AT:g} from it.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=2000, full=20_000, chunk_size=5000,
)  # fmt: skip
