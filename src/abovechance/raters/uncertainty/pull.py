"""How much a mean over pairs of raters leans towards each item.

Where raters rated the same items, by the derivative. Where they did not, a rater's use of the categories may
hang on very few items, and a derivative tells too little: there it is what changes if the item is left out
(the jackknife of Tukey 1958), from one table for each category of each rater and each cell of each pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.raters.ratings.shared_items import used_categories

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.shared_items import Costs, Pairs

    Floats = NDArray[np.float64]


def derivatives(ratings: Ratings, of: Pairs, costs: Costs) -> Floats:
    """The derivative of the mean by the share of each item, through its cells and the use of categories."""
    items, pairs = _defined_sums(of.number, costs.values)
    value, defined = float(items.sum() / pairs.sum()), pairs > 0
    own = np.einsum("pkl,pkl->p", of.tables, costs.cells)
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
    amount = 1.0 if ratings.are_whole else float(times[times > 0].min(initial=1.0))
    before = np.stack(_defined_sums(of.number, measured(of).values))
    cells, by_rater = _changes(of, measured, before, len(ratings.raters), amount)
    moved = [_summed(ratings, *parts) for parts in zip(cells, by_rater, strict=True)]
    total, pairs = before.sum(axis=1)
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

    def change(which: Any, first: int | None, second: int | None) -> Floats:
        fewer = of.without(which, first, second, amount)
        return np.stack(_defined_sums(fewer.number, measured(fewer).values)) - before[:, which]

    for k in range(size):
        for rater, counts, side in ((one, of.of_first, 0), (other, of.of_second, 1)):
            which = np.flatnonzero((counts[:, k] > 0) & (of.number > 0))
            alone[:, side, which, k] = change(which, *((k, None) if side == 0 else (None, k)))
            for part in range(2):
                np.add.at(by_rater[part, :, k], rater, alone[part, side, :, k])
    cells = np.zeros((2, *of.counts.shape))
    for k, m in zip(*np.nonzero((of.counts > 0).any(axis=0)), strict=True):
        which = np.flatnonzero(of.counts[:, k, m] > 0)
        both = change(which, int(k), int(m))
        cells[:, which, k, m] = both - alone[:, 0, which, k] - alone[:, 1, which, m]
    return cells, by_rater


def _defined_sums(number: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The sum of the values of the items of each pair, and their number; 0 where there is no value."""
    defined = np.isfinite(values) & (number > 0)
    return np.where(defined, number * np.where(defined, values, 0.0), 0.0), np.where(defined, number, 0.0)


def _summed(ratings: Ratings, cells: Floats, by_rater: Floats) -> Floats:
    """Of each item that two rated, the sum over its cells and categories."""
    used, size = used_categories(ratings), len(ratings.categories)
    wide, wider = np.zeros((len(cells), size, size)), np.zeros((len(by_rater), size))
    wide[:, used[:, None], used[None, :]], wider[:, used] = cells, by_rater
    found = ratings.blocks.sums_of_items(wide, wider)
    return np.where(ratings.ratings_of_items >= 2, found, 0.0)
