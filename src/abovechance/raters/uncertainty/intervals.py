"""From the influence of each item to the standard error and the interval of a coefficient.

The delta method sums the squared influences; the interval is symmetric on the scale of Fisher's z, where the
spread of a coefficient depends little on its size. Gwet's standard error takes the number of items with two
ratings as fixed, so that each item with one adds to it; it is here for comparison with other software.

How confident one may be that a coefficient lies below a value: what its interval says, at every level.

The interval at a level holds the values that are not in the tails; turned round, every value has the tail of
which it is the bound. Words of a verbal scale get their probabilities this way, so that they never contradict
the interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.core.lookup import Names
from abovechance.raters.uncertainty.resampling import Ways, bootstrapped, jackknife_items, jackknife_raters

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

Shape = Literal["fisher", "plain", "perfect", "hopeless"]


@dataclass(frozen=True)
class Confidence:
    """What the interval of a coefficient is made of.

    The shape is symmetric for Fisher's z or ``"plain"``, for the value itself; ``"perfect"`` and
    ``"hopeless"`` are of ratings that all agree, or never do.
    """

    shape: Shape
    value: float
    se: float
    df: float  # of Student's t
    least: float  # the lowest value that there is
    paired: float = 0.0  # of "perfect" and "hopeless": how many items have two ratings
    chance: float = 0.0  # of these too

    def below(self, edges: ArrayLike) -> NDArray[np.float64]:
        """How confident one may be that the coefficient lies below each value: 0 at the least, 1 at 1."""
        at = np.asarray(edges, dtype=np.float64)
        inner = np.clip(at, self.least, 1.0)
        tail = self._at_the_end(inner) if self.shape in ("perfect", "hopeless") else self._student(inner)
        return np.where(at <= self.least, 0.0, np.where(at >= 1, 1.0, tail))

    def bounds(self, level: float) -> tuple[float, float]:
        """The interval at a level."""
        from scipy.special import stdtrit

        if self.shape in ("perfect", "hopeless"):
            # If a share D of the pairs disagreed, n items without any would come with a probability of (1-D)ⁿ
            # at most. The D at which that is half of what the level leaves, over the disagreement expected by
            # chance, bounds the coefficient: for percent agreement that is the bound of Clopper and Pearson.
            rare, room = 1 - ((1 - level) / 2) ** (1 / self.paired), 1 - self.chance
            if self.shape == "perfect":
                return max(1 - rare / room, self.least), 1.0
            return self.value, min(1 - (1 - rare) / room, 1.0)
        half = float(stdtrit(self.df, (1 + level) / 2)) * self.se
        if not self._is_fisher:
            # A value below the least one has a bound that is not above it.
            return max(self.value - half, min(self.value, self.least)), min(self.value + half, 1.0)
        centre, width, u = self._scale
        # The slope of artanh at u is 1/(1 − u²): it brings the standard error to the scale of Fisher's z.
        z, half = math.atanh(u), half / width / (1 - u * u)
        low, high = (centre + width * math.tanh(x) for x in (z - half, z + half))
        return low, high

    @property
    def _scale(self) -> tuple[float, float, float]:
        """The middle and half the width of the range of values, and the value on that scale, from -1 to 1."""
        centre, width = (1 + self.least) / 2, (1 - self.least) / 2
        return centre, width, (self.value - centre) / width

    @property
    def _is_fisher(self) -> bool:
        return self.shape == "fisher" and abs(self._scale[2]) < 1

    def _student(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        from scipy.special import stdtr

        centre, width, u = self._scale
        if self._is_fisher:
            with np.errstate(divide="ignore"):
                z = np.arctanh((at - centre) / width) - math.atanh(u)
            return np.asarray(stdtr(self.df, z * width * (1 - u * u) / self.se))
        # Student's distribution cut off at the ends of the scale, beyond which there are no values.
        low, tail, high = (stdtr(self.df, (x - self.value) / self.se) for x in (self.least, at, 1.0))
        return np.asarray((tail - low) / (high - low))

    def _at_the_end(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        disagreement = np.clip((1 - at) * (1 - self.chance), 0.0, 1.0)
        if self.shape == "perfect":
            return (1 - disagreement) ** self.paired
        return 1 - disagreement**self.paired


METHODS = {
    "delta": "the influence of each item, on the scale of Fisher's z",
    "wald": "the influence of each item, on the plain scale",
    "gwet": "Gwet's standard error, on the plain scale",
    "jackknife": "each item left out, on the scale of Fisher's z",
    "jackknife_raters": "each rater left out, on the scale of Fisher's z",
    "unconditional": "items by their influence and raters left out, on the scale of Fisher's z",
    "bootstrap": "items drawn anew, percentiles",
    "bca": "items drawn anew, percentiles corrected for bias and acceleration",
}
method_named = Names(  # a method by any of its names
    "interval of agreement",
    METHODS,
    {
        "atanh": "delta",
        "fisher": "delta",
        "fisher_z": "delta",
        "influence": "delta",
        "percentile": "bootstrap",
        "raters": "jackknife_raters",
        "irrcac": "gwet",
        "t": "wald",
    },
)
_ROUNDING_ERROR = 1e-12  # a standard error below this is zero but for rounding
ONE_ITEM = "one item says nothing about how items differ"
SOME_LEFT_OUT = (
    "the pairs of raters that have a value agree fully, which says nothing of those that have none"
)
ALL_ALIKE = "every item pulls the coefficient alike, so that its spread is not known"
KINKED = "it has no delta interval where raters use a category equally often; use method='bca'"
PERFECT = "no pair of ratings disagrees: the bound is that of a disagreement too rare to be seen"
HOPELESS = "no pair of ratings agrees: the bound is that of an agreement too rare to be seen"


@dataclass(frozen=True)
class Bounds:
    """The standard error and the bounds of a coefficient; NaN where there are none."""

    se: float
    low: float
    high: float
    reason: str | None = None  # why there are none
    warning: str | None = None
    confidence: Confidence | None = None  # what the bounds are made of, at every level


def standard_error(ratings: Ratings, found: Estimate) -> float:
    """The standard error by the delta method: NaN for a single item."""
    return _from_influence(ratings, found, found.influence)


def gwet_error(ratings: Ratings, found: Estimate) -> float:
    """The standard error of Gwet, who takes the number of items with two ratings as fixed."""
    return _from_influence(ratings, found, gwet_influence(ratings, found))


def gwet_influence(ratings: Ratings, found: Estimate) -> NDArray[np.float64]:
    """What each item adds in Gwet's variance, less the coefficient."""
    if found.n == found.paired or not found.paired:
        return found.influence
    given = ratings.ratings_of_items
    excess = np.where(given >= 2, found.n / found.paired, 0.0) - 1.0
    return found.influence + np.where(given > 0, found.value * excess, 0.0)


