"""How often each test of a table rejects chance where there is no more than that, and where there is.

This is the systematic analysis that Powers 2007 leaves to the future: the tests of association, the
papers' own statistics as printed there, and the calibrated test of Informedness, side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.test import guessing_test
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.inference.significance.chi_squared import (
    PAPERS,
    association_test,
    papers_nominal,
    papers_test,
)
from abovechance.inference.significance.exact import fisher_test
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import (
    counting,
    drawn_tables,
    falling_shares,
    least_expected,
    share_rows,
    smoothed_error,
)
from abovechance.studies.significance.claims import findings, sections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Numbers
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed
    from abovechance.tables.tables import Tables

Test = Callable[["Tables"], Any]
World = Literal["chance", "informed", "confused"]

LEVELS = {"01": 0.01, "05": 0.05}  # the levels that tests are run at
_Z_OF_POWER_80 = 2.801585  # normal quantiles 97.5 % plus 80 %: where a z-test has a power of 80 %
_MOST_INFORMED = 0.95
_SLOW_TABLES = {"chance": 100, "informed": 40, "confused": 40}
"""How many tables of a chunk are compared with random or with all tables of their margins, one by one."""
_CHUNK_SIZE = 2000
_REPLICATES = 999
_MOST_ITEMS_FISHER = 100
_MOST_CLASSES_FISHER = 3
_MOST_ITEMS_PRODUCT = 100
_OF_POSITIVES = ("chi_squared_plus_p", "chi_squared_plus_r")


@dataclass(frozen=True)
class Cell:
    """A condition.

    In the world of chance all decisions are guesses; in the informed one so many know the class that the test
    of Informedness finds it in about 80 % of large samples; in the confused one as many name the next class.
    """

    classes: int
    n: int
    skew: float  # of the commonest class to the rarest, with equal ratios between
    guess: Literal["matched", "even"]  # as often as the classes occur, or equally often
    world: World

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The shares of the classes, the commonest first."""
        return falling_shares(self.classes, self.skew)

    @property
    def informed(self) -> float:
        """The share of decisions that are no guesses."""
        if self.world == "chance":
            return 0.0
        share = 0.0
        for _ in range(50):  # the variance depends on the share: a few rounds settle both
            cells = Mixture(share, self.prevalence, self.guess).shares
            sums = weighted_hits(Contingency(cells * self.n), ("informedness",))
            share = min(_Z_OF_POWER_80 * float(sums.deviation[0]) / self.n, _MOST_INFORMED)
        return share

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell of the table."""
        informed, guessed = (Mixture(b, self.prevalence, self.guess).shares for b in (1.0, 0.0))
        # One column on: each class gets the label of the next one.
        known = np.roll(informed, 1, axis=1) if self.world == "confused" else informed
        return self.informed * known + (1 - self.informed) * guessed

    @property
    def least_expected(self) -> float:
        """How many items chance puts into the emptiest cell."""
        return least_expected(self.shares, self.n)


def cells(effort: Effort) -> list[Cell]:
    """The conditions; with equally frequent classes both ways of guessing are one."""
    full = effort == "full"
    grid = product(
        (2, 3, 5, 10) if full else (2, 3),
        (20, 50, 100, 200, 500, 1000, 5000) if full else (20, 100),
        (1.0, 10.0, 50.0) if full else (1.0, 10.0),
    )
    return [
        Cell(classes, n, skew, guess, world)
        for classes, n, skew in grid
        for guess in (("matched", "even") if skew > 1 else ("matched",))
        for world in ("chance", "informed", "confused")
        if world != "confused" or (classes > 2 and guess == "matched")
    ]


@counting
def chunk(cell: Cell, size: int, seed: np.random.SeedSequence) -> Observed:
    """Whether each test can be run on a table, and rejects it at each level."""
    tables = drawn_tables(cell.shares, cell.n, size, seed)
    some = tables[: _SLOW_TABLES[cell.world]]
    fast, slow = _tests(cell, int(seed.generate_state(1)[0]))
    for name, p_values in [(x, f(tables)) for x, f in fast.items()] + [(x, f(some)) for x, f in slow.items()]:
        found = np.asarray(p_values)
        rejected = {f"rejected_{x}": found <= level for x, level in LEVELS.items()}
        yield (name,), {"untestable": np.isnan(found)} | rejected


def _tests(cell: Cell, seed: int) -> tuple[dict[str, Test], dict[str, Test]]:
    """P-values of tables by the name of the test: those of formulas, and those found table by table."""
    two = cell.classes == 2
    replicates: dict[str, Any] = {"replicates": _REPLICATES, "seed": seed}
    fast: dict[str, Test] = {
        name: partial(_association, name)
        for name in ("pearson", "n_minus_1", "g_squared", "williams", *(("yates",) if two else ()))
    }
    fisher: dict[str, Test] = {
        "fisher": lambda t: fisher_test(t, **replicates).p_value,
        "fisher_mid_p": lambda t: fisher_test(t, mid=True, **replicates).p_value,
    }
    slow: dict[str, Test] = {}
    if two:
        fast |= fisher
    elif cell.classes <= _MOST_CLASSES_FISHER and cell.n <= _MOST_ITEMS_FISHER:
        slow |= fisher
    if not two and cell.n <= _MOST_ITEMS_PRODUCT:
        slow["chi_squared_kbm"] = lambda t: papers_test(t, "chi_squared_kbm", **replicates).p_value
    fast["informedness_normal"] = partial(_guessing, "informedness", reference="normal")
    fast["default"] = partial(_guessing, "informedness" if two else "combined")
    # Of two classes the default is the test of Informedness, which is not run twice.
    fast |= {name: partial(_guessing, name) for name in ("informedness", "markedness")[two:]}
    printed = [name for name, x in PAPERS.items() if x.positive is None or (two and name in _OF_POSITIVES)]
    return fast | {f"{name}_printed": partial(_printed, name) for name in printed}, slow


def _guessing(name: str, tables: Tables, **how: Any) -> Numbers:
    return guessing_test(tables, name, **how).p_value


def _association(name: str, tables: Tables) -> Numbers:
    return association_test(tables, name).p_value


def _printed(name: str, tables: Tables) -> Numbers:
    return papers_nominal(tables, name)[2]


_CONDITION = ("classes", "n", "skew", "guess", "world", "informed", "least_expected")


def rows(cell: Cell, sums: Sums) -> list[Row]:
    """One for each test."""
    found = share_rows(_CONDITION, ("test",))(cell, sums)
    for row in found:
        number = row["replicates"]
        row["monte_carlo_error"] = smoothed_error(round(row["rejected_05"] * number), number)
    return found


STUDY = ReadyStudy(
    name="significance",
    title="Which test of a table, and when",
    question="Which tests of a table keep their level, and which of those find most, for how many classes, "
    "how many items and how rare classes?",
    method="Tables are drawn of items of 2 to 10 classes, of which the commonest is up to 50 times as "
    "frequent as the rarest, the others between them in equal ratios; labels are guessed as often as the "
    "classes occur (matched) or equally often (even). Where all decisions are guesses, a test at 5 % should "
    "reject 5 % of the tables. Where some decisions know the class, it should reject as many as it can: "
    "their share is such that the test of Informedness has a power of about 80 % in large samples. In a "
    "third world as many decisions know the class but name the next one: an association, but not one of "
    "being right. A table that a test cannot judge, such as one of a single class, counts as not rejected. "
    "Exact and permutation tests of more than two classes, which take each table by itself, are run on "
    f"{_SLOW_TABLES['chance']} of each {_CHUNK_SIZE} tables of guesses and {_SLOW_TABLES['informed']} of "
    f"the others, with {_REPLICATES} random tables where all are too many; Fisher's of more than two classes "
    "only where it is feasible. The statistics of the papers are judged as printed there, by χ² with (K−1)² "
    "degrees of freedom; their calibrated p-values are those of the tests of Informedness (B) and "
    "Markedness (M), and for both (BM) of random tables. An error rate is called beyond 3 to 6 % if it is "
    "so by more than two Monte Carlo standard errors.",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=1000, full=10_000, chunk_size=_CHUNK_SIZE,
)  # fmt: skip
