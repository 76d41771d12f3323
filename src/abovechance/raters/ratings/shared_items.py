"""What two raters share: the items that both rated, and what their disagreements there cost.

Kappa, Informedness and Markedness of two raters are one less what the disagreements cost on average, where a
disagreement costs the more, the rarer chance would make it. The disagreements are those of the items that
both rated. Chance is known better than from these few: each rater's use of the categories is that of all
items with two ratings or more, as Conger (1980) has it. So the values of pairs that share two items only are
as right on average as those of pairs that share all (with margins of two items, half of Kappa is lost), and
where all raters rated all items, they are the plain measures of the tables of two.

How each rater goes with all others are means over the pairs that the rater is one of. Pairs weigh as much as
in the coefficients: the number of items that both rated. So the mean over raters, each as often as the others
met him, is the coefficient again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Integers
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

# Divides in the place of 0, so that the shares of a rater without ratings are 0.
_SMALLEST_DIVISOR = 1e-300
_ROUNDING_ERROR = 1e-9


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of raters."""

    counts: Floats  # pairs × categories × categories: the items that both rated
    of_first: Floats  # pairs × categories: how often each was given, whether the other rated the item or not
    of_second: Floats

    @property
    def turned(self) -> Pairs:
        """The same with the two raters exchanged."""
        return Pairs(self.counts.swapaxes(-2, -1), self.of_second, self.of_first)

    def without(self, which: Integers, one: int | None, other: int | None, amount: float) -> Pairs:
        """Some pairs without an item that the two gave these categories; None if one did not rate it."""
        # Chosen by numbers, so that they are copies and the arrays of all pairs stay as they are.
        counts, first, second = (x[which] for x in (self.counts, self.of_first, self.of_second))
        if one is not None:
            first[:, one] = _less(first[:, one], amount)
        if other is not None:
            second[:, other] = _less(second[:, other], amount)
        if one is not None and other is not None:
            counts[:, one, other] = _less(counts[:, one, other], amount)
        return Pairs(counts, first, second)

    @cached_property
    def number(self) -> Floats:
        """How many items both rated."""
        return self.counts.sum(axis=(-2, -1))

    @cached_property
    def tables(self) -> Floats:
        """The shares of these items; NaN where there are none."""
        with np.errstate(invalid="ignore"):
            return self.counts / self.number[:, None, None]

    @cached_property
    def first(self) -> Floats:
        """How often the first rater uses each category."""
        return self.of_first / np.maximum(self.of_first.sum(axis=1), _SMALLEST_DIVISOR)[:, None]

    @cached_property
    def second(self) -> Floats:
        """How often the second rater uses each category."""
        return self.of_second / np.maximum(self.of_second.sum(axis=1), _SMALLEST_DIVISOR)[:, None]

    @cached_property
    def same(self) -> NDArray[np.bool_]:
        """Whether the two rated the same items."""
        number = self.number
        return (number == self.of_first.sum(axis=1)) & (number == self.of_second.sum(axis=1))

    @cached_property
    def missed(self) -> Floats:
        """The share of items that the first rater gave a category and the second did not."""
        return self.tables.sum(axis=-1) - self._both

    @cached_property
    def added(self) -> Floats:
        """The share of items that the second rater gave a category and the first did not."""
        return self.tables.sum(axis=-2) - self._both

    @property
    def _both(self) -> Array:
        return np.einsum("pkk->pk", self.tables)


def _less(counts: Floats, amount: float) -> Floats:
    """What is left of some items; what is next to nothing is nothing."""
    rest = counts - amount
    return np.where(rest > _ROUNDING_ERROR * amount, rest, 0.0)


@dataclass(frozen=True, eq=False)
class Costs:
    """A measure of all pairs, and how it changes with the use of categories by raters of the same items."""

    values: Floats  # NaN where it is undefined
    cells: Floats  # what an item of each cell adds to the value of its pair
    by_first: Floats  # the derivatives by how often the first rater uses each category
    by_second: Floats


def used_categories(ratings: Ratings) -> NDArray[np.intp]:
    """The categories that occur where two raters rated an item; the first if there are none."""
    counts = ratings.pair_counts
    used = np.flatnonzero(counts.any(axis=(0, 2)) | counts.any(axis=(0, 1)))
    return used if len(used) else np.zeros(1, dtype=np.intp)


def disagreement_costs(ratings: Ratings, weights: Weighting) -> Floats:
    """What the weights say of every two of the categories that are used."""
    used = used_categories(ratings)
    return weights.disagreements()[np.ix_(used, used)]


def pairs_of(ratings: Ratings) -> Pairs:
    """All pairs of raters, and the categories that some of them use."""
    used = used_categories(ratings)
    each = ratings.shared_counts[:, used]
    counts = ratings.pair_counts[:, used[:, None], used[None, :]].astype(np.float64)
    one, other = np.triu_indices(len(ratings.raters), 1)
    return Pairs(counts, each[one], each[other])


