"""Whether raters agree more than by chance: tests of a coefficient against zero.

A test asks what would be seen if the raters knew nothing of the items, so its variance is that of no
agreement: right for this question, and too small or too large for an interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import Result
from abovechance.inference.arguments import checked_seed
from abovechance.inference.resampling.bootstrap import CHUNK, seeded_chunks
from abovechance.inference.significance.outcome import alternative_named
from abovechance.raters.coefficients.registry import coefficient, declared, require_usable, weights_for
from abovechance.raters.ratings.reading import as_ratings, whole_number
from abovechance.raters.uncertainty.intervals import ONE_ITEM, bounds
from abovechance.raters.uncertainty.resampling import Ways

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.reading import Reading
    from abovechance.raters.ratings.weights import Weighting

METHODS = ("fleiss_nee_landis", "permutation", "normal", "wald")
_method = Names(
    "test of agreement",
    ("auto", *METHODS),
    {"fnl": "fleiss_nee_landis", "h0": "fleiss_nee_landis", "hoeffding": "normal", "delta": "wald"},
)
_MOST_RATINGS = 4 * 10**8  # ratings that may be shuffled before the normal test takes over
_MOST_ITEMS = 10**8  # items that were counted by kinds that may be laid out one by one
_TIE_TOLERANCE = 1e-12
_NO_CHOICE = "the value is the same however the ratings are dealt out to the items"
_ANY_LEVEL = 0.95  # what an interval is made of is the same at every level


@dataclass(frozen=True, eq=False, repr=False)
class AgreementTest(Result):
    """A coefficient, and how probable one as far from chance is without any agreement.

    Attributes
    ----------
    measure, value
        The key of the coefficient, and its value.
    method, alternative
        The test, and what it is to show.
    p_value
        NaN if the coefficient is undefined, or nothing tells how far from chance it would be by itself.
    chance, se
        The mean and the standard deviation of the coefficient under no agreement; of ``"wald"``, 0 and the
        standard error of the value, and of ``"fleiss_nee_landis"`` 0 as well.
    statistic
        How many such standard deviations the value lies from the mean; NaN where it could not differ.
    df
        For ``"wald"``, the degrees of freedom of Student's t, which gives the p-value; None for others.
    monte_carlo_error
        The standard error of a p-value found at random, else 0.
    reason
        Why there is no p-value, or None.
    """

    _headline = "p_value"

    measure: str
    value: float
    method: str
    alternative: str
    p_value: float
    chance: float
    se: float
    statistic: float
    monte_carlo_error: float = 0.0
    df: float | None = None
    reason: str | None = None

    def __repr__(self) -> str:
        """One line."""
        statistic = "z" if self.df is None else f"t({self.df:g})"
        how = "" if math.isnan(self.statistic) else f", {statistic} = {self.statistic:.2f}"
        p = f"p = {self.p_value:.4g}" if self.reason is None else f"no p-value: {self.reason}"
        return f"{self.measure} {self.value:.4f}, {p} ({self.method}, {self.alternative}{how})"


def agreement_test(
    ratings: object,
    measure: str | Coefficient = "fleiss_kappa",
    *,
    weights: str | ArrayLike = "identity",
    method: str = "auto",
    alternative: str = "two-sided",
    replicates: int = 2000,
    seed: int | np.random.Generator | None = 0,
    **reading: Unpack[Reading],
) -> AgreementTest:
    """Test whether raters agree at all.

    Parameters
    ----------
    ratings
        As in :func:`~abovechance.agreement`.
    measure, weights
        The coefficient and its weights.
    method
        ``"fleiss_nee_landis"``: the variance of Fleiss' Kappa under no agreement (Fleiss, Nee and Landis
        1979), for identity weights and items with equally many ratings. ``"permutation"``: the ratings of
        each rater are dealt out anew to the items that he rated, or all of them if it is not known who gave
        which. ``"normal"``: the exact mean and variance of that, as Hoeffding (1951) has them, and the normal
        distribution; for complete ratings. ``"wald"``: the value over its standard error, by Student's t as
        the interval of that name, so that the two agree. ``"auto"`` is the first that applies to these
        ratings and does not take long.
    alternative
        ``"two-sided"``, ``"greater"`` or ``"less"``.
    replicates, seed
        The number of shuffles, and a seed for the same p-value again.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as in
        :func:`~abovechance.agreement`.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.agreement_test([[1, 1, 1], [2, 2, 1], [2, 2, 2], [1, 1, 2], [1, 1, 1], [2, 2, 2]])
    fleiss_kappa 0.5556, p = 0.01842 (fleiss_nee_landis, two-sided, z = 2.36)
    """
    found = as_ratings(ratings, **reading)
    chosen = coefficient(measure)
    require_usable(found, chosen)
    if not chosen.corrected:
        raise InputError(
            f"{chosen.key} has no chance taken out, so that zero is not chance: choose another one"
        )
    alternative = alternative_named(alternative)
    weighting = weights_for(found, chosen, weights)
    draws = whole_number(replicates, "replicates", "how often to shuffle the ratings")
    used = _method(method)
    used = _recommended(found, chosen, weighting, draws) if used == "auto" else used
    value = chosen.function(found, weighting)
    if used == "permutation":
        values = _shuffled_values(found, chosen, weighting, draws, checked_seed(seed))
        return _permuted(chosen.key, value, alternative, values)
    if used == "wald":
        return _by_its_error(found, chosen, weighting, value, alternative)
    if used == "normal":
        expected, se = _shuffled_moments(found, chosen, weighting, value)
    else:
        expected, se = 0.0, _null_se(found, chosen, weighting)
    z = (value.value - expected) / se if se > 0 else math.nan
    p, reason = _tail(z, alternative), _why_none(value) if math.isnan(z) else None
    return AgreementTest(chosen.key, value.value, used, alternative, p, expected, se, z, reason=reason)


def _why_none(found: Estimate) -> str:
    """Why there is no p-value: the coefficient is undefined, or the ratings leave it no choice."""
    if found.reason is not None:
        return found.reason
    return _NO_CHOICE if found.n > 1 else ONE_ITEM


def _by_its_error(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, found: Estimate, alternative: str
) -> AgreementTest:
    """The test that rejects zero where the interval of the same name leaves it out.

    Where all ratings agree, or none do, it is read off the bound of what is too rare to be seen, which is
    on one side: no sample would have more agreement, or less.
    """
    from scipy.special import stdtr

    around = bounds(ratings, chosen, weights, found, Ways("wald", _ANY_LEVEL))
    shape, t, df = around.confidence, math.nan, None
    greater = less = math.nan
    if shape is not None and shape.shape == "plain":
        t, df = found.value / around.se, shape.df
        greater, less = (float(stdtr(df, x)) for x in (-t, t))
    elif shape is not None:
        tail = float(shape.below(0.0))
        greater, less = (tail, 1.0) if shape.shape == "perfect" else (1.0, 1 - tail)
    p = {"greater": greater, "less": less, "two-sided": min(2 * min(greater, less), 1.0)}[alternative]
    return AgreementTest(
        chosen.key, found.value, "wald", alternative, p, 0.0, around.se, t, df=df, reason=around.reason
    )


def _recommended(ratings: Ratings, chosen: Coefficient, weights: Weighting, draws: int) -> str:
    if chosen.key == "fleiss_kappa" and weights.is_identity and _equal_number(ratings) is not None:
        return "fleiss_nee_landis"
    size = float(ratings.frequencies @ ratings.ratings_of_items)
    if ratings.are_whole and size * draws <= _MOST_RATINGS:
        return "permutation"
    return "normal" if _has_moments(ratings, chosen, weights) else "wald"


def _has_moments(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> bool:
    complete = ratings.codes is not None and ratings.codes.min(initial=0) >= 0
    return complete and chosen.by_agreement and weights.difference is not None


def _equal_number(ratings: Ratings) -> int | None:
    """How many ratings every item has that has any; None if they differ."""
    given = ratings.ratings_of_items
    numbers = np.unique(given[given > 0])
    return int(numbers[0]) if len(numbers) == 1 and numbers[0] > 1 else None


def _null_se(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> float:
    r = _equal_number(ratings)
    if chosen.key != "fleiss_kappa" or not weights.is_identity or r is None:
        raise InputError(
            "fleiss_nee_landis is for fleiss_kappa with identity weights and items with equally many ratings:"
            " choose method 'permutation' or 'wald'"
        )
    units = ratings.units
    n = float(units.times[units.given > 0].sum())
    p = units.totals(np.ones(len(units.times))) / (n * r)
    shared = float(p @ (1 - p))
    if shared == 0:
        return math.nan
    # Fleiss, Nee and Landis (1979): the variance where ratings are independent of the items.
    inside = shared**2 - float((p * (1 - p)) @ (1 - 2 * p))
    return math.sqrt(2 * inside / (n * r * (r - 1))) / shared


def _shuffled_moments(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, found: Estimate
) -> tuple[float, float]:
    """The mean and the standard deviation of the coefficient over all ways to shuffle complete ratings.

    A pair of raters disagrees by Σ w(xᵢ, yᵢ), whose variance over permutations is n²/(n−1) times that of w
    less its row and column means. Pairs are uncorrelated, even those that share a rater: given his ratings,
    the other two are shuffled independently.
    """
    if not _has_moments(ratings, chosen, weights):
        fit = sorted(one.key for one in declared() if one.by_agreement)
        raise InputError(
            f"normal is for complete ratings and {', '.join(fit)}: choose 'permutation' or 'wald'"
        )
    cost = weights.disagreements()
    # Only in Cohen's Kappa has a pair of raters a first: elsewhere both ways of skewed weights count.
    cost = cost if chosen.key == "cohen_kappa" else (cost + cost.T) / 2
    tables = ratings.pair_counts
    n, room = float(tables[0].sum()), 1 - found.chance
    if not (n > 1 and room > 0):
        return math.nan, math.nan
    rows, columns = tables.sum(axis=2) / n, tables.sum(axis=1) / n
    of_rows, of_columns = columns @ cost.T, rows @ cost
    means = np.einsum("pk,pk->p", rows, of_rows)
    apart = cost - of_rows[:, :, None] - of_columns[:, None, :] + means[:, None, None]
    variances = np.einsum("pk,pl,pkl->p", rows, columns, apart**2) / (n - 1)
    mean = 1 - float(means.mean()) / room
    return mean, math.sqrt(float(variances.sum())) / len(tables) / room


def _tail(z: float, alternative: str) -> float:
    if math.isnan(z):
        return math.nan
    if alternative == "two-sided":
        # By erfc, which keeps the digits of a small tail.
        return math.erfc(abs(z) / math.sqrt(2))
    return math.erfc((z if alternative == "greater" else -z) / math.sqrt(2)) / 2


# Shuffling ------------------------------------------------------------------------------------


def _shuffled_values(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, draws: int, seed: int | None
) -> NDArray[np.float64]:
    """The coefficient of ratings that were shuffled."""
    if ratings.times is not None and not (ratings.are_whole and ratings.n_counted <= _MOST_ITEMS):
        raise InputError(
            "items that count several times can be shuffled if they do so a whole number of times and are "
            f"at most {_MOST_ITEMS:,}: choose method 'wald'"
        )
    ratings = ratings.one_by_one()
    values = np.empty(draws)
    for start, number, rng in seeded_chunks(draws, CHUNK, seed):
        for place in range(start, start + number):
            values[place] = chosen.function(_shuffled(ratings, rng), weights).value
    return values


def _permuted(key: str, found: Estimate, alternative: str, values: NDArray[np.float64]) -> AgreementTest:
    """The share of shuffled values as extreme, the own one counted; two-sided, twice the smaller share."""
    draws, value = len(values), found.value
    mean, se = float(values.mean()), float(values.std(ddof=1)) if draws > 1 else math.nan
    # What differs from the own value by rounding alone is as extreme.
    above, below = (
        (1 + np.count_nonzero(beyond)) / (1 + draws)
        for beyond in (values >= value - _TIE_TOLERANCE, values <= value + _TIE_TOLERANCE)
    )
    p = {"greater": above, "less": below, "two-sided": min(2 * min(above, below), 1.0)}[alternative]
    p = math.nan if math.isnan(value) else p
    z = (value - mean) / se if se > _TIE_TOLERANCE else math.nan
    error = math.sqrt(p * (1 - p) / draws)
    reason = _why_none(found) if math.isnan(p) else None
    return AgreementTest(key, value, "permutation", alternative, p, mean, se, z, error, reason=reason)


def _shuffled(ratings: Ratings, rng: np.random.Generator) -> Ratings:
    """The same ratings of other items: those of each rater, or of all where raters are not known."""
    if ratings.codes is None:
        return replace(ratings, tallies=_dealt(ratings, rng))
    codes = np.empty_like(ratings.codes)
    for place, column in enumerate(ratings.codes.T):
        # Who rated which item stays as it is: only the categories are dealt out anew.
        rated = column >= 0
        codes[:, place] = -1
        codes[rated, place] = rng.permutation(column[rated])
    return replace(ratings, codes=codes)


def _dealt(ratings: Ratings, rng: np.random.Generator) -> NDArray[Any]:
    size = len(ratings.categories)
    counts = ratings.counts
    categories = np.repeat(np.arange(size), counts.sum(axis=0, dtype=np.int64))
    item = np.repeat(np.arange(len(counts)), ratings.ratings_of_items)
    cells = item * size + rng.permutation(categories)
    return np.bincount(cells, minlength=counts.size).reshape(counts.shape)
