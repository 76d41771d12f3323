"""Averages over classes: the values of each class against the rest, weighted in different ways."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

from abovechance.simulation.simulate import simulate
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.averaging.claims import OVER_CLASSES
from abovechance.studies.counting import values_of
from abovechance.studies.scoring import attributes

if TYPE_CHECKING:
    import numpy as np

    from abovechance.core.arrays import Array
    from abovechance.core.result import Row
    from abovechance.studies.base import Effort

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

    Skewed classes are each twice as frequent as the next. ``skill`` says which class is known best, in equal
    steps: ``"common"`` the first, commonest one, ``"rare"`` the last.
    """

    classes: int
    n: int
    prevalence: Prevalence
    guess: Guess  # as in :class:`Mixture`
    skill: Skill
    informed: float  # the probability that a decision is informed, over all items

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
    def rival_guess(self) -> Guess:
        """How the worse of two systems guesses: in another way."""
        return "even" if self.guess == "matched" else "matched"

    @property
    def mixture(self) -> Mixture:
        """The predictor."""
        return Mixture(self.by_class(self.informed), self.shares, self.guess)

    def values(self, informed: float, guess: Guess, size: int, rng: np.random.Generator) -> Array:
        """What the averages are on tables of the predictor, or of one of other skill and guesses."""
        skill = self.by_class(informed)
        drawn = simulate(skill, self.shares, guess=guess, n=self.n, replicates=size, seed=rng, by_class=True)
        return values_of(drawn, KEYS)

    @property
    def about(self) -> Row:
        """The condition; ``macro_informed`` is the mean over the classes, each counting alike."""
        return {
            "part": "classes",
            "classes": self.classes,
            "folds": 1,
            **attributes(self, "n", "prevalence", "guess", "skill", "informed"),
            "macro_informed": sum(self.by_class(self.informed)) / self.classes,
        }

    @property
    def names(self) -> list[tuple[str, str]]:
        """The measure and the average of each value, in the order of the sums."""
        return list(OVER_CLASSES.values())

    @property
    def exact(self) -> Array:
        """The values of the expected table."""
        return values_of(self.mixture.expected, KEYS)


def cells(effort: Effort) -> list[OverClasses]:
    """Four classes and 200 items; in full three and four classes, 100 and 1000 items."""
    sizes = product((3, 4), (100, 1000)) if effort == "full" else [(4, 200)]
    return [
        OverClasses(classes, n, prevalence, guess, skill, informed)
        for (classes, n), (prevalence, guess, skill), informed in product(sizes, _KINDS, (0.0, 0.2, 0.4))
    ]
