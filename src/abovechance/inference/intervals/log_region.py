"""The difference of two ratios (of odds, likelihoods, risks), from where their logarithms may lie.

Ratios are skewed, and their logarithms are nearly normal. The data allow every two logarithms that are
within z standard errors of the observed ones along any direction: an ellipse, which leans as the ratios are
correlated. The interval of the difference goes from its least to its greatest there, as that of a profile
likelihood does. It grows with z, and it takes in 0 exactly where the two logarithms are not z standard errors
apart, so that the p-value is that of their difference and does not depend on the level.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from abovechance.inference.comparisons.pair_difference import two_sided_p, two_sided_quantile

_ANGLES = 256
"""Points of the outline that are tried at a time."""
_ROUNDS = 4
"""How often the neighbourhood of the best point is tried anew; each finds the angle 128 times as well."""


@dataclass(frozen=True)
class LogRegion:
    """Two ratios whose logarithms are normal, with the standard errors and the correlation of these."""

    values: tuple[float, float]
    errors: tuple[float, float]
    correlation: float

    @property
    def se(self) -> float:
        """The standard error of the difference of the logarithms."""
        first, second = self.errors
        return math.sqrt(max(first**2 + second**2 - 2 * self.correlation * first * second, 0.0))

    @property
    def p_value(self) -> float:
        """The two-sided p-value of equal ratios."""
        difference = math.log(self.values[0] / self.values[1])
        if difference == 0:
            return 1.0
        return two_sided_p(difference / self.se if self.se > 0 else math.inf)

    def bounds(self, level: float) -> tuple[float, float]:
        """The least and the greatest difference in the region."""
        z = two_sided_quantile(level)
        return -self._greatest(z, -1), self._greatest(z, 1)

    def _greatest(self, z: float, sign: int) -> float:
        """The greatest difference, or with the sign −1 the greatest of the opposite, on the outline."""
        around, reach, best = 0.0, math.pi, -math.inf
        for _ in range(_ROUNDS):
            angles = around + reach * np.linspace(-1, 1, _ANGLES)
            differences = sign * self._differences(z, angles)
            at = int(differences.argmax())
            best, around = max(best, float(differences[at])), float(angles[at])
            reach *= 4 / _ANGLES
        return best

    def _differences(self, z: float, angles: np.ndarray) -> np.ndarray:
        along, across = np.cos(angles), np.sin(angles)
        leaning = self.correlation * along + math.sqrt(1 - self.correlation**2) * across
        first = self.values[0] * np.exp(z * self.errors[0] * along)
        return np.asarray(first - self.values[1] * np.exp(z * self.errors[1] * leaning))
