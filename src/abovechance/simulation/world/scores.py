"""Scores of two normal distributions, one for each class: curves whose area is known.

Negatives score N(0, 1) and positives N(μ, σ). On normal scales the curve is a straight line,
``Φ⁻¹(tpr) = μ/σ + (1/σ)·Φ⁻¹(fpr)``, and its area is ``Φ(μ / √(1 + σ²))``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_replicates
from abovechance.simulation.world.sampling import apportioned, checked_items, generator

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.simulation.world.sampling import Seed


@dataclass(frozen=True)
class BinormalScores:
    """A predictor that scores items of two classes; scores of negatives have mean 0 and deviation 1."""

    mean: float  # of the scores of positives, as the deviation
    deviation: float = 1.0
    prevalence: float = 0.5

    def __post_init__(self) -> None:
        """Refuse what is no distribution."""
        if not math.isfinite(self.mean):
            raise InputError(f"mean must be a finite number, got {self.mean!r}")
        if not 0 < self.deviation < math.inf:
            raise InputError(f"deviation must be a positive number, got {self.deviation!r}")
        if not 0 <= self.prevalence <= 1:
            raise InputError(f"prevalence must be a share from 0 to 1, got {self.prevalence!r}")

    @classmethod
    def of_auc(cls, auc: float, *, deviation: float = 1.0, prevalence: float = 0.5) -> BinormalScores:
        """The model with this area under its curve."""
        from scipy.special import ndtri

        if not 0 < auc < 1:
            raise InputError(f"auc must lie between 0 and 1, and be neither, got {auc!r}")
        return cls(float(ndtri(auc)) * math.hypot(1, deviation), deviation, prevalence)

    @classmethod
    def of_informedness(cls, informed: float, *, prevalence: float = 0.5) -> BinormalScores:
        """The model of equal deviations whose best threshold has this Informedness, ``2·Φ(μ/2) − 1``."""
        from scipy.special import ndtri

        if not -1 < informed < 1:
            raise InputError(f"informed must lie between -1 and 1, and be neither, got {informed!r}")
        return cls(2 * float(ndtri((1 + informed) / 2)), 1.0, prevalence)

    @property
    def auc(self) -> float:
        """The area under the curve, ``Φ(μ / √(1 + σ²))``."""
        from scipy.special import ndtr

        return float(ndtr(self.mean / math.hypot(1, self.deviation)))

    @property
    def threshold(self) -> float:
        """Where Informedness is farthest from chance, a score that is as likely in both classes."""
        if self.deviation == 1:
            return self.mean / 2
        ratio = self.deviation**2 - 1
        root = self.deviation * math.sqrt(self.mean**2 + 2 * ratio * math.log(self.deviation))
        # Of the two scores, the one that would be a small difference of large numbers is found by the other.
        larger = -(self.mean + math.copysign(root, self.mean))
        other = -(self.mean**2 + 2 * self.deviation**2 * math.log(self.deviation)) / larger
        return max((larger / ratio, other), key=lambda t: abs(self.informedness_at(t)))

    @property
    def informedness(self) -> float:
        """The Informedness of the best threshold; negative where scores point the wrong way."""
        return self.informedness_at(self.threshold)

    def informedness_at(self, threshold: float) -> float:
        """The Informedness of calling positive what scores as much or more."""
        tpr, fpr = self.rates(threshold)
        return float(tpr - fpr)

    def rates(self, threshold: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The true and the false positive rate at thresholds."""
        from scipy.special import ndtr

        t = np.asarray(threshold, dtype=float)
        return ndtr((self.mean - t) / self.deviation), ndtr(-t)

    def draw(
        self,
        n: int,
        replicates: int | None = None,
        *,
        sampling: Literal["items", "classes"] = "items",
        seed: Seed = None,
    ) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
        """Classes (1 for positives) and scores of ``n`` items, with a first axis for the replicates if any.

        ``sampling="classes"`` has as many positives as expected, after all negatives.
        """
        rng = generator(seed)
        items = int(checked_items(n))
        shape = (items,) if replicates is None else (checked_replicates(replicates), items)
        if sampling not in ("items", "classes"):
            raise InputError(f"sampling of scores must be 'items' or 'classes', got {sampling!r}")
        if sampling == "items":
            truth = (rng.random(shape) < self.prevalence).astype(np.int8)
        else:
            classes = apportioned(np.array([1 - self.prevalence, self.prevalence]), items)
            truth = np.broadcast_to(np.repeat(np.array([0, 1], dtype=np.int8), classes), shape)
        scores = rng.standard_normal(shape)
        return truth, np.where(truth == 1, self.mean + self.deviation * scores, scores)
