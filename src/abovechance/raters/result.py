"""``Agreement``: what is known of one coefficient of agreement of some ratings.

Coefficients side by side: what each takes for chance, and why they differ on these ratings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.core.text import number_of
from abovechance.raters.coefficients.registry import coefficient

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.uncertainty.intervals import Confidence

_TOLD = (
    "measure",
    "title",
    "value",
    "se",
    "low",
    "high",
    "observed",
    "chance",
    "level",
    "method",
    "weights",
    "chance_model",
    "n",
    "n_items",
    "n_raters",
    "pairs",
    "pairs_used",
    "warning",
    "reason",
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
        Of the interval.
    weights
        The kind of weights, or ``"custom"``.
    chance_model
        What the coefficient takes for chance, in words.
    n
        How many items enter, each as many times as it counts.
    categories
        In their order; ``ratings.categories_declared`` says whether they were given.
    pairs, pairs_used
        Of a mean over pairs of raters: how many pairs have an item in common, and how many of these have a
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

    measure: str
    title: str
    value: float
    se: float
    low: float
    high: float
    observed: float
    chance: float
    level: float
    method: str
    weights: str
    chance_model: str
    n: int | float
    warning: str | None
    reason: str | None
    notes: tuple[str, ...]
    details: Mapping[str, float]
    influence: NDArray[np.float64] = field(repr=False)
    ratings: Ratings = field(repr=False)
    pairs: int | None = None
    pairs_used: int | None = None
    confidence: Confidence | None = field(default=None, repr=False)

    @property
    def n_items(self) -> int:
        """How many items there are, each as many times as it counts."""
        return self.ratings.n_counted

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return self.ratings.n_raters

    @property
    def categories(self) -> tuple[Label, ...]:
        """The categories, in their order."""
        return self.ratings.categories

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text, without the items."""
        return {name: getattr(self, name) for name in _TOLD} | {
            "categories": list(self.categories),
            "categories_declared": self.ratings.categories_declared,
            "order": self.ratings.order,
            "notes": list(self.notes),
            "details": dict(self.details),
        }

    def rows(self) -> list[dict[str, Any]]:
        """The tidy rows."""
        return [{name: getattr(self, name) for name in _TOLD}]

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


_SAME = 0.005
"""Levels of chance that differ by less are told as the same."""
_UNEVEN = 1.25
"""How many times its even share the most used category has before usage is called uneven."""
_LIKE_FLEISS = ("fleiss_kappa", "krippendorff_alpha")
_OWN = ("cohen_kappa", "conger_kappa")


@dataclass(frozen=True, eq=False, repr=False)
class Agreements(Result):
    """Several coefficients of the same ratings, by name.

    Attributes
    ----------
    results : tuple of Agreement
    too_large : tuple of str
        Coefficients that are left out, as they need a table of every two raters and these would be large.
    """

    results: tuple[Agreement, ...]
    too_large: tuple[str, ...] = ()

    def __getitem__(self, name: str | int) -> Agreement:
        """One of them, by any of its names or its position."""
        if isinstance(name, int):
            return self.results[name]
        key = coefficient(name).key
        for result in self.results:
            if result.measure == key:
                return result
        there = ", ".join(repr(result.measure) for result in self.results)
        raise InputError(f"{key!r} is not among the coefficients that were computed: there are {there}")

    def __iter__(self) -> Iterator[Agreement]:
        """One after the other."""
        return iter(self.results)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.results)

    @property
    def ratings(self) -> Ratings:
        """What they are coefficients of."""
        return self.results[0].ratings

    @property
    def why(self) -> str:
        """Why the coefficients differ on these ratings, in plain sentences."""
        return " ".join(_reasons(self))

    @property
    def notes(self) -> tuple[str, ...]:
        """What was settled on the way, each once."""
        found = dict.fromkeys(note for result in self.results for note in result.notes)
        return (*found, *self._too_large())

    def _too_large(self) -> Iterator[str]:
        if self.too_large:
            number = f"{self.ratings.n_raters} raters and {len(self.ratings.categories)} categories"
            yield (
                f"left out are {', '.join(self.too_large)}, as the tables of every two of {number} are "
                "large: ask for them by name"
            )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What makes values or their intervals doubtful, each once, and of which coefficients."""
        titles: dict[str, list[str]] = {}
        for result in self.results:
            if result.warning is not None:
                titles.setdefault(result.warning, []).append(result.title)
        return tuple(f"{', '.join(names)}: {warning}" for warning, names in titles.items())

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text, by the names of the coefficients."""
        found = {result.measure: result.to_dict() for result in self.results}
        return {"measures": found, "why": self.why}

    def rows(self) -> list[dict[str, Any]]:
        """The tidy rows."""
        return [{name: getattr(result, name) for name in _TOLD} for result in self.results]

    def __repr__(self) -> str:
        """A table of all, and why they differ."""
        return "\n".join([*_table(self), "", self.why, *self.warnings, *self.notes])


