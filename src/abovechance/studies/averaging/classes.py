"""Averages over classes: the values of each class against the rest, weighted in different ways."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.simulation.simulate import simulate
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.averaging.claims import GAP, OVER_CLASSES
from abovechance.studies.scoring import deviation_sums, preference_sums, values_of

if TYPE_CHECKING:
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort, Row

Prevalence = Literal["even", "skewed"]
Guess = Literal["matched", "even", "mismatched"]
Skill = Literal["equal", "common", "rare"]

KEYS = tuple(OVER_CLASSES)
_GUESSES: tuple[Guess, ...] = ("matched", "even", "mismatched")
_SKILLS: tuple[Skill, ...] = ("equal", "common", "rare")
_KINDS: list[tuple[Prevalence, Guess, Skill]] = [
    ("even", "matched", "equal"),
    ("even", "matched", "common"),
    *(("skewed", guess, skill) for guess in _GUESSES for skill in _SKILLS),
]
"""Prevalence, guesses and skill; of even classes all guesses are the same, and none is rare."""


@dataclass(frozen=True)
class OverClasses:
    """A predictor of several classes, of which each may be known to another degree.

    Attributes
    ----------
    classes, n
        How many classes and items.
    prevalence
        ``"even"``, or ``"skewed"``: each class twice as frequent as the next.
    guess
        As in :class:`Mixture`.
    skill
        ``"equal"``: all classes are known equally well; ``"common"``, ``"rare"``: the first, commonest class
        is known best and the last one least, or the other way round, in equal steps.
    informed
        The probability that a decision is informed, over all items.
    """

    classes: int
    n: int
    prevalence: Prevalence
    guess: Guess
    skill: Skill
    informed: float

    @property
    def shares(self) -> tuple[float, ...]:
        """The prevalence of each class."""
        weights = [1.0 if self.prevalence == "even" else 2.0**-i for i in range(self.classes)]
        return tuple(weight / sum(weights) for weight in weights)

    def by_class(self, informed: float) -> tuple[float, ...]:
        """How informed decisions on the items of each class are, if all together are to this degree."""
        if self.skill == "equal":
            return (informed,) * self.classes
        steps = range(1, self.classes + 1)
        weights = list(steps) if self.skill == "rare" else list(reversed(steps))
        mean = sum(share * weight for share, weight in zip(self.shares, weights, strict=True))
        return tuple(informed * weight / mean for weight in weights)

    @property
    def mixture(self) -> Mixture:
        """The predictor."""
        return Mixture(self.by_class(self.informed), self.shares, self.guess)


def cells(effort: Effort) -> list[OverClasses]:
    """Four classes and 200 items; in full three and four classes, 100 and 1000 items."""
    sizes = product((3, 4), (100, 1000)) if effort == "full" else [(4, 200)]
    return [
        OverClasses(classes, n, prevalence, guess, skill, informed)
        for (classes, n), (prevalence, guess, skill), informed in product(sizes, _KINDS, (0.0, 0.2, 0.4))
    ]


def chunk(cell: OverClasses, size: int, seed: np.random.SeedSequence) -> Sums:
    """Draw tables of the predictor, and of one that is less informed and guesses in another way."""
    rng = np.random.default_rng(seed)
    values = values_of(_drawn(cell, cell.informed, cell.guess, size, rng), KEYS)
    found = deviation_sums(values, np.full(len(KEYS), cell.informed))
    if cell.informed >= GAP:
        guess = "even" if cell.guess == "matched" else "matched"
        worse = values_of(_drawn(cell, cell.informed - GAP, guess, size, rng), KEYS)
        found |= preference_sums(values, worse)
    return found


def _drawn(cell: OverClasses, informed: float, guess: str, size: int, rng: np.random.Generator) -> Any:
    return simulate(
        cell.by_class(informed), cell.shares, guess=guess, n=cell.n, replicates=size, seed=rng, by_class=True
    )


def about(cell: OverClasses) -> Row:
    """The condition; ``macro_informed`` is the mean over the classes, each counting alike."""
    return {
        "part": "classes",
        "classes": cell.classes,
        "folds": 1,
        "n": cell.n,
        "prevalence": cell.prevalence,
        "guess": cell.guess,
        "skill": cell.skill,
        "informed": cell.informed,
        "macro_informed": sum(cell.by_class(cell.informed)) / cell.classes,
    }


def names(_: OverClasses) -> list[tuple[str, str]]:
    """The measure and the average of each value, in the order of the sums."""
    return list(OVER_CLASSES.values())


def exact(cell: OverClasses) -> Any:
    """The values of the expected table."""
    return values_of(cell.mixture.expected, KEYS)
