"""Conditions of a study: how many classes, how many items, how rare, how informed, and how it guesses."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.counting import drawn_tables
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Guess = Literal["matched", "mismatched"]
Skill = Literal["equal", "unequal", "confused"]

_FEWEST = 2
_UNEQUAL = 4
"""How many times as often decisions on the first class are informed as on the last, if skill is unequal."""


@dataclass(frozen=True)
class Condition:
    """One cell of the grid of a study.

    Attributes
    ----------
    classes, n
        How many classes and items.
    rare
        The prevalence of every class but the first, which has the rest.
    informed
        The probability of an informed decision.
    guess
        ``"matched"``: guesses are as frequent as the classes are; ``"mismatched"``: the labels are guessed
        in the ratio 1 : 2 : … : K, the last and rarest class most often.
    skill
        ``"equal"``: decisions are informed as often whatever the class; ``"unequal"``: as often as said on
        the first class and ever less often, down to a quarter of it, on the last; ``"confused"``: a decision
        that is not informed is no guess, but takes a class for the next one.
    """

    classes: int
    n: int
    rare: float
    informed: float
    guess: Guess
    skill: Skill = "equal"

    @property
    def mixture(self) -> Mixture:
        """The predictor that the tables are drawn from, but for confusions."""
        prevalence = (1 - (self.classes - 1) * self.rare, *[self.rare] * (self.classes - 1))
        total = self.classes * (self.classes + 1) / 2
        leaning = tuple((i + 1) / total for i in range(self.classes))
        informed: float | tuple[float, ...] = self.informed
        if self.skill == "unequal":
            informed = tuple(np.linspace(self.informed, self.informed / _UNEQUAL, self.classes).tolist())
        return Mixture(informed, prevalence, prevalence if self.guess == "matched" else leaning)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell."""
        if self.skill != "confused":
            return self.mixture.shares
        right = np.eye(self.classes)
        given = self.informed * right + (1 - self.informed) * np.roll(right, 1, axis=1)
        return np.array(self.mixture.prevalence)[:, None] * given

    @property
    def expected(self) -> Tables:
        """The table expected of one item: a measure of it is the true value of the measure."""
        return Tables.from_counts(self.shares)

    def draw(self, size: int, seed: np.random.SeedSequence) -> Tables:
        """Tables, as a batch with the axis ``"replicate"``."""
        return drawn_tables(self.shares, self.n, size, seed)


def grid(
    classes: Iterable[int],
    items: Iterable[int],
    rare: Sequence[float | None],
    informed: Iterable[float],
    guesses: Sequence[Guess] = ("matched", "mismatched"),
    *,
    skills: Sequence[Skill] = ("equal",),
) -> tuple[Condition, ...]:
    """All combinations; a prevalence of None is that of equally frequent classes.

    Where classes are confused there are no guesses, and one way of guessing stands for all.

    Examples
    --------
    >>> from abovechance.studies.coverage.conditions import grid
    >>> [condition.rare for condition in grid([2], [100], [None, 0.05], [0.5], ["matched"])]
    [0.5, 0.05]
    """
    chosen: dict[Condition, None] = {}
    for k, n, share, b, guess, skill in product(classes, items, rare, informed, guesses, skills):
        if k < _FEWEST:
            raise InputError(f"a study needs two classes or more, got {k}")
        if n < 1:
            raise InputError(f"a study needs at least one item, got {n}")
        if share is not None and not 0 < share <= 1 / k:
            raise InputError(
                f"the prevalence of the rare ones of {k} classes lies above 0 and is at most {1 / k:g}, "
                f"got {share:g}"
            )
        how = guesses[0] if skill == "confused" else guess
        chosen[Condition(k, n, 1 / k if share is None else share, b, how, skill)] = None
    return tuple(chosen)
