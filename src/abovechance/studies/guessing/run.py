"""Tests of whether guessing could have made a table of more than two classes: size and power.

Skill is the same in all classes, or sits in the two commonest or the two rarest alone, since no single
weighting of hits is strong under all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.test import COMBINED, guessing_test
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import counting, drawn_tables, falling_shares, least_expected, share_rows
from abovechance.studies.guessing.claims import CONDITION, findings, sections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.significance.outcome import Alternative
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

Skill = Literal["none", "equal", "common", "rare"]
Found = Literal["half", "most"]

LEVELS = {"05": 0.05, "01": 0.01, "001": 0.001}
SIDES: tuple[Alternative, ...] = ("two-sided", "greater")
GUESSES = ("mismatched", "even", "matched")
FORMER = "informedness_normal"
"""The default of version 0.1.0, but that it permuted sparse tables: Informedness, read off the normal."""
TESTS = (FORMER, *COMBINED, "combined")
_TARGETS = {"half": 1.959964, "most": 3.241516}
"""How far out the best of the three lies in the mean: where a two-sided test at 5 % finds 50 %, and 90 %."""
_SKILLED = 2
"""How many classes have skill where not all have it."""
_HALVINGS = 40


@dataclass(frozen=True)
class World:
    """A predictor and a number of items.

    Attributes
    ----------
    classes, n, skew
        How many classes and items, and how many times as frequent as the rarest class the commonest is.
    guess
        How labels are guessed, as in :class:`Mixture`.
    skill
        Which classes are told apart at all.
    share
        The share of informed decisions on these classes; or how much of it the best of the three single tests
        is to find: ``"half"`` or ``"most"`` (90 %).
    """

    classes: int
    n: int
    skew: float
    guess: str
    skill: Skill = "none"
    share: float | Found = 0.0

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The shares of the classes, the commonest first."""
        return falling_shares(self.classes, self.skew)

    @cached_property
    def informed(self) -> float:
        """The share of informed decisions on the classes that have skill."""
        if not isinstance(self.share, str):
            return self.share
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            sums = weighted_hits(Contingency(self._shares(middle) * self.n), COMBINED)
            low, high = (low, middle) if sums.standardised.max() > _TARGETS[self.share] else (middle, high)
        return high

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell."""
        return self._shares(self.informed)

    @property
    def least_expected(self) -> float:
        """How many items chance puts into the emptiest cell."""
        return least_expected(self.shares, self.n)

    @property
    def best(self) -> Found | None:
        """How much the best of the three single tests is to find, if the share is not given."""
        return self.share if isinstance(self.share, str) else None

    def _shares(self, informed: float) -> NDArray[np.float64]:
        skilled = np.zeros(self.classes)
        skilled[_PLACES[self.skill]] = informed
        return Mixture(tuple(skilled.tolist()), self.prevalence, self.guess).shares


_PLACES: dict[Skill, Any] = {
    "none": slice(0, 0),
    "equal": slice(None),
    "common": slice(None, _SKILLED),
    "rare": slice(-_SKILLED, None),
}

SIZES = (
    (3, 30, 1), (3, 100, 20), (3, 1000, 20), (5, 50, 1), (5, 100, 20), (5, 300, 50), (5, 1000, 20), (10, 100,
    20), (10, 300, 50), (10, 5000, 20), (20, 300, 20), (50, 300, 1), (50, 300, 50), (100, 300, 1), (100, 1000,
    20),
)  # fmt: skip
"""Classes, items and skew where nothing is informed."""
POWERS = ((3, 300, 20), (5, 300, 20), (6, 260, 25), (10, 300, 20))
"""Classes, items and skew where something is."""
_TYPICAL: tuple[tuple[str, Skill], ...] = (("mismatched", "equal"), ("matched", "common"), ("even", "rare"))
_PLAIN = ((0.1, "mismatched"), (0.1, "even"), (0.08, "matched"))


def cells(effort: Effort) -> list[World]:
    """Where nothing is informed, where all classes are informed alike, and where some are."""
    if effort == "quick":
        found = [World(*size, guess) for size in SIZES[1:2] for guess in GUESSES]
        return found + [World(5, 300, 20, guess, skill, "most") for guess, skill in _TYPICAL]
    found = [World(*size, guess) for size in SIZES for guess in (GUESSES if size[-1] > 1 else ("matched",))]
    found += [World(5, 300, 20, guess, "equal", share) for share, guess in _PLAIN]
    found += [World(5, 300, 20, "matched", "common", 0.2), World(10, 300, 20, "matched", "common", 0.2)]
    skills: tuple[Skill, ...] = ("equal", "common", "rare")
    shares: tuple[Found, ...] = ("most", "half")
    aimed = [
        World(classes, n, skew, guess, skill, share)
        for share, (classes, n, skew), guess, skill in product(shares, POWERS, GUESSES, skills)
    ]
    return found + [world for world in aimed if world.informed < 1]


@counting
def chunk(cell: World, size: int, seed: np.random.SeedSequence) -> Observed:
    """Whether each test rejects at each level, two-sided and one-sided."""
    tables = drawn_tables(cell.shares, cell.n, size, seed)
    for name, side in product(TESTS, SIDES):
        how: dict[str, Any] = {"reference": "normal"} if name == FORMER else {}
        found = guessing_test(tables, "informedness" if how else name, alternative=side, **how)
        yield (name, side), {f"rejected_{x}": found.p_value < level for x, level in LEVELS.items()}


STUDY = ReadyStudy(
    name="guessing",
    title="Could guessing have done it?",
    question="Which test of more than two classes finds skill wherever it sits, and keeps its level?",
    method=""" Tables of 3 to 100 classes are drawn, the commonest up to 50 times as frequent as the rarest.
Guesses are as frequent as the classes (matched), in the opposite order (mismatched) or even. No class is
informed; or all are, with one share; or only the two commonest; or only the two rarest. The share is a tenth
(matched: 0.08) or a fifth, or such that the best of the three single tests finds it in about 90 % or 50 % of
tables. The tests are the score for a share that all classes have in common, Informedness weighted by
prevalence, Informedness itself, and their combination, the farthest out of the three, which is the default;
beside them the default of version 0.1.0, z of Informedness read off the normal distribution.
""",
    cells=cells, chunk=chunk, rows=share_rows((*CONDITION, "least_expected"), ("test", "side")),
    findings=findings, sections=sections, quick=400, full=10_000, chunk_size=500,
)  # fmt: skip
