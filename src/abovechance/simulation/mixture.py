"""The mixture model of Powers 2012: with probability b a decision is informed and right, else a guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.errors import InputError
from abovechance.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDED = 1e-9


@dataclass(frozen=True)
class Mixture:
    """A predictor of items of K classes.

    Attributes
    ----------
    informed
        The probability b of an informed decision: the Informedness of the predictor.
    prevalence
        The share of each class among the items.
    guess
        How often each label is the guess of an uninformed decision.

    Examples
    --------
    >>> from abovechance.simulation.mixture import Mixture
    >>> Mixture(0.5, (0.8, 0.2), (0.5, 0.5)).shares.round(2)
    array([[0.6 , 0.2 ],
           [0.05, 0.15]])
    """

    informed: float
    prevalence: tuple[float, ...]
    guess: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse what is no probability."""
        if not 0 <= self.informed <= 1:
            raise InputError(f"informed must be a probability from 0 to 1, got {self.informed!r}")
        for name in ("prevalence", "guess"):
            shares = getattr(self, name)
            if min(shares) < 0 or abs(sum(shares) - 1) > _ROUNDED:
                raise InputError(f"{name} must be shares that add up to 1, got {shares!r}")
        if len(self.prevalence) != len(self.guess):
            raise InputError(
                f"prevalence has {len(self.prevalence)} classes and guess {len(self.guess)}: they must agree"
            )

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell, rows truth and columns prediction."""
        prevalence = np.asarray(self.prevalence, dtype=float)
        return self.informed * np.diag(prevalence) + (1 - self.informed) * np.outer(prevalence, self.guess)

    @property
    def expected(self) -> Tables:
        """The table expected of one item: a measure of it is the true value of the measure."""
        return Tables.from_counts(self.shares)

    def draw(self, n: int, replicates: int, seed: np.random.SeedSequence) -> Tables:
        """Tables of ``n`` items each, as a batch with the axis ``"replicate"``."""
        shares = self.shares
        counts = np.random.default_rng(seed).multinomial(n, shares.ravel(), size=replicates)
        labels = tuple(range(len(shares)))
        return Tables(counts.reshape(-1, *shares.shape), labels, axes=(Axis("replicate"),))
