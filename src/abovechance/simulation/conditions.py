"""Conditions of a study: how many classes, how many items, how rare, how informed, and how it guesses."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

from abovechance.errors import InputError
from abovechance.simulation.mixture import Mixture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Guess = Literal["matched", "mismatched"]

_FEWEST = 2


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
    """

    classes: int
    n: int
    rare: float
    informed: float
    guess: Guess

    @property
    def mixture(self) -> Mixture:
        """The predictor that the tables are drawn from."""
        prevalence = (1 - (self.classes - 1) * self.rare, *[self.rare] * (self.classes - 1))
        total = self.classes * (self.classes + 1) / 2
        leaning = tuple((i + 1) / total for i in range(self.classes))
        return Mixture(self.informed, prevalence, prevalence if self.guess == "matched" else leaning)


def grid(
    classes: Iterable[int],
    items: Iterable[int],
    rare: Sequence[float | None],
    informed: Iterable[float],
    guesses: Sequence[Guess] = ("matched", "mismatched"),
) -> tuple[Condition, ...]:
    """All combinations; a prevalence of None is that of equally frequent classes.

    Examples
    --------
    >>> from abovechance.simulation.conditions import grid
    >>> [condition.rare for condition in grid([2], [100], [None, 0.05], [0.5], ["matched"])]
    [0.5, 0.05]
    """
    chosen: dict[Condition, None] = {}
    for k, n, share, b, guess in product(classes, items, rare, informed, guesses):
        if k < _FEWEST:
            raise InputError(f"a study needs two classes or more, got {k}")
        if n < 1:
            raise InputError(f"a study needs at least one item, got {n}")
        if share is not None and not 0 < share <= 1 / k:
            raise InputError(
                f"the prevalence of the rare ones of {k} classes lies above 0 and is at most {1 / k:g}, "
                f"got {share:g}"
            )
        chosen[Condition(k, n, 1 / k if share is None else share, b, guess)] = None
    return tuple(chosen)
