"""The bootstrap over items: ratings as if other items of the same kind had been drawn.

Items that were rated alike are one pattern, so a sample is a multinomial draw of how many times each
pattern comes, and costs as much as there are patterns. Draws come in chunks of fixed size, each with a
random generator of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.resampling.bootstrap import Spread, bca_bounds, percentile_bounds
from abovechance.inference.resampling.draws import CHUNK, seeded_chunks
from abovechance.raters.ratings.profiles import Profiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

_KEYS = 2**62


def patterns(ratings: Ratings, *, who: bool) -> Ratings:
    """The same ratings with items rated alike made one that counts so many times; unrated ones left out.

    Parameters
    ----------
    ratings
        Of any number of items.
    who
        Whether it matters which rater gave a rating, or only how many gave each category.
    """
    units = ratings.units
    if not who and isinstance(units, Profiles):
        rated = np.flatnonzero(units.given)
        return replace(
            ratings,
            codes=None,
            raters=(),
            tallies=units.counts[rated].astype(np.int64),
            times=units.times[rated],
            items=range(len(rated)),
        )
    codes, index = _distinct_rows(ratings.require_codes("patterns"), len(ratings.categories))
    times = np.bincount(index, ratings.frequencies, len(codes)).astype(np.float64)
    rated = np.flatnonzero((codes >= 0).any(axis=1))
    return replace(ratings, codes=codes[rated], times=times[rated], items=range(len(rated)))


def _distinct_rows(codes: NDArray[Any], categories: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct rows, and the place of each row among them; rows are numbers if these are small enough."""
    raters = codes.shape[1]
    if (categories + 1) ** raters > _KEYS:
        rows, index = np.unique(codes, axis=0, return_inverse=True)
        return rows, index.reshape(-1)
    keys = np.zeros(len(codes), dtype=np.int64)
    for column in codes.T:
        keys *= categories + 1
        keys += column + 1
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    return codes[first], index


def drawn_values(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, *, replicates: int, seed: int | None
) -> Floats:
    """The coefficient of samples of as many items, drawn with replacement."""
    shapes = patterns(ratings, who=chosen.who)
    times = shapes.frequencies
    items = round(float(times.sum()))
    shares = times / times.sum()
    values = np.empty(replicates)
    for start, number, rng in seeded_chunks(replicates, CHUNK, seed):
        for place in range(start, start + number):
            sample = replace(shapes, times=rng.multinomial(items, shares).astype(float))
            values[place] = chosen.function(sample, weights).value
    return values


def bootstrapped(
    ratings: Ratings,
    chosen: Coefficient,
    weights: Weighting,
    found: Estimate,
    *,
    method: str,
    level: float,
    replicates: int,
    seed: int | None,
) -> tuple[float, float, float]:
    """The standard error and the bounds by the bootstrap.

    Parameters
    ----------
    ratings, chosen, weights, found
        What was estimated, and the estimate.
    method
        ``"bootstrap"`` for percentiles, ``"bca"`` for percentiles moved for bias and acceleration; the
        acceleration is a sixth of the skewness of the items' influence.
    level, replicates, seed
        Of the interval, and of the draws.
    """
    spread = Spread.of(drawn_values(ratings, chosen, weights, replicates=replicates, seed=seed))
    if method == "bootstrap":
        low, high = percentile_bounds(spread, level)
    else:
        low, high = bca_bounds(spread, found.value, acceleration(ratings, found), level)
    return float(spread.se), float(low), float(high)


def acceleration(ratings: Ratings, found: Estimate) -> float:
    """A sixth of the skewness of the influence of the items (Efron 1987, eq. 7.3)."""
    times, pull = ratings.frequencies, found.influence
    squares = float(times @ pull**2)
    return float(times @ pull**3) / (6 * squares**1.5) if squares > 0 else 0.0


def each_left_out(
    ratings: Ratings, of: Callable[[Ratings], float], most: int
) -> tuple[Floats, Floats] | None:
    """The values with one item of each pattern left out, and how many items each stands for.

    None if there are more patterns than ``most``.
    """
    if ratings.n_items > most:
        return None
    times = ratings.frequencies
    there = np.flatnonzero(times > 0)
    values = np.empty(len(there))
    for place, row in enumerate(there):
        fewer = times.copy()
        fewer[row] -= min(1.0, times[row])
        values[place] = of(replace(ratings, times=fewer))
    return values, times[there]
