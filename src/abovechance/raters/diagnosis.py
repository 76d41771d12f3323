"""Where raters disagree: on which categories, who with whom, and on which items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core import view
from abovechance.core.errors import InputError
from abovechance.core.frames import to_frame
from abovechance.core.labels import natural_key
from abovechance.core.result import Result
from abovechance.core.text import number_of
from abovechance.measures.headlines import OF_PAIRS_OF_RATERS
from abovechance.measures.registry import measure as measure_called
from abovechance.raters.category_agreement import CategoryDiagnosis, by_category, categories_left_out
from abovechance.raters.coefficients.registry import coefficient, require_usable, weights_for
from abovechance.raters.pair_tables import matrix_of, pair_tables, weighted_kappas
from abovechance.raters.ratings.category_distance import Squared
from abovechance.raters.ratings.reading import as_ratings, whole_number
from abovechance.raters.ratings.shared_items import kappas_with_others, with_others
from abovechance.raters.ratings.weights import weighting
from abovechance.raters.uncertainty.resampling import without_each_rater

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.reading import Reading
    from abovechance.raters.ratings.weights import Weighting

    Floats = NDArray[np.float64]

MOST_ITEMS = 20
_DIGITS_OF_TIES = 12  # shares that differ in later digits are the same but for rounding
_MAX_ITEMS_SHOWN = 5  # so many items are told of in a line each


@dataclass(frozen=True)
class RaterDiagnosis:
    """How one rater goes with the others.

    ``agreement`` and ``kappa`` are means by the weights over the other raters, each of whom weighs as much as
    the items that both rated; the chance of Kappa is that of all that either rated, as in Light's Kappa.
    """

    rater: Label
    ratings: int
    agreement: float
    kappa: float
    informedness: float  # the mean of the rater about the others: they are taken as the truth
    markedness: float  # the mean Informedness of the others about the rater
    shares: tuple[float, ...]  # how often the rater gave each category
    bias: float  # half the sum of the differences to the shares of the others on the same items
    favours: Label | None  # the category given most above the others; None if there is no difference
    avoids: Label | None  # the one given most below
    without: float  # the coefficient without the rater; NaN if there are two raters
    effect: float  # what the rater adds to the coefficient: its value less the one without


@dataclass(frozen=True)
class ItemDiagnosis:
    """How raters agree on one item."""

    item: Label
    ratings: int
    agreement: float  # how far two of its ratings agree, by the weights
    majority: Label | None  # the category most often given; None if several are
    counts: dict[Label, int]  # how often each category was given that was given at all
    influence: float  # how much the coefficient leans towards this item
    # how many items were rated like this one, the first of them, or how often it counts
    times: int | float = 1


@dataclass(frozen=True, eq=False, repr=False)
class Diagnosis(Result):
    """What :func:`~abovechance.diagnose_agreement` found.

    Attributes
    ----------
    measure, weights, value
        The coefficient that the effects are on.
    categories, raters
        One for each; there are no raters where only counts are known.
    items
        The most contested first.
    names
        The raters, in the order of the matrices.
    matrices
        By measure, raters × raters: the value with the rater of the row as the truth.
    notes
        What was left out.
    """

    measure: str
    weights: str
    value: float
    categories: tuple[CategoryDiagnosis, ...]
    raters: tuple[RaterDiagnosis, ...]
    items: tuple[ItemDiagnosis, ...]
    names: tuple[Label, ...]
    matrices: dict[str, Floats]
    notes: tuple[str, ...] = ()

    def rows(self, of: str = "raters") -> list[Row]:
        """One row for each rater; ``of`` may also be ``"categories"`` or ``"items"``."""
        if of not in ("categories", "raters", "items"):
            raise InputError(f"there are rows of 'categories', 'raters' and 'items', not of {of!r}")
        return [
            {name: value for name, value in vars(row).items() if name not in ("shares", "counts")}
            for row in getattr(self, of)
        ]

    def to_frame(self, backend: str | None = None, *, of: str = "raters") -> Any:
        """The rows of ``"categories"``, ``"raters"`` or ``"items"`` as a data frame."""
        rows = self.rows(of)
        return to_frame({name: [row[name] for row in rows] for name in (rows[0] if rows else ())}, backend)

    def heatmap(self, measure: str = "cohen_kappa", ax: Axes | None = None) -> Axes:
        """Draw who agrees with whom, see :func:`~abovechance.agreement_heatmap`."""
        if measure not in self.matrices:
            raise InputError(
                f"there are matrices of {', '.join(map(repr, self.matrices))}, not of {measure!r}"
            )
        return view("heatmap", self.matrices[measure], self.names, measure, ax)

    def __repr__(self) -> str:
        """A line for each category and rater, and the most contested items."""
        lines = [f"{self.measure} {self.value:.4f}"]
        lines += [
            f"category {row.category!r}: {100 * row.share:.1f} % of ratings, specific agreement "
            f"{row.agreement:.3f}, kappa {row.kappa:.3f}"
            for row in self.categories
        ]
        lines += [
            f"rater {row.rater!r}: kappa with the others {row.kappa:.3f}, bias {row.bias:.3f}, "
            f"without {row.without:.4f}"
            for row in self.raters
        ]
        lines += [
            f"item {row.item!r}{'' if row.times == 1 else f' ({row.times:,} alike)'}: "
            f"agreement {row.agreement:.3f} of {number_of(row.ratings, 'rating')}"
            for row in self.items[:_MAX_ITEMS_SHOWN]
        ]
        if len(self.items) > _MAX_ITEMS_SHOWN:
            lines.append(f"… and {number_of(len(self.items) - _MAX_ITEMS_SHOWN, 'more item')}")
        return "\n".join([*lines, *self.notes])


def diagnose_agreement(
    ratings: object,
    measure: str | Coefficient = "fleiss_kappa",
    *,
    weights: str | ArrayLike = "identity",
    most_items: int | None = MOST_ITEMS,
    **reading: Unpack[Reading],
) -> Diagnosis:
    """Say where raters disagree: by category, rater, pair of raters and item.

    Parameters
    ----------
    ratings
        As in :func:`~abovechance.agreement`.
    measure, weights
        The coefficient that raters and items have an effect on, and its weights.
    most_items
        How many items to list, the most contested first; None for all.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as in
        :func:`~abovechance.agreement`.

    Returns
    -------
    Diagnosis

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.diagnose_agreement({"ann": list("aabbc"), "bob": list("aabbc"), "eve": list("abbac")})
    >>> min(found.raters, key=lambda row: row.kappa).rater
    'eve'
    >>> [row.item for row in found.items[:2]]
    [2, 4]
    """
    given = as_ratings(ratings, **reading)
    if most_items is not None:
        whole_number(most_items, "most_items", "how many items to list", least=0)
    chosen = coefficient(measure)
    require_usable(given, chosen)
    kind = weights_for(given, chosen, weights)
    found = chosen.function(given, kind)
    of_kappa = _of_kappa(given, weights)
    return Diagnosis(
        chosen.key,
        kind.name,
        found.value,
        by_category(given),
        () if given.codes is None else by_rater(given, chosen, kind, found.value, of_kappa),
        by_item(given, kind, found, most_items),
        given.raters,
        {} if given.codes is None else _matrices(given, of_kappa),
        categories_left_out(given),
    )


# Raters ---------------------------------------------------------------------------------------


def _of_kappa(ratings: Ratings, weights: str | ArrayLike) -> Weighting:
    """The weights of Cohen's Kappa of two raters: those asked for, unless they depend on all ratings."""
    found = weighting(weights, ratings.categories)
    return weighting("identity", ratings.categories) if found.by_rank else found


