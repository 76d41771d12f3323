"""How confident one may be that a coefficient lies below a value: what its interval says, at every level.

The interval at a level holds the values that are not in the tails; turned round, every value has the tail of
which it is the bound. Words of a verbal scale get their probabilities this way, so that they never contradict
the interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Shape = Literal["fisher", "plain", "perfect", "hopeless"]


@dataclass(frozen=True)
class Confidence:
    """What the interval of a coefficient is made of.

    Attributes
    ----------
    shape
        ``"fisher"``: symmetric for Fisher's z; ``"plain"``: for the value itself; ``"perfect"`` and
        ``"hopeless"``: of ratings that all agree, or never do.
    value, se, df
        The coefficient, its standard error and the degrees of freedom of Student's t.
    least
        The lowest value that there is.
    paired, expected
        How many items have two ratings, and the level of chance.
    """

    shape: Shape
    value: float
    se: float
    df: float
    least: float
    paired: float
    expected: float

    def below(self, edges: ArrayLike) -> NDArray[np.float64]:
        """How confident one may be that the coefficient lies below each value: 0 at the least, 1 at 1."""
        at = np.asarray(edges, dtype=np.float64)
        inner = np.clip(at, self.least, 1.0)
        tail = self._at_the_end(inner) if self.shape in ("perfect", "hopeless") else self._student(inner)
        return np.where(at <= self.least, 0.0, np.where(at >= 1, 1.0, tail))

    def _student(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        from scipy.special import stdtr

        centre, width = (1 + self.least) / 2, (1 - self.least) / 2
        u = (self.value - centre) / width
        if self.shape == "fisher" and abs(u) < 1:
            with np.errstate(divide="ignore"):
                z = np.arctanh((at - centre) / width) - math.atanh(u)
            return np.asarray(stdtr(self.df, z * width * (1 - u * u) / self.se))
        low, tail, high = (stdtr(self.df, (x - self.value) / self.se) for x in (self.least, at, 1.0))
        return np.asarray((tail - low) / (high - low))

    def _at_the_end(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        """If a share of the pairs disagreed, n items without any would come with (1 - share)ⁿ."""
        disagreement = np.clip((1 - at) * (1 - self.expected), 0.0, 1.0)
        if self.shape == "perfect":
            return (1 - disagreement) ** self.paired
        return 1 - disagreement**self.paired