def _table(found: Agreements) -> Iterator[str]:
    width = max(len(result.measure) for result in found)
    level = f"{100 * found[0].level:g} % interval"
    yield f"{repr(found.ratings).split(';')[0]}"
    yield f"{'':{width}}  observed  chance   value      se  {level}"
    for x in found:
        interval = f"{x.low:.3f} to {x.high:.3f}" if x.reason is None else x.reason
        numbers = f"{x.observed:8.3f}{x.chance:8.3f}{x.value:8.3f}{x.se:8.3f}"
        yield f"{x.measure:{width}}  {numbers}  {interval}"


def _reasons(found: Agreements) -> Iterator[str]:
    corrected = [x for x in found if coefficient(x.measure).corrected and np.isfinite(x.value)]
    if not corrected:
        yield "No coefficient that takes chance out has a value on these ratings."
        return
    alike = _of_one_kind(corrected)
    yield from _levels(alike)
    others = [x.title for x in corrected if not any(x is other for other in alike)]
    if alike and others:
        verbs = ("starts", "implies") if len(others) == 1 else ("start", "imply")
        yield (
            f"{', '.join(others)} {verbs[0]} from another agreement or {verbs[1]} the level of chance, which "
            "is not compared."
        )
    yield from _usage(found)
    yield from _habits(found)


def _of_one_kind(corrected: list[Agreement]) -> list[Agreement]:
    """Those that start from the same observed agreement, so that chance alone makes the difference."""
    simple = [x for x in corrected if coefficient(x.measure).group != "pairs" and np.isfinite(x.chance)]
    if not simple:
        return []
    levels = [round(x.observed, 9) for x in simple]
    common = max(levels, key=levels.count)
    return [x for x, level in zip(simple, levels, strict=True) if level == common]


def _levels(alike: list[Agreement]) -> Iterator[str]:
    if len(alike) < 2:
        return
    low = min(alike, key=lambda x: x.chance)
    high = max(alike, key=lambda x: x.chance)
    if high.chance - low.chance < _SAME:
        yield f"The coefficients take chance to be about {low.chance:.3f}, so that they hardly differ."
        return
    yield (
        f"The coefficients differ in what they take for chance: from {low.chance:.3f} ({low.title}) to "
        f"{high.chance:.3f} ({high.title}); the more chance is granted, the less is left."
    )


def _usage(found: Agreements) -> Iterator[str]:
    """What uneven categories do to the idea of chance, compared with a choice among all of them."""
    ratings = found.ratings
    totals = ratings.units.totals(np.ones(len(ratings.units.times)))
    share, size = float(totals.max() / totals.sum()), len(ratings.categories)
    keys = {x.measure: x for x in found}
    pooled = next((keys[key] for key in _LIKE_FLEISS if key in keys), None)
    even, gwet = keys.get("brennan_prediger"), keys.get("gwet_ac")
    if pooled is None or even is None or size == 1 or not np.isfinite(pooled.value):
        return
    if share * size < _UNEVEN:
        if abs(pooled.chance - even.chance) < _SAME:
            yield "The categories are used about evenly: a draw from their use is like a blind choice."
        return
    if not pooled.chance - even.chance >= _SAME:
        return
    falls = gwet is not None and gwet.chance < even.chance
    yield (
        f"Category {ratings.categories[int(totals.argmax())]!r} is {100 * share:.0f} % of the ratings: "
        f"chance drawn from how categories are used ({pooled.chance:.3f}, {pooled.title}) is higher than "
        f"that of a blind choice ({even.chance:.3f})"
    ) + (f", and Gwet's falls ({keys['gwet_ac'].chance:.3f})." if falls else ".")


def _habits(found: Agreements) -> Iterator[str]:
    """What raters of different habits do to the idea of chance."""
    keys = {x.measure: x for x in found}
    own = next((keys[key] for key in _OWN if key in keys), None)
    pooled = keys.get("fleiss_kappa")
    if own is None or pooled is None or not pooled.chance - own.chance >= _SAME:
        return
    yield (
        f"Raters differ in how often they use each category, so that {own.title}, which lets each keep their "
        f"habits, expects less agreement than {pooled.title}."
    )
