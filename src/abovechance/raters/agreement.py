"""``Agreement``: one coefficient of agreement of some ratings, with its interval and what to know of it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, quoted
from abovechance.core.result import Result
from abovechance.core.text import number_of
from abovechance.raters.coefficients.registry import coefficient, require_usable, weights_for
from abovechance.raters.uncertainty.intervals import bounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.raters.coefficients.registry import Coefficient, Estimate
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.weights import Weighting
    from abovechance.raters.uncertainty.intervals import Confidence
    from abovechance.raters.uncertainty.resampling import Ways

_NOT_IN_ROWS = (
    "chance_model",
    "categories",
    "categories_declared",
    "order",
    "notes",
    "details",
    "verdict",
)


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Result):
    """A coefficient of agreement with its interval.

    Attributes
    ----------
    measure, title
        Its name in code, and for people.
    value, se, low, high
        The coefficient, its standard error and the bounds of its interval; NaN where there are none.
    observed, chance
        The agreement that was observed, and what the coefficient takes for chance.
    level, method
        The confidence level, and the method of the interval.
    weights
        The kind of weights, or ``"custom"``.
    chance_model
        What the coefficient takes for chance, in words.
    n
        How many items enter, each as many times as it counts.
    n_items, n_raters
        How many items and raters there are, each item as many times as it counts.
    categories, categories_declared, order
        The categories in their order, whether they were given, and where their order is from, as of
        :class:`~abovechance.Ratings`.
    pairs, pairs_used
        For a mean over pairs of raters: how many pairs have an item in common, and how many of these have a
        value and enter the mean. None of others.
    warning, reason
        What to know of the value and its interval; why there is none. None if there is nothing to say.
    notes
        What was settled on the way: categories, their order, what was left out.
    details
        Further numbers that belong to the coefficient, by name.
    influence
        How much each item pulls the value; see :class:`~abovechance.raters.coefficients.registry.Estimate`.
    ratings
        What it is the coefficient of.
    confidence
        What the interval is made of, at every level; None if there is none.
    """

    _headline = "value"

    measure: str
    title: str
    weights: str
    observed: float
    chance: float
    value: float
    low: float
    high: float
    level: float
    se: float
    method: str
    n: int | float
    n_items: int
    n_raters: int
    pairs: int | None
    pairs_used: int | None
    warning: str | None
    reason: str | None
    chance_model: str
    categories: tuple[Label, ...]
    categories_declared: bool
    order: str
    notes: tuple[str, ...]
    details: Mapping[str, float]
    influence: NDArray[np.float64] = field(repr=False)
    ratings: Ratings = field(repr=False)
    confidence: Confidence | None = field(default=None, repr=False)

    _derived = ("verdict",)

    @property
    def verdict(self) -> str:
        """The value and its interval in a plain sentence."""
        if math.isnan(self.value):
            return f"{self.title} is undefined: {self.reason}."
        said = f"{self.title} is {self.value:.3f}"
        if math.isnan(self.low):
            return f"{said}; it has no interval: {self.reason}."
        return f"{said} ({100 * self.level:g} % interval {self.low:.3f} to {self.high:.3f})."

    def rows(self) -> list[Row]:
        """One row: the numbers, and what to know of them."""
        return [{name: value for name, value in self._held().items() if name not in _NOT_IN_ROWS}]

    def __repr__(self) -> str:
        """The value and its interval, and what there is to know of both."""
        said = [f"{self.measure} {self.value:.4f}, {_interval(self)}"]
        said += [f"  {name.replace('_', ' ')} {value:.4f}" for name, value in self.details.items()]
        return "\n".join([*said, *(f"  {note}" for note in self.notes)])


def require_items_sampled(found: Agreement, what: str) -> None:
    """Refuse a result whose standard error is not, or not only, that of the items."""
    if found.method in ("jackknife_raters", "unconditional"):
        raise InputError(
            f"{what} is about items, and method={found.method!r} lets the raters be a sample: take the "
            "agreement with method='delta'"
        )


def _interval(found: Agreement) -> str:
    of = f"{number_of(found.n_items, 'item')}, {_most(found)}{number_of(found.n_raters, 'rater')}"
    if found.reason is not None:
        said = f"no interval: {found.reason} ({of})"
        return said if found.warning is None else f"{said}; {found.warning}"
    said = f"{100 * found.level:g} % interval {found.low:.4f} to {found.high:.4f} "
    said += f"({found.method}, standard error {found.se:.4f}, {of})"
    return said if found.warning is None else f"{said}; {found.warning}"


def _most(found: Agreement) -> str:
    """Counts of items with different numbers of ratings tell only the most that an item has."""
    given = found.ratings.ratings_of_items
    return "up to " if found.ratings.codes is None and given.min() < given.max() else ""


_BY_NUMBER_OF_CATEGORIES = ("brennan_prediger", "gwet_ac")
"""Coefficients whose value depends on how many categories there are."""
_BY_DISTANCE = ("linear", "quadratic", "radical", "circular", "bipolar")
"""Weights that depend on how far apart the categories are, not on their order alone."""
_MOST_GRADES = 20  # more different numbers than this are probably measurements
_NUMBER_PATTERN = re.compile(r"\s*[+-]?\d+([.,]\d+)?([eE][+-]?\d{1,3})?\s*", re.ASCII)


def _notes(ratings: Ratings, chosen: Coefficient, weights: Weighting) -> Iterator[str]:
    """What to know of a coefficient of some ratings, a sentence each."""
    if chosen.key in _BY_NUMBER_OF_CATEGORIES and not ratings.categories_declared:
        yield _occurring(ratings)
    yield from _weighted(ratings, weights)
    if weights.is_identity and _are_measured(ratings):
        yield (
            f"the ratings are {len(ratings.categories)} different numbers, and any two of them disagree "
            "alike: take weights='interval' or icc if they are measurements"
        )
    silent = ratings.left_out
    if silent:
        yield (
            f"{'rater' if len(silent) == 1 else 'raters'} {quoted(silent)} gave no rating and "
            f"{'is' if len(silent) == 1 else 'are'} left out"
        )


def _occurring(ratings: Ratings) -> str:
    names = quoted(ratings.categories)
    if len(ratings.categories) == 1:
        said = f"the only category is the one that occurs ({names})"
    else:
        said = f"the categories are the {len(ratings.categories)} that occur ({names})"
    return f"{said}: give categories if raters could choose others"


def _are_measured(ratings: Ratings) -> bool:
    return (
        ratings.order == "numeric"
        and len(ratings.categories) > _MOST_GRADES
        and not ratings.categories_declared
    )


def _weighted(ratings: Ratings, weights: Weighting) -> Iterator[str]:
    """In which order the categories are, how far apart, and what the matrix of weights is taken for."""
    names = quoted(ratings.categories)
    if weights.ordered:
        order = {"given": "as given", "numeric": "by size"}.get(ratings.order, "in natural order")
        other = "; give categories if theirs is another order" if ratings.order == "natural" else ""
        yield f"the categories are ordered {order}{_spacing(ratings, weights)}: {names}{other}"
    if weights.name != "custom":
        return
    if not weights.labelled and not ratings.categories_declared:
        yield f"rows and columns of weights are taken for the categories in natural order: {names}"
    if weights.skewed:
        yield (
            "the weights are not symmetric: rows are the earlier of two raters, and where raters have no "
            "order the mean of both ways counts"
        )


def _spacing(ratings: Ratings, weights: Weighting) -> str:
    if not weights.by_place or weights.name not in _BY_DISTANCE:
        return ""
    labels = ratings.categories
    others = [x for x in labels if not is_number(x) and not _NUMBER_PATTERN.fullmatch(str(x))]
    if not others:
        return " and spaced by their places, as they are text (make them numbers to space them by value)"
    if len(others) < len(labels):
        lone = "is no number" if len(others) == 1 else "are no numbers"
        return f" and spaced by their places, as {quoted(others)} {lone}"
    return " and spaced by their places"


_FEW_SHARED = 5  # pairs of raters that share fewer items than this on average have a warning


def agreement_by(ratings: Ratings, chosen: Coefficient, weights: str | ArrayLike, ways: Ways) -> Agreement:
    """The agreement of some ratings by one coefficient."""
    require_usable(ratings, chosen)
    weighting = weights_for(ratings, chosen, weights)
    found = chosen.function(ratings, weighting)
    around = bounds(ratings, chosen, weighting, found, ways)
    return Agreement(
        measure=chosen.key,
        title=chosen.title,
        weights=weighting.name,
        observed=found.observed,
        chance=found.chance,
        value=found.value,
        low=around.low,
        high=around.high,
        level=ways.level,
        se=around.se,
        method=ways.method,
        n=int(found.n) if found.n == int(found.n) else found.n,
        n_items=ratings.n_counted,
        n_raters=ratings.n_raters,
        pairs=found.pairs,
        pairs_used=found.pairs_used,
        warning=found.warning or around.warning or _few_shared(found),
        reason=around.reason,
        chance_model=chosen.chance_model,
        categories=ratings.categories,
        categories_declared=ratings.categories_declared,
        order=ratings.order,
        notes=(*found.notes, *_notes(ratings, chosen, weighting)),
        details=found.details,
        influence=found.influence,
        ratings=ratings,
        confidence=around.confidence,
    )


def _few_shared(found: Estimate) -> str | None:
    """What to say where pairs of raters hardly share an item."""
    if found.reason is not None or found.shared is None or found.shared >= _FEW_SHARED:
        return None
    return (
        f"two raters share {found.shared:.1f} items on average: chance is taken from all that each of them "
        "rated, and the mean over pairs says more than any of them"
    )


# Why coefficients differ ------------------------------------------------------------------------

_CHANCE_TOLERANCE = 0.005  # levels of chance that differ by less are told as the same
# How many times its even share the most used category has before usage is called uneven.
_UNEVEN_FACTOR = 1.25


def why_they_differ(found: Sequence[Agreement]) -> str:
    """Why coefficients of the same ratings differ, in plain sentences."""
    corrected = [x for x in found if coefficient(x.measure).corrected and math.isfinite(x.value)]
    if not corrected:
        return "No coefficient that takes chance out has a value on these ratings."
    alike = _of_one_kind(corrected)
    by_key = {x.measure: x for x in found}
    return " ".join([*_levels(alike), *_others(corrected, alike), *_usage(by_key), *_habits(by_key)])


def _of_one_kind(corrected: list[Agreement]) -> list[Agreement]:
    """Those that start from the same observed agreement, so that chance alone makes the difference."""
    simple = [x for x in corrected if coefficient(x.measure).group != "pairs" and math.isfinite(x.chance)]
    # The same agreement by different formulas differs by rounding.
    levels = [round(x.observed, 9) for x in simple]
    common = max(levels, key=levels.count, default=None)
    return [x for x, level in zip(simple, levels, strict=True) if level == common]


def _levels(alike: list[Agreement]) -> Iterator[str]:
    if len(alike) < 2:
        return
    low, high = (which(alike, key=lambda x: x.chance) for which in (min, max))
    if high.chance - low.chance < _CHANCE_TOLERANCE:
        yield f"The coefficients take chance to be about {low.chance:.3f}, so that they hardly differ."
        return
    yield (
        f"The coefficients differ in what they take for chance: from {low.chance:.3f} ({low.title}) to "
        f"{high.chance:.3f} ({high.title}); the more chance is granted, the less is left."
    )


def _others(corrected: list[Agreement], alike: list[Agreement]) -> Iterator[str]:
    others = [x.title for x in corrected if not any(x is other for other in alike)]
    if alike and others:
        verbs = ("starts", "implies") if len(others) == 1 else ("start", "imply")
        yield (
            f"{', '.join(others)} {verbs[0]} from another agreement or {verbs[1]} the level of chance, which "
            "is not compared."
        )


def _usage(found: Mapping[str, Agreement]) -> Iterator[str]:
    """What uneven categories do to the idea of chance, compared with a choice among all of them."""
    pooled = found.get("fleiss_kappa") or found.get("krippendorff_alpha")
    even, gwet = found.get("brennan_prediger"), found.get("gwet_ac")
    if pooled is None or even is None or len(even.categories) == 1 or not math.isfinite(pooled.value):
        return
    units = even.ratings.units
    totals = units.totals(np.ones(len(units.times)))
    share = float(totals.max() / totals.sum())
    if share * len(totals) < _UNEVEN_FACTOR:
        if abs(pooled.chance - even.chance) < _CHANCE_TOLERANCE:
            yield "The categories are used about evenly: a draw from their use is like a blind choice."
    elif pooled.chance - even.chance >= _CHANCE_TOLERANCE:
        falls = gwet is not None and gwet.chance < even.chance
        of_gwet = f", and Gwet's falls ({found['gwet_ac'].chance:.3f})" if falls else ""
        yield (
            f"Category {even.categories[int(totals.argmax())]!r} is {100 * share:.0f} % of the ratings: "
            f"chance drawn from how categories are used ({pooled.chance:.3f}, {pooled.title}) is higher than "
            f"that of a blind choice ({even.chance:.3f}){of_gwet}."
        )


def _habits(found: Mapping[str, Agreement]) -> Iterator[str]:
    """What raters of different habits do to the idea of chance."""
    own, pooled = found.get("cohen_kappa") or found.get("conger_kappa"), found.get("fleiss_kappa")
    if own is not None and pooled is not None and pooled.chance - own.chance >= _CHANCE_TOLERANCE:
        yield (
            f"Raters differ in how often they use each category, so that {own.title}, which lets each keep "
            f"their habits, expects less agreement than {pooled.title}."
        )