def _from_influence(ratings: Ratings, found: Estimate, influence: NDArray[np.float64]) -> float:
    if not found.n > 1:
        return math.nan
    squares = float(np.einsum("i,i,i->", ratings.frequencies, influence, influence))
    return math.sqrt(squares / (found.n * (found.n - 1)))


def bounds(ratings: Ratings, chosen: Coefficient, weights: Weighting, found: Estimate, ways: Ways) -> Bounds:
    """The standard error and the interval of an estimate of ratings by a coefficient with weights."""
    if found.reason is not None:
        return Bounds(math.nan, math.nan, math.nan, found.reason)
    if not found.n > 1:
        return Bounds(math.nan, math.nan, math.nan, ONE_ITEM)
    least = -1.0 if chosen.corrected else 0.0
    if ways.method in ("bootstrap", "bca"):
        drawn = bootstrapped(ratings, chosen, weights, found, ways)
        spread = Bounds(*drawn, confidence=Confidence("fisher", found.value, drawn[0], found.n - 1, least))
    else:
        se, df = _error(ratings, chosen, weights, found, ways.method)
        if math.isnan(se):
            return Bounds(se, math.nan, math.nan, KINKED)
        shape: Shape = "plain" if ways.method in ("wald", "gwet") else "fisher"
        spread = _shaped(Confidence(shape, found.value, se, df, least), ways.level)
    return (
        spread
        if spread.se > _ROUNDING_ERROR or math.isnan(spread.se)
        else _at_the_end(found, least, ways.level)
    )


def _at_the_end(found: Estimate, least: float, level: float) -> Bounds:
    """Bounds where items do not differ, because all of their ratings agree or none do."""
    if found.warning is not None or found.observed not in (0, 1):
        return Bounds(0.0, math.nan, math.nan, ALL_ALIKE if found.warning is None else SOME_LEFT_OUT)
    perfect = found.observed == 1
    shape: Shape = "perfect" if perfect else "hopeless"
    end = Confidence(shape, found.value, 0.0, math.inf, least, found.paired, found.chance)
    return _shaped(end, level, PERFECT if perfect else HOPELESS)


def _shaped(confidence: Confidence, level: float, warning: str | None = None) -> Bounds:
    return Bounds(confidence.se, *confidence.bounds(level), warning=warning, confidence=confidence)


def _error(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, found: Estimate, method: str
) -> tuple[float, float]:
    """The standard error, and its degrees of freedom."""
    df = found.n - 1
    if method == "gwet":
        return gwet_error(ratings, found), df
    if method in ("delta", "wald"):
        return standard_error(ratings, found), df
    if method == "jackknife":
        return jackknife_items(ratings, chosen, weights), df
    of_raters = jackknife_raters(ratings, chosen, weights)
    few = ratings.n_raters - 1
    if method == "jackknife_raters":
        return of_raters, few
    of_items = standard_error(ratings, found)
    whole = math.hypot(of_items, of_raters)
    # Satterthwaite's, of the sum of the two variances.
    below = of_items**4 / df + of_raters**4 / few
    return whole, whole**4 / below if below else df