def _matrices(ratings: Ratings, of_kappa: Weighting) -> dict[str, Floats]:
    tables = pair_tables(ratings)
    found = {key: matrix_of(measure_called(key), tables, ratings) for key in OF_PAIRS_OF_RATERS}
    return found if of_kappa.is_identity else found | {"cohen_kappa": weighted_kappas(ratings, of_kappa)}


def by_rater(
    ratings: Ratings, chosen: Coefficient, weights: Weighting, value: float, of_kappa: Weighting
) -> tuple[RaterDiagnosis, ...]:
    """How each rater goes with the others."""
    enough = len(ratings.raters) > 2 and chosen.group != "two"
    without = without_each_rater(ratings, chosen, weights) if enough else {}
    shares, others = _shares(ratings)
    means = with_others(ratings)
    kappas = kappas_with_others(ratings, of_kappa)
    codes = ratings.require_codes("raters")
    rows = []
    for g, name in enumerate(ratings.raters):
        more = np.round(shares[g] - others[g], _DIGITS_OF_TIES)
        least = without.get(name, np.nan)
        rows.append(
            RaterDiagnosis(
                name,
                round(float(ratings.frequencies @ (codes[:, g] >= 0))),
                means.agreement[g].item(),
                kappas[g].item(),
                means.informedness[g].item(),
                means.markedness[g].item(),
                tuple(shares[g].tolist()),
                float(np.abs(more).sum() / 2),
                ratings.categories[int(more.argmax())] if more.max() > 0 else None,
                ratings.categories[int(more.argmin())] if more.min() < 0 else None,
                least,
                value - least,
            )
        )
    return tuple(rows)


