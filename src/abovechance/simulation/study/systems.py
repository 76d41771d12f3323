"""Systems to be tried: predictors whose share of informed decisions is known, and the items they see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from abovechance.simulation.simulate import simulate
from abovechance.simulation.world.mixture import RANDOM, Mixture

if TYPE_CHECKING:
    import numpy as np

    from abovechance.simulation.world.mixture import Wrong
    from abovechance.simulation.world.sampling import Sampling
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class System:
    """A predictor and the items it is tried on, as in :func:`abovechance.simulate`; tuples are by class."""

    classes: int
    n: int
    informed: float | tuple[float, ...]
    prevalence: tuple[float, ...] | str
    guess: tuple[float, ...] | str = "matched"
    sampling: Sampling = "items"
    wrong: Wrong = "even"
    noise: float = 0.0

    @property
    def is_random(self) -> bool:
        """Whether the shares of classes or labels are drawn anew for each table."""
        return RANDOM in (self.prevalence, self.guess)

    @cached_property
    def mixture(self) -> Mixture:
        """The distribution that tables are drawn from, unless it is another for each."""
        return Mixture(self.informed, cast("Any", self.prevalence), self.guess, self.wrong, self.noise)

    @property
    def skill(self) -> float:
        """The share of informed decisions over all items; random shares are equal on average.

        A deliberately wrong decision counts −1/(K − 1), as it tells one of K − 1 wrong labels from the right
        one: that is the Informedness of one who errs evenly.
        """
        if not isinstance(self.informed, tuple):
            return _credit(self.informed, self.classes)
        equal = (1 / self.classes,) * self.classes
        shares = equal if isinstance(self.prevalence, str) else self.prevalence
        return sum(share * _credit(b, self.classes) for share, b in zip(shares, self.informed, strict=True))

    def draw(self, size: int, seed: np.random.SeedSequence) -> Tables:
        """Tables of so many replicates."""
        if not self.is_random:
            return self.mixture.draw(self.n, size, seed, self.sampling)
        return simulate(
            self.informed, self.prevalence, self.n, guess=self.guess, replicates=size, seed=seed,
            sampling=self.sampling, k=self.classes, by_class=isinstance(self.informed, tuple),
            wrong=self.wrong, noise=self.noise,
        )  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """Systems with the same number of classes that are tried side by side, each on items of its own."""

    systems: tuple[System, ...]

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return self.systems[0].classes


def _credit(informed: float, classes: int) -> float:
    """What a class adds to the share of informed decisions."""
    return informed if informed >= 0 else informed / (classes - 1)
