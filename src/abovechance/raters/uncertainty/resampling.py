"""The bootstrap over items: ratings as if other items of the same kind had been drawn.

Items that were rated alike are one pattern, so a sample is a multinomial draw of how many times each
pattern comes, and costs as much as there are patterns. Draws come in chunks of fixed size, each with a
random generator of its own.

How much a mean over pairs of raters leans towards each item.

Where raters rated the same items, by the derivative. Where they did not, a rater's use of the categories may
hang on very few items, and a derivative tells too little: there it is what changes if the item is left out
(the jackknife of Tukey 1958), from one table for each category of each rater and each cell of each pair.

The jackknife: how the coefficient moves when items, or raters, are left out.

Left-out items tell how far the result depends on the items that were drawn. Left-out raters tell how far it
depends on who rated; where both are samples of more to come, their variances add (Gwet 2014, chapter 5).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.resampling.bootstrap import (
    CHUNK,
    Spread,
    acceleration,
    bca_bounds,
    percentile_bounds,
    seeded_chunks,
)
from abovechance.raters.ratings.profiles import Profiles
from abovechance.raters.ratings.shared_items import used_categories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.shared_items import Costs, Pairs
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Ways:
    """How an interval is made: by one of ``METHODS``, at a level; how many samples to draw, and the seed."""

    method: str
    level: float
    replicates: int = 0
    seed: int | None = None


def derivatives(ratings: Ratings, of: Pairs, costs: Costs) -> Floats:
    """The derivative of the mean by the share of each item, through its cells and the use of categories."""
    items, pairs = _defined_sums(of.number, costs.values)
    value, defined = float(items.sum() / pairs.sum()), pairs > 0
    own = np.einsum("pkl,pkl->p", of.tables, costs.cells)
    # Centred, as an influence has to add up to 0 over all items.
    cells = costs.cells - (own - costs.values + value)[:, None, None]
    by_rater = np.zeros((len(ratings.raters), of.first.shape[1]))
    one, other = np.triu_indices(len(by_rater), 1)
    for place, use, slopes in ((one, of.first, costs.by_first), (other, of.second, costs.by_second)):
        moved = slopes - np.einsum("pk,pk->p", slopes, use)[:, None]
        np.add.at(by_rater, place, np.where(defined[:, None], moved, 0.0))
    pulls = _summed(ratings, np.where(defined[:, None, None], cells, 0.0), by_rater)
    n = float(ratings.frequencies[ratings.ratings_of_items >= 2].sum())
    return n / pairs.sum() * pulls


def left_out(ratings: Ratings, of: Pairs, measured: Callable[[Pairs], Costs]) -> Floats:
    """What each item changes in the mean if it is left out, as many times as there are others."""
    several = ratings.ratings_of_items >= 2
    times = ratings.frequencies[several]
    n = float(times.sum())
    # Weights may be below 1: never more is left out than the lightest item has.
    amount = 1.0 if ratings.are_whole else float(times[times > 0].min(initial=1.0))
    before = np.stack(_defined_sums(of.number, measured(of).values))
    cells, by_rater = _changes(of, measured, before, len(ratings.raters), amount)
    moved = [_summed(ratings, *parts) for parts in zip(cells, by_rater, strict=True)]
    total, pairs = before.sum(axis=1)
    # Where nothing would be left, the value is taken to stay as it is.
    rest = np.where(pairs + moved[1] > 0, pairs + moved[1], pairs)
    values = np.where(pairs + moved[1] > 0, total + moved[0], total) / rest
    mean = float(times @ values[several]) / n
    return np.where(several, (n / amount - 1) * (mean - values), 0.0)


def _changes(
    of: Pairs, measured: Callable[[Pairs], Costs], before: Floats, raters: int, amount: float
) -> tuple[Floats, Floats]:
    """How the sums of values and of weights change: by the cell of each pair, and the category of each rater.

    A cell has what it changes beyond its two categories, so that an item adds up all of its cells and
    categories.
    """
    size = of.first.shape[1]
    one, other = np.triu_indices(raters, 1)
    by_rater, alone = np.zeros((2, raters, size)), np.zeros((2, 2, len(one), size))

    def change(which: Array, first: int | None, second: int | None) -> Floats:
        fewer = of.without(which, first, second, amount)
        return np.stack(_defined_sums(fewer.number, measured(fewer).values)) - before[:, which]

    for k in range(size):
        for rater, counts, side in ((one, of.of_first, 0), (other, of.of_second, 1)):
            # Leaving out an item can only change pairs of which a rater used the category.
            which = np.flatnonzero((counts[:, k] > 0) & (of.number > 0))
            alone[:, side, which, k] = change(which, *((k, None) if side == 0 else (None, k)))
            for part in range(2):
                np.add.at(by_rater[part, :, k], rater, alone[part, side, :, k])
    cells = np.zeros((2, *of.counts.shape))
    for k, m in zip(*np.nonzero((of.counts > 0).any(axis=0)), strict=True):
        which = np.flatnonzero(of.counts[:, k, m] > 0)
        both = change(which, int(k), int(m))
        # What both ratings change together, beyond what each changes alone: that is in by_rater already.
        cells[:, which, k, m] = both - alone[:, 0, which, k] - alone[:, 1, which, m]
    return cells, by_rater


def _defined_sums(number: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The sum of the values of the items of each pair, and their number; 0 where there is no value."""
    # Pairs without a value neither add to the mean nor to what it is divided by.
    defined = np.isfinite(values) & (number > 0)
    return np.where(defined, number * np.where(defined, values, 0.0), 0.0), np.where(defined, number, 0.0)