def _shares(ratings: Ratings) -> tuple[Floats, Floats]:
    """How often each rater gave each category, and how often the others did on the items that he rated."""
    size = len(ratings.categories)
    codes, given = ratings.require_codes("raters"), ratings.ratings_of_items
    counts = ratings.counts
    own, others = np.zeros((codes.shape[1], size)), np.zeros((codes.shape[1], size))
    for g, column in enumerate(codes.T):
        rated = np.flatnonzero((column >= 0) & (given >= 2))
        times = ratings.frequencies[rated]
        own[g] = np.bincount(column[rated], times, minlength=size)
        # each item counts once: a rating of one of r - 1 others counts as much
        weight = times / np.maximum(given[rated] - 1, 1)
        others[g] = weight @ counts[rated] - np.bincount(column[rated], weight, minlength=size)
    with np.errstate(invalid="ignore"):
        return own / own.sum(axis=1, keepdims=True), others / others.sum(axis=1, keepdims=True)


# Items ----------------------------------------------------------------------------------------


def by_item(
    ratings: Ratings, weights: Weighting, found: Estimate, most: int | None = MOST_ITEMS
) -> tuple[ItemDiagnosis, ...]:
    """How raters agree on each item with two ratings or more, the most contested first."""
    units = ratings.units
    given = units.given
    pairs = np.maximum(given * (given - 1), 1)
    difference = weights.difference or _rank_difference(ratings)
    # −1 stands for items with fewer than two ratings, of which none can disagree.
    apart = units.expand(np.where(given >= 2, difference.within(units) / pairs, -1.0))
    number = units.expand(given)
    there = np.flatnonzero((apart >= 0) & (ratings.frequencies > 0))
    order = _in_order(there, apart, number, ratings.items, most)
    return tuple(_item(ratings, i, float(1 - apart[i]), float(found.influence[i])) for i in order)


def _in_order(
    there: NDArray[np.intp], apart: Floats, number: Floats, items: Sequence[Label], most: int | None
) -> list[int]:
    """The most contested items; those alike by name, for their rows may come in any order."""
    # The last key of lexsort decides first.
    order = there[np.lexsort((-number[there], -apart[there]))]
    if most is not None and len(order) > most > 0:
        last = order[most - 1]
        alike = (apart[order] == apart[last]) & (number[order] == number[last])
        order = order[: max(most, int(np.flatnonzero(alike)[-1]) + 1)]
    named = sorted(order.tolist(), key=lambda i: (-apart[i], -number[i], natural_key(items[i])))
    return named[:most]


def _rank_difference(ratings: Ratings) -> Squared:
    """Krippendorff's ordinal difference of these ratings."""
    totals = ratings.units.totals((ratings.units.given >= 2).astype(float))
    return Squared(np.cumsum(totals) - totals / 2)


def _item(ratings: Ratings, i: int, agreement: float, influence: float) -> ItemDiagnosis:
    if ratings.codes is None:
        counts = ratings.counts[i]
    else:
        codes = ratings.codes[i]
        counts = np.bincount(codes[codes >= 0], minlength=len(ratings.categories))
    used = np.flatnonzero(counts)
    top = np.flatnonzero(counts == counts.max())
    majority = ratings.categories[int(top[0])] if len(top) == 1 else None
    listed = {ratings.categories[int(k)]: int(counts[k]) for k in used}
    times = float(ratings.frequencies[i])
    return ItemDiagnosis(
        ratings.items[i],
        int(counts.sum()),
        agreement,
        majority,
        listed,
        influence,
        int(times) if times.is_integer() else times,
    )
