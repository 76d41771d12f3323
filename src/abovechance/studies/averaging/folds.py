"""Averages over folds or slices: values of small tables put together, or one value of all items."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.simulation.simulate import simulate
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.averaging.claims import AVERAGES_OF_FOLDS, OF_FOLDS
from abovechance.studies.counting import values_of
from abovechance.studies.scoring import attributes
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.core.result import Row
    from abovechance.studies.base import Effort

Guess = Literal["even", "following"]
Prevalence = Literal["even", "rare", "varying"]

FOLDS = 10


@dataclass(frozen=True)
class OverFolds:
    """A predictor of two classes that is tried on folds, hospitals or other slices."""

    n: int  # items of each fold
    prevalence: Prevalence  # 1/2, 1/10, or from 1/10 in the first fold to 9/10 in the last
    guess: Guess  # following: as often as the class is frequent in the fold
    informed: float  # the same in all folds

    @property
    def positive(self) -> Array:
        """The prevalence of the positive class in each fold."""
        ends = {"even": (0.5, 0.5), "rare": (0.1, 0.1), "varying": (0.1, 0.9)}[self.prevalence]
        return np.linspace(*ends, FOLDS)

    def guesses(self, guess: Guess) -> Array:
        """How often it is guessed in each fold."""
        return self.positive if guess == "following" else np.full(FOLDS, 0.5)

    @property
    def rival_guess(self) -> Guess:
        """How the worse of two systems guesses: in another way."""
        return "even" if self.guess == "following" else "following"

    def draw(self, informed: float, guess: Guess, size: int, rng: np.random.Generator) -> Tables:
        """Tables of the predictor, or of one of other skill and guesses, of shape ``(folds, size)``."""
        prevalence, guesses = _both(self.positive), _both(self.guesses(guess))
        return simulate(informed, prevalence, guess=guesses, n=self.n, replicates=size, seed=rng)

    def values(self, *drawn: Any) -> Array:
        """What the averages are on such tables."""
        return _averages(self.draw(*drawn))

    @property
    def about(self) -> Row:
        """The condition."""
        return {
            "part": "folds",
            "classes": 2,
            "folds": FOLDS,
            **attributes(self, "n", "prevalence", "guess"),
            "skill": "equal",
            "informed": self.informed,
            "macro_informed": self.informed,
        }

    @property
    def names(self) -> list[tuple[str, str]]:
        """The measure and the average of each value, in the order of the sums."""
        return list(product(OF_FOLDS, AVERAGES_OF_FOLDS))

    @property
    def exact(self) -> Array:
        """The values of the expected table of all folds together, the same for every average."""
        pairs = zip(_both(self.positive).tolist(), _both(self.guesses(self.guess)).tolist(), strict=True)
        shares = [Mixture(self.informed, tuple(real), tuple(guess)).shares for real, guess in pairs]
        expected = Tables.from_counts(np.mean(shares, axis=0))
        return np.repeat(values_of(expected, OF_FOLDS), len(AVERAGES_OF_FOLDS))


def cells(effort: Effort) -> list[OverFolds]:
    """Ten folds of 20 items; in full also of 10 and of 100."""
    sizes = (10, 20, 100) if effort == "full" else (20,)
    guesses: tuple[Guess, ...] = ("even", "following")
    prevalences: tuple[Prevalence, ...] = ("even", "rare", "varying")
    kinds = product(sizes, prevalences, guesses, (0.0, 0.3, 0.6))
    return [OverFolds(n, prevalence, guess, informed) for n, prevalence, guess, informed in kinds]


def _both(positive: Array) -> Array:
    return np.column_stack([1 - positive, positive])


def _averages(folds: Tables) -> Array:
    """For each measure its averages over folds, the first axis of the tables, in the order of the names."""
    pooled = Tables(folds.counts.sum(axis=0), folds.labels, axes=(Axis("replicate"),))
    of_all, of_each = values_of(pooled, OF_FOLDS), values_of(folds, OF_FOLDS)
    real, predicted = folds.counts[..., 1, :].sum(-1), folds.counts[..., 1].sum(-1)
    found = []
    for together, values in zip(of_all, of_each, strict=True):
        alike = np.ones(values.shape)
        # In the order of AVERAGES_OF_FOLDS.
        found += [
            together,
            _weighted(values, alike),
            _weighted(np.nan_to_num(values), alike),
            _weighted(values, real),
            _weighted(values, predicted),
        ]
    return np.stack(found)


def _weighted(values: Array, weights: Array) -> Array:
    """The mean over the first axis of what is defined."""
    known = np.where(np.isnan(values), 0.0, weights)
    with np.errstate(invalid="ignore"):
        return (known * np.nan_to_num(values)).sum(0) / known.sum(0)