def kappa_costs(pairs: Pairs, cost: Floats) -> Costs:
    """Cohen's Kappa (1960, 1968): a disagreement costs one over the disagreement expected by chance."""
    far_first, far_second = pairs.second @ cost.T, pairs.first @ cost
    expected = np.einsum("pk,pk->p", pairs.first, far_first)
    with np.errstate(divide="ignore", invalid="ignore"):
        each = np.where(expected > 0, 1 / expected, np.nan)
        lost = np.einsum("pkl,kl->p", pairs.tables, cost) * each
    slope = (lost * each)[:, None]
    return Costs(1 - lost, 1 - cost * each[:, None, None], slope * far_first, slope * far_second)


def informedness_costs(pairs: Pairs) -> Costs:
    """Informedness (Powers 2003), the first rater being the norm.

    A category that was missed costs the share of it among the ratings of the second over that among those of
    the first, and one that was added the same over the share of all others. One that the norm never uses is
    worth nothing.
    """
    real, bias = pairs.first, pairs.second
    known, varied = real > 0, real < 1
    with np.errstate(divide="ignore", invalid="ignore"):
        of_missed = np.where(known, 1 / real, 0.0)
        of_added = np.where(known & varied, 1 / (1 - real), 0.0)
        missed, added = bias * of_missed, np.where(known, bias * of_added, 1.0)
        values = 1 - (pairs.missed * missed).sum(axis=1) - (pairs.added * added).sum(axis=1)
        by_bias = -pairs.missed * of_missed - pairs.added * of_added
        by_real = pairs.missed * missed * of_missed - pairs.added * bias * of_added**2
        cells = 1 - (missed[:, :, None] + added[:, None, :]) * ~np.eye(real.shape[1], dtype=bool)
    values = np.where(varied.all(axis=1), values, np.nan)
    return Costs(values, cells, by_real, by_bias)


def markedness_costs(pairs: Pairs) -> Costs:
    """Markedness (Powers 2011): the Informedness of the first rater, the second being the norm."""
    found = informedness_costs(pairs.turned)
    return Costs(found.values, found.cells.swapaxes(-2, -1), found.by_second, found.by_first)


def correlation_costs(pairs: Pairs) -> Costs:
    """The geometric mean of Informedness and Markedness (Powers 2011), 0 if their signs differ.

    Of raters who rated different items it is the mean of both after each was brought to the scale of the
    other, the quotient of the variances of their ratings: the root of a product of two values of few items
    would be far from right on average. Of two categories both are the same.
    """
    b, m = informedness_costs(pairs), markedness_costs(pairs)
    rooms = tuple(1 - np.einsum("pk,pk->p", use, use) for use in (pairs.first, pairs.second))
    defined = np.isfinite(b.values) & np.isfinite(m.values)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.where(pairs.same, b.values / m.values, rooms[1] / rooms[0])
    quotient = np.where((b.values == 0) & (m.values == 0), 1.0, quotient)
    alike = defined & (quotient > 0) & np.isfinite(quotient)
    scale = np.sqrt(np.where(alike, quotient, 1.0))
    of_b, of_m = np.where(alike, 0.5 / scale, 0.0), np.where(alike, 0.5 * scale, 0.0)
    parts = np.where(alike, of_b * b.values, 0.0), np.where(alike, of_m * m.values, 0.0)
    return Costs(
        np.where(defined, np.minimum(sum(parts), 1.0), np.nan),
        of_b[:, None, None] * b.cells + of_m[:, None, None] * m.cells,
        of_b[:, None] * b.by_first + of_m[:, None] * m.by_first,
        of_b[:, None] * b.by_second + of_m[:, None] * m.by_second,
    )


@dataclass(frozen=True, eq=False)
class WithOthers:
    """One value for each rater; NaN where it is undefined with every other."""

    agreement: Floats  # how often the rater and another give the same category
    informedness: Floats  # what the rater knows of the others
    markedness: Floats  # what the others know of the rater


def with_others(ratings: Ratings) -> WithOthers:
    """Agreement and Informedness, both ways, of each rater with all others."""
    pairs = pairs_of(ratings)
    same = np.einsum("pkk->p", pairs.tables)
    of_later, of_earlier = informedness_costs(pairs).values, markedness_costs(pairs).values
    raters = len(ratings.raters)
    return WithOthers(
        _means(pairs, raters, same, same),
        _means(pairs, raters, of_earlier, of_later),
        _means(pairs, raters, of_later, of_earlier),
    )


def kappas_with_others(ratings: Ratings, weights: Weighting) -> Floats:
    """Cohen's Kappa (1960, 1968) of each rater with all others."""
    pairs = pairs_of(ratings)
    values = kappa_costs(pairs, disagreement_costs(ratings, weights)).values
    return _means(pairs, len(ratings.raters), values, values)


def _means(pairs: Pairs, raters: int, of_first: Floats, of_second: Floats) -> Floats:
    """The mean over the pairs of each rater of a value that either of the two has."""
    total, number = np.zeros(raters), np.zeros(raters)
    for place, values in zip(np.triu_indices(raters, 1), (of_first, of_second), strict=True):
        there = np.isfinite(values) & (pairs.number > 0)
        times = np.where(there, pairs.number, 0.0)
        np.add.at(total, place, times * np.where(there, values, 0.0))
        np.add.at(number, place, times)
    with np.errstate(invalid="ignore"):
        return total / number