def _summed(ratings: Ratings, cells: Floats, by_rater: Floats) -> Floats:
    """Of each item that two rated, the sum over its cells and categories."""
    used, size = used_categories(ratings), len(ratings.categories)
    wide, wider = np.zeros((len(cells), size, size)), np.zeros((len(by_rater), size))
    wide[:, used[:, None], used[None, :]], wider[:, used] = cells, by_rater
    found = ratings.blocks.sums_of_items(wide, wider)
    return np.where(ratings.ratings_of_items >= 2, found, 0.0)


MOST_PATTERNS = 4000  # beyond so many kinds of items, groups of items are left out instead of single ones
GROUPS = 200


def jackknife_items(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> float:
    """The standard error from leaving out each item: ``√((n−1)/n · Σ(κ₍₋ᵢ₎ − mean)²)``.

    Items rated alike are computed once. Where there are more than 4000 kinds of items, they are left out in
    200 groups of equal size.
    """
    shapes = patterns(ratings, who=chosen.who)

    def value(fewer: Ratings) -> float:
        return chosen.function(fewer, weights).value

    found = each_left_out(shapes, value, MOST_PATTERNS)
    if found is None:
        found = _groups_left_out(ratings, chosen, weights)
    return _spread(*found)


def jackknife_raters(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> float:
    """The standard error from leaving out each rater who rated: ``√((r−1)/r · Σ(κ₍₋g₎ − mean)²)``."""
    codes = ratings.require_codes("raters that are left out")
    active = [name for name, column in zip(ratings.raters, codes.T, strict=True) if (column >= 0).any()]
    values = np.array(list(without_each_rater(ratings.take_raters(active), chosen, weights).values()))
    return _spread(values, np.ones(len(values)))


def without_each_rater(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> dict[object, float]:
    """The coefficient without each of the raters, by name."""
    codes = ratings.require_codes("raters that are left out")
    if len(ratings.raters) < 3:
        raise InputError(
            f"leaving out raters needs three or more, and there are {len(ratings.raters)}: choose another "
            "method"
        )
    values = {}
    for place, name in enumerate(ratings.raters):
        rest = tuple(x for x in ratings.raters if x != name)
        fewer = replace(ratings, codes=np.delete(codes, place, axis=1), raters=rest)
        values[name] = chosen.function(fewer, weights).value
    return values


def _groups_left_out(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> tuple[Floats, Floats]:
    """The values without each of 200 groups of items; the same groups each time."""
    # Rows that stand for many items are split between groups, or the groups would be of unequal size.
    deal = _dealt_items if ratings.times is not None and ratings.are_whole else _dealt_rows
    values = [
        chosen.function(replace(ratings, times=ratings.frequencies - group), weights).value
        # A fixed seed: a standard error must not change from call to call.
        for group in deal(ratings, np.random.default_rng(0))
    ]
    return np.array(values), np.ones(GROUPS)


def _dealt_rows(ratings: Ratings, rng: np.random.Generator) -> Iterator[Floats]:
    """How many items of each row are in each group, where a row goes to one group."""
    order = rng.permutation(np.flatnonzero(ratings.ratings_of_items > 0))
    for place in range(GROUPS):
        group = np.zeros(ratings.n_items)
        rows = order[place::GROUPS]
        group[rows] = ratings.frequencies[rows]
        yield group


def _dealt_items(ratings: Ratings, rng: np.random.Generator) -> Iterator[Floats]:
    """How many items of each row are in each group, where each item goes to any group."""
    left = ratings.frequencies.astype(np.int64)
    for place in range(GROUPS):
        # What is left goes to each of the groups to come with the same chance: all groups are alike.
        group = rng.binomial(left, 1 / (GROUPS - place))
        left = left - group
        yield group.astype(np.float64)


def _spread(values: Floats, times: Floats) -> float:
    """``√((n−1)/n · Σ t·(value − mean)²)``; NaN if a value is."""
    n = times.sum()
    mean = times @ values / n
    return float(np.sqrt((n - 1) / n * (times @ (values - mean) ** 2)))


_MAX_KEY = 2**62


def patterns(ratings: Ratings, *, who: bool) -> Ratings:
    """The same ratings with items rated alike made one that counts so many times; unrated ones left out.

    With ``who`` alike is the same by each rater, else as many ratings of each category.
    """
    units = ratings.units
    if not who and isinstance(units, Profiles):
        rated = np.flatnonzero(units.given)
        return replace(
            ratings, codes=None, raters=(), tallies=units.counts[rated].astype(np.int64),
            times=units.times[rated], items=range(len(rated)),
        )  # fmt: skip
    codes, index = _distinct_rows(ratings.require_codes("patterns"), len(ratings.categories))
    times = np.bincount(index, ratings.frequencies, len(codes)).astype(np.float64)
    rated = np.flatnonzero((codes >= 0).any(axis=1))
    return replace(ratings, codes=codes[rated], times=times[rated], items=range(len(rated)))


def _distinct_rows(codes: NDArray[Any], categories: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct rows, and the place of each row among them; rows are numbers if these are small enough."""
    raters = codes.shape[1]
    # Sorting numbers is far faster than sorting rows, as long as a row fits into one.
    if (categories + 1) ** raters > _MAX_KEY:
        rows, index = np.unique(codes, axis=0, return_inverse=True)
        return rows, index.reshape(-1)
    keys = np.zeros(len(codes), dtype=np.int64)
    for column in codes.T:
        keys *= categories + 1
        # A missing rating has the code −1, which becomes 0.
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
    ratings: Ratings, chosen: Coefficient, weights: Weighting, found: Estimate, ways: Ways
) -> tuple[float, float, float]:
    """The standard error and the bounds by the bootstrap.

    The method is ``"bootstrap"`` for percentiles, or ``"bca"`` for percentiles moved for bias and
    acceleration, which is a sixth of the skewness of the items' influence.
    """
    drawn = drawn_values(ratings, chosen, weights, replicates=ways.replicates, seed=ways.seed)
    spread = Spread.of(drawn)
    if ways.method == "bootstrap":
        low, high = percentile_bounds(spread, ways.level)
    else:
        # Leaving an item out moves the value against its influence.
        accelerated = acceleration(-found.influence, ratings.frequencies)
        low, high = bca_bounds(spread, np.float64(found.value), accelerated, ways.level)
    return float(spread.se), float(low), float(high)


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
        # One item of the pattern; of less than one, all there is.
        fewer[row] -= min(1.0, times[row])
        values[place] = of(replace(ratings, times=fewer))
    return values, times[there]
