"""What every measure of the catalogue says of predictors whose share of informed decisions is known.

Systems of several skills meet several prevalences and ways of guessing: a measure to be trusted says the
same of the same skill, and more of more.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.registry import measures
from abovechance.simulation.study.result import contest_rows, misleading_rows, value_rows
from abovechance.simulation.study.systems import System, Trial
from abovechance.simulation.study.trials import Measuring, merged
from abovechance.studies.base import ReadyStudy
from abovechance.studies.measures.claims import findings, sections
from abovechance.studies.scoring import MOST, percent

if TYPE_CHECKING:
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort

INFORMED = (0.0, 0.1, 0.25, 0.5, 0.8)  # the probabilities of an informed decision
_SKEW = 9.0  # how many times as frequent as the rarest class the commonest is
_COLUMNS = (
    "classes", "n", "informed", "prevalence", "guess", "differing", "measure", "replicates", "mean", "sd",
    "bias", "rmse", "undefined", "infinite", "pairs", "right", "wrong", "tied",
)  # fmt: skip
"""A row of a system has no comparison, and one of comparisons no system: what a row does not have is None."""


def cells(effort: Effort) -> list[Trial]:
    """All systems of as many classes and items side by side."""
    full = effort == "full"
    return [trial(k, n) for k, n in product((2, 3, 5) if full else (2, 3), (100, 1000) if full else (100,))]


def trial(classes: int, n: int) -> Trial:
    """Systems of all skills, with equally and unequally frequent classes, that guess in three ways."""
    falling = np.geomspace(_SKEW, 1, classes)
    even, skewed = (tuple((x / x.sum()).tolist()) for x in (np.ones(classes), falling))
    guesses = (even, skewed, skewed[::-1])
    return Trial(
        tuple(
            System(classes, n, b, prevalence, guess)
            for prevalence, guess, b in product((even, skewed), guesses, INFORMED)
        )
    )


def keys(classes: int) -> tuple[str, ...]:
    """All measures of two classes; of more, those that are one number for the whole table."""
    return tuple(m.key for m in measures() if classes == 2 or m.scope == "overall")


def chunk(cell: Trial, size: int, seed: np.random.SeedSequence) -> Sums:
    """Sums of all measures of one table of each system, for so many replicates."""
    return Measuring(keys(cell.classes), related=False)(cell, size, seed)


def rows(cell: Trial, sums: Sums) -> list[Row]:
    """One for each system and measure, then one for each kind of comparison and measure."""
    names, drawn = keys(cell.classes), {"replicates": int(sums["replicates"])}
    found = (*value_rows(names, cell, sums), *misleading_rows(contest_rows(names, cell, sums)))
    return [{name: (row | drawn).get(name) for name in _COLUMNS} for row in found]


STUDY = ReadyStudy(
    name="measures",
    title="Which measure can be trusted",
    question="Which measures say of a predictor what share of its decisions is informed, and which prefer "
    "the worse of two predictors because classes or labels are more or less frequent?",
    method="Predictors are informed with probability 0, 0.1, 0.25, 0.5 or 0.8 and guess otherwise. Classes "
    "are equally frequent, or the commonest is nine times as frequent as the rarest with the others between "
    "them in equal ratios; labels are guessed equally often, like such classes, or in the opposite "
    "order. All measures of the catalogue are computed of two classes, the rarer being positive; of 3 "
    "and 5 classes all that are one number for the whole table. Any two predictors of different skill "
    "are compared on items of their own: a measure is misled where it prefers the less informed of the "
    "two, and to half where both have the same value. Measures of which neither more nor less is better "
    "are left out of comparisons. In the tables, *misled* is the share of all comparisons and *by noise* "
    "of those in which the two differ in nothing but skill; *guessers* are the means where nothing is "
    "informed; *moved* says how far the mean moves with prevalence and guesses alone, as a share of how "
    "far it moves from no skill to four informed decisions in five; *bias* and *RMSE* are the mean "
    "differences from the share of informed decisions, of measures whose best value is 1. Tables on which a "
    "measure is undefined are left out and counted; a measure is judged only if it is defined on "
    f"{percent(MOST, 0)} % of the tables of every predictor or more.",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=200, full=4000, chunk_size=400, merge=merged,
)  # fmt: skip
